//! A provider with a resource for each feature of the wire format.
//!
//! Its resources live in the memory of its process, until they are destroyed or the process ends.

mod address;
mod echo;
mod everything;
mod fleet;
mod note;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_provider::schema::Definition;
use hcl2_provider::{Problem, Provider};
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block};

pub use address::Address;
pub use everything::Everything;
pub use fleet::Fleet;
pub use note::Note;

/// The source address of the provider in `required_providers`.
pub const SOURCE: &str = "registry.terraform.io/hcl2/sample";

/// Creates the provider over a cloud.
#[must_use]
pub fn provider(cloud: &Arc<Cloud>) -> Provider {
    let schema = Block::new().attribute("region", Attribute::optional(Type::STRING));
    let configured = cloud.clone();
    Provider::new()
        .configured_by(Definition::from(schema), move |config: Value| {
            if let Some(region) = config.get("region").and_then(Value::as_str) {
                region.clone_into(&mut configured.lock().region);
            }
            std::future::ready(Ok(()))
        })
        .resource("sample_address", Address::new(cloud.clone()))
        .resource("sample_everything", Everything::new(cloud.clone()))
        .resource("sample_fleet", Fleet::new(cloud.clone()))
        .resource("sample_note", Note::new(cloud.clone()))
        .data_source("sample_echo", echo::Echo)
        .function(echo::echo())
        .function(echo::sum())
        .function(echo::type_of())
}

/// All objects, by identifier.
#[derive(Debug, Default)]
pub struct Cloud(Mutex<Inside>);

#[derive(Debug, Default)]
struct Inside {
    region: String,
    made: u64,
    objects: BTreeMap<String, Object>,
}

/// An object in a cloud.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its value.
    pub value: Value,
    /// The number of changes since its creation.
    pub changes: u64,
}

impl Cloud {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a new identifier.
    fn new_id(&self, kind: &str) -> String {
        let mut inside = self.lock();
        inside.made += 1;
        let region = if inside.region.is_empty() {
            "here"
        } else {
            &inside.region
        };
        format!("{kind}-{region}-{}", inside.made)
    }

    /// Returns the object with an identifier.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<Object> {
        self.lock().objects.get(id).cloned()
    }

    /// Replaces the value with an identifier, and returns the number of its changes.
    pub fn put(&self, id: &str, value: Value) -> u64 {
        let mut inside = self.lock();
        let changes = inside.objects.get(id).map_or(0, |object| object.changes + 1);
        inside.objects.insert(id.to_owned(), Object { value, changes });
        changes
    }

    /// Removes the object with an identifier.
    pub fn remove(&self, id: &str) {
        self.lock().objects.remove(id);
    }

    /// Returns the number of objects.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().objects.len()
    }
}

/// Returns the identifier in a value.
fn id_of(value: &Value) -> Result<&str, Problem> {
    let id = value.get("id").and_then(Value::as_str);
    id.ok_or_else(|| {
        Problem::new(
            "No identifier",
            "The state has no identifier; remove and import the resource.",
        )
    })
}
