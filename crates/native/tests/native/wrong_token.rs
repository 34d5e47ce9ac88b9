//! Laws for one wrong token in a source whose brackets match.

use crate::support::cases::cases;
use crate::support::source;
use hcl2_diagnostics::Diagnostic;
use hcl2_native::lexer::{Start, Token, TokenKind, lex};
use hcl2_native::parse_file;
use hcl2_native::tree::{Node, TextRange};
use proptest::prelude::*;

/// Items, each of which ends with its line and nests at most `depth` blocks.
fn item(depth: u32) -> BoxedStrategy<String> {
    let attribute = prop::sample::select(vec![
        "c@ = 1\n",
        "d@ = [1, f(x, y...), { k = v, \"l\" = w }]\n",
        "e@ = \"a${b.c[0]}%{ if d }e%{ else }${[1, 2]}%{ endif }\"\n",
        "f@ = {\n  a = (1 + 2) * -3\n  b : x ? y : z\n}\n",
        "g@ = [\n  for k, v in x : v if !k\n]\n",
        "h@ = { for k, v in x : k => v... }\n",
        "i@ = x.y[*].z.0[w].*.q\n",
        "j@ = <<EOT\n  x ${y}\nEOT\n",
        "l@ = a::b(1, 2)\n",
        "env { a = 1 }\n",
        "env { }\n",
        "env \"x\" { a = [{ b = 1 }] } # text\n",
    ])
    .prop_map(str::to_owned);
    if depth == 0 {
        return attribute.boxed();
    }
    let block = (
        prop::sample::select(vec!["b", "b \"l\"", "b \"l\" m"]),
        prop::collection::vec(item(depth - 1), 0..3),
    )
        .prop_map(|(header, items)| format!("{header} {{\n{}}}\n", items.concat()));
    prop_oneof![attribute, block].boxed()
}

/// Joins `items`, and gives each attribute a name of its own.
fn join(items: &[String]) -> String {
    let mut names = 0..;
    let text = items.concat();
    let pieces: Vec<&str> = text.split('@').collect();
    let (last, pieces) = pieces.split_last().expect("splits into one piece at least");
    let named: String = pieces
        .iter()
        .map(|piece| format!("{piece}{}", names.next().unwrap_or(0)))
        .collect();
    named + last
}

/// A change of one token.
#[derive(Clone, Debug)]
enum Change {
    Insert(&'static str),
    Replace(&'static str),
    Remove,
}

fn change() -> impl Strategy<Value = Change> {
    let token = prop::sample::select(vec![
        "=", "==", "=>", ":", "::", ",", ".", "...", "?", "*", "+", "!", "&&", "<", "1", "x", "for", "in",
        "if", "\n", "%", "\"q\"", "{ }", "(1)", "[]", "d {}",
    ]);
    prop_oneof![
        token.clone().prop_map(Change::Insert),
        token.prop_map(Change::Replace),
        Just(Change::Remove),
    ]
}

/// What may be changed: no brackets, and nothing in quotes.
fn may_change(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Identifier
            | TokenKind::Number
            | TokenKind::Newline
            | TokenKind::Equal
            | TokenKind::Comma
            | TokenKind::Colon
            | TokenKind::DoubleColon
            | TokenKind::Dot
            | TokenKind::Star
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Not
            | TokenKind::FatArrow
            | TokenKind::Ellipsis
            | TokenKind::Question
    )
}

/// What code may be put in front of.
fn may_follow(kind: TokenKind) -> bool {
    may_change(kind)
        || matches!(
            kind,
            TokenKind::OpenBrace
                | TokenKind::CloseBrace
                | TokenKind::OpenBracket
                | TokenKind::CloseBracket
                | TokenKind::OpenParen
                | TokenKind::CloseParen
                | TokenKind::OpenQuote
                | TokenKind::OpenHeredoc
                | TokenKind::CloseSequence
        )
}

fn tokens(text: &str) -> Vec<Token> {
    let range = TextRange::new(0, text.len() as u32);
    lex(text.as_bytes(), range, Start::Code).iter().collect()
}

/// Changes a token of `text`. Returns the changed text, the range of the change in `text`, and the length of the
/// replacement.
fn changed(text: &str, place: prop::sample::Index, change: &Change) -> (String, TextRange, usize) {
    let allowed = if matches!(change, Change::Insert(_)) {
        may_follow
    } else {
        may_change
    };
    let tokens = tokens(text);
    // Without its line ending, the marker of a heredoc is text.
    let places: Vec<Token> = (0..tokens.len())
        .filter(|index| allowed(tokens[*index].kind))
        .filter(|index| *index == 0 || tokens[index - 1].kind != TokenKind::CloseHeredoc)
        .map(|index| tokens[index])
        .collect();
    let token = places[place.index(places.len())];
    let (from, to) = (token.range.start as usize, token.range.end as usize);
    let (to, new) = match change {
        Change::Insert(new) => (from, format!(" {new} ")),
        Change::Replace(new) => (to, format!(" {new} ")),
        Change::Remove => (to, " ".to_owned()),
    };
    let changed = format!("{}{new}{}", &text[..from], &text[to..]);
    (changed, TextRange::new(from as u32, to as u32), new.len())
}

/// Returns whether all brackets and quotes of `text` match.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for token in tokens(text) {
        let closer = match token.kind {
            TokenKind::OpenBrace => TokenKind::CloseBrace,
            TokenKind::OpenBracket => TokenKind::CloseBracket,
            TokenKind::OpenParen => TokenKind::CloseParen,
            TokenKind::OpenQuote => TokenKind::CloseQuote,
            TokenKind::OpenHeredoc => TokenKind::CloseHeredoc,
            TokenKind::OpenInterpolation | TokenKind::OpenDirective => TokenKind::CloseSequence,
            TokenKind::BrokenQuote => return false,
            TokenKind::CloseBrace
            | TokenKind::CloseBracket
            | TokenKind::CloseParen
            | TokenKind::CloseQuote
            | TokenKind::CloseHeredoc
            | TokenKind::CloseSequence => {
                if open.pop() != Some(token.kind) {
                    return false;
                }
                continue;
            }
            _ => continue,
        };
        open.push(closer);
    }
    open.is_empty()
}

