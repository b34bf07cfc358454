//! The last line of an exception, `name: text`, and its notes.

use super::chain::Writer;
use crate::object::classes;
use crate::runtime::types;
use lathe_heap::Word;

impl Writer<'_> {
    pub(super) fn message(&mut self, exception: Word) {
        let (name, shown) = (self.type_name(exception), self.syntax_place(exception));
        let text = match shown {
            Some(message) => message,
            None => match self.py.str_string(exception) {
                Ok(text) => text,
                Err(_) => "<exception str() failed>".to_string(),
            },
        };
        let suggestion = self
            .py
            .suggestion(exception)
            .map_or(String::new(), |meant| format!(". Did you mean: '{meant}'?"));
        let colon = if text.is_empty() { "" } else { ": " };
        self.line(&format!("{name}{colon}{text}{suggestion}"));
        self.notes(exception);
    }

    /// With its module, unless everybody knows where it is from.
    fn type_name(&mut self, exception: Word) -> String {
        let class = self.py.type_object(self.py.type_of(exception));
        let qualname = match self.py.get_attr_str(class, "__qualname__").map(|name| self.py.str_string(name))
        {
            Ok(Ok(name)) => name,
            _ => "<unknown>".to_string(),
        };
        match self.py.get_attr_str(class, "__module__") {
            Ok(module) if self.py.payload(module, classes::STR).is_some() => {
                match self.py.string_of(module).as_str() {
                    "builtins" | "__main__" => qualname,
                    module => format!("{module}.{qualname}"),
                }
            }
            _ if self.py.type_of(exception).0 < types::BUILTIN_TYPES.len() as u32 => qualname,
            _ => format!("<unknown>.{qualname}"),
        }
    }

    fn notes(&mut self, exception: Word) {
        let name = self.py.intern("__notes__");
        let Ok(Some(notes)) = self.py.try_get_attr(exception, name) else { return };
        let is_sequence = self.py.lookup_special(notes, "__getitem__").is_some()
            && !self.py.is_instance(notes, types::DICT);
        if !is_sequence {
            let text = match self.py.repr_string(notes) {
                Ok(text) => text,
                Err(_) => "<__notes__ repr() failed>".to_string(),
            };
            // CPython does not end the line, either.
            self.margin();
            self.text.push_str(&text);
            return;
        }
        let Ok(notes) = self.py.collect(notes) else { return };
        for index in 0..notes.len() {
            match self.py.str_string(notes.get(index)) {
                Ok(text) => text.split('\n').for_each(|line| self.line(line)),
                Err(_) => self.line("<note str() failed>"),
            }
        }
    }
}
