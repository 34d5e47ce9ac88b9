//! Modules in versions of the languages.

use crate::support;

use crate::support::{found, source, subjects};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::table::{FileKind, Language, Version};
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

/// Returns the problems of a module in a version.
pub(crate) fn problems(files: &[(&str, &str)], version: &str) -> Diagnostics {
    let version: Version = version.parse().expect("a version");
    let parse = |(name, text): &(&str, &str)| ModuleFile::parse(&source(name, text), version.language).value;
    let files: Vec<ModuleFile> = files.iter().map(parse).collect();
    Module::from_versioned_files(&files, version).diagnostics
}

/// Sources with the last version that does not have what they use, the first that has it, and the range reported.
const NEWER: &[(&str, &str, &str, &str)] = &[
    (
        "variable \"a\" {}\nvariable \"b\" {\n  validation {\n    condition     = var.b > var.a\n    error_message = \"Small.\"\n  }\n}\n",
        "opentofu@1.8",
        "opentofu@1.9",
        "var.a",
    ),
    (
        "module \"a\" {\n  source  = \"./a\"\n  version = null\n}\n",
        "terraform@1.14",
        "terraform@1.15",
        "null",
    ),
    (
        "module \"a\" {\n  source  = \"./a\"\n  version = null\n}\n",
        "opentofu@1.9",
        "opentofu@1.10",
        "null",
    ),
    (
        "output \"a\" {\n  value = provider::terraform::encode_expr(1)\n}\n",
        "opentofu@1.9",
        "opentofu@1.10",
        "provider::terraform::encode_expr",
    ),
    (
        "variable \"a\" {\n  const = true\n}\n",
        "terraform@1.14",
        "terraform@1.15",
        "const",
    ),
    (
        "variable \"a\" {\n  deprecated = \"b\"\n}\n",
        "opentofu@1.9",
        "opentofu@1.10",
        "deprecated",
    ),
    (
        "output \"a\" {\n  value = 1\n  type  = number\n}\n",
        "terraform@1.14",
        "terraform@1.15",
        "type",
    ),
    (
        "action \"a\" \"b\" {\n  config {\n    c = 1\n  }\n}\n",
        "terraform@1.13",
        "terraform@1.14",
        "action \"a\" \"b\"",
    ),
    (
        "resource \"a\" \"b\" {}\nimport {\n  to       = a.b\n  identity = { id = \"c\" }\n}\n",
        "terraform@1.11",
        "terraform@1.12",
        "identity",
    ),
    (
        "resource \"terraform_data\" \"a\" {\n  store {\n    input = 1\n  }\n}\n",
        "terraform@1.15",
        "terraform@1.16",
        "store",
    ),
    (
        "removed {\n  from = a.b\n}\n",
        "terraform@1.6",
        "terraform@1.7",
        "removed",
    ),
    (
        "variable \"v\" {\n  const = true\n}\nmodule \"a\" {\n  source = \"./${var.v}\"\n}\n",
        "opentofu@1.11",
        "opentofu@1.12",
        "const",
    ),
    (
        "terraform {\n  state_store \"a_b\" {\n    provider \"a\" {}\n    path = \"c\"\n  }\n}\n",
        "terraform@1.15",
        "terraform@1.16",
        "state_store \"a_b\"",
    ),
    (
        "resource \"a\" \"b\" {\n  lifecycle {\n    enabled = true\n  }\n}\n",
        "opentofu@1.10",
        "opentofu@1.11",
        "enabled",
    ),
    (
        "terraform {\n  encryption {\n    key_provider \"pbkdf2\" \"a\" {\n      passphrase = \"b\"\n    }\n    method \"aes_gcm\" \"c\" {\n      keys = key_provider.pbkdf2.a\n    }\n    state {\n      method = method.aes_gcm.c\n    }\n  }\n}\n",
        "opentofu@1.6",
        "opentofu@1.7",
        "encryption",
    ),
    (
        "locals {\n  a = strcontains(\"b\", \"c\")\n}\n",
        "terraform@1.4",
        "terraform@1.5",
        "strcontains",
    ),
    (
        "resource \"a\" \"b\" {\n  c {\n    d = core::convert(1, string)\n  }\n}\n",
        "terraform@1.14",
        "terraform@1.15",
        "core::convert",
    ),
    (
        "output \"a\" {\n  value = provider::b::c(1)\n}\n",
        "opentofu@1.6",
        "opentofu@1.7",
        "provider::b::c",
    ),
    (
        "variable \"a\" {\n  type = object({ b = optional(string) })\n}\n",
        "terraform@1.2",
        "terraform@1.3",
        "optional",
    ),
    (
        "variable \"a\" {}\nvariable \"b\" {\n  validation {\n    condition     = var.b > var.a\n    error_message = \"c\"\n  }\n}\n",
        "terraform@1.8",
        "terraform@1.9",
        "var.a",
    ),
    (
        "variable \"v\" {}\nresource \"a\" \"b\" {\n  lifecycle {\n    prevent_destroy = var.v\n  }\n}\n",
        "opentofu@1.11",
        "opentofu@1.12",
        "var.v",
    ),
    (
        "resource \"terraform_data\" \"a\" {}\n",
        "terraform@1.3",
        "terraform@1.4",
        "\"terraform_data\"",
    ),
    (
        "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    command = \"c\"\n    quiet   = true\n  }\n}\n",
        "terraform@1.3",
        "terraform@1.4",
        "quiet",
    ),
    (
        "resource \"a\" \"b\" {\n  connection {\n    host       = \"c\"\n    proxy_host = \"d\"\n  }\n}\n",
        "terraform@1.1",
        "terraform@1.2",
        "proxy_host",
    ),
    (
        "locals {\n  a = terraform.applying\n}\n",
        "terraform@1.9",
        "terraform@1.10",
        "terraform.applying",
    ),
    (
        "locals {\n  a = tofu.workspace\n}\n",
        "opentofu@1.8",
        "opentofu@1.9",
        "tofu.workspace",
    ),
    (
        "locals {\n  a = core::upper(\"b\")\n}\n",
        "terraform@1.7",
        "terraform@1.8",
        "core::upper",
    ),
    (
        "variable \"v\" {}\nresource \"a\" \"b\" {}\nimport {\n  to = a.b\n  id = var.v\n}\n",
        "terraform@1.5",
        "terraform@1.6",
        "var.v",
    ),
    (
        "variable \"a\" {\n  validation {\n    condition     = var.a > 1\n    error_message = \"too small.\"\n  }\n}\n",
        "terraform@1.1",
        "terraform@1.2",
        "\"too small.\"",
    ),
    (
        "variable \"a\" {\n  validation {\n    condition     = var.a > 1\n    error_message = \"Not ${var.a}.\"\n  }\n}\n",
        "terraform@1.1",
        "terraform@1.2",
        "\"Not ${var.a}.\"",
    ),
    (
        "removed {\n  from = a.b\n  lifecycle {\n    destroy = false\n  }\n}\n",
        "opentofu@1.9",
        "opentofu@1.10",
        "lifecycle",
    ),
];

