//! Secrets in files that are no modules, and under names that promise one, never reach a diagnostic.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::canary::{CANARY, VALUES};

/// A format with drawings of sources, one with lines of them, and one with messages alone.
const FORMATS: [&str; 3] = ["pretty", "plain", "sarif"];

/// Creates a directory with files.
pub(crate) fn module(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the directory")).expect("a directory");
        fs::write(path, text).expect("it is written");
    }
    directory
}

/// Returns the lines with the canary in what a command prints in these formats.
fn lines_with_canary(directory: &Path, arguments: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for format in FORMATS {
        let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .current_dir(directory)
            .args(["--diagnostics", format])
            .args(arguments)
            .output()
            .expect("the command ends");
        assert!(matches!(output.status.code(), Some(0..=2)), "{output:?}");
        let printed =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let found = printed.iter().flat_map(|printed| printed.lines());
        lines.extend(found.filter(|line| line.contains(CANARY)).map(str::to_owned));
    }
    lines
}

#[test]
fn no_diagnostic_excerpts_a_state_or_a_fixture() {
    let directory = module(&[(
        "main.tf",
        "data \"terraform_remote_state\" \"d\" {\n  backend = \"local\"\n}\n",
    )]);
    let directory = directory.path();
    let broken = [
        "\"q7zq\" 1",
        "\"q7zq",
        "\"\\q q7zq\"",
        "\"\\ud800 q7zq\"",
        "[\"q7zq\"",
        "{\"q7zq\": }",
        "q7zq",
    ];
    let wrong = ["\"q7zq\"", "[\"q7zq\"]", "{\"q7zq\": 1}"];
    for value in broken.iter().chain(&wrong) {
        let states = ["\"attributes\"", "\"private\"", "\"index_key\"", "\"sensitive_attributes\""].map(|name| {
            let instance = format!("{{\"schema_version\": 0,\n{name}: {value}}}");
            let provider = "\"provider[\\\"terraform.io/builtin/terraform\\\"]\"";
            format!(
                "{{\"version\": 4, \"resources\": [{{\"mode\": \"managed\", \"type\": \"terraform_data\", \"name\": \"r\",\n\
                 \"provider\": {provider}, \"instances\": [{instance}]}}]}}"
            )
        });
        let outputs = ["\"number\"", "[\"list\", \"bool\"]", "5"].map(|ty| {
            let output = format!("{{\"type\": {ty}, \"value\": {value}, \"sensitive\": true}}");
            format!("{{\"version\": 4, \"outputs\": {{\"o\":\n{output}}}, \"resources\": []}}")
        });
        for state in states.iter().chain(&outputs) {
            fs::write(directory.join("a.tfstate"), state).expect("it is written");
            let lines = lines_with_canary(directory, &["plan", "--state", "a.tfstate"]);
            assert_eq!(lines, [""; 0], "{state}");
        }
        let fixture = format!("{{\"data.terraform_remote_state.d\": {value}}}");
        fs::write(directory.join("data.json"), &fixture).expect("it is written");
        for arguments in [&["plan", "--data", "data.json"], &["test", "--data", "data.json"]] {
            assert_eq!(lines_with_canary(directory, arguments), [""; 0], "{fixture}");
        }
    }
}

#[test]
fn no_diagnostic_excerpts_a_string_whose_name_promises_a_secret() {
    let places = [
        (
            "main.tf",
            "terraform {\n  backend \"s3\" {\n",
            "secret_key",
            "  }\n}\n",
        ),
        ("main.tf", "provider \"acme\" {\n", "api_token", "}\n"),
        (
            "main.tf",
            "resource \"terraform_data\" \"r\" {\n  connection {\n",
            "private_key",
            "  }\n}\n",
        ),
        (
            "main.tf",
            "data \"terraform_remote_state\" \"s\" {\n  backend = \"s3\"\n  config = {\n",
            "access_key",
            "  }\n}\n",
        ),
        (
            "main.tofu",
            "terraform {\n  encryption {\n    key_provider \"pbkdf2\" \"k\" {\n",
            "passphrase",
            "    }\n  }\n}\n",
        ),
        (
            ".terraformrc",
            "credentials \"app.terraform.io\" {\n",
            "token",
            "}\n",
        ),
        ("a.nomad.hcl", "job \"j\" {\n", "vault_token", "}\n"),
    ];
    let values = [
        "\"q7zq\" 1",
        "\"q7zq",
        "\"q7zq\" + 1",
        "[\"q7zq\"",
        "\"q7zq${no.such}\"",
        "<<E\nq7zq ${no.such}\nE",
        "<<E\nq7zq",
    ];
    for (file, before, name, after) in places {
        for value in values {
            let text = format!("{before}{name} = {value}\n{after}");
            let directory = module(&[(file, &text)]);
            for arguments in [
                &["check", file][..],
                &["check", "."],
                &["plan"],
                &["fmt", "--check", file],
            ] {
                let lines = lines_with_canary(directory.path(), arguments);
                assert_eq!(lines, [""; 0], "{text}");
            }
        }
    }
}

