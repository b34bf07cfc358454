//! One op: its name and its operands.
//!
//! Types are the verifier's business; here only names, and how many operands there are.

use super::super::cursor::Parsed;
use super::super::diagnostic::ParseError;
use super::super::lexer::Token;
use super::super::names;
use super::op_parser::OpParser;
use crate::op::{
    Cast, CheckedInt, FloatBinary, FloatCompare, FloatUnary, Guard, IntBinary, IntCompare, IntUnary, OpKind,
    PtrCompare,
};
use crate::snapshot::SnapshotId;
use crate::value::Type;

/// Stands in for the snapshot until the section is complete.
const LATER: SnapshotId = SnapshotId(u32::MAX);

/// The ops that are not part of a group with a table of names.
const OTHER_OPS: &[&str] = &[
    "select",
    "new",
    "new_array",
    "get",
    "set",
    "getitem",
    "setitem",
    "arraylen",
    "call",
    "jump",
    "finish",
    "exit",
    "guard_true",
    "guard_false",
    "guard_value",
    "guard_class",
    "guard_nonnull",
    "guard_isnull",
    "guard_no_exception",
    "guard_exception",
    "guard_not_invalidated",
    "guard_not_forced",
    "guard_no_attention",
    "guard_no_overflow",
    "guard_overflow",
];

fn op_names() -> impl Iterator<Item = &'static str> {
    (IntBinary::ALL.iter().map(|op| op.name()))
        .chain(CheckedInt::ALL.iter().map(|op| op.name()))
        .chain(IntCompare::ALL.iter().map(|op| op.name()))
        .chain(IntUnary::ALL.iter().map(|op| op.name()))
        .chain(FloatBinary::ALL.iter().map(|op| op.name()))
        .chain(FloatCompare::ALL.iter().map(|op| op.name()))
        .chain(FloatUnary::ALL.iter().map(|op| op.name()))
        .chain(Cast::ALL.iter().map(|op| op.name()))
        .chain(PtrCompare::ALL.iter().map(|op| op.name()))
        .chain(OTHER_OPS.iter().copied())
}

