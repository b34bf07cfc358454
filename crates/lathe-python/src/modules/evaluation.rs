//! `eval`, `exec`, `compile`, `locals`, `vars`, `dir`: code from text, and variables as mappings.
//!
//! `locals()` of a function is a snapshot: a new dict each time. Of a class body it is the namespace, of a module the globals.

use crate::bytecode::{Code, Flags};
use crate::compile::{Mode, Options, compile as compile_source};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use crate::syntax::Source;
use lathe_heap::Word;
use std::rc::Rc;

pub const FUNCTIONS: &[Function] = &[
    ("eval", "(source, /, globals=None, locals=None)", eval),
    ("exec", "(source, /, globals=None, locals=None, *, closure=None)", exec),
    (
        "compile",
        "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1)",
        compile,
    ),
    ("globals", "()", globals),
    ("locals", "()", locals),
    ("vars", "(object=None, /)", vars),
    ("dir", "(object=None, /)", dir),
];

/// How a text was compiled, kept with the code object: the rest is in the code.
const FUTURE_ANNOTATIONS: i64 = 1;
const OPTIMIZE_SHIFT: u32 = 1;

/// `PyCF_…` and `CO_FUTURE_…` that `compile` takes.
const KNOWN_FLAGS: i64 = 0x1fe_0000 | 0x0200 | 0x0400 | 0x1000 | 0x2000 | 0x4000 | 0x8000 | 0x10;
const ONLY_AST: i64 = 0x0400;
const FLAG_FUTURE_ANNOTATIONS: i64 = 0x100_0000;

/// So many texts that `eval` and `exec` were given are remembered with their code, if they are short.
const REMEMBERED: usize = 512;
const SHORT: usize = 400;

/// What a text was compiled as.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    pub text: String,
    pub expression: bool,
    pub namespace: bool,
    pub future_annotations: bool,
}

impl Py {
    /// The dict of globals of the frame that runs.
    pub fn frame_globals(&self) -> Word {
        let frame = self.core().stack.top_frame();
        let function = self.core().stack.word(frame.base);
        self.get(function, classes::FUNCTION_GLOBALS)
    }

    /// The variables of a frame of the stack.
    pub fn frame_locals(&mut self, index: usize) -> PyResult {
        let frame = self.core().stack.frame(index);
        let rt = self.runtime();
        let code = &rt.codes.get(frame.code.0).code;
        let slot = |py: &Py, slot: u32| py.core().stack.word(frame.base + slot);
        let function = slot(self, 0);
        let values: Vec<Word> = (1..=code.locals.len() as u32).map(|n| slot(self, n)).collect();
        if !code.flags.contains(Flags::OPTIMIZED) {
            let namespace = if code.flags.contains(Flags::NAMESPACE) {
                slot(self, crate::bytecode::NAMESPACE.into())
            } else {
                self.get(function, classes::FUNCTION_GLOBALS)
            };
            // Variables of a comprehension that runs hide others, in a copy.
            let first = usize::from(code.flags.contains(Flags::NAMESPACE));
            if values.iter().skip(first).all(|value| value.is_null()) || !self.is(namespace, classes::DICT) {
                return Ok(namespace);
            }
            let copy = self.dict_copy(namespace)?;
            let hidden = self.variables(code, &values, Word::NULL)?;
            self.dict_update(copy, hidden)?;
            return Ok(copy);
        }
        let closure = self.get(function, classes::FUNCTION_CLOSURE);
        self.variables(code, &values, closure)
    }

    /// The variables of a function as a dict: the values of its slots, and its closure.
    pub fn variables(&mut self, code: &Code, values: &[Word], closure: Word) -> PyResult {
        let dict = self.new_dict();
        for (index, (name, &value)) in code.locals.iter().zip(values).enumerate() {
            let is_cell = code.cells.contains(&(index as u16 + 1));
            // A cell is made by an instruction; before that the slot has the argument.
            let value = match value {
                value if value.is_null() => continue,
                value if is_cell && self.is(value, classes::CELL) => self.get(value, classes::CELL_CONTENT),
                value => value,
            };
            if !value.is_null() && !name.starts_with('.') {
                let name = self.intern(name);
                self.dict_set_name(dict, name, value);
            }
        }
        for (index, name) in code.free.iter().enumerate().filter(|_| !closure.is_null()) {
            if &**name == "__class__" {
                continue;
            }
            let cell = self.items::<Word>(closure)[index];
            let value = self.get(cell, classes::CELL_CONTENT);
            if !value.is_null() {
                let name = self.intern(name);
                self.dict_set_name(dict, name, value);
            }
        }
        Ok(dict)
    }

