//! Which object does a word point into, if any?
//!
//! For words of the native stack, which may be anything: integers, addresses of code, references to objects that died
//! long ago, addresses of items inside an array. Every address inside an object counts, the one behind its end does
//! not. The answer is exact: an object that is not there (any more) is never found, so it is safe to trace whatever
//! is.

use crate::chunk::{self, CHUNK_HEAD, ChunkKind, PAGE};
use crate::layout::{Scan, object_size};
use crate::space::Space;
use crate::young::YoungRanges;

/// The object that contains the address. The young ranges are sorted, and the current window among them.
pub(crate) fn object_at(
    space: &Space,
    young: &mut YoungRanges,
    scans: &[Scan],
    address: usize,
) -> Option<usize> {
    let chunk = space.find(address)?;
    if address < chunk.base + CHUNK_HEAD {
        return None;
    }
    let object = match chunk.kind {
        ChunkKind::Blocks => {
            young.expose(scans, address);
            // SAFETY: the address is in a block of a mapped chunk.
            unsafe { chunk::last_start(address) }?
        }
        ChunkKind::Pages => {
            // SAFETY: a mapped chunk of pages.
            let table = unsafe { chunk::pages(chunk.base) };
            match table[(address - chunk.base) / PAGE] {
                0 => return None,
                first => chunk.base + first as usize * PAGE,
            }
        }
        ChunkKind::Huge => chunk.base + CHUNK_HEAD,
    };
    // SAFETY: starts and pages in use are those of objects.
    let size = unsafe { object_size(scans, object) };
    (address < object + size).then_some(object)
}
