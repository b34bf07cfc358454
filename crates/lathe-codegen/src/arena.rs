//! Memory for code: written, then made executable, never both at once.
//!
//! Code is installed by the thread that runs it, so while a chunk is writable nothing in it is executed. Compiled frames may
//! be on the stack below; they go on when the chunk is executable again.

use std::io;
use std::ptr::{self, NonNull};

const CHUNK: usize = 256 * 1024;
const ALIGN: usize = 16;

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
        let fits = |chunk: &Chunk| chunk.used + code.len() <= chunk.size;
        if !self.chunks.last().is_some_and(fits) {
            self.chunks.push(Chunk::map(code.len().max(CHUNK))?);
        }
        let chunk = self.chunks.last_mut().expect("there is one now");
        chunk.protect(libc::PROT_READ | libc::PROT_WRITE)?;
        // SAFETY: the chunk is writable, has room for the code at `used` (checked above), and nothing of it is executed
        // meanwhile: the arena is borrowed by the thread that would.
        let place = unsafe {
            let place = chunk.start.as_ptr().add(chunk.used);
            ptr::copy_nonoverlapping(code.as_ptr(), place, code.len());
            place
        };
        chunk.used = (chunk.used + code.len()).next_multiple_of(ALIGN);
        self.used += code.len();
        chunk.protect(libc::PROT_READ | libc::PROT_EXEC)?;
        Ok(place)
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
