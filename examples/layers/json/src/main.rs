//! The JSON layer alone: an outline of a document, with the line and column of everything, duplicates included.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

use hcl2_json::diagnostics::SourceMap;
use hcl2_json::diagnostics::render::Plain;
use hcl2_json::{Node, NodeKind, parse_tree};

const DOCUMENT: &str = r#"{
  "name": "web",
  "listen": [80, {"port": 443, "tls": true}],
  "name": "api"
}
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", outline("app.json", DOCUMENT)?);
    print!("{}", outline("broken.json", "{\"a\" 1}")?);
    Ok(())
}

/// Describes each value in a document on a line, and the problems of the document.
fn outline(name: &str, text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut sources = SourceMap::new();
    let source = sources.add(name, text)?;
    let parsed = parse_tree(&source);
    let (tree, problems) = (parsed.value, parsed.diagnostics);
    let mut lines = String::new();
    let mut open = vec![(tree.root(), "document".to_owned(), 0)];
    while let Some((node, label, depth)) = open.pop() {
        let span = node.span();
        let position = source.line_index().position(source.bytes(), span.start);
        let what = match node.kind() {
            NodeKind::Object => "an object".to_owned(),
            NodeKind::Array => "an array".to_owned(),
            _ => node.source_text().to_owned(),
        };
        let indent = "  ".repeat(depth);
        lines += &format!("{}:{} {indent}{label}: {what}\n", position.line, position.column);
        let mut parts = parts(node);
        parts.reverse();
        open.extend(parts.into_iter().map(|(label, part)| (part, label, depth + 1)));
    }
    if !problems.is_empty() {
        lines += &Plain::default().render(&problems, &sources);
        lines.push('\n');
    }
    Ok(lines)
}

fn parts(node: Node<'_>) -> Vec<(String, Node<'_>)> {
    match node.kind() {
        NodeKind::Object => {
            let properties = node.properties();
            properties
                .map(|property| {
                    (
                        property.name.text().unwrap_or_default().into_owned(),
                        property.value,
                    )
                })
                .collect()
        }
        NodeKind::Array => node
            .elements()
            .enumerate()
            .map(|(index, element)| (index.to_string(), element))
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_has_its_line_and_column() {
        let lines = outline("app.json", DOCUMENT).unwrap();
        assert_eq!(
            lines.lines().collect::<Vec<_>>(),
            [
                "1:1 document: an object",
                "2:11   name: \"web\"",
                "3:13   listen: an array",
                "3:14     0: 80",
                "3:18     1: an object",
                "3:27       port: 443",
                "3:39       tls: true",
                "4:11   name: \"api\"",
            ]
        );
        assert!(
            outline("broken.json", "{\"a\" 1}")
                .unwrap()
                .contains("broken.json:1:")
        );
    }
}
