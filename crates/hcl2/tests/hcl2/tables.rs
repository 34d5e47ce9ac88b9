//! The tables of directories.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hcl2::tables::{Format, ListedDirectory, Part, Selection, Stream, Table, Tree, Writer};
use hcl2::terraform::table::Language;

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("no error")).expect("no error");
    fs::write(path, text).expect("no error");
}

/// Returns the rows of a table as lines of JSON.
fn rows(root: &Path, table: Table, columns: &[&str]) -> Vec<String> {
    let selection = Selection::of([table])
        .columns(columns.iter().copied())
        .expect("no error");
    rows_of(root, &selection, table)
}

fn rows_of(root: &Path, selection: &Selection, table: Table) -> Vec<String> {
    let stream = Stream::new(
        &Tree::walk(&[root], Language::Terraform).expect("no error"),
        selection.clone(),
        table,
    );
    lines(root, stream, selection)
}

/// Returns the rows of a stream, of one table, as lines of JSON with paths below `root`.
fn lines(root: &Path, stream: Stream, selection: &Selection) -> Vec<String> {
    let table = selection.tables()[0];
    let mut writer = Writer::new(Format::Json, selection.schema(table), Vec::new()).expect("no error");
    stream.for_each(|batch| writer.write(&batch.expect("no error")).expect("no error"));
    let text = String::from_utf8(writer.finish().expect("no error")).expect("no error");
    let text = text.replace(&format!("{}/", root.display()), "");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn repositories_are_found_by_their_git_directories() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "shop/.git/config", "");
    write(root, "shop/live/web/main.tf", "");
    write(root, "shop/vendor/.git/config", "");
    write(root, "shop/vendor/a/main.tf", "");
    write(root, "bank/live/main.tf", "");
    write(root, "bank/.terraform/modules/x/main.tf", "");
    write(root, "bank/docs/README.md", "");
    let expected = [
        r#"{"repository":"bank","module":"bank/live"}"#,
        r#"{"repository":"shop","module":"shop/live/web"}"#,
        r#"{"repository":"shop/vendor","module":"shop/vendor/a"}"#,
    ];
    assert_eq!(rows(root, Table::Files, &["repository", "module"]), expected);
}

#[test]
fn a_stream_has_all_rows_in_a_defined_order() {
    let directory = tempfile::tempdir().unwrap();
    for module in 0..700 {
        for file in 0..10 {
            let path = format!("r{}/m{module}/f{file}.tf", module / 10);
            write(
                directory.path(),
                &path,
                &format!("resource \"a\" \"r{file}\" {{}}\n"),
            );
        }
    }
    let tree = Tree::walk(&[directory.path()], Language::Terraform).unwrap();
    assert_eq!((tree.file_count(), tree.part_count()), (7000, 2));
    let first = rows(directory.path(), Table::Resources, &["path", "address"]);
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 7000);
    assert_eq!(
        rows(directory.path(), Table::Resources, &["path", "address"]),
        first
    );
    // Parts may be sent to another process as lists of directories.
    let columns = ["path", "address"];
    let selection = Selection::of([Table::Resources]).columns(columns).unwrap();
    let mut listed = Vec::new();
    for part in tree.parts(3) {
        let directories = part.directories().map(|directory| ListedDirectory {
            repository: directory.repository().to_owned(),
            is_whole_repository: directory.is_whole_repository(),
            path: directory.path().to_owned(),
            is_called: Some(directory.is_called()),
        });
        let part = Part::from_directories(directories, tree.language());
        let stream = Stream::from_parts(vec![part], tree.language(), selection.clone(), Table::Resources);
        listed.extend(lines(directory.path(), stream, &selection));
    }
    listed.sort();
    let mut sorted = first.clone();
    sorted.sort();
    assert_eq!(listed, sorted);
    // A stream that is not read to its end holds no thread back.
    drop(Stream::new(&tree, Selection::of([Table::Blocks]), Table::Blocks));
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_a_row_of_problems() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "a/main.tf", "output \"o\" {\n  value = 1\n}\n");
    fs::File::create(root.join("a/huge.tf"))
        .unwrap()
        .set_len(10 << 30)
        .unwrap();
    fs::write(root.join("a/text.tf"), b"a = \"\xff\"\n").unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("a/link.tf")).unwrap();
    let problems = rows(root, Table::Problems, &["path", "code"]);
    let expected = [
        r#"{"path":"a/huge.tf","code":"hcl2::source::unreadable"}"#,
        r#"{"path":"a/text.tf","code":"hcl2::source::invalid-utf8"}"#,
    ];
    assert_eq!(problems, expected);
    assert_eq!(rows(root, Table::Outputs, &["name"]).len(), 1);
}

