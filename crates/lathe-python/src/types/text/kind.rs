//! Case, and what kind of text it is. Bytes know ASCII only.

use super::{Flavor, own};
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::text::build::Builder;
use crate::text::{case, properties};
use lathe_heap::Word;

/// Bytes with what is not ASCII replaced by something that has no properties.
fn ascii_only(text: Text<'_>) -> Vec<u8> {
    text.code_points().map(|c| if c < 0x80 { c as u8 } else { b'-' }).collect()
}

fn mapped<K: Flavor>(py: &mut Py, args: &[Word], map: fn(Text<'_>) -> Builder) -> PyResult {
    let text = own::<K>(py, args[0])?;
    if K::IS_STR {
        let result = map(text);
        return K::make(py, result.text());
    }
    // ASCII is mapped one to one: what is beyond stays.
    let result = map(Text::One(&ascii_only(text)));
    let both = text.code_points().zip(result.text().code_points());
    let data: Vec<u8> = both.map(|(old, new)| if old < 0x80 { new as u8 } else { old as u8 }).collect();
    K::make(py, Text::One(&data))
}

fn tested<K: Flavor>(py: &mut Py, args: &[Word], test: fn(Text<'_>) -> bool) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let answer = if K::IS_STR { test(text) } else { test(Text::One(&ascii_only(text))) };
    Ok(py.bool(answer))
}

/// Is there something, and all of it of the kind?
fn all(text: Text<'_>, test: fn(u32) -> bool) -> bool {
    !text.is_empty() && text.code_points().all(test)
}

macro_rules! methods {
    ($how:ident: $($name:ident = $function:expr;)*) => {
        $(pub fn $name<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
            $how::<K>(py, args, $function)
        })*
    };
}

methods! { mapped:
    capitalize = case::capitalize;
    lower = case::lower;
    upper = case::upper;
    swapcase = case::swapcase;
    title = case::title;
    casefold = case::casefold;
}

methods! { tested:
    isalnum = |text| all(text, properties::is_alnum);
    isalpha = |text| all(text, properties::is_alpha);
    isdecimal = |text| all(text, properties::is_decimal);
    isdigit = |text| all(text, properties::is_digit);
    isnumeric = |text| all(text, properties::is_numeric);
    isprintable = |text| text.code_points().all(properties::is_printable);
    isidentifier = is_identifier;
    islower = case::all_lower;
    isupper = case::all_upper;
    istitle = case::is_titled;
    isspace = |text| all(text, K::space);
}

pub fn is_identifier(text: Text<'_>) -> bool {
    !text.is_empty()
        && properties::starts_identifier(text.get(0))
        && text.code_points().all(properties::continues_identifier)
}

pub fn isascii<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let ascii = match text {
        Text::One(data) => data.is_ascii(),
        Text::Two(_) | Text::Four(_) => false,
    };
    Ok(py.bool(ascii))
}
