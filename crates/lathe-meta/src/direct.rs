//! The interpreter: operations on words, executed and nothing else.

use crate::core::{COUNTERS, Core};
use crate::facts::FactId;
use crate::ops::{Arg, ArrayRef, BoolRef, Call, Caller, FieldRef, Helper, HybridRef, Ops, StackFull, Stop};
use crate::stack::Action;
use lathe_heap::{ARRAY_ITEMS_OFFSET, ARRAY_LENGTH_OFFSET, RootIndex, Word, storage_size};
use lathe_ir::arith::{self, W64};
use lathe_ir::{
    CheckedInt, ClassId, CodeId, Const, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare,
    IntUnary, Storage, Type,
};
use std::ptr::NonNull;
use std::sync::atomic::Ordering;

/// The top frame of a VM, and the VM.
#[derive(Debug)]
pub struct Direct {
    core: NonNull<Core>,
    /// The slots of the top frame.
    slots: *mut Word,
    code: CodeId,
    /// How many frames there were when the run began, without its own.
    floor: usize,
}

impl Direct {
    /// Runs the top frame. When it returns, the run is over.
    ///
    /// # Safety
    /// The core is alive and used by nobody else while this is.
    pub unsafe fn new(core: NonNull<Core>, floor: usize) -> Direct {
        // SAFETY: the caller's promise.
        let frame = unsafe { core.as_ref() }.stack.top_frame();
        let mut direct = Direct { core, slots: std::ptr::null_mut(), code: frame.code, floor };
        direct.enter_top();
        direct
    }

    #[inline(always)]
    pub fn core(&mut self) -> &mut Core {
        // SAFETY: the promise of `new`; helpers get at the core through the context only while we are inside `call`.
        unsafe { self.core.as_mut() }
    }

    fn core_ref(&self) -> &Core {
        // SAFETY: as above.
        unsafe { self.core.as_ref() }
    }

    fn enter_top(&mut self) {
        let stack = &self.core_ref().stack;
        let frame = stack.top_frame();
        self.slots = stack.slots(frame.base);
        self.code = frame.code;
    }

    /// How many frames are not this run's.
    pub fn floor(&self) -> usize {
        self.floor
    }

    #[inline(always)]
    pub fn counter(code: CodeId, pc: u32) -> usize {
        (code.0.wrapping_mul(0x9E37_79B1) ^ pc.wrapping_mul(0x85EB_CA6B)) as usize >> 7 & (COUNTERS - 1)
    }

    /// A call. Is the driver to be asked?
    #[inline(always)]
    fn count_call(&mut self, callee: CodeId) -> Option<Stop> {
        let core = self.core();
        let counter = &mut core.call_counters[Direct::counter(callee, 0)];
        *counter = counter.wrapping_sub(1);
        if *counter == 0 {
            return Some(Stop::Header);
        }
        let calm = core.attention.load(Ordering::Relaxed) == 0;
        if calm { None } else { Some(Stop::Attention) }
    }

    #[inline(always)]
    fn address(r: Word, offset: u32) -> *mut u8 {
        debug_assert!(r.is_pointer(), "a field of {r:?}");
        (r.0 as *mut u8).wrapping_add(offset as usize)
    }

    #[inline(always)]
    fn reference_address(r: Word, index: i64) -> *mut u8 {
        let offset = size_of::<Word>().wrapping_mul(index as usize);
        Direct::address(r, ARRAY_ITEMS_OFFSET).wrapping_add(offset)
    }

    #[inline(always)]
    fn store_ref(&mut self, object: Word, place: *mut u8, value: Word) {
        // SAFETY: the guest has checked the class of the object, so the place is a reference field or item of it.
        unsafe { place.cast::<Word>().write(value) };
        let object = object.as_pointer().expect("an object");
        // SAFETY: an object of this heap.
        unsafe { self.core().heap.write_barrier(object) };
    }

