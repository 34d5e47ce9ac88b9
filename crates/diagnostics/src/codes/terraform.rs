//! The Terraform language.

use crate::Code;

/// An unknown block type or argument.
pub const UNKNOWN_NAME: Code = Code::new(
    "hcl2::terraform::unknown-name",
    "The language has no block type or argument of this name here. Check the spelling, and the block that it is in.",
);

/// A block with too few or too many labels.
pub const WRONG_LABELS: Code = Code::new(
    "hcl2::terraform::wrong-labels",
    "A block of this type has exactly one label for each name that the message lists.",
);

/// A value that is not constant.
pub const NOT_CONSTANT: Code = Code::new(
    "hcl2::terraform::not-constant",
    "This argument is read before anything is evaluated, so it must be a constant: it cannot refer to anything or \
     call a function.",
);

/// A template where a reference is expected.
pub const REFERENCE_EXPECTED: Code = Code::new(
    "hcl2::terraform::reference-expected",
    "This argument takes a reference or a keyword that is not evaluated. In native syntax, write it without quotes; \
     in JSON, write it as the whole string, without `${` and `}`.",
);

/// A property that may be an argument or a block.
pub const GUESSED_BLOCK: Code = Code::new(
    "hcl2::terraform::guessed-block",
    "Only the provider's schema decides whether a property in JSON is an argument or a block, and the schema is \
     missing. An array of objects was read as blocks, anything else as an argument. Pass the output of `terraform \
     providers schema -json` to be sure.",
);

/// Something without an equivalent in the other syntax.
pub const NOT_CONVERTIBLE: Code = Code::new(
    "hcl2::terraform::not-convertible",
    "The range shows something without an equivalent in the other syntax.",
);

/// An invalid file of provider schemas.
pub const INVALID_SCHEMA: Code = Code::new(
    "hcl2::terraform::invalid-schema",
    "Provider schemas have the format that `terraform providers schema -json` prints: an object with a property \
     `provider_schemas`, whose types and nesting modes Terraform knows.",
);

/// An invalid version constraint.
pub const INVALID_VERSION: Code = Code::new(
    "hcl2::terraform::invalid-version",
    "A version constraint is a comma-separated list of versions, each after one of the operators `=`, `!=`, `>`, \
     `>=`, `<`, `<=` and `~>`.",
);

/// A value that a variable does not accept.
pub const INVALID_VALUE: Code = Code::new(
    "hcl2::terraform::invalid-value",
    "The value of a variable, and its default value, must convert to the variable's type. Null is allowed only if \
     the variable is nullable.",
);

/// A value that a validation of its variable rejects.
pub const REFUSED_VALUE: Code = Code::new(
    "hcl2::terraform::refused-value",
    "The condition of a `validation` of the variable is false for this value. The message is that of the module's \
     author.",
);

/// Mutually exclusive arguments.
pub const CONFLICTING_ARGUMENTS: Code = Code::new(
    "hcl2::terraform::conflicting-arguments",
    "Two arguments exclude each other: a block has either `count` or `for_each`, and in OpenTofu neither beside \
     `enabled`.",
);

/// A duplicate declaration.
pub const DUPLICATE_DECLARATION: Code = Code::new(
    "hcl2::terraform::duplicate-declaration",
    "Each variable, local value, output, resource, module call and provider configuration is declared only once in a \
     module. Rename or remove one of the two; only override files can declare something again.",
);

/// An override without a declaration.
pub const NOTHING_TO_OVERRIDE: Code = Code::new(
    "hcl2::terraform::nothing-to-override",
    "Files named `override`, or with a name that ends in `_override`, change the declarations of other files. \
     Declare this in another file.",
);

/// A reference to an undeclared name.
pub const UNDECLARED: Code = Code::new(
    "hcl2::terraform::undeclared",
    "The module declares no object of this name. Check the spelling, or declare it.",
);

/// A reference cycle.
pub const REFERENCE_CYCLE: Code = Code::new(
    "hcl2::terraform::reference-cycle",
    "The values of these objects depend on each other. Remove one of the references.",
);

/// An invalid reference.
pub const INVALID_REFERENCE: Code = Code::new(
    "hcl2::terraform::invalid-reference",
    "A reference is the address of an object, followed by the path to a part of its value. `count`, `each` and \
     `self` have a meaning only in blocks with instances or in blocks of an object. A condition cannot refer to its \
     own object, and a destroy-time provisioner cannot refer to other objects.",
);

