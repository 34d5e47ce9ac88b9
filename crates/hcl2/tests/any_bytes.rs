//! The checks of the fuzz targets, on sources with errors of many kinds.

#[path = "support/checks.rs"]
mod checks;

/// Sources to check, complete and cut off after every byte.
const TEXTS: &[&[u8]] = &[
    b"[{\"a\": [1, \"${n}\"], \"c\": [{\"a\": 2}, {}, 5]}, {\"d\": {\"x\": [{\"y\": {\"b\": \"%{ if p }\"}}]}, \"a\": 1, \"e\": {}}]",
    b"\xEF\xBB\xBFa = \"x ${b\" \r\nc \"d {\n e = [1; 2]\n}\n",
    b"\"%{ if p }${p}%{ else }%{ for k, v in o ~} ${k}%{ endfor }%{ endif \"\n",
    b"{ (p) = \"\\u00e9\\U0001F600$${x}\", for = [for k, v in o : k => v... if upper(p, n)] }.a[*].b.0",
    b"<<-E\n\t${n / 0 ? l : u}\n  \xFF\nE\n",
    b"format(\"%d %[3]*.[2]f %v\", p, d, z) == join(\"${p}\", l, [p])...",
    b"{\"a\": \"${p}\\n%{ if n }\", \"//\": [1e400, {\"b\": null}], \"a\": {\"${p}\": tru}}",
    b"object { attr \"a\" { type = list(string) }\n block_map \"b\" { labels = [\"x\"]\n} }\0a = 1\nb \"k\" {}\ndynamic \"b\" { for_each = [1]\n labels = [p]\n content {} }\n",
    b"regex(\"(?P<a>[[:alpha:]]+\", s) + parseint(p, 99) - pow(n, 1e9) % substr(s, -1, 99999999999999999999)",
    b"i{\"\ni{\ni{\"\"\"\"}}}",
    b"regex(\"(a message quotes only the beginning of a pattern as long as this one is\", s)",
];

#[test]
fn invalid_sources_and_their_prefixes_pass_the_checks() {
    for (name, check) in checks::CHECKS {
        for text in TEXTS {
            for end in 0..=text.len() {
                let cut = &text[..end];
                let held = std::panic::catch_unwind(|| check(cut)).is_ok();
                assert!(held, "{name}: {:?}", String::from_utf8_lossy(cut));
            }
        }
    }
}
