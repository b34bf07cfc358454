//! What belongs to a VM whatever its guest is: heap, stack, descriptors, counters, and the context of compiled code.

use crate::callback::Runner;
use crate::chaos::Chaos;
use crate::facts::{FactId, Facts, Reliance};
use crate::frames::FrameHelpers;
use crate::ops::{Helper, HelperFn};
use crate::recorder::Known;
use crate::stack::Stack;
use lathe_codegen::{HelperCode, VmContext};
use lathe_heap::{Config, Heap, Layouts, RootIndex, RootSource, RootVisitor, Word};
use lathe_ir::{
    ClassId, CodeId, Const, ConstObject, Descriptors, Effects, FieldId, HelperId, ObjectId, Type,
};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::fmt;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// A bit of the attention word: stop as soon as possible (Ctrl-C).
pub const INTERRUPT: u32 = 1 << 8;

/// Loop headers share counters; a collision only makes a loop hot too early.
pub const COUNTERS: usize = 1024;

/// Words of the exit frame: more than any exit stores, and behind them room for the objects that it makes.
const FRAME_WORDS: usize = 1 << 16;
const OBJECTS_AT: usize = 1 << 15;

pub struct Core {
    pub heap: Box<Heap>,
    pub descriptors: Descriptors,
    pub stack: Rc<Stack>,
    pub context: Box<VmContext>,
    pub exit_frame: Rc<ExitFrame>,
    pub helpers: Vec<HelperCode>,
    /// Counts down to 0, where the driver is asked.
    pub counters: Box<[u32; COUNTERS]>,
    /// The same for calls of functions.
    pub call_counters: Box<[u32; COUNTERS]>,
    pub attention: Arc<AtomicU32>,
    /// What the last run gave.
    pub result: Word,
    pub chaos: Chaos,
    /// The most frames that any trace has open. Code is entered only if there is room for them: it does not look again when it
    /// calls.
    pub deepest: usize,
    /// `None` only while they are being registered.
    pub frame_helpers: Option<FrameHelpers>,
    /// What the guest's helpers need.
    pub user: Box<dyn Any>,
    /// The exception that the last run ended with, and what the guest says about it.
    pub uncaught: Option<(Word, Box<dyn Any>)>,
    /// Keeps the exception alive.
    uncaught_root: RootIndex,
    /// Facts that traces rely on.
    pub facts: Facts,
    /// Where a recording can go on in code, or should end.
    pub(crate) known: FxHashMap<(CodeId, u32), Known>,
    /// How many recordings are open: more than one when a helper calls back while a trace is being recorded.
    pub(crate) recording: u32,
    /// Set while the VM runs.
    pub(crate) runner: Option<Runner>,
    /// While the innermost run interprets, and neither records nor runs compiled code: an address above the interpreter's frame
    /// on the native stack. All that the frames of the guest hold is on the VM stack then.
    pub interpreter_base: Option<usize>,
    /// Where the native stack was when the innermost run began.
    pub run_base: Option<usize>,
    /// The constant object of the descriptors for an object, which is kept alive by a root.
    constants: FxHashMap<Word, ObjectId>,
    pub constant_roots: Vec<RootIndex>,
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core").field("stack", &self.stack).finish_non_exhaustive()
    }
}

/// Where compiled code leaves the live values of an exit, and finds the arguments of a label. It reads them before anything
/// else can happen; only while frames are being rebuilt do they have to be kept alive, with the objects made by then.
pub struct ExitFrame {
    words: Box<[UnsafeCell<u64>]>,
    values: Cell<usize>,
    objects: Cell<usize>,
}

impl fmt::Debug for ExitFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExitFrame").finish_non_exhaustive()
    }
}

impl ExitFrame {
    fn new() -> ExitFrame {
        let words = (0..FRAME_WORDS).map(|_| UnsafeCell::new(0)).collect();
        ExitFrame { words, values: Cell::new(0), objects: Cell::new(0) }
    }

    pub fn get(&self, index: usize) -> u64 {
        // SAFETY: one thread, and compiled code is not running.
        unsafe { *self.words[index].get() }
    }

    pub fn set(&self, index: usize, word: u64) {
        // SAFETY: as above.
        unsafe { *self.words[index].get() = word };
    }

    /// Frames are being rebuilt from so many values.
    pub fn keep(&self, values: usize) {
        self.values.set(values);
        self.objects.set(0);
    }

    /// An object that was made for them.
    pub fn add_object(&self, word: u64) {
        self.set(OBJECTS_AT + self.objects.get(), word);
        self.objects.set(self.objects.get() + 1);
    }

    pub fn object(&self, number: usize) -> u64 {
        self.get(OBJECTS_AT + number)
    }
}

impl RootSource for ExitFrame {
    fn visit(&self, visitor: &mut RootVisitor<'_, '_>) {
        let objects = OBJECTS_AT..OBJECTS_AT + self.objects.get();
        for index in (0..self.values.get()).chain(objects) {
            visitor.ambiguous(&[self.get(index)]);
        }
    }
}

