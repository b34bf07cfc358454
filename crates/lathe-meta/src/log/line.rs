//! An event as a line for people.

use super::event::{Event, Made};
use super::microseconds;

/// With the line end. A dump has more lines.
pub fn line(event: &Event<'_>) -> String {
    let line = match *event {
        Event::Loop { trace, place, into, made } => {
            let into = into.map(|into| format!(" into [{}]", into.0)).unwrap_or_default();
            format!("[{}] loop {}{into}: {}", trace.0, place.text, made_text(made))
        }
        Event::Bridge { trace, from, place, into, made } => format!(
            "[{}] bridge from [{}] exit {}, {}, into [{}]: {}",
            trace.0,
            from.trace.0,
            from.exit,
            place.text,
            into.0,
            made_text(made)
        ),
        Event::Abort { trace, from, place, at, ops, why } => {
            let what = match from {
                Some(from) => format!("bridge from [{}] exit {},", from.trace.0, from.exit),
                None => "loop".to_string(),
            };
            format!("[{}] abort {what} {}, after {ops} ops at {}: {why}", trace.0, place.text, at.text)
        }
        Event::GivenUp { trace, exit, place, why } => {
            let trace = trace.map(|trace| format!("[{}] ", trace.0)).unwrap_or_default();
            let exit = exit.map(|exit| format!("exit {exit}, ")).unwrap_or_default();
            format!("{trace}given up {exit}{}: {why}", place.text)
        }
        Event::Invalidated { trace, place } => {
            format!("[{}] invalidated {}: a fact has changed", trace.0, place.text)
        }
        Event::Freed { trace, place, traces, bytes, why } => {
            format!("[{}] freed {}: {why}; {traces} traces, {bytes} bytes", trace.0, place.text)
        }
        Event::Collection { full, pause, marked_bytes, old_bytes, used_bytes } => format!(
            "{} collection in {} us: marked {} KiB, old {} KiB, in use {} KiB",
            if full { "full" } else { "young" },
            microseconds(pause),
            marked_bytes / 1024,
            old_bytes / 1024,
            used_bytes / 1024
        ),
        Event::Dump { trace, place, what, text } => {
            format!("[{}] {what}, {}\n{}", trace.0, place.text, text.trim_end())
        }
        Event::End { outcome, total } => format!("{outcome} after {} us", microseconds(total)),
    };
    format!("lathe: {line}\n")
}

fn made_text(made: &Made) -> String {
    let optimized: Vec<String> = made.optimized_ops.iter().map(usize::to_string).collect();
    format!(
        "{} ops -> {}, {} bytes; recorded in {} us, optimized in {}, compiled in {}",
        made.recorded_ops,
        optimized.join(" + "),
        made.bytes,
        microseconds(made.recording),
        microseconds(made.optimizing),
        microseconds(made.compiling)
    )
}
