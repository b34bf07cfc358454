//! Does the same to a heap and to the model, at random, and compares.

use crate::model::{Id, Model, Object, Slot};
use lathe_heap::*;
use lathe_ir::{ClassId, Descriptors, RefType, Shape, Storage};
use std::cell::RefCell;
use std::collections::HashSet;
use std::hint::black_box;
use std::rc::Rc;

heap_class! {
    pub struct Empty {}
}
heap_class! {
    pub struct Node { left: Word, value: i64, right: Word }
}
heap_class! {
    pub struct Mixed extends Node { a: u8, b: Word, c: i16, d: f32, e: u32, f: i8, g: Word, h: f64, i: u16, j: i32 }
}
heap_class! {
    pub struct File: finalizer { next: Word, number: i64 }
}
heap_class! {
    pub struct Watch: weak { referent: Word, callback: Word }
}

const STORAGES: [Storage; 10] = [
    Storage::I8,
    Storage::U8,
    Storage::I16,
    Storage::U16,
    Storage::I32,
    Storage::U32,
    Storage::I64,
    Storage::F32,
    Storage::F64,
    Storage::Ref(RefType::Any),
];
/// A record with more references than a mask has bits.
const LONG: usize = 70;

pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 16) % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Words that may be anything, as in an exit frame.
#[derive(Default)]
pub struct Frame(RefCell<Vec<u64>>);

impl RootSource for Frame {
    fn visit(&self, visitor: &mut RootVisitor<'_, '_>) {
        visitor.ambiguous(&self.0.borrow());
    }
}

pub struct Driver {
    pub heap: Box<Heap>,
    pub model: Model,
    pub random: Random,
    classes: Vec<ClassId>,
    roots: Vec<RootIndex>,
    vector: RootedVec,
    frame: Rc<Frame>,
    /// Is the model exact, or are there roots that it does not know?
    exact: bool,
    pub sizes: Sizes,
}

#[derive(Clone, Copy)]
pub struct Sizes {
    pub objects: usize,
    pub array: usize,
}

/// Half of the roots are in the table, half in a rooted vector.
const ROOTS: usize = 40;

impl Driver {
    pub fn new(seed: u64, config: Config, exact: bool, sizes: Sizes) -> Driver {
        let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
        let mut registry = Registry { descriptors: &mut descriptors, layouts: &mut layouts };
        let mut classes = vec![
            Empty::register(&mut registry),
            Node::register(&mut registry),
            Mixed::register(&mut registry),
            File::register(&mut registry),
            Watch::register(&mut registry),
        ];
        for storage in STORAGES {
            classes.push(registry.array(&format!("{storage:?}"), storage, false));
        }
        classes.push(long_class(&mut descriptors));
        layouts.define_all(&descriptors);
        let mut heap = Heap::new(config, layouts);
        let frame = Rc::new(Frame::default());
        heap.add_root_source(&frame);
        let vector = heap.rooted_vec();
        vector.extend(&[Word::NULL; ROOTS / 2]);
        let roots = (0..ROOTS / 2).map(|_| heap.add_root(Word::NULL)).collect();
        let model = Model { roots: vec![Slot::Null; ROOTS], ..Model::default() };
        Driver { heap, model, random: Random(seed | 1), classes, roots, vector, frame, exact, sizes }
    }

    pub fn step(&mut self) {
        match self.random.below(100) {
            0..40 => {
                if let Some(id) = self.allocate() {
                    self.use_object(id);
                }
            }
            40..75 => self.mutate(),
            75..85 => {
                let value = self.pick();
                self.set_root(value);
            }
            85..90 => self.change_frame(),
            90..94 => self.drain_queues(),
            94 => {
                let id = self.pick();
                if let Slot::Object(id) = id {
                    self.heap.add_finalizer(self.model.objects[&id].word);
                    self.model.with_finalizer.push(id);
                }
            }
            95 => self.collect(Collection::Minor),
            96 if self.random.chance(30) => self.collect(Collection::Major),
            _ => self.compare_one(),
        }
        if self.model.objects.len() > self.sizes.objects {
            for _ in 0..ROOTS {
                self.set_root(Slot::Null);
            }
            self.change_frame();
            self.drain_queues();
            self.collect(Collection::Major);
        }
    }

