//! What can be said.

use super::{Level, microseconds};
use crate::recorder::Abort;
use lathe_ir::CodeId;
use std::fmt;
use std::time::Duration;

/// A recording, and the code that it became. Also recordings that were given up have a number, which is not used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TraceNumber(pub u32);

/// A bytecode of the guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub code: CodeId,
    pub pc: u32,
    /// As the guest calls it.
    pub text: String,
}

/// The exit that a bridge starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub trace: TraceNumber,
    pub exit: usize,
}

/// What a recording became, and what that took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    pub recorded_ops: usize,
    /// Of each section: preamble and loop, or only one.
    pub optimized_ops: Vec<usize>,
    /// Of machine code.
    pub bytes: usize,
    pub recording: Duration,
    pub optimizing: Duration,
    pub compiling: Duration,
}

/// Why something will not be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GivenUp {
    /// Code that was left too soon, too often. It rests, and is tried again later.
    NotWorthIt,
    /// A guard has found too many different values for bridges to be worth it.
    Megamorphic,
    /// Recording was aborted so often that the place is left to the interpreter.
    TooManyAborts,
    /// A bridge on a bridge on a bridge…
    PathTooLong,
    /// The exit belongs to the entry sequence of another loop, whose own guards will get the bridge.
    EntrySequence,
}

impl fmt::Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GivenUp::Megamorphic => "too many different values",
            GivenUp::NotWorthIt => "left too soon, too often",
            GivenUp::TooManyAborts => "too many aborts",
            GivenUp::PathTooLong => "too many bridges in a row",
            GivenUp::EntrySequence => "guard of another loop's entry",
        })
    }
}

/// Why code was freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freed {
    /// There was more of it than allowed.
    Cap,
    /// It was not used for long.
    Age,
}

impl fmt::Display for Freed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Freed::Cap => "too much code",
            Freed::Age => "not used for long",
        })
    }
}

/// What a dump shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dump<'a> {
    /// The trace as recorded, and the declarations it needs to be read by `lathe opt`.
    Recorded {
        declarations: &'a str,
    },
    /// The trace after this pass and all before it.
    After(&'a str),
    Optimized,
    /// The instructions of one section, with the ops they are for.
    Code {
        section: usize,
    },
}

