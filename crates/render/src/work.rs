//! A rendering under way: what was read, and what is wrong with it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, Span};
use hcl2_model::BodyRef;
use hcl2_native::{Input, NativeBody, parse_file};
use hcl2_project::{FileReader, Files};

use crate::{Language, Options};

/// A rendering under way.
#[derive(Debug)]
pub(crate) struct Work<'o> {
    pub(crate) reader: FileReader,
    pub(crate) options: &'o Options,
}

impl<'o> Work<'o> {
    pub(crate) fn new(files: Arc<dyn Files>, options: &'o Options) -> Self {
        let reader = FileReader {
            files,
            max_bytes: u64::from(options.limits.source_bytes()),
            ..FileReader::default()
        };
        Self { reader, options }
    }

    /// Adds a problem.
    pub(crate) fn report(&mut self, problem: Diagnostic) {
        self.reader.diagnostics.push(problem);
    }

    /// Reads and parses a file, in JSON syntax if its name says so.
    pub(crate) fn parse(&mut self, path: &Path) -> Option<BodyRef> {
        let source = self.reader.read(path)?;
        let parsed = if source.name().ends_with(".json") {
            let options = hcl2_json::Options {
                limits: self.options.limits,
                ..hcl2_json::Options::default()
            };
            options.parse(&source)
        } else {
            let input = Input::whole(&source).with_limits(self.options.limits);
            parse_file(input).map(NativeBody::of_file)
        };
        let is_sound = !parsed.has_errors();
        let body = parsed.report_into(&mut self.reader.diagnostics);
        is_sound.then_some(body)
    }

    /// Returns the language that the options or the names of files show, or else that of what is below directories.
    pub(crate) fn language(
        &mut self,
        paths: &[PathBuf],
        below: impl FnOnce(&dyn Files) -> Option<Language>,
    ) -> Option<Language> {
        if let Some(language) = self.options.language {
            return Some(language);
        }
        let mut found: Vec<Language> = Vec::new();
        for path in paths {
            if self.reader.files.kind(path).is_none() {
                // Its absence is the problem, whatever its name shows.
                self.reader.read(path)?;
            }
            let own = if self.reader.files.is_directory(path) {
                self.reader.files.list(path).unwrap_or_default()
            } else {
                vec![path.clone()]
            };
            let shown = own.iter().filter_map(|path| {
                let language = Language::of(path.file_name()?.to_str()?)?;
                (!self.reader.files.is_directory(path)).then_some(language)
            });
            found.extend(shown);
        }
        found.sort_unstable();
        found.dedup();
        if found.is_empty()
            && let Some(language) = below(&*self.reader.files)
        {
            return Some(language);
        }
        if let [language] = found.as_slice() {
            return Some(*language);
        }
        let all: Vec<&str> = Language::names().collect();
        let detail = match found.as_slice() {
            [] => match paths {
                [path] if self.reader.files.is_directory(path) => format!(
                    "The directory {} has no file whose name shows a language that can be rendered.",
                    path.display()
                ),
                _ => "The names of the files show no language that can be rendered.".to_owned(),
            },
            several => {
                let names: Vec<&str> = several.iter().map(|language| language.name()).collect();
                format!(
                    "The names of the files show several languages: {}.",
                    names.join(", ")
                )
            }
        };
        let detail = format!(
            "{detail} Name a file, or select one of the languages {} with `--language`.",
            all.join(", ")
        );
        self.report(Diagnostic::error(codes::UNKNOWN_LANGUAGE, "Unknown language").with_detail(detail));
        None
    }

    /// Returns the sources and the problems, in their order.
    pub(crate) fn finish(self) -> (SourceMap, Diagnostics) {
        let FileReader {
            sources,
            mut diagnostics,
            ..
        } = self.reader;
        sources.sort(&mut diagnostics);
        (sources, diagnostics)
    }
}

/// Returns the place of the first reference to a position, among the positions that something needs and the references to
/// them.
pub(crate) fn reference_to(position: usize, needs: &[(usize, Span)]) -> Option<Span> {
    let reference = needs.iter().find(|(other, _)| *other == position);
    reference.map(|(_, span)| *span)
}
