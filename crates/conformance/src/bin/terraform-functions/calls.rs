//! The calls to compare, combined from lists of expressions for each parameter.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

const LISTS: &[&str] = &[
    include_str!("../../../data/terraform-calls.toml"),
    include_str!("../../../data/terraform-calls-collections.toml"),
    include_str!("../../../data/terraform-calls-encodings.toml"),
    include_str!("../../../data/terraform-calls-numbers.toml"),
];

/// The most calls of one function that are combined from the lists of its parameters.
const MAX_CALLS: usize = 120;

/// The arguments that every function with one parameter is called with.
const ANYTHING: &[&str] = &[
    "null",
    "tostring(null)",
    "tonumber(null)",
    "tobool(null)",
    "tolist(null)",
    "[1, \"a\"]",
    "toset([\"a\"])",
    "tolist([\"a\", \"b\"])",
    "tomap({a = 1})",
    "{a = {}}",
    "[[]]",
    "[null]",
    "\"x y\"",
    "\"12\"",
    "\"\\n\"",
    "\"\u{e9}\"",
    "0.5",
    "-1",
    "1e3",
    "false",
    "sensitive(\"a\")",
    "sensitive(1)",
    "[sensitive(\"a\")]",
    "\"hello.txt\"",
    "\"./dir/../dir/a.txt\"",
    "\"t.tftpl\"",
    "\"dir/sub/c.md\"",
    "\"dir/none\"",
    "\"hello.txt/\"",
];

/// The parts of a function's calls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recipe {
    /// Expressions for each parameter.
    #[serde(default)]
    pools: Vec<Vec<String>>,
    /// Whether the last list is for all further arguments.
    #[serde(default)]
    variadic: bool,
    /// Whole expressions.
    #[serde(default)]
    extra: Vec<String>,
    /// An expression in which `{0}` and `{1}` stand for the operands, instead of a call of a function.
    form: Option<String>,
    /// An expression in which `{}` stands for the call, for results that cannot be compared themselves.
    wrap: Option<String>,
    /// Whole expressions that differ in one place.
    #[serde(default)]
    sweeps: Vec<Sweep>,
}

/// Expressions that differ in one place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweep {
    /// The expression, in which `{}` stands for that place.
    expression: String,
    /// The replacements for that place.
    over: Vec<String>,
}

impl Sweep {
    fn expressions(&self) -> impl Iterator<Item = String> {
        self.over.iter().map(|part| self.expression.replace("{}", part))
    }
}

/// Returns all expressions to compare, by function.
pub(crate) fn all() -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut calls = BTreeMap::new();
    for list in LISTS {
        let recipes: BTreeMap<String, Recipe> = toml::from_str(list).map_err(|error| error.to_string())?;
        for (name, recipe) in recipes {
            let expressions = recipe.expressions(&name);
            calls.insert(name, expressions);
        }
    }
    Ok(calls)
}

impl Recipe {
    fn expressions(&self, name: &str) -> Vec<String> {
        let pools: Vec<&[String]> = self.pools.iter().map(Vec::as_slice).collect();
        let mut arguments: Vec<Vec<&str>> = Vec::new();
        match pools.split_last() {
            Some((last, fixed)) if self.variadic => {
                arguments.extend(combinations(fixed));
                for further in 1..=2 {
                    let row: Vec<&[String]> = fixed
                        .iter()
                        .copied()
                        .chain(std::iter::repeat_n(*last, further))
                        .collect();
                    arguments.extend(combinations(&row));
                }
            }
            _ => arguments.extend(combinations(&pools)),
        }
        if self.form.is_none() && !self.pools.is_empty() {
            if let [_] = pools.as_slice() {
                arguments.extend(ANYTHING.iter().map(|any| vec![*any]));
            }
            arguments.extend(self.irregular());
        }
        let calls = arguments.iter().map(|row| match &self.form {
            Some(form) => row
                .iter()
                .enumerate()
                .fold(form.clone(), |text, (index, operand)| {
                    text.replace(&format!("{{{index}}}"), operand)
                }),
            None => format!("{name}({})", row.join(", ")),
        });
        let calls = calls.map(|call| match &self.wrap {
            Some(wrap) => wrap.replace("{}", &call),
            None => call,
        });
        let mut seen = BTreeSet::new();
        calls
            .chain(self.extra.iter().cloned())
            .chain(self.sweeps.iter().flat_map(Sweep::expressions))
            .filter(|call| seen.insert(call.clone()))
            .collect()
    }

    /// Returns calls with null in each place, with too few arguments, and with too many.
    fn irregular(&self) -> Vec<Vec<&str>> {
        let usual: Vec<&str> = self
            .pools
            .iter()
            .filter_map(|pool| pool.first().map(String::as_str))
            .collect();
        let mut rows: Vec<Vec<&str>> = (0..usual.len())
            .map(|index| {
                let mut row = usual.clone();
                row[index] = "null";
                row
            })
            .collect();
        rows.push(usual[..usual.len() - 1].to_vec());
        rows.push(usual.iter().copied().chain(["\"x\""]).collect());
        rows
    }
}

/// Returns rows with one expression of each list: all of them, or a selection with every expression at least once.
fn combinations<'a>(pools: &[&'a [String]]) -> Vec<Vec<&'a str>> {
    if pools.is_empty() {
        return Vec::new();
    }
    let total: usize = pools.iter().map(|pool| pool.len()).product();
    let row = |mut number: usize| {
        let mut row: Vec<&str> = Vec::with_capacity(pools.len());
        for pool in pools.iter().rev() {
            row.push(&pool[number % pool.len()]);
            number /= pool.len();
        }
        row.reverse();
        row
    };
    if total <= MAX_CALLS {
        return (0..total).map(row).collect();
    }
    let longest = pools.iter().map(|pool| pool.len()).max().unwrap_or(0);
    let diagonal = (0..longest).map(|number| {
        pools
            .iter()
            .enumerate()
            .map(|(column, pool)| pool[(number + column * (number / pool.len())) % pool.len()].as_str())
            .collect()
    });
    let step = total / (MAX_CALLS - longest.min(MAX_CALLS / 2)) + 1;
    let spread = (0..total).step_by(step).map(row);
    diagonal.chain(spread).collect()
}
