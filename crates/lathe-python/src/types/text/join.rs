//! `join`.

use super::{Flavor, own};
use crate::object::py::{Py, PyResult};
use crate::object::text_build::width;
use crate::runtime::types;
use lathe_heap::Word;

pub(super) fn join<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let items = match py.collect(args[1]) {
        Ok(items) => items,
        Err(raised) => {
            let no_iterable = py.is_instance(raised.0, types::TYPE_ERROR)
                && py.lookup_special(args[1], "__iter__").is_none()
                && py.lookup_special(args[1], "__getitem__").is_none();
            return Err(if no_iterable { py.type_error("can only join an iterable") } else { raised });
        }
    };
    let separator = own::<K>(py, args[0])?;
    let (mut length, mut wide) = (0usize, if items.len() > 1 { width(separator) } else { 1 });
    for index in 0..items.len() {
        let item = items.get(index);
        let Some(text) = K::part(py, item) else {
            let expected = if K::IS_STR { "str instance" } else { "a bytes-like object" };
            let found = py.type_name(item);
            let message = format!("sequence item {index}: expected {expected}, {found} found");
            return Err(py.type_error(&message));
        };
        let between = if index > 0 { separator.len() } else { 0 };
        let Some(longer) = length.checked_add(text.len()).and_then(|length| length.checked_add(between))
        else {
            return Err(py.error(types::OVERFLOW_ERROR, "join() result is too long for a Python string"));
        };
        length = longer;
        wide = wide.max(width(text));
    }
    if items.len() == 1 && py.type_of(items.get(0)) == K::TYPE {
        return K::same(py, items.get(0));
    }
    let texts: Vec<_> = (0..items.len()).filter_map(|index| K::part(py, items.get(index))).collect();
    K::build(py, length, wide, |out| {
        for (index, &text) in texts.iter().enumerate() {
            if index > 0 {
                out.text(separator);
            }
            out.text(text);
        }
    })
}
