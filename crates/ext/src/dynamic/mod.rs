//! Dynamic blocks: blocks of the type `dynamic` stand for as many blocks as a value has elements.
//!
//! ```hcl
//! dynamic "rule" {
//!   for_each = ["http", "https"]
//!   content {
//!     protocol = rule.value
//!   }
//! }
//! ```

mod check;
mod expression;
mod template;
mod unknown;

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::body as codes};
use hcl2_model::{
    Attribute, AttributeSchema, Attributes, Block, BlockSchema, Body, BodyContent, BodyRef, BodySchema,
    EvalContext, ExpressionRef, Name, PartialContent,
};
use hcl2_value::{Marks, Value};

use check::Check;
pub use check::{DynamicBlocks, ForEach};
use expression::Iterated;
use template::Template;
use unknown::Unknown;

/// The block type of dynamic blocks.
const DYNAMIC: &str = "dynamic";

/// Makes a body in which dynamic blocks, also those inside of other blocks, are replaced by the blocks that they stand
/// for. This happens when content is asked for, and only for the block types that the schema has.
///
/// `for_each` and `labels` are evaluated in `context`; the content of the blocks, as ever, in the context that its
/// reader gives, with the iterators added. Where `for_each` is unknown there is one block with everything in it unknown.
///
/// [`DynamicBlocks`] lets an application refuse a `for_each`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_ext::dynamic::expand_dynamic_blocks;
/// use hcl2_spec::{Sequence, Spec};
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::NativeBody;
/// use hcl2_value::{Type, Value};
///
/// let text = "dynamic \"rule\" {\n  for_each = [80, 443]\n  content {\n    port = rule.value\n  }\n}\n";
/// let mut sources = SourceMap::new();
/// let parsed = hcl2_native::parse_file(&sources.add("app.hcl", text)?);
/// let body = Arc::new(NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap()));
///
/// let spec = Spec::blocks("rule", Sequence::List, Spec::required("port", Type::NUMBER));
/// let value = spec.decode(&*expand_dynamic_blocks(body, None), None).into_result().unwrap();
/// assert_eq!(value, Value::list(Type::NUMBER, [Value::from(80), Value::from(443)])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn expand_dynamic_blocks(body: BodyRef, context: Option<&EvalContext<'_>>) -> BodyRef {
    expanded(body, context, None)
}

fn expanded(body: BodyRef, context: Option<&EvalContext<'_>>, check: Option<Check>) -> BodyRef {
    Arc::new(Expanded {
        original: body,
        check,
        context: context.map(|context| Arc::new(context.flattened())),
        iterators: Iterators::default(),
        marks: Marks::NONE,
        taken: BodySchema::new(),
    })
}

/// The iterators of all dynamic blocks around a body, outer ones first: variables with a `key` and a `value`.
#[derive(Clone, Debug, Default)]
struct Iterators(Arc<[(Name, Value)]>);

impl Iterators {
    fn with(&self, name: &Name, key: Value, value: Value) -> Self {
        let object = Value::object([("key", key), ("value", value)]);
        let own = std::iter::once((name.clone(), object));
        Self(self.0.iter().cloned().chain(own).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(have, _)| *have == *name)
    }

    /// A scope in which the iterators are variables.
    fn scope<'a>(&self, context: Option<&'a EvalContext<'a>>) -> EvalContext<'a> {
        let mut scope = context.map_or_else(EvalContext::new, EvalContext::child);
        for (name, object) in self.0.iter() {
            scope.set_variable(name, object.clone());
        }
        scope
    }

    /// Evaluates with the iterators as variables, or in the context itself where there are none.
    fn in_scope<T>(
        &self,
        context: Option<&EvalContext<'_>>,
        evaluate: impl FnOnce(Option<&EvalContext<'_>>) -> T,
    ) -> T {
        if self.0.is_empty() {
            evaluate(context)
        } else {
            evaluate(Some(&self.scope(context)))
        }
    }
}

/// A body whose dynamic blocks are expanded.
#[derive(Clone, Debug)]
struct Expanded {
    original: BodyRef,
    /// What the application has to say of each `for_each`.
    check: Option<Check>,
    context: Option<Arc<EvalContext<'static>>>,
    iterators: Iterators,
    /// The marks of every `for_each` that the block of this body comes from.
    marks: Marks,
    /// What earlier schemas took. The original body is always asked for all of it, because it cannot tell which
    /// blocks a dynamic block makes.
    taken: BodySchema,
}

impl Expanded {
    /// The body of a block inside this one.
    fn child(&self, original: &BodyRef, iterators: Iterators, marks: Marks) -> Self {
        Self {
            original: Arc::clone(original),
            check: self.check.clone(),
            context: self.context.clone(),
            iterators,
            marks,
            taken: BodySchema::new(),
        }
    }

    fn has_taken_block(&self, block_type: &str) -> bool {
        self.taken.block_named(block_type).is_some()
    }

    /// A schema with dynamic blocks and all that was taken earlier added.
    fn extended(&self, schema: &BodySchema) -> BodySchema {
        let mut extended = schema.clone().block(DYNAMIC, ["type"]);
        extended.blocks.extend(self.taken.blocks.iter().cloned());
        extended.attributes.extend(self.taken.attributes.iter().cloned());
        extended
    }

