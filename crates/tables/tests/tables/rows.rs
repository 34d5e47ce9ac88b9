//! The rows of each table, as lines of JSON.

use std::io::Write;

use arrow_array::RecordBatch;
use hcl2_tables::{Directory, Extractor, File, Format, Selection, Table, Writer};
use parquet::arrow::arrow_reader::ArrowReaderBuilder;
use serde_json::{Value, json};

fn directory(module: &str, files: &[(&str, &str)]) -> Directory {
    Directory {
        repository: "shop".to_owned(),
        is_whole_repository: true,
        module: module.to_owned(),
        files: files
            .iter()
            .map(|(name, text)| File::new(format!("{module}/{name}"), *text))
            .collect(),
    }
}

/// Returns the rows of a table as objects.
fn rows(selection: Selection, directories: Vec<Directory>) -> Vec<Value> {
    let table = selection.tables()[0];
    let mut writer = Writer::new(Format::Json, selection.schema(table), Vec::new()).expect("no error");
    let mut extractor = Extractor::new(selection, |_, batch| writer.write(&batch));
    for directory in directories {
        extractor.add(directory).expect("no error");
    }
    extractor.finish().expect("no error");
    let text = String::from_utf8(writer.finish().expect("no error")).expect("no error");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("no error"))
        .collect()
}

fn all(table: Table, columns: &[&str], files: &[(&str, &str)]) -> Vec<Value> {
    let selection = Selection::of([table])
        .columns(columns.iter().copied())
        .expect("no error");
    rows(selection, vec![directory("shop/web", files)])
        .iter()
        .map(|row| {
            json!(
                columns
                    .iter()
                    .map(|column| row[*column].clone())
                    .collect::<Vec<_>>()
            )
        })
        .collect()
}

const MAIN: &str = r#"variable "size" {
  type        = number
  default     = 2
  description = "How many."
}

variable "password" {
  type      = string
  default   = "hunter2"
  sensitive = true
}

locals {
  common = { Team = "web", Env = var.env }
  login  = "admin:${var.password}"
}

variable "env" {}

resource "aws_instance" "web" {
  count    = var.size
  ami      = data.aws_ami.base.id
  user     = local.login
  zones    = ["a", upper("b")]
  tags     = merge(local.common, { Name = "web" })
  provider = aws.west

  ebs_block_device {
    size = 10 * 2
  }
  ebs_block_device {
    size = var.size
  }
  depends_on = [module.network]
}

data "aws_ami" "base" {}

module "network" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 3.0"
}

output "id" {
  value = aws_instance.web[0].id
}
"#;

#[test]
fn overriding_blocks_have_the_address_of_what_they_override() {
    let files = [
        (
            "main.tf",
            "variable \"pin\" {\n  sensitive = true\n}\nresource \"a\" \"b\" {}\nlocals {\n  l = 1\n}\n",
        ),
        (
            "x_override.tf",
            "variable \"pin\" {\n  default = \"s3cr3t\"\n}\nresource \"a\" \"b\" {\n  c = 1\n}\nlocals {\n  l = 2\n}\n",
        ),
    ];
    assert_eq!(
        all(Table::Blocks, &["path", "address"], &files)[3..],
        [
            json!(["shop/web/x_override.tf", "var.pin"]),
            json!(["shop/web/x_override.tf", "a.b"]),
            json!(["shop/web/x_override.tf", null]),
        ]
    );
    assert_eq!(
        all(
            Table::Attributes,
            &["address", "expression", "value", "sensitive"],
            &files
        )[2..],
        [
            json!(["var.pin", null, null, true]),
            json!(["a.b", "1", "1", false]),
            json!(["local.l", "2", "2", false]),
        ]
    );
}

#[test]
fn files_have_sizes_and_hashes() {
    let columns = ["path", "kind", "syntax", "bytes", "lines", "hash"];
    let found = all(
        Table::Files,
        &columns,
        &[("a.tf", "a = 1\nb"), ("x_override.tf.json", "{}")],
    );
    assert_eq!(
        found,
        [
            json!([
                "shop/web/a.tf",
                "module",
                "native",
                7,
                2,
                "1ff567857ff66d471c286785bbf12e407f2ebb26c8720f39d60eb2240a897392"
            ]),
            json!([
                "shop/web/x_override.tf.json",
                "override",
                "json",
                2,
                1,
                "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
            ]),
        ]
    );
}

