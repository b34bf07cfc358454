//! `time`: clocks, and what they mean in years, months and days.

mod calendar;

use super::Constant;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use crate::system::{Clock, Errno};
use lathe_heap::Word;
use std::time::{Duration, Instant};

pub const FUNCTIONS: &[Function] = &[
    ("time", "()", |py, _| seconds(py, Clock::Real)),
    ("time_ns", "()", |py, _| nanoseconds(py, Clock::Real)),
    ("perf_counter", "()", |py, _| seconds(py, Clock::Monotonic)),
    ("perf_counter_ns", "()", |py, _| nanoseconds(py, Clock::Monotonic)),
    ("monotonic", "()", |py, _| seconds(py, Clock::Monotonic)),
    ("monotonic_ns", "()", |py, _| nanoseconds(py, Clock::Monotonic)),
    ("process_time", "()", |py, _| seconds(py, Clock::Process)),
    ("process_time_ns", "()", |py, _| nanoseconds(py, Clock::Process)),
    ("thread_time", "()", |py, _| seconds(py, Clock::Thread)),
    ("thread_time_ns", "()", |py, _| nanoseconds(py, Clock::Thread)),
    ("clock_gettime", "(clk_id, /)", |py, args| {
        clock_argument(py, args[0]).and_then(|clock| seconds(py, clock))
    }),
    ("clock_gettime_ns", "(clk_id, /)", |py, args| {
        clock_argument(py, args[0]).and_then(|clock| nanoseconds(py, clock))
    }),
    ("clock_getres", "(clk_id, /)", |py, args| {
        let clock = clock_argument(py, args[0])?;
        Ok(py.new_float(clock.resolution()))
    }),
    ("get_clock_info", "(name, /)", get_clock_info),
    ("sleep", "(seconds, /)", sleep),
    ("gmtime", "(seconds=None, /)", calendar::gmtime),
    ("localtime", "(seconds=None, /)", calendar::localtime),
    ("mktime", "(tuple, /)", calendar::mktime),
    ("asctime", "(tuple=None, /)", calendar::asctime),
    ("ctime", "(seconds=None, /)", calendar::ctime),
    ("strftime", "(format, tuple=None, /)", calendar::strftime),
    ("strptime", "(string, format='%a %b %d %H:%M:%S %Y', /)", strptime),
    ("tzset", "()", calendar::tzset),
];

pub const CONSTANTS: &[Constant] = &[
    ("CLOCK_REALTIME", |_| Ok(Word::wrap_small(libc::CLOCK_REALTIME.into()))),
    ("CLOCK_MONOTONIC", |_| Ok(Word::wrap_small(libc::CLOCK_MONOTONIC.into()))),
    ("CLOCK_PROCESS_CPUTIME_ID", |_| Ok(Word::wrap_small(libc::CLOCK_PROCESS_CPUTIME_ID.into()))),
    ("CLOCK_THREAD_CPUTIME_ID", |_| Ok(Word::wrap_small(libc::CLOCK_THREAD_CPUTIME_ID.into()))),
    ("_STRUCT_TM_ITEMS", |_| Ok(Word::wrap_small(11))),
    ("struct_time", |py| {
        let id = py.record_type(&calendar::STRUCT_TIME);
        Ok(py.type_object(id))
    }),
    ("timezone", |py| Ok(py.new_int(calendar::zone().standard))),
    ("altzone", |py| Ok(py.new_int(calendar::zone().summer))),
    ("daylight", |_| Ok(Word::wrap_small(calendar::zone().has_summer.into()))),
    ("tzname", |py| {
        let zone = calendar::zone();
        let (standard, summer) = (py.new_str(&zone.names[0]), py.new_str(&zone.names[1]));
        Ok(py.new_tuple(&[standard, summer]))
    }),
];

fn seconds(py: &mut Py, clock: Clock) -> PyResult {
    Ok(py.new_float(clock.now() as f64 * 1e-9))
}

fn nanoseconds(py: &mut Py, clock: Clock) -> PyResult {
    Ok(py.new_int(clock.now()))
}

