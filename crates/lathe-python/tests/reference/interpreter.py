"""A slow and obvious interpreter of the bytecode, on the objects of the Python that runs it: what each instruction means, executable.

usage: interpreter.py EXPORTED   where EXPORTED is the output of the example `export`
"""

import builtins
import collections.abc
import operator
import re
import sys
import types

VARARGS, VARKEYWORDS, GENERATOR, COROUTINE, ASYNC_GENERATOR = 0x4, 0x8, 0x20, 0x80, 0x200
HAS_DOCSTRING, NAMESPACE = 0x0400_0000, 0x1_0000


class Null:
    """The content of an unbound slot."""

    def __repr__(self):
        return "NULL"


NULL = Null()
FIELD = re.compile(r"(\w+): (FunctionParts\((\d+)\)|-?\w+)")


def parse(text):
    """`Move { dst: 1, src: 2 }`"""
    fields = {}
    for match in FIELD.finditer(text.partition("{")[2]):
        name, value, parts = match.groups()
        if parts is not None:
            value = int(parts)
        elif value in ("true", "false"):
            value = value == "true"
        elif value.lstrip("-").isdigit():
            value = int(value)
        fields[name] = value
    return text.split()[0], types.SimpleNamespace(**fields)


class Code:
    def __init__(self, exported):
        self.__dict__.update(exported)
        self.instructions = [parse(text) for text in exported["instructions"]]
        self.constants = [Code(item) if is_code(item) else item for item in exported["constants"]]


def is_code(item):
    return isinstance(item, dict) and "instructions" in item


class Info:
    """What a running function knows."""

    def __init__(self, code, globals, defaults, keyword_defaults, closure):
        self.code, self.globals, self.closure = code, globals, closure
        self.defaults, self.keyword_defaults = defaults, keyword_defaults


class State:
    handled = None


BINARY = {
    "Add": operator.add, "Subtract": operator.sub, "Multiply": operator.mul, "MatrixMultiply": operator.matmul,
    "Divide": operator.truediv, "FloorDivide": operator.floordiv, "Remainder": operator.mod, "Power": operator.pow,
    "LeftShift": operator.lshift, "RightShift": operator.rshift, "And": operator.and_, "Or": operator.or_,
    "Xor": operator.xor,
}
IN_PLACE = {
    "Add": operator.iadd, "Subtract": operator.isub, "Multiply": operator.imul, "MatrixMultiply": operator.imatmul,
    "Divide": operator.itruediv, "FloorDivide": operator.ifloordiv, "Remainder": operator.imod, "Power": operator.ipow,
    "LeftShift": operator.ilshift, "RightShift": operator.irshift, "And": operator.iand, "Or": operator.ior,
    "Xor": operator.ixor,
}
UNARY = {"Negative": operator.neg, "Positive": operator.pos, "Invert": operator.invert}
# What an iterator gives that has nothing more.
END = object()
COMPARE = {
    "Lt": operator.lt, "Le": operator.le, "Eq": operator.eq, "Ne": operator.ne, "Gt": operator.gt, "Ge": operator.ge,
}
CONVERT = {"Str": str, "Repr": repr, "Ascii": ascii}
SPECIAL = {"Enter": "__enter__", "Exit": "__exit__", "AsyncEnter": "__aenter__", "AsyncExit": "__aexit__"}


# --- Calls ------------------------------------------------------------------------------------------------------------------