impl fmt::Display for Dump<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dump::Recorded { .. } => f.write_str("recorded"),
            Dump::After(pass) => write!(f, "after {pass}"),
            Dump::Optimized => f.write_str("optimized"),
            Dump::Code { section } => write!(f, "code of section {section}"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A loop has code. `into`: it ends in another loop.
    Loop { trace: TraceNumber, place: &'a Place, into: Option<TraceNumber>, made: &'a Made },
    /// An exit leads to code now, which goes on in a loop.
    Bridge { trace: TraceNumber, from: Start, place: &'a Place, into: TraceNumber, made: &'a Made },
    /// A recording, of a loop or from an exit, came to nothing. It began at `place` and stopped at `at`.
    Abort { trace: TraceNumber, from: Option<Start>, place: &'a Place, at: &'a Place, ops: usize, why: Abort },
    /// A loop or an exit will be left alone from now on.
    GivenUp { trace: Option<TraceNumber>, exit: Option<usize>, place: &'a Place, why: GivenUp },
    /// What a loop relies on has changed: its code is dropped.
    Invalidated { trace: TraceNumber, place: &'a Place },
    /// The code of a loop and of what depends on it was freed.
    Freed { trace: TraceNumber, place: &'a Place, traces: usize, bytes: usize, why: Freed },
    /// A garbage collection.
    Collection { full: bool, pause: Duration, marked_bytes: usize, old_bytes: usize, used_bytes: usize },
    /// A trace or its code as text.
    Dump { trace: TraceNumber, place: &'a Place, what: Dump<'a>, text: &'a str },
    /// A run of the VM is over.
    End { outcome: &'a str, total: Duration },
}

macro_rules! kinds {
    ($($variant:ident = $name:literal,)*) => {
        /// The kinds of event, by the names that the log has for them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind { $($variant,)* }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)* }
            }
        }
    };
}

kinds! {
    Loop = "loop",
    Bridge = "bridge",
    Abort = "abort",
    GivenUp = "given-up",
    Invalidated = "invalidated",
    Freed = "freed",
    Collection = "collection",
    Dump = "dump",
    End = "end",
}

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    Number(u64),
    Numbers(&'a [usize]),
    Text(&'a str),
    Flag(bool),
}

impl Event<'_> {
    pub fn kind(&self) -> Kind {
        match self {
            Event::Loop { .. } => Kind::Loop,
            Event::Bridge { .. } => Kind::Bridge,
            Event::Abort { .. } => Kind::Abort,
            Event::GivenUp { .. } => Kind::GivenUp,
            Event::Invalidated { .. } => Kind::Invalidated,
            Event::Freed { .. } => Kind::Freed,
            Event::Collection { .. } => Kind::Collection,
            Event::Dump { .. } => Kind::Dump,
            Event::End { .. } => Kind::End,
        }
    }

    /// The level at which it is said.
    pub fn level(&self) -> Level {
        match self {
            Event::Loop { .. }
            | Event::Bridge { .. }
            | Event::Abort { .. }
            | Event::GivenUp { .. }
            | Event::Invalidated { .. }
            | Event::Freed { .. }
            | Event::Collection { .. }
            | Event::End { .. } => Level::Events,
            Event::Dump { what, .. } => match what {
                Dump::Recorded { .. } | Dump::Optimized => Level::Traces,
                Dump::After(_) => Level::Passes,
                Dump::Code { .. } => Level::Code,
            },
        }
    }

    /// Names and values, for programs.
    pub fn fields(&self, add: &mut dyn FnMut(&'static str, Field<'_>)) {
        match *self {
            Event::Loop { trace, place, into, made } => {
                add("trace", Field::Number(trace.0.into()));
                add_place(place, add);
                if let Some(into) = into {
                    add("into", Field::Number(into.0.into()));
                }
                add_made(made, add);
            }
            Event::Bridge { trace, from, place, into, made } => {
                add("trace", Field::Number(trace.0.into()));
                add_start(from, add);
                add_place(place, add);
                add("into", Field::Number(into.0.into()));
                add_made(made, add);
            }
            Event::Abort { trace, from, place, at, ops, why } => {
                add("trace", Field::Number(trace.0.into()));
                if let Some(from) = from {
                    add_start(from, add);
                }
                add_place(place, add);
                add("at", Field::Text(&at.text));
                add("at_code", Field::Number(at.code.0.into()));
                add("at_pc", Field::Number(at.pc.into()));
                add("recorded_ops", Field::Number(ops as u64));
                add("reason", Field::Text(&why.to_string()));
            }
            Event::GivenUp { trace, exit, place, why } => {
                if let Some(trace) = trace {
                    add("trace", Field::Number(trace.0.into()));
                }
                if let Some(exit) = exit {
                    add("exit", Field::Number(exit as u64));
                }
                add_place(place, add);
                add("reason", Field::Text(&why.to_string()));
            }
            Event::Invalidated { trace, place } => {
                add("trace", Field::Number(trace.0.into()));
                add_place(place, add);
            }
            Event::Freed { trace, place, traces, bytes, why } => {
                add("trace", Field::Number(trace.0.into()));
                add_place(place, add);
                add("traces", Field::Number(traces as u64));
                add("bytes", Field::Number(bytes as u64));
                add("reason", Field::Text(&why.to_string()));
            }
            Event::Collection { full, pause, marked_bytes, old_bytes, used_bytes } => {
                add("full", Field::Flag(full));
                add("pause_us", Field::Number(microseconds(pause)));
                add("marked_bytes", Field::Number(marked_bytes as u64));
                add("old_bytes", Field::Number(old_bytes as u64));
                add("used_bytes", Field::Number(used_bytes as u64));
            }
            Event::Dump { trace, place, what, text } => {
                add("trace", Field::Number(trace.0.into()));
                add_place(place, add);
                match what {
                    Dump::Recorded { declarations } => {
                        add("what", Field::Text("recorded"));
                        add("declarations", Field::Text(declarations));
                    }
                    Dump::After(pass) => {
                        add("what", Field::Text("pass"));
                        add("pass", Field::Text(pass));
                    }
                    Dump::Optimized => add("what", Field::Text("optimized")),
                    Dump::Code { section } => {
                        add("what", Field::Text("code"));
                        add("section", Field::Number(section as u64));
                    }
                }
                add("text", Field::Text(text));
            }
            Event::End { outcome, total } => {
                add("outcome", Field::Text(outcome));
                add("total_us", Field::Number(microseconds(total)));
            }
        }
    }
}

fn add_place(place: &Place, add: &mut dyn FnMut(&'static str, Field<'_>)) {
    add("place", Field::Text(&place.text));
    add("code", Field::Number(place.code.0.into()));
    add("pc", Field::Number(place.pc.into()));
}

fn add_start(from: Start, add: &mut dyn FnMut(&'static str, Field<'_>)) {
    add("parent", Field::Number(from.trace.0.into()));
    add("exit", Field::Number(from.exit as u64));
}

fn add_made(made: &Made, add: &mut dyn FnMut(&'static str, Field<'_>)) {
    add("recorded_ops", Field::Number(made.recorded_ops as u64));
    add("optimized_ops", Field::Numbers(&made.optimized_ops));
    add("bytes", Field::Number(made.bytes as u64));
    add("recording_us", Field::Number(microseconds(made.recording)));
    add("optimizing_us", Field::Number(microseconds(made.optimizing)));
    add("compiling_us", Field::Number(microseconds(made.compiling)));
}
