//! The checks of the fuzz targets, on sources with errors of many kinds.

use crate::support::checks;

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
    b"terraform {\n  required_version = \">= 1\"\n}\n# c\nresource \"a\" \"b\" {\n  count = 2 // d\n  c = [var.x, <<-E\n    y ${local.z}\n  E\n  ]\n  dynamic \"e\" {\n    for_each = []\n    content {}\n  }\n}\nlocals {\n  z = templatefile(\"f\", {})\n  (k) = 1\n}\n",
    b"a = 1 # one\nb \"l\" { c = 2 }\nd = { \"${e}\" = 1, (f) = 2 }\n\0a = 2\nb \"m\" {}\n",
    b"regex(\"(a message quotes only the beginning of a pattern as long as this one is\", s)",
];

#[test]
fn inputs_that_failed_before_pass_the_checks() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    let mut count = 0;
    for (name, check) in checks::CHECKS {
        let Ok(entries) = std::fs::read_dir(std::path::Path::new(corpus).join(name)) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("a file");
            let held = std::panic::catch_unwind(|| check(&bytes)).is_ok();
            assert!(held, "{name}: {}", path.display());
            count += 1;
        }
    }
    assert!(count > 0, "{corpus} is empty");
}

#[test]
fn invalid_sources_and_their_prefixes_pass_the_checks() {
    for (name, check) in checks::CHECKS {
        for text in TEXTS {
            // The checks of long sources take long.
            for end in (0..=text.len()).step_by(1 + text.len() / 150) {
                let cut = &text[..end];
                let held = std::panic::catch_unwind(|| check(cut)).is_ok();
                assert!(held, "{name}: {:?}", String::from_utf8_lossy(cut));
            }
        }
    }
}