    #[inline(always)]
    fn call_words(&mut self, helper: Helper, args: &[Arg<i64, Word>]) -> u64 {
        let word = |n: usize| match args.get(n) {
            Some(Arg::Int(x)) => *x as u64,
            Some(Arg::Ref(r)) => r.0,
            None => 0,
        };
        let context = &raw mut *self.core().context;
        (helper.code)(context, word(0), word(1), word(2), word(3), word(4))
    }
}

/// An integer field, as stored.
#[inline(always)]
unsafe fn load_int(place: *const u8, storage: Storage) -> i64 {
    // SAFETY: the caller gives a field of this storage.
    unsafe {
        match storage {
            Storage::I8 => place.cast::<i8>().read() as i64,
            Storage::U8 => place.read() as i64,
            Storage::I16 => place.cast::<i16>().read() as i64,
            Storage::U16 => place.cast::<u16>().read() as i64,
            Storage::I32 => place.cast::<i32>().read() as i64,
            Storage::U32 => place.cast::<u32>().read() as i64,
            Storage::I64 | Storage::F32 | Storage::F64 | Storage::Ref(_) => place.cast::<i64>().read(),
        }
    }
}

#[inline(always)]
unsafe fn store_int(place: *mut u8, storage: Storage, value: i64) {
    // SAFETY: the caller gives a field or item of this storage.
    unsafe {
        match storage {
            Storage::I8 | Storage::U8 => place.write(value as u8),
            Storage::I16 | Storage::U16 => place.cast::<u16>().write(value as u16),
            Storage::I32 | Storage::U32 => place.cast::<u32>().write(value as u32),
            Storage::I64 | Storage::F32 | Storage::F64 | Storage::Ref(_) => place.cast::<i64>().write(value),
        }
    }
}

#[inline(always)]
unsafe fn load_float(place: *const u8, storage: Storage) -> f64 {
    // SAFETY: as above.
    unsafe {
        match storage {
            Storage::F32 => place.cast::<f32>().read() as f64,
            _ => place.cast::<f64>().read(),
        }
    }
}

#[inline(always)]
unsafe fn store_float(place: *mut u8, storage: Storage, value: f64) {
    // SAFETY: as above.
    unsafe {
        match storage {
            Storage::F32 => place.cast::<f32>().write(value as f32),
            _ => place.cast::<f64>().write(value),
        }
    }
}

#[inline(always)]
fn item_address(array: ArrayRef, r: Word, index: i64) -> *mut u8 {
    let offset = storage_size(array.item).wrapping_mul(index as usize);
    Direct::address(r, ARRAY_ITEMS_OFFSET).wrapping_add(offset)
}

/// A field of an object, as a constant; references are not constants of the IR.
pub fn load_const(object: Word, offset: u32, storage: Storage) -> Const {
    let place = Direct::address(object, offset);
    // SAFETY: the descriptors give the offset and the storage of a field of this object.
    unsafe {
        match storage.ty() {
            Type::Int => Const::Int(load_int(place, storage)),
            Type::Float if storage == Storage::F32 => Const::float(place.cast::<f32>().read() as f64),
            Type::Float => Const::float(place.cast::<f64>().read()),
            Type::Ref => Const::Null,
        }
    }
}

impl Ops for Direct {
    const RECORDS: bool = false;
    type Int = i64;
    type Float = f64;
    type Ref = Word;

    #[inline(always)]
    fn int(&mut self, x: i64) -> i64 {
        x
    }

    #[inline(always)]
    fn float(&mut self, x: f64) -> f64 {
        x
    }

    #[inline(always)]
    fn null(&mut self) -> Word {
        Word::NULL
    }

    #[inline(always)]
    fn constant(&mut self, root: RootIndex) -> Word {
        self.core().heap.root(root)
    }

    #[inline(always)]
    fn code(&self) -> CodeId {
        self.code
    }

    fn pc(&self) -> u32 {
        self.core_ref().stack.top_frame().pc
    }

    fn set_pc(&mut self, pc: u32) {
        self.core_ref().stack.set_pc(pc);
    }

    #[inline(always)]
    fn local(&mut self, slot: u32) -> Word {
        // SAFETY: the guest's compiler gives slots of the frame.
        unsafe { self.slots.add(slot as usize).read() }
    }