/// Sources with the last version that has what they use, the first that no longer has it, and the range reported.
const OLDER: &[(&str, &str, &str, &str)] = &[
    (
        "terraform {\n  experiments = [module_variable_optional_attrs]\n}\nvariable \"a\" {\n  type = object({ b = optional(string) })\n}\n",
        "terraform@1.2",
        "terraform@1.3",
        "[module_variable_optional_attrs]",
    ),
    (
        "terraform {\n  backend \"etcdv3\" {}\n}\n",
        "terraform@1.2",
        "terraform@1.15",
        "\"etcdv3\"",
    ),
];

#[test]
fn what_a_version_removed_is_reported() {
    for (text, before, until, subject) in OLDER {
        let older = problems(&[("main.tf", text)], before);
        assert!(older.is_empty(), "{text} {older:?}");
        let newer = problems(&[("main.tf", text)], until);
        let expected = [("hcl2::terraform::unsupported-version", *subject)];
        assert_eq!(found(&newer, text), expected, "{text}");
        assert!(newer[0].detail.contains(" was removed in Terraform 1.3."));
    }
}

#[test]
fn removed_functions_are_reported_where_they_are_called() {
    let text = "terraform {\n  experiments = [module_variable_optional_attrs]\n}\nvariable \"a\" {}\nlocals {\n  b = defaults(var.a, { c = 1 })\n}\noutput \"d\" {\n  value = local.b.c\n}\n";
    let validated = |version: &str| {
        let version: Version = version.parse().expect("a version");
        let file = ModuleFile::parse(&source("main.tf", text), version.language).value;
        let module = Module::from_versioned_files(&[file], version).value;
        let tree = ModuleTree {
            module,
            ..ModuleTree::default()
        };
        tree.validate(None)
    };
    assert!(validated("terraform@1.2").is_empty());
    let removed = validated("terraform@1.3");
    let expected = [("hcl2::expr::call-failed", "defaults(")];
    assert_eq!(found(&removed, text), expected);
    assert!(removed[0].detail.contains("Terraform 1.3 removed the function"));
}

