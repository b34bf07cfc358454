//! Instructions: the ops of the trace IR, and those that only a graph has.

use lathe_ir::{HelperId, OpKind, Operand, SnapshotId};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstKind {
    /// An op of the trace IR. `jump` and `finish` are not for graphs; `exit` ends a block.
    Op(OpKind),
    /// An argument of the graph, counted from 0; in the entry block only.
    Parameter(u32),
    /// One input for each predecessor of the block, in their order.
    Phi(Vec<Operand>),
    /// Leaves if its operand is null; the result is the operand.
    NullCheck(Operand, SnapshotId),
    /// What the interpreter's state is here. Does nothing; guards that are moved here take it.
    SaveState(SnapshotId),
    /// A poll: may leave here with this state.
    SafePoint(SnapshotId),
    /// The callee's own instructions follow, up to the matching `return_inlined`. Calls nothing itself.
    InlinedCall(HelperId, Vec<Operand>),
    InlinedReturn,
    /// To the first successor if not 0, else to the second; ends the block.
    If(Operand),
    /// To the only successor; ends the block. Text does not show it.
    Goto,
    /// Leaves the graph with these results; ends the block.
    Return(Vec<Operand>),
}

impl InstKind {
    /// The name in text.
    pub fn name(&self) -> &'static str {
        match self {
            InstKind::Op(kind) => kind.name(),
            InstKind::Parameter(_) => "parameter",
            InstKind::Phi(_) => "phi",
            InstKind::NullCheck(..) => "null_check",
            InstKind::SaveState(_) => "savestate",
            InstKind::SafePoint(_) => "safepoint",
            InstKind::InlinedCall(..) => "inlined call",
            InstKind::InlinedReturn => "return_inlined",
            InstKind::If(_) => "if",
            InstKind::Goto => "goto",
            InstKind::Return(_) => "return",
        }
    }

    pub fn is_phi(&self) -> bool {
        matches!(self, InstKind::Phi(_))
    }

    /// Ends its block.
    pub fn is_terminator(&self) -> bool {
        match self {
            InstKind::Op(kind) => kind.is_terminator(),
            InstKind::If(_) | InstKind::Goto | InstKind::Return(_) => true,
            InstKind::Parameter(_)
            | InstKind::Phi(_)
            | InstKind::NullCheck(..)
            | InstKind::SaveState(_)
            | InstKind::SafePoint(_)
            | InstKind::InlinedCall(..)
            | InstKind::InlinedReturn => false,
        }
    }

    /// Every operand, in the order of the text. Snapshots are not operands.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        match self {
            InstKind::Op(kind) => kind.for_each_operand(f),
            InstKind::Phi(list) | InstKind::InlinedCall(_, list) | InstKind::Return(list) => {
                list.iter().for_each(|&operand| f(operand));
            }
            InstKind::NullCheck(operand, _) | InstKind::If(operand) => f(*operand),
            InstKind::Parameter(_)
            | InstKind::SaveState(_)
            | InstKind::SafePoint(_)
            | InstKind::InlinedReturn
            | InstKind::Goto => {}
        }
    }

    /// Renames every operand.
    pub fn map_operands(&mut self, mut f: impl FnMut(Operand) -> Operand) {
        match self {
            InstKind::Op(kind) => kind.map_operands(f),
            InstKind::Phi(list) | InstKind::InlinedCall(_, list) | InstKind::Return(list) => {
                list.iter_mut().for_each(|operand| *operand = f(*operand));
            }
            InstKind::NullCheck(operand, _) | InstKind::If(operand) => *operand = f(*operand),
            InstKind::Parameter(_)
            | InstKind::SaveState(_)
            | InstKind::SafePoint(_)
            | InstKind::InlinedReturn
            | InstKind::Goto => {}
        }
    }

    pub fn snapshot(&self) -> Option<SnapshotId> {
        match self {
            InstKind::Op(kind) => kind.snapshot(),
            InstKind::NullCheck(_, id) | InstKind::SaveState(id) | InstKind::SafePoint(id) => Some(*id),
            InstKind::Parameter(_)
            | InstKind::Phi(_)
            | InstKind::InlinedCall(..)
            | InstKind::InlinedReturn
            | InstKind::If(_)
            | InstKind::Goto
            | InstKind::Return(_) => None,
        }
    }

    pub fn snapshot_mut(&mut self) -> Option<&mut SnapshotId> {
        match self {
            InstKind::Op(kind) => kind.snapshot_mut(),
            InstKind::NullCheck(_, id) | InstKind::SaveState(id) | InstKind::SafePoint(id) => Some(id),
            InstKind::Parameter(_)
            | InstKind::Phi(_)
            | InstKind::InlinedCall(..)
            | InstKind::InlinedReturn
            | InstKind::If(_)
            | InstKind::Goto
            | InstKind::Return(_) => None,
        }
    }
}
