//! Operands and the descriptors that ops name: rules 3, 6, 8 to 12.

use super::rules::{Checked, OpRules, a};
use crate::descriptors::{ClassId, FieldId, Location, Shape};
use crate::op::{Guard, OpKind};
use crate::trace::Label;
use crate::value::{Const, Operand, Type};

impl OpRules<'_> {
    pub fn operands(&self, kind: &OpKind) -> Checked {
        let name = kind.name();
        match kind {
            OpKind::Int(_, a, b) | OpKind::IntCompare(_, a, b) | OpKind::IntChecked { a, b, .. } => {
                self.typed(name, &[*a, *b], &[Type::Int, Type::Int])
            }
            OpKind::IntUnary(_, a) => self.typed(name, &[*a], &[Type::Int]),
            OpKind::Float(_, a, b) | OpKind::FloatCompare(_, a, b) => {
                self.typed(name, &[*a, *b], &[Type::Float, Type::Float])
            }
            OpKind::FloatUnary(_, a) => self.typed(name, &[*a], &[Type::Float]),
            OpKind::Cast(cast, a) => self.typed(name, &[*a], &[cast.operand_type()]),
            OpKind::PtrCompare(_, a, b) => self.typed(name, &[*a, *b], &[Type::Ref, Type::Ref]),
            OpKind::Select(condition, a, b) => {
                let ty = self.operand(*a)?;
                self.typed(name, &[*condition, *a, *b], &[Type::Int, ty, ty])
            }
            OpKind::New(class) => self.record_class(name, *class),
            OpKind::NewArray(class, length) => {
                self.array_class(name, *class)?;
                self.typed(name, &[*length], &[Type::Int])
            }
            OpKind::Get(base, field) => {
                self.field(*field)?;
                self.typed(name, &[*base], &[Type::Ref])?;
                self.has_field(*base, *field)
            }
            OpKind::Set(base, field, value) => {
                let ty = self.field(*field)?;
                self.typed(name, &[*base, *value], &[Type::Ref, ty])?;
                self.has_field(*base, *field)?;
                self.may_write(Location::Field(*field), self.is_created_here(*base))
            }
            OpKind::GetItem(class, array, index) => {
                self.array_class(name, *class)?;
                self.typed(name, &[*array, *index], &[Type::Ref, Type::Int])?;
                self.is_array(*array, *class)
            }
            OpKind::SetItem(class, array, index, item) => {
                let ty = self.array_class(name, *class)?;
                self.typed(name, &[*array, *index, *item], &[Type::Ref, Type::Int, ty])?;
                self.is_array(*array, *class)?;
                self.may_write(Location::Items(*class), self.is_created_here(*array))
            }
            OpKind::ArrayLen(class, array) => {
                self.array_class(name, *class)?;
                self.typed(name, &[*array], &[Type::Ref])?;
                self.is_array(*array, *class)
            }
            OpKind::Call(helper, args) => match self.descriptors.helpers.get(helper.index()) {
                Some(helper) => self.typed(&helper.name, args, &helper.params),
                None => self.reject(format!("there is no helper number {}", helper.0)),
            },
            OpKind::Guard(guard, _) => self.guard_operands(*guard),
            OpKind::Jump(label, args) => self.jump(*label, args),
            OpKind::Finish(args) => args.iter().try_for_each(|&operand| self.operand(operand).map(|_| ())),
            OpKind::Exit(_) => Ok(()),
        }
    }

    fn guard_operands(&self, guard: Guard) -> Checked {
        let name = guard.name();
        match guard {
            Guard::True(a) | Guard::False(a) => self.typed(name, &[a], &[Type::Int]),
            Guard::Value(value, expected) => {
                let ty = self.operand(value)?;
                let constant = self.constant(expected)?;
                if ty == constant {
                    return Ok(());
                }
                self.reject(format!("guard_value compares {} with {}", a(ty), a(constant)))
            }
            Guard::Class(value, class) => {
                self.class_exists(class)?;
                self.typed(name, &[value], &[Type::Ref])
            }
            Guard::NonNull(value) | Guard::IsNull(value) => self.typed(name, &[value], &[Type::Ref]),
            Guard::Exception(class) => self.record_class(name, class),
            Guard::NoException | Guard::NotInvalidated | Guard::NotForced | Guard::NoAttention => Ok(()),
        }
    }

    fn jump(&self, label: Label, args: &[Operand]) -> Checked {
        match self.labels.get(&label) {
            Some(types) => self.typed(&format!("a jump to {label}"), args, types),
            None => self.reject(format!("there is no label {label} to jump to")),
        }
    }

    /// Rule 6.
    pub fn typed(&self, name: &str, operands: &[Operand], types: &[Type]) -> Checked {
        if operands.len() != types.len() {
            let plural = if types.len() == 1 { "" } else { "s" };
            return self.reject(format!(
                "{name} takes {} operand{plural}, got {}",
                types.len(),
                operands.len()
            ));
        }
        for (index, (&operand, &wanted)) in operands.iter().zip(types).enumerate() {
            let ty = self.operand(operand)?;
            if ty != wanted {
                return self.reject(format!(
                    "operand {} of {name} must be {}, but `{}` is {}",
                    index + 1,
                    a(wanted),
                    self.operand_name(operand),
                    a(ty)
                ));
            }
        }
        Ok(())
    }

    fn record_class(&self, name: &str, class: ClassId) -> Checked {
        self.class_exists(class)?;
        match self.descriptors.class(class).shape {
            Shape::Record { .. } => Ok(()),
            Shape::Array { .. } => self.reject(format!(
                "{name} needs a record class, and `{}` is an array class",
                self.class_name(class)
            )),
        }
    }

    /// The type of an array class's items.
    pub(super) fn array_class(&self, name: &str, class: ClassId) -> Checked<Type> {
        self.class_exists(class)?;
        match self.descriptors.item(class) {
            Some(item) => Ok(item.ty()),
            None => self
                .reject(format!("{name} needs an array class, and `{}` is not one", self.class_name(class))),
        }
    }

    /// The type of a field.
    pub(super) fn field(&self, field: FieldId) -> Checked<Type> {
        match self.descriptors.fields.get(field.index()) {
            Some(field) => Ok(field.storage.ty()),
            None => self.reject(format!("there is no field number {}", field.0)),
        }
    }

    /// Rule 10, for records.
    pub(super) fn has_field(&self, base: Operand, field: FieldId) -> Checked {
        let Operand::Const(Const::Object(object)) = base else { return Ok(()) };
        if self.maybe_unreachable {
            return Ok(());
        }
        self.class_has_field(self.descriptors.object(object).class, field, &self.operand_name(base))
    }

    pub(super) fn class_has_field(&self, class: ClassId, field: FieldId, base: &str) -> Checked {
        self.class_exists(class)?;
        if self.descriptors.has_field(class, field) {
            return Ok(());
        }
        let field = &self.descriptors.field(field).name;
        self.reject(format!(
            "`{base}` is of class `{}`, which has no such field `{field}`",
            self.class_name(class)
        ))
    }

    /// Rule 10, for arrays.
    pub(super) fn is_array(&self, base: Operand, class: ClassId) -> Checked {
        let Operand::Const(Const::Object(object)) = base else { return Ok(()) };
        if self.maybe_unreachable {
            return Ok(());
        }
        self.is_class(self.descriptors.object(object).class, class, &self.operand_name(base))
    }

    pub(super) fn is_class(&self, actual: ClassId, wanted: ClassId, base: &str) -> Checked {
        self.class_exists(actual)?;
        if actual == wanted {
            return Ok(());
        }
        let (actual, wanted) = (self.class_name(actual), self.class_name(wanted));
        self.reject(format!("`{base}` is of class `{actual}`, not `{wanted}`"))
    }

    /// Rule 11.
    pub(super) fn may_write(&self, location: Location, created_here: bool) -> Checked {
        if created_here || !self.descriptors.is_immutable(location) {
            return Ok(());
        }
        let what = match location {
            Location::Field(field) => format!("field `{}` is", self.descriptors.field(field).name),
            Location::Items(class) => format!("items of `{}` are", self.class_name(class)),
        };
        self.reject(format!("{what} immutable, and the object was not created in this section"))
    }
}
