//! What `sys` says of the interpreter: versions, limits of numbers, flags.

use super::Constant;
use super::records::Record;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

pub const VERSION: (i64, i64, i64) = (3, 14, 0);

static VERSION_INFO: Record = Record {
    name: "sys.version_info",
    items: &["major", "minor", "micro", "releaselevel", "serial"],
    hidden: &[],
    can_be_made: false,
};

static FLOAT_INFO: Record = Record {
    name: "sys.float_info",
    items: &[
        "max",
        "max_exp",
        "max_10_exp",
        "min",
        "min_exp",
        "min_10_exp",
        "dig",
        "mant_dig",
        "epsilon",
        "radix",
        "rounds",
    ],
    hidden: &[],
    can_be_made: true,
};

static INT_INFO: Record = Record {
    name: "sys.int_info",
    items: &["bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"],
    hidden: &[],
    can_be_made: true,
};

static HASH_INFO: Record = Record {
    name: "sys.hash_info",
    items: &["width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"],
    hidden: &[],
    can_be_made: true,
};

static THREAD_INFO: Record =
    Record { name: "sys.thread_info", items: &["name", "lock", "version"], hidden: &[], can_be_made: true };

static FLAGS: Record = Record {
    name: "sys.flags",
    items: &[
        "debug",
        "inspect",
        "interactive",
        "optimize",
        "dont_write_bytecode",
        "no_user_site",
        "no_site",
        "ignore_environment",
        "verbose",
        "bytes_warning",
        "quiet",
        "hash_randomization",
        "isolated",
        "dev_mode",
        "utf8_mode",
        "warn_default_encoding",
        "safe_path",
        "int_max_str_digits",
    ],
    hidden: &["gil", "thread_inherit_context", "context_aware_warnings"],
    can_be_made: false,
};

pub const CONSTANTS: &[Constant] = &[
    ("version_info", version_info),
    ("hexversion", |py| Ok(py.new_int(VERSION.0 << 24 | VERSION.1 << 16 | VERSION.2 << 8 | 0xf0))),
    ("api_version", |py| Ok(py.new_int(1013))),
    ("implementation", implementation),
    ("float_info", float_info),
    ("int_info", |py| {
        let words = [30, 4, 4300, 640].map(Word::wrap_small);
        Ok(py.new_record(&INT_INFO, &words, &[]))
    }),
    ("hash_info", hash_info),
    ("thread_info", |py| {
        let (name, lock, none) = (py.intern("pthread"), py.intern("semaphore"), py.none());
        Ok(py.new_record(&THREAD_INFO, &[name, lock, none], &[]))
    }),
    ("flags", flags),
    ("builtin_module_names", |py| {
        let names: Vec<&str> = super::import::builtin_names();
        // Interned: they live without us.
        let words: Vec<Word> = names.into_iter().map(|name| py.intern(name)).collect();
        Ok(py.new_tuple(&words))
    }),
    ("float_repr_style", |py| Ok(py.intern("short"))),
    ("copyright", |py| Ok(py.new_str("Copyright (c) the Lathe contributors."))),
    ("platlibdir", |py| Ok(py.intern("lib"))),
    ("abiflags", |py| Ok(py.intern(""))),
    ("dont_write_bytecode", |py| Ok(py.bool(true))),
    ("pycache_prefix", |py| Ok(py.none())),
    ("warnoptions", |py| Ok(py.new_list(&[]))),
    ("_xoptions", |py| Ok(py.new_dict())),
    ("meta_path", |py| Ok(py.new_list(&[]))),
    ("path_hooks", |py| Ok(py.new_list(&[]))),
    ("path_importer_cache", |py| Ok(py.new_dict())),
    ("executable", executable),
    ("_base_executable", executable),
    ("prefix", prefix),
    ("exec_prefix", prefix),
    ("base_prefix", prefix),
    ("base_exec_prefix", prefix),
    ("_git", |py| {
        let (name, empty) = (py.intern("lathe"), py.intern(""));
        Ok(py.new_tuple(&[name, empty, empty]))
    }),
];

