//! The site made from the pages in docs, and a check of its links.
//!
//! A page links to files of this repository by their paths. The site holds a copy of each such file, so that its links work
//! wherever it is served from; a link to a folder becomes its text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::cargo::{run, tool};
use crate::files::root;
use crate::playground;

/// The version of mdBook.
const MDBOOK: &str = "0.5.4";
/// The list of pages, in the order of the site.
const SUMMARY: &str = "docs/SUMMARY.md";
const SETTINGS: &str = "[book]\ntitle = \"hcl2\"\nlanguage = \"en\"\nsrc = \"src\"\n\n\
    [build]\nbuild-dir = \"html\"\n\n\
    [output.html]\ndefault-theme = \"light\"\npreferred-dark-theme = \"navy\"\nno-section-label = true\n\n\
    [output.html.search]\nlimit-results = 20\n";

/// Builds the site into target/book/html and checks its links.
pub(crate) fn run_book() -> Result<(), String> {
    let home = root().join("target/book");
    if home.exists() {
        fs::remove_dir_all(&home).map_err(|error| error.to_string())?;
    }
    write(&home.join("book.toml"), SETTINGS)?;
    let summary = fs::read_to_string(root().join(SUMMARY)).map_err(|error| error.to_string())?;
    let pages: BTreeSet<String> = links(&summary)
        .map(|link| joined(SUMMARY, &summary[link]))
        .collect();
    let mut copied = BTreeSet::new();
    let has_playground = playground::is_available();
    for page in pages.iter().map(String::as_str).chain([SUMMARY]) {
        let text = fs::read_to_string(root().join(page)).map_err(|error| format!("{page}: {error}"))?;
        let mut text = with_site_links(page, &text, &pages, &mut copied);
        if has_playground {
            text = playground::with_links(&text);
        }
        write(&home.join("src").join(place(page)), &text)?;
    }
    for file in &copied {
        let bytes = fs::read(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        write(&home.join("src/files").join(file), bytes)?;
    }
    let mut mdbook = tool(
        "mdbook",
        MDBOOK,
        &["--no-default-features", "--features", "search"],
    )?;
    run(mdbook.arg("build").current_dir(&home))?;
    if has_playground {
        playground::build(&home.join("html/playground"))?;
    } else {
        println!(
            "without the playground: it needs Node.js, and the package that `cargo xtask js --release` builds"
        );
    }
    let broken = broken_links(&home.join("html"))?;
    if !broken.is_empty() {
        return Err(format!("links lead nowhere:\n{}", broken.join("\n")));
    }
    println!(
        "{} pages and {} files in {}",
        pages.len(),
        copied.len(),
        home.join("html").display()
    );
    Ok(())
}

/// Returns where the site has a page. All pages lie beside each other, so that a link between two is a name.
fn place(page: &str) -> String {
    let name = page.strip_prefix("docs/").unwrap_or(page);
    match name.strip_suffix("/README.md") {
        Some(folder) => format!("{}.md", folder.replace('/', "-")),
        None => name.to_owned(),
    }
}

/// Returns a page with its links to pages and files led to where the site has them; `copied` receives the files.
fn with_site_links(
    page: &str,
    text: &str,
    pages: &BTreeSet<String>,
    copied: &mut BTreeSet<String>,
) -> String {
    let mut result = String::new();
    let mut done = 0;
    for link in links(text) {
        let target = &text[link.clone()];
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = joined(page, path);
        let full = root().join(&path);
        if pages.contains(&path) {
            result.push_str(&text[done..link.start]);
            result.push_str(&place(&path));
            if !anchor.is_empty() {
                result.push('#');
                result.push_str(anchor);
            }
            done = link.end;
        } else if full.is_file() {
            result.push_str(&text[done..link.start]);
            result.push_str("files/");
            result.push_str(&path);
            copied.insert(path);
            done = link.end;
        } else if let Some(open) = text[..link.start].rfind('[') {
            // `[text](folder)` becomes `text`; `link` is inside the parentheses.
            result.push_str(&text[done..open]);
            result.push_str(&text[open + 1..link.start - 2]);
            done = link.end + 1;
        }
    }
    result.push_str(&text[done..]);
    result
}

/// Returns the ranges of the relative targets of links outside of blocks of code.
fn links(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut in_code = false;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let mut start = 0;
        while !in_code && let Some(open) = line[start..].find("](").map(|at| start + at + 2) {
            let Some(end) = line[open..].find(')').map(|at| open + at) else {
                break;
            };
            let target = &line[open..end];
            if !target.contains("://") && !target.starts_with('#') {
                found.push(offset + open..offset + end);
            }
            start = end;
        }
        offset += line.len();
    }
    found.into_iter()
}

