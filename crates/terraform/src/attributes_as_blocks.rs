//! Attributes that a configuration may write as blocks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_model::{
    Attribute, Attributes, Block, BlockHeaderSchema, Body, BodyContent, BodyRef, BodySchema, EvalContext,
    Expression, ExpressionRef, FunctionReference, Name, PartialContent, Traversal,
};
use hcl2_spec::Spec;
use hcl2_value::{Marks, Type, TypeKind, Value};
use hcl2_wire::schema::{self, AttributeContent};

/// The attributes of a block that a configuration may write as blocks, one for each element: lists and sets of objects.
///
/// Terraform reads them so for the sake of configurations of its versions before 0.12. It does not in schemas that providers
/// of that time could not have: with nested attributes, objects, maps of objects, or collections nested in collections of
/// anything but primitive values.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributesAsBlocks {
    /// Whether providers of old could not have the schema.
    is_new: bool,
    /// The types of the elements of the attributes, by their names.
    elements: BTreeMap<String, Type>,
    /// Those of nested blocks that have any, by their types.
    nested: BTreeMap<String, Arc<Self>>,
}

impl AttributesAsBlocks {
    /// Finds them in a schema.
    pub(crate) fn of(block: &schema::Block) -> Self {
        let attributes = block.attributes.iter().map(|(name, attribute)| {
            let ty = match &attribute.content {
                AttributeContent::Type(ty) => Some(ty),
                AttributeContent::Nested { .. } => None,
            };
            (name.as_str(), ty)
        });
        let nested = block.blocks.iter();
        Self::new(
            attributes,
            nested.map(|(name, nested)| (name.as_str(), Self::of(&nested.block))),
        )
    }

    /// Finds them among the names and types of attributes, and in nested blocks. Nested attributes have no type here.
    fn new<'a>(
        attributes: impl IntoIterator<Item = (&'a str, Option<&'a Type>)>,
        nested: impl IntoIterator<Item = (&'a str, Self)>,
    ) -> Self {
        let mut found = Self::default();
        for (name, ty) in attributes {
            found.is_new |= !ty.is_some_and(is_old);
            if let Some(TypeKind::List(element) | TypeKind::Set(element)) = ty.map(Type::kind)
                && matches!(element.kind(), TypeKind::Object(_))
            {
                found.elements.insert(name.to_owned(), element.clone());
            }
        }
        for (block_type, blocks) in nested {
            found.is_new |= blocks.is_new;
            if !blocks.is_empty() {
                found.nested.insert(block_type.to_owned(), Arc::new(blocks));
            }
        }
        if found.is_new {
            found.elements.clear();
            found.nested.clear();
        }
        found
    }

    /// Returns whether an attribute may be written as blocks.
    pub(crate) fn contains(&self, attribute: &str) -> bool {
        self.elements.contains_key(attribute)
    }

    /// Returns those in the nested blocks of a type.
    pub(crate) fn inside(&self, block_type: &str) -> Option<&Self> {
        self.nested.get(block_type).map(Arc::as_ref)
    }

    fn is_empty(&self) -> bool {
        self.elements.is_empty() && self.nested.is_empty()
    }

    /// Returns a body that has such an attribute also where blocks are written in its place. Dynamic blocks are expanded
    /// before.
    pub(crate) fn read(self: &Arc<Self>, body: BodyRef) -> BodyRef {
        match self.is_empty() {
            true => body,
            false => self.reading(body, false),
        }
    }

    /// Returns the body that [`read`](Self::read) returns, for the values of expanded dynamic blocks. In schemas that Terraform
    /// reads so, a marked `for_each` marks the attributes of its blocks, but not the blocks themselves.
    pub(crate) fn read_expanded(self: &Arc<Self>, body: BodyRef) -> BodyRef {
        match self.is_new {
            true => body,
            false => self.reading(body, true),
        }
    }

    fn reading(self: &Arc<Self>, original: BodyRef, hides_marks: bool) -> BodyRef {
        Arc::new(Read {
            original,
            blocks: Arc::clone(self),
            hides_marks,
        })
    }

    /// Returns the attribute that blocks of one type stand for.
    fn attribute(&self, mut blocks: Vec<Block>, element: &Type) -> Option<Attribute> {
        let TypeKind::Object(object) = element.kind() else {
            return None;
        };
        let parts = || object.names().iter().map(|name| &**name).zip(object.types());
        let inside = Arc::new(Self::new(parts().map(|(name, ty)| (name, Some(ty))), []));
        for block in &mut blocks {
            block.body = inside.read(Arc::clone(&block.body));
        }
        let first = blocks.first()?;
        Some(Attribute {
            name: first.block_type.clone(),
            span: first.header_span,
            name_span: first.type_span,
            expression: Arc::new(Elements {
                span: first.header_span,
                blocks,
                spec: Spec::object(parts().map(|(name, ty)| (name, Spec::optional(name, ty.clone())))),
            }),
        })
    }
}

