//! A decided answer holds whatever unknown values become.

use hcl2_policy::{Answer, Options, World, evaluate};
use proptest::prelude::*;

use crate::shared::{change, condition, valid, world};

/// The values of an attribute.
const VALUES: [&str; 4] = ["null", "0", "1", "2"];

/// The attributes of the two resources: their values, or unknown.
type Plan = [[Option<usize>; 3]; 2];

fn plan(values: &Plan) -> World {
    let changes: Vec<String> = ["acme_disk.d", "acme_tag.t"]
        .iter()
        .zip(values)
        .map(|(address, values)| {
            let (mut after, mut unknown) = (Vec::new(), Vec::new());
            for (name, value) in ["a", "b", "c"].iter().zip(values) {
                match value {
                    Some(value) => after.push(format!("\"{name}\": {}", VALUES[*value])),
                    None => unknown.push(format!("\"{name}\": true")),
                }
            }
            change(
                address,
                &format!("{{{}}}", after.join(", ")),
                &format!("{{{}}}", unknown.join(", ")),
            )
        })
        .collect();
    world(&format!("[{}]", changes.join(", ")))
}

/// Returns all plans in which each unknown value is some value.
fn flipped(values: &Plan) -> Vec<Plan> {
    let mut all = vec![*values];
    for resource in 0..2 {
        for attribute in 0..3 {
            if values[resource][attribute].is_none() {
                all = all
                    .into_iter()
                    .flat_map(|plan| {
                        (0..VALUES.len()).map(move |value| {
                            let mut plan = plan;
                            plan[resource][attribute] = Some(value);
                            plan
                        })
                    })
                    .collect();
            }
        }
    }
    all
}

fn number() -> impl Strategy<Value = String> {
    let attribute = prop_oneof![Just("a"), Just("b"), Just("c")];
    prop_oneof![
        attribute.clone().prop_map(|name| format!("attrs.{name}")),
        attribute
            .clone()
            .prop_map(|name| format!("core::try(attrs.{name} + 1, 0)")),
        attribute.clone().prop_map(|name| format!(
            "core::length([for t in core::getresources(\"acme_tag\", {{}}) : t if t.{name} == 1])"
        )),
        (attribute.clone(), attribute).prop_map(|(own, other)| {
            format!("core::length(core::getresources(\"acme_tag\", {{ {other} = attrs.{own} }}))")
        }),
        (0..3).prop_map(|number: i32| number.to_string()),
    ]
}

fn truth() -> impl Strategy<Value = String> {
    let comparison = (number(), prop_oneof![Just("=="), Just("!=")], number())
        .prop_map(|(left, operator, right)| format!("{left} {operator} {right}"));
    let counted = (number(), 0..3).prop_map(|(left, right)| format!("core::try({left} > {right}, false)"));
    let one = prop_oneof![comparison, counted];
    one.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left} && {right})")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left} || {right})")),
            inner.clone().prop_map(|inner| format!("!({inner})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(test, left, right)| format!("({test} ? {left} : {right})")),
        ]
    })
}

/// Returns the answer for `acme_disk.d`; a policy that does not apply holds.
fn answer(policy: &str, plan: &World) -> Answer {
    let found = evaluate(&[valid(policy)], plan, &Options::default()).value;
    found.first().map_or(Answer::Pass, |finding| finding.answer)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn decided_answers_survive_every_value(
        values in prop::array::uniform2(prop::array::uniform3(prop::option::weighted(0.6, 0..VALUES.len()))),
        text in truth(),
        filter in prop::option::of(truth()),
    ) {
        let filter = filter.map(|filter| format!("\n  filter = {filter}")).unwrap_or_default();
        let policy = condition(&text).replace("\"p\" {", &format!("\"p\" {{{filter}"));
        let decided = answer(&policy, &plan(&values));
        prop_assume!(flipped(&values).len() <= 256);
        if decided == Answer::Pass || decided == Answer::Fail {
            for flipped in flipped(&values) {
                prop_assert_eq!(answer(&policy, &plan(&flipped)), decided, "{} with {:?}", policy, flipped);
            }
        }
    }
}