/// A reference with an unexpected or missing instance key.
pub const INSTANCE_KEY: Code = Code::new(
    "hcl2::terraform::instance-key",
    "A block with `count` or `for_each` has several instances; a key in brackets selects one. Any other block has \
     one instance without a key.",
);

/// An invalid address of an object.
pub const INVALID_TARGET: Code = Code::new(
    "hcl2::terraform::invalid-target",
    "A resource or module is moved, removed or imported by its address: `TYPE.NAME` or `module.NAME`, with a key in \
     brackets for one of several instances. What has moved or is removed is no longer declared, and an object moves to \
     one address.",
);

/// An invalid name.
pub const INVALID_NAME: Code = Code::new(
    "hcl2::terraform::invalid-name",
    "A name starts with a letter or underscore, followed by letters, digits, underscores and dashes. A variable \
     cannot have the name of a meta-argument of module calls.",
);

/// A condition without references.
pub const CONSTANT_CONDITION: Code = Code::new(
    "hcl2::terraform::constant-condition",
    "A condition without references always has the same result. The condition of a validation must refer to its \
     variable.",
);

/// A required block is missing.
pub const MISSING_BLOCK: Code = Code::new(
    "hcl2::terraform::missing-block",
    "The enclosing block must have at least one nested block of the type that the message names.",
);

/// A `count` or `for_each` of an invalid value.
pub const INVALID_INSTANCES: Code = Code::new(
    "hcl2::terraform::invalid-instances",
    "`count` is a whole number that is not negative. `for_each` is a map, an object or a set of strings; convert a \
     list with `toset`. Neither can be null or sensitive.",
);

/// A sensitive value in an output.
pub const SENSITIVE_OUTPUT: Code = Code::new(
    "hcl2::terraform::sensitive-output",
    "The outputs of a root module are displayed. An output with a sensitive value must be sensitive, too: set \
     `sensitive = true`.",
);

/// An ephemeral value that would be stored.
pub const EPHEMERAL_VALUE: Code = Code::new(
    "hcl2::terraform::ephemeral-value",
    "An ephemeral value exists during one run only and cannot be stored. Outputs, and the number and keys of \
     instances, are stored.",
);

/// An attribute that only the provider sets.
pub const READ_ONLY: Code = Code::new(
    "hcl2::terraform::read-only",
    "The provider sets this attribute, so a configuration can read it but not set it.",
);

/// A condition that does not hold.
pub const FAILED_CONDITION: Code = Code::new(
    "hcl2::terraform::failed-condition",
    "A precondition, postcondition or assertion does not hold. The message is that of the module's author. A failed \
     assertion of a `check` is a warning.",
);

/// A condition of a test that is unknown.
pub const UNKNOWN_CONDITION: Code = Code::new(
    "hcl2::terraform::unknown-condition",
    "The condition of a test depends on values that are unknown until the plan is applied, or on values that only a \
     provider knows: then it is a warning, and the run neither passes nor fails. Apply the plan, or mock the provider.",
);

/// An expected failure of a test that does not occur.
pub const MISSING_FAILURE: Code = Code::new(
    "hcl2::terraform::missing-failure",
    "The argument `expect_failures` of a run names an object whose conditions hold, or whose failure in the plan \
     prevents the apply, which is a warning beside the failure.",
);

/// A part of a module that no test has taken.
pub const UNTESTED_ARM: Code = Code::new(
    "hcl2::terraform::untested-arm",
    "A result of a conditional that no run of the tests has taken, or a `count` or `for_each` that has made instances in \
     no run or in all of them.",
);

/// A plan that destroys an object with `prevent_destroy`.
pub const PREVENTED_DESTROY: Code = Code::new(
    "hcl2::terraform::prevented-destroy",
    "The plan destroys an object whose resource sets `prevent_destroy`. Remove that argument, or what destroys the object.",
);

/// A variable without a value.
pub const MISSING_VALUE: Code = Code::new(
    "hcl2::terraform::missing-value",
    "A variable of the root module without a default value must be set: on the command line, in a file of variables \
     or in the environment.",
);

/// A resource type without a schema.
pub const MISSING_SCHEMA: Code = Code::new(
    "hcl2::terraform::missing-schema",
    "The planned value of a resource depends on the schema of its type. Pass the output of `terraform providers \
     schema -json`.",
);

