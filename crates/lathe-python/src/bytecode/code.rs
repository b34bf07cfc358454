//! Code objects: a function's, class body's or module's instructions and tables.

use super::constant::Constant;
use super::instr::{Instr, Pc, Register};
use super::live::Liveness;
use super::positions::Positions;
use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

pub type Name = Rc<str>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    Module,
    /// An expression of its own: `eval`.
    Expression,
    Class,
    Function,
    Lambda,
    GeneratorExpression,
    /// An `__annotate__` function, or one that evaluates a type alias, a bound or a default.
    Annotations,
    /// The hidden function around a generic function, class or type alias.
    TypeParameters,
}

/// What is special about a code object. The values are those of CPython's `co_flags`, where it has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flags(pub u32);

impl Flags {
    /// Locals are in slots.
    pub const OPTIMIZED: Flags = Flags(0x1);
    pub const NEW_LOCALS: Flags = Flags(0x2);
    /// There is a `*args` parameter.
    pub const VARARGS: Flags = Flags(0x4);
    /// There is a `**kwargs` parameter.
    pub const VARKEYWORDS: Flags = Flags(0x8);
    pub const NESTED: Flags = Flags(0x10);
    pub const GENERATOR: Flags = Flags(0x20);
    pub const COROUTINE: Flags = Flags(0x80);
    /// A generator that can be awaited (`types.coroutine`).
    pub const ITERABLE_COROUTINE: Flags = Flags(0x100);
    pub const ASYNC_GENERATOR: Flags = Flags(0x200);
    pub const FUTURE_ANNOTATIONS: Flags = Flags(0x0100_0000);
    /// The first constant is the docstring.
    pub const HAS_DOCSTRING: Flags = Flags(0x0400_0000);
    /// A function in a class body.
    pub const METHOD: Flags = Flags(0x0800_0000);
    /// Names are looked up in a namespace in slot 1 (ours; not in `co_flags`).
    pub const NAMESPACE: Flags = Flags(0x1_0000);
    /// The code mentions `locals`, `vars`, `dir`, `eval`, `exec`, `super` as a value, or `_getframe`: somebody may look at the frame's
    /// variables, so all of them are live (ours; not in `co_flags`).
    pub const OBSERVED: Flags = Flags(0x2_0000);

    pub fn contains(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    pub fn insert(&mut self, flag: Flags) {
        self.0 |= flag.0;
    }

    /// What `co_flags` shows.
    pub fn visible(self) -> u32 {
        self.0 & !(Flags::NAMESPACE.0 | Flags::OBSERVED.0)
    }
}

/// Where an exception that is raised at one of the instructions goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// First instruction, and the one after the last.
    pub start: Pc,
    pub end: Pc,
    /// Where to go on.
    pub target: Pc,
    /// Gets the exception.
    pub register: Register,
}

pub struct Code {
    pub kind: CodeKind,
    pub flags: Flags,
    pub name: Name,
    pub qualname: Name,
    pub filename: Name,
    /// Line of the `def`, or of its first decorator.
    pub first_line: u32,
    /// How many parameters are positional-only, positional (with those), and keyword-only. `*args` and `**kwargs` are flags.
    pub positional_only: u16,
    pub positional: u16,
    pub keyword_only: u16,
    /// Names of the slots from 1 on, parameters first.
    pub locals: Vec<Name>,
    /// How many of `locals` are the function's; the others belong to comprehensions.
    pub visible_locals: u16,
    /// Slots that hold cells.
    pub cells: Vec<Register>,
    /// Names of the variables in the closure.
    pub free: Vec<Name>,
    /// Size of the frame.
    pub slots: u16,
    pub constants: Vec<Constant>,
    pub names: Vec<Name>,
    pub instructions: Vec<Instr>,
    pub positions: Positions,
    /// Sorted, and disjoint: an inner `try` is cut out of the ranges of the outer.
    pub handlers: Vec<Handler>,
    /// Where each loop's `LoopHeader` is.
    pub loops: Vec<Pc>,
    /// How many inline caches there are.
    pub caches: u16,
    liveness: OnceCell<Liveness>,
}

