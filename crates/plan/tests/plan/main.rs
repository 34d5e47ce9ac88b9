//! Tests of plans.

mod answers;
mod compare;
mod coverage;
mod errors;
mod growth;
mod inferred;
mod obeyed;
mod partial;
mod provenance;
mod requested;
mod scanners;
mod state;
mod strict;
mod support;
mod testing;
mod text;
mod unread;
