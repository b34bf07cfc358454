//! Values as the reference sees them, and what the operators do with them.
//!
//! Objects live in one table that only grows, and are known by their index: identity is equality of indexes, and cycles
//! need no care. A program is stopped by its step limit before the table gets too big.

use crate::ErrorCode::{self, BadIndex, BadValue, DivisionByZero, MissingField, WrongType};
use crate::ast::Record;
use crate::number::{float_mod, float_text, float_to_int, floor_div, floor_mod};
use crate::ops::{BinaryOp, UnaryOp};
use crate::{MAX_ARRAY, PRINT_DEPTH};

#[derive(Clone, Copy, Debug)]
pub enum Value {
    Null,
    Int(i64),
    Float(f64),
    Object(usize),
}

#[derive(Clone, Debug)]
pub enum Object {
    /// The index of its type, and its fields.
    Record(usize, Vec<Value>),
    Array(Vec<Value>),
}

#[derive(Clone, Debug)]
pub struct Heap<'a> {
    records: &'a [Record],
    objects: Vec<Object>,
}

type Result<T = Value> = std::result::Result<T, ErrorCode>;

impl Value {
    pub fn truth(self) -> bool {
        match self {
            Value::Null => false,
            Value::Int(value) => value != 0,
            Value::Float(value) => value != 0.0,
            Value::Object(_) => true,
        }
    }
}

/// Two numbers of the same kind.
enum Pair {
    Ints(i64, i64),
    Floats(f64, f64),
}

fn pair(left: Value, right: Value) -> Option<Pair> {
    Some(match (left, right) {
        (Value::Int(a), Value::Int(b)) => Pair::Ints(a, b),
        (Value::Int(a), Value::Float(b)) => Pair::Floats(a as f64, b),
        (Value::Float(a), Value::Int(b)) => Pair::Floats(a, b as f64),
        (Value::Float(a), Value::Float(b)) => Pair::Floats(a, b),
        (Value::Null | Value::Object(_), _) | (_, Value::Null | Value::Object(_)) => return None,
    })
}

fn flag(condition: bool) -> Value {
    Value::Int(condition.into())
}

/// The int if there is one, otherwise the float.
fn int_or(exact: Option<i64>, rounded: f64) -> Value {
    exact.map_or(Value::Float(rounded), Value::Int)
}

fn equal(left: Value, right: Value) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Object(a), Value::Object(b)) => a == b,
        _ => match pair(left, right) {
            Some(Pair::Ints(a, b)) => a == b,
            Some(Pair::Floats(a, b)) => a == b,
            None => false,
        },
    }
}

fn less(left: Value, right: Value) -> Result<bool> {
    match pair(left, right).ok_or(WrongType)? {
        Pair::Ints(a, b) => Ok(a < b),
        Pair::Floats(a, b) => Ok(a < b),
    }
}

fn less_equal(left: Value, right: Value) -> Result<bool> {
    match pair(left, right).ok_or(WrongType)? {
        Pair::Ints(a, b) => Ok(a <= b),
        Pair::Floats(a, b) => Ok(a <= b),
    }
}

pub fn binary(op: BinaryOp, left: Value, right: Value) -> Result {
    let numbers = || pair(left, right).ok_or(WrongType);
    Ok(match op {
        BinaryOp::Add => match numbers()? {
            Pair::Ints(a, b) => int_or(a.checked_add(b), a as f64 + b as f64),
            Pair::Floats(a, b) => Value::Float(a + b),
        },
        BinaryOp::Sub => match numbers()? {
            Pair::Ints(a, b) => int_or(a.checked_sub(b), a as f64 - b as f64),
            Pair::Floats(a, b) => Value::Float(a - b),
        },
        BinaryOp::Mul => match numbers()? {
            Pair::Ints(a, b) => int_or(a.checked_mul(b), a as f64 * b as f64),
            Pair::Floats(a, b) => Value::Float(a * b),
        },
        BinaryOp::Div => match numbers()? {
            Pair::Ints(_, 0) => return Err(DivisionByZero),
            Pair::Ints(a, b) => int_or(floor_div(a, b), a as f64 / b as f64),
            Pair::Floats(a, b) => Value::Float(a / b),
        },
        BinaryOp::Mod => match numbers()? {
            Pair::Ints(_, 0) => return Err(DivisionByZero),
            Pair::Ints(a, b) => Value::Int(floor_mod(a, b)),
            Pair::Floats(a, b) => Value::Float(float_mod(a, b)),
        },
        BinaryOp::Less => flag(less(left, right)?),
        BinaryOp::LessEqual => flag(less_equal(left, right)?),
        BinaryOp::Greater => flag(less(right, left)?),
        BinaryOp::GreaterEqual => flag(less_equal(right, left)?),
        BinaryOp::Equal => flag(equal(left, right)),
        BinaryOp::NotEqual => flag(!equal(left, right)),
        BinaryOp::Min => {
            if less(right, left)? {
                right
            } else {
                left
            }
        }
        BinaryOp::Max => {
            if less(left, right)? {
                right
            } else {
                left
            }
        }
        BinaryOp::Same => {
            let kinds_differ =
                matches!((left, right), (Value::Int(_), Value::Float(_)) | (Value::Float(_), Value::Int(_)));
            flag(!kinds_differ && equal(left, right))
        }
    })
}

