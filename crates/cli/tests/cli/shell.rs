//! `hcl2 completions` and `hcl2 man` as a person starts them.

use std::path::Path;

use crate::support::run;

/// Returns the names of the commands in `hcl2 --help`.
fn commands() -> Vec<String> {
    let (_, help, _) = run(Path::new("."), &["-h"], "");
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    list.take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  "))
        // The rest of a line that was too long stands further in.
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn completions_include_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (status, script, stderr) = run(Path::new("."), &["completions", shell], "");
        assert_eq!((status, stderr.as_str()), (0, ""), "{shell}");
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
}

#[test]
fn unknown_shell_exits_with_2() {
    let (status, stdout, stderr) = run(Path::new("."), &["completions", "tcsh"], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(
        stderr.contains("[possible values: bash, elvish, fish, powershell, zsh]"),
        "{stderr}"
    );
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let (status, stdout, stderr) = run(directory.path(), &["man", "--out", "new/man1"], "");
    assert_eq!((status, stdout.as_str(), stderr.as_str()), (0, "", ""));
    let read = |name: &str| std::fs::read_to_string(directory.path().join("new/man1").join(name));
    for command in commands() {
        let shown = command.replace('-', "\\-");
        let page = read(&format!("hcl2-{command}.1")).expect("a page");
        assert!(page.contains(&format!(".SH NAME\nhcl2\\-{shown} \\- ")), "{page}");
    }
    assert!(
        read("hcl2-wire-encode.1").is_ok(),
        "commands below commands have one too"
    );
    let (status, top, _) = run(directory.path(), &["man"], "");
    assert_eq!((status, read("hcl2.1").expect("a page")), (0, top));
}

#[test]
fn unwritable_directory_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("file"), "").expect("a file");
    let (status, _, stderr) = run(directory.path(), &["man", "--out", "file/man1"], "");
    assert_eq!(status, 2);
    assert!(
        stderr.starts_with("error: file/man1 cannot be written: "),
        "{stderr}"
    );
}
