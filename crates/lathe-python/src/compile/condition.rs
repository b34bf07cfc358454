//! Expressions as conditions: jumps without the value in between.

use super::expression::compare_op;
use super::unit::Label;
use super::{Compiler, Done};
use crate::bytecode::{Instr, Register};
use ruff_python_ast::{self as ast, BoolOp, CmpOp, Expr, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// Jumps if the truth of the expression is `sense`, else goes on.
    pub(crate) fn condition(&mut self, expression: &'a Expr, sense: bool, target: Label) -> Done {
        let mark = self.unit.mark();
        stacker::maybe_grow(128 << 10, 4 << 20, || self.condition_here(expression, sense, target))?;
        self.unit.free_to(mark);
        Ok(())
    }

    fn condition_here(&mut self, expression: &'a Expr, sense: bool, target: Label) -> Done {
        let range = expression.range();
        if let Some(constant) = self.fold(expression) {
            if constant.is_true() == sense {
                self.jump(range, target);
            }
            return Ok(());
        }
        match expression {
            Expr::UnaryOp(node) if node.op == UnaryOp::Not => self.condition(&node.operand, !sense, target),
            Expr::BoolOp(node) => {
                // The operand that decides early: false for `and`, true for `or`.
                let early = node.op == BoolOp::Or;
                let (last, before) = node.values.split_last().expect("two operands at least");
                if early == sense {
                    node.values.iter().try_for_each(|operand| self.condition(operand, sense, target))
                } else {
                    let end = self.label();
                    before.iter().try_for_each(|operand| self.condition(operand, early, end))?;
                    self.condition(last, sense, target)?;
                    self.place(end);
                    Ok(())
                }
            }
            Expr::If(node) => {
                let (otherwise, end) = (self.label(), self.label());
                self.condition(&node.test, false, otherwise)?;
                self.condition(&node.body, sense, target)?;
                self.jump(range, end);
                self.place(otherwise);
                self.condition(&node.orelse, sense, target)?;
                self.place(end);
                Ok(())
            }
            Expr::Compare(node) => self.compare_condition(node, sense, target),
            _ => {
                let src = self.value(expression)?;
                self.emit(range, Instr::JumpIf { sense, src, target: target.0 });
                Ok(())
            }
        }
    }

    fn compare_condition(&mut self, node: &'a ast::ExprCompare, sense: bool, target: Label) -> Done {
        let end = self.label();
        let mut left = self.value(&node.left)?;
        let last = node.ops.len() - 1;
        for (index, (&op, comparator)) in node.ops.iter().zip(&node.comparators).enumerate() {
            // All but the last decide only if they are false.
            let (sense, target) = match (index == last, sense) {
                (true, _) => (sense, target),
                (false, false) => (false, target),
                (false, true) => (false, end),
            };
            left = self.jump_compare(node.range(), op, left, comparator, index == last, sense, target)?;
        }
        self.place(end);
        Ok(())
    }

    /// Gives the right operand's register, if it is needed again.
    #[allow(clippy::too_many_arguments)]
    fn jump_compare(
        &mut self,
        range: TextRange,
        op: CmpOp,
        left: Register,
        comparator: &'a Expr,
        last: bool,
        sense: bool,
        target: Label,
    ) -> Result<Register, crate::syntax::Fault> {
        let target = target.0;
        if last {
            if let (CmpOp::Is | CmpOp::IsNot, Expr::NoneLiteral(_)) = (op, comparator) {
                let sense = (op == CmpOp::Is) == sense;
                self.emit(range, Instr::JumpIfNone { sense, src: left, target });
                return Ok(left);
            }
            if let (Some(op), Some(immediate)) = (compare_op(op), self.small_integer(comparator))
                && let Ok(immediate) = i16::try_from(immediate)
            {
                self.emit(range, Instr::JumpCompareInt { op, sense, left, immediate, target });
                return Ok(left);
            }
        }
        let right = self.comparator(op, comparator)?;
        let instruction = match op {
            CmpOp::Is | CmpOp::IsNot => {
                Instr::JumpIs { sense: (op == CmpOp::Is) == sense, left, right, target }
            }
            CmpOp::In | CmpOp::NotIn => Instr::JumpContains {
                sense: (op == CmpOp::In) == sense,
                item: left,
                container: right,
                target,
            },
            _ => Instr::JumpCompare { op: compare_op(op).expect("no others"), sense, left, right, target },
        };
        self.emit(range, instruction);
        Ok(right)
    }
}
