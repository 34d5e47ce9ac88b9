//! Cases in which the specification is followed instead of the reference.

use std::path::Path;

use crate::case::Case;
use crate::compare::Difference;
use crate::predicates::Predicate;

/// A reason to diverge, and the cases to which it applies.
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
    /// The condition on the case and the difference.
    predicate: Predicate,
    /// The reason to keep the rule although it explains no recorded case.
    #[serde(default)]
    unrecorded: Option<String>,
}

/// All reasons to diverge.
#[derive(Debug, Default, serde::Deserialize)]
pub(crate) struct Divergences {
    #[serde(default, rename = "divergence")]
    all: Vec<Divergence>,
}

impl Divergences {
    /// Reads the list in a file; a missing file is an empty list.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).map_err(|error| format!("{}: {error}", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// Reads a list; every rule needs the words of the specification.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let list: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for rule in &list.all {
            let is_empty = |text: &String| text.is_empty();
            if rule.words.is_empty()
                || rule.section.is_empty()
                || rule.unrecorded.as_ref().is_some_and(is_empty)
            {
                return Err(format!(
                    "the rule {:?} lacks its section, words or reason",
                    rule.id
                ));
            }
        }
        Ok(list)
    }

    /// Returns the names of the rules that must explain a recorded case, or of those that need not.
    pub(crate) fn names(&self, recorded: bool) -> impl Iterator<Item = &str> {
        let rules = self.all.iter();
        rules
            .filter(move |rule| rule.unrecorded.is_none() == recorded)
            .map(|rule| rule.id.as_str())
    }

    /// Returns the rule that allows a difference of a case.
    pub(crate) fn rule(&self, case: &Case, difference: &Difference) -> Option<&Divergence> {
        self.all
            .iter()
            .find(|rule| rule.kinds.contains(&case.kind) && rule.predicate.applies(case, difference))
    }
}
