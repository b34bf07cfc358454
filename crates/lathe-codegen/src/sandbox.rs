//! Runs traces as machine code on a heap of the evaluator: for tests.
//!
//! [`Sandbox::run`] is [`lathe_ir::eval::run`] by other means. The evaluator's objects are laid out in real memory, the code
//! runs on it, and what it left there is read back, so that everything that can be checked on the evaluator can be
//! checked on machine code. Nothing is ever freed or moved while code runs.

use crate::arena::CodeArena;
use crate::context::{Entry, VmContext};
use crate::lower::{CompileError, Compiler, Exit, HelperCode, Runtime, Target, Unit};
use crate::object::{ITEMS_OFFSET, LENGTH_OFFSET, Layouts, storage_size};
use lathe_heap::{Bump, Header};
use lathe_ir::eval::{self, Datum, Heap, Host, Loc, Object, Outcome};
use lathe_ir::{ClassId, Descriptors, HelperId, Label, OpKind, Representation, Storage, Trace, Type};
use rustc_hash::FxHashMap;
use std::fmt;

const ARENA_WORDS: usize = 1 << 15;
const FRAME_WORDS: usize = 4096;

pub struct Sandbox {
    compiler: Compiler,
    arena: CodeArena,
    entry: *const u8,
    leave: *const u8,
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sandbox").field("compiler", &self.compiler).finish()
    }
}

/// A trace as machine code.
#[derive(Debug)]
pub struct Program<'a> {
    descriptors: &'a Descriptors,
    trace: &'a Trace,
    model: Layouts,
    memory: Memory,
    /// The code of each section.
    sections: Vec<*const u8>,
    /// With their sections. Exits are numbered behind the labels, so that a number says which of the two it is.
    exits: Vec<(usize, Exit)>,
    outside: Vec<Label>,
}

/// Where the evaluator's objects are.
#[derive(Debug)]
struct Memory {
    chunks: Vec<Vec<u64>>,
    bump: Box<Bump>,
    /// By location; 0 if it has no place yet. Small integers have none.
    addresses: Vec<u64>,
    locations: FxHashMap<u64, Loc>,
}

/// What helpers find through the context.
struct Session<'s> {
    descriptors: &'s Descriptors,
    model: &'s Layouts,
    memory: &'s mut Memory,
    heap: &'s mut Heap,
    host: &'s mut dyn Host,
}

impl Sandbox {
    pub fn new(target: Target) -> Result<Sandbox, CompileError> {
        let mut compiler = Compiler::new(target)?;
        let mut arena = CodeArena::new();
        let mut install = |code: Vec<u8>| {
            arena.install(&code).map_err(|error| CompileError::Unsupported(error.to_string()))
        };
        let entry = install(compiler.compile_entry()?)?;
        let leave = install(compiler.compile_exit()?)?;
        Ok(Sandbox { compiler, arena, entry, leave })
    }

