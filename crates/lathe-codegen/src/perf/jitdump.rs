//! `jit-PID.dump`: functions with their code and lines, as `perf inject --jit` reads them.
//!
//! The file is mapped executable for as long as it is written: that mapping is all that a recording needs to know about it.
//! Time is that of the monotonic clock, so record with `perf record -k mono`.
//!
//! Lines need a source file. There is none for a trace, so one is written beside the dump (`jit-PID.ops`): each function as a
//! heading with an op a line below it.
//!
//! All numbers are as this machine has them; the magic tells a reader which way round.

use super::Installed;
use std::ffi::c_void;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::ptr::{self, NonNull};

const MAGIC: u32 = 0x4A69_5444;
const VERSION: u32 = 1;
const HEADER_SIZE: u32 = 40;
const CODE_LOAD: u32 = 0;
const DEBUG_INFO: u32 = 2;
const CODE_CLOSE: u32 = 3;
/// Before each record: its kind, its size, its time.
const PREFIX_SIZE: usize = 16;

#[cfg(target_arch = "x86_64")]
const MACHINE: u32 = 62;
#[cfg(target_arch = "aarch64")]
const MACHINE: u32 = 183;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: u32 = 0;

#[derive(Debug)]
pub struct JitDump {
    file: File,
    _mapping: Mapping,
    ops: File,
    ops_path: PathBuf,
    /// Lines in it so far.
    lines: u32,
    /// Functions so far.
    count: u64,
}

impl JitDump {
    pub fn create(path: &Path) -> io::Result<JitDump> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut header = Vec::new();
        for number in [MAGIC, VERSION, HEADER_SIZE, MACHINE, 0, std::process::id()] {
            header.extend(number.to_ne_bytes());
        }
        // The time, and no flags.
        header.extend(now().to_ne_bytes());
        header.extend(0u64.to_ne_bytes());
        file.write_all(&header)?;
        let _mapping = Mapping::new(&file)?;
        let ops_path = std::path::absolute(path.with_extension("ops"))?;
        let ops = File::create(&ops_path)?;
        Ok(JitDump { file, _mapping, ops, ops_path, lines: 0, count: 0 })
    }

    pub fn add(&mut self, code: &Installed<'_>) -> io::Result<()> {
        let lines = self.write_ops(code)?;
        if !lines.is_empty() {
            self.write_record(DEBUG_INFO, &self.debug_info(code, &lines))?;
        }
        let mut body = Vec::new();
        // SAFETY: gives the number of this thread, and nothing can go wrong.
        let thread = unsafe { libc::gettid() } as u32;
        body.extend(std::process::id().to_ne_bytes());
        body.extend(thread.to_ne_bytes());
        for number in [code.address, code.address, code.code.len() as u64, self.count] {
            body.extend(number.to_ne_bytes());
        }
        add_text(&mut body, code.name);
        body.extend(code.code);
        self.count += 1;
        self.write_record(CODE_LOAD, &body)
    }

    /// The address and the line of each op.
    fn write_ops(&mut self, code: &Installed<'_>) -> io::Result<Vec<(u64, u32)>> {
        if code.lines.is_empty() {
            return Ok(Vec::new());
        }
        let mut text = format!("{}:\n", code.name.replace('\n', " "));
        self.lines += 1;
        let mut lines = Vec::new();
        for (offset, op) in code.lines {
            text.push_str(&format!("  {}\n", op.replace('\n', " ")));
            self.lines += 1;
            lines.push((code.address + u64::from(*offset), self.lines));
        }
        self.ops.write_all(text.as_bytes())?;
        Ok(lines)
    }

    fn debug_info(&self, code: &Installed<'_>, lines: &[(u64, u32)]) -> Vec<u8> {
        let source = self.ops_path.to_string_lossy();
        let mut body = Vec::new();
        body.extend(code.address.to_ne_bytes());
        body.extend((lines.len() as u64).to_ne_bytes());
        for &(address, line) in lines {
            body.extend(address.to_ne_bytes());
            body.extend(line.to_ne_bytes());
            // A line is in one piece: no discriminator.
            body.extend(0u32.to_ne_bytes());
            add_text(&mut body, &source);
        }
        body
    }

    fn write_record(&mut self, kind: u32, body: &[u8]) -> io::Result<()> {
        let mut record = Vec::with_capacity(PREFIX_SIZE + body.len());
        record.extend(kind.to_ne_bytes());
        record.extend(((PREFIX_SIZE + body.len()) as u32).to_ne_bytes());
        record.extend(now().to_ne_bytes());
        record.extend(body);
        self.file.write_all(&record)
    }
}

impl Drop for JitDump {
    fn drop(&mut self) {
        let _ = self.write_record(CODE_CLOSE, &[]);
    }
}

