//! `_tuplegetter`: the attributes of named tuples. A descriptor that gives an item of a tuple.

use crate::object::classes::{self, NATIVE_A, NATIVE_I};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use lathe_heap::Word;

pub const CONTENTS: Contents = Contents {
    new: Some(("(cls, index, doc, /)", new)),
    ..contents(
        types::TUPLE_GETTER,
        &[&[
            ("__get__", S, "(self, instance, owner=None, /)", get),
            ("__set__", S, "(self, instance, value, /)", |py, _| refuse(py, "set")),
            ("__delete__", S, "(self, instance, /)", |py, _| refuse(py, "delete")),
            ("__repr__", S, "(self, /)", repr),
            ("__reduce__", M, "(self, /)", reduce),
        ]],
        &[],
    )
};

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let index = py.size(args[1])?;
    let getter = py.new_native(Kind::TupleGetter, args[2], Word::NULL, Word::NULL);
    py.set_int(getter, NATIVE_I, index);
    Ok(getter)
}

pub fn refuse(py: &mut Py, what: &str) -> PyResult {
    Err(py.error(types::ATTRIBUTE_ERROR, &format!("can't {what} attribute")))
}

fn get(py: &mut Py, args: &[Word]) -> PyResult {
    if py.is_none(args[1]) {
        return Ok(args[0]);
    }
    py.tuple_field(args[0], args[1])
}

impl Py {
    /// The item that a getter is for.
    pub(crate) fn tuple_field(&mut self, getter: Word, object: Word) -> PyResult {
        let index = self.get_int(getter, NATIVE_I);
        let Some(tuple) = self.payload(object, classes::TUPLE) else {
            let message = format!(
                "descriptor for index '{index}' for tuple subclasses doesn't apply to '{}' object",
                self.type_name(object)
            );
            return Err(self.type_error(&message));
        };
        match self.tuple_items(tuple).get(index as usize) {
            Some(&item) => Ok(item),
            None => Err(self.error(types::INDEX_ERROR, "tuple index out of range")),
        }
    }

    /// The documentation of a getter, which can be set.
    pub(crate) fn add_getter_doc(&mut self) {
        self.add_getter(
            types::TUPLE_GETTER,
            "__doc__",
            |py, getter| Ok(py.get(getter, NATIVE_A)),
            Some(|py, getter, value| {
                let none = py.none();
                py.set(getter, NATIVE_A, value.unwrap_or(none));
                Ok(())
            }),
        );
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let doc = py.repr_string(py.get(args[0], NATIVE_A))?;
    let text = format!("_tuplegetter({}, {doc})", py.get_int(args[0], NATIVE_I));
    Ok(py.new_str(&text))
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let class = py.type_object(types::TUPLE_GETTER);
    let index = py.new_int(py.get_int(args[0], NATIVE_I));
    let arguments = py.new_tuple(&[index, py.get(args[0], NATIVE_A)]);
    Ok(py.new_tuple(&[class, arguments]))
}