    #[inline(always)]
    fn set_local(&mut self, slot: u32, value: Word) {
        // SAFETY: as above.
        unsafe { self.slots.add(slot as usize).write(value) }
    }

    #[inline(always)]
    fn bytecode(&mut self, _pc: u32) -> Option<Stop> {
        None
    }

    #[inline(always)]
    fn loop_header(&mut self, pc: u32) -> Option<Stop> {
        let index = Direct::counter(self.code, pc);
        let core = self.core();
        let counter = &mut core.counters[index];
        *counter = counter.wrapping_sub(1);
        if *counter != 0 && core.attention.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let stop = if *counter == 0 { Stop::Header } else { Stop::Attention };
        core.stack.set_pc(pc);
        Some(stop)
    }

    #[inline]
    fn push_frame(&mut self, call: Call) -> Result<Option<Stop>, StackFull> {
        let caller = self.slots;
        let stack = &self.core_ref().stack;
        stack.set_pc(call.pc);
        let frame = stack.push(call.callee, 0, call.slots, call.action).ok_or(StackFull)?;
        let slots = stack.slots(frame.base);
        for n in 0..call.count as usize {
            // SAFETY: the guest's compiler gives slots of the caller's frame, and no more than the callee has.
            unsafe { slots.add(n).write(caller.add(call.first as usize + n).read()) };
        }
        self.slots = slots;
        self.code = call.callee;
        Ok(self.count_call(call.callee))
    }

    #[inline]
    fn push_frame_with(&mut self, call: Call, args: &[Word]) -> Result<Option<Stop>, StackFull> {
        let stack = &self.core_ref().stack;
        stack.set_pc(call.pc);
        let frame = stack.push(call.callee, 0, call.slots, call.action).ok_or(StackFull)?;
        let slots = stack.slots(frame.base);
        assert!(args.len() <= call.slots as usize);
        for (n, &arg) in args.iter().enumerate() {
            // SAFETY: the callee has as many slots.
            unsafe { slots.add(n).write(arg) };
        }
        self.slots = slots;
        self.code = call.callee;
        Ok(self.count_call(call.callee))
    }

    #[inline]
    fn pop_frame(&mut self) -> Option<Caller> {
        let stack = &self.core_ref().stack;
        let done = stack.pop();
        if stack.depth() == self.floor {
            return None;
        }
        let caller = stack.top_frame();
        self.slots = stack.slots(caller.base);
        self.code = caller.code;
        Some(Caller { code: caller.code, pc: caller.pc, action: done.action })
    }

    #[inline]
    fn action(&self) -> Action {
        self.core_ref().stack.top_frame().action
    }

    fn finish(&mut self, result: Word) {
        self.core().result = result;
    }

    fn uncaught(&mut self, exception: Word, about: Box<dyn std::any::Any>) {
        self.core().set_uncaught(exception, about);
    }

    #[inline(always)]
    fn do_not_trace(&mut self) {}

    #[inline(always)]
    fn int_binary(&mut self, op: IntBinary, a: i64, b: i64) -> i64 {
        match op {
            IntBinary::Add => a.wrapping_add(b),
            IntBinary::Sub => a.wrapping_sub(b),
            IntBinary::Mul => a.wrapping_mul(b),
            _ => arith::int_binary(W64, op, a, b).expect("the guest has checked the divisor"),
        }
    }

    #[inline(always)]
    fn int_unary(&mut self, op: IntUnary, a: i64) -> i64 {
        arith::int_unary(W64, op, a)
    }

    #[inline(always)]
    fn int_checked(&mut self, op: CheckedInt, a: i64, b: i64) -> Option<i64> {
        match op {
            CheckedInt::Add => a.checked_add(b),
            CheckedInt::Sub => a.checked_sub(b),
            CheckedInt::Mul => a.checked_mul(b),
        }
    }

    #[inline(always)]
    fn int_compare(&mut self, op: IntCompare, a: i64, b: i64) -> i64 {
        self.int_test(op, a, b) as i64
    }

