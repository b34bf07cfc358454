//! How a trace ends: what is carried into the next iteration.
//!
//! Arguments mostly fit the guards of the next iteration, so that loops run more than once: counters count, boxes are
//! replaced by boxes, lists are walked; some arguments are swapped, repeated or constant.

use super::Recorder;
use crate::world::{NODE, NODE_NEXT, SUB_NODE};
use lathe_ir::eval::Datum;
use lathe_ir::*;

impl Recorder<'_> {
    pub(super) fn end_loop(&mut self, start: &[Datum]) {
        if self.tape.one_in(16) {
            return self.finish();
        }
        let args: Vec<Value> = self.args.clone();
        let mut carried = Vec::with_capacity(args.len());
        for (&arg, &first) in args.iter().zip(start) {
            let arg = Operand::Value(arg);
            carried.push(match first {
                Datum::Int(_) => self.next_int(arg),
                Datum::Float(_) => self.next_float(arg),
                Datum::Ref(_) => self.next_reference(arg, first),
            });
        }
        self.leave(Label(0), carried);
    }

    /// To a label of the loop, with whatever fits.
    pub(super) fn end_bridge(&mut self, (label, types): (Label, &[Type])) {
        if self.tape.one_in(8) {
            return self.finish();
        }
        let args = types.iter().map(|&ty| self.of_type(ty)).collect();
        self.leave(label, args);
    }

    fn leave(&mut self, label: Label, args: Vec<Operand>) {
        self.last_boundary();
        self.guard(Guard::NoAttention);
        self.emit(OpKind::Jump(label, args));
    }

    fn finish(&mut self) {
        let mut results = Vec::new();
        while results.len() < 4 && self.tape.one_in(2) {
            let ty = self.tape.choose(&[Type::Int, Type::Ref, Type::Float]);
            results.push(self.of_type(ty));
        }
        self.emit(OpKind::Finish(results));
    }

    fn next_int(&mut self, arg: Operand) -> Operand {
        match self.tape.below(8) {
            0..=2 => arg,
            3 | 4 => {
                let step = Operand::int(1 + self.tape.below(2) as i64);
                self.value(OpKind::Int(IntBinary::Add, arg, step))
            }
            5 | 6 => self.int_value(),
            _ => self.int(),
        }
    }

    fn next_float(&mut self, arg: Operand) -> Operand {
        match self.tape.below(6) {
            0..=2 => arg,
            3 => {
                let step = self.float();
                self.value(OpKind::Float(FloatBinary::Add, arg, step))
            }
            _ => self.float(),
        }
    }

    fn next_reference(&mut self, arg: Operand, start: Datum) -> Operand {
        let first = start.reference().expect("a reference").map(|loc| self.heap.class(loc));
        let candidate = match self.tape.below(8) {
            0..=2 => arg,
            3 => self.incremented(arg).unwrap_or(arg),
            4 => self.walked(arg).unwrap_or(arg),
            5 => match first {
                Some(class) if self.descriptors.item(class).is_none() => self.new_record(class),
                Some(_) | None => self.reference_value(),
            },
            6 => self.reference_value(),
            _ => self.reference(),
        };
        // A reference of another class would end most loops at their first guard.
        if self.class_now(candidate) == first || self.tape.one_in(4) { candidate } else { arg }
    }

    /// The rest of a list.
    fn walked(&mut self, node: Operand) -> Option<Operand> {
        if !matches!(self.class_now(node), Some(NODE | SUB_NODE)) {
            return None;
        }
        self.known_class(node)?;
        Some(self.value(OpKind::Get(node, NODE_NEXT)))
    }
}