fn clock_argument(py: &mut Py, word: Word) -> PyResult<Clock> {
    let number = py.offset_argument(word)?;
    let clocks = [Clock::Real, Clock::Monotonic, Clock::Process, Clock::Thread];
    match clocks.into_iter().find(|clock| i64::from(clock.number()) == number) {
        Some(clock) => Ok(clock),
        None => Err(py.os_error(Errno(libc::EINVAL))),
    }
}

/// What is known of a clock, as an object with attributes.
fn get_clock_info(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.name_argument("get_clock_info", "1", args[0], "")?;
    let (clock, call, adjustable) = match &*name {
        "time" => (Clock::Real, "CLOCK_REALTIME", true),
        "monotonic" | "perf_counter" => (Clock::Monotonic, "CLOCK_MONOTONIC", false),
        "process_time" => (Clock::Process, "CLOCK_PROCESS_CPUTIME_ID", false),
        "thread_time" => (Clock::Thread, "CLOCK_THREAD_CPUTIME_ID", false),
        _ => return Err(py.value_error("unknown clock")),
    };
    let info = py.new_instance(types::SIMPLE_NAMESPACE);
    let (implementation, resolution) =
        (py.new_str(&format!("clock_gettime({call})")), py.new_float(clock.resolution()));
    let (monotonic, adjustable) = (py.bool(!adjustable), py.bool(adjustable));
    for (key, value) in [
        ("implementation", implementation),
        ("monotonic", monotonic),
        ("adjustable", adjustable),
        ("resolution", resolution),
    ] {
        let key = py.intern(key);
        py.generic_set_attr(info, key, Some(value))?;
    }
    Ok(info)
}

/// Sleeps for all of the time, unless a signal says otherwise.
fn sleep(py: &mut Py, args: &[Word]) -> PyResult {
    let seconds = match py.as_float(args[0]) {
        Some(seconds) => seconds,
        None => match py.try_index(args[0])? {
            Some(seconds) => seconds.map_or(f64::INFINITY, |seconds| seconds as f64),
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", py.type_name(args[0]));
                return Err(py.type_error(&message));
            }
        },
    };
    if seconds.is_nan() {
        return Err(py.value_error("Invalid value NaN (not a number)"));
    }
    if seconds < 0.0 {
        return Err(py.value_error("sleep length must be non-negative"));
    }
    let Ok(length) = Duration::try_from_secs_f64(seconds) else {
        return Err(py.error(types::OVERFLOW_ERROR, "timestamp too large to convert to C PyTime_t"));
    };
    let end = Instant::now() + length.min(Duration::from_secs(1 << 33));
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(py.none());
        }
        crate::system::pause(left);
        py.interrupted()?;
    }
}

/// Written in Python.
fn strptime(py: &mut Py, args: &[Word]) -> PyResult {
    let module = py.import_one("_strptime", Word::NULL)?;
    let function = py.get_attr_str(module, "_strptime_time")?;
    let given: &[Word] = if args[1].is_null() { &args[..1] } else { args };
    py.call(function, given)
}

/// A time in seconds since 1970, whole ones: now, if it was left out.
fn time_argument(py: &mut Py, word: Word) -> PyResult<i64> {
    if word.is_null() || py.is_none(word) {
        return Ok(Clock::Real.now().div_euclid(1_000_000_000));
    }
    let too_large = "timestamp out of range for platform time_t";
    if let Some(float) = py.payload(word, classes::FLOAT) {
        let seconds = py.get_float(float, classes::FLOAT_VALUE);
        if seconds.is_nan() {
            return Err(py.value_error("Invalid value NaN (not a number)"));
        }
        let whole = seconds.floor();
        if !(-9.2e18..9.2e18).contains(&whole) {
            return Err(py.error(types::OVERFLOW_ERROR, too_large));
        }
        return Ok(whole as i64);
    }
    match py.try_index(word)? {
        Some(Some(seconds)) => Ok(seconds),
        Some(None) => Err(py.error(types::OVERFLOW_ERROR, too_large)),
        None => {
            let message = format!("'{}' object cannot be interpreted as an integer", py.type_name(word));
            Err(py.type_error(&message))
        }
    }
}
