//! The types of numbers: what is in them.

use super::{bool, complex, float, int};
use crate::modules::random;
use crate::object::py::Py;
use crate::runtime::types;

pub fn install(py: &mut Py) {
    py.add_methods(types::INT, int::METHODS);
    py.add_getters(types::INT, int::GETTERS);
    py.add_new(types::INT, int::NEW, int::new);
    py.add_methods(types::BOOL, bool::METHODS);
    py.add_new(types::BOOL, bool::NEW, bool::new);
    py.add_methods(types::FLOAT, float::METHODS);
    py.add_getters(types::FLOAT, float::GETTERS);
    py.add_new(types::FLOAT, float::NEW, float::new);
    py.add_methods(types::COMPLEX, complex::METHODS);
    py.add_getters(types::COMPLEX, complex::GETTERS);
    py.add_new(types::COMPLEX, complex::NEW, complex::new);
    py.add_methods(types::RANDOM, random::METHODS);
    py.add_new(types::RANDOM, random::NEW, random::new);
}
