//! Scopes: which variable a name finds.

use hcl2_model::EvalContext;
use hcl2_value::Value;
use proptest::prelude::*;

fn scope(names: &[String]) -> EvalContext<'static> {
    let mut context = EvalContext::new();
    for (index, name) in names.iter().enumerate() {
        context.set_variable(name.as_str(), Value::from(index as i64));
    }
    context
}

/// Looks up a name in the innermost of some scopes, which are nested in `outer` and have variables with these names. The
/// values count from another hundred in each.
fn found_in(
    outer: Option<&EvalContext<'_>>,
    depth: usize,
    scopes: &[Vec<String>],
    name: &str,
) -> Option<Value> {
    let Some((names, inner)) = scopes.split_first() else {
        return outer?.variable(name).cloned();
    };
    let mut context = outer.map_or_else(EvalContext::new, EvalContext::child);
    for (index, name) in names.iter().enumerate() {
        context.set_variable(name.as_str(), Value::from(100 * depth + index));
    }
    found_in(Some(&context), depth + 1, inner, name)
}

#[test]
fn similar_names_are_distinguished() {
    let names = ["a1b2c", "a9b8c", "a9b8d", "a", "", "ab", "aé", "aè"].map(str::to_owned);
    let context = scope(&names);
    for (index, name) in names.iter().enumerate() {
        assert_eq!(context.variable(name), Some(&Value::from(index as i64)), "{name}");
    }
    for missing in ["a0b0c", "a1b2d", "b", "aê"] {
        assert_eq!(context.variable(missing), None, "{missing}");
    }
}

proptest! {
    #[test]
    fn a_name_finds_the_value_set_last(names in prop::collection::vec("([ab]{0,6}|a{3}[ab]{4,7})(aaaaaaaaaaa[ab]{0,2})?", 0..80)) {
        let context = scope(&names);
        let inner = context.child();
        for name in &names {
            let last = names.iter().rposition(|other| other == name).unwrap() as i64;
            prop_assert_eq!(context.variable(name), Some(&Value::from(last)));
            prop_assert_eq!(inner.variable(name), Some(&Value::from(last)));
            if !names.iter().any(|other| other.strip_suffix('a') == Some(name)) {
                prop_assert_eq!(context.variable(&format!("{name}a")), None);
            }
        }
        prop_assert_eq!(context.variable("c"), None);
        prop_assert!(context.variable_names().is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_innermost_scope_that_defines_a_name_counts(
        scopes in prop::collection::vec(prop::collection::vec("[ab]{1,4}(a{12})?", 0..40), 1..4),
        name in "[ab]{1,4}(a{12})?",
    ) {
        let expected = scopes.iter().enumerate().rev().find_map(|(depth, names)| {
            let index = names.iter().rposition(|other| *other == name)?;
            Some(Value::from(100 * depth + index))
        });
        prop_assert_eq!(found_in(None, 0, &scopes, &name), expected);
    }
}
