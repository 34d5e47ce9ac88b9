//! Schemas from structs.

use std::collections::BTreeMap;

use hcl2_provider::schema::{Nesting, Presence};
use hcl2_provider::testing::{Action, Harness};
use hcl2_provider::{Context, Knowable, Problem, Provider, Resource, Schema, Sensitive, Value};
use hcl2_value::Type;

/// A server.
///
/// It serves.
#[derive(Schema, Debug, PartialEq)]
#[hcl(rename_all = "snake_case")]
pub(crate) struct Server {
    #[schema(computed, stable)]
    id: Option<String>,
    /// Its name.
    #[schema(requires_replace, validate = not_empty)]
    name: String,
    #[schema(default = 80)]
    port: Knowable<u16>,
    /// Chosen by the provider, unless the configuration does.
    #[schema(computed, optional, stable)]
    region: Option<String>,
    password: Option<Sensitive<String>>,
    #[schema(write_only)]
    token: Option<String>,
    #[hcl(deprecated = "use `name`")]
    old_name: Option<String>,
    #[schema(set)]
    zones: Option<Vec<String>>,
    #[schema(nested)]
    limits: Option<Limits>,
    #[schema(nested)]
    users: BTreeMap<String, User>,
    /// Where it keeps data.
    #[schema(block, max = 3)]
    disk: Vec<Disk>,
    #[schema(block, set)]
    rule: Vec<User>,
    #[schema(block)]
    place: Option<User>,
}

#[derive(Schema, Debug, PartialEq)]
struct Limits {
    min: u32,
    #[schema(default = 10)]
    max: Option<u32>,
}

#[derive(Schema, Debug, PartialEq)]
struct User {
    name: String,
}

/// A disk.
#[derive(Schema, Debug, PartialEq)]
struct Disk {
    #[schema(requires_replace)]
    size: u64,
    #[schema(computed)]
    device: Option<String>,
}

#[expect(clippy::ptr_arg, reason = "a validator takes the type of the field")]
fn not_empty(name: &String) -> Result<(), &'static str> {
    if name.is_empty() {
        Err("Expected a name.")
    } else {
        Ok(())
    }
}

struct Servers;

impl Resource for Servers {
    type Model = Server;

    async fn create(&self, mut planned: Server, _: &mut Context) -> Result<Server, Problem> {
        assert_eq!(planned.token.as_deref().unwrap_or("secret"), "secret");
        planned.id = Some("server-1".to_owned());
        planned.region.get_or_insert_with(|| "north".to_owned());
        for (index, disk) in planned.disk.iter_mut().enumerate() {
            disk.device.get_or_insert_with(|| format!("sd{index}"));
        }
        Ok(planned)
    }

