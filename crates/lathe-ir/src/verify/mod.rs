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
mod snapshots;
#[cfg(test)]
mod tests;

use crate::descriptors::{ClassId, Descriptors};
use crate::op::{Guard, OpKind};
use crate::text;
use crate::trace::{Label, Section, Trace};
use crate::value::{Const, Operand, Type, Value};
use rustc_hash::FxHashMap;
use std::fmt;

pub use descriptors::{DescriptorRejection, Subject, verify_descriptors};

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
    let mut checker = Checker {
        descriptors,
        trace,
        labels: FxHashMap::default(),
        definitions: vec![Definition { section: 0, created: false }; trace.types.len()],
        section: 0,
        op: None,
        maybe_unreachable: false,
    };
    checker.labels(external_labels)?;
    for (index, section) in trace.sections.iter().enumerate() {
        checker.section = index;
        checker.section(section, entry == Entry::Guard && index == 0)?;
    }
    Ok(())
}

type Checked<T = ()> = Result<T, Rejection>;

/// Where a value was defined last.
#[derive(Clone, Copy, Debug)]
struct Definition {
    /// Counted from 1.
    section: usize,
    /// By `new` or `new_array`.
    created: bool,
}

struct Checker<'a> {
    descriptors: &'a Descriptors,
    trace: &'a Trace,
    /// The types of each label's arguments.
    labels: FxHashMap<Label, Vec<Type>>,
    definitions: Vec<Definition>,
    section: usize,
    op: Option<usize>,
    /// A guard of this section checks a constant: the ops behind it may be out of reach.
    maybe_unreachable: bool,
}

/// What has to come next after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    not_forced: bool,
    exception: bool,
}

const NOTHING_DUE: Due = Due { not_forced: false, exception: false };

impl<'a> Checker<'a> {
    fn reject<T>(&self, message: impl Into<String>) -> Checked<T> {
        Err(Rejection { section: self.section, op: self.op, message: message.into() })
    }

    /// Rules 1 to 3, as far as labels go.
    fn labels(&mut self, external_labels: &[(Label, Vec<Type>)]) -> Checked {
        self.labels.extend(external_labels.iter().cloned());
        if self.trace.sections.is_empty() {
            return self.reject("a trace has at least one section");
        }
        for (index, section) in self.trace.sections.iter().enumerate() {
            self.section = index;
            let mut types = Vec::new();
            for &arg in &section.args {
                types.push(self.value_type(arg)?);
            }
            if self.labels.insert(section.label, types).is_some() {
                return self.reject(format!("there are two labels {}", section.label));
            }
        }
        Ok(())
    }

    /// `is_bridge`: entered from a guard, where an exception may be pending.
    fn section(&mut self, section: &Section, is_bridge: bool) -> Checked {
        self.op = None;
        self.maybe_unreachable = false;
        for &arg in &section.args {
            if self.is_defined(arg) {
                return self.reject(format!("argument `{}` is there twice", self.name(arg)));
            }
            self.define(arg, false)?;
        }
        if let Some(id) = section.snapshot {
            self.label_snapshot(id)?;
        }
        let Some(last) = section.ops.len().checked_sub(1) else {
            return self.reject(NO_END);
        };
        let mut due = NOTHING_DUE;
        for (index, op) in section.ops.iter().enumerate() {
            self.op = Some(index);
            self.operands(&op.kind)?;
            if let Some(id) = op.kind.snapshot() {
                self.snapshot(id)?;
            }
            due = self.follows(&op.kind, due, is_bridge && index == 0)?;
            if let OpKind::Guard(guard, _) = op.kind {
                self.maybe_unreachable |= matches!(guard.operand(), Some(Operand::Const(_)));
            }
            self.result(op.result, &op.kind)?;
            match (op.kind.is_terminator(), index == last) {
                (true, false) => return self.reject(format!("nothing may follow `{}`", op.kind.name())),
                (false, true) => return self.reject(NO_END),
                (true, true) | (false, false) => {}
            }
        }
        Ok(())
    }

