//! Results with diagnostics.

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, Source, SourceId, SourceMap, Span, codes};

const CODE: Code = Code::new("hcl2::test::code", "Only for tests.");

fn error_at(source: u32, start: u32, summary: &'static str) -> Diagnostic {
    Diagnostic::error(CODE, summary).with_subject(Span::empty(SourceId::new(source), start))
}

fn summaries(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics
        .iter()
        .map(|diagnostic| &*diagnostic.summary)
        .collect()
}

#[test]
fn a_new_outcome_sorts_by_source_and_start_and_keeps_the_order_of_equals() {
    let found: Diagnostics = [
        error_at(1, 0, "other source"),
        error_at(0, 7, "late, found first"),
        error_at(0, 7, "late, found second"),
        Diagnostic::error(CODE, "no subject"),
        error_at(0, 2, "early"),
    ]
    .into_iter()
    .collect();
    let outcome = Outcome::new((), found);
    assert_eq!(
        summaries(&outcome.diagnostics),
        [
            "no subject",
            "early",
            "late, found first",
            "late, found second",
            "other source"
        ]
    );
}

#[test]
fn a_warning_leaves_the_value_in_the_result() {
    let warning = Diagnostic::warning(CODE, "odd");
    let outcome = Outcome::new(1, warning.into());
    assert!(!outcome.has_errors());
    assert_eq!(outcome.into_result(), Ok(1));
}

#[test]
fn an_error_replaces_the_value_by_all_diagnostics() {
    let found: Diagnostics = [Diagnostic::warning(CODE, "odd"), Diagnostic::error(CODE, "wrong")]
        .into_iter()
        .collect();
    let outcome = Outcome::new(1, found);
    assert!(outcome.has_errors());
    let problems = outcome.into_result().expect_err("one of them is an error");
    assert_eq!(summaries(&problems), ["odd", "wrong"]);
}

#[test]
fn a_plain_value_is_an_outcome_without_diagnostics() {
    let outcome = Outcome::from("value");
    assert_eq!(
        outcome,
        Outcome {
            value: "value",
            diagnostics: Diagnostics::new()
        }
    );
}

#[test]
fn map_changes_the_value_and_keeps_the_diagnostics() {
    let outcome = Outcome::new(2, error_at(0, 0, "wrong").into()).map(|value| value * 3);
    assert_eq!(outcome.value, 6);
    assert_eq!(summaries(&outcome.diagnostics), ["wrong"]);
}

#[test]
fn report_into_appends_to_what_was_found_before() {
    let mut diagnostics: Diagnostics = error_at(0, 9, "before").into();
    let value = Outcome::new(5, error_at(0, 1, "after").into()).report_into(&mut diagnostics);
    assert_eq!(value, 5);
    assert_eq!(summaries(&diagnostics), ["before", "after"]);
}

#[test]
fn collected_outcomes_join_their_diagnostics_in_source_order() {
    let outcomes = [
        Outcome::new("b", error_at(1, 0, "second").into()),
        Outcome::from("none"),
        Outcome::new("a", error_at(0, 3, "first").into()),
    ];
    let collected: Outcome<Vec<&str>> = outcomes.into_iter().collect();
    assert_eq!(collected.value, ["b", "none", "a"]);
    assert_eq!(summaries(&collected.diagnostics), ["first", "second"]);
}

#[test]
fn a_list_keeps_a_bounded_number_of_each_source_and_severity() {
    const MAX: usize = Diagnostics::MAX_OF_SOURCE;
    let mut sources = SourceMap::new();
    let one = sources.add("one.hcl", "a").unwrap().span();
    let other = sources.add("other.hcl", "a").unwrap().span();
    let error = |span| Diagnostic::error(CODE, "Error").with_subject(span);
    let mut list: Diagnostics = std::iter::repeat_n(error(one), MAX + 3).collect();
    list.extend(std::iter::repeat_n(
        Diagnostic::warning(CODE, "Warning").with_subject(one),
        MAX + 2,
    ));
    list.extend(std::iter::repeat_n(error(other), 5));
    assert_eq!((list.len(), list.omitted()), (2 * MAX + 5, 5));
    assert_eq!(list.error_count(), MAX + 8);
    let mut joined = list.clone();
    joined.append(list.clone());
    assert_eq!((joined.len(), joined.omitted()), (2 * MAX + 10, 2 * MAX + 10));
    joined.retain(|problem| !problem.is_error());
    assert_eq!((joined.len(), joined.omitted()), (MAX, 2 * MAX + 10));
    assert_eq!(joined.error_count(), MAX + 6);
    // Nothing says whether one of the omitted errors is newer.
    assert!(joined.has_errors_since(MAX));
    let mapped = joined.map(|problem| problem.with_detail("Changed."));
    assert_eq!(
        (mapped[0].detail.as_ref(), mapped.omitted()),
        ("Changed.", 2 * MAX + 10)
    );
    let tail = list.split_off(2 * MAX);
    assert_eq!((list.omitted(), tail.len(), tail.omitted()), (0, 5, 5));
    list.push(error(one));
    assert_eq!((list.len(), list.omitted()), (2 * MAX, 1));
    assert_eq!((list.error_count(), tail.error_count()), (MAX + 1, 8));
    list.truncate(0);
    assert_eq!(list, Diagnostics::new());
}

