//! `bisect`: places in sorted sequences.

use crate::object::classes;
use crate::object::list::Strategy;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use lathe_heap::Word;

const SIGNATURE: &str = "(a, x, lo=0, hi=None, *, key=None)";

pub const FUNCTIONS: &[Function] = &[
    ("bisect_left", SIGNATURE, bisect_left),
    ("bisect_right", SIGNATURE, bisect_right),
    ("bisect", SIGNATURE, bisect_right),
    ("insort_left", SIGNATURE, insort_left),
    ("insort_right", SIGNATURE, insort_right),
    ("insort", SIGNATURE, insort_right),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Before items that are equal.
    Left,
    Right,
}

fn bisect_left(py: &mut Py, args: &[Word]) -> PyResult {
    let place = search(py, args, args[1], Side::Left)?;
    Ok(py.new_int(place))
}

fn bisect_right(py: &mut Py, args: &[Word]) -> PyResult {
    let place = search(py, args, args[1], Side::Right)?;
    Ok(py.new_int(place))
}

fn insort_left(py: &mut Py, args: &[Word]) -> PyResult {
    insert(py, args, Side::Left)
}

fn insort_right(py: &mut Py, args: &[Word]) -> PyResult {
    insert(py, args, Side::Right)
}

fn key(py: &Py, args: &[Word]) -> Option<Word> {
    Py::given(args[4]).filter(|&key| !py.is_none(key))
}

fn insert(py: &mut Py, args: &[Word], side: Side) -> PyResult {
    let value = match key(py, args) {
        Some(key) => py.call(key, &[args[1]])?,
        None => args[1],
    };
    let place = search(py, args, value, side)?;
    if py.is(args[0], classes::LIST) {
        let place = (place as usize).min(py.list_len(args[0]));
        py.list_insert(args[0], place, args[1])?;
    } else {
        let place = py.new_int(place);
        py.call_method(args[0], "insert", &[place, args[1]])?;
    }
    py.none_result()
}

fn search(py: &mut Py, args: &[Word], value: Word, side: Side) -> PyResult<i64> {
    let sequence = args[0];
    let low = match Py::given(args[2]) {
        Some(low) => py.size(low)?,
        None => 0,
    };
    let high = match Py::given(args[3]).filter(|&high| !py.is_none(high)) {
        Some(high) => py.size(high)?,
        None => -1,
    };
    if low < 0 {
        return Err(py.value_error("lo must be non-negative"));
    }
    let high = if high == -1 { py.length(sequence)? as i64 } else { high };
    let key = key(py, args);
    if key.is_none()
        && let Some(place) = search_numbers(py, sequence, value, (low, high), side)
    {
        return Ok(place);
    }
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        let index = py.new_int(middle);
        let item = py.get_item_of(sequence, index)?;
        let item = match key {
            Some(key) => py.call(key, &[item])?,
            None => item,
        };
        let behind = match side {
            Side::Left => py.lt(item, value)?,
            Side::Right => !py.lt(value, item)?,
        };
        if behind {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// A number in a list of numbers of the same kind, all of which are in the list's bounds.
fn search_numbers(py: &Py, list: Word, value: Word, (low, high): (i64, i64), side: Side) -> Option<i64> {
    if !py.is(list, classes::LIST) || high > py.list_len(list) as i64 || low > high {
        return None;
    }
    let raw = &py.list_raw(list)[low as usize..high as usize];
    let before = match py.list_strategy(list)? {
        Strategy::Ints => {
            let value = py.as_int(value)?;
            match side {
                Side::Left => raw.partition_point(|&item| (item as i64) < value),
                Side::Right => raw.partition_point(|&item| (item as i64) <= value),
            }
        }
        // A NaN is neither before nor behind anything: `!(value < item)`, not `item <= value`.
        Strategy::Floats if py.is(value, classes::FLOAT) => {
            let value = py.get_float(value, classes::FLOAT_VALUE);
            match side {
                Side::Left => raw.partition_point(|&item| f64::from_bits(item) < value),
                #[allow(clippy::neg_cmp_op_on_partial_ord)]
                Side::Right => raw.partition_point(|&item| !(value < f64::from_bits(item))),
            }
        }
        _ => return None,
    };
    Some(low + before as i64)
}
