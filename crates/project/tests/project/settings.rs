//! Project files, as they are found around files.

use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2_project::{Files, Memory, PathKind, SettingsFiles};

#[test]
fn mistakes_are_reported_where_they_are() {
    let files: Memory = [
        ("app/.hcl2.toml", "langage = 1\nlanguage = \"own.hclschema\"\n"),
        ("app/own.hclschema", "{}"),
    ]
    .into_iter()
    .collect();
    let project = SettingsFiles::new(Arc::new(files)).project_of(Path::new("app/main.hcl"));
    let project = project.expect("a project file");
    let found: Vec<(&str, String)> = project
        .problems
        .iter()
        .map(|problem| {
            let subject = problem.subject.expect("a place");
            let source = project.sources.get(subject.source).expect("a source");
            (
                problem.code.id(),
                String::from_utf8_lossy(source.slice(subject)).into_owned(),
            )
        })
        .collect();
    let expected = [
        ("hcl2::command::invalid-project", "langage"),
        ("hcl2::command::invalid-schema", "{"),
    ];
    assert_eq!(found, expected.map(|(code, text)| (code, text.to_owned())));
}

/// Files that count how often they are asked what is at a path.
#[derive(Debug)]
struct Counting {
    files: Memory,
    kinds: AtomicUsize,
}

impl Files for Counting {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        self.files.read(path, max_bytes)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        self.files.list(directory)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        self.kinds.fetch_add(1, Ordering::Relaxed);
        self.files.kind(path)
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        self.files.canonical(path)
    }
}

#[test]
fn directories_are_asked_once_however_deep_they_are() {
    let asked = |depth: usize| {
        let deepest: PathBuf = std::iter::repeat_n("d", depth).collect();
        let file = deepest.join("main.tf");
        let files = Counting {
            files: [(file.as_path(), "")].into_iter().collect(),
            kinds: AtomicUsize::new(0),
        };
        let files = Arc::new(files);
        let settings = SettingsFiles::new(files.clone());
        let mut directories: Vec<&Path> = deepest.ancestors().collect();
        directories.reverse();
        for directory in directories {
            assert!(!settings.ignores(&directory.join("main.tf")), "{directory:?}");
        }
        files.kinds.load(Ordering::Relaxed)
    };
    assert_eq!([100, 200, 300].map(asked), [301, 601, 901]);
}
