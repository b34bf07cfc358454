//! Bridges: traces that start where a guard fails, and know what was known there.
//!
//! A bridge is the other way on from a guard. So its optimizer simply *continues the chain* at that point: the loop is
//! optimized again up to the guard (this is cheap next to compiling, and nothing has to be stored per guard), and then
//! the bridge's ops follow instead of the loop's. Classes, ranges, constants, virtuals, delayed stores and cached fields
//! are all still there, as far as the exit passes the values they speak of.
//!
//! At its end a bridge comes back to the loop. DLS'12 ends on the limitation that it has to go to the preamble; here the
//! peeled loop keeps an *entry sequence* (its label's shape and facts, and the imports that rebuild *H*), which the bridge
//! inlines: what its own state does not imply is checked by guards with the label's snapshot, or lifted, or loaded. Only if
//! the states cannot be brought together, it jumps to the preamble.
//!
//! Requires: the loop as recorded and as optimized, with the same options.
//! Ensures:  one section whose arguments are the values that the guard's exit has.
//! Source:   DLS'12 §9 (the limitation); DESIGN §5.
//! Weak at:  a virtual of an address class in the loop that is real in the bridge: the preamble takes it.

use crate::Optimized;
use crate::chain::Chain;
use crate::context::{Fact, Import, Source};
use crate::dce;
use crate::heap::load_is_safe;
use crate::label::{Label as LoopLabel, Node, Plan, compute, rename};
use crate::options::{Options, Pass};
use crate::peel::{LOOP, PREAMBLE, start_loop};
use lathe_ir::arith::W64;
use lathe_ir::{
    Const, Descriptors, Guard, IntCompare, Label, Op, OpKind, Operand, Section, Slot, SnapshotId, Trace,
    Type, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// What is kept of a peeled loop for those who want to enter it.
#[derive(Clone, Debug)]
pub struct PeeledLoop {
    pub(crate) label: LoopLabel,
    /// How the values of *H* are computed from the label's unextended arguments.
    pub(crate) imports: Vec<Import>,
    /// How general the label had to be made; makes the loop's optimization repeatable.
    pub(crate) plan: Plan,
    /// The arguments of the label that are left after dead code elimination.
    pub(crate) args: Vec<Value>,
}

/// A loop, as recorded and as optimized.
#[derive(Clone, Copy, Debug)]
pub struct Loop<'a> {
    pub input: &'a Trace,
    pub optimized: &'a Optimized,
    /// Whether a jump to it may go to the peeled loop. Not where the loop's entry sequence has just failed: it would again.
    pub enter_peeled: bool,
}

impl<'a> Loop<'a> {
    pub fn new(input: &'a Trace, optimized: &'a Optimized) -> Loop<'a> {
        Loop { input, optimized, enter_peeled: true }
    }
}

/// A recorded bridge, and the number of the guard it starts from (every op with a snapshot counts, from 0).
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    pub guard: u32,
    /// The exit belongs to this guard alone, so that its condition is known to be false. Later guards may share an exit; then
    /// only what was known before the first of them holds.
    pub alone: bool,
    pub bridge: &'a Trace,
}

#[derive(Clone, Debug)]
pub struct OptimizedBridge {
    /// One section, labelled `L2`. Its arguments are values of the parent's exit.
    pub trace: Trace,
    /// The label it jumps to: the peeled loop, the preamble, or none.
    pub target: Option<Label>,
    pub rewrites: u64,
}

/// Why a bridge cannot start where it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BridgeError {
    NoSuchLabel(Label),
    NoSuchGuard(u32),
    /// The arguments of a bridge are the slots of the guard's snapshot that are not dead.
    WrongArguments {
        wanted: usize,
        given: usize,
    },
    /// The guard's snapshot describes virtual objects before any optimization.
    NotRecorded,
}

