//! `hcl2 tables` as a person starts it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::support::run;
use serde_json::Value;

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    fs::write(&path, text).expect("a file");
    // A file that has just changed is read again.
    let file = fs::File::options().write(true).open(&path).expect("the file");
    let time = SystemTime::now() - Duration::from_secs(60);
    file.set_modified(time).expect("a time");
}

/// A tree of two repositories.
fn tree() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    write(
        root,
        "repos/shop/web/main.tf",
        "resource \"aws_instance\" \"web\" {\n  tags = { Team = \"web\" }\n}\n",
    );
    write(
        root,
        "repos/shop/db/main.tf.json",
        r#"{"resource": {"aws_db_instance": {"db": {}}}}"#,
    );
    write(
        root,
        "repos/bank/main.tf",
        "module \"vpc\" {\n  source  = \"acme/vpc/aws\"\n  version = \"~> 2.0\"\n}\n",
    );
    write(root, "repos/bank/broken.tf", "output \"o\" {\n");
    directory
}

/// Returns all files below a directory.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut stack = vec![directory.to_owned()];
    while let Some(next) = stack.pop() {
        for entry in fs::read_dir(next).expect("a directory").flatten() {
            if entry.path().is_dir() {
                stack.push(entry.path());
            } else {
                let path = entry.path().strip_prefix(directory).expect("a prefix").to_owned();
                found.insert(path, fs::read(entry.path()).expect("a file"));
            }
        }
    }
    found
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

const JSON: [&str; 6] = ["tables", "repos", "--to", "json", "--out", "out"];

#[test]
fn each_table_is_a_directory_of_files() {
    let tree = tree();
    for format in ["parquet", "arrow", "csv", "json"] {
        let out = format!("out-{format}");
        let (status, stdout, stderr) = run(
            tree.path(),
            &["tables", "repos", "--to", format, "--out", &out],
            "",
        );
        assert_eq!((status, stdout.as_str()), (0, ""), "{stderr}");
        assert!(
            stderr.ends_with(&format!("rows of 4 files are new in {out}, of 4 files\n")),
            "{stderr}"
        );
        let files = files(&tree.path().join(&out));
        assert_eq!(files.len(), 13, "{:?}", files.keys());
        assert!(files.contains_key(Path::new(&format!("resources/part-00000.{format}"))));
    }
    let resources = lines(&tree.path().join("out-json/resources/part-00000.json"));
    let found: Vec<_> = resources
        .iter()
        .map(|row| (&row["repository"], &row["address"]))
        .collect();
    assert_eq!(
        found,
        [
            (&"repos/shop".into(), &"aws_db_instance.db".into()),
            (&"repos/shop".into(), &"aws_instance.web".into())
        ]
    );
    let problems = lines(&tree.path().join("out-json/problems/part-00000.json"));
    assert_eq!(problems[0]["path"], "repos/bank/broken.tf");
    assert_eq!(problems[0]["code"], "hcl2::syntax::unclosed-block");
}

#[test]
fn a_second_run_reads_only_what_changed() {
    let tree = tree();
    let says = |expected: &str| {
        let (status, _, stderr) = run(tree.path(), &JSON, "");
        assert_eq!((status, stderr.as_str()), (0, expected));
        files(&tree.path().join("out"))
    };
    let first = says("16 rows of 4 files are new in out, of 4 files\n");
    assert_eq!(says("0 rows of 0 files are new in out, of 4 files\n"), first);
    // The same content with a new time.
    let main = fs::File::options()
        .append(true)
        .open(tree.path().join("repos/bank/main.tf"))
        .expect("a file");
    main.set_modified(SystemTime::now()).expect("a time");
    let mut second = says("0 rows of 0 files are new in out, of 4 files\n");
    second.insert(
        "hcl2-tables.json".into(),
        first[Path::new("hcl2-tables.json")].clone(),
    );
    assert_eq!(second, first);
    write(
        tree.path(),
        "repos/bank/broken.tf",
        "output \"o\" {\n  value = 1\n}\n",
    );
    let third = says("16 rows of 4 files are new in out, of 4 files\n");
    assert!(third[Path::new("problems/part-00000.json")].is_empty());
    // What remains of a run that was killed is removed, and its parts are made again.
    fs::write(tree.path().join("out/.hcl2-new-left"), "half").expect("a file");
    let manifest = String::from_utf8(third[Path::new("hcl2-tables.json")].clone()).expect("text");
    let mut manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    manifest["parts"] = Value::Object(serde_json::Map::new());
    fs::write(tree.path().join("out/hcl2-tables.json"), manifest.to_string()).expect("a file");
    assert_eq!(says("16 rows of 4 files are new in out, of 4 files\n"), third);
}

