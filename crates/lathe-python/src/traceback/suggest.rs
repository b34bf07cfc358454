//! "Did you mean …?": the name most like one that does not exist.
//!
//! The measure is that of CPython: a letter that is put in, left out or exchanged costs 2, one in the other case 1, and at most a third
//! of the letters of both names may be wrong.

use crate::object::classes;
use crate::object::py::Py;
use crate::runtime::types;
use lathe_heap::Word;

const MOVE: usize = 2;
const CASE: usize = 1;
/// More names than this are not looked at, nor longer ones.
const MOST_NAMES: usize = 750;
const LONGEST: usize = 40;

/// The best of the names; the first of equals.
fn nearest<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        if name == wrong {
            continue;
        }
        let mut most = (wrong.len() + name.len() + 3) * MOVE / 6;
        if let Some((distance, _)) = best {
            let Some(less) = distance.checked_sub(1) else { break };
            most = most.min(less);
        }
        if let Some(distance) = distance(wrong.as_bytes(), name.as_bytes(), most) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// What it costs to turn one into the other; none if that is more than `most`.
fn distance(mut a: &[u8], mut b: &[u8], most: usize) -> Option<usize> {
    while let ([first, more @ ..], [other, rest @ ..]) = (a, b)
        && first == other
    {
        (a, b) = (more, rest);
    }
    while let ([more @ .., last], [rest @ .., other]) = (a, b)
        && last == other
    {
        (a, b) = (more, rest);
    }
    if a.is_empty() || b.is_empty() {
        return Some((a.len() + b.len()) * MOVE).filter(|&cost| cost <= most);
    }
    if a.len() > LONGEST || b.len() > LONGEST || a.len().abs_diff(b.len()) * MOVE > most {
        return None;
    }
    // Costs of turning the beginning of `a` into the beginnings of `b`, for one more letter of `a` in each round.
    let mut row: Vec<usize> = (0..=b.len()).map(|count| count * MOVE).collect();
    for (index, &x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = (index + 1) * MOVE;
        for (column, &y) in b.iter().enumerate() {
            let exchanged = diagonal + exchange(x, y);
            diagonal = row[column + 1];
            row[column + 1] = exchanged.min(diagonal + MOVE).min(row[column] + MOVE);
        }
        if row.iter().min().is_some_and(|&least| least > most) {
            return None;
        }
    }
    row.last().copied().filter(|&cost| cost <= most)
}

fn exchange(a: u8, b: u8) -> usize {
    if a == b {
        0
    } else if a.eq_ignore_ascii_case(&b) {
        CASE
    } else {
        MOVE
    }
}

impl Py {
    /// What may have been meant by the name in a `NameError` or `AttributeError`.
    pub(super) fn suggestion(&mut self, exception: Word) -> Option<String> {
        let is_name = self.is_instance(exception, types::NAME_ERROR);
        if !is_name && !self.is_instance(exception, types::ATTRIBUTE_ERROR) {
            return None;
        }
        let name = self.get_attr_str(exception, "name").ok()?;
        self.payload(name, classes::STR)?;
        let name = self.string_of(name);
        if is_name {
            return self.similar_variable(exception, &name);
        }
        let object = self.get_attr_str(exception, "obj").ok()?;
        if self.is_none(object) {
            return None;
        }
        let names = self.call_special(object, "__dir__", &[]).ok()??;
        let names = self.collect(names).ok()?.to_vec();
        let mut names: Vec<String> = names
            .into_iter()
            .filter(|&name| self.payload(name, classes::STR).is_some())
            .map(|name| self.string_of(name))
            .collect();
        names.sort();
        self.similar(&name, &names)
    }

    fn similar(&self, name: &str, names: &[String]) -> Option<String> {
        if names.len() >= MOST_NAMES {
            return None;
        }
        nearest(name, names.iter().map(String::as_str)).map(str::to_string)
    }

    /// Among the variables of the frame that the exception is from, then the globals, then the builtins.
    fn similar_variable(&mut self, exception: Word, name: &str) -> Option<String> {
        let mut entry = self.get(exception, classes::EXCEPTION_TRACEBACK);
        if entry.is_null() {
            return None;
        }
        loop {
            let next = self.traceback_next(entry);
            if next.is_null() {
                break;
            }
            entry = next;
        }
        let (code, _) = self.traceback_place(entry);
        let rt = self.runtime();
        let code = &rt.codes.get(code).code;
        let locals = code.locals[..usize::from(code.visible_locals)].iter();
        // A hidden name is no name.
        let named = |name: &&std::rc::Rc<str>| !name.starts_with('.');
        let locals: Vec<String> = locals.filter(named).map(|name| name.to_string()).collect();
        if let Some(found) = self.similar(name, &locals) {
            return Some(found);
        }
        let function = self.get(entry, classes::NATIVE_B);
        if self.is(function, classes::FUNCTION) {
            let globals = self.get(function, classes::FUNCTION_GLOBALS);
            let names = self.keys_of(globals);
            if let Some(found) = self.similar(name, &names) {
                return Some(found);
            }
        }
        let builtins = self.root(self.rt().singletons.builtins);
        let names = self.keys_of(builtins);
        self.similar(name, &names)
    }

    fn keys_of(&mut self, dict: Word) -> Vec<String> {
        let (mut names, mut position) = (Vec::new(), 0);
        while let Some((name, _)) = self.dict_next(dict, &mut position) {
            if self.is(name, classes::STR) {
                names.push(self.string(name).into_owned());
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let names = ["append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove"];
        assert_eq!(nearest("appendd", names), Some("append"));
        assert_eq!(nearest("Count", names), Some("count"));
        assert_eq!(nearest("indxe", names), Some("index"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("append", names), None);
        assert_eq!(nearest("poop", names), Some("pop"));
    }

    #[test]
    fn costs_are_those_of_cpython() {
        let cost = |a: &str, b: &str| distance(a.as_bytes(), b.as_bytes(), 100);
        assert_eq!(cost("", ""), Some(0));
        assert_eq!(cost("", "a"), Some(2));
        assert_eq!(cost("a", "A"), Some(1));
        assert_eq!(cost("Apple", "Aple"), Some(2));
        assert_eq!(cost("Banana", "B@n@n@"), Some(6));
        assert_eq!(cost("Cherry", "Cherry!"), Some(2));
        assert_eq!(cost("---0---", "------"), Some(2));
        assert_eq!(cost("abc", "y"), Some(6));
        assert_eq!(cost("aa", "bb"), Some(4));
        assert_eq!(cost("aaaaa", "AAAAA"), Some(5));
        assert_eq!(cost("wxyz", "wXyZ"), Some(2));
        assert_eq!(cost("wxyz", "wXyZ123"), Some(8));
        assert_eq!(cost("Python", "Java"), Some(12));
        assert_eq!(cost("Java", "C#"), Some(8));
    }
}
