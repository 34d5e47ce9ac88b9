//! Settings: single values with the way to them, as bodies that know where each part is written.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use hcl2_diagnostics::codes::{body as body_codes, json::OBJECT_REQUIRED, source as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, Span, nearest_name};
use hcl2_model::problems::syntax::{contradictory_schema, missing_attribute};
use hcl2_model::{
    Attribute, Attributes, Block, BlockHeaderSchema, Body, BodyContent, BodyRef, BodySchema,
    ConstantExpression, EvalContext, Expression, ExpressionRef, FunctionReference, Label, Name,
    PartialContent, Traversal,
};
use hcl2_value::Value;

/// Maximum number of parts of a path.
const MAX_PARTS: usize = 100;

/// A single value, and the way to it.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// Whether it is an environment variable.
    is_variable: bool,
    /// The name as it is written.
    name: String,
    /// The parts of the path, and where they are in the name.
    parts: Vec<(String, Range<usize>)>,
    value: String,
}

impl Setting {
    /// Creates the setting of an environment variable, if its name starts with a prefix and two underscores. Its path has
    /// neither capital letters nor hyphens.
    pub(super) fn of_variable(prefix: &str, name: String, value: String) -> Option<Self> {
        let path = name.strip_prefix(prefix)?.strip_prefix("__")?;
        let parts = located(&name, path, "__", str::to_lowercase);
        Some(Self {
            is_variable: true,
            name,
            parts,
            value,
        })
    }

    /// Creates a setting whose path has dots between its parts.
    pub(super) fn new(path: &str, value: String) -> Self {
        Self {
            is_variable: false,
            name: path.to_owned(),
            parts: located(path, path, ".", str::to_owned),
            value,
        }
    }

    pub(super) fn is_variable(&self) -> bool {
        self.is_variable
    }

    /// Returns the name for messages.
    pub(super) fn title(&self) -> String {
        let kind = match self.is_variable {
            true => "environment variable",
            false => "setting",
        };
        format!("{kind} {}", self.name)
    }

    /// Returns what messages show: the name and the value, as a shell would set them.
    pub(super) fn text(&self) -> String {
        format!("{}={}", self.name, self.value)
    }

    /// Returns the parts of the path.
    pub(super) fn path(&self) -> Vec<String> {
        self.parts.iter().map(|(part, _)| part.clone()).collect()
    }

    /// Returns the problem of a path that leads nowhere.
    pub(super) fn problem(&self) -> Option<Diagnostic> {
        let detail = if self.parts.len() > MAX_PARTS {
            format!(
                "The path of the {} has more than {MAX_PARTS} parts.",
                self.title()
            )
        } else if self.parts.iter().any(|(part, _)| part.is_empty()) {
            format!(
                "A part of the path of the {} is empty. Write a name before and after each separator.",
                self.title()
            )
        } else {
            return None;
        };
        Some(Diagnostic::error(codes::UNREADABLE, "Unreadable setting").with_detail(detail))
    }

    /// Returns the body that sets the value at a path; the source has the [text](Self::text).
    pub(super) fn body(&self, path: &[String], source: &Source) -> BodyRef {
        let start = self.name.len() as u32 + 1;
        let span = source.span_of(start, source.span().end);
        let value = structure(source, span).unwrap_or_else(|| {
            Arc::new(ConstantExpression {
                value: self.value.as_str().into(),
                span,
            })
        });
        let parts = path.iter().zip(&self.parts).rev();
        let object = parts.fold(value, |value, (name, (_, range))| {
            let name_span = source.span_of(range.start as u32, range.end as u32);
            Arc::new(Nested {
                name: Name::from(name.as_str()),
                name_span,
                value,
            })
        });
        Arc::new(SettingBody {
            object,
            is_variable: self.is_variable,
            hidden: HashSet::new(),
        })
    }
}

/// Returns the parts of the path at the end of a name, with their places in it.
fn located(
    name: &str,
    path: &str,
    separator: &str,
    spelled: impl Fn(&str) -> String,
) -> Vec<(String, Range<usize>)> {
    let mut start = name.len() - path.len();
    let parts = path.split(separator).map(|part| {
        let range = start..start + part.len();
        start = range.end + separator.len();
        (spelled(part), range)
    });
    parts.collect()
}

