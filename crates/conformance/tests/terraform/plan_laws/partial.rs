//! Laws of partial plans: what one calls known is what the plan with all answers has.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hcl2::functions::terraform::sensitive_mark;
use hcl2::plan::{Fixtures, Gap, GapReason, Inputs, Plan, ResourceInstance, plan};
use hcl2::terraform::table::{Language, Version};
use hcl2::terraform::{ModuleTree, ResourceKind};
use hcl2::value::Value;
use hcl2_conformance::plans::{Given, given};
use hcl2_testing::{check_law, fixed_cases};
use proptest::prelude::*;

use super::{Case, SHOWN, contradiction, files_of, values};

/// Returns whether an address is that of an instance which `[*]` stands for in another one.
fn is_one_of(pattern: &str, address: &str) -> bool {
    let mut rest = address;
    for (position, part) in pattern.split("[*]").enumerate() {
        if position > 0
            && let Some(key) = rest.strip_prefix('[')
        {
            rest = key.get(length_of_key(key)..).unwrap_or_default();
        }
        match rest.strip_prefix(part) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}

/// Returns a tree without the called modules that `keeps` does not keep, and inputs without such required variables and
/// without the answers of data sources.
fn without_answers(
    tree: &ModuleTree,
    whole: &Inputs,
    mut keeps: impl FnMut() -> bool,
) -> (ModuleTree, Inputs) {
    let mut partial = Inputs {
        is_partial: true,
        data: Fixtures::default(),
        ..whole.clone()
    };
    let is_required = |name: &str| {
        let variable = tree.module.variables.named(name);
        variable.is_some_and(|variable| variable.default.is_none())
    };
    partial.variables.retain(|name, _| !is_required(name) || keeps());
    let mut tree = tree.clone();
    tree.calls.retain(|_, _| keeps());
    (tree, partial)
}

/// Returns the partial plan in which the outputs of the modules that were not read are unknown values of the types that they have
/// in the `answered` plan, and sensitive.
fn with_secret_outputs(tree: &ModuleTree, inputs: &Inputs, answered: &Plan) -> Plan {
    let mut inputs = inputs.clone();
    for output in &answered.outputs {
        let Some((call, name)) = output
            .name
            .strip_prefix(SHOWN)
            .and_then(|rest| rest.split_once('_'))
        else {
            continue;
        };
        if !tree.calls.contains_key(call) {
            let value = output.after.unmark_deep().0;
            let unknown = Value::unknown(value.ty().clone()).with_mark(sensitive_mark());
            let address = format!("module.{call}.{name}");
            inputs
                .answers
                .set(&address, unknown)
                .expect("the address of an output");
        }
    }
    plan(tree, &inputs).value
}

/// Adds the paths where a known part of a value is sensitive in one plan and not in the other, and whether it is in the later one.
fn add_other_secrets(
    path: &str,
    (before, was_secret): (&Value, bool),
    (after, is_secret): (&Value, bool),
    found: &mut BTreeSet<(String, bool)>,
) {
    let ((before, marks), (after, others)) = (before.unmark(), after.unmark());
    let was_secret = was_secret || !marks.is_empty();
    let is_secret = is_secret || !others.is_empty();
    // A write-only attribute is null, and as sensitive as what it would be set to, which may be unknown.
    if !before.is_known() || before.is_null() {
        return;
    }
    let is_whole = before.ty().is_set();
    let parts = before
        .iter_elements()
        .zip(after.iter_elements())
        .filter(|_| !is_whole);
    let Some((own, others)) = parts.filter(|(own, _)| own.len() > 0) else {
        if was_secret != is_secret && before.is_wholly_known() {
            found.insert((path.to_owned(), is_secret));
        }
        return;
    };
    // Blocks from a set may be in another order, and fewer if unknown elements are equal.
    if own.len() != others.len() {
        return;
    }
    for ((key, own), (_, other)) in own.zip(others).filter(|((key, _), (other, _))| key == other) {
        let path = format!("{path}[{key:?}]");
        add_other_secrets(&path, (&own, was_secret), (&other, is_secret), found);
    }
}

/// Returns the paths where known parts of resources are sensitive in one plan and not in the other, and whether they are in the
/// later one.
fn other_secrets(before: &Plan, after: &Plan) -> BTreeSet<(String, bool)> {
    let mut found = BTreeSet::new();
    let others = by_address(after);
    for resource in &before.resources {
        if let Some(other) = others.get(&key_of(resource)) {
            let address = resource.address.to_string();
            let (own, later) = ((&resource.after, false), (&other.after, false));
            add_other_secrets(&address, own, later, &mut found);
        }
    }
    found
}

/// Returns what identifies a resource instance or an object of it.
fn key_of(resource: &ResourceInstance) -> (String, Option<String>) {
    (resource.address.to_string(), resource.deposed.clone())
}

fn by_address(plan: &Plan) -> BTreeMap<(String, Option<String>), &ResourceInstance> {
    let all = plan.resources.iter();
    all.map(|resource| (key_of(resource), resource)).collect()
}

/// Returns the address of an object without the keys of instances.
fn without_keys(address: &str) -> String {
    let mut text = String::new();
    let mut rest = address;
    while let Some((before, key)) = rest.split_once('[') {
        text += before;
        rest = key.get(length_of_key(key)..).unwrap_or_default();
    }
    text + rest
}

/// Returns the length of the key at the start of a string, with the bracket behind it. A quoted one may contain both.
fn length_of_key(key: &str) -> usize {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in key.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b']' if !is_quoted => return at + 1,
            _ => {}
        }
    }
    key.len()
}

