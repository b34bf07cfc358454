//! `_typing`: what `typing` takes from the interpreter. And `_templatelib`, the types of templates.

use super::Constant;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[("_idfunc", "(x, /)", itself)];

fn itself(_py: &mut Py, args: &[Word]) -> PyResult {
    Ok(args[0])
}

pub const CONSTANTS: &[Constant] = &[
    ("TypeVar", |py| Ok(py.type_object(types::TYPE_VAR))),
    ("ParamSpec", |py| Ok(py.type_object(types::PARAM_SPEC))),
    ("ParamSpecArgs", |py| Ok(py.type_object(types::PARAM_SPEC_ARGS))),
    ("ParamSpecKwargs", |py| Ok(py.type_object(types::PARAM_SPEC_KWARGS))),
    ("TypeVarTuple", |py| Ok(py.type_object(types::TYPE_VAR_TUPLE))),
    ("TypeAliasType", |py| Ok(py.type_object(types::TYPE_ALIAS))),
    ("Generic", |py| Ok(py.type_object(types::GENERIC))),
    ("Union", |py| Ok(py.type_object(types::UNION))),
    ("NoDefault", |py| Ok(py.no_default())),
];

pub const TEMPLATES: &[Constant] = &[
    ("Template", |py| Ok(py.type_object(types::TEMPLATE))),
    ("Interpolation", |py| Ok(py.type_object(types::INTERPOLATION))),
];
