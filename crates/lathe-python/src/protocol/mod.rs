//! What every object can be asked for, in Rust: its type, attributes, calls, operators, iteration, text.
//!
//! These are the slow, complete ways, with all that user code can define. The interpreter has fast ways of its own for
//! what is common, and comes here otherwise.

pub mod attributes;
pub mod bases;
pub mod call;
pub mod classes_of_users;
pub mod compare;
pub mod exceptions;
pub mod instances;
pub mod items;
pub mod iterate;
pub mod lookup;
pub mod operators;
pub mod show;
pub mod type_of;