    fn finish(
        &self,
        raw: BodyContent,
        schema: &BodySchema,
        partial: bool,
        diagnostics: &mut Diagnostics,
    ) -> BodyContent {
        BodyContent {
            attributes: self.attributes_of(raw.attributes),
            blocks: self.blocks_of(raw.blocks, schema, partial, diagnostics),
            missing_item_span: self.original.missing_item_span(),
        }
    }

    fn attributes_of(&self, raw: Attributes) -> Attributes {
        if self.taken.attributes.is_empty() && self.iterators.0.is_empty() && self.marks.is_empty() {
            return raw;
        }
        let is_open = |attribute: &Attribute| self.taken.attribute_named(&attribute.name).is_none();
        self.wrapped(raw.into_iter().filter(is_open), &self.iterators)
    }

    /// Attributes with iterators and marks added to their expressions.
    fn wrapped(&self, raw: impl IntoIterator<Item = Attribute>, iterators: &Iterators) -> Attributes {
        let mut attributes = Attributes::new();
        for attribute in raw {
            let expression = Iterated {
                inner: attribute.expression,
                iterators: iterators.clone(),
                marks: self.marks.clone(),
            };
            // The names are those of a collection, where each stands once.
            let _ = attributes.insert(Attribute {
                expression: Arc::new(expression),
                ..attribute
            });
        }
        attributes
    }

    fn blocks_of(
        &self,
        raw: Vec<Block>,
        schema: &BodySchema,
        partial: bool,
        diagnostics: &mut Diagnostics,
    ) -> Vec<Block> {
        let mut blocks = Vec::new();
        for block in raw {
            if block.block_type != *DYNAMIC {
                if !self.has_taken_block(&block.block_type) {
                    let body = self.child(&block.body, self.iterators.clone(), self.marks.clone());
                    blocks.push(Block {
                        body: Arc::new(body),
                        ..block
                    });
                }
                continue;
            }
            let Some(label) = block.labels.first() else {
                continue;
            };
            if self.has_taken_block(&label.text) {
                continue;
            }
            match schema.block_named(&label.text) {
                Some(wanted) => self.expand(wanted, &block, label.span, &mut blocks, diagnostics),
                None if partial => {}
                None => diagnostics.push(unsupported(&label.text, label.span)),
            }
        }
        blocks
    }

    /// Adds the blocks that a dynamic block stands for.
    fn expand(
        &self,
        wanted: &BlockSchema,
        block: &Block,
        type_span: Span,
        blocks: &mut Vec<Block>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(template) = Template::read(self, wanted, block, type_span, diagnostics) else {
            return;
        };
        let (for_each, marks) = template.for_each.unmark();
        let marks = marks.union(&self.marks);
        let body = |iterators: Iterators| self.child(&template.content, iterators, marks.clone());
        let Some(elements) = for_each.iter_elements() else {
            let iterators = self
                .iterators
                .with(&template.iterator, Value::DYNAMIC, Value::DYNAMIC);
            if let Some(labels) = template.labels(self, &iterators, diagnostics) {
                let unknown = Unknown::new(Arc::new(body(iterators)), marks.clone());
                blocks.push(template.block(labels, Arc::new(unknown)));
            }
            return;
        };
        for (key, value) in elements {
            let iterators = self.iterators.with(&template.iterator, key, value);
            if let Some(labels) = template.labels(self, &iterators, diagnostics) {
                blocks.push(template.block(labels, Arc::new(body(iterators))));
            }
        }
    }
}

fn unsupported(block_type: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNSUPPORTED_BLOCK, "Unsupported block type")
        .with_detail(format!("No blocks of the type `{block_type}` are expected here."))
        .with_subject(span)
}

impl Body for Expanded {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let Outcome {
            value: raw,
            mut diagnostics,
        } = self.original.content(&self.extended(schema));
        let content = self.finish(raw, schema, false, &mut diagnostics);
        Outcome::new(content, diagnostics)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        let Outcome {
            value: PartialContent { content: raw, .. },
            mut diagnostics,
        } = self.original.partial_content(&self.extended(schema));
        let content = self.finish(raw, schema, true, &mut diagnostics);
        let mut remain = self.clone();
        remain.taken.blocks.extend(schema.blocks.iter().cloned());
        let optional = schema.attributes.iter().map(|attribute| AttributeSchema {
            name: attribute.name.clone(),
            required: false,
        });
        remain.taken.attributes.extend(optional);
        let remain: BodyRef = Arc::new(remain);
        Outcome::new(PartialContent { content, remain }, diagnostics)
    }

    /// The attributes as they stand there: in this mode blocks are errors, so that nothing is expanded, and iterators
    /// are not available.
    fn attributes(&self) -> Outcome<Attributes> {
        let found = self.original.attributes();
        if self.marks.is_empty() {
            return found;
        }
        found.map(|attributes| self.wrapped(attributes, &Iterators::default()))
    }

    /// Dynamic blocks are left as they stand, because nothing says how many labels the blocks have that they make.
    fn implied_schema(&self) -> BodySchema {
        let mut schema = self.original.implied_schema();
        schema.blocks.retain(|block| block.block_type != *DYNAMIC);
        schema
    }

    fn missing_item_span(&self) -> Span {
        self.original.missing_item_span()
    }

    fn marks(&self) -> Marks {
        self.marks.clone()
    }

    /// The expressions as they stand there, also those that an earlier schema took.
    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        self.original.visit_expressions(&mut |inner| {
            visit(Arc::new(Iterated {
                inner,
                iterators: self.iterators.clone(),
                marks: self.marks.clone(),
            }));
        });
    }
}
