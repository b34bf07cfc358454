//! The evaluator's objects in real memory.

use crate::object::{ITEMS_OFFSET, LENGTH_OFFSET, Layouts, storage_size};
use lathe_heap::{Bump, Header};
use lathe_ir::eval::{Datum, Heap, Loc, Object};
use lathe_ir::{ClassId, Descriptors, Representation, Storage, Type};
use rustc_hash::FxHashMap;

const ARENA_WORDS: usize = 1 << 15;

/// Where the evaluator's objects are.
#[derive(Debug)]
pub struct Memory {
    chunks: Vec<Vec<u64>>,
    pub bump: Box<Bump>,
    /// By location; 0 if it has no place yet. Small integers have none.
    pub addresses: Vec<u64>,
    pub locations: FxHashMap<u64, Loc>,
}

impl Memory {
    /// The constant objects, which are the evaluator's first, have their places, which do not change; and the word of each.
    pub fn with_constants(descriptors: &Descriptors, model: &Layouts) -> (Memory, Vec<u64>) {
        let mut memory = Memory::new();
        let heap = Heap::new(descriptors);
        memory.write_all(descriptors, model, &heap);
        let constants = 0..descriptors.objects.len() as u32;
        let words = constants.map(|index| memory.word(descriptors, &heap, Datum::object(Loc(index))));
        let words = words.collect();
        (memory, words)
    }

    fn new() -> Memory {
        let mut memory = Memory {
            chunks: Vec::new(),
            bump: Box::new(Bump { top: std::ptr::null_mut(), end: std::ptr::null_mut() }),
            addresses: Vec::new(),
            locations: FxHashMap::default(),
        };
        memory.add_chunk(ARENA_WORDS);
        memory
    }

    fn add_chunk(&mut self, words: usize) {
        let mut chunk = vec![0u64; words];
        let range = chunk.as_mut_ptr_range();
        *self.bump = Bump { top: range.start.cast(), end: range.end.cast() };
        self.chunks.push(chunk);
    }

    /// Zeroed memory. The rest of the old chunk is given up.
    pub fn allocate(&mut self, bytes: usize) -> u64 {
        if (self.bump.end as usize) - (self.bump.top as usize) < bytes {
            self.add_chunk(ARENA_WORDS.max(bytes / 8));
        }
        let address = self.bump.top as u64;
        self.bump.top = self.bump.top.wrapping_add(bytes);
        address
    }

    /// Starts over for another run; the first objects are constants of the code.
    pub fn forget_all_but(&mut self, constants: usize) {
        self.addresses.truncate(constants);
        let kept = &self.addresses;
        self.locations.retain(|address, _| kept.contains(address));
    }

    pub fn place(&mut self, loc: Loc, address: u64) {
        if self.addresses.len() <= loc.index() {
            self.addresses.resize(loc.index() + 1, 0);
        }
        self.addresses[loc.index()] = address;
        self.locations.insert(address, loc);
    }

    /// A small integer, if the object is one.
    fn small(descriptors: &Descriptors, object: &Object) -> Option<u64> {
        let hybrid = descriptors.class(object.class).representation == Representation::Hybrid;
        let value = object.fields.first().filter(|_| hybrid)?.int().ok()?;
        let doubled = value.checked_mul(2)?;
        Some(doubled as u64 | 1)
    }

    pub fn word(&self, descriptors: &Descriptors, heap: &Heap, datum: Datum) -> u64 {
        match datum {
            Datum::Int(x) => x as u64,
            Datum::Float(x) => x.to_bits(),
            Datum::Ref(None) => 0,
            Datum::Ref(Some(loc)) => {
                Memory::small(descriptors, heap.object(loc)).unwrap_or_else(|| self.addresses[loc.index()])
            }
        }
    }

    pub fn datum(&mut self, descriptors: &Descriptors, heap: &mut Heap, ty: Type, word: u64) -> Datum {
        match ty {
            Type::Int => Datum::Int(word as i64),
            Type::Float => Datum::Float(f64::from_bits(word)),
            Type::Ref if word == 0 => Datum::Ref(None),
            Type::Ref if word & 1 == 1 => {
                let hybrid = |class: &lathe_ir::Class| class.representation == Representation::Hybrid;
                let class = descriptors.classes.iter().position(hybrid).expect("a hybrid class");
                let loc = heap.allocate(descriptors, ClassId(class as u32)).expect("a record");
                heap.objects[loc.index()].fields[0] = Datum::Int(word as i64 >> 1);
                Datum::object(loc)
            }
            Type::Ref => Datum::object(self.locations[&word]),
        }
    }

    /// Writes every object of the evaluator's heap to its place.
    pub fn write_all(&mut self, descriptors: &Descriptors, model: &Layouts, heap: &Heap) {
        for (index, object) in heap.objects.iter().enumerate() {
            let known = self.addresses.get(index).copied().unwrap_or(0);
            if known == 0 && Memory::small(descriptors, object).is_none() {
                let address = self.allocate(size(descriptors, model, object));
                self.place(Loc(index as u32), address);
            } else if known == 0 {
                self.addresses.resize(self.addresses.len().max(index + 1), 0);
            }
        }
        for (index, object) in heap.objects.iter().enumerate() {
            let address = self.addresses[index];
            if address != 0 {
                self.write(descriptors, model, heap, object, address);
            }
        }
    }

    fn write(&self, descriptors: &Descriptors, model: &Layouts, heap: &Heap, object: &Object, address: u64) {
        // SAFETY: the place has the object's size (`allocate` in `write_all`, or compiled code itself), in memory that is
        // never freed or moved.
        unsafe {
            (address as *mut u64).write(Header::word(object.class));
            if descriptors.item(object.class).is_some() {
                let at = address + LENGTH_OFFSET as u64;
                (at as *mut u64).write(object.fields.len() as u64);
            }
        }
        for (index, &field) in object.fields.iter().enumerate() {
            let (offset, storage) = field_place(descriptors, model, object.class, index);
            let word = self.word(descriptors, heap, field);
            let at = address + offset;
            // SAFETY: as above; the field lies within the object, aligned to its size.
            unsafe {
                match storage {
                    Storage::I8 | Storage::U8 => (at as *mut u8).write(word as u8),
                    Storage::I16 | Storage::U16 => (at as *mut u16).write(word as u16),
                    Storage::I32 | Storage::U32 => (at as *mut u32).write(word as u32),
                    Storage::F32 => (at as *mut f32).write(f64::from_bits(word) as f32),
                    Storage::I64 | Storage::F64 | Storage::Ref(_) => (at as *mut u64).write(word),
                }
            }
        }
    }
}

fn size(descriptors: &Descriptors, model: &Layouts, object: &Object) -> usize {
    match descriptors.item(object.class) {
        Some(item) => (ITEMS_OFFSET as usize + storage_size(item) * object.fields.len()).next_multiple_of(8),
        None => model.get(object.class).size as usize,
    }
}

pub fn field_place(
    descriptors: &Descriptors,
    model: &Layouts,
    class: ClassId,
    index: usize,
) -> (u64, Storage) {
    match descriptors.item(class) {
        Some(item) => (ITEMS_OFFSET as u64 + storage_size(item) as u64 * index as u64, item),
        None => {
            let field = descriptors.record_fields(class)[index];
            (model.offset(field) as u64, descriptors.field(field).storage)
        }
    }
}