    /// Rule 5, and the definition half of rule 4.
    fn result(&mut self, result: Option<Value>, kind: &OpKind) -> Checked {
        let wanted = kind.result_type(self.descriptors, |operand| self.trace.operand_type(operand));
        match (result, wanted) {
            (None, None) => Ok(()),
            (None, Some(ty)) => {
                self.reject(format!("{} has a result ({}), which needs a name", kind.name(), a(ty)))
            }
            (Some(value), None) => self.reject(format!(
                "{} has no result, so `{}` stands for nothing",
                kind.name(),
                self.name(value)
            )),
            (Some(value), Some(wanted)) => {
                let ty = self.value_type(value)?;
                if ty != wanted {
                    let name = self.name(value);
                    return self.reject(format!(
                        "the result of {} is {}, `{name}` {}",
                        kind.name(),
                        a(wanted),
                        a(ty)
                    ));
                }
                if self.is_defined(value) {
                    return self.reject(format!("`{}` is defined twice", self.name(value)));
                }
                self.define(value, matches!(kind, OpKind::New(_) | OpKind::NewArray(..)))
            }
        }
    }

    /// Rules 13 and 14. Takes what is due before the op, returns what is due after it.
    fn follows(&self, kind: &OpKind, due: Due, exception_pending: bool) -> Checked<Due> {
        match kind {
            OpKind::Guard(Guard::NotForced, _) if due.not_forced => Ok(Due { not_forced: false, ..due }),
            OpKind::Guard(Guard::NotForced, _) => {
                self.reject("guard_not_forced must directly follow a call of a helper that calls back")
            }
            _ if due.not_forced => self.reject(format!(
                "the call before calls back, so guard_not_forced must follow it, not {}",
                kind.name()
            )),
            OpKind::Guard(Guard::NoException | Guard::Exception(_), _)
                if due.exception || exception_pending =>
            {
                Ok(NOTHING_DUE)
            }
            OpKind::Guard(guard @ (Guard::NoException | Guard::Exception(_)), _) => {
                self.reject(format!("{} must directly follow a call of a helper that raises", guard.name()))
            }
            _ if due.exception => self.reject(format!(
                "the call before may raise, so guard_no_exception or guard_exception must follow it, not {}",
                kind.name()
            )),
            OpKind::Call(helper, _) => {
                let effects = &self.descriptors.helper(*helper).effects;
                Ok(Due { not_forced: effects.calls_back, exception: effects.raises })
            }
            _ => Ok(NOTHING_DUE),
        }
    }

    fn define(&mut self, value: Value, created: bool) -> Checked {
        self.value_type(value)?;
        self.definitions[value.index()] = Definition { section: self.section + 1, created };
        Ok(())
    }

    fn is_defined(&self, value: Value) -> bool {
        self.definitions.get(value.index()).is_some_and(|d| d.section == self.section + 1)
    }

    /// Created by `new` or `new_array` in this section.
    fn is_created_here(&self, operand: Operand) -> bool {
        operand.as_value().is_some_and(|v| self.is_defined(v) && self.definitions[v.index()].created)
    }

    fn value_type(&self, value: Value) -> Checked<Type> {
        match self.trace.types.get(value.index()) {
            Some(&ty) => Ok(ty),
            None => self.reject(format!("there is no value number {}", value.0)),
        }
    }

    /// The type of an operand that may be used here.
    fn operand(&self, operand: Operand) -> Checked<Type> {
        match operand {
            Operand::Value(value) => {
                let ty = self.value_type(value)?;
                if !self.is_defined(value) {
                    return self.reject(format!("`{}` is not defined here", self.name(value)));
                }
                Ok(ty)
            }
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&self, constant: Const) -> Checked<Type> {
        match constant {
            Const::Object(id) if id.index() >= self.descriptors.objects.len() => {
                self.reject(format!("there is no object number {}", id.0))
            }
            Const::Int(_) | Const::Float(_) | Const::Null | Const::Object(_) => Ok(constant.ty()),
        }
    }

    fn class_exists(&self, class: ClassId) -> Checked {
        if class.index() < self.descriptors.classes.len() {
            return Ok(());
        }
        self.reject(format!("there is no class number {}", class.0))
    }

    fn name(&self, value: Value) -> String {
        text::value_name(self.trace, value)
    }

    fn operand_name(&self, operand: Operand) -> String {
        text::operand_name(self.descriptors, self.trace, operand)
    }

    fn class_name(&self, class: ClassId) -> &'a str {
        &self.descriptors.class(class).name
    }
}

const NO_END: &str = "a section must end in jump, finish or exit";

/// A type with its article.
fn a(ty: Type) -> &'static str {
    match ty {
        Type::Int => "an int",
        Type::Float => "a float",
        Type::Ref => "a ref",
    }
}
