//! `_abc`: what `abc.ABCMeta` is made of.
//!
//! An abstract class knows which classes were registered with it, and remembers the answers of `__subclasscheck__`. That a class
//! is none of its subclasses is only true until anything is registered anywhere: negative answers belong to a number that is
//! counted up then. Classes live as long as the interpreter, so the sets need no weak references.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("get_cache_token", "()", |py, _| Ok(py.new_int(py.rt().abc_registrations.get()))),
    ("_abc_init", "(self, /)", init),
    ("_abc_register", "(self, subclass, /)", register),
    ("_abc_instancecheck", "(self, instance, /)", instance_check),
    ("_abc_subclasscheck", "(self, subclass, /)", subclass_check),
    ("_get_dump", "(self, /)", dump),
    ("_reset_registry", "(self, /)", |py, args| reset(py, args[0], &[NATIVE_A])),
    ("_reset_caches", "(self, /)", |py, args| reset(py, args[0], &[NATIVE_B, NATIVE_C])),
];

fn data(py: &mut Py, class: Word) -> PyResult {
    let data = py.get_attr_str(class, "_abc_impl")?;
    match py.native_kind(data) {
        Some(Kind::AbcData) => Ok(data),
        _ => Err(py.type_error("_abc_impl is set to a wrong type")),
    }
}

/// Finds the abstract methods of a new class: its own, and those of its bases that it has not replaced.
fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let class = args[0];
    let names = py.new_set(false);
    let Some(id) = py.as_type(class) else {
        return Err(py.type_error("_abc_init() argument must be a class"));
    };
    let own = py.dict_copy(py.type_dict(id))?;
    let mut position = 0;
    while let Some((name, value)) = py.dict_next(own, &mut position) {
        if is_abstract(py, value)? {
            py.set_add(names, name)?;
        }
    }
    let inherited = py.intern("__abstractmethods__");
    let bases = py.rt().ty(id).bases.borrow().clone();
    for &base in bases.iter() {
        let base = py.type_object(base);
        let Some(abstracts) = py.try_get_attr(base, inherited).unwrap_or(None) else { continue };
        let abstracts = py.iter(abstracts)?;
        while let Some(name) = py.next(abstracts)? {
            let name = crate::types::object::attribute_name(py, name)?;
            if let Some(value) = py.try_get_attr(class, name)?
                && is_abstract(py, value)?
            {
                py.set_add(names, name)?;
            }
        }
    }
    let frozen = py.type_object(types::FROZENSET);
    let names = py.call(frozen, &[names])?;
    py.set_attr(class, inherited, names)?;
    let (registry, known, others) = (py.new_set(false), py.new_set(false), py.new_set(false));
    let data = py.new_native(Kind::AbcData, registry, known, others);
    py.set_int(data, NATIVE_I, py.rt().abc_registrations.get());
    let name = py.intern("_abc_impl");
    py.set_attr(class, name, data)?;
    // `match` takes their instances for sequences or mappings.
    let flags_name = py.intern("__abc_tpflags__");
    if let Some(flags) = py.dict_get_name(py.type_dict(id), flags_name) {
        let bits = py.as_int(flags).unwrap_or(0);
        for (bit, flag) in [(1 << 5, TypeFlags::SEQUENCE), (1 << 6, TypeFlags::MAPPING)] {
            if bits & bit != 0 {
                let rt = py.runtime();
                let all = &rt.ty(id).flags;
                all.set(all.get().with(flag));
            }
        }
        py.delete_attr(class, flags_name)?;
    }
    py.none_result()
}

fn is_abstract(py: &mut Py, value: Word) -> PyResult<bool> {
    let name = py.intern("__isabstractmethod__");
    match py.try_get_attr(value, name) {
        Ok(Some(mark)) => py.truth(mark),
        Ok(None) => Ok(false),
        Err(raised) if py.is_instance(raised.0, types::ATTRIBUTE_ERROR) => Ok(false),
        Err(raised) => Err(raised),
    }
}

fn register(py: &mut Py, args: &[Word]) -> PyResult {
    let (class, subclass) = (args[0], args[1]);
    if !py.is(subclass, classes::TYPE) {
        return Err(py.type_error("Can only register classes"));
    }
    if py.is_subclass_of(subclass, class)? {
        return Ok(subclass);
    }
    if py.is_subclass_of(class, subclass)? {
        return Err(py.error(types::RUNTIME_ERROR, "Refusing to create an inheritance cycle"));
    }
    let data = data(py, class)?;
    py.set_add(py.get(data, NATIVE_A), subclass)?;
    let registrations = &py.runtime().abc_registrations;
    registrations.set(registrations.get() + 1);
    // Its instances are taken by `match` for what those of the abstract class are.
    if let (Some(id), Some(sub)) = (py.as_type(class), py.as_type(subclass)) {
        let rt = py.runtime();
        for flag in [TypeFlags::SEQUENCE, TypeFlags::MAPPING] {
            if rt.ty(id).flags.get().contains(flag) {
                mark(py, sub, flag);
            }
        }
    }
    Ok(subclass)
}

