//! What several searches for names share.

use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2_project::{Files, Memory, NameTables, Names, PathKind, Stamp};

/// Files that count how often one is read.
#[derive(Debug)]
struct Counted {
    files: Memory,
    reads: Arc<AtomicUsize>,
}

impl Files for Counted {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.files.read(path, max_bytes)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        self.files.list(directory)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        self.files.kind(path)
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        self.files.canonical(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.files.stamp(path)
    }
}

#[test]
fn names_read_only_changed_files_again() {
    let mut files: Memory = (0..40)
        .map(|number| {
            (
                format!("/m{number}/main.tf"),
                "variable \"size\" {}\noutput \"o\" {\n  value = var.size\n}\n",
            )
        })
        .collect();
    let callers = (0..40)
        .map(|number| format!("module \"m{number}\" {{\n  source = \"./m{number}\"\n  size   = 1\n}}\n"));
    files.insert("/main.tf", callers.collect::<String>());
    let tables = Arc::new(NameTables::default());
    let reads = Arc::new(AtomicUsize::new(0));
    let places = |files: &Memory| {
        let counted = Counted {
            files: files.clone(),
            reads: Arc::clone(&reads),
        };
        let mut names = Names::new(Arc::new(counted), [Path::new("/")]).sharing(&tables);
        let size = names.object(Path::new("/m7"), "var.size").expect("a variable");
        (names.places(&size).len(), reads.swap(0, Ordering::Relaxed))
    };
    assert_eq!(places(&files), (3, 41));
    assert_eq!(places(&files), (3, 0));
    files.insert(
        "/m7/main.tf",
        "variable \"size\" {}\nlocals {\n  a = var.size\n  b = var.size\n}\n",
    );
    assert_eq!(places(&files), (4, 1));
    files.insert("/m7/other.tf", "locals {\n  c = var.size\n}\n");
    tables.forget_directories();
    assert_eq!(places(&files), (5, 1));
    files.remove("/m7/other.tf");
    tables.forget_directories();
    assert_eq!(places(&files), (4, 0));
}

#[test]
fn declaration_is_found_in_the_files_of_its_module_alone() {
    let mut files: Memory = (0..40)
        .map(|number| (format!("/m{number}/main.tf"), "variable \"size\" {}\n"))
        .collect();
    let callers = (0..40)
        .map(|number| format!("module \"m{number}\" {{\n  source = \"./m{number}\"\n  size   = 1\n}}\n"));
    files.insert("/main.tf", callers.collect::<String>());
    files.insert("/m7/values/large.tfvars", "size = 8\n");
    let reads = Arc::new(AtomicUsize::new(0));
    let counted = Counted {
        files,
        reads: Arc::clone(&reads),
    };
    let mut names = Names::new(Arc::new(counted), [Path::new("/")]);
    let (size, _) = names
        .at(Path::new("/m7/values/large.tfvars"), 1)
        .expect("a variable");
    let declaration = names.declaration(&size).expect("a declaration");
    assert_eq!(
        (declaration.path.as_path(), declaration.span.range()),
        (Path::new("/m7/main.tf"), 10..14)
    );
    assert_eq!(reads.load(Ordering::Relaxed), 2);
    assert!(names.at(Path::new("/m7/main.tf"), 0).is_none());
}
