//! Modules written in Python, as a part of the program. They stand in for files of the standard library: they are built on native
//! modules of ours, and short, so that importing them takes no time.

/// Path in the library, and source.
pub const SOURCES: &[(&str, &str)] = &[
    ("_ast.py", include_str!("python/_ast.py")),
    ("_opcode.py", include_str!("python/_opcode.py")),
    ("_tokenize.py", include_str!("python/_tokenize.py")),
    ("importlib/__init__.py", include_str!("python/importlib.py")),
    ("importlib/machinery.py", include_str!("python/importlib_machinery.py")),
    ("_contextvars.py", include_str!("python/_contextvars.py")),
    ("_signal.py", include_str!("python/_signal.py")),
    ("_thread.py", include_str!("python/_thread.py")),
    ("_collections_abc.py", include_str!("python/_collections_abc.py")),
    ("collections/__init__.py", include_str!("python/collections.py")),
    ("collections/_wrappers.py", include_str!("python/collections_wrappers.py")),
    ("collections/abc.py", include_str!("python/collections_abc.py")),
    ("functools.py", include_str!("python/functools.py")),
    ("_singledispatch.py", include_str!("python/singledispatch.py")),
    ("heapq.py", include_str!("python/heapq.py")),
    ("string/__init__.py", include_str!("python/string.py")),
];