    /// Everything the model knows is in the heap as it should be, and nothing else.
    pub fn compare(&mut self) {
        let checked = self.heap.check_heap();
        let reachable = self.model.reachable();
        let ids: Vec<Id> = self.model.objects.keys().copied().collect();
        for id in ids {
            if self.exact || reachable.contains(&id) {
                self.compare_object(id);
            }
        }
        if self.exact {
            assert_eq!(checked.objects, self.model.objects.len());
            assert!(checked.reachable <= reachable.len());
        }
    }

    fn collect(&mut self, collection: Collection) {
        self.heap.collect(collection);
        self.collect_model(collection == Collection::Major);
    }

    fn collect_model(&mut self, full: bool) {
        self.model.collect(full);
        if !self.exact {
            // The heap may know a root of the referent, and not have queued the weak reference.
            self.model.cleared.clear();
        }
    }

    pub fn drain_queues(&mut self) {
        let mut finalizable = vec![];
        while let Some(word) = self.heap.take_finalizable() {
            finalizable.push(word);
        }
        let mut cleared = HashSet::new();
        while let Some(word) = self.heap.take_cleared_weak() {
            cleared.insert(word);
        }
        let word = |id: &Id| self.model.objects[id].word;
        if self.exact {
            assert_eq!(finalizable, self.model.finalizable.iter().map(word).collect::<Vec<_>>());
            assert_eq!(cleared, self.model.cleared.iter().map(word).collect());
        } else {
            // The heap may find them dead later than the model, never earlier: but then with what they reach.
            let gone = |id: &Id| finalizable.contains(&self.model.objects[id].word);
            self.model.finalizable.retain(|id| !gone(id));
            self.model.with_finalizer.retain(|id| !gone(id));
            assert!(!self.model.reachable().iter().any(gone));
            return;
        }
        self.model.finalizable.clear();
        self.model.cleared.clear();
    }

    /// A new object with some contents, which only the model knows yet.
    pub fn allocate(&mut self) -> Option<Id> {
        let class = self.random.below(self.classes.len());
        let before = self.heap.stats();
        let layout = self.heap.layouts().get(self.classes[class]);
        let item = layout.item;
        let weak = layout.weak.map(|offset| {
            layout.fields.iter().position(|place| place.offset == offset).expect("a field") as u64
        });
        let fields = layout.fields.len() as u64;
        let finalizer = layout.finalizer;
        let length = if item.is_some() { self.length() } else { fields };
        let word = match item {
            Some(_) => self.heap.allocate_array(self.classes[class], length),
            None => self.heap.allocate(self.classes[class]),
        };
        let after = self.heap.stats();
        assert!(after.minor.count - before.minor.count <= 1);
        if after.minor.count > before.minor.count {
            self.collect_model(false);
        }
        for _ in before.major.count..after.major.count {
            self.collect_model(true);
        }
        let Ok(word) = word else {
            return None;
        };
        let slots = Default::default();
        let id = self.model.add(Object { class, word, length, slots, weak, old: false });
        if finalizer {
            self.model.with_finalizer.push(id);
        }
        for _ in 0..8 {
            let slot = self.random.next() % length.max(1);
            self.compare_slot(id, slot);
        }
        for _ in 0..self.random.below(6) {
            self.write(id, true);
        }
        Some(id)
    }

    fn length(&mut self) -> u64 {
        let most = match self.random.below(1000) {
            0..700 => 20,
            700..900 => 300,
            900..980 => 1_000,
            980..998 => 20_000,
            _ => 300_000,
        };
        self.random.below(most.min(self.sizes.array)) as u64
    }

    fn use_object(&mut self, id: Id) {
        match self.random.below(10) {
            0..4 => self.set_root(Slot::Object(id)),
            4..8 => {
                if let Slot::Object(owner) = self.pick() {
                    self.write_value(owner, Some(Slot::Object(id)), false);
                }
            }
            _ => {}
        }
    }

