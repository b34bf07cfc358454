//! Arguments of `lathe eval`: numbers, `null`, `@object`, and objects written out.
//!
//!     5, -1.5, null, @step, Box{value: 3}, Ints[1, 2], Node{next: Node{}, value: Box{value: 1}}

use lathe_ir::eval::{Datum, FaultKind, Heap, Loc};
use lathe_ir::text::{ParseError, Span};
use lathe_ir::{ClassId, Descriptors, Type};
use std::ops::Range;

/// Objects within objects; more would be a typing error, and the stack is finite.
const MAX_DEPTH: usize = 100;

type Parsed<T> = Result<T, ParseError>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    descriptors: &'a Descriptors,
    heap: &'a mut Heap,
}

/// A list separated by commas, one argument for each type.
pub fn read(descriptors: &Descriptors, heap: &mut Heap, text: &str, types: &[Type]) -> Parsed<Vec<Datum>> {
    let mut reader = Reader { text, at: 0, descriptors, heap };
    let mut data = Vec::new();
    while reader.peek().is_some() {
        let start = reader.at;
        let datum = reader.datum(0)?;
        let Some(&ty) = types.get(data.len()) else {
            return reader.fail(start, too_many(types.len()));
        };
        data.push(reader.typed(start, datum, ty)?);
        match reader.peek() {
            None => break,
            Some(',') => reader.at += 1,
            Some(c) => return reader.fail(reader.at, format!("expected `,`, found `{}`", c.escape_debug())),
        }
        if reader.peek().is_none() {
            return reader.fail(reader.at, EXPECTED.to_string());
        }
    }
    if data.len() < types.len() {
        let message = format!("the trace takes {}, there are {} here", counted(types.len()), data.len());
        return reader.fail(reader.at, message);
    }
    Ok(data)
}

const EXPECTED: &str = "expected a number, `null`, `@object` or an object";

fn counted(arguments: usize) -> String {
    format!("{arguments} argument{}", if arguments == 1 { "" } else { "s" })
}

fn too_many(wanted: usize) -> String {
    format!("the trace takes only {}", counted(wanted))
}

/// The place of a stretch of text.
fn span(text: &str, Range { start, end }: Range<usize>) -> Span {
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    Span {
        line: text[..start].matches('\n').count() as u32 + 1,
        col: text[line_start..start].chars().count() as u32 + 1,
        len: text[start..end].chars().count().max(1) as u32,
    }
}

impl<'a> Reader<'a> {
    /// An error about what was read from `start` on.
    fn fail<T>(&self, start: usize, message: String) -> Parsed<T> {
        let span = span(self.text, start..self.at.max(start));
        Err(ParseError { span, message })
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Parsed<()> {
        if self.eat(wanted) {
            return Ok(());
        }
        let found = match self.peek() {
            Some(c) => format!("`{}`", c.escape_debug()),
            None => "the end".to_string(),
        };
        self.fail(self.at, format!("expected `{wanted}`, found {found}"))
    }

    /// A name or a number, which may be empty, and where it starts.
    fn word(&mut self) -> (usize, &'a str) {
        self.peek();
        let (text, start) = (self.text, self.at);
        let rest = &text[start..];
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+');
        let part_of_word = |i: usize, c: char| {
            let sign = c == '-' || c == '+';
            let exponent = is_number && rest[..i].ends_with(['e', 'E']);
            c.is_alphanumeric() || c == '_' || c == '.' || (sign && (i == 0 || exponent))
        };
        let end = rest.char_indices().find(|&(i, c)| !part_of_word(i, c)).map_or(rest.len(), |(i, _)| i);
        self.at = start + end;
        (start, &rest[..end])
    }

    fn datum(&mut self, depth: usize) -> Parsed<Datum> {
        if depth > MAX_DEPTH {
            return self.fail(self.at, "objects are nested too deeply".to_string());
        }
        if self.eat('@') {
            let (start, name) = self.word();
            let index = self.descriptors.objects.iter().position(|object| object.name == name);
            return match index {
                Some(index) => Ok(Datum::object(Loc(index as u32))),
                None => self.fail(start - 1, format!("there is no object `@{name}`")),
            };
        }
        let (start, word) = self.word();
        if word.is_empty() {
            return self.fail(start, EXPECTED.to_string());
        }
        if word == "null" {
            return Ok(Datum::Ref(None));
        }
        if let Ok(x) = word.parse::<i64>() {
            return Ok(Datum::Int(x));
        }
        let digits = word.trim_start_matches(['-', '+']);
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            return self.fail(start, format!("`{word}` does not fit in a signed 64-bit integer"));
        }
        if let Ok(x) = word.parse::<f64>()
            && (digits.starts_with(|c: char| c.is_ascii_digit()) || digits == "inf" || word == "nan")
        {
            return Ok(Datum::Float(x));
        }
        match self.descriptors.find_class(word) {
            Some(class) if self.descriptors.item(class).is_some() => self.array(class, depth),
            Some(class) => self.record(class, depth),
            None => self.fail(start, format!("`{word}` is no number and no class")),
        }
    }

