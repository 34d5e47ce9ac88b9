//! The items of configurations as Terragrunt shows them: their names, their types, and what stands for those that are absent.

use hcl2_model::BodySchema;
use hcl2_value::{Type, Value};

/// An attribute of a block, or of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The property that shows it.
    pub(super) shown: &'static str,
    pub(super) kind: Kind,
    pub(super) absent: Absent,
}

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Any,
    Text,
    Truth,
    Number,
    Texts,
    TextsByName,
    /// One of several strings.
    OneOf(&'static [&'static str]),
}

impl Kind {
    /// Returns the type.
    pub(super) fn ty(self) -> Type {
        match self {
            Self::Any => Type::DYNAMIC,
            Self::Text | Self::OneOf(_) => Type::STRING,
            Self::Truth => Type::BOOL,
            Self::Number => Type::NUMBER,
            Self::Texts => Type::list(Type::STRING),
            Self::TextsByName => Type::map(Type::STRING),
        }
    }
}

/// What stands for an absent attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absent {
    Null,
    False,
    Text(&'static str),
    /// No property.
    Nothing,
    /// The attribute is required.
    Error,
}

impl Absent {
    pub(super) fn value(self, kind: Kind) -> Option<Value> {
        match self {
            Self::Null => Some(Value::null(kind.ty())),
            Self::False => Some(Value::from(false)),
            Self::Text(text) => Some(Value::from(text)),
            Self::Nothing | Self::Error => None,
        }
    }
}

/// The body of a block, or of a file.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) fields: &'static [Field],
    /// The blocks with the number of their labels.
    pub(super) blocks: &'static [(&'static str, usize)],
}

const fn field(name: &'static str, kind: Kind, absent: Absent) -> Field {
    Field {
        name,
        shown: name,
        kind,
        absent,
    }
}

const fn required(name: &'static str, kind: Kind) -> Field {
    field(name, kind, Absent::Error)
}

const fn nullable(name: &'static str, kind: Kind) -> Field {
    field(name, kind, Absent::Null)
}

const fn switch(name: &'static str) -> Field {
    field(name, Kind::Truth, Absent::False)
}

const fn table(fields: &'static [Field]) -> Table {
    Table { fields, blocks: &[] }
}

/// Returns the schema of a body.
pub(super) fn schema_of(table: &Table) -> BodySchema {
    let schema = table.fields.iter().fold(BodySchema::new(), |schema, field| {
        if field.absent == Absent::Error {
            schema.required(field.name)
        } else {
            schema.optional(field.name)
        }
    });
    let labels = ["name"];
    table.blocks.iter().fold(schema, |schema, (name, count)| {
        schema.block(*name, labels.iter().take(*count).copied())
    })
}

/// A file of a unit. `inputs`, and what is both an attribute and a block, are read apart from the table.
pub(super) static FILE: Table = Table {
    fields: &[
        field("terraform_binary", Kind::Text, Absent::Text("")),
        field("terraform_version_constraint", Kind::Text, Absent::Text("")),
        field("terragrunt_version_constraint", Kind::Text, Absent::Text("")),
        field("download_dir", Kind::Text, Absent::Text("")),
        field("iam_role", Kind::Text, Absent::Text("")),
        field("iam_assume_role_session_name", Kind::Text, Absent::Text("")),
        field("iam_web_identity_token", Kind::Text, Absent::Text("")),
        field("iam_assume_role_duration", Kind::Number, Absent::Null),
        field("prevent_destroy", Kind::Truth, Absent::Nothing),
        field("inputs", Kind::Any, Absent::Null),
    ],
    blocks: &[
        ("catalog", 0),
        ("engine", 0),
        ("terraform", 0),
        ("remote_state", 0),
        ("dependencies", 0),
        ("dependency", 1),
        ("feature", 1),
        ("exclude", 0),
        ("errors", 0),
        ("generate", 1),
        ("locals", 0),
        ("include", 1),
    ],
};

/// The number of fields of a file that are shown as they are: all but `inputs`.
pub(super) const SHOWN_FIELDS: usize = 9;

pub(super) static INCLUDE: Table = table(&[
    required("path", Kind::Text),
    switch("expose"),
    field("merge_strategy", Kind::Text, Absent::Text("shallow")),
]);

pub(super) static CATALOG: Table = table(&[
    nullable("urls", Kind::Texts),
    field("default_template", Kind::Text, Absent::Text("")),
    switch("no_shell"),
    switch("no_hooks"),
]);

pub(super) static ENGINE: Table = table(&[
    required("source", Kind::Text),
    field("version", Kind::Text, Absent::Text("")),
    field("type", Kind::Text, Absent::Text("")),
    nullable("meta", Kind::Any),
]);

pub(super) static TERRAFORM: Table = Table {
    fields: &[
        nullable("source", Kind::Text),
        nullable("include_in_copy", Kind::Texts),
        nullable("exclude_from_copy", Kind::Texts),
        nullable("copy_terraform_lock_file", Kind::Truth),
        field("version", Kind::Text, Absent::Nothing),
        field("update_source_with_cas", Kind::Truth, Absent::Nothing),
        field("mutable", Kind::Truth, Absent::Nothing),
    ],
    blocks: &[
        ("extra_arguments", 1),
        ("before_hook", 1),
        ("after_hook", 1),
        ("error_hook", 1),
    ],
};

