//! Laws that hold for any bytes and any spans.

use hcl2_diagnostics::render::{self, Plain};
use hcl2_diagnostics::{Code, Diagnostic, SourceId, SourceMap, Span};
use proptest::prelude::*;

const CODE: Code = Code::new("hcl2::test::code", "Only for tests.");

fn span() -> impl Strategy<Value = Span> {
    (0_u32..3, 0_u32..80, 0_u32..80)
        .prop_map(|(source, start, end)| Span::new(SourceId::new(source), start, end))
}

/// Bytes rich in what goes wrong: line endings, tabs, clusters, half characters, control characters.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"ab c".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\t".to_vec()),
        Just("e\u{301}漢👩\u{200d}👧".as_bytes().to_vec()),
        Just(vec![0xe6, 0xbc]),
        any::<[u8; 3]>().prop_map(Vec::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn diagnostic() -> impl Strategy<Value = Diagnostic> {
    let texts = (any::<String>(), any::<String>());
    let places = (
        prop::option::of(span()),
        prop::option::of(span()),
        prop::collection::vec((span(), any::<String>()), 0..3),
    );
    (texts, places).prop_map(|((summary, detail), (subject, context, labels))| {
        let mut diagnostic = Diagnostic::error(CODE, summary).with_detail(detail);
        diagnostic.subject = subject;
        diagnostic.context = context;
        for (span, text) in labels {
            diagnostic = diagnostic
                .with_label(span, text.clone())
                .with_suggestion(span, text.clone(), text);
        }
        diagnostic
    })
}

fn map(first: Vec<u8>, second: Vec<u8>) -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add("first.hcl", first).expect("a small source fits");
    sources.add("second.hcl", second).expect("a small source fits");
    sources
}

proptest! {
    #[test]
    fn plain_text_never_panics_and_never_drives_a_terminal(
        first in bytes(), second in bytes(), diagnostic in diagnostic(), width in 0_usize..60,
    ) {
        let sources = map(first, second);
        let text = Plain::new().with_width(width).render(std::slice::from_ref(&diagnostic), &sources);
        let lines = [render::concise, render::github].map(|form| form([&diagnostic], &sources));
        prop_assert_eq!(lines.each_ref().map(|line| line.matches('\n').count()), [1, 1]);
        let report = render::junit([&diagnostic], &sources);
        for text in lines.iter().chain([&text, &report]) {
            prop_assert!(text.ends_with('\n'));
            prop_assert!(text.chars().all(|char| char == '\n' || !char.is_control()), "{text:?}");
            let line_limit = 20_000;
            prop_assert!(text.len() < line_limit, "{}", text.len());
        }
    }

    #[test]
    fn the_marks_of_a_subject_cover_no_more_than_it(
        text in "[a-z \t漢é]{1,60}", start in 0_usize..60, len in 0_usize..20,
    ) {
        let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
        let from = offsets[start.min(offsets.len() - 1)];
        let to = offsets[(start + len).min(offsets.len() - 1)];
        let mut sources = SourceMap::new();
        let source = sources.add("a.hcl", text.as_str()).unwrap();
        let error = Diagnostic::error(CODE, "Bad").with_subject(source.span_of(from as u32, to as u32));
        let shown = Plain::new().with_width(500).render(&[error], &sources);
        let carets = shown.lines().nth(2).unwrap();
        let columns = |text: &str| {
            text.chars().fold(0_usize, |column, char| match char {
                '\t' => column + 4 - column % 4,
                '漢' => column + 2,
                _ => column + 1,
            })
        };
        let left = carets.find('^').unwrap() - "    | ".len();
        prop_assert_eq!(left, columns(&text[..from]));
        let right = columns(&text[..to]).max(left + 1);
        prop_assert_eq!(carets.matches('^').count(), right - left);
    }
}

#[cfg(all(feature = "json", feature = "sarif"))]
proptest! {
    #[test]
    fn the_forms_for_programs_are_always_json(
        first in bytes(), second in bytes(), diagnostic in diagnostic(),
    ) {
        let sources = map(first, second);
        let diagnostics = [diagnostic];
        for text in [
            render::json(&diagnostics, &sources),
            render::hcldec_json(&diagnostics, &sources),
            render::sarif(&diagnostics, &sources),
        ] {
            let document: serde_json::Value = serde_json::from_str(&text).unwrap();
            let summary = diagnostics[0].summary.as_ref();
            let found = document
                .pointer("/0/summary")
                .or_else(|| document.pointer("/diagnostics/0/summary"))
                .or_else(|| document.pointer("/runs/0/results/0/message/text"))
                .and_then(serde_json::Value::as_str)
                .unwrap();
            prop_assert!(found.starts_with(summary));
        }
    }
}

#[cfg(feature = "miette")]
proptest! {
    #[test]
    fn a_report_renders_whatever_it_points_at(
        first in bytes(), second in bytes(), diagnostic in diagnostic(),
    ) {
        let report = hcl2_diagnostics::Report::new(diagnostic, &map(first, second));
        let mut out = String::new();
        miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor())
            .render_report(&mut out, &report)
            .unwrap();
        prop_assert!(out.contains("hcl2::test::code"));
    }
}
