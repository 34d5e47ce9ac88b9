//! The sources to read: generated ones, or those of a corpus.

use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Source, SourceMap};

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::generate;

/// Sources of one syntax.
pub(crate) struct Input {
    /// One source for each file.
    pub(crate) files: Vec<Text>,
    /// The number of times that a round reads them.
    pub(crate) repeat: usize,
}

/// A file, in the forms that ours and the peers read.
pub(crate) struct Text {
    pub(crate) source: Source,
    text: String,
}

impl Text {
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

impl Input {
    /// Creates the input from files, read several times per round if they are short.
    fn new(files: Vec<(String, String)>, bytes: usize) -> Result<Self, Failure> {
        let total: usize = files.iter().map(|(_, text)| text.len()).sum();
        let mut sources = SourceMap::new();
        let files = files
            .into_iter()
            .map(|(name, text)| {
                let source = sources
                    .add(name, text.as_str())
                    .map_err(|error| Failure::Usage(error.to_string()))?;
                Ok(Text { source, text })
            })
            .collect::<Result<_, Failure>>()?;
        Ok(Self {
            files,
            repeat: bytes.div_ceil(total.max(1)).max(1),
        })
    }

    /// Returns the bytes of all files, each once.
    pub(crate) fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.text.len() as u64).sum()
    }

    /// Returns the number of bytes that a round reads.
    pub(crate) fn work(&self) -> u64 {
        self.bytes() * self.repeat as u64
    }

    /// Returns the sources of all files.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(Text::as_str)
    }
}

/// The input of a run.
pub(crate) struct Inputs {
    pub(crate) native: Input,
    pub(crate) json: Input,
    /// Notes on anything unexpected.
    pub(crate) notes: Vec<String>,
}

/// Reads the corpus, or generates the input.
///
/// # Errors
///
/// If no file can be read.
pub(crate) fn read(arguments: &Arguments) -> Result<Inputs, Failure> {
    let bytes = arguments.size as usize * 1_000_000;
    let mut notes = Vec::new();
    let generated_json = || Input::new(generate::json(arguments.seed, bytes), bytes);
    let Some(directory) = &arguments.corpus else {
        let native = Input::new(generate::native(arguments.seed, bytes), bytes)?;
        return Ok(Inputs {
            native,
            json: generated_json()?,
            notes,
        });
    };
    let mut paths = Vec::new();
    collect(directory, &mut paths)
        .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", directory.display())))?;
    paths.sort();
    let (mut native, mut json) = (Vec::new(), Vec::new());
    for path in paths {
        let files = match path.extension().and_then(|extension| extension.to_str()) {
            Some("tf" | "hcl") => &mut native,
            Some("json") => &mut json,
            _ => continue,
        };
        let name = path.display().to_string();
        match std::fs::read_to_string(&path) {
            Ok(text) => match obstacle(&name, &text, arguments.peers) {
                Some(reason) => notes.push(format!("{name} is left out: {reason}")),
                None => files.push((name, text)),
            },
            Err(error) => notes.push(format!("{name} is left out: {error}")),
        }
    }
    if native.iter().all(|(_, text)| text.is_empty()) {
        let text = format!(
            "{} has no .tf or .hcl files with something in them",
            directory.display()
        );
        return Err(Failure::Usage(text));
    }
    let json = if json.is_empty() {
        notes.push(format!(
            "{} has no .json files; JSON is generated",
            directory.display()
        ));
        generated_json()?
    } else {
        Input::new(json, bytes)?
    };
    Ok(Inputs {
        native: Input::new(native, bytes)?,
        json,
        notes,
    })
}

/// Returns the files below a directory; symbolic links are not followed.
fn collect(directory: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), paths)?;
        } else if kind.is_file() {
            paths.push(entry.path());
        }
    }
    Ok(())
}

/// Returns the reason why a contestant could not read all of a source; all must do the same work.
fn obstacle(name: &str, text: &str, peers: bool) -> Option<&'static str> {
    let mut sources = SourceMap::new();
    let Ok(source) = sources.add(name, text) else {
        return Some("it is too large");
    };
    let is_json = name.ends_with(".json");
    let diagnostics = if is_json {
        hcl2_json::parse(&source).diagnostics
    } else {
        hcl2_native::parse_file(&source).diagnostics
    };
    if diagnostics.has_errors() {
        return Some("it has errors");
    }
    (peers && !is_json && peers_refuse(text)).then_some("hcl-edit cannot read it")
}

#[cfg(feature = "peers")]
fn peers_refuse(text: &str) -> bool {
    hcl_edit::parser::parse_body(text).is_err()
}

#[cfg(not(feature = "peers"))]
fn peers_refuse(_: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn inputs_of(directory: &Path) -> Result<Inputs, Failure> {
        read(&Arguments::parse_from([
            "bench",
            "--size=1",
            "--corpus",
            &directory.display().to_string(),
        ]))
    }

    #[test]
    fn a_corpus_without_files_is_an_error() {
        let empty = std::env::temp_dir().join(format!("hcl2-bench-empty-{}", std::process::id()));
        std::fs::create_dir_all(&empty).unwrap();
        let found = inputs_of(&empty).err();
        std::fs::remove_dir_all(&empty).unwrap();
        let text = format!(
            "{} has no .tf or .hcl files with something in them",
            empty.display()
        );
        assert_eq!(found, Some(Failure::Usage(text)));
        assert!(matches!(inputs_of(&empty), Err(Failure::Usage(text)) if text.starts_with("cannot read ")));
    }

    #[test]
    fn a_text_that_a_peer_cannot_read_is_left_out_with_peers_only() {
        let valid = "a = { x = 1, x = 2 }\n";
        assert_eq!(obstacle("a.tf", valid, false), None);
        let refused = cfg!(feature = "peers").then_some("hcl-edit cannot read it");
        assert_eq!(obstacle("a.tf", valid, true), refused);
        assert_eq!(obstacle("a.tf", "a = \n", false), Some("it has errors"));
        assert_eq!(obstacle("a.json", "{", true), Some("it has errors"));
    }

    #[test]
    fn a_small_corpus_is_read_several_times() {
        let root = std::env::temp_dir().join(format!("hcl2-bench-small-{}", std::process::id()));
        std::fs::create_dir_all(root.join("inner")).unwrap();
        std::fs::write(root.join("b.tf"), "a = 1\n").unwrap();
        std::fs::write(root.join("inner/a.hcl"), "a = {}\n").unwrap();
        std::fs::write(root.join("c.tf"), "a = ").unwrap();
        let found = inputs_of(&root);
        std::fs::remove_dir_all(&root).unwrap();
        let inputs = found.unwrap();
        let texts: Vec<&str> = inputs.native.texts().collect();
        assert_eq!(
            (texts, inputs.native.repeat),
            (vec!["a = 1\n", "a = {}\n"], 76_924)
        );
        assert_eq!(inputs.notes.len(), 2);
        assert!(inputs.notes[0].ends_with("c.tf is left out: it has errors"));
    }
}
