//! Kinds of input that grow.

/// The path of another file of a module, and what makes it.
pub(crate) type Beside = (&'static str, fn(usize) -> String);

/// A kind of input that can be made in any size.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    /// Whether the input is in JSON syntax.
    pub(crate) json: bool,
    pub(crate) make: fn(usize) -> String,
    /// Other files of the module, by their paths in it.
    pub(crate) beside: &'static [Beside],
}

const fn native(name: &'static str, make: fn(usize) -> String) -> Shape {
    let json = false;
    Shape {
        name,
        json,
        make,
        beside: &[],
    }
}

/// A module with other files, by their paths in it.
const fn module_with(name: &'static str, make: fn(usize) -> String, beside: &'static [Beside]) -> Shape {
    Shape {
        beside,
        ..native(name, make)
    }
}

const fn json(name: &'static str, make: fn(usize) -> String) -> Shape {
    let json = true;
    Shape {
        name,
        json,
        make,
        beside: &[],
    }
}

fn each(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

fn joined(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect::<Vec<_>>().join(",")
}

/// Declarations that others override.
fn overridden(n: usize) -> String {
    let arguments = each(n, |i| format!("  a{i} = {i}\n"));
    format!("locals {{\n{arguments}}}\nresource \"x_y\" \"z\" {{\n{arguments}}}\n")
}

/// The shapes; sizes count their repeated parts.
pub(crate) const SHAPES: &[Shape] = &[
    native("attributes", |n| each(n, |i| format!("a{i} = {i}\n"))),
    native("equal blocks", |n| "b {\n  x = 1\n}\n".repeat(n)),
    native("labelled blocks", |n| {
        each(n, |i| format!("b \"l{i}\" {{\n  x = 1\n}}\n"))
    }),
    native("types of blocks", |n| {
        each(n, |i| format!("b{i} {{\n  x = 1\n}}\n"))
    }),
    native("labels", |n| {
        format!("b{} {{\n}}\n", each(n, |i| format!(" \"l{i}\"")))
    }),
    native("keys on one line", |n| {
        format!("a = {{{}}}\n", joined(n, |i| format!(" k{i} = {i}")))
    }),
    native("elements", |n| {
        format!("a = [\n{}]\n", each(n, |i| format!("  x{i},\n")))
    }),
    native("operators", |n| format!("a = {}1\n", "1 + ".repeat(n))),
    native("long string", |n| format!("a = \"{}\"\n", "ordinary ".repeat(n))),
    native("template", |n| format!("a = \"{}\"\n", "\\n${b} ".repeat(n))),
    native("comments", |n| {
        format!("{}/*{}*/\n", "# c\n".repeat(n), "x ".repeat(n))
    }),
    native("behind comments", |n| {
        let attributes = each(n, |i| format!("a{i} = {i}\n"));
        format!(
            "# {}\n{}{attributes}",
            "x ".repeat(50 * n),
            "# x x x x x\n".repeat(5 * n)
        )
    }),
    native("heredocs", |n| {
        each(n, |i| format!("a{i} = <<E\n  x ${{y}}\nE\n"))
    }),
    native("long heredoc", |n| {
        format!("a = <<-E\n{}  E\n", "  x ${y}\n".repeat(n))
    }),
    native("loose layout", |n| {
        each(n, |i| format!("b {{\nx{i}=1\n     y=2\n}}\n"))
    }),
    native("nesting", |n| {
        "b {\n a = [[[{c = [1]}]]]\n b {\n b {\n}\n}\n}\n".repeat(n)
    }),
    native("errors", |n| each(n, |i| format!("a{i} = =\n"))),
    native("semicolons", |n| ";".repeat(n)),
    native("unclosed", |n| "a = [\n".repeat(n)),
    native("duplicates", |n| "a = 1\n".repeat(n)),
    native("references", |n| {
        let locals = each(n, |i| format!("  a{i} = local.a{}\n", i + 1));
        format!("locals {{\n{locals}  a{n} = 1\n}}\n")
    }),
    native("cycle", |n| {
        format!(
            "locals {{\n{}}}\n",
            each(n, |i| format!("  a{i} = local.a{}\n", (i + 1) % n))
        )
    }),
    native("cycles", |n| {
        let pair = |i: usize| {
            format!(
                "  a{i} = local.b{i}\n  b{i} = [local.a{i}, local.a{}]\n",
                (i + 1).min(n - 1)
            )
        };
        format!("locals {{\n{}}}\n", each(n, pair))
    }),
    native("unknown names", |n| {
        let name = "x".repeat(50);
        let pair = |i: usize| format!("  n{name}{i} = 1\n  m{i} = local.n{name}{i}zzz\n");
        format!("locals {{\n{}}}\n", each(n, pair))
    }),
    native("module", |n| {
        each(n, |i| {
            format!("variable \"v{i}\" {{\n}}\noutput \"o{i}\" {{\n  value = var.v{i}\n}}\n")
        })
    }),
    native("imports", |n| {
        each(n, |i| {
            format!(
                "import {{\n  to = terraform_data.r{i}\n  id = \"i{i}\"\n}}\nresource \"terraform_data\" \"r{i}\" {{\n}}\n"
            )
        })
    }),
    native("moves", |n| {
        let moved = |from: String, to: String| format!("moved {{\n  from = {from}\n  to   = {to}\n}}\n");
        let chain = each(n, |i| {
            moved(
                format!("terraform_data.a{i}"),
                format!("terraform_data.a{}", i + 1),
            )
        });
        let many = each(n, |i| moved(format!("module.a{i}"), format!("module.b{i}")));
        format!("{chain}{many}resource \"terraform_data\" \"a{n}\" {{\n}}\n")
    }),
    native("runs of tests", |n| {
        each(n, |i| {
            let variables = match i {
                0 => "v = 0".to_owned(),
                i => format!("v = run.r{}.o", i - 1),
            };
            let assert = "condition = output.o == 0\n    error_message = \"x\"\n";
            format!(
                "run \"r{i}\" {{\n  command = plan\n  variables {{\n    {variables}\n  }}\n  assert {{\n    {assert}  }}\n}}\n"
            )
        })
    }),
    native("variables of tests", |n| {
        let of_file = each(n, |i| format!("  v{i} = 1\n"));
        let of_run = each(n, |i| format!("    w{i} = var.v{i}\n"));
        let assert = |i| {
            let condition = format!("output.o + var.w{i} == output.p{i}");
            format!("  assert {{\n    condition     = {condition}\n    error_message = \"x\"\n  }}\n")
        };
        let asserts = each(n, assert);
        format!("variables {{\n{of_file}}}\nrun \"r\" {{\n  variables {{\n{of_run}  }}\n{asserts}}}\n")
    }),
    module_with(
        "targets of a run",
        |n| {
            let targets = joined(n, |i| format!("terraform_data.r{i}"));
            format!("run \"r\" {{\n  command = plan\n  plan_options {{\n    target = [{targets}]\n  }}\n}}\n")
        },
        &[("resources.tf", |n| {
            each(n, |i| {
                let output = format!("output \"o{i}\" {{\n  value = terraform_data.r{i}.id\n}}\n");
                format!("resource \"terraform_data\" \"r{i}\" {{\n}}\n{output}")
            })
        })],
    ),
    native("targets", |n| {
        each(n, |i| {
            let arguments = format!("  inherits = [\"t{}\"]\n  args     = [v{i}]\n", i / 2);
            format!("variable \"v{i}\" {{\n}}\ntarget \"t{i}\" {{\n{arguments}}}\n")
        })
    }),
    native("components", |n| {
        each(n, |i| {
            let inputs = format!("    x = component.c{}.y\n", i / 2);
            format!("component \"c{i}\" {{\n  source = \"./m\"\n  inputs = {{\n{inputs}  }}\n}}\n")
        })
    }),
    native("configurations of providers", |n| {
        each(n, |i| {
            let own = format!("  alias = \"a{i}\"\n  x     = each.key\n");
            let resource = format!("  provider = aws.a{}\n", i / 2);
            format!("provider \"aws\" {{\n{own}}}\nresource \"aws_x\" \"r{i}\" {{\n{resource}}}\n")
        })
    }),
    module_with(
        "values of variables",
        |n| each(n, |i| format!("variable \"v{i}\" {{\n  type = number\n}}\n")),
        &[("terraform.tfvars", |n| {
            each(n, |i| format!("v{i} = 1\nw{i} = 1\n"))
        })],
    ),
    module_with(
        "arguments of a call",
        |n| {
            let arguments = each(n, |i| format!("  v{i} = {i}\n"));
            let output = |i| format!("output \"o{i}\" {{\n  value = module.m.o{i}\n}}\n");
            format!(
                "module \"m\" {{\n  source = \"./m\"\n{arguments}}}\n{}",
                each(n, output)
            )
        },
        &[("m/main.tf", |n| {
            each(n, |i| {
                format!("variable \"v{i}\" {{\n}}\noutput \"o{i}\" {{\n  value = var.v{i}\n}}\n")
            })
        })],
    ),
    module_with(
        "calls",
        |n| {
            each(n, |i| {
                let call = format!("module \"m{i}\" {{\n  source = \"./m\"\n  v      = {i}\n}}\n");
                format!("{call}output \"o{i}\" {{\n  value = module.m{i}.o\n}}\n")
            })
        },
        &[("m/main.tf", |_| {
            "variable \"v\" {\n}\noutput \"o\" {\n  value = var.v\n}\n".to_owned()
        })],
    ),
    module_with("overridden", overridden, &[("override.tf", overridden)]),
    module_with(
        "passed configurations",
        |n| {
            let providers = each(n, |i| {
                format!("provider \"aws\" {{\n  alias = \"a{i}\"\n  x     = 1\n}}\n")
            });
            let passed = each(n, |i| format!("    aws.b{i} = aws.a{i}\n"));
            format!("{providers}module \"m\" {{\n  source = \"./m\"\n  providers = {{\n{passed}  }}\n}}\n")
        },
        &[("m/main.tf", |n| {
            let aliases = joined(n, |i| format!("aws.b{i}"));
            let aws =
                format!("{{\n      source = \"a/aws\"\n      configuration_aliases = [{aliases}]\n    }}");
            let resource = |i| format!("resource \"aws_x\" \"r{i}\" {{\n  provider = aws.b{i}\n}}\n");
            let resources = each(n, resource);
            format!("terraform {{\n  required_providers {{\n    aws = {aws}\n  }}\n}}\n{resources}")
        })],
    ),
    native("required providers", |n| {
        let required = each(n, |i| {
            format!("    p{i} = {{\n      source = \"a/p{i}\"\n    }}\n")
        });
        let used = |i| format!("provider \"p{i}\" {{\n  x = 1\n}}\nresource \"p{i}_x\" \"r\" {{\n}}\n");
        format!(
            "terraform {{\n  required_providers {{\n{required}  }}\n}}\n{}",
            each(n, used)
        )
    }),
    native("conditions", |n| {
        let parts = "condition     = true\n    error_message = \"x\"\n";
        let validations = format!("  validation {{\n    {parts}  }}\n").repeat(n);
        let preconditions = format!("  precondition {{\n    {parts}  }}\n").repeat(n);
        format!("variable \"v\" {{\n{validations}}}\noutput \"o\" {{\n  value = 1\n{preconditions}}}\n")
    }),
    native("heredoc of an expression", |n| {
        format!("<<E\n{}E\n", "x ${1}\n".repeat(n))
    }),
    json("JSON properties", |n| {
        format!("{{{}}}", joined(n, |i| format!("\"a{i}\":{i}")))
    }),
    json("JSON blocks", |n| {
        format!("{{\"b\":[{}]}}", joined(n, |_| "{\"x\":1}".to_owned()))
    }),
    json("JSON labels", |n| {
        format!("{{\"b\":{{{}}}}}", joined(n, |i| format!("\"l{i}\":{{\"x\":1}}")))
    }),
    json("JSON duplicates", |n| {
        format!("{{{}}}", joined(n, |_| "\"a\":1".to_owned()))
    }),
    json("JSON templates", |n| {
        format!("{{\"a\":[{}]}}", joined(n, |i| format!("\"${{x{i}}}\"")))
    }),
    json("JSON escapes", |n| format!("{{\"a\":\"{}\"}}", "x\\n".repeat(n))),
    json("JSON errors", |n| {
        format!("{{\"a\":[{}]}}", joined(n, |_| "tru".to_owned()))
    }),
    json("byte order marks", |n| "\u{feff}".repeat(n) + "{}"),
    json("marks and dashes", |n| {
        format!("{{\"a\": {}}}", "\u{feff}-".repeat(n))
    }),
];
