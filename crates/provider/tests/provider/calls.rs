//! Lists, actions, generated configurations, private data of plans, and metadata of modules.

use std::sync::{Arc, Mutex};

use hcl2_provider::testing::{Harness, Listed};
use hcl2_provider::{
    Action, Change, Context, DataSource, Found, ListResource, Problem, Progress, Provider, Resource, Schema,
    Value,
};
use hcl2_value::Type;

/// A server.
#[derive(Schema, Clone, Debug, PartialEq)]
struct Server {
    #[schema(computed, stable)]
    address: Option<String>,
    #[schema(identity, requires_replace)]
    name: String,
    #[schema(default = 1)]
    cores: u32,
    #[schema(optional, computed)]
    zone: Option<String>,
    #[schema(deprecated)]
    size: Option<u32>,
    #[schema(write_only)]
    password: Option<String>,
    #[schema(block)]
    disk: Vec<Disk>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
struct Disk {
    size: u32,
    #[schema(computed)]
    device: Option<String>,
}

fn server(name: &str, cores: u32) -> Server {
    Server {
        address: Some(format!("{name}.example.com")),
        name: name.to_owned(),
        cores,
        zone: Some("a".to_owned()),
        size: Some(cores),
        password: None,
        disk: vec![Disk {
            size: 5,
            device: Some("sd0".to_owned()),
        }],
    }
}

/// Returns the configuration of a server.
fn config(name: &str, cores: u32) -> Server {
    Server {
        address: None,
        zone: None,
        disk: vec![Disk {
            size: 5,
            device: None,
        }],
        ..server(name, cores)
    }
}

/// The private data of a state, and of an earlier plan.
type Private = (Vec<u8>, Vec<u8>);

#[derive(Clone, Default)]
struct Servers {
    /// What each call of `plan` was given.
    plans: Arc<Mutex<Vec<Private>>>,
    /// What lists have looked at.
    seen: Arc<Mutex<u32>>,
}

impl Resource for Servers {
    type Model = Server;

    async fn validate(&self, config: Server) -> Result<(), Problem> {
        match (config.name.as_str(), config.cores) {
            ("single", 1) => Err(Problem::new("Too few cores", "It needs two.").at("cores")),
            _ => Ok(()),
        }
    }

    async fn plan(&self, _: &mut Change, context: &mut Context) -> Result<(), Problem> {
        let given = (context.private.clone(), context.planned_private.clone());
        let mut plans = self.plans.lock().unwrap();
        context.private = vec![u8::try_from(plans.len()).unwrap()];
        plans.push(given);
        Ok(())
    }

    async fn create(&self, planned: Server, _: &mut Context) -> Result<Server, Problem> {
        Ok(Server {
            password: None,
            ..server(&planned.name, planned.cores)
        })
    }

    async fn update(&self, _: Server, planned: Server, context: &mut Context) -> Result<Server, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, _: Server, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

#[derive(Schema)]
struct Filter {
    #[schema(validate = is_possible)]
    min_cores: Option<u32>,
    #[schema(default = 100)]
    max_cores: u32,
}

fn is_possible(cores: &u32) -> Result<(), &'static str> {
    if *cores > 64 {
        Err("No server has more than 64 cores.")
    } else {
        Ok(())
    }
}

fn filter(min_cores: u32) -> Filter {
    Filter {
        min_cores: Some(min_cores),
        max_cores: 100,
    }
}

impl ListResource for Servers {
    type Config = Filter;

    async fn list(&self, config: Filter, found: &mut Found, context: &mut Context) -> Result<(), Problem> {
        let min = config.min_cores.unwrap_or(0);
        if min == 13 {
            context.warn(Problem::new("Unlucky", "Another number would be luckier."));
        }
        for cores in min..=config.max_cores.min(64) {
            *self.seen.lock().unwrap() += 1;
            let name = format!("server-{cores}");
            match cores {
                7 => {
                    found
                        .identity("seven", &Value::object([("name", Value::from("server-7"))]))
                        .await?
                }
                33 => panic!("the list is too long"),
                50 => {
                    found
                        .identity("fifty", &Value::object([("name", Value::null(Type::STRING))]))
                        .await?
                }
                60 => return Err(Problem::new("Too many", "Ask for fewer.").at("min_cores")),
                _ => found.object(name.to_uppercase(), &server(&name, cores)).await?,
            }
        }
        Ok(())
    }
}

#[derive(Schema)]
struct Restart {
    server: String,
    #[schema(default = 2)]
    times: u32,
}

impl Action for Servers {
    type Config = Restart;

