//! Heap caching: a field that was read or written is not read again, and is written only when somebody may look.
//!
//!     i1 = get(p0, x)               i1 = get(p0, x)
//!     i2 = int_add(i1, 1)           i2 = int_add(i1, 1)
//!     set(p0, x, i2)          =>    i4 = int_add(i2, 1)
//!     i3 = get(p0, x)               set(p0, x, i4)
//!     i4 = int_add(i3, 1)           jump(p0)
//!     set(p0, x, i4)
//!     jump(p0)
//!
//! Reads and writes fill a cache. A write drops what it may have changed ([`alias`]); a call drops what its effects name.
//! Writes are *delayed*: a later write to the same place makes an earlier one vanish, and a virtual that is stored
//! stays virtual until the store is done. A delayed write is done before anything that may read or overwrite it, before
//! jumps and labels; guards do not force it, their snapshots list it. Writes into objects made here are done at once.
//!
//! Requires: operands resolved; calls annotated with effects.
//! Ensures:  every store happens before it can be observed, and once.
//! Source:   DLS'12 §6.2 and its footnote (type-based aliasing; writes to new objects do not change old ones).
//! Weak at:  at most one delayed store per field or array class; 64 remembered places per field.

mod alias;

use crate::context::{Context, Delayed, Import, Place};
use crate::options::Pass;
use lathe_ir::{Access, ClassId, Const, Location, Op, OpKind, Operand, Storage, Value};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Keeps the cost of a store constant. Older places are forgotten.
const MAX_PLACES: usize = 64;
/// Each guard's snapshot lists all delayed stores.
const MAX_DELAYED: usize = 16;

type Key = (Operand, Place);

#[derive(Clone, Copy, Debug)]
struct Entry {
    value: Operand,
    /// Made before the label: using it in the loop makes it part of *H*.
    before_label: bool,
}

/// An object that this section has allocated for real.
#[derive(Clone, Copy, Debug)]
struct Allocation {
    /// Values defined before cannot be it.
    position: usize,
    /// Somebody else may hold it.
    escaped: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Heap {
    cache: FxHashMap<Key, Entry>,
    /// The cached places that a write can change, oldest first.
    places: FxHashMap<Location, VecDeque<Key>>,
    allocations: FxHashMap<Value, Allocation>,
}

fn location(place: Place) -> Location {
    match place {
        Place::Field(field) => Location::Field(field),
        Place::Item(class, _) => Location::Items(class),
    }
}

fn load(base: Operand, place: Place) -> OpKind {
    match place {
        Place::Field(field) => OpKind::Get(base, field),
        Place::Item(class, index) => OpKind::GetItem(class, base, index),
    }
}

fn key_of_load(kind: &OpKind) -> Option<Key> {
    match *kind {
        OpKind::Get(base, field) => Some((base, Place::Field(field))),
        OpKind::GetItem(class, base, index) => Some((base, Place::Item(class, index))),
        _ => None,
    }
}

impl Heap {
    pub fn visit(&mut self, op: Op, cx: &mut Context, out: &mut Vec<Op>) {
        match op.kind {
            OpKind::Get(base, field) => self.visit_load(op, (base, Place::Field(field)), cx, out),
            OpKind::GetItem(class, base, index) => {
                self.visit_load(op, (base, Place::Item(class, index)), cx, out);
            }
            OpKind::Set(base, field, value) => {
                self.visit_store(op, (base, Place::Field(field)), value, cx, out);
            }
            OpKind::SetItem(class, base, index, value) => {
                self.visit_store(op, (base, Place::Item(class, index)), value, cx, out);
            }
            OpKind::Call(..) => self.visit_call(op, cx, out),
            OpKind::Jump(..) | OpKind::Finish(_) => {
                self.force_all(cx, out);
                out.push(op);
            }
            OpKind::Select(_, a, b) => {
                // The result is a second name for one of them.
                self.escape(a);
                self.escape(b);
                out.push(op);
            }
            OpKind::Int(..)
            | OpKind::IntCompare(..)
            | OpKind::IntUnary(..)
            | OpKind::IntChecked { .. }
            | OpKind::Float(..)
            | OpKind::FloatCompare(..)
            | OpKind::FloatUnary(..)
            | OpKind::Cast(..)
            | OpKind::PtrCompare(..)
            | OpKind::New(_)
            | OpKind::NewArray(..)
            | OpKind::ArrayLen(..)
            | OpKind::Guard(..)
            | OpKind::Exit(_) => out.push(op),
        }
    }

