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
use crate::object::handle::Object;
use crate::object::py::Py;
use crate::object::text;
use crate::protocol::call::frame_slots;
use crate::runtime::{CommandLine, LoadedCode, start, types};
use crate::syntax::{Source, SyntaxError};
use lathe_codegen::VmContext;
use lathe_heap::{Config, Word};
use lathe_ir::CodeId;
use lathe_meta::{Outcome, Params, Vm};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

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
    Raised(Object),
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

    /// Does some work with objects; guest code may be called. All there is for those who write natives is for embedders, too.
    pub fn enter<T>(&mut self, work: impl FnOnce(&mut Py) -> T) -> T {
        let marker = 0u8;
        // SAFETY: all frames that hold guest references are below this one, which does not return before the work is done.
        unsafe { self.vm.core.heap.set_stack_base(Some(&raw const marker)) };
        let result = self.vm.with_context(|context| within(context, work));
        // SAFETY: nothing of the stack is looked at any more.
        unsafe { self.vm.core.heap.set_stack_base(None) };
        result
    }

    /// What `sys.argv` and `sys.path` are.
    pub fn set_command_line(&mut self, arguments: Vec<String>, path: Vec<String>) {
        *self.vm.guest.rt.command_line.borrow_mut() = CommandLine { arguments, path };
    }

    /// `-O`: 1 leaves out `assert`, 2 also docstrings.
    pub fn set_optimize(&mut self, level: u8) {
        self.vm.guest.rt.optimize.set(level);
    }

    /// The word whose bits interrupt a run: [`lathe_meta::INTERRUPT`] raises `KeyboardInterrupt`. Another thread may set it.
    pub fn attention(&self) -> Arc<AtomicU32> {
        self.vm.core.attention.clone()
    }

    /// Runs a program as `__main__`.
    pub fn run(&mut self, filename: &str, text: &str) -> Result<(), Failure> {
        let source = Source::new(filename, text).map_err(Failure::Syntax)?;
        self.run_source(&source)
    }

    pub fn run_source(&mut self, source: &Source) -> Result<(), Failure> {
        self.run_mode(source, Mode::Module)
    }

    /// Runs a program as `__main__`, or statements of a dialogue, whose values are displayed.
    pub fn run_mode(&mut self, source: &Source, mode: Mode) -> Result<(), Failure> {
        let options = self.enter(|py| py.options(mode));
        let code = compile(source, options).map_err(Failure::Syntax)?;
        self.run_code(&code)
    }

    /// Runs code of a module as `__main__`.
    pub fn run_code(&mut self, code: &Rc<Code>) -> Result<(), Failure> {
        let marker = 0u8;
        // SAFETY: all frames that hold guest references are below this one, which does not return before the run is over.
        unsafe { self.vm.core.heap.set_stack_base(Some(&raw const marker)) };
        let outcome = self.run_main(code);
        // SAFETY: nothing of the stack is looked at any more.
        unsafe { self.vm.core.heap.set_stack_base(None) };
        outcome
    }

    #[inline(never)]
    fn run_main(&mut self, code: &Rc<Code>) -> Result<(), Failure> {
        // SAFETY: the VM is not running, so nothing of the core is borrowed.
        let mut py = unsafe { Py::new(&raw mut *self.vm.core.context) };
        let globals = py.main_globals();
        let (function, number) = py.module_function(code, globals);
        let slots = frame_slots(py.rt().codes.get(number));
        let outcome = self.vm.run(CodeId(number), slots, &[function]);
        // What is printed comes before a traceback. If it cannot be written, that is said at the end.
        let _ = py.flush_out();
        match outcome {
            Outcome::Finished(_) => Ok(()),
            Outcome::Uncaught => {
                let (exception, _) = self.vm.core.uncaught.take().expect("an exception");
                Err(Failure::Raised(py.hold(exception)))
            }
            Outcome::StackFull | Outcome::OutOfMemory | Outcome::Interrupted => {
                let raised = match outcome {
                    Outcome::StackFull => py.recursion_error(),
                    Outcome::OutOfMemory => py.error_with(types::MEMORY_ERROR, &[]),
                    _ => py.error_with(types::KEYBOARD_INTERRUPT, &[]),
                };
                Err(Failure::Raised(py.hold(raised.0)))
            }
        }
    }

    /// The end of a program: what it has left to be finalized is, its files are closed, and what it has printed is written. False if
    /// something could not be written; it was said so on standard error.
    pub fn finish(&mut self) -> bool {
        self.enter(|py| py.finish_streams())
    }

    /// What an uncaught exception looks like, with its traceback.
    pub fn show(&mut self, exception: &Object) -> String {
        self.enter(|py| py.show_exception(py.held(exception)))
    }

    /// A failure as an exception: a syntax error is one, too.
    pub fn exception_of(&mut self, failure: Failure) -> Object {
        match failure {
            Failure::Raised(exception) => exception,
            Failure::Syntax(error) => self.enter(|py| {
                let raised = py.syntax_error(&error);
                py.hold(raised.0)
            }),
        }
    }

    /// Is it a `KeyboardInterrupt`?
    pub fn is_interrupt(&mut self, exception: &Object) -> bool {
        self.enter(|py| py.is_instance(py.held(exception), types::KEYBOARD_INTERRUPT))
    }

    /// Runs a module as `__main__`: `-m`.
    pub fn run_module(&mut self, name: &str) -> Result<(), Failure> {
        let found = self.enter(|py| py.find_main_module(name).map_err(|raised| py.hold(raised.0)));
        let code = found.map_err(Failure::Raised)?;
        self.run_code(&code)
    }

    /// Tells of an uncaught exception, as at the end of a program; the exit status that it asks for, if it does.
    pub fn report(&mut self, exception: &Object) -> Option<i32> {
        self.enter(|py| py.report(py.held(exception)))
    }
}

