//! Releases: what is published to the registry, and what is built for each platform.

use std::path::Path;
use std::process::Command;

use clap::{Args, ValueEnum};
use sha2::{Digest, Sha256};

use crate::cargo::{cargo, run, tool};
use crate::codegen;
use crate::files::{self, root};
use crate::python::{Environment, shown};
use crate::workspace::Workspace;

/// Options of a release.
#[derive(Args)]
pub(crate) struct Options {
    /// Upload nothing, but make what is uploaded, and print what a person with the accounts types.
    ///
    /// Without it the crates are published, in the order of their dependencies.
    #[arg(long)]
    dry_run: bool,
    /// Only this part of a dry run; may be repeated [default: all]
    #[arg(long, value_enum, requires = "dry_run")]
    only: Vec<Part>,
    /// Only name the public repository in the manifests, and lead the pages about installing to the registries.
    #[arg(long, value_name = "URL", conflicts_with_all = ["dry_run", "no_verify", "allow_dirty"])]
    prepare: Option<String>,
    /// Do not build the packaged crates and wheels.
    #[arg(long)]
    no_verify: bool,
    /// Package files that are not committed too.
    #[arg(long)]
    allow_dirty: bool,
}

/// A part of what is uploaded.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The crates.
    Crates,
    /// The archive of the command for this machine.
    Command,
    /// The Python packages.
    Python,
}

/// The host of a repository that nobody can read, until a release names one.
const NOT_PUBLIC: &str = "://example.org/";

/// Publishes all crates that may be published, or makes what is uploaded.
pub(crate) fn run_release(options: &Options) -> Result<(), String> {
    if let Some(repository) = &options.prepare {
        return prepare(repository);
    }
    let is_public = is_public(&Workspace::load()?);
    if !options.dry_run {
        if !is_public {
            return Err(
                "run `cargo xtask release --prepare URL` first, and commit what it changes".to_owned(),
            );
        }
        let mut publish = cargo();
        publish.args(["publish", "--workspace", "--locked"]);
        return run(with_options(&mut publish, options));
    }
    let includes = |part| options.only.is_empty() || options.only.contains(&part);
    if includes(Part::Crates) {
        let mut package = cargo();
        package.args(["package", "--workspace", "--locked"]);
        run(with_options(&mut package, options).args(unpublished()?))?;
    }
    if includes(Part::Command) {
        run_archive(&ArchiveOptions { target: None })?;
    }
    if includes(Part::Python) {
        python_packages(!options.no_verify)?;
    }
    print!("{}", steps(env!("CARGO_PKG_VERSION"), is_public));
    Ok(())
}

fn with_options<'c>(command: &'c mut Command, options: &Options) -> &'c mut Command {
    for (option, is_given) in [
        ("--no-verify", options.no_verify),
        ("--allow-dirty", options.allow_dirty),
    ] {
        if is_given {
            command.arg(option);
        }
    }
    command
}

/// Packages every published crate without building it, from what has been fetched.
pub(crate) fn package() -> Result<(), String> {
    let mut package = cargo();
    package.args(["package", "--workspace", "--locked", "--offline", "--quiet"]);
    run(package
        .args(["--no-verify", "--allow-dirty"])
        .args(unpublished()?))
}

/// Returns the options that leave out the packages that are not published.
fn unpublished() -> Result<Vec<String>, String> {
    let packages = Workspace::packages()?;
    let private = packages.iter().filter(|package| !package.is_published());
    Ok(private
        .map(|package| format!("--exclude={}", package.name))
        .collect())
}

/// Returns whether the manifests name a repository that everyone can read, and the pages lead to the registries.
fn is_public(workspace: &Workspace) -> bool {
    let names_it = |repository: &String| !repository.contains(NOT_PUBLIC);
    let mut published = workspace.packages.iter().filter(|package| package.is_published());
    workspace.release.published && published.all(|package| package.repository.as_ref().is_some_and(names_it))
}

/// Names the repository in the manifest of the workspace, says there that the packages are in the registries, and writes
/// the pages that follow from it.
fn prepare(repository: &str) -> Result<(), String> {
    let path = root().join("Cargo.toml");
    let manifest = String::from_utf8(read(&path)?).map_err(|error| error.to_string())?;
    write(&path, prepared(&manifest, repository).as_bytes())?;
    codegen::run(false)
}

