//! Included files.

use hcl2_render::Options;

use super::{errors, part, sound};

const ROOT: &str = r#"
locals {
  owner = "team"
}
inputs = {
  tags = { owner = local.owner, env = "none" }
  list = [1]
  key  = path_relative_to_include()
  back = path_relative_from_include()
  top  = get_parent_terragrunt_dir()
  here = get_terragrunt_dir()
}
"#;

fn unit(strategy: &str, expose: bool) -> String {
    format!(
        r#"
include "root" {{
  path           = find_in_parent_folders("root.hcl")
  merge_strategy = "{strategy}"
  expose         = {expose}
}}
inputs = {{
  tags = {{ env = "prod" }}
  list = [2]
}}
"#
    )
}

#[test]
fn included_files_are_merged_by_their_strategies() {
    for (strategy, tags, list) in [
        ("shallow", r#"{ "env": "prod" }"#, "[ 2 ]"),
        ("deep", r#"{ "env": "prod", "owner": "team" }"#, "[ 1, 2 ]"),
        ("no_merge", r#"{ "env": "prod" }"#, "[ 2 ]"),
    ] {
        let unit = unit(strategy, false);
        let json = sound(
            &[("root.hcl", ROOT), ("prod/app/terragrunt.hcl", &unit)],
            "prod/app",
        );
        assert_eq!(part(&json, &["inputs", "tags"]), tags, "{strategy}");
        assert_eq!(part(&json, &["inputs", "list"]), list, "{strategy}");
        assert_eq!(part(&json, &["locals"]), "null");
        if strategy == "no_merge" {
            assert!(
                json.get("inputs")
                    .is_some_and(|inputs| inputs.get("key").is_none())
            );
            continue;
        }
        assert_eq!(part(&json, &["inputs", "key"]), r#""prod/app""#);
        assert_eq!(part(&json, &["inputs", "back"]), r#""../..""#);
        assert_eq!(part(&json, &["inputs", "top"]), r#""/repo""#);
        assert_eq!(part(&json, &["inputs", "here"]), r#""/repo/prod/app""#);
    }
}

#[test]
fn exposed_files_are_seen_by_their_names() {
    let unit = unit("no_merge", true).replace("list = [2]", "list = [include.root.locals.owner]");
    let json = sound(
        &[("root.hcl", ROOT), ("prod/app/terragrunt.hcl", &unit)],
        "prod/app",
    );
    assert_eq!(part(&json, &["inputs", "list"]), r#"[ "team" ]"#);
    let bare = "include {\n  path   = \"../root.hcl\"\n  expose = true\n}\nlocals {\n  o = include.locals.owner\n}\n";
    let json = sound(&[("root.hcl", ROOT), ("app/terragrunt.hcl", bare)], "app");
    assert_eq!(part(&json, &["locals"]), r#"{ "o": "team" }"#);
    let both = format!("{bare}include \"two\" {{\n  path = \"../two.hcl\"\n}}\n")
        .replace("include.locals", "include[\"\"].locals");
    let json = sound(
        &[
            ("root.hcl", ROOT),
            ("two.hcl", "inputs = { two = 2 }\n"),
            ("app/terragrunt.hcl", &both),
        ],
        "app",
    );
    assert_eq!(part(&json, &["inputs", "two"]), "2");
}

#[test]
fn later_includes_win_over_earlier_ones_and_units_over_all() {
    let unit = "include \"a\" {\n  path = \"../a.hcl\"\n}\ninclude \"b\" {\n  path = \"../b.hcl\"\n}\ninputs = { z = 0 }\n";
    let json = sound(
        &[
            ("a.hcl", "inputs = { x = 1, y = 1, z = 1 }\n"),
            ("b.hcl", "inputs = { y = 2, z = 2 }\n"),
            ("app/terragrunt.hcl", unit),
        ],
        "app",
    );
    assert_eq!(part(&json, &["inputs"]), r#"{ "x": 1, "y": 2, "z": 0 }"#);
}

#[test]
fn included_file_cannot_include() {
    let files = [
        ("root.hcl", "include \"more\" {\n  path = \"more.hcl\"\n}\n"),
        ("more.hcl", ""),
        (
            "app/terragrunt.hcl",
            "include \"root\" {\n  path = \"../root.hcl\"\n}\n",
        ),
    ];
    let found = errors(&files, "app", &Options::default());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::render::nested-include", "include \"more\"")
    );
    let detail = "The file repo/root.hcl is included, so it cannot include another one. Include both in repo/app/terragrunt.hcl.";
    assert_eq!(found[0].2, detail);
}

#[test]
fn paths_of_included_files_must_be_known_and_exist() {
    let unit = "include \"root\" {\n  path = run_cmd(\"find\")\n}\n";
    let found = errors(&[("app/terragrunt.hcl", unit)], "app", &Options::default());
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::render::unknown-path", "run_cmd(\"find\")")
    );
    assert!(
        found[0].2.contains("no program runs in `run_cmd`"),
        "{}",
        found[0].2
    );
    let unit = "include \"root\" {\n  path = \"../none.hcl\"\n}\n";
    let found = errors(&[("app/terragrunt.hcl", unit)], "app", &Options::default());
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::source::unreadable", "\"../none.hcl\"")
    );
    let unit = "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\n";
    let found = errors(&[("app/terragrunt.hcl", unit)], "app", &Options::default());
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::expr::call-failed", "find_in_parent_folders(")
    );
    assert!(found[0].2.contains("has `root.hcl`; create it"), "{}", found[0].2);
}

#[test]
fn include_without_a_label_is_read_in_json_too() {
    let root = "inputs = {\n  key = path_relative_to_include()\n}\n";
    for include in [
        r#"{"path": "../root.hcl"}"#,
        r#"[{"path": "../root.hcl"}]"#,
        r#"{"root": {"path": "../root.hcl"}}"#,
        r#"{"path": {"path": "../root.hcl"}}"#,
    ] {
        let unit = format!(r#"{{"include": {include}}}"#);
        let json = sound(&[("root.hcl", root), ("app/terragrunt.hcl.json", &unit)], "app");
        assert_eq!(part(&json, &["inputs", "key"]), r#""app""#, "{include}");
    }
}
