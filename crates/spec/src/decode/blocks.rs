//! Decoding blocks.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Span, codes::decode as codes};
use hcl2_model::{Block, Name, problems};
use hcl2_value::{Safety, Type, Value, unify};

use super::{Decoder, Site, body_range};
use crate::Sequence;
use crate::parts::{BlockAttributesSpec, BlockSpec, BlocksSpec, Keyed, LabelledBlocksSpec};

impl Decoder<'_> {
    pub(super) fn block(&mut self, spec: &BlockSpec, site: Site<'_>) -> Value {
        match self.only_block(&spec.block_type, spec.required, site) {
            Some(block) => self.body(&spec.nested, &*block.body, &block.labels),
            None => Value::null(spec.nested.implied_type().without_optional_attributes()),
        }
    }

    pub(super) fn block_attributes(&mut self, spec: &BlockAttributesSpec, site: Site<'_>) -> Value {
        let element = spec.element_type.without_optional_attributes();
        let Some(block) = self.only_block(&spec.block_type, spec.required, site) else {
            return Value::null(Type::map(element));
        };
        let attributes = block.body.attributes().report_into(&mut self.diagnostics);
        let mut values: BTreeMap<Name, Value> = BTreeMap::new();
        for attribute in attributes.iter() {
            values.insert(
                attribute.name.clone(),
                self.converted(attribute, &spec.element_type),
            );
        }
        let (names, values): (Vec<Name>, Vec<Value>) = values.into_iter().unzip();
        let Some(values) = self.consistent(&spec.block_type, values, |_| block.header_span) else {
            return Value::DYNAMIC;
        };
        let fields = names.iter().map(Name::as_str).zip(values);
        Value::map(element, fields).unwrap_or(Value::DYNAMIC)
    }

    /// Returns the only block of a type. Reports duplicates, and its absence if it is required.
    fn only_block<'b>(&mut self, block_type: &str, required: bool, site: Site<'b>) -> Option<&'b Block> {
        let mut found = site
            .content
            .blocks
            .iter()
            .filter(|block| block.block_type == *block_type);
        let first = found.next();
        match (first, found.next()) {
            (Some(first), Some(second)) => {
                self.diagnostics
                    .push(problems::duplicate_block(block_type, first, second));
            }
            (None, _) if required => self.diagnostics.push(problems::missing_block(
                block_type,
                site.content.missing_item_span,
            )),
            _ => {}
        }
        first
    }

    pub(super) fn blocks(&mut self, spec: &BlocksSpec, site: Site<'_>) -> Value {
        let mut values = Vec::new();
        let mut found: Vec<&Block> = Vec::new();
        for block in site.content.blocks_of(&spec.block_type) {
            let value = self.body(&spec.nested, &*block.body, &block.labels);
            if block.body.is_unknown() {
                // The number of blocks is unknown.
                return Value::unknown(spec.implied_type().without_optional_attributes());
            }
            values.push(value.with_marks(&block.body.marks()));
            found.push(block);
        }
        self.check_count(spec, &found, site);
        if spec.sequence == Sequence::Tuple {
            return Value::tuple(values);
        }
        let range_of = |index: usize| {
            let block: &Block = found[index];
            body_range(&spec.nested, &*block.body, &block.labels)
        };
        let Some(values) = self.consistent(&spec.block_type, values, range_of) else {
            return Value::DYNAMIC;
        };
        let element = values.first().map_or_else(
            || spec.nested.implied_type().without_optional_attributes(),
            |_| Type::DYNAMIC,
        );
        let made = match spec.sequence {
            Sequence::Set => Value::set(element, values),
            Sequence::List | Sequence::Tuple => Value::list(element, values),
        };
        made.unwrap_or(Value::DYNAMIC)
    }

    fn check_count(&mut self, spec: &BlocksSpec, found: &[&Block], site: Site<'_>) {
        let block_type = &spec.block_type;
        let missing = site.content.missing_item_span;
        if found.len() < spec.min_items {
            let problem = problems::too_few_blocks(block_type, spec.min_items, found.len(), missing);
            self.diagnostics.push(problem);
        } else if let Some(max) = spec.max_items
            && let Some(extra) = found.get(max)
        {
            let subject = body_range(&spec.nested, &*extra.body, &extra.labels);
            self.diagnostics.push(
                problems::too_many_blocks(block_type, max, subject)
                    .with_label(extra.header_span, "the first superfluous block"),
            );
        }
    }

    /// Converts values to one type. Reports if they have no common type.
    fn consistent(
        &mut self,
        block_type: &str,
        values: Vec<Value>,
        range_of: impl Fn(usize) -> Span,
    ) -> Option<Vec<Value>> {
        let Some(first) = values.first() else {
            return Some(values);
        };
        if values.iter().all(|value| value.ty() == first.ty()) {
            return Some(values);
        }
        // An untyped null, such as that of a missing attribute, fits any other type.
        let typed = values
            .iter()
            .filter(|value| !value.is_null() || !value.ty().is_dynamic());
        let types: Vec<Type> = typed.map(|value| value.ty().clone()).collect();
        let mut report = |index: usize, reason: String| {
            self.diagnostics.push(
                Diagnostic::error(codes::INCONSISTENT_BLOCKS, "Inconsistent blocks")
                    .with_detail(format!(
                        "All blocks of the type `{block_type}` must have attributes of the same types{reason}."
                    ))
                    .with_subject(range_of(index)),
            );
        };
        let Some(element) = unify(&types, Safety::Unsafe) else {
            report(0, String::new());
            return None;
        };
        let mut converted = Vec::with_capacity(values.len());
        for (index, value) in values.iter().enumerate() {
            match value.convert(&element) {
                Ok(value) => converted.push(value),
                Err(error) => {
                    report(index, format!(", and this one does not: {error}"));
                    return None;
                }
            }
        }
        if let Err(error) = Value::list(Type::DYNAMIC, converted.iter().cloned()) {
            report(error.index, format!(": {error}"));
            return None;
        }
        Some(converted)
    }

    pub(super) fn labelled_blocks(&mut self, spec: &LabelledBlocksSpec, site: Site<'_>) -> Value {
        let depth = spec.label_names.len();
        let mut found: BTreeMap<Vec<Name>, (Value, &Block)> = BTreeMap::new();
        for block in site.content.blocks_of(&spec.block_type) {
            if block.body.is_unknown() {
                return Value::unknown(spec.implied_type().without_optional_attributes());
            }
            let Some((keys, labels)) = block.labels.split_at_checked(depth) else {
                self.diagnostics.push(too_few_labels(block, depth));
                continue;
            };
            let value = self.body(&spec.nested, &*block.body, labels);
            let path: Vec<Name> = keys.iter().map(|label| label.text.clone()).collect();
            if let Some((_, first)) = found.get(&path) {
                self.diagnostics
                    .push(problems::duplicate_labels(block, first, keys));
                continue;
            }
            found.insert(path, (value.with_marks(&block.body.marks()), block));
        }
        let nested_type = spec.nested.implied_type().without_optional_attributes();
        if found.is_empty() {
            return match spec.keyed {
                Keyed::Map => Value::map::<&str>(nested_type, []).unwrap_or(Value::DYNAMIC),
                Keyed::Object => Value::object::<&str>([]),
            };
        }
        let paths: Vec<Vec<Name>> = found.keys().cloned().collect();
        let (values, blocks): (Vec<Value>, Vec<&Block>) = found.into_values().unzip();
        let values = match spec.keyed {
            Keyed::Object => values,
            Keyed::Map => {
                let range_of = |index: usize| blocks[index].header_span;
                match self.consistent(&spec.block_type, values, range_of) {
                    Some(values) => values,
                    None => return Value::DYNAMIC,
                }
            }
        };
        let leaves: Vec<(&[Name], Value)> = paths.iter().map(Vec::as_slice).zip(values).collect();
        nest(leaves, depth, spec.keyed)
    }
}

