//! Descriptors: rules 20 to 24, and rule 3 for what descriptors refer to.

use crate::descriptors::{
    Access, Class, ClassId, ConstObject, Descriptors, Effects, FieldId, HelperId, Identity, Location,
    ObjectId, RefType, Representation, Shape, Storage,
};
use crate::value::Const;
use rustc_hash::FxHashSet;
use std::fmt;

/// What a rejected declaration declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Class(ClassId),
    Field(FieldId),
    Helper(HelperId),
    Object(ObjectId),
}

/// Why descriptors are not valid. The message names what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptorRejection {
    pub subject: Subject,
    pub message: String,
}

impl fmt::Display for DescriptorRejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DescriptorRejection {}

type Checked = Result<(), DescriptorRejection>;

fn reject(subject: Subject, message: impl Into<String>) -> Checked {
    Err(DescriptorRejection { subject, message: message.into() })
}

/// Checks what traces refer to. [`super::verify`] takes it for granted.
pub fn verify_descriptors(descriptors: &Descriptors) -> Checked {
    let mut names = FxHashSet::default();
    for (index, field) in descriptors.fields.iter().enumerate() {
        let id = FieldId(index as u32);
        let declares = |class: &Class| matches!(&class.shape, Shape::Record { fields, .. } if fields.get(field.index as usize) == Some(&id));
        if !descriptors.classes.get(field.class.index()).is_some_and(declares) {
            return reject(Subject::Field(id), format!("no class has field `{}` at its place", field.name));
        }
        storage_exists(descriptors, Subject::Field(id), field.storage)?;
    }
    for (index, class) in descriptors.classes.iter().enumerate() {
        let id = ClassId(index as u32);
        distinct(&mut names, Subject::Class(id), "classes", &class.name)?;
        verify_class(descriptors, id, class)?;
    }
    no_cycles(descriptors)?;
    names.clear();
    for (index, helper) in descriptors.helpers.iter().enumerate() {
        let subject = Subject::Helper(HelperId(index as u32));
        distinct(&mut names, subject, "helpers", &helper.name)?;
        verify_effects(descriptors, subject, &helper.name, &helper.effects)?;
    }
    names.clear();
    for (index, object) in descriptors.objects.iter().enumerate() {
        let subject = Subject::Object(ObjectId(index as u32));
        distinct(&mut names, subject, "objects", &object.name)?;
        verify_object(descriptors, subject, object)?;
    }
    Ok(())
}

fn distinct<'a>(names: &mut FxHashSet<&'a str>, subject: Subject, what: &str, name: &'a str) -> Checked {
    if names.insert(name) { Ok(()) } else { reject(subject, format!("there are two {what} `{name}`")) }
}

fn verify_class(descriptors: &Descriptors, id: ClassId, class: &Class) -> Checked {
    let subject = Subject::Class(id);
    let name = &class.name;
    let (parent, fields) = match &class.shape {
        Shape::Array { item, .. } => {
            if (class.representation, class.identity) != (Representation::Heap, Identity::Address) {
                return reject(subject, format!("array class `{name}` cannot be a value class"));
            }
            return storage_exists(descriptors, subject, *item);
        }
        Shape::Record { parent, fields } => (*parent, fields),
    };
    let inherited = match parent.map(|p| descriptors.classes.get(p.index()).map(|class| &class.shape)) {
        None => &[][..],
        Some(Some(Shape::Record { fields, .. })) => fields,
        Some(Some(Shape::Array { .. })) => {
            return reject(subject, format!("the parent of class `{name}` is an array class"));
        }
        Some(None) => return reject(subject, format!("the parent of class `{name}` does not exist")),
    };
    if !fields.starts_with(inherited) {
        return reject(subject, format!("the fields of class `{name}` do not start with its parent's"));
    }
    let mut names = FxHashSet::default();
    for (index, &field_id) in fields.iter().enumerate() {
        let Some(field) = descriptors.fields.get(field_id.index()) else {
            return reject(subject, format!("class `{name}` has a field that does not exist"));
        };
        // An error in an inherited field is the class's own fault.
        let own = index >= inherited.len();
        let subject = if own { Subject::Field(field_id) } else { subject };
        if field.index as usize != index || (own && field.class != id) {
            return reject(
                subject,
                format!("field `{}` does not know its place in class `{name}`", field.name),
            );
        }
        if !names.insert(field.name.as_str()) {
            return reject(subject, format!("class `{name}` has two fields `{}`", field.name));
        }
        if class.identity == Identity::Value && !field.immutable {
            let message = format!("field `{}` of value class `{name}` is not immutable", field.name);
            return reject(subject, message);
        }
    }
    if class.representation == Representation::Hybrid {
        if class.identity != Identity::Value {
            return reject(subject, format!("hybrid class `{name}` must be a value class"));
        }
        if fields.len() != 1 {
            let message = format!("hybrid class `{name}` must have exactly one field, not {}", fields.len());
            return reject(subject, message);
        }
    }
    Ok(())
}

