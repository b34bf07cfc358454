//! Modules written in Rust, one file each.

pub mod abc;
pub mod array;
pub mod bisect;
pub mod builtins;
pub mod builtins_numbers;
pub mod callables;
pub mod cmath;
pub mod codecs;
pub mod collections;
pub mod errno;
pub mod evaluation;
pub mod frames;
pub mod functools;
pub mod gc;
pub mod getters;
pub mod heapq;
pub mod import;
pub mod io;
pub mod itertools;
pub mod lru_cache;
pub mod main_module;
pub mod math;
pub mod operator;
pub mod os;
pub mod paths;
pub mod python;
pub mod random;
pub mod records;
pub mod sre;
pub mod string;
pub mod structs;
pub mod sys;
pub mod sys_info;
pub mod time;
pub mod types;
pub mod typing;
pub mod weakref;

use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

/// A constant of a module.
pub type Constant = (&'static str, fn(&mut Py) -> PyResult<Word>);
