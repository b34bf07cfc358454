//! The label between preamble and loop: what it takes, and what the loop may rely on.
//!
//! DLS'12 explodes each virtual argument into its fields, recursively and in a fixed order (equations 7–8). The result is a
//! *shape*: a graph of virtuals, constants and *leaves*; the leaves are the label's arguments. With the facts about the
//! leaves, the shape is what every jump to the label has to bring along ([`Label::accept`]). What a jump cannot bring is
//! noted in a [`Plan`], which makes the next try more general.
//!
//! Only where the preamble passes a real object of a value class and the loop a virtual, the next try is more special: the
//! preamble takes the object apart. `a, b = b, a + b` needs it: b is from outside in the first trip, and never after.

use crate::chain::Chain;
use crate::context::{Fact, Import};
use crate::int_fact::IntFact;
use lathe_ir::arith::W64;
use lathe_ir::{ClassId, Const, FieldId, Op, OpKind, Operand, SnapshotId, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a label's argument comes from: an argument of the recorded loop, or a field of a virtual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    Argument(u32),
    Field(Value, u32),
}

#[derive(Clone, Debug)]
pub enum Node {
    Const(Const),
    Leaf(usize),
    Virtual { object: Value, class: ClassId, fields: Vec<usize> },
}

/// One argument of the label.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub value: Value,
    /// What the preamble passes.
    pub passed: Operand,
    /// Where it was first met.
    pub position: Position,
    pub fact: Fact,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub nodes: Vec<Node>,
    /// The node of each argument of the recorded loop.
    pub roots: Vec<usize>,
    pub leaves: Vec<Leaf>,
    /// `guard_not_invalidated` holds on entry.
    pub valid: bool,
    /// Real objects of the preamble that are virtual in the loop, and where they came from.
    unboxed: FxHashMap<Value, Position>,
    /// Positions that stay real, whatever the loop passes.
    boxed: FxHashSet<Position>,
    may_unbox: bool,
}

/// How the label has to be more general than the end of the preamble suggests.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Virtuals that are real in the loop: lifted at the end of the preamble.
    lift: Vec<Value>,
    /// Constants, and second mentions of a value, that get an argument of their own.
    own_argument: FxHashSet<Position>,
    forget_class: FxHashSet<Position>,
    forget_nonnull: FxHashSet<Position>,
    /// Bounds go straight to their extremes.
    forget_range: FxHashSet<Position>,
    /// Results of the preamble that the loop computes again.
    drop: Vec<OpKind>,
    forget_valid: bool,
    /// Real objects of a value class for which the loop passes a virtual: taken apart at the end of the preamble.
    unbox: Vec<Position>,
    boxed: FxHashSet<Position>,
    /// How often `unbox` has grown.
    unbox_rounds: u32,
}

/// One trip finds out what the next one will pass; `a, b, c = b, c, f(a)` takes two rounds. Other reasons to redo the loop
/// need their turn, too.
const MAX_UNBOX_ROUNDS: u32 = 2;

impl Plan {
    fn is_empty(&self) -> bool {
        self.lift.is_empty()
            && self.unbox.is_empty()
            && self.boxed.is_empty()
            && self.own_argument.is_empty()
            && self.forget_class.is_empty()
            && self.forget_nonnull.is_empty()
            && self.forget_range.is_empty()
            && self.drop.is_empty()
            && !self.forget_valid
    }

    pub fn extend(&mut self, more: Plan) {
        self.lift.extend(more.lift);
        self.own_argument.extend(more.own_argument);
        self.forget_class.extend(more.forget_class);
        self.forget_nonnull.extend(more.forget_nonnull);
        self.forget_range.extend(more.forget_range);
        self.drop.extend(more.drop);
        self.forget_valid |= more.forget_valid;
        self.unbox_rounds += !more.unbox.is_empty() as u32;
        self.unbox.extend(more.unbox);
        self.boxed.extend(more.boxed);
    }
}

/// Deeper structures are real across the loop's edge.
const MAX_DEPTH: u32 = 24;