/// Makes nested maps or objects of values by their paths. The paths are sorted and have `depth` names each.
fn nest(leaves: Vec<(&[Name], Value)>, depth: usize, keyed: Keyed) -> Value {
    let mut level: Vec<(&[Name], Value)> = leaves;
    for length in (0..depth).rev() {
        let mut outer: Vec<(&[Name], Value)> = Vec::new();
        let mut rest = level.into_iter().peekable();
        while let Some((path, value)) = rest.next() {
            let parent = &path[..length];
            let mut fields = vec![(path[length].as_str(), value)];
            while let Some((path, value)) = rest.next_if(|(path, _)| path[..length] == *parent) {
                fields.push((path[length].as_str(), value));
            }
            outer.push((parent, keyed_value(fields, keyed)));
        }
        level = outer;
    }
    level.pop().map_or(Value::DYNAMIC, |(_, value)| value)
}

fn keyed_value(fields: Vec<(&str, Value)>, keyed: Keyed) -> Value {
    match keyed {
        Keyed::Map => Value::map(Type::DYNAMIC, fields).unwrap_or(Value::DYNAMIC),
        Keyed::Object => Value::object(fields),
    }
}

/// Reports a block with fewer labels than its key needs: another part of the specification expects fewer labels for
/// blocks of the same type.
fn too_few_labels(block: &Block, depth: usize) -> Diagnostic {
    let plural = if depth == 1 { "" } else { "s" };
    Diagnostic::error(codes::NO_SUCH_LABEL, "No such label")
        .with_detail(format!(
            "The specification needs {depth} label{plural} for the key of a `{}` block, but another part of it expects \
             fewer labels. Give all parts for this block type the same labels.",
            block.block_type
        ))
        .with_subject(block.header_span)
}
