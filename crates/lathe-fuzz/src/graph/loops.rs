//! Loops of all shapes: tested at the header, at the end, in the middle, nowhere; with `continue` and `break`; entered in two
//! places.

use super::generate::{Generator, Known, Scope};
use lathe_graph::Block;
use lathe_ir::{IntBinary, IntCompare, OpKind, Operand, Type, Value};

/// A loop whose body is being made.
#[derive(Clone, Debug)]
pub(super) struct OpenLoop {
    header: Block,
    /// A header phi for each variable.
    phis: Vec<Value>,
    /// The counter, and what it is on the next trip if the header computes that.
    counter: Value,
    next: Option<Value>,
    /// Where `break` leaves to, and with which variables.
    out: Block,
    breaks: Vec<(Block, Vec<Known>)>,
    /// What was in scope before the loop.
    before: Scope,
}

impl Generator<'_> {
    pub(super) fn a_loop(&mut self) {
        self.budget = self.budget.saturating_sub(4);
        self.depth += 1;
        match self.tape.below(10) {
            0..=5 => self.tested_at_header(),
            6 | 7 => self.tested_at_end(),
            8 => self.entered_twice(),
            _ => self.never_tested(),
        }
        self.depth -= 1;
    }

    /// Starts a loop at a new header.
    fn open(&mut self) {
        let (from, before) = (self.block(), self.scope());
        let (header, out) = (self.builder.block(), self.builder.block());
        self.builder.goto(from, header);
        self.start(header);
        let counter = self.builder.phi(header, Type::Int);
        self.builder.phi_input(counter, from, Operand::int(self.tape.below(3) as i64));
        self.know(counter, None);
        let mut phis = Vec::new();
        for index in 0..self.variables.len() {
            let Known { operand, ty, guess } = self.variables[index];
            let phi = self.builder.phi(header, ty);
            self.builder.phi_input(phi, from, operand);
            self.variables[index] = self.know(phi, guess);
            phis.push(phi);
        }
        match self.tape.below(24) {
            22 => self.builder.osr_entry(header),
            23 => self.builder.catch_begin(header),
            _ => {}
        }
        self.loops.push(OpenLoop { header, phis, counter, next: None, out, breaks: Vec::new(), before });
    }

    fn step(&mut self, counter: Value) -> Value {
        let block = self.block();
        let value = self.builder.op(block, OpKind::Int(IntBinary::Add, counter.into(), Operand::int(1)));
        self.know(value, None);
        value
    }

    /// What the phis of the innermost loop get along a back-edge from here. The edge itself is made by the caller.
    fn feed_phis(&mut self, from: Block) {
        let OpenLoop { phis, counter, next, .. } = self.loops.last().expect("an open loop").clone();
        let next = match next {
            Some(next) => next,
            None => self.step(counter),
        };
        self.builder.phi_input(counter, from, next.into());
        for (phi, known) in phis.into_iter().zip(self.variables.clone()) {
            self.builder.phi_input(phi, from, known.operand);
        }
    }

    /// Not 0 while the loop goes on.
    fn goes_on(&mut self) -> Operand {
        let &OpenLoop { counter, next, .. } = self.loops.last().expect("an open loop");
        let tested = match next {
            Some(next) if self.tape.below(2) == 0 => next,
            _ => counter,
        };
        let bound = match self.tape.below(4) {
            0 => {
                let (any, block) = (self.pick_int(), self.block());
                let value = self.builder.op(block, OpKind::Int(IntBinary::And, any, Operand::int(7)));
                Operand::Value(value)
            }
            _ => Operand::int(self.tape.below(7) as i64),
        };
        let block = self.block();
        let compare = OpKind::IntCompare(IntCompare::Lt, tested.into(), bound);
        let bounded = self.builder.op(block, compare);
        self.know(bounded, None);
        match self.tape.below(8) {
            // Uncountable: also by what the loop computes, or by that alone.
            5 | 6 => {
                let other = self.condition();
                let block = self.block();
                let both = self.builder.op(block, OpKind::Int(IntBinary::And, bounded.into(), other));
                both.into()
            }
            7 => self.condition(),
            _ => bounded.into(),
        }
    }

    /// An `if` that goes on in `inside` as long as the condition holds; either order of successors.
    fn test(&mut self, condition: Operand, inside: Block, outside: Block) {
        let block = self.block();
        if self.tape.below(3) == 0 {
            let inverted = OpKind::IntUnary(lathe_ir::IntUnary::IsZero, condition);
            let inverted = self.builder.op(block, inverted);
            self.builder.branch(block, inverted, outside, inside);
        } else {
            self.builder.branch(block, condition, inside, outside);
        }
    }

    fn tested_at_header(&mut self) {
        self.open();
        if self.tape.below(2) == 0 {
            self.safepoint();
        }
        if self.tape.below(2) == 0 {
            let counter = self.loops.last().expect("an open loop").counter;
            let next = self.step(counter);
            self.loops.last_mut().expect("an open loop").next = Some(next);
        }
        self.simple_statements(2);
        let condition = self.goes_on();
        let (body, after) = (self.builder.block(), self.builder.block());
        self.test(condition, body, after);
        let scope = self.scope();
        self.start(body);
        if self.tape.below(2) == 0 {
            self.save_state();
        }
        self.statements();
        if let Some(end) = self.at.take() {
            self.at = Some(end);
            self.feed_phis(end);
            let header = self.loops.last().expect("an open loop").header;
            self.builder.goto(end, header);
        }
        self.restore(&scope);
        self.leave_by(after);
    }

    fn tested_at_end(&mut self) {
        self.open();
        if self.tape.below(3) != 0 {
            self.simple_statements(4);
        } else {
            self.statements();
        }
        let after = self.builder.block();
        if let Some(end) = self.at {
            let condition = self.goes_on();
            self.feed_phis(end);
            let header = self.loops.last().expect("an open loop").header;
            self.test(condition, header, after);
            self.leave_by(after);
        } else {
            self.leave_by_breaks();
        }
    }

    fn never_tested(&mut self) {
        self.open();
        self.statements();
        if self.tape.below(3) == 0 && self.at.is_some() {
            self.break_out();
        }
        if let Some(end) = self.at {
            self.feed_phis(end);
            let header = self.loops.last().expect("an open loop").header;
            self.builder.goto(end, header);
        }
        self.at = None;
        self.leave_by_breaks();
    }

    /// Goes on behind the innermost loop, which is left along an edge to `after` and by breaks.
    fn leave_by(&mut self, after: Block) {
        let OpenLoop { out, breaks, before, .. } = self.loops.pop().expect("an open loop");
        self.start(after);
        if breaks.is_empty() {
            return;
        }
        self.builder.goto(after, out);
        let mut edges = vec![(after, self.variables.clone())];
        edges.extend(breaks);
        // What the loop defines need not be defined where it is left in several places.
        self.close(&before);
        self.join(out, &edges);
    }

    fn leave_by_breaks(&mut self) {
        let OpenLoop { out, breaks, before, .. } = self.loops.pop().expect("an open loop");
        self.close(&before);
        self.join(out, &breaks);
    }

    /// `if (c) break` or `if (c) continue` or `if (c) return`.
    pub(super) fn leave(&mut self) {
        match self.tape.below(4) {
            0 | 1 if !self.loops.is_empty() => self.break_out(),
            2 if !self.loops.is_empty() => self.continue_loop(),
            _ => self.early_return(),
        }
    }

    /// Control splits: some of it goes to `taken`, which the caller fills.
    fn split(&mut self, taken: Block) -> Block {
        let condition = self.condition();
        let (from, rest) = (self.block(), self.builder.block());
        self.builder.branch(from, condition, taken, rest);
        rest
    }

    fn break_out(&mut self) {
        let block = self.builder.block();
        let rest = self.split(block);
        let out = self.loops.last().expect("an open loop").out;
        self.builder.goto(block, out);
        let variables = self.variables.clone();
        self.loops.last_mut().expect("an open loop").breaks.push((block, variables));
        self.start(rest);
    }

    fn continue_loop(&mut self) {
        let block = self.builder.block();
        let rest = self.split(block);
        let scope = self.scope();
        self.start(block);
        self.feed_phis(block);
        let header = self.loops.last().expect("an open loop").header;
        self.builder.goto(block, header);
        self.restore(&scope);
        self.start(rest);
    }

    fn early_return(&mut self) {
        let block = self.builder.block();
        let rest = self.split(block);
        self.start(block);
        self.end();
        self.start(rest);
    }

    /// Two blocks that lead to each other, entered at either.
    fn entered_twice(&mut self) {
        let condition = self.condition();
        let from = self.block();
        let (a, b, after) = (self.builder.block(), self.builder.block(), self.builder.block());
        self.builder.branch(from, condition, a, b);
        let scope = self.scope();
        let before = self.variables.clone();
        let phis = |generator: &mut Self, block: Block| -> Vec<Value> {
            before.iter().map(|known| generator.builder.phi(block, known.ty)).collect()
        };
        let (phis_a, phis_b) = (phis(self, a), phis(self, b));
        let (count_a, count_b) = (self.builder.phi(a, Type::Int), self.builder.phi(b, Type::Int));
        let feed = |generator: &mut Self, phis: &[Value], pred: Block, variables: &[Known]| {
            for (&phi, known) in phis.iter().zip(variables) {
                generator.builder.phi_input(phi, pred, known.operand);
            }
        };
        feed(self, &phis_a, from, &before);
        feed(self, &phis_b, from, &before);
        self.builder.phi_input(count_a, from, Operand::int(0));
        self.builder.phi_input(count_b, from, Operand::int(1));

        self.start(a);
        self.take(&phis_a);
        self.simple_statements(3);
        let (end, variables) = (self.block(), self.variables.clone());
        self.builder.goto(end, b);
        feed(self, &phis_b, end, &variables);
        self.builder.phi_input(count_b, end, count_a.into());
        self.close(&scope);

        self.start(b);
        self.take(&phis_b);
        let step = self.step(count_b);
        self.simple_statements(3);
        let end = self.block();
        let more = self.builder.op(
            end,
            OpKind::IntCompare(IntCompare::Lt, step.into(), Operand::int(self.tape.below(6) as i64)),
        );
        let variables = self.variables.clone();
        self.builder.branch(end, more, a, after);
        feed(self, &phis_a, end, &variables);
        self.builder.phi_input(count_a, end, step.into());
        self.start(after);
    }

    fn take(&mut self, phis: &[Value]) {
        for (index, &phi) in phis.iter().enumerate() {
            let guess = self.variables[index].guess;
            self.variables[index] = self.know(phi, guess);
        }
    }
}
