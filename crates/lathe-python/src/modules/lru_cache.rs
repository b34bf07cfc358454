//! The wrapper that `functools.lru_cache` makes: results by arguments, the oldest forgotten when there are too many.
//!
//! With a bound, the values of the dict are *links* of a ring, in the order in which they were used last: the one behind the root
//! is the oldest. The function, and the keys' `__eq__`, may call the wrapper again; so what was found before a call is not
//! relied on after it.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use lathe_heap::Word;

pub const CONTENTS: Contents = Contents {
    new: Some(("(cls, user_function, maxsize, typed, cache_info_type)", new)),
    ..contents(
        types::LRU_CACHE,
        &[&[
            ("__call__", S, "(self, /, *args, **kwargs)", super::callables::call),
            ("__get__", S, "(self, instance, owner=None, /)", get),
            ("cache_info", M, "(self, /)", cache_info),
            ("cache_clear", M, "(self, /)", cache_clear),
            ("__copy__", M, "(self, /)", |_, args| Ok(args[0])),
            ("__deepcopy__", M, "(self, memo, /)", |_, args| Ok(args[0])),
            ("__reduce__", M, "(self, /)", |py, args| py.get_attr_str(args[0], "__qualname__")),
        ]],
        &[],
    )
};

/// What is in the array of a cache: counts, the type of `cache_info`, the root of the ring, and the mark before keywords.
const COUNTS: usize = 0;
const INFO: usize = 1;
const ROOT: usize = 2;
const MARK: usize = 3;

const HITS: usize = 0;
const MISSES: usize = 1;
/// -1: no bound.
const MAX: usize = 2;
const TYPED: usize = 3;

/// What is in a link.
const PREVIOUS: usize = 0;
const NEXT: usize = 1;
const KEY: usize = 2;
const RESULT: usize = 3;

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let (function, class) = (args[1], args[0]);
    if py.lookup_special(function, "__call__").is_none() {
        return Err(py.type_error("the first argument must be callable"));
    }
    let max = if py.is_none(args[2]) {
        -1
    } else if py.is_instance(args[2], types::INT) {
        py.size(args[2])?.max(0)
    } else {
        return Err(py.type_error("maxsize should be integer or None"));
    };
    let typed = py.truth(args[3])?;
    let counts = py.new_array(classes::INTS, 4);
    py.items::<i64>(counts)[MAX] = max;
    py.items::<i64>(counts)[TYPED] = typed.into();
    let (state, root) = (py.new_array(classes::REFS, 4), py.new_array(classes::REFS, 4));
    py.set_item(root, PREVIOUS, root);
    py.set_item(root, NEXT, root);
    // Nobody else has this object: no argument is equal to it.
    let mark = py.new_list_iterator(root);
    for (place, value) in [(COUNTS, counts), (INFO, args[4]), (ROOT, root), (MARK, mark)] {
        py.set_item(state, place, value);
    }
    let cache = py.new_dict();
    let native = py.new_native(Kind::LruCache, function, cache, state);
    let id = py.type_number(class);
    Ok(py.new_wrapped(id, native))
}

fn cache_of(py: &mut Py, object: Word) -> PyResult {
    match py.payload(object, classes::NATIVE) {
        Some(native) if py.native_kind(native) == Some(Kind::LruCache) => Ok(native),
        _ => Err(py.wrong_receiver(object, types::LRU_CACHE)),
    }
}

fn state(py: &Py, cache: Word, which: usize) -> Word {
    py.items::<Word>(py.get(cache, NATIVE_C))[which]
}

fn counts<'a>(py: &Py, cache: Word) -> &'a mut [i64] {
    py.items::<i64>(state(py, cache, COUNTS))
}

fn get(py: &mut Py, args: &[Word]) -> PyResult {
    if py.is_none(args[1]) {
        return Ok(args[0]);
    }
    Ok(py.new_method(args[0], args[1]))
}

fn cache_info(py: &mut Py, args: &[Word]) -> PyResult {
    let cache = cache_of(py, args[0])?;
    let counts = counts(py, cache);
    let (hits, misses, size) =
        (py.new_int(counts[HITS]), py.new_int(counts[MISSES]), py.dict_len(py.get(cache, NATIVE_B)));
    let max = if counts[MAX] < 0 { py.none() } else { py.new_int(counts[MAX]) };
    let size = py.new_int(size as i64);
    py.call(state(py, cache, INFO), &[hits, misses, max, size])
}

