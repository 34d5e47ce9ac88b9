//! Cases in which the specification is followed and the reference is not.

use std::path::Path;

use crate::compare::Difference;
use crate::kinds::Case;
use crate::predicates::Predicate;

/// One reason to diverge, for every case that it applies to.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Divergence {
    /// The rule's name.
    pub(crate) id: String,
    /// The section of the specification.
    pub(crate) section: String,
    /// The words of the specification that decide.
    pub(crate) words: String,
    /// The kinds of cases that it applies to.
    kinds: Vec<String>,
    /// A text that the case's input contains, as JSON.
    #[serde(default)]
    input_contains: Vec<String>,
    /// A text that the reason for the failure, or for being inexact, contains.
    #[serde(default)]
    difference_contains: Vec<String>,
    /// What the case and the difference must be like, beyond what a text can say.
    predicate: Option<Predicate>,
}

/// All reasons to diverge.
#[derive(Debug, Default, serde::Deserialize)]
pub(crate) struct Divergences {
    #[serde(default, rename = "divergence")]
    all: Vec<Divergence>,
}

impl Divergences {
    /// Reads the list of a file; an absent file is an empty list.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).map_err(|error| format!("{}: {error}", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// Reads a list; every rule needs the words of the specification and something to recognise its cases by.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let list: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for rule in &list.all {
            let vague = rule.input_contains.is_empty()
                && rule.difference_contains.is_empty()
                && rule.predicate.is_none();
            if rule.words.is_empty() || rule.section.is_empty() || vague {
                return Err(format!(
                    "the rule {:?} lacks its section, words or predicate",
                    rule.id
                ));
            }
        }
        Ok(list)
    }

    /// Returns the names of all rules.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|rule| rule.id.as_str())
    }

    /// The rule by which a case that differs so may differ.
    pub(crate) fn rule(&self, case: &Case, difference: &Difference) -> Option<&Divergence> {
        let input = case.given.to_string();
        self.all.iter().find(|rule| {
            rule.kinds.contains(&case.kind)
                && rule.input_contains.iter().all(|text| input.contains(text))
                && rule
                    .difference_contains
                    .iter()
                    .all(|text| difference.text.contains(text))
                && rule
                    .predicate
                    .is_none_or(|predicate| predicate.applies(case, difference))
        })
    }
}
