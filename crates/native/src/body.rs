//! Bodies of native files as the model's [`Body`](hcl2_model::Body).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::body as codes, nearest_name};
use hcl2_model::problems::syntax::{contradictory_schema, missing_attribute};
use hcl2_model::{
    Attributes, BlockHeaderSchema, BodyContent, BodyRef, BodySchema, ExpressionRef, Name, PartialContent,
    merge_bodies,
};

use crate::eval::NativeExpression;
use crate::tree::{Attribute, Block, BodyId, File, Item, Node};

/// A body of a file, without the items that earlier schemas took. Shares the file with other bodies and expressions.
#[derive(Clone)]
pub struct NativeBody {
    file: Arc<File>,
    id: BodyId,
    /// Attribute names that earlier schemas took.
    taken_attributes: Vec<Name>,
    /// Block types that earlier schemas took.
    taken_blocks: Vec<Name>,
}

impl NativeBody {
    /// Creates the body `id` of `file`.
    #[must_use]
    pub fn new(file: Arc<File>, id: BodyId) -> Self {
        Self {
            file,
            id,
            taken_attributes: Vec::new(),
            taken_blocks: Vec::new(),
        }
    }

    /// Returns the body of a whole file, which is empty if the file is an expression or a template.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_model::Body;
    /// use hcl2_native::{NativeBody, parse_file};
    ///
    /// let source = SourceMap::new().add("app.hcl", "port = 80\n")?;
    /// let body = NativeBody::of_file(parse_file(&source).value);
    /// assert!(body.attributes().value.get("port").is_some());
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn of_file(file: Arc<File>) -> BodyRef {
        match file.root().body() {
            Some(body) => Arc::new(Self::new(file, body)),
            None => merge_bodies(Vec::new()),
        }
    }

    /// Returns the file of the body.
    #[must_use]
    pub fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// Returns the id of the body in its file.
    #[must_use]
    pub fn id(&self) -> BodyId {
        self.id
    }

    fn items(&self) -> &[Item] {
        self.file.items(self.file.body(self.id).items)
    }

    fn name_of(&self, attribute: &Attribute) -> &str {
        self.file.str(attribute.name)
    }

    fn type_of(&self, block: &Block) -> &str {
        self.file.str(block.block_type)
    }

    /// Returns the attributes that no earlier schema took, the first definition of each.
    fn open_attributes(&self) -> impl Iterator<Item = Attribute> {
        self.items()
            .iter()
            .filter_map(|item| match item {
                Item::Attribute(id) => Some(self.file.attribute(*id)),
                _ => None,
            })
            .filter(|attribute| self.is_open_attribute(attribute))
    }

    fn is_open_attribute(&self, attribute: &Attribute) -> bool {
        self.taken_attributes.is_empty() || {
            let name = self.name_of(attribute);
            !self.taken_attributes.iter().any(|taken| *taken == *name)
        }
    }

    fn blocks(&self) -> impl Iterator<Item = Block> {
        self.items().iter().filter_map(|item| match item {
            Item::Block(id) => Some(self.file.block(*id)),
            _ => None,
        })
    }

    /// Returns the blocks that no earlier schema took.
    fn open_blocks(&self) -> impl Iterator<Item = Block> {
        self.blocks().filter(|block| self.is_open_block(block))
    }

    fn is_open_block(&self, block: &Block) -> bool {
        let block_type = self.type_of(block);
        !self.taken_blocks.iter().any(|taken| *taken == *block_type)
    }

    fn model_attribute(&self, attribute: &Attribute, name: &str) -> hcl2_model::Attribute {
        hcl2_model::Attribute {
            name: Name::from(name),
            expression: NativeExpression::shared(&self.file, attribute.value),
            span: self.file.span(attribute.range()),
            name_span: self.file.span(attribute.name),
        }
    }

