//! Identities of resources, which Terraform stores since 1.12.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hcl2_provider::testing::Terraform;
use hcl2_provider::{Context, Problem, Provider, Resource, Schema, Server, Value};

const SOURCE: &str = "registry.terraform.io/hcl2/store";

/// A shelf in a hall.
#[derive(Schema, Clone)]
struct Shelf {
    #[schema(computed, stable, identity)]
    id: Option<String>,
    /// The hall that it stands in.
    #[schema(requires_replace, identity_optional)]
    hall: String,
    label: String,
}

#[derive(Clone, Default)]
struct Shelves(Arc<Mutex<BTreeMap<String, Shelf>>>);

impl Resource for Shelves {
    type Model = Shelf;

    async fn create(&self, mut planned: Shelf, _: &mut Context) -> Result<Shelf, Problem> {
        let id = format!("shelf-{}", planned.label);
        planned.id = Some(id.clone());
        self.0.lock().unwrap().insert(id, planned.clone());
        Ok(planned)
    }

    async fn update(&self, prior: Shelf, planned: Shelf, _: &mut Context) -> Result<Shelf, Problem> {
        let id = prior.id.unwrap_or_default();
        self.0.lock().unwrap().insert(id, planned.clone());
        Ok(planned)
    }

    async fn delete(&self, state: Shelf, _: &mut Context) -> Result<(), Problem> {
        self.0.lock().unwrap().remove(&state.id.unwrap_or_default());
        Ok(())
    }

    async fn read(&self, state: Shelf, _: &mut Context) -> Result<Option<Shelf>, Problem> {
        Ok(self.0.lock().unwrap().get(&state.id.unwrap_or_default()).cloned())
    }

    async fn import_identity(&self, identity: Value, _: &mut Context) -> Result<Shelf, Problem> {
        let id = identity.get("id").and_then(Value::as_str).unwrap_or_default();
        let found = self.0.lock().unwrap().get(id).cloned();
        found.ok_or_else(|| Problem::new("Shelf not found", "No shelf has this identifier.").at("id"))
    }
}

fn shelf(hall: &str, label: &str) -> String {
    format!("resource \"store_shelf\" \"one\" {{\n  hall  = \"{hall}\"\n  label = \"{label}\"\n}}\n")
}

fn identity(terraform: &Terraform) -> Option<Value> {
    let text = std::fs::read(terraform.path("terraform.tfstate")).unwrap();
    let state = hcl2_wire::json::RawValue::new(&text).decode_untyped().unwrap();
    let first = |value: &Value, name: &str| value.get(name)?.elements()?.first().cloned();
    let instance = first(&first(&state, "resources")?, "instances")?;
    instance.get("identity").cloned()
}

fn of(id: &str, hall: &str) -> Option<Value> {
    Some(Value::object([
        ("hall", Value::from(hall)),
        ("id", Value::from(id)),
    ]))
}

#[track_caller]
fn expect(text: &str, words: &str) {
    assert!(text.contains(words), "no {words:?} in {text}");
}

/// Stores the identity through the life of an object, and finds the object by it.
pub(crate) fn imported_by_identity() {
    for only_version_5 in [false, true] {
        let shelves = Shelves::default();
        let attached = || {
            let provider = Provider::new().resource("store_shelf", shelves.clone());
            let mut terraform = Terraform::attached("store", SOURCE, Provider::new()).unwrap();
            let server = Server::new(provider);
            let server = if only_version_5 {
                server.only_version_5()
            } else {
                server
            };
            terraform.attach_to(server).unwrap();
            terraform
        };
        let terraform = attached();
        terraform.write(&shelf("north", "a")).unwrap();
        terraform.apply().unwrap();
        assert_eq!(identity(&terraform), of("shelf-a", "north"));
        terraform.write(&shelf("north", "b")).unwrap();
        expect(&terraform.apply().unwrap(), "0 added, 1 changed, 0 destroyed");
        assert_eq!(identity(&terraform), of("shelf-a", "north"));

        let other = attached();
        let import = |id: &str| {
            let import =
                format!("import {{\n  to = store_shelf.one\n  identity = {{\n    id = \"{id}\"\n  }}\n}}\n");
            shelf("north", "b") + &import
        };
        other.write(&import("shelf-x")).unwrap();
        expect(&other.fails(&["plan"]).unwrap(), "Error: Shelf not found");
        other.write(&import("shelf-a")).unwrap();
        expect(
            &other.apply().unwrap(),
            "1 imported, 0 added, 0 changed, 0 destroyed",
        );
        assert_eq!(identity(&other), of("shelf-a", "north"));
        assert!(other.has_no_changes().unwrap());

        terraform.write(&shelf("south", "c")).unwrap();
        expect(&terraform.apply().unwrap(), "1 added, 0 changed, 1 destroyed");
        assert_eq!(identity(&terraform), of("shelf-c", "south"));
        terraform.destroy().unwrap();
    }
}
