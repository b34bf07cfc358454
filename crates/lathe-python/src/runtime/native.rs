//! Functions written in Rust, and how Python's arguments become theirs.
//!
//! A native function says what it takes the way Python's documentation does: `"(self, iterable, /, *, key=None, reverse=False)"`.
//! It is called with one word for each parameter, in order: null for one that was left out and has a default, a tuple for
//! `*args`, a dict for `**kwargs`. What does not fit is a `TypeError` before it is called.

use super::types::TypeId;
use crate::interpret::intrinsics::Intrinsic;
use crate::object::py::{Py, PyResult, Raised};
use lathe_heap::Word;
use std::rc::Rc;

/// A native function. Arguments as its signature says; see the module.
pub type NativeFn = fn(&mut Py, &[Word]) -> PyResult;

/// How it gets into a type, or a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeKind {
    /// A function of a module: never bound.
    Function,
    /// The first argument is the object.
    Method,
    /// The same for `__add__` and its like: shown as a slot wrapper.
    Special,
    /// The first argument is the class.
    ClassMethod,
    Static,
}

pub struct Native {
    pub name: &'static str,
    /// Of the type or module it belongs to, for messages: `list.append`.
    pub qualname: Rc<str>,
    /// The type whose objects a method is for.
    pub owner: Option<TypeId>,
    pub kind: NativeKind,
    pub signature: Signature,
    pub call: NativeFn,
    /// What the interpreter knows of it.
    pub intrinsic: Option<Intrinsic>,
    pub doc: &'static str,
}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<native {}{}>", self.qualname, self.signature.text)
    }
}

/// What a function is called in messages.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    /// Empty for special methods.
    pub plain: &'a str,
    /// With its type.
    pub qualified: &'a str,
    /// It is the type that was called.
    pub is_type: bool,
}

impl Native {
    pub fn name_in_messages(&self) -> Name<'_> {
        match (self.name, self.qualname.rsplit_once('.')) {
            // Whoever calls them has called the type.
            ("__new__" | "__init__", Some((ty, _))) => Name { plain: ty, qualified: ty, is_type: true },
            _ if self.kind == NativeKind::Special => {
                Name { plain: "", qualified: &self.qualname, is_type: false }
            }
            _ => Name { plain: self.name, qualified: &self.qualname, is_type: false },
        }
    }
}

#[derive(Clone, Debug)]
pub struct Signature {
    /// As it was written.
    pub text: &'static str,
    parameters: Vec<Parameter>,
    positional_only: usize,
    /// How many can be given by position.
    positional: usize,
    /// How many of these must be given.
    required: usize,
    rest: bool,
    keywords: bool,
}

/// Arguments in their places: on the native stack, where a collection sees them.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    words: [Word; MAX_PARAMETERS],
    count: usize,
}

impl std::ops::Deref for Bound {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.words[..self.count]
    }
}

/// No native function has more.
const MAX_PARAMETERS: usize = 16;

#[derive(Clone, Debug)]
struct Parameter {
    name: &'static str,
    required: bool,
}

