//! Reading dynamic blocks.

use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, Outcome, Span, codes::decode as codes};
use hcl2_model::{
    Attribute, Block, BlockHeaderSchema, BodyContent, BodyRef, BodySchema, Expression, ExpressionRef, Label,
    Name,
};
use hcl2_value::{Type, TypeKind, Value};

use super::{Expanded, ForEach, Iterators};

/// A dynamic block: the template of the blocks that it generates.
pub(super) struct Template {
    block_type: Name,
    type_span: Span,
    header_span: Span,
    /// The value to iterate over: a non-null collection or structure, or a value of the dynamic pseudo-type.
    pub(super) for_each: Value,
    pub(super) for_each_span: Span,
    /// The name of the variable for the current element.
    pub(super) iterator: Name,
    labels: Vec<ExpressionRef>,
    /// The body of `content`.
    pub(super) content: BodyRef,
}

fn error(
    code: Code,
    summary: &'static str,
    detail: impl Into<std::borrow::Cow<'static, str>>,
    span: Span,
) -> Diagnostic {
    Diagnostic::error(code, summary)
        .with_detail(detail)
        .with_subject(span)
}

impl Template {
    /// Reads a dynamic block for blocks of the type `expected`; `None` if there are errors.
    pub(super) fn read(
        body: &Expanded,
        expected: &BlockHeaderSchema,
        block: &Block,
        type_span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let mut schema = BodySchema::new().required("for_each").optional("iterator");
        if !expected.label_names.is_empty() {
            schema = schema.required("labels");
        }
        let no_labels: [&str; 0] = [];
        let Outcome {
            value: content,
            diagnostics: problems,
        } = block.body.content(&schema.block("content", no_labels));
        let failed = problems.has_errors();
        diagnostics.append(problems);
        if failed {
            return None;
        }
        let attribute = |name| content.attributes.get(name);
        let iterator = match attribute("iterator") {
            Some(iterator) => read_iterator(iterator, diagnostics)?,
            None => expected.block_type.clone(),
        };
        let collection = attribute("for_each")?;
        let for_each = read_for_each(body, &expected.block_type, collection, diagnostics)?;
        let labels = match attribute("labels") {
            Some(labels) => read_labels(expected, labels, diagnostics)?,
            None => Vec::new(),
        };
        let body = only_content(&content, diagnostics)?;
        Some(Self {
            block_type: expected.block_type.clone(),
            type_span,
            header_span: block.header_span,
            for_each,
            for_each_span: collection.expression.span(),
            iterator,
            labels,
            content: body,
        })
    }