    async fn validate(&self, config: Restart) -> Result<(), Problem> {
        match config.server.as_str() {
            "" => Err(Problem::new("No server", "Name a server.").at("server")),
            _ => Ok(()),
        }
    }

    async fn plan(&self, config: Restart, _: &mut Context) -> Result<(), Problem> {
        match config.server.as_str() {
            "gone" => Err(Problem::new("Server not found", "It has been removed.")),
            _ => Ok(()),
        }
    }

    async fn invoke(&self, config: Restart, progress: &mut Progress, _: &mut Context) -> Result<(), Problem> {
        for time in 1..=config.times {
            progress.say(format!("{}: restart {time}", config.server)).await;
        }
        match config.server.as_str() {
            "broken" => Err(Problem::new("Server is broken", "It did not start again.").at("server")),
            "explosive" => panic!("boom"),
            _ => Ok(()),
        }
    }
}

fn harness(servers: &Servers) -> Harness {
    let provider = Provider::new()
        .resource("farm_server", servers.clone())
        .list_resource("farm_server", servers.clone())
        .action("farm_restart", servers.clone());
    Harness::new(provider).unwrap()
}

#[test]
fn a_list_finds_objects_with_their_identities() {
    let harness = harness(&Servers::default());
    let found = harness.list("farm_server", &filter(6), Some(2)).unwrap();
    let identity = |name: &str| Value::object([("name", Value::from(name))]);
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].name.as_str(), &found[0].identity),
        ("SERVER-6", &identity("server-6"))
    );
    let state = Server::from_value(found[0].state.as_ref().unwrap()).unwrap();
    assert_eq!(state, server("server-6", 6));
    let seven = Listed {
        name: "seven".to_owned(),
        identity: identity("server-7"),
        state: None,
    };
    assert_eq!(found[1], seven);
}

#[test]
fn a_list_stops_when_enough_is_found() {
    let servers = Servers::default();
    let harness = harness(&servers);
    assert_eq!(harness.list("farm_server", &filter(0), Some(3)).unwrap().len(), 3);
    // Those that wait to be taken, and no more.
    assert!(*servers.seen.lock().unwrap() <= 20);
}

#[test]
fn a_list_reports_problems_and_warnings() {
    let harness = harness(&Servers::default());
    let list = |min: u32| harness.list("farm_server", &filter(min), None);
    assert_eq!(
        list(65).unwrap_err().to_string(),
        ".min_cores: Invalid value: No server has more than 64 cores."
    );
    assert_eq!(
        list(60).unwrap_err().to_string(),
        ".min_cores: Too many: Ask for fewer."
    );
    assert!(
        list(33)
            .unwrap_err()
            .detail
            .ends_with("The panic says: the list is too long")
    );
    assert_eq!(
        list(50).unwrap_err().summary,
        "The provider returned an invalid identity"
    );
    // A warning is no object.
    let found = harness.list("farm_server", &filter(13), Some(20)).unwrap();
    assert_eq!(found.len(), 20);
    let unknown = harness.list("farm_field", &filter(1), None).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "Unknown list resource type: The provider has no list resource type named farm_field."
    );
}

#[test]
fn an_action_is_validated_planned_and_invoked() {
    let harness = harness(&Servers::default());
    let restart = |server: &str| {
        let config = Value::object([
            ("server", Value::from(server)),
            ("times", Value::null(Type::NUMBER)),
        ]);
        harness.invoke("farm_restart", &config)
    };
    assert_eq!(restart("a").unwrap(), ["a: restart 1", "a: restart 2"]);
    assert_eq!(
        restart("").unwrap_err().to_string(),
        ".server: No server: Name a server."
    );
    assert_eq!(restart("gone").unwrap_err().summary, "Server not found");
    assert_eq!(
        restart("broken").unwrap_err().to_string(),
        ".server: Server is broken: It did not start again."
    );
    assert_eq!(restart("explosive").unwrap_err().summary, "The provider panicked");
}

#[test]
fn a_configuration_is_validated_with_its_defaults() {
    let harness = harness(&Servers::default());
    let object = harness.object("farm_server").unwrap();
    let server = |cores: Value| Value::object([("name", Value::from("single")), ("cores", cores)]);
    let problem = object.validate(&server(Value::null(Type::NUMBER))).unwrap_err();
    assert_eq!(problem.to_string(), ".cores: Too few cores: It needs two.");
    object.validate(&server(Value::from(2))).unwrap();
}