    fn model_block(&self, block: &Block, block_type: &Name) -> hcl2_model::Block {
        let labels = self.file.labels(block.labels);
        hcl2_model::Block {
            block_type: block_type.clone(),
            labels: labels
                .iter()
                .map(|label| hcl2_model::Label {
                    text: Name::from(self.file.text(label.text)),
                    span: self.file.span(label.range),
                })
                .collect(),
            body: Arc::new(Self::new(Arc::clone(&self.file), block.body)),
            header_span: self.file.span(block.header_range(labels)),
            type_span: self.file.span(block.block_type),
        }
    }

    /// Takes the items that `schema` names.
    fn take<'s>(&self, schema: &'s BodySchema) -> Taken<'s> {
        let wanted = Wanted::new(schema);
        let mut diagnostics = Diagnostics::new();
        if let Err(error) = schema.check() {
            diagnostics.push(contradictory_schema(&error, self.missing_item()));
        }
        let mut attributes = Attributes::with_capacity(schema.attributes.len().min(self.items().len()));
        let mut other_attributes = Vec::new();
        for attribute in self.open_attributes() {
            let name = self.name_of(&attribute);
            if wanted.has_attribute(name) {
                // The parser keeps one attribute of each name, so this never collides.
                let _ = attributes.insert(self.model_attribute(&attribute, name));
            } else {
                other_attributes.push(attribute);
            }
        }
        for attribute in schema.attributes.iter().filter(|attribute| attribute.required) {
            if attributes.get(&attribute.name).is_none() {
                diagnostics.push(missing_attribute(&attribute.name, self.missing_item()));
            }
        }
        let mut blocks = Vec::new();
        let mut block_types = Vec::new();
        let mut other_blocks = Vec::new();
        for block in self.open_blocks() {
            let Some(expected) = wanted.block(self.type_of(&block)) else {
                other_blocks.push(block);
                continue;
            };
            block_types.push(&expected.block_type);
            match self.check_labels(&block, expected) {
                Some(problem) => diagnostics.push(problem),
                None => blocks.push(self.model_block(&block, &expected.block_type)),
            }
        }
        Taken {
            content: BodyContent {
                attributes,
                blocks,
                missing_item_span: self.missing_item(),
            },
            block_types,
            diagnostics,
            other_attributes,
            other_blocks,
        }
    }

    fn missing_item(&self) -> Span {
        self.file.span(self.file.body(self.id).range).at_start()
    }

    fn check_labels(&self, block: &Block, expected: &BlockHeaderSchema) -> Option<Diagnostic> {
        let labels = self.file.labels(block.labels);
        let block_type = &expected.block_type;
        let context = self.file.span(block.block_type.to(block.open_brace));
        if let Some(extra) = labels.get(expected.label_names.len()) {
            let detail = match expected.label_names.len() {
                0 => format!("Blocks of the type `{block_type}` have no labels. Remove this one."),
                count => format!(
                    "Blocks of the type `{block_type}` have {count} label{}: {}. Remove the rest.",
                    if count == 1 { "" } else { "s" },
                    listed(&expected.label_names)
                ),
            };
            return Some(
                Diagnostic::error(codes::EXTRANEOUS_LABEL, "Extraneous label")
                    .with_detail(detail)
                    .with_subject(self.file.span(extra.range))
                    .with_context(context),
            );
        }
        let missing = expected.label_names.get(labels.len())?;
        Some(
            Diagnostic::error(codes::MISSING_LABEL, "Missing label")
                .with_detail(format!(
                    "Blocks of the type `{block_type}` have the labels {}; the one for {missing} is missing. Write it \
                     before the `{{`.",
                    listed(&expected.label_names)
                ))
                .with_subject(self.file.span(block.open_brace))
                .with_context(context),
        )
    }

    /// Reports an attribute that the schema lacks. The body defines those of the names `defined`.
    fn unsupported_attribute(
        &self,
        attribute: &Attribute,
        schema: &BodySchema,
        defined: &HashSet<String>,
    ) -> Diagnostic {
        let name = self.name_of(attribute);
        let span = self.file.span(attribute.name);
        let candidates = schema
            .attributes
            .iter()
            .map(|attribute| attribute.name.as_str())
            .filter(|name| !defined.contains(*name));
        let diagnostic =
            Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, "Unsupported attribute").with_subject(span);
        match nearest_name(name, candidates) {
            Some(near) => diagnostic
                .with_detail(format!(
                    "No attribute `{name}` is expected here. Did you mean `{near}`?"
                ))
                .with_suggestion(span, near, format!("use `{near}`")),
            None if schema.block_named(name).is_some() => diagnostic.with_detail(format!(
                "`{name}` is a block, not an attribute. Write `{name} {{ … }}`, without `=`."
            )),
            None => diagnostic.with_detail(format!("No attribute `{name}` is expected here.")),
        }
    }

    fn unsupported_block(&self, block: &Block, schema: &BodySchema) -> Diagnostic {
        let block_type = self.type_of(block);
        let span = self.file.span(block.block_type);
        let candidates = schema.blocks.iter().map(|block| block.block_type.as_str());
        let diagnostic =
            Diagnostic::error(codes::UNSUPPORTED_BLOCK, "Unsupported block type").with_subject(span);
        match nearest_name(block_type, candidates) {
            Some(near) => diagnostic
                .with_detail(format!(
                    "No blocks of the type `{block_type}` are expected here. Did you mean `{near}`?"
                ))
                .with_suggestion(span, near, format!("use `{near}`")),
            None if schema.attribute_named(block_type).is_some() => diagnostic.with_detail(format!(
                "`{block_type}` is an attribute, not a block. Write `{block_type} = …`."
            )),
            None => {
                diagnostic.with_detail(format!("No blocks of the type `{block_type}` are expected here."))
            }
        }
    }
}

