//! Type parameters: `TypeVar`, `ParamSpec`, `TypeVarTuple`, and `Generic`.
//!
//! Bounds, constraints and defaults that were written in brackets (PEP 695) are functions, called when somebody asks for the first time.

use crate::bytecode::TypeParamKind;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain, Special};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

/// A parameter has its name in A and in B an array: values that are there, and functions that give them.
const BOUND: usize = 0;
const CONSTRAINTS: usize = 1;
const DEFAULT: usize = 2;
const MODULE: usize = 3;
const BOUND_FUNCTION: usize = 4;
const CONSTRAINTS_FUNCTION: usize = 5;
const DEFAULT_FUNCTION: usize = 6;
const PLACES: usize = 7;

/// Bits of I.
const COVARIANT: i64 = 1;
const CONTRAVARIANT: i64 = 2;
const INFERRED: i64 = 4;

impl Py {
    fn new_parameter(&mut self, kind: Kind, name: Word, bits: i64) -> Word {
        let places = self.new_array(classes::REFS, PLACES);
        let parameter = self.new_native(kind, name, places, Word::NULL);
        self.set_int(parameter, classes::NATIVE_I, bits);
        let globals = self.frame_globals();
        let key = self.intern("__name__");
        if let Some(module) = self.dict_get_name(globals, key) {
            self.set_parameter_place(parameter, MODULE, module);
        }
        parameter
    }

    fn parameter_place(&self, parameter: Word, place: usize) -> Word {
        self.items::<Word>(self.get(parameter, classes::NATIVE_B))[place]
    }

    fn set_parameter_place(&mut self, parameter: Word, place: usize, value: Word) {
        let places = self.get(parameter, classes::NATIVE_B);
        self.set_item(places, place, value);
    }

    /// A parameter of a generic function, class or alias. `extra` evaluates its bound or constraints.
    pub fn make_type_parameter(&mut self, kind: TypeParamKind, name: Word, extra: Word) -> Word {
        let (object_kind, place) = match kind {
            TypeParamKind::TypeVar => (Kind::TypeVar, None),
            TypeParamKind::BoundTypeVar => (Kind::TypeVar, Some(BOUND_FUNCTION)),
            TypeParamKind::ConstrainedTypeVar => (Kind::TypeVar, Some(CONSTRAINTS_FUNCTION)),
            TypeParamKind::ParamSpec => (Kind::ParamSpec, None),
            TypeParamKind::TypeVarTuple => (Kind::TypeVarTuple, None),
        };
        let parameter = self.new_parameter(object_kind, name, INFERRED);
        if let Some(place) = place {
            self.set_parameter_place(parameter, place, extra);
        }
        parameter
    }

    pub fn set_type_parameter_default(&mut self, parameter: Word, function: Word) {
        self.set_parameter_place(parameter, DEFAULT_FUNCTION, function);
    }

    /// A value that is evaluated when it is first asked for.
    fn lazy_place(&mut self, parameter: Word, place: usize, function: usize) -> PyResult<Option<Word>> {
        let known = self.parameter_place(parameter, place);
        if !known.is_null() {
            return Ok(Some(known));
        }
        let function = self.parameter_place(parameter, function);
        if function.is_null() {
            return Ok(None);
        }
        let value = self.call(function, &[Word::wrap_small(1)])?;
        self.set_parameter_place(parameter, place, value);
        Ok(Some(value))
    }

    pub fn no_default(&self) -> Word {
        self.root(self.rt().singletons.no_default)
    }

    /// `Generic[params]`: the base of a class with type parameters.
    pub fn make_generic(&mut self, parameters: Word) -> Word {
        let unpacked = self.rooted();
        for index in 0..self.array_len(parameters) {
            let parameter = self.items::<Word>(parameters)[index];
            unpacked.push(parameter);
        }
        let (generic, parameters) = (self.type_object(types::GENERIC), self.new_tuple(&unpacked.to_vec()));
        self.new_alias(generic, parameters)
    }
}

fn name(py: &mut Py, parameter: Word) -> PyResult {
    Ok(py.get(parameter, classes::NATIVE_A))
}

fn module(py: &mut Py, parameter: Word) -> PyResult {
    let module = py.parameter_place(parameter, MODULE);
    Ok(if module.is_null() { py.none() } else { module })
}

fn bound(py: &mut Py, parameter: Word) -> PyResult {
    Ok(py.lazy_place(parameter, BOUND, BOUND_FUNCTION)?.unwrap_or(py.none()))
}

fn constraints(py: &mut Py, parameter: Word) -> PyResult {
    match py.lazy_place(parameter, CONSTRAINTS, CONSTRAINTS_FUNCTION)? {
        Some(tuple) => Ok(tuple),
        None => Ok(py.new_tuple(&[])),
    }
}

