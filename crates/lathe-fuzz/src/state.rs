//! What a loop starts from: a heap and arguments, random, and variations of it that make guards fail.

use crate::host::TestHost;
use crate::numbers::{float_from, int_from};
use crate::tape::Tape;
use crate::world::{ARRAYS, RECORDS};
use lathe_ir::eval::{Datum, Heap, Loc};
use lathe_ir::{ClassId, Descriptors, RefType, Storage, Type};

#[derive(Clone, Debug)]
pub struct State {
    pub heap: Heap,
    pub args: Vec<Datum>,
    /// Decides what helpers do.
    pub seed: u32,
    /// `guard_no_attention` fails at this time.
    pub attention_at: u32,
}

impl State {
    pub fn random(descriptors: &Descriptors, tape: &mut Tape) -> State {
        let heap = Heap::new(descriptors);
        let mut state = State { heap, args: Vec::new(), seed: 0, attention_at: 1 };
        while tape.more(5) {
            state.add_object(descriptors, tape);
        }
        // References so far go to older objects only; these make cycles.
        while tape.more(2) {
            state.change_field(descriptors, tape);
        }
        loop {
            let ty = tape.choose(&[Type::Int, Type::Ref, Type::Float, Type::Ref, Type::Int]);
            let arg = state.datum(ty, tape);
            state.args.push(arg);
            if state.args.len() > 7 || !tape.more(3) {
                break;
            }
        }
        state.seed = tape.below(1 << 16);
        state.attention_at = 1 + tape.below(9);
        state
    }

    /// A state with the same types of arguments, not too far away.
    pub fn vary(&self, descriptors: &Descriptors, tape: &mut Tape) -> State {
        let mut state = self.clone();
        while tape.more(3) {
            match tape.below(6) {
                0 | 1 => {
                    let index = tape.index(state.args.len());
                    state.args[index] = match state.args[index] {
                        Datum::Int(x) if tape.below(2) == 0 => {
                            Datum::Int(x.wrapping_add(tape.below(9) as i64 - 4))
                        }
                        arg => state.datum(arg.ty(), tape),
                    };
                }
                2 => {
                    let (from, to) = (tape.index(state.args.len()), tape.index(state.args.len()));
                    if state.args[from].ty() == state.args[to].ty() {
                        state.args[to] = state.args[from];
                    }
                }
                3 | 4 => state.change_field(descriptors, tape),
                _ => {
                    let index = tape.index(state.args.len());
                    if state.args[index].ty() == Type::Ref {
                        state.args[index] = Datum::object(state.add_object(descriptors, tape));
                    }
                }
            }
        }
        state.seed = tape.below(1 << 16);
        state.attention_at = 1 + tape.below(9);
        state
    }

    pub fn host(&self) -> TestHost {
        TestHost::new(self.seed, self.heap.objects.len() as u32, self.attention_at)
    }

    fn datum(&self, ty: Type, tape: &mut Tape) -> Datum {
        match ty {
            Type::Int => Datum::Int(random_int(tape)),
            Type::Float => Datum::Float(random_float(tape)),
            Type::Ref => self.reference(tape),
        }
    }

    /// Null now and then, else any object; the newest ones rather than constant objects.
    fn reference(&self, tape: &mut Tape) -> Datum {
        let count = self.heap.objects.len();
        match tape.below(10) {
            0 => Datum::NULL,
            1 => Datum::object(Loc(tape.index(count) as u32)),
            _ => Datum::object(Loc((count - 1 - tape.index(count.min(6))) as u32)),
        }
    }

    fn add_object(&mut self, descriptors: &Descriptors, tape: &mut Tape) -> Loc {
        let room = "a few objects fit into any heap";
        let loc = if tape.below(3) < 2 {
            let class = tape.choose(&RECORDS);
            self.heap.allocate(descriptors, class).expect(room)
        } else {
            let class = tape.choose(&ARRAYS);
            self.heap.allocate_array(descriptors, class, tape.below(5) as i64).expect(room)
        };
        for position in 0..self.heap.object(loc).fields.len() {
            self.store(descriptors, loc, position, tape);
        }
        loc
    }

    /// Changes one mutable field or item of some object.
    fn change_field(&mut self, descriptors: &Descriptors, tape: &mut Tape) {
        let loc = Loc(tape.index(self.heap.objects.len()) as u32);
        let count = self.heap.object(loc).fields.len();
        if count > 0 {
            let position = tape.index(count);
            if !self.is_immutable(descriptors, loc, position) {
                self.store(descriptors, loc, position, tape);
            }
        }
    }

    fn is_immutable(&self, descriptors: &Descriptors, loc: Loc, position: usize) -> bool {
        let class = self.heap.class(loc);
        let location = match descriptors.record_fields(class).get(position) {
            Some(&field) => lathe_ir::Location::Field(field),
            None => lathe_ir::Location::Items(class),
        };
        descriptors.is_immutable(location)
    }

    /// Puts something fitting into a field or item.
    fn store(&mut self, descriptors: &Descriptors, loc: Loc, position: usize, tape: &mut Tape) {
        let class = self.heap.class(loc);
        let field = descriptors.record_fields(class).get(position);
        let storage = match field {
            Some(&field) => descriptors.field(field).storage,
            None => descriptors.item(class).expect("what has no fields has items"),
        };
        let value = match storage {
            Storage::Ref(RefType::Any) => match self.reference(tape) {
                // A value cannot contain itself: it is made after its contents.
                Datum::Ref(Some(inner)) if descriptors.is_value_class(class) && inner >= loc => Datum::NULL,
                reference => reference,
            },
            Storage::Ref(RefType::Exact(wanted)) => self.of_class(wanted, tape),
            Storage::Ref(RefType::ExactOrNull(wanted)) => match tape.below(3) {
                0 => Datum::NULL,
                _ => self.of_class(wanted, tape),
            },
            Storage::F32 | Storage::F64 => match random_float(tape) {
                nan if nan.is_nan() && descriptors.is_value_class(class) => Datum::Float(1.5),
                x => Datum::Float(x),
            },
            Storage::I8
            | Storage::U8
            | Storage::I16
            | Storage::U16
            | Storage::I32
            | Storage::U32
            | Storage::I64 => Datum::Int(random_int(tape)),
        };
        let base = Datum::object(loc);
        let stored = match field {
            Some(&field) => self.heap.set(descriptors, base, field, value),
            None => self.heap.set_item(descriptors, class, base, position as i64, value),
        };
        stored.expect("the value was chosen to fit");
    }

    fn of_class(&self, wanted: ClassId, tape: &mut Tape) -> Datum {
        let fitting =
            || (0..self.heap.objects.len() as u32).map(Loc).filter(|&l| self.heap.class(l) == wanted);
        let choice = tape.index(fitting().count());
        Datum::Ref(fitting().nth(choice))
    }
}

pub fn random_int(tape: &mut Tape) -> i64 {
    int_from(tape.below(1 << 20) as u64)
}

pub fn random_float(tape: &mut Tape) -> f64 {
    float_from(tape.below(1 << 20) as u64)
}
