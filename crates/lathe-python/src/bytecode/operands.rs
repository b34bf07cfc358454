//! What each instruction reads and writes, and where execution goes after it. The verifier, liveness and the compiler's clean-up
//! know instructions only through this.

use super::instr::{FOR_REGISTERS, Instr, Pc, Register, TypeParamKind};

/// Some single registers and a run of consecutive ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Operands {
    single: [Register; 3],
    count: u8,
    first: Register,
    run: u16,
}

impl Operands {
    fn of(registers: &[Register]) -> Operands {
        let mut operands = Operands { count: registers.len() as u8, ..Operands::default() };
        operands.single[..registers.len()].copy_from_slice(registers);
        operands
    }

    fn and_run(self, first: Register, run: u16) -> Operands {
        Operands { first, run, ..self }
    }

    fn run(first: Register, run: u16) -> Operands {
        Operands::default().and_run(first, run)
    }

    pub fn iter(self) -> impl Iterator<Item = Register> {
        let run = (0..self.run).map(move |index| self.first + index);
        (0..usize::from(self.count)).map(move |index| self.single[index]).chain(run)
    }

    /// The highest register, as a number that cannot overflow.
    pub fn highest(self) -> Option<u32> {
        let single = self.single[..usize::from(self.count)].iter().map(|&register| u32::from(register)).max();
        let run = (self.run > 0).then(|| u32::from(self.first) + u32::from(self.run) - 1);
        single.max(run)
    }
}

/// Where execution goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Next,
    /// To the target only.
    Jump(Pc),
    /// To the next instruction or to the target.
    Branch(Pc),
    /// Nowhere in this frame, exceptions aside.
    End,
}

use Instr::*;

