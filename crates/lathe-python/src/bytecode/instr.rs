//! The instruction set: what the compiler writes and the interpreter runs. This file is the contract between them.
//!
//! # The frame
//!
//! A frame is a run of value slots, also called registers. A slot is a reference; null is *unbound*.
//!
//! | slots | what |
//! |---|---|
//! | 0 | the function object that is running: it has globals, builtins, closure, defaults |
//! | 1… | parameters, in the order of CPython's `co_varnames`: positional-only, positional, keyword-only, `*args`, `**kwargs` |
//! | | the other local variables, in the order in which they first appear |
//! | | hidden registers and temporaries, reused in stack discipline |
//!
//! `Code::locals[i]` is the name of slot `i + 1`. Code of a class body and code for `exec` with a namespace of its own
//! ([`crate::bytecode::Flags::NAMESPACE`]) has one parameter, `.namespace`, in slot 1; all its names are looked up there.
//! Module code has no parameters and works on globals.
//!
//! A local variable that an inner function uses is *captured*: its slot holds a `Cell` object from [`Instr::MakeCell`] on, and it is
//! used with `LoadCell`, `StoreCell`, `DeleteCell` only. A function's free variables are the cells in its closure, by index
//! (`Code::free` has their names).
//!
//! # Rules
//!
//! *Check, then commit.* Every instruction either does all its checks before its first effect, or is a helper call that may raise, or
//! pushes a frame whose *return action* ends the instruction. An instruction that raises has written no register: liveness counts on
//! it. (Those that write several registers, as `Unpack`, write all or none.)
//!
//! The column *guest code* in the descriptions below says whether an instruction may run guest code. If it may, it does so by a
//! frame with a return action (`__add__` of a user's class), or, where it is not worth tracing, by a helper that calls back. The
//! result of the callee goes to `dst`, unless said otherwise; conversions and checks of that result are the return action's. An
//! instruction that needs several guest calls (`a + b`: `__add__`, then `__radd__`) goes from one return action to the next.
//!
//! *Operands* are all read before anything is written: `dst` may be one of them.
//!
//! *Calls.* A callee is in register `base`, its arguments follow. So the callee's frame is made of the caller's slots from
//! `base` on, function first. **Register `base + argc + 1` (for the method forms `base + argc + 2`) exists and is dead** at
//! every call, so that a receiver can be put in by moving the arguments up. Everything from `base` on is dead after the call,
//! except for what is said of [`Instr::LoadSpecial`].
//!
//! *Exceptions.* See [`crate::bytecode::Handler`]: the innermost range that has the pc gets the exception into its register. An
//! instruction in a caller's frame is "at" the pc of its call. `ForNext`, `Send` and `YieldFrom` are handlers of `StopIteration`
//! themselves, see there.
//!
//! *The handled exception* is what `sys.exc_info()` shows, what a bare `raise` raises, and what becomes the `__context__` of a
//! new exception. It is one word of state per thread, and per generator (null in a generator that has just been started; then
//! the one of whoever resumed it shows). `PushHandled` saves the frame's own in a register and sets it, `PopHandled` restores it.
//! The compiler pairs them on every path, also by exceptions; so the unwinder need not know.
//!
//! *Generators.* Calling code with one of the flags `GENERATOR`, `COROUTINE`, `ASYNC_GENERATOR` binds the arguments and gives the
//! object; the code runs from pc 0 when it is first resumed. What it has to keep when suspended is what is live there.
//!
//! *Inline caches.* An instruction with a `cache` owns that entry of a table of `Code::caches` entries, whose content is the
//! interpreter's business. [`NO_CACHE`] means that there are too many.

pub type Register = u16;
pub type Pc = u32;
/// Index into `Code::constants`.
pub type Const = u32;
/// Index into `Code::names`.
pub type NameIndex = u32;
/// Index into the table of inline caches.
pub type Cache = u16;

/// The cache index of instructions that have none.
pub const NO_CACHE: Cache = Cache::MAX;
/// The slot of the running function.
pub const FUNCTION: Register = 0;
/// The slot of the namespace in class bodies and other code with [`crate::bytecode::Flags::NAMESPACE`].
pub const NAMESPACE: Register = 1;
/// How many consecutive registers the state of a `for` loop has.
pub const FOR_REGISTERS: u16 = 6;

