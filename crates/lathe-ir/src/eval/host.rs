//! What lies outside the trace: helpers, and the questions that some guards ask.

use super::heap::{Datum, Heap, Loc};
use crate::descriptors::{Descriptors, HelperId};

pub trait Host {
    /// Runs a helper. An error is the exception object that it raised.
    fn call(
        &mut self,
        heap: &mut Heap,
        descriptors: &Descriptors,
        helper: HelperId,
        args: &[Datum],
    ) -> Result<Option<Datum>, Loc>;

    /// Asked at each `guard_no_attention`.
    fn attention(&mut self) -> bool;

    /// Asked at each `guard_not_invalidated`.
    fn invalidated(&mut self) -> bool;

    /// Asked at each `guard_not_forced`.
    fn forced(&mut self) -> bool;
}

/// A host where nothing ever happens: every helper gives 0 or null.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn call(
        &mut self,
        _: &mut Heap,
        descriptors: &Descriptors,
        helper: HelperId,
        _: &[Datum],
    ) -> Result<Option<Datum>, Loc> {
        Ok(descriptors.helper(helper).result.map(Datum::zero))
    }

    fn attention(&mut self) -> bool {
        false
    }

    fn invalidated(&mut self) -> bool {
        false
    }

    fn forced(&mut self) -> bool {
        false
    }
}
