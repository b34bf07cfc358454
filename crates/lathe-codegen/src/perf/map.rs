//! `perf-PID.map`: a line for each function, with its start and size in hexadecimal, and its name.

use super::Installed;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

#[derive(Debug)]
pub struct PerfMap {
    file: File,
}

impl PerfMap {
    pub fn create(path: &Path) -> io::Result<PerfMap> {
        Ok(PerfMap { file: File::create(path)? })
    }

    /// Later lines win, so memory that is used again needs no more than another line.
    pub fn add(&mut self, code: &Installed<'_>) -> io::Result<()> {
        let name = code.name.replace('\n', " ");
        self.file.write_all(format!("{:x} {:x} {name}\n", code.address, code.code.len()).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let path = std::env::temp_dir().join(format!("lathe-perf-map-{}", std::process::id()));
        let mut map = PerfMap::create(&path).expect("a file");
        let names = ["loop 1 f line 3, preamble", "bridge 2 from 1 exit 8"];
        for (name, address) in names.into_iter().zip([0x7f00_1234_5000u64, 0x10]) {
            map.add(&Installed { name, address, code: &[0xc3; 20], lines: &[] }).expect("written");
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::remove_file(&path).expect("it is there");
        let mut read = Vec::new();
        for line in text.lines() {
            let mut parts = line.splitn(3, ' ');
            let mut number =
                || u64::from_str_radix(parts.next().expect("a number"), 16).expect("hexadecimal");
            let (address, size) = (number(), number());
            read.push((address, size, parts.next().expect("a name").to_string()));
        }
        assert_eq!(read, [(0x7f00_1234_5000, 20, names[0].to_string()), (0x10, 20, names[1].to_string())]);
    }
}