    fn set_root(&mut self, value: Slot) {
        let index = self.random.below(ROOTS);
        self.model.roots[index] = value;
        let word = self.word(value);
        match self.roots.get(index) {
            Some(&root) if self.random.chance(50) => {
                self.heap.remove_root(root);
                self.roots[index] = self.heap.add_root(word);
            }
            Some(&root) => self.heap.set_root(root, word),
            None => self.vector.set(index - ROOTS / 2, word),
        }
    }

    /// New ambiguous words: inside objects, and nonsense.
    fn change_frame(&mut self) {
        self.model.frame.clear();
        let mut words = vec![self.random.next(), self.random.next() >> 17, 0, 1, u64::MAX];
        for _ in 0..self.random.below(5) {
            if let Slot::Object(id) = self.pick() {
                let object = &self.model.objects[&id];
                words.push(object.word.0 + self.random.next() % self.size(object));
                self.model.frame.push(id);
            }
        }
        // Addresses of nothing, in the middle of the heap: whatever they find, it stays as it is.
        if !self.exact {
            let near = words[words.len() - 1];
            words.extend((0..5).map(|i| near ^ (self.random.next() >> (40 + i))));
        }
        *self.frame.0.borrow_mut() = words;
    }

    fn size(&self, object: &Object) -> u64 {
        let layout = self.heap.layouts().get(self.classes[object.class]);
        match layout.item {
            Some(_) => layout.array_size(object.length).expect("it exists") as u64,
            None => layout.size as u64,
        }
    }

    fn mutate(&mut self) {
        if let Slot::Object(id) = self.pick() {
            for _ in 0..1 + self.random.below(3) {
                self.write(id, false);
            }
        }
    }

    /// Write a random slot. `new`: no allocation since the object was made, so references need no barrier.
    fn write(&mut self, id: Id, new: bool) {
        self.write_value(id, None, new);
    }

