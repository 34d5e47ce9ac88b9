//! Renames of the variables of `for` expressions and of dynamic blocks.

use std::path::Path;

use hcl2_diagnostics::codes::rename as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, Span};
use hcl2_model::Syntax;
use hcl2_native::lexer::is_identifier;
use hcl2_terraform::WrittenIterator;

use super::rename::means_else;
use super::{Names, Renaming};

impl Names {
    /// Returns the variable of a `for` or of a dynamic block whose name is at an offset of a file.
    pub fn iterator(&mut self, path: &Path, offset: u32) -> Option<WrittenIterator> {
        let path = self.files.canonical(path).ok()?;
        let file = self.file(&path)?;
        let covers = |span: &Span| span.start <= offset && offset <= span.end;
        let mut iterators = file.iterators().iter();
        let found = iterators.find(|own| covers(&own.definition) || own.uses.iter().any(covers));
        found.cloned()
    }

    /// Renames the variable of a `for` or of a dynamic block. A dynamic block that does not name its iterator gets the
    /// argument `iterator`.
    ///
    /// # Errors
    ///
    /// Diagnostics that say why the variable cannot have the name, with the codes `hcl2::rename::invalid-name`,
    /// `hcl2::rename::captured` and `hcl2::rename::broken`.
    pub fn rename_iterator(
        &mut self,
        path: &Path,
        iterator: &WrittenIterator,
        new: &str,
    ) -> Result<Renaming, Diagnostics> {
        let path = self.files.canonical(path).unwrap_or_else(|_| path.to_owned());
        let Some(file) = self.file(&path) else {
            return Ok(Renaming::default());
        };
        if let Some(problem) = refusal(iterator, new, file.is_broken()) {
            return Err([problem].into_iter().collect());
        }
        let mut renaming = Renaming::default();
        if iterator.name == *new {
            return Ok(renaming);
        }
        match iterator.unnamed {
            Some(after) => {
                let (at, text) = named(&file.source, after, new);
                renaming.edit(&path, &file.source, at, text);
            }
            None => renaming.edit(&path, &file.source, iterator.definition, new),
        }
        for span in &iterator.uses {
            renaming.edit(&path, &file.source, *span, new);
        }
        Ok(renaming.sorted())
    }
}

/// Returns why an iterator cannot have a name.
fn refusal(iterator: &WrittenIterator, new: &str, is_broken: bool) -> Option<Diagnostic> {
    if !is_identifier(new) {
        return Some(
            Diagnostic::error(codes::INVALID_NAME, "Invalid name")
                .with_detail(format!(
                    "Expected an identifier, found {new:?}: a letter or `_`, then letters, digits, `_` and `-`."
                ))
                .with_subject(iterator.definition),
        );
    }
    if is_broken {
        return Some(
            Diagnostic::error(codes::BROKEN, "Syntax errors in a file with the name")
                .with_detail("The file has syntax errors, so not all uses in it are known. Fix them first.")
                .with_subject(iterator.definition),
        );
    }
    let mut others = iterator.others.iter();
    let (_, span) = others.find(|(other, _)| *other == *new)?;
    let what = format!("`{}`", iterator.name);
    Some(means_else(new, what, *span))
}

/// Returns the edit that names the iterator of a dynamic block, after an argument.
fn named(source: &Source, after: Span, new: &str) -> (Span, String) {
    let end = source.span_of(after.end, after.end);
    if Syntax::from_path(Path::new(source.name())) == Syntax::Json {
        return (end, format!(", \"iterator\": \"{new}\""));
    }
    let before = source.bytes().get(..after.start as usize).unwrap_or_default();
    let line = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    let indent = String::from_utf8_lossy(&before[line..]).into_owned();
    let is_alone = indent.chars().all(char::is_whitespace);
    let start = if is_alone {
        format!("\n{indent}")
    } else {
        "\n".to_owned()
    };
    (end, format!("{start}iterator = {new}"))
}
