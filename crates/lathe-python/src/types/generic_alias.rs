//! `list[int]`: a type with arguments. It is called as its origin, and has its origin's attributes.
//!
//! Type variables among the arguments are its parameters; subscription puts other things in their places, each by the variable's own
//! `__typing_subst__`.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

impl Py {
    /// `origin[args]`; `args` is a tuple.
    pub fn new_alias(&mut self, origin: Word, args: Word) -> Word {
        self.new_native(Kind::GenericAlias, origin, args, Word::NULL)
    }

    fn attribute_if_any(&mut self, object: Word, name: &str) -> PyResult<Option<Word>> {
        let name = self.intern(name);
        match self.try_get_attr(object, name) {
            Err(raised) if self.is_instance(raised.0, types::ATTRIBUTE_ERROR) => Ok(None),
            other => other,
        }
    }

    /// How a type is written as an argument.
    pub fn type_argument_repr(&mut self, argument: Word) -> PyResult<String> {
        self.check_stack()?;
        if argument == self.root(self.rt().singletons.ellipsis) {
            return Ok("...".to_string());
        }
        if self.is(argument, classes::LIST) {
            let mut parts = Vec::new();
            for item in self.collect(argument)?.to_vec() {
                parts.push(self.type_argument_repr(item)?);
            }
            return Ok(format!("[{}]", parts.join(", ")));
        }
        let is_alias = self.attribute_if_any(argument, "__origin__")?.is_some()
            && self.attribute_if_any(argument, "__args__")?.is_some();
        if !is_alias
            && let Some(name) = self.attribute_if_any(argument, "__qualname__")?
            && let Some(module) = self.attribute_if_any(argument, "__module__")?
            && !self.is_none(module)
        {
            let (name, module) = (self.str_string(name)?, self.str_string(module)?);
            return Ok(if module == "builtins" { name } else { format!("{module}.{name}") });
        }
        self.repr_string(argument)
    }

    /// The type variables among arguments, each once.
    pub fn type_parameters(&mut self, args: Word) -> PyResult {
        let found = self.rooted();
        for argument in self.collect(args)?.to_vec() {
            if self.is(argument, classes::TYPE) {
                continue;
            }
            let more = if self.is(argument, classes::LIST) || self.is(argument, classes::TUPLE) {
                Some(self.type_parameters(argument)?)
            } else if self.attribute_if_any(argument, "__typing_subst__")?.is_some() {
                Some(self.new_tuple(&[argument]))
            } else {
                self.attribute_if_any(argument, "__parameters__")?
            };
            let Some(more) = more.filter(|&more| self.is(more, classes::TUPLE)) else { continue };
            for index in 0..self.array_len(more) {
                let parameter = self.items::<Word>(more)[index];
                if !(0..found.len()).any(|known| found.get(known) == parameter) {
                    found.push(parameter);
                }
            }
        }
        Ok(self.new_tuple(&found.to_vec()))
    }

    /// The arguments of `alias[item]`: parameters replaced.
    pub fn substitute(&mut self, alias: Word, args: Word, parameters: Word, item: Word) -> PyResult {
        if self.array_len(parameters) == 0 {
            let message = format!("{} is not a generic class", self.repr_string(alias)?);
            return Err(self.type_error(&message));
        }
        let mut items = if self.is(item, classes::TUPLE) { item } else { self.new_tuple(&[item]) };
        for index in 0..self.array_len(parameters) {
            let parameter = self.items::<Word>(parameters)[index];
            if let Some(prepare) = self.attribute_if_any(parameter, "__typing_prepare_subst__")? {
                let prepared = self.call(prepare, &[alias, items])?;
                items =
                    if self.is(prepared, classes::TUPLE) { prepared } else { self.new_tuple(&[prepared]) };
            }
        }
        let (given, wanted) = (self.array_len(items), self.array_len(parameters));
        if given != wanted {
            let much = if given > wanted { "many" } else { "few" };
            let message = format!(
                "Too {much} arguments for {}; actual {given}, expected {wanted}",
                self.repr_string(alias)?
            );
            return Err(self.type_error(&message));
        }
        self.replace_parameters(args, parameters, items)
    }