impl fmt::Display for BridgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BridgeError::NoSuchLabel(label) => write!(f, "the optimized loop has no section L{}", label.0),
            BridgeError::NoSuchGuard(guard) => write!(f, "there is no guard number {guard} in that section"),
            BridgeError::WrongArguments { wanted, given } => {
                write!(
                    f,
                    "the guard's snapshot has {wanted} live slots, the bridge takes {given} arguments"
                )?;
                if wanted == given {
                    write!(f, " of other types")?;
                }
                Ok(())
            }
            BridgeError::NotRecorded => write!(f, "the guard's snapshot is not a recorded one"),
        }
    }
}

/// The label of an optimized bridge.
pub const BRIDGE: Label = Label(2);

/// Optimizes the last of `steps`. The first starts from a guard in section `label` of `origin`, each other from a guard
/// of the one before. A jump goes into `target`.
pub fn optimize_bridge<'a>(
    descriptors: &'a Descriptors,
    origin: Loop<'a>,
    label: Label,
    steps: &[Step<'a>],
    target: Loop<'a>,
    options: &Options,
) -> Result<OptimizedBridge, BridgeError> {
    assert!(!steps.is_empty(), "there is a bridge to optimize");
    let mut chain = replay_loop(descriptors, origin, label, steps[0].guard, options)?;
    let mut args = start_bridge(&mut chain, steps[0])?;
    for &next in &steps[1..] {
        chain.cx.stop_at_guard = Some(next.guard);
        let source = chain.cx.source.clone();
        chain.feed_body(source, true);
        args = start_bridge(&mut chain, next)?;
    }
    let last = steps[steps.len() - 1].bridge;
    let source = chain.cx.source.clone();
    chain.feed_body(source, true);
    if !chain.cx.ended {
        end_bridge(&mut chain, last, target);
    }
    let snapshot = None;
    let ops = std::mem::take(&mut chain.cx.out);
    let section = Section { label: BRIDGE, args, snapshot, ops };
    let mut trace = Trace {
        types: std::mem::take(&mut chain.cx.types),
        sections: vec![section],
        snapshots: std::mem::take(&mut chain.cx.snapshots),
    };
    if options.passes.contains(Pass::Dce) {
        dce::run(&mut trace, descriptors);
    }
    let target = trace.sections[0].jump().map(|(label, _)| label);
    Ok(OptimizedBridge { trace, target, rewrites: chain.cx.rewrites })
}

/// Optimizes the loop again, up to a guard.
fn replay_loop<'a>(
    descriptors: &'a Descriptors,
    origin: Loop<'a>,
    label: Label,
    guard: u32,
    options: &Options,
) -> Result<Chain<'a>, BridgeError> {
    let mut chain = Chain::new(descriptors, origin.input, options);
    if label == PREAMBLE {
        chain.cx.stop_at_guard = Some(guard);
    }
    chain.feed_body(Source::identity(origin.input), false);
    if label == LOOP {
        let peeled = origin.optimized.peeled.as_ref().ok_or(BridgeError::NoSuchLabel(label))?;
        let (_, args) = origin.input.sections[0].jump().expect("a peeled loop ends with a jump");
        let jump: Vec<Operand> = args.iter().map(|&operand| chain.cx.translate(operand)).collect();
        start_loop(&mut chain, &jump, &peeled.plan);
        chain.cx.stop_at_guard = Some(guard);
        let source = chain.cx.source.clone();
        chain.feed_body(source, true);
    } else if label != PREAMBLE {
        return Err(BridgeError::NoSuchLabel(label));
    }
    Ok(chain)
}