impl Instr {
    /// The registers it reads.
    pub fn reads(self) -> Operands {
        let of = Operands::of;
        match self {
            LoadConst { .. }
            | LoadInt { .. }
            | LoadBuiltin { .. }
            | LoadFree { .. }
            | LoadFreeCell { .. } => of(&[]),
            LoadGlobal { .. } | DeleteGlobal { .. } | DeleteFree { .. } | NewCell { .. } | Unbind { .. } => {
                of(&[])
            }
            Jump { .. } | JumpBack { .. } | LoopHeader { .. } | RaiseHandled | ReturnConst { .. } => of(&[]),
            JumpOn { .. } | ForValue { .. } => of(&[]),
            ListFromConst { .. } | SetFromConst { .. } | Import { .. } => of(&[]),
            CheckBound { slot } | MakeCell { slot } => of(&[slot]),
            Move { src, .. } | Unary { src, .. } | Not { src, .. } | JumpIf { src, .. } => of(&[src]),
            JumpIfNone { src, .. } | Convert { src, .. } | Format { src, .. } | Raise { src } => of(&[src]),
            Yield { src, .. } | GetYieldFromIter { src, .. } | GetAwaitable { src, .. } => of(&[src]),
            GetAsyncIter { src, .. } | JumpNotSequence { src, .. } | JumpNotMapping { src, .. } => of(&[src]),
            Length { src, .. } | Display { src } | Return { src } | Unpack { src, .. } => of(&[src]),
            UnpackStar { src, .. } | StoreFree { src, .. } | StoreGlobal { src, .. } => of(&[src]),
            ForPrepare { src, .. } | GetIter { src, .. } => of(&[src]),
            LoadCell { cell, .. } | DeleteCell { cell } | ClearCell { cell } => of(&[cell]),
            StoreCell { cell, src } => of(&[cell, src]),
            LoadName { namespace, .. } | DeleteName { namespace, .. } => of(&[namespace]),
            LoadNameOrFree { namespace, .. } | SetupAnnotations { namespace } => of(&[namespace]),
            StoreName { namespace, src, .. } => of(&[namespace, src]),
            Binary { left, right, .. } | Compare { left, right, .. } | Is { left, right, .. } => {
                of(&[left, right])
            }
            JumpCompare { left, right, .. } | JumpIs { left, right, .. } => of(&[left, right]),
            BinaryInt { left, .. } | JumpCompareInt { left, .. } => of(&[left]),
            Contains { item, container, .. } | JumpContains { item, container, .. } => of(&[item, container]),
            ForNext { base, .. } => Operands::run(base, FOR_REGISTERS),
            GetAttr { object, .. } | DeleteAttr { object, .. } | GetItemInt { object, .. } => of(&[object]),
            LoadMethod { object, .. } | LoadSpecial { object, .. } => of(&[object]),
            SetAttr { object, src, .. } => of(&[object, src]),
            GetItem { object, index, .. } | DeleteItem { object, index } => of(&[object, index]),
            SetItem { object, index, src } => of(&[object, index, src]),
            GetSlice { object, base, .. } => of(&[object]).and_run(base, 2),
            SetSlice { object, base, src } => of(&[object, src]).and_run(base, 2),
            MakeSlice { base, .. } => Operands::run(base, 3),
            Call { base, argc, .. } | CallKeywords { base, argc, .. } => Operands::run(base, argc + 1),
            CallMethod { base, argc, .. } | CallMethodKeywords { base, argc, .. } => {
                Operands::run(base, argc + 2)
            }
            CallUnpack { base, .. } | GetSuperAttr { base, .. } => Operands::run(base, 3),
            LoadSuperMethod { base, .. } | CallSuper { base, .. } => Operands::run(base, 3),
            MakeTuple { base, count, .. } | MakeList { base, count, .. } => Operands::run(base, count),
            MakeSet { base, count, .. } | JoinStrings { base, count, .. } => Operands::run(base, count),
            MakeDict { base, count, .. } => Operands::run(base, 2 * count),
            ListAppend { list, item } => of(&[list, item]),
            ListExtend { list, src } => of(&[list, src]),
            ListToTuple { list, .. } => of(&[list]),
            SetAdd { set, item } => of(&[set, item]),
            SetUpdate { set, src } => of(&[set, src]),
            DictSet { dict, key, value } => of(&[dict, key, value]),
            DictUpdate { dict, src } => of(&[dict, src]),
            DictMerge { dict, src, callee } => of(&[dict, src, callee]),
            ArgumentTuple { src, callee, .. } => of(&[src, callee]),
            MakeFunction { parts, base, .. } => Operands::run(base, parts.count()),
            FormatSpec { src, spec, .. } => of(&[src, spec]),
            MakeInterpolation { base, .. } => Operands::run(base, 3),
            MakeTemplate { base, .. } => Operands::run(base, 2),
            RaiseFrom { src, cause } => of(&[src, cause]),
            Reraise { exception } | PushHandled { exception, .. } | EndAsyncFor { exception } => {
                of(&[exception])
            }
            ExceptionArgs { exception, .. } => of(&[exception]),
            PopHandled { save } => of(&[save]),
            JumpNoMatch { exception, class, .. } => of(&[exception, class]),
            MatchGroup { group, class, .. } => of(&[group, class]),
            JoinRaised { original, list, .. } => of(&[original, list]),
            Send { value, iter, .. } | YieldFrom { value, iter, .. } => of(&[value, iter]),
            GetAsyncNext { iter, .. } => of(&[iter]),
            MatchClass { base, .. } => Operands::run(base, 2),
            MatchKeys { src, keys, .. } | MappingRest { src, keys, .. } => of(&[src, keys]),
            ImportFrom { module, .. } | ImportStar { module } => of(&[module]),
            ImportStarInto { module, namespace } => of(&[module, namespace]),
            SetTypeParams { function, params } => of(&[function, params]),
            MakeTypeParam { kind: TypeParamKind::BoundTypeVar, extra, .. } => of(&[extra]),
            MakeTypeParam { kind: TypeParamKind::ConstrainedTypeVar, extra, .. } => of(&[extra]),
            MakeTypeParam { .. } => of(&[]),
            SetTypeParamDefault { param, default } => of(&[param, default]),
            MakeTypeAlias { base, .. } => Operands::run(base, 3),
            MakeGeneric { params, .. } => of(&[params]),
        }
    }