/// Returns a list or object in JSON, whose strings are taken literally.
fn structure(source: &Source, span: Span) -> Option<ExpressionRef> {
    if !source.slice(span).starts_with(b"[") && !source.slice(span).starts_with(b"{") {
        return None;
    }
    let parsed = hcl2_json::parse_expression(&source.only(&[span]));
    parsed.into_result().ok().map(literal)
}

/// An expression in JSON whose strings are no templates.
#[derive(Debug)]
struct Literal(ExpressionRef);

fn literal(expression: ExpressionRef) -> ExpressionRef {
    Arc::new(Literal(expression))
}

impl Expression for Literal {
    fn evaluate_in(&self, _: Option<&EvalContext<'_>>) -> Outcome<Value> {
        self.0.evaluate(None)
    }

    fn variables(&self) -> Vec<Traversal> {
        Vec::new()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        Vec::new()
    }

    fn span(&self) -> Span {
        self.0.span()
    }

    fn start_span(&self) -> Span {
        self.0.start_span()
    }

    fn static_list(&self) -> Option<Vec<ExpressionRef>> {
        Some(self.0.static_list()?.into_iter().map(literal).collect())
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let items = self.0.static_map()?.into_iter();
        Some(items.map(|(key, value)| (literal(key), literal(value))).collect())
    }
}

/// An object with one attribute: a part of a path, and the value behind it.
#[derive(Debug)]
struct Nested {
    name: Name,
    name_span: Span,
    value: ExpressionRef,
}

impl Expression for Nested {
    /// Evaluates the value. The recursion is as deep as the path.
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let Outcome { value, diagnostics } = self.value.evaluate(context);
        Outcome::new(Value::object([(self.name.as_str(), value)]), diagnostics)
    }

    fn variables(&self) -> Vec<Traversal> {
        Vec::new()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        Vec::new()
    }

    fn span(&self) -> Span {
        self.name_span.to(self.value.span())
    }

    fn start_span(&self) -> Span {
        self.name_span
    }

    fn static_map(&self) -> Option<Vec<(ExpressionRef, ExpressionRef)>> {
        let name = ConstantExpression {
            value: self.name.as_str().into(),
            span: self.name_span,
        };
        Some(vec![(Arc::new(name), Arc::clone(&self.value))])
    }
}

/// An object read as a body, in which objects serve as blocks, as in JSON syntax.
#[derive(Clone, Debug)]
struct SettingBody {
    object: ExpressionRef,
    is_variable: bool,
    /// The names that were removed from the body.
    hidden: HashSet<Name>,
}

impl SettingBody {
    fn of(&self, object: &ExpressionRef) -> BodyRef {
        Arc::new(Self {
            object: Arc::clone(object),
            is_variable: self.is_variable,
            hidden: HashSet::new(),
        })
    }

    /// Returns the attributes that the object has.
    fn entries(&self) -> Attributes {
        let mut entries = items(&self.object).unwrap_or_default();
        entries.retain(|entry| !self.hidden.contains(&entry.name));
        entries.into_iter().collect()
    }

    /// Returns the content for a schema, and the entries that it does not name.
    fn found(&self, schema: &BodySchema) -> (Outcome<BodyContent>, Vec<Attribute>) {
        let mut diagnostics = Diagnostics::new();
        if let Err(error) = schema.check() {
            diagnostics.push(contradictory_schema(&error, self.missing_item_span()));
        }
        let mut content = BodyContent {
            attributes: Attributes::new(),
            blocks: Vec::new(),
            missing_item_span: self.missing_item_span(),
        };
        let mut others = Vec::new();
        for entry in self.entries() {
            if let Some(block) = schema.block_named(&entry.name) {
                self.blocks(block, &entry, &mut content.blocks, &mut diagnostics);
            } else if schema.attribute_named(&entry.name).is_some() {
                // Names do not repeat.
                let _ = content.attributes.insert(entry);
            } else {
                others.push(entry);
            }
        }
        for attribute in schema.attributes.iter().filter(|attribute| attribute.required) {
            if content.attributes.get(&attribute.name).is_none() {
                diagnostics.push(missing_attribute(&attribute.name, self.missing_item_span()));
            }
        }
        (Outcome::new(content, diagnostics), others)
    }

