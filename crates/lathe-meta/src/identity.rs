//! Identity of objects of value classes: class and field bits.

use crate::core::{Core, HYBRID};
use crate::direct::load_const;
use lathe_heap::Word;
use lathe_ir::Type;

/// Two different words: the same number? References within value objects are compared by word.
pub fn same_value(core: &Core, a: Word, b: Word) -> bool {
    let (Some(class), Some(other)) = (core.class_of(a), core.class_of(b)) else { return false };
    // A small integer and a boxed one are never the same number, and two small ones would be the same word.
    let both_boxed = a.is_pointer() && b.is_pointer();
    if class != other || !both_boxed || !core.descriptors.is_value_class(class) {
        return false;
    }
    debug_assert!(class == HYBRID || core.descriptors.is_value_class(class));
    core.descriptors.record_fields(class).iter().all(|&field| {
        let offset = core.heap.layouts().offset(field);
        let storage = core.descriptors.field(field).storage;
        if storage.ty() == Type::Ref {
            let load = |object: Word| {
                // SAFETY: both are objects of the class, which has a reference at this offset.
                unsafe { (object.0 as *const u8).add(offset as usize).cast::<Word>().read() }
            };
            load(a) == load(b)
        } else {
            load_const(a, offset, storage) == load_const(b, offset, storage)
        }
    })
}