/// In a frame of its own, below the mark.
#[inline(never)]
fn within<T>(context: *mut VmContext, work: impl FnOnce(&mut Py) -> T) -> T {
    // SAFETY: the context is that of a Python VM, of which nothing is borrowed while it is entered.
    let mut py = unsafe { Py::new(context) };
    work(&mut py)
}

impl Py {
    /// How texts are compiled.
    pub fn options(&self, mode: Mode) -> Options {
        Options { optimize: self.rt().optimize.get(), ..Options::new(mode) }
    }

    /// The globals of `__main__`, which is there when first asked for.
    pub fn main_globals(&mut self) -> Word {
        let (modules, name) = (self.root(self.rt().singletons.modules), self.intern("__main__"));
        if let Some(module) = self.dict_get_name(modules, name)
            && self.is(module, classes::MODULE)
        {
            return self.get(module, classes::MODULE_DICT);
        }
        let module = self.new_module("__main__");
        let (globals, none) = (self.get(module, classes::MODULE_DICT), self.none());
        for name in ["__doc__", "__package__", "__loader__", "__spec__"] {
            let name = self.intern(name);
            self.dict_set_name(globals, name, none);
        }
        let (key, builtins) = (self.intern("__builtins__"), self.root(self.rt().singletons.builtins));
        self.dict_set_name(globals, key, builtins);
        self.dict_set_name(modules, name, module);
        globals
    }

    /// The names that a program can use in `__main__`, each with the attributes of its value.
    pub fn names_to_complete(&mut self) -> BTreeMap<String, Vec<String>> {
        let mut names = BTreeMap::new();
        let globals = self.main_globals();
        for (dict, with_attributes) in [(self.root(self.rt().singletons.builtins), false), (globals, true)] {
            let (mut values, mut position) = (Vec::new(), 0);
            while let Some((name, value)) = self.dict_next(dict, &mut position) {
                values.push((self.str_string(name).unwrap_or_default(), value));
            }
            for (name, value) in values {
                // The dict keeps the value alive; user code is not run for it.
                let attributes = if with_attributes { self.attribute_names(value) } else { Vec::new() };
                names.insert(name, attributes);
            }
        }
        names
    }

    fn attribute_names(&mut self, object: Word) -> Vec<String> {
        let Ok(names) = crate::types::object::dir(self, &[object]) else { return Vec::new() };
        let Ok(names) = self.collect(names) else { return Vec::new() };
        let names = names.to_vec();
        names
            .into_iter()
            .filter(|&name| self.is(name, classes::STR))
            .map(|name| self.string_of(name))
            .collect()
    }

    /// Sets a global of `__main__`.
    pub fn set_main_global(&mut self, name: &str, value: Word) {
        let globals = self.main_globals();
        let name = self.intern(name);
        self.dict_set_name(globals, name, value);
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
}
