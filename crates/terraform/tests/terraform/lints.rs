//! Optional problems: what the products accept, and what is hardly meant.

use hcl2_diagnostics::{Diagnostics, Severity};
use hcl2_terraform::table::{Language, Version};
use hcl2_terraform::{Module, ModuleFile};

use crate::support::{found, source};

/// Returns the optional problems of a file, without those of unused declarations and of variables without types.
fn lints_of(name: &str, text: &str, version: &str) -> Diagnostics {
    let version: Version = version.parse().expect("a version");
    let file = ModuleFile::parse(&source(name, text), version.language).value;
    let module = Module::from_versioned_files(&[file], version);
    assert!(!module.has_errors(), "{:?}", module.diagnostics);
    let mut problems = module.value.lints();
    problems.retain(|problem| {
        let id = problem.code.id();
        !id.contains("unused") && !id.contains("untyped")
    });
    assert!(
        problems
            .iter()
            .all(|problem| problem.severity == Severity::Warning)
    );
    problems
}

fn lints(text: &str) -> Diagnostics {
    lints_of("main.tf", text, "opentofu@1.13")
}

/// Returns the text at the problems of a file, which all have a code.
fn places(code: &str, text: &str) -> Vec<String> {
    let problems = lints(text);
    let found = found(&problems, text);
    assert!(found.iter().all(|(id, _)| *id == code), "{found:?}");
    found.into_iter().map(|(_, place)| place.to_owned()).collect()
}

#[test]
fn names_of_opentofu_select_codes() {
    let ids = |name: &str| {
        let codes = Module::codes_of_rule(name).into_iter();
        let last = |code: hcl2_diagnostics::Code| code.id().rsplit("::").next().unwrap_or_default();
        codes.map(last).collect::<Vec<_>>()
    };
    assert_eq!(ids("core:no-type-variable"), ["untyped-variable"]);
    assert_eq!(ids("core:unuseddeps"), ids("core:redundant-depends-on"));
    assert_eq!(
        ids("core:improvement"),
        ["unused-variable", "unused-local", "count-as-condition"]
    );
    assert_eq!(ids("core:noconverge"), ["impure-function"]);
    assert_eq!(
        (ids("core:all").len(), ids("all").len()),
        (8, Module::OPTIONAL_CODES.len())
    );
    assert!(ids("core:unused").is_empty());
    assert!(Module::names_of_rules().all(|name| !ids(name).is_empty()));
}

#[test]
fn variable_without_a_type_is_reported() {
    let text = "variable \"a\" {}\nvariable \"b\" {\n  type = any\n}\n";
    let file = ModuleFile::parse(&source("main.tf", text), Language::OpenTofu).value;
    let module = Module::from_files(&[file], Language::OpenTofu).value;
    let problems = module.lints();
    assert!(found(&problems, text).contains(&("hcl2::terraform::untyped-variable", "variable \"a\"")));
    assert_eq!(problems.len(), 3, "{problems:?}");
}

/// The forms are those of OpenTofu's own tests.
#[test]
fn count_of_zero_or_one_is_a_condition() {
    let of = |count: &str| {
        format!("resource \"terraform_data\" \"a\" {{\n  count = {count}\n}}\nvariable \"b\" {{}}\n")
    };
    let code = "hcl2::terraform::count-as-condition";
    let text = "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n";
    let expected = [("hcl2::terraform::count-as-condition", "1")];
    assert_eq!(found(&lints(text), text), expected);
    for count in [
        "0",
        "1",
        "var.b ? 1 : 0",
        "var.b ? 0 : 1",
        "var.b ? (var.b ? 1 : 0) : 0",
        "(var.b ? 0 : (var.b ? 1 : 0))",
    ] {
        let text = of(count);
        assert_eq!(
            found(&lints(&text), &text),
            [("hcl2::terraform::count-as-condition", count)]
        );
        // Terraform and older versions have no condition.
        assert!(lints_of("main.tf", &of(count), "terraform@1.14").is_empty());
        assert!(lints_of("main.tf", &of(count), "opentofu@1.10").is_empty());
    }
    for count in ["var.b ? 1 : 2", "var.b ? 2 : 1", "var.b", "length(var.b)"] {
        assert!(places(code, &of(count)).is_empty(), "{count}");
    }
}

#[test]
fn dependency_that_a_reference_implies_is_redundant() {
    let text = "resource \"terraform_data\" \"a\" {}
resource \"terraform_data\" \"b\" {
  count = 2
}
resource \"terraform_data\" \"c\" {
  input      = [terraform_data.a.id, terraform_data.b[0].id, module.m.x]
  depends_on = [terraform_data.a, terraform_data.b, terraform_data.d, module.m]
}
resource \"terraform_data\" \"d\" {
  provisioner \"local-exec\" {
    command = terraform_data.a.id
  }
  depends_on = [terraform_data.a]
}
data \"terraform_remote_state\" \"e\" {
  backend    = terraform_data.a.id
  depends_on = [terraform_data.a]
}
module \"m\" {
  source     = \"./m\"
  x          = terraform_data.a.id
  depends_on = [terraform_data.a]
}
output \"o\" {
  value      = [module.m, terraform_data.a]
  depends_on = [module.m, terraform_data.a, terraform_data.d]
}
";
    let code = "hcl2::terraform::redundant-dependency";
    let first = found(&lints(text), text)[0];
    assert_eq!(
        first,
        ("hcl2::terraform::redundant-dependency", "terraform_data.a")
    );
    assert_eq!(
        places(code, text),
        [
            "terraform_data.a",
            "terraform_data.b",
            "terraform_data.a",
            "module.m",
            "terraform_data.a"
        ]
    );
}