/// Parents exist when this is called.
fn no_cycles(descriptors: &Descriptors) -> Checked {
    // A class whose chain of parents is known to end.
    let mut ends = vec![false; descriptors.classes.len()];
    for start in 0..descriptors.classes.len() {
        let mut chain = FxHashSet::default();
        let mut next = Some(start);
        while let Some(class) = next.filter(|&c| !ends[c]) {
            if !chain.insert(class) {
                let name = &descriptors.classes[class].name;
                let subject = Subject::Class(ClassId(class as u32));
                return reject(subject, format!("class `{name}` inherits from itself"));
            }
            next = match descriptors.classes[class].shape {
                Shape::Record { parent, .. } => parent.map(ClassId::index),
                Shape::Array { .. } => None,
            };
        }
        chain.into_iter().for_each(|class| ends[class] = true);
    }
    Ok(())
}

fn storage_exists(descriptors: &Descriptors, subject: Subject, storage: Storage) -> Checked {
    match storage {
        Storage::Ref(RefType::Exact(class) | RefType::ExactOrNull(class))
            if class.index() >= descriptors.classes.len() =>
        {
            reject(subject, format!("there is no class number {}", class.0))
        }
        _ => Ok(()),
    }
}

fn verify_effects(descriptors: &Descriptors, subject: Subject, name: &str, effects: &Effects) -> Checked {
    for (access, written) in [(&effects.reads, false), (&effects.writes, true)] {
        let Access::Some(locations) = access else { continue };
        for &location in locations {
            let exists = match location {
                Location::Field(field) => field.index() < descriptors.fields.len(),
                Location::Items(class) => {
                    class.index() < descriptors.classes.len() && descriptors.item(class).is_some()
                }
            };
            if !exists {
                return reject(
                    subject,
                    format!("the effects of helper `{name}` name something that does not exist"),
                );
            }
            if written && descriptors.is_immutable(location) {
                return reject(subject, format!("helper `{name}` writes something that is immutable"));
            }
        }
    }
    let touches = effects.reads != Access::Nothing || effects.writes != Access::Nothing;
    if effects.pure && (touches || effects.invalidates || effects.calls_back) {
        let message = format!("helper `{name}` cannot be pure and read, write, invalidate or call back");
        return reject(subject, message);
    }
    Ok(())
}

fn verify_object(descriptors: &Descriptors, subject: Subject, object: &ConstObject) -> Checked {
    let name = &object.name;
    let Some(class) = descriptors.classes.get(object.class.index()) else {
        return reject(subject, format!("the class of `@{name}` does not exist"));
    };
    match &class.shape {
        Shape::Array { item, .. } => {
            for (index, &constant) in object.fields.iter().enumerate() {
                if let Err(why) = fits(descriptors, *item, constant) {
                    return reject(subject, format!("item {index} of `@{name}` {why}"));
                }
            }
        }
        Shape::Record { fields, .. } => {
            if fields.len() != object.fields.len() {
                let (wanted, got) = (fields.len(), object.fields.len());
                return reject(subject, format!("`@{name}` has {got} fields, its class {wanted}"));
            }
            for (&field, &constant) in fields.iter().zip(&object.fields) {
                let field = descriptors.field(field);
                if let Err(why) = fits(descriptors, field.storage, constant) {
                    return reject(subject, format!("field `{}` of `@{name}` {why}", field.name));
                }
            }
        }
    }
    Ok(())
}

/// Why a constant cannot be what is stored: a load would give something else.
fn fits(descriptors: &Descriptors, storage: Storage, constant: Const) -> Result<(), String> {
    if storage.ty() != constant.ty() {
        return Err(format!(
            "must be {}, not {}",
            super::rules::a(storage.ty()),
            super::rules::a(constant.ty())
        ));
    }
    let class = |id: ClassId| &descriptors.class(id).name;
    match (storage, constant) {
        (_, Const::Int(x)) if storage.store_int(x) != x => Err(format!("cannot hold {x}")),
        (Storage::F32, Const::Float(x)) if !x.get().is_nan() && storage.store_float(x.get()) != x.get() => {
            Err(format!("cannot hold {x:?} exactly"))
        }
        (Storage::Ref(_), Const::Object(id)) if id.index() >= descriptors.objects.len() => {
            Err("is an object that does not exist".to_string())
        }
        (Storage::Ref(RefType::Exact(wanted)), Const::Null) => {
            Err(format!("must be an object of class `{}`, not null", class(wanted)))
        }
        (Storage::Ref(RefType::Exact(wanted) | RefType::ExactOrNull(wanted)), Const::Object(id))
            if descriptors.object(id).class != wanted =>
        {
            Err(format!("must be an object of class `{}`", class(wanted)))
        }
        _ => Ok(()),
    }
}