fn default(py: &mut Py, parameter: Word) -> PyResult {
    Ok(py.lazy_place(parameter, DEFAULT, DEFAULT_FUNCTION)?.unwrap_or(py.no_default()))
}

fn has_default(py: &mut Py, args: &[Word]) -> PyResult {
    let value = py.parameter_place(args[0], DEFAULT);
    let is_there = !value.is_null() && value != py.no_default();
    let lazy = value.is_null() && !py.parameter_place(args[0], DEFAULT_FUNCTION).is_null();
    Ok(py.bool(is_there || lazy))
}

macro_rules! bit_getters {
    ($($name:ident = $bit:expr;)*) => {
        $(fn $name(py: &mut Py, parameter: Word) -> PyResult {
            let set = py.get_int(parameter, classes::NATIVE_I) & $bit != 0;
            Ok(py.bool(set))
        })*
    };
}

bit_getters! {
    covariant = COVARIANT;
    contravariant = CONTRAVARIANT;
    inferred = INFERRED;
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let bits = py.get_int(args[0], classes::NATIVE_I);
    let sign = match py.native_kind(args[0]) {
        _ if bits & INFERRED != 0 => "",
        Some(Kind::TypeVarTuple) => "",
        _ if bits & COVARIANT != 0 => "+",
        _ if bits & CONTRAVARIANT != 0 => "-",
        _ => "~",
    };
    let name = py.str_string(py.get(args[0], classes::NATIVE_A))?;
    Ok(py.new_str(&format!("{sign}{name}")))
}

/// What `TypeVar(...)` and its like are given besides the name: bound, default, and the three kinds of variance.
fn with_options(py: &mut Py, kind: Kind, name: Word, constraints: Word, options: [Word; 5]) -> PyResult {
    let type_name = py.rt().ty(kind.type_id()).name.borrow().clone();
    if py.payload(name, classes::STR).is_none() {
        let message = format!("{type_name}() argument 'name' must be str, not {}", py.type_name(name));
        return Err(py.type_error(&message));
    }
    let [bound, default, covariant, contravariant, inferred] = options;
    let mut bits = 0;
    for (word, bit) in [(covariant, COVARIANT), (contravariant, CONTRAVARIANT), (inferred, INFERRED)] {
        if !word.is_null() && py.truth(word)? {
            bits |= bit;
        }
    }
    if bits & COVARIANT != 0 && bits & CONTRAVARIANT != 0 {
        return Err(py.value_error("Bivariant types are not supported."));
    }
    if bits & INFERRED != 0 && bits != INFERRED {
        return Err(py.value_error("Variance cannot be specified with infer_variance."));
    }
    let has_bound = !bound.is_null() && !py.is_none(bound);
    let count = if constraints.is_null() { 0 } else { py.array_len(constraints) };
    if count == 1 {
        return Err(py.type_error("A single constraint is not allowed"));
    }
    if count > 0 && has_bound {
        return Err(py.type_error("Constraints cannot be combined with bound=..."));
    }
    let parameter = py.new_parameter(kind, name, bits);
    if has_bound {
        py.set_parameter_place(parameter, BOUND, bound);
    }
    if count > 0 {
        py.set_parameter_place(parameter, CONSTRAINTS, constraints);
    }
    if !default.is_null() {
        py.set_parameter_place(parameter, DEFAULT, default);
    }
    Ok(parameter)
}

fn new_type_var(py: &mut Py, args: &[Word]) -> PyResult {
    let options = [args[3], args[4], args[5], args[6], args[7]];
    with_options(py, Kind::TypeVar, args[1], args[2], options)
}

fn new_param_spec(py: &mut Py, args: &[Word]) -> PyResult {
    let options = [args[2], args[3], args[4], args[5], args[6]];
    with_options(py, Kind::ParamSpec, args[1], Word::NULL, options)
}

fn new_type_var_tuple(py: &mut Py, args: &[Word]) -> PyResult {
    let null = Word::NULL;
    with_options(py, Kind::TypeVarTuple, args[1], null, [null, args[2], null, null, null])
}

/// Functions of `typing` that know how to put arguments in the place of a parameter.
fn of_typing(py: &mut Py, function: &str, args: &[Word]) -> PyResult {
    let none = py.none();
    let name = py.intern(function);
    let from = py.new_tuple(&[name]);
    let typing = py.import("typing", none, from, 0)?;
    let function = py.get_attr(typing, name)?;
    py.call(function, args)
}

