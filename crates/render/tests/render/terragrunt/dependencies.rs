//! Dependencies.

use std::path::PathBuf;

use hcl2_diagnostics::Severity;
use hcl2_render::Options;

use super::{errors, json_of, part, problems, rendered, sound};

const MOCKED: &str = r#"
dependency "vpc" {
  config_path  = "../vpc"
  mock_outputs = { id = "mock", zone = "a" }
  mock_outputs_allowed_terraform_commands = ["validate"]
}
inputs = {
  id = dependency.vpc.outputs.id
}
"#;

const STATE: &str = r#"{"version": 4, "terraform_version": "1.5.0", "serial": 1, "lineage": "x", "resources": [],
  "outputs": {"id": {"value": "vpc-1", "type": "string"}, "key": {"value": "s3cr3t", "type": "string", "sensitive": true}}}"#;

fn with_state() -> Options {
    let mut options = Options::default();
    options.states = vec![(PathBuf::from("/repo/vpc"), PathBuf::from("/repo/vpc.tfstate"))];
    options.command = Some("plan".to_owned());
    options
}

#[test]
fn outputs_are_mocks_for_the_commands_that_may_see_them() {
    let files = [("vpc/terragrunt.hcl", ""), ("app/terragrunt.hcl", MOCKED)];
    let json = sound(&files, "app");
    assert_eq!(part(&json, &["inputs", "id"]), "\"mock\"");
    assert_eq!(part(&json, &["dependency", "vpc", "outputs"]), "null");
    let mut options = Options::default();
    options.command = Some("plan".to_owned());
    let found = rendered(&files, "app", &options);
    let notes = problems(&found, Severity::Note);
    assert_eq!(
        (notes[0].0.as_str(), notes[0].1.as_str()),
        ("hcl2::render::unknown", "\"../vpc\"")
    );
    assert_eq!(
        notes[0].2,
        "The value of `inputs.id` is not known: the outputs of repo/vpc are in its state, which `--outputs repo/vpc=FILE` gives, \
         and there are no mock outputs for `plan`."
    );
    assert_eq!(part(&json_of(found), &["inputs", "id"]), "null");
}

#[test]
fn outputs_of_a_state_are_merged_with_mocks_as_asked() {
    let merged = MOCKED.replace(
        "[\"validate\"]",
        "[\"plan\"]\n  mock_outputs_merge_strategy_with_state = \"shallow\"",
    );
    let merged = merged.replace(
        "inputs = {",
        "inputs = {\n  zone = dependency.vpc.outputs.zone\n  key = dependency.vpc.outputs.key",
    );
    let files = [
        ("vpc/terragrunt.hcl", ""),
        ("vpc.tfstate", STATE),
        ("app/terragrunt.hcl", &merged),
    ];
    let json = json_of(rendered(&files, "app", &with_state()));
    assert_eq!(
        part(&json, &["inputs"]),
        r#"{ "id": "vpc-1", "key": "(sensitive value)", "zone": "a" }"#
    );
}

#[test]
fn unknown_strategy_for_mock_outputs_is_an_error_where_a_state_is() {
    let bogus = MOCKED.replacen(
        "{\n",
        "{\n  mock_outputs_merge_strategy_with_state = \"bogus\"\n",
        1,
    );
    let files = [
        ("vpc/terragrunt.hcl", ""),
        ("vpc.tfstate", STATE),
        ("app/terragrunt.hcl", &bogus),
    ];
    let found = errors(&files, "app", &with_state());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].1, "\"bogus\"");
    assert!(
        found[0]
            .2
            .contains("no_merge, shallow, deep_map_only, found `bogus`"),
        "{found:?}"
    );
    let json = sound(&files, "app");
    assert_eq!(part(&json, &["inputs", "id"]), "\"mock\"");
}

