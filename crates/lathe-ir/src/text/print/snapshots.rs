//! Snapshots as text.

use super::names::{Names, operand_name};
use crate::descriptors::Shape;
use crate::snapshot::{DelayedStore, Slot, Snapshot, VirtualObject};
use crate::value::Type;

/// The whole snapshot in braces: on one line if it is frames only.
pub fn block(names: &Names<'_>, types: &[Type], snapshot: &Snapshot) -> String {
    let frames = frames(names, types, snapshot);
    if snapshot.virtuals.is_empty() && snapshot.stores.is_empty() {
        return format!("{{ {frames} }}");
    }
    let mut lines = vec![frames];
    lines.extend(virtuals(names, types, snapshot));
    lines.extend(snapshot.stores.iter().map(|store| delayed_store(names, types, store)));
    format!("{{\n    {}\n  }}", lines.join("\n    "))
}

/// The snapshot of a label, on one line.
pub(super) fn header(names: &Names<'_>, types: &[Type], snapshot: &Snapshot) -> String {
    let frames = frames(names, types, snapshot);
    if snapshot.virtuals.is_empty() {
        return frames;
    }
    let virtuals: Vec<String> = virtuals(names, types, snapshot).collect();
    format!("{frames} where {}", virtuals.join(", "))
}

fn frames(names: &Names<'_>, types: &[Type], snapshot: &Snapshot) -> String {
    let mut start = 0;
    let frames: Vec<String> = (snapshot.frames.iter())
        .map(|frame| {
            let end = frame.end as usize;
            let slots = snapshot.slots.get(start..end).map(|slots| slot_list(names, types, slots));
            start = end;
            let slots = slots.unwrap_or_else(|| "?slots".to_string());
            format!("{}@{}({slots})", names.code(frame.code), frame.pc)
        })
        .collect();
    format!("{} {}", snapshot.resume.keyword(), frames.join(", "))
}

fn slot(names: &Names<'_>, types: &[Type], slot: Slot) -> String {
    match slot {
        Slot::Operand(operand) => operand_name(names.descriptors, types, operand),
        Slot::Virtual(number) => format!("v{number}"),
        Slot::Dead => "_".to_string(),
    }
}

fn slot_list(names: &Names<'_>, types: &[Type], slots: &[Slot]) -> String {
    slots.iter().map(|&s| slot(names, types, s)).collect::<Vec<_>>().join(", ")
}

/// `v0 = Box { value: i4 }`, one for each.
fn virtuals(names: &Names<'_>, types: &[Type], snapshot: &Snapshot) -> impl Iterator<Item = String> {
    (snapshot.virtuals.iter().enumerate())
        .map(|(number, object)| format!("v{number} = {}", virtual_object(names, types, object)))
}

fn virtual_object(names: &Names<'_>, types: &[Type], object: &VirtualObject) -> String {
    let class = names.class(object.class);
    let fields = match names.descriptors.classes.get(object.class.index()).map(|c| &c.shape) {
        Some(Shape::Record { fields, .. }) => fields,
        Some(Shape::Array { .. }) | None => {
            return format!("{class} [{}]", slot_list(names, types, &object.fields));
        }
    };
    if object.fields.is_empty() {
        return format!("{class} {{ }}");
    }
    let values: Vec<String> = (object.fields.iter().enumerate())
        .map(|(index, &value)| {
            let name = fields.get(index).and_then(|f| names.descriptors.fields.get(f.index()));
            let name = name.map_or("?field".into(), |f| super::super::names::written(&f.name));
            format!("{name}: {}", slot(names, types, value))
        })
        .collect();
    format!("{class} {{ {} }}", values.join(", "))
}

fn delayed_store(names: &Names<'_>, types: &[Type], store: &DelayedStore) -> String {
    let slot = |s| slot(names, types, s);
    match *store {
        DelayedStore::Field { base, field, value } => {
            format!("{}.{} = {}", slot(base), names.field(field), slot(value))
        }
        DelayedStore::Item { class, base, index, value } => {
            let index = operand_name(names.descriptors, types, index);
            format!("{}[{index}] = {} : {}", slot(base), slot(value), names.class(class))
        }
    }
}
