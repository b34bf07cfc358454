//! How things are called in text. Total: an index that means nothing gets a name that says so.

use super::super::cursor::NAN_BITS;
use super::super::names::written;
use crate::descriptors::{ClassId, CodeId, Descriptors, FieldId, HelperId, ObjectId};
use crate::value::{Const, FloatBits, Operand, Type, Value};
use rustc_hash::FxHashMap;

/// Names of descriptors.
#[derive(Debug)]
pub struct Names<'a> {
    pub descriptors: &'a Descriptors,
    /// How many classes declare a field of that name.
    declared: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    pub fn new(descriptors: &'a Descriptors) -> Names<'a> {
        let mut declared = FxHashMap::default();
        for field in &descriptors.fields {
            *declared.entry(field.name.as_str()).or_default() += 1;
        }
        Names { descriptors, declared }
    }

    pub fn class(&self, id: ClassId) -> String {
        class_name(self.descriptors, id)
    }

    /// `field`, or `Class.field` when several classes declare that name.
    pub fn field(&self, id: FieldId) -> String {
        match self.descriptors.fields.get(id.index()) {
            None => format!("?field{}", id.0),
            Some(field) if self.declared.get(field.name.as_str()) == Some(&1) => {
                written(&field.name).into_owned()
            }
            Some(field) => format!("{}.{}", self.class(field.class), written(&field.name)),
        }
    }

    pub fn helper(&self, id: HelperId) -> String {
        match self.descriptors.helpers.get(id.index()) {
            Some(helper) => written(&helper.name).into_owned(),
            None => format!("?helper{}", id.0),
        }
    }

    pub fn code(&self, id: CodeId) -> String {
        match self.descriptors.codes.get(id.index()) {
            Some(name) => written(name).into_owned(),
            None => format!("?code{}", id.0),
        }
    }
}

pub(super) fn class_name(descriptors: &Descriptors, id: ClassId) -> String {
    match descriptors.classes.get(id.index()) {
        Some(class) => written(&class.name).into_owned(),
        None => format!("?class{}", id.0),
    }
}

fn object_name(descriptors: &Descriptors, id: ObjectId) -> String {
    match descriptors.objects.get(id.index()) {
        Some(object) => format!("@{}", written(&object.name)),
        None => format!("@?object{}", id.0),
    }
}

pub(super) fn constant(descriptors: &Descriptors, constant: Const) -> String {
    match constant {
        Const::Int(x) => x.to_string(),
        Const::Float(x) => float(x),
        Const::Null => "null".to_string(),
        Const::Object(id) => object_name(descriptors, id),
    }
}

/// The shortest text that parses back to the same bits.
fn float(x: FloatBits) -> String {
    match x.get() {
        _ if x.0 == NAN_BITS => "nan".to_string(),
        value if value.is_nan() => format!("nan:{:#018x}", x.0),
        value => format!("{value:?}"),
    }
}

pub fn value_name(types: &[Type], v: Value) -> String {
    match types.get(v.index()) {
        Some(ty) => format!("{}{}", ty.prefix(), v.0),
        None => format!("?value{}", v.0),
    }
}

pub fn operand_name(descriptors: &Descriptors, types: &[Type], operand: Operand) -> String {
    match operand {
        Operand::Value(v) => value_name(types, v),
        Operand::Const(c) => constant(descriptors, c),
    }
}