/// What the loop's own jump passes.
#[derive(Clone, Debug)]
pub struct Closed {
    /// For each leaf.
    pub leaves: Vec<Operand>,
    /// *H*: values of the preamble that the loop uses, and what the loop's jump passes for them.
    pub reused: Vec<(Value, Operand)>,
}

impl Label {
    /// Ends the preamble: forces what is delayed, lifts what the plan says, and makes the state that of the loop's start.
    /// Gives the operands that stand for the arguments of the recorded loop (DLS'12 equation 1).
    pub fn new(chain: &mut Chain, jump: &[Operand], plan: &Plan) -> (Label, Vec<Operand>) {
        for &object in &plan.lift {
            chain.lift(Operand::Value(object));
        }
        chain.flush();
        let mut jump = jump.to_vec();
        let unboxed = unbox(chain, &mut jump, plan);
        let (mut label, arguments) = loop {
            match Builder::build(chain, &jump, plan) {
                Ok(done) => break done,
                Err(too_deep) => {
                    chain.lift(too_deep);
                    chain.flush();
                }
            }
        };
        label.unboxed = unboxed;
        label.boxed = plan.boxed.clone();
        label.may_unbox = plan.unbox_rounds < MAX_UNBOX_ROUNDS;
        chain.cx.start_section();
        chain.relations.start_section(&plan.drop);
        chain.pure.start_section(&chain.cx, &plan.drop);
        chain.heap.start_section(&chain.cx, &plan.drop);
        chain.guards.start_section();
        (label, arguments)
    }

    /// No virtual crosses it.
    pub fn is_flat(&self) -> bool {
        !self.nodes.iter().any(|node| matches!(node, Node::Virtual { .. }))
    }

    /// Ends the loop: does its jump bring what the label needs?
    pub fn close(&self, chain: &mut Chain, jump: &[Operand]) -> Result<Closed, Box<Plan>> {
        chain.flush();
        let mut more = Plan::default();
        let leaves = self.match_shape(chain, jump, &mut more);
        if !more.is_empty() {
            return Err(Box::new(more));
        }
        // Of a cycle that was lifted, the last store closes it; by then its object is known elsewhere, and the store waits.
        chain.flush();
        self.check_facts(chain, &leaves, &mut more);
        let reused = self.repeat_imports(chain, &leaves, &mut more);
        if self.valid && !chain.cx.valid {
            more.forget_valid = true;
        }
        if more.is_empty() { Ok(Closed { leaves, reused }) } else { Err(Box::new(more)) }
    }

    /// Walks label and jump side by side. Gives what is passed for each leaf.
    fn match_shape(&self, chain: &mut Chain, jump: &[Operand], more: &mut Plan) -> Vec<Operand> {
        let mut pairs: FxHashMap<usize, Value> = FxHashMap::default();
        let mut partners: FxHashMap<Value, usize> = FxHashMap::default();
        let mut passed: Vec<(Position, usize, Operand)> = Vec::new();
        let mut todo: Vec<(Position, usize, Operand)> = Vec::new();
        for (k, (&root, &operand)) in self.roots.iter().zip(jump).enumerate() {
            todo.push((Position::Argument(k as u32), root, operand));
        }
        todo.reverse();
        while let Some((position, node, operand)) = todo.pop() {
            let operand = chain.cx.resolve(operand);
            match &self.nodes[node] {
                Node::Const(c) => {
                    if operand != Operand::Const(*c) {
                        more.own_argument.insert(position);
                    }
                }
                Node::Leaf(leaf) => passed.push((position, *leaf, operand)),
                Node::Virtual { object, class, fields } => match operand {
                    Operand::Value(v)
                        if chain.cx.virtuals.contains(v)
                            && chain.cx.virtuals.class(v) == *class
                            && chain.cx.virtuals.fields(v).len() == fields.len() =>
                    {
                        match (pairs.get(&node), partners.get(&v)) {
                            (None, None) => {
                                pairs.insert(node, v);
                                partners.insert(v, node);
                                for (i, &field) in fields.iter().enumerate().rev() {
                                    let value = chain.cx.virtuals.fields(v)[i];
                                    todo.push((Position::Field(*object, i as u32), field, value));
                                }
                            }
                            (Some(&partner), Some(&other)) if partner == v && other == node => {}
                            // Shared here and not there, or the other way round.
                            _ => self.make_real(*object, more),
                        }
                    }
                    _ => self.make_real(*object, more),
                },
            }
        }
        let mut leaves = vec![None; self.leaves.len()];
        for (position, leaf, operand) in passed {
            if self.could_unbox(position, leaf, operand, chain) {
                more.unbox.push(position);
                continue;
            }
            chain.lift(operand);
            let operand = chain.cx.resolve(operand);
            match leaves[leaf] {
                None => leaves[leaf] = Some(operand),
                Some(first) if first == operand => {}
                Some(_) => {
                    more.own_argument.insert(position);
                }
            }
        }
        // A virtual that had to be lifted for a leaf is not virtual for its partner either.
        for (&node, &v) in &pairs {
            if let Node::Virtual { object, .. } = self.nodes[node]
                && !chain.cx.virtuals.contains(v)
            {
                self.make_real(object, more);
            }
        }
        if more.is_empty() {
            leaves.into_iter().map(|leaf| leaf.expect("every leaf is reachable")).collect()
        } else {
            Vec::new()
        }
    }

