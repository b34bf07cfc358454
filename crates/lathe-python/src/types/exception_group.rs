//! Exception groups: `split`, `subgroup`, `derive`, and what `except*` does with them.
//!
//! A group's message and its exceptions are extras of the exception. Splitting keeps the shape: every group on the way to a leaf that matches
//! is made again by its own `derive`, with the traceback, cause, context and notes of the original.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::{RootedVec, Word};

/// Places of the extras.
const MESSAGE: usize = 0;
const EXCEPTIONS: usize = 1;

/// Which exceptions are wanted.
#[derive(Clone, Copy)]
enum Matcher<'a> {
    /// Of a class, or one of a tuple.
    Class(Word),
    /// For which a function says so.
    Function(Word),
    /// These objects.
    Leaves(&'a RootedVec),
}

impl Py {
    fn is_group(&self, exception: Word) -> bool {
        self.is_instance(exception, types::BASE_EXCEPTION_GROUP)
    }

    /// A group without a message, of the class that the exceptions need.
    fn new_group(&mut self, exceptions: Word) -> PyResult {
        let class = self.type_object(types::BASE_EXCEPTION_GROUP);
        let message = self.new_str("");
        self.call(class, &[message, exceptions])
    }

    fn matches(&mut self, exception: Word, matcher: Matcher<'_>) -> PyResult<bool> {
        match matcher {
            Matcher::Class(class) => self.exception_matches(exception, class),
            Matcher::Function(function) => {
                let result = self.call(function, &[exception])?;
                self.truth(result)
            }
            Matcher::Leaves(leaves) => Ok((0..leaves.len()).any(|index| leaves.get(index) == exception)),
        }
    }

    /// The part that matches and the part that does not, each None if it is empty.
    fn split_group(&mut self, exception: Word, matcher: Matcher<'_>) -> PyResult<(Word, Word)> {
        self.check_stack()?;
        let none = self.none();
        if self.matches(exception, matcher)? {
            return Ok((exception, none));
        }
        if !self.is_group(exception) {
            return Ok((none, exception));
        }
        let (matching, rest) = (self.rooted(), self.rooted());
        let children = self.exception_extra(exception, EXCEPTIONS);
        for index in 0..self.array_len(children) {
            let child = self.items::<Word>(children)[index];
            let (part, other) = self.split_group(child, matcher)?;
            if part != none {
                matching.push(part);
            }
            if other != none {
                rest.push(other);
            }
        }
        Ok((self.derived(exception, &matching)?, self.derived(exception, &rest)?))
    }

    /// A group like another one with these exceptions, or None.
    fn derived(&mut self, group: Word, exceptions: &RootedVec) -> PyResult {
        if exceptions.is_empty() {
            return Ok(self.none());
        }
        let list = self.new_list(&exceptions.to_vec());
        let new = self.call_method(group, "derive", &[list])?;
        if !self.is(new, classes::EXCEPTION) || !self.is_group(new) {
            return Err(self.type_error("derive must return an instance of BaseExceptionGroup"));
        }
        for field in [classes::EXCEPTION_TRACEBACK, classes::EXCEPTION_CONTEXT, classes::EXCEPTION_CAUSE] {
            self.set(new, field, self.get(group, field));
        }
        self.set_int(new, classes::EXCEPTION_SUPPRESS, self.get_int(group, classes::EXCEPTION_SUPPRESS));
        let name = self.intern("__notes__");
        if let Some(notes) = self.own_attribute(group, name)
            && self.payload(notes, classes::LIST).is_some()
        {
            let notes = self.collect(notes)?;
            let notes = self.new_list(&notes.to_vec());
            self.set_attr(new, name, notes)?;
        }
        Ok(new)
    }

