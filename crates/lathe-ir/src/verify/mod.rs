//! Every rule of the IR.
//!
//! A trace may be trusted once [`verify`] accepts it: passes, evaluator and code generation do not check these again.
//! Rules hold for recorded and for optimized traces alike.
//!
//! Sections and values:
//!
//!  1. A trace has a section. Labels are distinct, and distinct from the labels outside that it may jump to.
//!  2. The arguments of a section are distinct.
//!  3. Every index (value, class, field, helper, object, code, snapshot) is in its table.
//!  4. A value is defined once in a section, before it is used there.
//!  5. An op names a result exactly if it has one, and the value has the result's type.
//!  6. Operands have the types that the op takes; calls fit their helper.
//!  7. A section ends in a `jump`, `finish` or `exit`, and these stand nowhere else.
//!  8. A jump's target exists, and its arguments fit in number and type.
//!
//! Objects:
//!
//!  9. `new` is for record classes, `guard_exception` too; `new_array`, `getitem`, `setitem` and `arraylen` are for array
//!     classes.
//! 10. A constant object has the fields that are read from and written to it, or is an array of the named class; unless
//!     a guard before it checks a constant: such a guard may always fail, and what follows it is never reached.
//! 11. An immutable field is set, and an immutable array's item, only in an object that the same section created.
//! 12. `guard_value` compares with a constant of its operand's type.
//!
//! Calls:
//!
//! 13. `guard_not_forced` directly follows a call that calls back, and such a call is always followed by it.
//! 14. `guard_no_exception` or `guard_exception` directly follows a call that may raise (after its `guard_not_forced`, if
//!     there is one), and such a call is always followed by one. In a bridge it may also be the very first op: the
//!     exception is pending when the bridge is entered.
//!
//! Snapshots:
//!
//! 15. There is a frame; the frames' slots lie one after the other and are all the slots.
//! 16. Values are defined before the guard. (The op's own result is not: the exit is taken instead of it.)
//! 17. Virtuals are in the snapshot's table, and have as many fields as their class, of the right types, none dead.
//! 18. Delayed stores are well typed, to a base that has the field or is an array (as far as that is known: virtuals and
//!     constants), with nothing dead, and respect immutability (11; a virtual counts as created here).
//! 19. The snapshot of a label has no delayed stores.
//!
//! Descriptors ([`verify_descriptors`]):
//!
//! 20. Names of classes, of helpers, of objects and of the fields of a class are distinct.
//! 21. A parent is a record class and not a descendant; its fields come first, own fields know class and place.
//! 22. Hybrid classes are value classes of exactly one field. The fields of value classes are immutable. Arrays are
//!     neither.
//! 23. Effects name fields or array classes; nothing immutable is written. Pure helpers read and write nothing, do not
//!     invalidate and do not call back.
//! 24. Constant objects have a value for each field (or item) that its storage can hold.

mod descriptors;
mod ops;
mod rules;
mod snapshots;
#[cfg(test)]
mod tests;

use crate::descriptors::Descriptors;
use crate::text;
use crate::trace::{Label, Section, Trace};
use crate::value::Type;
use std::fmt;

pub use descriptors::{DescriptorRejection, Subject, verify_descriptors};
pub use rules::{Due, OpRules};

/// Why a trace is not valid, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    pub section: usize,
    /// `None`: the section itself, its label or its arguments.
    pub op: Option<usize>,
    pub message: String,
}

