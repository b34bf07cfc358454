//! Passes by name, one after the other.

use crate::dce::dce;
use crate::graph::Graph;
use crate::gvn::gvn;
use crate::licm::licm;
use crate::merge::merge;
use crate::peel::{PeelReport, Stage, peel};
use crate::verify::expect_valid;
use lathe_ir::Descriptors;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pass {
    /// The first stage of peeling alone.
    PeelPreLoop,
    Peel,
    Merge,
    Gvn,
    Licm,
    Dce,
}

impl Pass {
    pub const ALL: [Pass; 6] = [Pass::PeelPreLoop, Pass::Peel, Pass::Merge, Pass::Gvn, Pass::Licm, Pass::Dce];

    /// What a compiler runs, in this order.
    pub const STANDARD: [Pass; 5] = [Pass::Peel, Pass::Gvn, Pass::Licm, Pass::Dce, Pass::Merge];

    pub fn name(self) -> &'static str {
        match self {
            Pass::PeelPreLoop => "peel-pre-loop",
            Pass::Peel => "peel",
            Pass::Merge => "merge",
            Pass::Gvn => "gvn",
            Pass::Licm => "licm",
            Pass::Dce => "dce",
        }
    }

    pub fn from_name(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

/// What a pass has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Peel(PeelReport),
    /// How many blocks (`merge`) or instructions (the others) are gone or were moved.
    Count(usize),
}

impl Report {
    pub fn changes(&self) -> usize {
        match self {
            Report::Peel(report) => report.peeled.len(),
            Report::Count(count) => *count,
        }
    }
}

/// Runs one pass over a valid graph. Debug builds check that it is valid afterwards.
pub fn run_pass(descriptors: &Descriptors, graph: &mut Graph, pass: Pass) -> Report {
    let report = match pass {
        Pass::PeelPreLoop => Report::Peel(peel(descriptors, graph, Stage::PreLoop)),
        Pass::Peel => Report::Peel(peel(descriptors, graph, Stage::Whole)),
        Pass::Merge => Report::Count(merge(graph)),
        Pass::Gvn => Report::Count(gvn(descriptors, graph)),
        Pass::Licm => Report::Count(licm(descriptors, graph)),
        Pass::Dce => Report::Count(dce(descriptors, graph)),
    };
    if cfg!(debug_assertions) {
        expect_valid(descriptors, graph, pass.name());
    }
    report
}
