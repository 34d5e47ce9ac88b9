//! Bodies as trees of values that know where they come from.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{Block, Body, EvalContext, ExpressionRef};
use hcl2_value::Value;

use crate::typed::key_text;

/// A value with its range, and the same for its parts as far as they are written out.
pub(super) struct Node {
    /// Its number in source order, from 0.
    pub(super) number: usize,
    /// The number of the next node that is not a part of this one.
    pub(super) end: usize,
    /// The name or key that it belongs to; for elements, the element itself.
    pub(super) key_span: Span,
    /// The range of the value: the expression of an attribute, or the header of a block.
    pub(super) span: Span,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// A value without parts of their own ranges.
    Value(Value),
    /// The elements of a list constructor.
    List(Vec<Node>),
    /// Several blocks with the same type and labels.
    Blocks(Vec<Node>),
    /// A body, an object constructor, or blocks by label.
    Fields(Fields),
}

pub(super) struct Fields {
    pub(super) entries: Vec<(String, Node)>,
    /// The range for what is missing.
    pub(super) missing_item_span: Span,
    /// Whether this is one block, which also serves as a sequence of blocks.
    pub(super) is_block: bool,
    /// Whether the keys are labels.
    pub(super) has_labels: bool,
}

impl Fields {
    /// Returns whether a key is among names.
    pub(super) fn has_any(&self, names: &[&str]) -> bool {
        self.entries.iter().any(|(key, _)| names.contains(&key.as_str()))
    }
}

impl Node {
    /// Returns the range for an attribute that is missing in the value.
    pub(super) fn missing_item_span(&self) -> Span {
        match &self.content {
            Content::Fields(fields) => fields.missing_item_span,
            _ => self.span,
        }
    }

    /// Returns whether this is made of blocks.
    pub(super) fn is_blocks(&self) -> bool {
        match &self.content {
            Content::Blocks(_) => true,
            Content::Fields(fields) => fields.is_block || fields.has_labels,
            _ => false,
        }
    }
}

/// Reads bodies, and collects problems.
pub(super) struct Locator<'a> {
    context: Option<&'a EvalContext<'a>>,
    /// Whether expressions with references are kept as text.
    is_unevaluated: bool,
    pub(super) diagnostics: Diagnostics,
    /// The numbers of the nodes whose values cannot be evaluated.
    pub(super) failed: HashSet<usize>,
    /// The number of nodes so far.
    count: usize,
}

impl<'a> Locator<'a> {
    pub(super) fn new(context: Option<&'a EvalContext<'a>>) -> Self {
        Self {
            context,
            is_unevaluated: false,
            diagnostics: Diagnostics::new(),
            failed: HashSet::new(),
            count: 0,
        }
    }

    /// Creates a reader that keeps expressions with references as text.
    pub(super) fn unevaluated() -> Self {
        Self {
            is_unevaluated: true,
            ..Self::new(None)
        }
    }

    fn node(&mut self, key_span: Span, span: Span, content: impl FnOnce(&mut Self) -> Content) -> Node {
        let number = self.count;
        self.count += 1;
        let content = content(self);
        Node {
            number,
            end: self.count,
            key_span,
            span,
            content,
        }
    }

    /// Reads a body without a schema. The recursion is as deep as the blocks, which the parser limits.
    pub(super) fn body(&mut self, body: &dyn Body, block: Option<&Block>) -> Node {
        let whole = body.missing_item_span();
        let (key_span, span) = block.map_or((whole, whole), |block| (block.type_span, block.header_span));
        self.node(key_span, span, |reader| {
            let content = body
                .content(&body.implied_schema())
                .report_into(&mut reader.diagnostics);
            let mut entries = Vec::new();
            for attribute in &content.attributes {
                let node = reader.expression(&attribute.expression, attribute.name_span);
                entries.push((attribute.name.to_string(), node));
            }
            for (block_type, blocks) in grouped(&content.blocks, |block| &block.block_type) {
                let node = reader.blocks(&blocks, 0);
                entries.extend(node.map(|node| (block_type.to_owned(), node)));
            }
            Content::Fields(Fields {
                entries,
                missing_item_span: content.missing_item_span,
                is_block: block.is_some(),
                has_labels: false,
            })
        })
    }

