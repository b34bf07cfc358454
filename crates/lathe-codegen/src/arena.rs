//! Memory for code: written, then made executable, never both at once.
//!
//! Code is installed by the thread that runs it, so while a chunk is writable nothing in it is executed. Compiled frames may
//! be on the stack below; they go on when the chunk is executable again.

use std::io;
use std::ptr::{self, NonNull};

const CHUNK: usize = 256 * 1024;
const ALIGN: usize = 16;
/// What the processor fetches at once. A small loop that lies in one line takes a cycle less per trip.
const LINE: usize = 64;

/// Code that wants a good place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    pub code: &'a [u8],
    /// A power of two: for the constants behind the code.
    pub alignment: usize,
    /// The offset of what should begin a line.
    pub line_at: usize,
}

/// The code of one VM.
#[derive(Debug, Default)]
pub struct CodeArena {
    chunks: Vec<Chunk>,
    used: usize,
}

#[derive(Debug)]
struct Chunk {
    start: NonNull<u8>,
    size: usize,
    used: usize,
    /// What was freed before that: where it begins and ends, in order, no two of them side by side.
    holes: Vec<(usize, usize)>,
}

// SAFETY: a chunk owns its mapping; nothing about it belongs to a thread. Who installs code sees to it that no other thread
// runs code of the same arena meanwhile.
unsafe impl Send for Chunk {}

impl CodeArena {
    pub fn new() -> CodeArena {
        CodeArena::default()
    }

    /// Bytes of code.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Copies code into executable memory.
    pub fn install(&mut self, code: &[u8]) -> io::Result<*const u8> {
        self.install_placed(Placed { code, alignment: ALIGN, line_at: 0 })
    }

    /// The same, at an address that suits a loop.
    pub fn install_placed(&mut self, placed: Placed) -> io::Result<*const u8> {
        let code = placed.code;
        let place =
            self.chunks.iter().enumerate().find_map(|(index, chunk)| Some((index, chunk.place(&placed)?)));
        let (index, offset) = match place {
            Some(place) => place,
            None => {
                self.chunks.push(Chunk::map((LINE + code.len()).max(CHUNK))?);
                (self.chunks.len() - 1, placed.offset_from(0))
            }
        };
        let chunk = &mut self.chunks[index];
        chunk.protect(libc::PROT_READ | libc::PROT_WRITE)?;
        // SAFETY: the chunk is writable and has room for the code at `offset` (`place` has looked), and nothing of it is executed
        // meanwhile: the arena is borrowed by the thread that would.
        let place = unsafe {
            let place = chunk.start.as_ptr().add(offset);
            ptr::copy_nonoverlapping(code.as_ptr(), place, code.len());
            place
        };
        chunk.take(offset, offset + code.len());
        self.used += code.len();
        chunk.protect(libc::PROT_READ | libc::PROT_EXEC)?;
        Ok(place)
    }

    /// Code that was installed and is not run any more. Its memory is used again.
    pub fn free(&mut self, place: *const u8, length: usize) {
        let inside = |chunk: &&mut Chunk| {
            let start = chunk.start.as_ptr().addr();
            (start..start + chunk.size).contains(&place.addr())
        };
        let chunk = self.chunks.iter_mut().find(inside).expect("code of this arena");
        let offset = place.addr() - chunk.start.as_ptr().addr();
        chunk.give_back(offset, offset + length);
        self.used -= length;
    }
}

impl Placed<'_> {
    /// The best place in the next line or so. Chunks begin with a line.
    fn offset_from(&self, used: usize) -> usize {
        let first = used.next_multiple_of(self.alignment);
        let places = (first..used + LINE).step_by(self.alignment);
        places.min_by_key(|place| (place + self.line_at) % LINE).unwrap_or(first)
    }
}

impl Chunk {
    /// An offset for the code: in a hole, or behind all other code.
    fn place(&self, placed: &Placed) -> Option<usize> {
        let length = placed.code.len();
        let hole = self.holes.iter().find_map(|&(start, end)| {
            let offset = placed.offset_from(start);
            (offset + length <= end).then_some(offset)
        });
        hole.or_else(|| (self.used + LINE + length <= self.size).then(|| placed.offset_from(self.used)))
    }

