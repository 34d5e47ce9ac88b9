//! Canonical layout, rule by rule.

use crate::support::source;
use hcl2_native::tree::TextRange;
use hcl2_native::{Input, Limits, format, format_file, parse_file};

/// Asserts that `text` is formatted as `wanted`, and that `wanted` stays.
#[track_caller]
fn check(text: &str, wanted: &str) {
    let once = format(text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&once), wanted, "{text}");
    assert_eq!(String::from_utf8_lossy(&format(&once)), wanted, "{text}, again");
    let parsed = parse_file(&source(text));
    assert_eq!(
        String::from_utf8_lossy(&format_file(&parsed.value)),
        wanted,
        "{text}, parsed"
    );
}

#[test]
fn lines_are_indented_by_their_brackets() {
    check(
        "a {\nb \"c\" {\n\td = [\n1,\n\t\t2,\n]\n}\n      }\n",
        "a {\n  b \"c\" {\n    d = [\n      1,\n      2,\n    ]\n  }\n}\n",
    );
    check(
        "a = f(g({\nb = 1\n}), [\n2\n])\n",
        "a = f(g({\n  b = 1\n  }), [\n  2\n])\n",
    );
    check("}\na = [\n1]]]\nb = 1\n", "}\na = [\n1]]]\nb = 1\n");
    check("a = [[[\n1\n]\n]]\n", "a = [[[\n  1\n  ]\n]]\n");
}

#[test]
fn equal_signs_of_adjacent_lines_are_aligned() {
    check("a=1\nlong = 2\n\nb  = 3\n", "a    = 1\nlong = 2\n\nb = 3\n");
    check("a=1\nlong = [\n]\nbb = 3\n", "a = 1\nlong = [\n]\nbb = 3\n");
    check(
        "é=1\ne\u{301}e\u{301}e\u{301} = 2\n日本=3\n",
        "é   = 1\ne\u{301}e\u{301}e\u{301} = 2\n日本  = 3\n",
    );
    check("a = x == y\nbb = 1\n", "a  = x == y\nbb = 1\n");
    check("= 1\na = 2\n", "= 1\na = 2\n");
}

#[test]
fn comments_of_adjacent_lines_are_aligned() {
    check(
        "a = 1 # one\nlong = 22 // two\n",
        "a    = 1  # one\nlong = 22 // two\n",
    );
    check("a = [ # one\n1, # two\n]\n", "a = [ # one\n  1,  # two\n]\n");
    check("  # alone\n    a = 1\n", "# alone\na = 1\n");
    check("a = 1/* in */+ 2\n", "a = 1 /* in */ + 2\n");
    check("/* one\n   two */ a = 1\n", "/* one\n   two */ a = 1\n");
    check("a = 1      # at the end", "a = 1 # at the end");
    check(
        "a = 1 # one\r\nbb = 1 # two\r\n",
        "a  = 1 # one\r\nbb = 1 # two\r\n",
    );
}

#[test]
fn spaces_depend_on_the_kinds_of_tokens() {
    for (text, wanted) in [
        ("a=b . c [ 0 ] . *", "a = b.c[0].*"),
        ("a=f ( 1 ,2,b ... )", "a = f(1, 2, b...)"),
        ("a=x :: f (1)", "a = x::f(1)"),
        ("a=! b&&c", "a = !b && c"),
        ("a=-1- -2", "a = -1 - -2"),
        ("a=1-2", "a = 1 - 2"),
        ("a=b?-1:- 2", "a = b ? -1 : -2"),
        ("a={}", "a = {}"),
        ("a={  }", "a = {}"),
        ("a={b=1,c:2}", "a = { b = 1, c : 2 }"),
        ("a=[ ]", "a = []"),
        ("a=[for x in[1]:x]", "a = [for x in [1] : x]"),
        (
            "a={for k,v in b:k=>v...if v}",
            "a = { for k, v in b : k => v... if v }",
        ),
        ("a=in [0]", "a = in[0]"),
        ("a=(1) [0]", "a = (1)[0]"),
        ("a=[1] [0]", "a = [1][0]"),
        ("a=b.* [0]", "a = b.* [0]"),
        ("a=b.0 .1", "a = b.0.1"),
        ("b  \"c\"d{ }", "b \"c\" d {}"),
        ("b{a=1}", "b { a = 1 }"),
    ] {
        check(text, wanted);
    }
}

#[test]
fn templates_keep_their_text() {
    check(
        "a = \"  x ${ b }${ {c=1} }  %{  if d  }  y%{~ endif ~}\"\n",
        "a = \"  x ${b}${ { c = 1 } }  %{if d}  y%{~endif~}\"\n",
    );
    check(
        "  a = <<-EOT\n     x ${ b }\n  \ty  \n     EOT\nbb = 1\n",
        "a  = <<-EOT\n     x ${b}\n  \ty  \n     EOT\nbb = 1\n",
    );
    check(
        "a {\n  b = f(<<EOT\n x\nEOT\n, 1)\n}\n",
        "a {\n  b = f(<<EOT\n x\nEOT\n  , 1)\n}\n",
    );
}