    /// `except* class:` the part for the handler, and the rest.
    pub fn match_group(&mut self, exception: Word, class: Word) -> PyResult<(Word, Word)> {
        self.check_star_class(class)?;
        let none = self.none();
        if exception == none {
            return Ok((none, none));
        }
        if self.exception_matches(exception, class)? {
            if self.is_group(exception) {
                return Ok((exception, none));
            }
            let one = self.new_tuple(&[exception]);
            return Ok((self.new_group(one)?, none));
        }
        if !self.is_group(exception) {
            return Ok((none, exception));
        }
        let pair = self.call_method(exception, "split", &[class])?;
        match self.payload(pair, classes::TUPLE).map(|pair| &*self.items::<Word>(pair)) {
            Some(&[part, rest, ..]) => Ok((part, rest)),
            Some(items) => {
                let message = format!(
                    "{}.split must return a 2-tuple, got tuple of size {}",
                    self.type_name(exception),
                    items.len()
                );
                Err(self.type_error(&message))
            }
            None => {
                let message = format!(
                    "{}.split must return a tuple, not {}",
                    self.type_name(exception),
                    self.type_name(pair)
                );
                Err(self.type_error(&message))
            }
        }
    }

    fn check_star_class(&mut self, class: Word) -> PyResult<()> {
        if self.is(class, classes::TUPLE) {
            for index in 0..self.array_len(class) {
                let one = self.items::<Word>(class)[index];
                self.check_star_class(one)?;
            }
            return Ok(());
        }
        match self.as_type(class) {
            Some(id) if self.rt().is_subtype(id, types::BASE_EXCEPTION_GROUP) => {
                Err(self
                    .type_error("catching ExceptionGroup with except* is not allowed. Use except instead."))
            }
            Some(id) if self.rt().is_subtype(id, types::BASE_EXCEPTION) => Ok(()),
            _ => {
                Err(self.type_error("catching classes that do not inherit from BaseException is not allowed"))
            }
        }
    }

    /// The end of `except*`: what is to be raised for what the handlers have raised and what nobody has handled. Parts of the original
    /// go back into its shape.
    pub fn join_raised(&mut self, original: Word, list: Word) -> PyResult {
        let none = self.none();
        let all = self.collect(list)?.to_vec();
        let all: Vec<Word> = all.into_iter().filter(|&exception| exception != none).collect();
        if !self.is_group(original) {
            return Ok(all.first().copied().unwrap_or(none));
        }
        let (raised, leaves) = (self.rooted(), self.rooted());
        for &exception in &all {
            if self.is_part_of(exception, original) {
                self.collect_leaves(exception, &leaves)?;
            } else {
                raised.push(exception);
            }
        }
        if !leaves.is_empty() {
            let (part, _) = self.split_group(original, Matcher::Leaves(&leaves))?;
            raised.push(part);
        }
        match &raised.to_vec()[..] {
            [] => Ok(none),
            [one] => Ok(*one),
            several => {
                let list = self.new_list(several);
                self.new_group(list)
            }
        }
    }

    /// Was it split off, and not raised anew? It has then all that is the original's.
    fn is_part_of(&mut self, exception: Word, original: Word) -> bool {
        let notes = self.intern("__notes__");
        let has = |py: &mut Py, exception| py.own_attribute(exception, notes).is_some();
        [classes::EXCEPTION_TRACEBACK, classes::EXCEPTION_CONTEXT, classes::EXCEPTION_CAUSE]
            .iter()
            .all(|&field| self.get(exception, field) == self.get(original, field))
            && has(self, exception) == has(self, original)
    }

