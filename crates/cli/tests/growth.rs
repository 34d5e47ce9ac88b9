//! Growth: every command and request takes linear time on every shape of input.
//!
//! The table is one: each command at sizes `n`, `2n`, `4n` and `8n` of each shape. An ordinary test run measures small
//! sizes, which finds clearly quadratic growth; `cargo xtask growth` measures large ones and prints the table. Times are
//! those of the processor, so that a busy machine finds the same.

#[path = "support/editor.rs"]
mod editor;
#[path = "support/git.rs"]
mod git;
#[path = "support/measured.rs"]
mod measured;

use std::path::Path;
use std::time::Duration;

use editor::{Editor, module, range};
use git::git;
use measured::measured;
use serde_json::json;

/// The path of another file of a module, and what makes it.
type Beside = (&'static str, fn(usize) -> String);

/// A kind of input that can be made in any size.
struct Shape {
    name: &'static str,
    /// Whether the input is in JSON syntax.
    json: bool,
    make: fn(usize) -> String,
    /// Other files of the module, by their paths in it.
    beside: &'static [Beside],
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
const SHAPES: &[Shape] = &[
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

/// The commands, with `{}` for the file, `{other}` for another and `{module}` for a directory and its revision.
const COMMANDS: &[(&str, &[&str])] = &[
    ("check", &["check", "{}"]),
    (
        "check plain",
        &["check", "--diagnostics=plain", "--max-problems=10000", "{}"],
    ),
    (
        "check json",
        &["check", "--diagnostics=json", "--max-problems=10000", "{}"],
    ),
    (
        "check sarif",
        &["check", "--diagnostics=sarif", "--max-problems=10000", "{}"],
    ),
    ("check module", &["check", "{module}"]),
    ("inspect", &["inspect", "{module}"]),
    ("inspect json", &["inspect", "--json", "{module}"]),
    ("inspect dot", &["inspect", "--graph=dot", "{module}"]),
    ("eval", &["eval", "{}"]),
    ("eval module", &["eval", "--module", "{module}", "1"]),
    ("eval locals", &["eval", "--module", "{module}", "local"]),
    ("plan", &["plan", "{module}"]),
    ("plan json", &["plan", "--json", "{module}"]),
    ("plan why", &["plan", "--why=local.a0", "{module}"]),
    ("test", &["test", "{tested}"]),
    ("check tests", &["check", "{tested}"]),
    ("plan target", &["plan", "--target=terraform_data.r0", "{module}"]),
    ("affected", &["affected", "{module}..{other-module}", "{module}"]),
    ("docs", &["docs", "{module}"]),
    ("to-json", &["to-json", "{}"]),
    ("to-json jsonc", &["to-json", "--jsonc", "{}"]),
    ("to-json simplify", &["to-json", "--simplify", "--comments", "{}"]),
    ("decode", &["decode", "--spec", "spec.hcldec", "{}"]),
    (
        "decode refs",
        &["decode", "--var-refs", "--spec", "spec.hcldec", "{}"],
    ),
    ("diff equal", &["diff", "{}", "{}"]),
    ("diff", &["diff", "{}", "{other}"]),
    ("diff json", &["diff", "--json", "{}", "{other}"]),
    ("fmt", &["fmt", "--stdout", "{}"]),
    ("fmt diff", &["fmt", "--diff", "{}"]),
    (
        "fmt style",
        &[
            "fmt",
            "--stdout",
            "--indent=4",
            "--max-width=60",
            "--sort-attributes",
            "{}",
        ],
    ),
    ("convert", &["convert", "--to={to}", "{module}/{main}"]),
    (
        "convert check",
        &["convert", "--check", "--to={to}", "{module}/{main}"],
    ),
    ("query", &["query", "*", "{}"]),
    ("query nested", &["query", "*.*", "{}"]),
    ("query deep", &["query", "**", "{}"]),
    ("query condition", &["query", "**[x == 1]", "{}"]),
    ("edit set", &["edit", "{}", "set", "zz", "1"]),
    ("edit rm", &["edit", "{}", "rm", "a"]),
    ("edit sort", &["edit", "{}", "sort", ""]),
    ("edit refs", &["edit", "{}", "refs", "b", "c"]),
    ("wire", &["wire", "encode", "--json", "--type=dynamic", "-"]),
    ("console", &["console"]),
    ("console module", &["console", "--module={module}"]),
    #[cfg(feature = "tables")]
    ("tables", &["tables", "{module}", "--to=json", "--out={out}"]),
];

/// Commands for the native syntax alone.
const NATIVE: &[&str] = &[
    "edit sort",
    "edit refs",
    "fmt style",
    "wire",
    "console",
    "console module",
];

/// The name of the row of requests to the server.
const SERVER: &str = "lsp";

/// Files of one shape and size.
struct Input<'d> {
    directory: &'d Path,
    shape: &'d Shape,
    size: usize,
    text: String,
}

impl<'d> Input<'d> {
    fn new(directory: &'d Path, shape: &'d Shape, size: usize) -> Self {
        let text = (shape.make)(size);
        let input = Self {
            directory,
            shape,
            size,
            text,
        };
        for name in ["{module}", "{tested}"] {
            std::fs::create_dir_all(directory.join(input.filled(name))).expect("a directory");
        }
        for (name, text) in [
            ("{}", input.text.clone()),
            ("{other}", input.other()),
            ("{module}/{main}", input.text.clone()),
            ("{tested}/{tests}", input.text.clone()),
            (
                "{tested}/main.tf",
                "variable \"v\" {\n  default = 1\n}\noutput \"o\" {\n  value = var.v\n}\n".to_owned(),
            ),
            (
                "spec.hcldec",
                "object {\n  attr \"a\" {\n    type = any\n  }\n}\n".to_owned(),
            ),
        ] {
            std::fs::write(directory.join(input.filled(name)), text).expect("a file");
        }
        for (path, make) in shape.beside {
            let path = directory.join(input.filled("{module}")).join(path);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, make(size)).expect("a file");
        }
        input
    }

    /// A source that differs in many places.
    fn other(&self) -> String {
        self.text.replace('1', "7").replace("x ", "y ")
    }

    /// Commits the module as it is, and with the other text.
    fn commit(&self) {
        if !self.directory.join(".git").exists() {
            git(self.directory, &["init", "--quiet"]);
        }
        let (module, file) = (self.filled("{module}"), self.filled("{module}/{main}"));
        for (text, tag) in [(self.other(), "{other-module}"), (self.text.clone(), "{module}")] {
            std::fs::write(self.directory.join(&file), text).expect("a file");
            git(self.directory, &["add", &module]);
            git(
                self.directory,
                &["commit", "--quiet", "--allow-empty", "--message", &module],
            );
            git(self.directory, &["tag", &self.filled(tag)]);
        }
    }

    fn filled(&self, argument: &str) -> String {
        let (ending, to) = if self.shape.json {
            (".json", "native")
        } else {
            ("", "json")
        };
        let stem = format!("{}-{}", self.shape.name.replace(' ', "-"), self.size);
        argument
            .replace("{}", &format!("{stem}.hcl{ending}"))
            .replace("{other}", &format!("{stem}-other.hcl{ending}"))
            .replace("{module}", &stem)
            .replace("{other-module}", &format!("{stem}-other"))
            .replace("{out}", &format!("{stem}-out"))
            .replace("{main}", &format!("main.tf{ending}"))
            .replace("{tested}", &format!("{stem}-tested"))
            .replace(
                "{tests}",
                if self.shape.json {
                    "a.tftest.json"
                } else {
                    "a.tftest.hcl"
                },
            )
            .replace("{to}", to)
    }

    /// Runs a command, and returns its processor time.
    fn command(&self, arguments: &[&str]) -> Duration {
        let arguments: Vec<String> = arguments.iter().map(|argument| self.filled(argument)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let input = match arguments.as_slice() {
            ["console", ..] | [.., "-"] => self.text.as_str(),
            _ => "",
        };
        if let ["affected", ..] = arguments.as_slice()
            && !self
                .directory
                .join(self.filled(".git/refs/tags/{module}"))
                .exists()
        {
            self.commit();
        }
        // A second run of `tables` reads nothing again, so that each run starts without results.
        drop(std::fs::remove_dir_all(self.directory.join(self.filled("{out}"))));
        let (status, _, _, time) = measured(self.directory, &arguments, input);
        assert!((0..=2).contains(&status), "{arguments:?}: {status}");
        time
    }

    /// Opens the module in the server and sends every request, and returns its processor time.
    fn requests(&self) -> Duration {
        let name = self.filled("{module}/{main}");
        let mut editor = Editor::new(self.directory);
        editor.open(&name, &self.text);
        let middle = (self.text.lines().count() / 2) as u32;
        for method in [
            "completion",
            "hover",
            "definition",
            "references",
            "documentHighlight",
        ] {
            editor.ask_at(&format!("textDocument/{method}"), &name, middle, 8);
        }
        for method in ["documentSymbol", "foldingRange", "formatting"] {
            editor.ask_about(&format!("textDocument/{method}"), &name);
        }
        let document = json!({"uri": editor.uri(&name)});
        let position = json!({"line": middle, "character": 8});
        let positions = json!({"textDocument": document, "positions": [position]});
        editor.ask("textDocument/selectionRange", positions);
        let range = range(middle, 0, 8);
        let actions = json!({"textDocument": document, "range": range, "context": {"diagnostics": []}});
        editor.ask("textDocument/codeAction", actions);
        let change = json!({"range": {"start": position, "end": position}, "text": " "});
        let document = json!({"uri": editor.uri(&name), "version": 2});
        editor.tell(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": [change]}),
        );
        let said = editor.end();
        assert_eq!(
            (said.status, said.answers.len()),
            (0, 12),
            "{name}: {}",
            said.stderr
        );
        said.time
    }

    fn run(&self, row: &str) -> Duration {
        match COMMANDS.iter().find(|(name, _)| *name == row) {
            Some((_, arguments)) => self.command(arguments),
            None => self.requests(),
        }
    }
}

/// Returns the rows of the table that a shape has.
fn rows(shape: &Shape) -> impl Iterator<Item = &'static str> {
    let commands = COMMANDS.iter().map(|(name, _)| *name);
    commands
        .filter(|name| !shape.json || !NATIVE.contains(name))
        .chain([SERVER])
}

/// What is measured, and which growth is accepted.
struct Measure<'a> {
    sizes: &'a [usize],
    /// Shorter times, in seconds, are taken for this one.
    floor: f64,
    /// The largest accepted growth for eight times the input.
    max_growth: f64,
    rows: &'a dyn Fn(&str) -> bool,
}

