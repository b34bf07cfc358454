//! The hash table of dicts and sets: entries in the order they came, and an index into them.
//!
//! ```text
//! entries   hash key value | hash key value | ...      in order of insertion; a deleted entry has a null key
//! index     _ 2 _ 0 x 1 _ _                            a power of two of slots, open addressing
//! ```
//!
//! Going over the entries is going over an array, and the index, whose slots are bytes while there are few entries, is a
//! fraction of what a table of entries with gaps would take. A slot is 0 (never used), 1 (its entry was deleted) or
//! the number of an entry plus 2. The probe sequence is CPython's: the hash's own low bits first, since keys
//! are often consecutive numbers, then a recurrence that takes in the other bits. New entries go to the end; when there is no room
//! both arrays are made anew, without deleted entries, in a size for three times those alive. So the index is never more than
//! two thirds full.
//!
//! A deleted entry at the very front, or the very end, has in place of its hash how many are deleted from there on. Programs use dicts as
//! queues and stacks: the next live entry from either end is found in one step.
//!
//! Comparing keys may run guest code, which may change the table: a search then starts again.

use super::classes;
use super::py::{Py, PyResult};
use lathe_heap::{OutOfMemory, Word};
use lathe_ir::ClassId;
use lathe_meta::FieldRef;

/// Where a kind of table has its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub index: FieldRef,
    pub entries: FieldRef,
    pub used: FieldRef,
    pub fill: FieldRef,
    /// Words of an entry: hash, key, and what else there is.
    pub stride: usize,
}

pub(crate) const DICT: Shape = Shape {
    index: classes::DICT_INDEX,
    entries: classes::DICT_ENTRIES,
    used: classes::DICT_USED,
    fill: classes::DICT_FILL,
    stride: 3,
};

pub(crate) const SET: Shape = Shape {
    index: classes::SET_INDEX,
    entries: classes::SET_ENTRIES,
    used: classes::SET_USED,
    fill: classes::SET_FILL,
    stride: 2,
};

const EMPTY: u64 = 0;
const DELETED: u64 = 1;
const FIRST: u64 = 2;
const MIN_SLOTS: usize = 8;

/// How many entries a table with so many slots takes.
fn capacity(slots: usize) -> usize {
    slots * 2 / 3
}

/// The number of slots for so many entries.
pub(crate) fn slots_for(entries: usize) -> usize {
    let slots = (entries.saturating_mul(3) / 2 + 1).next_power_of_two().max(MIN_SLOTS);
    debug_assert!(capacity(slots) >= entries);
    slots
}

/// The hash as it is kept: 63 bits.
#[inline(always)]
pub(crate) fn stored(hash: i64) -> Word {
    Word::wrap_small(hash)
}

/// The index of a table.
struct Slots<'a> {
    bytes: &'a mut [u8],
    mask: u64,
}

/// Most slots of one, two and four bytes: a slot holds any number of an entry of such a table.
const MOST_SLOTS: [usize; 3] = [1 << 8, 1 << 16, 1 << 32];

/// Bytes of a slot, by the number of slots.
#[inline(always)]
fn width(slots: usize) -> usize {
    if slots <= MOST_SLOTS[0] {
        1
    } else if slots <= MOST_SLOTS[1] {
        2
    } else if slots <= MOST_SLOTS[2] {
        4
    } else {
        8
    }
}