    fn collect_leaves(&mut self, exception: Word, leaves: &RootedVec) -> PyResult<()> {
        self.check_stack()?;
        if !self.is_group(exception) {
            leaves.push(exception);
            return Ok(());
        }
        let children = self.exception_extra(exception, EXCEPTIONS);
        for index in 0..self.array_len(children) {
            let child = self.items::<Word>(children)[index];
            self.collect_leaves(child, leaves)?;
        }
        Ok(())
    }
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let given = py.items::<Word>(args[1]).to_vec();
    let [message, exceptions] = given[..] else {
        let message =
            format!("BaseExceptionGroup.__new__() takes exactly 2 arguments ({} given)", given.len());
        return Err(py.type_error(&message));
    };
    if py.payload(message, classes::STR).is_none() {
        let message =
            format!("BaseExceptionGroup.__new__() argument 1 must be str, not {}", py.type_name(message));
        return Err(py.type_error(&message));
    }
    let is_sequence = py.lookup_special(exceptions, "__getitem__").is_some()
        && py.payload(exceptions, classes::DICT).is_none();
    if !is_sequence {
        return Err(py.type_error("second argument (exceptions) must be a sequence"));
    }
    let items = py.collect(exceptions)?;
    if items.is_empty() {
        return Err(py.value_error("second argument (exceptions) must be a non-empty sequence"));
    }
    let mut nested_base = false;
    for (index, item) in items.to_vec().into_iter().enumerate() {
        if !py.is(item, classes::EXCEPTION) {
            let message = format!("Item {index} of second argument (exceptions) is not an exception");
            return Err(py.value_error(&message));
        }
        nested_base |= !py.is_instance(item, types::EXCEPTION);
    }
    let mut id = py.type_number(args[0]);
    if id == types::BASE_EXCEPTION_GROUP && !nested_base {
        id = types::EXCEPTION_GROUP;
    } else if nested_base && py.rt().is_subtype(id, types::EXCEPTION) {
        let message = if id == types::EXCEPTION_GROUP {
            "Cannot nest BaseExceptions in an ExceptionGroup".to_string()
        } else {
            format!("Cannot nest BaseExceptions in '{}'", py.rt().ty(id).name.borrow())
        };
        return Err(py.type_error(&message));
    }
    let group = py.new_instance(id);
    py.set(group, classes::EXCEPTION_ARGS, args[1]);
    let tuple = py.new_tuple(&items.to_vec());
    py.set_exception_extra(group, MESSAGE, message);
    py.set_exception_extra(group, EXCEPTIONS, tuple);
    Ok(group)
}

fn str(py: &mut Py, args: &[Word]) -> PyResult {
    let message = py.exception_extra(args[0], MESSAGE);
    let count = py.array_len(py.exception_extra(args[0], EXCEPTIONS));
    let plural = if count == 1 { "" } else { "s" };
    let text = format!("{} ({count} sub-exception{plural})", py.str_string(message)?);
    Ok(py.new_str(&text))
}

fn derive(py: &mut Py, args: &[Word]) -> PyResult {
    let class = py.type_object(types::BASE_EXCEPTION_GROUP);
    let message = py.exception_extra(args[0], MESSAGE);
    py.call(class, &[message, args[1]])
}

fn matcher(py: &mut Py, condition: Word) -> PyResult<Matcher<'static>> {
    let is_class =
        |py: &Py, word| py.as_type(word).is_some_and(|id| py.rt().is_subtype(id, types::BASE_EXCEPTION));
    let all_classes = is_class(py, condition)
        || py.is(condition, classes::TUPLE)
            && py.items::<Word>(condition).iter().all(|&word| is_class(py, word));
    if all_classes {
        return Ok(Matcher::Class(condition));
    }
    if !py.is(condition, classes::TYPE) && py.lookup_special(condition, "__call__").is_some() {
        return Ok(Matcher::Function(condition));
    }
    Err(py.type_error("expected a function, exception type or tuple of exception types"))
}

fn split(py: &mut Py, args: &[Word]) -> PyResult {
    let matcher = matcher(py, args[1])?;
    let (part, rest) = py.split_group(args[0], matcher)?;
    Ok(py.new_tuple(&[part, rest]))
}

fn subgroup(py: &mut Py, args: &[Word]) -> PyResult {
    let matcher = matcher(py, args[1])?;
    Ok(py.split_group(args[0], matcher)?.0)
}

fn message(py: &mut Py, group: Word) -> PyResult {
    Ok(py.exception_extra(group, MESSAGE))
}

fn exceptions(py: &mut Py, group: Word) -> PyResult {
    Ok(py.exception_extra(group, EXCEPTIONS))
}

pub fn install(py: &mut Py) {
    let id = types::BASE_EXCEPTION_GROUP;
    let methods: &[Method] = &[
        ("__str__", Special, "(self, /)", str),
        ("derive", Plain, "(self, excs, /)", derive),
        ("split", Plain, "(self, matcher_value, /)", split),
        ("subgroup", Plain, "(self, matcher_value, /)", subgroup),
        super::support::CLASS_GETITEM,
    ];
    py.add_methods(id, methods);
    py.add_new(id, "(cls, /, *args, **kwargs)", new);
    py.add_getters(id, &[("message", message), ("exceptions", exceptions)]);
}