fn version_info(py: &mut Py) -> PyResult {
    let (level, (major, minor, micro)) = (py.intern("final"), VERSION);
    let [major, minor, micro, serial] = [major, minor, micro, 0].map(Word::wrap_small);
    Ok(py.new_record(&VERSION_INFO, &[major, minor, micro, level, serial], &[]))
}

fn implementation(py: &mut Py) -> PyResult {
    // An object with attributes, shown as one of `types.SimpleNamespace`.
    let class = py.type_object(crate::runtime::types::SIMPLE_NAMESPACE);
    let object = py.new_instance(py.type_number(class));
    let (name, version) = (py.intern("lathe"), version_info(py)?);
    let hex = py.new_int(VERSION.0 << 24 | VERSION.1 << 16 | VERSION.2 << 8 | 0xf0);
    let tag = py.new_str(&format!("lathe-{}{}", VERSION.0, VERSION.1));
    let target = py.new_str(&format!("{}-linux-gnu", std::env::consts::ARCH));
    for (key, value) in [
        ("name", name),
        ("cache_tag", tag),
        ("version", version),
        ("hexversion", hex),
        ("_multiarch", target),
    ] {
        let key = py.intern(key);
        py.generic_set_attr(object, key, Some(value))?;
    }
    Ok(object)
}

fn float_info(py: &mut Py) -> PyResult {
    let [max, min, epsilon] = [f64::MAX, f64::MIN_POSITIVE, f64::EPSILON].map(|value| py.new_float(value));
    let int = |value: i32| Word::wrap_small(value.into());
    let items = [
        max,
        int(f64::MAX_EXP),
        int(f64::MAX_10_EXP),
        min,
        int(f64::MIN_EXP),
        int(f64::MIN_10_EXP),
        int(f64::DIGITS as i32),
        int(f64::MANTISSA_DIGITS as i32),
        epsilon,
        int(f64::RADIX as i32),
        int(1),
    ];
    Ok(py.new_record(&FLOAT_INFO, &items, &[]))
}

fn hash_info(py: &mut Py) -> PyResult {
    let (modulus, algorithm) = (py.new_int((1 << 61) - 1), py.intern("fnv"));
    let [width, inf, nan, imag, bits, seed, cutoff] =
        [64, 314_159, 0, 1_000_003, 62, 0, 0].map(Word::wrap_small);
    Ok(py.new_record(&HASH_INFO, &[width, modulus, inf, nan, imag, algorithm, bits, seed, cutoff], &[]))
}

fn flags(py: &mut Py) -> PyResult {
    let mut items = vec![Word::wrap_small(0); FLAGS.items.len()];
    let no = py.bool(false);
    for (place, name) in items.iter_mut().zip(FLAGS.items) {
        match *name {
            "dev_mode" | "safe_path" => *place = no,
            "dont_write_bytecode" => *place = Word::wrap_small(1),
            "int_max_str_digits" => *place = Word::wrap_small(4300),
            _ => {}
        }
    }
    // As with one thread: contexts are not inherited, warnings are those of the process.
    let hidden = [1, 0, 0].map(Word::wrap_small);
    Ok(py.new_record(&FLAGS, &items, &hidden))
}

/// Where it is installed: the folder above that of the program.
fn prefix(py: &mut Py) -> PyResult {
    use std::os::unix::ffi::OsStrExt;
    let path = std::env::current_exe().ok();
    match path.as_deref().and_then(|path| path.parent()?.parent()) {
        Some(folder) => py.fs_decode(folder.as_os_str().as_bytes()),
        None => Ok(py.intern("")),
    }
}

fn executable(py: &mut Py) -> PyResult {
    use std::os::unix::ffi::OsStrExt;
    match std::env::current_exe() {
        Ok(path) => py.fs_decode(path.as_os_str().as_bytes()),
        Err(_) => Ok(py.intern("")),
    }
}
