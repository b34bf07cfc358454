//! stub
use crate::int_fact::IntFact;
use lathe_ir::arith::Width;
use lathe_ir::{OpKind, Operand, Value};
pub enum Rewrite {
    Operand(Operand),
    Kind(OpKind),
}
pub trait Known {
    fn def(&self, v: Value) -> Option<&OpKind>;
    fn int(&self, x: Operand) -> IntFact;
    fn nonnull(&self, x: Operand) -> bool;
}
pub fn simplify(_w: Width, _kind: &OpKind, _known: &impl Known) -> Option<(Rewrite, &'static str)> {
    None
}
