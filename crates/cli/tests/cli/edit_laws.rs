//! The law of edits: after any edits, saves, renames and removals, every answer of the server is that of one that starts with
//! the same files and open documents.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hcl2_testing::{REPOSITORY, fixed_cases};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::live::Server;

/// What a person does, with the numbers that choose how.
type Action = (u8, u8, u16, u16);

/// Names that are typed where others are.
const TYPED: &[&str] = &[
    "",
    "x",
    "\n",
    "}",
    "{",
    "\"",
    "var.size",
    "local.",
    "  count = 2\n",
    "variable \"size\" {\n}\n",
    "locals {\n  a = var.size\n}\n",
    "module.net",
    "é",
    "${",
    "# ",
];

/// Project files, and what they may contain.
const PROJECTS: &[&str] = &[
    "language = \"opentofu\"\n",
    "[check]\nwarn = [\"unused-variable\"]\nwrong = 1\n",
];

/// Questions about a whole document.
const WHOLE: &[&str] = &[
    "documentSymbol",
    "semanticTokens/full",
    "inlayHint",
    "codeLens",
    "documentLink",
    "foldingRange",
];

/// Questions about a position.
const PLACES: &[&str] = &[
    "completion",
    "hover",
    "definition",
    "typeDefinition",
    "references",
    "documentHighlight",
    "signatureHelp",
    "prepareRename",
    "rename",
    "codeAction",
];

/// An open document.
#[derive(Clone)]
struct Open {
    text: String,
    version: i32,
}

/// A repository with an editor.
struct World {
    directory: tempfile::TempDir,
    /// The paths of the files, which may not exist, and what they may contain.
    files: Vec<(PathBuf, &'static [&'static str])>,
    open: BTreeMap<PathBuf, Open>,
    server: Server,
}

