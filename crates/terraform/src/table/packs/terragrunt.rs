//! Terragrunt: units and stacks.

use super::{CALLING, Called, Calling, Completion, FileKind, MAP, PACK, Pack, ROOT, Root, expressions};
use crate::table::Mode::Expression;
use crate::table::Repeats::{Many, Once};
use crate::table::language::{argument, block, required};
use crate::table::{Argument, BlockType, BodyType, ROOT_LOCAL, Rest, names};

pub(super) static UNITS: Pack = Pack {
    kind: FileKind::Terragrunt,
    name: "terragrunt",
    names: &["terragrunt.hcl", "terragrunt.hcl.json", "root.hcl"],
    body: &UNIT_FILE,
    roots: &[LOCAL_VALUES, DEPENDENCIES_BY_NAME, FEATURES],
    completed_by: Some(Completion {
        by: &STACKS,
        block: "autoinclude",
        roots: &["dependency", "feature"],
    }),
    callings: &[
        Calling {
            block: names::TERRAFORM,
            is_beside: true,
            ..CALLING
        },
        Calling {
            block: "dependency",
            source: Some("config_path"),
            inputs: None,
            outputs: Some("mock_outputs"),
            through: Some("outputs"),
            called: Called::ModuleOf(names::TERRAFORM),
            ..CALLING
        },
    ],
    ..PACK
};

pub(super) static STACKS: Pack = Pack {
    kind: FileKind::TerragruntStack,
    name: "terragrunt-stack",
    names: &["terragrunt.stack.hcl"],
    body: &STACK_FILE,
    roots: &[LOCAL_VALUES],
    ..PACK
};

const DEPENDENCIES_BY_NAME: Root = Root {
    name: "dependency",
    labelled: &["dependency"],
    included_by: Some("include"),
    ..ROOT
};

const FEATURES: Root = Root {
    name: "feature",
    labelled: &["feature"],
    ..DEPENDENCIES_BY_NAME
};

const LOCAL_VALUES: Root = Root {
    name: ROOT_LOCAL,
    containing: &[names::LOCALS],
    ..ROOT
};

static UNIT_FILE: BodyType = BodyType {
    arguments: &[
        argument("terraform_binary", Expression),
        argument("terraform_version_constraint", Expression),
        argument("terragrunt_version_constraint", Expression),
        argument("inputs", Expression),
        argument("remote_state", Expression),
        argument("download_dir", Expression),
        argument("prevent_destroy", Expression),
        argument("iam_role", Expression),
        argument("iam_assume_role_duration", Expression),
        argument("iam_assume_role_session_name", Expression),
        argument("iam_web_identity_token", Expression),
        argument("generate", Expression),
        // Of earlier versions.
        argument("skip", Expression),
        argument("retryable_errors", Expression),
        argument("retry_max_attempts", Expression),
        argument("retry_sleep_interval_sec", Expression),
    ],
    blocks: &[
        block("catalog", &[], Once, &CATALOG),
        block("engine", &[], Once, &ENGINE),
        block("terraform", &[], Once, &TERRAFORM),
        block("remote_state", &[], Once, &REMOTE_STATE),
        block("dependencies", &[], Once, &DEPENDENCIES),
        DEPENDENCY_BLOCK,
        block("feature", &["name of the feature"], Many, &FEATURE),
        block("exclude", &[], Once, &EXCLUDE),
        block("errors", &[], Once, &ERRORS),
        block("generate", &["name of the file"], Many, &GENERATE),
        LOCAL_BLOCK,
        INCLUDE,
        BARE_INCLUDE,
    ],
    rest: Rest::Nothing,
};

const LOCAL_BLOCK: BlockType = block(names::LOCALS, &[], Once, &MAP);
const INCLUDE: BlockType = block("include", &["name of the included file"], Many, &INCLUDED);
/// The only one of its form in a file.
const BARE_INCLUDE: BlockType = block("include", &[], Once, &INCLUDED);

