//! An interpreter to embed: make one, run code, look at what comes out.
//!
//! ```
//! use lathe_python::interpreter::Interpreter;
//!
//! let mut python = Interpreter::new(Default::default(), Default::default()).expect("a code generator for this machine");
//! assert!(python.run("<example>", "x = 1").is_ok());
//! ```

use crate::bytecode::{Code, Constant, Text};
use crate::compile::{Mode, Options, compile};
use crate::interpret::{Helpers, Python};
use crate::number::Int;
use crate::object::classes;
use crate::object::py::{Py, Raised};
use crate::object::text;
use crate::protocol::call::frame_slots;
use crate::runtime::{CommandLine, LoadedCode, start};
use crate::syntax::{Source, SyntaxError};
use lathe_heap::{Config, Word};
use lathe_ir::CodeId;
use lathe_meta::{Outcome, Params, Vm};
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

pub struct Interpreter {
    pub vm: Vm<Python>,
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreter").finish_non_exhaustive()
    }
}

/// Why code was not run to its end.
#[derive(Debug)]
pub enum Failure {
    Syntax(SyntaxError),
    /// An exception that nothing has caught; see [`Interpreter::show`].
    Raised(Word),
}

impl Interpreter {
    pub fn new(params: Params, heap: Config) -> Result<Interpreter, lathe_codegen::CompileError> {
        let (mut core, rt) = start::new_core(heap);
        let helpers = Helpers::register(&mut core);
        rt.context.set(&raw mut *core.context);
        start::with_py(&mut core, |py| {
            crate::types::install(py);
            crate::modules::builtins::install(py);
        });
        let vm = Vm::new(Python { rt, helpers }, core, params)?;
        Ok(Interpreter { vm })
    }

    fn py(&mut self) -> Py {
        // SAFETY: the VM is not running, so nothing of the core is borrowed.
        unsafe { Py::new(&raw mut *self.vm.core.context) }
    }

    /// What `sys.argv` and `sys.path` are.
    pub fn set_command_line(&mut self, arguments: Vec<String>, path: Vec<String>) {
        *self.vm.guest.rt.command_line.borrow_mut() = CommandLine { arguments, path };
    }

    /// Runs a program as `__main__`.
    pub fn run(&mut self, filename: &str, text: &str) -> Result<(), Failure> {
        let source = Source::new(filename, text).map_err(Failure::Syntax)?;
        self.run_source(&source)
    }

    pub fn run_source(&mut self, source: &Source) -> Result<(), Failure> {
        let code = compile(source, Options::new(Mode::Module)).map_err(Failure::Syntax)?;
        let marker = 0u8;
        // SAFETY: all frames that hold guest references are below this one, which does not return before the run is over.
        unsafe { self.vm.core.heap.set_stack_base(Some(&raw const marker)) };
        let mut py = self.py();
        let (function, number) = py.main_function(&code);
        let slots = frame_slots(py.rt().codes.get(number));
        let outcome = self.vm.run(CodeId(number), slots, &[function]);
        let mut py = self.py();
        // What is printed comes before a traceback. If it cannot be written, that is said at the end.
        let _ = py.flush_out();
        // SAFETY: nothing of the stack is looked at any more.
        unsafe { self.vm.core.heap.set_stack_base(None) };
        match outcome {
            Outcome::Finished(_) => Ok(()),
            Outcome::Uncaught => {
                let (exception, _) = self.vm.core.uncaught.take().expect("an exception");
                Err(Failure::Raised(exception))
            }
            Outcome::StackFull | Outcome::Interrupted | Outcome::OutOfMemory => {
                let mut py = self.py();
                let raised = py.error_with(crate::runtime::types::KEYBOARD_INTERRUPT, &[]);
                Err(Failure::Raised(raised.0))
            }
        }
    }

    /// The end of a program: what it has left to be finalized is, its files are closed, and what it has printed is written. False if
    /// something could not be written; it was said so on standard error.
    pub fn finish(&mut self) -> bool {
        let marker = 0u8;
        // SAFETY: all frames that hold guest references are below this one.
        unsafe { self.vm.core.heap.set_stack_base(Some(&raw const marker)) };
        let well = self.vm.with_context(|context| {
            // SAFETY: the context is that of this VM, nothing of which is borrowed.
            unsafe { Py::new(context) }.finish_streams()
        });
        // SAFETY: nothing of the stack is looked at any more.
        unsafe { self.vm.core.heap.set_stack_base(None) };
        well
    }