/// The operators of [`Instr::Binary`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    MatrixMultiply,
    Divide,
    FloorDivide,
    Remainder,
    Power,
    LeftShift,
    RightShift,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-x`
    Negative,
    /// `+x`
    Positive,
    /// `~x`
    Invert,
}

/// Rich comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
}

/// Methods that are looked up in the type, not the instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    Enter,
    Exit,
    AsyncEnter,
    AsyncExit,
}

/// Objects of `builtins` that the compiler needs whatever the program has made of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    AssertionError,
    NotImplementedError,
    /// `__build_class__(function, name, *bases, **keywords)`. It prepares the namespace, calls the function with it as only
    /// argument (the function gives the cell of `__class__`, or None), and calls the metaclass.
    BuildClass,
}

/// How a value is converted before it is formatted: `!s`, `!r`, `!a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    None,
    Str,
    Repr,
    Ascii,
}

/// What `GetAwaitable` gets its operand from: for the error message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AwaitSource {
    Expression,
    AsyncEnter,
    AsyncExit,
    AsyncNext,
}

/// The kinds of type parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeParamKind {
    TypeVar,
    /// `T: bound`; `extra` is a function that evaluates the bound.
    BoundTypeVar,
    /// `T: (a, b)`; `extra` is a function that evaluates the tuple.
    ConstrainedTypeVar,
    ParamSpec,
    TypeVarTuple,
}

/// The parts that [`Instr::MakeFunction`] finds in registers from `base` on, in this order, absent ones left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FunctionParts(pub u8);

impl FunctionParts {
    /// A tuple: the defaults of the last positional parameters.
    pub const DEFAULTS: FunctionParts = FunctionParts(1);
    /// A dict: the defaults of keyword-only parameters.
    pub const KEYWORD_DEFAULTS: FunctionParts = FunctionParts(2);
    /// A function: `__annotate__`.
    pub const ANNOTATE: FunctionParts = FunctionParts(4);
    /// A dict: `__annotations__` itself (only under `from __future__ import annotations`; never with `ANNOTATE`).
    pub const ANNOTATIONS: FunctionParts = FunctionParts(8);
    /// A tuple of cells, as long as `Code::free`.
    pub const CLOSURE: FunctionParts = FunctionParts(16);

    pub fn contains(self, part: FunctionParts) -> bool {
        self.0 & part.0 != 0
    }

    pub fn with(self, part: FunctionParts) -> FunctionParts {
        FunctionParts(self.0 | part.0)
    }

    /// How many registers they take.
    pub fn count(self) -> u16 {
        self.0.count_ones() as u16
    }
}