static EXTRA_ARGUMENTS: Table = table(&[
    nullable("arguments", Kind::Texts),
    nullable("required_var_files", Kind::Texts),
    nullable("optional_var_files", Kind::Texts),
    nullable("env_vars", Kind::TextsByName),
    required("commands", Kind::Texts),
]);

static HOOK: Table = table(&[
    nullable("if", Kind::Truth),
    nullable("run_on_error", Kind::Truth),
    nullable("suppress_stdout", Kind::Truth),
    nullable("working_dir", Kind::Text),
    required("commands", Kind::Texts),
    required("execute", Kind::Texts),
]);

static ERROR_HOOK: Table = table(&[
    nullable("suppress_stdout", Kind::Truth),
    nullable("working_dir", Kind::Text),
    required("commands", Kind::Texts),
    required("execute", Kind::Texts),
    required("on_errors", Kind::Texts),
]);

/// The blocks in the block `terraform`, each with its table.
pub(super) static OF_TERRAFORM: [(&str, &Table); 4] = [
    ("extra_arguments", &EXTRA_ARGUMENTS),
    ("before_hook", &HOOK),
    ("after_hook", &HOOK),
    ("error_hook", &ERROR_HOOK),
];

pub(super) static REMOTE_STATE: Table = table(&[
    required("backend", Kind::Text),
    switch("disable_init"),
    switch("disable_dependency_optimization"),
    nullable("generate", Kind::Any),
    required("config", Kind::Any),
    nullable("encryption", Kind::Any),
]);

pub(super) static DEPENDENCIES: Table = table(&[required("paths", Kind::Texts)]);

pub(super) static DEPENDENCY: Table = Table {
    fields: &[
        nullable("config_path", Kind::Text),
        nullable("enabled", Kind::Truth),
        Field {
            shown: "skip",
            ..nullable("skip_outputs", Kind::Truth)
        },
        nullable("mock_outputs", Kind::Any),
        nullable("mock_outputs_allowed_terraform_commands", Kind::Texts),
        nullable("mock_outputs_merge_with_state", Kind::Truth),
        nullable("mock_outputs_merge_strategy_with_state", Kind::Text),
    ],
    blocks: &[("expansion", 0)],
};

pub(super) static FEATURE: Table = table(&[required("default", Kind::Any)]);

pub(super) static EXCLUDE: Table = table(&[
    required("if", Kind::Truth),
    required("actions", Kind::Texts),
    switch("no_run"),
    switch("exclude_dependencies"),
]);

pub(super) static ERRORS: Table = Table {
    fields: &[],
    blocks: &[("retry", 1), ("ignore", 1)],
};

static RETRY: Table = table(&[
    required("retryable_errors", Kind::Texts),
    required("max_attempts", Kind::Number),
    required("sleep_interval_sec", Kind::Number),
]);

static IGNORE: Table = table(&[
    required("ignorable_errors", Kind::Texts),
    field("message", Kind::Text, Absent::Text("")),
    nullable("signals", Kind::Any),
]);

/// The blocks in the block `errors`, each with its table.
pub(super) static OF_ERRORS: [(&str, &Table); 2] = [("retry", &RETRY), ("ignore", &IGNORE)];

const IF_EXISTS: Kind = Kind::OneOf(&["error", "skip", "overwrite", "overwrite_terragrunt"]);

const IF_DISABLED: Kind = Kind::OneOf(&["skip", "remove", "remove_terragrunt"]);

pub(super) static GENERATE: Table = table(&[
    required("path", Kind::Text),
    required("if_exists", IF_EXISTS),
    field("if_disabled", IF_DISABLED, Absent::Text("skip")),
    required("contents", Kind::Text),
    field("comment_prefix", Kind::Text, Absent::Text("# ")),
    switch("disable_signature"),
    switch("disable"),
    nullable("hcl_fmt", Kind::Truth),
    nullable("mutable", Kind::Truth),
]);

/// A file of a stack.
pub(super) static STACK_FILE: Table = Table {
    fields: &[],
    blocks: &[("locals", 0), ("include", 1), ("unit", 1), ("stack", 1)],
};

/// A unit or a stack of a stack.
pub(super) static COMPONENT: Table = Table {
    fields: &[
        required("source", Kind::Text),
        required("path", Kind::Text),
        field("values", Kind::Any, Absent::Nothing),
        field("enabled", Kind::Truth, Absent::Nothing),
        field("no_dot_terragrunt_stack", Kind::Truth, Absent::Nothing),
        field("no_validation", Kind::Truth, Absent::Nothing),
        field("update_source_with_cas", Kind::Truth, Absent::Nothing),
        field("mutable", Kind::Truth, Absent::Nothing),
    ],
    blocks: &[("autoinclude", 0), ("expansion", 0)],
};