def bind(info, args, kwargs):
    """The slots of a new frame."""
    code = info.code
    slots = [NULL] * code.slots
    slots[0] = info
    if code.flags & NAMESPACE:
        slots[1] = args[0]
        return slots
    count = code.positional
    names = code.locals
    for index, arg in enumerate(args[:count]):
        slots[1 + index] = arg
    if len(args) > count and not code.flags & VARARGS:
        raise TypeError(f"{code.qualname}() takes {count} positional arguments but {len(args)} were given")
    next_slot = 1 + count + code.keyword_only
    if code.flags & VARARGS:
        slots[next_slot] = tuple(args[count:])
        next_slot += 1
    rest = {}
    if code.flags & VARKEYWORDS:
        slots[next_slot] = rest
    by_name = {names[index]: 1 + index for index in range(code.positional_only, count + code.keyword_only)}
    for name, value in kwargs.items():
        slot = by_name.get(name)
        if slot is None:
            if not code.flags & VARKEYWORDS:
                raise TypeError(f"{code.qualname}() got an unexpected keyword argument '{name}'")
            rest[name] = value
        elif slots[slot] is not NULL:
            raise TypeError(f"{code.qualname}() got multiple values for argument '{name}'")
        else:
            slots[slot] = value
    defaults = info.defaults or ()
    missing = []
    for index in range(count):
        if slots[1 + index] is NULL:
            from_end = index - (count - len(defaults))
            if from_end >= 0:
                slots[1 + index] = defaults[from_end]
            else:
                missing.append(names[index])
    for index in range(count, count + code.keyword_only):
        if slots[1 + index] is NULL:
            if info.keyword_defaults and names[index] in info.keyword_defaults:
                slots[1 + index] = info.keyword_defaults[names[index]]
            else:
                missing.append(names[index])
    if missing:
        raise TypeError(f"{code.qualname}() missing required argument: {missing[0]!r}")
    return slots


def make_function(info):
    code = info.code

    def function(*args, **kwargs):
        slots = bind(info, args, kwargs)
        if code.flags & GENERATOR:
            return run(info, slots)
        if code.flags & COROUTINE:
            return Coroutine(run(info, slots), code.qualname)
        if code.flags & ASYNC_GENERATOR:
            return AsyncGenerator(run(info, slots))
        try:
            next(run(info, slots))
        except StopIteration as stop:
            return stop.value.value
        raise AssertionError("a plain function was suspended")

    function.__name__, function.__qualname__ = code.name, code.qualname
    function.__module__ = info.globals.get("__name__")
    function.__doc__ = code.constants[0] if code.flags & HAS_DOCSTRING else None
    return function


class Returned:
    """Keeps a plain function's result apart from a generator's."""

    def __init__(self, value):
        self.value = value


class Coroutine(collections.abc.Coroutine):
    def __init__(self, generator, name):
        self.generator, self.__qualname__ = generator, name

    def __await__(self):
        return self.generator

    def send(self, value):
        return self.generator.send(value)

    def throw(self, *args):
        return self.generator.throw(*args)

    def close(self):
        self.generator.close()


class Wrapped:
    def __init__(self, value):
        self.value = value


class AsyncGenerator:
    def __init__(self, generator):
        self.generator = generator

    def __aiter__(self):
        return self

    @types.coroutine
    def __anext__(self):
        value = None
        while True:
            try:
                result = self.generator.send(value)
            except StopIteration:
                raise StopAsyncIteration from None
            if isinstance(result, Wrapped):
                return result.value
            value = yield result


def build_class(function, name, *bases, metaclass=None, **keywords):
    resolved = types.resolve_bases(bases)
    if metaclass is not None:
        keywords["metaclass"] = metaclass
    meta, namespace, keywords = types.prepare_class(name, resolved, keywords)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    function(namespace)
    namespace.pop("__classdictcell__", None)
    annotate = namespace.pop("__annotate_func__", None)
    if annotate is not None:
        # The Python that runs this may not know lazy annotations.
        namespace["__annotations__"] = annotate(1)
    return meta(name, resolved, namespace, **keywords)


BUILTIN = {
    "AssertionError": AssertionError, "NotImplementedError": NotImplementedError, "BuildClass": build_class,
}


# --- The interpreter --------------------------------------------------------------------------------------------------------


def lookup_global(info, name):
    if name in info.globals:
        return info.globals[name]
    try:
        return getattr(builtins, name)
    except AttributeError:
        raise NameError(f"name '{name}' is not defined") from None


