//! A provider with every kind of object, in the process of the tests.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hcl2_provider::testing::Terraform;
use hcl2_provider::{
    Change, Context, DataSource, EphemeralResource, Opened, Problem, Provider, Resource, Retry, Schema,
    Sensitive, Server, Source, Value, decode,
};
use tokio::sync::Barrier;

use crate::bad::interrupt;

const SOURCE: &str = "registry.terraform.io/hcl2/shop";

/// A machine.
#[derive(Schema, Clone)]
struct Machine {
    #[schema(computed, stable)]
    id: Option<String>,
    /// What it is called.
    #[schema(requires_replace)]
    name: String,
    #[schema(default = 1)]
    speed: u32,
    #[schema(write_only)]
    password: Option<Sensitive<String>>,
    #[schema(computed)]
    login: Option<String>,
    #[schema(nested)]
    tags: Option<BTreeMap<String, Tag>>,
    #[schema(block)]
    part: Vec<Part>,
}

#[derive(Schema, Clone)]
struct Tag {
    text: String,
}

/// A part of a machine.
#[derive(Schema, Clone)]
struct Part {
    kind: String,
    #[schema(computed)]
    serial: Option<String>,
}

/// All machines, by identifier.
#[derive(Clone)]
struct Machines {
    all: Arc<Mutex<BTreeMap<String, Machine>>>,
    meeting: Arc<Barrier>,
}

impl Default for Machines {
    fn default() -> Self {
        Self {
            all: Arc::default(),
            meeting: Arc::new(Barrier::new(2)),
        }
    }
}

impl Machines {
    fn count(&self) -> usize {
        self.all.lock().unwrap().len()
    }

    fn keep(&self, mut machine: Machine) -> Machine {
        let mut all = self.all.lock().unwrap();
        let id = format!("machine-{}", machine.name);
        if let Some(password) = &machine.password {
            machine.login = Some(format!("{} of {} letters", machine.name, password.expose().len()));
        }
        for part in &mut machine.part {
            part.serial.get_or_insert_with(|| format!("{}-1", part.kind));
        }
        machine.id = Some(id.clone());
        all.insert(id, machine.clone());
        machine
    }
}

impl Resource for Machines {
    type Model = Machine;

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        if change.planned.get("name").and_then(Value::as_str) == Some("liar") {
            change.planned = hcl2_provider::with(&change.planned, [("speed", Value::from(77))]);
        }
        Ok(())
    }

    async fn create(&self, planned: Machine, context: &mut Context) -> Result<Machine, Problem> {
        match planned.name.as_str() {
            "panic" => panic!("the machine exploded"),
            "dead" => std::process::exit(3),
            "slow" => {
                std::fs::write("started", "").map_err(Problem::from)?;
                context.stopped().await;
                Err(Problem::new("Interrupted", "The machine was not created."))
            }
            "half" => {
                let machine = self.keep(planned);
                context.keep(&machine)?;
                Err(Problem::new("Machine not ready", "It did not start in time.").at("speed"))
            }
            "left" | "right" => {
                // Each waits for the other.
                self.meeting.wait().await;
                Ok(self.keep(planned))
            }
            "late" => {
                let mut attempts = 0;
                let retry = Retry {
                    pause: Duration::from_millis(1),
                    ..Retry::within(Duration::from_secs(5))
                };
                let attempt = || {
                    attempts += 1;
                    let is_ready = attempts == 4;
                    async move { Ok(is_ready.then_some(())) }
                };
                retry.until(context, attempt).await?;
                Ok(self.keep(planned))
            }
            "never" => {
                let retry = Retry {
                    pause: Duration::from_millis(1),
                    ..Retry::within(Duration::from_millis(20))
                };
                retry.until(context, || async { Ok(None::<()>) }).await?;
                Ok(self.keep(planned))
            }
            "wrong" => {
                let mut machine = self.keep(planned);
                machine.speed += 1;
                Ok(machine)
            }
            _ => Ok(self.keep(planned)),
        }
    }

    async fn update(
        &self,
        prior: Machine,
        mut planned: Machine,
        _: &mut Context,
    ) -> Result<Machine, Problem> {
        if planned.speed == 13 {
            return Err(Problem::new("Unlucky", "Choose another speed.").at("speed"));
        }
        planned.login = prior.login;
        Ok(self.keep(planned))
    }

    async fn delete(&self, state: Machine, _: &mut Context) -> Result<(), Problem> {
        self.all.lock().unwrap().remove(&state.id.unwrap_or_default());
        Ok(())
    }

    async fn read(&self, state: Machine, _: &mut Context) -> Result<Option<Machine>, Problem> {
        let id = state.id.unwrap_or_default();
        Ok(self.all.lock().unwrap().get(&id).cloned())
    }

    async fn import(&self, id: &str, _: &mut Context) -> Result<Machine, Problem> {
        let found = self.all.lock().unwrap().get(id).cloned();
        found.ok_or_else(|| Problem::new("Nothing to import", format!("There is no machine {id}.")))
    }

    async fn take_over(&self, source: Source<'_>, _: &mut Context) -> Result<Option<Machine>, Problem> {
        if source.resource_type != "shop_engine" {
            return Ok(None);
        }
        let state = source.state.decode_untyped()?;
        let id = state.get("id").and_then(Value::as_str).unwrap_or_default();
        Ok(self.all.lock().unwrap().get(id).cloned())
    }
}

