//! Objects: allocation, fields, items.
//!
//! The IR has no derived pointers: an address is formed at the access, and only object references live across ops.

use super::function::Lower;
use super::is_hybrid;
use crate::context::VmContext;
use crate::object::{FLAGS_OFFSET, ITEMS_OFFSET, LENGTH_OFFSET, SMALL_TAG, UNLOGGED, storage_size};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, BlockArg, InstBuilder, MemFlagsData, types};
use lathe_heap::{Bump, Header};
use lathe_ir::{ClassId, FieldId, Operand, Storage, Value};
use std::mem::offset_of;

/// An object of a hybrid class before it is a word.
#[derive(Clone, Copy, Debug)]
pub struct Unmade {
    pub class: ClassId,
    /// What it holds; 0 until somebody says otherwise.
    pub content: Operand,
}

/// Where a store goes.
#[derive(Clone, Copy, Debug)]
struct Place {
    object: ir::Value,
    address: ir::Value,
    offset: i32,
    storage: Storage,
}

impl Lower<'_, '_> {
    // --- Allocation -------------------------------------------------------------------------------------------------

    /// `None` for a hybrid class: whether it is an object at all depends on the value that is stored into it next.
    pub fn new_record(&mut self, class: ClassId, result: Option<Value>) -> Option<ir::Value> {
        let v = result.expect("new has a result");
        if is_hybrid(self.unit.descriptors, class) {
            self.unmade.insert(v, Unmade { class, content: Operand::int(0) });
            return None;
        }
        let layout = self.unit.layouts.get(class);
        if !layout.inline_allocation() {
            self.newest = Some(v);
            return Some(self.new_slow(class));
        }
        let size = layout.size;
        let object = self.bump(size, class);
        self.newest = Some(v);
        Some(object)
    }

    /// Cuts an object off the bump window, whose memory is zero; the header is all there is to write.
    fn bump(&mut self, size: u32, class: ClassId) -> ir::Value {
        let window = self.context_word(offset_of!(VmContext, bump));
        let (top_at, end_at) = (offset_of!(Bump, top) as i32, offset_of!(Bump, end) as i32);
        let object = self.b.ins().load(types::I64, MemFlagsData::trusted(), window, top_at);
        let end = self.b.ins().load(types::I64, MemFlagsData::trusted(), window, end_at);
        let top = self.b.ins().iadd_imm_s(object, size as i64);
        let fits = self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, top, end);
        let (fast, slow, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(slow);
        let result = self.b.append_block_param(done, types::I64);
        self.b.ins().brif(fits, fast, &[], slow, &[]);

        self.b.switch_to_block(fast);
        self.b.ins().store(MemFlagsData::trusted(), top, window, top_at);
        let header = self.b.ins().iconst(types::I64, Header::word(class) as i64);
        self.b.ins().store(MemFlagsData::trusted(), header, object, 0);
        self.b.ins().jump(done, &[BlockArg::Value(object)]);

        self.b.switch_to_block(slow);
        let object = self.new_slow(class);
        self.b.ins().jump(done, &[BlockArg::Value(object)]);

        self.b.switch_to_block(done);
        result
    }

    fn new_slow(&mut self, class: ClassId) -> ir::Value {
        let class = self.b.ins().iconst(types::I64, class.0 as i64);
        self.call_slow(self.unit.runtime.new_record, &[class]);
        self.slow_result()
    }

    pub fn new_array(&mut self, class: ClassId, len: Operand) -> ir::Value {
        let len = self.operand(len);
        let class = self.b.ins().iconst(types::I64, class.0 as i64);
        self.newest = None;
        self.call_runtime(self.unit.runtime.new_array, &[class, len], true).expect("it has a result")
    }

    /// A small integer if it fits, else an object.
    pub fn make_hybrid(&mut self, unmade: Unmade) -> ir::Value {
        let done = self.b.create_block();
        let result = self.b.append_block_param(done, types::I64);
        self.with_hybrid(unmade, done, |_, word| vec![BlockArg::Value(word)]);
        // Boxing may have collected garbage.
        self.newest = None;
        result
    }