/// Returns the path, from the top folder, that a link of a page leads to.
fn joined(page: &str, link: &str) -> String {
    let path = Path::new(page).parent().unwrap_or(Path::new("")).join(link);
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::Normal(part) => parts.push(part.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Returns a line for each link of the site that leads to no file, or to no heading of a page.
fn broken_links(site: &Path) -> Result<Vec<String>, String> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(site).map_err(|error| error.to_string())?.flatten() {
        let path = entry.path();
        // The page of everything repeats the others, and the page for what is not there is served from any folder.
        let is_copy = ["print.html", "404.html"].iter().any(|name| path.ends_with(name));
        if path.extension().is_some_and(|extension| extension == "html") && !is_copy {
            let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
            pages.insert(path, text);
        }
    }
    let mut broken = Vec::new();
    for (page, text) in &pages {
        for target in attributes(text, " href=\"").chain(attributes(text, " src=\"")) {
            if target.contains(':') {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let full = match path {
                "" => page.clone(),
                path => site.join(path),
            };
            let leads_to_heading = || {
                anchor.is_empty()
                    || pages
                        .get(&full)
                        .is_none_or(|text| attributes(text, " id=\"").any(|id| id == anchor))
            };
            if !full.exists() || !leads_to_heading() {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    Ok(broken)
}

/// Returns the values of an attribute in HTML.
fn attributes<'t>(text: &'t str, start: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(start)
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
}

fn write(path: &PathBuf, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    written
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_copies_or_nothing() {
        let pages = BTreeSet::from(["docs/plan.md".to_owned(), "README.md".to_owned()]);
        let mut copied = BTreeSet::new();
        let text = "See [plans](plan.md#unknown), [home](../README.md), [the code](../xtask/src/book.rs) and \
                    [all](../crates).\n```\n[a](b)\n```\n[here](#here)\n";
        assert_eq!(
            with_site_links("docs/terraform.md", text, &pages, &mut copied),
            "See [plans](plan.md#unknown), [home](README.md), [the code](files/xtask/src/book.rs) and \
             all.\n```\n[a](b)\n```\n[here](#here)\n"
        );
        assert_eq!(copied, BTreeSet::from(["xtask/src/book.rs".to_owned()]));
    }

    #[test]
    fn the_summary_has_every_page() {
        let summary = fs::read_to_string(root().join(SUMMARY)).expect("the summary is there");
        let listed: BTreeSet<String> = links(&summary)
            .map(|link| joined(SUMMARY, &summary[link]))
            .collect();
        let folder = fs::read_dir(root().join("docs")).expect("the folder is there");
        for entry in folder.flatten() {
            let page = format!("docs/{}", entry.file_name().to_string_lossy());
            if page.ends_with(".md") && page != SUMMARY {
                assert!(listed.contains(&page), "{page} is not in {SUMMARY}");
            }
        }
    }

    #[test]
    fn links_to_missing_files_and_headings_are_broken() {
        let site = tempfile::tempdir().expect("a folder can be made");
        let page = " <a href=\"b.html#there\">b</a> <a href=\"b.html#gone\">b</a> <a href=\"c.html\">c</a>";
        fs::write(site.path().join("a.html"), page).expect("it can be written");
        fs::write(site.path().join("b.html"), "<h1 id=\"there\">").expect("it can be written");
        let broken = broken_links(site.path()).expect("the site can be read");
        let targets: Vec<_> = broken.iter().filter_map(|line| line.split(": ").nth(1)).collect();
        assert_eq!(targets, ["b.html#gone", "c.html"]);
    }
}