#[test]
fn blocks_have_addresses_and_nested_ones_have_paths() {
    let columns = ["kind", "type", "name", "labels", "address", "block"];
    let found = all(Table::Blocks, &columns, &[("main.tf", MAIN)]);
    assert_eq!(
        found[0],
        json!(["variable", null, "size", ["size"], "var.size", null])
    );
    assert_eq!(found[2], json!(["locals", null, null, [], null, null]));
    let instance = json!(["aws_instance", "web"]);
    assert_eq!(
        found[4],
        json!([
            "resource",
            "aws_instance",
            "web",
            instance,
            "aws_instance.web",
            null
        ])
    );
    assert_eq!(
        found[6],
        json!([
            "ebs_block_device",
            null,
            null,
            [],
            "aws_instance.web",
            "ebs_block_device[1]"
        ])
    );
}

#[test]
fn attributes_have_constant_values_unless_they_are_secret() {
    let columns = [
        "address",
        "block",
        "attribute",
        "expression",
        "form",
        "value",
        "known",
        "sensitive",
    ];
    let found = all(Table::Attributes, &columns, &[("main.tf", MAIN)]);
    let of = |address: &str, name: &str| {
        let mut rows = found.iter().filter(|row| row[0] == address && row[2] == name);
        let row = rows.next().unwrap().as_array().unwrap();
        json!([row[1], row[3], row[4], row[5], row[6], row[7]])
    };
    let web = "aws_instance.web";
    assert_eq!(
        of("var.size", "default"),
        json!([null, "2", "literal", "2", true, false])
    );
    assert_eq!(
        of("var.password", "default"),
        json!([null, null, "literal", null, true, true])
    );
    assert_eq!(
        of("var.password", "sensitive"),
        json!([null, "true", "literal", "true", true, false])
    );
    assert_eq!(
        of(web, "count"),
        json!([null, "var.size", "reference", null, false, false])
    );
    assert_eq!(
        of(web, "user"),
        json!([null, "local.login", "reference", null, false, true])
    );
    assert_eq!(
        of(web, "zones"),
        json!([null, r#"["a", upper("b")]"#, "list", r#"["a","B"]"#, true, false])
    );
    let common = r#"{ Team = "web", Env = var.env }"#;
    assert_eq!(
        of("local.common", "common"),
        json!([null, common, "object", null, false, false])
    );
    let size = json!(["ebs_block_device[0]", "10 * 2", "literal", "20", true, false]);
    assert_eq!(of(web, "size"), size);
    let text = serde_json::to_string(&found).unwrap();
    assert!(!text.contains("hunter2"), "{text}");
}

#[test]
fn no_table_contains_the_value_of_a_sensitive_variable() {
    let secret = "output \"o\" {\n  value     = \"hunter2\"\n  sensitive = true\n}\n\
                  locals {\n  s = sensitive(\"hunter2\")\n}\n";
    for table in Table::ALL {
        let files = [("main.tf", MAIN), ("secret.tf", secret)];
        let found = rows(Selection::of([table]), vec![directory("m", &files)]);
        let text = serde_json::to_string(&found).unwrap();
        assert!(!text.contains("hunter2"), "{table}: {text}");
    }
}

#[test]
fn references_have_the_kind_of_their_target() {
    let found = all(Table::References, &["from", "to", "kind"], &[("main.tf", MAIN)]);
    assert!(found.contains(&json!(["aws_instance.web", "data.aws_ami.base", "data"])));
    assert!(found.contains(&json!(["local.login", "var.password", "variable"])));
    assert!(found.contains(&json!(["output.id", "aws_instance.web", "resource"])));
    assert!(found.contains(&json!(["aws_instance.web", "module.network", "module"])));
}

#[test]
fn variables_outputs_and_locals_are_described() {
    let columns = ["name", "type", "required", "default", "description", "sensitive"];
    assert_eq!(
        all(Table::Variables, &columns, &[("main.tf", MAIN)]),
        [
            json!(["size", "number", false, "2", "How many.", false]),
            json!(["password", "string", false, null, null, true]),
            json!(["env", "any", true, null, null, false]),
        ]
    );
    let columns = ["name", "expression", "sensitive"];
    assert_eq!(
        all(Table::Outputs, &columns, &[("main.tf", MAIN)]),
        [json!(["id", "aws_instance.web[0].id", false])]
    );
    assert_eq!(
        all(Table::Locals, &columns, &[("main.tf", MAIN)])[1],
        json!(["login", r#""admin:${var.password}""#, true])
    );
}

#[test]
fn resources_have_the_tags_of_locals_and_merges() {
    let columns = [
        "address",
        "mode",
        "type",
        "provider",
        "count",
        "depends_on",
        "tags",
    ];
    let tags = json!({"Env": null, "Name": "web", "Team": "web"});
    assert_eq!(
        all(Table::Resources, &columns, &[("main.tf", MAIN)]),
        [
            json!([
                "aws_instance.web",
                "managed",
                "aws_instance",
                "aws.west",
                "var.size",
                ["module.network"],
                tags
            ]),
            json!(["data.aws_ami.base", "data", "aws_ami", null, null, [], {}]),
        ]
    );
    let unknown = "resource \"a\" \"b\" {\n  tags = var.tags\n}\nvariable \"tags\" {}\n";
    assert_eq!(
        all(Table::Resources, &["tags"], &[("main.tf", unknown)]),
        [json!([null])]
    );
}

#[test]
fn providers_are_required_configured_and_locked() {
    let main = "terraform {\n  required_providers {\n    aws = {\n      source  = \"hashicorp/aws\"\n      version = \
                \"~> 5.0\"\n    }\n  }\n}\nprovider \"aws\" {\n  alias = \"west\"\n}\n";
    let lock = "provider \"registry.terraform.io/hashicorp/aws\" {\n  version     = \"5.1.0\"\n  constraints = \"~> \
                5.0\"\n}\n";
    let columns = ["kind", "name", "alias", "source", "requirement", "version"];
    let address = "registry.terraform.io/hashicorp/aws";
    assert_eq!(
        all(
            Table::Providers,
            &columns,
            &[(".terraform.lock.hcl", lock), ("main.tf", main)]
        ),
        [
            json!(["requirement", "aws", null, "hashicorp/aws", "~> 5.0", null]),
            json!(["configuration", "aws", "west", null, null, null]),
            json!(["lock", address, null, address, "~> 5.0", "5.1.0"]),
        ]
    );
}

#[test]
fn functions_are_listed_with_their_callers() {
    let found = all(Table::Functions, &["name", "address"], &[("main.tf", MAIN)]);
    assert_eq!(
        found,
        [
            json!(["upper", "aws_instance.web"]),
            json!(["merge", "aws_instance.web"])
        ]
    );
}

#[test]
fn calls_have_the_least_depth_in_their_repository() {
    let call = |source: &str| format!("module \"m\" {{\n  source = \"{source}\"\n}}\n");
    let (down, side) = (call("../b"), call("./c"));
    let directories = vec![
        directory("shop/a", &[("main.tf", &down)]),
        directory("shop/b", &[("main.tf", &side)]),
        directory("shop/b/c", &[("main.tf", "")]),
    ];
    let found = rows(Selection::of([Table::Modules]), directories);
    let shown: Vec<_> = found
        .iter()
        .map(|row| json!([row["module"], row["called"], row["depth"]]))
        .collect();
    assert_eq!(
        shown,
        [json!(["shop/a", "shop/b", 1]), json!(["shop/b", "shop/b/c", 2])]
    );
    let part = Directory {
        is_whole_repository: false,
        ..directory("shop/a", &[("main.tf", &down)])
    };
    assert_eq!(
        rows(Selection::of([Table::Modules]), vec![part])[0]["depth"],
        Value::Null
    );
}

#[test]
fn json_syntax_has_the_same_rows() {
    let text = r#"{"resource": {"aws_instance": {"web": {"ami": "a-${var.size}", "user": "${upper(\"x\")}",
        "tags": {"Name": "web"}, "depends_on": ["module.network"], "lifecycle": {"prevent_destroy": true}}}},
        "variable": {"size": {"type": "number", "default": 2}}}"#;
    let files = [("main.tf.json", text)];
    assert_eq!(
        all(Table::Blocks, &["kind", "address", "block"], &files),
        [
            json!(["resource", "aws_instance.web", null]),
            json!(["lifecycle", "aws_instance.web", "lifecycle[0]"]),
            json!(["variable", "var.size", null]),
        ]
    );
    let columns = ["attribute", "form", "value", "known"];
    let found = all(Table::Attributes, &columns, &files);
    assert!(
        found.contains(&json!(["ami", "template", null, false])),
        "{found:?}"
    );
    assert!(
        found.contains(&json!(["user", "template", "\"X\"", true])),
        "{found:?}"
    );
    assert!(
        found.contains(&json!(["default", "literal", "2", true])),
        "{found:?}"
    );
    assert_eq!(
        all(Table::Resources, &["tags", "depends_on"], &files),
        [json!([{"Name": "web"}, ["module.network"]])]
    );
}

