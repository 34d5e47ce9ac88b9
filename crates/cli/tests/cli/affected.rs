//! `hcl2 affected` in a git repository.

use std::path::Path;
use std::process::Command;

use crate::support::git::git;
use crate::support::run;

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    std::fs::write(path, text).expect("a file");
}

const NET: &str = r#"
variable "size" {
  type = number
}
resource "terraform_data" "n" {
  count = var.size
  input = { name = "one", size = var.size }
}
"#;

/// A repository with two commits: the module `net` changes, which two roots call, one through `app`.
fn repository() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| write(directory.path(), name, text);
    write("modules/net/main.tf", NET);
    write(
        "modules/app/main.tf",
        "module \"net\" {\n  source = \"../net\"\n  size   = 2\n}\nresource \"acme_thing\" \"t\" {\n  name = \"a\"\n}\n",
    );
    write(
        "envs/prod/main.tf",
        "module \"app\" {\n  source = \"../../modules/app\"\n}\n",
    );
    write(
        "envs/dev/main.tf",
        "variable \"size\" {\n  type = number\n}\nmodule \"net\" {\n  source = \"../../modules/net\"\n  size   = var.size\n}\n",
    );
    write("envs/dev/terraform.tfvars", "size = 1\n");
    write(
        "same/main.tf",
        "locals {\n  a = 1\n}\noutput \"o\" {\n  value = local.a\n}\n",
    );
    write(
        "read/main.tf",
        "output \"text\" {\n  value = file(\"${path.module}/text.txt\")\n}\n",
    );
    write("read/text.txt", "one");
    write("needy/main.tf", "variable \"need\" {}\n");
    write("wrong/main.tf", "output \"o\" {\n  value = tonumber(\"x\")\n}\n");
    write("old/main.tf", "output \"o\" {\n  value = 1\n}\n");
    git(directory.path(), &["init", "-q"]);
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "one"]);
    write("modules/net/main.tf", &NET.replace("\"one\"", "\"two\""));
    write("envs/dev/terraform.tfvars", "size = 2\n");
    // The same plan.
    write(
        "same/main.tf",
        "locals {\n  a = 2\n}\noutput \"o\" {\n  value = local.a - 1\n}\n",
    );
    write("read/text.txt", "two");
    write(
        "needy/main.tf",
        "variable \"need\" {}\noutput \"o\" {\n  value = var.need\n}\n",
    );
    write("wrong/main.tf", "output \"o\" {\n  value = tonumber(\"y\")\n}\n");
    write("new/main.tf", "resource \"terraform_data\" \"d\" {}\n");
    std::fs::remove_dir_all(directory.path().join("old")).expect("a directory");
    git(directory.path(), &["add", "-A"]);
    git(directory.path(), &["commit", "-qm", "two"]);
    directory
}

const DEV: &str = "\
dev  (changed)
  ~ module.net.terraform_data.n[0]: input.name, input.size
  + module.net.terraform_data.n[1]
";

#[test]
fn roots_with_other_plans_are_listed_with_what_differs() {
    let directory = repository();
    let (status, stdout, stderr) = run(directory.path(), &["affected", "HEAD~1..HEAD"], "");
    let problem = "Invalid argument: The argument for `v` does not fit: string cannot be converted to number: a number is \
                   required.  (wrong/main.tf:2)";
    let expected = format!(
        "envs/{DEV}\
         envs/prod  (changed)\n\
         \u{20} ~ module.app.module.net.terraform_data.n[0]: input.name\n\
         \u{20} ~ module.app.module.net.terraform_data.n[1]: input.name\n\
         needy  (changed)\n\
         \u{20} + output.o\n\
         new  (added)\n\
         \u{20} + terraform_data.d\n\
         old  (removed)\n\
         \u{20} - output.o\n\
         read  (changed)\n\
         \u{20} ~ output.text\n\
         wrong  (failed)\n\
         \u{20} ! cannot be planned at HEAD~1: {problem}\n\
         \u{20} ! cannot be planned at HEAD: {problem}\n\
         Not complete:\n\
         \u{20} 1 variable without a value:\n\
         \u{20}   var.need (needy/main.tf:1)\n\
         \u{20} 1 provider without a schema:\n\
         \u{20}   registry.terraform.io/hashicorp/acme (modules/app/main.tf:5)\n\
         Incomplete plans: 2 of 7.\n"
    );
    assert_eq!(
        (status, stdout.as_str(), stderr.as_str()),
        (1, expected.as_str(), "")
    );
}

