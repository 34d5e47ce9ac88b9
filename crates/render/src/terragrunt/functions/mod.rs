//! The functions of Terragrunt. Those that would run something, or ask a cloud, are unknown.

mod merging;
mod paths;
mod reading;
mod unrun;

use std::sync::Arc;

use hcl2_model::FunctionTable;
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use super::place::Place;
use unrun::Unrun;

/// The names of all functions that Terragrunt adds, or has differently.
const NAMES: [&str; 37] = [
    "constraint_check",
    "deep_merge",
    "endswith",
    "find_in_parent_folders",
    "get_aws_account_alias",
    "get_aws_account_id",
    "get_aws_caller_identity_arn",
    "get_aws_caller_identity_user_id",
    "get_default_retryable_errors",
    "get_env",
    "get_original_terragrunt_dir",
    "get_parent_terragrunt_dir",
    "get_path_from_repo_root",
    "get_path_to_repo_root",
    "get_platform",
    "get_repo_root",
    "get_terraform_cli_args",
    "get_terraform_command",
    "get_terraform_commands_that_need_input",
    "get_terraform_commands_that_need_locking",
    "get_terraform_commands_that_need_parallelism",
    "get_terraform_commands_that_need_vars",
    "get_terragrunt_dir",
    "get_terragrunt_source_cli_flag",
    "get_working_dir",
    "mark_as_read",
    "mark_glob_as_read",
    "path_relative_from_include",
    "path_relative_to_include",
    "read_terragrunt_config",
    "read_tfvars_file",
    "run_cmd",
    "sops_decrypt_file",
    "startswith",
    "strcontains",
    "timecmp",
    "timestamp",
];

/// Returns whether Terragrunt has a function of its own with a name.
pub(super) fn is_own(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok()
}

/// Returns all functions that Terragrunt adds, for the expressions of one file.
pub(super) fn all(place: &Arc<Place>) -> FunctionTable {
    let mut table = FunctionTable::new();
    let functions = paths::functions(place).into_iter();
    let functions = functions
        .chain(reading::functions(place))
        .chain(merging::functions());
    for function in functions.chain(commands(place)) {
        table.insert(function.name(), function);
    }
    for (name, ty, reason) in unrun::ALL {
        table.insert(*name, Unrun::callable(name, ty(), reason));
    }
    table.insert("get_env", unrun::environment(place));
    table
}

/// Creates a function of strings.
fn of_strings(
    name: &'static str,
    counts: std::ops::RangeInclusive<usize>,
    result: impl Fn(&[&str]) -> Result<Value, FunctionError> + Send + Sync + 'static,
) -> Function {
    let function = Function::new(name, move |arguments, _| {
        if !counts.contains(&arguments.len()) {
            let (least, most) = (counts.start(), counts.end());
            let expected = if least == most {
                least.to_string()
            } else {
                format!("{least} to {most}")
            };
            let message = format!("expected {expected} arguments, found {}", arguments.len());
            return Err(FunctionError::new(message));
        }
        let texts: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
        result(&texts)
    });
    function.variadic(Parameter::new("arguments", Type::STRING))
}

/// Returns the functions about the commands of Terraform.
fn commands(place: &Arc<Place>) -> Vec<Function> {
    const LISTS: [(&str, &[&str]); 4] = [
        (
            "get_terraform_commands_that_need_vars",
            &["apply", "console", "destroy", "import", "plan", "push", "refresh"],
        ),
        (
            "get_terraform_commands_that_need_locking",
            &[
                "apply", "destroy", "import", "plan", "refresh", "taint", "untaint",
            ],
        ),
        (
            "get_terraform_commands_that_need_input",
            &["apply", "import", "init", "plan", "refresh"],
        ),
        (
            "get_terraform_commands_that_need_parallelism",
            &["apply", "plan", "destroy"],
        ),
    ];
    let lists = LISTS.into_iter().map(|(name, commands)| {
        of_strings(name, 0..=0, move |_| {
            Ok(list(commands.iter().map(|command| Value::from(*command))))
        })
    });
    let command = place.world.given.command.clone();
    let single = of_strings("get_terraform_command", 0..=0, move |_| {
        Ok(Value::from(command.as_str()))
    });
    let arguments = of_strings("get_terraform_cli_args", 0..=0, |_| Ok(list([])));
    let source = of_strings("get_terragrunt_source_cli_flag", 0..=0, |_| Ok(Value::from("")));
    lists.chain([single, arguments, source]).collect()
}

/// Returns a list of strings.
fn list(texts: impl IntoIterator<Item = Value>) -> Value {
    let texts: Vec<Value> = texts.into_iter().collect();
    Value::list(Type::STRING, texts.clone()).unwrap_or_else(|_| Value::tuple(texts))
}
