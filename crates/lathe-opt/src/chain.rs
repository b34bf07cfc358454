//! The chain of streaming passes.
//!
//! An op of the input goes through the passes one after the other. Each may drop it, change it, or put others before it;
//! what reaches the end is emitted, and then every pass learns from it. An op is through before the next one is fed,
//! so at the moment a guard is emitted the state of all passes is the state at the guard.
//!
//! The whole chain can be cloned: that is how a label saves its state for another try, and how a bridge takes up the
//! knowledge at the guard it starts from.

use crate::context::{Context, Source};
use crate::guards::Guards;
use crate::heap::Heap;
use crate::options::{Options, Pass};
use crate::pure::Pure;
use crate::relations::Relations;
use crate::{fold, int_bounds, virtualize};
use lathe_ir::{Descriptors, Guard, Op, OpKind, Operand, SnapshotId, Trace};

/// The streaming passes, in order.
#[derive(Clone, Copy, Debug)]
enum Stage {
    IntBounds,
    Fold,
    Relations,
    Virtualize,
    Pure,
    Heap,
    Guards,
}

#[derive(Clone, Debug)]
pub struct Chain<'a> {
    pub cx: Context<'a>,
    pub relations: Relations,
    pub pure: Pure,
    pub heap: Heap,
    pub guards: Guards,
    stages: Vec<Stage>,
    /// What a stage hands to the next, kept to be used again.
    buffers: Vec<Vec<Op>>,
}