#[test]
fn blank_lines_and_final_spaces_stay() {
    check("\n\n  \na = 1\n\n\n", "\n\n\na = 1\n\n\n");
    check("a = 1   ", "a = 1   ");
    check("a = 1\n\t \t", "a = 1\n   ");
    check("", "");
    check("a   = 1\r\n\r\n", "a = 1\r\n\r\n");
}

#[test]
fn byte_order_mark_is_left_out_as_by_terraform() {
    for (text, formatted) in [
        ("\u{FEFF}a  = 1\n", "a = 1\n"),
        ("\u{FEFF} a=1", "a = 1"),
        ("\u{FEFF}\n\na=1\n", "\n\na = 1\n"),
        ("\u{FEFF} /* x */", "/* x */"),
        // Alone, it is three spaces, and spaces at the end stay.
        ("\u{FEFF}", "   "),
        ("\u{FEFF}  ", "     "),
        // These are errors, and stay such.
        ("\u{FEFF}\u{FEFF}a=1\n", "\u{FEFF}\u{FEFF}a=1\n"),
        (" \u{FEFF}a=1\n", " \u{FEFF}a=1\n"),
    ] {
        check(text, formatted);
    }
}

#[test]
fn source_with_errors_is_formatted_as_far_as_it_can_be_read() {
    check("a {\nb=\n", "a {\n  b =\n");
    check("a=\"x\n  b =1\n", "a = \"x\nb = 1\n");
    check("a=\"x\n  \nb =1\n", "a = \"x\n\nb = 1\n");
    check("a=\"x\r \nb =1\n", "a = \"x\r \nb = 1\n");
    check("a=<<E\n  x\n", "a = <<E\n  x\n");
    check("a=$b  $ c\n", "a =$b $ c\n");
}

#[test]
fn tokens_are_never_joined_into_others() {
    check("a = ! = b\n", "a = ! = b\n");
    check("a = 1 .5\n", "a = 1. 5\n");
    check("a = 1 . e5\n", "a = 1. e5\n");
    check("a = 1... . 5\n", "a = 1.... 5\n");
    check("a = b . . . c\n", "a = b.. .c\n");
    check("a = \"${ ~ b }\"\n", "a = \"${ ~ b}\"\n");
    check("a = \"${ ~}\"\n", "a = \"${ ~}\"\n");
    assert_eq!(
        format(b"a=\"\xFF\xFE${  b }\xFF\" \xFF"),
        b"a = \"\xFF\xFE${b}\xFF\" \xFF"
    );
}

#[test]
fn part_of_a_source_is_formatted_alone() {
    let text = "x  =  1 y  =  2 z  =  3";
    let whole = source(text);
    let parsed = parse_file(Input::part(&whole, TextRange::new(8, 15)));
    assert_eq!(format_file(&parsed.value), b"x  =  1 y = 2 z  =  3".as_slice());
    let limits = Limits::new().with_source_bytes(4);
    let parsed = parse_file(Input::whole(&whole).with_limits(limits));
    assert_eq!(format_file(&parsed.value), text.as_bytes());
}

/// Formats on a stack of a mebibyte.
fn on_a_small_stack(text: Vec<u8>) -> Vec<u8> {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || format(&text))
        .expect("a thread")
        .join()
        .expect("no panic")
}

/// Asserts that sources of growing size are formatted in linear time and space.
fn within_bounds(what: &str, text: impl Fn(usize) -> String) {
    let made = |times: usize| text(times).into_bytes();
    hcl2_testing::assert_linear(what, 10_000, made, |text| format(&text));
    let text = made(200_000);
    let length = text.len();
    let output = on_a_small_stack(text);
    assert!(
        output.len() <= length * 65 + (1 << 20),
        "{length} bytes became {}",
        output.len()
    );
    assert_eq!(format(&output), output);
}

#[test]
fn hostile_sources_take_linear_time_and_space() {
    for piece in [
        "{\n", "[", "}\n", "(\n)", "\"${", "a.", "-", "<<A\n", "1.", "...", "a=1#\n", "/*", "a=", ";", "; ",
        ";\n", "a=1;\n", "'", "`", "$", "\\", "\u{feff}", "\u{201c}", "\"\n", "%{", "?", ":", "a ? b : ",
        "\r", "\0",
    ] {
        within_bounds(piece, |times| piece.repeat(times));
    }
    within_bounds("a name and assignments", |times| {
        "a".repeat(times) + &"=1\nb".repeat(times)
    });
}