    /// What an uncaught exception looks like, with its traceback.
    pub fn show(&mut self, exception: Word) -> String {
        self.py().show_exception(exception)
    }

    /// What `SystemExit` asks for: an exit status, and a text for standard error. None for other exceptions.
    pub fn exit_status(&mut self, exception: Word) -> Option<(i32, Option<String>)> {
        let mut py = self.py();
        if !py.is_instance(exception, crate::runtime::types::SYSTEM_EXIT) {
            return None;
        }
        let code = py.stop_value(exception);
        Some(match py.as_int(code) {
            Some(code) => (code as i32 & 0xff, None),
            None if py.is_none(code) => (0, None),
            None => {
                let text = py.str_string(code).unwrap_or_default();
                (1, Some(text))
            }
        })
    }
}

impl Py {
    /// A function for the code of `__main__`, with new globals.
    fn main_function(&mut self, code: &Rc<Code>) -> (Word, u32) {
        let globals = self.new_namespace();
        for (name, value) in [("__name__", "__main__"), ("__file__", &*code.filename)] {
            let (name, value) = (self.intern(name), self.new_str(value));
            self.dict_set_name(globals, name, value);
        }
        let none = self.none();
        for name in ["__doc__", "__package__", "__loader__", "__spec__"] {
            let name = self.intern(name);
            self.dict_set_name(globals, name, none);
        }
        let (name, builtins) = (self.intern("__builtins__"), self.root(self.rt().singletons.builtins));
        self.dict_set_name(globals, name, builtins);
        let (modules, main) = (self.root(self.rt().singletons.modules), self.intern("__main__"));
        let module = self.new_object(classes::MODULE);
        self.set(module, classes::MODULE_DICT, globals);
        self.dict_set_name(modules, main, module);
        self.module_function(code, globals)
    }

    /// A function that runs the code of a module.
    pub fn module_function(&mut self, code: &Rc<Code>, globals: Word) -> (Word, u32) {
        let number = self.load_code(code);
        let function = self.new_object(classes::FUNCTION);
        self.set_int(function, classes::FUNCTION_CODE, number.into());
        self.set(function, classes::FUNCTION_GLOBALS, globals);
        let name = self.intern("<module>");
        self.set(function, classes::FUNCTION_NAME, name);
        self.set(function, classes::FUNCTION_QUALNAME, name);
        (function, number)
    }

    /// A dict whose changes are watched.
    pub fn new_namespace(&mut self) -> Word {
        let dict = self.new_dict();
        let watch = self.rt().add_namespace();
        self.set_int(dict, classes::DICT_WATCH, watch);
        // It needs a version before there is anything in it.
        let version = self.rt().new_version();
        self.set_int(dict, classes::DICT_VERSION, version as i64);
        dict
    }

    /// The number of a code object, whose constants are made when it is first asked for.
    pub fn load_code(&mut self, code: &Rc<Code>) -> u32 {
        let address = Rc::as_ptr(code) as usize;
        if let Some(&number) = self.rt().loaded.borrow().get(&address) {
            return number;
        }
        let constants = code
            .constants
            .iter()
            .map(|constant| {
                let object = self.constant_object(constant);
                self.core().heap.add_root(object)
            })
            .collect();
        let names = code
            .names
            .iter()
            .map(|name| {
                let name = self.intern(name);
                (name, self.core().heap.add_root(name))
            })
            .collect();
        let caches = (0..code.caches).map(|_| Cell::default()).collect();
        let name = code.qualname.to_string();
        self.core().descriptors.codes.push(name);
        let number = self.rt().codes.add(LoadedCode { code: code.clone(), constants, names, caches });
        self.rt().loaded.borrow_mut().insert(address, number);
        number
    }

