//! Register bytecode, made for an interpreter that is traced.
//!
//! * **Check, then commit.** An instruction does all its checks first and then has at most one effect: it writes one
//!   register, field, item or global, prints one thing, or pushes or pops a frame. An interpreter can be left before any
//!   instruction, and a check that fails leaves nothing half done: the instruction can simply be executed again.
//! * **Loop headers are instructions.** Every backward jump goes to a [`Instruction::Loop`].
//! * **Liveness is known** at every instruction ([`Function::live`]), so a frame can be rebuilt from what matters.
//! * **Registers hold their own frame's values.** Slots are the parameters, then the other locals (null at the start),
//!   then temporaries, which are never read before they are written.
//!
//! An exception at `pc` (at the call, for the frames below the top) goes to the first of [`Function::handlers`] whose
//! range has `pc`.

use crate::live::{BitSet, Liveness};
use crate::ops::{BinaryOp, UnaryOp};

/// A slot of the frame.
pub type Register = u16;

/// An index into [`Function::code`].
pub type Pc = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `dst = constants[constant]`
    Constant {
        dst: Register,
        constant: u16,
    },
    Move {
        dst: Register,
        src: Register,
    },
    LoadGlobal {
        dst: Register,
        global: u16,
    },
    StoreGlobal {
        global: u16,
        src: Register,
    },
    Unary {
        op: UnaryOp,
        dst: Register,
        src: Register,
    },
    Binary {
        op: BinaryOp,
        dst: Register,
        left: Register,
        right: Register,
    },
    /// A new record; its `count` fields are `first`, `first + 1`, ...
    NewRecord {
        count: u8,
        dst: Register,
        record: u16,
        first: Register,
    },
    NewArray {
        dst: Register,
        length: Register,
        fill: Register,
    },
    /// Calls the function for each item, and writes the array of results to `dst`. The function's locals can be seen
    /// meanwhile: it reads them all.
    Each {
        dst: Register,
        function: u16,
        array: Register,
    },
    /// `dst` = the local of the nearest caller in an `each`; `name` is an index into [`Program::fields`].
    Peek {
        dst: Register,
        name: u16,
    },
    Poke {
        dst: Register,
        name: u16,
        src: Register,
    },
    OnFree {
        dst: Register,
        object: Register,
        function: u16,
    },
    Collect,
    /// `field` is an index into [`Program::fields`]; see [`Record::slot`].
    GetField {
        dst: Register,
        object: Register,
        field: u16,
    },
    SetField {
        object: Register,
        field: u16,
        src: Register,
    },
    GetItem {
        dst: Register,
        array: Register,
        index: Register,
    },
    SetItem {
        array: Register,
        index: Register,
        src: Register,
    },
    PrintValue {
        src: Register,
    },
    PrintSpace,
    PrintNewline,
    Jump {
        target: Pc,
    },
    JumpIfFalse {
        condition: Register,
        target: Pc,
    },
    JumpIfTrue {
        condition: Register,
        target: Pc,
    },
    /// The header of the function's loop number `index`. Does nothing.
    Loop {
        index: u16,
    },
    /// Pushes a frame with the `count` arguments `first`, `first + 1`, ... What it returns is written to `dst`, and
    /// execution goes on with the next instruction.
    Call {
        count: u8,
        dst: Register,
        function: u16,
        first: Register,
    },
    Return {
        src: Register,
    },
    /// Raises the value of a register.
    Raise {
        src: Register,
    },
    /// Raises an `Error` with a [`crate::ErrorCode`]: a call that was wrong already in the source.
    Fail {
        code: crate::ErrorCode,
    },
}

const _: () = assert!(size_of::<Instruction>() == 8);

#[derive(Clone, Copy, Debug)]
pub enum Constant {
    Null,
    Int(i64),
    Float(f64),
}

#[derive(Clone, Debug)]
pub struct Program {
    /// `<main>` is the first; it has no parameters.
    pub functions: Vec<Function>,
    /// `Error { code }` is the first.
    pub records: Vec<Record>,
    /// Names of global variables. They are null at the start.
    pub globals: Vec<String>,
    /// All names of fields, of all records and all field accesses.
    pub fields: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    /// Indexes into [`Program::fields`].
    pub fields: Vec<u16>,
}

impl Record {
    /// Where in the record a field is, if it has it.
    pub fn slot(&self, field: u16) -> Option<usize> {
        self.fields.iter().position(|&f| f == field)
    }
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub parameters: usize,
    /// Names of the locals, parameters first.
    pub locals: Vec<String>,
    /// Size of the frame.
    pub slots: usize,
    pub constants: Vec<Constant>,
    pub code: Vec<Instruction>,
    /// The source line of each instruction.
    pub lines: Vec<u32>,
    /// The inner before the outer.
    pub handlers: Vec<Handler>,
    /// Where each loop's [`Instruction::Loop`] is.
    pub loops: Vec<Pc>,
    pub liveness: Liveness,
}