#[test]
fn extra_data_are_kept_by_type_until_the_problem_is_concealed() {
    let mut problem = Diagnostic::error(CODE, "Error")
        .with_extra(1_u8)
        .with_extra("a")
        .with_extra(2_u8);
    assert_eq!(
        (problem.extra::<u8>(), problem.extra::<&str>()),
        (Some(&2), Some(&"a"))
    );
    assert_eq!(problem, Diagnostic::error(CODE, "Error"));
    problem.conceal();
    assert_eq!((problem.extra::<u8>(), problem.extra::<&str>()), (None, None));
    let mut problem = Diagnostic::error(CODE, "Error").with_fact("a", "is 1");
    assert_eq!(problem.facts[0].to_string(), "`a` is 1");
    problem.conceal();
    assert_eq!(problem.facts, []);
}

#[test]
fn the_detail_of_a_concealed_syntax_error_keeps_its_reason_and_no_text_of_the_source() {
    let hidden = "The reason is not shown, because it may contain a part of a sensitive value.";
    let details = [
        (
            "Expected a value before the end.",
            "Expected a value before the end.",
        ),
        ("Expected the `]` of the list.", "Expected the `...` of the list."),
        ("Expected the `]`, found `b`.", "Expected the `...`."),
        ("Found `]`b`[`, not `)`.", "Found `...`."),
        ("Expected a name: \"b\".", "Expected a name: `...`."),
        ("Found `b", "Found `...`"),
        ("There is no character U+110000.", hidden),
    ];
    for (detail, shown) in details {
        let mut problem =
            Diagnostic::error(codes::syntax::EXPECTED_VALUE, "Error").with_detail(detail.to_owned());
        problem.conceal();
        assert_eq!(problem.detail, shown);
        let mut problem =
            Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Error").with_detail(detail.to_owned());
        problem.conceal();
        assert_eq!(problem.detail, hidden, "{detail}");
    }
}

#[test]
fn messages_in_secret_spans_are_concealed_and_their_sources_shown_as_dots() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.tf", "a = \"é1\"\nb = 2\n").expect("it is small");
    let at = |start, end| source.span_of(start, end);
    let problem = |code, start, end| {
        Diagnostic::error(code, format!("At {start}"))
            .with_detail(format!("Found {start}."))
            .with_subject(at(start, end))
    };
    let mut list: Diagnostics = [
        problem(codes::expr::UNKNOWN_VARIABLE, 0, 1),
        problem(codes::expr::UNKNOWN_VARIABLE, 5, 7),
        problem(codes::terraform::INVALID_VALUE, 5, 7),
        problem(codes::expr::UNKNOWN_VARIABLE, 9, 9),
        problem(codes::expr::UNKNOWN_VARIABLE, 9, 10),
    ]
    .into_iter()
    .collect();
    sources.conceal(&[at(7, 9), at(4, 7)]);
    list.conceal_within(sources.secrets());
    let summaries: Vec<&str> = list.iter().map(|problem| &*problem.summary).collect();
    let concealed = "Problem with a sensitive value";
    assert_eq!(summaries, ["At 0", concealed, "At 5", concealed, "At 9"]);
    let kept = sources.get(source.id()).map(Source::bytes);
    assert_eq!(kept, Some(source.bytes()));
    let shown = sources
        .shown(source.id())
        .map(|shown| String::from_utf8_lossy(shown.bytes()));
    assert_eq!(shown.as_deref(), Some("a = .\u{b7}..\nb = 2\n"));
}

#[test]
fn a_map_sorts_by_the_order_in_which_its_sources_were_added() {
    let [first, second] = ["first", "second"].map(|name| Source::shared(name, "").expect("a small source"));
    assert!(first.id() < second.id());
    let mut sources = SourceMap::new();
    sources.insert(&second);
    let own = sources.add("own", "").expect("a small source");
    sources.insert(&first);
    sources.insert(&second);
    let names: Vec<_> = sources.iter().map(Source::name).collect();
    assert_eq!(names, ["second", "own", "first"]);
    let error =
        |source: &Source, summary: &'static str| Diagnostic::error(CODE, summary).with_subject(source.span());
    let mut problems: Diagnostics = [
        error(&first, "third"),
        error(&own, "second"),
        error(&second, "first"),
        Diagnostic::error(CODE, "no subject"),
    ]
    .into_iter()
    .collect();
    sources.sort(&mut problems);
    assert_eq!(summaries(&problems), ["no subject", "first", "second", "third"]);
}