fn cache_clear(py: &mut Py, args: &[Word]) -> PyResult {
    let cache = cache_of(py, args[0])?;
    let counts = counts(py, cache);
    (counts[HITS], counts[MISSES]) = (0, 0);
    let root = state(py, cache, ROOT);
    py.set_item(root, PREVIOUS, root);
    py.set_item(root, NEXT, root);
    py.dict_clear(py.get(cache, NATIVE_B));
    py.none_result()
}

/// The arguments as a key.
fn key(py: &mut Py, cache: Word, args: &[Word], names: &[Word]) -> Word {
    let typed = counts(py, cache)[TYPED] != 0;
    if let (&[only], false) = (args, typed)
        && names.is_empty()
        && (py.as_int(only).is_some() || py.is(only, classes::STR))
    {
        return only;
    }
    if names.is_empty() && !typed {
        return py.new_tuple(args);
    }
    let (positional, named) = args.split_at(args.len() - names.len());
    // The arguments are alive, types live for ever.
    let mut parts = positional.to_vec();
    if !names.is_empty() {
        parts.push(state(py, cache, MARK));
        parts.extend(names.iter().zip(named).flat_map(|(&name, &value)| [name, value]));
    }
    if typed {
        parts.extend(args.iter().map(|&arg| py.type_object(py.type_of(arg))));
    }
    py.new_tuple(&parts)
}

/// Takes a link out of the ring.
fn unlink(py: &mut Py, link: Word) {
    let (previous, next) = (py.items::<Word>(link)[PREVIOUS], py.items::<Word>(link)[NEXT]);
    py.set_item(previous, NEXT, next);
    py.set_item(next, PREVIOUS, previous);
    // Whoever takes it out again, after an error, does no harm.
    py.set_item(link, PREVIOUS, link);
    py.set_item(link, NEXT, link);
}

/// Puts a link before the root: it is the youngest.
fn append(py: &mut Py, root: Word, link: Word) {
    let last = py.items::<Word>(root)[PREVIOUS];
    py.set_item(last, NEXT, link);
    py.set_item(root, PREVIOUS, link);
    py.set_item(link, PREVIOUS, last);
    py.set_item(link, NEXT, root);
}

impl Py {
    pub(super) fn call_cached(&mut self, cache: Word, args: &[Word], names: &[Word]) -> PyResult {
        let function = self.get(cache, NATIVE_A);
        let max = counts(self, cache)[MAX];
        if max == 0 {
            counts(self, cache)[MISSES] += 1;
            return self.call_with_names(function, args, names);
        }
        let dict = self.get(cache, NATIVE_B);
        let key = key(self, cache, args, names);
        let hash = self.key_hash(key)?;
        let found = self.dict_get_hashed(dict, key, hash)?;
        let root = state(self, cache, ROOT);
        if let Some(found) = found {
            counts(self, cache)[HITS] += 1;
            if max < 0 {
                return Ok(found);
            }
            unlink(self, found);
            append(self, root, found);
            return Ok(self.items::<Word>(found)[RESULT]);
        }
        counts(self, cache)[MISSES] += 1;
        let result = self.call_with_names(function, args, names)?;
        if max < 0 {
            self.dict_set_hashed(dict, key, hash, result)?;
            return Ok(result);
        }
        // The function may have been called with the same arguments meanwhile.
        if self.dict_get_hashed(dict, key, hash)?.is_some() {
            return Ok(result);
        }
        while self.dict_len(dict) as i64 >= max {
            let oldest = self.items::<Word>(root)[NEXT];
            if oldest == root {
                break;
            }
            unlink(self, oldest);
            let old_key = self.items::<Word>(oldest)[KEY];
            self.dict_remove(dict, old_key)?;
        }
        let link = self.new_array(classes::REFS, 4);
        self.set_item(link, KEY, key);
        self.set_item(link, RESULT, result);
        append(self, root, link);
        self.dict_set_hashed(dict, key, hash, link)?;
        Ok(result)
    }
}
