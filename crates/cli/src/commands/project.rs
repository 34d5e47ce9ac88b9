//! The project file, `.hcl2.toml`: the settings that `fmt`, `check` and the language server share.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hcl2::diagnostics::codes::command::INVALID_PROJECT;
use hcl2::diagnostics::{Code, Diagnostic, Diagnostics, Outcome, Source, Span, nearest_name};
use hcl2::native::Style;
use hcl2::project::{Denied, FileReader};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::own_schema;
use super::selected::Selected;
use super::severity::{code, denied};
use crate::output::{Failure, Output};

/// The name of the file.
const NAME: &str = ".hcl2.toml";

/// The directory of a repository, in which the search for the file ends.
const REPOSITORY: &str = ".git";

/// The settings of a project.
#[derive(Debug, Default)]
pub(crate) struct Project {
    /// The language of its files.
    pub(crate) language: Option<Selected>,
    /// The schema of files whose names do not show their language.
    pub(crate) schema: Option<PathBuf>,
    /// What is reported beside the usual problems.
    pub(crate) warn: Vec<Code>,
    /// Which warnings are errors.
    pub(crate) deny: Vec<Denied>,
    /// The layout of native files.
    pub(crate) style: Style,
    /// The paths that are not searched for files.
    pub(crate) ignored: Option<Gitignore>,
}

impl Project {
    /// Reads the project file of paths: the one in the directory of each, or in the next directory around it that has
    /// one, up to that of the repository. Without one, all settings have their defaults.
    ///
    /// # Errors
    ///
    /// The project file is invalid, which was shown, or the paths belong to several projects.
    pub(crate) fn load(paths: &[PathBuf], output: &Output) -> Result<Self, Failure> {
        let found: BTreeSet<Option<PathBuf>> = paths.iter().map(|path| file_of(path)).collect();
        let mut found = found.into_iter();
        let first = found.next().flatten();
        if let Some(other) = found.next() {
            let shown = |file: Option<&PathBuf>| match file {
                Some(file) => file.display().to_string(),
                None => "no project file".to_owned(),
            };
            return Err(Failure::Message(format!(
                "the paths belong to several projects: {} and {}; name those of one project at a time",
                shown(first.as_ref()),
                shown(other.as_ref())
            )));
        }
        let Some(file) = first else {
            return Ok(Self::default());
        };
        let mut reader = FileReader::default();
        let shown = std::env::current_dir().ok().and_then(|here| {
            let below = file.strip_prefix(here).ok()?;
            Some(below.to_owned())
        });
        let shown = shown.as_deref().unwrap_or(&file);
        let Some(source) = reader.read(shown) else {
            output.show(&reader.diagnostics, &reader.sources);
            return Err(Failure::Usage);
        };
        let Outcome { value, diagnostics } = read(&source, file.parent().unwrap_or(Path::new("/")));
        if diagnostics.has_errors() {
            output.show(&diagnostics, &reader.sources);
            return Err(Failure::Usage);
        }
        Ok(value)
    }
}

/// Returns the project file of a path.
fn file_of(path: &Path) -> Option<PathBuf> {
    let path = if path.as_os_str() == "-" {
        Path::new(".")
    } else {
        path
    };
    let path = std::path::absolute(path).ok()?;
    for directory in path.ancestors().filter(|directory| directory.is_dir()) {
        let file = directory.join(NAME);
        if std::fs::symlink_metadata(&file).is_ok() {
            return Some(file);
        }
        if directory.join(REPOSITORY).exists() {
            break;
        }
    }
    None
}

/// Reads the settings in a project file in `directory`.
fn read(source: &Source, directory: &Path) -> Outcome<Project> {
    let mut reading = Reading {
        source,
        problems: Diagnostics::new(),
    };
    let mut project = Project::default();
    let text = match std::str::from_utf8(source.bytes()) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            reading.report(at..at + 1, "The file is not UTF-8 text.");
            return Outcome::new(project, reading.problems);
        }
    };
    let (table, errors) = DeTable::parse_recoverable(text);
    if let Some(error) = errors.first() {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        reading.report(span, &format!("The file is not valid TOML: {message}."));
        return Outcome::new(project, reading.problems);
    }
    reading.settings(table.get_ref(), directory, &mut project);
    Outcome::new(project, reading.problems)
}

