//! The parts of an evaluation of modules that checks, evaluations and plans share.
//!
//! Each of them decides for itself what it knows of the objects of a module; these parts decide what follows from that:
//! a [`Scope`] has their values for
//! expressions, [`Keys`] are the instances of an object with `count`, `for_each` or `enabled`, and a [`Verdict`] is the result of a
//! condition.

mod conditions;
mod expansion;
mod prevention;
mod scope;

pub(crate) use conditions::wrong_type;
pub use conditions::{HIDDEN_MESSAGE, Verdict, holds, message_text};
pub(crate) use expansion::problem as instances_problem;
pub use expansion::{InstanceVariable, Keys};
pub use prevention::prevention_problem;
pub use scope::{Scope, paths, run};
