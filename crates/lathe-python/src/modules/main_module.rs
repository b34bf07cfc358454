//! `-m module`: a module, or the `__main__` of a package, found as an import would find it, and run as the program.

use crate::bytecode::Code;
use crate::compile::{Mode, compile};
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types;
use crate::syntax::Source;
use lathe_heap::Word;
use std::rc::Rc;

impl Py {
    /// The code of a module that is to be the program. `__main__` and `sys.argv` are made ready for it.
    pub fn find_main_module(&mut self, name: &str) -> PyResult<Rc<Code>> {
        let (parent, last) = match name.rsplit_once('.') {
            Some((package, last)) => (self.main_parent(package, name)?, last),
            None => (Word::NULL, name),
        };
        let found = match self.find_source(last, parent)? {
            Some(found) if found.2 => {
                // A package: what is run is its `__main__`.
                let package = self.main_parent(name, name)?;
                let Some(main) = self.find_source("__main__", package)? else {
                    let message = format!(
                        "No module named {name}.__main__; '{name}' is a package and cannot be directly executed"
                    );
                    return Err(self.no_main(&message));
                };
                (main.0, main.1, name.to_string())
            }
            Some(found) => {
                (found.0, found.1, name.rsplit_once('.').map_or("", |(package, _)| package).to_string())
            }
            None => return Err(self.no_main(&format!("No module named {name}"))),
        };
        let (path, bytes, package) = found;
        let filename = path.to_string_lossy().into_owned();
        for (name, value) in [("__file__", filename.as_str()), ("__package__", package.as_str())] {
            let value = self.new_str(value);
            self.set_main_global(name, value);
        }
        if let Some(first) = self.rt().command_line.borrow_mut().arguments.first_mut() {
            *first = filename.clone();
        }
        // Somebody may have imported `sys` already: a package that was found.
        if let Some(argv) = self.sys_attribute("argv")
            && self.is(argv, classes::LIST)
            && self.list_len(argv) > 0
        {
            let file = self.new_str(&filename);
            self.set_item_of(argv, Word::wrap_small(0), file)?;
        }
        let source = Source::decode(&filename, &bytes).map_err(|error| self.syntax_error(&error))?;
        let options = self.options(Mode::Module);
        compile(&source, options).map_err(|error| self.syntax_error(&error))
    }

    /// Imports the package that the module is in.
    fn main_parent(&mut self, package: &str, name: &str) -> PyResult {
        let names = self.intern("*");
        let names = self.new_tuple(&[names]);
        match self.import(package, Word::NULL, names, 0) {
            Ok(module) => Ok(module),
            Err(raised) if self.is_instance(raised.0, types::MODULE_NOT_FOUND_ERROR) => {
                let text = self.str_string(raised.0)?;
                let message = format!(
                    "Error while finding module specification for '{name}' (ModuleNotFoundError: {text})"
                );
                Err(self.no_main(&message))
            }
            Err(raised) => Err(raised),
        }
    }

    /// Told in one line: nobody wants a traceback of how it was looked for.
    fn no_main(&mut self, message: &str) -> Raised {
        let message = self.new_str(&format!("lathe-python: {message}"));
        self.error_with(types::SYSTEM_EXIT, &[message])
    }
}