impl World {
    /// Creates a repository, with or without a module of OpenTofu, which has an effect on the languages of all files.
    fn new(has_opentofu: bool) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        // A repository ends what the checks look for around a directory.
        fs::create_dir(directory.path().join(".git")).expect("a directory");
        let root = directory.path().canonicalize().expect("a directory");
        let files = REPOSITORY
            .iter()
            .filter(|(name, _)| has_opentofu || !name.ends_with(".tofu"));
        let files: Vec<(PathBuf, &[&str])> = files
            .map(|(name, contents)| (root.join(name), *contents))
            .collect();
        for (path, contents) in &files {
            write(path, contents[0]);
        }
        let server = Server::start(&root);
        Self {
            directory,
            files,
            open: BTreeMap::new(),
            server,
        }
    }

    fn root(&self) -> PathBuf {
        self.directory.path().canonicalize().expect("a directory")
    }

    fn act(&mut self, (kind, file, one, other): Action) {
        let index = usize::from(file) % self.files.len();
        let (path, contents) = self.files[index].clone();
        let content = contents[usize::from(one) % contents.len()];
        match kind % 16 {
            0 => self.on_disk(&path, None),
            1 => self.on_disk(&path, Some(content)),
            2 => self.rename(index),
            3 => self.save(&path),
            4 => self.close(&path),
            5 => {
                let path = self
                    .root()
                    .join([".hcl2.toml", "net/.hcl2.toml"][usize::from(one % 2)]);
                let content = PROJECTS.get(usize::from(other) % (PROJECTS.len() + 1));
                self.on_disk(&path, content.copied());
            }
            6 => self.change(&path, None, content),
            _ => {
                let text = match other % 4 {
                    0 => content,
                    _ => TYPED[usize::from(other / 4) % TYPED.len()],
                };
                self.change(&path, Some((one, other % 12)), text);
            }
        }
        // The server checks when it has nothing else to do, which is at any time.
        if other % 2 == 0 {
            self.server.ask("workspace/symbol", &json!({"query": "nothing"}));
        }
    }

    /// Changes or removes a file.
    fn on_disk(&mut self, path: &Path, content: Option<&str>) {
        match content {
            Some(content) => write(path, content),
            None => drop(fs::remove_file(path)),
        }
        self.server.files_changed(&[path]);
    }

    /// Moves a file to another directory or back, as an editor does with an open one.
    fn rename(&mut self, index: usize) {
        let root = self.root();
        let path = self.files[index].0.clone();
        let inside = path.strip_prefix(&root).expect("a file of the repository");
        let moved = match inside.strip_prefix("moved") {
            Ok(inside) => root.join(inside),
            Err(_) => root.join("moved").join(inside),
        };
        fs::create_dir_all(moved.parent().expect("a directory")).expect("a directory");
        drop(fs::rename(&path, &moved));
        self.files[index].0.clone_from(&moved);
        if let Some(open) = self.open.remove(&path) {
            self.server.close(&path);
            self.server.open(&moved, &open.text, open.version);
            self.open.insert(moved.clone(), open);
        }
        self.server.files_changed(&[&path, &moved]);
    }

    fn save(&mut self, path: &Path) {
        if let Some(open) = self.open.get(path) {
            write(path, &open.text);
            self.server.save(path);
        }
    }

    fn close(&mut self, path: &Path) {
        if self.open.remove(path).is_some() {
            self.server.close(path);
        }
    }

    /// Changes a document, which is opened first: a range that begins at a part of the text, or the whole.
    fn change(&mut self, path: &Path, range: Option<(u16, u16)>, text: &str) {
        if !self.open.contains_key(path) {
            let text = fs::read_to_string(path).unwrap_or_default();
            self.server.open(path, &text, 1);
            self.open.insert(path.to_owned(), Open { text, version: 1 });
        }
        let Some(open) = self.open.get_mut(path) else {
            return;
        };
        open.version += 1;
        match range {
            None => {
                text.clone_into(&mut open.text);
                self.server.replace_all(path, open.version, text);
            }
            Some((from, length)) => {
                let at = |at: usize| open.text.floor_char_boundary(at.min(open.text.len()));
                let start = at(usize::from(from) % (open.text.len() + 1));
                let end = at(start + usize::from(length));
                let range = json!({"start": position(&open.text, start), "end": position(&open.text, end)});
                open.text.replace_range(start..end, text);
                self.server.replace(path, open.version, &range, text);
            }
        }
    }

    /// Compares the answers of the server with those of one that starts now.
    fn compare(&mut self, choice: u16) {
        let mut fresh = Server::start(&self.root());
        for (path, open) in &self.open {
            fresh.open(path, &open.text, open.version);
        }
        let (mut asked, mut places) = (vec![("workspace/symbol".to_owned(), json!({"query": ""}))], 0);
        for (path, open) in &self.open {
            let document = json!({"uri": Server::uri(path)});
            let end = position(&open.text, open.text.len());
            let range = json!({"start": {"line": 0, "character": 0}, "end": end});
            asked.extend(WHOLE.iter().map(|method| {
                let params = json!({"textDocument": document, "range": range});
                (format!("textDocument/{method}"), params)
            }));
            for part in 0..3 {
                places += 1;
                let at = usize::from(choice) * 31 + places * 7919 + part * 101;
                let at = open.text.floor_char_boundary(at % (open.text.len() + 1));
                let at = position(&open.text, at);
                asked.extend(PLACES.iter().map(|method| {
                    let params = json!({
                        "textDocument": document,
                        "position": at,
                        "range": {"start": at, "end": at},
                        "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1},
                        "newName": "renamed",
                    });
                    (format!("textDocument/{method}"), params)
                }));
            }
        }
        for (method, params) in asked {
            let answer = |server: &mut Server| {
                let mut answer = server.ask(&method, &params);
                // A server numbers its answers.
                if let Some(fields) = answer.as_object_mut() {
                    fields.remove("resultId");
                }
                answer
            };
            let (own, other) = (answer(&mut self.server), answer(&mut fresh));
            assert_eq!(own, other, "{method} with {params}");
        }
        assert_eq!(self.server.problems(), fresh.problems());
        fresh.end();
    }
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, content).expect("a file");
}

/// Returns the position of an offset, in bytes of UTF-8.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = offset - before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": line, "character": column})
}

proptest! {
    // PROPTEST_CASES=500 makes more than 10,000 edits.
    #![proptest_config(fixed_cases(4))]

    #[test]
    fn every_answer_is_that_of_a_server_that_starts_now(
        actions in prop::collection::vec(any::<Action>(), 20..24),
        has_opentofu in prop::bool::weighted(0.3),
    ) {
        let mut world = World::new(has_opentofu);
        for (number, action) in actions.iter().enumerate() {
            world.act(*action);
            if number % 6 == 5 || number + 1 == actions.len() {
                world.compare(action.2);
            }
        }
        world.server.end();
    }
}
