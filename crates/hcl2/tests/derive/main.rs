//! Decoding by derived types, through the facade, from both syntaxes.

mod everything;
mod problems;
mod support;
mod written;
