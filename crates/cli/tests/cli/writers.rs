//! Every writer of the command: none goes through a link out of what the command line names.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::run;

/// Files of the command that write, and why no repository decides where.
const OF_THE_USER: [(&str, &str); 4] = [
    ("commands/lsp/log.rs", "the file that `--log` names"),
    ("commands/schema/cache.rs", "the cache of the user"),
    ("commands/console/editor.rs", "the history of the user"),
    ("links.rs", "tests only"),
];

/// What writes, makes or removes a file.
const WRITES: [&str; 13] = [
    "fs::write(",
    "fs::rename(",
    "fs::copy(",
    "fs::create_dir",
    "fs::remove_",
    "fs::hard_link",
    "File::create",
    "File::options",
    "OpenOptions",
    ".persist(",
    "persist_noclobber(",
    "NamedTempFile",
    "save_history(",
];

/// A writer: its file in the sources, a command line, the link that it is led to in its directory, and where the link leads.
struct Writer {
    file: &'static str,
    arguments: &'static [&'static str],
    link: &'static str,
    to: &'static str,
}

const fn writer(
    file: &'static str,
    arguments: &'static [&'static str],
    link: &'static str,
    to: &'static str,
) -> Writer {
    Writer {
        file,
        arguments,
        link,
        to,
    }
}

/// Returns all writers. Each command line would write to the file or directory outside if links were followed.
fn writers() -> Vec<Writer> {
    vec![
        writer(
            "commands/plan/mod.rs",
            &["plan", "--out", "x.json", "."],
            "x.json",
            "file",
        ),
        writer(
            "commands/plan/mod.rs",
            &["plan", "--out", "x.json", "."],
            "x.json",
            "missing",
        ),
        writer(
            "commands/schema/mod.rs",
            &["schema", "--program", "./program", "--out", "x.json", "."],
            "x.json",
            "file",
        ),
        writer(
            "commands/test/mod.rs",
            &["test", "--junit-xml", "x.xml", "."],
            "x.xml",
            "file",
        ),
        writer(
            "commands/decode.rs",
            &["decode", "--spec", "a.hcldec", "--out", "x.json", "a.hcl"],
            "x.json",
            "file",
        ),
        writer(
            "commands/docs.rs",
            &["docs", "--write", "README.md", "."],
            "README.md",
            "file",
        ),
        writer("commands/man.rs", &["man", "--out", "."], "hcl2.1", "file"),
        writer("commands/fmt/mod.rs", &["fmt", "."], "link.hcl", "file"),
        writer(
            "commands/fmt/mod.rs",
            &["fmt", "--in-place", "."],
            "link.hcl",
            "file",
        ),
        writer(
            "commands/edit/mod.rs",
            &["edit", "-w", "link.hcl", "set", "a", "2"],
            "link.hcl",
            "file",
        ),
        writer(
            "commands/rename.rs",
            &["rename", "var.a", "b", "."],
            "link.tf",
            "file",
        ),
        writer(
            "commands/check/fix.rs",
            &["check", "--fix", "."],
            "link.tf",
            "file",
        ),
        writer(
            "commands/convert.rs",
            &["convert", "--to", "json", "--write", "main.tf"],
            "main.tf.json",
            "missing",
        ),
        writer(
            "commands/convert.rs",
            &["convert", "--to", "json", "--out-dir", "out", "."],
            "out/sub",
            "directory",
        ),
        writer(
            "commands/tables/export.rs",
            &["tables", "--out", "out", "."],
            "out/modules",
            "directory",
        ),
        writer(
            "commands/tables/manifest.rs",
            &["tables", "--out", "out", "."],
            "out/hcl2-tables.json",
            "missing",
        ),
    ]
}

/// Returns the sources of the command, by their paths, without their tests.
fn sources(directory: &Path, below: &str, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = format!("{below}{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            sources(&path, &format!("{name}/"), found);
        } else {
            let text = std::fs::read_to_string(&path).expect("a file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            found.push((name, code.to_owned()));
        }
    }
}

