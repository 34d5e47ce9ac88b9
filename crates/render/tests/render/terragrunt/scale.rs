//! Many units.

use std::time::Instant;

use super::{part, sound};

/// Renders a number of units that include a root and have a dependency each, and returns the seconds that it takes.
fn seconds(count: usize) -> f64 {
    let root = "locals {\n  env = read_terragrunt_config(find_in_parent_folders(\"env.hcl\"))\n}\nremote_state {\n  backend = \"s3\"\n  config = { key = \"${path_relative_to_include()}/terraform.tfstate\" }\n}\ninputs = { env = local.env.locals.name }\n";
    let unit = |index: usize| {
        format!(
            "include \"root\" {{\n  path   = find_in_parent_folders(\"root.hcl\")\n  expose = true\n}}\ndependency \"before\" {{\n  \
             config_path  = \"../u{}\"\n  mock_outputs = {{ id = \"x\" }}\n}}\ninputs = {{ id = dependency.before.outputs.id, n = \
             include.root.inputs.env }}\n",
            index.saturating_sub(1)
        )
    };
    let units: Vec<(String, String)> = (1..=count)
        .map(|index| (format!("live/u{index}/terragrunt.hcl"), unit(index)))
        .collect();
    let mut files: Vec<(&str, &str)> = units
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    files.extend([
        ("root.hcl", root),
        ("live/env.hcl", "locals {\n  name = \"prod\"\n}\n"),
        ("live/u0/terragrunt.hcl", ""),
    ]);
    let start = Instant::now();
    let json = sound(&files, "live");
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(
        part(&json, &["repo/live/u2", "inputs"]),
        r#"{ "env": "prod", "id": "x", "n": "prod" }"#
    );
    seconds
}

#[test]
fn units_take_linear_time() {
    let _ = seconds(50);
    let (few, many) = (seconds(250), seconds(1_000));
    println!("250 units: {few:.2} s, 1,000 units: {many:.2} s");
    assert!(
        many < few * 4.0 * 3.0,
        "250 units: {few:.2} s, 1,000 units: {many:.2} s"
    );
}