/// The project file, with the problems found.
struct Reading<'s> {
    source: &'s Source,
    problems: Diagnostics,
}

impl Reading<'_> {
    fn settings(&mut self, table: &DeTable<'_>, directory: &Path, project: &mut Project) {
        const KEYS: &[&str] = &["language", "ignore", "check", "fmt"];
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "language" => {
                    let Some(text) = self.string(value) else { continue };
                    project.schema = own_schema::file_of(&text).map(|file| directory.join(file));
                    if project.schema.is_none() {
                        match Selected::parse(&text) {
                            Ok(selected) => project.language = Some(selected),
                            Err(problem) => self.refuse(value, &problem),
                        }
                    }
                }
                "ignore" => project.ignored = self.patterns(value, directory),
                "check" => self.check(value, project),
                "fmt" => project.style = self.style(value),
                _ => self.unknown(key, KEYS),
            }
        }
    }

    fn check(&mut self, value: &Spanned<DeValue<'_>>, project: &mut Project) {
        for (key, value) in self.table(value) {
            match key.get_ref().as_ref() {
                "warn" => project.warn = self.codes(value, code),
                "deny" => project.deny = self.codes(value, denied),
                _ => self.unknown(key, &["warn", "deny"]),
            }
        }
    }

    fn style(&mut self, value: &Spanned<DeValue<'_>>) -> Style {
        const KEYS: &[&str] = &["indent", "align", "max-width", "sort-attributes", "final-newline"];
        let mut style = Style::default();
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
        style
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
    fn patterns(&mut self, value: &Spanned<DeValue<'_>>, directory: &Path) -> Option<Gitignore> {
        let mut builder = GitignoreBuilder::new(directory);
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
    ) -> impl Iterator<Item = (&'v Spanned<std::borrow::Cow<'i, str>>, &'v Spanned<DeValue<'i>>)> + use<'v, 'i>
    {
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

    fn unknown(&mut self, key: &Spanned<std::borrow::Cow<'_, str>>, known: &[&str]) {
        let name = key.get_ref();
        let near = nearest_name(name, known.iter().copied());
        let rest = match near {
            Some(near) => format!("Did you mean `{near}`?"),
            None => format!("Expected one of: {}.", known.join(", ")),
        };
        let problem = self.problem(key.span(), &format!("The key `{name}` is unknown. {rest}"));
        let span = self.span(key.span());
        self.problems.push(match near {
            Some(near) => problem.with_suggestion(span, near, format!("Write `{near}`")),
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
        self.problems.push(problem);
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
    use hcl2::diagnostics::SourceMap;

    use super::*;

    #[track_caller]
    fn found(text: &str) -> Vec<(String, String)> {
        let source = SourceMap::new().add(NAME, text).expect("a small source");
        let problems = read(&source, Path::new("/project")).diagnostics;
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
        let source = SourceMap::new().add(NAME, text).expect("a small source");
        let project = read(&source, Path::new("/project"))
            .into_result()
            .expect("valid settings");
        let version = project.language.and_then(|selected| selected.version);
        assert_eq!(
            version.map(|version| version.to_string()).as_deref(),
            Some("OpenTofu 1.10")
        );
        let ids = |codes: &[Code]| codes.iter().map(|code| code.id()).collect::<Vec<_>>();
        assert_eq!(ids(&project.warn), ["hcl2::terraform::unused-variable"]);
        let denied = [
            Denied::Code(hcl2::diagnostics::codes::terraform::DEPRECATED),
            Denied::Warnings,
        ];
        assert_eq!(project.deny, denied);
        let style = Style::default()
            .with_indentation(4)
            .with_align(false)
            .with_max_width(Some(80))
            .with_sort_attributes(true)
            .with_final_newline(true);
        assert_eq!(project.style, style);
        let ignored = project.ignored.expect("patterns");
        assert!(ignored.matched("/project/a/gen", true).is_ignore());
        assert!(!ignored.matched("/project/a/main.tf", false).is_ignore());
    }
}
