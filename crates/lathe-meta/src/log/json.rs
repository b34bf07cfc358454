//! An event as a line of JSON: one object, with `kind`, `time_us` since the log was opened, the number of the `vm`, and the
//! fields of the event.

use super::event::{Event, Field};
use super::microseconds;
use std::fmt::Write;
use std::time::Duration;

pub fn line(vm: u32, time: Duration, event: &Event<'_>) -> String {
    let mut json = format!("{{\"kind\":\"{}\"", event.kind().name());
    let _ = write!(json, ",\"time_us\":{},\"vm\":{vm}", microseconds(time));
    event.fields(&mut |name, field| {
        let _ = write!(json, ",\"{name}\":");
        match field {
            Field::Number(number) => {
                let _ = write!(json, "{number}");
            }
            Field::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
                let _ = write!(json, "[{}]", numbers.join(","));
            }
            Field::Text(text) => string(text, &mut json),
            Field::Flag(flag) => {
                let _ = write!(json, "{flag}");
            }
        }
    });
    json.push_str("}\n");
    json
}

fn string(text: &str, json: &mut String) {
    json.push('"');
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            c if (c as u32) < 0x20 => {
                let _ = write!(json, "\\u{:04x}", c as u32);
            }
            c => json.push(c),
        }
    }
    json.push('"');
}