impl Core {
    /// A VM's core for a guest's classes.
    pub fn new(
        descriptors: Descriptors,
        layouts: Layouts,
        config: Config,
        stack_words: usize,
        max_frames: usize,
    ) -> Box<Core> {
        let attention = config.attention.clone();
        let mut heap = Heap::new(config, layouts);
        let uncaught_root = heap.add_root(Word::NULL);
        let stack = Rc::new(Stack::new(stack_words, max_frames));
        let exit_frame = Rc::new(ExitFrame::new());
        heap.add_root_source(&stack);
        heap.add_root_source(&exit_frame);
        let context = Box::new(VmContext {
            bump: heap.bump_address().cast(),
            frame: exit_frame.words.as_ptr().cast_mut().cast(),
            exits: ptr::null(),
            labels: ptr::null(),
            invalid: ptr::null(),
            attention: Arc::as_ptr(&attention).cast(),
            exception: 0,
            forced: 0,
            heap: (&raw mut *heap).cast(),
            host: ptr::null_mut(),
        });
        let mut core = Box::new(Core {
            heap,
            descriptors,
            stack,
            context,
            exit_frame,
            helpers: Vec::new(),
            counters: Box::new([1; COUNTERS]),
            call_counters: Box::new([1; COUNTERS]),
            attention,
            result: Word::NULL,
            chaos: Chaos::Off,
            deepest: 1,
            frame_helpers: None,
            user: Box::new(()),
            uncaught: None,
            uncaught_root,
            facts: Facts::default(),
            known: FxHashMap::default(),
            recording: 0,
            runner: None,
            interpreter_base: None,
            run_base: None,
            constants: FxHashMap::default(),
            constant_roots: Vec::new(),
        });
        core.context.host = (&raw mut *core).cast();
        core.frame_helpers = Some(FrameHelpers::register(&mut core));
        core
    }

    /// Registers a helper.
    pub fn add_helper(
        &mut self,
        name: &str,
        params: &[Type],
        result: Option<Type>,
        effects: Effects,
        code: HelperFn,
    ) -> Helper {
        assert!(params.len() <= 5, "helpers take five arguments at most");
        let id = HelperId(self.descriptors.helpers.len() as u32);
        self.descriptors.helpers.push(lathe_ir::Helper {
            name: name.to_string(),
            params: params.to_vec(),
            result,
            effects,
        });
        self.helpers.push(HelperCode(code as *const () as usize));
        Helper { id, code }
    }

    /// The constant of the IR for an object, which is kept alive from now on.
    pub fn constant(&mut self, word: Word) -> Const {
        if word.is_null() {
            return Const::Null;
        }
        if let Some(&object) = self.constants.get(&word) {
            return Const::Object(object);
        }
        let object = ObjectId(self.descriptors.objects.len() as u32);
        let class = self.class_of(word).expect("not null");
        let name = format!("object{}", object.0);
        self.descriptors.objects.push(ConstObject { name, class, fields: Vec::new() });
        self.constants.insert(word, object);
        let root = self.heap.add_root(word);
        self.constant_roots.push(root);
        // It is known by now, so that what refers to itself ends here.
        let fields = self.object_fields(class, word);
        self.descriptors.objects[object.index()].fields = fields;
        Const::Object(object)
    }

    /// The run ends with an exception that nothing handles.
    pub fn set_uncaught(&mut self, exception: Word, about: Box<dyn Any>) {
        self.heap.set_root(self.uncaught_root, exception);
        self.uncaught = Some((exception, about));
    }

    /// A fact is not what it was: code that relies on it is not entered any more, and left at its next check.
    pub fn invalidate(&mut self, fact: FactId) {
        self.facts.invalidate(fact);
    }

    pub(crate) fn add_unit(&mut self, reliance: &Reliance) -> u32 {
        let unit = self.facts.add_unit(reliance);
        self.context.invalid = self.facts.bytes();
        unit
    }

    /// What an object holds, for the descriptors: numbers as they are, references that never change as constants, others as null
    /// (nobody may rely on them).
    fn object_fields(&mut self, class: ClassId, word: Word) -> Vec<Const> {
        let fields = self.descriptors.record_fields(class).to_vec();
        let content = |&field: &FieldId| {
            let (storage, immutable) = {
                let field = self.descriptors.field(field);
                (field.storage, field.immutable)
            };
            match (storage.ty(), word.as_small()) {
                (Type::Int, Some(small)) => Const::Int(small),
                (Type::Ref, _) if !immutable => Const::Null,
                (Type::Ref, _) => {
                    let offset = self.heap.layouts().offset(field) as usize;
                    // SAFETY: the object has the field, which is a reference.
                    let referent =
                        unsafe { (word.0 as *const u8).wrapping_add(offset).cast::<Word>().read() };
                    self.constant(referent)
                }
                _ => crate::direct::load_const(word, self.heap.layouts().offset(field), storage),
            }
        };
        fields.iter().map(content).collect()
    }

    /// The words of the descriptors' constant objects.
    pub fn constant_words(&self) -> Vec<u64> {
        self.constant_roots.iter().map(|&root| self.heap.root(root).0).collect()
    }

    /// `None` is null. Small integers are of the hybrid class.
    #[inline(always)]
    pub fn class_of(&self, word: Word) -> Option<ClassId> {
        if word.is_small() {
            return Some(HYBRID);
        }
        // SAFETY: a word that is neither small nor null is the address of an object, which starts with its header.
        word.as_pointer().map(|object| unsafe { object.as_ref() }.class())
    }
}

/// A guest that has a hybrid class registers it first.
pub const HYBRID: ClassId = ClassId(0);
