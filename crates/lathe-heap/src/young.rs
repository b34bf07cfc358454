//! Where the objects allocated since the last collection are.
//!
//! A bump window leaves behind a range that is nothing but objects, one after the other: the header and the length say
//! where the next one starts. So no table of young objects is kept while allocating. Only when a conservative root
//! points into a range is that range walked, once, and its objects entered into the *starts* of the chunk. Dead young
//! objects in other ranges are never looked at.

use crate::chunk;
use crate::header::{Header, flags};
use crate::layout::{Scan, ScanKind, object_size};

#[derive(Clone, Copy, Debug)]
struct Range {
    start: usize,
    end: usize,
    walked: bool,
}

#[derive(Debug, Default)]
pub(crate) struct YoungRanges {
    ranges: Vec<Range>,
}

impl YoungRanges {
    /// A window was used up to `end`.
    #[inline]
    pub fn push(&mut self, start: usize, end: usize) {
        self.ranges.push(Range { start, end, walked: false });
    }

    /// Make ranges searchable.
    pub fn sort(&mut self) {
        // Stable: it takes advantage of the runs in the list, a run for each block that was walked.
        self.ranges.sort_by_key(|range| range.start);
    }

    /// The survivors are old now.
    pub fn clear(&mut self) {
        self.ranges.clear();
        self.ranges.shrink_to(1 << 12);
    }

    /// If the address is in a range, enter the objects of the range into the starts. Needs a sorted list.
    pub fn expose(&mut self, scans: &[Scan], address: usize) {
        let index = self.ranges.partition_point(|range| range.start <= address);
        if let Some(range) = index.checked_sub(1).map(|index| &mut self.ranges[index])
            && address < range.end
            && !range.walked
        {
            walk(scans, range);
        }
    }

    pub fn expose_all(&mut self, scans: &[Scan]) {
        for range in self.ranges.iter_mut().filter(|range| !range.walked) {
            walk(scans, range);
        }
    }
}

fn walk(scans: &[Scan], range: &mut Range) {
    range.walked = true;
    let mut object = range.start;
    while object < range.end {
        // SAFETY: a range lies in a block, and is filled with objects: the allocator and compiled code store the header
        // of an object, and the length of an array, before they do anything else.
        unsafe {
            let header = *chunk::pointer(object).cast::<Header>();
            let class = scans.get(header.class as usize);
            assert!(
                header.flags & flags::OBJECT != 0 && class.is_some_and(|c| c.kind != ScanKind::Undefined),
                "{object:#x} in {range:x?} is no object: {header:?}"
            );
            chunk::set_start(object);
            object += object_size(scans, object);
        }
    }
    assert_eq!(object, range.end, "the last object reaches out of the window");
}
