//! `Py`: what code written in Rust sees of the interpreter.
//!
//! Objects are words. They are kept alive by being on the native stack, which is scanned; an object that is only in a Rust
//! collection (a `Vec`, a map) is not, so these hold objects only while nothing is allocated, or are a [`lathe_heap::RootedVec`] or a
//! list of the guest.
//!
//! No reference into the VM is held across a call of guest code: `core()` is asked for anew each time.

use super::classes;
use crate::runtime::Runtime;
use crate::runtime::types::{self, TypeId};
use lathe_codegen::VmContext;
use lathe_heap::{Array, Header, RootIndex, RootedVec, Word};
use lathe_ir::ClassId;
use lathe_meta::{Core, FieldRef};
use std::ptr::NonNull;
use std::rc::Rc;

#[derive(Debug)]
pub struct Py {
    context: *mut VmContext,
    rt: Rc<Runtime>,
}

/// A Python exception that is on its way up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raised(pub Word);

pub type PyResult<T = Word> = Result<T, Raised>;

impl Py {
    /// # Safety
    /// The context is that of a VM whose core's `user` is an `Rc<Runtime>`, it is alive as long as the result, and no reference
    /// into the core is held while the result is used.
    pub unsafe fn new(context: *mut VmContext) -> Py {
        // SAFETY: the caller's promise; the host of a context is its core.
        let core = unsafe { &*(*context).host.cast::<Core>() };
        let rt = core.user.downcast_ref::<Rc<Runtime>>().expect("a Python interpreter").clone();
        Py { context, rt }
    }

    pub fn context(&self) -> *mut VmContext {
        self.context
    }