fn substitute(py: &mut Py, args: &[Word]) -> PyResult {
    // `None` stands for its type.
    Ok(if py.is_none(args[1]) { py.type_object(types::NONE_TYPE) } else { args[1] })
}

fn param_spec_substitute(py: &mut Py, args: &[Word]) -> PyResult {
    of_typing(py, "_paramspec_subst", args)
}

fn param_spec_prepare(py: &mut Py, args: &[Word]) -> PyResult {
    of_typing(py, "_paramspec_prepare_subst", args)
}

fn tuple_substitute(py: &mut Py, _args: &[Word]) -> PyResult {
    Err(py.type_error("Substitution of bare TypeVarTuple is not supported"))
}

fn tuple_prepare(py: &mut Py, args: &[Word]) -> PyResult {
    of_typing(py, "_typevartuple_prepare_subst", args)
}

fn tuple_iter(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let name = py.intern("Unpack");
    let from = py.new_tuple(&[name]);
    let typing = py.import("typing", none, from, 0)?;
    let unpack = py.get_attr(typing, name)?;
    let item = py.get_item_of(unpack, args[0])?;
    let one = py.new_tuple(&[item]);
    py.iter(one)
}

fn mro_entries(py: &mut Py, args: &[Word]) -> PyResult {
    let message = format!("Cannot subclass an instance of {}", py.type_name(args[0]));
    Err(py.type_error(&message))
}

fn spec_args(py: &mut Py, parameter: Word) -> PyResult {
    Ok(py.new_native(Kind::ParamSpecArgs, parameter, Word::NULL, Word::NULL))
}

fn spec_kwargs(py: &mut Py, parameter: Word) -> PyResult {
    Ok(py.new_native(Kind::ParamSpecKwargs, parameter, Word::NULL, Word::NULL))
}

fn spec_part_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let spec = py.get(args[0], classes::NATIVE_A);
    let name = py.str_string(py.get(spec, classes::NATIVE_A))?;
    let part = if py.native_kind(args[0]) == Some(Kind::ParamSpecArgs) { "args" } else { "kwargs" };
    Ok(py.new_str(&format!("{name}.{part}")))
}

fn spec_part_origin(py: &mut Py, part: Word) -> PyResult {
    Ok(py.get(part, classes::NATIVE_A))
}

fn spec_part_eq(py: &mut Py, args: &[Word]) -> PyResult {
    if py.type_of(args[0]) != py.type_of(args[1]) {
        return Ok(py.not_implemented());
    }
    let same = py.get(args[0], classes::NATIVE_A) == py.get(args[1], classes::NATIVE_A);
    Ok(py.bool(same))
}

fn no_default_repr(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.new_str("typing.NoDefault"))
}

// --- Generic -----------------------------------------------------------------------------------------------------------------

/// `Class[args]` of a generic class.
fn generic_getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let given = if py.is(args[1], classes::TUPLE) { args[1] } else { py.new_tuple(&[args[1]]) };
    if py.as_type(args[0]) == Some(types::GENERIC) {
        return Ok(py.new_alias(args[0], given));
    }
    let name = py.intern("__parameters__");
    let parameters = match py.try_get_attr(args[0], name)? {
        Some(parameters) if py.is(parameters, classes::TUPLE) => parameters,
        _ => py.new_tuple(&[]),
    };
    let plain = (0..py.array_len(parameters))
        .all(|index| py.native_kind(py.items::<Word>(parameters)[index]) == Some(Kind::TypeVar));
    if plain {
        let shown = py.type_argument_repr(args[0])?;
        let (most, count) = (py.array_len(parameters), py.array_len(given));
        if most == 0 {
            return Err(py.type_error(&format!("<class '{shown}'> is not a generic class")));
        }
        let mut least = most;
        while least > 0 {
            let last = py.items::<Word>(parameters)[least - 1];
            let optional = has_default(py, &[last])?;
            if !py.truth(optional)? {
                break;
            }
            least -= 1;
        }
        if count > most || count < least {
            let much = if count > most { "many" } else { "few" };
            let message = format!(
                "Too {much} arguments for <class '{shown}'>; actual {count}, expected {}",
                if least == most { most.to_string() } else { format!("at least {least}") }
            );
            return Err(py.type_error(&message));
        }
        // What is left out has a default.
        let all = py.rooted();
        all.extend(py.items::<Word>(given));
        for index in count..most {
            let parameter = py.items::<Word>(parameters)[index];
            let value = default(py, parameter)?;
            all.push(value);
        }
        let all = py.new_tuple(&all.to_vec());
        return Ok(py.new_alias(args[0], all));
    }
    Ok(py.new_alias(args[0], given))
}

