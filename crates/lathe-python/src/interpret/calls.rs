//! Calls that push a frame, and what happens when it is done.

use super::binding::Given;
use super::{Flow, MAX_ARGUMENTS, Python, Returned, action};
use crate::bytecode::Instr;
use crate::object::classes;
use crate::object::py::Py;
use crate::protocol::call::{frame_slots, is_simple, scratch};
use crate::runtime::LoadedCode;
use crate::runtime::special::Special;
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
                let number = self.code_of(ops, callee);
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
                    let args: Vec<O::Ref> = (1..=argc).map(|n| ops.local(base + n)).collect();
                    if let Some(flow) = self.push_call(ops, pc, action::RESULT, callee, &args) {
                        return flow;
                    }
                }
            }
            Some(classes::BOUND_METHOD) => {
                let function = ops.get_ref(callee, classes::METHOD_FUNCTION);
                if ops.class_of(function) == Some(classes::FUNCTION) {
                    let object = ops.get_ref(callee, classes::METHOD_SELF);
                    let mut args = vec![object];
                    args.extend((1..=argc).map(|n| ops.local(base + n)));
                    if let Some(flow) = self.push_call(ops, pc, action::RESULT, function, &args) {
                        return flow;
                    }
                }
            }
            Some(classes::TYPE) => {
                let number = ops.get_int(callee, classes::TYPE_NUMBER);
                let id = TypeId(ops.promote_int(number) as u32);
                if let Some(value) = self.make_builtin(ops, id, base, argc) {
                    ops.set_local(dst.into(), value);
                    return Flow::Next;
                }
                if let Some(flow) = self.call_class(ops, pc, id, callee, base, argc, &[]) {
                    return flow;
                }
            }
            Some(classes::BUILTIN) => {
                let number = ops.get_int(callee, classes::BUILTIN_NUMBER);
                let number = ops.promote_int(number) as u32;
                if let Some(intrinsic) = self.rt.natives.get(number).intrinsic {
                    let object = ops.get_ref(callee, classes::BUILTIN_SELF);
                    if ops.is_null(object)
                        && let Some(value) = self.intrinsic(ops, intrinsic, base, argc)
                    {
                        ops.set_local(dst.into(), value);
                        return Flow::Next;
                    }
                }
            }
            Some(classes::INSTANCE) => {
                let args: Vec<O::Ref> = (0..=argc).map(|n| ops.local(base + n)).collect();
                if let Some(flow) = self.push_special(ops, pc, Special::Call, &args) {
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

    /// A call where the last arguments have names.
    #[inline(never)]
    pub(super) fn call_keywords<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        (base, argc): (u32, u32),
        names: u32,
    ) -> Flow<O::Ref> {
        let py = self.py();
        let names = py.items::<Word>(py.root(loaded.constants[names as usize]));
        let callee = ops.local(base);
        let flow = match ops.class_of(callee) {
            Some(classes::FUNCTION) => {
                let args: Vec<O::Ref> = (1..=argc).map(|n| ops.local(base + n)).collect();
                self.bind(ops, callee, &Given { args: &args, names })
                    .and_then(|bound| self.push_bound(ops, pc, action::RESULT, &bound))
            }
            Some(classes::TYPE) => {
                let number = ops.get_int(callee, classes::TYPE_NUMBER);
                let id = TypeId(ops.promote_int(number) as u32);
                self.call_class(ops, pc, id, callee, base, argc, names)
            }
            _ => None,
        };
        flow.unwrap_or_else(|| self.residual(ops, loaded, pc, loaded.code.instructions[pc as usize]))
    }

    /// `Class(...)` for a plain class: a new object, and a frame for `__init__`.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    fn call_class<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        id: TypeId,
        class: O::Ref,
        base: u32,
        argc: u32,
        names: &[Word],
    ) -> Option<Flow<O::Ref>> {
        let ty = self.rt.ty(id);
        if ty.metatype.get() != types::TYPE
            || ty.instance_class != classes::INSTANCE
            || !ty.flags.get().contains(TypeFlags::HEAP)
            || ty.flags.get().contains(TypeFlags::FINALIZER)
            || ty.flags.get().contains(TypeFlags::ABSTRACT)
        {
            return None;
        }
        ops.assume(ty.fact);
        let init = self.plain_init(id)?;
        let init = ops.known(ty.fact, init);
        // The object takes the place of the class.
        let mut args = vec![class];
        args.extend((1..=argc).map(|n| ops.local(base + n)));
        let mut bound = self.bind(ops, init, &Given { args: &args, names })?;
        let object = ops.new(classes::INSTANCE);
        let map = ops.int(ty.map.get().0.into());
        ops.set_int(object, classes::INSTANCE_MAP, map);
        bound.slots[1] = object;
        // The callee's register is dead after the call: there it waits.
        ops.set_local(base, object);
        let how = match self.rt.codes.get(ops.code().0).code.instructions[pc as usize] {
            Instr::CallMethod { base: first, .. } | Instr::CallMethodKeywords { base: first, .. }
                if base > first.into() =>
            {
                action::INIT_BESIDE
            }
            _ => action::INIT,
        };
        let flow = self.push_bound(ops, pc, how, &bound);
        if flow.is_none() {
            // The stack is full: whoever does it the slow way finds the class where it was.
            ops.set_local(base, class);
        }
        flow
    }

    /// The `__init__` of a class whose `__new__` is that of `object`.
    fn plain_init(&self, id: TypeId) -> Option<Word> {
        let mut py = self.py();
        if py.special(id, Special::New) != py.special(types::OBJECT, Special::New) {
            return None;
        }
        py.special(id, Special::Init).filter(|&init| py.is(init, classes::FUNCTION))
    }

    /// The top frame returns a value. Where its caller goes on.
    #[inline(always)]
    pub(super) fn finish_frame<O: Ops>(&self, ops: &mut O, value: O::Ref) -> Result<Returned<O::Ref>, Stop> {
        let is_beside = ops.action() == Action(action::INIT_BESIDE);
        let is_init = is_beside || ops.action() == Action(action::INIT);
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
                Instr::Call { dst, base, .. }
                | Instr::CallKeywords { dst, base, .. }
                | Instr::CallMethod { dst, base, .. }
                | Instr::CallMethodKeywords { dst, base, .. } => {
                    (dst, u32::from(base) + u32::from(is_beside))
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
            | Instr::CallKeywords { dst, .. }
            | Instr::CallMethodKeywords { dst, .. }
            | Instr::GetAttr { dst, .. }
            | Instr::GetItem { dst, .. }
            | Instr::GetItemInt { dst, .. }
            | Instr::Unary { dst, .. }
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