#[test]
fn no_diagnostic_shows_an_input_of_a_test_or_a_stack() {
    let secret = "variable \"s\" {\n  type      = number\n  sensitive = true\n}\n";
    let of_stack =
        format!("{secret}component \"c\" {{\n  source = \"./m\"\n  inputs = {{\n    s = var.s\n  }}\n}}\n");
    for value in VALUES {
        let run = format!("run \"r\" {{\n  variables {{\n    s = {value}\n  }}\n}}\n");
        let of_other = format!(
            "run \"r\" {{\n  module {{\n    source = \"./m\"\n  }}\n  variables {{\n    s = {value}\n  }}\n}}\n"
        );
        let of_file = format!("variables {{\n  s = {value}\n}}\nrun \"r\" {{\n}}\n");
        let deployment = format!("deployment \"d\" {{\n  inputs = {{\n    s = {value}\n  }}\n}}\n");
        let component =
            format!("component \"c\" {{\n  source = \"./m\"\n  inputs = {{\n    s = {value}\n  }}\n}}\n");
        for files in [
            vec![("main.tf", secret), ("a.tftest.hcl", &run)],
            vec![("main.tf", secret), ("tests/a.tftest.hcl", &of_file)],
            vec![
                ("main.tf", ""),
                ("m/main.tf", secret),
                ("a.tftest.hcl", &of_other),
            ],
            vec![
                ("main.tf", ""),
                ("m/main.tf", secret),
                ("tests/a.tftest.hcl", &of_other),
            ],
            vec![
                ("m/main.tf", secret),
                ("a.tfcomponent.hcl", &of_stack),
                ("a.tfdeploy.hcl", &deployment),
            ],
            vec![("m/main.tf", secret), ("a.tfcomponent.hcl", &component)],
        ] {
            let directory = module(&files);
            let mut commands = vec![vec!["check", "."], vec!["check", files[files.len() - 1].0]];
            if files[0].0 == "main.tf" {
                commands.push(vec!["test"]);
            }
            for arguments in commands {
                let lines = lines_with_canary(directory.path(), &arguments);
                assert_eq!(lines, [""; 0], "{files:?}");
            }
        }
    }
}

#[test]
fn keys_of_a_sensitive_value_are_not_in_the_addresses_of_its_parts() {
    let text = "variable \"s\" {\n  sensitive = true\n}\noutput \"o\" {\n  value     = [for k, v in var.s : v]\n  sensitive = true\n}\n";
    let directory = module(&[("main.tf", text), ("terraform.tfvars", "s = { q7zq = 1 }\n")]);
    for format in [
        &["plan", "--why", "output.o"][..],
        &["plan", "--json", "--why", "output.o"],
    ] {
        let lines = lines_with_canary(directory.path(), format);
        assert_eq!(lines, [""; 0]);
    }
}

#[test]
fn no_message_has_a_value_of_a_state() {
    let directory = module(&[
        (
            "main.tf",
            "data \"terraform_remote_state\" \"d\" {\n  backend = \"local\"\n  config = {\n    path = \"other.tfstate\"\n  }\n}\n\
             locals {\n  o = data.terraform_remote_state.d.outputs.o\n}\nmodule \"m\" {\n  source = \"./m\"\n  i = local.o\n}\n",
        ),
        (
            "m/main.tf",
            "variable \"i\" {}\noutput \"i\" {\n  value = var.i\n}\n",
        ),
        (
            "other.tfstate",
            "{\"version\": 4, \"outputs\": {\"o\": {\"type\": \"string\", \"value\": \"q7zq\", \"sensitive\": true}}, \"resources\": []}",
        ),
    ]);
    let directory = directory.path();
    for wrong in [
        "output \"x\" {\n  value = tonumber(data.terraform_remote_state.d.outputs.o)\n}\n",
        "output \"x\" {\n  value = tonumber(local.o)\n}\n",
        "output \"x\" {\n  value = { a = 1 }[module.m.i]\n}\n",
        "resource \"terraform_data\" \"r\" {\n  count = module.m.i\n}\n",
        "resource \"terraform_data\" \"r\" {\n  for_each = toset([local.o, 1 / local.o])\n}\n",
        "locals {\n  e = formatdate(local.o, \"2020-02-02T02:02:02Z\")\n}\noutput \"x\" {\n  value = regex(local.e, \"a\")\n}\n",
        "check \"c\" {\n  assert {\n    condition = tonumber(local.o) == 1\n    error_message = \"no\"\n  }\n}\n",
    ] {
        fs::write(directory.join("wrong.tf"), wrong).expect("it is written");
        assert_eq!(
            lines_with_canary(directory, &["plan", "--infer-schemas"]),
            [""; 0],
            "{wrong}"
        );
    }
}