impl Signature {
    /// # Panics
    /// If the text is no signature: it is a constant of the program.
    pub fn new(text: &'static str) -> Signature {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).expect("brackets");
        let mut signature = Signature {
            text,
            parameters: Vec::new(),
            positional_only: 0,
            positional: 0,
            required: 0,
            rest: false,
            keywords: false,
        };
        let mut by_position = true;
        for word in inner.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "/" => signature.positional_only = signature.parameters.len(),
                "*" => by_position = false,
                _ if word.starts_with("**") => signature.keywords = true,
                _ if word.starts_with('*') => (signature.rest, by_position) = (true, false),
                _ => {
                    let (name, default) = match word.split_once('=') {
                        Some((name, default)) => (name.trim(), Some(default)),
                        None => (word, None),
                    };
                    signature.parameters.push(Parameter { name, required: default.is_none() });
                    if by_position {
                        signature.positional += 1;
                        signature.required += default.is_none() as usize;
                    }
                }
            }
        }
        assert!(signature.count() <= MAX_PARAMETERS);
        signature
    }

    /// How many words the function gets.
    pub fn count(&self) -> usize {
        self.parameters.len() + self.rest as usize + self.keywords as usize
    }

    /// Can it be called with so many arguments by position just as they are?
    pub fn takes_exactly(&self, count: usize) -> bool {
        count == self.positional && self.count() == count
    }

    /// Puts arguments in their places. The last ones have names.
    pub fn bind(&self, py: &mut Py, name: Name<'_>, args: &[Word], names: &[Word]) -> PyResult<Bound> {
        let given = args.len() - names.len();
        if given > self.positional && !self.rest {
            return Err(match self.takes_keywords() {
                true => self.too_many(py, name, given, names.len()),
                false => self.wrong_count(py, name, given),
            });
        }
        let mut words = [Word::NULL; MAX_PARAMETERS];
        let bound = &mut words[..self.count()];
        let direct = given.min(self.positional);
        bound[..direct].copy_from_slice(&args[..direct]);
        // The rest stands behind what is given by position, the keywords at the end.
        let place_of = |parameter: usize| parameter + (self.rest && parameter >= self.positional) as usize;
        let keywords_at = self.parameters.len() + self.rest as usize;
        if self.rest {
            bound[self.positional] = py.new_tuple(&args[direct..given]);
        }
        if self.keywords {
            bound[keywords_at] = py.new_dict();
        }
        for (&key, &value) in names.iter().zip(&args[given..]) {
            let text = py.string(key);
            let place = self.parameters.iter().position(|parameter| parameter.name == text);
            match place.filter(|&place| place >= self.positional_only).map(place_of) {
                Some(place) if !bound[place].is_null() => {
                    return Err(
                        py.type_error(&format!("{}() got multiple values for argument '{text}'", name.plain))
                    );
                }
                Some(place) => bound[place] = value,
                None if self.keywords => {
                    let dict = bound[keywords_at];
                    py.dict_set(dict, key, value)?;
                }
                None if self.parameters.len() == self.positional_only && !self.rest => {
                    return Err(py.type_error(&format!("{}() takes no keyword arguments", name.qualified)));
                }
                None => {
                    return Err(py.type_error(&format!(
                        "'{text}' is an invalid keyword argument for {}()",
                        name.plain
                    )));
                }
            }
        }
        for (index, parameter) in self.parameters.iter().enumerate() {
            if parameter.required && bound[place_of(index)].is_null() {
                if index < self.positional_only || self.positional_only == self.parameters.len() {
                    return Err(self.wrong_count(py, name, given));
                }
                let (plain, place) = (name.plain, index + 1 - self.own());
                let message =
                    format!("{plain}() missing required argument '{}' (pos {place})", parameter.name);
                return Err(py.type_error(&message));
            }
        }
        Ok(Bound { words, count: self.count() })
    }

    /// The object itself, or the class, does not count.
    fn own(&self) -> usize {
        self.parameters.first().is_some_and(|first| matches!(first.name, "self" | "cls")) as usize
    }

    /// Can any of its parameters be given by name?
    fn takes_keywords(&self) -> bool {
        self.parameters.len() > self.positional_only.max(self.own()) && !self.rest && !self.keywords
    }

    /// Too many arguments by position, for a function whose parameters have names.
    fn too_many(&self, py: &mut Py, name: Name<'_>, given: usize, named: usize) -> Raised {
        let own = self.own();
        let (all, given) = (self.parameters.len() - own, given - own);
        let (least, most) = (self.required - own, self.positional - own);
        let arguments = |n: usize| if n == 1 { "argument" } else { "arguments" };
        let plain = name.plain;
        let message = if given + named > all {
            let how = if least < all { "at most" } else { "exactly" };
            format!("{plain}() takes {how} {all} {} ({} given)", arguments(all), given + named)
        } else if most == 0 {
            format!("{plain}() takes no positional arguments")
        } else {
            let how = if least < most { "at most" } else { "exactly" };
            format!("{plain}() takes {how} {most} positional {} ({given} given)", arguments(most))
        };
        py.type_error(&message)
    }

    /// CPython has different words for functions of none or one parameter, of a fixed number, and of a varying one.
    fn wrong_count(&self, py: &mut Py, name: Name<'_>, given: usize) -> Raised {
        let own = self.own();
        let (least, most) = (self.required.saturating_sub(own), self.positional.saturating_sub(own));
        let given = given.saturating_sub(own);
        let arguments = |n: usize| format!("{n} argument{}", if n == 1 { "" } else { "s" });
        let Name { plain, qualified, is_type } = name;
        let only_by_position = self.parameters.len() == self.positional;
        let message = match (least, most) {
            _ if plain.is_empty() => format!("expected {}, got {given}", arguments(most)),
            _ if self.rest || (given < least && least < most) => {
                format!("{plain} expected at least {}, got {given}", arguments(least))
            }
            (0, 0) if only_by_position => format!("{qualified}() takes no arguments ({given} given)"),
            (0, 0) => format!("{plain}() takes no positional arguments"),
            (1, 1) if only_by_position && !is_type => {
                format!("{qualified}() takes exactly one argument ({given} given)")
            }
            (least, most) if least == most => format!("{plain} expected {}, got {given}", arguments(most)),
            (_, most) => format!("{plain} expected at most {}, got {given}", arguments(most)),
        };
        py.type_error(&message)
    }
}

#[cfg(test)]
mod tests {
    use super::Signature;

    #[test]
    fn signatures_say_what_is_taken() {
        let sorted = Signature::new("(iterable, /, *, key=None, reverse=False)");
        assert_eq!((sorted.count(), sorted.positional, sorted.required), (3, 1, 1));
        assert!(!sorted.takes_exactly(1));
        let print = Signature::new("(*args, sep=' ', end=None, file=None, flush=False)");
        assert_eq!((print.count(), print.positional, print.rest), (5, 0, true));
        assert!(Signature::new("(self, object, /)").takes_exactly(2));
        assert!(Signature::new("()").takes_exactly(0));
        assert!(Signature::new("(**kwargs)").keywords);
    }
}
