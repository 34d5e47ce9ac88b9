//! A resource that records the changes that it plans.

use std::sync::{Arc, Mutex};

use hcl2_provider::schema::Definition;
use hcl2_provider::{Change, Context, Problem, Resource};
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

impl<R: Resource<Model = Value>> Resource for Watched<R> {
    type Model = Value;

    fn definition(&self) -> Definition {
        self.inner.definition()
    }

    async fn validate(&self, config: Value) -> Result<(), Problem> {
        self.inner.validate(config).await
    }

    async fn plan(&self, change: &mut Change, context: &mut Context) -> Result<(), Problem> {
        self.changes.0.lock().unwrap().push(change.clone());
        self.inner.plan(change, context).await
    }

    async fn create(&self, planned: Value, context: &mut Context) -> Result<Value, Problem> {
        self.inner.create(planned, context).await
    }

    async fn update(&self, prior: Value, planned: Value, context: &mut Context) -> Result<Value, Problem> {
        self.inner.update(prior, planned, context).await
    }

    async fn delete(&self, state: Value, context: &mut Context) -> Result<(), Problem> {
        self.inner.delete(state, context).await
    }

    async fn read(&self, state: Value, context: &mut Context) -> Result<Option<Value>, Problem> {
        self.inner.read(state, context).await
    }

    async fn import(&self, id: &str, context: &mut Context) -> Result<Value, Problem> {
        self.inner.import(id, context).await
    }

    async fn upgrade(&self, version: i64, stored: RawValue<'_>) -> Result<Value, Problem> {
        self.inner.upgrade(version, stored).await
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