/// Returns the manifest of the workspace as a release has it.
fn prepared(manifest: &str, repository: &str) -> String {
    let line = |line: &str| match line.split_once(" = ") {
        Some((key @ ("repository" | "homepage"), _)) => format!("{key} = \"{repository}\"\n"),
        Some(("published", _)) => "published = true\n".to_owned(),
        _ if line.starts_with("# `cargo xtask release --prepare") => String::new(),
        _ => format!("{line}\n"),
    };
    manifest.lines().map(line).collect()
}

/// Builds the source distributions of the Python packages, and with `builds` the wheel of this machine from one, into
/// target/wheels.
fn python_packages(builds: bool) -> Result<(), String> {
    let environment = Environment::new()?.ok_or("python3 with the module venv is not on the path")?;
    environment.install_tools(&[crate::python::MATURIN, "build"])?;
    let wheels = files::target().join("wheels");
    let package = root().join("bindings/python");
    let mut maturin = environment.command("maturin");
    if builds {
        maturin.args(["build", "--profile", "dist", "--locked", "--sdist"]);
    } else {
        maturin.arg("sdist");
    }
    shown(maturin.arg("--out").arg(&wheels).current_dir(&package))?;
    let mut shim = environment.command("python");
    shim.args(["-m", "build", "--outdir"]).arg(&wheels);
    shown(shim.current_dir(package.join("shim")))
}

/// Returns what a person with the accounts types to release this version.
fn steps(version: &str, is_public: bool) -> String {
    let preparation = if is_public {
        ""
    } else {
        "  cargo xtask release --prepare URL   # the address of the public repository; commit the changes\n"
    };
    format!(
        "\nNothing was uploaded. To release {version}, type:\n\n{preparation}  \
         git tag v{version} && git push origin v{version}   # archives, in a draft of the release\n  \
         git tag python-v{version} && git push origin python-v{version}   # wheels, published at once\n  \
         cargo login\n  \
         cargo xtask release   # the crates\n  \
         gh release edit v{version} --draft=false\n"
    )
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
        "--profile",
        "dist",
        "--locked",
        "--package",
        "hcl2-cli",
        "--features",
        "provider,tables",
        "--target",
        target,
    ]);
    run(&mut build)?;
    let program = if target.contains("windows") {
        "hcl2.exe"
    } else {
        "hcl2"
    };
    let built = files::target().join(target).join("dist").join(program);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preparation_names_the_repository_and_flips_the_switch() {
        let manifest = "[workspace.package]\n# `cargo xtask release --prepare URL` sets both.\nrepository = \"https://example.org/hcl2\"\n\
                        homepage = \"https://example.org/hcl2\"\n\n[workspace.metadata.release]\npublished = false\n";
        assert_eq!(
            prepared(manifest, "https://git.example.com/hcl2"),
            "[workspace.package]\nrepository = \"https://git.example.com/hcl2\"\nhomepage = \"https://git.example.com/hcl2\"\n\n\
             [workspace.metadata.release]\npublished = true\n"
        );
    }

    #[test]
    fn steps_start_with_the_preparation_until_it_is_done() {
        assert!(steps("1.2.3", false).contains("type:\n\n  cargo xtask release --prepare URL"));
        assert!(steps("1.2.3", true).contains("type:\n\n  git tag v1.2.3 && git push origin v1.2.3"));
    }

    #[test]
    fn workspace_is_public_with_the_switch_and_a_repository() {
        let mut workspace = Workspace::default();
        let mut package = crate::workspace::Package {
            repository: Some("https://example.org/a".to_owned()),
            ..Default::default()
        };
        workspace.packages = vec![package.clone()];
        workspace.release.published = true;
        assert!(!is_public(&workspace));
        package.repository = Some("https://git.example.com/a".to_owned());
        workspace.packages = vec![package];
        assert!(is_public(&workspace));
        workspace.release.published = false;
        assert!(!is_public(&workspace));
    }
}
