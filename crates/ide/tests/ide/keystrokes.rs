//! The law of keystrokes: what a workspace finds and answers after any edits is what a workspace opened afterwards does.

use std::collections::BTreeMap;

use hcl2_ide::Workspace;

use crate::support::{path, workspace};

/// Modules of two parts, one of which calls another.
const DOCUMENTS: [(&str, &str); 4] = [
    (
        "app/main.tf",
        "module \"net\" {\n  source = \"../net\"\n  zone   = local.zone\n}\nlocals {\n  zone = \"a\"\n}\n",
    ),
    (
        "net/main.tf",
        "variable \"zone\" {\n  type = string\n}\noutput \"id\" {\n  value = var.zone\n}\n",
    ),
    (
        "other/main.tf",
        "resource \"acme_disk\" \"d\" {\n  count = 2\n  size  = local.size\n}\nlocals {\n  size = 1\n}\n",
    ),
    (
        "other/use.tf",
        "output \"d\" {\n  value = acme_disk.d[0].size\n}\n",
    ),
];

/// What is typed or pasted.
const TYPED: [&str; 10] = [
    "",
    "x",
    "\n",
    "\"",
    "}",
    "  b = local.zone\n",
    "variable \"v\" {}\n",
    "output \"o\" {\n  value = var.zone + 1\n}\n",
    "module \"m\" {\n  source = \"../other\"\n}\n",
    "${",
];

/// Returns the problems of each file, and what is said about some offsets of each document.
fn said(workspace: &Workspace) -> BTreeMap<String, Vec<String>> {
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, file) in workspace.files() {
        let problems = file.diagnostics.iter().map(|problem| {
            let place = problem.subject.map(|subject| subject.range());
            format!(
                "{place:?} {:?} {} {}",
                problem.severity,
                problem.code.id(),
                problem.detail
            )
        });
        said.entry(path.display().to_string())
            .or_default()
            .extend(problems);
    }
    for (name, _) in DOCUMENTS {
        let path = path(name);
        let Some(document) = workspace.document(&path) else {
            continue;
        };
        let own = said.entry(path.display().to_string()).or_default();
        for offset in (0..document.text().len() as u32).step_by(7) {
            let definition = workspace.definition(&path, offset);
            let definition = definition.map(|found| (found.path().to_owned(), found.span.range()));
            let hover = workspace.hover(&path, offset).map(|hover| hover.text);
            own.push(format!("{offset} {definition:?} {hover:?}"));
        }
    }
    said
}

fn compare(seed: u64, edits: usize) {
    let mut state = seed;
    let mut below = |end: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or_default() % end.max(1)
    };
    let mut edited = workspace(&DOCUMENTS, &DOCUMENTS);
    for edit in 0..edits {
        let (name, first) = DOCUMENTS[below(DOCUMENTS.len())];
        let document = edited.document_mut(&path(name)).expect("an open document");
        let length = document.text().len();
        match below(5) {
            // Most edits break something, which is then fixed.
            0 => document.set_text(first),
            _ => {
                let start = below(length + 1);
                let end = (start + below(4)).min(length);
                document.replace(start as u32..end as u32, TYPED[below(TYPED.len())])
            }
        }
        .expect("a short text");
        edited.check();
        let texts = DOCUMENTS.map(|(name, _)| {
            let document = edited.document(&path(name)).expect("an open document");
            (name, document.text().to_owned())
        });
        let fresh = workspace(
            &texts.each_ref().map(|(name, text)| (*name, text.as_str())),
            &DOCUMENTS,
        );
        assert_eq!(
            said(&edited),
            said(&fresh),
            "after edit {edit} of seed {seed}: {texts:?}"
        );
    }
}

#[test]
fn edited_workspace_says_what_a_fresh_one_says() {
    for seed in 0..4 {
        compare(seed, 12);
    }
}

#[test]
#[ignore = "takes a minute"]
fn edited_workspace_says_what_a_fresh_one_says_after_many_edits() {
    for seed in 4..40 {
        compare(seed, 200);
    }
}