#[test]
fn the_root_of_opentofu_is_a_resource_type_in_terraform() {
    let text = "locals {\n  a = tofu.workspace\n}\n";
    let problems = problems(&[("main.tf", text)], "terraform@1.15");
    assert_eq!(
        found(&problems, text),
        [("hcl2::terraform::undeclared", "tofu.workspace")]
    );
    assert_eq!(problems[0].suggestions[0].replacement, "terraform.workspace");
}

#[test]
fn what_is_newer_than_the_version_is_reported() {
    for (text, before, since, subject) in NEWER {
        let older = problems(&[("main.tf", text)], before);
        assert_eq!(
            found(&older, text),
            [("hcl2::terraform::unsupported-version", *subject)],
            "{text}"
        );
        let newer = problems(&[("main.tf", text)], since);
        assert!(newer.is_empty(), "{text} {newer:?}");
    }
}

#[test]
fn sources_may_refer_to_constant_variables_since_1_15() {
    let text = "variable \"v\" {}\nmodule \"a\" {\n  source = \"./${var.v}\"\n}\n";
    let problems_in = |version| problems(&[("main.tf", text)], version);
    assert_eq!(
        found(&problems_in("terraform@1.15"), text),
        [("hcl2::terraform::not-constant", "var.v")]
    );
    assert_eq!(problems_in("terraform@1.14").len(), 2);
    assert!(problems_in("opentofu@1.8").is_empty());
}

#[test]
fn each_kind_of_file_has_its_blocks_and_arguments() {
    for (name, text, expected) in [
        (
            "a.tftest.hcl",
            "variables {\n  a = 1\n}\nmock_provider \"b\" {\n  mock_resource \"b_c\" {\n    defaults = { d = 1 }\n  }\n}\nrun \"e\" {\n  command = plan\n  plan_options {\n    mode   = refresh-only\n    target = [b_c.f]\n  }\n  module {\n    source = \"./g\"\n  }\n  expect_failures = [var.a]\n  assert {\n    condition     = var.a == 1\n    error_message = \"h\"\n  }\n}\n",
            &[][..],
        ),
        (
            "a.tftest.hcl",
            "override_data {\n  target = data.a.b\n  values = { c = 1 }\n}\n",
            &[],
        ),
        (
            "a.tftest.hcl",
            "run \"a\" {\n  command = destroy\n}\n",
            &[("hcl2::terraform::reference-expected", "destroy")],
        ),
        (
            "a.tftest.hcl",
            "run \"a\" {\n  command = \"plan\"\n  assert {\n    condition     = true\n    error_message = \"b\"\n  }\n}\nrun \"a\" {\n}\nrun \"c d\" {\n}\n",
            &[
                ("hcl2::terraform::reference-expected", "\"plan\""),
                ("hcl2::terraform::constant-condition", "true"),
                ("hcl2::terraform::duplicate-declaration", "run \"a\""),
                ("hcl2::terraform::invalid-name", "\"c d\""),
            ],
        ),
        (
            "a.tftest.hcl",
            "override_resource {\n  target = data.a.b\n  values = 5\n}\noverride_data {\n  target = a.b\n}\noverride_module {\n  target = a.c\n}\n",
            &[
                ("hcl2::terraform::invalid-target", "data.a.b"),
                ("hcl2::terraform::invalid-value", "5"),
                ("hcl2::terraform::invalid-target", "a.b"),
                ("hcl2::terraform::invalid-target", "a.c"),
            ],
        ),
        (
            "a.tofutest.hcl",
            "rn \"a\" {}\n",
            &[("hcl2::body::unsupported-block", "rn")],
        ),
        (
            "a.tfmock.hcl",
            "mock_resource \"a\" {\n  default = {}\n}\n",
            &[("hcl2::body::unsupported-attribute", "default")],
        ),
        (
            "a.tfquery.hcl",
            "list \"a\" \"b\" {\n  provider = a\n  config {\n    c = 1\n  }\n}\n",
            &[],
        ),
        (
            ".terraform.lock.hcl",
            "provider \"registry.terraform.io/a/b\" {\n  version = \"1.0.0\"\n  hash    = []\n}\n",
            &[("hcl2::body::unsupported-attribute", "hash")],
        ),
        (
            "a.tfvars",
            "a = 1\nb = var.c\n",
            &[("hcl2::terraform::not-constant", "var")],
        ),
    ] {
        let kind = FileKind::of(name).expect("a kind");
        let file = ModuleFile::parse(&source(name, text), Language::Terraform).value;
        let problems = file.check(kind, Language::Terraform, None);
        assert_eq!(found(&problems, text), expected, "{text}");
    }
}

