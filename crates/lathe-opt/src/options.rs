//! Which passes run, and how far.

use std::fmt;

/// A pass, by the name it has on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pass {
    IntBounds,
    Fold,
    Relations,
    Virtualize,
    Pure,
    /// The part of `heap` that remembers reads and nothing else (DLS'12 Figure 6, first reading).
    Loads,
    Heap,
    Guards,
    Peel,
    Dce,
}

impl Pass {
    /// In the order in which they run.
    pub const ALL: [Pass; 10] = [
        Pass::IntBounds,
        Pass::Fold,
        Pass::Relations,
        Pass::Virtualize,
        Pass::Pure,
        Pass::Loads,
        Pass::Heap,
        Pass::Guards,
        Pass::Peel,
        Pass::Dce,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Pass::IntBounds => "int_bounds",
            Pass::Fold => "fold",
            Pass::Relations => "relations",
            Pass::Virtualize => "virtualize",
            Pass::Pure => "pure",
            Pass::Loads => "loads",
            Pass::Heap => "heap",
            Pass::Guards => "guards",
            Pass::Peel => "peel",
            Pass::Dce => "dce",
        }
    }

    pub fn from_name(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|p| p.name() == name)
    }
}

/// A set of passes. The order is fixed; a set only says which are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassSet(u16);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPass(pub String);

impl fmt::Display for UnknownPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Pass::ALL.iter().map(|p| p.name()).collect();
        write!(f, "unknown pass `{}`; the passes are {}", self.0, names.join(", "))
    }
}

impl PassSet {
    pub const NONE: PassSet = PassSet(0);

    /// Every pass; `loads` is contained in `heap`.
    pub fn all() -> PassSet {
        Pass::ALL.into_iter().filter(|&p| p != Pass::Loads).fold(PassSet::NONE, PassSet::with)
    }

    pub fn with(self, pass: Pass) -> PassSet {
        PassSet(self.0 | 1 << pass as u16)
    }

    pub fn without(self, pass: Pass) -> PassSet {
        PassSet(self.0 & !(1 << pass as u16))
    }

    pub fn contains(self, pass: Pass) -> bool {
        self.0 & 1 << pass as u16 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Pass> {
        Pass::ALL.into_iter().filter(move |&p| self.contains(p))
    }

    /// The first pass alone, then the first two, and so on: what `after a pass` means, since an op goes through all passes
    /// before the next is looked at.
    pub fn growing(self) -> impl Iterator<Item = (Pass, PassSet)> {
        self.iter().scan(PassSet::NONE, |so_far, pass| {
            *so_far = so_far.with(pass);
            Some((pass, *so_far))
        })
    }

    /// `virtualize,peel`; `all` stands for every pass; the empty text for none.
    pub fn parse(text: &str) -> Result<PassSet, UnknownPass> {
        let mut set = PassSet::NONE;
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if name == "all" {
                set.0 |= PassSet::all().0;
            } else {
                set = set.with(Pass::from_name(name).ok_or_else(|| UnknownPass(name.to_string()))?);
            }
        }
        Ok(set)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub passes: PassSet,
    /// Stop optimizing after this many rewrites: bisects a miscompile to the rewrite that does it.
    pub fuel: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { passes: PassSet::all(), fuel: None }
    }
}