    /// Adds the blocks that an entry has, one level of labels after the other.
    fn blocks(
        &self,
        schema: &BlockHeaderSchema,
        entry: &Attribute,
        found: &mut Vec<Block>,
        problems: &mut Diagnostics,
    ) {
        let mut level = vec![(Vec::new(), Arc::clone(&entry.expression))];
        for label_name in &schema.label_names {
            let mut next = Vec::new();
            for (labels, value) in level {
                let Some(items) = items(&value) else {
                    let what = format!(
                        "whose keys are the {label_name} of each `{}` block",
                        schema.block_type
                    );
                    problems.push(object_required(&what, value.span()));
                    continue;
                };
                next.extend(items.into_iter().map(|item| {
                    let mut labels: Vec<Label> = labels.clone();
                    labels.push(Label {
                        text: item.name,
                        span: item.name_span,
                    });
                    (labels, item.expression)
                }));
            }
            level = next;
        }
        for (labels, value) in level {
            for object in value.static_list().unwrap_or_else(|| vec![value]) {
                if object.static_map().is_none() {
                    let what = format!("with the content of `{}` blocks", schema.block_type);
                    problems.push(object_required(&what, object.span()));
                    continue;
                }
                found.push(Block {
                    block_type: schema.block_type.clone(),
                    labels: labels.clone(),
                    body: self.of(&object),
                    header_span: object.start_span(),
                    type_span: entry.name_span,
                });
            }
        }
    }

    fn unsupported(&self, entry: &Attribute, candidates: &[&str]) -> Diagnostic {
        let (name, span) = (&entry.name, entry.name_span);
        let problem =
            Diagnostic::error(body_codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute").with_subject(span);
        let sentence = format!("No attribute or block type is named `{name}` here.");
        match nearest_name(name, candidates.iter().copied()) {
            Some(near) => {
                let spelled = match self.is_variable {
                    true => near.to_uppercase().replace('-', "_"),
                    false => near.to_owned(),
                };
                let help = format!("use `{spelled}`");
                problem
                    .with_detail(format!("{sentence} Did you mean `{near}`?"))
                    .with_suggestion(span, spelled, help)
            }
            None => problem.with_detail(sentence),
        }
    }
}

impl Body for SettingBody {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let (
            Outcome {
                value,
                mut diagnostics,
            },
            others,
        ) = self.found(schema);
        let attributes = schema.attributes.iter().map(|attribute| attribute.name.as_str());
        let blocks = schema.blocks.iter().map(|block| block.block_type.as_str());
        let candidates: Vec<&str> = attributes
            .filter(|name| value.attributes.get(name).is_none())
            .chain(blocks)
            .collect();
        diagnostics.extend(others.iter().map(|entry| self.unsupported(entry, &candidates)));
        Outcome::new(value, diagnostics)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        let (Outcome { value, diagnostics }, others) = self.found(schema);
        let rest: HashSet<Name> = others.into_iter().map(|entry| entry.name).collect();
        let mut hidden: HashSet<Name> = self.entries().into_iter().map(|entry| entry.name).collect();
        hidden.retain(|name| !rest.contains(name));
        hidden.extend(self.hidden.iter().cloned());
        let remain = Self {
            hidden,
            ..self.clone()
        };
        let found = PartialContent {
            content: value,
            remain: Arc::new(remain),
        };
        Outcome::new(found, diagnostics)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        self.entries().into()
    }

    fn missing_item_span(&self) -> Span {
        self.object.start_span()
    }
}

/// Returns the attributes of an object constructor; the last of several with the same name.
fn items(object: &ExpressionRef) -> Option<Vec<Attribute>> {
    let items = object.static_map()?.into_iter().filter_map(|(key, expression)| {
        let name = key.evaluate(None).value;
        Some(Attribute {
            name: Name::from(name.as_str()?),
            span: key.span().to(expression.span()),
            name_span: key.span(),
            expression,
        })
    });
    let mut seen = HashSet::new();
    let mut items: Vec<Attribute> = items.collect();
    items.reverse();
    items.retain(|item| seen.insert(item.name.clone()));
    items.reverse();
    Some(items)
}

fn object_required(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(OBJECT_REQUIRED, "Object required")
        .with_detail(format!("Expected an object in JSON {what}."))
        .with_subject(span)
}
