//! The calls whose results differ from those of Terraform, by rule, each with our result.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ours::Answer;

/// The rules and their calls.
const TABLE: &str = include_str!("../../../data/terraform-differences.toml");

/// A rule in the notation of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: String,
    reason: String,
    /// Each call with its result: a type and JSON, `error` or `unknown`.
    calls: Vec<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Rule>,
}

/// A call that differs from Terraform by a rule.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// The name of the rule.
    pub(crate) rule: String,
    /// Our result of the call.
    pub(crate) ours: Answer,
}

/// All differences by call.
#[derive(Debug)]
pub(crate) struct Differences {
    pub(crate) calls: BTreeMap<String, Difference>,
}

impl Differences {
    /// Reads the differences of the repository.
    pub(crate) fn load() -> Result<Self, String> {
        Self::parse(TABLE)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut calls = BTreeMap::new();
        for rule in file.rule {
            if rule.reason.is_empty() || rule.calls.is_empty() {
                return Err(format!("{} needs a reason and calls", rule.id));
            }
            for line in rule.calls {
                let (call, ours) =
                    parsed(&line).ok_or_else(|| format!("{}: unexpected {line:?}", rule.id))?;
                let difference = Difference {
                    rule: rule.id.clone(),
                    ours,
                };
                if calls.insert(call.clone(), difference).is_some() {
                    return Err(format!("{}: duplicate {call}", rule.id));
                }
            }
        }
        Ok(Self { calls })
    }

    /// Returns those of the calls of cases whose results differ.
    #[cfg(test)]
    pub(crate) fn of_calls(&self, cases: &[crate::Case]) -> Self {
        let found = cases.iter().filter_map(|case| {
            let difference = self.calls.get(&case.call)?;
            (difference.ours != case.theirs).then(|| (case.call.clone(), difference.clone()))
        });
        Self {
            calls: found.collect(),
        }
    }

    /// Returns the number of calls of each rule.
    pub(crate) fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for difference in self.calls.values() {
            *counts.entry(difference.rule.as_str()).or_default() += 1;
        }
        counts
    }
}

/// Returns a call and its result.
fn parsed(line: &[String]) -> Option<(String, Answer)> {
    let (call, ours) = match line {
        [call, ty, json] => {
            let (ty, json) = (ty.clone(), json.clone());
            (call, Answer::Value { ty, json })
        }
        [call, word] if word == "error" => (call, Answer::Error),
        [call, word] if word == "unknown" => (call, Answer::Unknown),
        _ => return None,
    };
    Some((call.clone(), ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(calls: &str) -> String {
        let text = format!("[[rule]]\nid = \"a\"\nreason = \"b\"\ncalls = [{calls}]\n");
        Differences::parse(&text).expect_err("the table is wrong")
    }

    #[test]
    fn every_call_has_one_rule_and_one_result() {
        assert_eq!(error(""), "a needs a reason and calls");
        assert_eq!(error("['f()', 'error'], ['f()', 'unknown']"), "a: duplicate f()");
        assert_eq!(error("['f()']"), "a: unexpected [\"f()\"]");
        assert_eq!(
            error("['f()', 'anything']"),
            "a: unexpected [\"f()\", \"anything\"]"
        );
    }
}