/// The names of a schema, for fast lookup.
enum Wanted<'s> {
    /// A small schema, which is searched linearly: most names differ in their length.
    Few(&'s BodySchema),
    Many(HashSet<&'s str>, HashMap<&'s str, &'s BlockHeaderSchema>),
}

impl<'s> Wanted<'s> {
    fn new(schema: &'s BodySchema) -> Self {
        if schema.attributes.len().max(schema.blocks.len()) <= 16 {
            return Self::Few(schema);
        }
        let attributes = schema.attributes.iter().map(|have| have.name.as_str());
        let blocks = schema.blocks.iter().map(|have| (have.block_type.as_str(), have));
        Self::Many(attributes.collect(), blocks.collect())
    }

    fn has_attribute(&self, name: &str) -> bool {
        match self {
            Self::Few(schema) => schema.attribute_named(name).is_some(),
            Self::Many(names, _) => names.contains(name),
        }
    }

    fn block(&self, block_type: &str) -> Option<&'s BlockHeaderSchema> {
        match self {
            Self::Few(schema) => schema.block_named(block_type),
            Self::Many(_, types) => types.get(block_type).copied(),
        }
    }
}

/// The items that a schema took from a body.
struct Taken<'s> {
    content: BodyContent,
    /// The type of each block it took, also of those with wrong labels.
    block_types: Vec<&'s Name>,
    diagnostics: Diagnostics,
    /// Items that the schema does not name.
    other_attributes: Vec<Attribute>,
    other_blocks: Vec<Block>,
}

/// Quotes names, with commas between them; of many names only the first ones.
fn listed(names: &[Name]) -> String {
    const MAX_LISTED: usize = 16;
    let shown = names.iter().take(MAX_LISTED).map(|name| format!("`{name}`"));
    let mut list = shown.collect::<Vec<_>>().join(", ");
    if let Some(more @ 1..) = names.len().checked_sub(MAX_LISTED) {
        list += &format!(" and {more} more");
    }
    list
}

