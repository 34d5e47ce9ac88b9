//! Releases: what is published to the registry, and what is built for each platform.

use std::path::Path;
use std::process::Command;

use clap::Args;
use sha2::{Digest, Sha256};

use crate::cargo::{cargo, run, tool};
use crate::files::{self, root};

/// Options of a release.
#[derive(Args)]
pub(crate) struct Options {
    /// Publish nothing, but do all else: package every crate, and build it from its package.
    ///
    /// Without it the crates are published, in the order of their dependencies.
    #[arg(long)]
    dry_run: bool,
    /// Do not build the packaged crates.
    #[arg(long)]
    no_verify: bool,
    /// Package files that are not committed too.
    #[arg(long)]
    allow_dirty: bool,
}

/// Publishes all crates that may be published, in the order of their dependencies.
pub(crate) fn run_release(options: &Options) -> Result<(), String> {
    let mut publish = cargo();
    publish.args(["publish", "--workspace", "--locked"]);
    for (option, is_given) in [
        ("--dry-run", options.dry_run),
        ("--no-verify", options.no_verify),
        ("--allow-dirty", options.allow_dirty),
    ] {
        if is_given {
            publish.arg(option);
        }
    }
    run(&mut publish)
}

/// The version of cargo-semver-checks.
const SEMVER_CHECKS: &str = "0.51.0";

/// Names each change of a public interface since a revision that needs another version than the crate has.
pub(crate) fn run_semver(revision: &str) -> Result<(), String> {
    let mut checks = tool("cargo-semver-checks", SEMVER_CHECKS, &[])?;
    checks.args([
        "semver-checks",
        "--workspace",
        "--all-features",
        "--baseline-rev",
        revision,
    ]);
    run(checks.current_dir(root()))
}

/// Options of an archive.
#[derive(Args)]
pub(crate) struct ArchiveOptions {
    /// The platform, such as `x86_64-unknown-linux-musl`; that of this machine by default.
    #[arg(long)]
    target: Option<String>,
}

/// The files of the repository that an archive holds.
pub(crate) const BESIDE: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// What an archive holds beside the program: a folder, and the arguments of the command that writes it.
const WRITTEN: [(&str, &[&str]); 4] = [
    ("completions/hcl2.bash", &["completions", "bash"]),
    ("completions/_hcl2", &["completions", "zsh"]),
    ("completions/hcl2.fish", &["completions", "fish"]),
    ("man/hcl2.1", &["man"]),
];

/// Builds the command, and packs it with its licences, completions, manual and checksum into `target/archives`.
pub(crate) fn run_archive(options: &ArchiveOptions) -> Result<(), String> {
    let target = &match &options.target {
        Some(target) => target.clone(),
        None => host()?,
    };
    let mut build = cargo();
    build.args([
        "build",
        "--release",
        "--locked",
        "--package",
        "hcl2-cli",
        "--features",
        "tables",
        "--target",
        target,
    ]);
    run(&mut build)?;
    let program = if target.contains("windows") {
        "hcl2.exe"
    } else {
        "hcl2"
    };
    let built = files::target().join(target).join("release").join(program);
    let name = format!("hcl2-{}-{target}", env!("CARGO_PKG_VERSION"));
    let archives = files::target().join("archives");
    let folder = archives.join(&name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| cannot("remove", &folder, &error))?;
    }
    write(&folder.join(program), &read(&built)?)?;
    std::fs::set_permissions(folder.join(program), permissions(&built)?)
        .map_err(|error| cannot("mark as a program", &folder.join(program), &error))?;
    for file in BESIDE {
        write(&folder.join(file), &read(&root().join(file))?)?;
    }
    for (file, arguments) in WRITTEN {
        match Command::new(&built).args(arguments).output() {
            Ok(output) if output.status.success() && !output.stdout.is_empty() => {
                write(&folder.join(file), &output.stdout)?;
            }
            Ok(_) => return Err(format!("hcl2 {} wrote nothing", arguments.join(" "))),
            Err(error) => println!("note: {file} is left out: this machine cannot run {target}: {error}"),
        }
    }
    let archive = format!("{name}.tar.gz");
    run(Command::new("tar")
        .current_dir(&archives)
        .args(["-czf", &archive, &name]))?;
    let path = archives.join(&archive);
    let digest = Sha256::digest(read(&path)?);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let checksum = format!("{digits}  {archive}\n");
    write(&archives.join(format!("{archive}.sha256")), checksum.as_bytes())?;
    println!("{}", path.display());
    Ok(())
}

/// Returns the platform of this machine, as `rustc` names it.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").args(["--version", "--verbose"]).output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not name its platform".to_owned())
}

fn permissions(path: &Path) -> Result<std::fs::Permissions, String> {
    let metadata = std::fs::metadata(path).map_err(|error| cannot("read", path, &error))?;
    Ok(metadata.permissions())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| cannot("read", path, &error))
}

/// Writes a file, and makes its folder.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
    std::fs::write(path, bytes).map_err(|error| cannot("write", path, &error))
}

fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} {}: {error}", path.display())
}