    /// A virtual of the label has to be real in the loop.
    fn make_real(&self, object: Value, more: &mut Plan) {
        match self.unboxed.get(&object) {
            Some(&position) => {
                more.boxed.insert(position);
            }
            None => more.lift.push(object),
        }
    }

    /// The preamble passes a real object, the loop a virtual that need not be lifted: an object of a value class is what is
    /// in it.
    fn could_unbox(&self, position: Position, leaf: usize, operand: Operand, chain: &Chain) -> bool {
        let Operand::Value(v) = operand else { return false };
        let cx = &chain.cx;
        self.may_unbox
            && cx.virtuals.contains(v)
            && self.leaves[leaf].fact.class == Some(cx.virtuals.class(v))
            && holds_numbers(cx.virtuals.class(v), chain)
            && !self.boxed.contains(&position)
    }

    fn check_facts(&self, chain: &Chain, leaves: &[Operand], more: &mut Plan) {
        for (leaf, &operand) in self.leaves.iter().zip(leaves) {
            let fact = chain.cx.fact(operand);
            if leaf.fact.class.is_some() && leaf.fact.class != fact.class {
                more.forget_class.insert(leaf.position);
            }
            if leaf.fact.nonnull && !fact.nonnull {
                more.forget_nonnull.insert(leaf.position);
            }
            if !fact.int.implies(leaf.fact.int) {
                more.forget_range.insert(leaf.position);
            }
        }
    }

    /// Computes what the loop took over from the preamble once more, with the next trip's arguments. Only what costs
    /// nothing is kept: it was computed in this trip already, or does not change (DLS'12 equation 6). Computing one may
    /// use another: the list grows as we go.
    fn repeat_imports(
        &self,
        chain: &mut Chain,
        leaves: &[Operand],
        more: &mut Plan,
    ) -> Vec<(Value, Operand)> {
        let mut next: FxHashMap<Value, Operand> =
            self.leaves.iter().map(|leaf| leaf.value).zip(leaves.iter().copied()).collect();
        let mut reused = Vec::new();
        let snapshot = chain.cx.source.input.sections[0].snapshot.expect("a recorded loop");
        let mut index = 0;
        while index < chain.cx.imports.len() {
            let import = chain.cx.imports[index].clone();
            index += 1;
            let emitted = chain.cx.out.len();
            let result = rename(chain, &import, &next, snapshot).map(|kind| compute(chain, kind));
            let kept = match (result, import.result) {
                (None, _) => false,
                (Some(_), _) if chain.cx.out.len() != emitted => false,
                (Some(result), Operand::Const(_)) => result == import.result,
                (Some(result), Operand::Value(v)) => match next.get(&v) {
                    Some(&expected) => result == expected,
                    None => {
                        next.insert(v, result);
                        reused.push((v, result));
                        implies(chain.cx.fact(result), import.fact)
                    }
                },
            };
            if !kept {
                more.drop.push(import.kind);
            }
        }
        reused
    }
}