impl<'a> Slots<'a> {
    #[inline(always)]
    fn of(bytes: &'a mut [u8]) -> Slots<'a> {
        // Each size is that of one number of slots only.
        let size = bytes.len();
        let slots = if size <= MOST_SLOTS[0] {
            size
        } else if size <= 2 * MOST_SLOTS[1] {
            size / 2
        } else if size <= 4 * MOST_SLOTS[2] {
            size / 4
        } else {
            size / 8
        };
        debug_assert!(slots.is_power_of_two() && slots * width(slots) == bytes.len());
        Slots { bytes, mask: slots as u64 - 1 }
    }

    #[inline(always)]
    fn get(&self, place: u64) -> u64 {
        let place = place as usize;
        match width(self.mask as usize + 1) {
            1 => self.bytes[place].into(),
            2 => u16::from_ne_bytes(self.bytes[2 * place..][..2].try_into().expect("two bytes")).into(),
            4 => u32::from_ne_bytes(self.bytes[4 * place..][..4].try_into().expect("four bytes")).into(),
            _ => u64::from_ne_bytes(self.bytes[8 * place..][..8].try_into().expect("eight bytes")),
        }
    }

    #[inline(always)]
    fn set(&mut self, place: u64, slot: u64) {
        let place = place as usize;
        match width(self.mask as usize + 1) {
            1 => self.bytes[place] = slot as u8,
            2 => self.bytes[2 * place..][..2].copy_from_slice(&(slot as u16).to_ne_bytes()),
            4 => self.bytes[4 * place..][..4].copy_from_slice(&(slot as u32).to_ne_bytes()),
            _ => self.bytes[8 * place..][..8].copy_from_slice(&slot.to_ne_bytes()),
        }
    }

    /// Enters an entry that is not there.
    #[inline(always)]
    fn insert(&mut self, hash: Word, entry: usize) {
        let mut probe = Probe::new(hash, self.mask);
        while self.get(probe.place) >= FIRST {
            probe.advance();
        }
        self.set(probe.place, entry as u64 + FIRST);
    }
}

/// The places where a key with some hash may be, most likely ones first.
struct Probe {
    place: u64,
    rest: u64,
    mask: u64,
}

impl Probe {
    #[inline(always)]
    fn new(hash: Word, mask: u64) -> Probe {
        let hash = hash.0 >> 1;
        Probe { place: hash & mask, rest: hash, mask }
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.rest >>= 5;
        self.place = self.place.wrapping_mul(5).wrapping_add(self.rest).wrapping_add(1) & self.mask;
    }
}

impl Py {
    #[inline(always)]
    fn slots<'a>(&self, index: Word) -> Slots<'a> {
        Slots::of(self.items::<u8>(index))
    }

    /// Are the keys equal, if that can be said without running guest code?
    #[inline(always)]
    fn keys_equal(&mut self, a: Word, b: Word) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if a.is_small() && b.is_small() {
            return Some(false);
        }
        match (self.class_of(a), self.class_of(b)) {
            (Some(classes::STR), Some(classes::STR)) => Some(self.text(a) == self.text(b)),
            (Some(classes::INT), Some(classes::STR)) | (Some(classes::STR), Some(classes::INT)) => {
                Some(false)
            }
            _ => None,
        }
    }

