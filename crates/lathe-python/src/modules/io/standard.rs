//! Standard input, output and errors: `print`, `input`, and what happens when a program ends.
//!
//! The streams are made when the program asks for `sys`, or when something is first printed.

use super::stream::{Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::runtime::types;
use crate::text::build::Builder;
use lathe_heap::{RootIndex, Word};
use std::cell::Cell;

/// The streams that there are; where they are kept.
#[derive(Debug, Default)]
pub struct Standard {
    streams: [Cell<Option<RootIndex>>; 3],
    /// The namespace of `sys`, where a program can put others.
    sys: Cell<Option<RootIndex>>,
}

const NAMES: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Py {
    /// The stream that the process was started with.
    pub fn original_stream(&mut self, number: usize) -> PyResult {
        if let Some(root) = self.rt().standard.streams[number].get() {
            return Ok(self.root(root));
        }
        let stream = self.standard_stream(number as i32)?;
        let root = self.core().heap.add_root(stream);
        self.rt().standard.streams[number].set(Some(root));
        Ok(stream)
    }

    /// From now on, `sys.stdout` is looked for in this namespace.
    pub fn set_sys_namespace(&mut self, dict: Word) {
        let root = self.core().heap.add_root(dict);
        self.rt().standard.sys.set(Some(root));
    }

    /// `sys.stdin`, `sys.stdout`, `sys.stderr`, as they are now; none if the program has deleted it.
    pub fn current_stream(&mut self, number: usize) -> PyResult<Option<Word>> {
        let Some(root) = self.rt().standard.sys.get() else { return self.original_stream(number).map(Some) };
        let (dict, name) = (self.root(root), self.intern(NAMES[number]));
        Ok(self.dict_get_name(dict, name))
    }

    /// Is it a text stream of ours that is open for writing?
    fn plain_writer(&mut self, file: Word) -> PyResult<bool> {
        Ok(self.exact_stream(file) == Some(StreamKind::Text)
            && self.stream_is(file, Flags::READY)
            && self.stream_is(file, Flags::WRITABLE)
            && !self.is_closed(file)?)
    }

    /// Writes to `sys.stdout`.
    pub fn write_out(&mut self, text: &str) -> PyResult<()> {
        let Some(file) = self.current_stream(1)? else { return Ok(()) };
        if self.is_none(file) {
            return Ok(());
        }
        let text = self.new_str(text);
        self.call_method(file, "write", &[text])?;
        Ok(())
    }

    /// Writes what is pending in the standard streams, also if the program has put others in their place.
    pub fn flush_out(&mut self) -> PyResult<()> {
        for number in [1, 2] {
            if let Some(root) = self.rt().standard.streams[number].get() {
                let stream = self.root(root);
                if self.plain_writer(stream)? {
                    self.text_flush(stream)?;
                }
            }
        }
        Ok(())
    }

    /// The program is over: files that it has left open are closed, what it has printed is written. Whether that went well; if not, it
    /// was said so.
    pub fn finish_streams(&mut self) -> bool {
        self.core().heap.queue_all_finalizers();
        self.run_finalizers();
        let mut well = true;
        for number in [1, 2] {
            let current = match self.current_stream(number) {
                Ok(Some(stream)) if !self.is_none(stream) => Some(stream),
                _ => None,
            };
            let original = self.rt().standard.streams[number].get().map(|root| self.root(root));
            let replaced =
                current.filter(|&stream| Some(stream) != original && self.rt().standard.sys.get().is_some());
            for stream in replaced.into_iter().chain(original) {
                if self.is_none(stream) || !matches!(self.is_closed(stream), Ok(false)) {
                    continue;
                }
                if let Err(raised) = self.call_method(stream, "flush", &[])
                    && number == 1
                {
                    self.set(raised.0, classes::EXCEPTION_TRACEBACK, Word::NULL);
                    self.show_ignored(raised, stream);
                    well = false;
                }
            }
        }
        well
    }
}

/// `print(*args, sep=' ', end='\n', file=None, flush=False)`.
pub fn print(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let file = match args[3] {
        file if file.is_null() || file == none => match py.current_stream(1)? {
            Some(file) if file == none => return Ok(none),
            Some(file) => file,
            None => return Err(py.error(types::RUNTIME_ERROR, "lost sys.stdout")),
        },
        file => file,
    };
    let separator = text_argument(py, args[1], "sep")?;
    let end = text_argument(py, args[2], "end")?;
    let direct = py.plain_writer(file)?;
    if direct {
        print_direct(py, file, args[0], separator, end)?;
    } else {
        let write = py.intern("write");
        let write = py.get_attr(file, write)?;
        for index in 0..py.array_len(args[0]) {
            if index > 0 {
                let separator = separator.unwrap_or_else(|| py.intern(" "));
                py.call(write, &[separator])?;
            }
            let text = py.str(py.items::<Word>(args[0])[index])?;
            py.call(write, &[text])?;
        }
        let end = end.unwrap_or_else(|| py.intern("\n"));
        py.call(write, &[end])?;
    }
    if !args[4].is_null() && py.truth(args[4])? {
        match direct {
            true => py.text_flush(file)?,
            false => py.call_method(file, "flush", &[]).map(drop)?,
        }
    }
    Ok(none)
}

/// The string, none for the default.
fn text_argument(py: &mut Py, word: Word, name: &str) -> PyResult<Option<Word>> {
    if word.is_null() || py.is_none(word) {
        return Ok(None);
    }
    match py.payload(word, classes::STR) {
        Some(text) => Ok(Some(text)),
        None => {
            let message = format!("{name} must be None or a string, not {}", py.type_name(word));
            Err(py.type_error(&message))
        }
    }
}

/// One write for all that is printed, as far as nobody could tell.
fn print_direct(
    py: &mut Py,
    file: Word,
    values: Word,
    separator: Option<Word>,
    end: Option<Word>,
) -> PyResult<()> {
    let mut line = Builder::default();
    for index in 0..py.array_len(values) {
        if index > 0 {
            line.extend(separator.map_or(Text::One(b" "), |text| py.text(text)));
        }
        let value = py.items::<Word>(values)[index];
        if !shows_itself(py, value) {
            // Showing an object may print something, or fail: what was before it comes first.
            write_line(py, file, &line)?;
            line = Builder::default();
        }
        let text = match py.is(value, classes::STR) {
            true => value,
            false => {
                let text = py.str(value)?;
                py.payload(text, classes::STR).expect("checked")
            }
        };
        line.extend(py.text(text));
    }
    line.extend(end.map_or(Text::One(b"\n"), |text| py.text(text)));
    write_line(py, file, &line)
}

/// No code of the program runs to show it.
fn shows_itself(py: &Py, value: Word) -> bool {
    matches!(
        py.class_of(value),
        Some(
            classes::STR
                | classes::INT
                | classes::FLOAT
                | classes::BOOL
                | classes::SINGLETON
                | classes::BYTES
        )
    )
}

fn write_line(py: &mut Py, file: Word, line: &Builder) -> PyResult<()> {
    if line.is_empty() {
        return Ok(());
    }
    let text = py.built_text(line)?;
    // The stream may have been closed by what was shown.
    if py.plain_writer(file)? {
        return py.text_write(file, text);
    }
    py.call_method(file, "write", &[text]).map(drop)
}

/// `input(prompt='')`.
pub fn input(py: &mut Py, args: &[Word]) -> PyResult {
    let lost = |py: &mut Py, name: &str| py.error(types::RUNTIME_ERROR, &format!("input(): lost {name}"));
    let mut streams = [Word::NULL; 3];
    for (number, name) in [(0, "sys.stdin"), (1, "sys.stdout"), (2, "sys.stderr")] {
        match py.current_stream(number)? {
            Some(stream) if !py.is_none(stream) => streams[number] = stream,
            _ => return Err(lost(py, name)),
        }
    }
    let _ = py.call_method(streams[2], "flush", &[]);
    if !args[0].is_null() {
        let prompt = py.str(args[0])?;
        py.call_method(streams[1], "write", &[prompt])?;
    }
    py.call_method(streams[1], "flush", &[])?;
    let line = py.call_method(streams[0], "readline", &[])?;
    let Some(text) = py.payload(line, classes::STR) else {
        return Err(py.type_error("object.readline() returned non-string"));
    };
    let points = py.text(text);
    match points.len() {
        0 => Err(py.error(types::EOF_ERROR, "EOF when reading a line")),
        length if points.get(length - 1) == '\n' as u32 => py.substring(text, 0..length - 1),
        _ => Ok(text),
    }
}