#[test]
fn keys_with_quotes_and_brackets_are_left_out() {
    let address = r#"module.a["[\"7\",\"\"]"].module.b[0].c.d["x"]"#;
    assert_eq!(without_keys(address), "module.a.module.b.c.d");
}

/// Asserts that what a partial plan calls known is what the plan with all answers has: values and what is sensitive in them,
/// actions, the paths that replace, and instances. As the result of a conditional has the marks of both branches, answers may make
/// sensitive what is so in the plan with `secret` outputs of modules that were not read.
fn assert_answers_refine(partial: &Plan, secret: &Plan, whole: &Plan) -> Result<(), TestCaseError> {
    let after = values(whole);
    let deferred: Vec<(String, Value)> = partial
        .deferred
        .iter()
        .map(|resource| (resource.address.to_string(), resource.after.unmark_deep().0))
        .collect();
    for (address, value) in values(partial) {
        let Some(later) = after.get(&address) else {
            prop_assert!(false, "{address} is not planned with answers");
            break;
        };
        if let Some(problem) = contradiction(&address, &value, later) {
            prop_assert!(false, "{problem}");
        }
    }
    let is_listed = |address: &str| {
        let own = without_keys(address);
        let of = |gap: &str| own == gap || own.strip_prefix(gap).is_some_and(|rest| rest.starts_with('.'));
        partial.gaps.iter().any(|gap| of(&gap.address))
    };
    let own = values(partial);
    for (address, later) in &after {
        if own.contains_key(address) {
            continue;
        }
        let standing = deferred.iter().find(|(pattern, _)| is_one_of(pattern, address));
        match standing {
            Some((pattern, value)) => {
                if let Some(problem) = contradiction(pattern, value, later) {
                    prop_assert!(false, "{problem}");
                }
            }
            // What the plan leaves out, it lists.
            None => prop_assert!(is_listed(address), "{address} is missing: {:?}", partial.gaps),
        }
    }
    let possible = other_secrets(secret, whole);
    let is_wrong =
        |(path, is_secret): &(String, bool)| !is_secret || possible.contains(&(path.clone(), true));
    let wrong = other_secrets(partial, whole).into_iter().find(is_wrong);
    prop_assert!(wrong.is_none(), "{wrong:?} is sensitive in one plan only");
    let others = by_address(whole);
    for resource in &partial.resources {
        let address = resource.address.to_string();
        let Some(other) = others.get(&key_of(resource)) else {
            continue;
        };
        let is_open = |gap: &Gap| gap.reason == GapReason::UnknownAction && gap.address == address;
        if resource.address.kind == ResourceKind::Managed && !partial.gaps.iter().any(is_open) {
            let own = (resource.action, &resource.replace_paths);
            prop_assert_eq!(own, (other.action, &other.replace_paths), "{}", address);
        }
    }
    Ok(())
}