#[test]
fn bad_files_are_rows_of_problems() {
    let columns = ["path", "code", "severity", "range"];
    let found = all(
        Table::Problems,
        &columns,
        &[("a.tf", "a =\n"), ("b.tf", "variable \"v\" {}\n")],
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0][1], "hcl2::syntax::expected-expression");
    let range = json!({"start_line": 1, "start_column": 4, "start_byte": 3, "end_line": 2, "end_column": 1, "end_byte": 4});
    assert_eq!(found[0][3], range);
    let deep = format!("a = {}", "[".repeat(100_000));
    for text in [deep.as_bytes(), b"a = \"\xff\"\n".as_slice()] {
        let file = File::new("m/a.tf", text);
        let given = Directory {
            files: vec![file],
            ..directory("m", &[])
        };
        let found = rows(Selection::of([Table::Problems]), vec![given]);
        assert_eq!(found[0]["severity"], "error", "{found:?}");
    }
}

#[test]
fn a_file_that_is_too_large_is_a_row_of_problems() {
    let file = File::new("m/a.tf", vec![0; 1 << 32]);
    let given = Directory {
        files: vec![file],
        ..directory("m", &[])
    };
    let found = rows(Selection::of([Table::Problems]), vec![given]);
    let (code, subject) = (found[0]["code"].as_str().unwrap(), found[0]["range"].as_object());
    assert_eq!((code, subject), ("hcl2::source::unreadable", None));
    assert_eq!(found[0]["path"], "m/a.tf");
}

