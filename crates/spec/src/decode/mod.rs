//! Decoding bodies by specifications.

mod blocks;

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::rc::Rc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::decode as codes};
use hcl2_model::{Block, Body, BodyContent, BodyRef, BodySchema, EvalContext, Label, Name, PartialContent};
use hcl2_value::{Budget, Meter, Refiner, Type, Value};

use crate::Spec;
use crate::parts::{AttributeSpec, DefaultSpec, LabelSpec, TransformSpec, Transformation};

/// The result of [`Spec::decode_partial`].
#[derive(Clone, Debug)]
pub struct Partial {
    /// The value.
    pub value: Value,
    /// The rest of the body.
    pub remain: BodyRef,
}

/// Decoding.
impl Spec {
    /// Decodes a body into a value.
    ///
    /// Anything in the body that the specification does not mention is an error. References to variables and functions
    /// are errors if there is no context.
    pub fn decode(&self, body: &dyn Body, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut decoder = Decoder::new(context);
        let value = decoder.body(self, body, &[]);
        Outcome::new(value, decoder.diagnostics)
    }

    /// Decodes the content of a body that was read with the [`schema`](Self::schema) of the specification, which many bodies
    /// can share.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_model::Body;
    /// use hcl2_native::NativeBody;
    /// use hcl2_spec::Spec;
    /// use hcl2_value::{Type, Value};
    ///
    /// let spec = Spec::object([("port", Spec::required("port", Type::NUMBER))]);
    /// let schema = spec.schema();
    /// for (text, port) in [("port = 80\n", 80), ("port = 443\n", 443)] {
    ///     let file = hcl2_native::parse_file(&SourceMap::new().add("app.hcl", text)?).value;
    ///     let body = NativeBody::new(Arc::clone(&file), file.root().body().unwrap());
    ///     let content = body.content(&schema).into_result().unwrap();
    ///     let value = spec.decode_content(&content, None).into_result().unwrap();
    ///     assert_eq!(value, Value::object([("port", Value::from(port))]));
    /// }
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn decode_content(&self, content: &BodyContent, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut decoder = Decoder::new(context);
        let value = decoder.value(self, Site { content, labels: &[] });
        Outcome::new(value, decoder.diagnostics)
    }

    /// Decodes a body like [`decode`](Self::decode), and returns whatever else the body contains.
    ///
    /// The bodies of blocks must not contain anything else.
    pub fn decode_partial(&self, body: &dyn Body, context: Option<&EvalContext<'_>>) -> Outcome<Partial> {
        let mut decoder = Decoder::new(context);
        let PartialContent { content, remain } = body
            .partial_content(&self.schema())
            .report_into(&mut decoder.diagnostics);
        let site = Site {
            content: &content,
            labels: &[],
        };
        let value = decoder.value(self, site);
        Outcome::new(Partial { value, remain }, decoder.diagnostics)
    }

    /// Returns the range that the value of a body comes from, or where it would have to be added.
    ///
    /// It is for applications that reject a decoded value. It is most precise for attributes and single blocks.
    #[must_use]
    pub fn source_range(&self, body: &dyn Body) -> Span {
        body_range(self, body, &[])
    }
}

/// The content of a body, and the labels of its block that are not keys.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) content: &'a BodyContent,
    pub(super) labels: &'a [Label],
}

pub(super) struct Decoder<'a> {
    pub(super) context: Option<&'a EvalContext<'a>>,
    /// The budget of transformations.
    budget: Budget,
    pub(super) diagnostics: Diagnostics,
    /// Schemas by the address of their specification, which is borrowed and so does not move.
    schemas: HashMap<*const Spec, Rc<BodySchema>>,
}

impl<'a> Decoder<'a> {
    fn new(context: Option<&'a EvalContext<'a>>) -> Self {
        Self {
            context,
            budget: context.map_or_else(Budget::default, EvalContext::budget),
            diagnostics: Diagnostics::new(),
            schemas: HashMap::new(),
        }
    }

    /// Returns the schema of a specification. It is made once, because usually many blocks have the same specification.
    fn schema(&mut self, spec: &Spec) -> Rc<BodySchema> {
        let made = self
            .schemas
            .entry(std::ptr::from_ref(spec))
            .or_insert_with(|| Rc::new(spec.schema()));
        Rc::clone(made)
    }

    /// Decodes a body.
    pub(super) fn body(&mut self, spec: &Spec, body: &dyn Body, labels: &[Label]) -> Value {
        let content = body
            .content(&self.schema(spec))
            .report_into(&mut self.diagnostics);
        let site = Site {
            content: &content,
            labels,
        };
        self.value(spec, site)
    }

    /// Makes the value of one specification. The recursion is as deep as the specification.
    pub(super) fn value(&mut self, spec: &Spec, site: Site<'_>) -> Value {
        match spec {
            Spec::Object(properties) => self.object(properties, site),
            Spec::Tuple(elements) => Value::tuple(elements.iter().map(|spec| self.value(spec, site))),
            Spec::Attribute(attribute) => self.attribute(attribute, site),
            Spec::Block(block) => self.block(block, site),
            Spec::Blocks(blocks) => self.blocks(blocks, site),
            Spec::LabelledBlocks(blocks) => self.labelled_blocks(blocks, site),
            Spec::BlockAttributes(block) => self.block_attributes(block, site),
            Spec::Label(label) => self.label(label, site),
            Spec::Literal(value) => value.clone(),
            Spec::Expression(expression) => expression
                .evaluate(self.context)
                .report_into(&mut self.diagnostics),
            Spec::Default(default) => self.default(default, site),
            Spec::Transform(transform) => self.transform(transform, site),
        }
    }

