"""The classes of syntax trees. Nothing makes trees from text yet."""

PyCF_ONLY_AST, PyCF_OPTIMIZED_AST, PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x400, 0x8400, 0x1000, 0x2000


class AST:
    _fields = _attributes = __match_args__ = ()

    def __init__(self, *args, **kwargs):
        if len(args) > len(self._fields):
            raise TypeError(f"{type(self).__name__} constructor takes at most {len(self._fields)} positional arguments")
        for name, value in zip(self._fields, args):
            if name in kwargs:
                raise TypeError(f"{type(self).__name__} got multiple values for argument {name!r}")
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)


_places = ("lineno", "col_offset", "end_lineno", "end_col_offset")
# A kind of node, then those of that kind with their fields.
_kinds = """
mod: Module(body type_ignores) Interactive(body) Expression(body) FunctionType(argtypes returns)
stmt: FunctionDef(name args body decorator_list returns type_comment type_params) AsyncFunctionDef(name args body decorator_list returns type_comment type_params) ClassDef(name bases keywords body decorator_list type_params) Return(value) Delete(targets) Assign(targets value type_comment) TypeAlias(name type_params value) AugAssign(target op value) AnnAssign(target annotation value simple) For(target iter body orelse type_comment) AsyncFor(target iter body orelse type_comment) While(test body orelse) If(test body orelse) With(items body type_comment) AsyncWith(items body type_comment) Match(subject cases) Raise(exc cause) Try(body handlers orelse finalbody) TryStar(body handlers orelse finalbody) Assert(test msg) Import(names) ImportFrom(module names level) Global(names) Nonlocal(names) Expr(value) Pass() Break() Continue()
expr: BoolOp(op values) NamedExpr(target value) BinOp(left op right) UnaryOp(op operand) Lambda(args body) IfExp(test body orelse) Dict(keys values) Set(elts) ListComp(elt generators) SetComp(elt generators) DictComp(key value generators) GeneratorExp(elt generators) Await(value) Yield(value) YieldFrom(value) Compare(left ops comparators) Call(func args keywords) FormattedValue(value conversion format_spec) Interpolation(value str conversion format_spec) JoinedStr(values) TemplateStr(values) Constant(value kind) Attribute(value attr ctx) Subscript(value slice ctx) Starred(value ctx) Name(id ctx) List(elts ctx) Tuple(elts ctx) Slice(lower upper step)
expr_context: Load() Store() Del()
boolop: And() Or()
operator: Add() Sub() Mult() MatMult() Div() Mod() Pow() LShift() RShift() BitOr() BitXor() BitAnd() FloorDiv()
unaryop: Invert() Not() UAdd() USub()
cmpop: Eq() NotEq() Lt() LtE() Gt() GtE() Is() IsNot() In() NotIn()
excepthandler: ExceptHandler(type name body)
pattern: MatchValue(value) MatchSingleton(value) MatchSequence(patterns) MatchMapping(keys patterns rest) MatchClass(cls patterns kwd_attrs kwd_patterns) MatchStar(name) MatchAs(pattern name) MatchOr(patterns)
type_ignore: TypeIgnore(lineno tag)
type_param: TypeVar(name bound default_value) ParamSpec(name default_value) TypeVarTuple(name default_value)
AST: comprehension(target iter ifs is_async) arguments(posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults) arg(arg annotation type_comment) keyword(arg value) alias(name asname) withitem(context_expr optional_vars) match_case(pattern guard body)
"""


def _make(name, base, fields, places):
    body = {"_fields": fields, "__match_args__": fields, "_attributes": places, "__module__": "ast"}
    globals()[name] = type(name, (base,), body)


for _line in _kinds.strip().splitlines():
    _kind, _nodes = _line.split(": ", 1)
    _located = _places if _kind in ("stmt", "expr", "excepthandler", "pattern", "type_param") else ()
    if _kind != "AST":
        _make(_kind, AST, (), _located)
    for _node in _nodes.split(") "):
        _name, _fields = _node.rstrip(")").split("(")
        _own = _places if _name in ("arg", "keyword", "alias") else _located
        _make(_name, globals()[_kind], tuple(_fields.split()), _own)
del _line, _kind, _nodes, _located, _node, _name, _fields, _own
