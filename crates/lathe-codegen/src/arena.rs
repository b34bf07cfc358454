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
}

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
        let fits = |chunk: &Chunk| chunk.used + LINE + code.len() <= chunk.size;
        if !self.chunks.last().is_some_and(fits) {
            self.chunks.push(Chunk::map((LINE + code.len()).max(CHUNK))?);
        }
        let chunk = self.chunks.last_mut().expect("there is one now");
        chunk.protect(libc::PROT_READ | libc::PROT_WRITE)?;
        let offset = placed.offset_from(chunk.used);
        // SAFETY: the chunk is writable, has room for the code at `offset`, which is less than a line behind `used` (checked
        // above), and nothing of it is executed meanwhile: the arena is borrowed by the thread that would.
        let place = unsafe {
            let place = chunk.start.as_ptr().add(offset);
            ptr::copy_nonoverlapping(code.as_ptr(), place, code.len());
            place
        };
        chunk.used = offset + code.len();
        self.used += code.len();
        chunk.protect(libc::PROT_READ | libc::PROT_EXEC)?;
        Ok(place)
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
        Ok(Chunk { start, size, used: 0 })
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
