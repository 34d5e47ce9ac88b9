//! The names of the language that rules refer to.

use super::Language;

/// The names that the module reader refers to.
pub(crate) mod names {
    pub(crate) const TERRAFORM: &str = "terraform";
    pub(crate) const REQUIRED_VERSION: &str = "required_version";
    pub(crate) const REQUIRED_PROVIDERS: &str = "required_providers";
    pub(crate) const BACKEND: &str = "backend";
    pub(crate) const CLOUD: &str = "cloud";
    pub(crate) const ENCRYPTION: &str = "encryption";
    pub(crate) const KEY_PROVIDER: &str = "key_provider";
    pub(crate) const METHOD: &str = "method";
    pub(crate) const STATE_STORE: &str = "state_store";
    pub(crate) const STATE_STORE_PROVIDER: &str = "state_store_provider";
    pub(crate) const LANGUAGE: &str = "language";
    pub(crate) const LIST: &str = "list";
    pub(crate) const EXPERIMENTS: &str = "experiments";
    pub(crate) const PROVIDER_META: &str = "provider_meta";
    pub(crate) const PROVIDER: &str = "provider";
    pub(crate) const ALIAS: &str = "alias";
    pub(crate) const VARIABLE: &str = "variable";
    pub(crate) const TYPE: &str = "type";
    pub(crate) const DEFAULT: &str = "default";
    pub(crate) const DESCRIPTION: &str = "description";
    pub(crate) const SENSITIVE: &str = "sensitive";
    pub(crate) const EPHEMERAL: &str = "ephemeral";
    pub(crate) const NULLABLE: &str = "nullable";
    pub(crate) const VALIDATION: &str = "validation";
    pub(crate) const CONDITION: &str = "condition";
    pub(crate) const ERROR_MESSAGE: &str = "error_message";
    pub(crate) const LOCALS: &str = "locals";
    pub(crate) const OUTPUT: &str = "output";
    pub(crate) const VALUE: &str = "value";
    pub(crate) const MODULE: &str = "module";
    pub(crate) const SOURCE: &str = "source";
    pub(crate) const VERSION: &str = "version";
    pub(crate) const RESOURCE: &str = "resource";
    pub(crate) const DATA: &str = "data";
    pub(crate) const CHECK: &str = "check";
    pub(crate) const MOVED: &str = "moved";
    pub(crate) const FROM: &str = "from";
    pub(crate) const TO: &str = "to";
    pub(crate) const REMOVED: &str = "removed";
    pub(crate) const IMPORT: &str = "import";
    pub(crate) const ASSERT: &str = "assert";
    pub(crate) const RUN: &str = "run";
    pub(crate) const TARGET: &str = "target";
    pub(crate) const EXPECT_FAILURES: &str = "expect_failures";
    pub(crate) const PLAN_OPTIONS: &str = "plan_options";
    pub(crate) const MODE: &str = "mode";
    pub(crate) const REFRESH: &str = "refresh";
    pub(crate) const REPLACE: &str = "replace";
    pub(crate) const VARIABLES: &str = "variables";
    pub(crate) const COMMAND: &str = "command";
    pub(crate) const STATE_KEY: &str = "state_key";
    pub(crate) const DEFAULTS: &str = "defaults";
    pub(crate) const PROVISIONER: &str = "provisioner";
    pub(crate) const CONNECTION: &str = "connection";
    pub(crate) const ESCAPE: &str = "_";
    pub(crate) const ITERATOR: &str = "iterator";
    pub(crate) const CONTENT: &str = "content";
    pub(crate) const LIFECYCLE: &str = "lifecycle";
    pub(crate) const CREATE_BEFORE_DESTROY: &str = "create_before_destroy";
    pub(crate) const PREVENT_DESTROY: &str = "prevent_destroy";
    pub(crate) const REPLACE_TRIGGERED_BY: &str = "replace_triggered_by";
    pub(crate) const ENABLED: &str = "enabled";
    pub(crate) const ACTION: &str = "action";
    pub(crate) const ACTION_TRIGGER: &str = "action_trigger";
    pub(crate) const ACTIONS: &str = "actions";
    pub(crate) const EVENTS: &str = "events";
    pub(crate) const DESTROY: &str = "destroy";
    pub(crate) const PRECONDITION: &str = "precondition";
    pub(crate) const POSTCONDITION: &str = "postcondition";
    pub(crate) const DEPENDS_ON: &str = "depends_on";
    pub(crate) const IGNORE_CHANGES: &str = "ignore_changes";
    pub(crate) const PROVIDERS: &str = "providers";
    pub(crate) const COMPONENT: &str = "component";
    pub(crate) const STACK: &str = "stack";
    pub(crate) const DEPLOYMENT: &str = "deployment";
    pub(crate) const INPUTS: &str = "inputs";
    pub(crate) const ID: &str = "id";
    pub(crate) const IDENTITY: &str = "identity";
    pub(crate) const EDITION: &str = "edition";
    pub(crate) const DEPRECATED: &str = "deprecated";
    pub(crate) const COMPATIBLE_WITH: &str = "compatible_with";
    pub(crate) const OPENTOFU: &str = "opentofu";
    pub(crate) const CONST: &str = "const";
    pub(crate) const SYMBOLS: &str = "symbols";
    pub(crate) const VALUES: &str = "values";
    pub(crate) const TYPEDEF: &str = "typedef";
    pub(crate) const FUNCTION: &str = "function";
    pub(crate) const PARAMETER: &str = "parameter";
    pub(crate) const COUNT: &str = "count";
    pub(crate) const FOR_EACH: &str = "for_each";
    /// The list of references in a provider requirement.
    pub(crate) const CONFIGURATION_ALIASES: &str = "configuration_aliases";
}

