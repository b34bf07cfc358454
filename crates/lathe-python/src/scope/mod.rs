//! Scopes: who owns each name.
//!
//! `build` walks the tree once and notes for every scope which names it binds, uses and declares. `resolve` then finds the owner of
//! every name by walking outwards. Everything is keyed by the address of the tree's nodes, which do not move.
//!
//! List, set and dict comprehensions are scopes of their own but have no frame (PEP 709): their variables live in hidden
//! slots of the function around them. A variable becomes a cell only if another *frame* uses it.

#![forbid(unsafe_code)]

mod bind;
mod build;
mod expressions;
mod mangle;
mod names;
mod resolve;

use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

pub use build::build;
pub(crate) use build::function_annotations;
pub use mangle::mangle;
pub use names::{NameId, Names};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScopeKind {
    Module,
    Class,
    Function,
    Lambda,
    /// List, set, dict: no frame of its own.
    Comprehension,
    GeneratorExpression,
    /// `__annotate__` of a function, class or module.
    Annotations,
    /// The hidden function of a generic function, class or alias.
    TypeParameters,
    /// The value of a type alias, a bound or a default, evaluated later.
    Evaluator,
}

/// What a scope does with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Use(pub u16);

impl Use {
    pub const READ: Use = Use(1);
    /// Assigned, imported, deleted, defined: anything that makes a name local.
    pub const BOUND: Use = Use(2);
    pub const PARAMETER: Use = Use(4);
    pub const GLOBAL: Use = Use(8);
    pub const NONLOCAL: Use = Use(16);
    pub const ANNOTATED: Use = Use(32);
    /// The variable of a comprehension's `for`.
    pub const ITERATION: Use = Use(64);
    /// By an assignment expression.
    pub const WALRUS: Use = Use(128);
    pub const TYPE_PARAMETER: Use = Use(256);

    pub fn has(self, other: Use) -> bool {
        self.0 & other.0 != 0
    }

    pub fn add(&mut self, other: Use) {
        self.0 |= other.0;
    }

    /// Local to the scope that has it.
    pub fn is_bound(self) -> bool {
        self.has(Use(Use::BOUND.0 | Use::PARAMETER.0)) && !self.has(Use(Use::GLOBAL.0 | Use::NONLOCAL.0))
    }
}

/// Where a name is found at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a slot of this frame, that of a variable of `owner`.
    Slot { owner: ScopeId },
    /// In the closure.
    Free,
    /// In the globals, then the builtins.
    Global,
    /// In the namespace, then the globals, then the builtins.
    Name,
    /// In the namespace, then the closure.
    NameOrFree,
}

#[derive(Clone, Debug)]
pub struct Symbol {
    pub uses: Use,
    pub place: Place,
    /// Used by another frame: its slot holds a cell.
    pub captured: bool,
    /// Where it was first seen, and where it was declared global or nonlocal.
    pub first: TextRange,
    pub declared: TextRange,
}

#[derive(Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// The scope with the frame that this one runs in: itself, or for comprehensions an outer one.
    pub frame: ScopeId,
    /// In order of first appearance.
    pub order: Vec<NameId>,
    pub symbols: FxHashMap<NameId, Symbol>,
    /// The comprehensions that run in its frame.
    pub comprehensions: Vec<ScopeId>,
    /// Names in the closure, sorted. Only scopes with a frame have any.
    pub free: Vec<NameId>,
    pub is_async: bool,
    pub has_yield: bool,
    /// `await`, `async for` or `async with`: makes a generator expression asynchronous.
    pub has_await: bool,
    /// A method uses `__class__`, an annotation scope uses `__classdict__`: a class makes these cells.
    pub needs_class: bool,
    pub needs_class_dict: bool,
    /// An annotation or type parameter scope right in a class, which sees its names.
    pub sees_class: bool,
    /// Somebody may look at its variables.
    pub observed: bool,
    /// Module or class: the scope of its variables' annotations.
    pub annotations: Option<ScopeId>,
    /// Module or class: some annotations are evaluated only if their statement was reached.
    pub conditional_annotations: bool,
    /// The innermost class, for mangling.
    pub class_name: Option<NameId>,
}

impl Scope {
    pub fn is_function_like(&self) -> bool {
        !matches!(self.kind, ScopeKind::Module | ScopeKind::Class)
    }

    pub fn has_frame(&self) -> bool {
        self.kind != ScopeKind::Comprehension
    }
}

/// The scopes of a module.
#[derive(Debug)]
pub struct Scopes {
    pub scopes: Vec<Scope>,
    pub names: Names,
    /// By address of the node and kind. A function definition has up to three.
    by_node: FxHashMap<(usize, ScopeKind), ScopeId>,
    /// `from __future__ import annotations`
    pub future_annotations: bool,
    /// How deep the tree is.
    pub depth: u32,
}

impl Scopes {
    pub const MODULE: ScopeId = ScopeId(0);

    pub fn get(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id.0 as usize]
    }

    /// The scope that a node of the tree makes.
    pub fn of<T>(&self, node: &T, kind: ScopeKind) -> ScopeId {
        self.by_node[&(std::ptr::from_ref(node) as usize, kind)]
    }

    pub fn find<T>(&self, node: &T, kind: ScopeKind) -> Option<ScopeId> {
        self.by_node.get(&(std::ptr::from_ref(node) as usize, kind)).copied()
    }

    pub fn symbol(&self, scope: ScopeId, name: NameId) -> Option<&Symbol> {
        self.get(scope).symbols.get(&name)
    }

    /// Where a cell for an inner function comes from, seen from the scope that makes the function: a slot of this frame, or the closure.
    pub fn closure_source(&self, mut scope: ScopeId, name: NameId) -> Place {
        let frame = self.get(scope).frame;
        loop {
            let here = self.get(scope);
            let implicit = here.kind == ScopeKind::Class && self.names.is_class_cell(name);
            let bound = here.is_function_like()
                && here.symbols.get(&name).is_some_and(|symbol| symbol.uses.is_bound());
            if implicit || bound {
                return Place::Slot { owner: scope };
            }
            match here.parent {
                Some(parent) if scope != frame => scope = parent,
                _ => return Place::Free,
            }
        }
    }
}
