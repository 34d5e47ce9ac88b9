//! The versions of the products that have a function, and those that allow references in an argument.

use super::Versions;
use super::words::{PROVIDER_FUNCTIONS, names};

const fn of(terraform: Option<u16>, opentofu: Option<u16>) -> Versions {
    Versions { terraform, opentofu }
}

/// The functions that not all versions have. `optional` occurs in type constraints only.
const FUNCTIONS: &[(&str, Versions)] = &[
    ("base64gunzip", of(None, Some(7))),
    ("cidrcontains", of(None, Some(7))),
    ("convert", of(Some(15), Some(12))),
    ("endswith", of(Some(3), Some(0))),
    ("ephemeralasnull", of(Some(10), Some(11))),
    ("issensitive", of(Some(8), Some(7))),
    ("optional", of(Some(3), Some(0))),
    ("plantimestamp", of(Some(5), Some(0))),
    ("startswith", of(Some(3), Some(0))),
    ("strcontains", of(Some(5), Some(0))),
    ("templatestring", of(Some(9), Some(7))),
    ("timecmp", of(Some(3), Some(0))),
    ("urldecode", of(None, Some(7))),
];

/// The versions that have functions of providers.
const OF_PROVIDERS: Versions = of(Some(8), Some(7));

/// Returns the versions that have a function, by its name with namespaces.
pub(crate) fn versions_of_function(name: &str) -> Versions {
    if name.starts_with(PROVIDER_FUNCTIONS) {
        return OF_PROVIDERS;
    }
    let name = name.strip_prefix("core::").unwrap_or(name);
    let found = FUNCTIONS.iter().find(|(own, _)| *own == name);
    found.map_or(Versions::ALL, |(_, versions)| *versions)
}

/// The arguments, by their blocks, that may refer to other objects in some versions only.
pub(crate) const REFERRING: &[(&str, &str, Versions)] = &[
    (names::MODULE, names::SOURCE, of(Some(15), Some(8))),
    (names::MODULE, names::VERSION, of(Some(15), Some(8))),
    (names::LIFECYCLE, names::PREVENT_DESTROY, of(None, Some(12))),
    ("override_resource", "values", IN_MOCKS),
    ("override_data", "values", IN_MOCKS),
    ("override_module", "outputs", IN_MOCKS),
    ("mock_resource", "defaults", IN_MOCKS),
    ("mock_data", "defaults", IN_MOCKS),
];

/// The versions in which mocked values may refer to other objects and call functions.
const IN_MOCKS: Versions = of(Some(15), Some(0));

/// The versions in which the conditions on a variable may refer to other objects.
pub(crate) const VALIDATION_OF_OTHERS: Versions = of(Some(9), Some(0));

/// The versions in which `&&` and `||` need only one operand if it decides the result.
pub(crate) const SHORT_CIRCUIT: Versions = of(Some(12), Some(0));