    /// Makes the word on both ways, that of small integers and that of others, and has `use_it` done on each; both go on to
    /// `done`, with what `use_it` gives.
    fn with_hybrid(
        &mut self,
        unmade: Unmade,
        done: Block,
        mut use_it: impl FnMut(&mut Self, ir::Value) -> Vec<BlockArg>,
    ) {
        let value = self.operand(unmade.content);
        let (fits, boxed) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(boxed);
        self.mark_flag(true);
        let (doubled, too_big) = self.b.ins().sadd_overflow(value, value);
        self.b.ins().brif(too_big, boxed, &[], fits, &[]);
        self.mark_flag(false);

        self.b.switch_to_block(fits);
        let small = self.b.ins().bor_imm_s(doubled, SMALL_TAG);
        let passed = use_it(self, small);
        self.b.ins().jump(done, &passed);

        self.b.switch_to_block(boxed);
        let class = self.b.ins().iconst(types::I64, unmade.class.0 as i64);
        self.call_slow(self.unit.runtime.box_int, &[class, value]);
        let object = self.slow_result();
        let passed = use_it(self, object);
        self.b.ins().jump(done, &passed);
        self.b.switch_to_block(done);
    }

    /// Stores an object of a hybrid class that nobody has wanted yet. On the way of small integers there is nothing to tell
    /// the collector.
    fn store_hybrid(&mut self, base: Operand, to: Place, v: Value, unmade: Unmade) {
        let wanted_later = !self.dies(v.into());
        let done = self.b.create_block();
        let result = wanted_later.then(|| self.b.append_block_param(done, types::I64));
        let mut small = true;
        self.with_hybrid(unmade, done, |lower, word| {
            lower.store(to.storage, word, to.address, to.offset);
            if !std::mem::take(&mut small) {
                lower.barrier_unless_logged(to.object);
            }
            if wanted_later { vec![BlockArg::Value(word)] } else { Vec::new() }
        });
        if let Some(word) = result {
            self.know_hybrid(v);
            self.define(v, word);
        }
        // Boxing may have collected garbage. The object that was stored into is remembered then.
        if base.as_value() != self.newest {
            self.newest = None;
        }
    }

    // --- Fields -----------------------------------------------------------------------------------------------------

