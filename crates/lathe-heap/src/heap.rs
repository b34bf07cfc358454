//! The heap of one VM.
//!
//! One mutator: collections run in allocation or by request, never on their own. There are no globals, so heaps do not
//! know of each other; a reference must stay in its heap. A new heap takes no memory until its first allocation.

use crate::allocate::Bump;
use crate::config::Config;
use crate::finalize::Finalizers;
use crate::layout::Layouts;
use crate::roots::{RootIndex, RootSource, RootTable, RootedVec, Sources};
use crate::space::Space;
use crate::stats::{CollectionReport, HeapStats};
use crate::weak::WeakReferences;
use crate::word::Word;
use crate::young::YoungRanges;
use std::fmt;
use std::rc::{Rc, Weak};
use std::time::Duration;

pub struct Heap {
    pub(crate) bump: Bump,
    /// Where the window began, or up to where it was noted.
    pub(crate) window_start: usize,
    pub(crate) layouts: Layouts,
    pub(crate) space: Space,
    pub(crate) young: YoungRanges,
    /// Old objects that were written to since the last collection.
    pub(crate) remembered: Vec<usize>,
    pub(crate) roots: RootTable,
    pub(crate) sources: Sources,
    pub(crate) stack_base: Option<usize>,
    pub(crate) weak: WeakReferences,
    pub(crate) finalizers: Finalizers,
    /// Empty between collections; kept for its capacity.
    pub(crate) mark_stack: Vec<usize>,
    pub(crate) config: Config,
    /// Memory handed out since the last collection, and how much of it there may be.
    pub(crate) young_bytes: usize,
    pub(crate) nursery: usize,
    /// Old bytes at which a full collection is due.
    pub(crate) major_threshold: usize,
    /// How many [`Heap::without_collections`] are running.
    pub(crate) paused: u32,
    /// `allocated_bytes` when the last full collection was made for want of memory.
    pub(crate) last_resort: Option<u64>,
    pub(crate) stats: HeapStats,
    /// Told of every collection.
    pub(crate) observer: Option<Observer>,
}

type Observer = Box<dyn Fn(&CollectionReport)>;

impl Heap {
    /// Boxed: compiled code knows the address of the heap and of its [`Bump`].
    pub fn new(config: Config, layouts: Layouts) -> Box<Heap> {
        Box::new(Heap {
            bump: Bump::EMPTY,
            window_start: 0,
            layouts,
            space: Space::default(),
            young: YoungRanges::default(),
            remembered: vec![],
            roots: RootTable::default(),
            sources: Sources::default(),
            stack_base: None,
            weak: WeakReferences::default(),
            finalizers: Finalizers::default(),
            mark_stack: vec![],
            young_bytes: 0,
            nursery: config.nursery_after(0),
            major_threshold: config.major_minimum,
            paused: 0,
            last_resort: None,
            stats: HeapStats::default(),
            observer: None,
            config,
        })
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// To define more classes. A class in use keeps its layout.
    pub fn layouts_mut(&mut self) -> &mut Layouts {
        &mut self.layouts
    }

    /// The window, at the same address as long as the heap lives.
    pub fn bump_address(&mut self) -> *mut Bump {
        &raw mut self.bump
    }

    /// Where compiled code finds the base of the root table; entry `n` is the word at `base + 8 * n`.
    pub fn roots_base_address(&self) -> *const *const Word {
        self.roots.base_address()
    }

    pub fn stats(&self) -> HeapStats {
        HeapStats {
            allocated_bytes: self.allocated_bytes(),
            used_bytes: self.space.used(),
            mapped_bytes: self.space.mapped(),
            ..self.stats
        }
    }

    /// How long collections have taken, in all.
    pub fn time_collecting(&self) -> Duration {
        self.stats.minor.total + self.stats.major.total
    }

    /// Be told of every collection when it is over. For logs: the heap cannot be used meanwhile.
    pub fn set_observer(&mut self, observer: impl Fn(&CollectionReport) + 'static) {
        self.observer = Some(Box::new(observer));
    }

    /// Bytes that objects may take.
    pub fn limit(&self) -> usize {
        self.config.limit
    }

    /// Is the heap above its limit, because of [`Heap::allocate_anyway`]?
    pub fn is_above_limit(&self) -> bool {
        self.space.used() > self.config.limit
    }

    /// Scan the native stack from the collecting function up to this address; `None` scans no stack.
    ///
    /// # Safety
    /// Whenever this heap allocates or collects, `base` is an address of the stack that the thread then runs on, not
    /// below the frame of the calling function.
    pub unsafe fn set_stack_base(&mut self, base: Option<*const u8>) {
        self.stack_base = base.map(|base| base.addr());
    }

    /// Ask `source` for roots at every collection, as long as it lives.
    pub fn add_root_source<S: RootSource + 'static>(&mut self, source: &Rc<S>) {
        let weak: Weak<S> = Rc::downgrade(source);
        self.sources.add(weak);
    }

    /// A vector of references that collections see.
    pub fn rooted_vec(&mut self) -> RootedVec {
        RootedVec::new(&mut self.sources)
    }

    /// Keep an object alive under an index, until [`Heap::remove_root`].
    pub fn add_root(&mut self, word: Word) -> RootIndex {
        self.roots.insert(word)
    }

    #[inline]
    pub fn root(&self, index: RootIndex) -> Word {
        self.roots.get(index)
    }

    pub fn set_root(&mut self, index: RootIndex, word: Word) {
        self.roots.set(index, word);
    }

    /// Free the index for another use.
    pub fn remove_root(&mut self, index: RootIndex) -> Word {
        self.roots.remove(index)
    }

    /// Hand this object out when it becomes unreachable, whatever its class. Once for each call.
    pub fn add_finalizer(&mut self, object: Word) {
        assert!(object.is_pointer(), "{object:?} can not have a finalizer");
        self.finalizers.young.push(object);
    }

    /// Hand out every object that has a finalizer, whether it can be reached or not: at the end of a VM.
    pub fn queue_all_finalizers(&mut self) {
        self.finalizers.queue_all();
    }

    /// The next object whose finalizer is to be run.
    pub fn take_finalizable(&mut self) -> Option<Word> {
        self.finalizers.ready.pop_front()
    }

    /// The next weak reference whose referent has died.
    pub fn take_cleared_weak(&mut self) -> Option<Word> {
        self.weak.cleared.pop_front()
    }
}

impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Heap").field("stats", &self.stats()).finish_non_exhaustive()
    }
}
