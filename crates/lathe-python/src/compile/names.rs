//! Loading, storing and deleting names.

use super::{Compiler, Done};
use crate::bytecode::{Constant, Instr, NAMESPACE, Register};
use crate::scope::{NameId, Names, Place, ScopeKind, Use, mangle};
use crate::syntax::Fault;
use ruff_text_size::TextRange;

/// Where a name is, for this unit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Access {
    /// In a register.
    Slot(Register),
    /// In a cell in a register.
    Cell(Register),
    Free(u16),
    Global,
    /// In the namespace of a class or of `exec`.
    Name,
    NameOrFree(u16),
}

impl Compiler<'_> {
    /// The name that an identifier means here.
    pub(crate) fn name_id(&self, text: &str) -> NameId {
        let class = self.scopes.get(self.unit.scope).class_name.map(|id| &**self.scopes.names.get(id));
        let mangled = mangle(class, text);
        self.scopes.names.find(&mangled).unwrap_or_else(|| panic!("the name {mangled} is in no scope"))
    }

    /// An attribute's name, which may be in no scope: its index.
    pub(crate) fn attribute(&mut self, text: &str) -> u32 {
        let class = self.scopes.get(self.unit.scope).class_name.map(|id| &**self.scopes.names.get(id));
        let mangled = mangle(class, text);
        self.unit.attribute(&mangled)
    }

    pub(crate) fn access(&self, name: NameId) -> Access {
        let scopes = self.scopes;
        let place = scopes.symbol(self.unit.scope, name).map_or(Place::Global, |symbol| symbol.place);
        match place {
            Place::Slot { owner } => {
                let slot = self.unit.slots[&(owner, name)];
                let captured = scopes.symbol(owner, name).is_some_and(|symbol| symbol.captured);
                let class = scopes.get(owner).kind == ScopeKind::Class;
                if captured || class { Access::Cell(slot) } else { Access::Slot(slot) }
            }
            Place::Free => Access::Free(self.free_index(name)),
            Place::NameOrFree => Access::NameOrFree(self.free_index(name)),
            Place::Global => Access::Global,
            // Names of a module are its globals, unless it is code for `exec`.
            Place::Name
                if scopes.get(self.unit.frame).kind == ScopeKind::Module && !self.uses_namespace() =>
            {
                Access::Global
            }
            Place::Name => Access::Name,
        }
    }

    pub(crate) fn free_index(&self, name: NameId) -> u16 {
        let free = &self.scopes.get(self.unit.frame).free;
        free.iter().position(|&free| free == name).expect("the closure has it") as u16
    }

    /// A register with the mapping that names are looked up in.
    fn namespace(&mut self, range: TextRange) -> Register {
        if self.scopes.get(self.unit.frame).sees_class {
            let index = self.free_index(Names::CLASS_DICT);
            let dst = self.temporary();
            self.emit(range, Instr::LoadFree { dst, index });
            return dst;
        }
        NAMESPACE
    }

    /// The register of a plain local variable; `None`: the name is something else.
    pub(crate) fn local(&self, text: &str) -> Option<Register> {
        match self.access(self.name_id(text)) {
            Access::Slot(slot) => Some(slot),
            _ => None,
        }
    }

    /// Whether an assignment expression may change the variable while its register is an operand.
    pub(crate) fn is_walrus_target(&self, name: NameId) -> bool {
        let owner = match self.scopes.symbol(self.unit.scope, name) {
            Some(symbol) => match symbol.place {
                Place::Slot { owner } => owner,
                _ => return false,
            },
            None => return false,
        };
        self.scopes.symbol(owner, name).is_some_and(|symbol| symbol.uses.has(Use::WALRUS))
    }

    pub(crate) fn load_name(&mut self, text: &str, range: TextRange, dst: Register) {
        if text == "__debug__" {
            let value = Constant::Bool(self.options.optimize == 0);
            return self.load_constant(range, dst, value);
        }
        let name = self.name_id(text);
        self.load_name_id(name, range, dst);
    }

    pub(crate) fn load_name_id(&mut self, name: NameId, range: TextRange, dst: Register) {
        let mark = self.unit.mark();
        match self.access(name) {
            Access::Slot(slot) => {
                self.emit(range, Instr::CheckBound { slot });
                if slot != dst {
                    self.emit(range, Instr::Move { dst, src: slot });
                }
            }
            Access::Cell(cell) => self.emit(range, Instr::LoadCell { dst, cell }),
            Access::Free(index) => self.emit(range, Instr::LoadFree { dst, index }),
            Access::Global => {
                let (name, cache) = (self.name_index(name), self.unit.next_cache());
                self.emit(range, Instr::LoadGlobal { dst, cache, name });
            }
            Access::Name => {
                let (namespace, name) = (self.namespace(range), self.name_index(name));
                self.emit(range, Instr::LoadName { dst, namespace, name });
            }
            Access::NameOrFree(index) => {
                let namespace = self.namespace(range);
                self.emit(range, Instr::LoadNameOrFree { dst, namespace, index });
            }
        }
        self.unit.free_to(mark);
    }

    pub(crate) fn store_name(&mut self, text: &str, range: TextRange, src: Register) {
        let name = self.name_id(text);
        self.store_name_id(name, range, src);
    }

    pub(crate) fn store_name_id(&mut self, name: NameId, range: TextRange, src: Register) {
        match self.access(name) {
            Access::Slot(dst) => self.emit(range, Instr::Move { dst, src }),
            Access::Cell(cell) => self.emit(range, Instr::StoreCell { cell, src }),
            Access::Free(index) | Access::NameOrFree(index) => {
                self.emit(range, Instr::StoreFree { index, src })
            }
            Access::Global => {
                let (name, cache) = (self.name_index(name), self.unit.next_cache());
                self.emit(range, Instr::StoreGlobal { src, cache, name });
            }
            Access::Name => {
                let name = self.name_index(name);
                self.emit(range, Instr::StoreName { namespace: NAMESPACE, src, name });
            }
        }
    }

    pub(crate) fn delete_name(&mut self, text: &str, range: TextRange) -> Done {
        if text == "__debug__" {
            return Err(Fault::new("cannot delete __debug__", range));
        }
        let name = self.name_id(text);
        match self.access(name) {
            Access::Slot(slot) => {
                self.emit(range, Instr::CheckBound { slot });
                self.emit(range, Instr::Unbind { slot });
            }
            Access::Cell(cell) => self.emit(range, Instr::DeleteCell { cell }),
            Access::Free(index) | Access::NameOrFree(index) => self.emit(range, Instr::DeleteFree { index }),
            Access::Global => {
                let name = self.name_index(name);
                self.emit(range, Instr::DeleteGlobal { name });
            }
            Access::Name => {
                let name = self.name_index(name);
                self.emit(range, Instr::DeleteName { namespace: NAMESPACE, name });
            }
        }
        Ok(())
    }

    /// The name of a handled exception goes, whether the handler has deleted it or not.
    pub(crate) fn forget_name(&mut self, text: &str, range: TextRange) {
        let name = self.name_id(text);
        match self.access(name) {
            Access::Slot(slot) => self.emit(range, Instr::Unbind { slot }),
            Access::Cell(cell) => self.emit(range, Instr::ClearCell { cell }),
            Access::Free(_) | Access::NameOrFree(_) | Access::Global | Access::Name => {
                // As CPython: bind it, so that deleting cannot fail.
                let mark = self.unit.mark();
                let none = self.temporary();
                self.load_constant(range, none, Constant::None);
                self.store_name_id(name, range, none);
                self.unit.free_to(mark);
                self.delete_name(text, range).expect("the name was bound before");
            }
        }
    }
}
