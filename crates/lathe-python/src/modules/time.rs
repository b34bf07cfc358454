//! `time`, as far as it goes: clocks.

use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use lathe_heap::Word;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub const FUNCTIONS: &[Function] = &[
    ("time", "()", time),
    ("time_ns", "()", time_ns),
    ("perf_counter", "()", perf_counter),
    ("perf_counter_ns", "()", perf_counter_ns),
    ("monotonic", "()", perf_counter),
    ("monotonic_ns", "()", perf_counter_ns),
    ("sleep", "(seconds, /)", sleep),
];

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A clock that does not go back, from some point on.
fn since_start() -> Duration {
    thread_local! {
        static START: Instant = Instant::now();
    }
    START.with(|start| start.elapsed())
}

fn time(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_float(since_1970().as_secs_f64()))
}

fn time_ns(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_int(since_1970().as_nanos() as i64))
}

fn perf_counter(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_float(since_start().as_secs_f64()))
}

fn perf_counter_ns(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_int(since_start().as_nanos() as i64))
}

fn sleep(py: &mut Py, args: &[Word]) -> PyResult {
    let seconds = match py.class_of(args[0]) {
        Some(crate::object::classes::FLOAT) => py.get_float(args[0], crate::object::classes::FLOAT_VALUE),
        _ => py.index(args[0])? as f64,
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => std::thread::sleep(time),
        Err(_) => return Err(py.value_error("sleep length must be non-negative")),
    }
    Ok(py.none())
}
