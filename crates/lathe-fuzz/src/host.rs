//! Helpers that do everything their effects allow, as a function of everything they may see.
//!
//! An impure call is logged with a digest of what it could read, so that a store done too late or a call left out shows
//! at once. What it returns, writes and raises follows from the digest and the number of calls so far.

use crate::digest::{Digest, digest};
use crate::numbers::{float_from, int_from};
use crate::tape::scramble;
use crate::world::{ERROR, ERROR_CODE, INT, INT_VALUE, NODE, NODE_VALUE};
use lathe_ir::eval::{Datum, Heap, Host, Loc};
use lathe_ir::{Access, ClassId, Descriptors, Effects, FieldId, HelperId, Location, RefType, Storage, Type};

#[derive(Clone, Debug)]
pub struct TestHost {
    seed: u64,
    /// The objects that exist before the trace runs, `Loc(0)` on: known to all the world.
    initial: u32,
    /// `guard_no_attention` fails from this time on.
    attention_at: u32,
    attention_asked: u32,
    invalidated: bool,
    forced: bool,
    /// Facts stay valid, and nobody takes frames.
    recording: bool,
    /// What helpers kept of their arguments and results.
    kept: Vec<Loc>,
    pub log: Vec<(HelperId, u64)>,
}

impl TestHost {
    pub fn new(seed: u32, initial: u32, attention_at: u32) -> TestHost {
        TestHost {
            seed: scramble(seed as u64),
            initial,
            attention_at,
            attention_asked: 0,
            invalidated: false,
            forced: false,
            recording: false,
            kept: Vec::new(),
            log: Vec::new(),
        }
    }

    /// The same host, but nothing happens that would end a recording.
    pub fn for_recording(self) -> TestHost {
        TestHost { recording: true, attention_at: u32::MAX, invalidated: false, forced: false, ..self }
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many times a loop came to its end.
    pub fn iterations(&self) -> u32 {
        self.attention_asked
    }

    /// Everything that somebody outside the trace can still reach.
    pub fn known_objects(&self) -> impl Iterator<Item = Loc> {
        (0..self.initial).map(Loc).chain(self.kept.iter().copied())
    }

    /// From where a helper looks around.
    fn roots(&self, effects: &Effects, args: &[Datum]) -> Vec<Datum> {
        let mut roots = args.to_vec();
        if writes_everything(effects) {
            roots.extend(self.kept.iter().rev().map(|&loc| Datum::object(loc)));
            roots.extend((0..self.initial).rev().map(|k| Datum::object(Loc(k))));
        }
        roots
    }

    fn keep(&mut self, heap: &Heap, descriptors: &Descriptors, datum: Datum) {
        if let Datum::Ref(Some(loc)) = datum
            && !descriptors.is_value_class(heap.class(loc))
        {
            self.kept.push(loc);
        }
    }
}

/// Could store a reference where others find it.
fn writes_everything(effects: &Effects) -> bool {
    effects.calls_back || effects.writes == Access::Everything
}

impl Host for TestHost {
    fn call(
        &mut self,
        heap: &mut Heap,
        descriptors: &Descriptors,
        helper: HelperId,
        args: &[Datum],
    ) -> Result<Option<Datum>, Loc> {
        let description = descriptors.helper(helper);
        let effects = &description.effects;
        let seen = digest(descriptors, heap, effects, self.roots(effects, args));
        let mut dice = Dice(scramble(seen.hash ^ self.seed ^ helper.0 as u64));
        if !effects.pure {
            dice = Dice(dice.0 ^ scramble(self.log.len() as u64));
            self.log.push((helper, seen.hash));
            write(heap, descriptors, effects, &seen, &mut dice);
            if effects.may_invalidate() && !self.recording {
                self.invalidated |= dice.below(6) == 0;
            }
            if effects.calls_back {
                self.forced = !self.recording && dice.below(6) == 0;
            }
        }
        let keeps = writes_everything(effects);
        if keeps {
            args.iter().for_each(|&arg| self.keep(heap, descriptors, arg));
        }
        if effects.raises && dice.below(4) == 0 {
            let exception = match dice.below(4) {
                0 => make(heap, descriptors, NODE, NODE_VALUE, int_from(dice.next())),
                _ => make(heap, descriptors, ERROR, ERROR_CODE, int_from(dice.next())),
            };
            if keeps {
                self.kept.push(exception);
            }
            return Err(exception);
        }
        let result = description.result.map(|ty| match ty {
            Type::Int => Datum::Int(int_from(dice.next())),
            Type::Float => Datum::Float(float_from(dice.next())),
            Type::Ref if effects.pure => dice.choose(args.iter().copied().filter(|a| a.ty() == Type::Ref)),
            Type::Ref => match dice.below(6) {
                0 => Datum::NULL,
                1 | 2 => Datum::object(make(heap, descriptors, INT, INT_VALUE, int_from(dice.next()))),
                3 => Datum::object(make(heap, descriptors, NODE, NODE_VALUE, int_from(dice.next()))),
                _ => dice.choose(seen.objects.iter().map(|&loc| Datum::object(loc))),
            },
        });
        if keeps && let Some(datum) = result {
            self.keep(heap, descriptors, datum);
        }
        Ok(result)
    }

