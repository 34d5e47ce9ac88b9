//! Examples of the functions of Terraform that are not standard ones.

use super::standard::{CAN, EXAMPLES, TRY};
use super::{Example, ExpressionFunction, example};
use crate::terraform::STANDARD;

pub(super) const OF_EXPRESSIONS: &[ExpressionFunction] = &[
    CAN,
    ExpressionFunction {
        name: "templatefile",
        parameters: &[
            ("path", "The path of the file with the template."),
            ("vars", "The variables of the template: an object or a map."),
        ],
        description: "The result of a template in a file. In the template neither `templatefile` nor `templatestring` can be called.",
    },
    ExpressionFunction {
        name: "templatestring",
        parameters: &[
            ("template", "A reference to the string with the template."),
            ("vars", "The variables of the template: an object or a map."),
        ],
        description: "The result of a template that is a string elsewhere, as a string. In the template neither `templatefile` nor `templatestring` can be called.",
    },
    TRY,
];

/// All examples, in the order of names.
pub(super) fn all_examples() -> Vec<Example> {
    let is_shared = |example: &&Example| {
        STANDARD.contains(&example.function) || matches!(example.function, "can" | "try")
    };
    let mut all: Vec<Example> = EXAMPLES.iter().filter(is_shared).copied().collect();
    all.extend_from_slice(OWN);
    #[cfg(feature = "bcrypt")]
    all.push(BCRYPT);
    #[cfg(feature = "rsa")]
    all.push(RSADECRYPT);
    all.sort_by_key(|example| example.function);
    all
}

#[cfg(feature = "bcrypt")]
const BCRYPT: Example = example(
    "bcrypt",
    "bcrypt(\"secret\", 4)",
    "\"$2a$04$....................../dCAsp4PpJoDgv6BeaLP6BKrXlBV1oi\"",
);

#[cfg(feature = "rsa")]
const RSADECRYPT: Example = example(
    "rsadecrypt",
    "rsadecrypt(file(\"secret.txt\"), file(\"key.pem\"))",
    "\"hello\"",
);