/// An older type for machines.
struct Engines(Machines);

impl Resource for Engines {
    type Model = Machine;

    async fn create(&self, planned: Machine, _: &mut Context) -> Result<Machine, Problem> {
        Ok(self.0.keep(planned))
    }

    async fn update(&self, _: Machine, planned: Machine, _: &mut Context) -> Result<Machine, Problem> {
        Ok(self.0.keep(planned))
    }

    async fn delete(&self, state: Machine, context: &mut Context) -> Result<(), Problem> {
        self.0.delete(state, context).await
    }
}

#[derive(Schema)]
struct Secret {
    length: usize,
    #[schema(computed)]
    value: Option<Sensitive<String>>,
}

struct Secrets;

impl EphemeralResource for Secrets {
    type Model = Secret;

    async fn open(&self, mut config: Secret, _: &mut Context) -> Result<Opened<Secret>, Problem> {
        config.value = Some(Sensitive::new("s".repeat(config.length)));
        Ok(config.into())
    }
}

#[derive(Schema)]
struct Count {
    #[schema(computed)]
    machines: Option<usize>,
}

impl DataSource for Engines {
    type Model = Count;

    async fn read(&self, mut config: Count, _: &mut Context) -> Result<Count, Problem> {
        config.machines = Some(self.0.count());
        Ok(config)
    }
}

#[derive(Schema)]
struct Config {
    motto: Option<String>,
}

fn provider(machines: &Machines) -> Provider {
    Provider::new()
        .configured(|config: Config| async move {
            match config.motto.as_deref() {
                Some("") => Err(Problem::new("Empty motto", "Write a motto, or leave it out.").at("motto")),
                _ => Ok(()),
            }
        })
        .resource("shop_machine", machines.clone())
        .resource("shop_engine", Engines(machines.clone()))
        .data_source("shop_count", Engines(machines.clone()))
        .ephemeral_resource("shop_secret", Secrets)
        .function(decode::function("shout", |text: String| text.to_uppercase()))
}

fn terraform(machines: &Machines) -> Terraform {
    Terraform::attached("shop", SOURCE, provider(machines)).unwrap()
}

fn machine(name: &str, rest: &str) -> String {
    format!("resource \"shop_machine\" \"one\" {{\n  name = \"{name}\"\n  {rest}\n}}\n")
}

