//! Equality of two states, up to renaming of locations.
//!
//! Two states are the same if no program could tell them apart: starting from corresponding roots, objects of address
//! classes correspond one to one, and corresponding fields are the same. Objects of value classes have no identity of
//! their own: one shared box on one side may be two copies on the other. All NaNs are alike; `0.0` and `-0.0` are not.

use super::describe::describe;
use super::heap::{Datum, Heap, Loc};
use crate::descriptors::{Descriptors, FieldId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// The first difference found, for instance `frame 0 slot 2 .next.value: 3 ≠ 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub path: String,
    pub left: String,
    pub right: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ≠ {}", self.path, self.left, self.right)
    }
}

/// Compares what can be reached from pairs of roots. `root_name` is only asked when something differs.
pub fn same_state(
    descriptors: &Descriptors,
    (left, left_roots): (&Heap, &[Datum]),
    (right, right_roots): (&Heap, &[Datum]),
    root_name: &dyn Fn(usize) -> String,
) -> Result<(), Difference> {
    if left_roots.len() != right_roots.len() {
        return Err(Difference {
            path: "number of roots".to_string(),
            left: left_roots.len().to_string(),
            right: right_roots.len().to_string(),
        });
    }
    let mut comparison = Comparison {
        descriptors,
        left,
        right,
        pairs: Vec::new(),
        to_right: FxHashMap::default(),
        to_left: FxHashMap::default(),
        values: FxHashSet::default(),
    };
    comparison.compare(left_roots, right_roots).map_err(|found| comparison.difference(found, root_name))
}

/// How a pair of data was reached.
#[derive(Clone, Copy)]
enum Step {
    Root(usize),
    /// From pair number `parent`, through field or item `position`.
    Inside {
        parent: usize,
        position: usize,
    },
}

struct Unequal {
    step: Step,
    left: Datum,
    right: Datum,
    /// When the objects look alike but one of them already corresponds to something else.
    identity: bool,
}

struct Comparison<'a> {
    descriptors: &'a Descriptors,
    left: &'a Heap,
    right: &'a Heap,
    /// Objects that correspond, in the order found, each with how it was reached.
    pairs: Vec<(Loc, Loc, Step)>,
    to_right: FxHashMap<Loc, Loc>,
    to_left: FxHashMap<Loc, Loc>,
    /// Pairs of value-class objects that were compared already.
    values: FxHashSet<(Loc, Loc)>,
}

impl Comparison<'_> {
    fn compare(&mut self, left_roots: &[Datum], right_roots: &[Datum]) -> Result<(), Unequal> {
        for (index, (&a, &b)) in left_roots.iter().zip(right_roots).enumerate() {
            self.datum(Step::Root(index), a, b)?;
        }
        let mut next = 0;
        while let Some(&(a, b, _)) = self.pairs.get(next) {
            let (left, right) = (self.left, self.right);
            for (position, (&x, &y)) in left.object(a).fields.iter().zip(&right.object(b).fields).enumerate()
            {
                self.datum(Step::Inside { parent: next, position }, x, y)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn datum(&mut self, step: Step, left: Datum, right: Datum) -> Result<(), Unequal> {
        let unequal = |identity| Err(Unequal { step, left, right, identity });
        let (a, b) = match (left, right) {
            (Datum::Int(a), Datum::Int(b)) if a == b => return Ok(()),
            (Datum::Float(a), Datum::Float(b)) if a.to_bits() == b.to_bits() => return Ok(()),
            (Datum::Float(a), Datum::Float(b)) if a.is_nan() && b.is_nan() => return Ok(()),
            (Datum::Ref(None), Datum::Ref(None)) => return Ok(()),
            (Datum::Ref(Some(a)), Datum::Ref(Some(b))) => (a, b),
            (Datum::Int(_) | Datum::Float(_) | Datum::Ref(_), _) => return unequal(false),
        };
        let (x, y) = (self.left.object(a), self.right.object(b));
        if x.class != y.class || x.fields.len() != y.fields.len() {
            return unequal(false);
        }
        if self.descriptors.is_value_class(x.class) {
            if self.values.insert((a, b)) {
                self.pairs.push((a, b, step));
            }
            return Ok(());
        }
        match (self.to_right.get(&a), self.to_left.get(&b)) {
            (None, None) => {
                self.to_right.insert(a, b);
                self.to_left.insert(b, a);
                self.pairs.push((a, b, step));
                Ok(())
            }
            (Some(&known), _) if known == b => Ok(()),
            (Some(_) | None, _) => unequal(true),
        }
    }

    fn difference(&self, found: Unequal, root_name: &dyn Fn(usize) -> String) -> Difference {
        let path = self.path(found.step, root_name);
        let mut left = describe(self.descriptors, self.left, found.left);
        let mut right = describe(self.descriptors, self.right, found.right);
        if found.identity {
            let elsewhere = |loc: Option<Loc>, side: &str| match loc {
                Some(_) => format!(" (also reached before, as another object on the {side})"),
                None => String::new(),
            };
            if let (Datum::Ref(Some(a)), Datum::Ref(Some(b))) = (found.left, found.right) {
                left.push_str(&elsewhere(self.to_right.get(&a).copied(), "right"));
                right.push_str(&elsewhere(self.to_left.get(&b).copied(), "left"));
            }
        }
        Difference { path, left, right }
    }

    /// `frame 0 slot 2 .next[3].value`
    fn path(&self, mut step: Step, root_name: &dyn Fn(usize) -> String) -> String {
        let mut parts = Vec::new();
        loop {
            match step {
                Step::Root(index) => {
                    parts.reverse();
                    let inside: String = parts.concat();
                    let separator = if inside.is_empty() { "" } else { " " };
                    return format!("{}{separator}{inside}", root_name(index));
                }
                Step::Inside { parent, position } => {
                    let (a, _, above) = self.pairs[parent];
                    let fields: &[FieldId] = self.descriptors.record_fields(self.left.class(a));
                    parts.push(match fields.get(position) {
                        Some(&field) => format!(".{}", self.descriptors.field(field).name),
                        None => format!("[{position}]"),
                    });
                    step = above;
                }
            }
        }
    }
}