    /// The registers it writes. `ForNext` and `ForValue` write their `dst` only when they do not jump.
    pub fn writes(self) -> Operands {
        let of = Operands::of;
        match self {
            Move { dst, .. } | LoadConst { dst, .. } | LoadInt { dst, .. } | LoadBuiltin { dst, .. } => {
                of(&[dst])
            }
            LoadCell { dst, .. } | LoadFree { dst, .. } | LoadFreeCell { dst, .. } => of(&[dst]),
            LoadGlobal { dst, .. } | LoadName { dst, .. } | LoadNameOrFree { dst, .. } => of(&[dst]),
            Binary { dst, .. } | BinaryInt { dst, .. } | Unary { dst, .. } | Not { dst, .. } => of(&[dst]),
            Compare { dst, .. } | Contains { dst, .. } | Is { dst, .. } | ForNext { dst, .. } => of(&[dst]),
            ForValue { dst, .. } => of(&[dst]),
            GetAttr { dst, .. } | GetItem { dst, .. } | GetItemInt { dst, .. } | GetSlice { dst, .. } => {
                of(&[dst])
            }
            MakeSlice { dst, .. } | Call { dst, .. } | CallKeywords { dst, .. } | CallUnpack { dst, .. } => {
                of(&[dst])
            }
            CallMethod { dst, .. } | CallMethodKeywords { dst, .. } | GetSuperAttr { dst, .. } => of(&[dst]),
            CallSuper { dst, .. } | MakeTuple { dst, .. } | MakeList { dst, .. } | MakeSet { dst, .. } => {
                of(&[dst])
            }
            MakeDict { dst, .. } | ListFromConst { dst, .. } | SetFromConst { dst, .. } => of(&[dst]),
            ListToTuple { dst, .. } | ArgumentTuple { dst, .. } | MakeFunction { dst, .. } => of(&[dst]),
            Convert { dst, .. } | Format { dst, .. } | FormatSpec { dst, .. } | JoinStrings { dst, .. } => {
                of(&[dst])
            }
            MakeInterpolation { dst, .. } | MakeTemplate { dst, .. } | JoinRaised { dst, .. } => of(&[dst]),
            Yield { dst, .. } | GetYieldFromIter { dst, .. } | GetAwaitable { dst, .. } => of(&[dst]),
            GetAsyncIter { dst, .. } | GetAsyncNext { dst, .. } | Length { dst, .. } => of(&[dst]),
            MatchClass { dst, .. } | MatchKeys { dst, .. } | MappingRest { dst, .. } => of(&[dst]),
            Import { dst, .. } | ImportFrom { dst, .. } | MakeTypeParam { dst, .. } => of(&[dst]),
            MakeTypeAlias { dst, .. } | MakeGeneric { dst, .. } | GetIter { dst, .. } => of(&[dst]),
            Send { value, .. } | YieldFrom { value, .. } => of(&[value]),
            PushHandled { save, .. } => of(&[save]),
            Unbind { slot } | MakeCell { slot } | NewCell { slot } => of(&[slot]),
            ForPrepare { base, .. } => Operands::run(base, FOR_REGISTERS),
            LoadMethod { base, .. } | LoadSuperMethod { base, .. } | LoadSpecial { base, .. } => {
                Operands::run(base, 2)
            }
            MatchGroup { base, .. } => Operands::run(base, 2),
            ExceptionArgs { base, .. } => Operands::run(base, 3),
            Unpack { base, count, .. } => Operands::run(base, count),
            UnpackStar { base, before, after, .. } => Operands::run(base, before + 1 + after),
            CheckBound { .. }
            | StoreCell { .. }
            | DeleteCell { .. }
            | ClearCell { .. }
            | StoreFree { .. } => of(&[]),
            DeleteFree { .. } | StoreGlobal { .. } | DeleteGlobal { .. } | StoreName { .. } => of(&[]),
            DeleteName { .. } | Jump { .. } | JumpBack { .. } | LoopHeader { .. } | JumpIf { .. } => of(&[]),
            JumpCompare { .. } | JumpCompareInt { .. } | JumpIs { .. } | JumpIfNone { .. } => of(&[]),
            JumpOn { .. } => of(&[]),
            JumpContains { .. } | SetAttr { .. } | DeleteAttr { .. } | SetItem { .. } | DeleteItem { .. } => {
                of(&[])
            }
            SetSlice { .. } | ListAppend { .. } | ListExtend { .. } | SetAdd { .. } | SetUpdate { .. } => {
                of(&[])
            }
            DictSet { .. } | DictUpdate { .. } | DictMerge { .. } | Raise { .. } | RaiseFrom { .. } => {
                of(&[])
            }
            RaiseHandled | Reraise { .. } | PopHandled { .. } | JumpNoMatch { .. } | EndAsyncFor { .. } => {
                of(&[])
            }
            JumpNotSequence { .. } | JumpNotMapping { .. } | ImportStar { .. } | ImportStarInto { .. } => {
                of(&[])
            }
            SetupAnnotations { .. } | SetTypeParams { .. } | SetTypeParamDefault { .. } | Display { .. } => {
                of(&[])
            }
            Return { .. } | ReturnConst { .. } => of(&[]),
        }
    }

