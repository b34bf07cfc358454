//! How values are printed.

use super::State;
use super::classes::{ARRAY, FLOAT, FLOAT_VALUE, INT};
use crate::number::float_text;
use crate::{ErrorCode, PRINT_DEPTH};
use lathe_heap::{Array, Word};
use lathe_meta::{Core, FieldRef, HYBRID};

fn state(core: &Core) -> &State {
    core.user.downcast_ref().expect("the state of tiny")
}

fn field(object: Word, field: FieldRef) -> u64 {
    // SAFETY: the caller has looked at the class, which has this field of 8 bytes.
    unsafe { (object.0 as *const u8).add(field.offset as usize).cast::<u64>().read() }
}

fn int(core: &Core, value: Word) -> Option<i64> {
    match value.as_small() {
        Some(small) => Some(small),
        None if core.class_of(value) == Some(HYBRID) => Some(field(value, INT.value) as i64),
        None => None,
    }
}

pub fn show(core: &Core, value: Word) -> String {
    let mut text = String::new();
    show_inside(core, value, &mut Vec::new(), &mut text);
    text
}

fn show_inside(core: &Core, value: Word, around: &mut Vec<Word>, text: &mut String) {
    let Some(class) = core.class_of(value) else { return text.push_str("null") };
    if let Some(value) = int(core, value) {
        return text.push_str(&value.to_string());
    }
    let classes = &state(core).classes;
    if class == FLOAT {
        return text.push_str(&float_text(f64::from_bits(field(value, FLOAT_VALUE))));
    }
    if around.contains(&value) || around.len() == PRINT_DEPTH {
        return text.push_str("...");
    }
    around.push(value);
    if class == ARRAY.class {
        text.push('[');
        // SAFETY: an array of references, alive since its caller holds it, and nobody writes to it meanwhile.
        let items: &[Word] = unsafe { Array::items(value.cast()) };
        for (index, &item) in items.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            show_inside(core, item, around, text);
        }
        text.push(']');
    } else {
        let number = classes.record(class).expect("all other classes are records");
        let program = &state(core).program;
        let record = &program.records[number];
        text.push_str(&record.name);
        text.push('{');
        for (index, &name) in record.fields.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(&program.fields[name as usize]);
            text.push_str(": ");
            show_inside(core, Word(field(value, classes.record_field(number, index))), around, text);
        }
        text.push('}');
    }
    around.pop();
}

/// The end of `error: line 12, in f: …` for a value that nothing caught.
pub fn uncaught(core: &Core, value: Word) -> String {
    let classes = &state(core).classes;
    if core.class_of(value) == Some(classes.record_class(0))
        && let Some(code) = int(core, Word(field(value, classes.record_field(0, 0))))
        && let Some(error) = ErrorCode::from_code(code)
    {
        return error.message().to_string();
    }
    format!("uncaught {}", show(core, value))
}
