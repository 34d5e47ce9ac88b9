//! `hcl2 wire` as a person starts it.

use crate::support;

use std::path::Path;

fn run(arguments: &[&str]) -> (i32, String, String) {
    support::run(Path::new("."), &[&["wire"], arguments].concat(), "")
}

#[test]
fn values_are_encoded_and_decoded() {
    let encode = |arguments: &[&str]| run(&[&["encode", "--hex", "--type"], arguments].concat());
    let fine = |text: &str| (0, format!("{text}\n"), String::new());
    assert_eq!(encode(&["list(number)", "[80, 443]"]), fine("9250cd01bb"));
    assert_eq!(
        encode(&["[\"list\",\"number\"]", "[80, 443]"]),
        fine("9250cd01bb")
    );
    assert_eq!(
        encode(&["object({id=string})", "--unknown", "id", "{ id = id }"]),
        fine("81a26964d40000")
    );
    let decode = |arguments: &[&str]| run(&[&["decode", "--type"], arguments].concat());
    assert_eq!(
        decode(&["list(number)", "--hex", "92 50 cd01bb"]),
        fine("tolist([80, 443])")
    );
    assert_eq!(
        decode(&["list(number)", "--json", "--hex", "9250cd01bb"]),
        fine("[80,443]")
    );
}

#[test]
fn message_files_contain_bytes_or_hexadecimal_digits() {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, bytes) in [
        ("message", b"\x92\x01\x02".as_slice()),
        ("digits", b"92 01\n02\n"),
    ] {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        let path = path.to_str().expect("UTF-8");
        assert_eq!(
            run(&["decode", "--type", "tuple([number, number])", path]).1,
            "[1, 2]\n"
        );
    }
}

#[test]
fn messages_are_explained_up_to_the_first_error() {
    let (status, out, err) = run(&[
        "explain",
        "--type",
        "object({id=string,size=any})",
        "--hex",
        "82 a26964 c70c0c 82 01c2 02a769 2d61 2d62 2d63 a473697a65 92 c408226e756d62657222 cb3ff8000000000000",
    ]);
    assert_eq!((status, err.as_str()), (0, ""));
    let expected = [
        "     0    1  fixmap    2 pairs  # object",
        "     1    3  fixstr      key \"id\"",
        "     4   15  ext 8       unknown(string, not null, starts with \"i-a-b-c\")  # .id: string",
        "    19    5  fixstr      key \"size\"",
        "    24    1  fixarray    2 elements  # .size: any type",
        "    25   10  bin 8         type \"number\"",
        "    35    9  float 64      1.5  # .size: number",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    let (status, out, err) = run(&["explain", "--type", "list(number)", "--hex", "9250a178"]);
    assert_eq!(status, 1);
    assert_eq!(out.lines().count(), 3);
    assert_eq!(
        err,
        "error: at byte 2: in [1]: expected a number, found a string that is not one\n"
    );
    let (status, out, err) = run(&["explain", "--hex", "9250a278"]);
    assert_eq!((status, out.lines().count()), (1, 2));
    assert_eq!(err, "error: at byte 4: the message ends before the value does\n");
}

#[test]
fn invalid_messages_and_arguments_are_reported() {
    let said = |arguments: &[&str], status: i32, text: &str| {
        let (found, _, err) = run(arguments);
        assert_eq!(found, status, "{arguments:?}: {err}");
        assert!(err.contains(text), "{arguments:?}: {err}");
    };
    said(
        &["encode", "--type", "number", "true"],
        1,
        "the value cannot be encoded: number is required",
    );
    said(&["encode", "--type", "lst(number)", "1"], 2, "lst");
    said(&["encode", "--type", "[\"lst\"]", "1"], 2, "--type is not a type");
    said(&["encode", "--type", "any", "1 +"], 1, "1 +");
    said(&["decode", "--type", "any", "--hex", "9"], 2, "hexadecimal");
    said(&["decode", "--type", "any"], 2, "<FILE>");
    said(
        &["decode", "--type", "number", "--hex", "a178"],
        1,
        "at byte 0: expected a number, found a string that is not one",
    );
    said(
        &["decode", "--type", "number", "nowhere.bin"],
        2,
        "nowhere.bin cannot be read",
    );
    said(
        &["decode", "--type", "number", "--json", "--hex", "d40000"],
        1,
        "JSON cannot express unknown values",
    );
}