/// Returns the code and range of each problem of `text`.
fn problems(text: &str) -> Vec<(&'static str, u32, u32)> {
    let source = source(text);
    let found = parse_file(&source).diagnostics;
    let place = |found: &Diagnostic| found.subject.map_or((0, 0), |span| (span.start, span.end));
    found
        .iter()
        .map(|found| (found.code.id(), place(found).0, place(found).1))
        .collect()
}

/// Returns the range of the innermost item around `place` that has lines of its own, up to the end of its last line.
fn item_around(text: &str, place: TextRange) -> TextRange {
    let source = source(text);
    let file = parse_file(&source).value;
    let mut range = TextRange::new(0, text.len() as u32);
    for node in file.nodes_at(place.start) {
        if matches!(node, Node::Attribute(_) | Node::Block(_)) {
            let own = file.node_range(node);
            let starts_line = text[..own.start as usize]
                .rsplit('\n')
                .next()
                .is_some_and(|line| line.trim().is_empty());
            if starts_line {
                range = own;
            }
        }
    }
    let line = text[range.end as usize..]
        .find('\n')
        .map_or(text.len(), |end| range.end as usize + end + 1);
    TextRange::new(range.start, line as u32)
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn no_bracket_is_missing_or_unexpected_where_all_match(
        items in prop::collection::vec(item(2), 1..4),
        place in any::<prop::sample::Index>(),
        change in change(),
    ) {
        let text = join(&items);
        prop_assert_eq!(problems(&text), []);
        let (text, ..) = changed(&text, place, &change);
        prop_assume!(is_balanced(&text));
        for found in parse_file(&source(text.as_str())).diagnostics.iter() {
            let name = found.code.id();
            prop_assert!(!name.contains("unclosed"), "{}\n{:?}", text, found);
            prop_assert!(!found.summary.contains("nclosed"), "{}\n{:?}", text, found);
            prop_assert!(!found.detail.contains("closes nothing"), "{}\n{:?}", text, found);
            for fix in &found.suggestions {
                let mut fixed = text.clone();
                fixed.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.replacement);
                prop_assert!(is_balanced(&fixed), "{}\n{:?}", text, found);
            }
        }
    }

    #[test]
    fn the_other_items_have_the_problems_that_they_have_alone(
        before in prop::collection::vec(item(1), 0..2),
        first in prop::collection::vec(item(1), 0..2),
        item in item(2),
        last in prop::collection::vec(item(1), 0..2),
        after in prop::collection::vec(item(1), 0..2),
        place in any::<prop::sample::Index>(),
        change in change(),
    ) {
        let wrong = ["r = 1 1\n", "s { t = [1 2] }\n", "u {\n  v = w.\n}\n", "y { z = }\n", "t { u { } }\n"];
        let mark = "\u{0}".to_owned();
        let open = "a {\n".to_owned();
        let close = "}\n".to_owned();
        let wrong = wrong.map(str::to_owned);
        let all = [
            &before[..], &wrong[..2], &[open], &first, &wrong[2..3], &[mark.clone(), item, mark], &wrong[3..4], &last,
            &[close], &wrong[4..], &after,
        ];
        let all = join(&all.concat());
        let [head, item, tail] = all.split('\u{0}').collect::<Vec<_>>()[..] else { unreachable!() };
        let text = format!("{head}{item}{tail}");
        let (own, place, length) = changed(item, place, &change);
        let new = format!("{head}{own}{tail}");
        prop_assume!(is_balanced(&new));
        let place = TextRange::new(place.start + head.len() as u32, place.end + head.len() as u32);
        let around = item_around(&text, place);
        let grown = length as i64 - i64::from(place.end - place.start);
        let moved = |at: u32| if at >= place.end { (i64::from(at) + grown) as u32 } else { at };
        // A line ending may be what was changed, so the line after the item may be part of its problems.
        let end = text[around.end as usize..].find('\n').map_or(text.len(), |end| around.end as usize + end + 1);
        let is_outside = |start: u32, end_of_item: u32| start < around.start || start >= end_of_item;
        let alone: Vec<_> = problems(&text)
            .into_iter()
            .filter(|(_, start, _)| is_outside(*start, end as u32))
            .map(|(code, start, end)| (code, moved(start), moved(end)))
            .collect();
        let found: Vec<_> = problems(&new)
            .into_iter()
            .filter(|(_, start, _)| is_outside(*start, moved(end as u32)))
            .collect();
        prop_assert_eq!(found, alone, "{}", new);
    }
}
