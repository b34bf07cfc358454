//! `_types`: the builtin types that have no names of their own, for `types`.

use super::Constant;
use crate::runtime::types;

macro_rules! named {
    ($($name:literal = $ty:ident;)*) => {
        pub const CONSTANTS: &[Constant] = &[$(($name, |py| Ok(py.type_object(types::$ty))),)*];
    };
}

named! {
    "AsyncGeneratorType" = ASYNC_GENERATOR;
    "BuiltinFunctionType" = BUILTIN_FUNCTION;
    "BuiltinMethodType" = BUILTIN_FUNCTION;
    "CellType" = CELL;
    "ClassMethodDescriptorType" = METHOD_DESCRIPTOR;
    "CodeType" = CODE;
    "CoroutineType" = COROUTINE;
    "EllipsisType" = ELLIPSIS_TYPE;
    "FrameType" = FRAME;
    "FunctionType" = FUNCTION;
    "GeneratorType" = GENERATOR;
    "GenericAlias" = GENERIC_ALIAS;
    "GetSetDescriptorType" = GETSET_DESCRIPTOR;
    "LambdaType" = FUNCTION;
    "MappingProxyType" = MAPPING_PROXY;
    "MemberDescriptorType" = MEMBER_DESCRIPTOR;
    "MethodDescriptorType" = METHOD_DESCRIPTOR;
    "MethodType" = METHOD;
    "MethodWrapperType" = BUILTIN_FUNCTION;
    "ModuleType" = MODULE;
    "NoneType" = NONE_TYPE;
    "NotImplementedType" = NOT_IMPLEMENTED_TYPE;
    "SimpleNamespace" = SIMPLE_NAMESPACE;
    "TracebackType" = TRACEBACK;
    "UnionType" = UNION;
    "WrapperDescriptorType" = WRAPPER_DESCRIPTOR;
}
