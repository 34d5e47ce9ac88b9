//! The examples of the pages: those of docs/command.md are run in a copy of the examples of the repository, and print what
//! is on record. `HCL2_RECORD=1` writes the record instead. Those of the other pages run, with any result.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Examples that change a repository of git, or need one with two commits or another program.
const OF_GIT: [&str; 6] = [
    "hcl2 affected",
    "git config",
    "echo '*.tf",
    "hcl2 diff HEAD~1..HEAD",
    "hcl2 completions",
    "hcl2 schema",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("the page")
}

/// Returns the blocks of code of a language in a page.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let start = format!("```{language}\n");
    let blocks = page
        .split(&*start)
        .skip(1)
        .filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| block).collect()
}

/// Returns a directory with copies of these examples, each below a directory.
fn copies(examples: &[&str], below: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for example in examples {
        let from = root().join("examples").join(example);
        copy(&from, &directory.path().join(below).join(example));
    }
    directory
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a directory");
    for entry in std::fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Runs a line in a shell, and returns the exit status and what is printed.
fn run(directory: &Path, line: &str) -> (i32, String) {
    let command = Path::new(env!("CARGO_BIN_EXE_hcl2"))
        .parent()
        .expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(directory)
        .env("PATH", format!("{}:{path}", command.display()))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let status = output.status.code().expect("no signal ends the command");
    (status, text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn examples_of_the_page_print_what_is_on_record() {
    let page = page("docs/command.md");
    let mut found = String::new();
    for block in blocks(&page, "sh") {
        let directory = copies(
            &["broken", "fleet", "functions", "infra", "render", "service"],
            "examples",
        );
        for line in block
            .lines()
            .filter(|line| !OF_GIT.iter().any(|start| line.starts_with(start)))
        {
            let (status, output) = run(directory.path(), line);
            assert!(status <= 1, "{line}: {output}");
            let _ = writeln!(found, "$ {line}\n{output}-> {status}\n");
        }
    }
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/command.txt");
    if std::env::var_os("HCL2_RECORD").is_some() {
        std::fs::create_dir_all(record.parent().expect("a directory")).expect("a directory");
        std::fs::write(&record, &found).expect("the record");
    }
    let wanted = std::fs::read_to_string(&record).unwrap_or_default();
    for (found, wanted) in found.split("\n$ ").zip(wanted.split("\n$ ")) {
        assert_eq!(found, wanted);
    }
    assert_eq!(found, wanted);
}

#[test]
fn shell_commands_of_other_pages_run() {
    let directory = copies(&["infra", "service"], "examples");
    for name in ["README.md", "docs/cookbook.md"] {
        let page = page(name);
        let lines = blocks(&page, "sh").into_iter().flat_map(str::lines);
        let is_ours = |line: &&str| line.starts_with("hcl2 ") || line.ends_with("| hcl2 console");
        let is_built = |line: &&str| cfg!(feature = "tables") || !line.starts_with("hcl2 tables");
        let is_of_git = |line: &&str| OF_GIT.iter().any(|start| line.starts_with(start));
        let mut count = 0;
        for line in lines
            .filter(is_ours)
            .filter(is_built)
            .filter(|line| !is_of_git(line))
        {
            let (status, output) = run(directory.path(), line);
            assert_eq!(status, 0, "{name}: {line}: {output}");
            count += 1;
        }
        assert!(count >= 5, "{name}");
    }
}

#[test]
fn commands_in_place_of_those_of_other_tools_run() {
    let page = page("docs/from-terraform.md");
    let directory = copies(&["infra"], "");
    let infra = directory.path().join("infra");
    let columns = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let commands = columns.flat_map(|(_, ours)| ours.split('`').skip(1).step_by(2));
    let mut count = 0;
    for command in commands.filter(|command| command.starts_with("hcl2 ")) {
        // A server, a program that is not there, and a state that the module does not have.
        if ["hcl2 lsp", "hcl2 schema"].contains(&command) || command.contains("FILE") {
            continue;
        }
        let (status, output) = run(&infra, command);
        let is_change = status == 2 && command.contains("-detailed-exitcode");
        // What is looked for may be nowhere.
        let is_nothing = status == 1 && output.contains("noth");
        // The module is as it was before the last edit, or the README is out of date by it.
        let is_outdated = status == 1 && command.ends_with("--check");
        assert!(
            status == 0 || is_change || is_nothing || is_outdated,
            "{command}: {output}"
        );
        count += 1;
    }
    assert!(count > 50, "{count} commands");
}

#[test]
fn recipes_of_ci_are_yaml_whose_commands_run() {
    let page = page("docs/ci.md");
    let directory = copies(&["infra"], "");
    let recipes = blocks(&page, "yaml");
    assert_eq!(recipes.len(), 5);
    for recipe in recipes {
        std::fs::write(directory.path().join("recipe.yml"), recipe).expect("a file");
        let (status, output) = run(
            directory.path(),
            "hcl2 eval --functions terraform 'yamldecode(file(\"recipe.yml\"))'",
        );
        assert_eq!(status, 0, "{recipe}: {output}");
    }
    let commands = page.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("- ").unwrap_or(line);
        let line = line.strip_prefix("run: ").unwrap_or(line);
        let line = line
            .strip_prefix("sh '")
            .and_then(|line| line.strip_suffix('\''))
            .unwrap_or(line);
        (line.starts_with("hcl2 ") && !line.starts_with("hcl2 affected")).then_some(line)
    });
    let infra = directory.path().join("infra");
    let mut count = 0;
    for command in commands {
        let names_it = command.contains("infra");
        let (status, output) = run(if names_it { directory.path() } else { &infra }, command);
        assert_eq!(status, 0, "{command}: {output}");
        count += 1;
    }
    assert_eq!(count, 13);
}

#[derive(hcl2::Decode, Debug, PartialEq)]
struct Service {
    name: String,
    timeout: Duration,
    zones: Vec<String>,
    #[hcl(block, name = "listener")]
    listeners: BTreeMap<String, Listener>,
}

#[derive(hcl2::Decode, Debug, PartialEq)]
struct Listener {
    port: u16,
}

#[test]
fn formats_that_are_compared_hold_the_same_configuration() {
    let page = page("docs/why.md");
    let block = |language| blocks(&page, language)[0];
    let loader = hcl2::Loader::new().variable("base", 8000);
    let hcl: Service = loader.from_str(block("hcl")).expect("the configuration is valid");
    assert_eq!(
        (hcl.timeout, hcl.listeners["metrics"].port),
        (Duration::from_secs(30), 8090)
    );
    assert_eq!(
        hcl2::from_json::<Service>(block("json")).expect("it is valid"),
        hcl
    );

    let toml: serde_json::Value = toml::from_str(block("toml")).expect("it is TOML");
    assert_eq!(
        hcl2::from_json::<Service>(&toml.to_string()).expect("it is valid"),
        hcl
    );

    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("service.yml"), block("yaml")).expect("a file");
    let decode = "hcl2 eval --functions terraform 'yamldecode(file(\"service.yml\"))'";
    let (status, yaml) = run(directory.path(), decode);
    assert_eq!(status, 0, "{yaml}");
    assert_eq!(hcl2::from_json::<Service>(&yaml).expect("it is valid"), hcl);
}
