//! What value numbering has found so far: a table from what is computed to what it is called.
//!
//! A graph of 100,000 instructions must not pay more for each than a small one, so the table is made for caches: a key is five
//! numbers, whatever the instruction, and the entries lie one behind the other in the order of the walk. Chains lead from each entry
//! to older ones, so that leaving a subtree is to drop the newest entries: the list is its own journal.

use lathe_ir::{Const, Guard, IntCompare, OpKind, Operand, Value};
use rustc_hash::FxHashMap;

/// An operand as a number: of a value, or (with the highest bit) of a constant.
pub type Code = u32;

const CONST: u32 = 1 << 31;
/// The end of a chain; the name of what has none.
const NONE: u32 = u32::MAX;

/// What may be available: a tag, then operands and descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u32; 5]);

impl Key {
    /// The facts hold.
    pub fn facts(version: u32) -> Key {
        Key([0, version, 0, 0, 0])
    }

    pub fn non_null(reference: Code) -> Key {
        Key([1, reference, 0, 0, 0])
    }

    /// A load of an address at a version; `None`: of something that never changes.
    pub fn at(self, version: Option<u32>) -> Key {
        let Key([tag, a, b, c, _]) = self;
        Key([tag, a, b, c, version.map_or(0, |version| version + 1)])
    }

    fn hash(self) -> u32 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let hash = self
            .0
            .iter()
            .fold(0u64, |hash, &word| (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(FACTOR));
        (hash >> 32) as u32
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    /// What it is called; `NONE` for a guard, which has no name.
    name: Code,
    /// The entry before in its chain.
    older: u32,
}

#[derive(Clone, Debug, Default)]
pub struct Available {
    /// The newest entry of each chain; as many as a power of two.
    chains: Vec<u32>,
    entries: Vec<Entry>,
    /// Entries before this one do not count.
    floor: u32,
    constants: FxHashMap<Const, u32>,
    constant_list: Vec<Const>,
    /// The next number for a part of a list.
    parts: u32,
}

/// A state of the table to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    length: usize,
    floor: u32,
}

impl Available {
    pub fn new() -> Available {
        Available { chains: vec![NONE; 64], ..Available::default() }
    }

    pub fn mark(&self) -> Mark {
        Mark { length: self.entries.len(), floor: self.floor }
    }

    /// Nothing is available here.
    pub fn hide_all(&mut self) {
        self.floor = self.entries.len() as u32;
    }

    pub fn take_back(&mut self, mark: Mark) {
        while self.entries.len() > mark.length {
            if let Some(entry) = self.entries.pop() {
                let chain = self.chain(entry.key);
                self.chains[chain] = entry.older;
            }
        }
        self.floor = mark.floor;
    }

    fn chain(&self, key: Key) -> usize {
        key.hash() as usize & (self.chains.len() - 1)
    }

    /// What it is called if it is available: the outer `None` says that it is not, the inner one that it is a guard.
    pub fn find(&self, key: Key) -> Option<Option<Code>> {
        let mut at = self.chains[self.chain(key)];
        // Older entries have smaller numbers; `NONE` is none at all.
        while at != NONE && at >= self.floor {
            let entry = &self.entries[at as usize];
            if entry.key == key {
                return Some(Some(entry.name).filter(|&name| name != NONE));
            }
            at = entry.older;
        }
        None
    }

    pub fn add(&mut self, key: Key, name: Option<Code>) {
        if self.entries.len() == self.chains.len() {
            self.chains = vec![NONE; 2 * self.chains.len()];
            for index in 0..self.entries.len() {
                let chain = self.chain(self.entries[index].key);
                self.entries[index].older = std::mem::replace(&mut self.chains[chain], index as u32);
            }
        }
        let chain = self.chain(key);
        let older = std::mem::replace(&mut self.chains[chain], self.entries.len() as u32);
        self.entries.push(Entry { key, name: name.unwrap_or(NONE), older });
    }