    fn array(&mut self, class: ClassId, depth: usize) -> Parsed<Datum> {
        let descriptors = self.descriptors;
        let item = descriptors.item(class).expect("an array class");
        self.expect('[')?;
        let mut items = Vec::new();
        while !self.eat(']') {
            self.peek();
            let start = self.at;
            let datum = self.datum(depth + 1)?;
            items.push((start..self.at, self.typed(start, datum, item.ty())?));
            if !self.eat(',') {
                self.expect(']')?;
                break;
            }
        }
        let allocated = self.heap.allocate_array(descriptors, class, items.len() as i64);
        let array = self.allowed(self.at..self.at, allocated.map(Datum::object))?;
        for (index, (place, item)) in items.into_iter().enumerate() {
            let stored = self.heap.set_item(descriptors, class, array, index as i64, item);
            self.allowed(place, stored)?;
        }
        Ok(array)
    }

    fn record(&mut self, class: ClassId, depth: usize) -> Parsed<Datum> {
        let descriptors = self.descriptors;
        let allocated = self.heap.allocate(descriptors, class);
        let object = self.allowed(self.at..self.at, allocated.map(Datum::object))?;
        self.expect('{')?;
        while !self.eat('}') {
            let (start, name) = self.word();
            let fields = descriptors.record_fields(class);
            let Some(&field) = fields.iter().find(|&&f| descriptors.field(f).name == name) else {
                return match name {
                    "" => self.fail(start, "expected the name of a field or `}`".to_string()),
                    _ => {
                        let class = &descriptors.class(class).name;
                        self.fail(start, format!("class `{class}` has no field `{name}`"))
                    }
                };
            };
            self.expect(':')?;
            self.peek();
            let start = self.at;
            let datum = self.datum(depth + 1)?;
            let value = self.typed(start, datum, descriptors.field(field).storage.ty())?;
            let stored = self.heap.set(descriptors, object, field, value);
            self.allowed(start..self.at, stored)?;
            if !self.eat(',') {
                self.expect('}')?;
                break;
            }
        }
        Ok(object)
    }

    /// What the heap refused is the fault of this stretch.
    fn allowed<T>(&self, place: Range<usize>, result: Result<T, FaultKind>) -> Parsed<T> {
        result.map_err(|kind| ParseError {
            span: span(self.text, place),
            message: kind.explain(self.descriptors),
        })
    }

    /// `3` will do for a float.
    fn typed(&self, start: usize, datum: Datum, ty: Type) -> Parsed<Datum> {
        match datum {
            Datum::Int(x) if ty == Type::Float => Ok(Datum::Float(x as f64)),
            _ if datum.ty() == ty => Ok(datum),
            _ => {
                self.fail(start, format!("expected {}, found {}", with_article(ty), with_article(datum.ty())))
            }
        }
    }
}

fn with_article(ty: Type) -> &'static str {
    match ty {
        Type::Int => "an int",
        Type::Float => "a float",
        Type::Ref => "an object or null",
    }
}
