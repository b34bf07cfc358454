//! Op counts, as in PEPM'11 Figure 7.

use crate::op::OpKind;
use crate::trace::Section;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

/// How many ops there are of each name. An op with an overflow check counts as two, the op and its guard: that is what
/// the papers count, and what text shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpCounts(BTreeMap<&'static str, u64>);

/// The columns of PEPM'11 Figure 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// `new`, `new_array`.
    New,
    /// `get`, `set`, `getitem`, `setitem`.
    GetSet,
    /// Every guard, overflow guards too.
    Guard,
    /// Every op.
    All,
}

impl Category {
    pub const EVERY: [Category; 4] = [Category::New, Category::GetSet, Category::Guard, Category::All];

    pub fn name(self) -> &'static str {
        match self {
            Category::New => "new",
            Category::GetSet => "get/set",
            Category::Guard => "guard",
            Category::All => "all",
        }
    }

    /// The op of this name counts.
    pub fn includes(self, op: &str) -> bool {
        match self {
            Category::New => matches!(op, "new" | "new_array"),
            Category::GetSet => matches!(op, "get" | "set" | "getitem" | "setitem"),
            Category::Guard => op.starts_with("guard_"),
            Category::All => true,
        }
    }
}

impl OpCounts {
    pub fn of_section(section: &Section) -> OpCounts {
        let mut counts = OpCounts::default();
        section.ops.iter().for_each(|op| counts.add(&op.kind));
        counts
    }

    pub fn add(&mut self, kind: &OpKind) {
        *self.0.entry(kind.name()).or_default() += 1;
        if let OpKind::IntChecked { overflow, .. } = kind {
            *self.0.entry(OpKind::overflow_guard_name(*overflow)).or_default() += 1;
        }
    }

    /// The ops of this name.
    pub fn get(&self, op: &str) -> u64 {
        self.0.get(op).copied().unwrap_or(0)
    }

    pub fn category(&self, category: Category) -> u64 {
        self.0.iter().filter(|(op, _)| category.includes(op)).map(|(_, count)| count).sum()
    }

    pub fn total(&self) -> u64 {
        self.category(Category::All)
    }

    /// Names and counts, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(&op, &count)| (op, count))
    }
}

impl AddAssign<&OpCounts> for OpCounts {
    fn add_assign(&mut self, other: &OpCounts) {
        for (op, count) in other.iter() {
            *self.0.entry(op).or_default() += count;
        }
    }
}

impl fmt::Display for OpCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Category::EVERY.map(|c| format!("{} {}", c.name(), self.category(c)));
        f.write_str(&columns.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn counts_by_name_and_by_category() {
        let source = "class C { n: int } array A of int
            trace (p0, i0) {
              guard_class(p0, C)
              i1 = get(p0, n)
              i2 = int_add_ovf(i1, i0) guard_no_overflow()
              p1 = new(C)
              set(p1, n, i2)
              p2 = new_array(A, 1)
              setitem(p2, 0, i2)
              i3 = arraylen(p2)
              jump(p1, i2)
            }";
        let section = &parse(source).unwrap().0.trace.sections[0];
        let mut counts = OpCounts::of_section(section);
        assert_eq!(counts.to_string(), "new 2, get/set 3, guard 2, all 10");
        assert_eq!((counts.get("guard_no_overflow"), counts.get("finish"), counts.total()), (1, 0, 10));
        counts += &counts.clone();
        assert_eq!(counts.get("new"), 2);
    }
}