    /// For a moment: not to be kept across anything that may run guest code.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub fn core(&self) -> &mut Core {
        // SAFETY: the promise of `new`.
        unsafe { &mut *(*self.context).host.cast::<Core>() }
    }

    #[inline(always)]
    pub fn rt(&self) -> &Runtime {
        &self.rt
    }

    /// Shared, for those who need the runtime while they change the interpreter.
    pub fn runtime(&self) -> Rc<Runtime> {
        self.rt.clone()
    }

    // --- Objects --------------------------------------------------------------------------------------------------------

    #[inline(always)]
    pub fn class_of(&self, word: Word) -> Option<ClassId> {
        self.core().class_of(word)
    }

    #[inline(always)]
    pub fn is(&self, word: Word, class: ClassId) -> bool {
        self.class_of(word) == Some(class)
    }

    pub fn root(&self, index: RootIndex) -> Word {
        self.core().heap.root(index)
    }

    pub fn none(&self) -> Word {
        self.root(self.rt.singletons.none)
    }

    pub fn is_none(&self, word: Word) -> bool {
        word == self.none()
    }

    pub fn not_implemented(&self) -> Word {
        self.root(self.rt.singletons.not_implemented)
    }

    pub fn bool(&self, value: bool) -> Word {
        let bools = self.rt.singletons.bools;
        self.root(if value { bools.yes } else { bools.no })
    }

    /// A list of words that a collection sees.
    pub fn rooted(&mut self) -> RootedVec {
        self.core().heap.rooted_vec()
    }

    pub fn new_object(&mut self, class: ClassId) -> Word {
        self.core().heap.allocate_anyway(class)
    }

    /// Null, or 0, in all items.
    pub fn new_array(&mut self, class: ClassId, length: usize) -> Word {
        self.core().heap.allocate_array_anyway(class, length as u64)
    }

    pub fn new_byte_array(&mut self, class: ClassId, bytes: usize) -> Word {
        self.new_array(class, bytes)
    }

    #[inline(always)]
    fn place(object: Word, offset: u32) -> *mut u8 {
        debug_assert!(object.is_pointer());
        (object.0 as *mut u8).wrapping_add(offset as usize)
    }

    /// A field. The class of the object has been checked.
    #[inline(always)]
    pub fn get(&self, object: Word, field: FieldRef) -> Word {
        // SAFETY: the object is of the class that has the field, which is a reference.
        unsafe { Py::place(object, field.offset).cast::<Word>().read() }
    }

    #[inline(always)]
    pub fn set(&mut self, object: Word, field: FieldRef, value: Word) {
        let object: NonNull<Header> = object.as_pointer().expect("an object");
        // SAFETY: as above.
        unsafe { self.core().heap.store(object, field.offset, value) };
    }

    #[inline(always)]
    pub fn get_int(&self, object: Word, field: FieldRef) -> i64 {
        // SAFETY: as above; the field is an integer.
        unsafe { Py::place(object, field.offset).cast::<i64>().read() }
    }

    #[inline(always)]
    pub fn set_int(&mut self, object: Word, field: FieldRef, value: i64) {
        // SAFETY: as above.
        unsafe { Py::place(object, field.offset).cast::<i64>().write(value) };
    }

    #[inline(always)]
    pub fn get_float(&self, object: Word, field: FieldRef) -> f64 {
        // SAFETY: as above; the field is a float.
        unsafe { Py::place(object, field.offset).cast::<f64>().read() }
    }

    #[inline(always)]
    pub fn set_float(&mut self, object: Word, field: FieldRef, value: f64) {
        // SAFETY: as above.
        unsafe { Py::place(object, field.offset).cast::<f64>().write(value) };
    }

    /// The items of an array of the VM. Not to be kept across an allocation that could make it unreachable, and the items of a `REFS`
    /// not to be written to: see [`Py::set_item`].
    #[inline(always)]
    pub fn items<'a, T>(&self, array: Word) -> &'a mut [T] {
        // SAFETY: callers have checked the class and give the type that goes with it.
        unsafe { Array::items(array.cast()) }
    }

    pub fn array_len(&self, array: Word) -> usize {
        self.items::<u8>(array).len()
    }

    /// Stores a reference into an array of references.
    #[inline(always)]
    pub fn set_item(&mut self, array: Word, index: usize, value: Word) {
        // The offset in a large array needs more bits than that of a field.
        self.items::<Word>(array)[index] = value;
        let array: NonNull<Header> = array.as_pointer().expect("an array");
        // SAFETY: it is an array.
        unsafe { self.core().heap.write_barrier(array) };
    }

    // --- New objects ----------------------------------------------------------------------------------------------------

    pub fn new_tuple(&mut self, items: &[Word]) -> Word {
        if items.is_empty() {
            return self.root(self.rt.singletons.empty_tuple);
        }
        let tuple = self.new_array(classes::TUPLE, items.len());
        // It is new: no barrier.
        self.items::<Word>(tuple).copy_from_slice(items);
        tuple
    }

    /// An integer of 64 bits.
    pub fn new_int(&mut self, value: i64) -> Word {
        match Word::small(value) {
            Some(word) => word,
            None => {
                let object = self.new_object(classes::INT);
                self.set_int(object, classes::INT_VALUE, value);
                object
            }
        }
    }

    pub fn new_float(&mut self, value: f64) -> Word {
        let object = self.new_object(classes::FLOAT);
        self.set_float(object, classes::FLOAT_VALUE, value);
        object
    }

    /// The integer, if it is one of up to 64 bits (no bool, no subclass).
    #[inline(always)]
    pub fn as_int(&self, word: Word) -> Option<i64> {
        match word.as_small() {
            Some(value) => Some(value),
            None if self.is(word, classes::INT) => Some(self.get_int(word, classes::INT_VALUE)),
            None => None,
        }
    }

    // --- Errors ---------------------------------------------------------------------------------------------------------

    /// An exception of a builtin type with one string as argument.
    pub fn error(&mut self, ty: TypeId, message: &str) -> Raised {
        let message = self.new_str(message);
        self.error_with(ty, &[message])
    }

    /// An exception of a builtin type with these arguments.
    pub fn error_with(&mut self, ty: TypeId, args: &[Word]) -> Raised {
        let args = self.new_tuple(args);
        let exception = self.new_object(classes::EXCEPTION);
        let map = self.rt.ty(ty).map.get();
        self.set_int(exception, classes::EXCEPTION_MAP, map.0.into());
        self.set(exception, classes::EXCEPTION_ARGS, args);
        Raised(exception)
    }

    pub fn type_error(&mut self, message: &str) -> Raised {
        self.error(types::TYPE_ERROR, message)
    }

    pub fn value_error(&mut self, message: &str) -> Raised {
        self.error(types::VALUE_ERROR, message)
    }
}
