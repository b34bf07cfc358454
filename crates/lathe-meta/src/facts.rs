//! Facts that rarely change, and the code that relies on them.
//!
//! A guest reads some of its state as if it were constant: which function a global name stands for, what a class
//! defines. Checking that at every use is what makes such languages slow. So a trace only notes that it relies on the
//! fact, and checks one byte (`guard_not_invalidated`) where it first does and after each call that could have changed
//! anything. Whoever changes the fact invalidates it: the byte of every unit of code that relies on it is set, and the
//! driver makes new code when the old one has been left.

use std::fmt;

/// Something that seldom changes. The guest knows what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(pub u32);

/// What a trace relies on: facts, and how often each had changed by then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reliance(Vec<(FactId, u32)>);

impl Reliance {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, fact: FactId) -> bool {
        self.0.iter().any(|&(other, _)| other == fact)
    }

    /// Relies on all that the other does.
    pub fn add(&mut self, other: &Reliance) {
        for &(fact, version) in &other.0 {
            // Of two versions, the older has changed: the code is invalid from the start, and so it should be.
            match self.0.iter_mut().find(|(known, _)| *known == fact) {
                Some((_, known)) => *known = version.min(*known),
                None => self.0.push((fact, version)),
            }
        }
    }
}

#[derive(Default)]
pub struct Facts {
    facts: Vec<Fact>,
    /// By unit of code: not 0 if it relies on something that has changed. Compiled code reads it.
    invalid: Vec<u8>,
    changes: u64,
}

#[derive(Default)]
struct Fact {
    version: u32,
    dependants: Vec<u32>,
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Facts").field("facts", &self.facts.len()).finish_non_exhaustive()
    }
}

impl Facts {
    pub fn add_fact(&mut self) -> FactId {
        self.facts.push(Fact::default());
        FactId(self.facts.len() as u32 - 1)
    }

    /// From now on the trace relies on the fact as it is now.
    pub fn rely(&self, reliance: &mut Reliance, fact: FactId) {
        let version = self.facts[fact.0 as usize].version;
        reliance.add(&Reliance(vec![(fact, version)]));
    }

    pub fn still_holds(&self, reliance: &Reliance) -> bool {
        reliance.0.iter().all(|&(fact, version)| self.facts[fact.0 as usize].version == version)
    }

    /// The number that the next unit of code gets.
    pub fn next_unit(&self) -> u32 {
        self.invalid.len() as u32
    }

    /// A unit of code exists.
    pub fn add_unit(&mut self, reliance: &Reliance) -> u32 {
        let unit = self.next_unit();
        self.invalid.push(!self.still_holds(reliance) as u8);
        for &(fact, _) in &reliance.0 {
            self.facts[fact.0 as usize].dependants.push(unit);
        }
        unit
    }

    pub fn is_invalid(&self, unit: u32) -> bool {
        self.invalid[unit as usize] != 0
    }

    /// The fact is not what it was.
    pub fn invalidate(&mut self, fact: FactId) {
        let fact = &mut self.facts[fact.0 as usize];
        fact.version += 1;
        for unit in std::mem::take(&mut fact.dependants) {
            self.invalid[unit as usize] = 1;
            self.changes += 1;
        }
    }

    /// How many times a unit of code was hit so far.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    pub(crate) fn bytes(&self) -> *const u8 {
        self.invalid.as_ptr()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_invalid_when_a_fact_it_relies_on_has_changed() {
        let mut facts = Facts::default();
        let (a, b) = (facts.add_fact(), facts.add_fact());
        let mut on_a = Reliance::default();
        facts.rely(&mut on_a, a);
        let mut on_both = on_a.clone();
        facts.rely(&mut on_both, b);
        let (first, second) = (facts.add_unit(&on_a), facts.add_unit(&on_both));
        facts.invalidate(b);
        assert!(!facts.is_invalid(first) && facts.is_invalid(second));
        facts.invalidate(a);
        assert!(facts.is_invalid(first));
    }

    #[test]
    fn what_changed_before_the_code_was_there_counts() {
        let mut facts = Facts::default();
        let a = facts.add_fact();
        let mut old = Reliance::default();
        facts.rely(&mut old, a);
        facts.invalidate(a);
        assert!(!facts.still_holds(&old));
        let unit = facts.add_unit(&old);
        assert!(facts.is_invalid(unit));
        // A trace that has seen the fact before and after the change relies on what it was before.
        facts.rely(&mut old, a);
        assert!(!facts.still_holds(&old));
        let mut new = Reliance::default();
        facts.rely(&mut new, a);
        let unit = facts.add_unit(&new);
        assert!(!facts.is_invalid(unit));
    }
}
