//! `hcl2 mcp`, as an assistant drives it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const MAIN: &str = "variable \"size\" {\n  type    = number\n  default = 1\n}\n\nresource \"terraform_data\" \"a\" {\n  input = var.size + 1\n}\n";

/// A session with the server.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl Client {
    /// Starts a session in a directory.
    fn start(directory: &Path, arguments: &[&str]) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .arg("mcp")
            .args(arguments)
            .current_dir(directory)
            .env_remove("XDG_CACHE_HOME")
            .env("HOME", directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().expect("a pipe"));
        let mut client = Self {
            server,
            input,
            output,
            requests: 0,
        };
        let about = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        let server = client.ask("initialize", &about);
        assert_eq!(server["result"]["serverInfo"]["name"], "hcl2");
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        client
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the session is open");
        writeln!(input, "{line}").expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool, and returns what it says: an error if the server says that it is one.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<String, String> {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().expect("a text").to_owned();
        match result["isError"].as_bool() {
            Some(true) => Err(text),
            _ => Ok(text),
        }
    }

    /// Ends the session, and expects that the server ends with it.
    fn end(mut self) {
        drop(self.input.take());
        assert_eq!(self.server.wait().expect("an end").code(), Some(0));
    }
}

fn module() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir_all(directory.path().join("infra")).expect("a directory");
    std::fs::write(directory.path().join("infra/main.tf"), MAIN).expect("a file");
    directory
}

#[test]
fn tools_answer_as_the_commands_do() {
    let directory = module();
    let infra = directory.path().join("infra");
    std::fs::write(infra.join("wrong.tf"), "output \"a\" {\n  value = var.sise\n}\n").expect("a file");
    let mut client = Client::start(&infra, &[]);
    let tools = client.ask("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().expect("tools").clone();
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "check", "explain", "query", "inspect", "plan", "why", "eval", "docs", "diff", "test", "edit",
            "rename", "fix", "fmt"
        ]
    );
    for tool in &tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert!(tool["inputSchema"]["properties"].get("write").is_none(), "{tool}");
    }
    let check = client.call("check", &json!({})).expect("problems");
    assert!(
        check.starts_with(
            "2 files checked: 1 error in 1 file\nwrong.tf:2:11: error[hcl2::terraform::undeclared]: "
        ),
        "{check}"
    );
    std::fs::remove_file(infra.join("wrong.tf")).expect("a file");
    let query = client
        .call("query", &json!({"address": "variable.size.default"}))
        .expect("a line");
    let line: Value = serde_json::from_str(&query).expect("JSON");
    assert_eq!(
        (&line["value"], &line["range"]["start"]["line"]),
        (&json!(1), &json!(3))
    );
    assert_eq!(
        client.call("query", &json!({"address": "nothing"})),
        Ok("nothing is at nothing\n".to_owned())
    );
    assert_eq!(
        client.call(
            "eval",
            &json!({"expression": "-var.size", "directory": ".", "variables": {"size": 4}})
        ),
        Ok("{\"value\":-4,\"type\":\"number\"}\n".to_owned())
    );
    let explained = client
        .call("explain", &json!({"codes": ["undeclared"]}))
        .expect("a page");
    assert!(
        explained.starts_with("hcl2::terraform::undeclared\n"),
        "{explained}"
    );
    let why = client.call(
        "why",
        &json!({"address": "terraform_data.a.input", "variables": {"size": 2}}),
    );
    let why = why.expect("a tree");
    assert!(why.starts_with("terraform_data.a.input = 3  ("), "{why}");
    client.end();
}