    pub fn learn(&mut self, op: &Op, cx: &Context) {
        let Some(v) = op.result else { return };
        if let Some(key) = key_of_load(&op.kind) {
            self.remember(key, Operand::Value(v), cx);
        } else if let OpKind::New(_) | OpKind::NewArray(..) = op.kind {
            let position = cx.next_position();
            self.allocations
                .entry(v)
                .and_modify(|allocation| allocation.position = position)
                .or_insert(Allocation { position, escaped: false });
        }
    }

    // --- Reads ------------------------------------------------------------------------------------------------------

    fn visit_load(&mut self, op: Op, key: Key, cx: &mut Context, out: &mut Vec<Op>) {
        let result = op.result.expect("a load has a result");
        if let Some(constant) = constant_item(key, cx)
            && cx.spend_fuel()
        {
            return cx.replace(result, Operand::Const(constant));
        }
        if self.cache.contains_key(&key)
            && cx.spend_fuel()
            && let Some(value) = self.lookup(key, cx)
        {
            return cx.replace(result, value);
        }
        let may_change = |delayed: &Delayed, heap: &Heap, cx: &Context| {
            heap.may_alias((delayed.base, delayed.place), key, cx)
        };
        self.force_where(may_change, cx, out);
        out.push(op);
    }

    fn lookup(&mut self, key: Key, cx: &mut Context) -> Option<Operand> {
        let entry = self.cache.get_mut(&key)?;
        if entry.before_label {
            entry.before_label = false;
            let (result, fact) = (entry.value, cx.fact(entry.value));
            cx.imports.push(Import { kind: load(key.0, key.1), result, fact });
        }
        Some(cx.resolve(entry.value))
    }

    fn remember(&mut self, key: Key, value: Operand, cx: &Context) {
        let known = self.cache.insert(key, Entry { value, before_label: false }).is_some();
        let location = location(key.1);
        if known || cx.descriptors.is_immutable(location) {
            return;
        }
        let places = self.places.entry(location).or_default();
        places.push_back(key);
        if places.len() > MAX_PLACES
            && let Some(oldest) = places.pop_front()
        {
            self.cache.remove(&oldest);
        }
    }

    /// Drops what a write to `key` may have changed.
    fn invalidate(&mut self, key: Key, cx: &Context) {
        let Some(mut places) = self.places.remove(&location(key.1)) else { return };
        places.retain(|&other| {
            let keep = !self.may_alias(key, other, cx);
            if !keep {
                self.cache.remove(&other);
            }
            keep
        });
        self.places.insert(location(key.1), places);
    }

    // --- Writes -----------------------------------------------------------------------------------------------------

    fn visit_store(&mut self, op: Op, key: Key, value: Operand, cx: &mut Context, out: &mut Vec<Op>) {
        if !cx.enabled(Pass::Heap) {
            self.escape(value);
            self.invalidate(key, cx);
            return out.push(op);
        }
        let readable = readable_after_store(storage(key.1, cx), value, cx);
        // A value that a read of this very place would give goes in and comes out unchanged, however narrow the place is.
        let unchanged =
            self.cache.get(&key).is_some_and(|entry| cx.resolve(entry.value) == readable.unwrap_or(value));
        if unchanged && cx.spend_fuel() {
            // The entry is used as much as by a read.
            self.lookup(key, cx);
            return;
        }
        self.escape(value);
        if self.is_new(key.0) || cx.descriptors.is_immutable(location(key.1)) {
            // It initialises an object: nothing to be gained by waiting. An object of a value class *is* its fields, so they
            // must be there before it is compared or handed to anybody. And while a structure is being lifted, no other
            // delayed store may be done: it could be about a part of the structure that is still to come.
            self.force_where(
                |delayed, heap, cx| heap.may_alias((delayed.base, delayed.place), key, cx),
                cx,
                out,
            );
            let start = out.len();
            cx.lift(value, out);
            self.remember_lifted(&out[start..], cx);
            self.invalidate(key, cx);
            self.forget(key);
            out.push(op);
        } else {
            self.delay(Delayed { base: key.0, place: key.1, value }, cx, out);
        }
        if let Some(readable) = readable {
            self.remember(key, readable, cx);
        }
    }