const OWN: &[Example] = &[
    example("abspath", "abspath(\"a/../b\")", "\"/work/b\""),
    example("alltrue", "alltrue([true, false])", "false"),
    example("anytrue", "anytrue([true, false])", "true"),
    example("base64decode", "base64decode(\"aGVsbG8=\")", "\"hello\""),
    example("base64encode", "base64encode(\"hello\")", "\"aGVsbG8=\""),
    example("base64gzip", "substr(base64gzip(\"hello\"), 0, 6)", "\"H4sIAA\""),
    example(
        "base64sha256",
        "base64sha256(\"hello\")",
        "\"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=\"",
    ),
    example(
        "base64sha512",
        "base64sha512(\"hello\")",
        "\"m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==\"",
    ),
    example("basename", "basename(\"a/b.txt\")", "\"b.txt\""),
    example("cidrhost", "cidrhost(\"10.0.0.0/8\", -1)", "\"10.255.255.255\""),
    example("cidrnetmask", "cidrnetmask(\"10.0.0.0/12\")", "\"255.240.0.0\""),
    example(
        "cidrsubnet",
        "cidrsubnet(\"10.0.0.0/8\", 8, 2)",
        "\"10.2.0.0/16\"",
    ),
    example(
        "cidrsubnets",
        "cidrsubnets(\"10.0.0.0/8\", 4, 8)",
        "[\"10.0.0.0/12\", \"10.16.0.0/16\"]",
    ),
    example("coalesce", "coalesce(null, \"\", \"a\")", "\"a\""),
    example("contains", "contains([\"a\", \"b\"], \"b\")", "true"),
    example("dirname", "dirname(\"a/b.txt\")", "\"a\""),
    example("endswith", "endswith(\"hello\", \"lo\")", "true"),
    example("ephemeralasnull", "ephemeralasnull([1])", "[1]"),
    example("file", "file(\"greeting.txt\")", "\"hello\""),
    example("filebase64", "filebase64(\"greeting.txt\")", "\"aGVsbG8=\""),
    example(
        "filebase64sha256",
        "filebase64sha256(\"greeting.txt\")",
        "\"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=\"",
    ),
    example(
        "filebase64sha512",
        "filebase64sha512(\"greeting.txt\")",
        "\"m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==\"",
    ),
    example("fileexists", "fileexists(\"missing.txt\")", "false"),
    example(
        "filemd5",
        "filemd5(\"greeting.txt\")",
        "\"5d41402abc4b2a76b9719d911017c592\"",
    ),
    example("fileset", "fileset(\".\", \"*.txt\")", "[\"greeting.txt\"]"),
    example(
        "filesha1",
        "filesha1(\"greeting.txt\")",
        "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\"",
    ),
    example(
        "filesha256",
        "filesha256(\"greeting.txt\")",
        "\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\"",
    ),
    example(
        "filesha512",
        "filesha512(\"greeting.txt\")",
        "\"9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043\"",
    ),
    example("index", "index([\"a\", \"b\"], \"b\")", "1"),
    example("issensitive", "issensitive(sensitive(\"a\"))", "true"),
    example("length", "length(\"hello\")", "5"),
    example("lookup", "lookup({a = 1}, \"b\", 0)", "0"),
    example(
        "matchkeys",
        "matchkeys([\"a\", \"b\", \"c\"], [1, 2, 1], [1])",
        "[\"a\", \"c\"]",
    ),
    example("md5", "md5(\"hello\")", "\"5d41402abc4b2a76b9719d911017c592\""),
    example(
        "nonsensitive",
        "issensitive(nonsensitive(sensitive(\"a\")))",
        "false",
    ),
    example("one", "one([\"a\"])", "\"a\""),
    example("pathexpand", "pathexpand(\"~/.ssh\")", "\"/home/you/.ssh\""),
    example("plantimestamp", "plantimestamp()", "\"2006-01-02T15:04:05Z\""),
    example("replace", "replace(\"a1b2\", \"/[0-9]/\", \"#\")", "\"a#b#\""),
    example("reverse", "reverse([1, 2])", "[2, 1]"),
    example("sensitive", "issensitive(sensitive(\"a\"))", "true"),
    example(
        "sha1",
        "sha1(\"hello\")",
        "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\"",
    ),
    example(
        "sha256",
        "sha256(\"hello\")",
        "\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\"",
    ),
    example(
        "sha512",
        "sha512(\"hello\")",
        "\"9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043\"",
    ),
    example("startswith", "startswith(\"hello\", \"he\")", "true"),
    example("strcontains", "strcontains(\"hello\", \"ell\")", "true"),
    example("strrev", "strrev(\"abc\")", "\"cba\""),
    example("sum", "sum([1, 2.5])", "3.5"),
    example(
        "templatefile",
        "templatefile(\"greeting.tftpl\", {name = \"you\"})",
        "\"hello, you\"",
    ),
    example(
        "templatestring",
        "[for t in [\"hello, $${name}\"] : templatestring(t, {name = \"you\"})][0]",
        "\"hello, you\"",
    ),
    example(
        "textdecodebase64",
        "textdecodebase64(\"aABpAA==\", \"UTF-16LE\")",
        "\"hi\"",
    ),
    example(
        "textencodebase64",
        "textencodebase64(\"hi\", \"UTF-16LE\")",
        "\"aABpAA==\"",
    ),
    example(
        "timecmp",
        "timecmp(\"2006-01-02T15:04:05Z\", \"2006-01-02T16:04:05+01:00\")",
        "0",
    ),
    example("timestamp", "timestamp()", "\"2006-01-02T15:04:05Z\""),
    example("tobool", "tobool(\"true\")", "true"),
    example("tolist", "tolist([1, \"a\"])", "[\"1\", \"a\"]"),
    example("tomap", "tomap({a = 1, b = \"x\"})", "{a = \"1\", b = \"x\"}"),
    example("tonumber", "tonumber(\"1.5\")", "1.5"),
    example("toset", "toset([\"b\", \"a\", \"b\"])", "[\"a\", \"b\"]"),
    example("tostring", "tostring(1.50)", "\"1.5\""),
    example(
        "transpose",
        "transpose({a = [\"x\", \"y\"], b = [\"x\"]})",
        "{x = [\"a\", \"b\"], y = [\"a\"]}",
    ),
    example("urlencode", "urlencode(\"a b&c\")", "\"a+b%26c\""),
    example("uuid", "uuid()", "\"00000000-0000-4000-8000-000000000000\""),
    example(
        "uuidv5",
        "uuidv5(\"dns\", \"www.example.com\")",
        "\"2ed6657d-e927-568b-95e1-2665a8aea6a2\"",
    ),
    example("yamldecode", "yamldecode(\"a: [1, yes]\")", "{a = [1, true]}"),
    example(
        "yamlencode",
        "yamlencode({a = [1, \"x\"]})",
        "\"\\\"a\\\":\\n- 1\\n- \\\"x\\\"\\n\"",
    ),
];
