//! Compiled code for profilers: `perf` shows addresses, these files tell what is there.
//!
//! [`map`] writes names only, and `perf report` reads them at once. [`jitdump`] writes the code as well, so that
//! `perf annotate` can show it, with the ops it is for as source lines; `perf inject --jit` puts it into the recording.
//!
//! A file belongs to the process, whose number is in its name: all VMs of a process write to the same ones. So this, and
//! nothing else in the toolkit, has a global.

pub mod jitdump;
pub mod map;

use jitdump::JitDump;
use map::PerfMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A function that was installed.
#[derive(Clone, Copy, Debug)]
pub struct Installed<'a> {
    pub name: &'a str,
    pub address: u64,
    pub code: &'a [u8],
    /// Offsets in the code where something else begins, and what it is. In order.
    pub lines: &'a [(u32, String)],
}

/// The files that are written; none of them by default.
#[derive(Clone, Default)]
pub struct Perf {
    map: Option<Arc<Mutex<PerfMap>>>,
    dump: Option<Arc<Mutex<JitDump>>>,
}

impl fmt::Debug for Perf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (map, dump) = (self.map.is_some(), self.dump.is_some());
        f.debug_struct("Perf").field("map", &map).field("dump", &dump).finish()
    }
}

type Shared<T> = OnceLock<Result<Arc<Mutex<T>>, String>>;

static MAP: Shared<PerfMap> = OnceLock::new();
static DUMP: Shared<JitDump> = OnceLock::new();

fn shared<T>(
    place: &Shared<T>,
    path: &Path,
    create: fn(&Path) -> io::Result<T>,
) -> Result<Arc<Mutex<T>>, String> {
    let open = || match create(path) {
        Ok(file) => Ok(Arc::new(Mutex::new(file))),
        Err(error) => Err(format!("cannot write `{}`: {error}", path.display())),
    };
    place.get_or_init(open).clone()
}

impl Perf {
    /// `map`, `dump` or both, separated by a comma: `/tmp/perf-PID.map`, and `jit-PID.dump` in the current folder.
    pub fn open(text: &str) -> Result<Perf, String> {
        let mut perf = Perf::default();
        let process = std::process::id();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "map" => {
                    let path = format!("/tmp/perf-{process}.map");
                    perf.map = Some(shared(&MAP, path.as_ref(), PerfMap::create)?);
                }
                "dump" => {
                    let path = format!("jit-{process}.dump");
                    perf.dump = Some(shared(&DUMP, path.as_ref(), JitDump::create)?);
                }
                _ => return Err(format!("unknown format `{word}`: there are `map` and `dump`")),
            }
        }
        Ok(perf)
    }

    pub fn is_on(&self) -> bool {
        self.map.is_some() || self.dump.is_some()
    }

    /// Are [`Installed::lines`] of use?
    pub fn wants_lines(&self) -> bool {
        self.dump.is_some()
    }

    /// A file that can not be written is no reason to stop the program.
    pub fn installed(&self, code: &Installed<'_>) {
        if let Some(map) = &self.map {
            let _ = map.lock().unwrap_or_else(PoisonError::into_inner).add(code);
        }
        if let Some(dump) = &self.dump {
            let _ = dump.lock().unwrap_or_else(PoisonError::into_inner).add(code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_format_is_named() {
        assert!(Perf::open("map,svg").expect_err("no such format").contains("`svg`"));
        assert!(!Perf::open("").expect("nothing to open").is_on());
    }
}
