//! One code object in the making: instructions with labels, registers, tables.

use super::Compiler;
use super::literal::Constants;
use crate::bytecode::{
    Cache, Code, Const, Constant, Flags, Instr, NAMESPACE, NO_CACHE, Name, NameIndex, Register,
};
use crate::scope::{NameId, Names, ScopeId, ScopeKind, Scopes};
use crate::syntax::{ErrorKind, Fault};
use ruff_python_ast::Stmt;
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

/// A place in the code; instructions have labels as targets until they are finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(pub(crate) u32);

/// Number of an exception handler of a unit. 0: none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct HandlerId(pub(crate) u32);

/// Registers that a frame may have. A little less than the format allows, so that sums do not overflow.
const MAX_REGISTERS: u32 = 65_000;

/// What `break`, `continue` and `return` have to leave.
pub(crate) struct Block<'a> {
    pub(crate) kind: BlockKind<'a>,
    /// The handler that holds outside.
    pub(crate) handler: HandlerId,
}

#[derive(Clone)]
pub(crate) enum BlockKind<'a> {
    Loop {
        exit: Label,
        header: Label,
    },
    /// The body of a `try` with handlers only: nothing to do.
    Try,
    /// What has `finally` behind it.
    Finally {
        body: &'a [Stmt],
    },
    /// A handler: the handled exception is restored, the name unbound.
    Handling {
        save: Register,
        name: Option<&'a ruff_python_ast::Identifier>,
    },
    /// `except*` cannot be left by jumps.
    HandlingGroup,
    With {
        base: Register,
        is_async: bool,
        range: TextRange,
    },
}

pub(crate) struct Unit<'a> {
    pub(crate) code: Code,
    pub(crate) scope: ScopeId,
    pub(crate) frame: ScopeId,
    pub(crate) instructions: Vec<Instr>,
    pub(crate) ranges: Vec<TextRange>,
    pub(crate) handler_of: Vec<HandlerId>,
    /// Where each label is.
    pub(crate) labels: Vec<u32>,
    pub(crate) handlers: Vec<(Label, Register)>,
    pub(crate) handler: HandlerId,
    pub(crate) blocks: Vec<Block<'a>>,
    pub(crate) constants: Constants,
    names: FxHashMap<Name, NameIndex>,
    pub(crate) slots: FxHashMap<(ScopeId, NameId), Register>,
    next: u32,
    highest: u32,
    caches: u32,
    loops: u32,
    /// A limit was exceeded.
    pub(crate) overflow: Option<&'static str>,
    /// Of a class: attributes that its methods assign to `self`.
    pub(crate) static_attributes: Vec<Name>,
    /// Blocks that are being left, to be entered again.
    pub(crate) left: Vec<(Vec<Block<'a>>, HandlerId)>,
    /// How many blocks around the current statement may be skipped.
    pub(crate) conditional: u32,
    /// Where a module makes its `__annotate__`, and where it goes on then.
    pub(crate) annotate: Option<(Label, Label)>,
    /// Annotations of a module's or class's variables.
    pub(crate) annotations: Vec<super::annotations::VariableAnnotation<'a>>,
}

