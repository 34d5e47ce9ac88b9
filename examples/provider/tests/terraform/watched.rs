//! A resource that records the changes that it plans.

use std::sync::{Arc, Mutex};

use hcl2_provider::{Change, Plan, Problem, Resource, State};
use hcl2_value::Value;
use hcl2_wire::json::RawValue;
use hcl2_wire::schema::Block;

/// The planned changes.
#[derive(Clone, Default)]
pub(crate) struct Changes(Arc<Mutex<Vec<Change>>>);

impl Changes {
    /// Takes the changes recorded so far.
    pub(crate) fn take(&self) -> Vec<Change> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// A resource that is watched.
pub(crate) struct Watched<R> {
    inner: R,
    changes: Changes,
}

impl<R: Resource> Watched<R> {
    pub(crate) fn new(inner: R, changes: &Changes) -> Self {
        let changes = changes.clone();
        Self { inner, changes }
    }
}

impl<R: Resource> Resource for Watched<R> {
    fn schema(&self) -> Block {
        self.inner.schema()
    }

    fn version(&self) -> i64 {
        self.inner.version()
    }

    fn validate(&self, config: &Value) -> Result<(), Problem> {
        self.inner.validate(config)
    }

    fn plan(&self, change: &Change) -> Result<Plan, Problem> {
        self.changes.0.lock().unwrap().push(change.clone());
        self.inner.plan(change)
    }

    fn create(&self, planned: &State) -> Result<State, Problem> {
        self.inner.create(planned)
    }

    fn update(&self, prior: &Value, planned: &State) -> Result<State, Problem> {
        self.inner.update(prior, planned)
    }

    fn delete(&self, prior: &State) -> Result<(), Problem> {
        self.inner.delete(prior)
    }

    fn read(&self, state: State) -> Result<Option<State>, Problem> {
        self.inner.read(state)
    }

    fn import(&self, id: &str) -> Result<State, Problem> {
        self.inner.import(id)
    }

    fn upgrade(&self, version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        self.inner.upgrade(version, stored)
    }
}

/// Requires that Terraform and the schema propose the same for each change.
pub(crate) fn expect_proposals(schema: &Block, changes: &[Change]) {
    assert!(!changes.is_empty());
    for change in changes {
        assert_eq!(
            schema.proposed_new(&change.prior, &change.config),
            change.proposed
        );
    }
}
