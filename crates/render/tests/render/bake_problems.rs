//! Problems of bake files: each has a code, a place and advice.

use std::sync::Arc;

use hcl2_project::{Memory, VariableSource};
use hcl2_render::{Language, Options, render};

use crate::support;

#[track_caller]
fn problem(text: &str, change: impl FnOnce(&mut Options)) -> ((&'static str, String), String) {
    let mut options = Options::default();
    change(&mut options);
    let (mut all, detail) = support::problems(&[("docker-bake.hcl", text)], &options);
    assert_eq!(all.len(), 1, "{all:?} {detail}");
    (all.remove(0), detail)
}

#[track_caller]
fn expect(text: &str, code: &str, place: &str, detail: &str) {
    let ((own, own_place), own_detail) = problem(text, |_| ());
    assert_eq!((own, own_place.as_str()), (code, place));
    assert!(own_detail.contains(detail), "{own_detail}");
}

#[test]
fn unknown_targets_are_suggested() {
    expect(
        "target \"a\" {}\n",
        "hcl2::render::unknown-target",
        "",
        "no group or target `default`. Name what to render.",
    );
    expect(
        "group \"default\" {\n  targets = [\"web\", \"wrker\"]\n}\ntarget \"web\" {}\ntarget \"worker\" {}\n",
        "hcl2::render::unknown-target",
        "\"wrker\"",
        "Did you mean `worker`?",
    );
    expect(
        "target \"default\" {\n  inherits = [\"defualt-base\"]\n}\ntarget \"default-base\" {}\n",
        "hcl2::render::unknown-target",
        "\"defualt-base\"",
        "Did you mean `default-base`?",
    );
    expect(
        "target \"default\" {\n  contexts = { a = \"target:bsae\" }\n}\ntarget \"base\" {}\n",
        "hcl2::render::unknown-target",
        "\"target:bsae\"",
        "Did you mean `base`?",
    );
    let ((own, _), detail) = problem("target \"a\" {}\n", |options| {
        options.targets = vec!["b*".to_owned()]
    });
    assert_eq!(
        (own, detail.as_str()),
        (
            "hcl2::render::unknown-target",
            "No group or target has a name of the form `b*`."
        )
    );
}

#[test]
fn cycles_name_each_object() {
    expect(
        "a = b\nb = \"${a}\"\ntarget \"default\" {}\n",
        "hcl2::terraform::reference-cycle",
        "b",
        "`a`, `b`, `a`",
    );
    expect(
        "variable \"A\" {\n  default = A\n}\ntarget \"default\" {}\n",
        "hcl2::terraform::reference-cycle",
        "A",
        "`A` needs its own value",
    );
    expect(
        "function \"f\" {\n  params = [x]\n  result = f(x)\n}\ntarget \"default\" {}\n",
        "hcl2::terraform::reference-cycle",
        "f",
        "`f()` needs its own value",
    );
    expect(
        "target \"default\" {\n  inherits = [\"b\"]\n}\ntarget \"b\" {\n  inherits = [\"default\"]\n}\n",
        "hcl2::terraform::reference-cycle",
        "\"b\"",
        "`target.default`, `target.b`, `target.default`",
    );
    expect(
        "target \"default\" {\n  contexts = { x = \"target:default\" }\n}\n",
        "hcl2::terraform::reference-cycle",
        "\"target:default\"",
        "`target.default` needs its own value",
    );
    expect(
        "target \"default\" {\n  tags = target.default.tags\n}\n",
        "hcl2::terraform::reference-cycle",
        "target.default.tags",
        "`target.default.tags` needs its own value",
    );
    expect(
        "target \"default\" {\n  matrix = { a = [f(1)] }\n}\nfunction \"f\" {\n  params = [x]\n  result = g(x)\n}\nfunction \"g\" {\n  params = [x]\n  result = f(x)\n}\n",
        "hcl2::terraform::reference-cycle",
        "g",
        "`f()`, `g()`, `f()`",
    );
}

#[test]
fn wrong_overrides_are_errors() {
    let text = "target \"default\" {}\n";
    for (given, expected) in [
        (
            "default",
            "`--set default`: expected `TARGET.KEY=VALUE`, as in `app.args.VERSION=1`.",
        ),
        (
            "defalt.tags=a",
            "`--set defalt.tags=a`: no target has the name or pattern `defalt`; did you mean `default`?.",
        ),
        (
            "default.tgas=a",
            "`--set default.tgas=a`: unknown key `tgas`; did you mean `tags`?.",
        ),
        (
            "default.args=a",
            "`--set default.args=a`: a name follows `args`, as in `args.NAME=VALUE`.",
        ),
        ("default.tags", "`--set default.tags`: expected `=` and a value."),
        (
            "default.secret.a+=b",
            "`--set default.secret.a+=b`: `+=` cannot be used with `secret`.",
        ),
        (
            "default.pull=maybe",
            "`--set` cannot set `pull` of the target `default`: expected `true` or `false`, found `maybe`.",
        ),
        (
            "default.resources.cpu=1",
            "`--set` cannot set `resources.cpu` of the target `default`: the limits of resources are memory, memory-swap, cpu-shares, cpu-period, cpu-quota, cpuset-cpus, cpuset-mems.",
        ),
        (
            "default.secret.a=src=b",
            "`--set` cannot set `secret.a` of the target `default`: the target has no secret `a`.",
        ),
    ] {
        let ((code, place), detail) = problem(text, |options| options.overrides = vec![given.to_owned()]);
        assert_eq!(
            (code, place.as_str(), detail.as_str()),
            ("hcl2::render::invalid-override", "", expected)
        );
    }
}

#[test]
fn values_must_fit() {
    expect(
        "target \"default\" {\n  tags = \"a\"\n}\n",
        "hcl2::render::invalid-value",
        "\"a\"",
        "`target.default.tags` cannot be used",
    );
    expect(
        "target \"default\" {\n  output = [{ dest = \"a\" }]\n}\n",
        "hcl2::render::invalid-value",
        "[{ dest = \"a\" }]",
        "`type` is missing",
    );
    expect(
        "target \"a b\" {}\n",
        "hcl2::render::invalid-value",
        "\"a b\"",
        "Expected letters, digits, `_` and `-`",
    );
    expect(
        "target \"a\" {\n  name = \"b\"\n}\n",
        "hcl2::render::invalid-value",
        "\"b\"",
        "Add one, or remove the name",
    );
    expect(
        "group \"a\" {\n  targets = []\n  matrix = { x = [1] }\n}\n",
        "hcl2::render::invalid-value",
        "{ x = [1] }",
        "A group has no matrix",
    );
    expect(
        "target \"a\" {\n  matrix = { x = 1 }\n}\n",
        "hcl2::render::invalid-value",
        "{ x = 1 }",
        "Expected a list of values for `x`",
    );
    expect(
        "target \"a\" {\n  matrix = { x = [1, 2] }\n  name = \"n\"\n}\n",
        "hcl2::render::invalid-value",
        "\"n\"",
        "Several instances have the name `n`",
    );
    expect(
        "variable \"A\" {\n  type = number\n  default = \"x\"\n}\n",
        "hcl2::render::invalid-value",
        "\"x\"",
        "does not have its type",
    );
    expect(
        "target \"default\" {\n  platforms = [\"a\", \"b\"]\n  contexts = { x = \"target:y\" }\n}\ntarget \"y\" {\n  platforms = [\"a\", \"c\"]\n}\n",
        "hcl2::render::invalid-value",
        "\"target:y\"",
        "Add platforms to `y`",
    );
    let given = |options: &mut Options| {
        options.variables = vec![VariableSource::Option {
            name: "N".to_owned(),
            text: "many".to_owned(),
        }];
    };
    let ((own, place), detail) = problem(
        "variable \"N\" {\n  default = 1\n}\ntarget \"default\" {}\n",
        given,
    );
    assert_eq!((own, place.as_str()), ("hcl2::render::invalid-value", "\"N\""));
    assert!(detail.contains("expected a number, found `many`"), "{detail}");
}

#[test]
fn refused_values_have_the_message_of_their_author() {
    let text = "variable \"N\" {\n  default = 1\n  validation {\n    condition = N > 1\n    error_message = \"N is ${N}.\"\n  }\n}\ntarget \"default\" {}\n";
    expect(text, "hcl2::terraform::refused-value", "N > 1", "N is 1.");
}

#[test]
fn files_that_are_not_read_are_named() {
    let mut options = Options::default();
    options.language = Some(Language::Bake);
    let first = |files: &[(&str, &str)], path: &str, options: &Options| {
        let memory: Memory = files.iter().copied().collect();
        let rendered = render(Arc::new(memory), &[path.into()], options);
        let problem = rendered.diagnostics.first().cloned().expect("a problem");
        (problem.code.id(), problem.subject, problem.detail.to_string())
    };
    let (code, place, detail) = first(&[("compose.yaml", "")], "compose.yaml", &options);
    assert_eq!((code, place), ("hcl2::render::unsupported", None));
    assert!(
        detail.ends_with("They are not read: name the bake files."),
        "{detail}"
    );
    let (code, place, detail) = first(&[("d/a.txt", "")], "d", &options);
    assert_eq!((code, place), ("hcl2::source::no-files", None));
    assert!(
        detail.starts_with("The directory d contains none of the files docker-bake.json,"),
        "{detail}"
    );
    options.variables = vec![VariableSource::File("a.hcl".into())];
    let (code, place, _) = first(
        &[("docker-bake.hcl", "target \"default\" {}\n")],
        "docker-bake.hcl",
        &options,
    );
    assert_eq!((code, place), ("hcl2::render::unsupported", None));
}

#[test]
fn a_matrix_is_within_the_budget() {
    let values = vec!["1"; 1_000].join(", ");
    let text =
        format!("target \"a\" {{\n  matrix = {{ a = [{values}], b = [{values}], c = [{values}] }}\n}}\n");
    let ((code, place), _) = problem(&text, |_| ());
    assert_eq!(code, "hcl2::expr::limit-exceeded");
    assert!(place.starts_with("{ a = ["), "{place}");
}

#[test]
fn groups_are_nested_up_to_a_limit() {
    let groups: String = (0..1_000)
        .map(|n| format!("group \"g{n}\" {{\n  targets = [\"g{}\"]\n}}\n", n + 1))
        .collect();
    let ((code, place), _) = problem(&groups, |options| options.targets = vec!["g0".to_owned()]);
    assert!(groups.contains(
        "
  targets = [\"g201\"]
"
    ));
    assert_eq!(
        (code, place.as_str()),
        ("hcl2::expr::limit-exceeded", "[\"g201\"]")
    );
}

#[test]
fn a_condition_that_cannot_be_evaluated_is_one_problem() {
    expect(
        "variable \"TAG\" {\n  default = \"latest\"\n  validation {\n    condition = length(TAG) < 10\n    error_message = \"too long\"\n  }\n}\ntarget \"default\" {}\n",
        "hcl2::expr::call-failed",
        "length(",
        "the collection must be a list, a tuple, a set or a map, not string",
    );
}

/// Expects that an attribute of the target `default` is refused.
#[track_caller]
fn refused(attribute: &str, place: &str, detail: &str) {
    expect(
        &format!("target \"default\" {{\n  {attribute}\n}}\n"),
        "hcl2::render::invalid-value",
        place,
        detail,
    );
}

#[test]
fn values_that_nothing_can_be_built_with_are_refused() {
    refused("context = \"-\"", "\"-\"", "does not read it from its input");
    refused("dockerfile = \"-\"", "\"-\"", "does not read it from its input");
    refused("shm-size = \"x\"", "\"x\"", "a size such as 64m");
    refused("shm-size = \"64mbit\"", "\"64mbit\"", "a size such as 64m");
    refused(
        "ulimits = [\"cpu=1\", \"x\"]",
        "\"x\"",
        "such as nofile=1024:2048",
    );
    refused(
        "ulimits = [\"files=1\"]",
        "\"files=1\"",
        "`files` is none of core",
    );
    refused(
        "ulimits = [\"cpu=2:1\"]",
        "\"cpu=2:1\"",
        "exceeds the hard limit 1",
    );
    refused("annotations = [\"noeq\"]", "\"noeq\"", "such as name=value");
    refused(
        "annotations = [\"index,foo:a=b\"]",
        "\"index,foo:a=b\"",
        "the kind `foo`",
    );
    refused(
        "annotations = [\"index[x/y/z/w]:a=b\"]",
        "\"index[x/y/z/w]:a=b\"",
        "found `x/y/z/w`",
    );
    refused(
        "platforms = [\"bad platform!\"]",
        "\"bad platform!\"",
        "such as linux/arm64",
    );
    refused(
        "platforms = [\"linux/amd64,vax\"]",
        "\"linux/amd64,vax\"",
        "found `vax`",
    );
    refused(
        "output = [\"type=local\"]",
        "\"type=local\"",
        "needs the directory `dest`",
    );
    refused(
        "output = [\"type=tar\", \"type=oci\"]",
        "\"type=oci\"",
        "several outputs",
    );
    refused(
        "output = [{ type = \"docker\", tar = \"false\" }]",
        "[{ type = \"docker\", tar = \"false\" }]",
        "needs the directory `dest`",
    );
    refused(
        "resources = { memory = \"bad\" }",
        "\"bad\"",
        "a size such as 64m",
    );
    refused(
        "resources = { cpu-quota = 1.5 }",
        "{ cpu-quota = 1.5 }",
        "a whole number for `cpu-quota`",
    );
    refused("secret = [{ src = \"x\" }]", "[{ src = \"x\" }]", "needs an `id`");
}

#[test]
fn a_refused_value_of_a_parent_has_its_place() {
    expect(
        "target \"default\" {\n  inherits = [\"base\"]\n}\ntarget \"base\" {\n  platforms = [\"local\", \"vax\"]\n}\n",
        "hcl2::render::invalid-value",
        "\"vax\"",
        "`platforms` of the target `default`",
    );
}

#[test]
fn a_group_names_its_targets() {
    expect(
        "group \"default\" {\n  targts = [\"a\"]\n}\ntarget \"a\" {}\n",
        "hcl2::body::missing-attribute",
        "",
        "`targets` is required",
    );
}
