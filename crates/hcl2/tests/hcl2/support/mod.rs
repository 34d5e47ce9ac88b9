//! What the tests of the facade share.

pub(crate) mod checks;