    async fn update(&self, _: Server, planned: Server, context: &mut Context) -> Result<Server, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, _: Server, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

pub(crate) fn server(name: &str) -> Server {
    Server {
        id: None,
        name: name.to_owned(),
        port: Knowable::Known(8080),
        region: None,
        password: None,
        token: None,
        old_name: None,
        zones: None,
        limits: None,
        users: BTreeMap::new(),
        disk: Vec::new(),
        rule: Vec::new(),
        place: None,
    }
}

fn harness() -> Harness {
    Harness::new(Provider::new().resource("sample_server", Servers)).unwrap()
}

#[test]
fn a_struct_has_a_schema_with_its_documentation() {
    let definition = Server::definition();
    let block = &definition.block;
    assert_eq!(block.description, "A server.\n\nIt serves.");
    let presence = |name: &str| block.attributes[name].presence;
    assert_eq!(presence("id"), Presence::Computed);
    assert_eq!(presence("name"), Presence::Required);
    assert_eq!(presence("port"), Presence::OptionalComputed);
    assert_eq!(presence("region"), Presence::OptionalComputed);
    assert_eq!(presence("password"), Presence::Optional);
    assert_eq!(block.attributes["name"].description, "Its name.");
    assert!(block.attributes["password"].sensitive);
    assert!(block.attributes["token"].write_only);
    assert!(block.attributes["old_name"].deprecated);
    assert_eq!(block.attributes["zones"].implied_type(), Type::set(Type::STRING));
    assert_eq!(
        block.attributes["users"].implied_type(),
        Type::map(Type::object([("name", Type::STRING)]))
    );
    let nested = |name: &str| {
        let nested = &block.blocks[name];
        (nested.nesting, nested.min_items, nested.max_items)
    };
    assert_eq!(nested("disk"), (Nesting::List, 0, 3));
    assert_eq!(nested("rule"), (Nesting::Set, 0, 0));
    assert_eq!(nested("place"), (Nesting::Single, 0, 0));
    assert_eq!(block.blocks["disk"].block.description, "Where it keeps data.");
    assert!(definition.rules["name"].requires_replace && definition.rules["id"].stable);
}

#[test]
fn defaults_and_unknown_values_are_planned() {
    let harness = harness();
    let object = harness.object("sample_server").unwrap();
    let mut config = server("a");
    config.limits = Some(Limits { min: 1, max: None });
    config.disk = vec![Disk {
        size: 5,
        device: None,
    }];
    let mut given = config.to_value().unwrap();
    given = hcl2_provider::with(&given, [("port", Value::null(Type::NUMBER))]);
    let planned = object.plan(&given).unwrap();
    assert_eq!(planned.action, Action::Create);
    assert_eq!(planned.state.get("port"), Some(&Value::from(80)));
    let limits = planned.state.get("limits").unwrap();
    assert_eq!(limits.get("max"), Some(&Value::from(10)));
    assert!(!planned.state.get("id").unwrap().is_known());
    let disk = &planned.state.get("disk").unwrap().elements().unwrap()[0];
    assert_eq!(disk.get("size"), Some(&Value::from(5)));
    assert!(!disk.get("device").unwrap().is_known());
}

#[test]
fn what_changes_decides_between_update_and_replacement() {
    let harness = harness();
    let mut object = harness.object("sample_server").unwrap();
    let mut config = server("a");
    config.disk = vec![Disk {
        size: 5,
        device: None,
    }];
    assert_eq!(object.apply(&config).unwrap(), Action::Create);
    assert_eq!(object.plan(&config).unwrap().action, Action::Nothing);
    assert_eq!(object.state().get("region"), Some(&Value::from("north")));
    config.region = Some("south".to_owned());
    assert_eq!(object.apply(&config).unwrap(), Action::Update);
    assert_eq!(object.state().get("region"), Some(&Value::from("south")));
    // Left out again, it stays as it is.
    config.region = None;
    assert_eq!(object.plan(&config).unwrap().action, Action::Nothing);
    config.port = Knowable::Known(81);
    let planned = object.plan(&config).unwrap();
    assert_eq!((planned.action, planned.replace.len()), (Action::Update, 0));
    // An identifier is stable, so it stays known.
    assert_eq!(planned.state.get("id"), Some(&Value::from("server-1")));
    assert_eq!(object.apply(&config).unwrap(), Action::Update);
    config.disk[0].size = 6;
    let planned = object.plan(&config).unwrap();
    let replace: Vec<String> = planned.replace.iter().map(ToString::to_string).collect();
    assert_eq!(
        (planned.action, replace),
        (Action::Replace, vec![".disk".to_owned()])
    );
    config.name = "b".to_owned();
    assert_eq!(object.apply(&config).unwrap(), Action::Replace);
    let state: Server = object.model().unwrap();
    assert_eq!(
        (state.name.as_str(), state.disk[0].device.as_deref()),
        ("b", Some("sd0"))
    );
}

#[test]
fn configurations_are_checked_against_the_types_and_the_validators() {
    let harness = harness();
    let object = harness.object("sample_server").unwrap();
    let problem = object.validate(&server("")).unwrap_err();
    assert_eq!(problem.to_string(), ".name: Invalid value: Expected a name.");
    let given = server("a").to_value().unwrap();
    let given = hcl2_provider::with(&given, [("port", Value::from(70_000)), ("name", Value::from(""))]);
    let problems = object.validate(&given).unwrap_err().into_all();
    let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            ".name: Invalid value: Expected a name.",
            ".port: Invalid value: Expected a whole number from 0 to 65535, found 70000.",
        ]
    );
    // What is unknown is checked once it is known.
    let given = hcl2_provider::with(
        &given,
        [
            ("port", Value::unknown(Type::NUMBER)),
            ("name", Value::unknown(Type::STRING)),
        ],
    );
    assert_eq!(object.validate(&given), Ok(()));
}

#[test]
fn write_only_values_reach_the_provider_and_no_state() {
    let harness = harness();
    let mut object = harness.object("sample_server").unwrap();
    let mut config = server("a");
    config.token = Some("secret".to_owned());
    config.password = Some(Sensitive::new("hunter2".to_owned()));
    object.apply(&config).unwrap();
    let state: Server = object.model().unwrap();
    assert_eq!(state.token, None);
    assert_eq!(state.password.unwrap().expose(), "hunter2");
    assert_eq!(object.plan(&config).unwrap().action, Action::Nothing);
}

#[test]
fn sets_have_no_order_and_no_duplicates() {
    let harness = harness();
    let mut object = harness.object("sample_server").unwrap();
    let user = |name: &str| User {
        name: name.to_owned(),
    };
    let mut config = server("a");
    config.zones = Some(["b", "a", "b"].map(str::to_owned).to_vec());
    config.rule = vec![user("y"), user("x")];
    config.users = BTreeMap::from([("k".to_owned(), user("u"))]);
    config.place = Some(user("p"));
    object.apply(&config).unwrap();
    let state: Server = object.model().unwrap();
    assert_eq!(state.zones, Some(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(state.rule.len(), 2);
    assert_eq!(
        (state.users["k"].name.as_str(), state.place),
        ("u", Some(user("p")))
    );
    config.zones = Some(["a", "b"].map(str::to_owned).to_vec());
    config.rule.reverse();
    assert_eq!(object.plan(&config).unwrap().action, Action::Nothing);
}