/// The values of a variable in a directory without a module, which another one declares as sensitive, or none.
#[test]
fn no_diagnostic_shows_definitions_in_a_directory_without_a_module() {
    let declared = "variable \"pin\" {\n  type      = number\n  sensitive = true\n}\n";
    let call = "module \"app\" {\n  source = \"../app\"\n  pin    = \"q7zq\"\n}\n";
    let values = VALUES.iter().copied().chain([
        "{ q7zq = upper([]) }",
        "upper(q7zq)",
        "\"a ${upper(\"q7zq\", 1)}\"",
        "1\npin = \"q7zq\"",
    ]);
    for value in values {
        let text = format!("pin = {value}\n");
        let json = format!("{{\"pin\": [\"${{q7zq}}\", {value}]}}");
        let directory = module(&[
            ("app/main.tf", declared),
            ("caller/main.tf", call),
            ("app/envs/prod.tfvars", &text),
            ("app/envs/dev.tfvars.json", &json),
            ("elsewhere/prod.tfvars", &text),
        ]);
        let files = [
            "app/envs/prod.tfvars",
            "app/envs/dev.tfvars.json",
            "elsewhere/prod.tfvars",
        ];
        for arguments in [
            &["check", "."][..],
            &["check", "app"],
            &["plan", "app", "caller", "--partial"],
        ] {
            let lines = lines_with_canary(directory.path(), arguments);
            assert_eq!(lines, [""; 0], "{arguments:?}: {text}");
        }
        for file in files {
            for arguments in [
                &["check", file][..],
                &["fmt", "--check", file],
                &["plan", "app", "--var-file", file],
                &["plan", "app", "caller", "--partial", "--var-file", file],
            ] {
                let lines = lines_with_canary(directory.path(), arguments);
                assert_eq!(lines, [""; 0], "{arguments:?}: {text}");
            }
        }
    }
}

#[test]
fn inspect_shows_no_arguments_for_secrets() {
    let directory = module(&[
        (
            "main.tf",
            "module \"local\" {\n  source = \"./app\"\n  pin    = \"q7zq\"\n  size   = 1\n}\nmodule \"other\" {\n  source =              \"acme/app/x\"\n  users = {\n    admin_password = \"q7zq\"\n    name = \"me\"\n  }\n}\n",
        ),
        (
            "app/main.tf",
            "variable \"pin\" {\n  sensitive = true\n}\nvariable \"size\" {}\n",
        ),
    ]);
    let directory = directory.path();
    for arguments in [&["inspect", "--json"][..], &["inspect", "--json", "--nested"]] {
        assert_eq!(lines_with_canary(directory, arguments), [""; 0], "{arguments:?}");
        let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .current_dir(directory)
            .args(arguments)
            .output()
            .expect("the command ends");
        let described: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        let shown = |call: usize, argument: usize| {
            described["calls"][call]["arguments"][argument]["expression"].clone()
        };
        let users = "{\n    admin_password = ......\n    name = \"me\"\n  }";
        assert_eq!([shown(0, 0), shown(0, 1), shown(1, 0)], ["......", "1", users]);
    }
}

#[test]
fn a_broken_file_of_definitions_without_a_module_keeps_the_reason() {
    let reasons = [
        (
            "pin = \"q7zq\n",
            "Expected the closing quote of this string before the end of the line.",
        ),
        ("pin = [1, 2\nq7zq = 1\n", "Expected a comma or the `...`."),
        (
            "pin = {\n  a = \"q7zq\"\n",
            "Expected a value before the end of the source.",
        ),
    ];
    for (text, reason) in reasons {
        let directory = module(&[("prod.tfvars", text)]);
        let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .current_dir(directory.path())
            .args(["check", "--diagnostics", "concise", "prod.tfvars"])
            .output()
            .expect("the command ends");
        let printed =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(printed.contains(reason), "{printed}");
        assert!(!printed.contains("q7zq"), "{printed}");
    }
}