    fn object(&mut self, properties: &BTreeMap<Name, Spec>, site: Site<'_>) -> Value {
        Value::object(
            properties
                .iter()
                .map(|(name, spec)| (name.as_str(), self.value(spec, site))),
        )
    }

    fn attribute(&mut self, spec: &AttributeSpec, site: Site<'_>) -> Value {
        let Some(attribute) = site.content.attributes.get(&spec.name) else {
            // A missing required attribute was reported against the schema.
            return Value::null(spec.ty.without_optional_attributes());
        };
        self.converted(attribute, &spec.ty)
    }

    /// Returns the value of an attribute, converted to a type; unknown if the conversion fails.
    pub(super) fn converted(&mut self, attribute: &hcl2_model::Attribute, ty: &Type) -> Value {
        let expression = &attribute.expression;
        let value = expression
            .evaluate(self.context)
            .report_into(&mut self.diagnostics);
        value.convert(ty).unwrap_or_else(|error| {
            let span = expression.span();
            self.diagnostics.push(
                Diagnostic::error(codes::WRONG_TYPE, "Wrong type")
                    .with_detail(format!(
                        "The value does not fit the attribute `{}`: {error}.",
                        attribute.name
                    ))
                    .with_subject(span)
                    .with_context(attribute.name_span.to(span)),
            );
            Value::unknown(ty.without_optional_attributes())
        })
    }

    fn label(&mut self, spec: &LabelSpec, site: Site<'_>) -> Value {
        if let Some(label) = site.labels.get(spec.index) {
            return Value::from(label.text.as_str());
        }
        self.diagnostics.push(
            Diagnostic::error(codes::NO_SUCH_LABEL, "No such label")
                .with_detail(format!(
                    "The specification refers to the label `{}` outside the body of a block with that label. Refer to \
                     it inside the specification of the block.",
                    spec.name
                ))
                .with_subject(site.content.missing_item_span),
        );
        Value::unknown(Type::STRING)
    }

    fn default(&mut self, spec: &DefaultSpec, site: Site<'_>) -> Value {
        let value = self.value(&spec.primary, site);
        if value.is_null() {
            self.value(&spec.fallback, site)
        } else {
            value
        }
    }

    fn transform(&mut self, spec: &TransformSpec, site: Site<'_>) -> Value {
        let errors = self.diagnostics.error_count();
        let value = self.value(&spec.nested, site);
        if self.diagnostics.error_count() > errors {
            // A second error about the same value would only distract.
            return Value::unknown(self.transformed_type(spec));
        }
        match &spec.by {
            Transformation::Expression { .. } => spec
                .by
                .evaluate(value, self.budget.clone(), &mut self.diagnostics)
                .unwrap_or(Value::DYNAMIC),
            Transformation::Function(function) => {
                let result = function.call_metered(&[value], &mut Meter::new(&self.budget));
                result.unwrap_or_else(|error| self.failed(spec, site, &error))
            }
            Transformation::Check(check) => {
                let problems = check.problems(&value, range(&spec.nested, site));
                self.diagnostics.append(problems);
                value
            }
            Transformation::Refinement(refinement) => refinement(value.refine())
                .map_or_else(|error| self.failed(spec, site, &error), Refiner::build),
        }
    }

    /// Reports that a transformation failed, and returns an unknown value in place of its result.
    fn failed(&mut self, spec: &TransformSpec, site: Site<'_>, error: &dyn Display) -> Value {
        self.diagnostics.push(
            Diagnostic::error(codes::TRANSFORM_FAILED, "Transformation failed")
                .with_detail(format!("The value cannot be used here: {error}."))
                .with_subject(range(&spec.nested, site)),
        );
        Value::unknown(self.transformed_type(spec))
    }

    fn transformed_type(&self, spec: &TransformSpec) -> Type {
        spec.by
            .implied_type(spec.nested.implied_type())
            .without_optional_attributes()
    }
}

/// Returns the range that the value of a body comes from.
pub(super) fn body_range(spec: &Spec, body: &dyn Body, labels: &[Label]) -> Span {
    let content = body.partial_content(&spec.schema()).value.content;
    let site = Site {
        content: &content,
        labels,
    };
    range(spec, site)
}

/// Returns the range that the value of a specification comes from.
pub(super) fn range(spec: &Spec, site: Site<'_>) -> Span {
    let missing = site.content.missing_item_span;
    let first = |block_type: &str| -> Option<&Block> {
        site.content
            .blocks
            .iter()
            .find(|block| block.block_type == *block_type)
    };
    let inside = |block: Option<&Block>, nested: &Spec, skip: usize| {
        block.map_or(missing, |block| {
            body_range(nested, &*block.body, block.labels.get(skip..).unwrap_or_default())
        })
    };
    match spec {
        Spec::Attribute(attribute) => site
            .content
            .attributes
            .get(&attribute.name)
            .map_or(missing, |attribute| attribute.expression.span()),
        Spec::Block(block) => inside(first(&block.block_type), &block.nested, 0),
        Spec::Blocks(blocks) => inside(first(&blocks.block_type), &blocks.nested, 0),
        Spec::LabelledBlocks(blocks) => inside(
            first(&blocks.block_type),
            &blocks.nested,
            blocks.label_names.len(),
        ),
        Spec::BlockAttributes(block) => first(&block.block_type).map_or(missing, |block| block.header_span),
        Spec::Label(label) => site.labels.get(label.index).map_or(missing, |label| label.span),
        Spec::Expression(expression) => expression.span(),
        Spec::Default(default) => range(&default.primary, site),
        Spec::Transform(transform) => range(&transform.nested, site),
        Spec::Object(_) | Spec::Tuple(_) | Spec::Literal(_) => missing,
    }
}
