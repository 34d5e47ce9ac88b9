//! Blocks of jobs as JSON, by the tables.

use std::collections::BTreeMap;

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, SourceMap, Span};
use hcl2_functions::nanoseconds_of;
use hcl2_model::problems::syntax::missing_attribute;
use hcl2_model::{
    Attributes, Block, BodyContent, BodyRef, BodySchema, EvalContext, Expression, ExpressionRef, Label,
    ResolveError, Resolver, Traversal,
};
use hcl2_value::{Type as ValueType, Value};

use super::fields::{Absent, Field, Object, Type, Zero};
use crate::Json;
use crate::work::Work;

/// What decodes blocks.
pub(super) struct Decoder<'d, 'o> {
    work: &'d mut Work<'o>,
    base: &'d EvalContext<'d>,
    /// Whether the job is written in native syntax.
    is_native: bool,
    complete: Complete,
}

/// Returns a block with what the product adds to it.
pub(super) type Complete = fn(&mut Decoder<'_, '_>, &'static Object, &Block) -> Json;

impl<'d, 'o> Decoder<'d, 'o> {
    pub(super) fn new(
        work: &'d mut Work<'o>,
        base: &'d EvalContext<'d>,
        is_native: bool,
        complete: Complete,
    ) -> Self {
        Self {
            work,
            base,
            is_native,
            complete,
        }
    }

    /// Returns the scope of blocks that are expanded.
    pub(super) fn context(&self) -> &'d EvalContext<'d> {
        self.base
    }

    pub(super) fn invalid(&mut self, detail: String, span: Span) {
        let problem = Diagnostic::error(codes::INVALID_VALUE, "Invalid value");
        self.work.report(problem.with_detail(detail).with_subject(span));
    }

    pub(super) fn missing(&mut self, name: &str, span: Span) {
        self.work.report(missing_attribute(name, span));
    }

    /// Returns some blocks of a body, and a body of the rest.
    pub(super) fn take(&mut self, body: &BodyRef, schema: &BodySchema) -> (Vec<Block>, BodyRef) {
        let read = body
            .partial_content(schema)
            .report_into(&mut self.work.reader.diagnostics);
        (read.content.blocks, read.remain)
    }

    /// Returns the content of a body.
    pub(super) fn content(&mut self, body: &BodyRef, schema: &BodySchema) -> BodyContent {
        body.content(schema)
            .report_into(&mut self.work.reader.diagnostics)
    }

    /// Returns the value of an expression.
    pub(super) fn value(&mut self, expression: &dyn Expression) -> Value {
        expression
            .evaluate_in(Some(self.base))
            .report_into(&mut self.work.reader.diagnostics)
    }

    /// Returns the arguments of a body that has no blocks. They see the iterators of the dynamic blocks around them, unlike
    /// those that [`Body::attributes`](hcl2_model::Body::attributes) returns.
    fn arguments(&mut self, body: &BodyRef) -> Attributes {
        let all = body.attributes().report_into(&mut self.work.reader.diagnostics);
        let schema = all.iter().fold(BodySchema::new(), |schema, attribute| {
            schema.optional(&attribute.name)
        });
        body.partial_content(&schema).value.content.attributes
    }

    /// Returns a block as JSON.
    pub(super) fn object(&mut self, object: &'static Object, body: &BodyRef, labels: &[Label]) -> Json {
        let mut schema = BodySchema::new();
        for field in object.0.iter().filter(|field| !field.hcl.is_empty()) {
            schema = match field.ty {
                Type::One(nested) | Type::Many(nested) | Type::ByLabel(nested) => match nested.has_label() {
                    true => schema.block(field.hcl, ["name"]),
                    false => schema.block(field.hcl, [""; 0]),
                },
                Type::Any | Type::TextMap | Type::TextsMap => schema.block(field.hcl, [""; 0]),
                Type::TextMapOrArgument if body.attribute(field.hcl).is_none() => {
                    schema.block(field.hcl, [""; 0])
                }
                _ if field.absent == Absent::Error => schema.required(field.hcl),
                _ => schema.optional(field.hcl),
            };
        }
        let content = body
            .content(&schema)
            .report_into(&mut self.work.reader.diagnostics);
        let mut properties = Vec::with_capacity(object.0.len());
        for field in object.0 {
            let blocks = content
                .blocks
                .iter()
                .filter(|block| block.block_type == *field.hcl);
            let blocks: Vec<&Block> = blocks.collect();
            let set = match content.attributes.get(field.hcl) {
                Some(attribute) => self.argument(field, &attribute.expression),
                None if matches!(field.ty, Type::Label) => {
                    labels.first().map(|label| Json::from(label.text.as_str()))
                }
                None => self.blocks(field, &blocks),
            };
            let value = match (set, field.absent) {
                (Some(value), _) => value,
                (None, Absent::Is(zero)) => zero.json(),
                (None, Absent::Missing | Absent::Error) => continue,
            };
            properties.push((field.name, value));
        }
        Json::object(properties)
    }

    /// Returns the value of an argument; nothing if it is null.
    fn argument(&mut self, field: &Field, expression: &ExpressionRef) -> Option<Json> {
        let value = self.value(&**expression).unmark_deep().0;
        if value.is_null() {
            if matches!(field.ty, Type::Duration) {
                let detail = format!(
                    "`{}` is a duration such as 1h30m, and cannot be null. Remove the argument.",
                    field.hcl
                );
                self.invalid(detail, expression.span());
            }
            return None;
        }
        match json_of(field.ty, &value) {
            Ok(json) => Some(json),
            // What is unknown follows from another problem.
            Err(_) if self.work.reader.diagnostics.has_errors() => None,
            Err(problem) => {
                self.invalid(
                    format!("The value of `{}` cannot be used: {problem}.", field.hcl),
                    expression.span(),
                );
                None
            }
        }
    }

    /// Returns what the blocks of a type make; nothing if there are none.
    fn blocks(&mut self, field: &Field, blocks: &[&Block]) -> Option<Json> {
        let first = blocks.first()?;
        let is_single = matches!(
            field.ty,
            Type::One(_) | Type::Any | Type::TextMap | Type::TextMapOrArgument | Type::TextsMap
        );
        if let Some(second) = blocks.get(1).filter(|_| is_single) {
            self.invalid(
                format!("There is one block `{}` at most. Combine them.", field.hcl),
                second.header_span,
            );
        }
        Some(match field.ty {
            Type::One(object) => self.block(object, first),
            Type::Many(object) => Json::Array(blocks.iter().map(|block| self.block(object, block)).collect()),
            Type::ByLabel(object) => {
                let mut all: BTreeMap<String, Json> = BTreeMap::new();
                for block in blocks {
                    let label = block.labels.first().map(|label| label.text.to_string());
                    let value = self.block(object, block);
                    all.insert(label.unwrap_or_default(), value);
                }
                Json::object(all)
            }
            Type::Any => {
                let mut all = self.any(&first.body);
                all.retain(|_, value| *value != Json::Null);
                Json::object(all)
            }
            _ => {
                let attributes = self.arguments(&first.body);
                let mut all: BTreeMap<String, Json> = BTreeMap::new();
                let ty = if matches!(field.ty, Type::TextsMap) {
                    Type::Texts
                } else {
                    Type::Text
                };
                for attribute in &attributes {
                    let value = self.value(&*attribute.expression).unmark_deep().0;
                    match json_of(ty, &value) {
                        Ok(json) => {
                            all.insert(attribute.name.to_string(), json);
                        }
                        Err(problem) if !self.work.reader.diagnostics.has_errors() => {
                            let detail =
                                format!("The value of `{}` cannot be used: {problem}.", attribute.name);
                            self.invalid(detail, attribute.expression.span());
                        }
                        Err(_) => {}
                    }
                }
                Json::object(all)
            }
        })
    }

    /// Returns a block with what the product adds to it.
    pub(super) fn block(&mut self, object: &'static Object, block: &Block) -> Json {
        (self.complete)(self, object, block)
    }

    /// Returns a body without a schema: arguments, and a list for the blocks of each type. Dynamic blocks are blocks of their
    /// type, and an object that is written as one is in a list, like a block.
    fn any(&mut self, body: &BodyRef) -> BTreeMap<String, Json> {
        let mut all: BTreeMap<String, Json> = BTreeMap::new();
        let blocks = body.written_blocks();
        let attributes = match blocks.is_empty() {
            true => self.arguments(body),
            false => body.implied_content().attributes,
        };
        for attribute in &attributes {
            let json = Json::of(&self.value(&*attribute.expression));
            let is_block = self.is_native && attribute.expression.static_map().is_some();
            let json = if is_block { Json::Array(vec![json]) } else { json };
            all.insert(attribute.name.to_string(), json);
        }
        for block in blocks {
            let mut value = Json::object(self.any(&block.body));
            for label in block.labels.iter().rev() {
                value = Json::object([(label.text.as_str(), Json::Array(vec![value]))]);
            }
            let own = all
                .entry(block.block_type.to_string())
                .or_insert_with(|| Json::Array(Vec::new()));
            if let Json::Array(own) = own {
                own.push(value);
            }
        }
        all
    }
}

impl Object {
    fn has_label(&self) -> bool {
        self.0.iter().any(|field| matches!(field.ty, Type::Label))
    }
}

impl Zero {
    fn json(self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Text => "".into(),
            Self::Number => 0.into(),
            Self::False => false.into(),
        }
    }
}

