//! Identities of resources, and calls that wait for a later plan.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hcl2_provider::testing::{Action, Harness};
use hcl2_provider::{
    Change, Context, Deferral, Knowable, Problem, Provider, Resource, Schema, Source, Value,
};
use hcl2_value::Type;

/// A shelf in a hall.
#[derive(Schema, Clone)]
struct Shelf {
    #[schema(computed, stable, identity)]
    id: Option<String>,
    /// The hall that it stands in.
    #[schema(requires_replace, identity_optional)]
    hall: Option<String>,
    label: String,
}

#[derive(Clone, Default)]
struct Shelves(Arc<Mutex<BTreeMap<String, Shelf>>>);

impl Resource for Shelves {
    type Model = Shelf;

    async fn plan(&self, change: &mut Change, context: &mut Context) -> Result<(), Problem> {
        if change.config.get("label").is_some_and(|label| !label.is_known()) {
            context.defer(Deferral::ResourceConfig)?;
        }
        Ok(())
    }

    async fn create(&self, mut planned: Shelf, _: &mut Context) -> Result<Shelf, Problem> {
        let id = (planned.label != "nameless").then(|| format!("shelf-{}", planned.label));
        planned.id.clone_from(&id);
        self.0
            .lock()
            .unwrap()
            .insert(id.unwrap_or_default(), planned.clone());
        Ok(planned)
    }

    async fn update(&self, prior: Shelf, planned: Shelf, _: &mut Context) -> Result<Shelf, Problem> {
        self.0
            .lock()
            .unwrap()
            .insert(prior.id.unwrap_or_default(), planned.clone());
        Ok(planned)
    }

    async fn delete(&self, _: Shelf, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }

    async fn read(&self, state: Shelf, _: &mut Context) -> Result<Option<Shelf>, Problem> {
        Ok(self.0.lock().unwrap().get(&state.id.unwrap_or_default()).cloned())
    }

    async fn import_identity(&self, identity: Value, _: &mut Context) -> Result<Shelf, Problem> {
        Ok(Shelf {
            id: identity.get("id").and_then(Value::as_str).map(str::to_owned),
            hall: None,
            label: String::new(),
        })
    }

    async fn take_over(&self, source: Source<'_>, _: &mut Context) -> Result<Option<Shelf>, Problem> {
        assert!(source.identity.is_none());
        Ok(None)
    }
}

#[derive(Schema)]
struct Config {
    region: Option<String>,
}

fn shelf(hall: &str, label: &str) -> Shelf {
    Shelf {
        id: None,
        hall: Some(hall.to_owned()),
        label: label.to_owned(),
    }
}

fn provider(shelves: &Shelves) -> Provider {
    Provider::new()
        .configured(|_: Config| async { Ok(()) })
        .resource("store_shelf", shelves.clone())
}

fn identity(id: &str, hall: Option<&str>) -> Value {
    let hall = hall.map_or_else(|| Value::null(Type::STRING), Value::from);
    Value::object([("hall", hall), ("id", Value::from(id))])
}

#[test]
fn the_identity_follows_the_state() {
    let harness = Harness::new(provider(&Shelves::default())).unwrap();
    let mut object = harness.object("store_shelf").unwrap();
    assert_eq!(object.identity().unwrap(), None);
    object.apply(&shelf("north", "a")).unwrap();
    let first = identity("shelf-a", Some("north"));
    assert_eq!(object.identity().unwrap().unwrap(), first);
    assert_eq!(object.apply(&shelf("north", "b")).unwrap(), Action::Update);
    assert_eq!(object.identity().unwrap().unwrap(), first);
    assert_eq!(object.apply(&shelf("south", "b")).unwrap(), Action::Replace);
    assert_eq!(
        object.identity().unwrap().unwrap(),
        identity("shelf-b", Some("south"))
    );
    object.destroy().unwrap();
    assert_eq!(object.identity().unwrap(), None);
}

