//! Jumps, once the bodies are known to be equal.
//!
//! The bodies have paired the label arguments that they use. A jump must pass to partners what is equal; that may pair
//! arguments of the jump's own section, and so on until nothing changes. What is still open then are arguments that only
//! jumps pass around. For these a partner is tried that fits all jumps; a choice that leads to a contradiction is taken
//! back. Such arguments are rare and seldom alike, so the search is short; it is bounded all the same, and beyond the
//! bound the first fitting partner is final.

use super::renaming::Renaming;
use super::{Difference, Sides};
use crate::trace::Label;
use crate::value::{Operand, Value};

/// How many choices may be taken back.
const MOST_RETRIES: u32 = 1000;

/// The renamings of the sections must agree with the jumps between them.
pub(super) fn compare(sides: Sides<'_>, renamings: Vec<Renaming>) -> Result<(), Difference> {
    let mut jumps = Vec::new();
    for section in 0..renamings.len() {
        jumps.extend(Jump::of_section(sides, section)?);
    }
    let mut solver = Solver { sides, jumps, retries: 0 };
    solver.solve(renamings)
}

/// The jump that ends a section, on both sides.
struct Jump<'a> {
    section: usize,
    /// The section it goes to; `None` for a label outside the traces, or for the first section: there arguments compare
    /// in order.
    permuted: Option<usize>,
    args_a: &'a [Operand],
    args_b: &'a [Operand],
}

impl<'a> Jump<'a> {
    fn of_section(sides: Sides<'a>, section: usize) -> Result<Option<Jump<'a>>, Difference> {
        let jump_a = sides.a.trace.sections[section].jump();
        let jump_b = sides.b.trace.sections[section].jump();
        let (Some((label_a, args_a)), Some((label_b, args_b))) = (jump_a, jump_b) else { return Ok(None) };
        let (target_a, target_b) = (target(sides.a.trace, label_a), target(sides.b.trace, label_b));
        let same = target_a == target_b && (target_a.is_some() || label_a == label_b);
        if !same || args_a.len() != args_b.len() {
            return Err(difference(sides, section, format!("a jump to {label_a} against one to {label_b}")));
        }
        Ok(Some(Jump { section, permuted: target_a.filter(|&t| t > 0), args_a, args_b }))
    }
}

fn target(trace: &crate::Trace, label: Label) -> Option<usize> {
    trace.sections.iter().position(|s| s.label == label)
}

/// A difference in the jump that ends a section.
fn difference(sides: Sides<'_>, section: usize, message: String) -> Difference {
    let last = |trace: &crate::Trace| trace.sections[section].ops.len().checked_sub(1);
    Difference { section, op_a: last(sides.a.trace), op_b: last(sides.b.trace), message }
}

struct Solver<'a> {
    sides: Sides<'a>,
    jumps: Vec<Jump<'a>>,
    retries: u32,
}

/// An argument that is open, and who could be its partner.
struct Choice {
    section: usize,
    arg: Value,
    partners: Vec<Value>,
}

impl Solver<'_> {
    /// Depth-first over choices, with the states to go back to on a list.
    fn solve(&mut self, start: Vec<Renaming>) -> Result<(), Difference> {
        let mut first_difference = None;
        let mut states = vec![start];
        while let Some(mut state) = states.pop() {
            let problem = loop {
                if let Err(difference) = self.propagate(&mut state) {
                    break difference;
                }
                let Some(choice) = self.next_choice(&state) else { return Ok(()) };
                let Some((&partner, others)) = choice.partners.split_first() else {
                    let name = self.sides.a.operand(choice.arg.into());
                    let message =
                        format!("no jump passes the second trace what argument `{name}` gets in the first");
                    break Difference { section: choice.section, op_a: None, op_b: None, message };
                };
                for &other in others.iter().rev() {
                    if self.retries < MOST_RETRIES {
                        self.retries += 1;
                        let mut retry = state.clone();
                        retry[choice.section].pair(choice.arg, other);
                        states.push(retry);
                    }
                }
                state[choice.section].pair(choice.arg, partner);
            };
            first_difference.get_or_insert(problem);
        }
        // The list was not empty at first, so something failed.
        first_difference.map_or(Ok(()), Err)
    }

    /// Applies every jump to the pairs that are known, until no new pairs come out.
    fn propagate(&self, state: &mut [Renaming]) -> Result<(), Difference> {
        loop {
            let mut changed = false;
            for jump in &self.jumps {
                for (a, b) in self.known_pairs(jump, state) {
                    let renaming = &mut state[jump.section];
                    let was_open = a.as_value().is_some_and(|v| renaming.is_open(v));
                    if !renaming.unify(self.sides, a, b) {
                        let (name_a, name_b) = (self.sides.a.operand(a), self.sides.b.operand(b));
                        let message = format!(
                            "the jump passes `{name_a}` in the first trace, `{name_b}` in the second"
                        );
                        return Err(difference(self.sides, jump.section, message));
                    }
                    changed |= was_open;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// The operands of a jump that must be the same.
    fn known_pairs(&self, jump: &Jump<'_>, state: &[Renaming]) -> Vec<(Operand, Operand)> {
        let Some(target) = jump.permuted else {
            return jump.args_a.iter().copied().zip(jump.args_b.iter().copied()).collect();
        };
        let (params_a, params_b) = self.params(target);
        (params_a.iter().zip(jump.args_a))
            .filter_map(|(&param, &a)| {
                let partner = state[target].partner(param)?;
                let place = params_b.iter().position(|&p| p == partner)?;
                Some((a, jump.args_b[place]))
            })
            .collect()
    }

    fn params(&self, section: usize) -> (&[Value], &[Value]) {
        (&self.sides.a.trace.sections[section].args, &self.sides.b.trace.sections[section].args)
    }

    /// The open argument with the fewest partners: where there is only one, there is nothing to take back.
    fn next_choice(&self, state: &[Renaming]) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for (section, renaming) in state.iter().enumerate() {
            let (params_a, params_b) = self.params(section);
            for (place_a, &arg) in params_a.iter().enumerate().filter(|(_, arg)| renaming.is_open(**arg)) {
                let fits = |place_b: usize, partner: Value| {
                    renaming.may_unify(self.sides, arg.into(), partner.into())
                        && self.jumps.iter().filter(|jump| jump.permuted == Some(section)).all(|jump| {
                            let (a, b) = (jump.args_a[place_a], jump.args_b[place_b]);
                            state[jump.section].may_unify(self.sides, a, b)
                        })
                };
                let partners: Vec<Value> = params_b
                    .iter()
                    .enumerate()
                    .filter(|(place, p)| fits(*place, **p))
                    .map(|(_, &p)| p)
                    .collect();
                if partners.len() <= 1 {
                    return Some(Choice { section, arg, partners });
                }
                if best.as_ref().is_none_or(|b| partners.len() < b.partners.len()) {
                    best = Some(Choice { section, arg, partners });
                }
            }
        }
        best
    }
}
