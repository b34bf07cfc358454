//! Code objects: what `compile` gives, and what functions have as `__code__`.
//!
//! The code itself is in the table of loaded code, which only grows; an object is its number. There is one object for each, so that
//! `f.__code__ is f.__code__`.
//!
//! A text that was compiled for `exec` can run in two ways: with its names as globals, or with names in a namespace of its own. The
//! first is what the object has; the second is compiled from the same text when somebody asks for it.

use crate::bytecode::{Code, Constant, Flags};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;
use std::rc::Rc;

impl Py {
    /// The object of a loaded code.
    pub fn code_object(&mut self, number: u32) -> Word {
        let known = self.rt().code_objects.borrow().get(&number).copied();
        if let Some(root) = known {
            return self.root(root);
        }
        let object = self.new_native(Kind::Code, Word::NULL, Word::NULL, Word::NULL);
        self.set_int(object, classes::NATIVE_I, number.into());
        let root = self.core().heap.add_root(object);
        self.rt().code_objects.borrow_mut().insert(number, root);
        object
    }

    /// The number of the code that a code object stands for.
    pub fn code_number(&self, object: Word) -> u32 {
        self.get_int(object, classes::NATIVE_I) as u32
    }

    /// The code itself.
    pub fn code_of(&self, object: Word) -> Rc<Code> {
        self.rt().codes.get(self.code_number(object)).code.clone()
    }

    fn names_tuple<'a>(&mut self, names: impl Iterator<Item = &'a Rc<str>>) -> Word {
        let words = self.rooted();
        for name in names {
            let name = self.intern(name);
            words.push(name);
        }
        self.new_tuple(&words.to_vec())
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let code = py.code_of(args[0]);
    let text = format!(
        "<code object {} at {:#x}, file \"{}\", line {}>",
        code.name, args[0].0, code.filename, code.first_line
    );
    Ok(py.new_str(&text))
}

macro_rules! numbers {
    ($($function:ident = $value:expr;)*) => {
        $(fn $function(py: &mut Py, object: Word) -> PyResult {
            let code = py.code_of(object);
            let value: fn(&Code) -> i64 = $value;
            Ok(py.new_int(value(&code)))
        })*
    };
}

numbers! {
    first_line = |code| code.first_line.into();
    argument_count = |code| code.positional.into();
    positional_only = |code| code.positional_only.into();
    keyword_only = |code| code.keyword_only.into();
    local_count = |code| variables(code).len() as i64;
    stack_size = |code| (code.slots - code.first_temporary()).into();
    flags = |code| code.flags.visible().into();
}

/// The function's own variables; those that are captured only if they are parameters. That of a namespace is none.
fn variables(code: &Code) -> Vec<Rc<str>> {
    if code.flags.contains(Flags::NAMESPACE) {
        return Vec::new();
    }
    let visible = code.locals.iter().take(code.visible_locals.into()).zip(1..);
    let plain = visible.filter(|(_, slot)| *slot <= code.parameters() || !code.cells.contains(slot));
    plain.map(|(name, _)| name.clone()).collect()
}

fn name(py: &mut Py, object: Word) -> PyResult {
    let name = py.code_of(object).name.clone();
    Ok(py.new_str(&name))
}

fn qualname(py: &mut Py, object: Word) -> PyResult {
    let name = py.code_of(object).qualname.clone();
    Ok(py.new_str(&name))
}

fn filename(py: &mut Py, object: Word) -> PyResult {
    let name = py.code_of(object).filename.clone();
    Ok(py.new_str(&name))
}

fn variable_names(py: &mut Py, object: Word) -> PyResult {
    let code = py.code_of(object);
    Ok(py.names_tuple(variables(&code).iter()))
}

fn names(py: &mut Py, object: Word) -> PyResult {
    let code = py.code_of(object);
    Ok(py.names_tuple(code.names.iter()))
}

fn free_names(py: &mut Py, object: Word) -> PyResult {
    let code = py.code_of(object);
    Ok(py.names_tuple(code.free.iter()))
}

fn cell_names(py: &mut Py, object: Word) -> PyResult {
    let code = py.code_of(object);
    let names: Vec<Rc<str>> = code.cells.iter().filter_map(|&slot| code.local_name(slot).cloned()).collect();
    Ok(py.names_tuple(names.iter()))
}

fn constants(py: &mut Py, object: Word) -> PyResult {
    let rt = py.runtime();
    let loaded = rt.codes.get(py.code_number(object));
    let words = py.rooted();
    for (constant, &root) in loaded.code.constants.iter().zip(&loaded.constants) {
        let word = match constant {
            Constant::Code(inner) => {
                let number = py.load_code(inner);
                py.code_object(number)
            }
            _ => py.root(root),
        };
        words.push(word);
    }
    Ok(py.new_tuple(&words.to_vec()))
}

/// The instructions as bytes: what they mean is nobody's business, but equal code has equal bytes.
fn bytes(py: &mut Py, object: Word) -> PyResult {
    let code = py.code_of(object);
    let text = format!("{:?}", code.instructions);
    Ok(py.new_bytes(text.as_bytes()))
}

/// `(start, end, line)` for each run of instructions of a line. Instructions count two, as CPython's do.
fn lines(py: &mut Py, args: &[Word]) -> PyResult {
    let code = py.code_of(args[0]);
    let list = py.new_list(&[]);
    let line_at = |pc: usize| code.positions.get(pc).map(|position| position.line).filter(|&line| line > 0);
    let (count, mut start) = (code.instructions.len(), 0);
    for end in 1..=count {
        if end < count && line_at(end) == line_at(start) {
            continue;
        }
        let line = line_at(start).map_or(py.none(), |line| Word::wrap_small(line.into()));
        let run = [Word::wrap_small(2 * start as i64), Word::wrap_small(2 * end as i64), line];
        let run = py.new_tuple(&run);
        py.list_append(list, run)?;
        start = end;
    }
    py.iter(list)
}

/// `(line, end line, column, end column)` of each instruction.
fn positions(py: &mut Py, args: &[Word]) -> PyResult {
    let code = py.code_of(args[0]);
    let list = py.new_list(&[]);
    for pc in 0..code.instructions.len() {
        let none = py.none();
        let entry = match code.positions.get(pc) {
            Some(at) if at.line > 0 => {
                [at.line, at.end_line, at.column, at.end_column].map(|number| Word::wrap_small(number.into()))
            }
            _ => [none; 4],
        };
        let entry = py.new_tuple(&entry);
        py.list_append(list, entry)?;
    }
    py.iter(list)
}

const METHODS: &[Method] = &[
    ("__repr__", Special, "(self, /)", repr),
    ("co_lines", Plain, "(self, /)", lines),
    ("co_positions", Plain, "(self, /)", positions),
];

pub fn install(py: &mut Py) {
    py.add_methods(types::CODE, METHODS);
    py.add_getters(
        types::CODE,
        &[
            ("co_name", name),
            ("co_qualname", qualname),
            ("co_filename", filename),
            ("co_firstlineno", first_line),
            ("co_argcount", argument_count),
            ("co_posonlyargcount", positional_only),
            ("co_kwonlyargcount", keyword_only),
            ("co_nlocals", local_count),
            ("co_stacksize", stack_size),
            ("co_flags", flags),
            ("co_varnames", variable_names),
            ("co_names", names),
            ("co_freevars", free_names),
            ("co_cellvars", cell_names),
            ("co_consts", constants),
            ("co_code", bytes),
        ],
    );
}
