//! Who is told of new code: the log, and files for profilers.

use crate::driver::report::Attempt;
use crate::log::{Dump, Event, Level, Log};
use lathe_codegen::Compiled;
use lathe_codegen::disassemble::{group_text, listing};
use lathe_codegen::perf::{Installed, Perf};
use lathe_ir::{Descriptors, Trace};

#[derive(Clone, Debug, Default)]
pub struct Watch {
    pub log: Log,
    pub perf: Perf,
}

impl Watch {
    /// Code that belongs to no trace.
    pub(crate) fn stub(&self, name: &str, address: *const u8, code: &[u8]) {
        self.perf.installed(&Installed { name, address: address.addr() as u64, code, lines: &[] });
    }

    /// The code of a section.
    pub(crate) fn section(
        &self,
        descriptors: &Descriptors,
        attempt: &Attempt,
        trace: &Trace,
        section: usize,
        address: *const u8,
        compiled: &Compiled,
    ) {
        let address = address.addr() as u64;
        let (code, groups) = (&compiled.code[..], &compiled.groups[..]);
        if self.perf.is_on() {
            let text = |group| group_text(descriptors, trace, section, group);
            let lines: Vec<(u32, String)> = match self.perf.wants_lines() {
                true => groups.iter().map(|group| (group.start, text(group))).collect(),
                false => Vec::new(),
            };
            let name = section_name(attempt, trace, section);
            self.perf.installed(&Installed { name: &name, address, code, lines: &lines });
        }
        if self.log.wants(Level::Code) {
            let text = listing(descriptors, trace, section, code, address, groups);
            let (trace, place) = (attempt.number, &attempt.place);
            self.log.event(&Event::Dump { trace, place, what: Dump::Code { section }, text: &text });
        }
    }
}

/// What a profiler shows.
fn section_name(attempt: &Attempt, trace: &Trace, section: usize) -> String {
    let number = attempt.number.0;
    let place = &attempt.place.text;
    match attempt.from {
        Some(from) => format!("bridge {number} from {} exit {}, {place}", from.trace.0, from.exit),
        None if trace.sections.len() == 1 => format!("loop {number}, {place}"),
        None => format!("loop {number}, {place}, {}", if section == 0 { "preamble" } else { "peeled" }),
    }
}
