//! Fields and items by storage: for those who know a class from its descriptors only.
//!
//! Deoptimisation fills virtual objects, the recorder reads constants, tests build arbitrary objects. Code that knows
//! the Rust struct of a class uses that; compiled code uses the offsets. Loads extend and stores truncate as
//! [`lathe_ir::Storage`] says.

use crate::header::{ARRAY_ITEMS_OFFSET, Array, Header};
use crate::heap::Heap;
use crate::layout::storage_size;
use crate::word::Word;
use lathe_ir::{ClassId, Storage};
use std::ptr::NonNull;

/// What a field or an item holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    Int(i64),
    Float(f64),
    Ref(Word),
}

/// Where an item is in its array.
pub fn item_offset(item: Storage, index: u64) -> usize {
    ARRAY_ITEMS_OFFSET as usize + index as usize * storage_size(item)
}

impl Heap {
    /// The class of an object; `None` for null and small integers.
    pub fn class_of(&self, word: Word) -> Option<ClassId> {
        // SAFETY: a reference points to an object.
        word.as_pointer().map(|object| unsafe { object.as_ref() }.class())
    }

    /// The length of an array.
    ///
    /// # Safety
    /// `array` is an array of this heap.
    pub unsafe fn array_length(&self, array: NonNull<Header>) -> u64 {
        // SAFETY: the caller vouches for the array.
        unsafe { array.cast::<Array>().as_ref() }.length
    }

    /// What is at this offset.
    ///
    /// # Safety
    /// `object` is an object of this heap with a field or item of this storage at `offset`.
    pub unsafe fn get(&self, object: NonNull<Header>, offset: usize, storage: Storage) -> Content {
        // SAFETY: the caller vouches for object, offset and storage.
        unsafe {
            let place = object.byte_add(offset);
            match storage {
                Storage::I8 => Content::Int(place.cast::<i8>().read().into()),
                Storage::U8 => Content::Int(place.cast::<u8>().read().into()),
                Storage::I16 => Content::Int(place.cast::<i16>().read().into()),
                Storage::U16 => Content::Int(place.cast::<u16>().read().into()),
                Storage::I32 => Content::Int(place.cast::<i32>().read().into()),
                Storage::U32 => Content::Int(place.cast::<u32>().read().into()),
                Storage::I64 => Content::Int(place.cast::<i64>().read()),
                Storage::F32 => Content::Float(place.cast::<f32>().read().into()),
                Storage::F64 => Content::Float(place.cast::<f64>().read()),
                Storage::Ref(_) => Content::Ref(place.cast::<Word>().read()),
            }
        }
    }

    /// Store at this offset; a reference with its barrier.
    ///
    /// # Panics
    /// If the content is not of the storage's type.
    ///
    /// # Safety
    /// See [`Heap::get`].
    pub unsafe fn set(&mut self, object: NonNull<Header>, offset: usize, storage: Storage, content: Content) {
        // SAFETY: the caller vouches for object, offset and storage.
        unsafe {
            let place = object.byte_add(offset);
            match (storage, content) {
                (Storage::I8 | Storage::U8, Content::Int(x)) => place.cast().write(x as u8),
                (Storage::I16 | Storage::U16, Content::Int(x)) => place.cast().write(x as u16),
                (Storage::I32 | Storage::U32, Content::Int(x)) => place.cast().write(x as u32),
                (Storage::I64, Content::Int(x)) => place.cast().write(x),
                (Storage::F32, Content::Float(x)) => place.cast().write(x as f32),
                (Storage::F64, Content::Float(x)) => place.cast().write(x),
                (Storage::Ref(_), Content::Ref(word)) => {
                    place.cast().write(word);
                    self.write_barrier(object);
                }
                (storage, content) => panic!("{content:?} does not fit {storage:?}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Collection, Config, Layouts, Registry};
    use lathe_ir::{Descriptors, RefType};

    #[test]
    fn stores_and_loads_agree_with_the_ir() {
        let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
        let ints =
            [Storage::I8, Storage::U8, Storage::I16, Storage::U16, Storage::I32, Storage::U32, Storage::I64];
        let floats = [Storage::F32, Storage::F64];
        let any = Storage::Ref(RefType::Any);
        let mut registry = Registry { descriptors: &mut descriptors, layouts: &mut layouts };
        let mut class = |storage| registry.array(&format!("{storage:?}"), storage, false);
        let int_classes = ints.map(&mut class);
        let float_classes = floats.map(&mut class);
        let words = class(any);
        let mut heap = Heap::new(Config::default(), layouts);
        let array = |heap: &mut Heap, class| {
            let word = heap.allocate_array(class, 3).expect("room");
            assert_eq!(heap.class_of(word), Some(class));
            word.as_pointer().expect("an array")
        };
        // SAFETY: arrays of three items, used before anything else is allocated.
        unsafe {
            for (storage, class) in ints.into_iter().zip(int_classes) {
                let array = array(&mut heap, class);
                assert_eq!(heap.array_length(array), 3);
                for x in [0, 1, -1, 127, 128, 255, 256, 65_535, -40_000, 1 << 31, i64::MIN, i64::MAX] {
                    let offset = item_offset(storage, 1);
                    heap.set(array, offset, storage, Content::Int(x));
                    assert_eq!(heap.get(array, offset, storage), Content::Int(storage.store_int(x)));
                }
                assert_eq!(heap.get(array, item_offset(storage, 0), storage), Content::Int(0));
                assert_eq!(heap.get(array, item_offset(storage, 2), storage), Content::Int(0));
            }
            for (storage, class) in floats.into_iter().zip(float_classes) {
                let array = array(&mut heap, class);
                for x in [0.1, -0.0, 1e300, f64::INFINITY] {
                    heap.set(array, item_offset(storage, 1), storage, Content::Float(x));
                    let stored = Content::Float(storage.store_float(x));
                    assert_eq!(heap.get(array, item_offset(storage, 1), storage), stored);
                }
            }
            let old = array(&mut heap, words);
            heap.add_root(Word::from_pointer(old));
            heap.collect(Collection::Minor);
            let young = Word::from_pointer(array(&mut heap, words));
            heap.set(old, item_offset(any, 2), any, Content::Ref(young));
            heap.collect(Collection::Minor);
            assert_eq!(heap.get(old, item_offset(any, 2), any), Content::Ref(young));
            assert_eq!(heap.check_heap().objects, 2);
            assert_eq!(heap.class_of(Word::NULL), None);
            assert_eq!(heap.class_of(Word::wrap_small(4)), None);
        }
    }

    #[test]
    #[should_panic(expected = "does not fit")]
    fn a_float_is_no_int() {
        let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
        let class =
            Registry { descriptors: &mut descriptors, layouts: &mut layouts }.array("A", Storage::I64, false);
        let mut heap = Heap::new(Config::default(), layouts);
        let array = heap.allocate_array(class, 1).expect("room").as_pointer().expect("an array");
        // SAFETY: an array of one item.
        unsafe { heap.set(array, item_offset(Storage::I64, 0), Storage::I64, Content::Float(1.0)) };
    }
}