/// Converts the value of an argument.
pub(super) fn json_of(ty: Type, value: &Value) -> Result<Json, String> {
    let converted = |ty: ValueType| {
        let value = value.convert(&ty).map_err(|error| error.to_string())?;
        match value.is_wholly_known() {
            true => Ok(Json::of(&value)),
            false => Err("it is not known".to_owned()),
        }
    };
    let whole = |json: Json| match &json {
        Json::Number(text) if text.parse::<i64>().is_err() => {
            Err(format!("expected a whole number, found {text}"))
        }
        _ => Ok(json),
    };
    let within = |json: Json, from: i64, to: i64| match &json {
        Json::Number(text) if !text.parse().is_ok_and(|number| (from..=to).contains(&number)) => Err(
            format!("expected a whole number from {from} to {to}, found {text}"),
        ),
        _ => Ok(json),
    };
    match ty {
        Type::Within(from, to) => converted(ValueType::NUMBER).and_then(|json| within(json, from, to)),
        Type::NumbersWithin(from, to) => match converted(ValueType::list(ValueType::NUMBER))? {
            Json::Array(all) => {
                let all = all.into_iter().map(|json| within(json, from, to));
                all.collect::<Result<_, _>>().map(Json::Array)
            }
            other => Ok(other),
        },
        Type::Bool => converted(ValueType::BOOL),
        Type::Number => converted(ValueType::NUMBER).and_then(whole),
        Type::Duration => match value.as_str() {
            Some(text) => nanoseconds_of(text)
                .map(Json::from)
                .map_err(|error| error.message.to_string()),
            None => converted(ValueType::NUMBER).and_then(whole),
        },
        Type::Texts => converted(ValueType::list(ValueType::STRING)),
        Type::TextMap | Type::TextMapArgument | Type::TextMapOrArgument => {
            converted(ValueType::map(ValueType::STRING))
        }
        Type::TextsMap => converted(ValueType::map(ValueType::list(ValueType::STRING))),
        _ => converted(ValueType::STRING),
    }
}

/// What only a client knows, as in `${attr.kernel.name}`: the source of the reference to it.
pub(super) struct Placeholders(pub(super) SourceMap);

impl Resolver for Placeholders {
    fn reference(&self, reference: &Traversal) -> Result<Option<Value>, ResolveError> {
        let text = reference.span().and_then(|span| quoted(&self.0, span));
        Ok(text.map(Value::from))
    }
}

/// Returns the source of a reference in `${` and `}`, with the spaces that are between them.
fn quoted(sources: &SourceMap, span: Span) -> Option<String> {
    let source = sources.get(span.source)?;
    let bytes = source.bytes();
    let (start, end) = (span.start as usize, span.end as usize);
    let text = std::str::from_utf8(bytes.get(start..end)?).ok()?;
    let before = bytes[..start]
        .iter()
        .rev()
        .take_while(|byte| **byte == b' ')
        .count();
    if !bytes[..start - before].ends_with(b"${") {
        return Some(format!("${{{text}}}"));
    }
    let after = bytes[end..].iter().take_while(|byte| **byte == b' ').count();
    let after = if bytes.get(end + after) == Some(&b'}') {
        after
    } else {
        0
    };
    Some(format!("${{{}{text}{}}}", " ".repeat(before), " ".repeat(after)))
}
