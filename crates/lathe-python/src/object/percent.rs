//! `format % values`, for `str` and for bytes.

use super::classes;
use super::py::{Py, PyResult};
use crate::format::percent::{self, Amount, Conversion, Converted};
use crate::number::{Int, Number};
use crate::object::number::int_max_str_digits;
use crate::runtime::types;
use lathe_heap::Word;

/// What is formatted, and so what `%s`, `%c` and the like give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Str,
    Bytes,
}

/// The values, and which of them come next.
struct Values {
    /// The tuple, or the one value that is no tuple.
    values: Word,
    count: usize,
    next: usize,
    single: bool,
    /// Values that are taken by name are never left over.
    mapping: bool,
}

impl Py {
    /// `text % values`.
    pub fn str_percent(&mut self, format: Word, values: Word) -> PyResult {
        let points = self.points_of(format).expect("a string");
        let result = self.percent(&points, values, Target::Str)?;
        Ok(self.new_points(&result))
    }

    /// The same for bytes: their values as code points, and back.
    pub fn bytes_percent(&mut self, format: &[u8], values: Word) -> PyResult<Vec<u8>> {
        let points: Vec<u32> = format.iter().map(|&byte| byte.into()).collect();
        let result = self.percent(&points, values, Target::Bytes)?;
        Ok(result.into_iter().map(|point| point as u8).collect())
    }

    fn percent(&mut self, points: &[u32], values: Word, target: Target) -> PyResult<Vec<u32>> {
        let tuple = self.payload(values, classes::TUPLE);
        let is_text = match target {
            Target::Str => self.payload(values, classes::STR).is_some(),
            Target::Bytes => self.bytes_like(values).is_some(),
        };
        let mapping = tuple.is_none() && !is_text && self.lookup_special(values, "__getitem__").is_some();
        let mut values = match tuple {
            Some(tuple) => {
                Values { values: tuple, count: self.array_len_of(tuple), next: 0, single: false, mapping }
            }
            None => Values { values, count: 1, next: 0, single: true, mapping },
        };
        let mut result = Vec::with_capacity(points.len());
        let mut at = 0;
        while at < points.len() {
            if points[at] != u32::from('%') {
                result.push(points[at]);
                at += 1;
                continue;
            }
            if points.get(at + 1) == Some(&u32::from('%')) {
                result.push('%'.into());
                at += 2;
                continue;
            }
            let (conversion, end) = self.checked(percent::parse(points, at + 1, mapping))?;
            at = end;
            self.percent_one(points, &conversion, &mut values, target, &mut result)?;
        }
        if values.next < values.count && !values.mapping {
            let of = if target == Target::Str { "string" } else { "bytes" };
            return Err(self.type_error(&format!("not all arguments converted during {of} formatting")));
        }
        Ok(result)
    }

    fn array_len_of(&self, tuple: Word) -> usize {
        self.items::<Word>(tuple).len()
    }

    fn next_value(&mut self, values: &mut Values) -> PyResult {
        if values.next >= values.count {
            return Err(self.type_error("not enough arguments for format string"));
        }
        values.next += 1;
        Ok(if values.single { values.values } else { self.items::<Word>(values.values)[values.next - 1] })
    }

    fn percent_amount(
        &mut self,
        amount: Option<Amount>,
        values: &mut Values,
        what: &str,
    ) -> PyResult<Option<i64>> {
        match amount {
            None => Ok(None),
            Some(Amount::Given(amount)) => Ok(Some(amount as i64)),
            Some(Amount::Argument) => {
                let value = self.next_value(values)?;
                match self.int_value(value) {
                    Some(Int::Small(amount)) => Ok(Some(amount)),
                    Some(_) => Err(self.error(
                        types::OVERFLOW_ERROR,
                        &format!("Python int too large to convert to C {what}"),
                    )),
                    None => Err(self.type_error("* wants int")),
                }
            }
        }
    }

    fn percent_one(
        &mut self,
        points: &[u32],
        conversion: &Conversion,
        values: &mut Values,
        target: Target,
        result: &mut Vec<u32>,
    ) -> PyResult<()> {
        if let Some(key) = conversion.key.clone() {
            let key = match target {
                Target::Str => self.new_points(&points[key]),
                Target::Bytes => {
                    let key: Vec<u8> = points[key].iter().map(|&point| point as u8).collect();
                    self.new_bytes(&key)
                }
            };
            let mapping = if values.mapping { values.values } else { Word::NULL };
            let value = self.get_item_of(mapping, key)?;
            let mut one = Values { values: value, count: 1, next: 0, single: true, mapping: true };
            let plain = Conversion { key: None, ..conversion.clone() };
            return self.percent_one(points, &plain, &mut one, target, result);
        }
        let width = self.percent_amount(conversion.width, values, "ssize_t")?.unwrap_or(0);
        let left = conversion.left || width < 0;
        let precision = self.percent_amount(conversion.precision, values, "int")?;
        let precision = precision.map(|precision| precision.max(0) as usize);
        let converted = self.percent_value(conversion, precision, values, target)?;
        let laid_out = conversion.layout(&converted, width.unsigned_abs() as usize, left, result);
        self.checked(laid_out)
    }

