//! Sorting the keys of an object, the arguments of a block, or the blocks of a type.

use hcl2_native::edit::reordered;
use hcl2_native::lexer::TokenKind;
use hcl2_native::tree::{BlockId, Expr, Item, Node, TextRange};

use super::{Action, ActionKind, Selected};
use crate::body::body_at;

/// Returns the actions that sort what is around the range and not in order.
pub(super) fn actions(selected: Selected<'_>) -> Vec<Action> {
    let sorted = [keys(selected), arguments(selected), blocks(selected)];
    let sorted = sorted.into_iter().flatten();
    let actions = sorted.filter_map(|(title, items)| {
        let splices = reordered(selected.tree, items);
        let edits = splices.into_iter();
        let edits: Vec<(TextRange, String)> = edits
            .map(|(range, text)| Some((range, String::from_utf8(text).ok()?)))
            .collect::<Option<_>>()?;
        (!edits.is_empty()).then(|| selected.action(title, ActionKind::Rewrite, edits))
    });
    actions.collect()
}

/// The largest number of blocks that are compared each time the cursor moves.
const MAX_BLOCKS: usize = 2_000;

/// What is sorted: a title, and the items with their names.
type Items = (String, Vec<(String, TextRange)>);

/// Returns the entries of the innermost object around the range that has one on each line.
fn keys(selected: Selected<'_>) -> Option<Items> {
    let tree = selected.tree;
    let nodes = tree.nodes_at(selected.range.start).into_iter().rev();
    let mut objects = nodes.filter_map(|node| match node {
        Node::Expr(id) => match tree.expr(id) {
            Expr::Object { items } => Some((tree.object_items(items), tree.expr_range(id))),
            _ => None,
        },
        _ => None,
    });
    let (items, around) = objects.next()?;
    let entries: Vec<(String, TextRange)> = items
        .iter()
        .map(|item| {
            let key = tree.expr_range(item.key);
            let range = TextRange::new(key.start, tree.expr_range(item.value).end);
            (tree.str(key).trim_matches('"').to_owned(), range)
        })
        .collect();
    let ranges: Vec<TextRange> = entries.iter().map(|(_, range)| *range).collect();
    let is_separate =
        are_on_own_lines(selected, around, &ranges) && have_equal_ends(selected, around, &ranges);
    is_separate.then(|| ("Sort the keys of this object".to_owned(), entries))
}

/// Returns whether each range starts on a line after the one before it, and none on the first and last line around them.
fn are_on_own_lines(selected: Selected<'_>, around: TextRange, ranges: &[TextRange]) -> bool {
    let has_line = |start: u32, end: u32| selected.tree.str(TextRange::new(start, end)).contains('\n');
    let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else {
        return false;
    };
    let mut pairs = ranges.iter().zip(&ranges[1..]);
    let is_heredoc = |range: &TextRange| range.end > 0 && selected.tree.str(*range).ends_with('\n');
    has_line(around.start, first.start)
        && (has_line(last.end, around.end) || is_heredoc(last))
        && pairs.all(|(one, next)| is_heredoc(one) || has_line(one.end, next.start))
}

/// Returns whether a comma is behind all of the ranges or behind none.
fn have_equal_ends(selected: Selected<'_>, around: TextRange, ranges: &[TextRange]) -> bool {
    let tokens = selected.tree.tokens();
    let next = ranges.iter().skip(1).map(|range| range.start).chain([around.end]);
    let mut commas = ranges.iter().zip(next).map(|(range, next)| {
        let between = (tokens.index_at(range.end)..).map_while(|index| tokens.get(index));
        let mut between = between.take_while(|token| token.range.start < next);
        between.any(|token| token.range.start >= range.end && token.kind == TokenKind::Comma)
    });
    let first = commas.next();
    commas.all(|own| Some(own) == first)
}

/// Returns the arguments of the innermost block around the range that the language does not define: those of a provider, the
/// variables of a module call, or local values.
fn arguments(selected: Selected<'_>) -> Option<Items> {
    let tree = selected.tree;
    let block = tree.block(*selected.blocks().last()?);
    if !block.has_body {
        return None;
    }
    let own = body_at(selected.workspace, selected.document, block.close_brace.start)?;
    let language = selected.workspace.language_of(selected.document);
    let items = tree.items(tree.body(block.body).items).iter();
    let arguments = items.filter_map(|item| {
        let Item::Attribute(id) = item else { return None };
        let attribute = tree.attribute(*id);
        let name = tree.str(attribute.name);
        let is_of_language = own.body.arguments_for(language).any(|own| own.name == name);
        (!is_of_language).then(|| (name.to_owned(), attribute.range()))
    });
    let title = "Sort the arguments of this block";
    Some((title.to_owned(), arguments.collect()))
}

/// Returns the blocks of the file that have the type of the one whose header the range is in.
fn blocks(selected: Selected<'_>) -> Option<Items> {
    let tree = selected.tree;
    let [id] = selected.blocks()[..] else { return None };
    let block = tree.block(id);
    let ty = tree.str(block.block_type);
    if !block.has_body || selected.range.start > tree.node_range(Node::Body(block.body)).start {
        return None;
    }
    let items = tree.items(tree.body(tree.root().body()?).items).iter();
    let of_type = items.filter_map(|item| match item {
        Item::Block(id) if tree.str(tree.block(*id).block_type) == ty => Some(*id),
        _ => None,
    });
    let of_type: Vec<(String, TextRange)> = of_type
        .map(|id| (labels(selected, id), tree.block_range(id)))
        .collect();
    if of_type.len() > MAX_BLOCKS {
        return None;
    }
    let has_labels = of_type.iter().all(|(labels, _)| !labels.is_empty());
    let title = format!("Sort the blocks `{ty}` of this file");
    has_labels.then_some((title, of_type))
}

/// Returns the labels of a block with dots between them.
fn labels(selected: Selected<'_>, id: BlockId) -> String {
    let labels = selected.tree.labels(selected.tree.block(id).labels).iter();
    let labels: Vec<&str> = labels.map(|label| selected.tree.text(label.text)).collect();
    labels.join(".")
}