/// The roots of references to variables and locals.
pub(crate) const ROOT_VARIABLE: &str = "var";
pub(crate) const ROOT_LOCAL: &str = "local";
/// The explicit root of references to resources.
pub(crate) const ROOT_RESOURCE: &str = "resource";
/// The root and attributes of references to paths and to the run of Terraform.
pub(crate) const ROOT_PATH: &str = "path";
pub(crate) const PATHS: (&str, &str, &str) = ("module", "root", "cwd");
pub(crate) const WORKSPACE: (&str, &str) = ("workspace", "default");
/// The roots and attributes of references to the current instance.
pub(crate) const ROOT_COUNT: (&str, &str) = ("count", "index");
pub(crate) const ROOT_EACH: (&str, &str, &str) = ("each", "key", "value");
/// The root of references to the enclosing object.
pub(crate) const ROOT_SELF: &str = "self";
/// OpenTofu's name for the root `terraform`.
pub(crate) const ROOT_TOFU: &str = "tofu";
/// The root of references to the values of symbol libraries, and the namespace of their functions and types.
pub(crate) const ROOT_SYMBOLS: &str = names::SYMBOLS;
pub(crate) const SYMBOL_FUNCTIONS: &str = "symbols::";
/// Other roots that are not resource types.
pub(crate) const OTHER_ROOTS: &[&str] = &[
    ROOT_COUNT.0,
    ROOT_EACH.0,
    ROOT_PATH,
    names::TERRAFORM,
    ROOT_TOFU,
    ROOT_SELF,
];
/// Names that are mistaken for roots of references, with the correct roots.
pub(crate) const MISTAKEN_ROOTS: &[(&str, &str)] = &[
    (names::VARIABLE, ROOT_VARIABLE),
    ("vars", ROOT_VARIABLE),
    (names::LOCALS, ROOT_LOCAL),
    ("modules", names::MODULE),
];
/// The attributes of the root `terraform`.
pub(crate) const RUN: &[&str] = &[WORKSPACE.0, APPLYING];
/// The attribute that is true while changes are applied.
pub(crate) const APPLYING: &str = "applying";

/// The arguments that are evaluated once for a module, before instances exist.
pub(crate) const PER_MODULE: &[&str] = &[names::COUNT, names::FOR_EACH];
/// The blocks in which `self` is the enclosing object.
pub(crate) const SELF_BLOCKS: &[&str] = &[
    names::PROVISIONER,
    names::CONNECTION,
    names::POSTCONDITION,
    names::ACTION_TRIGGER,
];
/// The blocks whose conditions are about the enclosing object.
pub(crate) const OWN_CONDITIONS: &[&str] = &["precondition", "postcondition"];
/// The blocks with a condition that must refer to something.
pub(crate) const CONDITIONAL: &[&str] = &[names::VALIDATION, names::ASSERT, "precondition", "postcondition"];
/// The keywords that may be in quotes in native syntax, an old form.
pub(crate) const QUOTED_KEYWORDS: [&[&str]; 3] = [&[], &["create", "destroy"], &["continue", "fail"]];
/// The blocks of tests that override objects, what they override, and the argument with the values.
pub(crate) const REPLACED_IN_TESTS: [(&str, Replaced, &str); 4] = [
    ("override_resource", Replaced::Resource, "values"),
    ("override_data", Replaced::Data, "values"),
    ("override_ephemeral", Replaced::Ephemeral, "values"),
    ("override_module", Replaced::Module, "outputs"),
];

/// The blocks of tests that configure providers, and those that describe mocked objects.
pub(crate) const CONFIGURING_IN_TESTS: [&str; 2] = [names::PROVIDER, "mock_provider"];
pub(crate) const MOCKED: [&str; 3] = ["mock_resource", "mock_data", "mock_ephemeral"];
/// The command of runs that apply their plan.
pub(crate) const APPLY: &str = "apply";
/// The argument that says when mocked values are set, and its value for the plan.
pub(crate) const DURING: (&str, &str) = ("override_during", "plan");
/// The mode of a plan that only refreshes.
pub(crate) const REFRESH_ONLY: &str = "refresh-only";

/// What a block of a test overrides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Replaced {
    Resource,
    Data,
    Ephemeral,
    Module,
}

