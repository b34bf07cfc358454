//! The log: what the JIT does, one event at a time.
//!
//! Everything that can be said is a variant of one enum ([`Event`]), so that a viewer, a line for people and a line for
//! programs never disagree. `line` writes an event for people, `json` for programs; `docs/logging.md` tells what each field
//! means, and a test holds it against [`Kind::ALL`].
//!
//! To add an event: a variant of [`Event`] and of [`Kind`]; the compiler then asks for its level, fields and line, and a
//! test for its row in the documentation.
//!
//! A [`Log`] is a handle: cheap to clone, and to be used from any thread. Several VMs may share one; each has a number.

mod event;
mod json;
mod line;
mod settings;

pub use event::{Dump, Event, Field, Freed, GivenUp, Kind, Made, Place, Start, TraceNumber};
pub(crate) use settings::parse_level;

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much is said. Each level says what those before it say, and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    #[default]
    Off,
    /// One line per event.
    Events,
    /// Traces as recorded and as optimized.
    Traces,
    /// Traces with their snapshots, and after every pass.
    Passes,
    /// Machine code, with the op that each group of instructions is for.
    Code,
}

impl Level {
    pub const ALL: [Level; 5] = [Level::Off, Level::Events, Level::Traces, Level::Passes, Level::Code];

    pub fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Events => "events",
            Level::Traces => "traces",
            Level::Passes => "passes",
            Level::Code => "code",
        }
    }

    /// By name or number.
    pub fn parse(text: &str) -> Option<Level> {
        let by_number = text.parse::<usize>().ok().and_then(|number| Level::ALL.get(number).copied());
        by_number.or_else(|| Level::ALL.into_iter().find(|level| level.name() == text))
    }
}

type Sink = Mutex<Box<dyn Write + Send>>;

struct Sinks {
    start: Instant,
    /// How many VMs have joined.
    vms: AtomicU32,
    text: Option<Sink>,
    json: Option<Sink>,
}

/// Where events go.
#[derive(Clone, Default)]
pub struct Log {
    level: Level,
    vm: u32,
    sinks: Option<Arc<Sinks>>,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("level", &self.level).field("vm", &self.vm).finish_non_exhaustive()
    }
}

impl Log {
    /// Nothing is said.
    pub fn off() -> Log {
        Log::default()
    }

    /// Lines for people to one writer, lines of JSON to another. Each event is written at once.
    pub fn to_writers(
        level: Level,
        text: Option<Box<dyn Write + Send>>,
        json: Option<Box<dyn Write + Send>>,
    ) -> Log {
        let sinks = Sinks {
            start: Instant::now(),
            vms: AtomicU32::new(0),
            text: text.map(Mutex::new),
            json: json.map(Mutex::new),
        };
        Log { level, vm: 0, sinks: Some(Arc::new(sinks)) }
    }

    pub fn to_stderr(level: Level) -> Log {
        Log::to_writers(level, Some(Box::new(std::io::stderr())), None)
    }

    /// The same sinks with another level; standard error, if there were none.
    pub fn with_level(&self, level: Level) -> Log {
        match &self.sinks {
            Some(_) => Log { level, ..self.clone() },
            None => Log::to_stderr(level),
        }
    }

    /// The log for one more VM.
    pub fn join(&self) -> Log {
        let vm = self.sinks.as_ref().map_or(0, |sinks| sinks.vms.fetch_add(1, Ordering::Relaxed));
        Log { vm, ..self.clone() }
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// Would an event of this level be said? Ask before building one that costs something.
    pub fn wants(&self, level: Level) -> bool {
        self.level >= level && self.sinks.is_some()
    }

    /// Says it, if the level is high enough. A sink that can not be written to is no reason to stop a program.
    pub fn event(&self, event: &Event<'_>) {
        let Some(sinks) = self.sinks.as_ref().filter(|_| self.wants(event.level())) else { return };
        let time = sinks.start.elapsed();
        if let Some(text) = &sinks.text {
            write(text, &line::line(event));
        }
        if let Some(json) = &sinks.json {
            write(json, &json::line(self.vm, time, event));
        }
    }
}

/// In one piece, so that lines of several VMs do not mix.
fn write(sink: &Sink, text: &str) {
    if let Ok(mut sink) = sink.lock() {
        let _ = sink.write_all(text.as_bytes());
        let _ = sink.flush();
    }
}

/// Whole microseconds, as the log has them.
fn microseconds(time: Duration) -> u64 {
    time.as_micros() as u64
}