    fn write_value(&mut self, id: Id, value: Option<Slot>, new: bool) {
        let (length, class) = (self.model.objects[&id].length, self.model.objects[&id].class);
        if length == 0 {
            return;
        }
        let slot = self.random.next() % length;
        let (offset, storage) = self.place(class, slot);
        let object = self.model.objects[&id].word.as_pointer().expect("an object");
        let place = object.as_ptr().wrapping_byte_add(offset);
        let stored = if let Storage::Ref(_) = storage {
            let value = value.unwrap_or_else(|| self.pick());
            let word = self.word(value);
            // SAFETY: a live object with a reference at this offset.
            unsafe {
                if new && self.random.chance(50) {
                    place.cast::<Word>().write(word);
                } else {
                    self.heap.store(object, offset as u32, word);
                }
            }
            value
        } else {
            let bits = self.random.next() & mask(storage);
            // SAFETY: a live object with a scalar at this offset.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    bits.to_le_bytes().as_ptr(),
                    place.cast(),
                    storage_size(storage),
                )
            };
            Slot::Bits(bits)
        };
        self.model.objects.get_mut(&id).expect("it exists").slots.insert(slot, stored);
    }

    /// Something that the guest can reach: an object some steps from a root, a small integer, or null.
    pub fn pick(&mut self) -> Slot {
        match self.random.below(20) {
            0 => return Slot::Null,
            1 => return Slot::Small(self.random.next() as i64 >> 1),
            _ => {}
        }
        let mut found = if let Some(&local) = self.model.locals.last()
            && self.random.chance(50)
        {
            Slot::Object(local)
        } else {
            self.model.roots[self.random.below(ROOTS)]
        };
        for _ in 0..self.random.below(6) {
            let Slot::Object(id) = found else { break };
            let slots = &self.model.objects[&id].slots;
            if slots.is_empty() {
                break;
            }
            let next = *slots.values().nth(self.random.below(slots.len())).expect("a slot");
            if let Slot::Object(_) = next {
                found = next;
            }
        }
        found
    }

    fn word(&self, slot: Slot) -> Word {
        match slot {
            Slot::Null => Word::NULL,
            Slot::Small(value) => Word::small(value).expect("63 bits"),
            Slot::Object(id) => self.model.objects[&id].word,
            Slot::Bits(_) => unreachable!("not a reference"),
        }
    }

    fn place(&self, class: usize, slot: u64) -> (usize, Storage) {
        let layout = self.heap.layouts().get(self.classes[class]);
        match layout.item {
            Some(item) => (16 + slot as usize * storage_size(item), item),
            None => (layout.fields[slot as usize].offset as usize, layout.fields[slot as usize].storage),
        }
    }

    fn compare_one(&mut self) {
        if let Slot::Object(id) = self.pick() {
            self.compare_object(id);
        }
    }

    pub fn compare_object(&mut self, id: Id) {
        let object = &self.model.objects[&id];
        let class = self.classes[object.class];
        // SAFETY: the model says that the object exists.
        let header = unsafe { *object.word.cast::<Header>() };
        assert_eq!(header.class(), class, "object {id} at {:?}", object.word);
        if self.heap.layouts().get(class).item.is_some() {
            // SAFETY: an array.
            assert_eq!(unsafe { (*object.word.cast::<Array>()).length }, object.length);
        }
        let written: Vec<u64> = object.slots.keys().copied().collect();
        let length = object.length;
        for slot in written {
            self.compare_slot(id, slot);
        }
        for _ in 0..3.min(length) {
            let slot = self.random.next() % length;
            self.compare_slot(id, slot);
        }
    }

    fn compare_slot(&self, id: Id, slot: u64) {
        let object = &self.model.objects[&id];
        if slot >= object.length {
            return;
        }
        let (offset, storage) = self.place(object.class, slot);
        let mut bytes = [0; 8];
        // SAFETY: the model says that the object exists and has this slot.
        unsafe {
            let place = object.word.cast::<u8>().wrapping_add(offset);
            std::ptr::copy_nonoverlapping(place, bytes.as_mut_ptr(), storage_size(storage));
        }
        let found = u64::from_le_bytes(bytes);
        let expected = match object.slots.get(&slot) {
            None => 0,
            Some(Slot::Bits(bits)) => *bits,
            Some(&reference) => match reference {
                // A weak referent that the model believes dead may live on by a root that it does not know.
                Slot::Object(target) if !self.model.objects.contains_key(&target) => return,
                _ => self.word(reference).0,
            },
        };
        let unsure = !self.exact && object.weak == Some(slot);
        assert!(found == expected || unsure, "slot {slot} of object {id}: {found:#x}, not {expected:#x}");
    }

    /// Objects that only locals of this function know; more of them in the functions it calls.
    #[inline(never)]
    pub fn with_locals(&mut self, depth: usize) {
        let mut locals = [0u64; 4];
        let base = self.model.locals.len();
        for local in &mut locals {
            if let Some(id) = self.allocate() {
                let object = &self.model.objects[&id];
                *local = black_box(object.word.0 + self.random.next() % self.size(&self.model.objects[&id]));
                self.model.locals.push(id);
            }
        }
        for _ in 0..30 {
            self.step();
        }
        if depth > 0 {
            self.with_locals(depth - 1);
        }
        for id in self.model.locals.split_off(base) {
            self.compare_object(id);
        }
        black_box(&locals);
    }
}

fn mask(storage: Storage) -> u64 {
    u64::MAX >> (64 - 8 * storage_size(storage))
}

fn long_class(descriptors: &mut Descriptors) -> ClassId {
    let class = ClassId(descriptors.classes.len() as u32);
    let mut fields = vec![];
    for index in 0..LONG as u32 {
        fields.push(lathe_ir::FieldId(descriptors.fields.len() as u32));
        let storage = if index % 3 == 0 { Storage::U8 } else { Storage::Ref(RefType::Any) };
        let name = format!("f{index}");
        descriptors.fields.push(lathe_ir::Field { name, class, index, storage, immutable: false });
    }
    descriptors.classes.push(lathe_ir::Class {
        name: "Long".to_string(),
        shape: Shape::Record { parent: None, fields },
        representation: lathe_ir::Representation::Heap,
        identity: lathe_ir::Identity::Address,
    });
    class
}