#[track_caller]
fn expect(text: &str, words: &[&str]) {
    for words in words {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
}

pub(crate) fn life() {
    let machines = Machines::default();
    let terraform = terraform(&machines);
    let parts = "part {\n    kind = \"wheel\"\n  }\n  tags = { a = { text = \"b\" } }";
    terraform.write(&machine("first", parts)).unwrap();
    let planned = terraform.succeeds(&["plan"]).unwrap();
    expect(
        &planned,
        &["Plan: 1 to add", "+ speed", "= 1", "serial = (known after apply)"],
    );
    terraform.apply().unwrap();
    let state = terraform.resource("shop_machine.one").unwrap();
    assert_eq!(state.get("id"), Some(&Value::from("machine-first")));
    let part = &state.get("part").unwrap().elements().unwrap()[0];
    assert_eq!(part.get("serial"), Some(&Value::from("wheel-1")));
    assert!(terraform.has_no_changes().unwrap());

    terraform
        .write(&machine("first", &format!("speed = 5\n  {parts}")))
        .unwrap();
    let applied = terraform.apply().unwrap();
    expect(&applied, &["0 added, 1 changed, 0 destroyed"]);
    terraform.write(&machine("second", "")).unwrap();
    let planned = terraform.succeeds(&["plan"]).unwrap();
    expect(&planned, &["must be replaced", "# forces replacement", "-> 1"]);
    expect(&terraform.apply().unwrap(), &["1 added, 0 changed, 1 destroyed"]);

    // Somebody else removes it.
    machines.all.lock().unwrap().clear();
    expect(&terraform.apply().unwrap(), &["1 added, 0 changed, 0 destroyed"]);
    terraform.destroy().unwrap();
    assert_eq!(machines.count(), 0);
}

pub(crate) fn parallel() {
    let machines = Machines::default();
    let terraform = terraform(&machines);
    let other = machine("right", "").replace("\"one\"", "\"two\"");
    terraform.write(&(machine("left", "") + &other)).unwrap();
    expect(&terraform.apply().unwrap(), &["2 added, 0 changed, 0 destroyed"]);
    terraform.write(&machine("late", "")).unwrap();
    terraform.apply().unwrap();
    terraform.write(&machine("never", "")).unwrap();
    let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    expect(&failed, &["Error: Timed out", "It was not ready within 20ms."]);
}

/// A resource without nested attributes, for version 5 of the protocol.
struct Bolts;

#[derive(Schema)]
struct Bolt {
    #[schema(computed, stable)]
    id: Option<String>,
    #[schema(requires_replace)]
    size: u32,
    #[schema(write_only)]
    secret: Option<String>,
    #[schema(computed)]
    letters: Option<usize>,
    #[schema(block, set)]
    part: Vec<Part>,
}

impl Resource for Bolts {
    type Model = Bolt;

    async fn create(&self, mut planned: Bolt, _: &mut Context) -> Result<Bolt, Problem> {
        planned.id = Some(format!("bolt-{}", planned.size));
        planned.letters = Some(planned.secret.as_ref().map_or(0, String::len));
        for part in &mut planned.part {
            part.serial = Some(format!("{}-5", part.kind));
        }
        Ok(planned)
    }

    async fn update(&self, _: Bolt, planned: Bolt, context: &mut Context) -> Result<Bolt, Problem> {
        self.create(planned, context).await
    }

    async fn delete(&self, _: Bolt, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

pub(crate) fn version_5() {
    let mut terraform = terraform(&Machines::default());
    let provider = Provider::new()
        .configured(|_: Config| async { Ok(()) })
        .resource("shop_bolt", Bolts)
        .function(decode::function("shout", |text: String| text.to_uppercase()));
    terraform
        .attach_to(Server::new(provider).only_version_5())
        .unwrap();
    let config = |size: u32| {
        format!(
            "provider \"shop\" {{\n  motto = \"m\"\n}}\nresource \"shop_bolt\" \"one\" {{\n  size = {size}\n  \
             secret = \"abc\"\n  part {{\n    kind = \"nut\"\n  }}\n}}\noutput \"o\" {{\n  value = provider::shop::shout(\"v\")\n}}\n"
        )
    };
    terraform.write(&config(1)).unwrap();
    terraform.apply().unwrap();
    let state = terraform.resource("shop_bolt.one").unwrap();
    assert_eq!(state.get("letters"), Some(&Value::from(3)));
    assert!(state.get("secret").unwrap().is_null());
    let part = &state.get("part").unwrap().elements().unwrap()[0];
    assert_eq!(part.get("serial"), Some(&Value::from("nut-5")));
    assert_eq!(terraform.output("o").unwrap(), Value::from("V"));
    assert!(terraform.has_no_changes().unwrap());
    terraform.write(&config(2)).unwrap();
    expect(&terraform.apply().unwrap(), &["1 added, 0 changed, 1 destroyed"]);
    terraform.destroy().unwrap();

    // Nested attributes are refused with advice.
    let provider = self::provider(&Machines::default());
    terraform
        .attach_to(Server::new(provider).only_version_5())
        .unwrap();
    terraform.write(&machine("a", "")).unwrap();
    let refused = terraform.fails(&["plan"]).unwrap();
    expect(
        &refused,
        &[
            "The attribute tags has nested attributes",
            "Make it a nested block, or serve version 6",
        ],
    );
}

pub(crate) fn imported_and_moved() {
    let machines = Machines::default();
    let terraform = terraform(&machines);
    terraform
        .write("resource \"shop_engine\" \"old\" {\n  name = \"x\"\n}\n")
        .unwrap();
    terraform.apply().unwrap();
    let moved = "moved {\n  from = shop_engine.old\n  to   = shop_machine.one\n}\n";
    terraform.write(&(machine("x", "") + moved)).unwrap();
    let applied = terraform.apply().unwrap();
    expect(&applied, &["0 added, 0 changed, 0 destroyed"]);
    assert_eq!(
        terraform.resource("shop_machine.one").unwrap().get("id"),
        Some(&Value::from("machine-x"))
    );
    let other = self::terraform(&machines);
    let import = "import {\n  to = shop_machine.one\n  id = \"machine-x\"\n}\n";
    other.write(&(machine("x", "") + import)).unwrap();
    expect(
        &other.apply().unwrap(),
        &["1 imported, 0 added, 0 changed, 0 destroyed"],
    );
    assert!(other.has_no_changes().unwrap());
    let missing = other.fails(&["import", "shop_machine.two", "machine-y"]).unwrap();
    assert!(missing.contains("shop_machine.two"), "{missing}");
}

pub(crate) fn values() {
    let machines = Machines::default();
    let terraform = terraform(&machines);
    let config = r#"
ephemeral "shop_secret" "one" {
  length = 7
}
resource "shop_machine" "one" {
  name     = lower(provider::shop::shout("abc"))
  password = ephemeral.shop_secret.one.value
}
data "shop_count" "all" {
  depends_on = [shop_machine.one]
}
output "login" {
  value = shop_machine.one.login
}
output "machines" {
  value = data.shop_count.all.machines
}
output "shouted" {
  value = provider::shop::shout("e\u0301")
}
"#;
    terraform.write(config).unwrap();
    terraform.apply().unwrap();
    assert_eq!(
        terraform.output("login").unwrap(),
        Value::from("abc of 7 letters")
    );
    assert_eq!(terraform.output("machines").unwrap(), Value::from(1));
    assert_eq!(terraform.output("shouted").unwrap(), Value::from("\u{c9}"));
    let state = std::fs::read_to_string(terraform.path("terraform.tfstate")).unwrap();
    assert!(!state.contains("sssssss"), "{state}");
    terraform
        .write("provider \"shop\" {\n  motto = \"\"\n}\ndata \"shop_count\" \"all\" {}\n")
        .unwrap();
    let refused = terraform.fails(&["plan"]).unwrap();
    expect(&refused, &["Error: Empty motto", "motto = \"\"", "Write a motto"]);
}

pub(crate) fn failures() {
    let machines = Machines::default();
    let terraform = terraform(&machines);
    terraform.write(&machine("panic", "")).unwrap();
    let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    expect(&failed, &["Error: The provider panicked", "the machine exploded"]);
    assert_eq!(machines.count(), 0);

    terraform.write(&machine("half", "")).unwrap();
    let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    expect(
        &failed,
        &["Error: Machine not ready", "It did not start in time."],
    );
    let planned = terraform.succeeds(&["plan"]).unwrap();
    expect(&planned, &["is tainted, so must be replaced"]);
    terraform.destroy().unwrap();

    terraform.write(&machine("good", "")).unwrap();
    terraform.apply().unwrap();
    terraform.write(&machine("good", "speed = 13")).unwrap();
    let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    expect(&failed, &["Error: Unlucky", "speed = 13"]);
    let state = terraform.resource("shop_machine.one").unwrap();
    assert_eq!(state.get("speed"), Some(&Value::from(1)));
    terraform.destroy().unwrap();
}

pub(crate) fn schemas() {
    let machines = Machines::default();
    crate::queries::same_schemas(&terraform(&machines), SOURCE, provider(&machines));
}

/// Serves the provider as Terraform asks.
pub(crate) fn serve() -> std::io::Result<()> {
    Server::new(provider(&Machines::default())).run(SOURCE)
}

/// Returns a directory in which Terraform starts this program as the provider.
fn started() -> Terraform {
    Terraform::overridden("shop", SOURCE, &std::env::current_exe().unwrap()).unwrap()
}

pub(crate) fn killed() {
    let terraform = started();
    let engine = "resource \"shop_engine\" \"kept\" {\n  name = \"kept\"\n}\n";
    terraform.write(engine).unwrap();
    terraform.apply().unwrap();
    terraform
        .write(&(machine("dead", "depends_on = [shop_engine.kept]") + engine))
        .unwrap();
    let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
    // Which of its two summaries Terraform shows depends on how far the call came.
    expect(&failed, &["Error: ", "ApplyResourceChange"]);
    let kept = terraform.resource("shop_engine.kept").unwrap();
    assert_eq!(kept.get("id"), Some(&Value::from("machine-kept")));
    let destroyed = terraform.resource("shop_machine.one").unwrap_err();
    assert_eq!(destroyed.command, "the state, for shop_machine.one");
}

/// An interrupt reaches the provider as a wish, and not as the end of its process.
pub(crate) fn interrupted() {
    let terraform = started();
    terraform.write(&machine("slow", "")).unwrap();
    let mut command = terraform.command(&["apply", "-auto-approve"]).unwrap();
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !terraform.path("started").exists() {
        assert!(begin.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(10));
    }
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    expect(
        &text,
        &[
            "Interrupt received",
            "Error: Interrupted",
            "The machine was not created.",
        ],
    );
    assert!(begin.elapsed() < Duration::from_secs(20));
}

pub(crate) fn inconsistent() {
    let machines = Machines::default();
    let mut terraform = terraform(&machines);
    let ours: [(&str, &[&str]); 2] = [
        (
            "liar",
            &[
                "Error: The provider planned an inconsistent value",
                "Plan the configured value, or the prior one",
            ],
        ),
        (
            "wrong",
            &[
                "Error: The provider returned an inconsistent result",
                "Return the planned value, or make it unknown in the plan",
            ],
        ),
    ];
    for (name, words) in ours {
        terraform.write(&machine(name, "speed = 2")).unwrap();
        let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
        expect(&failed, words);
        expect(&failed, &["with shop_machine.one", "speed = 2"]);
    }
    // Terraform finds the same, later, and does not say what to do.
    terraform.attach(provider(&machines).unchecked()).unwrap();
    for (name, words) in [
        ("liar", "produced invalid plan"),
        ("wrong", "produced inconsistent result"),
    ] {
        terraform.write(&machine(name, "speed = 2")).unwrap();
        let failed = terraform.fails(&["apply", "-auto-approve"]).unwrap();
        expect(&failed, &[words]);
    }
}
