//! What Terraform would plan for a module, without Terraform, providers or credentials.
//!
//! [`plan`] evaluates a tree of modules as a graph, and returns a [`Plan`]: the instances of resources with their planned
//! values, outputs and checks. [`plan_to_json`] writes it as `terraform show -json` does.

mod answers;
mod assumed;
mod compare;
mod data;
mod engine;
mod gaps;
mod graph;
mod imports;
mod json;
mod limit;
mod model;
mod options;
mod prepared;
mod prior;
mod proposal;
mod provenance;
mod providers;
mod questions;
mod schema;
mod simulation;
mod stages;
mod state;
mod testing;
mod text;
mod unsupported;

pub use answers::Answers;
pub use compare::{Comparable, Difference, DifferenceKind, Uncertain, comparable, differences};
pub use engine::plan;
pub use gaps::{Gap, GapReason, LocatedGap, Place, gaps_to_json, gaps_to_text};
pub use json::plan_to_json;
pub use model::{
    Action, CheckStatus, CheckedInstance, CheckedObject, Importing, OutputChange, Plan, Reason,
    ResourceInstance,
};
pub use options::{Channel, Inputs};
#[doc(hidden)]
pub use proposal::filled as fill_computed;
pub use provenance::{Provenance, Step, StepOrigin, StepSource, provenance, provenances};
pub use questions::{Question, questions};
pub use state::{Fixtures, State, StateOutput};
pub use testing::{Coverage, GivenValue, RunResult, TestInputs, TestStatus, Tester};
#[doc(hidden)]
pub use text::shown as shown_value;
pub use text::{Counts, to_text};
