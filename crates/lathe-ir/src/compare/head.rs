//! What an op does, without operands, result and snapshot; descriptors by name.

use crate::descriptors::{ClassId, Descriptors, FieldId};
use crate::op::{Guard, OpKind};
use crate::value::{Const, FloatBits};

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head<'d> {
    name: &'static str,
    overflow: bool,
    names: Option<Named<'d>>,
}

/// The descriptor, or the constant of a `guard_value`, that an op names.
#[derive(Debug, PartialEq, Eq)]
enum Named<'d> {
    Class(&'d str),
    Field(&'d str, &'d str),
    Helper(&'d str),
    Constant(NamedConst<'d>),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum NamedConst<'d> {
    Int(i64),
    Float(FloatBits),
    Null,
    Object(&'d str),
}

pub(super) fn constant(descriptors: &Descriptors, constant: Const) -> NamedConst<'_> {
    match constant {
        Const::Int(x) => NamedConst::Int(x),
        Const::Float(x) => NamedConst::Float(x),
        Const::Null => NamedConst::Null,
        Const::Object(id) => NamedConst::Object(&descriptors.object(id).name),
    }
}

pub(super) fn class(descriptors: &Descriptors, id: ClassId) -> &str {
    &descriptors.class(id).name
}

/// The name of the class that declares the field, and its own.
pub(super) fn field(descriptors: &Descriptors, id: FieldId) -> (&str, &str) {
    let field = descriptors.field(id);
    (class(descriptors, field.class), &field.name)
}

pub(super) fn head<'d>(descriptors: &'d Descriptors, kind: &OpKind) -> Head<'d> {
    let class = |id| Some(Named::Class(class(descriptors, id)));
    let mut overflow_expected = false;
    let names = match kind {
        OpKind::IntChecked { overflow, .. } => {
            overflow_expected = *overflow;
            None
        }
        OpKind::New(id)
        | OpKind::NewArray(id, _)
        | OpKind::GetItem(id, ..)
        | OpKind::SetItem(id, ..)
        | OpKind::ArrayLen(id, _) => class(*id),
        OpKind::Get(_, id) | OpKind::Set(_, id, _) => {
            let (class, name) = field(descriptors, *id);
            Some(Named::Field(class, name))
        }
        OpKind::Call(id, _) => Some(Named::Helper(&descriptors.helper(*id).name)),
        OpKind::Guard(guard, _) => match guard {
            Guard::Class(_, id) | Guard::Exception(id) => class(*id),
            Guard::Value(_, expected) => Some(Named::Constant(constant(descriptors, *expected))),
            Guard::True(_)
            | Guard::False(_)
            | Guard::NonNull(_)
            | Guard::IsNull(_)
            | Guard::NoException
            | Guard::NotInvalidated
            | Guard::NotForced
            | Guard::NoAttention => None,
        },
        OpKind::Int(..)
        | OpKind::IntCompare(..)
        | OpKind::IntUnary(..)
        | OpKind::Float(..)
        | OpKind::FloatCompare(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::PtrCompare(..)
        | OpKind::Select(..)
        // Labels compare by position, with the jump's arguments.
        | OpKind::Jump(..)
        | OpKind::Finish(_)
        | OpKind::Exit(_) => None,
    };
    Head { name: kind.name(), overflow: overflow_expected, names }
}
