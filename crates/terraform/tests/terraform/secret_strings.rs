//! Strings that are probably secrets, by the names before them.

use hcl2_diagnostics::Source;
use hcl2_terraform::secret_strings;

#[test]
fn values_of_names_that_promise_a_secret_are_found() {
    for (text, secrets) in [
        ("password = \"p\"\n", &["\"p\""][..]),
        ("db-password=\"p\" # c\nx = \"y\"\n", &["\"p\" # c"]),
        ("clientSecret = \"p", &["\"p"]),
        ("secret_key = \"p\n  q\n", &["\"p"]),
        ("token = [\n  \"p\",\n]\nx = \"y\"\n", &["[\n  \"p\",\n]"]),
        (
            "token = \"${f(\"}\", {\n a = 1 })}\"\nx = \"y\"",
            &["\"${f(\"}\", {\n a = 1 })}\""],
        ),
        ("token = \"\\\"}\"\n", &["\"\\\"}\""]),
        ("private_key = <<-E\n  p\n  E\nx = \"y\"\n", &["<<-E\n  p\n  E"]),
        ("private_key = <<E\np", &["<<E\np"]),
        ("a = { token = \"p\", x = \"y\" }", &["\"p\""]),
        ("{\"token\": \"p\", \"x\": \"y\"}", &["\"p\""]),
        ("{\"token\" :\n\"p\"}", &["\"p\""]),
        ("token = var.token\n", &[]),
        ("token = 1\n", &[]),
        ("token_type = \"x\"\n", &[]),
        ("tokens = [\"x\"]\n", &[]),
        ("a = token == \"x\"\n", &[]),
        ("a = { token => \"x\" }\n", &[]),
        ("resource \"password\" \"x\" {\n}\n", &[]),
        ("credentials \"host\" {\n  token = \"p\"\n}\n", &["\"p\""]),
        ("=", &[]),
        ("token =", &[]),
        ("token = <<", &["<<"]),
        ("token = [<<E\n]p\nE\n]\nx = \"y\"\n", &["[<<E\n]p\nE\n]"]),
        ("token = (<<E\np\nE\n)\nx = \"y\"\n", &["(<<E\np\nE\n)"]),
        (
            "token = <<E\n${<<E\n}p\nE\n}q\nE\nx = \"y\"\n",
            &["<<E\n${<<E\n}p\nE\n}q\nE"],
        ),
        ("token = f( # it's \"\n\"p\")\n", &["f( # it's \"\n\"p\")"]),
        ("token = /* , */ \"p\"\nx = \"y\"\n", &["/* , */ \"p\""]),
        ("token = 1 /* \"", &["1 /* \""]),
        ("token = \"$${\"\nx = \"y\"\n", &["\"$${\""]),
    ] {
        let source = Source::new("a.hcl", text).expect("it is small");
        let found = secret_strings(&source);
        let found: Vec<&str> = found
            .iter()
            .map(|span| std::str::from_utf8(source.slice(*span)).expect("it is UTF-8"))
            .collect();
        assert_eq!(found, secrets, "{text}");
    }
}

#[test]
fn secrets_are_found_in_linear_time() {
    for part in [
        "token = [",
        "token = \"${",
        "token = <<E\n",
        "token = \"\n",
        "=",
        " ",
        "_",
    ] {
        let source = |size: usize| Source::new("a.hcl", part.repeat(size)).expect("it is small");
        hcl2_testing::assert_linear(part, 2_000, source, |source| secret_strings(&source));
    }
}
