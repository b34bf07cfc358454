//! Modules written in Rust, one file each.

pub mod builtins;
pub mod builtins_numbers;
pub mod cmath;
pub mod errno;
pub mod evaluation;
pub mod gc;
pub mod import;
pub mod io;
pub mod itertools;
pub mod math;
pub mod os;
pub mod paths;
pub mod random;
pub mod records;
pub mod sys;
pub mod sys_info;
pub mod time;
pub mod types;
pub mod weakref;

use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

/// A constant of a module.
pub type Constant = (&'static str, fn(&mut Py) -> PyResult<Word>);
