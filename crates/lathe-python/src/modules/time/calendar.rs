//! Times as years, months and days: the C library knows the time zones and the names.

use super::super::records::Record;
use super::time_argument;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use crate::system::{self, Errno};
use lathe_heap::Word;
use std::ffi::{CStr, CString};

pub static STRUCT_TIME: Record = Record {
    name: "time.struct_time",
    items: &["tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"],
    hidden: &["tm_zone", "tm_gmtoff"],
    can_be_made: true,
};

/// The time zone of the process.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Seconds west of UTC, in winter and in summer.
    pub standard: i64,
    pub summer: i64,
    pub has_summer: bool,
    pub names: [String; 2],
}

pub fn zone() -> Zone {
    // What the zone is in the months where the two differ, if they do, this year.
    let year = 365 * 24 * 3600 + 6 * 3600;
    let start = system::Clock::Real.now() / 1_000_000_000 / year * year;
    let [january, july] = [start, start + year / 2].map(|time| {
        let tm = system::local_time(time).unwrap_or_else(system::no_time);
        (-tm.tm_gmtoff, zone_name(&tm))
    });
    // West is larger; summer time is east of winter time.
    let (standard, summer) = if january.0 < july.0 { (july, january) } else { (january, july) };
    Zone {
        has_summer: standard.0 != summer.0,
        standard: standard.0,
        summer: summer.0,
        names: [standard.1, summer.1],
    }
}

fn zone_name(tm: &libc::tm) -> String {
    if tm.tm_zone.is_null() {
        return String::new();
    }
    // SAFETY: the C library's own text, which stays.
    unsafe { CStr::from_ptr(tm.tm_zone) }.to_string_lossy().into_owned()
}

fn new_struct_time(py: &mut Py, tm: &libc::tm) -> Word {
    let parts = [
        tm.tm_year + 1900,
        tm.tm_mon + 1,
        tm.tm_mday,
        tm.tm_hour,
        tm.tm_min,
        tm.tm_sec,
        (tm.tm_wday + 6) % 7,
        tm.tm_yday + 1,
        tm.tm_isdst,
    ];
    let items = parts.map(|part| Word::wrap_small(part.into()));
    let (zone, offset) = (py.new_str(&zone_name(tm)), py.new_int(tm.tm_gmtoff));
    py.new_record(&STRUCT_TIME, &items, &[zone, offset])
}

pub fn gmtime(py: &mut Py, args: &[Word]) -> PyResult {
    let time = time_argument(py, args[0])?;
    match system::utc_time(time) {
        Some(tm) => Ok(new_struct_time(py, &tm)),
        None => Err(py.os_error(Errno(libc::EOVERFLOW))),
    }
}

pub fn localtime(py: &mut Py, args: &[Word]) -> PyResult {
    let time = time_argument(py, args[0])?;
    match system::local_time(time) {
        Some(tm) => Ok(new_struct_time(py, &tm)),
        None => Err(py.os_error(Errno(libc::EOVERFLOW))),
    }
}

/// The parts of a tuple, or now.
fn parts(py: &mut Py, function: &str, word: Word) -> PyResult<libc::tm> {
    let Some(tuple) = py.payload(word, classes::TUPLE) else {
        return Err(py.type_error("Tuple or struct_time argument required"));
    };
    let given = py.array_len(tuple);
    if given != 9 {
        let message = format!("{function}(): illegal time tuple argument");
        return Err(py.type_error(&message));
    }
    let mut numbers = [0i32; 9];
    for (index, place) in numbers.iter_mut().enumerate() {
        let item = py.items::<Word>(tuple)[index];
        let number = match py.try_index(item)? {
            Some(number) => number.and_then(|number| i32::try_from(number).ok()),
            None => {
                let message = format!("'{}' object cannot be interpreted as an integer", py.type_name(item));
                return Err(py.type_error(&message));
            }
        };
        match number {
            Some(number) => *place = number,
            None => return Err(py.error(types::OVERFLOW_ERROR, "Python int too large to convert to C int")),
        }
    }
    let mut tm = system::no_time();
    let Some(year) = numbers[0].checked_sub(1900) else {
        return Err(py.error(types::OVERFLOW_ERROR, "year out of range"));
    };
    tm.tm_year = year;
    tm.tm_mon = numbers[1].wrapping_sub(1);
    (tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec) = (numbers[2], numbers[3], numbers[4], numbers[5]);
    tm.tm_wday = numbers[6].wrapping_add(1) % 7;
    tm.tm_yday = numbers[7].wrapping_sub(1);
    tm.tm_isdst = numbers[8];
    Ok(tm)
}

