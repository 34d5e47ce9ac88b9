//! Types of resources.

use std::fmt;
use std::sync::Arc;

use hcl2_value::{Path, PathStep, Value};
use hcl2_wire::json::RawValue;

use crate::schema::{Definition, Schema};
use crate::{Context, Problem};

/// A type of resource.
///
/// The model is the Rust type of its blocks and its state: a struct with `#[derive(Schema)]`, or [`Value`] for a schema
/// that is known at run time only. Only the three methods without a body must be written.
///
/// # Examples
///
/// ```
/// use hcl2_provider::{Context, Problem, Resource, Schema};
///
/// #[derive(Schema)]
/// struct Note {
///     /// What it is found by.
///     #[schema(computed, stable)]
///     id: Option<String>,
///     text: String,
/// }
///
/// struct Notes;
///
/// impl Resource for Notes {
///     type Model = Note;
///
///     async fn create(&self, mut planned: Note, _: &mut Context) -> Result<Note, Problem> {
///         planned.id = Some("note-1".to_owned());
///         Ok(planned)
///     }
///
///     async fn update(&self, _prior: Note, planned: Note, _: &mut Context) -> Result<Note, Problem> {
///         Ok(planned)
///     }
///
///     async fn delete(&self, _state: Note, _: &mut Context) -> Result<(), Problem> {
///         Ok(())
///     }
/// }
/// ```
pub trait Resource: Send + Sync + 'static {
    /// The Rust type of its blocks and its state.
    type Model: Schema;

    /// Returns the schema.
    fn definition(&self) -> Definition {
        Self::Model::definition()
    }

    /// Validates a configuration, beyond the validators of its attributes.
    ///
    /// It is called once the model can hold the configuration: fields for what may be unknown are `Knowable`. Absent
    /// attributes have their defaults.
    fn validate(&self, _config: Self::Model) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Adapts the plan of a new or changed object, which follows the rules of the schema already.
    fn plan(
        &self,
        _change: &mut Change,
        _context: &mut Context,
    ) -> impl Future<Output = Result<(), Problem>> + Send {
        async { Ok(()) }
    }

    /// Creates the planned object, and returns its state. Write-only attributes have the values of the configuration.
    fn create(
        &self,
        planned: Self::Model,
        context: &mut Context,
    ) -> impl Future<Output = Result<Self::Model, Problem>> + Send;

    /// Changes the object as planned, and returns its state.
    fn update(
        &self,
        prior: Self::Model,
        planned: Self::Model,
        context: &mut Context,
    ) -> impl Future<Output = Result<Self::Model, Problem>> + Send;

    /// Deletes the object.
    fn delete(
        &self,
        state: Self::Model,
        context: &mut Context,
    ) -> impl Future<Output = Result<(), Problem>> + Send;

    /// Reads the current state; `None` if the object no longer exists. By default, the state is what was stored.
    fn read(
        &self,
        state: Self::Model,
        _context: &mut Context,
    ) -> impl Future<Output = Result<Option<Self::Model>, Problem>> + Send {
        async { Ok(Some(state)) }
    }

    /// Finds the object with an identifier. Terraform reads it afterwards.
    fn import(
        &self,
        _id: &str,
        _context: &mut Context,
    ) -> impl Future<Output = Result<Self::Model, Problem>> + Send {
        async {
            Err(Problem::new(
                "Import is not supported",
                "Objects of this type cannot be imported.",
            ))
        }
    }

    /// Finds the object with an identity, whose optional attributes may be null. Terraform reads it afterwards.
    ///
    /// By default, this is an [import](Self::import) by the only attribute of the identity, if that is a string.
    fn import_identity(
        &self,
        identity: Value,
        context: &mut Context,
    ) -> impl Future<Output = Result<Self::Model, Problem>> + Send {
        async move {
            let fields = identity.fields().into_iter().flat_map(|fields| fields.iter());
            let mut values = fields.map(|(_, value)| value.as_str());
            let (Some(Some(id)), None) = (values.next(), values.next()) else {
                return Err(Problem::new(
                    "Import by identity is not supported",
                    "Objects of this type cannot be imported by their identity. Use the argument id.",
                ));
            };
            self.import(id, context).await
        }
    }

    /// Upgrades an identity that was stored by another version of its schema. By default, only attributes may have been
    /// added and removed.
    fn upgrade_identity(
        &self,
        _version: i64,
        stored: RawValue<'_>,
    ) -> impl Future<Output = Result<Value, Problem>> + Send {
        let shared = stored.decode_shared(&self.definition().identity_type());
        async { Ok(shared?) }
    }

    /// Upgrades state that was stored by another version of the schema. By default, only attributes may have been added
    /// and removed.
    fn upgrade(
        &self,
        _version: i64,
        stored: RawValue<'_>,
    ) -> impl Future<Output = Result<Value, Problem>> + Send {
        let shared = stored.decode_shared(&self.definition().ty());
        async { Ok(shared?) }
    }

    /// Takes over the state of another type of resource, for a `moved` block; `None` if it does not know the type.
    fn take_over(
        &self,
        _source: Source<'_>,
        _context: &mut Context,
    ) -> impl Future<Output = Result<Option<Self::Model>, Problem>> + Send {
        async { Ok(None) }
    }

    /// Returns a configuration that describes the object with a state, for `terraform plan -generate-config-out`. By default,
    /// it is the state without what only the provider sets, deprecated attributes, and defaults of the schema.
    fn generate(&self, state: Value) -> impl Future<Output = Result<Value, Problem>> + Send {
        let config = self.definition().config_of(&state);
        async { Ok(config?) }
    }
}