impl<'a> Chain<'a> {
    pub fn new(descriptors: &'a Descriptors, input: &'a Trace, options: &Options) -> Chain<'a> {
        let on = |pass| options.passes.contains(pass);
        let mut stages = Vec::new();
        if on(Pass::IntBounds) {
            stages.push(Stage::IntBounds);
        }
        if on(Pass::Fold) {
            stages.push(Stage::Fold);
        }
        if on(Pass::Relations) {
            stages.push(Stage::Relations);
        }
        if on(Pass::Virtualize) {
            stages.push(Stage::Virtualize);
        }
        if on(Pass::Pure) {
            stages.push(Stage::Pure);
        }
        if on(Pass::Heap) || on(Pass::Loads) {
            stages.push(Stage::Heap);
        }
        if on(Pass::Guards) {
            stages.push(Stage::Guards);
        }
        Chain {
            cx: Context::new(descriptors, input, options.passes, options.fuel),
            relations: Relations::default(),
            pure: Pure::default(),
            heap: Heap::default(),
            guards: Guards::default(),
            buffers: vec![Vec::new(); stages.len()],
            stages,
        }
    }

    /// An op of the input, under the names it has there. In a copy every result gets a new name.
    pub fn feed(&mut self, op: &Op, copy: bool) {
        let mut kind = op.kind.clone();
        kind.map_operands(|operand| self.cx.translate(operand));
        let result = op.result.map(|v| {
            if !copy {
                return v;
            }
            let renamed = self.cx.new_value(self.cx.source.input.ty(v));
            self.cx.source.map[v.index()] = Operand::Value(renamed);
            renamed
        });
        self.run(0, Op { result, kind });
    }

    /// All ops but the last, which ends the section.
    pub fn feed_body(&mut self, source: Source<'a>, copy: bool) {
        let ops = &source.input.sections[0].ops;
        self.cx.source = source;
        for op in &ops[..ops.len() - 1] {
            if self.cx.ended {
                break;
            }
            self.feed(op, copy);
        }
    }

    /// An op in terms of the output.
    pub fn feed_resolved(&mut self, op: Op) {
        self.run(0, op);
    }

    fn run(&mut self, stage: usize, op: Op) {
        let Some(&pass) = self.stages.get(stage) else { return self.emit(op) };
        let mut out = std::mem::take(&mut self.buffers[stage]);
        let cx = &mut self.cx;
        match pass {
            Stage::IntBounds => int_bounds::visit(op, cx, &mut out),
            Stage::Fold => fold::visit(op, cx, &mut out),
            Stage::Relations => self.relations.visit(op, cx, &mut out),
            Stage::Virtualize => virtualize::visit(op, cx, &mut out),
            Stage::Pure => self.pure.visit(op, cx, &mut out),
            Stage::Heap => self.heap.visit(op, cx, &mut out),
            Stage::Guards => self.guards.visit(op, cx, &mut out),
        }
        self.pass_on(stage, out);
        // The guard is through: it was emitted, or holds anyway.
        if let Stage::Fold = pass
            && let Some((condition, outcome)) = self.cx.answered.take()
            && self.cx.enabled(Pass::Guards)
            && !self.cx.ended
        {
            self.cx.replace(condition, outcome);
        }
    }

    fn pass_on(&mut self, stage: usize, mut ops: Vec<Op>) {
        for (index, mut op) in ops.drain(..).enumerate() {
            if self.cx.ended {
                continue;
            }
            // The ops before this one may have turned out to be known already.
            if index > 0 {
                op.kind.map_operands(|operand| self.cx.resolve(operand));
            }
            self.run(stage + 1, op);
        }
        if let Some(buffer) = self.buffers.get_mut(stage) {
            *buffer = ops;
        }
    }

    fn emit(&mut self, op: Op) {
        let op = self.cx.prepare(op);
        if !self.cx.ended {
            self.cx.learn(&op);
            for &stage in &self.stages {
                match stage {
                    Stage::IntBounds => int_bounds::learn(&op, &mut self.cx),
                    Stage::Relations => self.relations.learn(&op, &self.cx),
                    Stage::Pure => self.pure.learn(&op, &self.cx),
                    Stage::Heap => self.heap.learn(&op, &self.cx),
                    Stage::Guards => self.guards.learn(&op, &mut self.cx),
                    Stage::Fold | Stage::Virtualize => {}
                }
            }
        }
        if matches!(op.kind, OpKind::Exit(_)) {
            self.cx.ended = true;
        }
        self.cx.push(op);
    }

    fn stage_index(&self, wanted: impl Fn(Stage) -> bool) -> Option<usize> {
        self.stages.iter().position(|&stage| wanted(stage))
    }

    /// Does every delayed store.
    pub fn flush(&mut self) {
        if let Some(stage) = self.stage_index(|stage| matches!(stage, Stage::Heap)) {
            let mut ops = Vec::new();
            self.heap.force_all(&mut self.cx, &mut ops);
            self.pass_on(stage, ops);
        }
    }

    /// Makes an operand real.
    pub fn lift(&mut self, operand: Operand) {
        let mut ops = Vec::new();
        self.cx.lift(operand, &mut ops);
        if let Some(stage) = self.stage_index(|stage| matches!(stage, Stage::Virtualize)) {
            self.pass_on(stage, ops);
        }
    }

    /// The op that ends the section.
    pub fn feed_terminator(&mut self, kind: OpKind) {
        self.run(0, Op::effect(kind));
    }

    /// The state of the interpreter at the recorded label, for the output.
    pub fn label_snapshot(&mut self) -> Option<SnapshotId> {
        let input = self.cx.source.input;
        let snapshot = input.snapshot(input.sections[0].snapshot?).clone();
        self.cx.snapshots.push(snapshot);
        Some(SnapshotId(self.cx.snapshots.len() as u32 - 1))
    }

    /// The guard that was emitted last has failed: what it would have taught is false. Not for `guard_nonnull`, which may
    /// have been strengthened later on.
    pub fn learn_failure(&mut self, guard: &OpKind) {
        let OpKind::Guard(guard, _) = *guard else { return };
        if self.cx.enabled(Pass::IntBounds) {
            int_bounds::learn_failure(guard, &mut self.cx);
        }
        if self.cx.enabled(Pass::Relations) {
            self.relations.learn_failure(guard, &self.cx);
        }
        let on = self.cx.enabled(Pass::Guards);
        match guard {
            Guard::True(Operand::Value(v)) if on => self.cx.replace(v, Operand::FALSE),
            Guard::False(a @ Operand::Value(v)) if on && self.cx.is_boolean(a) => {
                self.cx.replace(v, Operand::TRUE);
            }
            Guard::IsNull(p) => self.cx.learn_nonnull(p),
            _ => {}
        }
    }
}