/// Turns from the guard that the chain has just emitted to the bridge. Gives the bridge's arguments: the values that the
/// exit has.
fn start_bridge<'a>(chain: &mut Chain<'a>, step: Step<'a>) -> Result<Vec<Value>, BridgeError> {
    let bridge = step.bridge;
    let template = chain.cx.stopped_at.take().ok_or(BridgeError::NoSuchGuard(step.guard))?;
    let guard = chain.cx.out.last().expect("the guard was reached").kind.clone();
    let exit = guard.snapshot().expect("a guard");
    let mut args = Vec::new();
    let mut visible: FxHashSet<Value> = FxHashSet::default();
    chain.cx.snapshots[exit.index()].for_each_value(|v| {
        if visible.insert(v) {
            args.push(v);
        }
    });
    // The slots of the recorded snapshot are the bridge's inputs; there, every object still had a name.
    let mut operands: Vec<Operand> = Vec::new();
    for &slot in &chain.cx.source.input.snapshot(template).slots {
        match slot {
            Slot::Operand(operand) => {
                operands.push(chain.cx.translate(operand));
            }
            Slot::Virtual(_) => return Err(BridgeError::NotRecorded),
            Slot::Dead => {}
        }
    }
    let inputs = &bridge.sections[0].args;
    let fits = |(v, operand): (&Value, &Operand)| bridge.ty(*v) == chain.cx.operand_type(*operand);
    if inputs.len() != operands.len() || !inputs.iter().zip(&operands).all(fits) {
        return Err(BridgeError::WrongArguments { wanted: operands.len(), given: inputs.len() });
    }
    let mut map = vec![Operand::FALSE; bridge.types.len()];
    for (arg, operand) in bridge.sections[0].args.iter().zip(operands) {
        map[arg.index()] = operand;
    }
    // While the ops that made the guard's condition are still there.
    if step.alone {
        chain.learn_failure(&guard);
    }
    chain.cx.start_bridge();
    let is_visible = |operand: Operand| match operand {
        Operand::Value(v) => visible.contains(&v),
        Operand::Const(_) => true,
    };
    chain.relations.start_bridge(is_visible);
    chain.pure.start_bridge(&chain.cx, is_visible);
    chain.heap.start_bridge(&chain.cx, is_visible);
    chain.guards.start_section();
    chain.cx.source = Source { input: bridge, map };
    Ok(args)
}

pub(crate) fn end_bridge<'a>(chain: &mut Chain<'a>, bridge: &Trace, target: Loop<'a>) {
    let terminator = &bridge.sections[0].ops.last().expect("a terminator").kind;
    let OpKind::Jump(_, args) = terminator else {
        let mut kind = terminator.clone();
        kind.map_operands(|operand| chain.cx.translate(operand));
        return chain.feed_terminator(kind);
    };
    let jump: Vec<Operand> = args.iter().map(|&operand| chain.cx.translate(operand)).collect();
    if let Some(peeled) = &target.optimized.peeled
        && target.enter_peeled
    {
        let mut attempt = chain.clone();
        if let Some(args) = enter(&mut attempt, peeled, target.input, &jump) {
            *chain = attempt;
            return chain.feed_terminator(OpKind::Jump(LOOP, args));
        }
    }
    chain.feed_terminator(OpKind::Jump(PREAMBLE, jump));
}

/// Inlines the entry sequence of a peeled loop. Gives the arguments of the jump to it; `None` if the loop cannot be entered
/// from this state.
fn enter<'a>(
    chain: &mut Chain<'a>,
    peeled: &PeeledLoop,
    input: &'a Trace,
    jump: &[Operand],
) -> Option<Vec<Operand>> {
    chain.flush();
    let recorded = &input.sections[0];
    let mut map = vec![Operand::FALSE; input.types.len()];
    for (arg, &operand) in recorded.args.iter().zip(jump) {
        map[arg.index()] = operand;
    }
    chain.cx.source = Source { input, map };
    let mut entry = Entry {
        chain,
        label: &peeled.label,
        snapshot: recorded.snapshot?,
        next: FxHashMap::default(),
        pairs: FxHashMap::default(),
    };
    for (&root, &operand) in peeled.label.roots.iter().zip(jump) {
        entry.bring(root, operand)?;
    }
    for leaf in &peeled.label.leaves {
        let operand = *entry.next.get(&leaf.value)?;
        entry.require(operand, leaf.fact)?;
    }
    if peeled.label.valid && !entry.chain.cx.valid {
        entry.guard(Guard::NotInvalidated)?;
    }
    for import in &peeled.imports {
        entry.rebuild(import)?;
    }
    let still_virtual = entry.pairs.values().all(|&v| entry.chain.cx.virtuals.contains(v));
    let args = peeled.args.iter().map(|v| entry.next.get(v).map(|&operand| entry.chain.cx.resolve(operand)));
    let args = args.collect::<Option<Vec<Operand>>>()?;
    still_virtual.then_some(args)
}

