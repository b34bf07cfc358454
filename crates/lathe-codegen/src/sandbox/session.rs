//! What goes on between compiled code and the evaluator's heap while code runs.

use super::graph::Polled;
use super::memory::{Memory, field_place};
use crate::object::{LENGTH_OFFSET, Layouts};
use lathe_ir::eval::{Datum, Environment, Heap, Host, Loc};
use lathe_ir::{ClassId, Descriptors, HelperId, Storage, Type, Value};

/// What helpers find through the context.
pub struct Session<'s> {
    pub descriptors: &'s Descriptors,
    pub model: &'s Layouts,
    pub memory: &'s mut Memory,
    pub heap: &'s mut Heap,
    pub host: &'s mut dyn Host,
    /// What safepoints belong to, and who sees them.
    pub polled: Option<Polled<'s>>,
}

impl Session<'_> {
    /// Lays out the heap as it is now.
    pub fn begin(&mut self) {
        self.memory.forget_all_but(self.descriptors.objects.len());
        self.memory.write_all(self.descriptors, self.model, self.heap);
    }

    pub fn import(&mut self, ty: Type, word: u64) -> Datum {
        if ty == Type::Ref {
            self.discover(word);
        }
        self.memory.datum(self.descriptors, self.heap, ty, word)
    }

    /// Reads back what compiled code has written, new objects included.
    pub fn read_all(&mut self) {
        let mut index = 0;
        // New objects are found on the way, and get locations at the end.
        while index < self.heap.objects.len() {
            let address = self.memory.addresses.get(index).copied().unwrap_or(0);
            if address != 0 {
                self.read(Loc(index as u32), address);
            }
            index += 1;
        }
    }

    fn read(&mut self, loc: Loc, address: u64) {
        let class = self.heap.class(loc);
        for index in 0..self.heap.object(loc).fields.len() {
            let (offset, storage) = field_place(self.descriptors, self.model, class, index);
            let at = address + offset;
            // SAFETY: `address` is an object of this class, with this many fields or items.
            let word = unsafe {
                match storage {
                    Storage::I8 => (at as *const i8).read() as i64 as u64,
                    Storage::U8 => (at as *const u8).read() as u64,
                    Storage::I16 => (at as *const i16).read() as i64 as u64,
                    Storage::U16 => (at as *const u16).read() as u64,
                    Storage::I32 => (at as *const i32).read() as i64 as u64,
                    Storage::U32 => (at as *const u32).read() as u64,
                    Storage::F32 => ((at as *const f32).read() as f64).to_bits(),
                    Storage::I64 | Storage::F64 | Storage::Ref(_) => (at as *const u64).read(),
                }
            };
            let ty = storage.ty();
            // What has not changed keeps its location: a small integer would get a new one each time.
            let old = self.heap.object(loc).fields[index];
            if self.memory.word(self.descriptors, self.heap, old) == word {
                continue;
            }
            let datum = self.import(ty, word);
            self.heap.objects[loc.index()].fields[index] = datum;
        }
    }

    /// Gives an object that compiled code has made a location. Its fields are read when its turn comes.
    fn discover(&mut self, word: u64) {
        if word == 0 || word & 1 == 1 || self.memory.locations.contains_key(&word) {
            return;
        }
        // SAFETY: a word of type `ref` that is neither null nor small is the address of an object.
        let class = ClassId(unsafe { (word as *const u32).read() });
        let loc = if self.descriptors.item(class).is_some() {
            // SAFETY: an array has its length behind the header.
            let len = unsafe { ((word + LENGTH_OFFSET as u64) as *const i64).read() };
            self.heap.allocate_array(self.descriptors, class, len)
        } else {
            self.heap.allocate(self.descriptors, class)
        };
        self.memory.place(loc.expect("compiled code makes proper objects"), word);
    }

    pub fn call(&mut self, helper: HelperId, ints: &[u64], floats: &[f64]) -> Result<u64, u64> {
        self.read_all();
        let (mut ints, mut floats) = (ints.iter(), floats.iter());
        let args: Vec<Datum> = self
            .descriptors
            .helper(helper)
            .params
            .iter()
            .map(|&ty| match ty {
                Type::Float => Datum::Float(*floats.next().expect("few enough arguments")),
                Type::Int | Type::Ref => self.import(ty, *ints.next().expect("few enough arguments")),
            })
            .collect();
        // An argument may have led to new objects.
        self.read_all();
        let result = self.host.call(self.heap, self.descriptors, helper, &args);
        self.memory.write_all(self.descriptors, self.model, self.heap);
        match result {
            Ok(Some(datum)) => Ok(self.memory.word(self.descriptors, self.heap, datum)),
            Ok(None) => Ok(0),
            Err(exception) => Err(self.memory.word(self.descriptors, self.heap, Datum::object(exception))),
        }
    }

    /// What an exit has left in the frame.
    pub fn environment(&mut self, types: &[Type], values: &[Value], frame: &[u64]) -> Environment {
        let mut environment = vec![None; types.len()];
        for (&v, &word) in values.iter().zip(frame) {
            environment[v.index()] = Some(self.import(types[v.index()], word));
        }
        environment
    }

    /// The pending exception.
    pub fn pending(&mut self, word: u64) -> Option<Loc> {
        match self.import(Type::Ref, word) {
            Datum::Ref(loc) => loc,
            Datum::Int(_) | Datum::Float(_) => unreachable!("a reference"),
        }
    }
}
