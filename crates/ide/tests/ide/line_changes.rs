//! The lines that differ between two sources.

use hcl2_ide::line_changes;

fn changed(before: &str, after: &str) -> Vec<[usize; 4]> {
    let changes = line_changes(before, after).into_iter();
    changes
        .map(|change| {
            [
                change.before.start,
                change.before.end,
                change.after.start,
                change.after.end,
            ]
        })
        .collect()
}

#[test]
fn changes_are_the_lines_that_differ() {
    assert_eq!(changed("", ""), Vec::<[usize; 4]>::new());
    assert_eq!(changed("a\nb\n", "a\nb\n"), Vec::<[usize; 4]>::new());
    assert_eq!(changed("", "a\n"), [[0, 0, 0, 1]]);
    assert_eq!(changed("a\n", ""), [[0, 1, 0, 0]]);
    assert_eq!(changed("a", "a\n"), [[0, 1, 0, 1]]);
    assert_eq!(
        changed("a=1\nb\nc=1\n", "a = 1\nb\nc = 1\n"),
        [[0, 1, 0, 1], [2, 3, 2, 3]]
    );
    assert_eq!(changed("a\n\n\n\nb\n", "a\n\nb\n"), [[2, 4, 2, 2]]);
    assert_eq!(changed("a\nx\ny\nb\n", "a\nb\n"), [[1, 3, 1, 1]]);
    assert_eq!(changed("a\nb\n", "a\nx\ny\nb\n"), [[1, 1, 1, 3]]);
    assert_eq!(changed("{\"a\":1}", "{\n  \"a\": 1\n}\n"), [[0, 1, 0, 3]]);
}

#[test]
fn the_changes_turn_one_text_into_the_other() {
    let texts = [
        "",
        "a\n",
        "a\nb",
        " a\n\n\nc\nb\n",
        "a\nc\n\nb\na\n",
        "x\ny\nz\n".repeat(40).as_str(),
    ]
    .map(str::to_owned);
    for before in &texts {
        for after in &texts {
            let (old, new): (Vec<&str>, Vec<&str>) = (
                before.split_inclusive('\n').collect(),
                after.split_inclusive('\n').collect(),
            );
            let mut found = String::new();
            let mut at = 0;
            for change in line_changes(before, after) {
                found.push_str(&old[at..change.before.start].concat());
                found.push_str(&new[change.after].concat());
                at = change.before.end;
            }
            found.push_str(&old[at..].concat());
            assert_eq!(&found, after, "from {before:?}");
        }
    }
}

#[test]
fn changes_are_found_in_linear_time() {
    let texts = |count: usize| {
        let line = |number: usize| format!("{{\nx{number}=1\n     y=2\n}}\n");
        let before: String = (0..count).map(line).collect();
        let unrelated: String = (0..count).map(|number| format!("{number}\n")).collect();
        (before.replace('=', " = "), before, unrelated)
    };
    hcl2_testing::assert_linear("changed lines", 400, texts, |(after, before, unrelated)| {
        (line_changes(&before, &after), line_changes(&before, &unrelated))
    });
}
