//! Objects as text: `repr`, `str`, `format`.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

impl Py {
    pub fn repr(&mut self, object: Word) -> PyResult {
        self.check_stack()?;
        let text = self.call_special(object, "__repr__", &[])?.expect("object has it");
        self.checked_text(text, "__repr__")
    }

    pub fn str(&mut self, object: Word) -> PyResult {
        if self.is(object, classes::STR) {
            return Ok(object);
        }
        self.check_stack()?;
        let text = self.call_special(object, "__str__", &[])?.expect("object has it");
        self.checked_text(text, "__str__")
    }

    fn checked_text(&mut self, text: Word, method: &str) -> PyResult {
        if self.payload(text, classes::STR).is_some() {
            return Ok(text);
        }
        let message = format!("{method} returned non-string (type {})", self.type_name(text));
        Err(self.type_error(&message))
    }

    /// `repr` as Rust has it.
    pub fn repr_string(&mut self, object: Word) -> PyResult<String> {
        let text = self.repr(object)?;
        Ok(self.string_of(text))
    }

    pub fn str_string(&mut self, object: Word) -> PyResult<String> {
        let text = self.str(object)?;
        Ok(self.string_of(text))
    }

    /// The text of a string or an object of a subclass.
    pub fn string_of(&self, text: Word) -> String {
        let text = self.payload(text, classes::STR).expect("a string");
        self.string(text).into_owned()
    }

    /// `format(object, spec)`.
    pub fn format(&mut self, object: Word, spec: Word) -> PyResult {
        let text = self.call_special(object, "__format__", &[spec])?.expect("object has it");
        self.checked_text(text, "__format__")
    }

    /// `<module.Class object at 0x…>`.
    pub fn default_repr(&mut self, object: Word) -> String {
        let name = self.qualified_type_name(object);
        format!("<{name} object at {:#x}>", object.0)
    }

    /// With its module, unless that is `builtins`.
    pub fn qualified_type_name(&mut self, object: Word) -> String {
        let id = self.type_of(object);
        self.qualified_name(id)
    }
}
