//! What can be chosen: by API, by `--jit`, by `LATHE_JIT`, `LATHE_LOG` and `LATHE_PERF`.

use crate::chaos::Chaos;
use crate::log::{Log, parse_level};
use lathe_codegen::perf::Perf;
use lathe_opt::Options;

/// What can be chosen. All of it can be set by API; `--jit` and `LATHE_JIT` set it by name.
#[derive(Clone, Debug)]
pub struct Params {
    pub mode: Mode,
    /// A loop is recorded after so many trips.
    pub threshold: u32,
    /// A function is recorded after so many calls. Those that a loop calls should be hot later than the loop, which inlines them.
    pub call_threshold: u32,
    /// A bridge is recorded after an exit was taken so often.
    pub bridge_threshold: u32,
    pub trace_limit: usize,
    pub frame_limit: usize,
    pub inner_trips: u32,
    pub compile: Compile,
    /// So many thousandths of what counters have counted are forgotten now and then.
    pub decay: u32,
    /// Bytes of code at most; what was used longest ago goes.
    pub code_cap: usize,
    /// Code goes when the driver was asked so often without entering it.
    pub age: u64,
    pub recursion: usize,
    pub options: Options,
    /// For tests.
    pub chaos: Chaos,
    /// Measure how long machine code runs. Entering it costs more then.
    pub timing: bool,
    /// Where it is told what happens.
    pub log: Log,
    /// Files for profilers.
    pub perf: Perf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Off,
    On,
    /// Everything goes through the recorder, nothing is compiled: shows violations of check-then-commit.
    RecordOnly,
}

/// Who optimizes and compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compile {
    /// The program waits.
    Now,
    /// A second thread, while the interpreter goes on.
    Thread,
    /// The program waits, but gets the code only when the driver was asked so often. For tests.
    Late(u32),
}

impl Default for Params {
    fn default() -> Params {
        Params {
            mode: Mode::On,
            threshold: 200,
            call_threshold: 600,
            bridge_threshold: 20,
            trace_limit: 6000,
            frame_limit: 24,
            inner_trips: 8,
            compile: Compile::Now,
            decay: 500,
            code_cap: 64 << 20,
            age: 1 << 22,
            recursion: 1,
            options: Options::default(),
            chaos: Chaos::Off,
            timing: false,
            log: Log::off(),
            perf: Perf::default(),
        }
    }
}

impl Params {
    /// `off`, `on`, `record-only`, `threshold=1`, … separated by commas.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || value.parse::<u32>().map_err(|_| format!("`{word}`: `{value}` is not a number"));
            match name {
                "off" => self.mode = Mode::Off,
                "on" => self.mode = Mode::On,
                "record-only" => self.mode = Mode::RecordOnly,
                "threshold" => self.threshold = number()?.max(1),
                "call-threshold" => self.call_threshold = number()?.max(1),
                "bridge-threshold" => self.bridge_threshold = number()?.max(1),
                "trace-limit" => self.trace_limit = number()? as usize,
                "frame-limit" => self.frame_limit = number()?.max(1) as usize,
                "recursion" => self.recursion = number()?.max(1) as usize,
                "compile" => {
                    self.compile = match (value, value.strip_prefix("late=").map(str::parse)) {
                        ("now", _) => Compile::Now,
                        ("thread", _) => Compile::Thread,
                        (_, Some(Ok(ticks))) => Compile::Late(ticks),
                        _ => return Err(format!("`{word}`: `now`, `thread` or `late=N`")),
                    };
                }
                "decay" => self.decay = number()?.min(1000),
                "code-cap" => self.code_cap = number()? as usize,
                "age" => self.age = number()?.into(),
                "inner-trips" => self.inner_trips = number()?,
                "timing" => self.timing = true,
                "log" => self.log = self.log.with_level(parse_level(value)?),
                "chaos-once" => self.chaos = Chaos::Once(Default::default()),
                "chaos-random" => self.chaos = Chaos::Random { seed: 1, one_in: number()?.max(2).into() },
                "passes" => {
                    let passes = value.replace('+', ",");
                    self.options.passes =
                        lathe_opt::PassSet::parse(&passes).map_err(|error| error.to_string())?;
                }
                _ => return Err(format!("unknown JIT parameter `{name}`")),
            }
        }
        Ok(())
    }
}
