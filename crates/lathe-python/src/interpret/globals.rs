//! Global names: entries of a dict, found by its version.

use super::{Flow, Python};
use crate::bytecode::{Cache as CacheIndex, NO_CACHE};
use crate::object::classes;
use crate::runtime::{Cache, Found, LoadedCode};
use lathe_ir::IntCompare;
use lathe_meta::Ops;

impl Python {
    #[inline(always)]
    pub(super) fn load_global<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        dst: u16,
        cache: CacheIndex,
        name: u32,
    ) -> Flow<O::Ref> {
        if cache == NO_CACHE {
            return self.slow(ops, loaded, pc);
        }
        let function = ops.local(0);
        let globals = ops.get_ref(function, classes::FUNCTION_GLOBALS);
        let entry = loaded.caches[cache as usize].get();
        let version = ops.get_int(globals, classes::DICT_VERSION);
        let expected = ops.int(entry.key);
        if !ops.int_test(IntCompare::Eq, version, expected) {
            return self.find_global(ops, loaded, pc, cache, name);
        }
        let value = match entry.found {
            Found::Global(index) => {
                let value = self.dict_value(ops, globals, index);
                if O::RECORDS { self.quiet_global(ops, globals, loaded, name, value) } else { value }
            }
            Found::Builtin(index) => {
                let builtins = ops.constant(self.rt.singletons.builtins);
                let version = ops.get_int(builtins, classes::DICT_VERSION);
                let expected = ops.int(entry.version as i64);
                if !ops.int_test(IntCompare::Eq, version, expected) {
                    return self.find_global(ops, loaded, pc, cache, name);
                }
                self.dict_value(ops, builtins, index)
            }
            _ => return self.find_global(ops, loaded, pc, cache, name),
        };
        ops.set_local(dst.into(), value);
        Flow::Next
    }

    /// The value of an entry of a dict whose keys are known.
    #[inline(always)]
    fn dict_value<O: Ops>(&self, ops: &mut O, dict: O::Ref, index: u32) -> O::Ref {
        let entries = ops.get_ref(dict, classes::DICT_ENTRIES);
        // Hash, key, value.
        let place = ops.int(i64::from(index) * 3 + 2);
        ops.item_ref(classes::REFS_ITEMS, entries, place)
    }

    /// The value of a name in a module's namespace, if it is there.
    pub(super) fn entry_of<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        cache: CacheIndex,
        name: u32,
        dict: O::Ref,
    ) -> Option<O::Ref> {
        let version = ops.get_int(dict, classes::DICT_VERSION);
        let version = ops.promote_int(version);
        let mut entry = loaded.caches[cache as usize].get();
        if entry.key != version {
            let (now, text) = (ops.peek(dict), loaded.names[name as usize].0);
            let found = match self.py().dict_find_name(now, text) {
                Some(index) => Found::Global(index as u32),
                None => Found::Nothing,
            };
            entry = Cache { key: version, found, ..Cache::default() };
            loaded.caches[cache as usize].set(entry);
        }
        let Found::Global(index) = entry.found else { return None };
        let value = self.dict_value(ops, dict, index);
        Some(if O::RECORDS { self.quiet_global(ops, dict, loaded, name, value) } else { value })
    }

    /// A global that seldom changes is a constant of the trace.
    fn quiet_global<O: Ops>(
        &self,
        ops: &mut O,
        globals: O::Ref,
        loaded: &LoadedCode,
        name: u32,
        value: O::Ref,
    ) -> O::Ref {
        let watch = ops.get_int(globals, classes::DICT_WATCH);
        let watch = ops.promote_int(watch);
        if watch == 0 {
            return value;
        }
        let global = self.py().global(watch, loaded.names[name as usize].0);
        if global.is_quiet() { ops.assume_ref(global.fact, value) } else { value }
    }

    /// Looks the name up, and remembers where it is.
    #[inline(never)]
    fn find_global<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        cache: CacheIndex,
        name: u32,
    ) -> Flow<O::Ref> {
        // The slow way loads it; where it is can be seen from the frame's function.
        let flow = self.slow(ops, loaded, pc);
        let mut py = self.py();
        let frame = py.core().stack.top_frame();
        let function = py.core().stack.word(frame.base);
        let (globals, builtins) =
            (py.get(function, classes::FUNCTION_GLOBALS), py.root(self.rt.singletons.builtins));
        let name = loaded.names[name as usize].0;
        let found = match py.dict_find_name(globals, name) {
            Some(index) => Found::Global(index as u32),
            None => match py.dict_find_name(builtins, name) {
                Some(index) => Found::Builtin(index as u32),
                None => Found::Nothing,
            },
        };
        let key = py.get_int(globals, classes::DICT_VERSION);
        let version = py.get_int(builtins, classes::DICT_VERSION) as u64;
        loaded.caches[cache as usize].set(Cache { key, version, found, ..Cache::default() });
        flow
    }
}
