//! Growth: every command and request takes linear time on every shape of input.
//!
//! The table is one: each command at sizes `n`, `2n`, `4n` and `8n` of each shape. An ordinary test run measures small
//! sizes, which finds clearly quadratic growth; `cargo xtask growth` measures large ones and prints the table. Times are
//! those of the processor, so that a busy machine finds the same.

use std::path::Path;
use std::time::Duration;

use crate::support::editor::{Editor, module, range};
use crate::support::git::git;
use crate::support::measured::measured;
use crate::support::shapes::{SHAPES, Shape};
use serde_json::json;

/// The commands, with `{}` for the file, `{other}` for another, `{module}` for a directory and its revision, and
/// `{targets}` for as many options as the input has parts.
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
    ("check products", &["check", "{products}"]),
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
    ("plan targets", &["plan", "{targets}", "{module}"]),
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
    ("edit batch", &["edit", "{}", "batch", "{edits}"]),
    ("wire", &["wire", "encode", "--json", "--type=dynamic", "-"]),
    ("console", &["console"]),
    ("console module", &["console", "--module={module}"]),
    ("render bake", &["render", "{products}/docker-bake.hcl"]),
    ("render nomad", &["render", "{products}/a.nomad.hcl"]),
    ("render packer", &["render", "{products}/a.pkr.hcl"]),
    ("render terragrunt", &["render", "{products}"]),
    ("policy", &["policy", "--policies={products}", "{module}"]),
    #[cfg(feature = "tables")]
    ("tables", &["tables", "{module}", "--to=json", "--out={out}"]),
];

/// The names of the files of other products and of stacks.
const PRODUCTS: &[&str] = &[
    "docker-bake.hcl",
    "a.pkr.hcl",
    "terragrunt.hcl",
    "a.tfcomponent.hcl",
    "a.tfdeploy.hcl",
    "a.tfquery.hcl",
    "a.nomad.hcl",
    "a.policy.hcl",
    ".terraform.lock.hcl",
];

/// Commands for the native syntax alone.
const NATIVE: &[&str] = &[
    "edit sort",
    "edit refs",
    "fmt style",
    "wire",
    "console",
    "console module",
    "check products",
    "render bake",
    "render nomad",
    "render packer",
    "render terragrunt",
    "policy",
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
        for name in ["{module}", "{tested}", "{products}"] {
            std::fs::create_dir_all(directory.join(input.filled(name))).expect("a directory");
        }
        for (name, text) in [
            ("{}", input.text.clone()),
            ("{other}", input.other()),
            ("{edits}", input.edits()),
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
        for name in PRODUCTS {
            let products = directory.join(input.filled("{products}"));
            std::fs::write(products.join(name), &input.text).expect("a file");
        }
        for module in ["{module}", "{tested}"] {
            for (path, make) in shape.beside {
                let path = directory.join(input.filled(module)).join(path);
                std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
                std::fs::write(path, make(size)).expect("a file");
            }
        }
        input
    }

    /// Edits of half as many attributes as the input has parts, each of which adds, changes or removes one.
    fn edits(&self) -> String {
        let edits = (0..self.size / 2).map(|number| format!("set zz{number} 1\n"));
        let again = (0..self.size / 2).map(|number| match number % 3 {
            0 => format!("set zz{number} 2\n"),
            1 => format!("rm zz{number}\n"),
            _ => String::new(),
        });
        edits.chain(again).collect()
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
            .replace("{edits}", &format!("{stem}-edits"))
            .replace("{main}", &format!("main.tf{ending}"))
            .replace("{tested}", &format!("{stem}-tested"))
            .replace("{products}", &format!("{stem}-products"))
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
        let targets = (0..self.size).map(|number| format!("--target=terraform_data.r{number}"));
        let arguments = arguments.iter().flat_map(|argument| match *argument {
            "{targets}" => targets.clone().collect(),
            argument => vec![self.filled(argument)],
        });
        let arguments: Vec<String> = arguments.collect();
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
    /// The largest accepted growth from the first size to the last.
    max_growth: f64,
    /// Whether smaller inputs are measured even if the time of the largest one is accepted for any of theirs.
    measures_all: bool,
    rows: &'a dyn Fn(&str) -> bool,
}

/// The strict limit for eight times the input: 1.2 for each doubling above linear.
const STRICT: f64 = 8.0 * 1.2 * 1.2 * 1.2;

/// The limit of an ordinary test run for four times the input: quadratic growth is 16.
const CLEARLY_QUADRATIC: f64 = 4.0 * 1.5 * 1.5;

/// The shortest times of a row for several sizes, without the time of a start.
struct Times(Vec<f64>);

impl Times {
    /// Measures until the growth is accepted or there is no doubt that it is not. Noise only makes times longer.
    fn measure(inputs: &[Input<'_>], row: &str, start: f64, measure: &Measure<'_>) -> Self {
        // What the processor takes for the same start varies by about as much.
        let floor = measure.floor.max(start / 10.0);
        let mut times = Self(vec![floor; inputs.len()]);
        if let ([.., largest], [.., time]) = (inputs, times.0.as_mut_slice())
            && !measure.measures_all
        {
            *time = (largest.run(row).as_secs_f64() - start).max(floor);
            if times.growth() <= measure.max_growth {
                return times;
            }
        }
        times.0.fill(f64::MAX);
        for _ in 0..12 {
            for (time, input) in times.0.iter_mut().zip(inputs) {
                *time = time.min((input.run(row).as_secs_f64() - start).max(floor));
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
        sizes: &[30, 120],
        // The search for near names is quadratic up to a bound that these sizes do not reach.
        floor: 0.0075,
        max_growth: CLEARLY_QUADRATIC,
        measures_all: false,
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
    let selected = std::env::var("HCL2_GROWTH_ROWS").unwrap_or_default();
    let selected: Vec<&str> = selected.split(',').filter(|row| !row.is_empty()).collect();
    for row in &selected {
        assert!(rows(&SHAPES[0]).any(|own| own == *row), "there is no row `{row}`");
    }
    let mut worst: Vec<(String, String, f64, String, f64)> = Vec::new();
    let measure = Measure {
        sizes: &[n, 2 * n, 4 * n, 8 * n],
        floor: 0.01,
        max_growth: STRICT,
        measures_all: true,
        rows: &|row| selected.is_empty() || selected.contains(&row),
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
