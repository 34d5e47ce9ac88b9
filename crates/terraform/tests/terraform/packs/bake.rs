//! Files of `docker buildx bake`.

use super::{ATTRIBUTE, BLOCK, CYCLE, UNDECLARED, check, problems, suggests};

#[test]
fn files_of_bake_have_a_table() {
    let name = "docker-bake.hcl";
    let text = r#"TAG = "1"
variable "VERSION" {
  default = "2"
}
function "tag" {
  params = [name]
  result = ["r/${name}:${VERSION}"]
}
group "default" {
  targets = ["app"]
}
target "app" {
  name       = "app-${v}"
  matrix     = { v = ["a"] }
  dockerfile = "Dockerfile"
  tags       = tag("app")
  cache-from = ["type=gha"]
}
target "app" {
  no-cache = true
}
"#;
    check(name, text, &[]);
    let wrong = |from: &str, to: &str| text.replacen(from, to, 1);
    let block = wrong("target \"app\"", "targt \"app\"");
    suggests(name, &block, "targt", BLOCK, "target");
    let argument = wrong("  dockerfile ", "  dockerfil ");
    suggests(name, &argument, "dockerfil", ATTRIBUTE, "dockerfile");
}

#[test]
fn names_in_files_of_bake_are_declared() {
    let name = "docker-bake.hcl";
    let text = r#"TAG = "1"
variable "VERSION" {
  default = upper(TAG)
  validation {
    condition     = VERSION != ""
    error_message = "Empty."
  }
}
function "tag" {
  params          = [name]
  variadic_params = rest
  result          = concat(["r/${name}:${VERSION}"], rest)
}
group "default" {
  targets = ["all", "app"]
}
group "all" {
  targets = ["base"]
}
target "base" {
  context = BAKE_CMD_CONTEXT
  args    = { A = [for a in [TAG] : a] }
}
target "app" {
  inherits = ["base"]
  contexts = { other = "target:base", dir = "./base" }
  tags     = tag("app", target.base.context)
}
"#;
    check(name, text, &[]);
    for (from, to, wrong, right) in [
        ("upper(TAG)", "upper(TAGS)", "TAGS", "TAG"),
        ("VERSION != ", "VERSON != ", "VERSON", "VERSION"),
        (":${VERSION}", ":${VERSION}${nam}", "nam", "name"),
        ("upper(TAG)", "uper(TAG)", "uper", "upper"),
        ("= tag(\"app\"", "= tga(\"app\"", "tga", "tag"),
        ("[\"all\", \"app\"]", "[\"all\", \"ap\"]", "\"ap\"", "\"app\""),
        (
            "= [\"base\"]\n  contexts",
            "= [\"bas\"]\n  contexts",
            "\"bas\"",
            "\"base\"",
        ),
        (
            "\"target:base\"",
            "\"target:bse\"",
            "\"target:bse\"",
            "\"target:base\"",
        ),
        (
            "target.base.context",
            "target.bas.context",
            "target.bas",
            "target.base",
        ),
    ] {
        let wrong_text = text.replacen(from, to, 1);
        suggests(name, &wrong_text, wrong, UNDECLARED, right);
        // Other files that the command line names may declare it.
        assert!(!problems(name, &wrong_text).has_errors());
    }
    // The names of some targets are computed.
    let computed = "target \"a\" {\n  name   = \"a-${v}\"\n  matrix = { v = [\"b\"] }\n}\ntarget \"c\" {\n  inherits = [\"a-b\"]\n}\n";
    check(name, computed, &[]);
    let json = r#"{"variable": {"A": {}}, "target": {"b": {"args": {"x": "${A}"}}}, "group": {"default": {"targets": ["b"]}}}"#;
    check("docker-bake.json", json, &[]);
    let broken = json.replace("${A}", "${B}").replace("[\"b\"]", "[\"c\"]");
    check(
        "docker-bake.json",
        &broken,
        &[(UNDECLARED, "B"), (UNDECLARED, "\"c\"")],
    );
}

/// Documentation of `docker buildx bake`: "Bake file reference", variables with a `type`, and the function `convert`.
#[test]
fn types_in_files_of_bake_call_no_functions() {
    let name = "docker-bake.hcl";
    for ty in [
        "list(string)",
        "map(list(string))",
        "set(string)",
        "tuple([string, bool])",
        "object({ a = string, b = optional(number, 3) })",
    ] {
        check(name, &format!("variable \"A\" {{\n  type = {ty}\n}}\n"), &[]);
        check(
            name,
            &format!("target \"a\" {{\n  tags = convert([], {ty})\n}}\n"),
            &[],
        );
    }
    // Elsewhere these are no functions.
    check(
        name,
        "A = list(string)\nB = convert(lisst(1), set(string))\n",
        &[
            (UNDECLARED, "list"),
            (UNDECLARED, "string"),
            (UNDECLARED, "lisst"),
        ],
    );
}

#[test]
fn values_that_need_their_own_are_cycles() {
    let name = "docker-bake.hcl";
    let variables = "variable \"A\" {\n  default = \"${B}\"\n}\nB = f(1)\nfunction \"f\" {\n  params = [x]\n  result = [x, A]\n}\n";
    check(name, variables, &[(CYCLE, "B")]);
    assert_eq!(
        problems(name, variables)[0].detail,
        "Each of these needs the next: `A`, `B`, `f()`, `A`. Remove one of the references."
    );
    check(name, "A = try(A, 1)\n", &[(CYCLE, "A")]);
    check(name, "function \"f\" {\n  params = [f]\n  result = f\n}\n", &[]);
    check(
        name,
        "variable \"A\" {\n  default = 1\n  validation {\n    condition = A > 0\n    error_message = A\n  }\n}\n",
        &[],
    );
    let targets = "target \"a\" {\n  tags = target.b.tags\n}\ntarget \"b\" {\n  tags = target.a.tags\n  args = target.a.args\n}\n";
    check(name, targets, &[(CYCLE, "target.b.tags")]);
    let locals = "locals {\n  a = local.b\n  b = [local.a]\n  c = local.a\n}\n";
    for name in [
        "terragrunt.hcl",
        "terragrunt.stack.hcl",
        "web.nomad",
        "build.pkr.hcl",
    ] {
        check(name, locals, &[(CYCLE, "local.b")]);
    }
    let local = "local \"a\" {\n  expression = local.a\n}\n";
    check("build.pkr.hcl", local, &[(CYCLE, "local.a")]);
}
