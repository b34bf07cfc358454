//! `_random.Random`: a Mersenne Twister with CPython's sequences. What is built on it (`random.randrange`, …) is Python.
//!
//! A generator is a `NATIVE` object: its state is an array of integers, the last of which is the index.

use super::Constant;
use crate::number::twister::Twister;
use crate::number::{Fault, Int};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind;
use crate::runtime::types;
use lathe_heap::Word;
use std::io::Read;

/// Words of the state, and the index.
const LENGTH: usize = Twister::LENGTH + 1;

pub const NEW: &str = "(cls, *args)";

pub const METHODS: &[Method] = &[
    ("random", NativeKind::Method, "(self, /)", random),
    ("seed", NativeKind::Method, "(self, n=None, /)", seed),
    ("getrandbits", NativeKind::Method, "(self, k, /)", getrandbits),
    ("getstate", NativeKind::Method, "(self, /)", getstate),
    ("setstate", NativeKind::Method, "(self, state, /)", setstate),
];

pub const CONSTANTS: &[Constant] = &[("Random", |py| Ok(py.type_object(types::RANDOM)))];

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let state = py.new_array(classes::INTS, LENGTH);
    let object = py.new_native(Kind::Random, state, Word::NULL, Word::NULL);
    let given = py.items::<Word>(args[1]).first().copied();
    let seed = given.unwrap_or_else(|| py.none());
    reseed(py, state, seed)?;
    py.of_class(args[0], types::RANDOM, object)
}

/// The state of a generator, or of an object of a subclass.
fn state(py: &mut Py, object: Word) -> PyResult {
    let random =
        py.payload(object, classes::NATIVE).filter(|&payload| py.native_kind(payload) == Some(Kind::Random));
    match random {
        Some(random) => Ok(py.get(random, classes::NATIVE_A)),
        None => {
            let message = format!(
                "descriptor requires a '_random.Random' object but received a '{}'",
                py.type_name(object)
            );
            Err(py.type_error(&message))
        }
    }
}

fn load(words: &[i64]) -> Twister {
    let mut twister = Twister { state: [0; Twister::LENGTH], index: words[LENGTH - 1] as usize };
    for (place, &word) in twister.state.iter_mut().zip(words) {
        *place = word as u32;
    }
    twister
}

fn store(words: &mut [i64], twister: &Twister) {
    for (place, &word) in words.iter_mut().zip(&twister.state) {
        *place = word.into();
    }
    words[LENGTH - 1] = twister.index as i64;
}

fn next_u32(words: &mut [i64]) -> u32 {
    if words[LENGTH - 1] >= Twister::LENGTH as i64 {
        let mut twister = load(words);
        twister.twist();
        store(words, &twister);
    }
    let index = words[LENGTH - 1];
    words[LENGTH - 1] = index + 1;
    Twister::temper(words[index as usize] as u32)
}

fn random(py: &mut Py, args: &[Word]) -> PyResult {
    let state = state(py, args[0])?;
    let words = py.items::<i64>(state);
    let (a, b) = (next_u32(words), next_u32(words));
    Ok(py.new_float(Twister::float(a, b)))
}

fn seed(py: &mut Py, args: &[Word]) -> PyResult {
    let state = state(py, args[0])?;
    let seed = if args[1].is_null() { py.none() } else { args[1] };
    reseed(py, state, seed)?;
    Ok(py.none())
}

fn reseed(py: &mut Py, state: Word, seed: Word) -> PyResult<()> {
    let key: Vec<u32> = match py.int_value(seed) {
        _ if py.is_none(seed) => entropy(),
        Some(value) => words_of(&value),
        // Anything else by its hash, as an unsigned number.
        None => words_of(&Int::from(py.hash(seed)? as u64)),
    };
    store(py.items::<i64>(state), &Twister::new(&key));
    Ok(())
}

/// The magnitude in words of 32 bits, at least one.
fn words_of(value: &Int) -> Vec<u32> {
    let limbs = value.magnitude();
    let mut words: Vec<u32> =
        limbs.as_words().iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
    while words.last() == Some(&0) {
        words.pop();
    }
    if words.is_empty() { vec![0] } else { words }
}

/// From the system; from the clock and the process if it has none.
fn entropy() -> Vec<u32> {
    let mut bytes = [0; 4 * Twister::LENGTH];
    let read = std::fs::File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    if read.is_err() {
        let now = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos());
        bytes[..16].copy_from_slice(&now.to_le_bytes());
        bytes[16..20].copy_from_slice(&std::process::id().to_le_bytes());
    }
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

fn getrandbits(py: &mut Py, args: &[Word]) -> PyResult {
    let state = state(py, args[0])?;
    let count = match py.index_value(args[1])? {
        count if count.is_negative() => return Err(py.value_error("number of bits must be non-negative")),
        Int::Small(count) if (count as u64) < crate::number::int::MAX_BITS => count as usize,
        _ => return Err(py.fault(Fault::memory())),
    };
    let words = py.items::<i64>(state);
    if (1..=32).contains(&count) {
        let word = next_u32(words) >> (32 - count);
        return Ok(py.new_int(word.into()));
    }
    let mut bytes = Vec::with_capacity(count.div_ceil(32) * 4);
    let mut left = count;
    while left > 0 {
        let word = next_u32(words);
        bytes.extend(if left < 32 { word >> (32 - left) } else { word }.to_le_bytes());
        left = left.saturating_sub(32);
    }
    py.new_int_value(&Int::from_le_bytes(&bytes, false))
}

fn getstate(py: &mut Py, args: &[Word]) -> PyResult {
    let state = state(py, args[0])?;
    // All of them are small: no object is made for any.
    let words: Vec<Word> = py.items::<i64>(state).iter().filter_map(|&word| Word::small(word)).collect();
    Ok(py.new_tuple(&words))
}

fn setstate(py: &mut Py, args: &[Word]) -> PyResult {
    let state = state(py, args[0])?;
    let Some(tuple) = py.payload(args[1], classes::TUPLE) else {
        return Err(py.type_error("state vector must be a tuple"));
    };
    if py.items::<Word>(tuple).len() != LENGTH {
        return Err(py.value_error("state vector is the wrong size"));
    }
    let mut words = Vec::with_capacity(LENGTH);
    for index in 0..LENGTH {
        let word = py.items::<Word>(tuple)[index];
        let Some(value) = py.int_value(word) else {
            let message = format!("'{}' object cannot be interpreted as an integer", py.type_name(word));
            return Err(py.type_error(&message));
        };
        match value {
            Int::Small(value) if value >= 0 => words.push(i64::from(value as u32)),
            _ => return Err(py.fault(Fault::overflow("can't convert negative value to unsigned int"))),
        }
    }
    if words[LENGTH - 1] > Twister::LENGTH as i64 {
        return Err(py.value_error("invalid state"));
    }
    py.items::<i64>(state).copy_from_slice(&words);
    Ok(py.none())
}