/// Is everything where names can be found for it? 0 is the first month and the first day, too.
fn checked(py: &mut Py, tm: &mut libc::tm) -> PyResult<()> {
    tm.tm_mon = if tm.tm_mon == -1 { 0 } else { tm.tm_mon };
    tm.tm_mday = if tm.tm_mday == 0 { 1 } else { tm.tm_mday };
    tm.tm_yday = if tm.tm_yday == -1 { 0 } else { tm.tm_yday };
    let wrong = match tm {
        _ if !(0..12).contains(&tm.tm_mon) => "month out of range",
        _ if !(1..32).contains(&tm.tm_mday) => "day of month out of range",
        _ if !(0..24).contains(&tm.tm_hour) => "hour out of range",
        _ if !(0..60).contains(&tm.tm_min) => "minute out of range",
        _ if !(0..62).contains(&tm.tm_sec) => "seconds out of range",
        _ if tm.tm_wday < 0 => "day of week out of range",
        _ if !(0..366).contains(&tm.tm_yday) => "day of year out of range",
        _ => return Ok(()),
    };
    Err(py.value_error(wrong))
}

/// The argument, or what the clock says.
fn parts_or_now(py: &mut Py, function: &str, word: Word) -> PyResult<libc::tm> {
    let mut tm = if word.is_null() {
        let now = time_argument(py, word)?;
        system::local_time(now).unwrap_or_else(system::no_time)
    } else {
        let mut tm = parts(py, function, word)?;
        // The zone is that of a `struct_time`, or of winter or summer.
        let zone = py.intern("tm_gmtoff");
        if py.payload(word, classes::TUPLE) != Some(word)
            && let Some(offset) = py.own_attribute(word, zone)
            && let Some(offset) = py.as_int(offset)
        {
            tm.tm_gmtoff = offset;
        }
        tm
    };
    checked(py, &mut tm)?;
    Ok(tm)
}

pub fn mktime(py: &mut Py, args: &[Word]) -> PyResult {
    let mut tm = parts(py, "mktime", args[0])?;
    match system::make_time(&mut tm) {
        Some(time) => Ok(py.new_float(time as f64)),
        None => Err(py.error(types::OVERFLOW_ERROR, "mktime argument out of range")),
    }
}

const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn shown(py: &mut Py, tm: &libc::tm) -> Word {
    let (day, month) = (DAYS[tm.tm_wday as usize % 7], MONTHS[tm.tm_mon as usize % 12]);
    let year = i64::from(tm.tm_year) + 1900;
    let text =
        format!("{day} {month}{:3} {:02}:{:02}:{:02} {year}", tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
    py.new_str(&text)
}

pub fn asctime(py: &mut Py, args: &[Word]) -> PyResult {
    let tm = parts_or_now(py, "asctime", args[0])?;
    Ok(shown(py, &tm))
}

pub fn ctime(py: &mut Py, args: &[Word]) -> PyResult {
    let time = time_argument(py, args[0])?;
    match system::local_time(time) {
        Some(tm) => Ok(shown(py, &tm)),
        None => Err(py.os_error(Errno(libc::EOVERFLOW))),
    }
}

pub fn strftime(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(format) = py.payload(args[0], classes::STR) else {
        let message = format!("strftime() argument 1 must be str, not {}", py.type_name(args[0]));
        return Err(py.type_error(&message));
    };
    let mut tm = parts_or_now(py, "strftime", args[1])?;
    tm.tm_isdst = tm.tm_isdst.clamp(-1, 1);
    // The name of the zone comes from the object, if it has one; it is kept until the text is made.
    let name = match zone_of(py, args[1])? {
        Some(name) => CString::new(name).unwrap_or_default(),
        None => {
            let names = zone().names;
            CString::new(if tm.tm_isdst > 0 { &*names[1] } else { &*names[0] }).unwrap_or_default()
        }
    };
    tm.tm_zone = name.as_ptr();
    // Parts between zeros are formatted one by one.
    let text = py.string(format).into_owned();
    let mut out = String::new();
    for (index, part) in text.split('\0').enumerate() {
        if index > 0 {
            out.push('\0');
        }
        out.push_str(&system::format_time(part, &tm));
    }
    Ok(py.new_str(&out))
}

/// The zone's name that a `struct_time` has.
fn zone_of(py: &mut Py, word: Word) -> PyResult<Option<String>> {
    if word.is_null() || py.is(word, classes::TUPLE) {
        return Ok(None);
    }
    let name = py.intern("tm_zone");
    match py.own_attribute(word, name) {
        Some(zone) if py.is(zone, classes::STR) => Ok(Some(py.string(zone).into_owned())),
        _ => Ok(None),
    }
}

pub fn tzset(py: &mut Py, _args: &[Word]) -> PyResult {
    system::read_zone();
    let module = py.import_one("time", Word::NULL)?;
    for name in ["timezone", "altzone", "daylight", "tzname"] {
        let (_, value) = super::CONSTANTS.iter().find(|constant| constant.0 == name).expect("a constant");
        let (name, value) = (py.intern(name), value(py)?);
        py.set_attr(module, name, value)?;
    }
    Ok(py.none())
}