def awaitable_iterator(value):
    if isinstance(value, types.GeneratorType):
        return value
    if isinstance(value, types.CoroutineType):
        return value.__await__()
    return type(value).__await__(value)


def unpack(values, count):
    values = list(values)
    if len(values) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    if len(values) < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {len(values)})")
    return values


def match_class(subject, cls, positional, names):
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a class")
    if not isinstance(subject, cls):
        return None
    values = []
    if positional:
        builtin = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
        if hasattr(cls, "__match_args__"):
            for name in cls.__match_args__[:positional]:
                if not hasattr(subject, name):
                    return None
                values.append(getattr(subject, name))
            if positional > len(cls.__match_args__):
                raise TypeError(f"{cls.__name__}() accepts {len(cls.__match_args__)} positional sub-patterns ({positional} given)")
        elif issubclass(cls, builtin):
            values.append(subject)
        else:
            raise TypeError(f"{cls.__name__}() accepts 0 positional sub-patterns ({positional} given)")
    for name in names:
        if not hasattr(subject, name):
            return None
        values.append(getattr(subject, name))
    return tuple(values)


def set_context(error):
    """A new exception gets the handled one as context."""
    handled = State.handled
    if handled is None or handled is error or error.__context__ is not None:
        return
    link = handled
    while link is not None:
        if link.__context__ is error:
            link.__context__ = None
            break
        link = link.__context__
    error.__context__ = handled


