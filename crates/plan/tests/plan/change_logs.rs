//! The changes that the page on Terraform lists from the change logs.

use std::fs;
use std::path::Path;

/// Each change of the change logs that has an effect names a case or a test that is there.
#[test]
fn changes_on_the_page_have_cases() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("terraform.md")).expect("the page is there");
    let (_, section) = page
        .split_once("## What else the change logs list\n")
        .expect("the section is there");
    let rows = section
        .lines()
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| "));
    let mut seen = 0;
    for row in rows.skip(1) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, _, status, shown] = cells.as_slice() else {
            panic!("not four cells: {row}");
        };
        seen += 1;
        if *status == "no effect" {
            continue;
        }
        assert!(
            ["obeyed", "checked", "refused"]
                .iter()
                .any(|known| status.starts_with(known)),
            "{row}"
        );
        let (title, path) = shown.split_once("](").unwrap_or_else(|| panic!("no case: {row}"));
        let title = title.trim_start_matches('[');
        let file = docs.join(path.trim_end_matches(')'));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let wanted = match title.strip_prefix('`') {
            Some(name) => format!("fn {}(", name.trim_end_matches('`')),
            None => format!("## {title}\n"),
        };
        assert!(text.contains(&wanted), "{row}");
    }
    assert!(seen > 20);
}