/// The editions of the languages.
pub(crate) const EDITION: &str = "TF2021";
pub(crate) const EDITION_OF_OPENTOFU: &str = "tofu2024";
/// The argument of destroy-time provisioners and its value.
pub(crate) const AFTER: (&str, &str) = ("when", "destroy");
/// Names that variables cannot have, because module calls have arguments of these names.
pub(crate) const RESERVED_VARIABLES: &[&str] = &[
    names::SOURCE,
    names::VERSION,
    names::PROVIDERS,
    names::COUNT,
    names::FOR_EACH,
    names::LIFECYCLE,
    names::DEPENDS_ON,
    names::LOCALS,
    names::PROVIDER,
    names::ESCAPE,
];

/// Provisioners that were removed from the language.
pub(crate) const REMOVED_PROVISIONERS: &[&str] = &["chef", "habitat", "puppet", "salt-masterless"];
/// The arguments of provisioners of which exactly one is set, by label.
pub(crate) const EXCLUSIVE: &[(&str, &[&str])] = &[
    ("file", &[names::SOURCE, "content"]),
    ("remote-exec", &["inline", "script", "scripts"]),
];
/// The argument that a connection or the connection around it must have.
pub(crate) const HOST: &str = "host";
/// The type of the data sources that read the state of other configurations, and their arguments.
pub(crate) const REMOTE_STATE: (&str, &str, &str, &str) =
    ("terraform_remote_state", names::BACKEND, "config", "defaults");
/// The full name of the provider that is built into Terraform.
pub const BUILT_IN_SOURCE: &str = "terraform.io/builtin/terraform";
/// The functions that read the file that their first argument names.
pub(crate) const FUNCTIONS_OF_FILES: &[&str] = &[
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "templatefile",
];
/// The functions that look for files.
pub(crate) const FUNCTIONS_OF_PATHS: &[&str] = &["fileexists", "fileset"];

/// Names that the arguments and blocks of provider configurations cannot have.
pub(crate) const RESERVED_IN_PROVIDERS: &[&str] = &[
    names::COUNT,
    names::DEPENDS_ON,
    names::FOR_EACH,
    names::SOURCE,
    names::LIFECYCLE,
    names::LOCALS,
];

/// The constructor of the types of provider configurations, in stacks.
pub(crate) const PROVIDER_TYPE: &str = "providerconfig";
/// The prefix of the names of provider functions.
pub(crate) const PROVIDER_FUNCTIONS: &str = "provider::";
/// The prefix of the names of built-in functions in their namespace.
pub(crate) const BUILT_IN_FUNCTIONS: &str = "core::";
/// The functions whose results depend on files, the clock or randomness.
pub(crate) const FUNCTIONS_OF_THE_MACHINE: &[&str] = &[
    "abspath",
    "bcrypt",
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "fileexists",
    "filemd5",
    "fileset",
    "filesha1",
    "filesha256",
    "filesha512",
    "pathexpand",
    "plantimestamp",
    "templatefile",
    "timestamp",
    "uuid",
];

/// The functions that a build may lack.
pub(crate) const OPTIONAL_FUNCTIONS: &[&str] = &["rsadecrypt"];

/// The root of references to the resource that triggers an action, in the action.
pub(crate) const CALLER: &str = "caller";
/// The events that trigger actions.
pub(crate) const EVENTS: &[&str] = &[
    BEFORE_CREATE,
    "after_create",
    "before_update",
    "after_update",
    DESTROY_EVENTS[0],
    DESTROY_EVENTS[1],
];
/// The event before a resource exists, and those of its destruction.
pub(crate) const BEFORE_CREATE: &str = "before_create";
pub(crate) const DESTROY_EVENTS: [&str; 2] = ["before_destroy", "after_destroy"];

/// The names of override files without their endings, or the ends of these names.
pub(crate) const OVERRIDE: &str = "override";
pub(crate) const OVERRIDE_END: &str = "_override";

/// The endings of module files in native syntax, of Terraform and of OpenTofu.
pub(crate) const ENDINGS: &[(&str, Option<Language>)] = &[(".tf", None), (".tofu", Some(Language::OpenTofu))];

/// The settings of where state is stored, which replace each other.
pub(crate) const STATE_BLOCKS: &[&str] = &[names::BACKEND, names::CLOUD, names::STATE_STORE];

/// The name of the file that locks the versions of providers.
pub const LOCK_FILE: &str = ".terraform.lock.hcl";

/// The directory of what the product installs.
pub(crate) const INSTALLED: &str = ".terraform";

/// The blocks of override files that need no block to override.
pub(crate) const OVERRIDES_NOTHING: &[&str] = &[names::TERRAFORM, names::PROVIDER, names::REMOVED];

/// The blocks of override files that no released version heeds.
pub(crate) const IGNORED_IN_OVERRIDES: &str = names::EPHEMERAL;

/// The blocks that override files cannot contain.
pub(crate) const FIXED: &[&str] = &[names::CHECK, names::MOVED, names::IMPORT];

/// The nested blocks that override files merge by argument; all others are replaced.
pub(crate) const MERGED_BLOCKS: &[&str] = &["lifecycle", names::REQUIRED_PROVIDERS];
