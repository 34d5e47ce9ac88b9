//! The C interface: its header, its libraries, its tests and its examples.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, run, tool};
use crate::files::{root, target};

/// How the interface is built.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Builds what is distributed, optimised; it takes several minutes.
    #[arg(long)]
    release: bool,
    /// Installs the header, the libraries and the file for pkg-config below this directory [default: target/c].
    #[arg(long)]
    prefix: Option<PathBuf>,
}

/// The tool that makes the header, from crates.io.
const CBINDGEN: (&str, &str) = ("cbindgen", "0.29.4");
/// The class path of JNA, as Debian's package libjna-java has it.
const JNA: &str = "/usr/share/java/jna.jar";
/// What the examples print.
const PRINTED: &str = include_str!("../../bindings/c/examples/printed.txt");

/// Builds and installs the interface, and runs its tests and examples, or says what is missing.
///
/// Fails if the header in the repository is not the one that belongs to the code, after it has written that.
pub(crate) fn run_c(options: &Options) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        skipped("the C interface is not tested", "this is not Linux");
        return Ok(());
    }
    let package = root().join("bindings/c");
    let prefix = options.prefix.clone().unwrap_or_else(|| target().join("c"));
    let prefix = std::path::absolute(prefix).map_err(|error| error.to_string())?;
    let (profile, folder) = match options.release {
        true => ("dist", "dist"),
        false => ("dev", "debug"),
    };
    run(cargo().args([
        "build",
        "--quiet",
        "--locked",
        "--package",
        "hcl2-c",
        "--profile",
        profile,
    ]))?;
    let header = write_header(&package)?;
    install(&package, &target().join(folder), &prefix)?;
    if is_there("cc") && is_there("pkg-config") {
        test(&package, &prefix)?;
    } else {
        skipped(
            "the C interface is not tested",
            "cc or pkg-config is not on the path",
        );
    }
    header
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Writes the header. The inner result is an error if it was not up to date.
fn write_header(package: &Path) -> Result<Result<(), String>, String> {
    let path = package.join("include/hcl2.h");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let (name, version) = CBINDGEN;
    let mut make = tool(name, version, &[])?;
    run(make.current_dir(package).args(["--quiet", "--output"]).arg(&path))?;
    let after = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(match before == after {
        true => Ok(()),
        false => Err("bindings/c/include/hcl2.h was not up to date, and is now; commit it".to_owned()),
    })
}

/// Installs the header, the libraries and the file for pkg-config.
fn install(package: &Path, built: &Path, prefix: &Path) -> Result<(), String> {
    let copy = |from: PathBuf, to: PathBuf| {
        let made = to.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::copy(&from, &to))
            .map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
    };
    let library = prefix.join("lib");
    copy(package.join("include/hcl2.h"), prefix.join("include/hcl2.h"))?;
    copy(built.join("libhcl2_c.so"), library.join("libhcl2.so"))?;
    copy(built.join("libhcl2_c.a"), library.join("libhcl2.a"))?;
    let template = include_str!("../../bindings/c/hcl2.pc.in");
    let text = template
        .replace("@prefix@", &prefix.display().to_string())
        .replace("@version@", env!("CARGO_PKG_VERSION"));
    let file = library.join("pkgconfig/hcl2.pc");
    let made = std::fs::create_dir_all(library.join("pkgconfig"));
    made.and_then(|()| std::fs::write(&file, text))
        .map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Runs the tests and the examples, whose programs are in the folder `tests` of the target directory.
fn test(package: &Path, prefix: &Path) -> Result<(), String> {
    let programs = target().join("c-programs");
    std::fs::create_dir_all(&programs).map_err(|error| error.to_string())?;
    let dynamic = Setup {
        prefix,
        programs: &programs,
        is_static: false,
    };
    let test = dynamic.compile("test", &package.join("tests/test.c"))?;
    run(&mut dynamic.command(&test))?;
    let linked = Setup {
        is_static: true,
        ..dynamic
    };
    run(&mut linked.command(&linked.compile("test-static", &package.join("tests/test.c"))?))?;
    if is_there("valgrind") {
        // What a cache points into the middle of counts as possibly lost.
        let leaks = [
            "--quiet",
            "--error-exitcode=1",
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect",
        ];
        run(dynamic.command(Path::new("valgrind")).args(leaks).arg(&test))?;
    } else {
        skipped("leaks are not looked for", "valgrind is not on the path");
    }
    let page = root().join("docs/c.md");
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    for shown in [include_str!("../../bindings/c/examples/example.c"), PRINTED] {
        if !text.contains(shown) {
            return Err(format!("docs/c.md does not show this as it is:\n{shown}"));
        }
    }
    let example = dynamic.compile("example", &package.join("examples/example.c"))?;
    expect(&mut dynamic.command(&example))?;
    if is_there("go") {
        let mut go = dynamic.command(Path::new("go"));
        expect(go.arg("run").arg(package.join("examples/example.go")))?;
    } else {
        skipped("the example in Go is not run", "go is not on the path");
    }
    if is_there("javac") && Path::new(JNA).exists() {
        let source = package.join("examples/Example.java");
        run(Command::new("javac")
            .args(["-cp", JNA, "-d"])
            .arg(&programs)
            .arg(source))?;
        let classes = format!("{JNA}:{}", programs.display());
        expect(
            dynamic
                .command(Path::new("java"))
                .args(["-cp", &classes, "Example"]),
        )?;
    } else {
        skipped(
            "the example in Java is not run",
            &format!("there is no JDK with {JNA}"),
        );
    }
    Ok(())
}

/// How programs use the installed interface.
#[derive(Clone, Copy)]
struct Setup<'p> {
    prefix: &'p Path,
    /// Where programs are.
    programs: &'p Path,
    is_static: bool,
}

impl Setup<'_> {
    /// Compiles a program with the flags of pkg-config.
    fn compile(&self, name: &str, source: &Path) -> Result<PathBuf, String> {
        let mut flags = self.command(Path::new("pkg-config"));
        flags.args(["--cflags", "--libs", "hcl2"]);
        let flags = printed(if self.is_static {
            flags.arg("--static")
        } else {
            &mut flags
        })?;
        let program = self.programs.join(name);
        let mut compile = Command::new("cc");
        compile.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"]);
        compile.arg(&program).arg(source);
        for flag in flags.split_whitespace() {
            // The linker prefers the shared library to the static one unless the argument is the file.
            match flag {
                "-lhcl2" if self.is_static => compile.arg(self.prefix.join("lib/libhcl2.a")),
                _ => compile.arg(flag),
            };
        }
        run(&mut compile)?;
        Ok(program)
    }

    /// Returns a command that finds what is installed.
    fn command(&self, program: &Path) -> Command {
        let library = self.prefix.join("lib");
        let mut command = Command::new(program);
        command.env("PKG_CONFIG_PATH", library.join("pkgconfig"));
        command.env("LD_LIBRARY_PATH", library);
        command.current_dir(self.programs);
        command
    }
}

/// Runs an example, and compares what it prints.
fn expect(command: &mut Command) -> Result<(), String> {
    let found = printed(command)?;
    match found == PRINTED {
        true => Ok(()),
        false => Err(format!(
            "expected the example to print:\n{PRINTED}\nfound:\n{found}"
        )),
    }
}

fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "{}\n{}",
            crate::cargo::failed(command),
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

fn skipped(what: &str, reason: &str) {
    let line = "=".repeat(80);
    println!("{line}\nSKIPPED: {what}: {reason}\n{line}");
}