    pub fn code(&mut self, operand: Operand) -> Code {
        match operand {
            Operand::Value(value) => value.0,
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&mut self, constant: Const) -> Code {
        let list = &mut self.constant_list;
        CONST
            | *self.constants.entry(constant).or_insert_with(|| {
                list.push(constant);
                list.len() as u32 - 1
            })
    }

    pub fn operand(&self, code: Code) -> Operand {
        match code & CONST {
            0 => Operand::Value(Value(code)),
            _ => Operand::Const(self.constant_list[(code & !CONST) as usize]),
        }
    }

    /// Two numbers for a list: its last member, and one for what is before it.
    fn list(&mut self, members: &[Operand]) -> (u32, Code) {
        let Some((&last, before)) = members.split_last() else { return (0, 0) };
        let last = self.code(last);
        let [first, rest @ ..] = before else { return (0, last) };
        let mut number = self.code(*first);
        for &member in rest {
            let key = Key([2, number, self.code(member), 0, 0]);
            number = match self.find(key) {
                Some(known) => known.unwrap_or(NONE),
                None => {
                    self.parts += 1;
                    self.add(key, Some(self.parts));
                    self.parts
                }
            };
        }
        (number, last)
    }

    pub fn phi(&mut self, block: u32, inputs: &[Operand]) -> Key {
        let (number, last) = self.list(inputs);
        // All phis of a block have as many inputs, so the numbers are of like lists.
        Key([3, block, number, last, 0])
    }

    /// The key of an op under canonical names: what means the same has the same key, and snapshots do not count. `None`
    /// for ops that stay whatever was done before.
    pub fn op(&mut self, op: &OpKind) -> Option<Key> {
        let mut code = |operand: Operand| self.code(operand);
        // Above the tags of the keys that are no ops.
        let tag = |group: u32, op: u32| 16 + (group << 8) + op;
        Some(Key(match op {
            OpKind::Int(op, a, b) => {
                let (a, b) = (code(*a), code(*b));
                let (a, b) = if op.is_commutative() && b < a { (b, a) } else { (a, b) };
                [tag(0, *op as u32), a, b, 0, 0]
            }
            OpKind::IntCompare(op, a, b) => {
                let (a, b) = (code(*a), code(*b));
                let turned = b < a || a == b && matches!(op, IntCompare::Gt | IntCompare::Ge);
                let (op, a, b) = if turned { (op.swapped(), b, a) } else { (*op, a, b) };
                [tag(1, op as u32), a, b, 0, 0]
            }
            OpKind::PtrCompare(op, a, b) => {
                let (a, b) = (code(*a), code(*b));
                [tag(2, *op as u32), a.min(b), a.max(b), 0, 0]
            }
            OpKind::IntUnary(op, a) => [tag(3, *op as u32), code(*a), 0, 0, 0],
            OpKind::IntChecked { op, a, b, overflow, .. } => {
                [tag(4, *op as u32), code(*a), code(*b), u32::from(*overflow), 0]
            }
            OpKind::Float(op, a, b) => [tag(5, *op as u32), code(*a), code(*b), 0, 0],
            OpKind::FloatCompare(op, a, b) => [tag(6, *op as u32), code(*a), code(*b), 0, 0],
            OpKind::FloatUnary(op, a) => [tag(7, *op as u32), code(*a), 0, 0, 0],
            OpKind::Cast(op, a) => [tag(8, *op as u32), code(*a), 0, 0, 0],
            OpKind::Select(a, b, c) => [tag(9, 0), code(*a), code(*b), code(*c), 0],
            OpKind::Get(base, field) => [tag(10, 0), code(*base), field.0, 0, 0],
            OpKind::GetItem(class, base, index) => [tag(11, 0), code(*base), code(*index), class.0, 0],
            OpKind::ArrayLen(class, array) => [tag(12, 0), code(*array), class.0, 0, 0],
            OpKind::Call(helper, args) => {
                let (number, last) = self.list(args);
                [tag(13, 0), helper.0, number, last, 0]
            }
            OpKind::Guard(guard, _) => match guard {
                Guard::True(a) => [tag(14, 0), code(*a), 0, 0, 0],
                Guard::False(a) => [tag(14, 1), code(*a), 0, 0, 0],
                Guard::Value(a, value) => [tag(14, 2), code(*a), self.constant(*value), 0, 0],
                Guard::Class(a, class) => [tag(14, 3), code(*a), class.0, 0, 0],
                Guard::IsNull(a) => [tag(14, 4), code(*a), 0, 0, 0],
                Guard::NonNull(a) => return Some(Key::non_null(code(*a))),
                Guard::NoException
                | Guard::Exception(_)
                | Guard::NotInvalidated
                | Guard::NotForced
                | Guard::NoAttention => return None,
            },
            OpKind::New(_)
            | OpKind::NewArray(..)
            | OpKind::Set(..)
            | OpKind::SetItem(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => return None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks, hiding and growing against a list of all that was added, searched from its end.
    #[test]
    fn table_agrees_with_a_list() {
        let mut table = Available::new();
        let (mut model, mut floor, mut marks): (Vec<(Key, u32)>, usize, Vec<_>) = (Vec::new(), 0, Vec::new());
        let mut seed = 1u64;
        for step in 0..40_000u32 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = Key([(seed >> 33) as u32 % 300, (seed >> 50) as u32 % 2, 0, 0, 0]);
            match (seed >> 40) % 64 {
                0 => marks.push((table.mark(), model.len(), floor)),
                1 => {
                    if let Some((mark, length, old_floor)) = marks.pop() {
                        table.take_back(mark);
                        model.truncate(length);
                        floor = old_floor;
                    }
                }
                2 if !marks.is_empty() => {
                    table.hide_all();
                    floor = model.len();
                }
                3..=20 => {
                    table.add(key, Some(step));
                    model.push((key, step));
                }
                _ => {
                    let known = model[floor..].iter().rev().find(|(k, _)| *k == key).map(|(_, n)| Some(*n));
                    assert_eq!(table.find(key), known);
                }
            }
        }
    }

    #[test]
    fn lists_differ_in_every_place() {
        let mut table = Available::new();
        let lists = [vec![], vec![1], vec![1, 2], vec![2, 1], vec![1, 2, 3], vec![2, 1, 3], vec![1, 3, 2]];
        let key = |table: &mut Available, list: &[i64]| {
            let list: Vec<Operand> = list.iter().map(|&x| Operand::int(x)).collect();
            table.op(&OpKind::Call(lathe_ir::HelperId(0), list))
        };
        for (place, list) in lists.iter().enumerate() {
            let found = key(&mut table, list);
            for other in &lists[..place] {
                // A helper has one number of arguments, so only lists of one length have to differ.
                assert!(other.len() != list.len() || key(&mut table, other) != found, "{other:?} {list:?}");
            }
            assert_eq!(key(&mut table, list), found);
        }
    }
}
