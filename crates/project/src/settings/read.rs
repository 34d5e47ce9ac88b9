//! The content of a project file.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_decode::schema::Schema;
use hcl2_diagnostics::codes::command::INVALID_PROJECT;
use hcl2_diagnostics::{Diagnostic, Source, Span, nearest_name};
use hcl2_native::Style;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::{read_schema, schema_file};
use super::{Denied, ProjectSettings, Settings, optional_codes_named};
use crate::files::{Files, directory_of};
use crate::reader::{FileReader, unreadable_file};

/// Reads the project file at a canonical path, over other settings.
pub(super) fn read(file: &Path, base: &Settings, files: Arc<dyn Files>) -> ProjectSettings {
    let here = files.canonical(Path::new(".")).ok();
    let mut reader = FileReader {
        files,
        ..FileReader::default()
    };
    let source = reader.read(shown(file, here.as_deref()));
    let mut project = ProjectSettings {
        settings: base.clone(),
        read: vec![(file.to_owned(), source.clone())],
        ..ProjectSettings::default()
    };
    if let Some(source) = source {
        let mut reading = Reading {
            source,
            directory: directory_of(file),
            here: here.as_deref(),
            reader: &mut reader,
            read: &mut project.read,
        };
        reading.text(&mut project.settings);
    }
    project.problems = reader.diagnostics;
    project.sources = reader.sources;
    project
}

/// Returns a path as it is shown: from the current directory, if it is there.
fn shown<'f>(file: &'f Path, here: Option<&Path>) -> &'f Path {
    here.and_then(|here| file.strip_prefix(here).ok()).unwrap_or(file)
}

/// A project file that is read.
struct Reading<'f> {
    source: Source,
    /// Its canonical directory.
    directory: &'f Path,
    /// The current directory.
    here: Option<&'f Path>,
    reader: &'f mut FileReader,
    /// The files that were read so far.
    read: &'f mut Vec<(PathBuf, Option<Source>)>,
}