#[test]
fn answers_hold_in_both_revisions() {
    let directory = tempfile::tempdir().expect("a directory");
    let zones = |prefix: &str| {
        format!(
            "data \"acme_zones\" \"z\" {{}}\nresource \"terraform_data\" \"d\" {{\n  for_each = toset(data.acme_zones.z.names)\n  \
             input    = \"{prefix}${{each.key}}${{data.acme_zones.z.suffix}}\"\n  triggers_replace = \"{prefix}\"\n}}\n"
        )
    };
    git(directory.path(), &["init", "-q"]);
    for (prefix, name) in [("a", "one"), ("b", "two")] {
        write(directory.path(), "main.tf", &zones(prefix));
        git(directory.path(), &["add", "-A"]);
        git(directory.path(), &["commit", "-qm", name]);
    }
    let answers = "mock_provider \"acme\" {\n  mock_data \"acme_zones\" {\n    defaults = {\n      names = [\"n\"]\n    }\n  }\n}\n";
    write(directory.path(), "answers.hcl", answers);
    let affected = |answers: &[&str]| {
        let arguments = [&["affected", "HEAD~1..HEAD", "--json"], answers].concat();
        let (_, stdout, stderr) = run(directory.path(), &arguments, "");
        serde_json::from_str::<serde_json::Value>(&stdout)
            .map_err(|_| stderr)
            .expect("one line of JSON")
    };
    let all = affected(&[]);
    let unread = serde_json::json!({
        "reason": "data_not_read", "address": "data.acme_zones.z", "filename": "main.tf", "line": 1, "column": 1,
    });
    let gaps = all["incomplete"].as_array().expect("a list");
    assert!(gaps.contains(&unread), "{all}");
    assert_eq!(all["differences"][0]["address"], "terraform_data.d[*]", "{all}");
    let answered = affected(&["--data", "answers.hcl", "--assume", "data.acme_zones.z.suffix=s"]);
    assert_eq!(
        answered["differences"][0]["address"], "terraform_data.d[\"n\"]",
        "{answered}"
    );
}

