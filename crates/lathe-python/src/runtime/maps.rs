//! Maps, also called hidden classes: which attributes an object has, and where.
//!
//! Objects whose attributes were set in the same order share a map. So "is it a `Point` with `x` and `y`, in these
//! places?" is one comparison, in an inline cache as in a guard. A map belongs to one type, and never changes.

use super::table::Table;
use super::types::TypeId;
use lathe_heap::Word;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapId(pub u32);

#[derive(Debug)]
pub struct Map {
    pub id: MapId,
    pub ty: TypeId,
    /// Names (interned strings, which live for ever) in the order of their slots; null where there was one that was deleted.
    pub names: Vec<Word>,
    /// The attributes are in a dict instead, which is in slot 0: somebody has asked for it, or there are too many.
    pub in_dict: bool,
    slots: FxHashMap<Word, u32>,
    next: RefCell<FxHashMap<Change, MapId>>,
}

/// How one map comes from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Change {
    Add(Word),
    Remove(Word),
    ToDict,
    /// An object changes its class.
    Retype(TypeId),
}

/// More attributes than this are better kept in a dict.
pub const MAX_SLOTS: usize = 64;

impl Map {
    /// The slot of an attribute.
    #[inline]
    pub fn slot(&self, name: Word) -> Option<u32> {
        self.slots.get(&name).copied()
    }
}

#[derive(Debug, Default)]
pub struct Maps {
    maps: Table<Map>,
}

impl Maps {
    #[inline(always)]
    pub fn get(&self, id: MapId) -> &Map {
        self.maps.get(id.0)
    }

    /// The map of a type's instances without attributes.
    pub fn empty(&self, ty: TypeId) -> MapId {
        self.add(ty, Vec::new(), false)
    }

    fn add(&self, ty: TypeId, names: Vec<Word>, in_dict: bool) -> MapId {
        let id = MapId(self.maps.len() as u32);
        let named = names.iter().enumerate().filter(|(_, name)| !name.is_null());
        let slots = named.map(|(slot, &name)| (name, slot as u32)).collect();
        self.maps.add(Map { id, ty, names, in_dict, slots, next: RefCell::default() });
        id
    }

    fn changed(
        &self,
        from: MapId,
        change: Change,
        make: impl FnOnce(&Map) -> (TypeId, Vec<Word>, bool),
    ) -> MapId {
        let map = self.get(from);
        if let Some(&to) = map.next.borrow().get(&change) {
            return to;
        }
        let (ty, names, in_dict) = make(map);
        let to = self.add(ty, names, in_dict);
        map.next.borrow_mut().insert(change, to);
        to
    }

    /// With one attribute more, in the next slot.
    pub fn with(&self, from: MapId, name: Word) -> MapId {
        self.changed(from, Change::Add(name), |map| {
            debug_assert!(map.slot(name).is_none() && !map.in_dict);
            let mut names = map.names.clone();
            names.push(name);
            (map.ty, names, false)
        })
    }

    /// Without an attribute. The slots of those behind it move down.
    pub fn without(&self, from: MapId, name: Word) -> MapId {
        self.changed(from, Change::Remove(name), |map| {
            (map.ty, map.names.iter().copied().filter(|&other| other != name).collect(), false)
        })
    }

    /// For an object that has its attributes in a dict.
    pub fn to_dict(&self, from: MapId) -> MapId {
        self.changed(from, Change::ToDict, |map| (map.ty, Vec::new(), true))
    }

    /// For an object that becomes one of another type, with the same attributes.
    pub fn retyped(&self, from: MapId, ty: TypeId) -> MapId {
        self.changed(from, Change::Retype(ty), |map| (ty, map.names.clone(), map.in_dict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_way_leads_to_the_same_map() {
        let (maps, x, y) = (Maps::default(), Word(16), Word(32));
        let empty = maps.empty(TypeId(7));
        let xy = maps.with(maps.with(empty, x), y);
        assert_eq!(maps.with(maps.with(empty, x), y), xy);
        assert_ne!(maps.with(maps.with(empty, y), x), xy);
        assert_eq!((maps.get(xy).slot(x), maps.get(xy).slot(y)), (Some(0), Some(1)));
        let without = maps.without(xy, x);
        assert_eq!((maps.get(without).slot(x), maps.get(without).slot(y)), (None, Some(0)));
        assert!(maps.get(maps.to_dict(xy)).in_dict);
        assert_eq!(maps.get(maps.retyped(xy, TypeId(9))).ty, TypeId(9));
    }
}
