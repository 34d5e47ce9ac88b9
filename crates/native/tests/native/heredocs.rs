//! Invalid and unclosed heredocs.

use crate::support::listed::{assert_problems, detail, file};
use crate::support::source;
use hcl2_diagnostics::codes::syntax;
use hcl2_native::{parse_expression, parse_file};

const EXPECTED_EXPRESSION: &str = "hcl2::syntax::expected-expression";
const UNCLOSED_STRING: &str = "hcl2::syntax::unclosed-string";

#[test]
fn an_invalid_heredoc_is_skipped_up_to_its_marker() {
    assert_problems(
        &parse_expression(&source("<< A\nx\nA\n")).diagnostics,
        &[(syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, 0, 1)],
    );
    assert!(detail("a = <<\"A\"\nA\n").contains("heredoc"));
    // Its lines are not read as anything else.
    for start in ["<< A", "<<'A'", "<<- \"A\" "] {
        let text = format!("a = {start}\nx y z\n  A\nb = 1 1\n");
        let at = text.len() as u32 - 2;
        let parsed = parse_file(&source(text.as_str()));
        let last = parsed
            .diagnostics
            .iter()
            .next_back()
            .and_then(|problem| problem.subject);
        assert_eq!(
            last.map(|span| (span.start, span.end)),
            Some((at, at + 1)),
            "{text}"
        );
        let codes: Vec<_> = parsed.diagnostics.iter().map(|problem| problem.code).collect();
        let token = start.contains('\'').then_some(syntax::INVALID_CHARACTER);
        let expected = [
            Some(syntax::EXPECTED_EXPRESSION),
            token,
            Some(syntax::EXPECTED_NEWLINE),
        ];
        assert_eq!(
            codes,
            expected.into_iter().flatten().collect::<Vec<_>>(),
            "{text}"
        );
    }
}

#[test]
fn a_heredoc_introduction_at_the_end_is_an_unclosed_string() {
    for text in ["a = <<EOT", "a = <<-EOT"] {
        let end = text.len() as u32;
        file(text, &[(syntax::UNCLOSED_STRING, UNCLOSED_STRING, end, end)]);
        assert!(detail(text).contains("`EOT` alone on a line"));
        let parsed = parse_file(&source(text));
        assert_eq!(parsed.diagnostics[0].suggestions[0].replacement, "\nEOT\n");
    }
}

#[test]
fn a_line_like_the_marker_is_suggested_to_close_a_heredoc() {
    #[track_caller]
    fn check(text: &str, there: (u32, u32), replacement: &str) {
        let length = text.len() as u32;
        file(
            text,
            &[(syntax::UNCLOSED_STRING, UNCLOSED_STRING, length, length)],
        );
        let parsed = parse_file(&source(text));
        let problem = &parsed.diagnostics[0];
        let labels: Vec<_> = problem
            .labels
            .iter()
            .map(|label| (label.span.start, label.span.end))
            .collect();
        assert_eq!(labels, [(4, 10), there]);
        let suggestion = &problem.suggestions[0];
        assert_eq!((suggestion.span.start, suggestion.span.end), there);
        assert_eq!(suggestion.replacement, replacement);
    }
    check("a = <<EOT\nx\nEOF\nb = 1\n", (12, 15), "EOT");
    check("a = <<EOT\nx\n  EOT;\n", (14, 18), "EOT\n;");
    check("a = <<EOT\nx\nEOT", (12, 15), "EOT\n");
    let text = "a = <<EOT\nx = 1\n";
    file(text, &[(syntax::UNCLOSED_STRING, UNCLOSED_STRING, 16, 16)]);
    assert_eq!(parse_file(&source(text)).diagnostics[0].labels.len(), 1);
    assert!(detail(text).contains("`EOT`"));
}