#[test]
fn values_that_are_unknown_at_both_revisions_may_change() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = |prefix: &str, local: &str| {
        format!(
            "data \"acme_x\" \"y\" {{}}\nlocals {{\n  l = \"{local}\"\n}}\nresource \"acme_d\" \"d\" {{\n  size = \
             \"{prefix}${{data.acme_x.y.z}}\"\n  name = \"${{local.l}}${{data.acme_x.y.z}}\"\n  zone = \
             data.acme_x.y.z\n}}\n"
        )
    };
    git(directory.path(), &["init", "-q"]);
    for (prefix, local, name) in [("a", "one", "one"), ("b", "two", "two")] {
        write(directory.path(), "main.tf", &text(prefix, local));
        git(directory.path(), &["add", "-A"]);
        git(directory.path(), &["commit", "-qm", name]);
    }
    let (status, stdout, _) = run(directory.path(), &["affected", "HEAD~1..HEAD"], "");
    let expected = ".  (may change)\n  ? acme_d.d: size may change: its expression changed\n  ? acme_d.d: name may change: \
                    `local.l` changed\nNot complete:\n";
    assert!(status == 1 && stdout.starts_with(expected), "{stdout}");
    let (_, stdout, _) = run(directory.path(), &["affected", "HEAD~1..HEAD", "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("one line of JSON");
    assert_eq!(json["status"], "may_change");
    let difference = serde_json::json!({
        "address": "acme_d.d",
        "change": "may_change",
        "parts": null,
        "may_change": [
            {"part": "name", "reason": "reference_changed", "reference": "local.l"},
            {"part": "size", "reason": "expression_changed", "reference": null},
        ],
    });
    assert_eq!(json["differences"], serde_json::json!([difference]));
}

/// A change of how a provider is configured may change everything that it manages, also in modules to which it is passed.
#[test]
fn resources_of_a_provider_with_another_configuration_may_change() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = |region: &str, team: &str, passed: &str| {
        format!(
            "variable \"region\" {{\n  default = \"{region}\"\n}}\nprovider \"aws\" {{\n  region = var.region\n}}\nprovider \"aws\" \
             {{\n  alias  = \"west\"\n  region = \"w\"\n  default_tags {{\n    tags = {{ team = \"{team}\" }}\n  }}\n}}\nresource \
             \"aws_x\" \"default\" {{}}\nresource \"aws_x\" \"west\" {{\n  provider = aws.west\n}}\nresource \"terraform_data\" \
             \"d\" {{}}\nmodule \"m\" {{\n  source = \"./m\"\n  providers = {{\n    aws = {passed}\n  }}\n}}\n"
        )
    };
    write(directory.path(), "m/main.tf", "resource \"aws_x\" \"in\" {}\n");
    git(directory.path(), &["init", "-q"]);
    let affected = |before: &str, after: &str| {
        for text in [before, after] {
            write(directory.path(), "main.tf", text);
            git(directory.path(), &["add", "-A"]);
            git(directory.path(), &["commit", "-qm", "text", "--allow-empty"]);
        }
        let (_, stdout, stderr) = run(directory.path(), &["affected", "HEAD~1..HEAD", "."], "");
        let lines = stdout.lines().take_while(|line| *line != "Not complete:");
        (lines.map(str::to_owned).collect::<Vec<_>>(), stderr)
    };
    let first = text("e", "one", "aws.west");
    let cases = [
        (
            text("f", "one", "aws.west"),
            vec!["  ? aws_x.default may change: `provider.aws` changed"],
        ),
        (
            text("e", "two", "aws.west"),
            vec![
                "  ? aws_x.west may change: `provider.aws.west` changed",
                "  ? module.m.aws_x.in may change: `provider.aws.west` changed",
            ],
        ),
        (
            text("e", "one", "aws"),
            vec!["  ? module.m.aws_x.in may change: `provider.aws` changed"],
        ),
    ];
    for (second, expected) in cases {
        let expected: Vec<&str> = [".  (may change)"].into_iter().chain(expected).collect();
        assert_eq!(affected(&first, &second).0, expected, "{second}");
    }
    // The same values, written in another way, and another name for the same configuration.
    let same = first
        .replace("var.region", "\"${var.region}\"")
        .replace("west", "far");
    let same = same.replace("\"aws_x\" \"far\"", "\"aws_x\" \"west\"");
    assert_eq!(affected(&first, &same).0, Vec::<String>::new());
}

#[test]
fn directories_and_variables_select_what_is_planned() {
    let directory = repository();
    let envs = directory.path().join("envs");
    let listed = (1, DEV.to_owned(), String::new());
    assert_eq!(run(&envs, &["affected", "HEAD~1..", "dev"], ""), listed);
    assert_eq!(
        run(&envs, &["affected", "HEAD~1..", "./dev/", "--var", "other=1"], ""),
        listed
    );
    // With the same size on both sides, only the name differs.
    let arguments = ["affected", "HEAD~1..", "dev", "--json", "--var", "size=1"];
    let (status, stdout, _) = run(&envs, &arguments, "");
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("one line of JSON");
    let expected = serde_json::json!({
        "root": "dev",
        "status": "changed",
        "complete": true,
        "incomplete": [],
        "differences": [
            {
                "address": "module.net.terraform_data.n[0]",
                "change": "changed",
                "parts": ["input.name"],
                "may_change": [],
            },
        ],
        "problems": [],
    });
    assert_eq!((status, json), (1, expected));
    let same = (0, String::new(), String::new());
    assert_eq!(run(directory.path(), &["affected", "HEAD~1..", "same"], ""), same);
    assert_eq!(run(directory.path(), &["affected", "HEAD..HEAD"], ""), same);
    let needy = run(
        directory.path(),
        &["affected", "HEAD~1..", "needy", "--var", "need=1"],
        "",
    );
    assert_eq!(
        needy,
        (1, "needy  (changed)\n  + output.o\n".to_owned(), String::new())
    );
}