    /// Compiles all sections of a trace.
    pub fn compile<'a>(
        &mut self,
        descriptors: &'a Descriptors,
        trace: &'a Trace,
    ) -> Result<Program<'a>, CompileError> {
        let model = Layouts::of(descriptors);
        let mut memory = Memory::new();
        // The constant objects are the evaluator's first; their places do not change.
        let heap = Heap::new(descriptors);
        memory.write_all(descriptors, &model, &heap);
        let constants: Vec<u64> = (0..descriptors.objects.len())
            .map(|index| memory.word(descriptors, &heap, Datum::object(Loc(index as u32))))
            .collect();
        let mut labels: Vec<(Label, u32)> =
            trace.sections.iter().enumerate().map(|(index, s)| (s.label, index as u32)).collect();
        let mut outside = Vec::new();
        for section in &trace.sections {
            if let Some((label, _)) = section.jump()
                && !labels.iter().any(|(known, _)| *known == label)
            {
                labels.push((label, (trace.sections.len() + outside.len()) as u32));
                outside.push(label);
            }
        }
        let runtime = runtime();
        let helpers = helpers(descriptors);
        let mut sections = Vec::new();
        let mut exits = Vec::new();
        for section in 0..trace.sections.len() {
            let first_exit = (labels.len() + exits.len()) as u32;
            let compiled = self.compiler.compile(&Unit {
                descriptors,
                layouts: &model,
                runtime: &runtime,
                helpers: &helpers,
                constants: &constants,
                trace,
                section,
                labels: &labels,
                unit: section as u32,
                first_exit,
            })?;
            let code = self.arena.install_placed(compiled.placed());
            let code = code.map_err(|error| CompileError::Unsupported(error.to_string()))?;
            sections.push(code);
            exits.extend(compiled.exits.into_iter().map(|exit| (section, exit)));
        }
        Ok(Program { descriptors, trace, model, memory, sections, exits, outside })
    }

    /// Runs a program from a label on, as [`eval::run`] does.
    pub fn run(
        &self,
        program: &mut Program,
        label: Label,
        args: &[Datum],
        heap: &mut Heap,
        host: &mut dyn Host,
    ) -> Outcome {
        let Program { descriptors, trace, model, memory, sections, exits, outside } = program;
        let start = trace.sections.iter().position(|s| s.label == label).expect("a label of the program");
        memory.forget_all_but(descriptors.objects.len());
        memory.write_all(descriptors, model, heap);
        let mut frame = vec![0u64; FRAME_WORDS];
        for (slot, &arg) in frame.iter_mut().zip(args) {
            *slot = memory.word(descriptors, heap, arg);
        }
        let labels = sections.len() + outside.len();
        let exit_slots = vec![self.leave; labels + exits.len()];
        let mut label_slots: Vec<*const u8> = sections.clone();
        // A label outside leads back here, with its own number.
        label_slots.extend(outside.iter().map(|_| self.leave));
        let valid = vec![0u8; sections.len()];
        let calm = 0u32;
        let bump: *mut Bump = &mut *memory.bump;
        let mut session = Session { descriptors, model, memory, heap, host };
        let mut context = VmContext {
            bump,
            frame: frame.as_mut_ptr(),
            exits: exit_slots.as_ptr(),
            labels: label_slots.as_ptr(),
            invalid: valid.as_ptr(),
            attention: &raw const calm,
            exception: 0,
            forced: 0,
            heap: std::ptr::null_mut(),
            host: (&raw mut session).cast(),
        };
        // SAFETY: `entry` is the code of `Compiler::compile_entry`, which is an `Entry`.
        let enter: Entry = unsafe { std::mem::transmute(self.entry) };
        // SAFETY: the code was compiled for this layout of objects and of the context; all tables have an entry for every
        // number in it; the frame is larger than any exit of the traces that are tested here.
        let number = unsafe { enter(&mut context, sections[start], u64::MAX) } as usize;
        let exception = context.exception;
        session.read_all();
        let outcome = if number < labels {
            let label = outside[number - sections.len()];
            let jump = trace.sections.iter().find_map(|s| s.jump().filter(|(target, _)| *target == label));
            let (_, passed) = jump.expect("somebody jumped there");
            let passed = passed.iter().zip(&frame);
            let args = passed.map(|(&a, &word)| session.import(trace.operand_type(a), word)).collect();
            Outcome::Jump { label, args }
        } else {
            let (section, exit) = &exits[number - labels];
            session.outcome(trace, *section, exit, &frame, exception)
        };
        // What was only in the frame may have led to new objects.
        session.read_all();
        outcome
    }
}

// --- Memory -----------------------------------------------------------------------------------------------------------

impl Memory {
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
    fn allocate(&mut self, bytes: usize) -> u64 {
        if (self.bump.end as usize) - (self.bump.top as usize) < bytes {
            self.add_chunk(ARENA_WORDS.max(bytes / 8));
        }
        let address = self.bump.top as u64;
        self.bump.top = self.bump.top.wrapping_add(bytes);
        address
    }

    /// Starts over for another run; the first objects are constants of the code.
    fn forget_all_but(&mut self, constants: usize) {
        self.addresses.truncate(constants);
        let kept = &self.addresses;
        self.locations.retain(|address, _| kept.contains(address));
    }

