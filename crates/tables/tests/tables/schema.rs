//! The schemas, their versions and their description.

use arrow_schema::DataType;
use hcl2_tables::{SCHEMA_VERSION, Table};

/// The page on tables lists the columns; `HCL2_RECORD=1` writes the list.
#[test]
fn the_page_lists_the_columns() {
    const MARKERS: [&str; 2] = ["<!-- @generated columns -->\n", "<!-- end of columns -->\n"];
    let path = format!("{}/../../docs/tables.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(MARKERS[0]).unwrap();
    let (_, after) = rest.split_once(MARKERS[1]).unwrap();
    let mut shown = String::new();
    for table in Table::ALL {
        shown += &format!("\n### `{table}`\n\n| column | type | |\n|---|---|---|\n");
        for field in table.schema().fields() {
            let ty = match field.data_type() {
                DataType::Dictionary(..) => "string, dictionary-encoded",
                DataType::Utf8 => "string",
                DataType::Boolean => "boolean",
                DataType::Int32 => "int32",
                DataType::Int64 => "int64",
                DataType::Struct(_) => "struct",
                DataType::List(_) => "list of strings",
                DataType::Map(..) => "map of strings",
                other => panic!("{other}"),
            };
            let null = if field.is_nullable() { ", nullable" } else { "" };
            let about = field.metadata().get("description").unwrap();
            shown += &format!("| `{}` | {ty}{null} | {about}. |\n", field.name());
        }
    }
    let expected = format!("{before}{}{shown}\n{}{after}", MARKERS[0], MARKERS[1]);
    if std::env::var_os("HCL2_RECORD").is_some() {
        std::fs::write(&path, expected).unwrap();
    } else {
        assert!(
            page == expected,
            "run this test with HCL2_RECORD=1 to write the columns to {path}"
        );
    }
}

/// The schema of each version is in a file of its own, which is never changed; `HCL2_RECORD=1` writes that of a new version.
#[test]
fn the_schema_changes_with_its_version_only() {
    let path = format!("{}/schema/{SCHEMA_VERSION}.txt", env!("CARGO_MANIFEST_DIR"));
    let mut shown = String::new();
    for table in Table::ALL {
        shown += &format!("{table}\n");
        for field in table.schema().fields() {
            let null = if field.is_nullable() { ", null" } else { "" };
            shown += &format!("  {}: {}{null}\n", field.name(), field.data_type());
        }
    }
    if std::env::var_os("HCL2_RECORD").is_some() && !std::path::Path::new(&path).exists() {
        std::fs::write(&path, &shown).unwrap();
    }
    let recorded = std::fs::read_to_string(&path);
    let recorded = recorded.expect("the schema of a new version is recorded by this test with HCL2_RECORD=1");
    assert_eq!(
        shown, recorded,
        "the schema changed: raise SCHEMA_VERSION, and run this test with HCL2_RECORD=1"
    );
}
