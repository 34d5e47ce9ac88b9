//! The parts of an evaluation of modules that checks, evaluations and plans share.
//!
//! Each of them decides for itself what it knows of the objects of a module; these parts decide what follows from that:
//! [`Keys`] are the instances of an object with `count`, `for_each` or `enabled`.

mod expansion;
mod prevention;

pub(crate) use expansion::problem as instances_problem;
pub use expansion::{InstanceVariable, Keys};
pub use prevention::prevention_problem;
