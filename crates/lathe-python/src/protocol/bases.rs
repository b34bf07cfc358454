//! Resolution orders that a metaclass computes (`mro`), and classes that get other bases (`__bases__ = …`).
//!
//! A change of bases is made in three steps, so that it is made as a whole or not at all: checks; new orders for the class and all that
//! inherit from it, which runs code of the program; then, if none of them failed, lists of subclasses, flags and versions.

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::mro::{self, Conflict};
use crate::runtime::types::{self, TypeFlags, TypeId};
use lathe_heap::Word;
use std::rc::Rc;

type Order = Rc<[TypeId]>;

impl Py {
    pub fn order_conflict(&mut self, Conflict(heads): Conflict) -> Raised {
        let names: Vec<String> = heads.iter().map(|&id| self.rt().ty(id).name.borrow().to_string()).collect();
        self.type_error(&format!(
            "Cannot create a consistent method resolution\norder (MRO) for bases {}",
            names.join(", ")
        ))
    }

    /// Does the metaclass have an `mro` of its own? Asked for each new class.
    fn own_order(&mut self, id: TypeId) -> Option<Word> {
        let meta = self.rt().ty(id).metatype.get();
        if meta == types::TYPE {
            return None;
        }
        let name = self.intern("mro");
        let method = self.lookup(meta, name);
        method.filter(|_| method != self.lookup(types::TYPE, name))
    }

    /// A new class whose metaclass computes the order gets that.
    pub fn apply_own_order(&mut self, id: TypeId) -> PyResult<()> {
        if let Some(order) = self.computed_order(id)? {
            *self.rt().ty(id).mro.borrow_mut() = order;
            self.type_changed(id);
        }
        Ok(())
    }

    fn computed_order(&mut self, id: TypeId) -> PyResult<Option<Order>> {
        let Some(method) = self.own_order(id) else { return Ok(None) };
        let class = self.type_object(id);
        let method = self.bind(method, class)?;
        let result = self.call(method, &[])?;
        let items = self.collect(result)?.to_vec();
        let mut order = Vec::with_capacity(items.len());
        let layout = self.rt().ty(id).layout;
        for item in items {
            let Some(base) = self.as_type(item) else {
                let message = format!("mro() returned a non-class ('{}')", self.type_name(item));
                return Err(self.type_error(&message));
            };
            if !self.rt().is_subtype(layout, self.rt().ty(base).layout) {
                let name = self.rt().ty(base).name.borrow().clone();
                let message = format!("mro() returned base with unsuitable layout ('{name}')");
                return Err(self.type_error(&message));
            }
            order.push(base);
        }
        Ok(Some(order.into()))
    }

    /// `class.__bases__ = value`.
    pub fn set_bases(&mut self, class: Word, value: Option<Word>) -> PyResult<()> {
        let id = self.type_number(class);
        let ids = self.check_bases(id, value)?;
        let rt = self.runtime();
        let old: Order = rt.ty(id).bases.borrow().clone();
        *rt.ty(id).bases.borrow_mut() = ids.clone().into();
        let mut before = Vec::new();
        if let Err(raised) = self.new_orders(id, &mut before) {
            // What was computed so far goes, unless somebody has been quicker.
            for (changed, order) in before.into_iter().rev() {
                *rt.ty(changed).mro.borrow_mut() = order;
            }
            *rt.ty(id).bases.borrow_mut() = old;
            self.type_changed(id);
            return Err(raised);
        }
        for &base in old.iter() {
            rt.ty(base).subclasses.borrow_mut().retain(|&subclass| subclass != id);
        }
        let now: Order = rt.ty(id).bases.borrow().clone();
        for &base in now.iter() {
            if !rt.ty(base).subclasses.borrow().contains(&id) {
                rt.ty(base).subclasses.borrow_mut().push(id);
            }
        }
        for &base in &ids {
            let inherited = rt.ty(base).flags.get();
            for flag in [TypeFlags::OWN_GETATTRIBUTE, TypeFlags::OWN_SETATTR, TypeFlags::FINALIZER] {
                if inherited.contains(flag) {
                    self.add_flag(id, flag);
                }
            }
        }
        self.type_changed(id);
        Ok(())
    }

    fn check_bases(&mut self, id: TypeId, value: Option<Word>) -> PyResult<Vec<TypeId>> {
        let name = self.rt().ty(id).name.borrow().clone();
        if !self.rt().ty(id).flags.get().contains(TypeFlags::HEAP) {
            let message = format!("cannot set '__bases__' attribute of immutable type '{name}'");
            return Err(self.type_error(&message));
        }
        let Some(value) = value else {
            return Err(self.type_error(&format!("cannot delete '__bases__' attribute of type '{name}'")));
        };
        let Some(bases) = self.payload(value, classes::TUPLE) else {
            let found = self.type_name(value);
            return Err(self.type_error(&format!("can only assign tuple to {name}.__bases__, not {found}")));
        };
        let mut ids = Vec::new();
        for &base in self.items::<Word>(bases).iter() {
            let Some(base_id) = self.as_type(base) else {
                let found = self.type_name(base);
                let message = format!("{name}.__bases__ must be tuple of classes, not '{found}'");
                return Err(self.type_error(&message));
            };
            if self.rt().is_subtype(base_id, id) {
                return Err(self.type_error("a __bases__ item causes an inheritance cycle"));
            }
            if !self.rt().ty(base_id).flags.get().contains(TypeFlags::BASE) {
                let base = self.rt().ty(base_id).name.borrow().clone();
                return Err(self.type_error(&format!("type '{base}' is not an acceptable base type")));
            }
            ids.push(base_id);
        }
        if ids.is_empty() {
            return Err(
                self.type_error(&format!("can only assign non-empty tuple to {name}.__bases__, not ()"))
            );
        }
        // Instances stay what they are: same layout, and a `__dict__` or not.
        let old = self.rt().ty(id).bases.borrow().clone();
        let has_dict = |py: &Py, ids: &[TypeId]| ids.iter().any(|&id| py.instances_have_dict(id));
        let layout = self.best_layout(&ids)?;
        if layout != self.rt().ty(id).layout || has_dict(self, &ids) != has_dict(self, &old) {
            let (new, old) =
                (self.rt().ty(ids[0]).name.borrow().clone(), self.rt().ty(old[0]).name.borrow().clone());
            let message = format!("__bases__ assignment: '{new}' object layout differs from '{old}'");
            return Err(self.type_error(&message));
        }
        Ok(ids)
    }

    /// Orders of a class whose bases have changed, and of all that inherit from it; those before are noted.
    fn new_orders(&mut self, id: TypeId, before: &mut Vec<(TypeId, Order)>) -> PyResult<()> {
        self.check_stack()?;
        let rt = self.runtime();
        let old = rt.ty(id).mro.borrow().clone();
        let order = match self.computed_order(id)? {
            Some(order) => order,
            None => {
                let bases = rt.ty(id).bases.borrow().clone();
                mro::linearize(&rt, id, &bases).map_err(|conflict| self.order_conflict(conflict))?
            }
        };
        before.push((id, old));
        *rt.ty(id).mro.borrow_mut() = order;
        rt.ty(id).found.borrow_mut().clear();
        let subclasses = rt.ty(id).subclasses.borrow().clone();
        subclasses.into_iter().try_for_each(|subclass| self.new_orders(subclass, before))
    }
}
