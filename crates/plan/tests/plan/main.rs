//! Tests of plans.

mod answers;
mod change_logs;
mod compare;
mod coverage;
mod errors;
mod growth;
mod inferred;
mod obeyed;
mod partial;
mod pending;
mod provenance;
mod requested;
mod scanners;
mod state;
mod strict;
mod support;
mod testing;
mod text;
mod unread;