    /// The entry with this key. `hash` is as it is stored.
    pub(crate) fn table_find(
        &mut self,
        shape: Shape,
        table: Word,
        key: Word,
        hash: Word,
    ) -> PyResult<Option<usize>> {
        'search: loop {
            let index = self.get(table, shape.index);
            if index.is_null() {
                return Ok(None);
            }
            let entries = self.get(table, shape.entries);
            let items = self.items::<Word>(entries);
            let slots = self.slots(index);
            let mut probe = Probe::new(hash, slots.mask);
            loop {
                match slots.get(probe.place) {
                    EMPTY => return Ok(None),
                    DELETED => {}
                    slot => {
                        let entry = (slot - FIRST) as usize;
                        let (its_hash, its_key) =
                            (items[entry * shape.stride], items[entry * shape.stride + 1]);
                        if its_key == key {
                            return Ok(Some(entry));
                        }
                        if its_hash == hash {
                            match self.keys_equal(its_key, key) {
                                Some(true) => return Ok(Some(entry)),
                                Some(false) => {}
                                None => {
                                    let fill = self.get_int(table, shape.fill);
                                    let equal = self.eq(its_key, key)?;
                                    let changed = self.get(table, shape.index) != index
                                        || self.get(table, shape.entries) != entries
                                        || self.get_int(table, shape.fill) != fill
                                        || items[entry * shape.stride + 1] != its_key;
                                    if changed {
                                        continue 'search;
                                    }
                                    if equal {
                                        return Ok(Some(entry));
                                    }
                                }
                            }
                        }
                    }
                }
                probe.advance();
            }
        }
    }

    /// The entry whose key is this interned string, or another string object with the same text.
    #[inline]
    pub(crate) fn table_find_name(&mut self, shape: Shape, table: Word, name: Word) -> Option<usize> {
        let index = self.get(table, shape.index);
        if index.is_null() {
            return None;
        }
        let hash = stored(self.str_hash(name));
        let items = self.items::<Word>(self.get(table, shape.entries));
        let slots = self.slots(index);
        let mut probe = Probe::new(hash, slots.mask);
        loop {
            match slots.get(probe.place) {
                EMPTY => return None,
                DELETED => {}
                slot => {
                    let entry = (slot - FIRST) as usize;
                    let key = items[entry * shape.stride + 1];
                    if key == name {
                        return Some(entry);
                    }
                    if items[entry * shape.stride] == hash
                        && self.is(key, classes::STR)
                        && self.text(key) == self.text(name)
                    {
                        return Some(entry);
                    }
                }
            }
            probe.advance();
        }
    }

    /// The words of an entry.
    #[inline(always)]
    pub(crate) fn table_entry<'a>(&self, shape: Shape, table: Word, entry: usize) -> &'a [Word] {
        &self.items::<Word>(self.get(table, shape.entries))[entry * shape.stride..][..shape.stride]
    }

    /// A new array that may be too much for the heap.
    pub(crate) fn try_array(&mut self, class: ClassId, length: usize) -> Result<Word, OutOfMemory> {
        self.core().heap.allocate_array(class, length as u64)
    }

    /// New arrays with the live entries of a table, in this number of slots.
    fn table_arrays(&mut self, shape: Shape, table: Word, slots: usize) -> Result<(Word, Word), OutOfMemory> {
        let index = self.try_array(classes::DATA, slots * width(slots))?;
        let entries = self.try_array(classes::REFS, capacity(slots) * shape.stride)?;
        self.table_fill(shape, table, index, entries);
        Ok((index, entries))
    }

    /// Puts the live entries of a table into new arrays.
    fn table_fill(&mut self, shape: Shape, table: Word, index: Word, entries: Word) {
        let old = self.get(table, shape.entries);
        if !old.is_null() {
            let fill = self.get_int(table, shape.fill) as usize;
            // It is new: no barrier.
            let (from, to) = (self.items::<Word>(old), self.items::<Word>(entries));
            let mut places = self.slots(index);
            let mut count = 0;
            for words in from.chunks_exact(shape.stride).take(fill).filter(|words| !words[1].is_null()) {
                to[count * shape.stride..][..shape.stride].copy_from_slice(words);
                places.insert(words[0], count);
                count += 1;
            }
            debug_assert_eq!(count as i64, self.get_int(table, shape.used));
        }
    }

    /// Makes room for at least so many entries in all.
    pub(crate) fn table_reserve(
        &mut self,
        shape: Shape,
        table: Word,
        total: usize,
    ) -> Result<(), OutOfMemory> {
        let (index, entries) = self.table_arrays(shape, table, slots_for(total))?;
        self.table_replace(shape, table, index, entries);
        Ok(())
    }

    /// Makes room for one more, above the heap's limit if need be.
    pub(crate) fn table_reserve_anyway(&mut self, shape: Shape, table: Word) {
        let slots = slots_for(self.get_int(table, shape.used) as usize + 1);
        let index = self.new_array(classes::DATA, slots * width(slots));
        let entries = self.new_array(classes::REFS, capacity(slots) * shape.stride);
        self.table_fill(shape, table, index, entries);
        self.table_replace(shape, table, index, entries);
    }

    fn table_replace(&mut self, shape: Shape, table: Word, index: Word, entries: Word) {
        self.set(table, shape.index, index);
        self.set(table, shape.entries, entries);
        let used = self.get_int(table, shape.used);
        self.set_int(table, shape.fill, used);
    }

    /// Is there room for one entry more?
    #[inline(always)]
    fn table_has_room(&self, shape: Shape, table: Word) -> bool {
        let entries = self.get(table, shape.entries);
        let fill = self.get_int(table, shape.fill) as usize;
        !entries.is_null() && (fill + 1) * shape.stride <= self.array_len(entries)
    }

    /// Adds an entry whose key is not in the table; its number.
    #[inline]
    pub(crate) fn table_add(
        &mut self,
        shape: Shape,
        table: Word,
        words: &[Word],
    ) -> Result<usize, OutOfMemory> {
        if !self.table_has_room(shape, table) {
            let used = self.get_int(table, shape.used) as usize;
            // One entry more for certain, whatever the number of slots is rounded to.
            self.table_reserve(shape, table, (2 * used).max(used + 1))?;
        }
        let fill = self.get_int(table, shape.fill) as usize;
        let entries = self.get(table, shape.entries);
        for (number, &word) in words.iter().enumerate() {
            self.set_item(entries, fill * shape.stride + number, word);
        }
        self.slots(self.get(table, shape.index)).insert(words[0], fill);
        self.set_int(table, shape.fill, fill as i64 + 1);
        let used = self.get_int(table, shape.used);
        self.set_int(table, shape.used, used + 1);
        Ok(fill)
    }

    /// Deletes an entry.
    pub(crate) fn table_delete(&mut self, shape: Shape, table: Word, entry: usize) {
        let fill = self.get_int(table, shape.fill) as usize;
        let items = self.items::<Word>(self.get(table, shape.entries));
        let mut slots = self.slots(self.get(table, shape.index));
        let words = &mut items[entry * shape.stride..][..shape.stride];
        let mut probe = Probe::new(words[0], slots.mask);
        while slots.get(probe.place) != entry as u64 + FIRST {
            probe.advance();
        }
        slots.set(probe.place, DELETED);
        // Null and small integers: no barrier.
        words.fill(Word::NULL);
        let used = self.get_int(table, shape.used) - 1;
        self.set_int(table, shape.used, used);
        if used == 0 && fill * 4 >= capacity(slots.mask as usize + 1) {
            // Nothing to keep, and as many deletions have paid for it.
            slots.bytes.fill(0);
            items[..fill * shape.stride].fill(Word::NULL);
            self.set_int(table, shape.fill, 0);
            return;
        }
        let is_deleted = |items: &[Word], entry: usize| items[entry * shape.stride + 1].is_null();
        let front = self.deleted_at_front(shape, items);
        if entry == 0 || front == entry {
            let mut live = entry + 1;
            while live < fill && is_deleted(items, live) {
                live += 1;
            }
            items[0] = stored(live as i64);
        }
        let last = fill - 1;
        let back = if entry == last { 0 } else { self.deleted_at_back(shape, items, fill) };
        if entry + back == last && last > 0 {
            let mut first = entry;
            while first > 0 && is_deleted(items, first - 1) {
                first -= 1;
            }
            items[last * shape.stride] = stored((fill - first) as i64);
        }
    }

    /// How many entries at the front are known to be deleted.
    #[inline(always)]
    fn deleted_at_front(&self, shape: Shape, items: &[Word]) -> usize {
        debug_assert!(shape.stride > 1);
        if items[1].is_null() { items[0].as_small().unwrap_or(0) as usize } else { 0 }
    }

    #[inline(always)]
    fn deleted_at_back(&self, shape: Shape, items: &[Word], fill: usize) -> usize {
        let last = &items[(fill - 1) * shape.stride..];
        if last[1].is_null() { last[0].as_small().unwrap_or(0) as usize } else { 0 }
    }

    /// The next live entry at or after this one.
    #[inline]
    pub(crate) fn table_next(&self, shape: Shape, table: Word, from: usize) -> Option<usize> {
        let fill = self.get_int(table, shape.fill) as usize;
        if from >= fill {
            return None;
        }
        let items = self.items::<Word>(self.get(table, shape.entries));
        let mut entry = if from == 0 { self.deleted_at_front(shape, items) } else { from };
        while entry < fill {
            if !items[entry * shape.stride + 1].is_null() {
                return Some(entry);
            }
            entry += 1;
        }
        None
    }

    /// The last live entry before this one.
    #[inline]
    pub(crate) fn table_previous(&self, shape: Shape, table: Word, before: usize) -> Option<usize> {
        let fill = self.get_int(table, shape.fill) as usize;
        let mut entry = before.min(fill);
        if entry == 0 {
            return None;
        }
        let items = self.items::<Word>(self.get(table, shape.entries));
        if entry == fill {
            entry -= self.deleted_at_back(shape, items, fill);
        }
        while entry > 0 {
            entry -= 1;
            if !items[entry * shape.stride + 1].is_null() {
                return Some(entry);
            }
        }
        None
    }

    /// Forgets all entries, and the arrays: searches that are under way notice.
    pub(crate) fn table_clear(&mut self, shape: Shape, table: Word) {
        self.set(table, shape.index, Word::NULL);
        self.set(table, shape.entries, Word::NULL);
        self.set_int(table, shape.used, 0);
        self.set_int(table, shape.fill, 0);
    }

    /// Makes a new, empty table a copy of another one.
    pub(crate) fn table_copy(
        &mut self,
        (shape, table): (Shape, Word),
        (from_shape, from): (Shape, Word),
    ) -> Result<(), OutOfMemory> {
        debug_assert_eq!(shape.stride, from_shape.stride);
        let used = self.get_int(from, from_shape.used);
        if used == 0 {
            return Ok(());
        }
        let (index, entries) = self.table_arrays(from_shape, from, slots_for(used as usize))?;
        self.set(table, shape.index, index);
        self.set(table, shape.entries, entries);
        self.set_int(table, shape.used, used);
        self.set_int(table, shape.fill, used);
        Ok(())
    }
}