impl Rejection {
    /// The message with the text of the op.
    pub fn render(&self, descriptors: &Descriptors, trace: &Trace) -> String {
        let Some(section) = trace.sections.get(self.section) else { return self.to_string() };
        let label = section.label;
        match self.op.and_then(|op| Some((op, section.ops.get(op)?))) {
            None => format!("{label}: {}", self.message),
            Some((index, op)) => {
                let text = text::print_op(descriptors, trace, op).replace('\n', "; ");
                format!("{label}, op {index}, `{text}`: {}", self.message)
            }
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op {
            Some(op) => write!(f, "section {}, op {op}: {}", self.section, self.message),
            None => write!(f, "section {}: {}", self.section, self.message),
        }
    }
}

impl std::error::Error for Rejection {}

/// Checks a trace, recorded or optimized. `external_labels` are places outside that it may jump to.
pub fn verify(
    descriptors: &Descriptors,
    trace: &Trace,
    external_labels: &[(Label, Vec<Type>)],
) -> Result<(), Rejection> {
    verify_trace(descriptors, trace, external_labels, Entry::Label)
}

/// Checks the trace of a bridge: as [`verify`], but an exception may be pending at the start.
pub fn verify_bridge(
    descriptors: &Descriptors,
    trace: &Trace,
    external_labels: &[(Label, Vec<Type>)],
) -> Result<(), Rejection> {
    verify_trace(descriptors, trace, external_labels, Entry::Guard)
}

/// How control gets into a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Label,
    Guard,
}

fn verify_trace(
    descriptors: &Descriptors,
    trace: &Trace,
    external_labels: &[(Label, Vec<Type>)],
    entry: Entry,
) -> Result<(), Rejection> {
    let rules = OpRules::new(descriptors, &trace.types, &trace.snapshots);
    let mut checker = Checker { trace, rules, section: 0, op: None };
    checker.labels(external_labels)?;
    for (index, section) in trace.sections.iter().enumerate() {
        checker.section = index;
        checker.section(section, entry == Entry::Guard && index == 0)?;
    }
    Ok(())
}

type Checked<T = ()> = Result<T, Rejection>;

struct Checker<'a> {
    trace: &'a Trace,
    rules: OpRules<'a>,
    section: usize,
    op: Option<usize>,
}

impl Checker<'_> {
    fn reject<T>(&self, message: impl Into<String>) -> Checked<T> {
        Err(Rejection { section: self.section, op: self.op, message: message.into() })
    }

    /// Says where a rule of ops is broken.
    fn here<T>(&self, checked: Result<T, String>) -> Checked<T> {
        checked.or_else(|message| self.reject(message))
    }

    /// Rules 1 to 3, as far as labels go.
    fn labels(&mut self, external_labels: &[(Label, Vec<Type>)]) -> Checked {
        self.rules.labels.extend(external_labels.iter().cloned());
        if self.trace.sections.is_empty() {
            return self.reject("a trace has at least one section");
        }
        for (index, section) in self.trace.sections.iter().enumerate() {
            self.section = index;
            let mut types = Vec::new();
            for &arg in &section.args {
                types.push(self.here(self.rules.value_type(arg))?);
            }
            if self.rules.labels.insert(section.label, types).is_some() {
                return self.reject(format!("there are two labels {}", section.label));
            }
        }
        Ok(())
    }

    /// `is_bridge`: entered from a guard, where an exception may be pending.
    fn section(&mut self, section: &Section, is_bridge: bool) -> Checked {
        self.op = None;
        self.rules.start_scope();
        let checked = self.rules.arguments(&section.args);
        self.here(checked)?;
        if let Some(id) = section.snapshot {
            self.here(self.rules.label_snapshot(id))?;
        }
        let Some(last) = section.ops.len().checked_sub(1) else {
            return self.reject(NO_END);
        };
        let mut due = Due::NOTHING;
        for (index, op) in section.ops.iter().enumerate() {
            self.op = Some(index);
            let checked = self.rules.op(op, due, is_bridge && index == 0);
            due = self.here(checked)?;
            match (op.kind.is_terminator(), index == last) {
                (true, false) => return self.reject(format!("nothing may follow `{}`", op.kind.name())),
                (false, true) => return self.reject(NO_END),
                (true, true) | (false, false) => {}
            }
        }
        Ok(())
    }
}

const NO_END: &str = "a section must end in jump, finish or exit";