/// A form of the language that is deprecated.
pub const DEPRECATED: Code = Code::new(
    "hcl2::terraform::deprecated",
    "Terraform still accepts this form, but it is deprecated. The message shows the form to use instead.",
);

/// A setting of a called module that only the root module can have.
pub const IGNORED_SETTING: Code = Code::new(
    "hcl2::terraform::ignored-setting",
    "A module that another one calls has a setting that only the root module can have, such as where its state is stored. It \
     has no effect.",
);

/// A setting of the root module that only a called module can have.
pub const MISPLACED_SETTING: Code = Code::new(
    "hcl2::terraform::misplaced-setting",
    "The root module has a setting that only a module that another one calls can have, such as a deprecated output, whose \
     message no module would show.",
);

/// A source address of a module or provider that has no valid form.
pub const INVALID_SOURCE: Code = Code::new(
    "hcl2::terraform::invalid-source",
    "The source of a module is a path that starts with `./` or `../`, an address in a registry such as \
     `hashicorp/consul/aws`, or a URL. The source of a provider is its name in a registry, such as `hashicorp/aws`.",
);

/// A computed source or version of a module whose value is not known.
pub const UNKNOWN_SOURCE: Code = Code::new(
    "hcl2::terraform::unknown-source",
    "The source and the version of a module can be computed from variables and local values, which must be known when the \
     module is installed: from defaults, `.tfvars` files, the environment or the command line, or from what a call passes. \
     Without them, the called module is not read, so nothing can be planned.",
);

/// A version of Terraform or OpenTofu that the module does not support.
pub const UNSUPPORTED_VERSION: Code = Code::new(
    "hcl2::terraform::unsupported-version",
    "The constraint in `required_version` excludes the version of the language that the module is checked with.",
);

/// A missing configuration of a provider.
pub const PROVIDER_CONFIGURATION: Code = Code::new(
    "hcl2::terraform::provider-configuration",
    "A resource or module call refers to the configuration of a provider that the module neither declares nor \
     receives from its caller, or passes one that the called module cannot use.",
);

/// A file of a module, or a called module, that only another product reads.
pub const UNREAD_FILE: Code = Code::new(
    "hcl2::terraform::unread-file",
    "Only OpenTofu reads the file, and the module is checked in Terraform's language, so that only the syntax of the file is \
     checked; or a module that is checked in Terraform's language calls one that only OpenTofu reads.",
);

/// A file that a function reads and that does not exist.
pub const MISSING_FILE: Code = Code::new(
    "hcl2::terraform::missing-file",
    "A function reads a file that does not exist. If it is created before Terraform runs, ignore missing files with \
     `--no-files`.",
);

/// Something that could not be checked.
pub const NOT_CHECKED: Code = Code::new(
    "hcl2::terraform::not-checked",
    "A note, not a problem: something could not be looked at, because a schema, a module, a value or a language is missing, or \
     because of a syntax error. The message says how to have it checked. `--strict` makes the command fail, and `--quiet` \
     hides the note.",
);

/// A file of a function that may not be read.
pub const REFUSED_FILE: Code = Code::new(
    "hcl2::terraform::refused-file",
    "Functions read the files of the repository around the root module, or of its directory without one, and those of the \
     modules that it calls. The result of a function that reads another file is unknown. Allow its directory with \
     `--allow-read`, if the configuration is trusted.",
);

/// A variable that nothing refers to.
pub const UNUSED_VARIABLE: Code = Code::new(
    "hcl2::terraform::unused-variable",
    "Nothing in the module refers to this variable. Remove it, and the arguments of calls that set it. `hcl2 check` reports \
     it only when asked by `--warn` or `--deny`.",
);

/// A local value that nothing refers to.
pub const UNUSED_LOCAL: Code = Code::new(
    "hcl2::terraform::unused-local",
    "Nothing in the module refers to this local value. Remove it. `hcl2 check` reports it only when asked by `--warn` or \
     `--deny`.",
);

/// A data source that nothing refers to.
pub const UNUSED_DATA: Code = Code::new(
    "hcl2::terraform::unused-data",
    "Nothing in the module refers to this data source, which is read for every plan. Remove it. `hcl2 check` reports it \
     only when asked by `--warn` or `--deny`.",
);

/// A variable without a type.
pub const UNTYPED_VARIABLE: Code = Code::new(
    "hcl2::terraform::untyped-variable",
    "A variable without a type accepts any value, and problems with it are reported far from its caller. Add `type`. \
     It is OpenTofu's rule `core:no-type-variable`. `hcl2 check` reports it only when asked by `--warn` or `--deny`.",
);