    fn top_locals(&mut self) -> PyResult {
        let index = self.core().stack.depth() - 1;
        self.frame_locals(index)
    }

    /// Does the code that runs have `from __future__ import annotations`?
    fn inherits_future(&self) -> bool {
        let frame = self.core().stack.top_frame();
        self.rt().codes.get(frame.code.0).code.flags.contains(Flags::FUTURE_ANNOTATIONS)
    }

    /// Source code as text: from a string or bytes.
    fn source_of(&mut self, source: Word, filename: &str, function: &str, what: &str) -> PyResult<Source> {
        let made = if let Some(text) = self.payload(source, classes::STR) {
            let text = self.text(text);
            if let Some(at) = text.code_points().position(|point| (0xd800..0xe000).contains(&point)) {
                let (point, message) = (text.get(at), "surrogates not allowed");
                let message = format!(
                    "'utf-8' codec can't encode character '\\u{point:04x}' in position {at}: {message}"
                );
                return Err(self.error(types::UNICODE_ENCODE_ERROR, &message));
            }
            Source::new(filename, &text.to_str())
        } else if let Some(bytes) = self.buffer(source) {
            let bytes = bytes.to_vec();
            Source::decode(filename, &bytes)
        } else {
            let message = format!("{function}() arg 1 must be a {what}");
            return Err(self.type_error(&message));
        };
        made.map_err(|error| self.syntax_error(&error))
    }

    /// Runs a code object with these globals and locals.
    pub fn run_code_object(&mut self, code: Word, globals: Word, locals: Word) -> PyResult {
        let mut number = self.code_number(code);
        if globals != locals && !self.get(code, classes::NATIVE_A).is_null() {
            number = self.with_namespace(code)?;
        }
        self.run_evaluated(number, globals, locals)
    }

    /// The variant of a code object whose names are in a namespace.
    fn with_namespace(&mut self, code: Word) -> PyResult<u32> {
        let known = self.get_int(code, classes::NATIVE_J);
        if known > 0 {
            return Ok((known - 1) as u32);
        }
        let how = self.as_int(self.get(code, classes::NATIVE_B)).unwrap_or(0);
        let filename = self.code_of(code).filename.clone();
        let text = self.string(self.get(code, classes::NATIVE_A)).into_owned();
        let options = Options {
            mode: Mode::Exec,
            optimize: (how >> OPTIMIZE_SHIFT) as u8,
            future_annotations: how & FUTURE_ANNOTATIONS != 0,
        };
        let variant = Source::new(&filename, &text)
            .and_then(|source| compile_source(&source, options))
            .map_err(|error| self.syntax_error(&error))?;
        let number = self.load_code(&variant);
        self.set_int(code, classes::NATIVE_J, i64::from(number) + 1);
        Ok(number)
    }

    /// Runs code that stands alone.
    fn run_evaluated(&mut self, number: u32, globals: Word, locals: Word) -> PyResult {
        let code = self.rt().codes.get(number).code.clone();
        let (function, _) = self.module_function(&code, globals);
        if code.flags.contains(Flags::NAMESPACE) {
            return self.call(function, &[locals]);
        }
        self.call(function, &[])
    }

    /// The code of a text for `eval` or `exec`: short texts are compiled once.
    fn evaluated_code(&mut self, source: &Source, expression: bool, namespace: bool) -> PyResult<u32> {
        let future_annotations = self.inherits_future();
        let request = (source.text().len() <= SHORT).then(|| Request {
            text: source.text().to_string(),
            expression,
            namespace,
            future_annotations,
        });
        if let Some(request) = &request
            && let Some(&number) = self.rt().evaluated.borrow().get(request)
        {
            return Ok(number);
        }
        let mode = match (expression, namespace) {
            (true, _) => Mode::Eval,
            (false, true) => Mode::Exec,
            (false, false) => Mode::Module,
        };
        let options = Options { mode, optimize: 0, future_annotations };
        let code = compile_source(source, options).map_err(|error| self.syntax_error(&error))?;
        let number = self.load_code(&code);
        if let Some(request) = request {
            let mut known = self.rt().evaluated.borrow_mut();
            if known.len() >= REMEMBERED {
                known.clear();
            }
            known.insert(request, number);
        }
        Ok(number)
    }

