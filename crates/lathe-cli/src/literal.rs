//! Arguments of `lathe eval`: numbers, `null`, `@object`, and objects written out.
//!
//!     5, -1.5, null, @step, Box{value: 3}, Ints[1, 2], Node{next: Node{}, value: Box{value: 1}}

use lathe_ir::eval::{Datum, Heap, Loc};
use lathe_ir::{ClassId, Descriptors, Type};

pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    descriptors: &'a Descriptors,
    heap: &'a mut Heap,
}

/// Objects within objects; more would be a typing error, and the stack is finite.
const MAX_DEPTH: usize = 100;

/// A list separated by commas.
pub fn read(descriptors: &Descriptors, heap: &mut Heap, text: &str) -> Result<Vec<Datum>, String> {
    let mut reader = Reader { text, at: 0, descriptors, heap };
    let mut data = Vec::new();
    if reader.peek().is_none() {
        return Ok(data);
    }
    loop {
        data.push(reader.datum(0).map_err(|message| reader.explain(message))?);
        match reader.peek() {
            None => return Ok(data),
            Some(',') => reader.at += 1,
            Some(c) => return Err(reader.explain(format!("expected `,`, found `{c}`"))),
        }
    }
}

impl Reader<'_> {
    fn explain(&self, message: String) -> String {
        let col = self.text[..self.at].chars().count() + 1;
        format!("--args:1:{col}: {message}\n  {}\n  {}^", self.text, " ".repeat(col - 1))
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

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.eat(wanted) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(c) => format!("expected `{wanted}`, found `{c}`"),
            None => format!("expected `{wanted}`, found the end"),
        })
    }

    fn word(&mut self) -> &str {
        self.peek();
        let rest = &self.text[self.at..];
        let end = rest
            .char_indices()
            .find(|&(i, c)| {
                let exponent_sign = i > 0
                    && rest[..i].ends_with(['e', 'E'])
                    && rest.starts_with(['-', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
                !(c.is_alphanumeric()
                    || c == '_'
                    || c == '.'
                    || ((c == '-' || c == '+') && (i == 0 || exponent_sign)))
            })
            .map_or(rest.len(), |(i, _)| i);
        self.at += end;
        &rest[..end]
    }

    fn datum(&mut self, depth: usize) -> Result<Datum, String> {
        if depth > MAX_DEPTH {
            return Err("objects are nested too deeply".to_string());
        }
        if self.eat('@') {
            let name = self.word().to_string();
            let index = self.descriptors.objects.iter().position(|object| object.name == name);
            let index = index.ok_or_else(|| format!("there is no object `@{name}`"))?;
            return Ok(Datum::object(Loc(index as u32)));
        }
        let start = self.at;
        let word = self.word().to_string();
        if word.is_empty() {
            return Err("expected a number, `null`, `@object` or an object".to_string());
        }
        if word == "null" {
            return Ok(Datum::Ref(None));
        }
        if let Ok(x) = word.parse::<i64>() {
            return Ok(Datum::Int(x));
        }
        if let Ok(x) = word.parse::<f64>()
            && (word.starts_with(|c: char| c.is_ascii_digit() || c == '-') || word == "inf" || word == "nan")
        {
            return Ok(Datum::Float(x));
        }
        match self.descriptors.find_class(&word) {
            Some(class) => self.object(class, depth),
            None => {
                self.at = start;
                Err(format!("`{word}` is no number and no class"))
            }
        }
    }

    fn object(&mut self, class: ClassId, depth: usize) -> Result<Datum, String> {
        let descriptors = self.descriptors;
        if let Some(item) = descriptors.item(class) {
            self.expect('[')?;
            let mut items = Vec::new();
            while !self.eat(']') {
                items.push(typed(self.datum(depth + 1)?, item.ty())?);
                if !self.eat(',') {
                    self.expect(']')?;
                    break;
                }
            }
            let array = self
                .heap
                .allocate_array(descriptors, class, items.len() as i64)
                .map(Datum::object)
                .map_err(|fault| format!("{fault:?}"))?;
            for (index, item) in items.into_iter().enumerate() {
                self.heap
                    .set_item(descriptors, class, array, index as i64, item)
                    .map_err(|fault| format!("{fault:?}"))?;
            }
            return Ok(array);
        }
        let object =
            Datum::object(self.heap.allocate(descriptors, class).map_err(|fault| format!("{fault:?}"))?);
        self.expect('{')?;
        while !self.eat('}') {
            let name = self.word().to_string();
            let field = descriptors.record_fields(class).iter().find(|&&f| descriptors.field(f).name == name);
            let &field =
                field.ok_or_else(|| format!("{} has no field `{name}`", descriptors.class(class).name))?;
            self.expect(':')?;
            let value = typed(self.datum(depth + 1)?, descriptors.field(field).storage.ty())?;
            self.heap.set(descriptors, object, field, value).map_err(|fault| format!("{fault:?}"))?;
            if !self.eat(',') {
                self.expect('}')?;
                break;
            }
        }
        Ok(object)
    }
}

/// `3` will do for a float.
pub fn typed(datum: Datum, ty: Type) -> Result<Datum, String> {
    match datum {
        Datum::Int(x) if ty == Type::Float => Ok(Datum::Float(x as f64)),
        _ if datum.ty() == ty => Ok(datum),
        _ => Err(format!("expected {ty}, got {}", datum.ty())),
    }
}