    fn take(&mut self, start: usize, end: usize) {
        if start >= self.used {
            // What is left out for a good place.
            if start > self.used {
                self.holes.push((self.used, start));
            }
            self.used = end;
            return;
        }
        let hole = self.holes.iter().position(|&(from, to)| from <= start && end <= to).expect("a hole");
        let (from, to) = self.holes[hole];
        let rest = [(from, start), (end, to)].into_iter().filter(|(from, to)| from < to);
        self.holes.splice(hole..=hole, rest);
    }

    fn give_back(&mut self, start: usize, end: usize) {
        let next = self.holes.partition_point(|&(from, _)| from < start);
        self.holes.insert(next, (start, end));
        // Neighbours become one.
        if self.holes.get(next + 1).is_some_and(|&(from, _)| from == end) {
            self.holes[next].1 = self.holes.remove(next + 1).1;
        }
        if next > 0 && self.holes[next - 1].1 == start {
            self.holes[next - 1].1 = self.holes.remove(next).1;
        }
        if let Some(&(from, to)) = self.holes.last()
            && to == self.used
        {
            self.used = from;
            self.holes.pop();
        }
    }

    fn map(size: usize) -> io::Result<Chunk> {
        let size = size.next_multiple_of(CHUNK);
        // SAFETY: a new private mapping; no memory of ours is touched.
        let address = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if address == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(address.cast()).expect("mmap does not give null");
        Ok(Chunk { start, size, used: 0, holes: Vec::new() })
    }

    fn protect(&self, protection: i32) -> io::Result<()> {
        // SAFETY: the range is the mapping that this chunk owns.
        match unsafe { libc::mprotect(self.start.as_ptr().cast(), self.size, protection) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours; whoever drops the arena runs no code of it any more.
        unsafe {
            libc::munmap(self.start.as_ptr().cast(), self.size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_memory_is_used_again() {
        let mut arena = CodeArena::new();
        let codes: Vec<Vec<u8>> = (0..200u8).map(|n| vec![n; 100 + 7 * n as usize]).collect();
        let mut places: Vec<(*const u8, usize)> = Vec::new();
        for code in &codes {
            places.push((arena.install(code).expect("memory"), code.len()));
        }
        let chunks = arena.chunks.len();
        // In an order that leaves holes and closes them again.
        for round in 0..40usize {
            for n in (0..codes.len()).filter(|n| (n * 7 + round) % 3 == 0) {
                let (place, length) = places[n];
                // SAFETY: the code was installed, and is not changed by others.
                assert_eq!(unsafe { std::slice::from_raw_parts(place, length) }, &codes[n][..]);
                arena.free(place, length);
                places[n].1 = 0;
            }
            for n in (0..codes.len()).rev().filter(|&n| places[n].1 == 0).collect::<Vec<_>>() {
                places[n] = (arena.install(&codes[n]).expect("memory"), codes[n].len());
            }
        }
        assert!(arena.chunks.len() <= chunks + 1, "{} chunks instead of {chunks}", arena.chunks.len());
        assert_eq!(arena.used(), codes.iter().map(Vec::len).sum());
        for (place, length) in places {
            arena.free(place, length);
        }
        assert!(arena.chunks.iter().all(|chunk| chunk.used == 0 && chunk.holes.is_empty()));
        assert_eq!(arena.used(), 0);
    }

    #[test]
    fn what_should_begin_a_line_does_if_the_alignment_allows() {
        for (alignment, used, line_at) in [(1, 0, 35), (8, 100, 35), (16, 7, 47), (16, 64, 0), (64, 1, 5)] {
            let place = Placed { code: &[], alignment, line_at }.offset_from(used);
            assert!(
                place >= used && place < used + LINE && place.is_multiple_of(alignment),
                "{alignment} {used} {line_at}"
            );
            assert!((place + line_at) % LINE < alignment, "{alignment} {used} {line_at}: {place}");
        }
    }

    #[test]
    fn code_is_where_it_was_put() {
        let mut arena = CodeArena::new();
        for (byte, line_at) in [(1_u8, 0), (2, 17), (3, 40)] {
            let code = [byte; 100];
            let place = arena.install_placed(Placed { code: &code, alignment: 1, line_at }).expect("memory");
            assert_eq!((place as usize + line_at) % LINE, 0);
            // SAFETY: the arena has just put a hundred bytes there.
            assert_eq!(unsafe { std::slice::from_raw_parts(place, 100) }, &code);
        }
        assert_eq!(arena.used(), 300);
    }
}