#[test]
fn a_root_must_be_a_directory() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = Tree::walk(&[file.path()], Language::Terraform).unwrap_err();
    let shown = file.path().display();
    assert_eq!(
        error.to_string(),
        format!("the directory {shown} cannot be read: it is not a directory")
    );
    assert_eq!(
        Tree::walk(&["/missing/directory"], Language::Terraform)
            .unwrap_err()
            .to_string(),
        "the directory /missing/directory cannot be read: No such file or directory (os error 2)"
    );
}

/// Writes a root module that calls another one.
fn write_root(root: &Path) {
    write(
        root,
        "shop/live/main.tf",
        "variable \"names\" {}\nvariable \"zone\" {}\nvariable \"password\" {\n  sensitive = true\n}\nmodule \"web\" {\n  for_each = \
         var.names\n  source   = \"../modules/web\"\n  size     = each.value\n  zone     = var.zone\n  password = var.password\n}\n",
    );
    write(
        root,
        "shop/live/terraform.tfvars",
        "names = { a = 1, b = 2 }\npassword = \"correct horse\"\n",
    );
    write(
        root,
        "shop/modules/web/main.tf",
        "variable \"size\" {}\nvariable \"zone\" {}\nvariable \"password\" {}\nresource \"acme_disk\" \"d\" {\n  count = var.size\n  \
         name  = \"disk-${count.index}\"\n  tags  = { Zone = var.zone, Key = var.password, \"x y\" = file(\"${path.module}/tag.txt\") \
         }\n}\ndata \"acme_image\" \"i\" {\n  disk = acme_disk.d[0].id\n}\nresource \"terraform_data\" \"t\" {\n  input = [\"a\", \
         data.acme_image.i.name]\n}\n",
    );
    write(root, "shop/modules/web/tag.txt", "tag");
}

#[test]
fn instances_are_those_of_root_modules() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write_root(root);
    write(root, "shop/.git/config", "");
    assert_eq!(
        rows(root, Table::Instances, &["module", "path", "address", "module_address", "key"]),
        [
            r#"module.web["a"].data.acme_image.i"#,
            r#"module.web["a"].acme_disk.d[0]"#,
            r#"module.web["a"].terraform_data.t"#,
            r#"module.web["b"].data.acme_image.i"#,
            r#"module.web["b"].acme_disk.d[0]"#,
            r#"module.web["b"].acme_disk.d[1]"#,
            r#"module.web["b"].terraform_data.t"#,
        ]
        .map(|address| {
            let module = &address[..15];
            let key = address.strip_suffix(']').and_then(|start| start.rsplit('[').next());
            let key = key.map_or("null".to_owned(), |key| format!("\"{key}\""));
            let [address, module] = [address, module].map(|text| text.replace('"', "\\\""));
            format!(
                r#"{{"module":"shop/live","path":"shop/modules/web/main.tf","address":"{address}","module_address":"{module}","key":{key}}}"#
            )
        })
    );
}

#[test]
fn planned_values_have_neither_unknown_nor_sensitive_parts() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write_root(root);
    write(root, "shop/.git/config", "");
    let columns = ["mode", "type", "has_schema", "planned", "unknown", "sensitive"];
    let rows = rows(root, Table::Instances, &columns);
    assert_eq!(
        rows[..3],
        [
            r#"{"mode":"data","type":"acme_image","has_schema":false,"planned":"{\"disk\":null}","unknown":["disk"],"sensitive":[]}"#,
            r#"{"mode":"managed","type":"acme_disk","has_schema":false,"planned":"{\"name\":\"disk-0\",\"tags\":{\"Key\":null,\"Zone\":null,\"x y\":\"tag\"}}","unknown":["tags.Zone"],"sensitive":["tags.Key"]}"#,
            r#"{"mode":"managed","type":"terraform_data","has_schema":true,"planned":"{\"id\":null,\"input\":[\"a\",null],\"output\":null,\"store\":null,\"triggers_replace\":null}","unknown":["id","input[1]","output"],"sensitive":[]}"#,
        ]
    );
}