    fn delay(&mut self, store: Delayed, cx: &mut Context, out: &mut Vec<Op>) {
        let key = (store.base, store.place);
        let same_location = |d: &Delayed| location(d.place) == location(store.place);
        match cx.delayed.iter().position(same_location) {
            Some(index) if (cx.delayed[index].base, cx.delayed[index].place) == key && cx.spend_fuel() => {
                // Nobody can have read the earlier one: reads of this place are answered from the cache, others force.
                cx.delayed.remove(index);
            }
            Some(index) => self.force(index, cx, out),
            None if cx.delayed.len() >= MAX_DELAYED => self.force(0, cx, out),
            None => {}
        }
        self.invalidate(key, cx);
        self.forget(key);
        cx.delayed.push(store);
    }

    fn forget(&mut self, key: Key) {
        if self.cache.remove(&key).is_some()
            && let Some(places) = self.places.get_mut(&location(key.1))
        {
            places.retain(|&place| place != key);
        }
    }

    /// Does the delayed store with this index now.
    fn force(&mut self, index: usize, cx: &mut Context, out: &mut Vec<Op>) {
        let Delayed { base, place, value } = cx.delayed.remove(index);
        let (base, value) = (cx.resolve(base), cx.resolve(value));
        let start = out.len();
        cx.lift(value, out);
        self.remember_lifted(&out[start..], cx);
        out.push(Op::effect(match place {
            Place::Field(field) => OpKind::Set(base, field, value),
            Place::Item(class, index) => OpKind::SetItem(class, base, cx.resolve(index), value),
        }));
    }

    /// What lifting has just built is known, field by field.
    fn remember_lifted(&mut self, ops: &[Op], cx: &Context) {
        for op in ops {
            match op.kind {
                OpKind::New(_) | OpKind::NewArray(..) => {
                    let v = op.result.expect("new has a result");
                    // It will stand further down; until then this bound is the cautious one.
                    self.allocations.insert(v, Allocation { position: cx.next_position(), escaped: true });
                }
                OpKind::Set(base, field, value) => {
                    self.escape(value);
                    self.remember((base, Place::Field(field)), value, cx);
                }
                OpKind::SetItem(class, base, index, value) => {
                    self.escape(value);
                    self.remember((base, Place::Item(class, index)), value, cx);
                }
                _ => {}
            }
        }
    }

    fn force_where(
        &mut self,
        condition: impl Fn(&Delayed, &Heap, &Context) -> bool,
        cx: &mut Context,
        out: &mut Vec<Op>,
    ) {
        let mut index = 0;
        while index < cx.delayed.len() {
            if condition(&cx.delayed[index], self, cx) {
                self.force(index, cx, out);
            } else {
                index += 1;
            }
        }
    }

    pub fn force_all(&mut self, cx: &mut Context, out: &mut Vec<Op>) {
        self.force_where(|_, _, _| true, cx, out);
    }

    // --- Calls ------------------------------------------------------------------------------------------------------

