//! Tests of plans.

mod compare;
mod coverage;
mod errors;
mod growth;
mod inferred;
mod obeyed;
mod partial;
mod provenance;
mod requested;
mod state;
mod strict;
mod testing;
mod text;
mod unread;