    /// The globals and locals that `eval` and `exec` are to use.
    fn environment(&mut self, function: &str, globals: Word, locals: Word) -> PyResult<(Word, Word)> {
        let none = self.none();
        let given = |word: Word| !word.is_null() && word != none;
        if given(locals) && !is_mapping(self, locals) {
            let message = if function == "eval" {
                "locals must be a mapping".to_string()
            } else {
                format!("locals must be a mapping or None, not {}", self.type_name(locals))
            };
            return Err(self.type_error(&message));
        }
        if !given(globals) {
            let locals = if given(locals) { locals } else { self.top_locals()? };
            return Ok((self.frame_globals(), locals));
        }
        let Some(dict) = self.payload(globals, classes::DICT) else {
            let message = match function {
                "eval" if is_mapping(self, globals) => {
                    "globals must be a real dict; try eval(code, {}, mapping)".to_string()
                }
                "eval" => "globals must be a dict".to_string(),
                _ => format!("exec() globals must be a dict, not {}", self.type_name(globals)),
            };
            return Err(self.type_error(&message));
        };
        let key = self.intern("__builtins__");
        if self.dict_get_name(dict, key).is_none() {
            let builtins = self.root(self.rt().singletons.builtins);
            self.dict_set_name(dict, key, builtins);
        }
        Ok((dict, if given(locals) { locals } else { dict }))
    }
}

/// Can names be looked up in it?
fn is_mapping(py: &mut Py, object: Word) -> bool {
    py.lookup_special(object, "__getitem__").is_some()
}

fn eval(py: &mut Py, args: &[Word]) -> PyResult {
    let (globals, locals) = py.environment("eval", args[1], args[2])?;
    if py.native_kind(args[0]) == Some(Kind::Code) {
        if !py.code_of(args[0]).free.is_empty() {
            return Err(py.type_error("code object passed to eval() may not contain free variables"));
        }
        return py.run_code_object(args[0], globals, locals);
    }
    let source = py.source_of(args[0], "<string>", "eval", "string, bytes or code object")?;
    // Space before an expression is no indentation.
    let text = source.text().trim_start_matches([' ', '\t']);
    let number = if text.len() == source.text().len() {
        py.evaluated_code(&source, true, true)?
    } else {
        let source = Source::new("<string>", text).map_err(|error| py.syntax_error(&error))?;
        py.evaluated_code(&source, true, true)?
    };
    py.run_evaluated(number, globals, locals)
}

fn exec(py: &mut Py, args: &[Word]) -> PyResult {
    let (globals, locals) = py.environment("exec", args[1], args[2])?;
    let none = py.none();
    let closure = args[3];
    let has_closure = !closure.is_null() && closure != none;
    if py.native_kind(args[0]) == Some(Kind::Code) {
        let free = py.code_of(args[0]).free.len();
        if free == 0 && has_closure {
            return Err(py.type_error("cannot use a closure with this code object"));
        }
        if free > 0 {
            let wanted = format!("code object requires a closure of exactly length {free}");
            if !has_closure {
                return Err(py.type_error(&wanted));
            }
            let fits = py.is(closure, classes::TUPLE)
                && py.array_len(closure) == free
                && py.items::<Word>(closure).iter().all(|&cell| py.is(cell, classes::CELL));
            if !fits {
                return Err(py.type_error(&wanted));
            }
            let code = py.code_of(args[0]);
            let (function, _) = py.module_function(&code, globals);
            py.set(function, classes::FUNCTION_CLOSURE, closure);
            py.call(function, &[])?;
            return Ok(none);
        }
        py.run_code_object(args[0], globals, locals)?;
        return Ok(none);
    }
    if has_closure {
        return Err(py.type_error("closure can only be used when source is a code object"));
    }
    let source = py.source_of(args[0], "<string>", "exec", "string, bytes or code object")?;
    let number = py.evaluated_code(&source, false, globals != locals)?;
    py.run_evaluated(number, globals, locals)?;
    Ok(none)
}

