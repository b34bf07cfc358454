//! Tables that only grow: what was added stays where it is as long as the table.
//!
//! Code, types, maps and native functions are known by their number, which objects and traces hold. Whoever looks one up
//! keeps a plain reference to it, whatever is added meanwhile.

use std::cell::UnsafeCell;
use std::fmt;

pub struct Table<T> {
    /// Only touched within one function of the table at a time, none of which calls anything that could come back.
    entries: UnsafeCell<Vec<Box<T>>>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { entries: UnsafeCell::new(Vec::new()) }
    }
}

impl<T> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("len", &self.len()).finish()
    }
}

impl<T> Table<T> {
    pub fn len(&self) -> usize {
        // SAFETY: see `entries`; there is one thread, since the cell is not `Sync`.
        unsafe { &*self.entries.get() }.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an entry; its number.
    pub fn add(&self, entry: T) -> u32 {
        // SAFETY: as above.
        let entries = unsafe { &mut *self.entries.get() };
        entries.push(Box::new(entry));
        entries.len() as u32 - 1
    }

    #[inline(always)]
    pub fn get(&self, number: u32) -> &T {
        // SAFETY: as above.
        let entries = unsafe { &*self.entries.get() };
        let entry: *const T = &raw const *entries[number as usize];
        // SAFETY: the entry is in a box that is never dropped or moved out of before the table is dropped, so the reference is
        // good for as long as the table is, whatever happens to the vector.
        unsafe { &*entry }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn entries_stay_where_they_are() {
        let table = Table::default();
        let first = table.add("first".to_string());
        let kept = table.get(first);
        for n in 0..1000 {
            table.add(n.to_string());
        }
        assert_eq!(kept, "first");
        assert_eq!((table.get(1000).as_str(), table.len()), ("999", 1001));
    }
}
