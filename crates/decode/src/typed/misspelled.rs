//! Misspelled names, whose problem says enough: that the item with the right name is missing is no second one.

use hcl2_diagnostics::Diagnostics;
use hcl2_model::Name;

/// Returns whether one of the names is that of an item. Environment variables spell them in capital letters.
pub(super) fn explains(names: &[Name], item: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(item))
}

/// Returns the names that unexpected ones in a body are probably misspellings of: those that its problems suggest.
pub(super) fn intended_names(problems: &Diagnostics) -> Vec<Name> {
    let suggestions = problems.iter().filter_map(|problem| problem.suggestions.first());
    suggestions
        .map(|suggestion| Name::from(suggestion.replacement.trim_matches('"')))
        .collect()
}