    fn replace_parameters(&mut self, args: Word, parameters: Word, items: Word) -> PyResult {
        let place = |py: &Py, parameter: Word| {
            py.items::<Word>(parameters).iter().position(|&known| known == parameter)
        };
        let new = self.rooted();
        for argument in self.collect(args)?.to_vec() {
            if self.is(argument, classes::TYPE) {
                new.push(argument);
                continue;
            }
            if self.is(argument, classes::LIST) {
                let replaced = self.replace_parameters(argument, parameters, items)?;
                let list = self.new_list(self.items::<Word>(replaced));
                new.push(list);
                continue;
            }
            let unpacked = self.attribute_if_any(argument, "__typing_is_unpacked_typevartuple__")?;
            let unpacked = match unpacked {
                Some(value) => self.truth(value)?,
                None => false,
            };
            let value = if let Some(substitute) = self.attribute_if_any(argument, "__typing_subst__")?
                && let Some(place) = place(self, argument)
            {
                let item = self.items::<Word>(items)[place];
                self.call(substitute, &[item])?
            } else {
                match self.attribute_if_any(argument, "__parameters__")? {
                    Some(own) if self.is(own, classes::TUPLE) && self.array_len(own) > 0 => {
                        let values = self.rooted();
                        for index in 0..self.array_len(own) {
                            let parameter = self.items::<Word>(own)[index];
                            match place(self, parameter) {
                                Some(place) => values.push(self.items::<Word>(items)[place]),
                                None => values.push(parameter),
                            }
                        }
                        let values = self.new_tuple(&values.to_vec());
                        self.get_item_of(argument, values)?
                    }
                    _ => argument,
                }
            };
            if unpacked && self.is(value, classes::TUPLE) {
                new.extend(self.items::<Word>(value));
            } else {
                new.push(value);
            }
        }
        Ok(self.new_tuple(&new.to_vec()))
    }
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = if py.is(args[2], classes::TUPLE) { args[2] } else { py.new_tuple(&[args[2]]) };
    let alias = py.new_alias(args[1], tuple);
    py.of_class(args[0], types::GENERIC_ALIAS, alias)
}

/// The alias itself, for objects of a subclass, too.
fn parts(py: &Py, object: Word) -> (Word, Word) {
    let alias = py.payload(object, classes::NATIVE).expect("methods check what they are called with");
    (py.get(alias, classes::NATIVE_A), py.get(alias, classes::NATIVE_B))
}

fn is_unpacked(py: &Py, object: Word) -> bool {
    py.payload(object, classes::NATIVE).is_some_and(|alias| py.get_int(alias, classes::NATIVE_I) != 0)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (origin, arguments) = parts(py, args[0]);
    let mut text = if is_unpacked(py, args[0]) { "*".to_string() } else { String::new() };
    text += &py.type_argument_repr(origin)?;
    let mut shown = Vec::new();
    for index in 0..py.array_len(arguments) {
        let argument = py.items::<Word>(arguments)[index];
        shown.push(py.type_argument_repr(argument)?);
    }
    text += &if shown.is_empty() { "[()]".to_string() } else { format!("[{}]", shown.join(", ")) };
    Ok(py.new_str(&text))
}

fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    if !py.is_instance(args[1], types::GENERIC_ALIAS) {
        return Ok(py.not_implemented());
    }
    let ((a, b), (c, d)) = (parts(py, args[0]), parts(py, args[1]));
    let same = is_unpacked(py, args[0]) == is_unpacked(py, args[1]) && py.eq(a, c)? && py.eq(b, d)?;
    Ok(py.bool(same))
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let (origin, arguments) = parts(py, args[0]);
    let hash = py.hash(origin)? ^ py.hash(arguments)?;
    Ok(py.new_int(hash))
}

fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let (origin, _) = parts(py, args[0]);
    let (all, names) = py.arguments_of(args[1], args[2]);
    let object = py.call_with_names(origin, &all, &names)?;
    let name = py.intern("__orig_class__");
    // Objects without a dict do not know it.
    match py.set_attr(object, name, args[0]) {
        Err(raised)
            if !py.is_instance(raised.0, types::ATTRIBUTE_ERROR)
                && !py.is_instance(raised.0, types::TYPE_ERROR) =>
        {
            Err(raised)
        }
        _ => Ok(object),
    }
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let (origin, arguments) = parts(py, args[0]);
    let parameters = py.type_parameters(arguments)?;
    let new = py.substitute(args[0], arguments, parameters, args[1])?;
    let alias = py.new_alias(origin, new);
    py.set_int(alias, classes::NATIVE_I, is_unpacked(py, args[0]).into());
    Ok(alias)
}