    pub fn get(&mut self, base: Operand, field: FieldId) -> ir::Value {
        let descriptor = self.unit.descriptors.field(field);
        let (class, storage) = (descriptor.class, descriptor.storage);
        let offset = self.unit.layouts.offset(field) as i32;
        if !is_hybrid(self.unit.descriptors, class) {
            let p = self.operand(base);
            return self.load(storage, p, offset);
        }
        if let Some(value) = base.as_value().and_then(|v| self.unboxed(v)) {
            return value;
        }
        let p = self.operand(base);
        let (boxed, done) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I64);
        let small = self.b.ins().band_imm_s(p, SMALL_TAG);
        let value = self.b.ins().sshr_imm_s(p, 1);
        self.b.ins().brif(small, done, &[BlockArg::Value(value)], boxed, &[]);
        self.b.switch_to_block(boxed);
        self.b.set_cold_block(boxed);
        let value = self.load(storage, p, offset);
        self.b.ins().jump(done, &[BlockArg::Value(value)]);
        self.b.switch_to_block(done);
        result
    }

    /// A field of what is an object for certain.
    pub fn load_field(&mut self, p: ir::Value, field: FieldId) -> ir::Value {
        let storage = self.unit.descriptors.field(field).storage;
        self.load(storage, p, self.unit.layouts.offset(field) as i32)
    }

    pub fn set(&mut self, base: Operand, field: FieldId, value: Operand) {
        if let Operand::Value(v) = base
            && let Some(unmade) = self.unmade.get_mut(&v)
        {
            unmade.content = value;
            return;
        }
        let storage = self.unit.descriptors.field(field).storage;
        let offset = self.unit.layouts.offset(field) as i32;
        let p = self.operand(base);
        self.store_and_tell(base, Place { object: p, address: p, offset, storage }, value);
    }

    // --- Items ------------------------------------------------------------------------------------------------------

    pub fn get_item(&mut self, class: ClassId, base: Operand, index: Operand) -> ir::Value {
        let storage = self.unit.descriptors.item(class).expect("an array class");
        let p = self.operand(base);
        let (address, offset) = self.item_address(p, index, storage);
        self.load(storage, address, offset)
    }

    pub fn set_item(&mut self, class: ClassId, base: Operand, index: Operand, value: Operand) {
        let storage = self.unit.descriptors.item(class).expect("an array class");
        let p = self.operand(base);
        let (address, offset) = self.item_address(p, index, storage);
        self.store_and_tell(base, Place { object: p, address, offset, storage }, value);
    }

    pub fn array_len(&mut self, base: Operand) -> ir::Value {
        let p = self.operand(base);
        self.b.ins().load(types::I64, MemFlagsData::trusted(), p, LENGTH_OFFSET)
    }

    fn item_address(&mut self, p: ir::Value, index: Operand, storage: Storage) -> (ir::Value, i32) {
        let size = storage_size(storage);
        if let Some(index) = index.as_int()
            && let Ok(offset) = i32::try_from(index.wrapping_mul(size as i64) + ITEMS_OFFSET as i64)
        {
            return (p, offset);
        }
        let index = self.operand(index);
        let scaled = self.b.ins().ishl_imm_s(index, size.trailing_zeros() as i64);
        (self.b.ins().iadd(p, scaled), ITEMS_OFFSET as i32)
    }

    // --- Memory -----------------------------------------------------------------------------------------------------

    fn load(&mut self, storage: Storage, p: ir::Value, offset: i32) -> ir::Value {
        let flags = MemFlagsData::trusted();
        let ins = self.b.ins();
        match storage {
            Storage::I8 => ins.sload8(types::I64, flags, p, offset),
            Storage::U8 => ins.uload8(types::I64, flags, p, offset),
            Storage::I16 => ins.sload16(types::I64, flags, p, offset),
            Storage::U16 => ins.uload16(types::I64, flags, p, offset),
            Storage::I32 => ins.sload32(flags, p, offset),
            Storage::U32 => ins.uload32(flags, p, offset),
            Storage::I64 | Storage::Ref(_) => ins.load(types::I64, flags, p, offset),
            Storage::F64 => ins.load(types::F64, flags, p, offset),
            Storage::F32 => {
                let single = ins.load(types::F32, flags, p, offset);
                self.b.ins().fpromote(types::F64, single)
            }
        }
    }

    fn store(&mut self, storage: Storage, value: ir::Value, p: ir::Value, offset: i32) {
        let flags = MemFlagsData::trusted();
        let ins = self.b.ins();
        match storage {
            Storage::I8 | Storage::U8 => ins.istore8(flags, value, p, offset),
            Storage::I16 | Storage::U16 => ins.istore16(flags, value, p, offset),
            Storage::I32 | Storage::U32 => ins.istore32(flags, value, p, offset),
            Storage::I64 | Storage::Ref(_) | Storage::F64 => ins.store(flags, value, p, offset),
            Storage::F32 => {
                let single = ins.fdemote(types::F32, value);
                self.b.ins().store(flags, single, p, offset)
            }
        };
    }

    /// Stores, and tells the collector if need be.
    fn store_and_tell(&mut self, base: Operand, to: Place, value: Operand) {
        if let Operand::Value(v) = value
            && let Some(unmade) = self.unmade.remove(&v)
        {
            return self.store_hybrid(base, to, v, unmade);
        }
        let word = self.operand(value);
        self.store(to.storage, word, to.address, to.offset);
        self.barrier(base, to.object, to.storage, value, word);
    }

    /// Tells the collector that an old object may now refer to a young one. Not needed for the object that was just
    /// allocated, nor for null and constants (which the root table keeps alive and old objects may refer to: they are marked
    /// through it).
    fn barrier(&mut self, base: Operand, p: ir::Value, storage: Storage, value: Operand, word: ir::Value) {
        let is_newest = base.as_value().is_some_and(|v| self.newest == Some(v));
        if !matches!(storage, Storage::Ref(_)) || is_newest || value.as_const().is_some() {
            return;
        }
        // A small integer is no object, which is known without a look at memory.
        if value.as_value().is_some_and(|v| self.is_known_hybrid(v)) {
            let (boxed, done) = (self.b.create_block(), self.b.create_block());
            self.b.set_cold_block(boxed);
            let small = self.b.ins().band_imm_s(word, SMALL_TAG);
            self.b.ins().brif(small, done, &[], boxed, &[]);
            self.b.switch_to_block(boxed);
            self.barrier_unless_logged(p);
            self.b.ins().jump(done, &[]);
            self.b.switch_to_block(done);
        } else {
            self.barrier_unless_logged(p);
        }
    }

    fn barrier_unless_logged(&mut self, p: ir::Value) {
        let (slow, done) = (self.b.create_block(), self.b.create_block());
        let flags = self.b.ins().load(types::I32, MemFlagsData::trusted(), p, FLAGS_OFFSET);
        let unlogged = self.b.ins().band_imm_s(flags, UNLOGGED as i64);
        self.b.set_cold_block(slow);
        self.b.ins().brif(unlogged, slow, &[], done, &[]);
        self.b.switch_to_block(slow);
        self.call_slow(self.unit.runtime.barrier, &[p]);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
    }
}