    fn percent_value(
        &mut self,
        conversion: &Conversion,
        precision: Option<usize>,
        values: &mut Values,
        target: Target,
    ) -> PyResult<Converted> {
        let kind = char::from_u32(conversion.kind).unwrap_or('\u{fffd}');
        let value = self.next_value(values)?;
        let known = "diuoxXeEfFgGcsra".contains(kind) || target == Target::Bytes && kind == 'b';
        if !known {
            let shown = if (' '..'\u{7f}').contains(&kind) || target == Target::Str { kind } else { '?' };
            let message = format!(
                "unsupported format character '{shown}' (0x{:x}) at index {}",
                conversion.kind, conversion.at
            );
            return Err(self.value_error(&message));
        }
        match kind {
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
                let int = self.percent_int(value, kind)?;
                self.checked(conversion.int(&int, precision, int_max_str_digits()))
            }
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let float = match self.try_float_value(value)? {
                    Some(float) => float,
                    None => {
                        let name = self.type_name(value);
                        let message = match target {
                            Target::Str => format!("must be real number, not {name}"),
                            Target::Bytes => format!("float argument required, not {name}"),
                        };
                        return Err(self.type_error(&message));
                    }
                };
                Ok(conversion.float(float, precision))
            }
            'c' => {
                let point = self.percent_character(value, target)?;
                Ok(Converted { body: vec![point], ..Converted::default() })
            }
            _ => {
                let mut body = self.percent_text(value, kind, target)?;
                body.truncate(precision.unwrap_or(usize::MAX));
                Ok(Converted { body, ..Converted::default() })
            }
        }
    }

    fn percent_int(&mut self, value: Word, kind: char) -> PyResult<Int> {
        match self.number(value) {
            Some(Number::Int(value)) => return Ok(value),
            Some(Number::Float(value)) if matches!(kind, 'd' | 'i' | 'u') => {
                return self.checked(Int::from_f64(value));
            }
            _ => {}
        }
        let wanted = match kind {
            'd' | 'i' | 'u' => {
                if let Some(result) = self.call_special(value, "__int__", &[])?
                    && let Some(int) = self.int_value(result)
                {
                    return Ok(int);
                }
                "a real number is required"
            }
            _ => "an integer is required",
        };
        match self.try_index_value(value)? {
            Some(int) => Ok(int),
            None => {
                let message = format!("%{kind} format: {wanted}, not {}", self.type_name(value));
                Err(self.type_error(&message))
            }
        }
    }

    fn percent_character(&mut self, value: Word, target: Target) -> PyResult<u32> {
        let text = match target {
            Target::Str => self.points_of(value),
            Target::Bytes => self.bytes_like(value).map(|bytes| bytes.into_iter().map(u32::from).collect()),
        };
        if let Some([point]) = text.as_deref() {
            return Ok(*point);
        }
        let (limit, range, wanted, of) = match target {
            Target::Str => (0x11_0000, "range(0x110000)", "an int or a unicode character", "a string"),
            Target::Bytes => {
                (256, "range(256)", "an integer in range(256) or a single byte", "a bytes object")
            }
        };
        if let Some(text) = text {
            let message = format!("%c requires {wanted}, not {of} of length {}", text.len());
            return Err(self.type_error(&message));
        }
        match self.try_index_value(value)? {
            Some(Int::Small(point)) if (0..limit).contains(&point) => Ok(point as u32),
            Some(_) => Err(self.error(types::OVERFLOW_ERROR, &format!("%c arg not in {range}"))),
            None => {
                let message = format!("%c requires {wanted}, not {}", self.type_name(value));
                Err(self.type_error(&message))
            }
        }
    }

    fn percent_text(&mut self, value: Word, kind: char, target: Target) -> PyResult<Vec<u32>> {
        if target == Target::Bytes && matches!(kind, 's' | 'b') {
            let bytes = match self.bytes_like(value) {
                Some(bytes) => Some(bytes),
                None => match self.call_special(value, "__bytes__", &[])? {
                    Some(result) => self.bytes_like(result),
                    None => None,
                },
            };
            return match bytes {
                Some(bytes) => Ok(bytes.into_iter().map(u32::from).collect()),
                None => {
                    let message = format!(
                        "%b requires a bytes-like object, or an object that implements __bytes__, not '{}'",
                        self.type_name(value)
                    );
                    Err(self.type_error(&message))
                }
            };
        }
        let text = match kind {
            's' => self.str(value)?,
            'r' if target == Target::Str => self.repr(value)?,
            _ => self.ascii(value)?,
        };
        Ok(self.points_of(text).expect("a string"))
    }
}
