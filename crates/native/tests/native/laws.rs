//! Laws for every source: tokens tile it, spans nest, nothing panics, limits hold.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::cases::cases;
use crate::support::dump::dump;
use crate::support::source;
use crate::support::texts::text;
use hcl2_diagnostics::{Diagnostic, Outcome};
use hcl2_native::lexer::{Start, TokenKind, is_identifier, lex};
use hcl2_native::tree::{Event, ExprId, File, Node, TextRange};
use hcl2_native::{
    Input, Limits, TraversalKind, parse_expression, parse_file, parse_template, parse_traversal,
};
use proptest::prelude::*;

fn parse_all(text: &[u8]) -> [Outcome<Arc<File>>; 6] {
    let source = source(text);
    [
        parse_file(&source),
        parse_expression(&source),
        parse_template(&source),
        parse_traversal(&source, TraversalKind::Absolute),
        parse_traversal(&source, TraversalKind::Partial),
        parse_traversal(&source, TraversalKind::Relative),
    ]
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn tokens_tile_the_source(text in text(), template in any::<bool>()) {
        let start = if template { Start::Template } else { Start::Code };
        let tokens = lex(&text, TextRange::new(0, text.len() as u32), start);
        let mut offset = 0;
        for (index, token) in tokens.iter().enumerate() {
            prop_assert_eq!(token.range.start, offset);
            prop_assert_eq!(token.range.is_empty(), token.kind == TokenKind::End);
            prop_assert_eq!(tokens.get(index), Some(token));
            offset = token.range.end;
        }
        prop_assert_eq!(offset as usize, text.len());
        prop_assert_eq!(tokens.iter().last().map(|token| token.kind), Some(TokenKind::End));
    }

    #[test]
    fn tokens_are_found_by_offset(text in text()) {
        let tokens = lex(&text, TextRange::new(0, text.len() as u32), Start::Code);
        for offset in 0..text.len() as u32 {
            let token = tokens.get(tokens.index_at(offset)).unwrap();
            prop_assert!(token.range.start <= offset && offset < token.range.end);
        }
        prop_assert_eq!(tokens.index_at(u32::MAX), tokens.len() - 1);
    }

    #[test]
    fn spans_nest_and_are_within_the_source(text in text()) {
        for parsed in parse_all(&text) {
            // This asserts that the range of each node is within that of its parent.
            dump(&parsed.value);
            for diagnostic in &parsed.diagnostics {
                let subject = diagnostic.subject.expect("every problem has a place");
                prop_assert!(subject.end as usize <= text.len());
                prop_assert!(diagnostic.is_error());
                prop_assert!(!diagnostic.detail.is_empty() && diagnostic.detail.ends_with('.'));
                prop_assert!(!diagnostic.summary.ends_with('.'));
            }
        }
    }

    #[test]
    fn walks_nest_and_positions_lead_into_them(text in text(), offset in any::<prop::sample::Index>()) {
        let offset = offset.index(text.len() + 1) as u32;
        for Outcome { value: file, .. } in parse_all(&text) {
            let mut open = Vec::new();
            for event in file.walk(file.root_node()) {
                match event {
                    Event::Enter(node) => {
                        if let Some(around) = open.last() {
                            prop_assert!(file.node_range(*around).encloses(file.node_range(node)));
                        }
                        open.push(node);
                    }
                    Event::Leave(node) => prop_assert_eq!(open.pop(), Some(node)),
                }
            }
            for node in &file.nodes_at(offset)[1..] {
                let range = file.node_range(*node);
                prop_assert!(range.start <= offset && offset <= range.end);
            }
        }
    }

    #[test]
    fn the_expressions_in_an_expression_are_those_that_a_walk_enters(text in text()) {
        for parsed in parse_all(&text) {
            let file = &parsed.value;
            for node in file.nodes_in(file.root_node()) {
                let Node::Expr(id) = node else { continue };
                let walked = file.nodes_in(node).filter_map(|node| match node {
                    Node::Expr(id) => Some(id),
                    _ => None,
                });
                let walked: BTreeSet<usize> = walked.map(ExprId::index).collect();
                let mut found: BTreeSet<usize> = file.exprs_in(id).map(ExprId::index).collect();
                // What the parser gave up is in no other node.
                if parsed.has_errors() {
                    found.retain(|id| walked.contains(id));
                }
                prop_assert_eq!(found, walked);
            }
        }
    }

    #[test]
    fn a_part_of_a_source_is_parsed_like_the_same_source_alone(text in text(), before in 0u32..5, after in 0usize..5) {
        // A byte order mark is only skipped at the start of a file.
        prop_assume!(!text.starts_with(b"\xEF\xBB\xBF"));
        let mut padded = vec![b'"'; before as usize];
        padded.extend_from_slice(&text);
        padded.extend(vec![b'{'; after]);
        let whole = source(padded);
        let range = TextRange::new(before, before + text.len() as u32);
        let part = parse_file(Input::part(&whole, range));
        let alone = parse_file(&source(text));
        let starts = |diagnostic: &Diagnostic| diagnostic.subject.map(|span| (diagnostic.code, span.start, span.end));
        let shifted: Vec<_> = alone
            .diagnostics
            .iter()
            .map(|diagnostic| starts(diagnostic).map(|(code, start, end)| (code, start + before, end + before)))
            .collect();
        prop_assert_eq!(part.diagnostics.iter().map(starts).collect::<Vec<_>>(), shifted);
        prop_assert_eq!(part.value.expr_count(), alone.value.expr_count());
    }

    #[test]
    fn a_low_depth_limit_is_one_problem(text in text(), nesting_depth in 0u32..4) {
        let limits = Limits::new().with_nesting_depth(nesting_depth);
        let source = source(text);
        for parsed in [
            parse_file(Input::whole(&source).with_limits(limits)),
            parse_expression(Input::whole(&source).with_limits(limits)),
            parse_template(Input::whole(&source).with_limits(limits)),
        ] {
            dump(&parsed.value);
            let code = hcl2_diagnostics::codes::syntax::TOO_DEEP;
            prop_assert!(parsed.diagnostics.iter().filter(|diagnostic| diagnostic.code == code).count() <= 1);
        }
    }

    #[test]
    fn identifiers_are_single_tokens(name in "[a-zé_][a-z0-9é-]{0,6}") {
        prop_assert!(is_identifier(&name));
        let tokens = lex(name.as_bytes(), TextRange::new(0, name.len() as u32), Start::Code);
        let kinds: Vec<_> = tokens.iter().map(|token| token.kind).collect();
        prop_assert_eq!(kinds, [TokenKind::Identifier, TokenKind::End]);
    }

    #[test]
    fn characters_of_identifiers_are_those_of_the_lexer(character in any::<char>()) {
        let name = format!("a{character}");
        let tokens = lex(name.as_bytes(), TextRange::new(0, name.len() as u32), Start::Code);
        prop_assert_eq!(is_identifier(&name), tokens.len() == 2 && tokens.get(0).map(|token| token.kind) == Some(TokenKind::Identifier));
    }
}

#[test]
fn identifiers_follow_unicode() {
    for name in [
        "a",
        "_",
        "_1",
        "a-b",
        "été",
        "日本",
        "ª",
        "a\u{301}",
        "a·",
        "ᢅ",
        "a\u{E0100}",
    ] {
        assert!(is_identifier(name), "{name}");
    }
    for name in [
        "",
        "-a",
        "1",
        "a b",
        "a.b",
        "\u{301}",
        "·a",
        "😀",
        "a😀",
        "a\u{200D}",
        "\u{2E2F}",
    ] {
        assert!(!is_identifier(name), "{name}");
    }
}

#[test]
fn blocks_that_are_read_again_nest() {
    for text in ["i{\"\ni{\ni{\"\"\"\"}}}", "a {\"\nb {\nc {\"x\"}}\n}"] {
        for parsed in parse_all(text.as_bytes()) {
            dump(&parsed.value);
        }
    }
}
