//! The VM stack: where guest frames live.
//!
//! Slots of all frames lie one after the other; records say where each begins. Nothing of a frame is anywhere else, so the
//! interpreter can stop at any bytecode and another instantiation of it can go on. The collector scans the slots
//! that are in use, precisely.

use lathe_heap::{RootSource, RootVisitor, Word};
use lathe_ir::CodeId;
use std::cell::{Cell, UnsafeCell};
use std::fmt;

/// What a caller does with the result of a call; the guest gives it meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(pub u32);

impl Action {
    /// Of the frame that a run was started with: what is below it is not its caller. No trace returns from it.
    pub const BASE: Action = Action(u32::MAX);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub code: CodeId,
    /// The bytecode to go on with; of a caller, the bytecode of its call.
    pub pc: u32,
    /// Where its slots begin.
    pub base: u32,
    pub slots: u32,
    /// What the *caller* of this frame does with its result.
    pub action: Action,
}

/// Slots that only exits may use: more than the frames of a trace can have.
const RESERVE: usize = 1 << 14;

/// The frames that a trace has open have no more slots than this.
pub const TRACE_SLOTS: usize = RESERVE / 2;

pub struct Stack {
    words: Box<[UnsafeCell<Word>]>,
    top: Cell<usize>,
    /// Only touched within one function of the stack at a time, none of which calls anything: see [`Stack::frames`].
    frames: UnsafeCell<Vec<Frame>>,
    max_frames: Cell<usize>,
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stack").field("frames", self.frames()).finish_non_exhaustive()
    }
}

impl Stack {
    pub fn new(words: usize, max_frames: usize) -> Stack {
        let words = (0..words + RESERVE).map(|_| UnsafeCell::new(Word::NULL)).collect();
        Stack {
            words,
            top: Cell::new(0),
            frames: UnsafeCell::new(Vec::new()),
            max_frames: Cell::new(max_frames),
        }
    }

    /// So many frames may be there from now on. There may be more already; they stay.
    pub fn set_max_frames(&self, max_frames: usize) {
        self.max_frames.set(max_frames);
    }

    #[inline(always)]
    fn frames(&self) -> &Vec<Frame> {
        // SAFETY: the VM has one thread, and no function here keeps a reference while another one runs.
        unsafe { &*self.frames.get() }
    }

    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn frames_mut(&self) -> &mut Vec<Frame> {
        // SAFETY: as above.
        unsafe { &mut *self.frames.get() }
    }

    /// Could so many more frames be pushed by a trace?
    pub fn has_room(&self, frames: usize) -> bool {
        self.depth() + frames <= self.max_frames.get() && self.top.get() + TRACE_SLOTS <= self.words.len()
    }

    #[inline]
    pub fn depth(&self) -> usize {
        self.frames().len()
    }

    pub fn frame(&self, index: usize) -> Frame {
        self.frames()[index]
    }

    #[inline]
    pub fn top_frame(&self) -> Frame {
        *self.frames().last().expect("a frame")
    }

    #[inline]
    pub fn set_pc(&self, pc: u32) {
        self.frames_mut().last_mut().expect("a frame").pc = pc;
    }

    /// The slots of the frame that begins at `base`. Valid as long as the stack.
    #[inline(always)]
    pub fn slots(&self, base: u32) -> *mut Word {
        debug_assert!(base as usize <= self.words.len());
        self.words.as_ptr().wrapping_add(base as usize).cast_mut().cast()
    }

    pub fn word(&self, index: u32) -> Word {
        // SAFETY: nobody holds a reference to a slot; the VM has one thread.
        unsafe { *self.words[index as usize].get() }
    }

    pub fn set_word(&self, index: u32, word: Word) {
        // SAFETY: as above.
        unsafe { *self.words[index as usize].get() = word };
    }

    /// A frame with null slots. `None`: the stack is full.
    #[inline]
    pub fn push(&self, code: CodeId, pc: u32, slots: u32, action: Action) -> Option<Frame> {
        let end = self.top.get() + slots as usize;
        if end > self.words.len() - RESERVE || self.depth() >= self.max_frames.get() {
            return None;
        }
        Some(self.push_anyway(code, pc, slots, action))
    }

    /// A frame of a trace that leaves: it was checked for when the trace was recorded, and there is a reserve.
    #[inline]
    pub fn push_anyway(&self, code: CodeId, pc: u32, slots: u32, action: Action) -> Frame {
        let base = self.top.get();
        let end = base + slots as usize;
        for word in &self.words[base..end] {
            // SAFETY: as in `word`.
            unsafe { *word.get() = Word::NULL };
        }
        self.top.set(end);
        let frame = Frame { code, pc, base: base as u32, slots, action };
        self.frames_mut().push(frame);
        frame
    }

    #[inline]
    pub fn pop(&self) -> Frame {
        let frame = self.frames_mut().pop().expect("a frame");
        self.top.set(frame.base as usize);
        frame
    }

    /// Drops all frames above the first `depth`.
    pub fn truncate(&self, depth: usize) {
        while self.depth() > depth {
            self.pop();
        }
    }
}

impl RootSource for Stack {
    fn visit(&self, visitor: &mut RootVisitor<'_, '_>) {
        for word in &self.words[..self.top.get()] {
            // SAFETY: as in `word`.
            visitor.word(unsafe { *word.get() });
        }
    }
}