    /// Reads blocks that are the same up to the label at `level`.
    fn blocks(&mut self, blocks: &[&Block], level: usize) -> Option<Node> {
        let first = blocks.first()?;
        if let Some(label) = first.labels.get(level) {
            return Some(self.node(first.type_span, label.span, |reader| {
                let labelled = grouped(blocks, |block| {
                    block.labels.get(level).map_or("", |label| label.text.as_str())
                });
                let entries = labelled.into_iter().filter_map(|(label, blocks)| {
                    let node = reader.blocks(&blocks, level + 1)?;
                    Some((label.to_owned(), node))
                });
                Content::Fields(Fields {
                    entries: entries.collect(),
                    missing_item_span: label.span,
                    is_block: false,
                    has_labels: true,
                })
            }));
        }
        if let [block] = blocks {
            return Some(self.body(&*block.body, Some(block)));
        }
        Some(self.node(first.type_span, first.header_span, |reader| {
            let bodies = blocks.iter();
            Content::Blocks(
                bodies
                    .map(|block| reader.body(&*block.body, Some(block)))
                    .collect(),
            )
        }))
    }

    /// Evaluates an expression, element by element where it is a constructor.
    fn expression(&mut self, expression: &ExpressionRef, key_span: Span) -> Node {
        let (number, span) = (self.count, expression.span());
        self.node(key_span, span, |reader| {
            if let Some(items) = expression.static_list() {
                let elements = items.iter();
                return Content::List(
                    elements
                        .map(|item| reader.expression(item, item.span()))
                        .collect(),
                );
            }
            match reader.object(expression) {
                Some(fields) => Content::Fields(fields),
                None if reader.is_unevaluated && is_open(expression) => {
                    Content::Value(text_of(expression).map_or(Value::DYNAMIC, Value::from))
                }
                None => {
                    let evaluated = expression.evaluate(reader.context);
                    if evaluated.has_errors() {
                        reader.failed.insert(number);
                    }
                    let value = evaluated.report_into(&mut reader.diagnostics);
                    Content::Value(value)
                }
            }
        })
    }

    /// Reads an object constructor whose keys are known strings.
    fn object(&mut self, expression: &ExpressionRef) -> Option<Fields> {
        let items = expression.static_map()?;
        let mut keys = Vec::new();
        let mut last = HashMap::new();
        for (index, (key, _)) in items.iter().enumerate() {
            let text = key_text(&**key, self.context, &mut Diagnostics::new())?;
            // Of several items with the same key the last one is used, as in the value.
            last.insert(text.clone(), index);
            keys.push(text);
        }
        let mut entries = Vec::new();
        for (index, (text, (key, value))) in keys.into_iter().zip(&items).enumerate() {
            if last.get(&text) == Some(&index) {
                let node = self.expression(value, key.span());
                entries.push((text, node));
            }
        }
        Some(Fields {
            entries,
            missing_item_span: expression.start_span(),
            is_block: false,
            has_labels: false,
        })
    }
}

/// Returns whether an expression refers to variables or calls functions.
fn is_open(expression: &ExpressionRef) -> bool {
    !expression.variables().is_empty() || !expression.functions().is_empty()
}

/// Returns the text of a template, or of another expression as the only interpolation of a template.
fn text_of(expression: &ExpressionRef) -> Option<String> {
    let template = expression.template_text();
    template.or_else(|| Some(format!("${{{}}}", expression.native_text()?)))
}

/// Groups blocks by a name, in the order of the first of each group.
fn grouped<'b, B: std::borrow::Borrow<Block>>(
    blocks: &'b [B],
    name: impl Fn(&'b Block) -> &'b str,
) -> Vec<(&'b str, Vec<&'b Block>)> {
    let mut groups: Vec<(&str, Vec<&Block>)> = Vec::new();
    let mut places = HashMap::new();
    for block in blocks {
        let block = block.borrow();
        let place = *places.entry(name(block)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, group)) => group.push(block),
            None => groups.push((name(block), vec![block])),
        }
    }
    groups
}
