//! stub

pub mod rules;
