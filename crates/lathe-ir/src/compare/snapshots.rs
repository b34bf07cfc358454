//! Snapshots: the numbers of virtuals do not matter, only what is reachable from slots and stores.

use super::head::{class, field};
use super::{Same, SectionComparison};
use crate::snapshot::{DelayedStore, Slot, Snapshot};
use rustc_hash::FxHashMap;

pub(super) fn compare(section: &mut SectionComparison<'_>, a: &Snapshot, b: &Snapshot) -> Same {
    if a.resume != b.resume {
        return Err(format!("`{}` against `{}`", a.resume.keyword(), b.resume.keyword()));
    }
    if a.frames.len() != b.frames.len() || a.stores.len() != b.stores.len() {
        return Err("different numbers of frames or delayed stores".to_string());
    }
    let (descriptors_a, descriptors_b) = (section.sides.a.descriptors, section.sides.b.descriptors);
    let mut walk = Walk { a, b, to_b: FxHashMap::default(), to_a: FxHashMap::default(), waiting: Vec::new() };
    for ((frame_a, slots_a), (frame_b, slots_b)) in a.frames().zip(b.frames()) {
        let (code_a, code_b) = (descriptors_a.code(frame_a.code), descriptors_b.code(frame_b.code));
        if (code_a, frame_a.pc, slots_a.len()) != (code_b, frame_b.pc, slots_b.len()) {
            return Err(format!(
                "frame {code_a}@{} of {} slots against {code_b}@{} of {}",
                frame_a.pc,
                slots_a.len(),
                frame_b.pc,
                slots_b.len()
            ));
        }
        walk.slots(section, slots_a, slots_b)?;
    }
    for (store_a, store_b) in a.stores.iter().zip(&b.stores) {
        walk.store(section, store_a, store_b)?;
    }
    walk.virtuals(section)
}

struct Walk<'s> {
    a: &'s Snapshot,
    b: &'s Snapshot,
    to_b: FxHashMap<u32, u32>,
    to_a: FxHashMap<u32, u32>,
    /// Paired virtuals whose fields have not been compared.
    waiting: Vec<(u32, u32)>,
}

impl Walk<'_> {
    fn slots(&mut self, section: &mut SectionComparison<'_>, a: &[Slot], b: &[Slot]) -> Same {
        a.iter().zip(b).try_for_each(|(&a, &b)| self.slot(section, a, b))
    }

    fn slot(&mut self, section: &mut SectionComparison<'_>, a: Slot, b: Slot) -> Same {
        match (a, b) {
            (Slot::Dead, Slot::Dead) => Ok(()),
            (Slot::Operand(a), Slot::Operand(b)) => section.operand(a, b),
            (Slot::Virtual(a), Slot::Virtual(b)) => match (self.to_b.get(&a), self.to_a.get(&b)) {
                (None, None) => {
                    self.to_b.insert(a, b);
                    self.to_a.insert(b, a);
                    self.waiting.push((a, b));
                    Ok(())
                }
                (Some(&partner), Some(_)) if partner == b => Ok(()),
                _ => Err(format!("`v{a}` against `v{b}`")),
            },
            (Slot::Dead | Slot::Operand(_) | Slot::Virtual(_), _) => {
                Err("different kinds of slot".to_string())
            }
        }
    }

    fn store(&mut self, section: &mut SectionComparison<'_>, a: &DelayedStore, b: &DelayedStore) -> Same {
        let (descriptors_a, descriptors_b) = (section.sides.a.descriptors, section.sides.b.descriptors);
        match (*a, *b) {
            (
                DelayedStore::Field { base: base_a, field: field_a, value: value_a },
                DelayedStore::Field { base: base_b, field: field_b, value: value_b },
            ) if field(descriptors_a, field_a) == field(descriptors_b, field_b) => {
                self.slots(section, &[base_a, value_a], &[base_b, value_b])
            }
            (
                DelayedStore::Item { class: class_a, base: base_a, index: index_a, value: value_a },
                DelayedStore::Item { class: class_b, base: base_b, index: index_b, value: value_b },
            ) if class(descriptors_a, class_a) == class(descriptors_b, class_b) => {
                let (index_a, index_b) = (Slot::Operand(index_a), Slot::Operand(index_b));
                self.slots(section, &[base_a, index_a, value_a], &[base_b, index_b, value_b])
            }
            (DelayedStore::Field { .. } | DelayedStore::Item { .. }, _) => {
                Err("different delayed stores".to_string())
            }
        }
    }

    fn virtuals(&mut self, section: &mut SectionComparison<'_>) -> Same {
        while let Some((a, b)) = self.waiting.pop() {
            let (object_a, object_b) = (&self.a.virtuals[a as usize], &self.b.virtuals[b as usize]);
            let class_a = class(section.sides.a.descriptors, object_a.class);
            let class_b = class(section.sides.b.descriptors, object_b.class);
            if class_a != class_b || object_a.fields.len() != object_b.fields.len() {
                return Err(format!("`v{a}` of class `{class_a}` against `v{b}` of class `{class_b}`"));
            }
            self.slots(section, &object_a.fields, &object_b.fields)?;
        }
        Ok(())
    }
}