impl Reading<'_> {
    fn text(&mut self, settings: &mut Settings) {
        let source = self.source.clone();
        let text = match std::str::from_utf8(source.bytes()) {
            Ok(text) => text,
            Err(error) => {
                let at = error.valid_up_to();
                return self.report(at..at + 1, "The file is not UTF-8 text.");
            }
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        match errors.first() {
            Some(error) => {
                let span = error.span().unwrap_or(0..0);
                let message = error.message().lines().collect::<Vec<_>>().join("; ");
                self.report(span, &format!("The file is not valid TOML: {message}."));
            }
            None => self.settings(table.get_ref(), settings),
        }
    }

    fn settings(&mut self, table: &DeTable<'_>, settings: &mut Settings) {
        const KEYS: &[&str] = &["language", "ignore", "check", "fmt"];
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "language" => self.language(value, settings),
                "ignore" => settings.ignored = self.patterns(value).map(Arc::new),
                "check" => self.check(value, settings),
                "fmt" => self.style(value, &mut settings.style),
                _ => self.unknown(key, KEYS),
            }
        }
    }

    fn language(&mut self, value: &Spanned<DeValue<'_>>, settings: &mut Settings) {
        let Some(text) = self.string(value) else { return };
        settings.schema = None;
        if let Some(file) = schema_file(&text) {
            settings.schema = self.schema(value, &file).map(Arc::new);
            return;
        }
        match text.parse() {
            Ok(selected) => settings.selected = selected,
            Err(problem) => self.refuse(value, &problem),
        }
    }

    fn schema(&mut self, value: &Spanned<DeValue<'_>>, file: &Path) -> Option<Schema> {
        let path = self.directory.join(file);
        let shown = shown(&path, self.here);
        let content = self.reader.files.read(shown, self.reader.max_bytes);
        let source = match content {
            Ok(_) => self.reader.add_read(shown, content),
            Err(error) => {
                let problem = unreadable_file(shown, &error).with_subject(self.span(value.span()));
                self.reader.diagnostics.push(problem);
                None
            }
        };
        self.read.push((path.clone(), source.clone()));
        read_schema(&source?)
            .map_err(|problems| self.reader.diagnostics.append(problems))
            .ok()
    }

    fn check(&mut self, value: &Spanned<DeValue<'_>>, settings: &mut Settings) {
        for (key, value) in self.table(value) {
            match key.get_ref().as_ref() {
                "warn" => settings.severities.warn = self.codes(value, optional_codes_named).concat(),
                "deny" => settings.severities.deny = self.codes(value, str::parse::<Denied>),
                _ => self.unknown(key, &["warn", "deny"]),
            }
        }
    }

    fn style(&mut self, value: &Spanned<DeValue<'_>>, style: &mut Style) {
        const KEYS: &[&str] = &["indent", "align", "max-width", "sort-attributes", "final-newline"];
        for (key, value) in self.table(value) {
            match key.get_ref().as_ref() {
                "indent" => {
                    let spaces = self.number(value, u8::MAX.into());
                    style.indentation = spaces.and_then(|spaces| u8::try_from(spaces).ok()).unwrap_or(0);
                }
                "align" => style.align = self.bool(value),
                "max-width" => style.max_width = self.number(value, u32::MAX),
                "sort-attributes" => style.sort_attributes = self.bool(value),
                "final-newline" => style.final_newline = self.bool(value),
                _ => self.unknown(key, KEYS),
            }
        }
    }

    fn codes<T>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<T> {
        let mut codes = Vec::new();
        for element in self.elements(value) {
            let Some(name) = self.string(element) else {
                continue;
            };
            match parse(&name) {
                Ok(code) => codes.push(code),
                Err(problem) => self.refuse(element, &problem),
            }
        }
        codes
    }

    /// Returns what matches patterns as those of Git, relative to a directory.
    fn patterns(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Gitignore> {
        let mut builder = GitignoreBuilder::new(self.directory);
        for element in self.elements(value) {
            let Some(pattern) = self.string(element) else {
                continue;
            };
            if let Err(error) = builder.add_line(None, &pattern) {
                self.refuse(element, &format!("invalid pattern: {error}"));
            }
        }
        builder.build().ok()
    }

    fn table<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
    ) -> impl Iterator<Item = (&'v Spanned<Cow<'i, str>>, &'v Spanned<DeValue<'i>>)> + use<'v, 'i> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.expected(value, "a table");
        }
        table.into_iter().flatten()
    }

    fn elements<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
    ) -> impl Iterator<Item = &'v Spanned<DeValue<'i>>> + use<'v, 'i> {
        let array = value.get_ref().as_array();
        if array.is_none() {
            self.expected(value, "an array of strings");
        }
        array.into_iter().flat_map(|array| array.iter())
    }

    fn string(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.expected(value, "a string");
        }
        text
    }

    fn bool(&mut self, value: &Spanned<DeValue<'_>>) -> bool {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.expected(value, "`true` or `false`");
        }
        flag.unwrap_or_default()
    }

    fn number(&mut self, value: &Spanned<DeValue<'_>>, max: u32) -> Option<u32> {
        let number = value.get_ref().as_integer().filter(|number| number.radix() == 10);
        let number = number.and_then(|number| number.as_str().parse().ok());
        let number = number.filter(|number| *number <= max);
        if number.is_none() {
            self.expected(value, &format!("a whole number from 0 to {max}"));
        }
        number
    }

    fn unknown(&mut self, key: &Spanned<Cow<'_, str>>, known: &[&str]) {
        let name = key.get_ref();
        let near = nearest_name(name, known.iter().copied());
        let rest = match near {
            Some(near) => format!("Did you mean `{near}`?"),
            None => format!("Expected one of: {}.", known.join(", ")),
        };
        let problem = self.problem(key.span(), &format!("The key `{name}` is unknown. {rest}"));
        let span = self.span(key.span());
        self.reader.diagnostics.push(match near {
            Some(near) => problem.with_suggestion(span, near, format!("use `{near}`")),
            None => problem,
        });
    }

    fn expected(&mut self, value: &Spanned<DeValue<'_>>, what: &str) {
        let found = value.get_ref().type_str();
        self.refuse(value, &format!("expected {what}, found {found}"));
    }

    fn refuse(&mut self, value: &Spanned<DeValue<'_>>, why: &str) {
        let end = if why.ends_with('?') { "" } else { "." };
        self.report(value.span(), &format!("The value does not fit: {why}{end}"));
    }

    fn report(&mut self, range: Range<usize>, detail: &str) {
        let problem = self.problem(range, detail);
        self.reader.diagnostics.push(problem);
    }

    fn problem(&self, range: Range<usize>, detail: &str) -> Diagnostic {
        Diagnostic::error(INVALID_PROJECT, "Invalid project file")
            .with_detail(detail.to_owned())
            .with_subject(self.span(range))
    }

    fn span(&self, range: Range<usize>) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.source.span_of(offset(range.start), offset(range.end))
    }
}

#[cfg(test)]
mod tests {
    use hcl2_diagnostics::Code;

    use super::*;
    use crate::files::Memory;