/// `count` with one instance or none.
pub const COUNT_AS_CONDITION: Code = Code::new(
    "hcl2::terraform::count-as-condition",
    "The resource has one instance or none. Since OpenTofu 1.11, `enabled` in a block `lifecycle` says so, and \
     references need no key. Terraform has no such argument. It is OpenTofu's rule `core:count-instead-enabled`. \
     `hcl2 check` reports it only when asked by `--warn` or `--deny`.",
);

/// An explicit dependency that follows from a reference.
pub const REDUNDANT_DEPENDENCY: Code = Code::new(
    "hcl2::terraform::redundant-dependency",
    "A reference in the same block makes the resource or output depend on this object already. Remove the element of \
     `depends_on`. It is OpenTofu's rule `core:redundant-depends-on`. `hcl2 check` reports it only when asked by \
     `--warn` or `--deny`.",
);

/// A string that is the address of an object.
pub const QUOTED_REFERENCE: Code = Code::new(
    "hcl2::terraform::quoted-reference",
    "The string is the address of something that the module declares, so it was probably meant as a reference. Remove \
     the quotes. It is OpenTofu's proposed rule `core:quotedref`. `hcl2 check` reports it only when asked by `--warn` \
     or `--deny`.",
);

/// A comparison of values of different types.
pub const INEFFECTIVE_COMPARISON: Code = Code::new(
    "hcl2::terraform::ineffective-comparison",
    "`==` and `!=` convert nothing: values of different types are never equal, such as `1` and `\"1\"`, or a list and \
     `[]`, which is a tuple. Convert one of the operands, or compare its length. It is OpenTofu's proposed rule \
     `core:ineffeq`. `hcl2 check` reports it only when asked by `--warn` or `--deny`.",
);

/// A function with other results in each plan, in a resource.
pub const IMPURE_FUNCTION: Code = Code::new(
    "hcl2::terraform::impure-function",
    "`timestamp`, `uuid` and `bcrypt` return something else in each plan, so each plan changes the resource. Use a \
     resource that stores the result, or `ignore_changes`. It is OpenTofu's rule `core:impurefunc`. `hcl2 check` \
     reports it only when asked by `--warn` or `--deny`.",
);

/// An invalid state file.
pub const INVALID_STATE: Code = Code::new(
    "hcl2::terraform::invalid-state",
    "A state file has version 4 of the format, as Terraform writes it since version 0.12. A state that a data source \
     reads must be below the directory of the module.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN_NAME,
    WRONG_LABELS,
    NOT_CONSTANT,
    REFERENCE_EXPECTED,
    GUESSED_BLOCK,
    NOT_CONVERTIBLE,
    INVALID_SCHEMA,
    INVALID_VERSION,
    INVALID_VALUE,
    REFUSED_VALUE,
    CONFLICTING_ARGUMENTS,
    DUPLICATE_DECLARATION,
    NOTHING_TO_OVERRIDE,
    IGNORED_SETTING,
    MISPLACED_SETTING,
    UNDECLARED,
    REFERENCE_CYCLE,
    INVALID_REFERENCE,
    INSTANCE_KEY,
    INVALID_TARGET,
    INVALID_NAME,
    CONSTANT_CONDITION,
    MISSING_BLOCK,
    INVALID_INSTANCES,
    SENSITIVE_OUTPUT,
    EPHEMERAL_VALUE,
    READ_ONLY,
    FAILED_CONDITION,
    UNKNOWN_CONDITION,
    MISSING_FAILURE,
    UNTESTED_ARM,
    PREVENTED_DESTROY,
    MISSING_VALUE,
    MISSING_SCHEMA,
    DEPRECATED,
    INVALID_SOURCE,
    UNKNOWN_SOURCE,
    UNSUPPORTED_VERSION,
    PROVIDER_CONFIGURATION,
    UNREAD_FILE,
    MISSING_FILE,
    REFUSED_FILE,
    NOT_CHECKED,
    UNUSED_VARIABLE,
    UNUSED_LOCAL,
    UNUSED_DATA,
    UNTYPED_VARIABLE,
    COUNT_AS_CONDITION,
    REDUNDANT_DEPENDENCY,
    QUOTED_REFERENCE,
    INEFFECTIVE_COMPARISON,
    IMPURE_FUNCTION,
    INVALID_STATE,
];
