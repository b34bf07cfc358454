//! Values for embedders: Rust data in and out of an interpreter, calls, and exceptions as errors of Rust.
//!
//! ```
//! use lathe_python::embed::Value;
//! use lathe_python::interpreter::Interpreter;
//!
//! let mut python = Interpreter::new(Default::default(), Default::default()).expect("a code generator for this machine");
//! python.execute("def area(w, h): return w * h").expect("no error");
//! let area = python.call("area", &[Value::from(3), Value::from(2.5)]).expect("no error");
//! assert_eq!(area, Value::Float(7.5));
//! let error = python.call("area", &[Value::from("x"), Value::from("y")]).expect_err("strings have no area");
//! assert_eq!(error.kind, "TypeError");
//! ```

use crate::interpreter::{Failure, Interpreter};
use crate::number::Int;
use crate::object::classes;
use crate::object::handle::Object;
use crate::object::py::{Py, PyResult, Raised};
use lathe_heap::Word;
use std::fmt;
use std::rc::Rc;

/// A value of Python as Rust has it. What has no form of its own is an object.
#[derive(Clone, Debug)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    /// An integer beyond 64 bits, in decimal digits.
    BigInt(String),
    Float(f64),
    Str(String),
    Bytes(Vec<u8>),
    Tuple(Vec<Value>),
    List(Vec<Value>),
    /// In the order of the dict.
    Dict(Vec<(Value, Value)>),
    Object(Rc<Object>),
}

/// An exception, or an error in the source.
#[derive(Debug)]
pub struct Error {
    /// The name of its class.
    pub kind: String,
    pub message: String,
    /// What an uncaught one would print.
    pub traceback: String,
    pub exception: Object,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl std::error::Error for Error {}

/// Objects are equal only to themselves.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::BigInt(a), Value::BigInt(b)) | (Value::Str(a), Value::Str(b)) => a == b,
            (Value::Bytes(a), Value::Bytes(b)) => a == b,
            (Value::Tuple(a), Value::Tuple(b)) | (Value::List(a), Value::List(b)) => a == b,
            (Value::Dict(a), Value::Dict(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

macro_rules! from {
    ($($from:ty => |$value:ident| $made:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($value: $from) -> Value {
                $made
            }
        })*
    };
}

from! {
    () => |_value| Value::None;
    bool => |value| Value::Bool(value);
    i32 => |value| Value::Int(value.into());
    u32 => |value| Value::Int(value.into());
    i64 => |value| Value::Int(value);
    f64 => |value| Value::Float(value);
    &str => |value| Value::Str(value.to_string());
    String => |value| Value::Str(value);
    &[u8] => |value| Value::Bytes(value.to_vec());
    Vec<Value> => |value| Value::List(value);
    Object => |value| Value::Object(Rc::new(value));
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::None, Into::into)
    }
}

impl Py {
    /// A value as an object.
    pub fn object_of(&mut self, value: &Value) -> PyResult {
        self.check_stack()?;
        Ok(match value {
            Value::None => self.none(),
            Value::Bool(value) => self.bool(*value),
            Value::Int(value) => self.new_int(*value),
            Value::BigInt(digits) => match Int::parse(digits, 10, 0) {
                Ok(value) => self.new_int_value(&value)?,
                Err(_) => return Err(self.value_error(&format!("'{digits}' is no integer"))),
            },
            Value::Float(value) => self.new_float(*value),
            Value::Str(value) => self.new_str(value),
            Value::Bytes(value) => self.new_bytes(value),
            Value::Tuple(items) | Value::List(items) => {
                let words = self.rooted();
                for item in items {
                    let item = self.object_of(item)?;
                    words.push(item);
                }
                let words = words.to_vec();
                if matches!(value, Value::Tuple(_)) { self.new_tuple(&words) } else { self.new_list(&words) }
            }
            Value::Dict(items) => {
                let dict = self.new_dict();
                for (key, value) in items {
                    let (key, value) = (self.object_of(key)?, self.object_of(value)?);
                    self.dict_set(dict, key, value)?;
                }
                dict
            }
            Value::Object(object) => self.held(object),
        })
    }

    /// An object as a value. Instances of classes, functions and the like stay objects, and so does what is nested too deeply.
    pub fn value_of(&mut self, object: Word) -> Value {
        self.value_within(object, 0)
    }

