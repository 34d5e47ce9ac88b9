//! Mistakes in blocks that override files replace.

use hcl2_diagnostics::SourceMap;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile};

const DEFAULT: &str = "hcl2::terraform::invalid-value";

/// Returns the code of each problem with the name of its file and the line, from 1.
fn problems(files: &[(&str, &str)]) -> Vec<(&'static str, String, u32)> {
    let mut sources = SourceMap::new();
    let files: Vec<ModuleFile> = files
        .iter()
        .map(|(name, text)| {
            let source = sources.add(*name, *text).expect("a small source");
            ModuleFile::parse(&source, Language::Terraform)
                .into_result()
                .expect("a valid file")
        })
        .collect();
    let problems = Module::from_files(&files, Language::Terraform).diagnostics;
    let place = problems.iter().map(|problem| {
        let span = problem.subject.expect("a range");
        let source = sources.get(span.source).expect("a source");
        let line = source.line_index().position(source.bytes(), span.start).line;
        (problem.code.id(), source.name().to_owned(), line)
    });
    place.collect()
}

#[track_caller]
fn expect(files: &[(&str, &str)], code: &'static str, places: &[(&str, u32)]) {
    let places = places
        .iter()
        .map(|(name, line)| (code, (*name).to_owned(), *line));
    assert_eq!(problems(files), places.collect::<Vec<_>>(), "{files:?}");
}

#[test]
fn defaults_fit_before_and_after_each_override() {
    let of = |arguments: &str| format!("variable \"v\" {{\n{arguments}}}\n");
    let (number, text) = (
        of("  type    = number\n  default = \"x\"\n"),
        of("  type    = string\n  default = \"x\"\n"),
    );
    let (five, list, is_text) = (
        of("  default = 5\n"),
        of("  default = []\n"),
        of("  type = string\n"),
    );
    expect(
        &[("main.tf", &number), ("override.tf", &five)],
        DEFAULT,
        &[("main.tf", 3)],
    );
    expect(
        &[("main.tf", &number), ("override.tf", &is_text)],
        DEFAULT,
        &[("main.tf", 3)],
    );
    expect(
        &[("main.tf", &text), ("override.tf", &list)],
        DEFAULT,
        &[("override.tf", 1)],
    );
    expect(
        &[
            ("main.tf", &text),
            ("a_override.tf", &list),
            ("b_override.tf", &five),
        ],
        DEFAULT,
        &[("a_override.tf", 1)],
    );
    expect(
        &[("main.tf", &text), ("override.tf", &format!("{list}{five}"))],
        DEFAULT,
        &[("override.tf", 1)],
    );
    let null = of("  nullable = false\n  default  = null\n");
    expect(
        &[
            ("main.tf", &text),
            ("a_override.tf", &null),
            ("b_override.tf", &five),
        ],
        DEFAULT,
        &[("a_override.tf", 1), ("a_override.tf", 3)],
    );
    expect(
        &[
            ("main.tf", &text),
            ("a_override.tf", &five),
            ("b_override.tf", &five),
        ],
        DEFAULT,
        &[],
    );
}

#[test]
fn sources_are_valid_even_if_they_are_overridden() {
    let call = |source: &str| format!("module \"m\" {{\n  source = \"{source}\"\n}}\n");
    let code = "hcl2::terraform::invalid-source";
    expect(
        &[("main.tf", &call("m")), ("override.tf", &call("./m"))],
        code,
        &[("main.tf", 2)],
    );
    expect(
        &[
            ("main.tf", &call("./m")),
            ("a_override.tf", &call("m")),
            ("b_override.tf", &call("./m")),
        ],
        code,
        &[("a_override.tf", 2)],
    );
    let other = "module \"m\" {\n  x = 1\n}\n";
    expect(
        &[("main.tf", &call("m")), ("override.tf", other)],
        code,
        &[("main.tf", 2)],
    );
}