    fn visit_call(&mut self, op: Op, cx: &mut Context, out: &mut Vec<Op>) {
        let OpKind::Call(helper, args) = &op.kind else { unreachable!("a call") };
        let effects = &cx.descriptors.helper(*helper).effects;
        self.force_where(
            |delayed, _, _| {
                let location = location(delayed.place);
                effects.reads(location) || effects.writes(location)
            },
            cx,
            out,
        );
        match &effects.writes {
            _ if effects.calls_back => self.invalidate_everything(),
            Access::Nothing => {}
            Access::Some(locations) => locations.iter().for_each(|&l| self.invalidate_location(l)),
            Access::Everything => self.invalidate_everything(),
        }
        // Even a pure helper may give back its argument under another name.
        args.iter().for_each(|&arg| self.escape(arg));
        out.push(op);
    }

    fn invalidate_location(&mut self, location: Location) {
        for key in self.places.remove(&location).unwrap_or_default() {
            self.cache.remove(&key);
        }
    }

    fn invalidate_everything(&mut self) {
        for (_, places) in self.places.drain() {
            for key in places {
                self.cache.remove(&key);
            }
        }
    }

    // --- Sections ---------------------------------------------------------------------------------------------------

    /// The cache goes on to be valid in the loop, but each use has to be accounted for. What was new is not new any more.
    pub fn start_section(&mut self, cx: &Context, dropped: &[OpKind]) {
        self.allocations.clear();
        for key in dropped.iter().filter_map(key_of_load) {
            self.forget(key);
        }
        for entry in self.cache.values_mut() {
            *entry = Entry { value: cx.resolve(entry.value), before_label: true };
        }
    }

    /// Keeps what can be expressed in visible values.
    pub fn start_bridge(&mut self, cx: &Context, visible: impl Fn(Operand) -> bool) {
        self.allocations.clear();
        self.cache.retain(|&(base, place), entry| {
            let index_visible = match place {
                Place::Field(_) => true,
                Place::Item(_, index) => visible(index),
            };
            visible(base) && index_visible && visible(cx.resolve(entry.value))
        });
        let cache = &self.cache;
        for places in self.places.values_mut() {
            places.retain(|key| cache.contains_key(key));
        }
    }
}

fn storage(place: Place, cx: &Context) -> Storage {
    match place {
        Place::Field(field) => cx.descriptors.field(field).storage,
        Place::Item(class, _) => cx.descriptors.item(class).expect("an array class"),
    }
}

/// What a read gives after `value` was stored, if that is an operand we have.
fn readable_after_store(storage: Storage, value: Operand, cx: &Context) -> Option<Operand> {
    match (storage, value) {
        (_, Operand::Const(Const::Int(x))) => Some(Operand::int(storage.store_int(x))),
        (_, Operand::Const(Const::Float(x))) => Some(Operand::float(storage.store_float(x.get()))),
        (Storage::F32, _) => None,
        _ => match storage.int_range() {
            Some((lo, hi)) => {
                let known = cx.int(value);
                (known.lo() >= lo && known.hi() <= hi).then_some(value)
            }
            None => Some(value),
        },
    }
}

/// The immutable content of a constant object.
fn constant_item((base, place): Key, cx: &Context) -> Option<Const> {
    let Operand::Const(Const::Object(object)) = base else { return None };
    let object = cx.descriptors.object(object);
    if !cx.descriptors.is_immutable(location(place)) {
        return None;
    }
    match place {
        Place::Field(field) if cx.descriptors.has_field(object.class, field) => {
            object.fields.get(cx.descriptors.field(field).index as usize).copied()
        }
        Place::Item(class, index) if object.class == class => {
            object.fields.get(usize::try_from(index.as_int()?).ok()?).copied()
        }
        _ => None,
    }
}

/// Is every use of a load in this place sure to find an object that has it?
pub fn load_is_safe(kind: &OpKind, cx: &Context) -> bool {
    let has = |base: Operand, class: ClassId| cx.class(base) == Some(class);
    match *kind {
        OpKind::Get(base, field) => {
            cx.class(base).is_some_and(|class| cx.descriptors.has_field(class, field))
        }
        OpKind::ArrayLen(class, base) | OpKind::GetItem(class, base, _) => has(base, class),
        _ => false,
    }
}
