//! Order between integers: `i < n` decides `i - 1 < n`, and `i + 1 <= n`.
//!
//!     i2 = int_lt(i0, i1)               i2 = int_lt(i0, i1)
//!     guard_true(i2)                    guard_true(i2)
//!     i3 = int_sub(i0, 1)         =>    i3 = int_sub(i0, 1)
//!     i4 = int_lt(i3, i1)               ...
//!     guard_true(i4)
//!
//! Ranges know how large an integer can be, not that it is smaller than another one; but bounds checks are about a length
//! that is not known. So this pass keeps a graph: an edge from `x` to `y` says `x <= y + distance`, in exact arithmetic.
//! Edges come from guarded comparisons and from arithmetic that does not wrap ([`rules`]). A comparison is decided by a path:
//! distances add up. There is no closure to keep up to date; paths are short, and the search gives up early.
//!
//! With peeling, an edge from before the label may be used in the loop: it becomes an import, the comparison that it came
//! from or a weaker one, and must hold again at the loop's jump like every other import.
//!
//! Requires: operands resolved; facts of the context.
//! Ensures:  no comparison is emitted that a short path decides.
//! Source:   the difference bounds of R. Bodík, R. Gupta, V. Sarkar, *ABCD: Eliminating Array Bounds Checks on Demand*.
//! Weak at:  multiples of a variable; sums of two variables that are both unbounded.

mod rules;
#[cfg(test)]
mod tests;

use crate::context::{Context, Import};
use lathe_ir::arith::W64;
use lathe_ir::{Guard, IntCompare, Op, OpKind, Operand, Value};
use rules::{Found, Term};
use rustc_hash::FxHashSet;

/// How many edges of a value are looked at: the newest ones.
const MAX_EDGES: usize = 8;
/// How many values a search looks at.
const MAX_VISITED: usize = 24;
/// An edge longer than this says nothing worth knowing.
const FAR: i64 = 1 << 48;

#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Value,
    to: Value,
    distance: i64,
    /// Learned before the label: using it in the loop makes it an import.
    before_label: bool,
    /// The next one of `from`, older than this.
    next: u32,
}

const NO_EDGE: u32 = u32::MAX;

/// All edges are in one vector, and lists of them in another: a label copies them all.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    edges: Vec<Edge>,
    /// The newest edge of each value.
    newest: Vec<u32>,
}

/// The edges of a path.
type Path = Vec<(Value, Value)>;

impl Relations {
    pub fn visit(&mut self, op: Op, cx: &mut Context, out: &mut Vec<Op>) {
        let OpKind::IntCompare(compare, a, b) = op.kind else { return out.push(op) };
        match self.decide(compare, a, b, cx) {
            Some((outcome, path)) if cx.spend_fuel() => {
                self.import(&path, cx);
                cx.replace(op.result.expect("a comparison has a result"), Operand::int(outcome.into()));
            }
            _ => out.push(op),
        }
    }

    fn decide(&self, op: IntCompare, a: Operand, b: Operand, cx: &Context) -> Option<(bool, Path)> {
        let (Operand::Value(x), Operand::Value(y)) = (a, b) else { return None };
        let op = rules::signed(op, cx.int(a), cx.int(b))?;
        rules::decide(op, |turned, distance| match turned {
            false => self.path(x, y, distance, cx),
            true => self.path(y, x, distance, cx),
        })
    }

    /// A path that shows `from <= to + distance`.
    fn path(&self, from: Value, to: Value, distance: i64, cx: &Context) -> Option<Path> {
        // The values reached, each with the sum of distances and the one it was reached from. Nearest first: most paths are
        // an edge or two.
        let mut reached: Vec<(Value, i128, usize)> = vec![(from, 0, 0)];
        let mut next = 0;
        while let Some(&(v, sum, _)) = reached.get(next) {
            for edge in self.above(v) {
                // A guard may have made one value of two.
                let Operand::Value(w) = cx.resolve(edge.to.into()) else { continue };
                let sum = sum + edge.distance as i128;
                let better = |&(other, known, _): &(Value, i128, usize)| other == w && known <= sum;
                if w != edge.to || reached.iter().any(better) {
                    continue;
                }
                reached.push((w, sum, next));
                if w == to && sum <= distance as i128 {
                    return Some(path_to(&reached));
                }
                if reached.len() >= MAX_VISITED {
                    return None;
                }
            }
            next += 1;
        }
        None
    }

    /// What a value is at most, newest first.
    fn above(&self, v: Value) -> impl Iterator<Item = &Edge> {
        let mut next = self.newest.get(v.index()).copied().unwrap_or(NO_EDGE);
        std::iter::from_fn(move || {
            let edge = self.edges.get(next as usize)?;
            next = edge.next;
            Some(edge)
        })
        .take(MAX_EDGES)
    }

    fn find(&self, from: Value, to: Value) -> Option<usize> {
        let mut index = *self.newest.get(from.index())?;
        for _ in 0..MAX_EDGES {
            let edge = self.edges.get(index as usize)?;
            if edge.to == to {
                return Some(index as usize);
            }
            index = edge.next;
        }
        None
    }

    /// The path is used: what is from before the label has to hold in every trip.
    fn import(&mut self, path: &Path, cx: &mut Context) {
        for &(from, to) in path {
            let index = self.find(from, to).expect("the path led this way");
            let edge = &mut self.edges[index];
            if edge.before_label {
                edge.before_label = false;
                let kind = comparison(edge);
                cx.imports.push(Import { kind, result: Operand::TRUE, fact: cx.fact(Operand::TRUE) });
            }
        }
    }