impl<'a> Heap<'a> {
    pub fn new(records: &'a [Record]) -> Heap<'a> {
        Heap { records, objects: Vec::new() }
    }

    fn add(&mut self, object: Object) -> Value {
        self.objects.push(object);
        Value::Object(self.objects.len() - 1)
    }

    pub fn record(&mut self, record: usize, fields: Vec<Value>) -> Value {
        self.add(Object::Record(record, fields))
    }

    pub fn error(&mut self, code: ErrorCode) -> Value {
        self.record(0, vec![Value::Int(code as i64)])
    }

    pub fn array(&mut self, length: Value, fill: Value) -> Result {
        match length {
            Value::Int(length @ 0..=MAX_ARRAY) => Ok(self.add(Object::Array(vec![fill; length as usize]))),
            Value::Int(_) => Err(BadValue),
            _ => Err(WrongType),
        }
    }

    pub fn unary(&self, op: UnaryOp, operand: Value) -> Result {
        Ok(match (op, operand) {
            (UnaryOp::Not, _) => flag(!operand.truth()),
            (UnaryOp::Length, Value::Object(object)) => match &self.objects[object] {
                Object::Array(items) => Value::Int(items.len() as i64),
                Object::Record(..) => return Err(WrongType),
            },
            (UnaryOp::Length, _) | (_, Value::Null | Value::Object(_)) => return Err(WrongType),
            (UnaryOp::Negate, Value::Int(a)) => int_or(a.checked_neg(), -(a as f64)),
            (UnaryOp::Negate, Value::Float(a)) => Value::Float(-a),
            (UnaryOp::IsPositive, Value::Int(a)) => flag(a > 0),
            (UnaryOp::IsPositive, Value::Float(a)) => flag(a > 0.0),
            (UnaryOp::ToInt, Value::Int(a)) => Value::Int(a),
            (UnaryOp::ToInt, Value::Float(a)) => Value::Int(float_to_int(a).ok_or(BadValue)?),
            (UnaryOp::ToFloat, Value::Int(a)) => Value::Float(a as f64),
            (UnaryOp::ToFloat, Value::Float(a)) => Value::Float(a),
            (UnaryOp::Abs, Value::Int(a)) => int_or(a.checked_abs(), -(a as f64)),
            (UnaryOp::Abs, Value::Float(a)) => Value::Float(a.abs()),
            (UnaryOp::Sqrt, Value::Int(a)) => Value::Float((a as f64).sqrt()),
            (UnaryOp::Sqrt, Value::Float(a)) => Value::Float(a.sqrt()),
        })
    }

    pub fn is_record(&self, value: Value) -> bool {
        matches!(value, Value::Object(index) if matches!(self.objects[index], Object::Record(..)))
    }

    pub fn field(&mut self, object: Value, field: &str) -> Result<&mut Value> {
        let Value::Object(object) = object else { return Err(WrongType) };
        let Object::Record(record, fields) = &mut self.objects[object] else { return Err(WrongType) };
        let slot = self.records[*record].fields.iter().position(|f| f == field).ok_or(MissingField)?;
        Ok(&mut fields[slot])
    }

    pub fn item(&mut self, array: Value, index: Value) -> Result<&mut Value> {
        let (Value::Object(array), Value::Int(index)) = (array, index) else { return Err(WrongType) };
        let Object::Array(items) = &mut self.objects[array] else { return Err(WrongType) };
        usize::try_from(index).ok().and_then(|index| items.get_mut(index)).ok_or(BadIndex)
    }

    /// The end of `error: line 12, in f: ...` for a value that nothing caught.
    pub fn uncaught(&self, value: Value) -> String {
        if let Value::Object(object) = value
            && let Object::Record(0, fields) = &self.objects[object]
            && let Value::Int(code) = fields[0]
            && let Some(error) = ErrorCode::from_code(code)
        {
            return error.message().to_string();
        }
        format!("uncaught {}", self.show(value))
    }

    pub fn show(&self, value: Value) -> String {
        let mut text = String::new();
        self.show_inside(value, &mut Vec::new(), &mut text);
        text
    }

    fn show_inside(&self, value: Value, around: &mut Vec<usize>, text: &mut String) {
        let object = match value {
            Value::Null => return text.push_str("null"),
            Value::Int(value) => return text.push_str(&value.to_string()),
            Value::Float(value) => return text.push_str(&float_text(value)),
            Value::Object(object) => object,
        };
        if around.contains(&object) || around.len() == PRINT_DEPTH {
            return text.push_str("...");
        }
        around.push(object);
        let (values, names, close) = match &self.objects[object] {
            Object::Record(record, fields) => {
                text.push_str(&self.records[*record].name);
                text.push('{');
                (fields, Some(&self.records[*record].fields), '}')
            }
            Object::Array(items) => {
                text.push('[');
                (items, None, ']')
            }
        };
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            if let Some(names) = names {
                text.push_str(&names[index]);
                text.push_str(": ");
            }
            self.show_inside(value, around, text);
        }
        text.push(close);
        around.pop();
    }
}