/// An attempt to enter a peeled loop. Each step gives `None` when it cannot be done.
struct Entry<'e, 'a> {
    chain: &'e mut Chain<'a>,
    label: &'e LoopLabel,
    /// The label's: the state of the interpreter at the loop's header.
    snapshot: SnapshotId,
    /// What is passed for each value of the label.
    next: FxHashMap<Value, Operand>,
    /// Virtuals of the label and of the bridge that are the same object.
    pairs: FxHashMap<usize, Value>,
}

impl Entry<'_, '_> {
    /// Makes an operand fit a node of the label's shape.
    fn bring(&mut self, node: usize, operand: Operand) -> Option<()> {
        let operand = self.chain.cx.resolve(operand);
        match &self.label.nodes[node] {
            Node::Const(c) if operand == Operand::Const(*c) => Some(()),
            Node::Const(c) => self.guard(Guard::Value(operand, *c)),
            Node::Leaf(leaf) => {
                self.chain.lift(operand);
                let operand = self.chain.cx.resolve(operand);
                let known = *self.next.entry(self.label.leaves[*leaf].value).or_insert(operand);
                (known == operand).then_some(())
            }
            Node::Virtual { class, fields, .. } => {
                let by_value = self.chain.cx.descriptors.is_value_class(*class);
                let is_virtual = self.chain.cx.is_virtual(operand);
                let values = match operand {
                    Operand::Value(v) if is_virtual => {
                        let cx = &self.chain.cx;
                        if cx.virtuals.class(v) != *class || cx.virtuals.fields(v).len() != fields.len() {
                            return None;
                        }
                        if !by_value && let Some(done) = self.pair(node, v) {
                            return done;
                        }
                        self.chain.cx.virtuals.fields(v).to_vec()
                    }
                    // An object with a place in memory cannot become a virtual: the loop would lose its identity.
                    _ if !by_value => return None,
                    _ => self.unbox(operand, *class)?,
                };
                for (&field, value) in fields.iter().zip(values) {
                    self.bring(field, value)?;
                }
                Some(())
            }
        }
    }

    /// Notes that two virtuals are the same object; `Some` if they were met before.
    fn pair(&mut self, node: usize, v: Value) -> Option<Option<()>> {
        match self.pairs.get(&node) {
            Some(&partner) => Some((partner == v).then_some(())),
            None if self.pairs.values().any(|&partner| partner == v) => Some(None),
            None => {
                self.pairs.insert(node, v);
                None
            }
        }
    }

    /// The fields of a real object of a value class.
    fn unbox(&mut self, operand: Operand, class: lathe_ir::ClassId) -> Option<Vec<Operand>> {
        self.require(operand, Fact::of_class(class))?;
        let descriptors = self.chain.cx.descriptors;
        let fields = descriptors.record_fields(class);
        Some(
            fields
                .iter()
                .map(|&field| {
                    self.compute(OpKind::Get(operand, field), descriptors.field(field).storage.ty())
                })
                .collect(),
        )
    }

    fn compute(&mut self, kind: OpKind, ty: Type) -> Operand {
        let result = self.chain.cx.new_value(ty);
        self.chain.feed_resolved(Op::new(result, kind));
        self.chain.cx.resolve(Operand::Value(result))
    }