    fn value_within(&mut self, object: Word, depth: usize) -> Value {
        const DEEPEST: usize = 100;
        let many = |py: &mut Py, words: &[Word]| {
            words.iter().map(|&word| py.value_within(word, depth + 1)).collect()
        };
        match self.class_of(object) {
            _ if self.is_none(object) => Value::None,
            Some(classes::INT) => Value::Int(self.as_int(object).expect("an integer")),
            Some(classes::BOOL) => Value::Bool(object == self.bool(true)),
            Some(classes::FLOAT) => Value::Float(self.get_float(object, classes::FLOAT_VALUE)),
            Some(classes::STR) => Value::Str(self.string(object).into_owned()),
            Some(classes::BIG_INT) => match self.int_value(object) {
                Some(value) => Value::BigInt(value.to_decimal(0).expect("no limit")),
                None => self.as_held(object),
            },
            Some(classes::BYTES) => Value::Bytes(self.bytes(object).to_vec()),
            Some(classes::TUPLE) if depth < DEEPEST => {
                let items = self.items::<Word>(object).to_vec();
                Value::Tuple(many(self, &items))
            }
            Some(classes::LIST) if depth < DEEPEST => match self.collect(object) {
                Ok(items) => Value::List(many(self, &items.to_vec())),
                Err(_) => self.as_held(object),
            },
            Some(classes::DICT) if depth < DEEPEST => {
                let (mut items, mut position) = (Vec::new(), 0);
                while let Some((key, value)) = self.dict_next(object, &mut position) {
                    items.push((self.value_within(key, depth + 1), self.value_within(value, depth + 1)));
                }
                Value::Dict(items)
            }
            _ => self.as_held(object),
        }
    }

    fn as_held(&mut self, object: Word) -> Value {
        Value::Object(Rc::new(self.hold(object)))
    }

    fn error_of(&mut self, raised: Raised) -> Error {
        let exception = self.hold(raised.0);
        Error {
            kind: self.type_name(raised.0).to_string(),
            message: self.str_string(raised.0).unwrap_or_default(),
            traceback: self.show_exception(raised.0),
            exception,
        }
    }
}

impl Interpreter {
    /// Runs statements in `__main__`, whose globals stay.
    pub fn execute(&mut self, text: &str) -> Result<(), Error> {
        self.run("<embedded>", text).map_err(|failure| self.error_of_failure(failure))
    }

    fn error_of_failure(&mut self, failure: Failure) -> Error {
        let exception = self.exception_of(failure);
        self.enter(|py| py.error_of(Raised(py.held(&exception))))
    }

    /// A global of `__main__`.
    pub fn global(&mut self, name: &str) -> Option<Value> {
        self.enter(|py| {
            let (globals, name) = (py.main_globals(), py.intern(name));
            let found = py.dict_get_name(globals, name)?;
            Some(py.value_of(found))
        })
    }

    /// Sets a global of `__main__`.
    pub fn set_global(&mut self, name: &str, value: &Value) -> Result<(), Error> {
        self.with_errors(|py| {
            let value = py.object_of(value)?;
            py.set_main_global(name, value);
            Ok(())
        })
    }

    /// Calls a global of `__main__`.
    pub fn call(&mut self, function: &str, args: &[Value]) -> Result<Value, Error> {
        self.with_errors(|py| {
            let (globals, name) = (py.main_globals(), py.intern(function));
            let Some(callee) = py.dict_get_name(globals, name) else {
                let message = format!("name '{function}' is not defined");
                return Err(py.error(crate::runtime::types::NAME_ERROR, &message));
            };
            py.call_with_values(callee, args)
        })
    }

    /// Calls an object.
    pub fn call_object(&mut self, callee: &Object, args: &[Value]) -> Result<Value, Error> {
        self.with_errors(|py| py.call_with_values(py.held(callee), args))
    }

    /// `object.name`.
    pub fn attribute(&mut self, object: &Object, name: &str) -> Result<Value, Error> {
        self.with_errors(|py| {
            let found = py.get_attr_str(py.held(object), name)?;
            Ok(py.value_of(found))
        })
    }

    /// Does some work with objects; an exception becomes an error.
    pub fn with_errors<T>(&mut self, work: impl FnOnce(&mut Py) -> PyResult<T>) -> Result<T, Error> {
        self.enter(|py| match work(py) {
            Ok(result) => {
                // What was printed does not wait for the next run.
                let _ = py.flush_out();
                Ok(result)
            }
            Err(raised) => Err(py.error_of(raised)),
        })
    }
}

impl Py {
    fn call_with_values(&mut self, callee: Word, args: &[Value]) -> PyResult<Value> {
        let words = self.rooted();
        for arg in args {
            let word = self.object_of(arg)?;
            words.push(word);
        }
        let result = self.call(callee, &words.to_vec())?;
        Ok(self.value_of(result))
    }
}
