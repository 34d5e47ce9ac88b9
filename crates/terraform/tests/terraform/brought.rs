//! The section of the page on Terraform that lists what each version brought.

use std::path::Path;

use hcl2_terraform::table::{COMPARED, Language, Version, brought};

const START: &str = "<!-- versions: written by the test `the_page_lists_what_each_version_brought` with UPDATE_FIXTURES=1 -->\n";
const END: &str = "<!-- end of versions -->\n";

/// Returns the section, from the table.
fn section() -> String {
    let mut text = format!(
        "{START}\nThe table was last compared with the change logs of both products on {COMPARED}.\n"
    );
    for language in [Language::Terraform, Language::OpenTofu] {
        let newest = Version::newest(language);
        text += &format!(
            "\n### Versions of {}\n\nThe newest released version is {}.\n\n| Version | Brought | Removed |\n|---|---|---|\n",
            newest.product(),
            newest.release()
        );
        let mut known: Vec<Version> = Version::in_development(language).collect();
        known.reverse();
        known.extend(Version::released(language));
        for version in known {
            let (brought, removed) = brought(version);
            if !brought.is_empty() || !removed.is_empty() {
                let cell = |parts: Vec<String>| parts.join("; ");
                text += &format!("| {version} | {} | {} |\n", cell(brought), cell(removed));
            }
        }
    }
    text + "\n" + END
}

#[test]
fn the_page_lists_what_each_version_brought() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terraform.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let start = page.find(START).expect("the page has the start of the section");
    let end = page.find(END).expect("the page has the end of the section") + END.len();
    let written = format!("{}{}{}", &page[..start], section(), &page[end..]);
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        std::fs::write(&path, written).expect("the page can be written");
        return;
    }
    assert_eq!(page, written, "run the test with UPDATE_FIXTURES=1");
}

#[test]
fn versions_brought_what_their_change_logs_say() {
    let has = |version: &str, what: &str| {
        let (brought, removed) = brought(version.parse().expect("a version"));
        assert!(
            brought.iter().chain(&removed).any(|own| own == what),
            "{version}: {what}: {brought:?} {removed:?}"
        );
    };
    has("terraform@1.17", "`mock_ephemeral` in `.tfmock.hcl`");
    has("terraform@1.16", "`import` in called modules");
    has("terraform@1.15", "`variable.const`");
    has("opentofu@1.13", "connections by `winrm`");
    has("opentofu@1.12", "`language`");
    assert!(brought("terraform@1.18".parse().expect("a version")).0.is_empty());
}