    fn constant_object(&mut self, constant: &Constant) -> Word {
        match constant {
            Constant::None => self.none(),
            Constant::Ellipsis => self.root(self.rt().singletons.ellipsis),
            Constant::Bool(value) => self.bool(*value),
            Constant::Int(value) => self.new_int(*value),
            Constant::Float(value) => self.new_float(*value),
            Constant::Str(Text::Str(value)) => {
                // Like names, so that comparing them is quick.
                if value.len() <= 40 { self.intern(value) } else { self.new_str(value) }
            }
            Constant::Str(Text::CodePoints(points)) => self.new_text(text::Text::Four(points)),
            Constant::Bytes(bytes) => self.new_bytes(bytes),
            Constant::Tuple(items) => {
                let rooted = self.rooted();
                for item in items.iter() {
                    let item = self.constant_object(item);
                    rooted.push(item);
                }
                self.new_tuple(&rooted.to_vec())
            }
            Constant::Complex { real, imaginary } => {
                let object = self.new_object(classes::COMPLEX);
                self.set_float(object, classes::COMPLEX_REAL, *real);
                self.set_float(object, classes::COMPLEX_IMAGINARY, *imaginary);
                object
            }
            Constant::FrozenSet(items) => {
                let set = self.new_set(true);
                for item in items.iter() {
                    let item = self.constant_object(item);
                    self.set_add(set, item).expect("constants are hashable");
                }
                set
            }
            // Read by the instructions that use it.
            Constant::Code(_) => self.none(),
            Constant::BigInt(value) => {
                let sign = if value.negative { "-" } else { "" };
                let value = Int::parse(&format!("{sign}{}", value.digits), value.radix, 0).expect("digits");
                self.new_int_value(&value).expect("room for a constant")
            }
        }
    }

    /// The same object: numbers are by value.
    pub fn same(&self, a: Word, b: Word) -> bool {
        a == b || lathe_meta::identity::same_value(self.core(), a, b)
    }

    /// An exception that nobody can catch: shown on standard error, and forgotten.
    pub fn show_ignored(&mut self, raised: Raised, object: Word) {
        let object = self.repr_string(object).unwrap_or_default();
        let text = self.show_exception(raised.0);
        eprint!("Exception ignored in: {object}\n{text}");
    }

    /// `Traceback (most recent call last): …`
    pub fn show_exception(&mut self, exception: Word) -> String {
        let mut text = String::new();
        let mut chain = vec![];
        let mut link = exception;
        // Causes and contexts come first; a chain that goes round ends.
        while !link.is_null() && chain.len() < 100 && !chain.iter().any(|&(seen, _)| seen == link) {
            let cause = self.get(link, classes::EXCEPTION_CAUSE);
            let context = self.get(link, classes::EXCEPTION_CONTEXT);
            let suppressed = self.get_int(link, classes::EXCEPTION_SUPPRESS) != 0;
            let (next, why) = if !cause.is_null() {
                (cause, "\nThe above exception was the direct cause of the following exception:\n\n")
            } else if suppressed {
                (Word::NULL, "")
            } else {
                (context, "\nDuring handling of the above exception, another exception occurred:\n\n")
            };
            chain.push((link, why));
            link = next;
        }
        for (index, &(link, _)) in chain.iter().enumerate().rev() {
            self.show_one(link, &mut text);
            if index > 0 {
                text.push_str(chain[index - 1].1);
            }
        }
        text
    }

    fn show_one(&mut self, exception: Word, text: &mut String) {
        let mut entry = self.get(exception, classes::EXCEPTION_TRACEBACK);
        if !entry.is_null() {
            text.push_str("Traceback (most recent call last):\n");
        }
        while !entry.is_null() {
            let (code, pc) = (self.get_int(entry, classes::NATIVE_I), self.get_int(entry, classes::NATIVE_J));
            let rt = self.runtime();
            let code = &rt.codes.get(code as u32).code;
            let position = code.positions.get(pc as usize);
            let line = position.map_or(code.first_line, |position| position.line);
            text.push_str(&format!("  File \"{}\", line {line}, in {}\n", code.filename, code.name));
            entry = self.get(entry, classes::NATIVE_A);
        }
        let name = {
            let id = self.type_of(exception);
            self.qualified_name(id)
        };
        let message = match self.str(exception) {
            Ok(message) => self.string_of(message),
            Err(_) => "<exception str() failed>".to_string(),
        };
        if message.is_empty() {
            text.push_str(&format!("{name}\n"));
        } else {
            text.push_str(&format!("{name}: {message}\n"));
        }
    }
}