#[test]
fn roots_are_named_by_any_path() {
    let directory = repository();
    let top = directory.path().canonicalize().expect("it is there");
    let name = top.file_name().expect("a name").to_string_lossy().into_owned();
    let listed = run(&top, &["affected", "HEAD~1..", "envs/dev"], "");
    assert_eq!((listed.0, listed.1.is_empty()), (1, false));
    let absolute = top.join("envs/dev").display().to_string();
    for path in [&absolute, &format!("../{name}/envs/dev"), "./envs/../envs/dev/"] {
        assert_eq!(run(&top, &["affected", "HEAD~1..", path], ""), listed, "{path}");
    }
}

#[test]
fn wrong_revisions_and_places_are_errors_of_the_command_line() {
    let directory = repository();
    let problem = |arguments: &[&str]| {
        let (status, stdout, stderr) = run(directory.path(), arguments, "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{arguments:?}");
        stderr
    };
    for (arguments, sentence) in [
        (
            &["affected", "HEAD~1..nope"][..],
            "error: `nope` is no revision of this repository\n",
        ),
        (
            &["affected", "HEAD~9.."],
            "error: `HEAD~9` is no revision of this repository\n",
        ),
        (
            &["affected", "nope"],
            "error: `nope` is no revision of this repository\n",
        ),
        (
            &["affected", "../envs"],
            "error: expected revisions, such as `main..HEAD`, found `../envs`\n",
        ),
        (
            &["affected", "HEAD~1..", "nowhere"],
            "error: nowhere has no module at either revision; name a directory with files such as `main.tf` or `terragrunt.hcl`\n",
        ),
        (
            &["affected", "--var-file", "no.tfvars", "HEAD~1.."],
            "error: The file no.tfvars cannot be read: No such file or directory (os error 2).\n",
        ),
    ] {
        assert_eq!(problem(arguments), sentence);
    }
    let beside = problem(&["affected", "HEAD~1..", "../beside"]);
    assert!(
        beside.starts_with("error: ../beside is outside the repository "),
        "{beside}"
    );
    let outside = tempfile::tempdir().expect("a directory");
    let (status, _, stderr) = run(outside.path(), &["affected", "a..b"], "");
    assert_eq!(status, 2);
    assert!(
        stderr.starts_with("error: no repository of git can be read here: "),
        "{stderr}"
    );
}

#[test]
fn repository_is_unchanged_and_broken_module_is_a_row() {
    let directory = repository();
    write(directory.path(), "modules/net/main.tf", "variable \"size\" {\n");
    git(directory.path(), &["commit", "-qam", "three"]);
    write(directory.path(), "modules/net/main.tf", "not committed");
    let (status, stdout, stderr) = run(directory.path(), &["affected", "HEAD~1..HEAD", "envs/prod"], "");
    assert_eq!((status, stderr.as_str()), (1, ""));
    assert!(
        stdout.starts_with("envs/prod  (failed)\n  ! cannot be planned at HEAD: "),
        "{stdout}"
    );
    assert!(stdout.contains("(modules/net/main.tf:1)"), "{stdout}");
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    let left = std::fs::read_to_string(directory.path().join("modules/net/main.tf")).expect("a file");
    assert_eq!(left, "not committed");
    let output = Command::new("git")
        .args(["status", "--short"])
        .current_dir(directory.path())
        .output()
        .expect("git starts");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        " M modules/net/main.tf\n"
    );
}

#[test]
fn sensitive_values_are_not_shown() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = "variable \"pw\" {\n  sensitive = true\n  default   = \"q7zq1\"\n}\nresource \"terraform_data\" \"d\" {\n  input = { pw = var.pw }\n}\noutput \"o\" {\n  value = var.pw\n}\n";
    write(
        directory.path(),
        "main.tf",
        &text.replace("  value = var.pw\n", "  value = 1\n"),
    );
    git(directory.path(), &["init", "-q"]);
    git(directory.path(), &["add", "."]);
    git(directory.path(), &["commit", "-qm", "one"]);
    write(
        directory.path(),
        "main.tf",
        &text
            .replace("q7zq1", "q7zq2")
            .replace("  value = var.pw\n", "  value = 1\n"),
    );
    git(directory.path(), &["commit", "-qam", "two"]);
    write(directory.path(), "main.tf", text);
    git(directory.path(), &["commit", "-qam", "three"]);
    let (status, stdout, stderr) = run(directory.path(), &["affected", "HEAD~2..HEAD~1"], "");
    assert_eq!((status, stderr.as_str()), (1, ""));
    assert_eq!(stdout, ".  (changed)\n  ~ terraform_data.d: input.pw\n");
    let (_, stdout, stderr) = run(directory.path(), &["affected", "HEAD~1..HEAD"], "");
    assert!(stdout.contains("Sensitive value in output"), "{stdout}");
    assert!(
        !stdout.contains("q7zq") && !stderr.contains("q7zq"),
        "{stdout}{stderr}"
    );
}

