//! Relative links between pages.

use std::collections::BTreeSet;

use super::Violation;
use crate::workspace::Workspace;

/// Reports relative links to missing files, folders or headings.
pub(super) fn relative_links(workspace: &Workspace) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in workspace.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (line, target) in links(&file.text) {
            let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() {
                Some(file.path.clone())
            } else {
                resolve(&file.path, path)
            };
            let Some(path) = path.filter(|path| path.is_empty() || workspace.paths.contains(path)) else {
                let text = format!("the link to {target} leads nowhere");
                violations.push(Violation::line(&file.path, line, text));
                continue;
            };
            let page = workspace.text(&path).filter(|_| path.ends_with(".md"));
            if let Some(page) = page.filter(|_| !fragment.is_empty())
                && !anchors(page).contains(fragment)
            {
                let text = format!("the link to {target} names no heading there");
                violations.push(Violation::line(&file.path, line, text));
            }
        }
    }
    violations
}

/// Returns the relative targets in a page with the lines, from 1, that they are in.
fn links(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in prose(page) {
        for part in text.split("](").skip(1) {
            let target = part.split([')', ' ']).next().unwrap_or("");
            found.push((line, target));
        }
        if text.starts_with('[')
            && let Some((_, target)) = text.split_once("]: ")
        {
            found.push((line, target.trim()));
        }
    }
    found.retain(|(_, target)| {
        let outside = target.contains("://") || target.starts_with("mailto:");
        !target.is_empty() && !outside
    });
    found
}

/// Returns the lines of a page that are not code, with their numbers from 1.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    page.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((index + 1, line))
    })
}

/// Resolves `target` in the page at `page` to a path in the workspace; `None` outside of it.
fn resolve(page: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the fragments of a page's headings, in the form used by code hosts.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(page) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let anchor: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'))
            .map(|char| if char == ' ' { '-' } else { char })
            .collect();
        let again = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone())
            .chain(again)
            .find(|anchor| !anchors.contains(anchor));
        anchors.extend(free);
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::super::testing::{files, shown};
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_reported() {
        let page = "# A\n\n[b](b.md) [c](../c.md#x) [up](../../d.md) [d](#a) [e](#b) [w](https://e.org/x)\n\
                    ```text\n[n](none.md)\n```\n[r]: none.md\n";
        let workspace = files(&[("docs/a.md", page), ("docs/b.md", ""), ("c.md", "## X y\n")]);
        assert_eq!(
            shown(relative_links(&workspace)),
            [
                "docs/a.md:3: the link to ../c.md#x names no heading there",
                "docs/a.md:3: the link to ../../d.md leads nowhere",
                "docs/a.md:3: the link to #b names no heading there",
                "docs/a.md:7: the link to none.md leads nowhere",
            ]
        );
    }

    #[test]
    fn headings_become_fragments() {
        let found = anchors("# One `two`\n## hcl2::a::b-c\n# One `two`\ntext # no\n#no\n");
        let wanted = ["hcl2ab-c", "one-two", "one-two-1"].map(String::from);
        assert_eq!(found, BTreeSet::from(wanted));
    }
}