/// A subclass has the parameters of its bases as they are written.
fn generic_init_subclass(py: &mut Py, args: &[Word]) -> PyResult {
    let (bases_name, parameters_name) = (py.intern("__orig_bases__"), py.intern("__parameters__"));
    let id = py.type_number(args[0]);
    let dict = py.type_dict(id);
    let parameters = match py.dict_get_name(dict, bases_name) {
        Some(bases) => {
            // `Generic[...]` itself says which, and in which order.
            let mut explicit = None;
            for base in py.collect(bases)?.to_vec() {
                if py.native_kind(base) == Some(Kind::GenericAlias)
                    && py.as_type(py.get(base, classes::NATIVE_A)) == Some(types::GENERIC)
                {
                    explicit = Some(py.get(base, classes::NATIVE_B));
                }
            }
            match explicit {
                Some(parameters) => py.type_parameters(parameters)?,
                None => py.type_parameters(bases)?,
            }
        }
        None => py.new_tuple(&[]),
    };
    py.set_type_attribute(id, parameters_name, parameters);
    Ok(py.none())
}

const COMMON: &[GetterEntry] = &[("__name__", name), ("__module__", module), ("__default__", default)];

const METHODS: &[Method] = &[
    ("__repr__", Special, "(self, /)", repr),
    ("has_default", Plain, "(self, /)", has_default),
    ("__mro_entries__", Plain, "(self, bases, /)", mro_entries),
    ("__or__", Special, "(self, value, /)", super::union::or),
    ("__ror__", Special, "(self, value, /)", super::union::reflected_or),
];

pub fn install(py: &mut Py) {
    let ids: [TypeId; 3] = [types::TYPE_VAR, types::PARAM_SPEC, types::TYPE_VAR_TUPLE];
    for id in ids {
        // A tuple of variables is no type.
        py.add_methods(id, if id == types::TYPE_VAR_TUPLE { &METHODS[..3] } else { METHODS });
        py.add_getters(id, COMMON);
    }
    for id in [types::TYPE_VAR, types::PARAM_SPEC] {
        py.add_getters(
            id,
            &[
                ("__bound__", bound),
                ("__covariant__", covariant),
                ("__contravariant__", contravariant),
                ("__infer_variance__", inferred),
            ],
        );
    }
    py.add_getters(types::TYPE_VAR, &[("__constraints__", constraints)]);
    py.add_getters(types::PARAM_SPEC, &[("args", spec_args), ("kwargs", spec_kwargs)]);
    let options = "(cls, name, *constraints, bound=None, default=NoDefault, covariant=False, contravariant=False, infer_variance=False)";
    // Words come in this order: what is written before the rest, the rest, the others.
    py.add_new(types::TYPE_VAR, options, new_type_var);
    py.add_new(
        types::PARAM_SPEC,
        "(cls, name, *, bound=None, default=NoDefault, covariant=False, contravariant=False, infer_variance=False)",
        new_param_spec,
    );
    py.add_new(types::TYPE_VAR_TUPLE, "(cls, name, *, default=NoDefault)", new_type_var_tuple);
    py.add_methods(types::TYPE_VAR, &[("__typing_subst__", Plain, "(self, arg, /)", substitute)]);
    py.add_methods(
        types::PARAM_SPEC,
        &[
            ("__typing_subst__", Plain, "(self, arg, /)", param_spec_substitute),
            ("__typing_prepare_subst__", Plain, "(self, alias, args, /)", param_spec_prepare),
        ],
    );
    py.add_methods(
        types::TYPE_VAR_TUPLE,
        &[
            ("__iter__", Special, "(self, /)", tuple_iter),
            ("__typing_subst__", Plain, "(self, arg, /)", tuple_substitute),
            ("__typing_prepare_subst__", Plain, "(self, alias, args, /)", tuple_prepare),
        ],
    );
    for id in [types::PARAM_SPEC_ARGS, types::PARAM_SPEC_KWARGS] {
        py.add_methods(
            id,
            &[
                ("__repr__", Special, "(self, /)", spec_part_repr),
                ("__eq__", Special, "(self, value, /)", spec_part_eq),
                ("__mro_entries__", Plain, "(self, bases, /)", mro_entries),
            ],
        );
        py.add_getters(id, &[("__origin__", spec_part_origin)]);
    }
    py.add_methods(types::NO_DEFAULT_TYPE, &[("__repr__", Special, "(self, /)", no_default_repr)]);
    py.add_methods(
        types::GENERIC,
        &[
            ("__class_getitem__", ClassMethod, "(cls, params, /)", generic_getitem),
            ("__init_subclass__", ClassMethod, "(cls, /, *args, **kwargs)", generic_init_subclass),
        ],
    );
}
