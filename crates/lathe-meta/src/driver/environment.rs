//! Parameters from environment variables: what a front end starts with, before it looks at its own arguments.
//!
//! | variable | |
//! |---|---|
//! | `LATHE_JIT` | as for `--jit`: [`Params::set`] |
//! | `LATHE_LOG` | `LEVEL[,json=FILE][,file=FILE]`: [`Log::open`] |
//! | `LATHE_PERF` | `map`, `dump` or `map,dump`: [`Perf::open`] |

use super::params::Params;
use crate::log::Log;
use lathe_codegen::perf::Perf;
use std::env::{self, VarError};

impl Params {
    /// What is wrong is told with the name of the variable.
    pub fn from_environment() -> Result<Params, String> {
        let mut params = Params::default();
        if let Some(text) = variable("LATHE_LOG")? {
            params.log = Log::open(&text).map_err(|error| format!("LATHE_LOG: {error}"))?;
        }
        if let Some(text) = variable("LATHE_JIT")? {
            params.set(&text).map_err(|error| format!("LATHE_JIT: {error}"))?;
        }
        if let Some(text) = variable("LATHE_PERF")? {
            params.perf = Perf::open(&text).map_err(|error| format!("LATHE_PERF: {error}"))?;
        }
        Ok(params)
    }
}

fn variable(name: &str) -> Result<Option<String>, String> {
    match env::var(name) {
        Ok(text) => Ok(Some(text)),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(format!("{name}: not text")),
    }
}