    #[inline(always)]
    fn int_test(&mut self, op: IntCompare, a: i64, b: i64) -> bool {
        match op {
            IntCompare::Lt => a < b,
            IntCompare::Le => a <= b,
            IntCompare::Eq => a == b,
            IntCompare::Ne => a != b,
            IntCompare::Gt => a > b,
            IntCompare::Ge => a >= b,
            IntCompare::UintLt => (a as u64) < b as u64,
            IntCompare::UintLe => a as u64 <= b as u64,
            IntCompare::UintGt => a as u64 > b as u64,
            IntCompare::UintGe => a as u64 >= b as u64,
        }
    }

    #[inline(always)]
    fn int_is_true(&mut self, a: i64) -> bool {
        a != 0
    }

    #[inline(always)]
    fn promote_int(&mut self, a: i64) -> i64 {
        a
    }

    #[inline(always)]
    fn float_binary(&mut self, op: FloatBinary, a: f64, b: f64) -> f64 {
        arith::float_binary(op, a, b)
    }

    #[inline(always)]
    fn float_unary(&mut self, op: FloatUnary, a: f64) -> f64 {
        arith::float_unary(op, a)
    }

    #[inline(always)]
    fn float_compare(&mut self, op: FloatCompare, a: f64, b: f64) -> i64 {
        arith::float_compare(op, a, b) as i64
    }

    #[inline(always)]
    fn float_test(&mut self, op: FloatCompare, a: f64, b: f64) -> bool {
        arith::float_compare(op, a, b)
    }

    #[inline(always)]
    fn int_to_float(&mut self, a: i64) -> f64 {
        a as f64
    }

    #[inline(always)]
    fn float_to_int(&mut self, a: f64) -> i64 {
        a as i64
    }

    #[inline(always)]
    fn float_to_bits(&mut self, a: f64) -> i64 {
        a.to_bits() as i64
    }

    #[inline(always)]
    fn bits_to_float(&mut self, a: i64) -> f64 {
        f64::from_bits(a as u64)
    }

    #[inline(always)]
    fn class_of(&mut self, r: Word) -> Option<ClassId> {
        self.core().class_of(r)
    }

    #[inline(always)]
    fn is_null(&mut self, r: Word) -> bool {
        r.is_null()
    }

    #[inline(always)]
    fn promote_ref(&mut self, r: Word) -> Word {
        r
    }

    #[inline(always)]
    fn assume(&mut self, _fact: FactId) {}

    #[inline(always)]
    fn assume_ref(&mut self, _fact: FactId, r: Word) -> Word {
        r
    }

    #[inline(always)]
    fn known(&mut self, _fact: FactId, object: Word) -> Word {
        object
    }

    #[inline]
    fn same(&mut self, a: Word, b: Word) -> bool {
        a == b || crate::identity::same_value(self.core(), a, b)
    }

    #[inline(always)]
    fn new(&mut self, class: ClassId) -> Word {
        self.core().heap.allocate_anyway(class)
    }

    #[inline(always)]
    fn box_int(&mut self, class: HybridRef, value: i64) -> Word {
        match Word::small(value) {
            Some(word) => word,
            None => {
                let object = self.new(class.class);
                // SAFETY: the object was just made, with this field.
                unsafe { Direct::address(object, class.value.offset).cast::<i64>().write(value) };
                object
            }
        }
    }

    #[inline(always)]
    fn unbox_int(&mut self, class: HybridRef, r: Word) -> i64 {
        match r.as_small() {
            Some(value) => value,
            // SAFETY: the guest has checked the class.
            None => unsafe { Direct::address(r, class.value.offset).cast::<i64>().read() },
        }
    }

    #[inline(always)]
    fn box_bool(&mut self, class: BoolRef, value: i64) -> Word {
        self.core().heap.root(if value != 0 { class.yes } else { class.no })
    }