fn compile(py: &mut Py, args: &[Word]) -> PyResult {
    let filename = match py.payload(args[1], classes::STR) {
        Some(text) => py.string(text).into_owned(),
        None => match py.buffer(args[1]) {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => {
                let message =
                    format!("expected str, bytes or os.PathLike object, not {}", py.type_name(args[1]));
                return Err(py.type_error(&message));
            }
        },
    };
    let Some(mode) = py.payload(args[2], classes::STR) else {
        let message = format!("compile() argument 'mode' must be str, not {}", py.type_name(args[2]));
        return Err(py.type_error(&message));
    };
    let mode = py.string(mode).into_owned();
    let flags = if args[3].is_null() { 0 } else { py.index(args[3])? };
    if flags & !KNOWN_FLAGS != 0 {
        return Err(py.value_error("compile(): unrecognised flags"));
    }
    let optimize = if args[5].is_null() { -1 } else { py.index(args[5])? };
    if !(-1..=2).contains(&optimize) {
        return Err(py.value_error("compile(): invalid optimize value"));
    }
    let inherit = args[4].is_null() || !py.truth(args[4])?;
    let compile_mode = match mode.as_str() {
        "exec" => Mode::Module,
        "eval" => Mode::Eval,
        "single" => Mode::Interactive,
        "func_type" if flags & ONLY_AST == 0 => {
            return Err(py.value_error("compile() mode 'func_type' requires flag PyCF_ONLY_AST"));
        }
        _ => return Err(py.value_error("compile() mode must be 'exec', 'eval' or 'single'")),
    };
    if flags & ONLY_AST != 0 {
        // Those who can do without a tree, such as `traceback`, catch what a text that has none raises.
        return Err(py.error(types::SYNTAX_ERROR, "compile() to a syntax tree is not supported"));
    }
    if py.native_kind(args[0]) == Some(Kind::Code) {
        return Ok(args[0]);
    }
    let source = py.source_of(args[0], &filename, "compile", "string, bytes or AST object")?;
    let future_annotations = flags & FLAG_FUTURE_ANNOTATIONS != 0 || inherit && py.inherits_future();
    let options = Options { mode: compile_mode, optimize: optimize.max(0) as u8, future_annotations };
    let code: Rc<Code> = match compile_source(&source, options) {
        Ok(code) => code,
        Err(error) => return Err(py.syntax_error(&error)),
    };
    let number = py.load_code(&code);
    let object = py.code_object(number);
    if compile_mode == Mode::Module {
        let text = py.new_str(source.text());
        py.set(object, classes::NATIVE_A, text);
        let how = (i64::from(future_annotations) * FUTURE_ANNOTATIONS)
            | (i64::from(options.optimize) << OPTIMIZE_SHIFT);
        py.set(object, classes::NATIVE_B, Word::wrap_small(how));
    }
    Ok(object)
}

fn globals(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.frame_globals())
}

fn locals(py: &mut Py, _args: &[Word]) -> PyResult {
    py.top_locals()
}

fn vars(py: &mut Py, args: &[Word]) -> PyResult {
    if args[0].is_null() {
        return py.top_locals();
    }
    let name = py.intern("__dict__");
    match py.try_get_attr(args[0], name) {
        Ok(Some(dict)) => Ok(dict),
        Err(raised) if !py.is_instance(raised.0, types::ATTRIBUTE_ERROR) => Err(raised),
        _ => Err(py.type_error("vars() argument must have __dict__ attribute")),
    }
}

fn dir(py: &mut Py, args: &[Word]) -> PyResult {
    let names = if args[0].is_null() {
        let locals = py.top_locals()?;
        py.call_method(locals, "keys", &[])?
    } else {
        match py.call_special(args[0], "__dir__", &[])? {
            Some(names) => names,
            None => return Err(py.type_error("object does not provide __dir__")),
        }
    };
    let names = py.collect(names)?;
    let list = py.new_list(&names.to_vec());
    py.list_sort(list, None, false)?;
    Ok(list)
}
