//! Code that goes: what was not used for long, and what was used longest ago when there is too much.
//!
//! A loop goes with its bridges, and with everything that jumps to it: bridges of other loops are detached from their
//! exits, traces that end in it go as a whole. So nothing leads to memory that is used again. Recordings go with
//! the code; numbers of exits and labels are not used again.
//!
//! Code goes only where the driver is asked at a header, and only while no compiled code is further up the native stack. A
//! header whose code was dropped has to be passed four times as often each time before it gets new code.

use crate::code::{CodeStore, Header, Kind, TraceIndex};
use crate::log::{Event, Freed};
use crate::ops::Guest;
use crate::vm::Vm;
use rustc_hash::FxHashSet;

/// At most so many times four.
const MAX_BACK_OFF: u32 = 8;

impl<G: Guest> Vm<G> {
    /// Frees code until there is no more than allowed, and now and then what was not used for long.
    pub(crate) fn make_room(&mut self) {
        if self.running > 0 || self.core.recording > 0 {
            return;
        }
        if std::mem::take(&mut self.sweep_due)
            && let Some(since) = self.ticks.checked_sub(self.params.age)
        {
            while let Some((oldest, used)) = self.code.oldest()
                && used < since
            {
                self.free(oldest, Freed::Age);
            }
        }
        while self.code.bytes() > self.params.code_cap
            && let Some((oldest, _)) = self.code.oldest()
        {
            self.free(oldest, Freed::Cap);
        }
    }

    /// Frees a loop and all that depends on it.
    fn free(&mut self, index: TraceIndex, why: Freed) {
        let number = self.code.traces[index.0].number;
        let place = self.code.traces[index.0].place.clone();
        let before = self.code.bytes();
        let (traces, headers) = self.code.free(&mut self.core, index);
        for header in headers {
            self.back_off(header);
        }
        self.other_types = None;
        self.counts.freed += traces as u64;
        self.counts.code_bytes = self.code.bytes() as u64;
        let bytes = before - self.code.bytes();
        self.log.event(&Event::Freed { trace: number, place: &place, traces, bytes, why });
    }

    fn back_off(&mut self, header: Header) {
        let penalty = self.penalties.entry(header).or_default();
        penalty.freed = (penalty.freed + 1).min(MAX_BACK_OFF);
        let shift = 2 * penalty.freed;
        self.wait(header, self.threshold(header) << shift);
    }
}

impl CodeStore {
    /// The loop that was used longest ago, and when.
    fn oldest(&self) -> Option<(TraceIndex, u64)> {
        let used = self.last_uses();
        let loops =
            self.traces.iter().enumerate().filter(|(_, trace)| matches!(trace.kind, Kind::Loop { .. }));
        let oldest = loops.map(|(index, _)| index).min_by_key(|&index| (used[index], index))?;
        Some((TraceIndex(oldest), used[oldest]))
    }

    /// When each trace was used last: when it was entered, or a trace that goes on in it.
    fn last_uses(&self) -> Vec<u64> {
        let mut used = vec![0; self.traces.len()];
        for code in self.loops.values() {
            code.versions.iter().for_each(|index| used[index.0] = code.last_used);
        }
        // A use is handed on along jumps.
        loop {
            let mut changed = false;
            for (index, trace) in self.traces.iter().enumerate() {
                let from = match trace.kind {
                    Kind::Loop { .. } => Some(index),
                    Kind::Bridge { root, .. } => Some(root.0),
                    Kind::Detour => trace.from.map(|exit| self.exits[exit].owner.0),
                    Kind::Freed => None,
                };
                let Some(from) = from else { continue };
                let use_of_root = used[from];
                for to in [Some(index), trace.into.map(|into| into.0)].into_iter().flatten() {
                    if used[to] < use_of_root {
                        used[to] = use_of_root;
                        changed = true;
                    }
                }
            }
            if !changed {
                return used;
            }
        }
    }

    /// What has to go with a loop.
    fn dependents(&self, index: TraceIndex) -> FxHashSet<TraceIndex> {
        let mut all = FxHashSet::from_iter([index]);
        loop {
            let before = all.len();
            for (index, trace) in self.traces.iter().enumerate() {
                let parent = trace.from.map(|exit| self.exits[exit].owner);
                let root = match trace.kind {
                    Kind::Bridge { root, .. } => Some(root),
                    Kind::Loop { .. } | Kind::Detour | Kind::Freed => None,
                };
                let depends = [parent, root, trace.into].into_iter().flatten().any(|on| all.contains(&on));
                if depends && !matches!(trace.kind, Kind::Freed) {
                    all.insert(TraceIndex(index));
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// Gives how many traces have gone, and the headers that have no code now.
    fn free(&mut self, core: &mut crate::core::Core, index: TraceIndex) -> (usize, Vec<Header>) {
        let all = self.dependents(index);
        for &index in &all {
            if let Some(exit) = self.traces[index.0].from {
                self.detach(core, exit);
            }
            self.free_trace(index);
        }
        for state in self.exits.iter_mut().filter(|state| all.contains(&state.owner)) {
            state.forget();
        }
        let mut without = Vec::new();
        self.loops.retain(|&header, code| {
            code.versions.retain(|version| !all.contains(version));
            if code.versions.is_empty() {
                without.push(header);
            }
            !code.versions.is_empty()
        });
        without.sort_unstable();
        (all.len(), without)
    }
}