#[test]
fn only_one_file_of_the_command_writes_and_all_that_use_it_are_tested() {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut found);
    let is_of_the_user = |name: &str| OF_THE_USER.iter().any(|(file, _)| *file == name);
    let direct: Vec<&str> = found
        .iter()
        .filter(|(_, code)| WRITES.iter().any(|write| code.contains(write)))
        .map(|(name, _)| name.as_str())
        .filter(|name| *name != "replace.rs" && !is_of_the_user(name))
        .collect();
    assert_eq!(direct, [""; 0], "use `crate::replace`");
    let users: BTreeSet<&str> = found
        .iter()
        .filter(|(_, code)| code.contains("use crate::replace::"))
        .map(|(name, _)| name.as_str())
        .filter(|name| !is_of_the_user(name) && *name != "commands/tables/mod.rs")
        .collect();
    let tested: BTreeSet<&str> = writers().iter().map(|writer| writer.file).collect();
    assert_eq!(users, tested, "add the writer to the list");
}

#[test]
#[cfg(unix)]
fn no_writer_goes_through_a_link_out_of_what_is_named() {
    use std::os::unix::fs::symlink;

    for Writer {
        arguments, link, to, ..
    } in writers()
    {
        if arguments.contains(&"tables") && !cfg!(feature = "tables") {
            continue;
        }
        let top = tempfile::tempdir().expect("a directory");
        let path = |name: &str| top.path().join(name);
        for directory in ["in/.git", "in/out", "in/sub", "away/directory"] {
            std::fs::create_dir_all(path(directory)).expect("a directory");
        }
        // Each command would have something to write, and the file outside something to fix or to format.
        let victim = "variable \"a\" {\n    type = \"string\"\n}\n";
        let files = [
            ("away/file", victim),
            ("in/main.tf", "locals {\n  a = 1\n}\n"),
            ("in/sub/main.tf", "locals {\n  b = 1\n}\n"),
            ("in/a.hcl", "a = 1\n"),
            (
                "in/a.hcldec",
                "object {\n  attr \"a\" {\n    type = number\n  }\n}\n",
            ),
            ("in/main.tftest.hcl", "run \"a\" {\n  command = plan\n}\n"),
            ("in/.terraform.lock.hcl", ""),
            (
                "in/program",
                "#!/bin/sh\necho '{\"format_version\": \"1.0\", \"provider_schemas\": {}}'\n",
            ),
        ];
        for (name, text) in files {
            std::fs::write(path(name), text).expect("a file");
        }
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path("in/program"), executable).expect("a file");
        let link = path(&format!("in/{link}"));
        if link.is_dir() {
            std::fs::remove_dir(&link).expect("an empty directory");
        }
        symlink(path(&format!("away/{to}")), &link).expect("a link");
        let (status, stdout, stderr) = run(&path("in"), arguments, "");
        let about = format!("{arguments:?}: {status}\n{stdout}{stderr}");
        assert_eq!(
            std::fs::read_to_string(path("away/file")).expect("a file"),
            victim,
            "{about}"
        );
        assert!(!path("away/missing").exists(), "{about}");
        let written = std::fs::read_dir(path("away/directory"))
            .expect("a directory")
            .count();
        assert_eq!(written, 0, "{about}");
        // What such a file contains is concealed, with its fixes, so nothing is left to write.
        let finds_nothing = match arguments {
            ["check", "--fix", ..] => Some("nothing to fix"),
            ["rename", ..] => Some("hcl2::rename::not-found"),
            _ => None,
        };
        if let Some(nothing) = finds_nothing {
            assert_eq!(status, 1, "{about}");
            assert!(about.contains(nothing), "{about}");
            continue;
        }
        // The manifest takes the place of the link.
        if to != "missing" || !arguments.contains(&"tables") {
            assert!(link.is_symlink(), "{about}");
            assert_eq!(status, 2, "{about}");
            assert!(
                stderr.contains("outside of its repository or directory")
                    || stderr.contains("it is there already"),
                "{about}"
            );
        }
    }
}