#[test]
fn root_modules_are_planned_on_request() {
    let tree = tempfile::tempdir().expect("a directory");
    let call = "module \"web\" {\n  source = \"../../modules/web\"\n  size   = 2\n}\n";
    write(tree.path(), "repos/live/shop/main.tf", call);
    let called = "variable \"size\" {}\nresource \"acme_disk\" \"d\" {\n  count = var.size\n  size  = 3\n}\n";
    write(tree.path(), "repos/modules/web/main.tf", called);
    let wrong = "resource \"acme_disk\" \"d\" {\n  size = \"large\"\n}\n";
    write(tree.path(), "repos/live/bank/main.tf", wrong);
    let schemas = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {
        "resource_schemas": {"acme_disk": {"version": 0, "block": {"attributes": {
            "size": {"type": "number", "optional": true}, "id": {"type": "string", "computed": true}
        }}}}
    }}}"#;
    write(tree.path(), "schemas.json", schemas);
    let planned = [
        "--table",
        "instances",
        "--table",
        "problems",
        "--schema",
        "schemas.json",
    ];
    // A plan depends on other files too, so that it is made again each time.
    for _ in 0..2 {
        let (status, _, stderr) = run(tree.path(), &[&JSON[..], &planned].concat(), "");
        let expected = "3 rows of 3 files are new in out, of 3 files\n";
        assert_eq!((status, stderr.as_str()), (0, expected));
    }
    let rows = lines(&tree.path().join("out/instances/part-00000.json"));
    let cells = |name: &str| rows.iter().map(|row| row[name].to_string()).collect::<Vec<_>>();
    assert_eq!(cells("path"), [r#""repos/modules/web/main.tf""#; 2]);
    assert_eq!(cells("planned"), [r#""{\"id\":null,\"size\":3}""#; 2]);
    assert_eq!(cells("key"), [r#""0""#, r#""1""#]);
    assert_eq!(cells("range")[0], cells("range")[1]);
    let problems = lines(&tree.path().join("out/problems/part-00000.json"));
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0]["path"], "repos/live/bank/main.tf");
    assert_eq!(problems[0]["range"]["start_line"], 2);
    fs::write(tree.path().join("schemas.json"), "{}").expect("a file");
    let (status, _, stderr) = run(tree.path(), &[&JSON[..], &planned].concat(), "");
    assert_eq!(status, 1);
    assert!(stderr.contains("Invalid schemas"), "{stderr}");
}

#[test]
fn answers_make_planned_instances_known() {
    let tree = tempfile::tempdir().expect("a directory");
    let text = "data \"acme_zones\" \"z\" {}\nresource \"terraform_data\" \"d\" {\n  for_each = toset(data.acme_zones.z.names)\n  \
                input    = \"${each.key}${data.acme_zones.z.suffix}\"\n}\n";
    write(tree.path(), "repos/shop/main.tf", text);
    let answers =
        "override_data {\n  target = data.acme_zones.z\n  values = {\n    names = [\"a\", \"b\"]\n  }\n}\n";
    write(tree.path(), "answers.hcl", answers);
    let keys = |answers: &[&str]| {
        let arguments = [&JSON[..], &["--table", "instances"], answers].concat();
        let (status, _, stderr) = run(tree.path(), &arguments, "");
        assert_eq!(status, 0, "{stderr}");
        let rows = lines(&tree.path().join("out/instances/part-00000.json"));
        let rows = rows.iter().filter(|row| row["type"] == "terraform_data");
        rows.map(|row| (row["key"].to_string(), row["planned"].to_string()))
            .collect::<Vec<_>>()
    };
    let unknown = keys(&[]);
    assert!(unknown.iter().all(|(key, _)| key != r#""a""#), "{unknown:?}");
    let answered = keys(&["--data", "answers.hcl", "--assume", "data.acme_zones.z.suffix=-x"]);
    let keyed: Vec<&str> = answered.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keyed, [r#""a""#, r#""b""#], "{answered:?}");
    assert!(answered[1].1.contains("b-x"), "{answered:?}");
}

#[test]
fn repositories_are_partitions() {
    let tree = tree();
    let arguments = [
        &JSON[..],
        &[
            "--partition-by",
            "repository",
            "--table",
            "files",
            "--table",
            "modules",
        ],
    ]
    .concat();
    let (status, _, stderr) = run(tree.path(), &arguments, "");
    assert_eq!(status, 0, "{stderr}");
    let names = || files(&tree.path().join("out")).into_keys().collect::<Vec<_>>();
    let expected = [
        "files/repository=repos%2Fbank/part.json",
        "files/repository=repos%2Fshop/part.json",
        "hcl2-tables.json",
        "modules/repository=repos%2Fbank/part.json",
    ];
    assert_eq!(names(), expected.map(PathBuf::from));
    let rows = lines(&tree.path().join("out/modules/repository=repos%2Fbank/part.json"));
    assert_eq!(
        (&rows[0]["repository"], &rows[0]["version"]),
        (&Value::Null, &"~> 2.0".into())
    );
    fs::remove_dir_all(tree.path().join("repos/shop")).expect("removed");
    let (_, _, stderr) = run(tree.path(), &arguments, "");
    assert_eq!(stderr, "0 rows of 0 files are new in out, of 2 files\n");
    assert_eq!(names().len(), 3);
    assert!(!tree.path().join("out/files/repository=repos%2Fshop").exists());
}

#[test]
fn wrong_directories_and_manifests_are_refused() {
    let tree = tree();
    let fails = |arguments: &[&str], expected: &str| {
        let (status, stdout, stderr) = run(tree.path(), arguments, "");
        assert_eq!(
            (status, stdout.as_str(), stderr.as_str()),
            (2, "", format!("error: {expected}\n").as_str())
        );
    };
    let missing = fs::read_dir(tree.path().join("missing")).expect_err("missing");
    fails(
        &["tables", "missing", "--out", "out"],
        &format!("the directory missing cannot be read: {missing}"),
    );
    fails(
        &["tables", "repos/bank/main.tf", "--out", "out"],
        "the directory repos/bank/main.tf cannot be read: it is not a directory",
    );
    let exists = fs::create_dir(tree.path().join("repos/bank/main.tf")).expect_err("it exists");
    fails(
        &["tables", "repos", "--out", "repos/bank/main.tf"],
        &format!("repos/bank/main.tf cannot be written: {exists}"),
    );
    fails(
        &["tables", "repos", "--out", "o", "--table", "resource"],
        "invalid value 'resource' for '--table <TABLE>': unknown table `resource`; the tables are files, blocks, \
         attributes, references, modules, variables, outputs, locals, providers, resources, functions, problems, \
         instances\n\nFor more information, try '--help'.",
    );
    assert!(!tree.path().join("out").exists());
    write(tree.path(), "out/resources/part-00000.json", "{}\n");
    let refused = |arguments: &[&str], expected: &str| {
        fails(
            arguments,
            &format!("{expected}; name another directory with --out, or delete this one"),
        );
    };
    refused(
        &JSON,
        "out/resources contains files, but there is no manifest of them",
    );
    fs::remove_dir_all(tree.path().join("out")).expect("removed");
    assert_eq!(run(tree.path(), &JSON, "").0, 0);
    refused(
        &["tables", "repos", "--out", "out"],
        "out/hcl2-tables.json is the manifest of tables with the format json, not parquet",
    );
    refused(
        &[&JSON[..], &["--table", "files"]].concat(),
        "out/hcl2-tables.json is the manifest of tables with the tables files, blocks, attributes, references, modules, \
         variables, outputs, locals, providers, resources, functions, problems, not files",
    );
    let manifest = tree.path().join("out/hcl2-tables.json");
    let text = fs::read_to_string(&manifest).expect("a file");
    for (text, expected) in [
        (
            text.replacen("\"version\": 1", "\"version\": 7", 1),
            "is a manifest of version 7; this program writes version 1",
        ),
        (
            text.replace("\"schema\": 2", "\"schema\": 9"),
            "is the manifest of tables with schema version 9, not 2",
        ),
        (
            text.replace("\"partitioned\": false", "\"partitioned\": true"),
            "is the manifest of tables with other directories, another language or other partitions",
        ),
        ("{".to_owned(), "is not a manifest of tables"),
        // The files of parts that are gone are removed.
        (
            text.replacen("\"part-00000\"", "\"../../main\"", 1),
            "is not a manifest of tables",
        ),
    ] {
        fs::write(&manifest, text).expect("a file");
        refused(&JSON, &format!("out/hcl2-tables.json {expected}"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_no_half_written_file() {
    let tree = tree();
    let many: String = (0..2000)
        .map(|index| format!("resource \"a\" \"r{index}\" {{}}\n"))
        .collect();
    write(tree.path(), "repos/shop/many.tf", &many);
    // Writing beyond this size fails like a full disk, but for the words of the system.
    let program = env!("CARGO_BIN_EXE_hcl2");
    for format in ["json", "csv", "arrow", "parquet"] {
        let arguments = format!("tables repos --to {format} --out out-{format}");
        let script = format!("trap '' XFSZ; ulimit -f 8; exec {program} {arguments}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(tree.path())
            .output();
        let output = output.expect("a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        let expected = "part-00000.{format} cannot be written: File too large (os error 27)\n";
        let expected = expected.replace("{format}", format);
        assert!(stderr.ends_with(&expected), "{stderr}");
        let named = stderr
            .strip_prefix("error: ")
            .and_then(|rest| rest.split(' ').next());
        let named = named.expect("a path");
        assert!(named.starts_with(&format!("out-{format}/")), "{stderr}");
        // Neither that file nor what was written of it is there.
        assert!(!tree.path().join(named).exists(), "{stderr}");
        let names: Vec<_> = files(&tree.path().join(format!("out-{format}")))
            .into_keys()
            .collect();
        assert!(
            names
                .iter()
                .all(|name| !name.to_string_lossy().contains(".hcl2-new-")),
            "{names:?}"
        );
    }
    let (status, _, stderr) = run(tree.path(), &JSON, "");
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(
        lines(&tree.path().join("out/resources/part-00000.json")).len(),
        2002
    );
}

#[test]
fn no_table_shows_what_is_given_to_sensitive_variables_of_other_modules() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path();
    fs::create_dir_all(root.join(".git")).expect("a directory");
    let declared = "variable \"pin\" {\n  sensitive = true\n}\nvariable \"name\" {}\n";
    write(root, "app/main.tf", declared);
    let call = "module \"app\" {\n  source = \"../app\"\n  pin = \"q7zq-${local.l}\"\n  name = \"shown-call\"\n}\n\
                locals {\n  l = 1\n}\n";
    write(root, "caller/main.tf", call);
    write(
        root,
        "caller/json.tf.json",
        "{\"module\": {\"json\": {\"source\": \"../app\", \"pin\": [\"q7zq\"], \"name\": 1}}}",
    );
    let values = "pin = \"q7zq\"\nname = \"shown-file\"\n";
    write(root, "envs/prod.tfvars", values);
    write(root, "envs/prod.tfvars.json", "{\"pin\": {\"q7zq\": 1}}");
    let tables = [
        "attributes",
        "references",
        "modules",
        "problems",
        "instances",
        "variables",
        "locals",
    ];
    let tables: Vec<&str> = tables.iter().flat_map(|table| ["--table", table]).collect();
    let arguments = [&["tables", ".", "--to=json", "--out=out"], tables.as_slice()].concat();
    assert_eq!(run(root, &arguments, "").0, 0);
    let mut all = String::new();
    for path in files(&root.join("out")).keys() {
        all += &fs::read_to_string(root.join("out").join(path)).expect("a file");
    }
    assert!(all.contains("shown-call") && all.contains("shown-file"), "{all}");
    assert!(!all.contains("q7zq"), "{all}");
    let sensitive = lines(&root.join("out/attributes/part-00000.json"));
    let sensitive = sensitive.iter().filter(|row| row["attribute"] == "pin");
    let sensitive: Vec<&Value> = sensitive.map(|row| &row["sensitive"]).collect();
    assert_eq!(sensitive, [true; 4]);
}
