//! The versions of the products that have functions and whatever else is no argument or block of the language.

use super::built_in::{DATA as TERRAFORM_DATA, STORE};
use super::words::{
    APPLYING, BUILT_IN_FUNCTIONS, DESTROY_EVENTS, PROVIDER_FUNCTIONS, ROOT_TOFU, SYMBOL_FUNCTIONS, WORKSPACE,
    names,
};
use super::{Version, Versions};

const fn of(terraform: Option<u16>, opentofu: Option<u16>) -> Versions {
    Versions::since_minors(terraform, opentofu)
}

/// The functions that not all versions have. `optional` occurs in type constraints only.
pub(super) const FUNCTIONS: &[(&str, Versions)] = &[
    ("base64gunzip", of(None, Some(7))),
    ("cidrcontains", of(None, Some(7))),
    ("convert", of(Some(15), Some(13))),
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

/// The versions that have functions of providers, and the namespace of built-in functions.
pub(super) const OF_PROVIDERS: Versions = of(Some(8), Some(7));

/// The versions whose built-in provider has functions, and the start of their names.
pub(super) const OF_BUILT_IN_PROVIDER: Versions = of(Some(8), Some(10));
const BUILT_IN_PROVIDER: &str = "terraform::";

/// The versions that have the functions whose names begin with `assume`.
pub(super) const ASSUMING: Versions = of(None, Some(13));

/// Returns the versions that have a function, by its name with namespaces.
pub(crate) fn versions_of_function(name: &str) -> Versions {
    if let Some(name) = name.strip_prefix(PROVIDER_FUNCTIONS) {
        return if name.starts_with(BUILT_IN_PROVIDER) {
            OF_BUILT_IN_PROVIDER
        } else {
            OF_PROVIDERS
        };
    }
    if name.starts_with(SYMBOL_FUNCTIONS) {
        return SYMBOL_LIBRARIES;
    }
    // All functions of this kind came together.
    if name.trim_start_matches(BUILT_IN_FUNCTIONS).starts_with("assume") {
        return ASSUMING;
    }
    let (name, of_namespace) = match name.strip_prefix(BUILT_IN_FUNCTIONS) {
        Some(name) => (name, OF_PROVIDERS),
        None => (name, Versions::ALL),
    };
    let found = FUNCTIONS.iter().find(|(own, _)| *own == name);
    found.map_or(of_namespace, |(_, versions)| versions.and(of_namespace))
}

/// Returns whether newer versions have functions or references that a version does not have.
pub(crate) fn lacks_expressions(version: Version) -> bool {
    let functions = FUNCTIONS.iter().map(|(_, versions)| versions);
    let references = NEWER_REFERENCES.iter().map(|(.., versions)| versions);
    let is_newer = |versions: &Versions| {
        versions
            .since(version.language)
            .is_some_and(|since| since.minor > version.minor)
    };
    functions.chain(references).any(is_newer)
}

/// Returns what is no argument or block of the language and that not all versions have, with these versions: built-in types,
/// what the built-in provider adds to them, references, and arguments that may refer to other objects.
///
/// # Examples
///
/// ```
/// let features = hcl2_terraform::table::features();
/// assert!(features.iter().any(|(name, _)| name == "reference terraform.applying"));
/// ```
#[must_use]
pub fn features() -> Vec<(String, Versions)> {
    let all = described().into_iter();
    all.map(|(name, _, versions)| (name, versions)).collect()
}

/// Returns the [`features`] by the names that cases give them and as pages show them.
pub(super) fn described() -> Vec<(String, String, Versions)> {
    let types = NEWER_TYPES.iter();
    let types = types.map(|(name, versions)| (format!("type {name}"), format!("`{name}`"), *versions));
    let arguments = NEWER_ARGUMENTS.iter().flat_map(|(block, names, versions)| {
        let named = names.iter().map(move |name| format!("{block}.{name}"));
        named.map(|name| (format!("argument {name}"), format!("`{name}`"), *versions))
    });
    let (events, of_events) = NEWER_EVENTS;
    let events = events.map(|event| {
        (
            format!("event {event}"),
            format!("the event `{event}`"),
            of_events,
        )
    });
    let references = NEWER_REFERENCES.iter().map(|(root, name, versions)| {
        let name = format!("{root}.{name}");
        (format!("reference {name}"), format!("`{name}`"), *versions)
    });
    let referring = REFERRING.iter().map(|(block, name, versions)| {
        let (name, shown) = (format!("{block}.{name}"), format!("`{block}.{name}`"));
        (
            format!("references in {name}"),
            format!("references in {shown}"),
            *versions,
        )
    });
    let (winrm, of_winrm) = WINRM;
    let others = [
        (
            format!("block {TERRAFORM_DATA}.{STORE}"),
            format!("`{STORE}` in `{TERRAFORM_DATA}`"),
            STORE_OF_DATA,
        ),
        (
            "references in validation".to_owned(),
            "validations of variables that refer to other objects".to_owned(),
            VALIDATION_OF_OTHERS,
        ),
        (
            "null as module.version".to_owned(),
            "null as `module.version`".to_owned(),
            NULL_VERSIONS,
        ),
        (
            "called import".to_owned(),
            "`import` in called modules".to_owned(),
            IMPORTS_WHEN_CALLED,
        ),
        (
            "references in required_providers".to_owned(),
            "constant variables and local values in `required_providers`".to_owned(),
            COMPUTED_REQUIREMENTS,
        ),
        (
            "namespaces with _".to_owned(),
            "underscores in the namespaces of providers".to_owned(),
            UNDERSCORES_IN_NAMESPACES,
        ),
        (
            format!("connections by {winrm}"),
            format!("connections by `{winrm}`"),
            of_winrm,
        ),
    ];
    let all = types.chain(arguments).chain(events).chain(references);
    all.chain(referring).chain(others).collect()
}

/// The functions that no version has any more, and the versions that had them.
pub(crate) const REMOVED_FUNCTIONS: &[(&str, Versions)] = &[("defaults", BEFORE_DEFAULTS)];

/// The experiments of released versions, and the functions that they enable.
pub(crate) const EXPERIMENTS: &[(&str, Versions, &[&str])] = &[
    (
        "module_variable_optional_attrs",
        BEFORE_DEFAULTS,
        &["defaults", "optional"],
    ),
    (LIBRARIES_EXPERIMENT, SYMBOL_LIBRARIES, &[]),
];

/// The experiment that modules with symbol libraries need.
pub(crate) const LIBRARIES_EXPERIMENT: &str = "symbol_libraries";

/// The versions with symbol libraries.
pub(crate) const SYMBOL_LIBRARIES: Versions = of(None, Some(13));

/// The versions of Terraform in which optional attributes are an experiment.
const BEFORE_DEFAULTS: Versions = Versions::before(3);

/// The versions whose error messages of variables need not be constant sentences.
pub(crate) const ANY_MESSAGE: Versions = of(Some(2), Some(0));

/// The built-in resource types that not all versions have.
pub(crate) const NEWER_TYPES: &[(&str, Versions)] = &[("terraform_data", of(Some(4), Some(0)))];

/// The versions in which the type of a resource without `count` and `for_each` is known before a plan.
pub(crate) const TYPED_RESOURCES: Versions = of(Some(15), Some(12));

/// Those in which the type of an ephemeral one is known, too.
pub(crate) const TYPED_EPHEMERAL_RESOURCES: Versions = of(None, Some(12));

/// The versions of the block that keeps data in `terraform_data`.
pub(crate) const STORE_OF_DATA: Versions = of(Some(16), None);

/// The arguments of provisioners and connections that not all versions have.
pub(crate) const NEWER_ARGUMENTS: &[(&str, &[&str], Versions)] = &[
    (names::PROVISIONER, &["quiet"], of(Some(4), Some(0))),
    (
        names::CONNECTION,
        &[
            "proxy_host",
            "proxy_port",
            "proxy_scheme",
            "proxy_user_name",
            "proxy_user_password",
        ],
        of(Some(2), Some(0)),
    ),
];

/// The events of actions that not all versions have.
pub(crate) const NEWER_EVENTS: ([&str; 2], Versions) = (DESTROY_EVENTS, of(Some(16), None));

/// The references that not all versions have, by their first two names.
pub(crate) const NEWER_REFERENCES: &[(&str, &str, Versions)] = &[
    (names::TERRAFORM, APPLYING, of(Some(10), Some(11))),
    (ROOT_TOFU, APPLYING, of(None, Some(11))),
    (ROOT_TOFU, WORKSPACE.0, of(None, Some(9))),
];

/// The arguments, by their blocks, that may refer to other objects in some versions only.
pub(crate) const REFERRING: &[(&str, &str, Versions)] = &[
    (names::MODULE, names::SOURCE, of(Some(15), Some(8))),
    (names::MODULE, names::VERSION, of(Some(15), Some(8))),
    (names::LIFECYCLE, names::PREVENT_DESTROY, of(None, Some(12))),
    (names::IMPORT, names::ID, of(Some(6), Some(0))),
    ("override_resource", "values", IN_MOCKS),
    ("override_data", "values", IN_MOCKS),
    ("override_module", "outputs", IN_MOCKS),
    ("mock_resource", "defaults", IN_MOCKS),
    ("mock_data", "defaults", IN_MOCKS),
    ("override_ephemeral", "values", MOCKS_OF_EPHEMERAL),
    ("mock_ephemeral", "defaults", MOCKS_OF_EPHEMERAL),
];

/// The versions in which mocked values may refer to other objects and call functions.
const IN_MOCKS: Versions = of(Some(15), Some(0));

/// The versions with mocks of ephemeral resources.
const MOCKS_OF_EPHEMERAL: Versions = of(Some(17), None);

/// The versions in which the conditions on a variable may refer to other objects.
pub(crate) const VALIDATION_OF_OTHERS: Versions = of(Some(9), Some(9));

/// The versions in which a null as the version of a module stands for none.
pub(crate) const NULL_VERSIONS: Versions = of(Some(15), Some(10));

/// The versions in which the sources and versions of required providers may refer to constant variables and local values.
pub(crate) const COMPUTED_REQUIREMENTS: Versions = of(Some(17), None);

/// The versions with underscores in the namespaces of providers.
pub(crate) const UNDERSCORES_IN_NAMESPACES: Versions = of(Some(16), None);

/// The connections of provisioners by WinRM, which OpenTofu no longer makes, and the versions that warn of them.
pub(crate) const WINRM: (&str, Versions) = ("winrm", of(Some(0), Some(0)).until_opentofu(13));
pub(crate) const WINRM_IS_DEPRECATED: Versions = of(None, Some(12));

/// The versions with imports in called modules.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::IMPORTS_WHEN_CALLED;
///
/// assert!(IMPORTS_WHEN_CALLED.has("terraform@1.16".parse()?) && !IMPORTS_WHEN_CALLED.has("terraform@1.15".parse()?));
/// # Ok::<(), String>(())
/// ```
pub const IMPORTS_WHEN_CALLED: Versions = of(Some(16), None);

/// The versions that ignore imports in called modules.
pub(crate) const IGNORED_IMPORTS: Versions = of(Some(15), None).until_terraform(16);

/// The versions in whose tests a version of a provider is an error.
pub(crate) const VERSIONLESS_TESTS: Versions = of(Some(9), None);

/// The settings that have no effect in called modules, and the versions that warn of them.
pub(crate) const IGNORED_WHEN_CALLED: [(&str, Versions); 2] = [
    (names::BACKEND, Versions::ALL),
    (names::CLOUD, of(Some(13), None)),
];