#[test]
fn revisions_are_named_as_in_git() {
    let directory = repository();
    let affected = |arguments: &[&str]| {
        let (_, stdout, stderr) = run(directory.path(), &[&["affected"], arguments].concat(), "");
        assert_eq!(stderr, "", "{arguments:?}");
        stdout
    };
    let committed = affected(&["HEAD~1..HEAD", "new", "old"]);
    assert_eq!(affected(&["HEAD~1", "new", "old"]), committed);
    // A branch from the first commit: since their common ancestor, only the other branch has changed.
    git(directory.path(), &["branch", "side", "HEAD~1"]);
    assert_eq!(affected(&["side...HEAD", "new", "old"]), committed);
    assert_eq!(affected(&["HEAD...side"]), "");
    write(
        directory.path(),
        "new/main.tf",
        "output \"o\" {\n  value = 1\n}\n",
    );
    assert_eq!(
        affected(&["HEAD"]),
        "new  (changed)\n  + output.o\n  - terraform_data.d\n"
    );
}

/// What a repository configures to run, each of which leaves a file named `ran`.
#[cfg(unix)]
#[test]
fn nothing_that_a_repository_configures_runs() {
    use std::os::unix::fs::PermissionsExt;
    let directory = repository();
    let path = |name: &str| directory.path().join(name);
    let program = path("program");
    std::fs::write(&program, format!("#!/bin/sh\ntouch {}\n", path("ran").display())).expect("a file");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("permissions");
    let program = program.to_str().expect("UTF-8");
    for hook in ["post-index-change", "post-checkout", "reference-transaction"] {
        std::fs::create_dir_all(path(".git/hooks")).expect("a directory");
        std::fs::copy(program, path(".git/hooks").join(hook)).expect("a hook");
    }
    std::fs::create_dir_all(path(".git/info")).expect("a directory");
    std::fs::write(path(".git/info/attributes"), "* filter=evil diff=evil\n").expect("a file");
    let remote = format!("ext::{program}");
    for (name, value) in [
        ("core.fsmonitor", program),
        ("core.sshCommand", program),
        ("core.alternateRefsCommand", program),
        ("core.pager", program),
        ("core.untrackedCache", "true"),
        ("filter.evil.smudge", program),
        ("filter.evil.clean", program),
        ("filter.evil.process", program),
        ("filter.evil.required", "true"),
        ("diff.evil.command", program),
        ("diff.evil.textconv", program),
        ("diff.external", program),
        ("remote.origin.url", remote.as_str()),
        ("remote.origin.promisor", "true"),
        ("protocol.ext.allow", "always"),
        ("extensions.partialClone", "origin"),
    ] {
        Command::new("git")
            .args(["config", name, value])
            .current_dir(directory.path())
            .output()
            .expect("git starts");
    }
    let whole = run(directory.path(), &["affected", "HEAD~1..HEAD"], "");
    assert!(whole.1.contains("new  (added)"), "{whole:?}");
    // One object is only in the remote.
    let blob = String::from_utf8(
        Command::new("git")
            .args(["-c", "core.fsmonitor=false", "rev-parse", "HEAD:new/main.tf"])
            .current_dir(directory.path())
            .output()
            .expect("git starts")
            .stdout,
    )
    .expect("UTF-8");
    let (first, rest) = blob.trim().split_at(2);
    std::fs::remove_file(path(".git/objects").join(first).join(rest)).expect("an object");
    let _ = std::fs::remove_file(path("ran"));
    for arguments in [
        &["affected", "HEAD~1..HEAD"][..],
        &["affected", "HEAD~1"],
        &["affected", "HEAD~1...HEAD"],
        &["diff", "HEAD~1..HEAD"],
        &["diff", "HEAD~1"],
    ] {
        let result = run(directory.path(), arguments, "");
        assert!(!path("ran").exists(), "{arguments:?}: {result:?}");
    }
}
