//! Data as text: `Node{next: null, value: 3}`, `Ints[1, 2, 3]`.

use super::heap::{Datum, Heap, Loc};
use crate::descriptors::Descriptors;
use std::fmt::Write;

/// Shared objects are printed again, so a small heap can have a huge text.
const MAX_LENGTH: usize = 2000;
const MAX_DEPTH: usize = 32;

/// What a datum is, with everything it refers to. An object inside itself is cut to `Node{..}`.
pub fn describe(descriptors: &Descriptors, heap: &Heap, datum: Datum) -> String {
    let mut printer = Printer { descriptors, heap, text: String::new(), open: Vec::new() };
    printer.datum(datum);
    printer.text
}

struct Printer<'a> {
    descriptors: &'a Descriptors,
    heap: &'a Heap,
    text: String,
    /// The objects whose text is not finished.
    open: Vec<Loc>,
}

impl Printer<'_> {
    fn datum(&mut self, datum: Datum) {
        match datum {
            // Writing to a string cannot fail.
            Datum::Int(x) => write!(self.text, "{x}").unwrap_or_default(),
            Datum::Float(x) => write!(self.text, "{x:?}").unwrap_or_default(),
            Datum::Ref(None) => self.text.push_str("null"),
            Datum::Ref(Some(loc)) => self.object(loc),
        }
    }

    fn object(&mut self, loc: Loc) {
        let (descriptors, heap) = (self.descriptors, self.heap);
        let object = heap.object(loc);
        self.text.push_str(&descriptors.class(object.class).name);
        let is_array = descriptors.item(object.class).is_some();
        let (open, close) = if is_array { ('[', ']') } else { ('{', '}') };
        self.text.push(open);
        let cut = self.open.contains(&loc) || self.open.len() >= MAX_DEPTH || self.text.len() >= MAX_LENGTH;
        if cut && !object.fields.is_empty() {
            self.text.push_str("..");
        } else {
            self.open.push(loc);
            for (position, &datum) in object.fields.iter().enumerate() {
                if position > 0 {
                    self.text.push_str(", ");
                }
                if let Some(&field) = descriptors.record_fields(object.class).get(position) {
                    self.text.push_str(&descriptors.field(field).name);
                    self.text.push_str(": ");
                }
                self.datum(datum);
                if self.text.len() >= MAX_LENGTH {
                    self.text.push_str(", ..");
                    break;
                }
            }
            self.open.pop();
        }
        self.text.push(close);
    }
}