#[test]
fn rows_are_selected_by_path_module_kind_and_type() {
    let given = || {
        vec![
            directory(
                "shop/web",
                &[("main.tf", MAIN), ("more.tf", "resource \"aws_vpc\" \"v\" {}\n")],
            ),
            directory("shop/db", &[("main.tf", MAIN)]),
        ]
    };
    let count = |selection: Selection| rows(selection, given()).len();
    let resources = || Selection::of([Table::Resources]);
    assert_eq!(count(resources()), 5);
    assert_eq!(count(resources().where_module(["shop/d*"])), 2);
    assert_eq!(count(resources().where_path(["shop/web/more.tf"])), 1);
    assert_eq!(
        count(resources().where_type(["aws_instance", "aws_v*"]).unwrap()),
        3
    );
    let blocks = Selection::of([Table::Blocks]).where_kind(["module"]).unwrap();
    assert_eq!(count(blocks.clone()), 2);
    assert_eq!(count(blocks.columns(["path"]).unwrap()), 2);
    let error = Selection::of([Table::Locals]).where_kind(["a"]).unwrap_err();
    assert_eq!(error.to_string(), "the table `locals` has no column `kind`");
}

#[test]
fn batches_are_passed_on_as_they_fill() {
    let many: String = (0..20_000)
        .map(|index| format!("resource \"a\" \"r{index}\" {{}}\n"))
        .collect();
    let mut sizes = Vec::new();
    let mut extractor = Extractor::new(Selection::of([Table::Resources]), |_, batch| {
        sizes.push(batch.num_rows());
        Ok(())
    });
    extractor.add(directory("m", &[("main.tf", &many)])).unwrap();
    extractor.finish().unwrap();
    assert_eq!(sizes, [8192, 8192, 3616]);
}