def run(info, r):
    """Runs a frame. A Python generator, so that frames can be suspended; plain functions are never suspended."""
    code = info.code
    instructions, constants, names = code.instructions, code.constants, code.names
    outer, own = State.handled, None
    pc, so = 0, None
    while True:
        name, i = instructions[pc]
        next_pc = pc + 1
        reraised = False
        try:
            if name == "Move":
                r[i.dst] = r[i.src]
            elif name == "LoadConst":
                r[i.dst] = constants[i.constant]
            elif name == "LoadInt":
                r[i.dst] = i.value
            elif name == "CheckBound":
                if r[i.slot] is NULL:
                    name = code.locals[i.slot - 1]
                    raise UnboundLocalError(f"cannot access local variable '{name}' where it is not associated with a value")
            elif name == "Unbind":
                r[i.slot] = NULL
            elif name == "LoadBuiltin":
                r[i.dst] = BUILTIN[i.builtin]
            elif name == "MakeCell":
                r[i.slot] = types.CellType() if r[i.slot] is NULL else types.CellType(r[i.slot])
            elif name == "NewCell":
                r[i.slot] = types.CellType()
            elif name in ("LoadCell", "DeleteCell"):
                cell = r[i.cell]
                try:
                    value = cell.cell_contents
                except ValueError:
                    local = code.locals[i.cell - 1]
                    raise UnboundLocalError(f"cannot access local variable '{local}' where it is not associated with a value") from None
                if name == "LoadCell":
                    r[i.dst] = value
                else:
                    del cell.cell_contents
            elif name == "StoreCell":
                assert type(r[i.cell]) is types.CellType
                r[i.cell].cell_contents = r[i.src]
            elif name == "ClearCell":
                try:
                    del r[i.cell].cell_contents
                except ValueError:
                    pass
            elif name in ("LoadFree", "DeleteFree"):
                cell = info.closure[i.index]
                try:
                    value = cell.cell_contents
                except ValueError:
                    raise NameError(f"cannot access free variable '{code.free[i.index]}' where it is not associated with a value in enclosing scope") from None
                if name == "LoadFree":
                    r[i.dst] = value
                else:
                    del cell.cell_contents
            elif name == "StoreFree":
                info.closure[i.index].cell_contents = r[i.src]
            elif name == "LoadFreeCell":
                r[i.dst] = info.closure[i.index]
            elif name == "LoadGlobal":
                r[i.dst] = lookup_global(info, names[i.name])
            elif name == "StoreGlobal":
                info.globals[names[i.name]] = r[i.src]
            elif name == "DeleteGlobal":
                try:
                    del info.globals[names[i.name]]
                except KeyError:
                    raise NameError(f"name '{names[i.name]}' is not defined") from None
            elif name == "LoadName":
                try:
                    r[i.dst] = r[i.namespace][names[i.name]]
                except KeyError:
                    r[i.dst] = lookup_global(info, names[i.name])
            elif name == "StoreName":
                r[i.namespace][names[i.name]] = r[i.src]
            elif name == "DeleteName":
                try:
                    del r[i.namespace][names[i.name]]
                except KeyError:
                    raise NameError(f"name '{names[i.name]}' is not defined") from None
            elif name == "LoadNameOrFree":
                free = code.free[i.index]
                try:
                    r[i.dst] = r[i.namespace][free]
                except KeyError:
                    r[i.dst] = info.closure[i.index].cell_contents
            elif name == "Binary":
                r[i.dst] = (IN_PLACE if i.in_place else BINARY)[i.op](r[i.left], r[i.right])
            elif name == "BinaryInt":
                r[i.dst] = (IN_PLACE if i.in_place else BINARY)[i.op](r[i.left], i.immediate)
            elif name == "Unary":
                r[i.dst] = UNARY[i.op](r[i.src])
            elif name == "Not":
                r[i.dst] = not r[i.src]
            elif name == "Compare":
                r[i.dst] = COMPARE[i.op](r[i.left], r[i.right])
            elif name == "Contains":
                r[i.dst] = (r[i.item] in r[i.container]) != i.invert
            elif name == "Is":
                r[i.dst] = (r[i.left] is r[i.right]) != i.invert
            elif name in ("Jump", "JumpBack"):
                next_pc = i.target
            elif name == "LoopHeader":
                pass
            # Branches on what guest code gives leave it to their second halves.
            elif name == "JumpIf":
                so = bool(r[i.src])
            elif name == "JumpCompare":
                so = COMPARE[i.op](r[i.left], r[i.right])
            elif name == "JumpCompareInt":
                so = COMPARE[i.op](r[i.left], i.immediate)
            elif name == "JumpOn":
                if bool(so) == i.sense:
                    next_pc = i.target
            elif name == "JumpIs":
                if (r[i.left] is r[i.right]) == i.sense:
                    next_pc = i.target
            elif name == "JumpIfNone":
                if (r[i.src] is None) == i.sense:
                    next_pc = i.target
            elif name == "JumpContains":
                so = r[i.item] in r[i.container]
            elif name == "GetIter":
                r[i.dst] = iter(r[i.src])
            elif name == "ForPrepare":
                r[i.base : i.base + 6] = [iter(r[i.src]), "for", "for", "for", "for", "for"]
            elif name == "ForNext":
                so = next(r[i.base], END)
            elif name == "ForValue":
                if so is END:
                    next_pc = i.exit
                else:
                    r[i.dst] = so
            elif name == "GetAttr":
                r[i.dst] = getattr(r[i.object], names[i.name])
            elif name == "SetAttr":
                setattr(r[i.object], names[i.name], r[i.src])
            elif name == "DeleteAttr":
                delattr(r[i.object], names[i.name])
            elif name == "GetItem":
                r[i.dst] = r[i.object][r[i.index]]
            elif name == "GetItemInt":
                r[i.dst] = r[i.object][i.immediate]
            elif name == "SetItem":
                r[i.object][r[i.index]] = r[i.src]
            elif name == "DeleteItem":
                del r[i.object][r[i.index]]
            elif name == "GetSlice":
                r[i.dst] = r[i.object][r[i.base] : r[i.base + 1]]
            elif name == "SetSlice":
                r[i.object][r[i.base] : r[i.base + 1]] = r[i.src]
            elif name == "MakeSlice":
                r[i.dst] = slice(*r[i.base : i.base + 3])
            elif name in ("Call", "CallKeywords", "CallMethod", "CallMethodKeywords"):
                first = i.base + 1
                callee = r[i.base]
                args = r[first : first + i.argc]
                if "Method" in name:
                    args = r[first : first + i.argc + 1]
                    if callee is NULL:
                        callee = args.pop(0)
                keywords = constants[i.names] if "Keywords" in name else ()
                split = len(args) - len(keywords)
                kwargs = dict(zip(keywords, args[split:]))
                # The scratch register is there, and whatever is from the base on is dead afterwards.
                for dead in range(i.base, min(first + i.argc + 1 + ("Method" in name), len(r))):
                    if name != "CallMethod" or dead > i.base + 1:
                        r[dead] = "dead"
                r[i.dst] = callee(*args[:split], **kwargs)
            elif name == "CallUnpack":
                kwargs = r[i.base + 2]
                r[i.dst] = r[i.base](*r[i.base + 1], **({} if kwargs is NULL else kwargs))
            elif name == "LoadMethod":
                r[i.base : i.base + 2] = [NULL, getattr(r[i.object], names[i.name])]
            elif name in ("GetSuperAttr", "LoadSuperMethod"):
                function, cls, self = r[i.base : i.base + 3]
                if function is super or i.explicit:
                    value = getattr(function(cls, self), names[i.name])
                else:
                    value = getattr(function(), names[i.name])
                if name == "GetSuperAttr":
                    r[i.dst] = value
                else:
                    r[i.base : i.base + 2] = [NULL, value]
            elif name == "CallSuper":
                function, cls, self = r[i.base : i.base + 3]
                r[i.dst] = function(cls, self) if function is super else function()
            elif name == "LoadSpecial":
                special = SPECIAL[i.special]
                found = getattr(type(r[i.object]), special, None)
                if found is None:
                    kind = "asynchronous context manager" if special.startswith("__a") else "context manager"
                    raise TypeError(f"'{type(r[i.object]).__name__}' object does not support the {kind} protocol")
                r[i.base : i.base + 2] = [NULL, found.__get__(r[i.object])]
            elif name == "MakeTuple":
                r[i.dst] = tuple(r[i.base : i.base + i.count])
            elif name == "MakeList":
                r[i.dst] = r[i.base : i.base + i.count]
            elif name == "MakeSet":
                r[i.dst] = set(r[i.base : i.base + i.count])
            elif name == "MakeDict":
                pairs = r[i.base : i.base + 2 * i.count]
                r[i.dst] = dict(zip(pairs[::2], pairs[1::2]))
            elif name == "ListFromConst":
                r[i.dst] = list(constants[i.constant])
            elif name == "SetFromConst":
                r[i.dst] = set(constants[i.constant])
            elif name == "ListAppend":
                r[i.list].append(r[i.item])
            elif name == "ListExtend":
                r[i.list].extend(r[i.src])
            elif name == "ListToTuple":
                r[i.dst] = tuple(r[i.list])
            elif name == "SetAdd":
                r[i.set].add(r[i.item])
            elif name == "SetUpdate":
                r[i.set].update(r[i.src])
            elif name == "DictSet":
                r[i.dict][r[i.key]] = r[i.value]
            elif name == "DictUpdate":
                r[i.dict].update(r[i.src])
            elif name == "DictMerge":
                for key in r[i.src].keys():
                    if key in r[i.dict]:
                        raise TypeError(f"got multiple values for keyword argument '{key}'")
                    r[i.dict][key] = r[i.src][key]
            elif name == "ArgumentTuple":
                r[i.dst] = tuple(r[i.src])
            elif name == "Unpack":
                r[i.base : i.base + i.count] = unpack(r[i.src], i.count)
            elif name == "UnpackStar":
                values = list(r[i.src])
                if len(values) < i.before + i.after:
                    raise ValueError(f"not enough values to unpack (expected at least {i.before + i.after}, got {len(values)})")
                middle = len(values) - i.after
                r[i.base : i.base + i.before + 1 + i.after] = [
                    *values[: i.before], values[i.before : middle], *values[middle:]
                ]
            elif name == "MakeFunction":
                parts = [part for bit, part in ((1, "d"), (2, "k"), (4, "a"), (8, "s"), (16, "c")) if i.parts & bit]
                values = dict(zip(parts, r[i.base : i.base + len(parts)]))
                closure = values.get("c")
                assert closure is None or all(type(cell) is types.CellType for cell in closure)
                assert len(closure or ()) == len(constants[i.code].free)
                function = make_function(Info(constants[i.code], info.globals, values.get("d"), values.get("k"), closure))
                if "a" in values:
                    function.__annotate__ = values["a"]
                if "s" in values:
                    function.__annotations__ = values["s"]
                r[i.dst] = function
            elif name == "Convert":
                r[i.dst] = CONVERT[i.conversion](r[i.src])
            elif name == "Format":
                r[i.dst] = format(r[i.src])
            elif name == "FormatSpec":
                r[i.dst] = format(r[i.src], r[i.spec])
            elif name == "JoinStrings":
                r[i.dst] = "".join(r[i.base : i.base + i.count])
            elif name == "Raise":
                raise r[i.src]
            elif name == "RaiseFrom":
                raise r[i.src] from r[i.cause]
            elif name == "RaiseHandled":
                if State.handled is None:
                    raise RuntimeError("No active exception to reraise")
                reraised = True
                raise State.handled
            elif name == "Reraise":
                reraised = True
                raise r[i.exception]
            elif name == "PushHandled":
                r[i.save], own = own, r[i.exception]
                State.handled = own
            elif name == "PopHandled":
                own = r[i.save]
                State.handled = outer if own is None else own
            elif name == "JumpNoMatch":
                classes = r[getattr(i, "class")]
                for cls in classes if isinstance(classes, tuple) else (classes,):
                    if not (isinstance(cls, type) and issubclass(cls, BaseException)):
                        raise TypeError("catching classes that do not inherit from BaseException is not allowed")
                so = not isinstance(r[i.exception], classes)
            elif name == "MatchGroup":
                group, classes = r[i.group], r[getattr(i, "class")]
                if group is None:
                    matched, rest = None, None
                elif isinstance(group, BaseExceptionGroup):
                    matched, rest = group.split(classes)
                elif isinstance(group, classes):
                    matched, rest = BaseExceptionGroup("", [group]), None
                    matched = ExceptionGroup("", [group]) if isinstance(group, Exception) else matched
                else:
                    matched, rest = None, group
                r[i.base : i.base + 2] = [matched, rest]
            elif name == "JoinRaised":
                raised = [error for error in r[i.list] if error is not None]
                if not raised:
                    r[i.dst] = None
                elif len(raised) == 1 and raised[0] is r[i.list][-1]:
                    r[i.dst] = raised[0]
                else:
                    r[i.dst] = ExceptionGroup("", raised) if len(raised) > 1 else raised[0]
            elif name == "ExceptionArgs":
                error = r[i.exception]
                r[i.base : i.base + 3] = [type(error), error, error.__traceback__]
            elif name == "Yield":
                value = r[i.src]
                State.handled = outer
                try:
                    value = yield Wrapped(value) if code.flags & ASYNC_GENERATOR else value
                finally:
                    outer = State.handled
                    State.handled = outer if own is None else own
                r[i.dst] = value
            elif name == "GetYieldFromIter":
                r[i.dst] = iter(r[i.src])
            elif name == "GetAwaitable":
                r[i.dst] = awaitable_iterator(r[i.src])
            elif name == "Send":
                try:
                    value = r[i.value]
                    r[i.value] = next(r[i.iter]) if value is None else r[i.iter].send(value)
                except StopIteration as stop:
                    r[i.value] = stop.value
                    next_pc = i.exit
            elif name == "YieldFrom":
                value = r[i.value]
                while True:
                    State.handled = outer
                    try:
                        value = yield value
                        break
                    except GeneratorExit:
                        close = getattr(r[i.iter], "close", None)
                        if close is not None:
                            close()
                        raise
                    except BaseException as error:
                        throw = getattr(r[i.iter], "throw", None)
                        if throw is None:
                            raise
                        try:
                            value = throw(error)
                        except StopIteration as stop:
                            value, next_pc = stop.value, i.exit
                            break
                    finally:
                        outer = State.handled
                        State.handled = outer if own is None else own
                r[i.value] = value
            elif name == "GetAsyncIter":
                r[i.dst] = type(r[i.src]).__aiter__(r[i.src])
            elif name == "GetAsyncNext":
                r[i.dst] = awaitable_iterator(type(r[i.iter]).__anext__(r[i.iter]))
            elif name == "EndAsyncFor":
                if not isinstance(r[i.exception], StopAsyncIteration):
                    reraised = True
                    raise r[i.exception]
            elif name == "JumpNotSequence":
                value = r[i.src]
                if not isinstance(value, collections.abc.Sequence) or isinstance(value, (str, bytes, bytearray)):
                    next_pc = i.target
            elif name == "JumpNotMapping":
                if not isinstance(r[i.src], collections.abc.Mapping):
                    next_pc = i.target
            elif name == "Length":
                r[i.dst] = len(r[i.src])
            elif name == "MatchClass":
                r[i.dst] = match_class(r[i.base], r[i.base + 1], i.positional, constants[i.names])
            elif name == "MatchKeys":
                missing = object()
                values = tuple(r[i.src].get(key, missing) for key in r[i.keys])
                r[i.dst] = None if missing in values else values
            elif name == "MappingRest":
                r[i.dst] = {key: value for key, value in r[i.src].items() if key not in r[i.keys]}
            elif name == "Import":
                r[i.dst] = __import__(names[i.name], info.globals, None, constants[i.from_list], i.level)
            elif name == "ImportFrom":
                try:
                    r[i.dst] = getattr(r[i.module], names[i.name])
                except AttributeError:
                    raise ImportError(f"cannot import name '{names[i.name]}'") from None
            elif name == "ImportStar":
                module = r[i.module]
                public = getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
                info.globals.update({name: getattr(module, name) for name in public})
            elif name == "SetupAnnotations":
                (info.globals if i.namespace == 0 else r[i.namespace]).setdefault("__annotations__", {})
            elif name in ("Return", "ReturnConst"):
                value = r[i.src] if name == "Return" else constants[i.constant]
                State.handled = outer
                suspends = code.flags & (GENERATOR | COROUTINE | ASYNC_GENERATOR)
                assert value is not NULL and not (isinstance(value, str) and value == "dead")
                return value if suspends else Returned(value)
            else:
                raise AssertionError(f"unknown instruction {name}")
        except BaseException as error:
            if isinstance(error, AssertionError) and str(error).startswith("unknown"):
                raise
            if not reraised:
                set_context(error)
            handler = next((h for h in code.handlers if h[0] <= pc < h[1]), None)
            if handler is None:
                State.handled = outer
                if isinstance(error, StopIteration) and not code.flags & (GENERATOR | COROUTINE | ASYNC_GENERATOR):
                    raise Stopped(error)
                raise
            r[handler[3]] = error
            next_pc = handler[2]
        pc = next_pc


class Stopped(BaseException):
    """A `StopIteration` of a plain function, on its way through the Python generator that runs it."""


# A Python generator turns StopIteration into RuntimeError (PEP 479); plain functions must not.
plain_make_function = make_function


def make_function(info):
    function = plain_make_function(info)
    if info.code.flags & (GENERATOR | COROUTINE | ASYNC_GENERATOR):
        return function

    def plain(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Stopped as stopped:
            raise stopped.args[0]

    plain.__name__, plain.__qualname__ = function.__name__, function.__qualname__
    plain.__module__, plain.__doc__ = function.__module__, function.__doc__
    return plain


def main():
    sys.setrecursionlimit(20_000)
    with open(sys.argv[1], encoding="utf-8") as file:
        exported = eval(file.read())
    globals = {"__name__": "__main__", "__builtins__": builtins}
    make_function(Info(Code(exported), globals, None, None, None))()


main()
