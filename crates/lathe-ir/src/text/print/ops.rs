//! One op as text.

use super::names::{Names, constant, operand_name, value_name};
use crate::op::{Guard, Op, OpKind};
use crate::value::{Operand, Type};

/// The op without its snapshot. `line_break` separates the two lines of an op with an overflow check;
/// `short_jump` leaves a jump's label out.
pub fn op_text(names: &Names<'_>, types: &[Type], op: &Op, short_jump: bool, line_break: &str) -> String {
    let result = op.result.map(|v| format!("{} = ", value_name(types, v))).unwrap_or_default();
    let arguments = arguments(names, types, &op.kind, short_jump).join(", ");
    let mut text = format!("{result}{}({arguments})", op.kind.name());
    if let OpKind::IntChecked { overflow, .. } = op.kind {
        text.push_str(line_break);
        text.push_str(OpKind::overflow_guard_name(overflow));
        text.push_str("()");
    }
    text
}

fn arguments(names: &Names<'_>, types: &[Type], kind: &OpKind, short_jump: bool) -> Vec<String> {
    let operand = |operand: &Operand| operand_name(names.descriptors, types, *operand);
    let operands = |list: &[Operand]| list.iter().map(operand).collect::<Vec<_>>();
    match kind {
        OpKind::Int(_, a, b)
        | OpKind::IntCompare(_, a, b)
        | OpKind::IntChecked { a, b, .. }
        | OpKind::Float(_, a, b)
        | OpKind::FloatCompare(_, a, b)
        | OpKind::PtrCompare(_, a, b) => vec![operand(a), operand(b)],
        OpKind::IntUnary(_, a) | OpKind::FloatUnary(_, a) | OpKind::Cast(_, a) => vec![operand(a)],
        OpKind::Select(a, b, c) => vec![operand(a), operand(b), operand(c)],
        OpKind::New(class) => vec![names.class(*class)],
        OpKind::NewArray(class, length) => vec![names.class(*class), operand(length)],
        OpKind::Get(base, field) => vec![operand(base), names.field(*field)],
        OpKind::Set(base, field, value) => vec![operand(base), names.field(*field), operand(value)],
        OpKind::GetItem(class, array, index) => vec![operand(array), operand(index), names.class(*class)],
        OpKind::SetItem(class, array, index, item) => {
            vec![operand(array), operand(index), operand(item), names.class(*class)]
        }
        OpKind::ArrayLen(class, array) => vec![operand(array), names.class(*class)],
        OpKind::Call(helper, args) => {
            let mut list = vec![names.helper(*helper)];
            list.extend(operands(args));
            list
        }
        OpKind::Guard(guard, _) => match guard {
            Guard::True(a) | Guard::False(a) | Guard::NonNull(a) | Guard::IsNull(a) => vec![operand(a)],
            Guard::Value(a, expected) => vec![operand(a), constant(names.descriptors, *expected)],
            Guard::Class(a, class) => vec![operand(a), names.class(*class)],
            Guard::Exception(class) => vec![names.class(*class)],
            Guard::NoException | Guard::NotInvalidated | Guard::NotForced | Guard::NoAttention => Vec::new(),
        },
        OpKind::Jump(label, args) => {
            let mut list = Vec::new();
            if !short_jump {
                list.push(label.to_string());
            }
            list.extend(operands(args));
            list
        }
        OpKind::Finish(args) => operands(args),
        OpKind::Exit(_) => Vec::new(),
    }
}
