//! `hcl2 inspect` as a person starts it.

use crate::support::json_schema;

use crate::support::run;
use serde_json::{Value, json};

fn module() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("net")).expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write(
        "main.tf",
        "terraform {\n  required_version = \">= 1.0\"\n  required_providers {\n    acme = { source = \"acme/acme\", version = \
         \"~> 1.0\" }\n  }\n}\nvariable \"size\" {\n  type    = object({ n = number })\n  default = { n = 1 }\n}\nvariable \
         \"name\" {}\nlocals {\n  all = [var.size, var.name]\n}\nmodule \"net\" {\n  source = \"./net\"\n  n      = \
         local.all\n}\noutput \"id\" {\n  value = module.net.id\n}\n",
    );
    write(
        "net/main.tf.json",
        r#"{"variable": {"n": {}}, "output": {"id": {"value": "${terraform_data.a.id}", "sensitive": true}},
            "resource": {"terraform_data": {"a": {"input": "${var.n}"}}}}"#,
    );
    directory
}

#[test]
fn inspect_summarizes_a_module() {
    let module = module();
    let (status, stdout, stderr) = run(module.path(), &["inspect", "--nested", "."], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    let wanted = "\
.

Required providers (1)
  acme acme/acme ~> 1.0  main.tf:4

Variables (2)
  size: object({n=number}) = {\"n\":1}  main.tf:7
  name: any (required)                main.tf:11

Locals (1)
  all  main.tf:13

Modules (1)
  net ./net  main.tf:15

Outputs (1)
  id  main.tf:19

module net: net

Variables (1)
  n: any (required)  net/main.tf.json:1

Resources (1)
  resource terraform_data a  net/main.tf.json:2

Outputs (1)
  id  net/main.tf.json:1
";
    assert_eq!(stdout, wanted);
}

#[test]
fn inspect_describes_a_module_as_json() {
    let module = module();
    let (status, stdout, _) = run(module.path(), &["inspect", "--json", "--nested", "."], "");
    assert_eq!(status, 0);
    let described: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(described["required_versions"], json!([">= 1.0"]));
    assert_eq!(described["variables"][0]["default"], json!({"n": 1}));
    assert_eq!(described["variables"][1]["required"], json!(true));
    assert_eq!(
        described["references"],
        json!([
            {"from": "local.all", "to": "var.size"},
            {"from": "local.all", "to": "var.name"},
            {"from": "module.net", "to": "local.all"},
            {"from": "output.id", "to": "module.net"},
        ])
    );
    let net = &described["modules"]["net"];
    assert_eq!(net["outputs"][0]["sensitive"], json!(true));
    assert_eq!(net["resources"][0]["type"], json!("terraform_data"));
}

#[test]
fn references_are_printed_as_a_graph() {
    let module = module();
    let (status, dot, _) = run(module.path(), &["inspect", "--graph", "dot", "."], "");
    assert_eq!(status, 0);
    assert!(dot.contains("\"output.id\" -> \"module.net\";"), "{dot}");
    assert_eq!(dot.matches(" -> ").count(), 4, "{dot}");
    let (status, _, _) = run(module.path(), &["inspect", "--graph", "svg", "."], "");
    assert_eq!(status, 2);
}

#[test]
fn unreadable_modules_are_reported_at_their_calls() {
    let module = module();
    let net = module.path().join("net");
    std::fs::remove_dir_all(&net).expect("the directory is there");
    let (status, _, stderr) = run(
        module.path(),
        &["--diagnostics=plain", "inspect", "--nested", "."],
        "",
    );
    assert_eq!(status, 1);
    assert!(
        stderr.contains("main.tf:15:1: error[hcl2::source::unreadable]"),
        "{stderr}"
    );

    std::fs::create_dir(&net).expect("a directory");
    let main = net.join("main.tf");
    std::fs::write(main, "module \"self\" {\n  source = \"../net\"\n}\n").expect("a file");
    let (status, _, stderr) = run(
        module.path(),
        &["--diagnostics=plain", "inspect", "--nested", "."],
        "",
    );
    assert_eq!(status, 1);
    assert!(stderr.contains("Endless module calls"), "{stderr}");
}

#[test]
fn the_json_of_inspect_follows_its_schema() {
    let module = module();
    std::fs::write(
        module.path().join("more.tf"),
        "variable \"tags\" {\n  type      = list(object({ n = optional(number, 3), s = optional(string) }))\n  sensitive = \
         true\n  default   = [{}]\n}\nresource \"random_id\" \"r\" {\n  count      = 2\n  depends_on = [module.net]\n}\nprovider \
         \"aws\" {\n  alias = \"west\"\n}\ndata \"aws_ami\" \"a\" {\n  provider = aws.west\n}\n",
    )
    .expect("a file");
    let schema: Value = serde_json::from_str(include_str!("../../schema/inspect.json")).expect("JSON");
    for arguments in [
        &["inspect", "--json", "--nested", "."] as &[&str],
        &["inspect", "--json", ".", "net"],
    ] {
        let (status, stdout, _) = run(module.path(), arguments, "");
        assert_eq!(status, 0);
        let described: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!(json_schema::problems(&schema, &described), [] as [String; 0]);
    }
    let (_, stdout, _) = run(module.path(), &["inspect", "--json"], "");
    let described: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(described["format_version"], "1.0");
    assert_eq!(
        described["implied_providers"],
        json!([{"name": "aws", "source": "hashicorp/aws"}, {"name": "random", "source": "hashicorp/random"}])
    );
    let tags = &described["variables"][2];
    assert_eq!(
        tags["type_expression"],
        "list(object({n=optional(number,3),s=optional(string)}))"
    );
    assert_eq!(tags["default"], Value::Null, "it is sensitive");
    let call = &described["calls"][0];
    assert_eq!(
        call["arguments"],
        json!([{"name": "n", "expression": "local.all", "range": {"file": "main.tf",
            "start": {"line": 17, "column": 12, "byte": 308}, "end": {"line": 17, "column": 21, "byte": 317}}}])
    );
    assert_eq!(
        call["range"]["start"],
        json!({"line": 15, "column": 1, "byte": 263})
    );
    let resource = &described["resources"][0];
    assert_eq!(
        (&resource["count"]["expression"], &resource["depends_on"]),
        (&json!("2"), &json!(["module.net"]))
    );
    assert_eq!(described["resources"][1]["provider_name"], "aws");
}

#[test]
fn a_wrong_document_is_no_output_of_inspect() {
    let schema: Value = serde_json::from_str(include_str!("../../schema/inspect.json")).expect("JSON");
    let local = json!({"$ref": "#/$defs/local", "$defs": schema["$defs"]});
    let position = json!({"line": 1, "column": 1, "byte": 0});
    let range = json!({"file": "a", "start": position, "end": position});
    let problems = |document: Value| json_schema::problems(&local, &document);
    assert_eq!(
        problems(json!({"name": "a", "at": "a:1", "range": range})),
        [] as [String; 0]
    );
    assert_eq!(
        problems(json!({"name": 1, "at": "a:1", "range": range})),
        ["/name has a wrong type"]
    );
    assert_eq!(problems(json!({"at": "a:1", "range": range})), [" lacks name"]);
    assert_eq!(
        problems(json!({"name": "a", "at": "a:1", "range": range, "x": 1})),
        ["/x is not expected"]
    );
}