    #[inline(always)]
    fn get_int(&mut self, r: Word, field: FieldRef) -> i64 {
        // SAFETY: the guest has checked the class, which has the field.
        unsafe { load_int(Direct::address(r, field.offset), field.storage) }
    }

    #[inline(always)]
    fn get_float(&mut self, r: Word, field: FieldRef) -> f64 {
        // SAFETY: as above.
        unsafe { load_float(Direct::address(r, field.offset), field.storage) }
    }

    #[inline(always)]
    fn get_ref(&mut self, r: Word, field: FieldRef) -> Word {
        // SAFETY: as above.
        unsafe { Direct::address(r, field.offset).cast::<Word>().read() }
    }

    #[inline(always)]
    fn set_int(&mut self, r: Word, field: FieldRef, value: i64) {
        // SAFETY: as above.
        unsafe { store_int(Direct::address(r, field.offset), field.storage, value) }
    }

    #[inline(always)]
    fn set_float(&mut self, r: Word, field: FieldRef, value: f64) {
        // SAFETY: as above.
        unsafe { store_float(Direct::address(r, field.offset), field.storage, value) }
    }

    #[inline(always)]
    fn set_ref(&mut self, r: Word, field: FieldRef, value: Word) {
        self.store_ref(r, Direct::address(r, field.offset), value);
    }

    fn new_array(&mut self, array: ArrayRef, length: i64) -> Word {
        self.core().heap.allocate_array_anyway(array.class, length as u64)
    }

    #[inline(always)]
    fn array_len(&mut self, _array: ArrayRef, r: Word) -> i64 {
        // SAFETY: the guest has checked that it is an array.
        unsafe { Direct::address(r, ARRAY_LENGTH_OFFSET).cast::<i64>().read() }
    }

    #[inline(always)]
    fn item_ref(&mut self, _array: ArrayRef, r: Word, index: i64) -> Word {
        // SAFETY: the guest has checked class and index.
        unsafe { Direct::reference_address(r, index).cast::<Word>().read() }
    }

    #[inline(always)]
    fn set_item_ref(&mut self, _array: ArrayRef, r: Word, index: i64, value: Word) {
        self.store_ref(r, Direct::reference_address(r, index), value);
    }

    #[inline(always)]
    fn item_int(&mut self, array: ArrayRef, r: Word, index: i64) -> i64 {
        // SAFETY: the guest has checked class and index.
        unsafe { load_int(item_address(array, r, index), array.item) }
    }

    #[inline(always)]
    fn set_item_int(&mut self, array: ArrayRef, r: Word, index: i64, value: i64) {
        // SAFETY: as above.
        unsafe { store_int(item_address(array, r, index), array.item, value) }
    }

    #[inline(always)]
    fn item_float(&mut self, array: ArrayRef, r: Word, index: i64) -> f64 {
        // SAFETY: as above.
        unsafe { load_float(item_address(array, r, index), array.item) }
    }

    #[inline(always)]
    fn set_item_float(&mut self, array: ArrayRef, r: Word, index: i64, value: f64) {
        // SAFETY: as above.
        unsafe { store_float(item_address(array, r, index), array.item, value) }
    }

    fn call(&mut self, helper: Helper, args: &[Arg<i64, Word>]) {
        self.call_words(helper, args);
    }

    fn call_int(&mut self, helper: Helper, args: &[Arg<i64, Word>]) -> i64 {
        self.call_words(helper, args) as i64
    }

    fn call_ref(&mut self, helper: Helper, args: &[Arg<i64, Word>]) -> Word {
        Word(self.call_words(helper, args))
    }

    fn peek(&self, r: Word) -> Word {
        r
    }

    fn try_call(&mut self, pc: u32, helper: Helper, args: &[Arg<i64, Word>], dst: u32) -> Result<(), Word> {
        // Who looks at the frames sees where this one is.
        self.core().stack.set_pc(pc);
        let result = self.call_words(helper, args);
        match std::mem::take(&mut self.core().context.exception) {
            0 => {
                self.set_local(dst, Word(result));
                Ok(())
            }
            exception => Err(Word(exception)),
        }
    }
}