#[test]
fn a_root_that_cannot_be_planned_is_a_row_of_problems() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(
        root,
        "a/main.tf",
        "resource \"terraform_data\" \"d\" {\n  count = -1\n}\n",
    );
    write(
        root,
        "b/main.tf",
        "resource \"terraform_data\" \"d\" {\n  count = 1e9\n}\n",
    );
    write(root, "c/main.tf", "module \"m\" {\n  source = \"./none\"\n}\n");
    write(root, "d/main.tf", "resource \"terraform_data\" \"d\" {\n");
    write(root, "e/main.tf", "resource \"terraform_data\" \"d\" {}\n");
    let of = |selection: Selection, table, column| {
        let selection = selection.columns(["module", column]).unwrap();
        rows_of(root, &selection, table)
    };
    let problem = |module, code| format!(r#"{{"module":"{module}","code":"hcl2::{code}"}}"#);
    let unplanned = [problem("d", "syntax::unclosed-block")];
    assert_eq!(
        of(
            Selection::of([Table::Problems]).with_plans(),
            Table::Problems,
            "code"
        ),
        [
            problem("a", "terraform::invalid-instances"),
            problem("b", "terraform::invalid-instances"),
            problem("c", "source::unreadable"),
            unplanned[0].clone(),
        ]
    );
    assert_eq!(
        of(Selection::of([Table::Instances]), Table::Instances, "address"),
        [r#"{"module":"e","address":"terraform_data.d"}"#]
    );
    // Without plans, only files are read.
    assert_eq!(
        of(Selection::of([Table::Problems]), Table::Problems, "code"),
        unplanned
    );
}

#[test]
fn functions_of_a_root_module_see_its_own_repository() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    for (repository, file, function) in [
        ("bank", "name.txt", "upper"),
        ("pay", "../../bank/live/name.txt", "lower"),
        ("shop", "name.txt", "lower"),
    ] {
        let text =
            format!("resource \"terraform_data\" \"t\" {{\n  input = {function}(file(\"{file}\"))\n}}\n");
        write(root, &format!("{repository}/live/main.tf"), &text);
        write(root, &format!("{repository}/live/name.txt"), repository);
    }
    let called = |module, name| format!(r#"{{"module":"{module}/live","name":"{name}"}}"#);
    assert_eq!(
        rows(root, Table::Functions, &["module", "name"]),
        [
            called("bank", "upper"),
            called("bank", "file"),
            called("pay", "lower"),
            called("pay", "file"),
            called("shop", "lower"),
            called("shop", "file"),
        ]
    );
    let planned = |module: &str, input: &str| {
        let values = format!(
            r#"{{\"id\":null,\"input\":{input},\"output\":null,\"store\":null,\"triggers_replace\":null}}"#
        );
        format!(r#"{{"module":"{module}/live","planned":"{values}"}}"#)
    };
    assert_eq!(
        rows(root, Table::Instances, &["module", "planned"]),
        [
            planned("bank", r#"\"BANK\""#),
            planned("pay", "null"),
            planned("shop", r#"\"shop\""#),
        ]
    );
    let problems = Selection::of([Table::Problems]).with_plans();
    let problems = problems.columns(["module", "code"]).unwrap();
    assert_eq!(
        rows_of(root, &problems, Table::Problems),
        [r#"{"module":"pay/live","code":"hcl2::plan::incomplete"}"#]
    );
}

#[test]
fn modules_that_are_called_by_computed_sources_are_no_roots() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(
        root,
        "main.tofu",
        "variable \"kind\" {\n  default = \"small\"\n}\nmodule \"m\" {\n  source = \"./mods/${var.kind}\"\n  inner  = \"a\"\n}\n",
    );
    write(
        root,
        "mods/small/main.tofu",
        "variable \"inner\" {\n  default = \"none\"\n}\nmodule \"i\" {\n  source = \"../inner_${var.inner}\"\n}\n",
    );
    write(root, "mods/inner_a/main.tofu", "");
    write(root, "mods/large/main.tofu", "");
    let tree = Tree::walk(&[root], Language::OpenTofu).unwrap();
    let parts = tree.parts(1);
    let found: Vec<_> = parts
        .iter()
        .flat_map(Part::directories)
        .map(|own| {
            let below = own.path().strip_prefix(root).unwrap_or(own.path());
            (below.display().to_string(), own.is_called())
        })
        .collect();
    let expected = [
        ("", false),
        ("mods/inner_a", true),
        ("mods/large", false),
        ("mods/small", true),
    ];
    assert_eq!(
        found,
        expected.map(|(path, is_called)| (path.to_owned(), is_called))
    );
}
