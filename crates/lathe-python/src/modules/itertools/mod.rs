//! `itertools`. Each iterator is a `NATIVE` object; what its fields are says [`Kind`].
//!
//! A callback, or an iterator written in Python, may call the very iterator that is asking it. So nothing is remembered across a
//! call but what is in the object, and what is taken from it is taken before the call or checked after it.

mod combine;
mod group;
mod select;
mod sequence;

use super::Constant;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{Function, Method};
use crate::runtime::native::NativeFn;
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types::{self, TypeId};
use crate::types::containers::{Contents, contents};
use crate::types::iterators;
use crate::types::support::CLASS_GETITEM;
use lathe_heap::Word;

const ITERATOR: &[Method] =
    &[("__iter__", S, "(self, /)", iterators::iter), ("__next__", S, "(self, /)", iterators::next)];

const COUNT: &[Method] = &[("__repr__", S, "(self, /)", sequence::count_repr)];
const REPEAT: &[Method] = &[
    ("__repr__", S, "(self, /)", sequence::repeat_repr),
    ("__length_hint__", M, "(self, /)", sequence::repeat_length),
];
const CHAIN: &[Method] = &[sequence::FROM_ITERABLE, CLASS_GETITEM];
const TEE: &[Method] = &[("__copy__", M, "(self, /)", group::tee_copy)];

const fn of(
    ty: TypeId,
    methods: &'static [&'static [Method]],
    signature: &'static str,
    new: NativeFn,
) -> Contents {
    Contents { new: Some((signature, new)), ..contents(ty, methods, &[]) }
}

pub const FUNCTIONS: &[Function] = &[("tee", "(iterable, n=2, /)", group::tee)];

macro_rules! iterator_types {
    ($(($name:literal, $ty:ident, [$($more:ident)?], $signature:literal, $new:path),)*) => {
        pub const CONSTANTS: &[Constant] = &[
            $(($name, |py| Ok(py.filled_type(&of(types::$ty, &[ITERATOR $(, $more)?], $signature, $new)))),)*
            ("_grouper", |py| Ok(py.filled_type(&contents(types::GROUPER, &[ITERATOR], &[])))),
            ("_tee_dataobject", |py| Ok(py.type_object(types::TEE_LINK))),
        ];
    };
}

iterator_types! {
    ("count", COUNT, [COUNT], "(cls, start=0, step=1)", sequence::new_count),
    ("cycle", CYCLE, [], "(cls, iterable, /)", sequence::new_cycle),
    ("repeat", REPEAT, [REPEAT], "(cls, object, times=None)", sequence::new_repeat),
    ("accumulate", ACCUMULATE, [], "(cls, iterable, func=None, *, initial=None)", sequence::new_accumulate),
    ("batched", BATCHED, [], "(cls, iterable, n, *, strict=False)", sequence::new_batched),
    ("chain", CHAIN, [CHAIN], "(cls, /, *iterables)", sequence::new_chain),
    ("pairwise", PAIRWISE, [], "(cls, iterable, /)", sequence::new_pairwise),
    ("zip_longest", ZIP_LONGEST, [], "(cls, /, *iterables, fillvalue=None)", sequence::new_zip_longest),
    ("combinations", COMBINATIONS, [], "(cls, iterable, r)", combine::new_combinations),
    ("combinations_with_replacement", COMBINATIONS_WITH_REPLACEMENT, [], "(cls, iterable, r)", combine::new_with_replacement),
    ("permutations", PERMUTATIONS, [], "(cls, iterable, r=None)", combine::new_permutations),
    ("product", PRODUCT, [], "(cls, /, *iterables, repeat=1)", combine::new_product),
    ("compress", COMPRESS, [], "(cls, data, selectors)", select::new_compress),
    ("dropwhile", DROP_WHILE, [], "(cls, predicate, iterable, /)", select::new_drop_while),
    ("takewhile", TAKE_WHILE, [], "(cls, predicate, iterable, /)", select::new_take_while),
    ("filterfalse", FILTER_FALSE, [], "(cls, function, iterable, /)", select::new_filter_false),
    ("starmap", STAR_MAP, [], "(cls, function, iterable, /)", select::new_star_map),
    ("islice", ISLICE, [], "(cls, iterable, start, stop=None, step=None, /)", select::new_islice),
    ("groupby", GROUP_BY, [], "(cls, iterable, key=None)", group::new_group_by),
    ("_tee", TEE, [TEE], "(cls, iterable, /)", group::new_tee),
}

impl Py {
    /// The next of an iterator of this or another module; none if it is of another kind.
    pub fn module_next(&mut self, kind: Kind, iterator: Word) -> Option<PyResult<Option<Word>>> {
        if let Err(raised) = self.check_stack() {
            return Some(Err(raised));
        }
        Some(match kind {
            Kind::Count => sequence::count_next(self, iterator),
            Kind::Cycle => sequence::cycle_next(self, iterator),
            Kind::Repeat => sequence::repeat_next(self, iterator),
            Kind::Accumulate => sequence::accumulate_next(self, iterator),
            Kind::Batched => sequence::batched_next(self, iterator),
            Kind::Chain => sequence::chain_next(self, iterator),
            Kind::Pairwise => sequence::pairwise_next(self, iterator),
            Kind::ZipLongest => sequence::zip_longest_next(self, iterator),
            Kind::Combinations => combine::combinations_next(self, iterator, false),
            Kind::CombinationsWithReplacement => combine::combinations_next(self, iterator, true),
            Kind::Permutations => combine::permutations_next(self, iterator),
            Kind::Product => combine::product_next(self, iterator),
            Kind::Compress => select::compress_next(self, iterator),
            Kind::DropWhile => select::drop_while_next(self, iterator),
            Kind::TakeWhile => select::take_while_next(self, iterator),
            Kind::FilterFalse => select::filter_false_next(self, iterator),
            Kind::StarMap => select::star_map_next(self, iterator),
            Kind::Islice => select::islice_next(self, iterator),
            Kind::GroupBy => group::group_by_next(self, iterator),
            Kind::Grouper => group::grouper_next(self, iterator),
            Kind::Tee => group::tee_next(self, iterator),
            _ => return self.collections_next(kind, iterator),
        })
    }

    /// A count or size given by a program: a `Py_ssize_t`.
    pub(crate) fn size(&mut self, word: Word) -> PyResult<i64> {
        match self.try_index(word)? {
            Some(Some(size)) => Ok(size),
            Some(None) => {
                Err(self.error(types::OVERFLOW_ERROR, "Python int too large to convert to C ssize_t"))
            }
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(word));
                Err(self.type_error(&message))
            }
        }
    }
}