#[test]
fn kept_data_are_checked_by_their_arguments() {
    let problems = |arguments: &str| {
        let text = format!("resource \"terraform_data\" \"a\" {{\n  store {{\n{arguments}  }}\n}}\n");
        let file = ModuleFile::parse(&source("main.tf", &text), Language::Terraform).value;
        let version = "terraform@1.16".parse().expect("a version");
        let tree = ModuleTree {
            module: Module::from_versioned_files(&[file], version).value,
            ..ModuleTree::default()
        };
        support::codes(&tree.validate(None))
    };
    let valid = "    input     = [1]\n    version   = 2\n    sensitive = true\n    replace   = \"false\"\n";
    assert!(problems(valid).is_empty());
    assert_eq!(problems("    inptu = 1\n"), ["hcl2::body::unsupported-attribute"]);
    assert_eq!(problems("    output = 1\n"), ["hcl2::terraform::read-only"]);
    assert_eq!(problems("    replace = [1]\n").len(), 1);
}

#[test]
fn modules_are_read_in_the_newest_released_version_that_they_allow() {
    let store = "resource \"terraform_data\" \"a\" {\n  store {\n  }\n}\n";
    for (constraint, expected) in [
        (">= 1.14", &[][..]),
        ("~> 1.15.0", &["hcl2::terraform::unsupported-version"]),
        (">= 1.16", &[]),
        ("~> 1.17.0", &[]),
        // Its developers work on it.
        (">= 1.18", &[]),
        (">= 1.99", &["hcl2::terraform::unsupported-version"]),
    ] {
        let text = format!("terraform {{\n  required_version = \"{constraint}\"\n}}\n{store}");
        let file = ModuleFile::parse(&source("main.tf", &text), Language::Terraform).value;
        let problems = Module::from_files(&[file], Language::Terraform).diagnostics;
        assert_eq!(support::codes(&problems), expected, "{constraint}");
    }
}

