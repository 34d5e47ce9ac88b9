//! Actions that write the same in another order, file or syntax.

use hcl2_diagnostics::Span;
use hcl2_ide::{Action, ActionKind};

use crate::support::{applied, marked, path, workspace};

/// Returns the actions at the marker of a document, beside other files.
fn actions(name: &str, text: &str, others: &[(&str, &str)]) -> Vec<Action> {
    let (text, offset) = marked(text);
    let workspace = workspace(&[(name, &text)], others);
    let document = workspace.document(&path(name)).expect("the document");
    let range = Span::new(document.source().id(), offset, offset);
    workspace.actions(&path(name), range)
}

fn titled(actions: Vec<Action>, title: &str) -> Option<Action> {
    actions.into_iter().find(|action| action.title == title)
}

/// Returns the text of `main.tf` after the action of a title.
fn changed(text: &str, title: &str) -> Option<String> {
    let action = titled(actions("main.tf", text, &[]), title)?;
    assert_eq!(action.kind, ActionKind::Rewrite);
    applied(&action.edits).pop().map(|(_, text)| text)
}

#[test]
fn keys_of_objects_are_sorted_with_their_comments() {
    let text = "locals {\n  tags = {\n    |b = 1 # of b\n\n    # About a.\n    a = 2\n    \"c\" = <<EOT\nx\nEOT\n    aa = 3\n  }\n}\n";
    let sorted = "locals {\n  tags = {\n    # About a.\n    a = 2\n\n    aa = 3\n    b = 1 # of b\n    \"c\" = <<EOT\nx\nEOT\n  }\n}\n";
    assert_eq!(
        changed(text, "Sort the keys of this object").as_deref(),
        Some(sorted)
    );
    for other in [
        // In order, on one line, and with commas that are not behind each.
        "locals {\n  tags = {\n    |a = 1\n    b = 2\n  }\n}\n",
        "locals {\n  tags = { |b = 1, a = 2 }\n}\n",
        "locals {\n  tags = {\n    |b = 1,\n    a = 2\n  }\n}\n",
    ] {
        assert_eq!(changed(other, "Sort the keys of this object"), None, "{other}");
    }
}

#[test]
fn arguments_that_the_language_does_not_define_are_sorted() {
    let text = "module \"x\" {\n  source = \"./x\"\n  |zone = 1\n  # Its name.\n  name = 2\n  count = 3\n}\n";
    let sorted =
        "module \"x\" {\n  source = \"./x\"\n  # Its name.\n  name = 2\n  zone = 1\n  count = 3\n}\n";
    assert_eq!(
        changed(text, "Sort the arguments of this block").as_deref(),
        Some(sorted)
    );
    let locals = "locals {\n  b = 1\n  |a = 2\n}\n";
    assert_eq!(
        changed(locals, "Sort the arguments of this block").as_deref(),
        Some("locals {\n  a = 2\n  b = 1\n}\n")
    );
}

#[test]
fn blocks_of_a_type_are_sorted() {
    let text = "variable |\"b\" {}\n\noutput \"x\" {\n  value = 1\n}\n\n# The first.\nvariable \"a\" {\n}\n";
    let sorted = "# The first.\nvariable \"a\" {\n}\n\noutput \"x\" {\n  value = 1\n}\n\nvariable \"b\" {}\n";
    assert_eq!(
        changed(text, "Sort the blocks `variable` of this file").as_deref(),
        Some(sorted)
    );
}

