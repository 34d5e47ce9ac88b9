//! URIs of files.

use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that are encoded in the path of a URI.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The largest number of bytes of the path of a file, as on most systems. What is around a document is looked for in each of
/// the directories of its path.
const MAX_PATH_BYTES: usize = 4096;

/// Returns the path of the file a URI names, or the URI itself if it names anything else, or the path is too long for a file.
pub(super) fn path_from_uri(uri: &Uri) -> PathBuf {
    let text = uri.as_ref();
    let Some(path) = text.strip_prefix("file://") else {
        return PathBuf::from(text);
    };
    let path = percent_decode_str(path).decode_utf8_lossy();
    if path.len() > MAX_PATH_BYTES {
        return PathBuf::from(text);
    }
    // `/c:/dir` starts with a drive.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(path.strip_prefix('/').filter(|_| is_drive).unwrap_or(&path))
}

/// Returns the URI of a file; `None` if the path is not UTF-8.
pub(super) fn uri_from_path(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    if !path.is_absolute() {
        return Some(Uri::from(text));
    }
    let text = text.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    Some(Uri::from(format!(
        "file://{slash}{}",
        utf8_percent_encode(&text, ENCODED)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_uris_convert_into_each_other() {
        for (path, uri) in [
            ("/a/b c.tf", "file:///a/b%20c.tf"),
            ("/a/é#1.tf", "file:///a/%C3%A9%231.tf"),
        ] {
            assert_eq!(uri_from_path(Path::new(path)).unwrap().as_ref(), uri);
            assert_eq!(path_from_uri(&uri.into()), Path::new(path));
        }
        // A path that no file can have is none.
        let long = Uri::from(format!("file://{}/m.tf", "/a".repeat(10_000)));
        assert_eq!(path_from_uri(&long), Path::new(long.as_ref()));
        let untitled = Uri::from("untitled:Untitled-1");
        assert_eq!(uri_from_path(&path_from_uri(&untitled)).unwrap(), untitled);
    }
}