impl<'t> OpParser<'t, '_> {
    /// An op without its result: `name(operands)`, or `a + b`. Ops with an overflow check take their guard with them.
    pub fn operation(&mut self, result_type: Option<Type>) -> Parsed<OpKind> {
        let name = self.cursor.peek();
        if !(name.is_any_name() && self.cursor.nth(1).is_sign("(")) {
            return self.infix(result_type.is_some());
        }
        self.cursor.advance();
        let op = name.word();
        if let Some(kind) = self.arithmetic(name)? {
            return Ok(kind);
        }
        Ok(match op {
            "select" => {
                self.open(name, 3, 3)?;
                OpKind::Select(self.operand()?, self.operand()?, self.last_operand()?)
            }
            "new" => {
                self.open(name, 1, 1)?;
                OpKind::New(self.last_class()?)
            }
            "new_array" => {
                self.open(name, 2, 2)?;
                OpKind::NewArray(self.class()?, self.last_operand()?)
            }
            "get" => {
                self.open(name, 2, 2)?;
                let base = self.operand()?;
                let field = self.scope.field(&mut self.cursor)?;
                self.close()?;
                OpKind::Get(base, field)
            }
            "set" => {
                self.open(name, 3, 3)?;
                let base = self.operand()?;
                let field = self.scope.field(&mut self.cursor)?;
                self.cursor.separator(")")?;
                OpKind::Set(base, field, self.last_operand()?)
            }
            "getitem" => {
                self.open(name, 2, 3)?;
                let (array, index) = (self.operand()?, self.operand()?);
                OpKind::GetItem(self.array_class(op, result_type)?, array, index)
            }
            "setitem" => {
                self.open(name, 3, 4)?;
                let (array, index, item) = (self.operand()?, self.operand()?, self.operand()?);
                let ty = self.operand_type(item);
                OpKind::SetItem(self.array_class(op, Some(ty))?, array, index, item)
            }
            "arraylen" => {
                self.open(name, 1, 2)?;
                let array = self.operand()?;
                OpKind::ArrayLen(self.array_class(op, None)?, array)
            }
            "call" => {
                self.open(name, 1, usize::MAX)?;
                let helper = self.cursor.name("the name of a helper")?;
                let helper = self.scope.helper(helper)?;
                self.cursor.separator(")")?;
                OpKind::Call(helper, self.operands()?)
            }
            "jump" => {
                self.cursor.expect("(")?;
                let label = match names::label(self.cursor.peek().word()) {
                    Some(label) => {
                        self.cursor.advance();
                        self.cursor.separator(")")?;
                        label
                    }
                    None => self.implied_label,
                };
                OpKind::Jump(label, self.operands()?)
            }
            "finish" => {
                self.cursor.expect("(")?;
                OpKind::Finish(self.operands()?)
            }
            "exit" => {
                self.open(name, 0, 0)?;
                self.close()?;
                OpKind::Exit(LATER)
            }
            "guard_no_overflow" | "guard_overflow" => {
                let message = format!("`{op}` must directly follow int_add_ovf, int_sub_ovf or int_mul_ovf");
                return Err(ParseError::new(name.span, message));
            }
            _ => match self.guard(name)? {
                Some(guard) => OpKind::Guard(guard, LATER),
                None => self.helper_call(name)?,
            },
        })
    }

    fn arithmetic(&mut self, name: &Token<'_>) -> Parsed<Option<OpKind>> {
        let op = name.word();
        Ok(Some(if let Some(op) = IntBinary::from_name(op) {
            let (a, b) = self.two_operands(name)?;
            OpKind::Int(op, a, b)
        } else if let Some(op) = IntCompare::from_name(op) {
            let (a, b) = self.two_operands(name)?;
            OpKind::IntCompare(op, a, b)
        } else if let Some(op) = CheckedInt::from_name(op) {
            let (a, b) = self.two_operands(name)?;
            OpKind::IntChecked { op, a, b, overflow: self.overflow_guard(name)?, snapshot: LATER }
        } else if let Some(op) = FloatBinary::from_name(op) {
            let (a, b) = self.two_operands(name)?;
            OpKind::Float(op, a, b)
        } else if let Some(op) = FloatCompare::from_name(op) {
            let (a, b) = self.two_operands(name)?;
            OpKind::FloatCompare(op, a, b)
        } else if let Some(op) = PtrCompare::from_name(op) {
            let (a, b) = self.two_operands(name)?;
            OpKind::PtrCompare(op, a, b)
        } else if let Some(op) = IntUnary::from_name(op) {
            OpKind::IntUnary(op, self.one_operand(name)?)
        } else if let Some(op) = FloatUnary::from_name(op) {
            OpKind::FloatUnary(op, self.one_operand(name)?)
        } else if let Some(op) = Cast::from_name(op) {
            OpKind::Cast(op, self.one_operand(name)?)
        } else {
            return Ok(None);
        }))
    }

    fn guard(&mut self, name: &Token<'_>) -> Parsed<Option<Guard>> {
        let without_operands = match name.word() {
            "guard_true" => return Ok(Some(Guard::True(self.one_operand(name)?))),
            "guard_false" => return Ok(Some(Guard::False(self.one_operand(name)?))),
            "guard_nonnull" => return Ok(Some(Guard::NonNull(self.one_operand(name)?))),
            "guard_isnull" => return Ok(Some(Guard::IsNull(self.one_operand(name)?))),
            "guard_value" => {
                self.open(name, 2, 2)?;
                let value = self.operand()?;
                let Some(constant) = self.scope.constant(&mut self.cursor)? else {
                    return self.cursor.unexpected("a constant");
                };
                self.close()?;
                return Ok(Some(Guard::Value(value, constant)));
            }
            "guard_class" => {
                self.open(name, 2, 2)?;
                return Ok(Some(Guard::Class(self.operand()?, self.last_class()?)));
            }
            "guard_exception" => {
                self.open(name, 1, 1)?;
                return Ok(Some(Guard::Exception(self.last_class()?)));
            }
            "guard_no_exception" => Guard::NoException,
            "guard_not_invalidated" => Guard::NotInvalidated,
            "guard_not_forced" => Guard::NotForced,
            "guard_no_attention" => Guard::NoAttention,
            _ => return Ok(None),
        };
        self.open(name, 0, 0)?;
        self.close()?;
        Ok(Some(without_operands))
    }

    /// `guard_no_overflow()` or `guard_overflow()` after an op with an overflow check.
    fn overflow_guard(&mut self, checked: &Token<'_>) -> Parsed<bool> {
        let name = self.cursor.peek();
        let overflow = match name.word() {
            "guard_no_overflow" => false,
            "guard_overflow" => true,
            _ => {
                let wanted =
                    format!("guard_no_overflow() or guard_overflow() directly after {}", checked.text);
                return self.cursor.unexpected(&wanted);
            }
        };
        self.cursor.advance();
        self.open(name, 0, 0)?;
        self.close()?;
        Ok(overflow)
    }

    /// `helper(operands)`.
    fn helper_call(&mut self, name: &Token<'_>) -> Parsed<OpKind> {
        let Some(&helper) = self.scope.helpers.get(&*name.text) else {
            let mut known: Vec<&str> = op_names().collect();
            known.extend(self.scope.helpers.keys().map(String::as_str));
            let hint = names::suggest(&name.text, known);
            return Err(ParseError::new(name.span, format!("unknown op `{}`{hint}", name.text)));
        };
        self.cursor.expect("(")?;
        Ok(OpKind::Call(helper, self.operands()?))
    }

    /// `a + b`, as the papers write it.
    fn infix(&mut self, has_result: bool) -> Parsed<OpKind> {
        if !has_result {
            return self.cursor.unexpected("an op");
        }
        let a = self.plain_operand()?;
        let op = match self.cursor.peek() {
            t if t.is_sign("+") => IntBinary::Add,
            t if t.is_sign("-") => IntBinary::Sub,
            t if t.is_sign("*") => IntBinary::Mul,
            _ => return self.cursor.unexpected("`+`, `-` or `*`"),
        };
        self.cursor.advance();
        Ok(OpKind::Int(op, a, self.plain_operand()?))
    }
}