#[test]
fn formats_hold_the_same_rows() {
    let selection = Selection::of([Table::Resources])
        .columns(["address", "tags", "range"])
        .unwrap();
    let mut batches = Vec::new();
    let mut extractor = Extractor::new(selection.clone(), |_, batch| {
        batches.push(batch);
        Ok(())
    });
    extractor.add(directory("m", &[("main.tf", MAIN)])).unwrap();
    extractor.finish().unwrap();
    let written = |format| {
        let mut writer = Writer::new(format, selection.schema(Table::Resources), Vec::new()).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap()
    };
    let csv = String::from_utf8(written(Format::Csv)).unwrap();
    let expected = "address,tags,range.start_line,range.start_column,range.start_byte,range.end_line,range.end_column,\
                    range.end_byte\naws_instance.web,\"{\"\"Env\"\":null,\"\"Name\"\":\"\"web\"\",\"\"Team\"\":\"\"web\"\"}\",\
                    20,1,288,20,30,317\n";
    assert!(csv.starts_with(expected), "{csv}");
    let arrow =
        arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(written(Format::Arrow)), None).unwrap();
    assert_eq!(arrow.map(Result::unwrap).collect::<Vec<_>>(), batches);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&written(Format::Parquet)).unwrap();
    let parquet = ArrowReaderBuilder::try_new(file).unwrap().build().unwrap();
    let mut json = Writer::new(Format::Json, selection.schema(Table::Resources), Vec::new()).unwrap();
    parquet.for_each(|batch| json.write(&batch.unwrap()).unwrap());
    assert_eq!(json.finish().unwrap(), written(Format::Json));
}

#[test]
fn files_of_many_batches_hold_the_same_rows_in_every_format() {
    let many: String = (0..9_000)
        .map(|index| format!("resource \"t{}\" \"r{index}\" {{}}\n", index / 8_192))
        .collect();
    let selection = Selection::of([Table::Resources]);
    let mut batches = Vec::new();
    let mut extractor = Extractor::new(selection.clone(), |_, batch| {
        batches.push(batch);
        Ok(())
    });
    extractor.add(directory("m", &[("main.tf", &many)])).unwrap();
    extractor.finish().unwrap();
    let written = |format, batches: &[RecordBatch]| {
        let mut writer = Writer::new(format, selection.schema(Table::Resources), Vec::new()).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap()
    };
    let json = written(Format::Json, &batches);
    assert_eq!(json.iter().filter(|byte| **byte == b'\n').count(), 9_000);
    let arrow = std::io::Cursor::new(written(Format::Arrow, &batches));
    let arrow = arrow_ipc::reader::FileReader::try_new(arrow, None).unwrap();
    let read: Vec<RecordBatch> = arrow.map(Result::unwrap).collect();
    assert!(written(Format::Json, &read) == json);
    let csv = written(Format::Csv, &batches);
    assert_eq!(csv.iter().filter(|byte| **byte == b'\n').count(), 9_001);
}

#[test]
fn an_error_of_the_sink_ends_the_extraction() {
    let mut extractor = Extractor::new(Selection::of([Table::Files]), |_, _| {
        Err(std::io::Error::from(std::io::ErrorKind::StorageFull))
    });
    extractor.add(directory("m", &[("main.tf", "")])).unwrap();
    assert_eq!(
        extractor.finish().unwrap_err().kind(),
        std::io::ErrorKind::StorageFull
    );
}
