//! Dynamic blocks: a block of the type `dynamic` generates a block for each element of a value.
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
    Attribute, AttributeSchema, Attributes, Block, BlockHeaderSchema, Body, BodyContent, BodyRef, BodySchema,
    EvalContext, Expression, ExpressionRef, Name, PartialContent, Traversal, problems::limit_exceeded,
};
use hcl2_value::{Budget, Marks, Meter, Value};

use check::Check;
pub use check::{DynamicBlocks, ForEach};
use expression::Iterated;
use template::Template;
pub use template::missing_content;
use unknown::Unknown;

/// What a generated block counts as, in steps and in elements made.
const OF_BLOCK: usize = 8;

/// The type of dynamic blocks.
const DYNAMIC: &str = "dynamic";

/// Returns a body in which dynamic blocks, even nested ones, are replaced with the blocks that they generate.
///
/// Expansion happens whenever content is requested, and only for the block types in the schema. `for_each` and `labels`
/// are evaluated in `context`, whose budget limits how many blocks they generate. The expressions in generated blocks are evaluated in the context of their reader, with the
/// iterators added. An unknown `for_each` generates one block with unknown content.
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
        budget: context.map_or_else(Budget::default, EvalContext::budget),
        iterators: Iterators::default(),
        marks: Marks::NONE,
        taken: BodySchema::new(),
    })
}

/// The iterators of all dynamic blocks around a body, outer ones first: variables with a `key` and a `value`, without the
/// marks of their `for_each`, which are beside them.
#[derive(Clone, Debug, Default)]
struct Iterators(Arc<[(Name, Value, Marks)]>);

impl Iterators {
    fn with(&self, name: &Name, key: Value, value: Value, marks: &Marks) -> Self {
        let object = Value::object([("key", key), ("value", value)]);
        let own = std::iter::once((name.clone(), object, marks.clone()));
        Self(self.0.iter().cloned().chain(own).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(have, ..)| *have == *name)
    }

    /// Returns the marks of the iterators that an expression refers to.
    fn marks_in(&self, expression: &dyn Expression) -> Marks {
        if self.0.iter().all(|(.., marks)| marks.is_empty()) {
            return Marks::NONE;
        }
        let variables = expression.variables();
        let roots = variables.iter().filter_map(Traversal::root_name);
        // Inner iterators hide outer ones of their name.
        let iterators = roots.filter_map(|root| self.0.iter().rev().find(|(name, ..)| *name == *root));
        iterators.fold(Marks::NONE, |all, (.., marks)| all.union(marks))
    }

    /// Returns a context with the iterators as variables.
    fn scope<'a>(&self, context: Option<&'a EvalContext<'a>>) -> EvalContext<'a> {
        let mut scope = context.map_or_else(EvalContext::new, EvalContext::child);
        for (name, object, _) in self.0.iter() {
            scope.set_variable(name, object.clone());
        }
        scope
    }

    /// Evaluates with the iterators as variables. Without iterators, the context is used as it is.
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

/// A body with expanded dynamic blocks.
#[derive(Clone, Debug)]
struct Expanded {
    original: BodyRef,
    /// The application's check of each `for_each`.
    check: Option<Check>,
    context: Option<Arc<EvalContext<'static>>>,
    /// The budget of all expansions.
    budget: Budget,
    iterators: Iterators,
    /// The marks of the `for_each` that generated the block of this body. They are marks of that block with all that is in
    /// it. Values in nested blocks have them by themselves only if they are computed from iterators.
    marks: Marks,
    /// The items of earlier schemas. They are part of every schema for the original body, which cannot know which
    /// blocks a dynamic block generates.
    taken: BodySchema,
}

impl Expanded {
    /// Returns the body of a block inside this one.
    fn child(&self, original: &BodyRef, iterators: Iterators, marks: Marks) -> Self {
        Self {
            original: Arc::clone(original),
            check: self.check.clone(),
            context: self.context.clone(),
            budget: self.budget.clone(),
            iterators,
            marks,
            taken: BodySchema::new(),
        }
    }

