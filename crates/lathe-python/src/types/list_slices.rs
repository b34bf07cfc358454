//! Slices of lists that are assigned to, or deleted.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::slice::Bounds;
use crate::runtime::types;
use lathe_heap::Word;

/// The items to assign: a list that is not the one assigned to, nor changes with it.
fn items(py: &mut Py, list: Word, value: Word, complaint: &str) -> PyResult {
    if let Some(other) = py.payload(value, classes::LIST)
        && py.is(value, classes::LIST)
    {
        return if other == list { py.list_copy(other) } else { Ok(other) };
    }
    match py.list_of(value) {
        Err(raised)
            if py.is_instance(raised.0, types::TYPE_ERROR)
                && py.lookup_special(value, "__iter__").is_none()
                && py.lookup_special(value, "__getitem__").is_none() =>
        {
            Err(py.type_error(complaint))
        }
        items => items,
    }
}

/// `list[slice] = value`.
pub(super) fn assign(py: &mut Py, list: Word, slice: Word, value: Word) -> PyResult<()> {
    let (start, stop, step) = py.slice_parts(slice)?;
    if step == 1 {
        let items = items(py, list, value, "can only assign an iterable")?;
        // Making the items may have changed the list.
        let bounds = Bounds::new(start, stop, step, py.list_len(list));
        return py.list_replace_with_list(
            list,
            bounds.start as usize,
            bounds.stop.max(bounds.start) as usize,
            items,
        );
    }
    let items = items(py, list, value, "must assign iterable to extended slice")?;
    let bounds = Bounds::new(start, stop, step, py.list_len(list));
    let count = py.list_len(items);
    if count != bounds.count {
        let message =
            format!("attempt to assign sequence of size {count} to extended slice of size {}", bounds.count);
        return Err(py.value_error(&message));
    }
    for number in 0..count {
        let item = py.list_get(items, number);
        py.list_set(list, (bounds.start + number as i64 * bounds.step) as usize, item)?;
    }
    Ok(())
}

/// `del list[slice]`.
pub(super) fn delete(py: &mut Py, list: Word, slice: Word) -> PyResult<()> {
    let bounds = py.slice_parts(slice)?;
    let bounds = Bounds::new(bounds.0, bounds.1, bounds.2, py.list_len(list));
    let (start, step) = bounds.upwards();
    if step == 1 {
        py.list_delete(list, start, start + bounds.count);
    } else {
        py.list_delete_steps(list, start, step, bounds.count);
    }
    Ok(())
}