impl hcl2_model::Body for NativeBody {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        let Taken {
            content,
            mut diagnostics,
            other_attributes,
            other_blocks,
            ..
        } = self.take(schema);
        if !other_attributes.is_empty() {
            let defined = self.open_attributes().map(|own| self.name_of(&own).to_owned());
            let defined = defined.collect();
            for attribute in other_attributes {
                diagnostics.push(self.unsupported_attribute(&attribute, schema, &defined));
            }
        }
        for block in other_blocks {
            diagnostics.push(self.unsupported_block(&block, schema));
        }
        Outcome::new(content, diagnostics)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        let taken = self.take(schema);
        let mut remain = self.clone();
        remain
            .taken_attributes
            .extend(taken.content.attributes.iter().map(|own| own.name.clone()));
        let mut block_types = taken.block_types;
        block_types.sort_unstable();
        block_types.dedup();
        remain.taken_blocks.extend(block_types.into_iter().cloned());
        let found = PartialContent {
            content: taken.content,
            remain: Arc::new(remain),
        };
        Outcome::new(found, taken.diagnostics)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        let mut diagnostics = Diagnostics::new();
        if let Some(block) = self.open_blocks().next() {
            diagnostics.push(
                Diagnostic::error(codes::UNEXPECTED_BLOCK, "Unexpected block")
                    .with_detail(format!(
                        "Only attributes can stand here, and `{}` is a block.",
                        self.type_of(&block)
                    ))
                    .with_subject(self.file.span(block.block_type)),
            );
        }
        let mut attributes = Attributes::new();
        for attribute in self.open_attributes() {
            // The parser keeps one attribute of each name, so this never collides.
            let _ = attributes.insert(self.model_attribute(&attribute, self.name_of(&attribute)));
        }
        Outcome::new(attributes, diagnostics)
    }

    fn implied_schema(&self) -> BodySchema {
        let mut schema = BodySchema::new();
        for attribute in self.open_attributes() {
            schema = schema.optional(self.name_of(&attribute));
        }
        let mut types: HashSet<&str> = HashSet::new();
        for block in self
            .open_blocks()
            .filter(|block| types.insert(self.type_of(block)))
        {
            let labels = (1..=self.file.labels(block.labels).len()).map(|number| format!("label {number}"));
            schema = schema.block(self.type_of(&block), labels);
        }
        schema
    }

    fn implied_content(&self) -> BodyContent {
        let mut attributes = Attributes::with_capacity(self.items().len());
        for attribute in self.open_attributes() {
            // The parser keeps one attribute of each name, so this never collides.
            let _ = attributes.insert(self.model_attribute(&attribute, self.name_of(&attribute)));
        }
        let mut labels: HashMap<&str, usize> = HashMap::new();
        let mut blocks = Vec::new();
        for block in self.open_blocks() {
            let block_type = self.type_of(&block);
            let count = self.file.labels(block.labels).len();
            if *labels.entry(block_type).or_insert(count) == count {
                blocks.push(self.model_block(&block, &Name::from(block_type)));
            }
        }
        BodyContent {
            attributes,
            blocks,
            missing_item_span: self.missing_item(),
        }
    }

    fn written_blocks(&self) -> Vec<hcl2_model::Block> {
        self.open_blocks()
            .map(|block| self.model_block(&block, &Name::from(self.type_of(&block))))
            .collect()
    }

    fn missing_item_span(&self) -> Span {
        self.missing_item()
    }

    fn visit_expressions(&self, visit: &mut dyn FnMut(ExpressionRef)) {
        for item in self.items() {
            let node = match *item {
                Item::Attribute(id) | Item::Duplicate(id)
                    if self.is_open_attribute(&self.file.attribute(id)) =>
                {
                    Node::Attribute(id)
                }
                Item::Block(id) if self.is_open_block(&self.file.block(id)) => Node::Block(id),
                _ => continue,
            };
            for node in self.file.nodes_in(node) {
                if let Node::Attribute(id) = node {
                    visit(NativeExpression::shared(
                        &self.file,
                        self.file.attribute(id).value,
                    ));
                }
            }
        }
    }
}

impl std::fmt::Debug for NativeBody {
    /// Writes the attributes and blocks, with `{:#?}` one a line.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let editor: Editor = "port = 8000 + 80\nlog \"file\" {\n  path = var.path\n}\n".parse()?;
    /// let expected = "{\n    port: 8000 + 80,\n    log \"file\": {\n        path: var.path,\n    },\n}";
    /// assert_eq!(format!("{:#?}", editor.body()), expected);
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let body: &dyn hcl2_model::Body = self;
        body.write_debug(f)
    }
}