#[test]
fn a_generated_configuration_leaves_out_what_the_provider_sets() {
    let harness = harness(&Servers::default());
    let mut object = harness.object("farm_server").unwrap();
    object.apply(&config("a", 1)).unwrap();
    let generated = object.generated().unwrap();
    let is_null = |name: &str| generated.get(name).unwrap().is_null();
    for (name, expected) in [
        ("address", true),
        ("name", false),
        // It is the default.
        ("cores", true),
        ("zone", false),
        ("size", true),
        ("password", true),
    ] {
        assert_eq!(is_null(name), expected, "{name}");
    }
    let disk = &generated.get("disk").unwrap().elements().unwrap()[0];
    assert_eq!(disk.get("size"), Some(&Value::from(5)));
    assert!(disk.get("device").unwrap().is_null());
    object.apply(&config("a", 3)).unwrap();
    assert_eq!(object.generated().unwrap().get("cores"), Some(&Value::from(3)));
}

#[test]
fn a_plan_before_an_apply_has_the_private_data_of_the_first_one() {
    let servers = Servers::default();
    let harness = harness(&servers);
    let mut object = harness.object("farm_server").unwrap();
    object.apply(&config("a", 1)).unwrap();
    object.apply(&config("a", 2)).unwrap();
    let expected: Vec<Private> = vec![
        (vec![], vec![]),
        (vec![], vec![0]),
        (vec![1], vec![]),
        (vec![1], vec![2]),
    ];
    assert_eq!(*servers.plans.lock().unwrap(), expected);
}

/// What a module says about itself.
#[derive(Schema)]
struct Meta {
    module: String,
    level: Option<u32>,
}

/// What it is created by.
#[derive(Schema)]
struct Signed {
    name: String,
    #[schema(computed)]
    by: Option<String>,
}

struct Signing;

fn module(context: &Context) -> Result<Option<String>, Problem> {
    Ok(context
        .meta::<Meta>()?
        .map(|meta| format!("{} {}", meta.module, meta.level.unwrap_or(0))))
}

impl Resource for Signing {
    type Model = Signed;

    async fn plan(&self, change: &mut Change, context: &mut Context) -> Result<(), Problem> {
        let by = module(context)?.map_or_else(|| Value::null(Type::STRING), Value::from);
        change.planned = hcl2_provider::with(&change.planned, [("by", by)]);
        Ok(())
    }

    async fn create(&self, planned: Signed, context: &mut Context) -> Result<Signed, Problem> {
        assert_eq!(planned.by, module(context)?);
        Ok(planned)
    }

    async fn update(&self, _: Signed, planned: Signed, context: &mut Context) -> Result<Signed, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, state: Signed, context: &mut Context) -> Result<(), Problem> {
        assert_eq!(state.by, module(context)?);
        Ok(())
    }

    async fn read(&self, mut state: Signed, context: &mut Context) -> Result<Option<Signed>, Problem> {
        state.by = module(context)?;
        Ok(Some(state))
    }
}

impl DataSource for Signing {
    type Model = Signed;

    async fn read(&self, mut config: Signed, context: &mut Context) -> Result<Signed, Problem> {
        config.by = module(context)?;
        Ok(config)
    }
}

#[test]
fn each_call_has_the_metadata_of_its_module() {
    let provider = || {
        Provider::new()
            .meta::<Meta>()
            .resource("farm_signed", Signing)
            .data_source("farm_signed", Signing)
    };
    let signed = Signed {
        name: "a".to_owned(),
        by: None,
    };
    let meta = Meta {
        module: "fields".to_owned(),
        level: Some(3),
    };
    for (harness, by) in [
        (Harness::new(provider()).unwrap(), None),
        (
            Harness::new(provider()).unwrap().with_meta(&meta).unwrap(),
            Some("fields 3"),
        ),
    ] {
        let mut object = harness.object("farm_signed").unwrap();
        object.apply(&signed).unwrap();
        assert_eq!(object.model::<Signed>().unwrap().by.as_deref(), by);
        assert!(!object.refresh().unwrap());
        let data = harness.read("farm_signed", &signed).unwrap();
        assert_eq!(data.get("by").unwrap().as_str(), by);
        object.destroy().unwrap();
    }
    let refused = Harness::new(Provider::new())
        .unwrap()
        .with_meta(&meta)
        .unwrap_err();
    assert_eq!(refused.summary, "No metadata");
}

#[test]
fn a_list_needs_a_resource_with_an_identity() {
    let provider = Provider::new().list_resource("farm_server", Servers::default());
    let problem = Harness::new(provider).unwrap().schemas().unwrap_err();
    assert_eq!(problem.summary, "List without identities");
    harness(&Servers::default()).schemas().unwrap();
}