/// Of a value class without references: taking an object apart never leads to another one.
fn holds_numbers(class: ClassId, chain: &Chain) -> bool {
    let descriptors = chain.cx.descriptors;
    let is_number = |&field: &FieldId| descriptors.field(field).storage.ty() != Type::Ref;
    descriptors.is_value_class(class) && descriptors.record_fields(class).iter().all(is_number)
}

/// Takes real objects apart where the plan says so: reads their fields, and puts a virtual in their place.
fn unbox(chain: &mut Chain, jump: &mut [Operand], plan: &Plan) -> FxHashMap<Value, Position> {
    let mut unboxed = FxHashMap::default();
    for &position in plan.unbox.iter().filter(|position| !plan.boxed.contains(position)) {
        let operand = match position {
            Position::Argument(k) => jump[k as usize],
            Position::Field(object, _) if !chain.cx.virtuals.contains(object) => continue,
            Position::Field(object, i) => chain.cx.virtuals.fields(object)[i as usize],
        };
        let operand = chain.cx.resolve(operand);
        let Some(class) = chain.cx.class(operand).filter(|&class| holds_numbers(class, chain)) else {
            continue;
        };
        if chain.cx.is_virtual(operand) {
            continue;
        }
        let object = chain.cx.new_value(Type::Ref);
        let mut fields = Vec::new();
        for &field in chain.cx.descriptors.record_fields(class) {
            let result = chain.cx.new_value(chain.cx.descriptors.field(field).storage.ty());
            chain.feed_resolved(Op::new(result, OpKind::Get(operand, field)));
            fields.push(chain.cx.resolve(Operand::Value(result)));
        }
        chain.cx.virtuals.insert(object, class, fields);
        chain.cx.learn_class(Operand::Value(object), class);
        match position {
            Position::Argument(k) => jump[k as usize] = Operand::Value(object),
            Position::Field(owner, i) => {
                chain.cx.virtuals.set_field(owner, i as usize, Operand::Value(object))
            }
        }
        unboxed.insert(object, position);
    }
    unboxed
}

/// The op of an import under the names of the next trip, its guard with `snapshot`. `None` if it needs something that is not
/// there.
pub fn rename(
    chain: &Chain,
    import: &Import,
    next: &FxHashMap<Value, Operand>,
    snapshot: SnapshotId,
) -> Option<OpKind> {
    let mut missing = false;
    let mut kind = import.kind.clone();
    kind.map_operands(|operand| match operand {
        Operand::Value(v) => next.get(&v).map_or_else(
            || {
                missing = true;
                operand
            },
            |&operand| chain.cx.resolve(operand),
        ),
        Operand::Const(_) => operand,
    });
    if let Some(slot) = kind.snapshot_mut() {
        *slot = snapshot;
    }
    (!missing).then_some(kind)
}

/// Computes it. Guards that were put before it may have made constants of its operands.
pub fn compute(chain: &mut Chain, mut kind: OpKind) -> Operand {
    kind.map_operands(|operand| chain.cx.resolve(operand));
    let ty = kind.result_type(chain.cx.descriptors, |operand| chain.cx.operand_type(operand));
    let result = chain.cx.new_value(ty.expect("imports have results"));
    chain.feed_resolved(lathe_ir::Op::new(result, kind));
    chain.cx.resolve(Operand::Value(result))
}

fn implies(known: Fact, wanted: Fact) -> bool {
    (wanted.class.is_none() || wanted.class == known.class)
        && (!wanted.nonnull || known.nonnull)
        && known.int.implies(wanted.int)
}

struct Builder<'b, 'c, 'a> {
    chain: &'b mut Chain<'a>,
    plan: &'c Plan,
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    /// The node of a virtual or a leaf met before.
    seen: FxHashMap<Value, usize>,
}

