//! Declarations as text.

use super::super::names::written;
use super::names::{class_name, constant};
use crate::descriptors::{
    Access, Class, ClassId, ConstObject, Descriptors, Helper, Identity, Location, RefType, Representation,
    Shape, Storage,
};

/// All declarations, one on a line.
pub fn print_descriptors(descriptors: &Descriptors) -> String {
    let classes =
        (0..).map(ClassId).zip(&descriptors.classes).map(|(id, class)| class_text(descriptors, id, class));
    let helpers = descriptors.helpers.iter().map(|helper| helper_text(descriptors, helper));
    let objects = descriptors.objects.iter().map(|object| object_text(descriptors, object));
    classes.chain(helpers).chain(objects).map(|line| line + "\n").collect()
}

fn class_text(descriptors: &Descriptors, id: ClassId, class: &Class) -> String {
    let name = written(&class.name);
    let (parent, fields) = match &class.shape {
        Shape::Record { parent, fields } => (parent, fields),
        Shape::Array { item, immutable } => {
            let immutable = if *immutable { "immutable " } else { "" };
            return format!("{immutable}array {name} of {}", storage(descriptors, *item));
        }
    };
    let keyword = match (class.representation, class.identity) {
        (Representation::Hybrid, _) => "hybrid class",
        (Representation::Heap, Identity::Value) => "value class",
        (Representation::Heap, Identity::Address) => "class",
    };
    let extends = parent.map(|p| format!(" extends {}", class_name(descriptors, p))).unwrap_or_default();
    let own = fields.iter().filter_map(|f| descriptors.fields.get(f.index())).filter(|f| f.class == id);
    let own: Vec<String> = own
        .map(|field| {
            // In a value class every field is immutable without saying so.
            let marked = field.immutable && class.identity == Identity::Address;
            let immutable = if marked { "immutable " } else { "" };
            format!("{immutable}{}: {}", written(&field.name), storage(descriptors, field.storage))
        })
        .collect();
    format!("{keyword} {name}{extends} {}", braces(&own))
}

fn braces(list: &[String]) -> String {
    if list.is_empty() { "{ }".to_string() } else { format!("{{ {} }}", list.join(", ")) }
}

fn storage(descriptors: &Descriptors, storage: Storage) -> String {
    let word = match storage {
        Storage::I8 => "i8",
        Storage::U8 => "u8",
        Storage::I16 => "i16",
        Storage::U16 => "u16",
        Storage::I32 => "i32",
        Storage::U32 => "u32",
        Storage::I64 => "int",
        Storage::F32 => "f32",
        Storage::F64 => "float",
        Storage::Ref(RefType::Any) => "ref",
        Storage::Ref(RefType::Exact(class)) => return class_name(descriptors, class),
        Storage::Ref(RefType::ExactOrNull(class)) => return format!("{}?", class_name(descriptors, class)),
    };
    word.to_string()
}

fn helper_text(descriptors: &Descriptors, helper: &Helper) -> String {
    let params: Vec<&str> = helper.params.iter().map(|ty| ty.name()).collect();
    let mut text = format!("helper {}({})", written(&helper.name), params.join(", "));
    if let Some(result) = helper.result {
        text.push_str(&format!(" -> {result}"));
    }
    let effects = &helper.effects;
    if effects.pure {
        text.push_str(" pure");
    } else {
        text.push_str(&access(descriptors, " reads ", &effects.reads));
        text.push_str(&access(descriptors, " writes ", &effects.writes));
    }
    for (word, present) in [
        (" raises", effects.raises),
        (" invalidates", effects.invalidates),
        (" calls_back", effects.calls_back),
    ] {
        if present {
            text.push_str(word);
        }
    }
    text
}

fn access(descriptors: &Descriptors, keyword: &str, access: &Access) -> String {
    let list = match access {
        Access::Everything => return String::new(),
        Access::Nothing => return format!("{keyword}nothing"),
        Access::Some(list) if list.is_empty() => return format!("{keyword}nothing"),
        Access::Some(list) => list,
    };
    let locations: Vec<String> = list.iter().map(|&location| location_text(descriptors, location)).collect();
    format!("{keyword}{}", locations.join(", "))
}

fn location_text(descriptors: &Descriptors, location: Location) -> String {
    match location {
        Location::Items(class) => class_name(descriptors, class),
        Location::Field(id) => match descriptors.fields.get(id.index()) {
            Some(field) => format!("{}.{}", class_name(descriptors, field.class), written(&field.name)),
            None => format!("?field{}", id.0),
        },
    }
}

fn object_text(descriptors: &Descriptors, object: &ConstObject) -> String {
    let header = format!("object {}: {}", written(&object.name), class_name(descriptors, object.class));
    let values = object.fields.iter().map(|&c| constant(descriptors, c));
    match descriptors.classes.get(object.class.index()).map(|c| &c.shape) {
        Some(Shape::Record { fields, .. }) => {
            let fields: Vec<String> = (fields.iter().zip(values))
                .map(|(f, value)| match descriptors.fields.get(f.index()) {
                    Some(field) => format!("{}: {value}", written(&field.name)),
                    None => format!("?field{}: {value}", f.0),
                })
                .collect();
            format!("{header} {}", braces(&fields))
        }
        Some(Shape::Array { .. }) | None => format!("{header} [{}]", values.collect::<Vec<_>>().join(", ")),
    }
}