fn mro_entries(py: &mut Py, args: &[Word]) -> PyResult {
    let (origin, _) = parts(py, args[0]);
    Ok(py.new_tuple(&[origin]))
}

fn instancecheck(py: &mut Py, _args: &[Word]) -> PyResult {
    Err(py.type_error("isinstance() argument 2 cannot be a parameterized generic"))
}

fn subclasscheck(py: &mut Py, _args: &[Word]) -> PyResult {
    Err(py.type_error("issubclass() argument 2 cannot be a parameterized generic"))
}

/// `*tuple[int, ...]`.
fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let (origin, arguments) = parts(py, args[0]);
    let starred = py.new_alias(origin, arguments);
    py.set_int(starred, classes::NATIVE_I, 1);
    let one = py.new_tuple(&[starred]);
    py.iter(one)
}

const OWN: [&str; 12] = [
    "__class__",
    "__origin__",
    "__args__",
    "__unpacked__",
    "__parameters__",
    "__typing_unpacked_tuple_args__",
    "__mro_entries__",
    "__reduce_ex__",
    "__reduce__",
    "__copy__",
    "__deepcopy__",
    "__orig_class__",
];

fn getattribute(py: &mut Py, args: &[Word]) -> PyResult {
    let name = super::object::attribute_name(py, args[1])?;
    if OWN.contains(&&*py.string(name)) {
        return super::object::getattribute(py, args);
    }
    let (origin, _) = parts(py, args[0]);
    py.get_attr(origin, name)
}

fn origin(py: &mut Py, object: Word) -> PyResult {
    Ok(parts(py, object).0)
}

fn arguments(py: &mut Py, object: Word) -> PyResult {
    Ok(parts(py, object).1)
}

fn parameters(py: &mut Py, object: Word) -> PyResult {
    let (_, arguments) = parts(py, object);
    py.type_parameters(arguments)
}

fn unpacked(py: &mut Py, object: Word) -> PyResult {
    let unpacked = is_unpacked(py, object);
    Ok(py.bool(unpacked))
}

fn unpacked_args(py: &mut Py, object: Word) -> PyResult {
    let (origin, arguments) = parts(py, object);
    let is_tuple = py.as_type(origin) == Some(types::TUPLE);
    Ok(if is_unpacked(py, object) && is_tuple { arguments } else { py.none() })
}

pub fn install(py: &mut Py) {
    let id = types::GENERIC_ALIAS;
    let methods: &[Method] = &[
        ("__repr__", Special, "(self, /)", repr),
        ("__eq__", Special, "(self, value, /)", eq),
        ("__hash__", Special, "(self, /)", hash),
        ("__call__", Special, "(self, /, *args, **kwargs)", call),
        ("__getitem__", Special, "(self, key, /)", getitem),
        ("__iter__", Special, "(self, /)", iter),
        ("__or__", Special, "(self, value, /)", super::union::or),
        ("__ror__", Special, "(self, value, /)", super::union::reflected_or),
        ("__getattribute__", Special, "(self, name, /)", getattribute),
        ("__mro_entries__", Plain, "(self, bases, /)", mro_entries),
        ("__instancecheck__", Plain, "(self, instance, /)", instancecheck),
        ("__subclasscheck__", Plain, "(self, subclass, /)", subclasscheck),
    ];
    py.add_methods(id, methods);
    py.add_new(id, "(cls, origin, args, /)", new);
    py.add_getters(
        id,
        &[
            ("__origin__", origin),
            ("__args__", arguments),
            ("__parameters__", parameters),
            ("__unpacked__", unpacked),
            ("__typing_unpacked_tuple_args__", unpacked_args),
        ],
    );
    let rt = py.runtime();
    let flags = &rt.ty(id).flags;
    flags.set(flags.get().with(TypeFlags::OWN_GETATTRIBUTE));
}
