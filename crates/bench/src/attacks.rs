//! Sources that parsers and evaluators die from.

/// What a source is read as.
#[derive(Clone, Copy, Debug)]
pub enum AttackKind {
    /// A file of the native syntax, which is parsed.
    File,
    /// An expression, which is parsed and evaluated with the standard functions.
    Expression,
    /// A file of the JSON syntax, which is parsed.
    Json,
}

/// A source with a name.
#[derive(Debug)]
pub struct Attack {
    /// What the source repeats or asks for.
    pub name: &'static str,
    /// What the source is read as.
    pub kind: AttackKind,
    /// The source.
    pub text: Vec<u8>,
}

/// How often the short parts of most attacks are repeated.
const MANY: usize = 1_000_000;

/// How often longer parts are repeated.
const LONG: usize = 200_000;

/// Returns all attacks.
#[must_use]
pub fn attacks() -> Vec<Attack> {
    let mut all = Vec::new();
    let mut add = |name, kind, text: String| {
        all.push(Attack {
            name,
            kind,
            text: text.into_bytes(),
        });
    };
    nested(&mut add);
    long(&mut add);
    evaluated(&mut add);
    all.push(Attack {
        name: "bytes that are not UTF-8",
        kind: AttackKind::File,
        text: vec![0xff; MANY],
    });
    all
}

type Add<'a> = &'a mut dyn FnMut(&'static str, AttackKind, String);

/// Adds what nests a million levels deep.
fn nested(add: Add<'_>) {
    for (name, before, after) in [
        ("`[` unclosed", "[", ""),
        ("`[]` nested", "[", "]"),
        ("`()` nested", "(", ")"),
        ("`{a=` unclosed", "{a=", ""),
        ("`f(` unclosed", "f(", ""),
        ("`-` repeated", "-", ""),
        ("`!` repeated", "!", ""),
        ("`\"${` unclosed", "\"${", ""),
        ("`x[` unclosed", "x[", ""),
        ("`[for a in` nested", "[for a in ", ""),
        ("conditions nested", "a ? b : ", ""),
        ("sums", "1 + ", ""),
        ("`%{ if` nested", "%{ if true }", ""),
    ] {
        let (open, close) = (before.repeat(MANY), after.repeat(MANY));
        let (quote, middle) = if before.starts_with('%') {
            ("\"", "x")
        } else {
            ("", "1")
        };
        add(
            name,
            AttackKind::File,
            format!("v = {quote}{open}{middle}{close}{quote}\n"),
        );
    }
    add("blocks nested", AttackKind::File, "a {\n".repeat(MANY));
    add(
        "heredocs nested",
        AttackKind::File,
        format!("v = {}", "<<E\n${".repeat(LONG)),
    );
    add(
        "`.a` repeated",
        AttackKind::File,
        format!("v = x{}\n", ".a".repeat(MANY)),
    );
    add(
        "`[*]` repeated",
        AttackKind::File,
        format!("v = x{}\n", "[*]".repeat(MANY)),
    );
    add("JSON arrays nested", AttackKind::Json, "[".repeat(MANY));
    add("JSON objects nested", AttackKind::Json, "{\"a\":".repeat(MANY));
}

/// Adds sources that are long, or repeat a mistake.
fn long(add: Add<'_>) {
    let file = AttackKind::File;
    add("`;` repeated", file, ";".repeat(MANY));
    add("quotes unclosed", file, "v = \"\n".repeat(LONG));
    add("a name defined again", file, "v = 1\n".repeat(LONG));
    add(
        "a key defined again",
        file,
        format!("v = {{{}}}\n", "a = 1,".repeat(LONG)),
    );
    add("a long name", file, format!("{} = 1\n", "a".repeat(8 * MANY)));
    add("a long number", file, format!("v = {}\n", "9".repeat(MANY)));
    add("a comment unclosed", file, "/*".repeat(MANY));
    add("byte order marks", file, "\u{feff}".repeat(LONG));
    add(
        "a long heredoc",
        file,
        format!("v = <<E\n{}E\n", "x\n".repeat(MANY)),
    );
    add("a long list", file, format!("v = [{}]\n", "1,".repeat(MANY)));
    let json = AttackKind::Json;
    let keys: String = (0..LONG).map(|_| "\"a\":1,").collect();
    add("JSON keys repeated", json, format!("{{{keys}\"b\":1}}"));
    add("JSON byte order marks", json, "\u{feff}".repeat(LONG));
    add(
        "JSON escapes",
        json,
        format!("{{\"a\":\"{}\"}}", "\\u0041".repeat(MANY)),
    );
}

/// Adds short expressions that ask for much.
fn evaluated(add: Add<'_>) {
    let expression = AttackKind::Expression;
    add(
        "three loops of 1,000",
        expression,
        "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : 1]]]".to_owned(),
    );
    add(
        "three loops that make objects",
        expression,
        "[for a in range(1000) : [for b in range(1000) : { for c in range(1000) : \"k${c}\" => a }]]"
            .to_owned(),
    );
    add(
        "three loops in a template",
        expression,
        format!(
            "\"{}x{}\"",
            "%{ for a in range(1000) }".repeat(3),
            "%{ endfor }".repeat(3)
        ),
    );
    let doubled = (0..40).fold("1".to_owned(), |text, _| {
        format!("[for y in [{text}] : [y, y]][0]")
    });
    add(
        "a value of 2^40 shared parts",
        expression,
        format!("[{doubled}][0]"),
    );
    add(
        "such a value, compared",
        expression,
        format!("[for x in [{doubled}] : x == x][0]"),
    );
    add(
        "1,000 strings of a megabyte",
        expression,
        "[for a in range(1000) : format(\"%1000000d\", a)]".to_owned(),
    );
    add(
        "a product of 1,000,000,000 elements",
        expression,
        "setproduct(range(1000), range(1000), range(1000))".to_owned(),
    );
}
