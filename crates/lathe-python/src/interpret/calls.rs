//! Calls that push a frame, and what happens when it is done.

use super::{Flow, MAX_ARGUMENTS, Python, Returned, action};
use crate::bytecode::{BinaryOp, Instr};
use crate::object::classes;
use crate::object::py::Py;
use crate::protocol::call::{frame_slots, is_simple, scratch};
use crate::protocol::operators;
use crate::runtime::LoadedCode;
use crate::runtime::maps::MapId;
use crate::runtime::types::{self, TypeFlags, TypeId};
use lathe_heap::Word;
use lathe_ir::CodeId;
use lathe_meta::{Action, Arg, Call, Ops, Stop};

impl Python {
    /// For Rust code of the interpreter itself, which runs while nobody holds a reference to the core.
    pub(super) fn py(&self) -> Py {
        // SAFETY: the context is that of the VM that runs this interpreter, set before it runs.
        unsafe { Py::new(self.rt.context.get()) }
    }

    /// Calls what is in register `base` with the `argc` arguments behind it.
    #[inline(always)]
    pub(super) fn call<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        dst: u16,
        base: u32,
        argc: u32,
    ) -> Flow<O::Ref> {
        let callee = ops.local(base);
        match ops.class_of(callee) {
            Some(classes::FUNCTION) => {
                ops.assume(self.rt.code_fact);
                let number = ops.get_int(callee, classes::FUNCTION_CODE);
                let number = ops.promote_int(number) as u32;
                let target = self.rt.codes.get(number);
                let code = &target.code;
                if is_simple(code) {
                    if u32::from(code.positional) == argc {
                        let pushed = ops.push_frame(Call {
                            callee: CodeId(number),
                            slots: frame_slots(target),
                            first: base,
                            count: argc + 1,
                            pc,
                            action: Action(action::RESULT),
                        });
                        return match pushed {
                            Ok(None) => Flow::Enter,
                            Ok(Some(stop)) => Flow::Stop(stop),
                            Err(_) => self.slow(ops, loaded, pc),
                        };
                    }
                    let args: Vec<O::Ref> = (0..=argc).map(|n| ops.local(base + n)).collect();
                    if let Some(flow) = self.push_call(ops, pc, action::RESULT, &args) {
                        return flow;
                    }
                }
            }
            Some(classes::BOUND_METHOD) => {
                let function = ops.get_ref(callee, classes::METHOD_FUNCTION);
                if ops.class_of(function) == Some(classes::FUNCTION) {
                    let object = ops.get_ref(callee, classes::METHOD_SELF);
                    let mut args = vec![function, object];
                    args.extend((1..=argc).map(|n| ops.local(base + n)));
                    if let Some(flow) = self.push_call(ops, pc, action::RESULT, &args) {
                        return flow;
                    }
                }
            }
            Some(classes::TYPE) => {
                if let Some(flow) = self.call_class(ops, pc, callee, base, argc) {
                    return flow;
                }
            }
            _ => {}
        }
        if argc <= MAX_ARGUMENTS.into() {
            let mut args = [Arg::Ref(callee); 5];
            for n in 1..=argc {
                args[n as usize] = Arg::Ref(ops.local(base + n));
            }
            let helper = self.helpers.calls[argc as usize];
            return self.call_helper(ops, pc, helper, &args[..=argc as usize], dst.into());
        }
        self.residual(ops, loaded, pc, loaded.code.instructions[pc as usize])
    }

    /// Pushes a frame for a Python function (the first of `args`), with its defaults; none if that is not so simple.
    pub(super) fn push_call<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        action: u32,
        args: &[O::Ref],
    ) -> Option<Flow<O::Ref>> {
        let function = args[0];
        ops.assume(self.rt.code_fact);
        let number = ops.get_int(function, classes::FUNCTION_CODE);
        let number = ops.promote_int(number) as u32;
        let target = self.rt.codes.get(number);
        let code = &target.code;
        let (given, wanted) = (args.len() - 1, code.positional as usize);
        if !is_simple(code) || given > wanted {
            return None;
        }
        let mut all = args.to_vec();
        if given < wanted {
            let defaults = ops.get_ref(function, classes::FUNCTION_DEFAULTS);
            if ops.class_of(defaults) != Some(classes::TUPLE) {
                return None;
            }
            let length = ops.array_len(classes::TUPLE_ITEMS, defaults);
            let length = ops.promote_int(length) as usize;
            let first = wanted.checked_sub(length).filter(|&first| first <= given)?;
            for n in given..wanted {
                let index = ops.int((n - first) as i64);
                all.push(ops.item_ref(classes::TUPLE_ITEMS, defaults, index));
            }
        }
        let call = Call {
            callee: CodeId(number),
            slots: frame_slots(target),
            first: 0,
            count: 0,
            pc,
            action: Action(action),
        };
        Some(match ops.push_frame_with(call, &all).ok()? {
            None => Flow::Enter,
            Some(stop) => Flow::Stop(stop),
        })
    }

    /// `Class(...)` for a plain class: a new object, and a frame for `__init__`.
    #[inline(never)]
    fn call_class<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        class: O::Ref,
        base: u32,
        argc: u32,
    ) -> Option<Flow<O::Ref>> {
        let number = ops.get_int(class, classes::TYPE_NUMBER);
        let id = TypeId(ops.promote_int(number) as u32);
        let ty = self.rt.ty(id);
        if ty.metatype.get() != types::TYPE
            || ty.instance_class != classes::INSTANCE
            || !ty.flags.get().contains(TypeFlags::HEAP)
            || ty.flags.get().contains(TypeFlags::FINALIZER)
        {
            return None;
        }
        ops.assume(ty.fact);
        let init = self.plain_init(id)?;
        let init = ops.known(ty.fact, init);
        ops.assume(self.rt.code_fact);
        let code = ops.get_int(init, classes::FUNCTION_CODE);
        let code = ops.promote_int(code) as u32;
        let wanted = &self.rt.codes.get(code).code;
        if !is_simple(wanted) || u32::from(wanted.positional) != argc + 1 {
            return None;
        }
        let object = ops.new(classes::INSTANCE);
        let map = ops.int(ty.map.get().0.into());
        ops.set_int(object, classes::INSTANCE_MAP, map);
        let mut args = vec![init, object];
        args.extend((1..=argc).map(|n| ops.local(base + n)));
        // The callee's register is dead after the call: there it waits.
        ops.set_local(base, object);
        let flow = self.push_call(ops, pc, action::INIT, &args);
        if flow.is_none() {
            // The stack is full: whoever does it the slow way finds the class where it was.
            ops.set_local(base, class);
        }
        flow
    }

    /// The `__init__` of a class whose `__new__` is that of `object`.
    fn plain_init(&self, id: TypeId) -> Option<Word> {
        let mut py = self.py();
        let (new, init) = (py.intern("__new__"), py.intern("__init__"));
        let (found, plain) = (py.lookup(id, new), py.lookup(types::OBJECT, new));
        if found != plain {
            return None;
        }
        py.lookup(id, init).filter(|&init| py.is(init, classes::FUNCTION))
    }

    /// The top frame returns a value. Where its caller goes on.
    #[inline(always)]
    pub(super) fn finish_frame<O: Ops>(&self, ops: &mut O, value: O::Ref) -> Result<Returned<O::Ref>, Stop> {
        let is_init = ops.action() == Action(action::INIT);
        let mut refused = false;
        if ops.action() == Action(action::OPERATOR) {
            let not_implemented = ops.constant(self.rt.singletons.not_implemented);
            refused = ops.same(value, not_implemented);
        }
        if is_init {
            let none = ops.constant(self.rt.singletons.none);
            refused = !ops.same(value, none);
        }
        let Some(caller) = ops.pop_frame() else {
            ops.finish(value);
            return Err(Stop::Finished);
        };
        if refused {
            return Ok(Returned::Refused(caller.pc, value));
        }
        let loaded = self.rt.codes.get(caller.code.0);
        let instr = loaded.code.instructions[caller.pc as usize];
        if is_init {
            let (dst, base) = match instr {
                Instr::Call { dst, base, .. } => (dst, u32::from(base)),
                Instr::CallMethod { dst, base, .. } => {
                    let base = u32::from(base);
                    let callee = ops.local(base);
                    (dst, if ops.is_null(callee) { base + 1 } else { base })
                }
                other => unreachable!("{other:?} makes no object"),
            };
            let object = ops.local(base);
            ops.set_local(dst.into(), object);
            return Ok(Returned::To(caller.pc + 1));
        }

        let dst = match instr {
            Instr::Call { dst, .. }
            | Instr::CallMethod { dst, .. }
            | Instr::GetAttr { dst, .. }
            | Instr::Binary { dst, .. }
            | Instr::BinaryInt { dst, .. } => u32::from(dst),
            _ => scratch(loaded),
        };
        ops.set_local(dst, value);
        Ok(Returned::To(caller.pc + 1))
    }

    /// The exception for a frame that has returned what it may not.
    #[inline(never)]
    pub(super) fn refused<O: Ops>(&self, ops: &mut O, pc: u32, value: O::Ref) -> O::Ref {
        ops.do_not_trace();
        let (at, loaded) = (ops.int(pc.into()), self.rt.codes.get(ops.code().0));
        match ops.try_call(pc, self.helpers.refused, &[Arg::Int(at), Arg::Ref(value)], scratch(loaded)) {
            Ok(()) => unreachable!("it always raises"),
            Err(exception) => exception,
        }
    }

    /// Pushes a frame for the method of an operator that the left operand's class defines in Python; none if something else would
    /// have to be tried.
    #[inline(never)]
    pub(super) fn push_operator<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        (op, in_place): (BinaryOp, bool),
        a: O::Ref,
        b: O::Ref,
    ) -> Option<Flow<O::Ref>> {
        if in_place || ops.class_of(a) != Some(classes::INSTANCE) {
            return None;
        }
        let map = ops.get_int(a, classes::INSTANCE_MAP);
        let left = self.rt.maps.get(MapId(ops.promote_int(map) as u32)).ty;
        let right = match ops.class_of(b)? {
            classes::INSTANCE => {
                let map = ops.get_int(b, classes::INSTANCE_MAP);
                self.rt.maps.get(MapId(ops.promote_int(map) as u32)).ty
            }
            classes::INT => types::INT,
            classes::FLOAT => types::FLOAT,
            _ => return None,
        };
        let (left, right) = (self.rt.ty(left), self.rt.ty(right));
        ops.assume(left.fact);
        ops.assume(right.fact);
        let mut py = self.py();
        let methods = operators::methods(op);
        let (plain, reflected) = (py.intern(methods.plain), py.intern(methods.reflected));
        let method = py.lookup(left.id, plain).filter(|&method| py.is(method, classes::FUNCTION))?;
        // Numbers have reflected methods, but refuse objects that are none.
        let is_number = right.id == types::INT || right.id == types::FLOAT;
        if left.id != right.id && !is_number && py.lookup(right.id, reflected).is_some() {
            return None;
        }
        let method = ops.known(left.fact, method);
        self.push_call(ops, pc, action::OPERATOR, &[method, a, b])
    }

    /// `yield`: the frame is put aside, and its value goes to whoever resumed it.
    pub(super) fn suspend<O: Ops>(&self, ops: &mut O, loaded: &LoadedCode, pc: u32) -> Flow<O::Ref> {
        ops.do_not_trace();
        let at = ops.int(pc.into());
        match ops.try_call(pc, self.helpers.slow, &[Arg::Int(at)], scratch(loaded)) {
            Ok(()) => {
                let src = match loaded.code.instructions[pc as usize] {
                    Instr::Yield { src, .. } => src,
                    Instr::YieldFrom { value, .. } => value,
                    other => unreachable!("{other:?} does not suspend"),
                };
                Flow::Return(ops.local(src.into()))
            }
            Err(exception) => Flow::Raise(exception),
        }
    }
}