/// One instruction. Unless said otherwise it may not raise and runs no guest code; "may raise" includes `MemoryError`, which
/// is not mentioned where an instruction only allocates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instr {
    // --- Registers ------------------------------------------------------------------------------------------------------
    /// `dst = src`. Both may be cells.
    Move {
        dst: Register,
        src: Register,
    },
    /// `dst = Code::constants[constant]`.
    LoadConst {
        dst: Register,
        constant: Const,
    },
    /// `dst` = a small integer.
    LoadInt {
        dst: Register,
        value: i32,
    },
    /// Raises `UnboundLocalError` if the slot is null (for a variable of a comprehension too). Stands only where that can be.
    CheckBound {
        slot: Register,
    },
    /// The slot becomes null.
    Unbind {
        slot: Register,
    },
    /// `dst` = an object of `builtins`.
    LoadBuiltin {
        dst: Register,
        builtin: Builtin,
    },

    // --- Cells and names ------------------------------------------------------------------------------------------------
    /// The slot's content (a parameter, or null) goes into a new cell, which the slot holds from now on.
    MakeCell {
        slot: Register,
    },
    /// The slot gets a new empty cell whatever it held (variables of a comprehension, which may be run again).
    NewCell {
        slot: Register,
    },
    /// `dst` = the content of a cell in a register. Raises `UnboundLocalError` if it is empty (name: that of the slot).
    LoadCell {
        dst: Register,
        cell: Register,
    },
    StoreCell {
        cell: Register,
        src: Register,
    },
    /// Empties a cell; raises `UnboundLocalError` if it is empty already.
    DeleteCell {
        cell: Register,
    },
    /// Empties a cell, which may be empty.
    ClearCell {
        cell: Register,
    },
    /// `dst` = the content of cell `index` of the closure. Raises `NameError` if it is empty ("cannot access free variable
    /// 'x' where it is not associated with a value in enclosing scope").
    LoadFree {
        dst: Register,
        index: u16,
    },
    StoreFree {
        index: u16,
        src: Register,
    },
    /// Raises `NameError` if the cell is empty.
    DeleteFree {
        index: u16,
    },
    /// `dst` = the cell itself.
    LoadFreeCell {
        dst: Register,
        index: u16,
    },
    /// `dst` = the global, else the builtin of that name. Raises `NameError`. (Guest code: only if the builtins are no
    /// dict, which need not be supported.)
    LoadGlobal {
        dst: Register,
        cache: Cache,
        name: NameIndex,
    },
    StoreGlobal {
        src: Register,
        cache: Cache,
        name: NameIndex,
    },
    /// Raises `NameError`.
    DeleteGlobal {
        name: NameIndex,
    },
    /// `dst` = the name in the mapping in register `namespace`, else the global, else the builtin. The mapping of a class
    /// body is whatever `__prepare__` gave. Raises `NameError`; guest code if the mapping is no exact dict.
    LoadName {
        dst: Register,
        namespace: Register,
        name: NameIndex,
    },
    /// `namespace[name] = src`. May raise, guest code, as above.
    StoreName {
        namespace: Register,
        src: Register,
        name: NameIndex,
    },
    /// Raises `NameError`; guest code as above.
    DeleteName {
        namespace: Register,
        name: NameIndex,
    },
    /// `dst` = the name `Code::free[index]` in the mapping, else the content of that free variable. Raises and guest code
    /// as `LoadName`, `LoadFree`.
    LoadNameOrFree {
        dst: Register,
        namespace: Register,
        index: u16,
    },

    // --- Operators ------------------------------------------------------------------------------------------------------
    /// `dst = left op right`, or, in place, `left op= right`. Guest code, may raise.
    Binary {
        op: BinaryOp,
        in_place: bool,
        dst: Register,
        left: Register,
        right: Register,
    },
    /// `dst = left op immediate`: the right operand is an integer. Guest code, may raise.
    BinaryInt {
        op: BinaryOp,
        in_place: bool,
        dst: Register,
        left: Register,
        immediate: i32,
    },
    /// Guest code, may raise.
    Unary {
        op: UnaryOp,
        dst: Register,
        src: Register,
    },
    /// `dst = not src`, always a bool. Guest code (`__bool__`, `__len__`), may raise.
    Not {
        dst: Register,
        src: Register,
    },
    /// `dst = left op right`: any object. Guest code, may raise.
    Compare {
        op: CompareOp,
        dst: Register,
        left: Register,
        right: Register,
    },
    /// `dst = item in container`, or `not in`: a bool. Guest code, may raise.
    Contains {
        invert: bool,
        dst: Register,
        item: Register,
        container: Register,
    },
    /// `dst = left is right`, or `is not`.
    Is {
        invert: bool,
        dst: Register,
        left: Register,
        right: Register,
    },

    // --- Jumps ----------------------------------------------------------------------------------------------------------
    /// Forward, or to code that is in no loop of this jump.
    Jump {
        target: Pc,
    },
    /// A loop's back-edge: `target` is a `LoopHeader`. May run pending signal handlers, and so may raise; so may `LoopHeader`.
    JumpBack {
        target: Pc,
    },
    /// The head of loop number `index`: `Code::loops[index]` is its pc. Every way round the loop passes it.
    LoopHeader {
        index: u16,
    },
    /// Jumps if the truth of `src` is `sense`. Guest code, may raise.
    JumpIf {
        sense: bool,
        src: Register,
        target: Pc,
    },
    /// Jumps if the truth of `left op right` is `sense`. Guest code (the comparison, then the truth of its result), may raise.
    JumpCompare {
        op: CompareOp,
        sense: bool,
        left: Register,
        right: Register,
        target: Pc,
    },
    /// The same with an integer on the right.
    JumpCompareInt {
        op: CompareOp,
        sense: bool,
        left: Register,
        immediate: i16,
        target: Pc,
    },
    /// Jumps if (`left is right`) is `sense`.
    JumpIs {
        sense: bool,
        left: Register,
        right: Register,
        target: Pc,
    },
    /// Jumps if (`src is None`) is `sense`.
    JumpIfNone {
        sense: bool,
        src: Register,
        target: Pc,
    },
    /// Jumps if (`item in container`) is `sense`. Guest code, may raise.
    JumpContains {
        sense: bool,
        item: Register,
        container: Register,
        target: Pc,
    },

    /// The second half of a branch on what guest code gives: of `JumpIf`, `JumpCompare`, `JumpCompareInt`, `JumpContains` and
    /// `JumpNoMatch`, each of which is followed by one. It is skipped unless that was left to a call, whose result is in
    /// the frame's scratch slot; it jumps if the truth of this is `sense`.
    JumpOn {
        sense: bool,
        target: Pc,
    },

    // --- Loops ----------------------------------------------------------------------------------------------------------
    /// `dst` = what a generator expression that is made here is to iterate over: `iter(src)`; or `src` itself if it is an exact range,
    /// list or tuple (`ForPrepare` takes it, and nobody sees the difference). Guest code (`__iter__`), may raise.
    GetIter {
        dst: Register,
        src: Register,
    },
    /// Prepares `FOR_REGISTERS` registers from `base` on for iterating over `src`. The interpreter keeps in them what it
    /// likes: for an exact range, list, tuple, enumerate, zip or reversed the state, for others their iterator. `fresh`: `src` is
    /// the direct result of a call, so that an iterator object there has no other owner (its *parts* may, and the call may
    /// give an object that somebody else has if it was no builtin's: that is the interpreter's to know). Guest code
    /// (`__iter__`; its result must be an iterator), may raise. `src` may be `base`.
    ForPrepare {
        fresh: bool,
        base: Register,
        src: Register,
    },
    /// `dst` = the next item; if there is none, jumps to `exit`. Guest code (`__next__`), may raise. A `StopIteration` from the
    /// called frame is caught here and goes to `exit`.
    ForNext {
        base: Register,
        dst: Register,
        exit: Pc,
    },
    /// The second half of `ForNext`, as `JumpOn` is for branches: `dst` = what is in the scratch slot; jumps to `exit` if that is
    /// null.
    ForValue {
        dst: Register,
        exit: Pc,
    },

    // --- Attributes and items -------------------------------------------------------------------------------------------
    /// `dst = object.name`. Guest code, may raise; so all of these.
    GetAttr {
        dst: Register,
        object: Register,
        cache: Cache,
        name: NameIndex,
    },
    SetAttr {
        object: Register,
        src: Register,
        cache: Cache,
        name: NameIndex,
    },
    DeleteAttr {
        object: Register,
        name: NameIndex,
    },
    GetItem {
        dst: Register,
        object: Register,
        index: Register,
    },
    /// `dst = object[immediate]`.
    GetItemInt {
        dst: Register,
        object: Register,
        immediate: i32,
    },
    SetItem {
        object: Register,
        index: Register,
        src: Register,
    },
    DeleteItem {
        object: Register,
        index: Register,
    },
    /// `dst = object[r : s]`, where `r` is in `base`, `s` in `base + 1`. Objects that do not do it quickly get a slice object.
    GetSlice {
        dst: Register,
        object: Register,
        base: Register,
    },
    SetSlice {
        object: Register,
        base: Register,
        src: Register,
    },
    /// `dst = slice(base, base + 1, base + 2)`. Neither raises nor runs guest code.
    MakeSlice {
        dst: Register,
        base: Register,
    },

    // --- Calls ----------------------------------------------------------------------------------------------------------
    /// `dst = base(base + 1, …, base + argc)`. Guest code, may raise; so all calls.
    Call {
        dst: Register,
        base: Register,
        argc: u16,
        cache: Cache,
    },
    /// The last arguments have names: `constant` is a tuple of them. `argc` counts all.
    CallKeywords {
        dst: Register,
        base: Register,
        argc: u16,
        names: Const,
    },
    /// `dst = base(*(base + 1), **(base + 2))`: `base + 1` is an exact tuple or list (nobody else has the list), `base + 2` an exact dict
    /// with string keys that nobody else has, or null.
    CallUnpack {
        dst: Register,
        base: Register,
    },
    /// Looks up a method to be called. Either `base` = a function and `base + 1` = the object, or `base` = null and `base + 1`
    /// = what is to be called (a bound method, a static method, an attribute). Guest code, may raise.
    LoadMethod {
        base: Register,
        object: Register,
        cache: Cache,
        name: NameIndex,
    },
    /// `dst = base(base + 1, …)` after `LoadMethod` and its like: the arguments are `base + 2` to `base + 1 + argc`.
    CallMethod {
        dst: Register,
        base: Register,
        argc: u16,
        cache: Cache,
    },
    CallMethodKeywords {
        dst: Register,
        base: Register,
        argc: u16,
        names: Const,
    },
    /// `super().name`: `base` = what the name `super` means here, `base + 1` the class, `base + 2` the object. If `base` is
    /// the builtin `super`, `dst` is what `super(class, object).name` is, without making that object; else it is called with
    /// (if `explicit`) the two, or no arguments, and the attribute is loaded from its result. Guest code, may raise.
    GetSuperAttr {
        explicit: bool,
        dst: Register,
        base: Register,
        name: NameIndex,
    },
    /// The same, giving the result as `LoadMethod` does, in `base` and `base + 1`.
    LoadSuperMethod {
        explicit: bool,
        base: Register,
        name: NameIndex,
    },
    /// `dst = super()`: the operands as above, `super` is called with the two if it is the builtin, else without arguments.
    CallSuper {
        dst: Register,
        base: Register,
    },
    /// Finds a special method in the object's type, as `LoadMethod`. Raises `TypeError` ("'int' object does not support the
    /// context manager protocol", with the missing method). The exit method stays in its two registers while other calls are
    /// made above.
    LoadSpecial {
        special: Special,
        base: Register,
        object: Register,
    },

    // --- Objects --------------------------------------------------------------------------------------------------------
    /// `dst = (base, …, base + count - 1)`.
    MakeTuple {
        dst: Register,
        base: Register,
        count: u16,
    },
    MakeList {
        dst: Register,
        base: Register,
        count: u16,
    },
    /// Hashes and compares: guest code, may raise.
    MakeSet {
        dst: Register,
        base: Register,
        count: u16,
    },
    /// `count` pairs: key, value, key, value, … Guest code, may raise.
    MakeDict {
        dst: Register,
        base: Register,
        count: u16,
    },
    /// `dst` = a new list with the items of a constant tuple.
    ListFromConst {
        dst: Register,
        constant: Const,
    },
    /// `dst` = a new set with the items of a constant frozenset.
    SetFromConst {
        dst: Register,
        constant: Const,
    },
    /// The list is exact, and nobody else has seen it.
    ListAppend {
        list: Register,
        item: Register,
    },
    /// Appends the items of any iterable. Guest code, may raise. ("Value after * must be an iterable, not int")
    ListExtend {
        list: Register,
        src: Register,
    },
    /// `dst` = a tuple of the items of a list that is not used any more.
    ListToTuple {
        dst: Register,
        list: Register,
    },
    /// Guest code (hashing), may raise.
    SetAdd {
        set: Register,
        item: Register,
    },
    /// Guest code, may raise.
    SetUpdate {
        set: Register,
        src: Register,
    },
    /// `dict[key] = value`, exact dict. Guest code (hashing), may raise.
    DictSet {
        dict: Register,
        key: Register,
        value: Register,
    },
    /// `{**src}`. Guest code, may raise ("'int' object is not a mapping").
    DictUpdate {
        dict: Register,
        src: Register,
    },
    /// `f(**src)`: raises `TypeError` for keys that are there already or are no strings; the message names the callee. Guest code.
    DictMerge {
        dict: Register,
        src: Register,
        callee: Register,
    },
    /// `dst` = the argument tuple of `f(*src)`: `src` itself if it is an exact tuple. Guest code, may raise ("f() argument after *
    /// must be an iterable, not int").
    ArgumentTuple {
        dst: Register,
        src: Register,
        callee: Register,
    },
    /// `base, …, base + count - 1 = src`. Any iterable; `ValueError` if the number is wrong. Guest code, may raise.
    Unpack {
        src: Register,
        base: Register,
        count: u16,
    },
    /// `before` registers from `base` on get the first items, the next one a list, the next `after` ones the last items.
    /// Guest code, may raise.
    UnpackStar {
        src: Register,
        base: Register,
        before: u16,
        after: u16,
    },
    /// `dst` = a new function. See [`FunctionParts`].
    MakeFunction {
        parts: FunctionParts,
        dst: Register,
        base: Register,
        code: Const,
    },

    // --- Strings --------------------------------------------------------------------------------------------------------
    /// `str(src)`, `repr(src)`, `ascii(src)`. Guest code, may raise. Never with `Conversion::None`.
    Convert {
        conversion: Conversion,
        dst: Register,
        src: Register,
    },
    /// `dst = format(src)`. Guest code, may raise; the result must be a string.
    Format {
        dst: Register,
        src: Register,
    },
    /// `dst = format(src, spec)`. Guest code, may raise.
    FormatSpec {
        dst: Register,
        src: Register,
        spec: Register,
    },
    /// Joins strings (all operands are). Raises only `MemoryError`.
    JoinStrings {
        dst: Register,
        base: Register,
        count: u16,
    },
    /// `string.templatelib.Interpolation(base, base + 1, conversion, base + 2)`: value, expression text, format spec.
    MakeInterpolation {
        conversion: Conversion,
        dst: Register,
        base: Register,
    },
    /// `string.templatelib.Template`: `base` is a tuple of strings, `base + 1` a tuple of one interpolation less.
    MakeTemplate {
        dst: Register,
        base: Register,
    },

    // --- Exceptions -----------------------------------------------------------------------------------------------------
    /// `raise src`: an exception or a class, which is called. Guest code. Always raises.
    Raise {
        src: Register,
    },
    /// `raise src from cause`. Guest code. Always raises.
    RaiseFrom {
        src: Register,
        cause: Register,
    },
    /// `raise`: raises the handled exception again, or `RuntimeError`. Always raises.
    RaiseHandled,
    /// Goes on unwinding with an exception that a handler has got: neither its context nor the innermost traceback entry
    /// changes. Always raises.
    Reraise {
        exception: Register,
    },
    /// `save` = this frame's handled exception (may be null); `exception` becomes the handled exception.
    PushHandled {
        save: Register,
        exception: Register,
    },
    /// The handled exception is again what `save` has.
    PopHandled {
        save: Register,
    },
    /// `except class:` Jumps if the exception does not match. `class` is a class or a tuple; raises `TypeError` for others. (No
    /// guest code: `__subclasscheck__` is not asked, as in CPython.)
    JumpNoMatch {
        exception: Register,
        class: Register,
        target: Pc,
    },
    /// `except* class:` splits the exception group in register `group` (None: nothing is left; a plain exception is
    /// wrapped). `base` = the matching part or None, `base + 1` = the rest or None. Guest code, may raise.
    MatchGroup {
        base: Register,
        group: Register,
        class: Register,
    },
    /// The end of `except*`: `original` is what came, `list` a list of what the handlers have raised and of the rest that nobody handled (or
    /// None). `dst` = what is to be raised, or None.
    JoinRaised {
        dst: Register,
        original: Register,
        list: Register,
    },
    /// `base, base + 1, base + 2` = type, value, traceback of an exception: arguments of an exit method.
    ExceptionArgs {
        base: Register,
        exception: Register,
    },

    // --- Generators and coroutines --------------------------------------------------------------------------------------
    /// Suspends the generator with `src` as value. When resumed, `dst` is what was sent; a thrown exception is raised here. In an
    /// asynchronous generator the value is one of `async for`.
    Yield {
        dst: Register,
        src: Register,
    },
    /// `dst = iter(src)` for `yield from`: generators are their own; a coroutine is allowed only in a coroutine. Guest code, may
    /// raise.
    GetYieldFromIter {
        dst: Register,
        src: Register,
    },
    /// `dst` = what `await` iterates over. Guest code (`__await__`), may raise.
    GetAwaitable {
        source: AwaitSource,
        dst: Register,
        src: Register,
    },
    /// Sends `value` to the iterator (`__next__` if it is None). `value` = what it yields. If it ends, `value` = what it has returned (the
    /// value of the `StopIteration`, which is caught here), and the jump to `exit` is taken. Guest code, may raise.
    Send {
        value: Register,
        iter: Register,
        exit: Pc,
    },
    /// Suspends with `value`, which comes from `iter`. When resumed, `value` is what was sent, and the next instruction leads back
    /// to `Send`. An exception that is thrown goes to `iter` first (`throw`, or `close` for `GeneratorExit`); if `iter` yields, this stays suspended
    /// with that value; if it ends, `value` is its result and execution goes on at `exit`.
    YieldFrom {
        value: Register,
        iter: Register,
        exit: Pc,
    },
    /// `dst = src.__aiter__()`, which must have `__anext__`. Guest code, may raise.
    GetAsyncIter {
        dst: Register,
        src: Register,
    },
    /// `dst` = what awaiting `iter.__anext__()` iterates over. Guest code, may raise.
    GetAsyncNext {
        dst: Register,
        iter: Register,
    },
    /// The handler at the end of `async for`: goes on if the exception is a `StopAsyncIteration`, else raises it again.
    EndAsyncFor {
        exception: Register,
    },

    // --- match ----------------------------------------------------------------------------------------------------------
    /// Jumps if the type of `src` is no sequence for patterns.
    JumpNotSequence {
        src: Register,
        target: Pc,
    },
    /// Jumps if the type of `src` is no mapping for patterns.
    JumpNotMapping {
        src: Register,
        target: Pc,
    },
    /// `dst = len(src)`. Guest code, may raise.
    Length {
        dst: Register,
        src: Register,
    },
    /// `base` = subject, `base + 1` = class, `names` = tuple of attribute names. `dst` = None, or a tuple of `positional` attributes
    /// given by `__match_args__` and of the named ones. Guest code, may raise.
    MatchClass {
        dst: Register,
        base: Register,
        positional: u16,
        names: Const,
    },
    /// `keys` is a tuple. `dst` = None, or a tuple of the values. Guest code, may raise.
    MatchKeys {
        dst: Register,
        src: Register,
        keys: Register,
    },
    /// `dst` = a dict with everything in `src` but the keys. Guest code, may raise.
    MappingRest {
        dst: Register,
        src: Register,
        keys: Register,
    },

    // --- Modules, annotations, types ------------------------------------------------------------------------------------
    /// `dst = __import__(name, globals, locals, from_list, level)`. `from_list` is None or a constant tuple. Guest code, may raise.
    Import {
        level: u8,
        dst: Register,
        name: NameIndex,
        from_list: Const,
    },
    /// `from module import name`. Guest code, may raise `ImportError`.
    ImportFrom {
        dst: Register,
        module: Register,
        name: NameIndex,
    },
    /// `from module import *` into the globals. Guest code, may raise.
    ImportStar {
        module: Register,
    },
    /// The same into a namespace.
    ImportStarInto {
        module: Register,
        namespace: Register,
    },
    /// Puts an empty dict `__annotations__` into the namespace, or with [`FUNCTION`] into the globals, unless there is one (only
    /// under `from __future__ import annotations`). Guest code as `StoreName`.
    SetupAnnotations {
        namespace: Register,
    },
    /// Sets `__type_params__`, a tuple, of a function that is just being made.
    SetTypeParams {
        function: Register,
        params: Register,
    },
    /// `dst` = a new type parameter. `extra` is read for some kinds only.
    MakeTypeParam {
        kind: TypeParamKind,
        dst: Register,
        name: Const,
        extra: Register,
    },
    /// `default` is a function that evaluates the default.
    SetTypeParamDefault {
        param: Register,
        default: Register,
    },
    /// `dst` = a `TypeAliasType`: `base` its name, `base + 1` a tuple of type parameters or None, `base + 2` a function that evaluates it.
    MakeTypeAlias {
        dst: Register,
        base: Register,
    },
    /// `dst = typing.Generic[*params]`. May import; guest code, may raise.
    MakeGeneric {
        dst: Register,
        params: Register,
    },
    /// `sys.displayhook(src)`, for the interactive interpreter. Guest code, may raise.
    Display {
        src: Register,
    },

    // --- The end --------------------------------------------------------------------------------------------------------
    Return {
        src: Register,
    },
    ReturnConst {
        constant: Const,
    },
}

const _: () = assert!(size_of::<Instr>() <= 12);