/// `try`/`catch`.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// First instruction, and the one after the last.
    pub start: Pc,
    pub end: Pc,
    /// Where the handler begins.
    pub target: Pc,
    /// Where it expects the caught value.
    pub register: Register,
}

impl Function {
    pub fn handler(&self, pc: usize) -> Option<&Handler> {
        self.handlers.iter().find(|handler| (handler.start as usize..handler.end as usize).contains(&pc))
    }

    /// The slots that can still be read if execution continues at `pc`, before the instruction there.
    pub fn live(&self, pc: usize) -> &BitSet {
        self.liveness.at(pc)
    }

    /// The slots that can still be read when the call at `pc` returns or raises; its `dst` is not one of them.
    pub fn live_across(&self, pc: usize) -> BitSet {
        self.liveness.across(self, pc)
    }
}

impl Instruction {
    /// The register it writes.
    pub fn dst(self) -> Option<Register> {
        use Instruction::*;
        match self {
            Constant { dst, .. }
            | Move { dst, .. }
            | LoadGlobal { dst, .. }
            | Unary { dst, .. }
            | Binary { dst, .. }
            | NewRecord { dst, .. }
            | NewArray { dst, .. }
            | Each { dst, .. }
            | Peek { dst, .. }
            | Poke { dst, .. }
            | OnFree { dst, .. }
            | GetField { dst, .. }
            | GetItem { dst, .. }
            | Call { dst, .. } => Some(dst),
            StoreGlobal { .. } | SetField { .. } | SetItem { .. } | PrintValue { .. } | PrintSpace => None,
            PrintNewline | Collect | Jump { .. } | JumpIfFalse { .. } | JumpIfTrue { .. } | Loop { .. } => {
                None
            }
            Return { .. } | Raise { .. } | Fail { .. } => None,
        }
    }

    /// The registers it reads, in the order of its operands.
    pub fn sources(self) -> impl Iterator<Item = Register> {
        use Instruction::*;
        let (few, range) = match self {
            NewRecord { count, first, .. } | Call { count, first, .. } => {
                ([None; 3], first..first + u16::from(count))
            }
            Move { src, .. }
            | StoreGlobal { src, .. }
            | Unary { src, .. }
            | PrintValue { src }
            | Return { src }
            | Raise { src } => ([Some(src), None, None], 0..0),
            JumpIfFalse { condition, .. } | JumpIfTrue { condition, .. } => {
                ([Some(condition), None, None], 0..0)
            }
            Binary { left, right, .. } => ([Some(left), Some(right), None], 0..0),
            NewArray { length, fill, .. } => ([Some(length), Some(fill), None], 0..0),
            Each { array, .. } => ([Some(array), None, None], 0..0),
            Poke { src, .. } => ([Some(src), None, None], 0..0),
            GetField { object, .. } | OnFree { object, .. } => ([Some(object), None, None], 0..0),
            SetField { object, src, .. } => ([Some(object), Some(src), None], 0..0),
            GetItem { array, index, .. } => ([Some(array), Some(index), None], 0..0),
            SetItem { array, index, src } => ([Some(array), Some(index), Some(src)], 0..0),
            Constant { .. } | LoadGlobal { .. } | PrintSpace | PrintNewline => ([None; 3], 0..0),
            Peek { .. } | Collect | Jump { .. } | Loop { .. } | Fail { .. } => ([None; 3], 0..0),
        };
        few.into_iter().flatten().chain(range)
    }

    pub fn may_raise(self) -> bool {
        use Instruction::*;
        match self {
            Unary { op, .. } => op.may_raise(),
            Binary { op, .. } => op.may_raise(),
            NewArray { .. } | GetField { .. } | SetField { .. } | GetItem { .. } | SetItem { .. } => true,
            Each { .. } | Peek { .. } | Poke { .. } | OnFree { .. } => true,
            Call { .. } | Raise { .. } | Fail { .. } => true,
            Constant { .. } | Move { .. } | LoadGlobal { .. } | StoreGlobal { .. } | NewRecord { .. } => {
                false
            }
            Collect | PrintValue { .. } | PrintSpace | PrintNewline | Loop { .. } | Return { .. } => false,
            Jump { .. } | JumpIfFalse { .. } | JumpIfTrue { .. } => false,
        }
    }

    pub fn target(self) -> Option<Pc> {
        match self {
            Instruction::Jump { target }
            | Instruction::JumpIfFalse { target, .. }
            | Instruction::JumpIfTrue { target, .. } => Some(target),
            _ => None,
        }
    }

    /// Whether the next instruction can be executed after it.
    pub fn falls_through(self) -> bool {
        use Instruction::*;
        !matches!(self, Jump { .. } | Return { .. } | Raise { .. } | Fail { .. })
    }
}
