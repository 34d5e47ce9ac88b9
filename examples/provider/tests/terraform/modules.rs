//! Modules with blocks of a provider, converted between the syntaxes and checked by its schemas.

use std::sync::Arc;

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Outcome, SourceMap};
use hcl2::terraform::{Converter, ProviderSchemas};
use hcl2_example_provider::sample::Cloud;
use hcl2_value::Value;

use crate::directory::{Directory, at};

/// Blocks of every nesting mode, static and dynamic, nested and alternating.
const MODULES: &[&str] = &[
    include_str!("everything.tf"),
    r#"
variable "sizes" {
  default = { small = 1, large = 2.5 }
}
resource "sample_everything" "dynamic" {
  text = "a ${join(",", [for name, size in var.sizes : "${name}=${size}"])} $${b}"
  block_list {
    name = "first"
  }
  dynamic "block_list" {
    for_each = { small = var.sizes.small }
    content {
      name    = block_list.key
      weights = [block_list.value, 0]
    }
  }
  block_list {
    name = "last"
  }
  dynamic "block_set" {
    for_each = toset(["b", "a"])
    iterator = each_name
    content {
      name = upper(each_name.value)
    }
  }
  dynamic "block_map" {
    for_each = { small = 3, large = 4 }
    labels   = ["k-${block_map.key}"]
    content {
      weights = [block_map.value]
    }
  }
  dynamic "block_single" {
    for_each = length(var.sizes) > 1 ? [1] : []
    content {
      name = "some"
    }
  }
  block_group {
    dynamic "inner" {
      for_each = ["x"]
      content {
        name = "${inner.value}!"
      }
    }
  }
}
"#,
    r#"
resource "sample_everything" "counted" {
  count = 2
  names = ["n${count.index}"]
  dynamic "block_dynamic" {
    for_each = [1, "x", [true]]
    content {
      value = block_dynamic.value
    }
  }
  dynamic "block_list" {
    for_each = []
    content {
      name = "never"
    }
  }
  lifecycle {
    ignore_changes = [block_list]
  }
}
output "names" {
  value = sample_everything.counted[*].names
}
"#,
];

/// Resources with one error each, by the schema of the provider.
const BROKEN: &[&str] = &[
    "resource \"sample_everything\" \"a\" {\n  txt = \"x\"\n}\n",
    "resource \"sample_everything\" \"a\" {\n  number = \"many\"\n}\n",
    "resource \"sample_everything\" \"a\" {\n  block_lst {}\n}\n",
    "resource \"sample_everything\" \"a\" {\n  block_list {\n    nam = \"x\"\n  }\n}\n",
    "resource \"sample_everything\" \"a\" {\n  block_single {}\n  block_single {\n  }\n}\n",
    "resource \"sample_everything\" \"a\" {\n  nested_list = [{ siz = 2 }]\n}\n",
    "resource \"sample_everything\" \"a\" {\n  block_map {\n  }\n}\n",
    "resource \"sample_everything\" \"a\" {\n  dynamic \"block_list\" {\n    for_each = [1]\n    content {\n      name = []\n    }\n  }\n}\n",
    "resource \"sample_everythin\" \"a\" {}\n",
    "resource \"sample_everything\" \"a\" {}\noutput \"o\" {\n  value = sample_everything.a.txt\n}\n",
    "resource \"sample_everything\" \"a\" {\n  lifecycle {\n    ignore_changes = [txt]\n  }\n}\n",
];

/// Returns the parts of a plan that do not depend on the syntax of the module.
#[track_caller]
fn plan(directory: &Directory) -> Value {
    directory.succeeds(&["plan", "-out=plan.bin"]);
    let plan = directory.json(&["show", "-json", "plan.bin"]);
    let parts = ["planned_values", "resource_changes"];
    Value::object(parts.map(|name| (name, at(&plan, &[name]).clone())))
}

#[track_caller]
fn text(conversion: Outcome<Option<String>>) -> String {
    assert!(
        !conversion.diagnostics.has_errors(),
        "{:?}",
        conversion.diagnostics
    );
    conversion.value.unwrap()
}

fn schemas(directory: &Directory) -> ProviderSchemas {
    let printed = directory.succeeds(&["providers", "schema", "-json"]);
    let source = SourceMap::new().add("schemas.json", printed).unwrap();
    ProviderSchemas::from_json(&source).unwrap()
}

/// Modules have the same plan in both syntaxes, converted with and without the schemas.
pub(crate) fn converted() {
    let directory = Directory::of_sample(&Arc::<Cloud>::default(), MODULES[0]);
    let schemas = schemas(&directory);
    let by_schemas = Converter::new().schemas(&schemas);
    for module in MODULES {
        directory.write(module);
        let wanted = plan(&directory);
        let native = std::fs::read(directory.path("main.tf")).unwrap();
        let native = SourceMap::new().add("main.tf", native).unwrap();
        let described = text(by_schemas.to_json(&native));
        for json in [&text(Converter::new().to_json(&native)), &described] {
            directory.write_only("main.tf.json", json);
            assert_eq!(plan(&directory), wanted, "{json}");
        }
        let json = SourceMap::new().add("main.tf.json", described).unwrap();
        let back = text(by_schemas.to_native(&json));
        directory.write_only("main.tf", &back);
        assert_eq!(plan(&directory), wanted, "{back}");
    }
}

/// Errors by the schemas are on the lines of Terraform.
pub(crate) fn checked() {
    let directory = Directory::of_sample(&Arc::<Cloud>::default(), MODULES[0]);
    let schemas = schemas(&directory);
    let found = |directory: &Directory| {
        let loaded = ModuleLoader::new().load_partial(directory.path("."));
        let mut problems = loaded.diagnostics;
        problems.append(loaded.tree.validate(Some(&schemas)));
        let lines = problems.iter().filter_map(|problem| {
            let span = problem.subject?;
            let source = loaded.sources.get(span.source)?;
            Some(source.line_index().position(source.bytes(), span.start).line)
        });
        lines.collect::<Vec<u32>>()
    };
    for module in MODULES {
        directory.write(module);
        assert_eq!(found(&directory), <[u32; 0]>::default(), "{module}");
    }
    for module in BROKEN {
        directory.write(module);
        let report = directory.report(&["validate", "-json"]);
        let lines = at(&report, &["diagnostics"]).elements().unwrap();
        let lines = lines.iter().map(|problem| {
            let line = at(problem, &["range", "start", "line"]).as_number().unwrap();
            u32::try_from(line).unwrap()
        });
        assert_eq!(found(&directory), lines.collect::<Vec<_>>(), "{module}");
    }
}