#[test]
fn nothing_outside_of_the_directories_is_read() {
    let directory = module();
    let infra = directory.path().join("infra");
    let outside = directory.path().join("outside");
    std::fs::create_dir_all(&outside).expect("a directory");
    std::fs::write(
        outside.join("main.tf"),
        "output \"o\" {\n  value = \"CANARY\"\n}\n",
    )
    .expect("a file");
    std::fs::create_dir_all(directory.path().join(".git")).expect("a directory");
    std::fs::write(
        infra.join("calls.tf"),
        "module \"o\" {\n  source = \"../outside\"\n}\noutput \"o\" {\n  value = [module.o.o, file(\"${path.module}/../outside/main.tf\")]\n}\n",
    )
    .expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, infra.join("link")).expect("a link");
    let mut client = Client::start(&infra, &[]);
    let absolute = outside.display().to_string();
    for path in ["..", "../outside", "link", "link/main.tf", &absolute] {
        let refused = client.call("check", &json!({"paths": [path]}));
        assert_eq!(
            refused,
            Err(format!("{path} is outside of the directories that are served"))
        );
    }
    for (tool, arguments) in [
        ("check", json!({})),
        ("plan", json!({})),
        ("inspect", json!({"nested": true})),
        ("query", json!({"address": "**.value"})),
        (
            "eval",
            json!({"expression": "file(\"../outside/main.tf\")", "directory": "."}),
        ),
        (
            "eval",
            json!({"expression": "file(\"link/main.tf\")", "functions": "terraform"}),
        ),
        (
            "eval",
            json!({"expression": "fileset(\"..\", \"**\")", "directory": "."}),
        ),
        ("why", json!({"address": "output.o"})),
        ("docs", json!({})),
        ("explain", json!({"codes": [format!("@{absolute}/main.tf")]})),
        ("plan", json!({"assume": [format!("@{absolute}/main.tf")]})),
    ] {
        let said = client.call(tool, &arguments);
        let (Ok(said) | Err(said)) = &said;
        assert!(
            !said.contains("CANARY") && !said.contains("outside/main.tf\""),
            "{tool}: {said}"
        );
    }
    client.end();
}

#[test]
fn changes_are_shown_before_they_are_made() {
    let directory = module();
    let path = directory.path().join("infra/main.tf");
    let text = || std::fs::read_to_string(&path).expect("a file");
    let edit = |write: bool| json!({"path": "infra/main.tf", "edits": ["set variable.size.default 5"], "write": write});
    let mut client = Client::start(directory.path(), &[]);
    assert_eq!(
        client.call("edit", &edit(true)),
        Err("nothing can be written: the server was started without --allow-write".to_owned())
    );
    client.end();

    let mut client = Client::start(directory.path(), &["--allow-write"]);
    let diff = "--- a/infra/main.tf\n+++ b/infra/main.tf\n@@ -1,6 +1,6 @@\n variable \"size\" {\n   type    = number\n-  default = \
                1\n+  default = 5\n }\n \n resource \"terraform_data\" \"a\" {\n";
    let unseen = client.call("edit", &edit(true)).expect("a diff");
    assert_eq!(
        unseen,
        format!(
            "Nothing was written, as this change was not shown before. Repeat the call to make it:\n{diff}"
        )
    );
    assert_eq!(text(), MAIN);
    assert_eq!(client.call("edit", &edit(false)), Ok(diff.to_owned()));
    assert_eq!(client.call("edit", &edit(true)), Ok("infra/main.tf\n".to_owned()));
    assert_eq!(text(), MAIN.replace("default = 1", "default = 5"));
    // The file is another one now, so the change is another one, too.
    std::fs::write(&path, MAIN.replace("number", "string")).expect("a file");
    let other = client.call("edit", &edit(true)).expect("a diff");
    assert!(other.starts_with("Nothing was written"), "{other}");
    let rename = client.call(
        "rename",
        &json!({"address": "var.size", "name": "count_of", "directory": "infra"}),
    );
    let rename = rename.expect("a diff");
    assert!(rename.contains("+  input = var.count_of + 1\n"), "{rename}");
    let refused = client.call("edit", &json!({"path": "infra/main.tf", "edits": ["rm nothing"]}));
    assert_eq!(
        refused,
        Err("error: infra/main.tf: nothing found at `nothing`\n".to_owned())
    );
    client.end();
}

#[test]
fn faulty_messages_do_not_end_the_server() {
    let directory = module();
    let mut client = Client::start(directory.path(), &["infra"]);
    for line in [
        "",
        "nothing",
        "[]",
        "{}",
        "{\"jsonrpc\":\"2.0\",\"method\":1}",
        &"[".repeat(100_000),
    ] {
        client.send(line);
    }
    client.send("{\"jsonrpc\":\"2.0\",\"id\":\"end\",\"method\":\"ping\"}");
    while client.receive()["id"] != "end" {}
    for (arguments, problem) in [
        (json!({"paths": "."}), "`paths` must be an array of strings"),
        (
            json!({"path": "."}),
            "`check` has no parameter `path`; it has paths",
        ),
        (
            json!({"paths": ["none.tf"]}),
            "none.tf cannot be read: No such file or directory (os error 2)",
        ),
    ] {
        assert_eq!(client.call("check", &arguments), Err(problem.to_owned()));
    }
    assert_eq!(
        client.call("check", &json!({"paths": ["main.tf"]})),
        Ok("1 file checked: no problems\n".to_owned())
    );
    client.end();
}