    fn project(text: &str) -> ProjectSettings {
        let files: Memory = [("project/.hcl2.toml", text)].into_iter().collect();
        let file = Path::new("/project/.hcl2.toml");
        read(file, &Settings::default(), Arc::new(files))
    }

    #[track_caller]
    fn found(text: &str) -> Vec<(String, String)> {
        let problems = project(text).problems;
        let shown = |problem: &Diagnostic| {
            assert_eq!(problem.code.id(), "hcl2::command::invalid-project");
            let subject = problem.subject.expect("a range");
            let range = subject.start as usize..subject.end as usize;
            (text[range].to_owned(), problem.detail.to_string())
        };
        problems.iter().map(shown).collect()
    }

    #[test]
    fn each_mistake_is_reported_at_its_place() {
        for (text, subject, detail) in [
            (
                "langage = \"a\"",
                "langage",
                "The key `langage` is unknown. Did you mean `language`?",
            ),
            (
                "[check]\nx = 1",
                "x",
                "The key `x` is unknown. Expected one of: warn, deny.",
            ),
            (
                "[fmt]\nindnt = 2",
                "indnt",
                "The key `indnt` is unknown. Did you mean `indent`?",
            ),
            (
                "language = \"terraform@1.99\"",
                "\"terraform@1.99\"",
                "The value does not fit: expected a version from 1.0 to 1.18 after `terraform@`, found `1.99`.",
            ),
            (
                "ignore = \"a\"",
                "\"a\"",
                "The value does not fit: expected an array of strings, found string.",
            ),
            (
                "ignore = [1]",
                "1",
                "The value does not fit: expected a string, found integer.",
            ),
            (
                "check = 1",
                "1",
                "The value does not fit: expected a table, found integer.",
            ),
            (
                "[check]\ndeny = [\"deprecatd\"]",
                "\"deprecatd\"",
                "The value does not fit: no problem has this code; did you mean `deprecated`?",
            ),
            (
                "[check]\nwarn = [\"deprecated\"]",
                "\"deprecated\"",
                "The value does not fit: this problem is always reported; the optional ones are `unused-variable`, \
                 `unused-local`, `unused-data`, `untyped-variable`, `count-as-condition`, `redundant-dependency`, \
                 `quoted-reference`, `ineffective-comparison`, `impure-function`.",
            ),
            (
                "[fmt]\nalign = 0",
                "0",
                "The value does not fit: expected `true` or `false`, found integer.",
            ),
            (
                "[fmt]\nindent = 256",
                "256",
                "The value does not fit: expected a whole number from 0 to 255, found integer.",
            ),
        ] {
            assert_eq!(found(text), [(subject.to_owned(), detail.to_owned())], "{text}");
        }
        let [(_, invalid)] = <[_; 1]>::try_from(found("a = = 1")).expect("one problem");
        assert!(invalid.starts_with("The file is not valid TOML: "), "{invalid}");
        assert_eq!(found("ignore = [\"[z-a]\"]")[0].0, "\"[z-a]\"");
    }

    #[test]
    fn all_settings_are_read() {
        let text = "language = \"opentofu@1.10\"\nignore = [\"gen/\"]\n[check]\nwarn = [\"unused-variable\"]\n\
                    deny = [\"deprecated\", \"warnings\"]\n[fmt]\nindent = 4\nalign = false\nmax-width = 80\nsort-attributes = true\n\
                    final-newline = true\n";
        let ProjectSettings {
            settings, problems, ..
        } = project(text);
        assert!(problems.is_empty(), "{problems:?}");
        let version = settings.selected.version;
        assert_eq!(
            version.map(|version| version.to_string()).as_deref(),
            Some("OpenTofu 1.10")
        );
        let ids = |codes: &[Code]| codes.iter().map(|code| code.id()).collect::<Vec<_>>();
        assert_eq!(
            ids(&settings.severities.warn),
            ["hcl2::terraform::unused-variable"]
        );
        let denied = [
            Denied::Code(hcl2_diagnostics::codes::terraform::DEPRECATED),
            Denied::Warnings,
        ];
        assert_eq!(settings.severities.deny, denied);
        let style = Style::default()
            .with_indentation(4)
            .with_align(false)
            .with_max_width(Some(80))
            .with_sort_attributes(true)
            .with_final_newline(true);
        assert_eq!(settings.style, style);
        let ignored = settings.ignored.expect("patterns");
        assert!(ignored.matched("/project/a/gen", true).is_ignore());
        assert!(!ignored.matched("/project/a/main.tf", false).is_ignore());
    }
}
