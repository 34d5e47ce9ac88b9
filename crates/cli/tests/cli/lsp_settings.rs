//! The settings of the language server: of project files and of the editor.

use serde_json::{Value, json};

use crate::support::editor::{Editor, Said, module, range};

/// Returns the codes of the problems of a file.
fn codes(said: &Said, name: &str) -> Vec<String> {
    let problems = said.problems[name].as_array().expect("problems");
    let codes = problems.iter().filter_map(|problem| problem["code"].as_str());
    codes.map(str::to_owned).collect()
}

#[test]
fn each_document_has_the_settings_of_the_nearest_project_file() {
    let unused = "variable \"a\" {}\n";
    let directory = module(&[
        (
            ".hcl2.toml",
            "[check]\nwarn = [\"unused-variable\"]\n[fmt]\nindent = 4\n",
        ),
        ("plain/.git/HEAD", ""),
        (
            "wrong/.hcl2.toml",
            "[check]\nwarn = [\"unused-variable\"]\ndenny = []\n",
        ),
    ]);
    let mut editor = Editor::new(directory.path());
    for name in ["one.tf", "plain/two.tf", "wrong/three.tf"] {
        editor.open(name, unused);
    }
    editor.open("layout.tf", "locals {\n  a = 1\n}\n");
    editor.ask_about("textDocument/formatting", "layout.tf");
    let said = editor.end();
    assert_eq!(codes(&said, "one.tf"), ["hcl2::terraform::unused-variable"]);
    assert_eq!(codes(&said, "two.tf"), [""; 0]);
    // What is right in a project file counts, and what is wrong is reported in it.
    assert_eq!(codes(&said, "three.tf"), ["hcl2::terraform::unused-variable"]);
    let wrong = &said.problems[".hcl2.toml"][0];
    assert_eq!(
        (wrong["code"].as_str(), &wrong["range"]),
        (Some("hcl2::command::invalid-project"), &range(2, 0, 5))
    );
    assert_eq!(said.answers[&1][0]["newText"], "    a = 1\n");
}

#[test]
fn a_project_file_counts_as_it_is_while_it_is_changed() {
    let directory = module(&[(".hcl2.toml", "[check]\nwarn = [\"unused-variable\"]\n")]);
    for (text, expected) in [
        ("", &[][..]),
        (
            "[check]\nwarn = [\"unused-variable\"]\ndeny = [\"warnings\"]\n",
            &[1][..],
        ),
    ] {
        let mut editor = Editor::new(directory.path());
        editor.open("main.tf", "variable \"a\" {}\n");
        editor.ask_about("textDocument/foldingRange", "main.tf");
        editor.open(".hcl2.toml", text);
        let said = editor.end();
        let problems = said.problems["main.tf"].as_array().expect("problems");
        let severities = problems.iter().filter_map(|problem| problem["severity"].as_u64());
        assert_eq!(severities.collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(codes(&said, ".hcl2.toml"), [""; 0]);
    }
}

#[test]
fn an_editor_has_settings_for_what_project_files_do_not_say() {
    let directory = module(&[("own/.hcl2.toml", "[fmt]\nindent = 3\n")]);
    let options = json!({
        "check": {"warn": ["unused-variable"], "deny": null},
        "fmt": {"indent": 4, "indnt": 80},
    });
    let capabilities = json!({
        "workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "didChangeConfiguration": {"dynamicRegistration": true},
        },
    });
    let mut editor = Editor::with_options(directory.path(), capabilities, options);
    for name in ["main.tf", "own/other.tf"] {
        editor.open(name, "variable \"a\" {\n  default = 1\n}\n");
        editor.ask_about("textDocument/formatting", name);
    }
    editor.tell(
        "workspace/didChangeConfiguration",
        json!({"settings": {"hcl2": {"fmt": {"indent": 5}}}}),
    );
    editor.ask_about("textDocument/formatting", "main.tf");
    let said = editor.end();
    let layouts = [1, 2, 3].map(|answer| said.answers[&answer][0]["newText"].clone());
    assert_eq!(
        layouts,
        ["    default = 1\n", "   default = 1\n", "     default = 1\n"]
    );
    assert_eq!(codes(&said, "main.tf"), [""; 0]);
    let [(message, wrong), (registration, registered)] = &said.asked[..] else {
        panic!("{:?}", said.asked);
    };
    assert_eq!(message, "window/showMessage");
    assert_eq!(
        wrong["message"],
        "The settings of the editor for hcl2: The key `indnt` is unknown. Did you mean `indent`?"
    );
    assert_eq!(registration, "client/registerCapability");
    let registrations = registered["registrations"].as_array().expect("registrations");
    let methods: Vec<&Value> = registrations
        .iter()
        .map(|registered| &registered["method"])
        .collect();
    assert_eq!(
        methods,
        [
            "workspace/didChangeWatchedFiles",
            "workspace/didChangeConfiguration"
        ]
    );
}

#[test]
fn an_editor_that_answers_is_asked_for_its_settings() {
    let directory = module(&[]);
    let mut editor = Editor::with(directory.path(), json!({"workspace": {"configuration": true}}));
    let answer = json!([{"check": {"warn": ["unused-variable"]}}]);
    editor.say(&json!({"jsonrpc": "2.0", "id": "hcl2/configuration", "result": answer}));
    editor.say(&json!({"jsonrpc": "2.0", "id": "another", "result": [{"check": {}}]}));
    editor.open("main.tf", "variable \"a\" {}\n");
    let said = editor.end();
    assert_eq!(codes(&said, "main.tf"), ["hcl2::terraform::unused-variable"]);
    assert_eq!(
        said.asked,
        [(
            "workspace/configuration".to_owned(),
            json!({"items": [{"section": "hcl2"}]})
        )]
    );
}