/// The state of another type of resource that is moved here.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The address of its provider.
    pub provider: &'a str,
    /// The type of resource.
    pub resource_type: &'a str,
    /// The version of its schema.
    pub version: i64,
    /// The state.
    pub state: RawValue<'a>,
    /// The identity, if it has one.
    pub identity: Option<RawValue<'a>>,
}

/// A change to plan.
#[derive(Clone)]
pub struct Change {
    /// The existing state; null if there is none.
    pub prior: Value,
    /// The configuration.
    pub config: Value,
    /// The state that Terraform proposes: values of the configuration, and existing values where the provider decides.
    pub proposed: Value,
    /// The state after the change: what is proposed, with the defaults of the schema, and with unknown values where the
    /// provider decides.
    pub planned: Value,
    /// The attributes whose change requires another object.
    pub replace: Vec<Path>,
    pub(crate) definition: Arc<Definition>,
}

impl fmt::Debug for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change")
            .field("prior", &self.prior)
            .field("config", &self.config)
            .field("proposed", &self.proposed)
            .field("planned", &self.planned)
            .field("replace", &self.replace)
            .finish_non_exhaustive()
    }
}

impl Change {
    /// Returns whether the object does not exist yet.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.prior.is_null()
    }

    /// Reads the planned state.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part does not fit the model: fields for what may be unknown must be `Knowable`.
    pub fn planned<M: Schema>(&self) -> Result<M, Problem> {
        M::from_value(&self.planned)
    }

    /// Reads the existing state; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part does not fit the model.
    pub fn prior<M: Schema>(&self) -> Result<Option<M>, Problem> {
        if self.prior.is_null() {
            return Ok(None);
        }
        M::from_value(&self.prior).map(Some)
    }

    /// Sets the planned state.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a part of the model is not a value of the schema.
    pub fn plan<M: Schema>(&mut self, planned: &M) -> Result<(), Problem> {
        self.planned = self.definition.block.coerce(&planned.to_value()?)?;
        Ok(())
    }

    /// Requires another object if an attribute of the existing one changes.
    pub fn replace_on_change(&mut self, attribute: &str) {
        if !self.prior.is_null() && self.prior.get(attribute) != self.planned.get(attribute) {
            let path = Path::from_iter([PathStep::Attribute(attribute.into())]);
            if !self.replace.contains(&path) {
                self.replace.push(path);
            }
        }
    }
}

/// Replaces the values of some attributes of an object.
///
/// # Examples
///
/// ```
/// use hcl2_provider::with;
/// use hcl2_value::Value;
///
/// let note = Value::object([("id", Value::from("n-1")), ("text", Value::from("a"))]);
/// let changed = with(&note, [("text", Value::from("b"))]);
/// assert_eq!(changed.get("text"), Some(&Value::from("b")));
/// ```
#[must_use]
pub fn with<const N: usize>(object: &Value, attributes: [(&str, Value); N]) -> Value {
    let Some(fields) = object.fields() else {
        return object.clone();
    };
    let changed = |name: &str| attributes.iter().find(|(changed, _)| *changed == name);
    Value::object(fields.iter().map(|(name, value)| {
        let value = changed(name).map_or(value, |(_, value)| value);
        (name.clone(), value.clone())
    }))
}
