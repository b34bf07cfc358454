//! Snapshots: rules 15 to 19.

use super::rules::{Checked, OpRules, a};
use crate::descriptors::{Location, Shape};
use crate::snapshot::{DelayedStore, Slot, Snapshot, SnapshotId, VirtualObject};
use crate::value::Type;

impl OpRules<'_> {
    /// Called before the op's result is defined.
    pub fn snapshot(&self, id: SnapshotId) -> Checked {
        let snapshot = self.find(id)?;
        self.frames(snapshot)?;
        for (number, object) in snapshot.virtuals.iter().enumerate() {
            self.virtual_object(snapshot, number, object)?;
        }
        for store in &snapshot.stores {
            self.delayed_store(snapshot, store)?;
        }
        Ok(())
    }

    /// Called when nothing but the arguments is defined.
    pub fn label_snapshot(&self, id: SnapshotId) -> Checked {
        let snapshot = self.find(id)?;
        if !snapshot.stores.is_empty() {
            return self.reject("the snapshot of a label has no delayed stores");
        }
        self.frames(snapshot)?;
        for (number, object) in snapshot.virtuals.iter().enumerate() {
            self.virtual_object(snapshot, number, object)?;
        }
        Ok(())
    }

    fn find(&self, id: SnapshotId) -> Checked<&Snapshot> {
        match self.snapshots.get(id.index()) {
            Some(snapshot) => Ok(snapshot),
            None => self.reject(format!("there is no snapshot number {}", id.0)),
        }
    }

    fn frames(&self, snapshot: &Snapshot) -> Checked {
        if snapshot.frames.is_empty() {
            return self.reject("a snapshot has at least one frame");
        }
        let mut start = 0;
        for frame in &snapshot.frames {
            if frame.code.index() >= self.descriptors.codes.len() {
                return self.reject(format!("there is no code number {}", frame.code.0));
            }
            if frame.end < start {
                return self.reject("a frame of the snapshot ends before it starts");
            }
            start = frame.end;
        }
        if start as usize != snapshot.slots.len() {
            let count = snapshot.slots.len();
            return self.reject(format!("the frames have {start} slots, the snapshot has {count}"));
        }
        snapshot.slots.iter().try_for_each(|&slot| match slot {
            Slot::Dead => Ok(()),
            Slot::Operand(_) | Slot::Virtual(_) => self.slot(snapshot, slot, "a slot").map(|_| ()),
        })
    }

    /// The type of a slot that holds something.
    fn slot(&self, snapshot: &Snapshot, slot: Slot, what: &str) -> Checked<Type> {
        match slot {
            Slot::Operand(operand) => self.operand(operand),
            Slot::Virtual(number) if (number as usize) < snapshot.virtuals.len() => Ok(Type::Ref),
            Slot::Virtual(number) => self.reject(format!("the snapshot does not say what `v{number}` is")),
            Slot::Dead => self.reject(format!("{what} of the snapshot is dead")),
        }
    }

    fn typed_slot(&self, snapshot: &Snapshot, slot: Slot, wanted: Type, what: &str) -> Checked {
        let ty = self.slot(snapshot, slot, what)?;
        if ty == wanted {
            return Ok(());
        }
        self.reject(format!("{what} of the snapshot must be {}, not {}", a(wanted), a(ty)))
    }

    fn virtual_object(&self, snapshot: &Snapshot, number: usize, object: &VirtualObject) -> Checked {
        self.class_exists(object.class)?;
        match &self.descriptors.class(object.class).shape {
            Shape::Array { item, .. } => {
                let what = format!("an item of `v{number}`");
                object.fields.iter().try_for_each(|&slot| self.typed_slot(snapshot, slot, item.ty(), &what))
            }
            Shape::Record { fields, .. } => {
                if fields.len() != object.fields.len() {
                    let class = self.class_name(object.class);
                    let (wanted, got) = (fields.len(), object.fields.len());
                    return self.reject(format!("`v{number}` has {got} fields, class `{class}` {wanted}"));
                }
                for (&field, &slot) in fields.iter().zip(&object.fields) {
                    let ty = self.field(field)?;
                    let what = format!("field `{}` of `v{number}`", self.descriptors.field(field).name);
                    self.typed_slot(snapshot, slot, ty, &what)?;
                }
                Ok(())
            }
        }
    }

    fn delayed_store(&self, snapshot: &Snapshot, store: &DelayedStore) -> Checked {
        const BASE: &str = "the base of a delayed store";
        const VALUE: &str = "the value of a delayed store";
        match *store {
            DelayedStore::Field { base, field, value } => {
                let ty = self.field(field)?;
                self.typed_slot(snapshot, base, Type::Ref, BASE)?;
                self.typed_slot(snapshot, value, ty, VALUE)?;
                match base {
                    Slot::Operand(operand) => {
                        self.has_field(operand, field)?;
                        self.may_write(Location::Field(field), self.is_created_here(operand))
                    }
                    Slot::Virtual(v) => {
                        self.class_has_field(snapshot.virtuals[v as usize].class, field, &format!("v{v}"))
                    }
                    Slot::Dead => Ok(()),
                }
            }
            DelayedStore::Item { class, base, index, value } => {
                let ty = self.array_class("a delayed store", class)?;
                self.typed_slot(snapshot, base, Type::Ref, BASE)?;
                self.typed_slot(snapshot, Slot::Operand(index), Type::Int, "the index of a delayed store")?;
                self.typed_slot(snapshot, value, ty, VALUE)?;
                match base {
                    Slot::Operand(operand) => {
                        self.is_array(operand, class)?;
                        self.may_write(Location::Items(class), self.is_created_here(operand))
                    }
                    Slot::Virtual(v) => {
                        self.is_class(snapshot.virtuals[v as usize].class, class, &format!("v{v}"))
                    }
                    Slot::Dead => Ok(()),
                }
            }
        }
    }
}