    // Once it is set the attention word stays set: whoever comes to the guard again leaves again.
    fn attention(&mut self) -> bool {
        self.attention_asked += 1;
        self.attention_asked >= self.attention_at
    }

    fn invalidated(&mut self) -> bool {
        self.invalidated
    }

    fn forced(&mut self) -> bool {
        self.forced
    }
}

/// Changes some of what the helper may write in the objects that it saw.
fn write(heap: &mut Heap, descriptors: &Descriptors, effects: &Effects, seen: &Digest, dice: &mut Dice) {
    for &loc in &seen.objects {
        let class = heap.class(loc);
        if descriptors.item(class).is_some() {
            let location = Location::Items(class);
            if effects.writes(location) && !descriptors.is_immutable(location) {
                for position in 0..heap.object(loc).fields.len() {
                    change(heap, descriptors, seen, dice, Target::Item(loc, class, position));
                }
            }
        } else {
            for &field in descriptors.record_fields(class) {
                if effects.writes(Location::Field(field)) && !descriptors.field(field).immutable {
                    change(heap, descriptors, seen, dice, Target::Field(loc, field));
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Target {
    Field(Loc, FieldId),
    Item(Loc, ClassId, usize),
}

fn change(heap: &mut Heap, descriptors: &Descriptors, seen: &Digest, dice: &mut Dice, target: Target) {
    // Most stay as they are, so that the loop has a chance to go on.
    if dice.below(5) != 0 {
        return;
    }
    let storage = match target {
        Target::Field(_, field) => descriptors.field(field).storage,
        Target::Item(_, class, _) => descriptors.item(class).expect("an array class"),
    };
    let of_class = |wanted: ClassId, dice: &mut Dice| {
        let fitting = seen.objects.iter().filter(|&&loc| heap.class(loc) == wanted);
        dice.choose(fitting.map(|&loc| Datum::object(loc)))
    };
    let value = match storage {
        Storage::Ref(RefType::Exact(wanted)) => match of_class(wanted, dice) {
            Datum::Ref(None) => return,
            object => object,
        },
        Storage::Ref(RefType::ExactOrNull(wanted)) => of_class(wanted, dice),
        Storage::Ref(RefType::Any) => match dice.below(4) {
            0 => Datum::NULL,
            1 => Datum::object(make(heap, descriptors, INT, INT_VALUE, int_from(dice.next()))),
            _ => dice.choose(seen.objects.iter().map(|&loc| Datum::object(loc))),
        },
        Storage::F32 | Storage::F64 => Datum::Float(float_from(dice.next())),
        Storage::I8
        | Storage::U8
        | Storage::I16
        | Storage::U16
        | Storage::I32
        | Storage::U32
        | Storage::I64 => Datum::Int(int_from(dice.next())),
    };
    let stored = match target {
        Target::Field(loc, field) => heap.set(descriptors, Datum::object(loc), field, value),
        Target::Item(loc, class, position) => {
            heap.set_item(descriptors, class, Datum::object(loc), position as i64, value)
        }
    };
    stored.expect("helpers keep the promises of fields");
}

/// A new object with one int in it.
fn make(heap: &mut Heap, descriptors: &Descriptors, class: ClassId, field: FieldId, value: i64) -> Loc {
    let loc = heap.allocate(descriptors, class).expect("traces are short");
    heap.set(descriptors, Datum::object(loc), field, Datum::Int(value)).expect("the class has this field");
    loc
}

/// Numbers that follow from a hash.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = scramble(self.0.wrapping_add(1));
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Null if there is nothing to choose from.
    fn choose(&mut self, choices: impl Iterator<Item = Datum> + Clone) -> Datum {
        let count = choices.clone().count() as u64;
        if count == 0 {
            Datum::NULL
        } else {
            choices.clone().nth(self.below(count) as usize).unwrap_or(Datum::NULL)
        }
    }
}
