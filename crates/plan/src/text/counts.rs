//! The numbers of changes of plans.

use std::fmt::{self, Display, Formatter};
use std::ops::AddAssign;

use crate::model::{Action, Plan, ResourceInstance};

/// The numbers of instances that a plan, or several plans, change.
///
/// # Examples
///
/// ```
/// use hcl2_plan::{Counts, Plan};
///
/// let counts = Counts::of(&Plan::default());
/// assert_eq!(counts.to_string(), "0 to add, 0 to change, 0 to destroy");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The instances that are imported.
    pub imported: usize,
    /// The instances that are created, also to replace others.
    pub added: usize,
    /// The instances that change in place.
    pub changed: usize,
    /// The instances that are destroyed, also to be replaced.
    pub destroyed: usize,
    /// The objects of which it is not known how many instances they have.
    pub deferred: usize,
}

impl Counts {
    /// Counts the changes of a plan.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let count = |wanted: fn(&ResourceInstance) -> bool| {
            let listed = plan.resources.iter().filter(|resource| resource.is_listed());
            listed.filter(|resource| wanted(resource)).count()
        };
        Self {
            imported: count(|resource| resource.importing.is_some()),
            added: count(|resource| resource.action == Action::Create || resource.action.is_replace()),
            changed: count(|resource| resource.action == Action::Update),
            destroyed: count(|resource| resource.action.destroys()),
            deferred: plan.deferred.len(),
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.imported += other.imported;
        self.added += other.added;
        self.changed += other.changed;
        self.destroyed += other.destroyed;
        self.deferred += other.deferred;
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.imported > 0 {
            write!(f, "{} to import, ", self.imported)?;
        }
        let Self {
            added,
            changed,
            destroyed,
            ..
        } = self;
        write!(f, "{added} to add, {changed} to change, {destroyed} to destroy")?;
        match self.deferred {
            0 => Ok(()),
            count => write!(f, ", {count} whose instances are unknown"),
        }
    }
}