#[test]
fn state_that_is_not_json_is_an_error() {
    let files = [
        ("vpc/terragrunt.hcl", ""),
        ("vpc.tfstate", "not json"),
        ("app/terragrunt.hcl", MOCKED),
    ];
    let found = errors(&files, "app", &with_state());
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].0.starts_with("hcl2::json::"), "{found:?}");
}

#[test]
fn units_that_are_missing_are_an_error_unless_they_do_not_count() {
    let found = errors(&[("app/terragrunt.hcl", MOCKED)], "app", &Options::default());
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::render::missing-unit", "\"../vpc\"")
    );
    for ignored in ["  enabled = false\n", "  skip_outputs = true\n"] {
        let unit = MOCKED.replacen("{\n", &format!("{{\n{ignored}"), 1);
        let json = sound(&[("app/terragrunt.hcl", &unit)], "app");
        assert_eq!(part(&json, &["inputs", "id"]), "\"mock\"");
    }
}

#[test]
fn units_that_need_each_other_are_an_error() {
    let on = |name: &str| format!("dependency \"x\" {{\n  config_path = \"../{name}\"\n}}\n");
    let (a, b) = (on("b"), "dependencies {\n  paths = [\"../a\"]\n}\n");
    let files = [("a/terragrunt.hcl", a.as_str()), ("b/terragrunt.hcl", b)];
    let found = errors(&files, "a", &Options::default());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::terraform::reference-cycle", "\"../b\"")
    );
    assert!(
        found[0].2.contains("`repo/a`, `repo/b`, `repo/a`"),
        "{}",
        found[0].2
    );
}

#[test]
fn included_files_share_their_dependencies() {
    let root = "dependency \"vpc\" {\n  config_path  = \"../vpc\"\n  mock_outputs = { id = \"root\" }\n}\ninputs = { own = dependency.vpc.outputs.id }\n";
    let unit =
        "include \"root\" {\n  path = \"../root.hcl\"\n}\ninputs = { id = dependency.vpc.outputs.id }\n";
    let files = [
        ("vpc/terragrunt.hcl", ""),
        ("root.hcl", root),
        ("app/terragrunt.hcl", unit),
    ];
    let json = sound(&files, "app");
    assert_eq!(part(&json, &["inputs"]), r#"{ "id": "root", "own": "root" }"#);
}

#[test]
fn expansions_are_not_evaluated() {
    let unit = "dependency \"vpc\" {\n  config_path = \"../vpc\"\n  expansion {\n    count = 2\n  }\n}\n";
    let files = [("vpc/terragrunt.hcl", ""), ("app/terragrunt.hcl", unit)];
    let found = errors(&files, "app", &Options::default());
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::render::unsupported", "expansion")
    );
}

#[test]
fn outputs_of_a_directory_without_a_unit_are_an_error() {
    let files = [
        ("vpc/terragrunt.hcl", ""),
        ("app/terragrunt.hcl", MOCKED),
        ("vpc.tfstate", STATE),
    ];
    let mut options = with_state();
    options.states[0].0 = PathBuf::from("/repo/vcp");
    let found = errors(&files, "app", &options);
    assert_eq!(
        (found[0].0.as_str(), found.len()),
        ("hcl2::render::missing-unit", 1)
    );
    assert!(
        found[0]
            .2
            .starts_with("The directory repo/vcp, for which `--outputs`"),
        "{}",
        found[0].2
    );
}

#[test]
fn features_that_no_file_declares_are_a_warning() {
    let files = [("app/terragrunt.hcl", "feature \"fast\" {\n  default = 1\n}\n")];
    let mut options = Options::default();
    options.features = [("fast", "2"), ("fats", "2")]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
    let found = problems(&rendered(&files, "app", &options), Severity::Warning);
    let expected = "No file declares the feature `fats`. Did you mean `fast`?";
    let expected = (
        "hcl2::terraform::undeclared".to_owned(),
        String::new(),
        expected.to_owned(),
    );
    assert_eq!(found, [expected]);
}