/// Asserts that the answers of a random module refine its plan without those that the bits of `taken` do not keep.
fn assert_answers_refine_random(seed: u64, taken: u32) -> Result<&'static str, TestCaseError> {
    let case = Case::with_open_counts(seed).showing_outputs();
    let Given { tree, inputs, .. } = case.given();
    let whole = Inputs {
        targets: Vec::new(),
        ..inputs
    };
    let answered = plan(&tree, &whole);
    if answered.has_errors() {
        return Ok("with errors");
    }
    let mut position = 0;
    let (rest, inputs) = without_answers(&tree, &whole, || {
        position += 1;
        taken >> (position % 32) & 1 == 1
    });
    let earlier = plan(&rest, &inputs);
    prop_assert!(!earlier.has_errors(), "{:?}", earlier.diagnostics);
    // As in Terraform, a loop in a template loses the mark of an unknown collection, so that answers may make anything sensitive.
    let files = files_of(case.path());
    let secret = match files.values().any(|text| text.contains("%{ for")) {
        true => Plan::default(),
        false => with_secret_outputs(&rest, &inputs, &answered.value),
    };
    assert_answers_refine(&earlier.value, &secret, &answered.value)?;
    Ok(match earlier.value.deferred.is_empty() {
        true => "refined",
        false => "deferred",
    })
}

#[test]
fn answers_refine_a_partial_plan() {
    let strategy = (0..1_000_000u64, any::<u32>());
    let parts = [("refined", 10), ("deferred", 2)];
    check_law(fixed_cases(80), &strategy, &parts, |(seed, taken)| {
        assert_answers_refine_random(seed, taken)
    });
}

/// Cases in which the law did not hold.
#[test]
fn answers_refine_partial_plans_that_they_contradicted() {
    for (seed, taken) in [
        (430_002, 946_871_744),
        (734_025, 38_574_944),
        (736_354, 1_358_397_184),
        (209_482, 172_327_232),
    ] {
        assert_answers_refine_random(seed, taken)
            .unwrap_or_else(|problem| panic!("{seed}, {taken}: {problem}"));
    }
}

#[test]
fn recorded_plans_refine_those_without_answers() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans");
    let entries = std::fs::read_dir(&directory).expect("the modules are there");
    // The others lack no answer.
    let is_open = |name: &String| {
        let text = std::fs::read_to_string(directory.join(name).join("main.tf"));
        text.is_ok_and(|text| {
            ["variable ", "data ", "module ", "terraform.workspace"]
                .iter()
                .any(|part| text.contains(part))
        })
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(is_open)
        .collect();
    names.sort();
    let (mut refined, mut problems) = (0, Vec::new());
    for name in &names {
        let provider = name.split('-').next().unwrap_or_default();
        let schemas = directory.join(provider).with_extension("json");
        let Given { tree, inputs, .. } = given(
            &directory.join(name),
            Some(&schemas),
            Version::newest(Language::Terraform),
        );
        // What a target needs is not known without the modules that it is in.
        let inputs = Inputs {
            targets: Vec::new(),
            ..inputs
        };
        let answered = plan(&tree, &inputs);
        if answered.has_errors() {
            continue;
        }
        // Without any answer, and without each of the first ones alone if there are several.
        let mut count = 0;
        for left_out in [None, Some(0), Some(1), Some(2)] {
            if left_out.is_some_and(|left_out| count < 2 || count <= left_out) {
                break;
            }
            let mut position = 0;
            let (rest, partial) = without_answers(&tree, &inputs, || {
                position += 1;
                left_out.is_some_and(|left_out| position - 1 != left_out)
            });
            count = position;
            let earlier = plan(&rest, &partial);
            if earlier.has_errors() {
                problems.push(format!("{name}: {:?}", earlier.diagnostics));
            }
            let refines = assert_answers_refine(&earlier.value, &earlier.value, &answered.value);
            problems.extend(refines.err().map(|problem| format!("{name}: {problem}")));
            refined += usize::from(!earlier.value.gaps.is_empty());
        }
    }
    assert_eq!(problems, [""; 0]);
    assert!(refined > 20, "{refined} plans lack answers");
}