impl Code {
    /// Without instructions yet.
    pub fn new(kind: CodeKind, name: Name, qualname: Name, filename: Name, first_line: u32) -> Code {
        Code {
            kind,
            flags: Flags::default(),
            name,
            qualname,
            filename,
            first_line,
            positional_only: 0,
            positional: 0,
            keyword_only: 0,
            locals: Vec::new(),
            visible_locals: 0,
            cells: Vec::new(),
            free: Vec::new(),
            slots: 1,
            constants: Vec::new(),
            names: Vec::new(),
            instructions: Vec::new(),
            positions: Positions::default(),
            handlers: Vec::new(),
            loops: Vec::new(),
            caches: 0,
            liveness: OnceCell::new(),
        }
    }

    /// All parameters, with `*args` and `**kwargs`.
    pub fn parameters(&self) -> u16 {
        let more = |flag| u16::from(self.flags.contains(flag));
        self.positional + self.keyword_only + more(Flags::VARARGS) + more(Flags::VARKEYWORDS)
    }

    pub fn args_slot(&self) -> Option<Register> {
        self.flags.contains(Flags::VARARGS).then(|| 1 + self.positional + self.keyword_only)
    }

    pub fn kwargs_slot(&self) -> Option<Register> {
        self.flags.contains(Flags::VARKEYWORDS).then(|| self.parameters())
    }

    /// The slots of parameters by position.
    pub fn parameter_slots(&self) -> Range<Register> {
        1..1 + self.parameters()
    }

    /// The first register that is no variable.
    pub fn first_temporary(&self) -> Register {
        1 + self.locals.len() as Register
    }

    pub fn is_generator_like(&self) -> bool {
        [Flags::GENERATOR, Flags::COROUTINE, Flags::ASYNC_GENERATOR]
            .iter()
            .any(|&flag| self.flags.contains(flag))
    }

    pub fn docstring(&self) -> Option<&Constant> {
        if self.flags.contains(Flags::HAS_DOCSTRING) { self.constants.first() } else { None }
    }

    /// The handler of exceptions that are raised at `pc`.
    pub fn handler(&self, pc: Pc) -> Option<&Handler> {
        let after = self.handlers.partition_point(|handler| handler.start <= pc);
        self.handlers[..after].last().filter(|handler| pc < handler.end)
    }

    /// The name of a variable's slot.
    pub fn local_name(&self, slot: Register) -> Option<&Name> {
        self.locals.get(usize::from(slot).checked_sub(1)?)
    }

    /// Computed when it is first asked for.
    pub fn liveness(&self) -> &Liveness {
        self.liveness.get_or_init(|| Liveness::new(self))
    }

    /// Can the slot be read again when the frame goes on? `suspended`: the frame is in a call at `pc` (or suspended at a
    /// `Yield` there), else it is about to start the instruction at `pc`.
    ///
    /// The running function (slot 0) is always live. All variables are live in code with [`Flags::OBSERVED`]. Others who look
    /// at a frame (a debugger through a traceback, `sys._getframe(1)`) see variables that are not live as they last were on
    /// the stack.
    pub fn is_live(&self, pc: Pc, suspended: bool, slot: u32) -> bool {
        slot == 0
            || self.flags.contains(Flags::OBSERVED) && slot < u32::from(self.first_temporary())
            || self.liveness().is_live(self, pc, suspended, slot)
    }

    /// The code objects among the constants.
    pub fn children(&self) -> impl Iterator<Item = &Rc<Code>> {
        self.constants.iter().filter_map(|constant| match constant {
            Constant::Code(code) => Some(code),
            _ => None,
        })
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<code {} of {:?}, line {}>", self.qualname, self.filename, self.first_line)
    }
}
