//! The builtin types, one file each: their methods, and how they are made.
//!
//! Types that are changed in place make an empty object in `__new__`, and fill it in `__init__`: so subclasses can take other
//! arguments.

pub mod annotations;
pub mod async_generator;
pub mod bool;
pub mod bytearray;
pub mod bytes;
pub mod bytes_common;
pub mod code;
pub mod complex;
pub mod containers;
pub mod coroutine;
pub mod descriptors;
pub mod dict;
pub mod dict_views;
pub mod exception;
pub mod exception_extra;
pub mod exception_group;
pub mod float;
pub mod frozenset;
pub mod function;
pub mod generic_alias;
pub mod int;
pub mod iterators;
pub mod list;
mod list_slices;
pub mod mapping_proxy;
pub mod memoryview;
pub mod module;
pub mod namespace;
#[cfg(test)]
mod number_tests;
pub mod numbers;
pub mod numeric;
pub mod object;
pub mod os_error;
pub mod property;
pub mod range;
pub mod reduce;
pub mod reduce_builtin;
pub mod set;
pub mod singletons;
pub mod slice;
pub mod str;
mod str_translate;
pub mod super_;
pub mod support;
pub mod template;
#[cfg(test)]
mod tests;
pub mod text;
pub mod text_iterators;
#[cfg(test)]
mod text_tests;
pub mod texts;
pub mod traceback;
pub mod tuple;
pub mod type_;
pub mod type_alias;
pub mod type_params;
pub mod unicode_error;
pub mod union;
pub mod weak_proxy;
pub mod weak_reference;

use crate::object::py::Py;

/// Fills the namespaces of all builtin types.
pub fn install(py: &mut Py) {
    object::install(py);
    singletons::install(py);
    mapping_proxy::install(py);
    module::install(py);
    type_::install(py);
    exception::install(py);
    os_error::install(py);
    exception_extra::install(py);
    exception_group::install(py);
    code::install(py);
    namespace::install(py);
    traceback::install(py);
    function::install(py);
    annotations::install(py);
    generic_alias::install(py);
    union::install(py);
    type_params::install(py);
    type_alias::install(py);
    template::install(py);
    coroutine::install(py);
    async_generator::install(py);
    descriptors::install(py);
    property::install(py);
    super_::install(py);
    containers::install(py);
    numbers::install(py);
    texts::install(py);
    reduce_builtin::install(py);
    object::install_dicts(py);
}