    /// Evaluates the labels for one element; `None` if there are errors.
    pub(super) fn labels(
        &self,
        body: &Expanded,
        iterators: &Iterators,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<Label>> {
        self.labels
            .iter()
            .map(|label| read_label(&**label, body, iterators, diagnostics))
            .collect()
    }

    /// Returns a generated block.
    pub(super) fn block(&self, labels: Vec<Label>, body: BodyRef) -> Block {
        Block {
            block_type: self.block_type.clone(),
            labels,
            body,
            header_span: self.header_span,
            type_span: self.type_span,
        }
    }
}

fn read_iterator(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Option<Name> {
    let expression = &attribute.expression;
    let traversal = expression.static_traversal();
    let span = match &traversal {
        Some(traversal) if traversal.steps().len() == 1 => return traversal.root_name().cloned(),
        Some(traversal) => traversal.span().unwrap_or_else(|| expression.span()),
        None => expression.span(),
    };
    diagnostics.push(error(
        codes::INVALID_ITERATOR,
        "Invalid iterator",
        "The iterator must be a bare name, as in `iterator = each`.",
        span,
    ));
    None
}

fn read_for_each(
    body: &Expanded,
    block_type: &Name,
    attribute: &Attribute,
    diagnostics: &mut Diagnostics,
) -> Option<Value> {
    let expression = &attribute.expression;
    let errors = diagnostics.error_count();
    let value = body.iterators.in_scope(body.context.as_deref(), |context| {
        expression.evaluate(context).report_into(diagnostics)
    });
    let value = value.with_marks(&body.iterators.marks_in(&**expression));
    if diagnostics.error_count() > errors {
        return None;
    }
    let ty = value.ty();
    let detail = match ty.kind() {
        TypeKind::Bool | TypeKind::Number | TypeKind::String | TypeKind::Capsule(_) => format!(
            "Expected a list, set, map, tuple or object, found a value of type {}.",
            ty.friendly_name()
        ),
        _ if value.is_null() => {
            "The value must not be null. Use an empty list, `[]`, to generate no blocks.".to_owned()
        }
        _ => {
            let rejection = body.check.as_ref().and_then(|check| {
                let expression = &**expression;
                let for_each = ForEach {
                    block_type,
                    value: &value,
                    expression,
                };
                check.ask(&for_each)
            });
            let is_rejected = rejection.is_some();
            diagnostics.extend(rejection);
            return (!is_rejected).then_some(value);
        }
    };
    diagnostics.push(error(
        codes::INVALID_FOR_EACH,
        "Invalid for_each",
        detail,
        expression.span(),
    ));
    None
}

fn read_labels(
    expected: &BlockHeaderSchema,
    attribute: &Attribute,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<ExpressionRef>> {
    let expression = &attribute.expression;
    let Some(labels) = expression.static_list() else {
        diagnostics.push(error(
            codes::NOT_A_LIST,
            "Not a list",
            "Expected a list of labels in brackets, as in `labels = [rule.key]`.",
            expression.start_span(),
        ));
        return None;
    };
    let count = expected.label_names.len();
    let plural = if count == 1 { "" } else { "s" };
    let (what, span) = match labels.get(count) {
        Some(extra) => ("Remove the rest", extra.span()),
        None if labels.len() < count => ("Add the missing ones", expression.span()),
        None => return Some(labels),
    };
    let detail = format!(
        "Blocks of the type `{}` have {count} label{plural}. {what}.",
        expected.block_type
    );
    diagnostics.push(error(
        codes::INVALID_LABEL,
        "Wrong number of labels",
        detail,
        span,
    ));
    None
}

fn only_content(content: &BodyContent, diagnostics: &mut Diagnostics) -> Option<BodyRef> {
    match content.blocks.as_slice() {
        [only] => return Some(only.body.clone()),
        [] => diagnostics.push(missing_content(content.missing_item_span)),
        [_, second, ..] => diagnostics.push(error(
            codes::EXTRANEOUS_CONTENT,
            "Extraneous content",
            "Only one `content` block is allowed in a dynamic block. Remove this one, or move it to another dynamic block.",
            second.header_span,
        )),
    }
    None
}

/// Reports a dynamic block without content, at the place for a missing item in it.
#[must_use]
pub fn missing_content(missing_item_span: Span) -> Diagnostic {
    error(
        codes::MISSING_CONTENT,
        "Missing content",
        "A dynamic block requires a block `content { … }` with the content of the generated blocks.",
        missing_item_span,
    )
}

fn read_label(
    expression: &dyn Expression,
    body: &Expanded,
    iterators: &Iterators,
    diagnostics: &mut Diagnostics,
) -> Option<Label> {
    let errors = diagnostics.error_count();
    let value = iterators.in_scope(body.context.as_deref(), |context| {
        expression.evaluate(context).report_into(diagnostics)
    });
    if diagnostics.error_count() > errors {
        return None;
    }
    let detail = match value.convert(&Type::STRING) {
        Err(error) => format!("The value cannot be a label: {error}."),
        Ok(text) if text.is_null() => "A label must not be null.".to_owned(),
        Ok(text) if !text.is_known() => "A label must be known, but this value is not known yet.".to_owned(),
        Ok(text) => match text.as_str() {
            Some(text) => {
                return Some(Label {
                    text: Name::from(text),
                    span: expression.span(),
                });
            }
            None => {
                "A label must not be marked, but this value is marked, for instance as sensitive.".to_owned()
            }
        },
    };
    diagnostics.push(error(
        codes::INVALID_LABEL,
        "Invalid label",
        detail,
        expression.span(),
    ));
    None
}
