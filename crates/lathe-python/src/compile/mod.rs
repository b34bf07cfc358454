//! From the syntax tree to bytecode.
//!
//! One pass over the tree emits instructions with labels (`unit`), `finish` cleans up and resolves them. Values are computed where
//! they are needed: an expression is compiled *into* a register (`Compiler::compute`), or to wherever its value is already (`Compiler::value`),
//! or to jumps (`Compiler::condition`).
//!
//! A variable's register is written by the last instruction of an expression only, after everything that could raise or read it: `x = x
//! or f(x)` needs a temporary.

#![forbid(unsafe_code)]

mod annotations;
mod assign;
mod call;
mod class;
mod comprehension;
mod condition;
mod display;
mod exceptions;
mod expression;
mod finish;
mod fold;
mod function;
mod future;
mod generic;
mod groups;
mod imports;
mod literal;
mod loops;
mod names;
mod pattern;
mod statement;
mod strings;
mod suspend;
mod unit;
mod unparse;
mod with;

use crate::bytecode::{Code, CodeKind, Flags, Name};
use crate::scope::{self, Scopes};
use crate::syntax::{Fault, Parsed, Source, SyntaxError};
use ruff_python_ast as ast;
use ruff_text_size::{TextRange, TextSize};
use std::rc::Rc;
use unit::Unit;

/// What is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A module or script: names are globals.
    Module,
    /// For `exec`: names are in a namespace of their own, which may be the globals.
    Exec,
    /// For `eval`: one expression, whose value is returned; names as for `exec`.
    Eval,
    /// For the interactive interpreter: as a module, but values of expressions are displayed.
    Interactive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub mode: Mode,
    /// `-O`: 1 leaves out `assert` and makes `__debug__` false, 2 leaves out docstrings, too.
    pub optimize: u8,
    /// As if `from __future__ import annotations` stood there (inherited by `exec` and `compile`).
    pub future_annotations: bool,
}

impl Options {
    pub fn new(mode: Mode) -> Options {
        Options { mode, optimize: 0, future_annotations: false }
    }
}

/// Compiles a source text.
pub fn compile(source: &Source, options: Options) -> Result<Rc<Code>, SyntaxError> {
    let parsed = Parsed::new(source, options.mode == Mode::Eval)?;
    let code = compile_parsed(source, &parsed, options);
    parsed.dispose(code.is_err());
    code.map_err(|fault| SyntaxError::new(fault, source))
}

fn compile_parsed(source: &Source, parsed: &Parsed, options: Options) -> Result<Rc<Code>, Fault> {
    let tree = parsed.tree();
    let future = future::future(tree)?;
    let future_annotations = future.annotations || options.future_annotations;
    let scopes = scope::build(tree, future_annotations)?;
    let filename: Name = source.filename().into();
    let (kind, name) = match options.mode {
        Mode::Eval => (CodeKind::Expression, "<module>"),
        Mode::Module | Mode::Exec | Mode::Interactive => (CodeKind::Module, "<module>"),
    };
    let code = Code::new(kind, name.into(), name.into(), filename, 1);
    let namespace = matches!(options.mode, Mode::Exec | Mode::Eval);
    let mut unit = Unit::new(&scopes, Scopes::MODULE, code, namespace);
    if scopes.get(Scopes::MODULE).observed {
        unit.code.flags.insert(Flags::OBSERVED);
    }
    let future_end = future.end;
    let mut compiler = Compiler {
        source,
        scopes: &scopes,
        options,
        future_annotations,
        future_end,
        unit,
        outer: Vec::new(),
    };
    compiler.module(tree)?;
    compiler.finish()
}

/// The result of compiling a part.
pub(crate) type Done = Result<(), Fault>;

pub(crate) struct Compiler<'a> {
    pub(crate) source: &'a Source,
    pub(crate) scopes: &'a Scopes,
    pub(crate) options: Options,
    pub(crate) future_annotations: bool,
    /// Where the imports of `__future__` at the beginning end.
    pub(crate) future_end: TextSize,
    /// What is being compiled, and what is around it.
    pub(crate) unit: Unit<'a>,
    pub(crate) outer: Vec<Unit<'a>>,
}

impl<'a> Compiler<'a> {
    fn module(&mut self, tree: &'a ast::Mod) -> Done {
        let start = TextRange::default();
        match tree {
            ast::Mod::Expression(expression) => {
                let value = self.value(&expression.body)?;
                self.emit(expression.range, crate::bytecode::Instr::Return { src: value });
            }
            ast::Mod::Module(module) => {
                self.module_start(&module.body, start)?;
                self.statements(&module.body)?;
                self.module_annotations(start)?;
                self.return_none(start);
            }
        }
        Ok(())
    }

    /// Whether names of the module are looked up in a namespace and not in the globals.
    pub(crate) fn uses_namespace(&self) -> bool {
        matches!(self.options.mode, Mode::Exec | Mode::Eval)
    }
}
