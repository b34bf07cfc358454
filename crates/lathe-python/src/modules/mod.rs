//! Modules written in Rust, one file each.

pub mod builtins;
