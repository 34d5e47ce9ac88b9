//! Transformation of bodies before they are read.

use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Outcome, Span};
use hcl2_model::{Attributes, Body, BodyContent, BodyRef, BodySchema, ExpressionRef, PartialContent};
use hcl2_value::Marks;

/// Applies `transform` to a body and to the bodies of all blocks in it, at any depth.
///
/// Each body is transformed once, when its block is requested. The result can wrap the original body, for instance to
/// supply attributes, to rename blocks, or to read them by another schema.
///
/// # Examples
///
/// Every body can include the content of another:
///
/// ```
/// use std::sync::Arc;
/// use hcl2_ext::transform_bodies;
/// use hcl2_spec::Spec;
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_model::{BodyRef, BodySchema, PartialContent, merge_bodies};
/// use hcl2_native::NativeBody;
/// use hcl2_value::{Type, Value};
///
/// let mut sources = SourceMap::new();
/// let mut body = |text: &str| -> Result<BodyRef, Box<dyn std::error::Error>> {
///     let parsed = hcl2_native::parse_file(&sources.add("app.hcl", text)?);
///     Ok(Arc::new(NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap())))
/// };
/// let defaults = body("port = 80\n")?;
/// let body = body("server {\n  defaults = true\n}\n")?;
///
/// let body = transform_bodies(body, move |body| {
///     let PartialContent { content: found, remain: rest } = body.partial_content(&BodySchema::new().optional("defaults")).value;
///     if found.attributes.is_empty() { body } else { merge_bodies(vec![rest, Arc::clone(&defaults)]) }
/// });
/// let spec = Spec::block("server", Spec::required("port", Type::NUMBER));
/// assert_eq!(spec.decode(&*body, None).into_result(), Ok(Value::from(80)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn transform_bodies(
    body: BodyRef,
    transform: impl Fn(BodyRef) -> BodyRef + Send + Sync + 'static,
) -> BodyRef {
    Transform(Arc::new(transform)).apply(body)
}

#[derive(Clone)]
struct Transform(Arc<dyn Fn(BodyRef) -> BodyRef + Send + Sync>);

impl Transform {
    fn apply(&self, body: BodyRef) -> BodyRef {
        Arc::new(Transformed {
            body: (self.0)(body),
            transform: self.clone(),
        })
    }
}

impl fmt::Debug for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transform")
    }
}

/// A transformed body, whose blocks are transformed on demand.
#[derive(Debug)]
struct Transformed {
    body: BodyRef,
    transform: Transform,
}

impl Transformed {
    fn content_of(&self, mut content: BodyContent) -> BodyContent {
        for block in &mut content.blocks {
            block.body = self.transform.apply(Arc::clone(&block.body));
        }
        content
    }
}

impl Body for Transformed {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        self.body.content(schema).map(|content| self.content_of(content))
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.body.partial_content(schema).map(|found| PartialContent {
            content: self.content_of(found.content),
            remain: Arc::new(Self {
                body: found.remain,
                transform: self.transform.clone(),
            }),
        })
    }

    fn attributes(&self) -> Outcome<Attributes> {
        self.body.attributes()
    }

    fn implied_schema(&self) -> BodySchema {
        self.body.implied_schema()
    }

    fn missing_item_span(&self) -> Span {
        self.body.missing_item_span()
    }

    /// Visits the expressions of the original blocks.
    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        self.body.visit_expressions(visit);
    }

    fn is_unknown(&self) -> bool {
        self.body.is_unknown()
    }

    fn marks(&self) -> Marks {
        self.body.marks()
    }
}