    fn has_taken_block(&self, block_type: &str) -> bool {
        self.taken.block_named(block_type).is_some()
    }

    /// Adds dynamic blocks and the items of earlier schemas to a schema.
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

    /// Adds iterators and marks to the expressions of attributes.
    fn wrapped(&self, raw: impl IntoIterator<Item = Attribute>, iterators: &Iterators) -> Attributes {
        let mut attributes = Attributes::new();
        for attribute in raw {
            let expression = Iterated {
                marks: self.marks.union(&self.iterators.marks_in(&*attribute.expression)),
                inner: attribute.expression,
                iterators: iterators.clone(),
            };
            // Names do not repeat: they come from a collection of attributes.
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
                    let body = self.child(&block.body, self.iterators.clone(), Marks::NONE);
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
                Some(expected) => self.expand(expected, &block, label.span, &mut blocks, diagnostics),
                None if partial => {}
                None => diagnostics.push(unsupported(&label.text, label.span)),
            }
        }
        blocks
    }

    /// Adds the blocks that a dynamic block generates.
    fn expand(
        &self,
        expected: &BlockHeaderSchema,
        block: &Block,
        type_span: Span,
        blocks: &mut Vec<Block>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(template) = Template::read(self, expected, block, type_span, diagnostics) else {
            return;
        };
        let (for_each, marks) = template.for_each.unmark();
        let body = |iterators: Iterators| self.child(&template.content, iterators, marks.clone());
        let Some(elements) = for_each.iter_elements() else {
            let iterators = self
                .iterators
                .with(&template.iterator, Value::DYNAMIC, Value::DYNAMIC, &marks);
            if let Some(labels) = template.labels(self, &iterators, diagnostics) {
                let unknown = Unknown::new(Arc::new(body(iterators)), marks.clone());
                blocks.push(template.block(labels, Arc::new(unknown)));
            }
            return;
        };
        let mut meter = Meter::without_free(&self.budget);
        for (key, value) in elements {
            let taken = meter.steps(OF_BLOCK).and_then(|()| meter.elements(OF_BLOCK));
            if let Err(exceeded) = taken {
                diagnostics.push(limit_exceeded(exceeded, template.for_each_span));
                return;
            }
            let iterators = self.iterators.with(&template.iterator, key, value, &marks);
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

    /// Returns the attributes without iterators. In this mode blocks are errors, so nothing is expanded.
    fn attributes(&self) -> Outcome<Attributes> {
        let found = self.original.attributes();
        if self.marks.is_empty() {
            return found;
        }
        found.map(|attributes| self.wrapped(attributes, &Iterators::default()))
    }

    /// Returns the implied schema without dynamic blocks: the number of labels of the blocks that they generate is
    /// unknown.
    fn implied_schema(&self) -> BodySchema {
        let mut schema = self.original.implied_schema();
        schema.blocks.retain(|block| block.block_type != *DYNAMIC);
        schema
    }

    /// Returns the blocks as they are written, without those of earlier schemas: dynamic blocks are not expanded.
    fn written_blocks(&self) -> Vec<Block> {
        let all = self.original.written_blocks().into_iter();
        let open = all.filter(|block| match block.labels.first() {
            Some(label) if block.block_type == *DYNAMIC => !self.has_taken_block(&label.text),
            _ => !self.has_taken_block(&block.block_type),
        });
        open.map(|block| {
            let body = self.child(&block.body, self.iterators.clone(), Marks::NONE);
            Block {
                body: Arc::new(body),
                ..block
            }
        })
        .collect()
    }

    fn missing_item_span(&self) -> Span {
        self.original.missing_item_span()
    }

    fn marks(&self) -> Marks {
        self.marks.clone()
    }

    /// Visits the expressions as they are written, including those of earlier schemas.
    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        self.original.visit_expressions(&mut |inner| {
            visit(Arc::new(Iterated {
                marks: self.marks.union(&self.iterators.marks_in(&*inner)),
                inner,
                iterators: self.iterators.clone(),
            }));
        });
    }
}