    fn place(&mut self, loc: Loc, address: u64) {
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

    fn word(&self, descriptors: &Descriptors, heap: &Heap, datum: Datum) -> u64 {
        match datum {
            Datum::Int(x) => x as u64,
            Datum::Float(x) => x.to_bits(),
            Datum::Ref(None) => 0,
            Datum::Ref(Some(loc)) => {
                Memory::small(descriptors, heap.object(loc)).unwrap_or_else(|| self.addresses[loc.index()])
            }
        }
    }

    fn datum(&mut self, descriptors: &Descriptors, heap: &mut Heap, ty: Type, word: u64) -> Datum {
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
    fn write_all(&mut self, descriptors: &Descriptors, model: &Layouts, heap: &Heap) {
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

fn field_place(descriptors: &Descriptors, model: &Layouts, class: ClassId, index: usize) -> (u64, Storage) {
    match descriptors.item(class) {
        Some(item) => (ITEMS_OFFSET as u64 + storage_size(item) as u64 * index as u64, item),
        None => {
            let field = descriptors.record_fields(class)[index];
            (model.offset(field) as u64, descriptors.field(field).storage)
        }
    }
}

impl Session<'_> {
    fn outcome(
        &mut self,
        trace: &Trace,
        section: usize,
        exit: &Exit,
        frame: &[u64],
        exception: u64,
    ) -> Outcome {
        let op = &trace.sections[section].ops[exit.op as usize];
        let Some(snapshot) = exit.snapshot else {
            let OpKind::Finish(results) = &op.kind else { unreachable!("only finish has no snapshot") };
            let types = results.iter().map(|&result| trace.operand_type(result));
            return Outcome::Finish(types.zip(frame).map(|(ty, &word)| self.import(ty, word)).collect());
        };
        let mut environment = vec![None; trace.types.len()];
        for (&v, &word) in exit.values.iter().zip(frame) {
            environment[v.index()] = Some(self.import(trace.ty(v), word));
        }
        let pending = match self.import(Type::Ref, exception) {
            Datum::Ref(loc) => loc,
            Datum::Int(_) | Datum::Float(_) => unreachable!("a reference"),
        };
        Outcome::Exit(eval::Exit { section, op: exit.op as usize, snapshot, environment, pending })
    }

    fn import(&mut self, ty: Type, word: u64) -> Datum {
        if ty == Type::Ref {
            self.discover(word);
        }
        self.memory.datum(self.descriptors, self.heap, ty, word)
    }

    /// Reads back what compiled code has written, new objects included.
    fn read_all(&mut self) {
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

    fn call(&mut self, helper: HelperId, ints: &[u64], floats: &[f64]) -> Result<u64, u64> {
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
}

// --- What compiled code calls -----------------------------------------------------------------------------------------

/// # Safety
/// `context` is the context of a running program; its session is not borrowed elsewhere, since compiled code is running.
unsafe fn session<'s>(context: *mut VmContext) -> &'s mut Session<'s> {
    // SAFETY: the caller's promise; `Sandbox::run` put the session there.
    unsafe { &mut *(*context).host.cast::<Session<'s>>() }
}

extern "C" fn new_record(context: *mut VmContext, class: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let size = session.model.get(ClassId(class as u32)).size;
    let address = session.memory.allocate(size as usize);
    // SAFETY: the place is new and large enough for a header.
    unsafe { (address as *mut u64).write(Header::word(ClassId(class as u32))) };
    address
}

extern "C" fn new_array(context: *mut VmContext, class: u64, len: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let item = session.descriptors.item(ClassId(class as u32)).expect("an array class");
    let bytes = (ITEMS_OFFSET as usize + storage_size(item) * len as usize).next_multiple_of(8);
    let address = session.memory.allocate(bytes);
    // SAFETY: the place is new and large enough for header and length.
    unsafe {
        (address as *mut u64).write(Header::word(ClassId(class as u32)));
        ((address + LENGTH_OFFSET as u64) as *mut u64).write(len);
    }
    address
}

extern "C" fn box_int(context: *mut VmContext, class: u64, value: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let class = ClassId(class as u32);
    let address = session.memory.allocate(session.model.get(class).size as usize);
    let field = session.descriptors.record_fields(class)[0];
    // SAFETY: the place is new and has the size of the class.
    unsafe {
        (address as *mut u64).write(Header::word(class));
        ((address + session.model.offset(field) as u64) as *mut u64).write(value);
    }
    address
}

/// Nothing here is ever old.
extern "C" fn barrier(_: *mut VmContext, _: u64) {
    panic!("no object has the flag");
}

extern "C" fn same(context: *mut VmContext, a: u64, b: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let (a, b) = (session.import(Type::Ref, a), session.import(Type::Ref, b));
    session.read_all();
    session.heap.is_same(session.descriptors, a, b) as u64
}

extern "C" fn ask(context: *mut VmContext, question: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    let answer = match question {
        0 => session.host.attention(),
        1 => session.host.invalidated(),
        _ => session.host.forced(),
    };
    answer as u64
}

fn runtime() -> Runtime {
    Runtime {
        new_record: new_record as *const () as usize,
        new_array: new_array as *const () as usize,
        box_int: box_int as *const () as usize,
        barrier: barrier as *const () as usize,
        same: same as *const () as usize,
        ask: Some(ask as *const () as usize),
        chaos: None,
    }
}

/// Integers and floats are passed in registers of their own kinds, so one function can take any mixture of a few. One
/// instance per helper, which is how it knows who was called.
macro_rules! shims {
    ($($number:literal)+) => {
        [$((shim::<$number> as *const () as usize, float_shim::<$number> as *const () as usize)),+]
    };
}

extern "C" fn shim<const HELPER: u32>(
    context: *mut VmContext,
    a: u64,
    b: u64,
    c: u64,
    x: f64,
    y: f64,
    z: f64,
) -> u64 {
    // SAFETY: called by compiled code with its context.
    let session = unsafe { session(context) };
    session.call(HelperId(HELPER), &[a, b, c], &[x, y, z]).unwrap_or_else(|exception| {
        // SAFETY: as above.
        unsafe { (*context).exception = exception };
        0
    })
}

extern "C" fn float_shim<const HELPER: u32>(
    context: *mut VmContext,
    a: u64,
    b: u64,
    c: u64,
    x: f64,
    y: f64,
    z: f64,
) -> f64 {
    f64::from_bits(shim::<HELPER>(context, a, b, c, x, y, z))
}

fn helpers(descriptors: &Descriptors) -> Vec<HelperCode> {
    let shims = shims!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23);
    let helpers = descriptors.helpers.iter().zip(shims);
    assert!(descriptors.helpers.len() <= shims.len(), "a sandbox has {} helpers at most", shims.len());
    helpers
        .map(|(helper, (shim, float_shim))| {
            assert!(helper.params.len() <= 3, "a sandbox's helpers take three arguments at most");
            HelperCode(if helper.result == Some(Type::Float) { float_shim } else { shim })
        })
        .collect()
}
