//! Blocks read by their types.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_model::{Block, BlockHeaderSchema, BodyContent, BodyRef, BodySchema, Name, PartialContent};

use super::arguments::check_argument;
use super::declaration::Declaration;
use crate::problems::{duplicate, if_planned};
use crate::table::{
    BlockType, BodyType, Language, Mode, PROVIDED, PROVIDED_LITERALS, Repeats, Rest, STATE_BLOCKS, names,
};

/// How blocks are read, with the problems found.
pub(super) struct Reading {
    pub(super) language: Language,
    /// Whether the blocks override others, which may have the required arguments.
    pub(super) is_override: bool,
    pub(super) diagnostics: Diagnostics,
    /// The schemas of bodies, which all blocks of a type share, and whether something in them has several forms.
    schemas: HashMap<(*const BodyType, bool), (Rc<BodySchema>, bool), RandomState>,
}

impl Reading {
    pub(super) fn new(language: Language) -> Self {
        Self {
            language,
            is_override: false,
            diagnostics: Diagnostics::new(),
            schemas: HashMap::default(),
        }
    }

    /// Returns the schema of a body of a type.
    pub(super) fn schema(&mut self, ty: &'static BodyType, body: &BodyRef) -> Rc<BodySchema> {
        let is_override = self.is_override;
        let language = self.language;
        let (schema, has_forms) = self.schemas.entry((ty, is_override)).or_insert_with(|| {
            let mut schema = ty.schema(language);
            for attribute in schema.attributes.iter_mut().filter(|_| is_override) {
                attribute.required = false;
            }
            let has_forms = schema.blocks.iter().any(|block| has_forms(&schema, block));
            (schema.into(), has_forms)
        });
        if *has_forms {
            one_form(schema, body).into()
        } else {
            Rc::clone(schema)
        }
    }

    /// Returns the content of a body of a type that contains nothing else.
    pub(super) fn content(&mut self, ty: &'static BodyType, body: &BodyRef) -> BodyContent {
        let schema = self.schema(ty, body);
        let Outcome {
            value: mut content,
            mut diagnostics,
        } = body.content(&schema);
        // Each block may have any of the forms.
        for other in ty.blocks_for(self.language) {
            let is_other_form = |own: &BlockHeaderSchema| {
                own.block_type == *other.name && own.label_names.len() != other.labels.len()
            };
            if !schema.blocks.iter().any(is_other_form) {
                continue;
            }
            let form = BodySchema::new().block(other.name, other.labels.iter().copied());
            for block in body.partial_content(&form).value.content.blocks {
                let refused = diagnostics.len();
                diagnostics.retain(|problem| {
                    problem
                        .context
                        .is_none_or(|all| all.start != block.type_span.start)
                });
                if diagnostics.len() < refused {
                    content.blocks.push(block);
                }
            }
        }
        self.diagnostics.append(diagnostics);
        content
    }
}

/// Returns whether something may be written in several forms: as an argument or as a block, or with and without a label.
fn has_forms(schema: &BodySchema, block: &BlockHeaderSchema) -> bool {
    let name = &block.block_type;
    schema.attributes.iter().any(|attribute| attribute.name == *name) || count(schema, name) > 1
}

/// Returns the number of forms of a block.
fn count(schema: &BodySchema, name: &Name) -> usize {
    schema
        .blocks
        .iter()
        .filter(|block| block.block_type == *name)
        .count()
}

/// Returns a schema without the forms that a body does not use.
fn one_form(schema: &BodySchema, body: &BodyRef) -> BodySchema {
    let used = body.implied_schema();
    let is_set = |name: &Name| used.attributes.iter().any(|attribute| attribute.name == *name);
    let labels_of = |name: &Name| {
        let block = used.blocks.iter().find(|block| block.block_type == *name);
        block.map_or_else(
            || labels_in_json(schema, body, name),
            |block| block.label_names.len(),
        )
    };
    let mut own = schema.clone();
    own.attributes
        .retain(|attribute| is_set(&attribute.name) || count(schema, &attribute.name) == 0);
    own.blocks.retain(|block| {
        let name = &block.block_type;
        let is_argument = schema.attributes.iter().any(|attribute| attribute.name == *name);
        let is_form = count(schema, name) == 1 || labels_of(name) == block.label_names.len();
        is_form && !(is_argument && is_set(name))
    });
    own
}

/// Returns the largest number of labels that blocks of a type can have in JSON, where only their contents show it.
fn labels_in_json(schema: &BodySchema, body: &BodyRef, name: &Name) -> usize {
    let forms = schema.blocks.iter().filter(|block| block.block_type == *name);
    let fitting = forms.filter(|form| {
        let alone = BodySchema::new().block(name, form.label_names.iter().cloned());
        body.partial_content(&alone).diagnostics.is_empty()
    });
    fitting.map(|form| form.label_names.len()).max().unwrap_or(0)
}