/// Terraform 1.17 (pull request 39153): sources and versions of providers may refer to constant variables and local values.
#[test]
fn requirements_of_providers_refer_to_constant_variables_and_local_values() {
    let text = |constant: bool| {
        format!(
            "terraform {{\n  required_providers {{\n    random = {{\n      source  = \"app.example.com/${{var.org}}/random\"\n      version = \
             local.version\n    }}\n  }}\n}}\nvariable \"org\" {{\n  default = \"acme\"\n  const   = {constant}\n}}\nlocals {{\n  version = \
             \"~> ${{local.major}}.0\"\n  major   = 3\n}}\n"
        )
    };
    let read = |text: &str, version: &str| {
        let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
        Module::from_versioned_files(&[file], version.parse().expect("a version"))
    };
    let newer = read(&text(true), "terraform@1.17");
    assert!(newer.diagnostics.is_empty(), "{:?}", newer.diagnostics);
    let required = newer.value.requirements.named("random").expect("a requirement");
    assert_eq!(required.source.as_deref(), Some("app.example.com/acme/random"));
    assert_eq!(required.version.as_deref(), Some("~> 3.0"));
    assert!(newer.value.unused().is_empty());

    let variable = text(false);
    let not_constant = read(&variable, "terraform@1.17").diagnostics;
    assert_eq!(
        found(&not_constant, &variable),
        [("hcl2::terraform::not-constant", "var.org")]
    );
    let older_text = text(true);
    let older = read(&older_text, "terraform@1.16").diagnostics;
    let code = "hcl2::terraform::unsupported-version";
    assert_eq!(
        found(&older, &older_text),
        [(code, "var.org"), (code, "local.version")]
    );
    for (other, part) in [("${var.nope}", "var.nope"), ("${path.module}", "path")] {
        let text = format!(
            "terraform {{\n  required_providers {{\n    a = {{\n      source = \"x/{other}\"\n    }}\n  }}\n}}\n"
        );
        let problems = read(&text, "terraform@1.17").diagnostics;
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(subjects(&problems, &text)[0].starts_with(part), "{problems:?}");
    }
}

#[test]
fn local_values_in_requirements_of_providers_are_computed_once() {
    // Each refers four times to the one before.
    let local = |index: usize| {
        let before = format!("local.l{}", index - 1);
        format!("  l{index} = {before} == {before} ? {before} : {before}\n")
    };
    let locals: String = (1..14).map(local).collect();
    let text = format!(
        "terraform {{\n  required_providers {{\n    a = {{\n      source = local.l13\n    }}\n  }}\n}}\nlocals {{\n  l0 = \
         \"acme/a\"\n{locals}}}\n"
    );
    let file = ModuleFile::parse(&source("main.tf", &text), Language::Terraform).value;
    let version = "terraform@1.17".parse().expect("a version");
    let module = Module::from_versioned_files(&[file], version);
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    let required = module.value.requirements.named("a").expect("a requirement");
    assert_eq!(required.source.as_deref(), Some("acme/a"));
}

/// Terraform 1.16 (pull request 38894): namespaces of providers may have underscores.
#[test]
fn namespaces_of_providers_have_underscores_in_newer_versions() {
    let text = "terraform {\n  required_providers {\n    a = {\n      source = \"my_org/a\"\n    }\n  }\n}\n";
    let read = |text: &str, language, version: &str| {
        let file = ModuleFile::parse(&source("main.tf", text), language).value;
        Module::from_versioned_files(&[file], version.parse().expect("a version")).diagnostics
    };
    assert!(read(text, Language::Terraform, "terraform@1.16").is_empty());
    for (language, version) in [
        (Language::Terraform, "terraform@1.15"),
        (Language::OpenTofu, "opentofu@1.13"),
    ] {
        let problems = read(text, language, version);
        assert_eq!(
            found(&problems, text),
            [("hcl2::terraform::unsupported-version", "\"my_org/a\"")],
            "{version}"
        );
    }
    let name = text.replace("my_org/a", "org/my_a");
    let problems = read(&name, Language::Terraform, "terraform@1.17");
    assert_eq!(
        found(&problems, &name),
        [("hcl2::terraform::invalid-source", "\"org/my_a\"")]
    );
}

/// Terraform 1.16 (pull request 38792) and OpenTofu 1.13 (issue 4043): `contains` finds nulls.
#[test]
fn contains_finds_null_in_newer_versions() {
    let text = "output \"o\" {\n  value = contains([1, null], null)\n}\n";
    for (language, version, expected) in [
        (
            Language::Terraform,
            "terraform@1.15",
            &["hcl2::expr::invalid-argument"][..],
        ),
        (Language::Terraform, "terraform@1.16", &[]),
        (
            Language::OpenTofu,
            "opentofu@1.12",
            &["hcl2::expr::invalid-argument"],
        ),
        (Language::OpenTofu, "opentofu@1.13", &[]),
    ] {
        let file = ModuleFile::parse(&source("main.tf", text), language).value;
        let version = version.parse().expect("a version");
        let tree = ModuleTree {
            module: Module::from_versioned_files(&[file], version).value,
            ..ModuleTree::default()
        };
        assert_eq!(support::codes(&tree.validate(None)), expected, "{version}");
    }
}