/// Returns whether providers of old could have an attribute of a type.
fn is_old(ty: &Type) -> bool {
    match ty.kind() {
        TypeKind::Tuple(_) | TypeKind::Object(_) => false,
        TypeKind::Map(element) if matches!(element.kind(), TypeKind::Object(_)) => false,
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => match element.kind() {
            TypeKind::List(inner) | TypeKind::Set(inner) | TypeKind::Map(inner) => inner.is_primitive(),
            _ => true,
        },
        _ => true,
    }
}

/// A body whose attributes may be written as blocks.
#[derive(Debug)]
struct Read {
    original: BodyRef,
    blocks: Arc<AttributesAsBlocks>,
    /// Whether the body and its blocks have no marks of their own.
    hides_marks: bool,
}

impl Read {
    /// Returns a schema in which attributes that the body does not set are blocks.
    fn schema<'s>(&self, schema: &'s BodySchema) -> Cow<'s, BodySchema> {
        let may_be_blocks = |name: &str| self.blocks.elements.contains_key(name);
        let names = schema.attributes.iter().map(|attribute| &attribute.name);
        let probe = names
            .filter(|name| may_be_blocks(name))
            .fold(BodySchema::new(), |probe, name| probe.optional(name.clone()));
        if probe.attributes.is_empty() {
            return Cow::Borrowed(schema);
        }
        // JSON would answer that each of them is also a block.
        let set = self.original.partial_content(&probe).value.content.attributes;
        let mut given = schema.clone();
        given
            .attributes
            .retain(|attribute| !may_be_blocks(&attribute.name) || set.get(&attribute.name).is_some());
        let unset = probe
            .attributes
            .into_iter()
            .filter(|attribute| set.get(&attribute.name).is_none());
        given.blocks.extend(unset.map(|attribute| BlockHeaderSchema {
            block_type: attribute.name,
            label_names: Vec::new(),
        }));
        Cow::Owned(given)
    }

    /// Returns the body of a nested block, read in the same way.
    fn nested(&self, block_type: &str, body: BodyRef) -> BodyRef {
        static NONE: LazyLock<Arc<AttributesAsBlocks>> = LazyLock::new(Arc::default);
        let inside = self.blocks.nested.get(block_type).unwrap_or(&NONE);
        match self.hides_marks {
            true => inside.read_expanded(body),
            false => inside.read(body),
        }
    }

    /// Makes attributes of blocks that stand for them, and reads nested blocks in the same way.
    fn content_of(&self, mut content: BodyContent) -> BodyContent {
        let mut elements: BTreeMap<Name, Vec<Block>> = BTreeMap::new();
        let mut others = Vec::new();
        for mut block in content.blocks {
            if self.blocks.elements.contains_key(&*block.block_type) {
                elements.entry(block.block_type.clone()).or_default().push(block);
                continue;
            }
            block.body = self.nested(&block.block_type, block.body);
            others.push(block);
        }
        content.blocks = others;
        content.attributes.extend(
            elements.into_iter().filter_map(|(name, blocks)| {
                self.blocks.attribute(blocks, self.blocks.elements.get(&*name)?)
            }),
        );
        content
    }
}

impl Body for Read {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        self.original
            .content(&self.schema(schema))
            .map(|content| self.content_of(content))
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.original
            .partial_content(&self.schema(schema))
            .map(|found| PartialContent {
                content: self.content_of(found.content),
                remain: self.blocks.reading(found.remain, self.hides_marks),
            })
    }

    fn attributes(&self) -> Outcome<Attributes> {
        self.original.attributes()
    }

    fn implied_schema(&self) -> BodySchema {
        self.original.implied_schema()
    }

    fn missing_item_span(&self) -> Span {
        self.original.missing_item_span()
    }

    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        self.original.visit_expressions(visit);
    }

    fn variables(&self) -> Vec<Traversal> {
        self.original.variables()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.original.functions()
    }

    fn is_unknown(&self) -> bool {
        self.original.is_unknown()
    }

    fn marks(&self) -> Marks {
        match self.hides_marks {
            true => Marks::NONE,
            false => self.original.marks(),
        }
    }
}

/// The elements that blocks of one type stand for, as a tuple of objects.
#[derive(Debug)]
struct Elements {
    blocks: Vec<Block>,
    /// How each of them is decoded: all attributes are optional.
    spec: Spec,
    span: Span,
}

impl Expression for Elements {
    fn evaluate_in(&self, context: Option<&EvalContext<'_>>) -> Outcome<Value> {
        let mut diagnostics = Diagnostics::new();
        let elements: Vec<Value> = self
            .blocks
            .iter()
            .map(|block| {
                self.spec
                    .decode(&*block.body, context)
                    .report_into(&mut diagnostics)
            })
            .collect();
        Outcome::new(Value::tuple(elements), diagnostics)
    }

    fn variables(&self) -> Vec<Traversal> {
        self.blocks
            .iter()
            .flat_map(|block| block.body.variables())
            .collect()
    }

    fn functions(&self) -> Vec<FunctionReference> {
        self.blocks
            .iter()
            .flat_map(|block| block.body.functions())
            .collect()
    }

    fn span(&self) -> Span {
        self.span
    }

    fn start_span(&self) -> Span {
        self.span
    }
}