    /// The place of its target, if it has one.
    pub fn target_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Jump { target }
            | JumpBack { target }
            | JumpIf { target, .. }
            | JumpCompare { target, .. }
            | JumpCompareInt { target, .. }
            | JumpIs { target, .. }
            | JumpIfNone { target, .. }
            | JumpContains { target, .. }
            | JumpOn { target, .. }
            | JumpNoMatch { target, .. }
            | JumpNotSequence { target, .. }
            | JumpNotMapping { target, .. } => Some(target),
            ForNext { exit, .. } | ForValue { exit, .. } | Send { exit, .. } | YieldFrom { exit, .. } => {
                Some(exit)
            }
            _ => None,
        }
    }

    /// The truth value on which it jumps, if it has one.
    pub fn sense_mut(&mut self) -> Option<&mut bool> {
        match self {
            JumpIf { sense, .. }
            | JumpCompare { sense, .. }
            | JumpCompareInt { sense, .. }
            | JumpIs { sense, .. }
            | JumpIfNone { sense, .. }
            | JumpContains { sense, .. } => Some(sense),
            _ => None,
        }
    }

    /// What has to follow it, for when a call decides.
    pub fn second_half(self) -> Option<Instr> {
        Some(match self {
            JumpIf { sense, target, .. }
            | JumpCompare { sense, target, .. }
            | JumpCompareInt { sense, target, .. }
            | JumpContains { sense, target, .. } => JumpOn { sense, target },
            JumpNoMatch { target, .. } => JumpOn { sense: true, target },
            ForNext { dst, exit, .. } => ForValue { dst, exit },
            _ => return None,
        })
    }

    pub fn flow(mut self) -> Flow {
        match self {
            Jump { target } | JumpBack { target } => Flow::Jump(target),
            Return { .. } | ReturnConst { .. } | Raise { .. } | RaiseFrom { .. } | RaiseHandled => Flow::End,
            Reraise { .. } => Flow::End,
            _ => self.target_mut().map_or(Flow::Next, |target| Flow::Branch(*target)),
        }
    }

    /// Whether an exception can come out of it. (`MemoryError` of a plain allocation does not count: allocation never raises where
    /// it stands, the heap's limit shows at the next loop header or call.)
    pub fn may_raise(self) -> bool {
        match self {
            Move { .. } | LoadConst { .. } | LoadInt { .. } | Unbind { .. } | LoadBuiltin { .. } => false,
            MakeCell { .. } | NewCell { .. } | StoreCell { .. } | ClearCell { .. } | StoreFree { .. } => {
                false
            }
            LoadFreeCell { .. } | StoreGlobal { .. } | Is { .. } | Jump { .. } | JumpIs { .. } => false,
            JumpIfNone { .. } | MakeSlice { .. } | MakeTuple { .. } | MakeList { .. } => false,
            ListFromConst { .. } | SetFromConst { .. } | ListAppend { .. } | ListToTuple { .. } => false,
            MakeFunction { .. } | PushHandled { .. } | PopHandled { .. } | ExceptionArgs { .. } => false,
            JumpNotSequence { .. } | JumpNotMapping { .. } | SetTypeParams { .. } => false,
            MakeTypeParam { .. } | SetTypeParamDefault { .. } | MakeTypeAlias { .. } => false,
            MakeInterpolation { .. } | MakeTemplate { .. } | Return { .. } | ReturnConst { .. } => false,
            CheckBound { .. } | LoadCell { .. } | DeleteCell { .. } | LoadFree { .. } | DeleteFree { .. } => {
                true
            }
            LoadGlobal { .. } | DeleteGlobal { .. } | LoadName { .. } | StoreName { .. } => true,
            DeleteName { .. } | LoadNameOrFree { .. } | Binary { .. } | BinaryInt { .. } | Unary { .. } => {
                true
            }
            Not { .. } | Compare { .. } | Contains { .. } | JumpBack { .. } | LoopHeader { .. } => true,
            JumpIf { .. } | JumpCompare { .. } | JumpCompareInt { .. } | JumpContains { .. } => true,
            JumpOn { .. } => true,
            ForValue { .. } => false,
            ForPrepare { .. } | ForNext { .. } | GetAttr { .. } | SetAttr { .. } | DeleteAttr { .. } => true,
            GetItem { .. } | GetItemInt { .. } | SetItem { .. } | DeleteItem { .. } | GetSlice { .. } => true,
            SetSlice { .. } | Call { .. } | CallKeywords { .. } | CallUnpack { .. } | LoadMethod { .. } => {
                true
            }
            CallMethod { .. } | CallMethodKeywords { .. } | GetSuperAttr { .. } => true,
            LoadSuperMethod { .. } | CallSuper { .. } | LoadSpecial { .. } | MakeSet { .. } => true,
            MakeDict { .. } | ListExtend { .. } | SetAdd { .. } | SetUpdate { .. } | DictSet { .. } => true,
            DictUpdate { .. } | DictMerge { .. } | ArgumentTuple { .. } | Unpack { .. } => true,
            UnpackStar { .. } | Convert { .. } | Format { .. } | FormatSpec { .. } => true,
            JoinStrings { .. } | Raise { .. } | RaiseFrom { .. } | RaiseHandled | Reraise { .. } => true,
            JumpNoMatch { .. } | MatchGroup { .. } | JoinRaised { .. } | Yield { .. } => true,
            GetYieldFromIter { .. } | GetAwaitable { .. } | Send { .. } | YieldFrom { .. } => true,
            GetAsyncIter { .. } | GetAsyncNext { .. } | EndAsyncFor { .. } | Length { .. } => true,
            MatchClass { .. } | MatchKeys { .. } | MappingRest { .. } | Import { .. } => true,
            ImportFrom { .. } | ImportStar { .. } | ImportStarInto { .. } => true,
            SetupAnnotations { .. } | MakeGeneric { .. } | Display { .. } | GetIter { .. } => true,
        }
    }
}