/// The strict limit: 1.2 for each doubling above linear.
const STRICT: f64 = 8.0 * 1.2 * 1.2 * 1.2;

/// The limit of an ordinary test run: quadratic growth is 64 for eight times the input.
const CLEARLY_QUADRATIC: f64 = 8.0 * 1.5 * 1.5 * 1.5;

/// The shortest times of a row for several sizes, the last eight times the first, without the time of a start.
struct Times(Vec<f64>);

impl Times {
    /// Measures until the growth is accepted or there is no doubt that it is not. Noise only makes times longer.
    fn measure(inputs: &[Input<'_>], row: &str, start: f64, measure: &Measure<'_>) -> Self {
        let mut times = Self(vec![f64::MAX; inputs.len()]);
        for _ in 0..12 {
            for (time, input) in times.0.iter_mut().zip(inputs) {
                *time = time.min((input.run(row).as_secs_f64() - start).max(measure.floor));
            }
            if times.growth() <= measure.max_growth {
                break;
            }
        }
        times
    }

    fn growth(&self) -> f64 {
        match self.0.as_slice() {
            [first, .., last] => last / first,
            _ => 1.0,
        }
    }
}

/// Measures all shapes, and returns the rows that grow too fast. `report` receives each measurement.
fn measure_all(measure: &Measure<'_>, mut report: impl FnMut(&Shape, &str, &Times)) -> Vec<String> {
    let directory = module(&[]);
    let mut failures = Vec::new();
    let small = Input::new(directory.path(), &SHAPES[0], 1);
    let starts = rows(&SHAPES[0]).filter(|row| (measure.rows)(row)).map(|row| {
        let start = (0..5).map(|_| small.run(row)).min().unwrap_or_default();
        (row, start.as_secs_f64())
    });
    let starts: Vec<(&str, f64)> = starts.collect();
    for shape in SHAPES {
        let inputs: Vec<Input<'_>> = measure
            .sizes
            .iter()
            .map(|size| Input::new(directory.path(), shape, *size))
            .collect();
        for row in rows(shape) {
            let Some((_, start)) = starts.iter().find(|(name, _)| *name == row) else {
                continue;
            };
            let times = Times::measure(&inputs, row, *start, measure);
            if times.growth() > measure.max_growth {
                failures.push(format!("{row} of {}: {:?}", shape.name, times.0));
            }
            report(shape, row, &times);
        }
    }
    failures
}

/// Measures small sizes of every eighth row from `first` on.
#[track_caller]
fn quick(first: usize) {
    let selected: Vec<&str> = rows(&SHAPES[0]).skip(first).step_by(8).collect();
    let measure = Measure {
        sizes: &[60, 480],
        floor: 0.01,
        max_growth: CLEARLY_QUADRATIC,
        rows: &|row| selected.contains(&row),
    };
    let failures = measure_all(&measure, |_, _, _| {});
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

macro_rules! quick_tests {
    ($($name:ident $first:literal)*) => {$(
        #[test]
        fn $name() {
            quick($first);
        }
    )*};
}

quick_tests! {
    rows_from_0_grow_linearly 0
    rows_from_1_grow_linearly 1
    rows_from_2_grow_linearly 2
    rows_from_3_grow_linearly 3
    rows_from_4_grow_linearly 4
    rows_from_5_grow_linearly 5
    rows_from_6_grow_linearly 6
    rows_from_7_grow_linearly 7
}

/// Prints the table for `docs/reliability.md`: of each command, the shape on which it grows fastest, and the slowest.
#[test]
#[ignore = "takes minutes in release mode: `cargo xtask growth` runs it"]
fn large_inputs_grow_linearly() {
    let n = 5_000;
    let mut worst: Vec<(String, String, f64, String, f64)> = Vec::new();
    let measure = Measure {
        sizes: &[n, 2 * n, 4 * n, 8 * n],
        floor: 0.01,
        max_growth: STRICT,
        rows: &|_| true,
    };
    let failures = measure_all(&measure, |shape, row, times| {
        let (growth, time) = (times.growth(), times.0.last().copied().unwrap_or_default());
        match worst.iter_mut().find(|(name, ..)| name == row) {
            Some((_, fastest, most, slowest, longest)) => {
                if growth > *most {
                    (*fastest, *most) = (shape.name.to_owned(), growth);
                }
                if time > *longest {
                    (*slowest, *longest) = (shape.name.to_owned(), time);
                }
            }
            None => worst.push((
                row.to_owned(),
                shape.name.to_owned(),
                growth,
                shape.name.to_owned(),
                time,
            )),
        }
        eprintln!("{row} of {}: {:.3?}", shape.name, times.0);
    });
    println!(
        "| Command | Grows most on | for 8 times the input | Slowest on | seconds for {} parts |",
        8 * n
    );
    println!("|---|---|---|---|---|");
    for (row, fastest, growth, slowest, time) in worst {
        println!("| {row} | {fastest} | × {growth:.1} | {slowest} | {time:.2} |");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
