//! The speed and the memory of `hcl2 tables`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::cargo::{cargo, run};
use crate::files::target;
use crate::python::{Environment, shown};

/// The number of modules unless the command line names another one.
const MODULES: usize = 10_000;
/// Returns the text of a file of a module by the module's number.
type Text = fn(usize) -> String;
/// The files of a module.
const FILES: [(&str, Text); 6] = [
    ("main.tf", main_file),
    ("variables.tf", variables),
    ("outputs.tf", outputs),
    ("locals.tf", locals),
    ("versions.tf", versions),
    ("modules.tf", modules),
];
/// Modules in a repository.
const MODULES_OF_REPOSITORY: usize = 20;
/// Runs of which the fastest counts.
const ROUNDS: usize = 3;
/// A file that has just changed is read again.
const SETTLED: Duration = Duration::from_secs(3);

/// Generates modules, writes all their tables as Parquet, and does so again with nothing changed.
pub(crate) fn bench(arguments: &[String]) -> Result<(), String> {
    let count = match arguments {
        [] => MODULES,
        [count] => count
            .parse()
            .map_err(|_| format!("{count} is not a number of modules"))?,
        _ => return Err("expected one argument, the number of modules".to_owned()),
    };
    run(cargo().args([
        "build",
        "--profile",
        "dist",
        "--locked",
        "--package",
        "hcl2-cli",
        "--features",
        "tables",
    ]))?;
    let directory = target().join("tables");
    let (tree, out) = (directory.join("modules"), directory.join("out"));
    remove(&directory)?;
    let bytes = generate(&tree, count).map_err(|error| format!("the modules cannot be written: {error}"))?;
    println!("{count} modules, {} files, {bytes} bytes", count * FILES.len());
    std::thread::sleep(SETTLED);
    let mut first = Vec::new();
    for _ in 0..ROUNDS {
        remove(&out)?;
        first.push(measured(&tree, &out)?);
    }
    report("first run", &first);
    let second: Vec<Measured> = (0..ROUNDS)
        .map(|_| measured(&tree, &out))
        .collect::<Result<_, _>>()?;
    report("nothing changed", &second);
    tfparse(&tree)?;
    remove(&directory)
}

/// Reads the modules with tfparse, which evaluates them without tables.
const TFPARSE: &str = r#"
import pathlib, sys, time, tfparse
modules = sorted({path.parent for path in pathlib.Path(sys.argv[1]).rglob("*.tf")})
start = time.perf_counter()
for module in modules:
    tfparse.load_from_path(module)
print(f"tfparse: {time.perf_counter() - start:.2f} s for {len(modules)} modules, without tables")
"#;

/// Measures tfparse on the same modules, unless it cannot be installed.
fn tfparse(tree: &Path) -> Result<(), String> {
    let installed = Environment::new()?.filter(|environment| environment.install_tools(&["tfparse"]).is_ok());
    let Some(environment) = installed else {
        println!("tfparse: not measured, since it cannot be installed");
        return Ok(());
    };
    shown(environment.command("python").args(["-c", TFPARSE]).arg(tree))
}

struct Measured {
    wall: Duration,
    processor: Duration,
    peak: u64,
    said: String,
}

fn measured(tree: &Path, out: &Path) -> Result<Measured, String> {
    let mut command = Command::new(target().join("dist/hcl2"));
    command
        .arg("tables")
        .arg(tree)
        .arg("--out")
        .arg(out)
        .stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command
        .spawn()
        .map_err(|error| format!("hcl2 cannot be run: {error}"))?;
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        std::io::Read::read_to_string(&mut stderr, &mut said).map_err(|error| error.to_string())?;
    }
    let used = child.wait4().map_err(|error| error.to_string())?;
    if !used.status.success() {
        return Err(format!("hcl2 tables failed: {said}"));
    }
    Ok(Measured {
        wall: start.elapsed(),
        processor: used.rusage.utime + used.rusage.stime,
        peak: used.rusage.maxrss,
        said,
    })
}

/// Prints the fastest of several runs, and the largest peak.
fn report(name: &str, runs: &[Measured]) {
    let fastest = runs.iter().min_by_key(|run| run.wall);
    let peak = runs.iter().map(|run| run.peak).max().unwrap_or_default();
    if let Some(fastest) = fastest {
        let (wall, processor) = (fastest.wall.as_secs_f64(), fastest.processor.as_secs_f64());
        let peak = peak as f64 / 1e6;
        println!(
            "{name}: {wall:.2} s, {processor:.2} s of processors, peak {peak:.0} MB; {}",
            fastest.said.trim_end()
        );
    }
}

fn remove(directory: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(directory) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{} cannot be removed: {error}", directory.display()))
        }
        _ => Ok(()),
    }
}

/// Writes modules, and returns the number of their bytes.
fn generate(tree: &Path, count: usize) -> std::io::Result<usize> {
    let mut bytes = 0;
    for module in 0..count {
        let repository = module / MODULES_OF_REPOSITORY;
        let directory = tree.join(format!("repo{repository:05}/modules/m{module:06}"));
        std::fs::create_dir_all(&directory)?;
        for (name, text) in FILES {
            let text = text(module);
            bytes += text.len();
            std::fs::write(directory.join(name), text)?;
        }
    }
    Ok(bytes)
}

fn main_file(module: usize) -> String {
    let instance = |index: usize| {
        format!(
            "resource \"aws_instance\" \"web{index}\" {{\n  count         = var.size\n  ami           = \
             data.aws_ami.base.id\n  instance_type = \"t3.micro\"\n  tags          = merge(local.tags, {{ Name = \
             \"web-{module}-{index}\" }})\n\n  root_block_device {{\n    volume_size = {}\n    encrypted   = true\n  \
             }}\n}}\n\n",
            20 + index
        )
    };
    let data = "data \"aws_ami\" \"base\" {\n  most_recent = true\n  owners      = [\"self\"]\n}\n";
    instance(0) + &instance(1) + data
}

fn variables(_: usize) -> String {
    "variable \"size\" {\n  type        = number\n  default     = 2\n  description = \"The number of \
     instances.\"\n}\n\nvariable \"env\" {\n  type = string\n}\n"
        .to_owned()
}

fn outputs(_: usize) -> String {
    "output \"ids\" {\n  value       = aws_instance.web0[*].id\n  description = \"The instances.\"\n}\n"
        .to_owned()
}

fn locals(module: usize) -> String {
    let team = module % 7;
    format!(
        "locals {{\n  tags = {{\n    Team = \"team{team}\"\n    Env  = var.env\n  }}\n  name = \
         lower(\"Module-{module}\")\n}}\n"
    )
}

fn versions(_: usize) -> String {
    "terraform {\n  required_version = \">= 1.5\"\n\n  required_providers {\n    aws = {\n      source  = \
     \"hashicorp/aws\"\n      version = \"~> 5.0\"\n    }\n  }\n}\n"
        .to_owned()
}

fn modules(module: usize) -> String {
    let major = 3 + module % 3;
    format!(
        "module \"vpc\" {{\n  source  = \"terraform-aws-modules/vpc/aws\"\n  version = \"~> {major}.0\"\n  name    = \
         local.name\n}}\n"
    )
}