fn mark(py: &mut Py, id: types::TypeId, flag: TypeFlags) {
    let rt = py.runtime();
    let flags = &rt.ty(id).flags;
    flags.set(flags.get().with(flag));
    let subclasses = rt.ty(id).subclasses.borrow().clone();
    subclasses.into_iter().for_each(|subclass| mark(py, subclass, flag));
}

fn instance_check(py: &mut Py, args: &[Word]) -> PyResult {
    let (class, instance) = (args[0], args[1]);
    let data = data(py, class)?;
    let subclass = py.get_attr_str(instance, "__class__")?;
    if py.set_contains(py.get(data, NATIVE_B), subclass)? {
        return py.bool_result(true);
    }
    let ty = py.type_object(py.type_of(instance));
    let name = py.intern("__subclasscheck__");
    if ty == subclass {
        let current = py.get_int(data, NATIVE_I) == py.rt().abc_registrations.get();
        if current && py.set_contains(py.get(data, NATIVE_C), subclass)? {
            return py.bool_result(false);
        }
        let check = py.get_attr(class, name)?;
        return py.call(check, &[subclass]);
    }
    // It says that it is of another class than it is.
    let check = py.get_attr(class, name)?;
    let first = py.call(check, &[subclass])?;
    if py.truth(first)? {
        return Ok(first);
    }
    py.call(check, &[ty])
}

fn subclass_check(py: &mut Py, args: &[Word]) -> PyResult {
    let (class, subclass) = (args[0], args[1]);
    if !py.is(subclass, classes::TYPE) {
        return Err(py.type_error("issubclass() arg 1 must be a class"));
    }
    let data = data(py, class)?;
    if py.set_contains(py.get(data, NATIVE_B), subclass)? {
        return py.bool_result(true);
    }
    let now = py.rt().abc_registrations.get();
    if py.get_int(data, NATIVE_I) < now {
        let fresh = py.new_set(false);
        py.set(data, NATIVE_C, fresh);
        py.set_int(data, NATIVE_I, now);
    } else if py.set_contains(py.get(data, NATIVE_C), subclass)? {
        return py.bool_result(false);
    }
    py.check_stack()?;
    let answer = ask(py, class, subclass, data)?;
    let set = if answer { NATIVE_B } else { NATIVE_C };
    py.set_add(py.get(data, set), subclass)?;
    py.bool_result(answer)
}

/// Without the remembered answers: the hook, inheritance, what was registered, subclasses.
fn ask(py: &mut Py, class: Word, subclass: Word, data: Word) -> PyResult<bool> {
    let hook = py.get_attr_str(class, "__subclasshook__")?;
    let answer = py.call(hook, &[subclass])?;
    if answer != py.not_implemented() {
        if !py.is(answer, classes::BOOL) {
            return Err(py.error(
                types::ASSERTION_ERROR,
                "__subclasshook__ must return True, False or NotImplemented",
            ));
        }
        return py.truth(answer);
    }
    if let (Some(sub), Some(id)) = (py.as_type(subclass), py.as_type(class))
        && py.rt().is_subtype(sub, id)
    {
        return Ok(true);
    }
    let registered = py.collect(py.get(data, NATIVE_A))?;
    for index in 0..registered.len() {
        if py.is_subclass_of(subclass, registered.get(index))? {
            return Ok(true);
        }
    }
    let list = py.call_method(class, "__subclasses__", &[])?;
    let subclasses = py.collect(list)?;
    for index in 0..subclasses.len() {
        if py.is_subclass_of(subclass, subclasses.get(index))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn dump(py: &mut Py, args: &[Word]) -> PyResult {
    let data = data(py, args[0])?;
    let parts = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| py.get(data, field));
    let version = py.new_int(py.get_int(data, NATIVE_I));
    Ok(py.new_tuple(&[parts[0], parts[1], parts[2], version]))
}

fn reset(py: &mut Py, class: Word, which: &[lathe_meta::FieldRef]) -> PyResult {
    let data = data(py, class)?;
    for &field in which {
        let fresh = py.new_set(false);
        py.set(data, field, fresh);
    }
    py.none_result()
}
