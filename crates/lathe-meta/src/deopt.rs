//! From an exit back to frames: what compiled code kept in registers and descriptions becomes the guest's state again.
//!
//! Virtual objects are allocated first and filled afterwards, so they may refer to each other; then the stores that the
//! optimizer has delayed are done, in order; then the slots of the frames are written. Allocation here never fails: it
//! goes above the heap's limit if it must, and the attention word says so.

use crate::core::{Core, HYBRID};
use crate::stack::Action;
use lathe_heap::{ARRAY_ITEMS_OFFSET, Word, storage_size};
use lathe_ir::{ClassId, Const, DelayedStore, Operand, Slot, Snapshot, Storage, Type, Value};

#[derive(Debug)]
pub struct Exit<'e> {
    pub snapshot: &'e Snapshot,
    /// The values in the exit frame, in order.
    pub values: &'e [Value],
}

struct Rebuild<'c, 'e> {
    core: &'c mut Core,
    /// Where each value is in the exit frame: there are few.
    values: &'e [Value],
    snapshot: &'e Snapshot,
}

/// Rebuilds the frames of an exit. The first is the frame at index `floor` of the stack, which is still there.
pub fn restore(core: &mut Core, exit: &Exit, floor: usize, slots_of: impl Fn(lathe_ir::CodeId) -> u32) {
    let mut rebuild = Rebuild { core, values: exit.values, snapshot: exit.snapshot };
    rebuild.core.exit_frame.keep(exit.values.len());
    rebuild.allocate();
    rebuild.fill();
    rebuild.store_delayed();
    rebuild.write_frames(floor, slots_of);
    rebuild.core.exit_frame.keep(0);
}

/// The frames of an exit are on the stack, but for one slot of the top frame, and where it goes on.
pub fn store_result(core: &mut Core, exit: &Exit) {
    let rebuild = Rebuild { core, values: exit.values, snapshot: exit.snapshot };
    let (frame, slots) = exit.snapshot.frames().last().expect("a frame");
    let stack = &rebuild.core.stack;
    for (slot, &value) in slots[1..].iter().enumerate() {
        if value != Slot::Dead {
            stack.set_word(stack.top_frame().base + slot as u32, Word(rebuild.slot(value)));
        }
    }
    stack.set_pc(frame.pc);
}

impl Rebuild<'_, '_> {
    fn operand(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Value(v) => {
                let index = self.values.iter().position(|&value| value == v);
                self.core.exit_frame.get(index.expect("an exit has what its snapshot names"))
            }
            Operand::Const(Const::Int(x)) => x as u64,
            Operand::Const(Const::Float(x)) => x.0,
            Operand::Const(Const::Null) => 0,
            Operand::Const(Const::Object(object)) => {
                self.core.heap.root(self.core.constant_roots[object.index()]).0
            }
        }
    }

    fn slot(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Operand(operand) => self.operand(operand),
            Slot::Virtual(number) => self.core.exit_frame.object(number as usize),
            Slot::Dead => 0,
        }
    }

    fn allocate(&mut self) {
        for object in &self.snapshot.virtuals {
            let word = if self.core.descriptors.item(object.class).is_some() {
                self.core.heap.allocate_array_anyway(object.class, object.fields.len() as u64)
            } else if object.class == HYBRID {
                // Its one field is an integer: there is nothing to wait for.
                let value = self.slot(object.fields[0]) as i64;
                Word::small(value).unwrap_or_else(|| self.core.heap.allocate_anyway(HYBRID))
            } else {
                self.core.heap.allocate_anyway(object.class)
            };
            self.core.exit_frame.add_object(word.0);
        }
    }

    fn fill(&mut self) {
        for (number, object) in self.snapshot.virtuals.iter().enumerate() {
            let base = Word(self.core.exit_frame.object(number));
            if base.is_small() {
                continue;
            }
            for (index, &field) in object.fields.iter().enumerate() {
                let (offset, storage) = self.place(object.class, index);
                let value = self.slot(field);
                self.store(base, offset, storage, value);
            }
        }
    }

    fn place(&self, class: ClassId, index: usize) -> (usize, Storage) {
        match self.core.descriptors.item(class) {
            Some(item) => (ARRAY_ITEMS_OFFSET as usize + index * storage_size(item), item),
            None => {
                let field = self.core.descriptors.record_fields(class)[index];
                let storage = self.core.descriptors.field(field).storage;
                (self.core.heap.layouts().offset(field) as usize, storage)
            }
        }
    }

    fn store_delayed(&mut self) {
        for store in &self.snapshot.stores {
            match *store {
                DelayedStore::Field { base, field, value } => {
                    let (base, value) = (Word(self.slot(base)), self.slot(value));
                    let storage = self.core.descriptors.field(field).storage;
                    let offset = self.core.heap.layouts().offset(field) as usize;
                    self.store(base, offset, storage, value);
                }
                DelayedStore::Item { class, base, index, value } => {
                    let (base, value) = (Word(self.slot(base)), self.slot(value));
                    let (offset, storage) = self.place(class, self.operand(index) as usize);
                    self.store(base, offset, storage, value);
                }
            }
        }
    }

    fn store(&mut self, base: Word, offset: usize, storage: Storage, value: u64) {
        let place = (base.0 as *mut u8).wrapping_add(offset);
        // SAFETY: the snapshot was verified: the object has a field or item of this storage at this place.
        unsafe {
            match storage {
                Storage::I8 | Storage::U8 => place.write(value as u8),
                Storage::I16 | Storage::U16 => place.cast::<u16>().write(value as u16),
                Storage::I32 | Storage::U32 => place.cast::<u32>().write(value as u32),
                Storage::F32 => place.cast::<f32>().write(f64::from_bits(value) as f32),
                Storage::I64 | Storage::F64 | Storage::Ref(_) => place.cast::<u64>().write(value),
            }
        }
        if storage.ty() == Type::Ref
            && let Some(object) = base.as_pointer()
        {
            // SAFETY: an object of this heap.
            unsafe { self.core.heap.write_barrier(object) };
        }
    }

    fn write_frames(&mut self, floor: usize, slots_of: impl Fn(lathe_ir::CodeId) -> u32) {
        let stack = self.core.stack.clone();
        stack.truncate(floor + 1);
        for (index, (frame, slots)) in self.snapshot.frames().enumerate() {
            // The first slot of the recorder's frames is the action.
            let action = Action(self.slot(slots[0]) as u32);
            let base = if index == 0 {
                stack.top_frame().base
            } else {
                stack.push_anyway(frame.code, frame.pc, slots_of(frame.code), action).base
            };
            stack.set_pc(frame.pc);
            for (slot, &value) in slots[1..].iter().enumerate() {
                stack.set_word(base + slot as u32, Word(self.slot(value)));
            }
        }
    }
}
