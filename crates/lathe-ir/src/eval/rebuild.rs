//! From an exit to the interpreter's frames.
//!
//! Virtual objects are allocated first and filled afterwards, so that they may point at each other; delayed stores
//! come last, in their order, since they may store into virtuals and store virtuals.

use super::fault::{Fault, FaultKind, Place};
use super::heap::{Datum, Heap, Loc};
use super::step::{Environment, read};
use crate::descriptors::{CodeId, Descriptors};
use crate::snapshot::{DelayedStore, Resume, Slot, Snapshot};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebuiltFrame {
    pub code: CodeId,
    pub pc: u32,
    /// `None`: dead.
    pub slots: Vec<Option<Datum>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    pub resume: Resume,
    /// Outermost first.
    pub frames: Vec<RebuiltFrame>,
}

/// Does on the heap what the snapshot says, and gives the frames to go on with.
pub fn rebuild(
    descriptors: &Descriptors,
    snapshot: &Snapshot,
    environment: &Environment,
    heap: &mut Heap,
) -> Result<Rebuilt, Fault> {
    rebuild_unplaced(descriptors, snapshot, environment, heap)
        .map_err(|kind| Fault { place: Place::Snapshot, kind })
}

fn rebuild_unplaced(
    descriptors: &Descriptors,
    snapshot: &Snapshot,
    environment: &Environment,
    heap: &mut Heap,
) -> Result<Rebuilt, FaultKind> {
    let mut objects = Vec::with_capacity(snapshot.virtuals.len());
    for object in &snapshot.virtuals {
        objects.push(match descriptors.item(object.class) {
            Some(_) => heap.allocate_array(descriptors, object.class, object.fields.len() as i64)?,
            None => heap.allocate(descriptors, object.class)?,
        });
    }
    let slots = Slots { environment, objects: &objects };
    for (object, &loc) in snapshot.virtuals.iter().zip(&objects) {
        for (position, &slot) in object.fields.iter().enumerate() {
            if let Some(value) = slots.read(slot)? {
                heap.initialise(descriptors, loc, position, value)?;
            }
        }
    }
    for store in &snapshot.stores {
        match *store {
            DelayedStore::Field { base, field, value } => {
                heap.set(descriptors, slots.live(base)?, field, slots.live(value)?)?;
            }
            DelayedStore::Item { class, base, index, value } => {
                let index = read(environment, index)?.int()?;
                heap.set_item(descriptors, class, slots.live(base)?, index, slots.live(value)?)?;
            }
        }
    }
    let mut frames = Vec::with_capacity(snapshot.frames.len());
    for (frame, frame_slots) in snapshot.frames() {
        let slots = frame_slots.iter().map(|&slot| slots.read(slot)).collect::<Result<_, _>>()?;
        frames.push(RebuiltFrame { code: frame.code, pc: frame.pc, slots });
    }
    Ok(Rebuilt { resume: snapshot.resume, frames })
}

struct Slots<'a> {
    environment: &'a Environment,
    /// Where each virtual went.
    objects: &'a [Loc],
}

impl Slots<'_> {
    fn read(&self, slot: Slot) -> Result<Option<Datum>, FaultKind> {
        match slot {
            Slot::Operand(operand) => read(self.environment, operand).map(Some),
            Slot::Virtual(index) => match self.objects.get(index as usize) {
                Some(&loc) => Ok(Some(Datum::object(loc))),
                None => Err(FaultKind::NoSuchVirtual(index)),
            },
            Slot::Dead => Ok(None),
        }
    }

    fn live(&self, slot: Slot) -> Result<Datum, FaultKind> {
        self.read(slot)?.ok_or(FaultKind::DeadSlotUsed)
    }
}
