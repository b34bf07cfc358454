//! What an instruction does besides computing its result.

use crate::inst::InstKind;
use lathe_ir::{Access, Descriptors, Effects, Guard, Location, OpKind};

/// A part of the state that instructions read and write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Heap(Location),
    /// The facts that `guard_not_invalidated` stands for.
    Facts,
}

/// The places that an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes<'a> {
    Nothing,
    One(Place),
    /// What a helper says.
    Call(&'a Effects),
}

impl Writes<'_> {
    pub fn includes(self, descriptors: &Descriptors, place: Place) -> bool {
        match (self, place) {
            (Writes::Nothing, _) => false,
            (Writes::One(one), place) => one == place,
            (Writes::Call(effects), Place::Facts) => effects.may_invalidate(),
            // Helpers never write what is immutable, whatever else they write.
            (Writes::Call(effects), Place::Heap(location)) => {
                effects.writes(location) && !descriptors.is_immutable(location)
            }
        }
    }

    pub fn is_nothing(self) -> bool {
        match self {
            Writes::Nothing => true,
            Writes::One(_) => false,
            Writes::Call(effects) => {
                effects.writes == Access::Nothing && !effects.calls_back && !effects.may_invalidate()
            }
        }
    }
}

pub fn writes<'a>(descriptors: &'a Descriptors, kind: &InstKind) -> Writes<'a> {
    let InstKind::Op(kind) = kind else { return Writes::Nothing };
    match kind {
        OpKind::Set(_, field, _) => Writes::One(Place::Heap(Location::Field(*field))),
        OpKind::SetItem(class, ..) => Writes::One(Place::Heap(Location::Items(*class))),
        OpKind::Call(helper, _) => Writes::Call(&descriptors.helper(*helper).effects),
        OpKind::Int(..)
        | OpKind::IntCompare(..)
        | OpKind::IntUnary(..)
        | OpKind::IntChecked { .. }
        | OpKind::Float(..)
        | OpKind::FloatCompare(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::PtrCompare(..)
        | OpKind::Select(..)
        | OpKind::New(_)
        | OpKind::NewArray(..)
        | OpKind::Get(..)
        | OpKind::GetItem(..)
        | OpKind::ArrayLen(..)
        | OpKind::Guard(..)
        | OpKind::Jump(..)
        | OpKind::Finish(_)
        | OpKind::Exit(_) => Writes::Nothing,
    }
}

/// How an instruction may be treated by passes that move, share and drop instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// The same operands give the same result, always, and nothing can go wrong.
    Pure,
    /// As `Pure` where it stands, but not before what protects it: a division, the length of an array, a pure call.
    Partial,
    /// A partial read of one place.
    Load(Place),
    /// Leaves unless something about its operands holds that never changes.
    Check,
    /// Leaves if this place has changed.
    CheckPlace(Place),
    /// Stays where it is, but may be dropped when nothing uses it: a new object.
    Allocation,
    /// Stays.
    Fixed,
}

pub fn nature(descriptors: &Descriptors, kind: &InstKind) -> Nature {
    match kind {
        InstKind::Op(kind) => op_nature(descriptors, kind),
        InstKind::NullCheck(..) => Nature::Check,
        InstKind::Parameter(_)
        | InstKind::Phi(_)
        | InstKind::SaveState(_)
        | InstKind::SafePoint(_)
        | InstKind::InlinedCall(..)
        | InstKind::InlinedReturn
        | InstKind::If(_)
        | InstKind::Goto
        | InstKind::Return(_) => Nature::Fixed,
    }
}

fn op_nature(descriptors: &Descriptors, kind: &OpKind) -> Nature {
    match kind {
        OpKind::Int(op, ..) if op.is_partial() => Nature::Partial,
        OpKind::Int(..)
        | OpKind::IntCompare(..)
        | OpKind::IntUnary(..)
        | OpKind::Float(..)
        | OpKind::FloatCompare(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::PtrCompare(..)
        | OpKind::Select(..) => Nature::Pure,
        OpKind::ArrayLen(..) => Nature::Partial,
        OpKind::Call(helper, _) => {
            let effects = &descriptors.helper(*helper).effects;
            if effects.pure && !effects.raises { Nature::Partial } else { Nature::Fixed }
        }
        OpKind::Get(_, field) => Nature::Load(Place::Heap(Location::Field(*field))),
        OpKind::GetItem(class, ..) => Nature::Load(Place::Heap(Location::Items(*class))),
        OpKind::New(_) | OpKind::NewArray(..) => Nature::Allocation,
        OpKind::IntChecked { .. } => Nature::Check,
        OpKind::Guard(guard, _) => match guard {
            Guard::True(_)
            | Guard::False(_)
            | Guard::Value(..)
            | Guard::Class(..)
            | Guard::NonNull(_)
            | Guard::IsNull(_) => Nature::Check,
            Guard::NotInvalidated => Nature::CheckPlace(Place::Facts),
            Guard::NoException | Guard::Exception(_) | Guard::NotForced | Guard::NoAttention => Nature::Fixed,
        },
        OpKind::Set(..) | OpKind::SetItem(..) | OpKind::Jump(..) | OpKind::Finish(_) | OpKind::Exit(_) => {
            Nature::Fixed
        }
    }
}

/// May leave the graph through its snapshot.
pub fn may_leave(kind: &InstKind) -> bool {
    match kind {
        InstKind::SaveState(_) => false,
        kind => kind.snapshot().is_some(),
    }
}

/// Something outside can see it: a store or a call that is not pure.
pub fn is_observable(descriptors: &Descriptors, kind: &InstKind) -> bool {
    match kind {
        InstKind::Op(OpKind::Call(helper, _)) => !descriptors.helper(*helper).effects.pure,
        kind => !writes(descriptors, kind).is_nothing(),
    }
}

/// Doing it twice in a row is as good as doing it once.
pub fn is_repeatable(descriptors: &Descriptors, kind: &InstKind) -> bool {
    match nature(descriptors, kind) {
        Nature::Pure
        | Nature::Partial
        | Nature::Load(_)
        | Nature::Check
        | Nature::CheckPlace(_)
        | Nature::Allocation => true,
        Nature::Fixed => matches!(
            kind,
            InstKind::Phi(_)
                | InstKind::SaveState(_)
                | InstKind::SafePoint(_)
                | InstKind::If(_)
                | InstKind::Goto
        ),
    }
}
