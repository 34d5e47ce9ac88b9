//! Spreading lists, objects and calls in long lines over several lines.

use hcl2_diagnostics::SourceMap;
use unicode_segmentation::UnicodeSegmentation;

use crate::parser::parse_file;
use crate::rewrite::spliced;
use crate::tree::{Event, Expr, ExprId, File, Node, TextRange};

/// Spreads the outermost list, object or call of each line longer than `width` columns over several lines. Returns `None`
/// if there is no such line, or for a source with errors.
pub(super) fn spread(text: &[u8], width: u32) -> Option<Vec<u8>> {
    let source = SourceMap::new().add("text", text).ok()?;
    let file = parse_file(&source).into_result().ok()?;
    let lines = long_lines(text, width);
    let mut splices: Vec<(TextRange, &str)> = Vec::new();
    let mut walk = file.walk(file.root_node());
    while let Some(event) = walk.next() {
        let Event::Enter(node) = event else { continue };
        let range = file.node_range(node);
        match node {
            // Authors choose the line endings in templates.
            Node::Expr(expr)
                if matches!(file.expr(expr), Expr::Template { .. } | Expr::TemplateWrap { .. }) =>
            {
                walk.skip_children();
            }
            Node::Expr(expr) if is_within(&lines, range) => {
                let spread = brackets(&file, expr);
                if !spread.is_empty() {
                    splices.extend(spread);
                    walk.skip_children();
                }
            }
            _ => {}
        }
    }
    if splices.is_empty() {
        return None;
    }
    let out = spliced(text, splices);
    // A block on one line cannot hold an expression of several lines.
    let source = SourceMap::new().add("text", out.as_slice()).ok()?;
    parse_file(&source).into_result().ok().map(|_| out)
}

/// Returns the lines of more columns than `width`, without their endings.
fn long_lines(text: &[u8], width: u32) -> Vec<TextRange> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split(|byte| *byte == b'\n') {
        let columns = String::from_utf8_lossy(line).graphemes(true).count();
        if columns > width as usize {
            lines.push(TextRange::new(start, start + line.len() as u32));
        }
        start += line.len() as u32 + 1;
    }
    lines
}

/// Returns whether a range lies in one of these lines, which are sorted.
fn is_within(lines: &[TextRange], range: TextRange) -> bool {
    let next = lines.partition_point(|line| line.start <= range.start);
    next.checked_sub(1)
        .is_some_and(|index| lines[index].encloses(range))
}

/// Returns the replacements that spread a list, an object or a call, and none for any other or an empty expression.
fn brackets(file: &File, expr: ExprId) -> Vec<(TextRange, &'static str)> {
    let range = file.expr_range(expr);
    let (open, close, between, last) = match file.expr(expr) {
        Expr::Tuple { .. } => (range.start + 1, range.end - 1, ",\n", ",\n"),
        Expr::Object { .. } => (range.start + 1, range.end - 1, "\n", "\n"),
        Expr::Call(call) => match file.call(call).close {
            Some(close) => (file.call(call).open + 1, close, ",\n", "\n"),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let parts = file.children(Node::Expr(expr));
    let parts: Vec<TextRange> = parts.into_iter().map(|part| file.node_range(part)).collect();
    let (Some(first), Some(end)) = (parts.first(), parts.last()) else {
        return Vec::new();
    };
    let ellipsis = match file.expr(expr) {
        Expr::Call(call) => file.call(call).ellipsis.map(|start| start + 3),
        _ => None,
    };
    let end = ellipsis.unwrap_or(end.end);
    let mut splices = vec![(TextRange::new(open, first.start), "\n")];
    splices.extend(
        parts
            .windows(2)
            .map(|pair| (TextRange::new(pair[0].end, pair[1].start), between)),
    );
    splices.push((TextRange::new(end, close), last));
    splices
}