static INCLUDED: BodyType = BodyType {
    arguments: &[
        required("path", Expression),
        argument("expose", Expression),
        argument("merge_strategy", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static CATALOG: BodyType = BodyType {
    arguments: &[
        argument("urls", Expression),
        argument("no_shell", Expression),
        argument("no_hooks", Expression),
        argument("default_template", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static ENGINE: BodyType = BodyType {
    arguments: &[
        required("source", Expression),
        argument("version", Expression),
        argument("type", Expression),
        argument("meta", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static TERRAFORM: BodyType = BodyType {
    arguments: &[
        argument("source", Expression),
        argument("version", Expression),
        UPDATE_SOURCE,
        MUTABLE,
        argument("include_in_copy", Expression),
        argument("exclude_from_copy", Expression),
        argument("copy_terraform_lock_file", Expression),
    ],
    blocks: &[
        block(
            "extra_arguments",
            &["name of the arguments"],
            Many,
            &EXTRA_ARGUMENTS,
        ),
        block("before_hook", &["name of the hook"], Many, &HOOK),
        block("after_hook", &["name of the hook"], Many, &HOOK),
        block("error_hook", &["name of the hook"], Many, &ERROR_HOOK),
    ],
    rest: Rest::Nothing,
};

const UPDATE_SOURCE: Argument = argument("update_source_with_cas", Expression);
const MUTABLE: Argument = argument("mutable", Expression);

static EXTRA_ARGUMENTS: BodyType = BodyType {
    arguments: &[
        required("commands", Expression),
        argument("arguments", Expression),
        argument("required_var_files", Expression),
        argument("optional_var_files", Expression),
        argument("env_vars", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static HOOK: BodyType = BodyType {
    arguments: &[
        required("commands", Expression),
        required("execute", Expression),
        argument("if", Expression),
        argument("run_on_error", Expression),
        argument("suppress_stdout", Expression),
        argument("working_dir", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static ERROR_HOOK: BodyType = BodyType {
    arguments: &[
        required("commands", Expression),
        required("execute", Expression),
        required("on_errors", Expression),
        argument("suppress_stdout", Expression),
        argument("working_dir", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static REMOTE_STATE: BodyType = BodyType {
    arguments: &[
        required("backend", Expression),
        required("config", Expression),
        argument("disable_init", Expression),
        argument("disable_dependency_optimization", Expression),
        argument("generate", Expression),
        argument("encryption", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static DEPENDENCIES: BodyType = BodyType {
    arguments: &[required("paths", Expression)],
    blocks: &[],
    rest: Rest::Nothing,
};

const DEPENDENCY_BLOCK: BlockType = block("dependency", &["name of the dependency"], Many, &DEPENDENCY);

static DEPENDENCY: BodyType = BodyType {
    arguments: &[
        argument("config_path", Expression),
        argument("enabled", Expression),
        argument("skip_outputs", Expression),
        argument("mock_outputs", Expression),
        argument("mock_outputs_allowed_terraform_commands", Expression),
        argument("mock_outputs_merge_with_state", Expression),
        argument("mock_outputs_merge_strategy_with_state", Expression),
    ],
    blocks: &[EXPANSION],
    rest: Rest::Nothing,
};

const EXPANSION: BlockType = block("expansion", &[], Once, &EXPANSION_BODY);

static EXPANSION_BODY: BodyType = BodyType {
    arguments: &[
        argument(names::FOR_EACH, Expression),
        argument(names::COUNT, Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static FEATURE: BodyType = BodyType {
    arguments: &expressions(["default"]),
    blocks: &[],
    rest: Rest::Nothing,
};

static EXCLUDE: BodyType = BodyType {
    arguments: &[
        required("if", Expression),
        required("actions", Expression),
        argument("no_run", Expression),
        argument("exclude_dependencies", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static ERRORS: BodyType = BodyType {
    arguments: &[],
    blocks: &[
        block("retry", &["name of the rule"], Many, &RETRY),
        block("ignore", &["name of the rule"], Many, &IGNORE),
    ],
    rest: Rest::Nothing,
};

static RETRY: BodyType = BodyType {
    arguments: &[
        required("retryable_errors", Expression),
        required("max_attempts", Expression),
        required("sleep_interval_sec", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static IGNORE: BodyType = BodyType {
    arguments: &[
        required("ignorable_errors", Expression),
        argument("message", Expression),
        argument("signals", Expression),
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

static GENERATE: BodyType = BodyType {
    arguments: &[
        required("path", Expression),
        required("if_exists", Expression),
        required("contents", Expression),
        argument("if_disabled", Expression),
        argument("comment_prefix", Expression),
        argument("disable_signature", Expression),
        argument("disable", Expression),
        argument("hcl_fmt", Expression),
        MUTABLE,
    ],
    blocks: &[],
    rest: Rest::Nothing,
};

/// Returns the block of a stack. A constant could not refer to itself.
const fn stack() -> BlockType {
    block("stack", &["name of the stack"], Many, &STACK)
}

const UNIT_BLOCK: BlockType = block("unit", &["name of the unit"], Many, &UNIT);

static STACK_FILE: BodyType = BodyType {
    arguments: &[],
    blocks: &[LOCAL_BLOCK, INCLUDE, BARE_INCLUDE, stack(), UNIT_BLOCK],
    rest: Rest::Nothing,
};

const COMPONENT: &[Argument] = &[
    required("source", Expression),
    required("path", Expression),
    argument("values", Expression),
    argument("enabled", Expression),
    argument("no_dot_terragrunt_stack", Expression),
    argument("no_validation", Expression),
    UPDATE_SOURCE,
    MUTABLE,
];

static UNIT: BodyType = BodyType {
    arguments: COMPONENT,
    blocks: &[EXPANSION, block("autoinclude", &[], Once, &UNIT_FILE)],
    rest: Rest::Nothing,
};

static STACK: BodyType = BodyType {
    arguments: COMPONENT,
    blocks: &[EXPANSION, block("autoinclude", &[], Once, &INCLUDED_STACK)],
    rest: Rest::Nothing,
};

/// A stack may also have the dependencies of its units.
static INCLUDED_STACK: BodyType = BodyType {
    arguments: &[],
    blocks: &[LOCAL_BLOCK, INCLUDE, DEPENDENCY_BLOCK, stack(), UNIT_BLOCK],
    rest: Rest::Nothing,
};
