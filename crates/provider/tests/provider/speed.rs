//! Large sets take linear time.

use std::time::{Duration, Instant};

use hcl2_provider::testing::{Action, Harness};
use hcl2_provider::{Context, Problem, Provider, Resource, Schema};

#[derive(Schema, Clone)]
struct Rule {
    name: String,
    port: u16,
    #[schema(computed)]
    id: Option<String>,
}

#[derive(Schema, Clone)]
struct Firewall {
    #[schema(computed, stable)]
    id: Option<String>,
    #[schema(nested, set)]
    rules: Vec<Rule>,
    #[schema(block, set)]
    block: Vec<Rule>,
}

struct Firewalls;

impl Resource for Firewalls {
    type Model = Firewall;

    async fn create(&self, mut planned: Firewall, _: &mut Context) -> Result<Firewall, Problem> {
        planned.id = Some("one".to_owned());
        for rule in planned.rules.iter_mut().chain(&mut planned.block) {
            rule.id = Some(format!("rule-{}", rule.name));
        }
        Ok(planned)
    }

    async fn update(&self, _: Firewall, planned: Firewall, cx: &mut Context) -> Result<Firewall, Problem> {
        self.create(planned, cx).await
    }

    async fn delete(&self, _: Firewall, _: &mut Context) -> Result<(), Problem> {
        Ok(())
    }
}

fn rules(count: u16) -> Vec<Rule> {
    let rule = |index| Rule {
        name: format!("rule number {index}"),
        port: index,
        id: None,
    };
    (0..count).map(rule).collect()
}

/// Plans and applies a set of this many elements, and plans it again.
fn time(count: u16, block: bool) -> [Duration; 3] {
    let harness = Harness::new(Provider::new().resource("sample_firewall", Firewalls)).unwrap();
    let mut object = harness.object("sample_firewall").unwrap();
    let (rules, block) = if block {
        (Vec::new(), rules(count))
    } else {
        (rules(count), Vec::new())
    };
    let config = Firewall {
        id: None,
        rules,
        block,
    };
    let mut last = Instant::now();
    let mut lap = || {
        let now = Instant::now();
        now - std::mem::replace(&mut last, now)
    };
    assert_eq!(object.plan(&config).unwrap().action, Action::Create);
    let planned = lap();
    assert_eq!(object.apply(&config).unwrap(), Action::Create);
    let applied = lap();
    assert_eq!(object.plan(&config).unwrap().action, Action::Nothing);
    [planned, applied, lap()]
}

/// With `--nocapture`, it prints the figures.
#[test]
fn large_sets_take_linear_time() {
    for block in [false, true] {
        let few = time(400, block);
        let many = time(3251, block);
        println!("sets of 3,251 elements, planned, applied and planned again: {many:?}; of 400: {few:?}");
        // Eight times the elements, and not sixty-four times the time.
        let total = |laps: [Duration; 3]| laps.iter().sum::<Duration>();
        assert!(total(many) < total(few) * 24, "{many:?} after {few:?}");
    }
}
