//! The files of a corpus as they are and with other spaces, each with what formatting makes of it.

use std::path::PathBuf;

use hcl2_diagnostics::{Source, SourceMap};
use hcl2_native::lexer::{Start, TokenKind, lex};
use hcl2_native::parse_file;
use hcl2_native::tree::TextRange;

use super::corpus;

/// The minimum number of files in the modules of this repository.
const OWN: usize = 250;

/// A file of a corpus in some layout.
pub(crate) struct Layout {
    /// The original file.
    pub(crate) path: PathBuf,
    pub(crate) given: String,
    pub(crate) formatted: String,
    /// Whether it has syntax errors.
    pub(crate) has_errors: bool,
}

/// Returns two layouts of each file: its own, and one with other spaces. Few of them have errors.
pub(crate) fn all() -> Vec<Layout> {
    let files = corpus::native_files(OWN, |_| true);
    let layouts: Vec<Layout> = (0..)
        .zip(files)
        .flat_map(|(seed, path)| both(path, seed))
        .collect();
    let sound = layouts.iter().filter(|layout| !layout.has_errors).count();
    assert!(sound * 10 >= layouts.len() * 9, "{sound} of {}", layouts.len());
    layouts
}

fn both(path: PathBuf, seed: u64) -> [Layout; 2] {
    let text = std::fs::read_to_string(&path).expect("a readable file");
    let other = disturbed(&text, seed);
    [text, other].map(|given| Layout {
        path: path.clone(),
        formatted: formatted("main.tf", &given),
        has_errors: parse_file(&source("main.tf", &given)).diagnostics.has_errors(),
        given,
    })
}

/// Formats a source.
pub(crate) fn formatted(name: &str, text: &str) -> String {
    let formatted = hcl2_terraform::format_file(&parse_file(&source(name, text)).value);
    String::from_utf8(formatted).expect("UTF-8, as the source was")
}

/// Returns a source with a name.
pub(crate) fn source(name: &str, text: &str) -> Source {
    SourceMap::new().add(name, text).expect("a small source")
}

/// Returns a source with other spaces, which depend on the seed.
fn disturbed(text: &str, mut seed: u64) -> String {
    let mut random = move |limit: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let whole = TextRange::new(0, text.len() as u32);
    let mut out = String::with_capacity(text.len() * 2);
    for token in lex(text.as_bytes(), whole, Start::Code).iter() {
        match token.kind {
            TokenKind::Space => out.push_str(&" ".repeat(1 + random(4))),
            TokenKind::Newline => {
                out.push_str(&" ".repeat(random(3)));
                out.push('\n');
            }
            _ => out.push_str(&text[token.range.as_range()]),
        }
    }
    out
}