impl<'a> Unit<'a> {
    pub(crate) fn new(scopes: &Scopes, frame: ScopeId, code: Code, namespace: bool) -> Unit<'a> {
        let mut unit = Unit {
            code,
            scope: frame,
            frame,
            instructions: Vec::new(),
            ranges: Vec::new(),
            handler_of: Vec::new(),
            labels: Vec::new(),
            handlers: Vec::new(),
            handler: HandlerId(0),
            blocks: Vec::new(),
            constants: Constants::default(),
            names: FxHashMap::default(),
            slots: FxHashMap::default(),
            next: 1,
            highest: 1,
            caches: 0,
            loops: 0,
            overflow: None,
            static_attributes: Vec::new(),
            left: Vec::new(),
            conditional: 0,
            annotate: None,
            annotations: Vec::new(),
        };
        if namespace {
            unit.declare_namespace();
        }
        unit.declare_variables(scopes);
        unit.declare_comprehensions(scopes);
        unit
    }

    fn variable(&mut self, scope: ScopeId, name: NameId, text: &Name) -> Register {
        let slot = self.temporaries(1);
        self.code.locals.push(text.clone());
        self.slots.insert((scope, name), slot);
        slot
    }

    /// The namespace is the first variable.
    fn declare_namespace(&mut self) {
        self.code.flags.insert(Flags::NAMESPACE);
        let slot = self.variable(self.frame, Names::NAMESPACE, &".namespace".into());
        debug_assert_eq!(slot, NAMESPACE);
    }

    /// Gives the frame's variables their slots: parameters, which the scope has first, then the others, then those of comprehensions.
    fn declare_variables(&mut self, scopes: &Scopes) {
        let scope = scopes.get(self.frame);
        if scope.kind == ScopeKind::Class {
            for (needed, name) in [
                (scope.needs_class, Names::CLASS),
                (scope.needs_class_dict, Names::CLASS_DICT),
                (scope.conditional_annotations, Names::CONDITIONAL_ANNOTATIONS),
            ] {
                if needed {
                    let slot = self.variable(self.frame, name, scopes.names.get(name));
                    self.code.cells.push(slot);
                }
            }
        }
        if scope.is_function_like() {
            for &name in &scope.order {
                let symbol = &scope.symbols[&name];
                if symbol.uses.is_bound() {
                    let slot = self.variable(self.frame, name, scopes.names.get(name));
                    if symbol.captured {
                        self.code.cells.push(slot);
                    }
                }
            }
        }
        self.code.visible_locals = self.code.locals.len() as u16;
        self.code.free = scope.free.iter().map(|&name| scopes.names.get(name).clone()).collect();
    }

    /// Variables of the comprehensions in this frame. Those that are not active at the same time and have the same name share a slot.
    fn declare_comprehensions(&mut self, scopes: &Scopes) {
        // By name, the slots and the scopes that have them.
        let mut by_name: FxHashMap<NameId, Vec<(Register, Vec<ScopeId>)>> = FxHashMap::default();
        for &id in &scopes.get(self.frame).comprehensions {
            let scope = scopes.get(id);
            for &name in scope.order.iter().filter(|name| scope.symbols[name].uses.is_bound()) {
                let outer = outer_comprehensions(scopes, id);
                let slots = by_name.entry(name).or_default();
                let free = slots.iter_mut().find(|(_, users)| !users.iter().any(|user| outer.contains(user)));
                match free {
                    Some((slot, users)) => {
                        users.push(id);
                        self.slots.insert((id, name), *slot);
                    }
                    None => {
                        let slot = self.variable(id, name, scopes.names.get(name));
                        slots.push((slot, vec![id]));
                    }
                }
            }
        }
    }

    /// The index of a name, which may be new.
    pub(crate) fn attribute(&mut self, text: &str) -> NameIndex {
        if let Some(&index) = self.names.get(text) {
            return index;
        }
        let (name, index): (Name, _) = (text.into(), self.code.names.len() as NameIndex);
        self.code.names.push(name.clone());
        self.names.insert(name, index);
        index
    }

    /// Consecutive new registers.
    pub(crate) fn temporaries(&mut self, count: u32) -> Register {
        let first = self.next;
        self.next += count;
        if self.next > MAX_REGISTERS {
            self.overflow = Some("too many variables or values in one function");
            self.next = first.min(MAX_REGISTERS / 2);
            return 1;
        }
        self.highest = self.highest.max(self.next);
        first as Register
    }

    /// How far temporaries are in use; they are freed by going back.
    pub(crate) fn mark(&self) -> u32 {
        self.next
    }

    pub(crate) fn free_to(&mut self, mark: u32) {
        self.next = mark;
    }

    /// Registers above those in use exist.
    pub(crate) fn reserve(&mut self, count: u32) {
        self.highest = self.highest.max((self.next + count).min(MAX_REGISTERS));
    }

    pub(crate) fn slots_used(&self) -> u16 {
        self.highest as u16
    }

    pub(crate) fn first_temporary(&self) -> Register {
        1 + self.code.locals.len() as Register
    }

    pub(crate) fn is_variable(&self, register: Register) -> bool {
        register < self.first_temporary()
    }

    pub(crate) fn next_cache(&mut self) -> Cache {
        let cache = Cache::try_from(self.caches).unwrap_or(NO_CACHE);
        self.caches = (self.caches + 1).min(NO_CACHE.into());
        cache
    }

    pub(crate) fn cache_count(&self) -> u16 {
        self.caches as u16
    }
}

