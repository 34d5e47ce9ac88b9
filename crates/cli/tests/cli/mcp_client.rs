//! `hcl2 mcp`, driven by the client of the official SDK.

use std::fs;
use std::process::Stdio;

use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt as _};
use serde_json::{Value, json};
use tokio::process::Command;

const MAIN: &str = "variable \"size\" {\n  default = 1\n}\n\noutput \"twice\" {\n  value = var.size * 2\n}\n";

/// Calls a tool, and returns what it says and whether that is an error.
async fn call(
    client: &RunningService<RoleClient, ()>,
    tool: &'static str,
    arguments: Value,
) -> (String, bool) {
    let mut request = CallToolRequestParams::new(tool);
    request.arguments = arguments.as_object().cloned();
    let result = client.call_tool(request).await.expect("an answer");
    let text = result.content.first().and_then(|content| content.as_text());
    let text = text.expect("a text").text.clone();
    (text, result.is_error == Some(true))
}

#[test]
fn the_client_of_the_sdk_checks_plans_and_changes_a_module() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("main.tf");
    fs::write(&path, MAIN).expect("a file");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let mut server = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .args(["mcp", "--allow-write"])
            .current_dir(directory.path())
            .env("HOME", directory.path())
            .env_remove("XDG_CACHE_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let streams = server.stdout.take().zip(server.stdin.take()).expect("pipes");
        let client = ().serve(streams).await.expect("a session");
        let about = client.peer_info().expect("the server says who it is");
        let about = serde_json::to_value(about).expect("JSON");
        assert_eq!(about["serverInfo"]["name"], "hcl2");
        let tools = client.list_all_tools().await.expect("tools");
        let described = tools.iter().filter(|tool| tool.description.is_some());
        assert_eq!((tools.len(), described.count()), (14, 14));

        let (check, is_error) = call(&client, "check", json!({})).await;
        assert_eq!((check.as_str(), is_error), ("1 file checked: no problems\n", false));
        let (value, _) = call(&client, "eval", json!({"expression": "var.size + 1"})).await;
        assert_eq!(value, "{\"value\":2,\"type\":\"number\"}\n");
        let (plan, is_error) = call(&client, "plan", json!({})).await;
        assert!(!is_error && plan.contains("twice"), "{plan}");

        let edit = |write: bool| json!({"path": "main.tf", "edits": ["set variable.size.default 5"], "write": write});
        let (shown, _) = call(&client, "edit", edit(false)).await;
        assert!(shown.contains("+  default = 5"), "{shown}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), MAIN);
        let (_, is_error) = call(&client, "edit", edit(true)).await;
        assert!(!is_error);
        assert_eq!(fs::read_to_string(&path).expect("a file"), MAIN.replace("= 1", "= 5"));

        let (problem, is_error) = call(&client, "query", json!({})).await;
        assert!(is_error && problem.contains("address"), "{problem}");
        let (problem, is_error) = call(&client, "nothing", json!({})).await;
        assert!(is_error && problem.starts_with("there is no tool `nothing`"), "{problem}");
        client.cancel().await.expect("an end");
        assert_eq!(server.wait().await.expect("an end").code(), Some(0));
    });
}
