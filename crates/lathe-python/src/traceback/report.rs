//! What happens to an exception at the end of a program: `sys.excepthook`, and the exit status.

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types;
use lathe_heap::Word;

impl Py {
    /// An attribute of `sys`, if that was ever imported and has it.
    pub fn sys_attribute(&mut self, name: &str) -> Option<Word> {
        let (modules, key) = (self.root(self.rt().singletons.modules), self.intern("sys"));
        let sys = self.dict_get_name(modules, key)?;
        if !self.is(sys, classes::MODULE) {
            return None;
        }
        let (dict, name) = (self.get(sys, classes::MODULE_DICT), self.intern(name));
        self.dict_get_name(dict, name)
    }

    /// Tells of an exception that nothing has caught. Gives the exit status if it was a request to exit, or became one.
    pub fn report(&mut self, exception: Word) -> Option<i32> {
        if let Some(status) = self.exit_status(exception) {
            return Some(status);
        }
        let none = self.none();
        let class = self.type_object(self.type_of(exception));
        let traceback = self.get(exception, classes::EXCEPTION_TRACEBACK);
        let traceback = if traceback.is_null() { none } else { traceback };
        self.keep_last(class, exception, traceback);
        let sys_is_there = self.sys_attribute("__name__").is_some();
        match self.sys_attribute("excepthook") {
            Some(hook) if !self.is_default_hook(hook) => {
                if let Err(raised) = self.call(hook, &[class, exception, traceback]) {
                    if let Some(status) = self.exit_status(raised.0) {
                        return Some(status);
                    }
                    let second = self.show_exception(raised.0);
                    let first = self.show_exception(exception);
                    self.write_error(&format!(
                        "Error in sys.excepthook:\n{second}\nOriginal exception was:\n{first}"
                    ));
                }
            }
            None if sys_is_there => {
                let text = self.show_exception(exception);
                self.write_error(&format!("sys.excepthook is missing\n{text}"));
            }
            _ => self.display(exception),
        }
        None
    }

    fn is_default_hook(&mut self, hook: Word) -> bool {
        self.sys_attribute("__excepthook__").is_some_and(|default| self.same(default, hook))
    }

    /// What `sys.excepthook` does unless a program changes it.
    pub fn display(&mut self, exception: Word) {
        let text = self.show_exception(exception);
        self.write_error(&text);
    }

    /// `sys.last_value` and its like are for debuggers.
    fn keep_last(&mut self, class: Word, exception: Word, traceback: Word) {
        let (modules, key) = (self.root(self.rt().singletons.modules), self.intern("sys"));
        let Some(sys) = self.dict_get_name(modules, key).filter(|&sys| self.is(sys, classes::MODULE)) else {
            return;
        };
        let dict = self.get(sys, classes::MODULE_DICT);
        for (name, value) in [
            ("last_type", class),
            ("last_value", exception),
            ("last_traceback", traceback),
            ("last_exc", exception),
        ] {
            let name = self.intern(name);
            self.dict_set_name(dict, name, value);
        }
    }

    /// What `SystemExit` asks for; none for other exceptions. A code that is no number is told on standard error.
    pub fn exit_status(&mut self, exception: Word) -> Option<i32> {
        if !self.is_instance(exception, types::SYSTEM_EXIT) {
            return None;
        }
        let code = self.get_attr_str(exception, "code").unwrap_or(exception);
        if self.is_none(code) {
            return Some(0);
        }
        if self.is_instance(code, types::INT) {
            // Beyond what the system can take, it is -1.
            return Some(self.index(code).unwrap_or(-1) as i32 & 0xff);
        }
        let text = self.str_string(code).unwrap_or_default();
        self.write_error(&format!("{text}\n"));
        Some(1)
    }

    /// Writes to `sys.stderr`, behind what is still to be written to standard output. If that does not work, nobody is told.
    pub fn write_error(&mut self, text: &str) {
        let _ = self.flush_out();
        match self.current_stream(2) {
            Ok(Some(stream)) if self.is_none(stream) => {}
            Ok(Some(stream)) => {
                let text = self.new_str(text);
                let _ = self.call_method(stream, "write", &[text]);
                let _ = self.call_method(stream, "flush", &[]);
            }
            _ => {
                let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), text.as_bytes());
            }
        }
    }

    /// An exception that nobody can catch: told, and forgotten.
    pub fn show_ignored(&mut self, raised: Raised, object: Word) {
        let object = self.repr_string(object).unwrap_or_else(|_| "<object repr() failed>".to_string());
        let text = self.show_exception(raised.0);
        self.write_error(&format!("Exception ignored in: {object}\n{text}"));
    }

    /// What a dialogue does with the value of an expression: `sys.displayhook`.
    pub fn display_value(&mut self, value: Word) -> PyResult<()> {
        if let Some(hook) = self.sys_attribute("displayhook") {
            return self.call(hook, &[value]).map(|_| ());
        }
        self.default_display(value)
    }

    /// Prints the value unless it is None, and keeps it as `_`.
    pub fn default_display(&mut self, value: Word) -> PyResult<()> {
        if self.is_none(value) {
            return Ok(());
        }
        let (builtins, name, none) =
            (self.root(self.rt().singletons.builtins), self.intern("_"), self.none());
        // Not the last one, should `repr` look at it.
        self.dict_set_name(builtins, name, none);
        let text = self.repr_string(value)?;
        self.write_out(&format!("{text}\n"))?;
        self.dict_set_name(builtins, name, value);
        Ok(())
    }

    /// `sys.excepthook(type, value, traceback)`.
    pub fn excepthook(&mut self, value: Word, traceback: Word) -> PyResult {
        if self.is(value, classes::EXCEPTION) {
            if self.native_kind(traceback).is_some_and(|kind| kind == crate::object::native::Kind::Traceback)
                && self.get(value, classes::EXCEPTION_TRACEBACK).is_null()
            {
                self.set(value, classes::EXCEPTION_TRACEBACK, traceback);
            }
            self.display(value);
        } else {
            let name = self.type_name(value);
            let text = format!("TypeError: print_exception(): Exception expected for value, {name} found\n");
            self.write_error(&text);
        }
        Ok(self.none())
    }
}
