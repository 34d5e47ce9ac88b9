//! Values that mean the same without being equal, and timeouts.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use hcl2_provider::testing::{Action, Harness};
use hcl2_provider::{Change, Context, Operation, Problem, Provider, Resource, Schema, Timeouts, Value, with};
use hcl2_value::Type;

/// A job whose provider writes its values in its own way.
#[derive(Schema, Clone, Debug, PartialEq)]
struct Job {
    #[schema(computed, stable)]
    id: Option<String>,
    every: Duration,
    pauses: Vec<Duration>,
    host: Option<IpAddr>,
    #[schema(same = same_words)]
    words: Option<String>,
    #[schema(nested)]
    steps: Vec<Step>,
    #[schema(nested)]
    named: BTreeMap<String, Step>,
    #[schema(block)]
    last: Option<Step>,
    #[schema(block)]
    timeouts: Option<Timeouts>,
}

#[derive(Schema, Clone, Debug, PartialEq)]
struct Step {
    takes: Duration,
    #[schema(computed)]
    number: Option<u32>,
}

#[expect(clippy::ptr_arg, reason = "it takes what the field has")]
fn same_words(a: &String, b: &String) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

struct Jobs;

impl Resource for Jobs {
    type Model = Job;

    async fn create(&self, mut planned: Job, context: &mut Context) -> Result<Job, Problem> {
        let limit = Timeouts::limit(
            planned.timeouts.as_ref(),
            Operation::Create,
            Duration::from_secs(60),
        );
        if planned.words.as_deref() == Some("slow") {
            limit
                .during(context, std::future::pending::<Result<(), Problem>>())
                .await?;
        }
        planned.id = Some(format!("{:?}", limit.time));
        planned.words = planned.words.map(|words| words.replace(' ', "  "));
        for step in planned
            .steps
            .iter_mut()
            .chain(planned.named.values_mut())
            .chain(&mut planned.last)
        {
            step.number = Some(1);
        }
        Ok(planned)
    }

    async fn update(&self, prior: Job, planned: Job, context: &mut Context) -> Result<Job, Problem> {
        let changed = self.create(planned, context).await?;
        Ok(Job {
            id: prior.id,
            ..changed
        })
    }

    async fn delete(&self, _: Job, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }

    /// What is read is written in another way, too.
    async fn read(&self, state: Job, _: &mut Context) -> Result<Option<Job>, Problem> {
        Ok(Some(state))
    }
}

fn text(text: &str) -> Value {
    Value::from(text)
}

fn config() -> Value {
    let step = |takes: &str| Value::object([("takes", text(takes))]);
    Value::object([
        ("every", text("60m")),
        ("pauses", Value::tuple([text("90s"), text("2m")])),
        ("host", text("0:0::1")),
        ("words", text("a b")),
        ("steps", Value::tuple([step("120s"), step("7")])),
        ("named", Value::object([("x", step("24h"))])),
        ("last", step("1000ms")),
        (
            "timeouts",
            Value::object([("create", text("90m")), ("delete", text("5m"))]),
        ),
    ])
}

fn harness() -> Harness {
    Harness::new(Provider::new().resource("work_job", Jobs)).unwrap()
}

#[test]
fn values_keep_the_spelling_of_the_configuration() {
    let harness = harness();
    let mut object = harness.object("work_job").unwrap();
    object.apply(&config()).unwrap();
    let state = object.state().clone();
    let get = |name: &str| state.get(name).unwrap().clone();
    assert_eq!(get("every"), text("60m"));
    assert_eq!(get("pauses").elements().unwrap(), [text("90s"), text("2m")]);
    assert_eq!(get("host"), text("0:0::1"));
    assert_eq!(get("words"), text("a b"));
    assert_eq!(
        get("steps").elements().unwrap()[0].get("takes"),
        Some(&text("120s"))
    );
    assert_eq!(get("named").get("x").unwrap().get("takes"), Some(&text("24h")));
    assert_eq!(get("last").get("takes"), Some(&text("1000ms")));
    assert_eq!(get("timeouts").get("create"), Some(&text("90m")));
    assert_eq!(get("id"), text("5400s"));
    assert!(!object.refresh().unwrap());
    assert_eq!(object.plan(&config()).unwrap().action, Action::Nothing);
}

#[test]
fn another_spelling_is_no_change() {
    let harness = harness();
    let mut object = harness.object("work_job").unwrap();
    object.apply(&config()).unwrap();
    let spelled = with(
        &config(),
        [
            ("every", text("1h")),
            ("words", text(" a\tb ")),
            ("host", text("::1")),
        ],
    );
    let planned = object.plan(&spelled).unwrap();
    assert_eq!(
        (planned.action, &planned.state),
        (Action::Nothing, object.state())
    );
    let other = with(&spelled, [("every", text("61m"))]);
    let planned = object.plan(&other).unwrap();
    assert_eq!(planned.action, Action::Update);
    assert_eq!(planned.state.get("every"), Some(&text("61m")));
    assert_eq!(planned.state.get("words"), Some(&text("a b")));
    object.apply(&other).unwrap();
    assert_eq!(object.state().get("every"), Some(&text("61m")));
}

#[test]
fn a_timeout_is_that_of_the_block_or_a_default() {
    let harness = harness();
    let mut object = harness.object("work_job").unwrap();
    let begin = Instant::now();
    let short = Value::object([("create", text("50ms"))]);
    let slow = with(&config(), [("words", text("slow")), ("timeouts", short)]);
    let problem = object.apply(&slow).unwrap_err();
    assert_eq!(problem.summary, "Timed out");
    assert_eq!(
        problem.detail,
        "The operation was not complete within 50ms. Set create in a block timeouts to allow more time."
    );
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert!(!object.exists());
    let without = with(&config(), [("timeouts", Value::null(Type::DYNAMIC))]);
    object.apply(&without).unwrap();
    assert_eq!(object.state().get("id"), Some(&text("60s")));
    let wrong = with(
        &config(),
        [("timeouts", Value::object([("create", text("soon"))]))],
    );
    let problem = object.validate(&wrong).unwrap_err();
    assert_eq!(problem.path.to_string(), ".timeouts.create");
}

/// A resource that plans values in its own spelling.
struct Replanned;

impl Resource for Replanned {
    type Model = Job;

    async fn plan(&self, change: &mut Change, _: &mut Context) -> Result<(), Problem> {
        change.planned = with(
            &change.planned,
            [("every", text("3600s")), ("words", text("a  b"))],
        );
        Ok(())
    }

    async fn create(&self, planned: Job, context: &mut Context) -> Result<Job, Problem> {
        Jobs.create(planned, context).await
    }

    async fn update(&self, prior: Job, planned: Job, context: &mut Context) -> Result<Job, Problem> {
        Jobs.update(prior, planned, context).await
    }

    async fn delete(&self, _: Job, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

#[test]
fn a_plan_by_the_provider_keeps_the_spelling() {
    let harness = Harness::new(Provider::new().resource("work_job", Replanned)).unwrap();
    let mut object = harness.object("work_job").unwrap();
    object.apply(&config()).unwrap();
    assert_eq!(object.state().get("every"), Some(&text("60m")));
    assert_eq!(object.plan(&config()).unwrap().action, Action::Nothing);
}
