//! Laws for one wrong token in a source whose brackets match.

use hcl2_diagnostics::SourceMap;
use hcl2_json::parse_tree;
use hcl2_testing::check_law;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Tokens of a value, in which a member of an object and an element of an array are on lines of their own.
fn value(depth: u32) -> BoxedStrategy<Vec<&'static str>> {
    let leaf = select(vec!["1", "\"s\"", "true", "null"]).prop_map(|leaf| vec![leaf]);
    if depth == 0 {
        return leaf.boxed();
    }
    let elements = prop::collection::vec(value(depth - 1), 0..3).prop_map(|elements| {
        let elements = elements.join(&[",", "\n"][..]);
        [vec!["["], elements, vec!["]"]].concat()
    });
    prop_oneof![leaf, elements, object(depth)].boxed()
}

fn object(depth: u32) -> impl Strategy<Value = Vec<&'static str>> {
    let member = (select(vec!["\"a\"", "\"b\"", "\"c\""]), value(depth - 1))
        .prop_map(|(name, value)| [vec![name, ":"], value].concat());
    prop::collection::vec(member, 0..3).prop_map(|members| {
        let members = members.join(&[",", "\n"][..]);
        [vec!["{"], members, vec!["}"]].concat()
    })
}

/// Returns the code and start of each problem of `text`.
fn problems(text: &str) -> Vec<(&'static str, usize)> {
    let source = SourceMap::new().add("test.json", text).expect("tests are small");
    let place = |span: hcl2_diagnostics::Span| span.start as usize;
    let found = parse_tree(&source).diagnostics;
    found
        .iter()
        .map(|found| (found.code.id(), found.subject.map_or(0, place)))
        .collect()
}

/// Replaces the token at `place` by `new`, or puts that before it, unless the token is a bracket to be replaced.
fn changed(mut tokens: Vec<&'static str>, place: Index, new: Option<&'static str>, insert: bool) -> String {
    let at = place.index(tokens.len());
    let is_bracket = ["{", "}", "[", "]"].contains(&tokens[at]);
    if insert || is_bracket {
        tokens.insert(at, new.unwrap_or(","));
    } else {
        tokens.splice(at..=at, new);
    }
    tokens.join(" ")
}

#[test]
fn a_wrong_token_is_no_wrong_bracket_and_hides_nothing_around_it() {
    let new = prop::option::of(select(vec![
        ",",
        ":",
        "=",
        ";",
        "1",
        "x",
        "\"q\"",
        "{}",
        "[ ]",
        "{ \"q\" : 1 }",
        "\n",
    ]));
    let cases = (value(3), any::<Index>(), new, any::<bool>());
    let reached = [("wrong", 50), ("right", 1)];
    check_law(
        ProptestConfig::default(),
        &cases,
        &reached,
        |(tokens, place, new, insert)| {
            let own = changed(tokens, place, new, insert);
            let (head, tail) = (
                "{ \"x\" : [ 1 2 ,\n 3 ] ,\n \"y\" : ",
                " ,\n \"z\" : { 4 : 5 } ,\n \"w\" : [ 1 x ] }",
            );
            let text = format!("{head}{own}{tail}");
            let found = problems(&text);
            for (code, _) in &found {
                let bracket =
                    ["hcl2::json::unclosed-bracket", "hcl2::json::mismatched-bracket"].contains(code);
                prop_assert!(!bracket, "{}: {:?}", text, found);
            }
            let end = head.len() + own.len();
            let before: Vec<_> = found
                .iter()
                .filter(|(_, start)| *start < head.len() - 1)
                .collect();
            let after: Vec<_> = found
                .iter()
                .filter(|(_, start)| *start > end + 1)
                .map(|(code, start)| (*code, start - end))
                .collect();
            prop_assert_eq!(before, [&("hcl2::json::missing-comma", 12)], "{}", text);
            let place = |token| tail.find(token).unwrap_or(0);
            let alone = [
                ("hcl2::json::invalid-name", place("4")),
                ("hcl2::json::missing-comma", place("x")),
            ];
            prop_assert_eq!(after, &alone[..], "{}: {:?}", text, found);
            Ok(if found.len() > 3 { "wrong" } else { "right" })
        },
    );
}
