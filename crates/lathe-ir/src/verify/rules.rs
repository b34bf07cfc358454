//! The rules of single ops, whatever the ops stand in: a section of a trace, or a block of a graph.
//!
//! Operands and descriptors are checked in `ops.rs`, snapshots in `snapshots.rs`. Who walks over the ops says what is
//! defined where: [`OpRules::define`] and [`OpRules::undefine`].

use crate::descriptors::{ClassId, Descriptors};
use crate::op::{Guard, Op, OpKind};
use crate::snapshot::Snapshot;
use crate::text;
use crate::trace::Label;
use crate::value::{Const, Operand, Type, Value};
use rustc_hash::FxHashMap;

/// What is broken, in words.
pub(super) type Checked<T = ()> = Result<T, String>;

/// Where a value was defined last.
#[derive(Clone, Copy, Debug)]
struct Definition {
    /// Counted from 1.
    scope: u32,
    /// By `new` or `new_array`.
    created: bool,
}

#[derive(Debug)]
pub struct OpRules<'a> {
    pub(super) descriptors: &'a Descriptors,
    pub(super) types: &'a [Type],
    pub(super) snapshots: &'a [Snapshot],
    /// The types of each label's arguments.
    pub(super) labels: FxHashMap<Label, Vec<Type>>,
    definitions: Vec<Definition>,
    scope: u32,
    /// A guard of this scope checks a constant: the ops behind it may be out of reach.
    pub maybe_unreachable: bool,
}

/// What has to come next after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    not_forced: bool,
    exception: bool,
}

impl Due {
    pub const NOTHING: Due = Due { not_forced: false, exception: false };
}

impl<'a> OpRules<'a> {
    pub fn new(descriptors: &'a Descriptors, types: &'a [Type], snapshots: &'a [Snapshot]) -> OpRules<'a> {
        OpRules {
            descriptors,
            types,
            snapshots,
            labels: FxHashMap::default(),
            definitions: vec![Definition { scope: 0, created: false }; types.len()],
            scope: 1,
            maybe_unreachable: false,
        }
    }

    pub(super) fn reject<T>(&self, message: impl Into<String>) -> Checked<T> {
        Err(message.into())
    }

    /// Forgets what is defined.
    pub(super) fn start_scope(&mut self) {
        self.scope += 1;
        self.maybe_unreachable = false;
    }

    /// Rule 2.
    pub(super) fn arguments(&mut self, args: &[Value]) -> Checked {
        for &arg in args {
            if self.is_defined(arg) {
                return self.reject(format!("argument `{}` is there twice", self.name(arg)));
            }
            self.define(arg, false)?;
        }
        Ok(())
    }

    /// Everything about one op; defines its result. Takes what is due before the op, returns what is due after it.
    pub fn op(&mut self, op: &Op, due: Due, exception_pending: bool) -> Checked<Due> {
        self.operands(&op.kind)?;
        if let Some(id) = op.kind.snapshot() {
            self.snapshot(id)?;
        }
        let due = self.follows(&op.kind, due, exception_pending)?;
        if let OpKind::Guard(guard, _) = op.kind {
            self.maybe_unreachable |= matches!(guard.operand(), Some(Operand::Const(_)));
        }
        self.result(op.result, &op.kind)?;
        Ok(due)
    }

    fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            // An operand without a type was rejected before.
            Operand::Value(v) => self.types.get(v.index()).copied().unwrap_or(Type::Int),
            Operand::Const(c) => c.ty(),
        }
    }

    /// Rule 5, and the definition half of rule 4.
    pub fn result(&mut self, result: Option<Value>, kind: &OpKind) -> Checked {
        let wanted = kind.result_type(self.descriptors, |operand| self.operand_type(operand));
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
    pub fn follows(&self, kind: &OpKind, due: Due, exception_pending: bool) -> Checked<Due> {
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
                Ok(Due::NOTHING)
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
            _ => Ok(Due::NOTHING),
        }
    }

    pub fn define(&mut self, value: Value, created: bool) -> Checked {
        self.value_type(value)?;
        self.definitions[value.index()] = Definition { scope: self.scope, created };
        Ok(())
    }

    pub fn undefine(&mut self, value: Value) {
        if let Some(definition) = self.definitions.get_mut(value.index()) {
            definition.scope = 0;
        }
    }

    pub fn is_defined(&self, value: Value) -> bool {
        self.definitions.get(value.index()).is_some_and(|d| d.scope == self.scope)
    }

    /// Created by `new` or `new_array` in this section.
    pub fn is_created_here(&self, operand: Operand) -> bool {
        operand.as_value().is_some_and(|v| self.is_defined(v) && self.definitions[v.index()].created)
    }

    pub fn value_type(&self, value: Value) -> Checked<Type> {
        match self.types.get(value.index()) {
            Some(&ty) => Ok(ty),
            None => self.reject(format!("there is no value number {}", value.0)),
        }
    }

    /// The type of an operand that may be used here.
    pub fn operand(&self, operand: Operand) -> Checked<Type> {
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

    pub(super) fn constant(&self, constant: Const) -> Checked<Type> {
        match constant {
            Const::Object(id) if id.index() >= self.descriptors.objects.len() => {
                self.reject(format!("there is no object number {}", id.0))
            }
            Const::Int(_) | Const::Float(_) | Const::Null | Const::Object(_) => Ok(constant.ty()),
        }
    }

    pub(super) fn class_exists(&self, class: ClassId) -> Checked {
        if class.index() < self.descriptors.classes.len() {
            return Ok(());
        }
        self.reject(format!("there is no class number {}", class.0))
    }

    pub fn name(&self, value: Value) -> String {
        text::value_name(self.types, value)
    }

    pub fn operand_name(&self, operand: Operand) -> String {
        text::operand_name(self.descriptors, self.types, operand)
    }

    pub(super) fn class_name(&self, class: ClassId) -> &'a str {
        &self.descriptors.class(class).name
    }
}

/// A type with its article.
pub(super) fn a(ty: Type) -> &'static str {
    match ty {
        Type::Int => "an int",
        Type::Float => "a float",
        Type::Ref => "a ref",
    }
}
