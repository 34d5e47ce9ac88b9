//! Open documents, and the files that they are.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::Syntax;
use hcl2::diagnostics::{Source, SourceMap, SourceTooLarge};
use hcl2::native::parse_file;
use hcl2::native::tree::File;
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::position::Encoding;

/// What stands in an URI as it is.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A document that is open in the editor.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) syntax: Syntax,
    pub(super) source: Source,
    tree: OnceCell<Arc<File>>,
}

impl Document {
    pub(super) fn open(item: TextDocumentItem) -> Result<Self, SourceTooLarge> {
        let path = path_of(&item.uri);
        let syntax = match item.language_id.as_str() {
            "json" | "jsonc" => Syntax::Json,
            _ => Syntax::from_path(&path),
        };
        Ok(Self {
            source: source(&path, item.text)?,
            uri: item.uri,
            version: item.version,
            syntax,
            tree: OnceCell::new(),
        })
    }

    /// Where the document is, or what stands in for that where it is not in a file.
    pub(super) fn path(&self) -> &Path {
        Path::new(self.source.name())
    }

    /// The text; what an editor sends is text.
    pub(super) fn text(&self) -> &str {
        self.source.text().unwrap_or_default()
    }

    /// Makes changes to the text, each upon the one before.
    pub(super) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Result<(), SourceTooLarge> {
        for change in changes {
            let text = match change.range {
                None => change.text,
                Some(range) => {
                    let span = encoding.span(&self.source, range);
                    let text = self.text();
                    [
                        &text[..span.start as usize],
                        &change.text,
                        &text[span.end as usize..],
                    ]
                    .concat()
                }
            };
            self.source = source(self.path(), text)?;
        }
        self.version = version;
        self.tree = OnceCell::new();
        Ok(())
    }

    /// The tree of a document of the native syntax.
    pub(super) fn tree(&self) -> Option<&Arc<File>> {
        (self.syntax == Syntax::Native).then(|| self.tree.get_or_init(|| parse_file(&self.source).value))
    }
}

fn source(path: &Path, text: String) -> Result<Source, SourceTooLarge> {
    SourceMap::new().add(path.display().to_string(), text)
}

/// The file that an URI names; for one that names something else, the URI itself.
pub(super) fn path_of(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    let Some(path) = text.strip_prefix("file://") else {
        return PathBuf::from(text);
    };
    let path = percent_decode_str(path).decode_utf8_lossy();
    // `/c:/dir` names a drive.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(path.strip_prefix('/').filter(|_| is_drive).unwrap_or(&path))
}

/// The URI of a file; `None` where there is none for it.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    if !path.is_absolute() {
        return text.parse().ok();
    }
    let text = text.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&text, PLAIN))
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    fn document(uri: &str, text: &str) -> Document {
        let uri: Uri = uri.parse().unwrap();
        Document::open(TextDocumentItem::new(
            uri,
            "terraform".to_owned(),
            1,
            text.to_owned(),
        ))
        .unwrap()
    }

    #[test]
    fn paths_and_uris_lead_to_each_other() {
        for (path, uri) in [
            ("/a/b c.tf", "file:///a/b%20c.tf"),
            ("/a/é#1.tf", "file:///a/%C3%A9%231.tf"),
        ] {
            assert_eq!(uri_of(Path::new(path)).unwrap().as_str(), uri);
            assert_eq!(path_of(&uri.parse().unwrap()), Path::new(path));
        }
        let untitled: Uri = "untitled:Untitled-1".parse().unwrap();
        assert_eq!(uri_of(&path_of(&untitled)).unwrap(), untitled);
    }

    #[test]
    fn changes_are_made_one_upon_the_other() {
        let mut document = document("file:///a.tf", "a = \"😀\"\nb = 2\n");
        let at = |line, from, to, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(line, from), Position::new(line, to))),
            range_length: None,
            text: text.to_owned(),
        };
        let changes = vec![at(0, 5, 7, "x\ny"), at(2, 4, 5, "3"), at(9, 0, 0, "# end")];
        document.change(2, changes, Encoding::Utf16).unwrap();
        assert_eq!(
            (document.text(), document.version),
            ("a = \"x\ny\"\nb = 3\n# end", 2)
        );
    }

    #[test]
    fn the_name_or_the_editor_tells_the_syntax() {
        assert_eq!(document("file:///a.tf.json", "{}").syntax, Syntax::Json);
        assert_eq!(document("file:///a.tf", "").syntax, Syntax::Native);
    }
}