/// The first blocks of each type and number of labels, of which there are few.
#[derive(Default)]
pub(super) struct Firsts(Vec<(&'static BlockType, Span)>);

impl Firsts {
    /// Returns the problem of a block that occurs once and is not the first of its type, in the given container.
    pub(super) fn repeated(
        &mut self,
        container: &str,
        ty: &'static BlockType,
        header: Span,
    ) -> Option<Diagnostic> {
        let is_same = |own: &BlockType| (own.name, own.labels.len()) == (ty.name, ty.labels.len());
        let Some((_, first)) = self.0.iter().find(|(own, _)| is_same(own)) else {
            self.0.push((ty, header));
            return None;
        };
        (ty.repeats == Repeats::Once)
            .then(|| duplicate(container, &format!("the block `{}`", ty.name), header, *first))
    }
}

impl Declaration {
    /// Reads a block by its type, and checks each argument.
    pub(super) fn read(block: Block, block_type: &'static BlockType, reading: &mut Reading) -> Self {
        let mut declaration = Self {
            block_type,
            name: block.block_type,
            labels: block.labels,
            span: block.header_span,
            override_span: None,
            arguments: Vec::new(),
            provided: Vec::new(),
            blocks: Vec::new(),
            body: Arc::clone(&block.body),
            overriding: Vec::new(),
            described: None,
        };
        let start = reading.diagnostics.len();
        declaration.take(&block.body, reading);
        // Terraform reads the settings of where state is stored only when it initializes the directory.
        if STATE_BLOCKS.contains(&block_type.name) {
            let own = reading.diagnostics.split_off(start);
            reading
                .diagnostics
                .append(own.map(|problem| if_planned(problem, true)));
        }
        declaration
    }

    fn take(&mut self, body: &BodyRef, reading: &mut Reading) {
        let own: &'static BodyType = self.block_type.body;
        let content = match own.rest {
            Rest::Nothing => reading.content(own, body),
            Rest::Arguments(_) | Rest::Provider(_) => {
                let schema = reading.schema(own, body);
                let PartialContent { content, remain } = body
                    .partial_content(&schema)
                    .report_into(&mut reading.diagnostics);
                if let Rest::Provider(mode) = own.rest {
                    // Only the schema of the provider can check its content.
                    let content = remain.implied_content();
                    self.provided = content.attributes.into_vec();
                    self.provided.shrink_to_fit();
                    let ty = if mode == Mode::Literal {
                        &PROVIDED_LITERALS
                    } else {
                        &PROVIDED
                    };
                    let blocks = content.blocks.into_iter();
                    self.blocks = blocks.map(|block| Self::read(block, ty, reading)).collect();
                } else {
                    // Blocks that were already taken must not be reported as unexpected.
                    let mut all = remain.implied_schema();
                    all.blocks.clear();
                    let content = remain.content(&all).report_into(&mut reading.diagnostics);
                    self.arguments.extend(content.attributes);
                }
                content
            }
        };
        if self.arguments.is_empty() {
            self.arguments = content.attributes.into_vec();
            self.arguments.shrink_to_fit();
        } else {
            self.arguments.reserve_exact(content.attributes.len());
            self.arguments.extend(content.attributes);
        }
        let language = reading.language;
        // OpenTofu evaluates the settings of backends.
        let provided = self.provided.iter().filter(|_| language == Language::Terraform);
        for argument in self.arguments.iter().chain(provided) {
            let mode = own.mode_of(&argument.name, language);
            let described = mode.and_then(|mode| check_argument(argument, mode, &mut reading.diagnostics));
            if let Some(described) = described {
                self.described = Some(described.into());
            }
        }
        if let (Some(_), Some(second)) = (self.argument(names::COUNT), self.argument(names::FOR_EACH))
            && own.argument(names::COUNT, language).is_some()
        {
            reading.diagnostics.push(
                Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Both `count` and `for_each`")
                    .with_detail("Instances are created by number or for each element, not both. Remove one of the two.")
                    .with_subject(second.name_span),
            );
        }
        self.blocks.reserve_exact(content.blocks.len());
        let mut firsts = Firsts::default();
        let mut of_helpers = Vec::new();
        for block in content.blocks {
            let Some(ty) = own.block_of(&block, language) else {
                continue;
            };
            let problem = firsts.repeated("A block contains", ty, block.header_span);
            reading.diagnostics.extend(problem);
            let start = reading.diagnostics.len();
            self.blocks.push(Self::read(block, ty, reading));
            let is_helper = [names::CONNECTION, names::PROVISIONER].contains(&ty.name);
            if is_helper && reading.diagnostics.len() > start {
                of_helpers.push((self.blocks.len() - 1, reading.diagnostics.split_off(start)));
            }
        }
        // Terraform looks at the arguments of what is removed only when it plans.
        let is_removed = self.block_type.name == names::REMOVED;
        for (index, problems) in of_helpers {
            let is_read = !is_removed && self.reads(&self.blocks[index]);
            let problems = problems.map(|problem| if_planned(problem, !is_read));
            reading.diagnostics.append(problems);
        }
    }
}