impl<'b, 'c, 'a> Builder<'b, 'c, 'a> {
    fn build(
        chain: &'b mut Chain<'a>,
        jump: &[Operand],
        plan: &'c Plan,
    ) -> Result<(Label, Vec<Operand>), Operand> {
        let valid = chain.cx.valid && !plan.forget_valid;
        chain.cx.valid = valid;
        let mut builder =
            Builder { chain, plan, nodes: Vec::new(), leaves: Vec::new(), seen: FxHashMap::default() };
        let mut roots = Vec::with_capacity(jump.len());
        let mut arguments = Vec::with_capacity(jump.len());
        for (k, &operand) in jump.iter().enumerate() {
            let operand = builder.chain.cx.resolve(operand);
            let root = builder.visit(Position::Argument(k as u32), operand, 0).map_err(|_| operand)?;
            arguments.push(match builder.nodes[root] {
                Node::Leaf(leaf) => Operand::Value(builder.leaves[leaf].value),
                Node::Const(_) | Node::Virtual { .. } => operand,
            });
            roots.push(root);
        }
        let Builder { chain, nodes, leaves, .. } = builder;
        for leaf in &leaves {
            chain.cx.set_fact(leaf.value, leaf.fact);
        }
        let (unboxed, boxed) = Default::default();
        Ok((Label { nodes, roots, leaves, valid, unboxed, boxed, may_unbox: false }, arguments))
    }

    fn visit(&mut self, position: Position, operand: Operand, depth: u32) -> Result<usize, TooDeep> {
        if depth > MAX_DEPTH {
            return Err(TooDeep);
        }
        let own = self.plan.own_argument.contains(&position);
        match operand {
            Operand::Const(c) if !own => Ok(self.node(Node::Const(c))),
            Operand::Value(v) if self.chain.cx.virtuals.contains(v) => {
                if let Some(&node) = self.seen.get(&v) {
                    return Ok(node);
                }
                let class = self.chain.cx.virtuals.class(v);
                let node = self.node(Node::Virtual { object: v, class, fields: Vec::new() });
                self.seen.insert(v, node);
                let mut nodes = Vec::new();
                for i in 0..self.chain.cx.virtuals.fields(v).len() {
                    let field = self.chain.cx.resolve(self.chain.cx.virtuals.fields(v)[i]);
                    let child = self.visit(Position::Field(v, i as u32), field, depth + 1)?;
                    if let Node::Leaf(leaf) = self.nodes[child] {
                        let value = Operand::Value(self.leaves[leaf].value);
                        self.chain.cx.virtuals.set_field(v, i, value);
                    }
                    nodes.push(child);
                }
                if let Node::Virtual { fields, .. } = &mut self.nodes[node] {
                    *fields = nodes;
                }
                Ok(node)
            }
            Operand::Value(v) if !own => match self.seen.get(&v) {
                Some(&node) => Ok(node),
                None => {
                    let node = self.leaf(v, operand, position);
                    self.seen.insert(v, node);
                    Ok(node)
                }
            },
            Operand::Value(_) | Operand::Const(_) => {
                let value = self.chain.cx.new_value(self.chain.cx.operand_type(operand));
                Ok(self.leaf(value, operand, position))
            }
        }
    }

    fn node(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn leaf(&mut self, value: Value, passed: Operand, position: Position) -> usize {
        let mut fact = self.chain.cx.fact(passed);
        if self.plan.forget_class.contains(&position) {
            fact.class = None;
        }
        if self.plan.forget_nonnull.contains(&position) {
            fact.nonnull = fact.class.is_some();
        }
        fact.int = match self.plan.forget_range.contains(&position) {
            true => IntFact::unknown(W64),
            false => without_far_bounds(fact.int),
        };
        self.leaves.push(Leaf { value, passed, position, fact });
        self.node(Node::Leaf(self.leaves.len() - 1))
    }
}

struct TooDeep;

/// A bound near the end of the integers is not worth a guard when a bridge enters, and seldom true again: `i + 1` is greater
/// than the smallest integer.
fn without_far_bounds(fact: IntFact) -> IntFact {
    let (far_below, far_above) = (fact.lo() < i64::MIN / 2, fact.hi() > i64::MAX / 2);
    if far_below && far_above {
        return IntFact::unknown(W64);
    }
    let lo = if far_below { i64::MIN } else { fact.lo() };
    let hi = if far_above { i64::MAX } else { fact.hi() };
    let bits = IntFact::known_bits(W64, fact.zeros(), fact.ones());
    bits.and_then(|bits| bits.meet(IntFact::range(W64, lo, hi))).unwrap_or(fact)
}