/// Ended by a zero, as C has it.
fn add_text(body: &mut Vec<u8>, text: &str) {
    body.extend(text.bytes().filter(|&byte| byte != 0));
    body.push(0);
}

fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place for the time is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The first page of the file, executable, so that a recording notes its name.
#[derive(Debug)]
struct Mapping {
    start: NonNull<c_void>,
    size: usize,
}

// SAFETY: nobody reads or writes through it.
unsafe impl Send for Mapping {}

impl Mapping {
    fn new(file: &File) -> io::Result<Mapping> {
        // SAFETY: asks for a number.
        let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        // SAFETY: a new private mapping of a file that is open; no memory of ours is touched.
        let start = unsafe {
            let protection = libc::PROT_READ | libc::PROT_EXEC;
            libc::mmap(ptr::null_mut(), size, protection, libc::MAP_PRIVATE, file.as_raw_fd(), 0)
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Mapping { start: NonNull::new(start).expect("mmap does not give null"), size })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nobody has its address.
        unsafe { libc::munmap(self.start.as_ptr(), self.size) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Reader<'b>(&'b [u8]);

    impl<'b> Reader<'b> {
        fn bytes(&mut self, count: usize) -> &'b [u8] {
            let (bytes, rest) = self.0.split_at(count);
            self.0 = rest;
            bytes
        }

        fn u32(&mut self) -> u32 {
            u32::from_ne_bytes(self.bytes(4).try_into().expect("four bytes"))
        }

        fn u64(&mut self) -> u64 {
            u64::from_ne_bytes(self.bytes(8).try_into().expect("eight bytes"))
        }

        fn text(&mut self) -> String {
            let end = self.0.iter().position(|&byte| byte == 0).expect("a zero");
            let text = String::from_utf8(self.bytes(end).to_vec()).expect("text");
            self.bytes(1);
            text
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let path = std::env::temp_dir().join(format!("lathe-jit-{}.dump", std::process::id()));
        let mut dump = JitDump::create(&path).expect("a file");
        let lines = [(0, "i1 = int_add(i0, 1)".to_string()), (6, "jump(L0, i1)".to_string())];
        let code = [0x90, 0x90, 0xc3];
        dump.add(&Installed { name: "entry", address: 0x1000, code: &code[2..], lines: &[] })
            .expect("written");
        dump.add(&Installed { name: "loop 1", address: 0x2000, code: &code, lines: &lines })
            .expect("written");
        drop(dump);
        let bytes = std::fs::read(&path).expect("a file");
        let ops = std::fs::read_to_string(path.with_extension("ops")).expect("a file");
        std::fs::remove_file(&path).expect("it is there");
        std::fs::remove_file(path.with_extension("ops")).expect("it is there");

        let mut file = Reader(&bytes);
        assert_eq!((file.u32(), file.u32(), file.u32(), file.u32()), (MAGIC, VERSION, HEADER_SIZE, MACHINE));
        assert_eq!((file.u32(), file.u32()), (0, std::process::id()));
        let mut time = file.u64();
        assert_eq!(file.u64(), 0, "flags");
        let mut kinds = Vec::new();
        while !file.0.is_empty() {
            let (kind, size, at) = (file.u32(), file.u32() as usize, file.u64());
            assert!(at >= time, "time goes on");
            time = at;
            let mut record = Reader(file.bytes(size - PREFIX_SIZE));
            match kind {
                CODE_LOAD => {
                    assert_eq!(record.u32(), std::process::id());
                    assert_ne!(record.u32(), 0, "a thread");
                    let (vma, address, size, index) =
                        (record.u64(), record.u64(), record.u64(), record.u64());
                    let expected = [(0x1000, 1, "entry"), (0x2000, 3, "loop 1")][index as usize];
                    assert_eq!((vma, address, size), (expected.0, expected.0, expected.1));
                    assert_eq!(record.text(), expected.2);
                    assert_eq!(record.bytes(size as usize), &code[code.len() - size as usize..]);
                }
                DEBUG_INFO => {
                    assert_eq!((record.u64(), record.u64()), (0x2000, 2));
                    for (offset, op) in &lines {
                        assert_eq!(record.u64(), 0x2000 + u64::from(*offset));
                        let line = record.u32() as usize;
                        assert_eq!(ops.lines().nth(line - 1), Some(&*format!("  {op}")));
                        assert_eq!(record.u32(), 0);
                        assert!(record.text().ends_with(".ops"));
                    }
                }
                CODE_CLOSE => {}
                other => panic!("a record of kind {other}"),
            }
            assert!(record.0.is_empty(), "all of the record was read");
            kinds.push(kind);
        }
        // Lines stand before the code they are for.
        assert_eq!(kinds, [CODE_LOAD, DEBUG_INFO, CODE_LOAD, CODE_CLOSE]);
    }
}