#[test]
fn string_that_is_an_address_is_a_quoted_reference() {
    let text = "variable \"a\" {
  description = \"var.a\"
}
resource \"terraform_data\" \"b\" {
  input            = [\"var.a\", { x = \"terraform_data.c.id\" }, upper(\"var.a\"), var.a ? \"local.d\" : \"local.e\", \"${var.a}\"]
  triggers_replace = \"terraform_data.b\"
}
resource \"terraform_data\" \"c\" {}
locals {
  d = \"local.d\"
  f = \"see var.a\"
}
";
    let quoted = places("hcl2::terraform::quoted-reference", text);
    assert_eq!(
        quoted,
        ["\"var.a\"", "\"terraform_data.c.id\"", "\"var.a\"", "\"local.d\""]
    );
    let json = r#"{"variable": {"a": {}}, "locals": {"b": "var.a", "c": "${var.a}"}}"#;
    let problems = lints_of("main.tf.json", json, "terraform@1.14");
    assert_eq!(
        found(&problems, json),
        [("hcl2::terraform::quoted-reference", "\"var.a\"")]
    );
    assert_eq!(problems[0].suggestions[0].replacement, "\"${var.a}\"");
}

#[test]
fn comparison_of_different_types_is_ineffective() {
    let text = "variable \"n\" {
  type = number
}
variable \"l\" {
  type = list(string)
}
variable \"x\" {}
locals {
  s = \"a${var.n}\"
  a = var.n == \"1\"
  b = var.l == [] ? local.s != 1 : true
  c = [for x in var.l : x if var.l != null && length(var.l) == \"2\"]
  d = \"%{ if var.n == true }x%{ endif }\"
  e = var.n == 1 || var.x == 1 || var.l == tolist([]) || local.s == \"a\" || terraform_data.r.id == 1 || \"1\" == tostring(var.n)
}
resource \"terraform_data\" \"r\" {}
";
    let code = "hcl2::terraform::ineffective-comparison";
    let expected = [
        "var.n == \"1\"",
        "var.l == []",
        "local.s != 1",
        "length(var.l) == \"2\"",
        "var.n == true",
    ];
    assert_eq!(places(code, text), expected);
    let problems = lints(text);
    let says = |number: usize, words: &str| {
        assert!(problems[number].detail.contains(words), "{:?}", problems[number])
    };
    says(
        0,
        "always false: values of different types are never equal, and these are number and string.",
    );
    says(1, "compare its `length` with 0.");
    says(2, "always true");
}

#[test]
fn long_chain_of_local_values_is_compared() {
    let mut text = "locals {\n  a0 = 1\n".to_owned();
    for at in 1..2000 {
        text += &format!("  a{at} = local.a{0} == 1 ? local.a{0} : local.a{0}\n", at - 1);
    }
    text += "  b = local.a9 == \"\"\n}\n";
    let file = ModuleFile::parse(&source("main.tf", &text), Language::OpenTofu).value;
    let module = Module::from_files(&[file], Language::OpenTofu).value;
    let problems = module.lints();
    let places = found(&problems, &text);
    assert!(
        places.contains(&("hcl2::terraform::ineffective-comparison", "local.a9 == \"\"")),
        "{places:?}"
    );
}

#[test]
fn impure_function_in_a_resource_is_reported() {
    let text = "locals {
  now  = timestamp()
  name = \"x-${local.now}\"
}
resource \"terraform_data\" \"a\" {
  input            = [uuid(), core::bcrypt(\"x\")]
  triggers_replace = local.name
  lifecycle {
    postcondition {
      condition     = timestamp() != self.id
      error_message = \"Now.\"
    }
  }
  provisioner \"local-exec\" {
    command = uuid()
  }
}
resource \"terraform_data\" \"b\" {
  input = uuid()
  lifecycle {
    ignore_changes = [input]
  }
}
resource \"x_y\" \"c\" {
  block {
    id = uuid()
  }
  dynamic \"made\" {
    for_each = [1]
    content {
      id = uuid()
    }
  }
  lifecycle {
    ignore_changes = [made]
  }
}
resource \"terraform_data\" \"d\" {
  input = plantimestamp()
}
output \"now\" {
  value = local.now
}
";
    assert_eq!(
        found(&lints(text), text),
        [
            ("hcl2::terraform::impure-function", "uuid()"),
            ("hcl2::terraform::impure-function", "local.name"),
            ("hcl2::terraform::impure-function", "uuid()"),
        ]
    );
}