#[test]
fn block_is_moved_to_an_existing_or_a_new_file() {
    let main =
        "locals {\n  a = 1\n}\n\n# The size.\nvariable |\"size\" {\n}\n\noutput \"b\" {\n  value = 1\n}\n";
    let without = "locals {\n  a = 1\n}\n\noutput \"b\" {\n  value = 1\n}\n";
    let other = ("other.tf", "variable \"x\" {\n}\n");
    let found = actions("main.tf", main, &[other]);
    let titles: Vec<&str> = found.iter().map(|action| action.title.as_str()).collect();
    assert!(titles.contains(&"Move to `variables.tf`"), "{titles:?}");
    let new = titled(found.clone(), "Move to `variables.tf`").expect("the usual file");
    assert_eq!(new.kind, ActionKind::Move);
    assert_eq!(applied(&new.edits), [("main.tf".to_owned(), without.to_owned())]);
    let created: Vec<_> = new.created.into_iter().collect();
    let block = "# The size.\nvariable \"size\" {\n}\n";
    assert_eq!(created, [(path("variables.tf"), block.to_owned())]);
    let existing = titled(found, "Move to `other.tf`").expect("the other file");
    assert_eq!(
        applied(&existing.edits),
        [
            ("main.tf".to_owned(), without.to_owned()),
            ("other.tf".to_owned(), format!("{}\n{block}", other.1)),
        ]
    );
    let last = "locals {\n  a = 1\n}\n\nvariable |\"size\" {\n}\n";
    let moved = titled(actions("main.tf", last, &[]), "Move to `variables.tf`").expect("a move");
    assert_eq!(
        applied(&moved.edits),
        [("main.tf".to_owned(), "locals {\n  a = 1\n}\n".to_owned())]
    );
    // Blocks of overrides belong to the files that they override.
    let of_override = actions("main_override.tf", "variable |\"size\" {\n}\n", &[]);
    assert!(of_override.iter().all(|action| action.kind != ActionKind::Move));
}

#[test]
fn file_is_converted_to_the_other_syntax() {
    let text = "variable |\"size\" {\n  default = 1\n}\n";
    let json = "{\n  \"variable\": {\n    \"size\": {\n      \"default\": 1\n    }\n  }\n}\n";
    let there = titled(
        actions("main.tf", text, &[]),
        "Convert to JSON, as `main.tf.json`",
    )
    .expect("a conversion");
    let created: Vec<_> = there.created.into_iter().collect();
    assert_eq!(created, [(path("main.tf.json"), json.to_owned())]);
    assert_eq!((there.edits.len(), there.deleted), (0, vec![path("main.tf")]));
    let back = actions("main.tf.json", &format!("|{json}"), &[]);
    let back = titled(back, "Convert to the native syntax, as `main.tf`").expect("a conversion");
    let created: Vec<_> = back.created.into_iter().collect();
    assert_eq!(created, [(path("main.tf"), text.replace('|', ""))]);
    // Nothing is overwritten.
    let taken = actions("main.tf", text, &[("main.tf.json", "{}")]);
    assert!(
        taken
            .iter()
            .all(|action| action.created.is_empty() || action.kind == ActionKind::Move)
    );
}

/// Returns the native files of modules in and below a directory.
fn files_below(directory: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("a directory");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "tf") {
            found.push(path);
        }
    }
}

/// How many files are skipped between two.
const STEP: usize = 47;

#[test]
fn sorting_keeps_all_lines() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    files_below(&root.join("examples"), &mut files);
    files_below(&root.join("spec-tests/plans"), &mut files);
    files.sort();
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let mut sorted = 0;
    for file in files.iter().step_by(STEP) {
        let text = std::fs::read_to_string(file).expect("a file");
        // At the start of each line that has a name.
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = [0].into_iter().chain(starts);
        let places = starts.map(|at| at + text[at..].len() - text[at..].trim_start_matches(' ').len());
        for place in places.collect::<Vec<_>>() {
            let marked = format!("{}|{}", &text[..place], &text[place..]);
            for action in actions("main.tf", &marked, &[]) {
                if !action.title.starts_with("Sort ") {
                    continue;
                }
                sorted += 1;
                let (_, after) = applied(&action.edits).remove(0);
                assert_eq!(
                    lines(&after),
                    lines(&text),
                    "{} in {}",
                    action.title,
                    file.display()
                );
            }
        }
    }
    assert!(sorted >= 3, "{sorted}");
}
