//! What a helper sees: a hash of all it may read, the same for any two states that no program can tell apart.
//!
//! Locations therefore never go into the hash: an object of an address class stands for the number of its first visit,
//! an object of a value class for its content.

use crate::tape::scramble;
use lathe_ir::eval::{Datum, Heap, Loc};
use lathe_ir::{Descriptors, Effects, Location};

/// Enough to notice most differences nearby; the rest is found when final heaps are compared.
const MAX_VISITS: usize = 160;

#[derive(Clone, Debug)]
pub struct Digest {
    pub hash: u64,
    /// Objects of address classes, in the order of their first visit.
    pub objects: Vec<Loc>,
}

/// Visits what a helper with these effects can reach from `roots`. The contents of a value are its identity, so even a
/// pure helper sees them.
pub fn digest(descriptors: &Descriptors, heap: &Heap, effects: &Effects, roots: Vec<Datum>) -> Digest {
    let mut queue = roots;
    let mut digest = Digest { hash: queue.len() as u64, objects: Vec::new() };
    let mut next = 0;
    while next < queue.len().min(MAX_VISITS) {
        match queue[next] {
            Datum::Int(x) => digest.add(x as u64),
            // Arithmetic does not promise a NaN's payload.
            Datum::Float(x) => digest.add(if x.is_nan() { 1 } else { x.to_bits() }),
            Datum::Ref(None) => digest.add(2),
            Datum::Ref(Some(loc)) => digest.visit(descriptors, heap, effects, loc, &mut queue),
        }
        next += 1;
    }
    digest
}

impl Digest {
    fn add(&mut self, x: u64) {
        self.hash = scramble(self.hash.rotate_left(7) ^ x);
    }

    fn visit(
        &mut self,
        descriptors: &Descriptors,
        heap: &Heap,
        effects: &Effects,
        loc: Loc,
        queue: &mut Vec<Datum>,
    ) {
        let object = heap.object(loc);
        self.add(object.class.0 as u64 + 3);
        if descriptors.is_value_class(object.class) {
            queue.extend(&object.fields);
            return;
        }
        if let Some(number) = self.objects.iter().position(|&known| known == loc) {
            self.add(number as u64);
            return;
        }
        self.add(object.fields.len() as u64);
        self.objects.push(loc);
        if descriptors.item(object.class).is_some() {
            if effects.reads(Location::Items(object.class)) {
                queue.extend(&object.fields);
            }
        } else {
            let fields = descriptors.record_fields(object.class);
            let readable = fields.iter().zip(&object.fields);
            queue.extend(
                readable.filter(|(f, _)| effects.reads(Location::Field(**f))).map(|(_, datum)| datum),
            );
        }
    }
}