    pub fn learn(&mut self, op: &Op, cx: &Context) {
        let result = op.result.map(Operand::Value);
        match op.kind {
            OpKind::Guard(Guard::True(a), _) => self.learn_truth(a, true, cx),
            OpKind::Guard(Guard::False(a), _) => self.learn_truth(a, false, cx),
            OpKind::Int(binary, a, b) => {
                let found = rules::of_binary(W64, binary, cx.int(a), cx.int(b));
                self.insert_all(found, a, b, result);
            }
            OpKind::IntChecked { op: checked, a, b, overflow: false, .. } => {
                self.insert_all(rules::of_exact(checked, cx.int(a), cx.int(b)), a, b, result);
            }
            OpKind::Select(c, a, b) => {
                let Some(&OpKind::IntCompare(compare, x, y)) = c.as_value().and_then(|v| cx.def(v)) else {
                    return;
                };
                let turned = (x, y) == (b, a);
                if turned || (x, y) == (a, b) {
                    self.insert_all(rules::of_select(compare, turned), x, y, result);
                }
            }
            OpKind::IntChecked { overflow: true, .. }
            | OpKind::IntCompare(..)
            | OpKind::IntUnary(..)
            | OpKind::Float(..)
            | OpKind::FloatCompare(..)
            | OpKind::FloatUnary(..)
            | OpKind::Cast(..)
            | OpKind::PtrCompare(..)
            | OpKind::New(_)
            | OpKind::NewArray(..)
            | OpKind::Get(..)
            | OpKind::Set(..)
            | OpKind::GetItem(..)
            | OpKind::SetItem(..)
            | OpKind::ArrayLen(..)
            | OpKind::Call(..)
            | OpKind::Guard(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => {}
        }
    }

    /// What the failure of a guard says.
    pub fn learn_failure(&mut self, guard: Guard, cx: &Context) {
        match guard {
            Guard::True(a) => self.learn_truth(a, false, cx),
            Guard::False(a) => self.learn_truth(a, true, cx),
            Guard::Value(..)
            | Guard::Class(..)
            | Guard::NonNull(_)
            | Guard::IsNull(_)
            | Guard::NoException
            | Guard::Exception(_)
            | Guard::NotInvalidated
            | Guard::NotForced
            | Guard::NoAttention => {}
        }
    }

    fn learn_truth(&mut self, condition: Operand, truth: bool, cx: &Context) {
        let Some(&OpKind::IntCompare(compare, a, b)) = condition.as_value().and_then(|v| cx.def(v)) else {
            return;
        };
        let found = rules::of_compare(compare, truth, cx.int(a), cx.int(b));
        self.insert_all(found, a, b, None);
    }

    fn insert_all(&mut self, found: Found, a: Operand, b: Operand, result: Option<Operand>) {
        let value = |term| match term {
            Term::A => a.as_value(),
            Term::B => b.as_value(),
            Term::Result => result?.as_value(),
        };
        for at_most in found.iter() {
            if let (Some(from), Some(to)) = (value(at_most.lower), value(at_most.upper))
                && from != to
                && at_most.distance < FAR
            {
                self.insert(from, to, at_most.distance);
            }
        }
    }

    fn insert(&mut self, from: Value, to: Value, distance: i64) {
        match self.find(from, to) {
            // As good and from this trip is better: it needs no import.
            Some(index) if distance <= self.edges[index].distance => {
                self.edges[index].distance = distance;
                self.edges[index].before_label = false;
            }
            Some(_) => {}
            None => self.push(Edge { from, to, distance, before_label: false, next: NO_EDGE }),
        }
    }

    fn push(&mut self, mut edge: Edge) {
        let v = edge.from.index();
        if self.newest.len() <= v {
            self.newest.resize(v + 1, NO_EDGE);
        }
        edge.next = std::mem::replace(&mut self.newest[v], self.edges.len() as u32);
        self.edges.push(edge);
    }

    fn keep(&mut self, mut change: impl FnMut(&mut Edge) -> bool) {
        self.newest.fill(NO_EDGE);
        for mut edge in std::mem::take(&mut self.edges) {
            if change(&mut edge) {
                self.push(edge);
            }
        }
    }

    /// Across the label an edge is what a single comparison can say.
    pub fn start_section(&mut self, dropped: &[OpKind]) {
        let is_comparison = |kind: &&OpKind| matches!(kind, OpKind::IntCompare(..));
        let dropped: FxHashSet<&OpKind> = dropped.iter().filter(is_comparison).collect();
        self.keep(|edge| {
            edge.before_label = true;
            edge.distance = edge.distance.max(-1);
            edge.distance <= 0 && !dropped.contains(&comparison(edge))
        });
    }

    /// Keeps what is known of visible values, and by this trip.
    pub fn start_bridge(&mut self, visible: impl Fn(Operand) -> bool) {
        self.keep(|edge| !edge.before_label && visible(edge.from.into()) && visible(edge.to.into()));
    }
}

/// The edges that lead to the value reached last.
fn path_to(reached: &[(Value, i128, usize)]) -> Path {
    let mut path = Path::new();
    let mut at = reached.len() - 1;
    while at > 0 {
        let (to, _, before) = reached[at];
        path.push((reached[before].0, to));
        at = before;
    }
    path
}

/// An edge as an op: `from <= to`, or `from < to`.
fn comparison(edge: &Edge) -> OpKind {
    let op = if edge.distance < 0 { IntCompare::Lt } else { IntCompare::Le };
    OpKind::IntCompare(op, edge.from.into(), edge.to.into())
}
