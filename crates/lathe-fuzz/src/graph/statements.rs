//! Statements: what stands in blocks, and branches.

use super::generate::{Generator, Known};
use crate::world::*;
use lathe_graph::Block;
use lathe_ir::eval::Datum;
use lathe_ir::*;

const ARITHMETIC: [IntBinary; 8] = [
    IntBinary::Add,
    IntBinary::Sub,
    IntBinary::Mul,
    IntBinary::And,
    IntBinary::Or,
    IntBinary::Xor,
    IntBinary::Lshift,
    IntBinary::Rshift,
];

impl Generator<'_> {
    pub(super) fn statements(&mut self) {
        while self.at.is_some() && self.budget > 0 && self.tape.more(8) {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let structured = self.depth < 4 && self.budget > 8;
        match self.tape.below(24) {
            0..=15 => self.simple(),
            16..=18 if structured => self.branch(),
            19..=22 if structured => self.a_loop(),
            23 if self.depth > 0 => self.leave(),
            _ => self.simple(),
        }
    }

    /// Statements that do not end the block.
    pub(super) fn simple_statements(&mut self, mean: u32) {
        while self.tape.more(mean) {
            self.simple();
        }
    }

    pub(super) fn simple(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        match self.tape.below(29) {
            0..=3 => self.arithmetic(),
            4 => self.assign(),
            5 => self.swap(),
            6..=8 => self.load(),
            9 | 10 => self.store(),
            11 => self.allocate(),
            12 => self.call(),
            13 => self.item(),
            14 => self.division(),
            15 => self.checked(),
            16 | 17 => self.guard(),
            18 => self.null_check(),
            19 => self.safepoint(),
            20 | 21 => self.save_state(),
            22 => self.float(),
            23 => self.special_guard(),
            24..=26 => self.repeat(),
            27 => self.call(),
            _ => self.inlined(),
        }
    }

    fn op(&mut self, kind: OpKind, guess: Option<Datum>) -> Known {
        let block = self.block();
        if !matches!(kind, OpKind::New(_) | OpKind::IntChecked { .. } | OpKind::Call(..)) {
            self.repeatable.push(kind.clone());
        }
        let value = self.builder.op(block, kind);
        self.know(value, guess)
    }

    /// Something that was computed, loaded or called before, once more.
    fn repeat(&mut self) {
        let Some(last) = self.repeatable.len().checked_sub(1) else { return self.arithmetic() };
        let kind = self.repeatable[last - self.tape.index(self.repeatable.len().min(5))].clone();
        if let OpKind::Call(helper, args) = kind {
            return self.call_helper(helper, args);
        }
        let known = self.op(kind, None);
        if self.tape.below(2) == 0 {
            self.assign_to(known);
        }
    }

    fn effect(&mut self, kind: OpKind) {
        let block = self.block();
        self.builder.effect(block, kind);
    }

    fn arithmetic(&mut self) {
        let (a, b) = (self.pick_int(), self.pick_int());
        let kind = match self.tape.below(5) {
            0..=2 => OpKind::Int(self.tape.choose(&ARITHMETIC), a, b),
            3 => OpKind::IntCompare(self.tape.choose(IntCompare::ALL), a, b),
            _ => OpKind::IntUnary(self.tape.choose(IntUnary::ALL), a),
        };
        let known = self.op(kind, None);
        if self.tape.below(2) == 0 {
            self.assign_to(known);
        }
    }

    fn float(&mut self) {
        let (a, b) = (self.pick(Type::Float).operand, self.pick(Type::Float).operand);
        let op = self.tape.choose(FloatBinary::ALL);
        let known = self.op(OpKind::Float(op, a, b), None);
        self.assign_to(known);
    }

    fn assign(&mut self) {
        let ty = self.tape.choose(&[Type::Int, Type::Ref, Type::Float]);
        let known = self.pick(ty);
        self.assign_to(known);
    }

    fn assign_to(&mut self, known: Known) {
        let fitting: Vec<usize> =
            (0..self.variables.len()).filter(|&index| self.variables[index].ty == known.ty).collect();
        let index = self.tape.choose(&fitting);
        self.variables[index] = known;
    }

    fn swap(&mut self) {
        let first = self.tape.choose(&[0, 2]);
        self.variables.swap(first, first + 1);
    }

    /// A reference whose class is known here: it was checked before, or is now.
    fn checked_object(&mut self, wanted: impl Fn(ClassId) -> bool) -> Option<(Known, ClassId)> {
        let known: Vec<(Operand, ClassId)> =
            self.classes.iter().copied().filter(|&(_, class)| wanted(class)).collect();
        if !known.is_empty() && self.tape.below(3) != 0 {
            let (operand, class) = self.tape.choose(&known);
            let guess = self.pool.iter().rev().find(|k| k.operand == operand).and_then(|k| k.guess);
            return Some((Known { operand, ty: Type::Ref, guess }, class));
        }
        let mut object = self.pick(Type::Ref);
        // Not too many guards that fail at once.
        for _ in 0..4 {
            if self.class_of(object).is_some_and(&wanted) {
                break;
            }
            object = self.pick(Type::Ref);
        }
        let class = self.class_of(object).filter(|&class| wanted(class))?;
        let state = self.guard_state();
        self.effect(OpKind::Guard(Guard::Class(object.operand, class), state));
        self.classes.push((object.operand, class));
        Some((object, class))
    }

    fn class_of(&self, known: Known) -> Option<ClassId> {
        match known.guess {
            Some(Datum::Ref(Some(loc))) => Some(self.state.heap.class(loc)),
            _ => None,
        }
    }

    fn is_record(descriptors: &Descriptors, class: ClassId) -> bool {
        descriptors.item(class).is_none()
    }

    fn load(&mut self) {
        let descriptors = self.descriptors;
        let Some((object, class)) = self.checked_object(|class| Self::is_record(descriptors, class)) else {
            return self.arithmetic();
        };
        let field = self.tape.choose(descriptors.record_fields(class));
        let guess = match object.guess {
            Some(Datum::Ref(Some(loc))) => {
                let index = descriptors.field(field).index as usize;
                self.state.heap.object(loc).fields.get(index).copied()
            }
            _ => None,
        };
        let loaded = self.op(OpKind::Get(object.operand, field), guess);
        if let Storage::Ref(RefType::Exact(class)) = descriptors.field(field).storage {
            self.classes.push((loaded.operand, class));
        }
        if self.tape.below(2) == 0 {
            self.assign_to(loaded);
        }
    }

    fn store(&mut self) {
        let descriptors = self.descriptors;
        let writable = |field: &FieldId| {
            let field = descriptors.field(*field);
            !field.immutable
                && !matches!(field.storage, Storage::Ref(RefType::Exact(_) | RefType::ExactOrNull(_)))
        };
        let has_writable = |class: ClassId| descriptors.record_fields(class).iter().any(writable);
        let Some((object, class)) = self.checked_object(has_writable) else { return self.arithmetic() };
        let fields: Vec<FieldId> =
            descriptors.record_fields(class).iter().copied().filter(|f| writable(f)).collect();
        let field = self.tape.choose(&fields);
        let value = self.pick(descriptors.field(field).storage.ty());
        self.effect(OpKind::Set(object.operand, field, value.operand));
        self.shared = None;
    }

    /// A new object; immutable fields are set at once.
    fn allocate(&mut self) {
        let class = self.tape.choose(&[NODE, PAIR, INT, SUB_NODE]);
        let object = self.op(OpKind::New(class), None);
        self.shared = None;
        for &field in self.descriptors.record_fields(class) {
            if self.descriptors.field(field).immutable || self.tape.below(2) == 0 {
                let value = loop {
                    let value = self.pick(self.descriptors.field(field).storage.ty());
                    // An object that is being made is seen by nobody, itself included.
                    if value.operand != object.operand {
                        break value;
                    }
                    if self.tape.below(4) == 0 {
                        return;
                    }
                };
                self.effect(OpKind::Set(object.operand, field, value.operand));
            }
        }
        self.classes.push((object.operand, class));
        if self.tape.below(2) == 0 {
            self.assign_to(object);
        }
    }

    fn item(&mut self) {
        let descriptors = self.descriptors;
        let arrays = [INTS, REFS, FLOATS, BYTES, TUPLE];
        let Some((array, class)) = self.checked_object(|class| arrays.contains(&class)) else {
            return self.arithmetic();
        };
        let index = match self.tape.below(3) {
            0 => self.pick_int(),
            _ => Operand::int(self.tape.below(4) as i64),
        };
        let length = self.op(OpKind::ArrayLen(class, array.operand), None);
        let inside = self.op(OpKind::IntCompare(IntCompare::UintLt, index, length.operand), None);
        let state = self.guard_state();
        self.effect(OpKind::Guard(Guard::True(inside.operand), state));
        let item = descriptors.item(class).expect("an array class");
        if class != TUPLE && self.tape.below(2) == 0 {
            let value = self.pick(item.ty());
            self.effect(OpKind::SetItem(class, array.operand, index, value.operand));
            self.shared = None;
        } else {
            let known = self.op(OpKind::GetItem(class, array.operand, index), None);
            if self.tape.below(2) == 0 {
                self.assign_to(known);
            }
        }
    }

    fn division(&mut self) {
        let (a, b) = (self.pick_int(), self.pick_int());
        let positive = self.op(OpKind::IntCompare(IntCompare::Gt, b, Operand::int(0)), None);
        let state = self.guard_state();
        self.effect(OpKind::Guard(Guard::True(positive.operand), state));
        let op = self.tape.choose(&[IntBinary::Div, IntBinary::Rem, IntBinary::FloorDiv, IntBinary::Mod]);
        let known = self.op(OpKind::Int(op, a, b), None);
        self.assign_to(known);
    }

    fn checked(&mut self) {
        let (a, b) = (self.pick_int(), self.pick_int());
        let snapshot = self.guard_state();
        let op = self.tape.choose(CheckedInt::ALL);
        let overflow = self.tape.one_in(16);
        let known = self.op(OpKind::IntChecked { op, a, b, overflow, snapshot }, None);
        if self.tape.below(2) == 0 {
            self.assign_to(known);
        }
    }

    fn guard(&mut self) {
        let guard = match self.tape.below(6) {
            0 | 1 => {
                let a = self.pick_int();
                let test = self.op(OpKind::IntCompare(IntCompare::Ne, a, Operand::int(77)), None);
                Guard::True(test.operand)
            }
            2 => {
                let a = self.pick_int();
                let test = self.op(OpKind::IntCompare(IntCompare::Eq, a, Operand::int(78)), None);
                Guard::False(test.operand)
            }
            3 => match self.pick(Type::Ref) {
                Known { operand, guess: Some(Datum::Ref(None)), .. } => Guard::IsNull(operand),
                Known { operand, .. } => Guard::NonNull(operand),
            },
            4 => {
                let object = self.pick(Type::Ref);
                match self.class_of(object) {
                    Some(class) => {
                        self.classes.push((object.operand, class));
                        Guard::Class(object.operand, class)
                    }
                    None => Guard::NonNull(object.operand),
                }
            }
            _ => {
                let known = self.pick(Type::Int);
                let Some(Datum::Int(x)) = known.guess else { return };
                Guard::Value(known.operand, Const::Int(x))
            }
        };
        let state = self.guard_state();
        self.effect(OpKind::Guard(guard, state));
    }

    /// Guards that look at more than their operands.
    fn special_guard(&mut self) {
        let guard = self.tape.choose(&[Guard::NotInvalidated, Guard::NotInvalidated, Guard::NoAttention]);
        if guard == Guard::NotInvalidated && self.tape.below(4) == 0 {
            let int = self.pick_int();
            self.call_helper(HelperId(14), vec![int]);
        }
        let state = if guard == Guard::NoAttention { self.new_state() } else { self.guard_state() };
        self.effect(OpKind::Guard(guard, state));
        if guard == Guard::NoAttention {
            // Asking twice is not asking once.
            self.shared = None;
        }
    }

    fn null_check(&mut self) {
        let object = self.pick(Type::Ref);
        if object.guess == Some(Datum::NULL) {
            return;
        }
        let (state, block) = (self.guard_state(), self.block());
        let value = self.builder.null_check(block, object.operand, state);
        let known = self.know(value, object.guess);
        if self.tape.below(2) == 0 {
            self.assign_to(known);
        }
    }

    pub(super) fn safepoint(&mut self) {
        let (state, block) = (self.new_state(), self.block());
        self.builder.safepoint(block, state);
        self.shared = Some(state);
    }

    pub(super) fn save_state(&mut self) {
        let (state, block) = (self.new_state(), self.block());
        self.builder.save_state(block, state);
        self.shared = Some(state);
    }

    fn inlined(&mut self) {
        let helper = HelperId(5);
        let (int, block) = (self.pick_int(), self.block());
        self.builder.inlined_call(block, helper, vec![int]);
        self.arithmetic();
        let block = self.block();
        self.builder.inlined_return(block);
    }

    fn call(&mut self) {
        let helper = HelperId(self.tape.index(self.descriptors.helpers.len()) as u32);
        let params = &self.descriptors.helper(helper).params;
        let args = params.iter().map(|&ty| self.argument(ty)).collect();
        self.call_helper(helper, args);
    }

    /// References mostly to objects that are used here.
    fn argument(&mut self, ty: Type) -> Operand {
        if ty == Type::Ref && !self.classes.is_empty() && self.tape.below(4) != 0 {
            return self.tape.choose(&self.classes).0;
        }
        self.pick(ty).operand
    }

    fn call_helper(&mut self, helper: HelperId, args: Vec<Operand>) {
        let description = self.descriptors.helper(helper);
        let kind = OpKind::Call(helper, args);
        self.repeatable.push(kind.clone());
        let result = match description.result {
            Some(_) => Some(self.op(kind, None)),
            None => {
                self.effect(kind);
                None
            }
        };
        self.shared = None;
        let effects = &description.effects;
        if effects.calls_back {
            let state = self.new_state();
            self.effect(OpKind::Guard(Guard::NotForced, state));
        }
        if effects.raises {
            let state = self.new_state();
            self.effect(OpKind::Guard(Guard::NoException, state));
        }
        if let Some(known) = result.filter(|_| self.tape.below(2) == 0) {
            self.assign_to(known);
        }
    }

    /// A condition that is true about as often as not.
    pub(super) fn condition(&mut self) -> Operand {
        let a = self.pick_int();
        match self.tape.below(4) {
            0 => a,
            1 => self.op(OpKind::Int(IntBinary::And, a, Operand::int(1)), None).operand,
            2 => {
                let b = self.pick_int();
                let compare = self.tape.choose(IntCompare::ALL);
                self.op(OpKind::IntCompare(compare, a, b), None).operand
            }
            _ => {
                let (p, q) = (self.pick(Type::Ref).operand, self.pick(Type::Ref).operand);
                let compare = self.tape.choose(PtrCompare::ALL);
                self.op(OpKind::PtrCompare(compare, p, q), None).operand
            }
        }
    }

    fn branch(&mut self) {
        self.budget = self.budget.saturating_sub(2);
        self.depth += 1;
        let condition = self.condition();
        let from = self.block();
        let (yes, join) = (self.builder.block(), self.builder.block());
        let no = if self.tape.below(3) == 0 { join } else { self.builder.block() };
        self.builder.branch(from, condition, yes, no);
        let scope = self.scope();
        self.start(yes);
        self.statements();
        let mut ends = vec![(self.at.take(), std::mem::take(&mut self.variables))];
        self.restore(&scope);
        if no == join {
            ends.push((Some(from), self.variables.clone()));
        } else {
            self.start(no);
            self.statements();
            ends.push((self.at.take(), std::mem::take(&mut self.variables)));
            self.restore(&scope);
        }
        let edges: Vec<(Block, Vec<Known>)> =
            ends.into_iter().filter_map(|(end, variables)| Some((end?, variables))).collect();
        for &(end, _) in &edges {
            if !(no == join && end == from) {
                self.builder.goto(end, join);
            }
        }
        self.join(join, &edges);
        self.depth -= 1;
    }

    /// Goes on in a block where edges meet that are already there; phis for variables that differ.
    pub(super) fn join(&mut self, block: Block, edges: &[(Block, Vec<Known>)]) {
        let Some((_, first)) = edges.first() else {
            self.at = None;
            return;
        };
        self.start(block);
        for index in 0..first.len() {
            let differs = edges.iter().any(|(_, variables)| variables[index].operand != first[index].operand);
            self.variables[index] = first[index];
            if differs {
                let phi = self.builder.phi(block, first[index].ty);
                for (end, variables) in edges {
                    self.builder.phi_input(phi, *end, variables[index].operand);
                }
                self.variables[index] = self.know(phi, first[index].guess);
            }
        }
    }
}
