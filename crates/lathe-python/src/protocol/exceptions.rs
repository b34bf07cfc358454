//! Exceptions: made, chained, and given tracebacks.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types;
use lathe_heap::Word;

impl Py {
    /// The exception that is being handled, or null.
    pub fn handled(&self) -> Word {
        self.root(self.rt().singletons.handled)
    }

    pub fn set_handled(&mut self, exception: Word) {
        let root = self.rt().singletons.handled;
        self.core().heap.set_root(root, exception);
    }

    /// What `raise x` raises: an exception, or what calling a class gives.
    pub fn to_exception(&mut self, value: Word) -> PyResult<Raised> {
        if self.is(value, classes::EXCEPTION) {
            return Ok(Raised(value));
        }
        if let Some(id) = self.as_type(value)
            && self.rt().is_subtype(id, types::BASE_EXCEPTION)
        {
            let exception = self.call(value, &[])?;
            if self.is(exception, classes::EXCEPTION) {
                return Ok(Raised(exception));
            }
            let message = format!(
                "calling <class '{}'> should have returned an instance of BaseException, not <class '{}'>",
                self.rt().ty(id).name.borrow(),
                self.type_name(exception)
            );
            return Err(self.type_error(&message));
        }
        Err(self.type_error("exceptions must derive from BaseException"))
    }

    /// The exception that is being handled becomes the context of a new one.
    pub fn set_context(&mut self, exception: Word, handled: Word) {
        if handled.is_null() || handled == exception {
            return;
        }
        // A cycle would never end to print: if the new one is in the chain of the old one, the chain is cut there.
        let mut link = handled;
        loop {
            let next = self.get(link, classes::EXCEPTION_CONTEXT);
            if next.is_null() {
                break;
            }
            if next == exception {
                self.set(link, classes::EXCEPTION_CONTEXT, Word::NULL);
                break;
            }
            link = next;
        }
        self.set(exception, classes::EXCEPTION_CONTEXT, handled);
    }

    /// A frame that the exception leaves, or is caught in, comes before the others.
    pub fn add_traceback(&mut self, exception: Word, function: Word, code: u32, pc: u32) {
        let next = self.get(exception, classes::EXCEPTION_TRACEBACK);
        let entry = self.new_native(Kind::Traceback, next, function, Word::NULL);
        self.set_int(entry, classes::NATIVE_I, code.into());
        self.set_int(entry, classes::NATIVE_J, pc.into());
        self.set(exception, classes::EXCEPTION_TRACEBACK, entry);
    }

    /// Does `except class:` take the exception? `class` is a class or a tuple of classes.
    pub fn exception_matches(&mut self, exception: Word, class: Word) -> PyResult<bool> {
        if self.is(class, classes::TUPLE) {
            for index in 0..self.array_len(class) {
                let one = self.items::<Word>(class)[index];
                if self.exception_matches(exception, one)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        match self.as_type(class) {
            Some(id) if self.rt().is_subtype(id, types::BASE_EXCEPTION) => {
                Ok(self.is_instance(exception, id))
            }
            _ => {
                Err(self.type_error("catching classes that do not inherit from BaseException is not allowed"))
            }
        }
    }
}