#[test]
fn an_object_is_imported_by_its_identity() {
    let shelves = Shelves::default();
    let harness = Harness::new(provider(&shelves)).unwrap();
    let mut object = harness.object("store_shelf").unwrap();
    object.apply(&shelf("north", "a")).unwrap();
    let mut imported = harness.object("store_shelf").unwrap();
    imported.import_identity(&identity("shelf-a", None)).unwrap();
    assert_eq!(imported.state(), object.state());
    // The identity is completed by what is read.
    assert_eq!(imported.identity().unwrap(), object.identity().unwrap());
    imported
        .upgrade_identity(0, r#"{"id":"shelf-a","floor":3}"#)
        .unwrap();
    assert_eq!(imported.identity().unwrap().unwrap(), identity("shelf-a", None));
}

#[test]
fn an_identity_that_changes_or_is_missing_is_a_problem() {
    let shelves = Shelves::default();
    let harness = Harness::new(provider(&shelves)).unwrap();
    let mut object = harness.object("store_shelf").unwrap();
    object.apply(&shelf("north", "a")).unwrap();
    shelves.0.lock().unwrap().get_mut("shelf-a").unwrap().hall = Some("moved".to_owned());
    let problem = object.refresh().unwrap_err();
    assert_eq!(problem.summary, "The provider returned an invalid identity");
    assert_eq!(problem.path.to_string(), ".hall");
    assert!(problem.detail.contains("must not change"), "{problem}");

    let mut nameless = harness.object("store_shelf").unwrap();
    let problem = nameless.apply(&shelf("north", "nameless")).unwrap_err();
    assert_eq!(
        (problem.path.to_string().as_str(), problem.more.len()),
        (".id", 0)
    );
    assert!(problem.detail.contains("its value is null"), "{problem}");
}

/// A resource whose identity is an object.
struct Crates;

#[derive(Schema)]
struct Crate {
    #[schema(identity)]
    place: BTreeMap<String, String>,
}

impl Resource for Crates {
    type Model = Crate;

    async fn create(&self, planned: Crate, _: &mut Context) -> Result<Crate, Problem> {
        Ok(planned)
    }

    async fn update(&self, _: Crate, planned: Crate, _: &mut Context) -> Result<Crate, Problem> {
        Ok(planned)
    }

    async fn delete(&self, _: Crate, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

#[test]
fn a_map_cannot_be_part_of_an_identity() {
    let harness = Harness::new(Provider::new().resource("store_crate", Crates)).unwrap();
    let problem = harness.identities().unwrap_err();
    assert_eq!(problem.summary, "Invalid attribute in an identity");
    assert!(problem.detail.contains("place of store_crate"), "{problem}");
    let harness = Harness::new(provider(&Shelves::default())).unwrap();
    assert_eq!(harness.identities().unwrap(), ["store_shelf"]);
}

#[test]
fn an_import_by_identity_defaults_to_an_import_by_its_only_string() {
    let harness = Harness::new(Provider::new().resource("store_crate", Crates)).unwrap();
    let mut object = harness.object("store_crate").unwrap();
    let place = Value::map(Type::STRING, [("hall", Value::from("north"))]).unwrap();
    let problem = object
        .import_identity(&Value::object([("place", place)]))
        .unwrap_err();
    assert_eq!(problem.summary, "Import by identity is not supported");
}

fn unknown_label() -> Value {
    Value::object([
        ("id", Value::null(Type::STRING)),
        ("hall", Value::from("north")),
        ("label", Value::unknown(Type::STRING)),
    ])
}

#[test]
fn a_plan_is_deferred_if_the_caller_allows_it() {
    let shelves = Shelves::default();
    let harness = Harness::new(provider(&shelves)).unwrap();
    let object = harness.object("store_shelf").unwrap();
    let problem = object.plan(&unknown_label()).unwrap_err();
    assert_eq!(problem.summary, "Object cannot be planned yet");
    let harness = Harness::new(provider(&shelves)).unwrap().allow_deferral();
    let object = harness.object("store_shelf").unwrap();
    let planned = object.plan(&unknown_label()).unwrap();
    assert_eq!(planned.deferred, Some(Deferral::ResourceConfig));
    assert_eq!(object.plan(&shelf("north", "a")).unwrap().deferred, None);
}

#[test]
fn an_unknown_configuration_of_the_provider_defers_all_calls() {
    let unknown = Value::object([("region", Value::unknown(Type::STRING))]);
    let shelves = Shelves::default();
    let harness = Harness::new(provider(&shelves)).unwrap();
    let error = harness.configure(&unknown).unwrap_err();
    assert_eq!(
        error.to_string(),
        ".region: Invalid value: Expected a string, found a value that is not known yet."
    );

    let harness = Harness::new(provider(&shelves)).unwrap().allow_deferral();
    harness.configure(&unknown).unwrap();
    let object = harness.object("store_shelf").unwrap();
    let planned = object.plan(&shelf("north", "a")).unwrap();
    assert_eq!(
        (planned.deferred, planned.action),
        (Some(Deferral::ProviderConfig), Action::Create)
    );
    assert_eq!(planned.state.get("label"), Some(&Value::from("a")));
    assert!(!planned.state.get("id").unwrap().is_known());
    let known = Config {
        region: Some("here".to_owned()),
    };
    harness.configure(&known).unwrap();
    assert_eq!(object.plan(&shelf("north", "a")).unwrap().deferred, None);
}

#[derive(Schema)]
struct Patient {
    region: Option<Knowable<String>>,
}

#[test]
fn a_model_that_holds_unknown_values_decides_itself() {
    let unknown = Value::object([("region", Value::unknown(Type::STRING))]);
    let provider = Provider::new()
        .configured(|config: Patient| async move {
            assert!(matches!(config.region, Some(Knowable::Unknown(_))));
            Ok(())
        })
        .resource("store_shelf", Shelves::default());
    let harness = Harness::new(provider).unwrap().allow_deferral();
    harness.configure(&unknown).unwrap();
    let object = harness.object("store_shelf").unwrap();
    assert_eq!(object.plan(&shelf("north", "a")).unwrap().deferred, None);
}