fn outer_comprehensions(scopes: &Scopes, mut id: ScopeId) -> Vec<ScopeId> {
    let mut outer = Vec::new();
    while scopes.get(id).kind == ScopeKind::Comprehension {
        let Some(parent) = scopes.get(id).parent else { break };
        outer.push(parent);
        id = parent;
    }
    outer
}

impl<'a> Compiler<'a> {
    pub(crate) fn emit(&mut self, range: TextRange, instruction: Instr) {
        let unit = &mut self.unit;
        unit.instructions.push(instruction);
        unit.ranges.push(range);
        unit.handler_of.push(unit.handler);
    }

    pub(crate) fn label(&mut self) -> Label {
        self.unit.labels.push(u32::MAX);
        Label(self.unit.labels.len() as u32 - 1)
    }

    /// The label is here.
    pub(crate) fn place(&mut self, label: Label) {
        self.unit.labels[label.0 as usize] = self.unit.instructions.len() as u32;
    }

    pub(crate) fn jump(&mut self, range: TextRange, target: Label) {
        self.emit(range, Instr::Jump { target: target.0 });
    }

    /// The head of a new loop; gives its label.
    pub(crate) fn loop_header(&mut self, range: TextRange) -> Label {
        let header = self.label();
        self.place(header);
        let index = u16::try_from(self.unit.loops).unwrap_or_else(|_| {
            self.unit.overflow = Some("too many loops in one function");
            0
        });
        self.unit.loops += 1;
        self.emit(range, Instr::LoopHeader { index });
        header
    }

    /// A new temporary.
    pub(crate) fn temporary(&mut self) -> Register {
        self.unit.temporaries(1)
    }

    pub(crate) fn name_index(&mut self, name: NameId) -> NameIndex {
        let name = self.scopes.names.get(name);
        self.unit.attribute(name)
    }

    pub(crate) fn constant(&mut self, constant: Constant) -> Const {
        self.unit.constants.index(constant)
    }

    pub(crate) fn load_constant(&mut self, range: TextRange, dst: Register, constant: Constant) {
        if let Constant::Int(value) = constant
            && let Ok(value) = i32::try_from(value)
        {
            return self.emit(range, Instr::LoadInt { dst, value });
        }
        let constant = self.constant(constant);
        self.emit(range, Instr::LoadConst { dst, constant });
    }

    pub(crate) fn return_none(&mut self, range: TextRange) {
        let constant = self.constant(Constant::None);
        self.emit(range, Instr::ReturnConst { constant });
    }

    /// A new handler, which is not in force yet.
    pub(crate) fn new_handler(&mut self, register: Register) -> (HandlerId, Label) {
        let label = self.label();
        self.unit.handlers.push((label, register));
        (HandlerId(self.unit.handlers.len() as u32), label)
    }

    pub(crate) fn set_handler(&mut self, handler: HandlerId) -> HandlerId {
        std::mem::replace(&mut self.unit.handler, handler)
    }

    pub(crate) fn push_block(&mut self, kind: BlockKind<'a>) {
        let handler = self.unit.handler;
        self.unit.blocks.push(Block { kind, handler });
    }

    pub(crate) fn pop_block(&mut self) -> Block<'a> {
        self.unit.blocks.pop().expect("blocks are nested")
    }

    /// Starts a code object inside the current one.
    pub(crate) fn enter(&mut self, frame: ScopeId, mut code: Code) {
        code.flags.insert(if self.outer.is_empty() && self.unit.frame == Scopes::MODULE {
            Flags(0)
        } else {
            Flags::NESTED
        });
        let namespace = self.scopes.get(frame).kind == ScopeKind::Class;
        let unit = Unit::new(self.scopes, frame, code, namespace);
        self.outer.push(std::mem::replace(&mut self.unit, unit));
        let scope = self.scopes.get(frame);
        for slot in self.unit.code.cells.clone() {
            self.emit(TextRange::default(), Instr::MakeCell { slot });
        }
        let flags = &mut self.unit.code.flags;
        if scope.observed {
            flags.insert(Flags::OBSERVED);
        }
    }

    /// Ends it; gives it as a constant of the code around it.
    pub(crate) fn leave(&mut self) -> Result<Const, Fault> {
        let code = self.finish()?;
        self.unit = self.outer.pop().expect("entered");
        Ok(self.constant(Constant::Code(code)))
    }

    pub(crate) fn overflow(message: &str, range: TextRange) -> Fault {
        Fault::of_kind(ErrorKind::Overflow, message, range)
    }
}