    /// A guard with the label's snapshot. `None` if it is known to fail.
    fn guard(&mut self, guard: Guard) -> Option<()> {
        self.chain.feed_resolved(Op::effect(OpKind::Guard(guard, self.snapshot)));
        (!self.chain.cx.ended).then_some(())
    }

    /// Makes sure of a fact, by guards if need be.
    fn require(&mut self, operand: Operand, fact: Fact) -> Option<()> {
        let operand = self.chain.cx.resolve(operand);
        let known = self.chain.cx.fact(operand);
        if let Some(class) = fact.class {
            match known.class {
                Some(other) if other != class => return None,
                Some(_) => {}
                None if operand == Operand::NULL => return None,
                None => self.guard(Guard::Class(operand, class))?,
            }
        } else if fact.nonnull && !known.nonnull {
            if operand == Operand::NULL {
                return None;
            }
            self.guard(Guard::NonNull(operand))?;
        }
        if known.int.implies(fact.int) {
            return Some(());
        }
        known.int.meet(fact.int)?;
        for (compare, bound, known_bound) in [
            (IntCompare::Ge, fact.int.lo(), known.int.lo() >= fact.int.lo()),
            (IntCompare::Le, fact.int.hi(), known.int.hi() <= fact.int.hi()),
        ] {
            if !known_bound {
                let kind = OpKind::IntCompare(compare, operand, Operand::int(bound));
                let holds = self.compute(kind, Type::Int);
                self.guard(Guard::True(holds))?;
            }
        }
        // Known bits have no guard of their own.
        let operand = self.chain.cx.resolve(operand);
        let range = crate::int_fact::IntFact::range(W64, fact.int.lo(), fact.int.hi());
        let known = self.chain.cx.int(operand);
        (known.implies(fact.int) || range.implies(fact.int)).then_some(())
    }

    /// Computes a value of *H*.
    fn rebuild(&mut self, import: &Import) -> Option<()> {
        let kind = rename(self.chain, import, &self.next, self.snapshot)?;
        self.protect(&kind)?;
        let result = compute(self.chain, kind);
        if self.chain.cx.ended {
            return None;
        }
        match import.result {
            Operand::Const(c) if result == Operand::Const(c) => Some(()),
            Operand::Const(_) if result.as_const().is_some() => None,
            Operand::Const(c) => self.guard(Guard::Value(result, c)),
            Operand::Value(v) => match self.next.get(&v) {
                Some(&expected) => (self.chain.cx.resolve(expected) == result).then_some(()),
                None => {
                    self.next.insert(v, result);
                    self.require(result, import.fact)
                }
            },
        }
    }

    /// The loop has its guards behind the label; what is computed before it needs its own.
    fn protect(&mut self, kind: &OpKind) -> Option<()> {
        match *kind {
            OpKind::Int(op, a, b) if op.is_partial() => {
                let (a, b) = (self.chain.cx.int(a), self.chain.cx.int(b));
                let overflow = a.contains(i64::MIN) && b.contains(-1);
                (!b.contains(0) && !overflow).then_some(())
            }
            OpKind::Get(..) | OpKind::ArrayLen(..) => load_is_safe(kind, &self.chain.cx).then_some(()),
            OpKind::GetItem(class, base, index) => {
                load_is_safe(kind, &self.chain.cx).then_some(())?;
                let len = self.compute(OpKind::ArrayLen(class, base), Type::Int);
                let inside = self.compute(OpKind::IntCompare(IntCompare::UintLt, index, len), Type::Int);
                match inside {
                    Operand::Const(Const::Int(1)) => Some(()),
                    _ => self.guard(Guard::True(inside)),
                }
            }
            // Its `guard_no_exception` would have to resume in the middle of things.
            OpKind::Call(helper, _) => {
                (!self.chain.cx.descriptors.helper(helper).effects.raises).then_some(())
            }
            _ => Some(()),
        }
    }
}
