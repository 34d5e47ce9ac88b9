//! Blocks of a module as they are declared, whatever they are.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_model::{Attribute, Block, BodyRef, Name, Traversal};

use super::arguments::{check_argument, references_of};
use crate::table::{BlockType, BodyType, Language, MERGED_BLOCKS, Rest, names};

/// A block, with what overrides it.
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    pub(super) block_type: &'static BlockType,
    pub(super) labels: Vec<Name>,
    /// The header.
    pub(super) span: Span,
    pub(super) arguments: Vec<Attribute>,
    pub(super) blocks: Vec<Declaration>,
    /// What only a provider's schema can take apart.
    pub(super) rest: Vec<BodyRef>,
}

impl Declaration {
    /// Takes a block apart as its type says, and checks each argument.
    pub(super) fn read(
        block: &Block,
        block_type: &'static BlockType,
        language: Language,
        diagnostics: &mut Diagnostics,
        is_override: bool,
    ) -> Self {
        let mut declaration = Self {
            block_type,
            labels: block.labels.iter().map(|label| label.text.clone()).collect(),
            span: block.header_span,
            arguments: Vec::new(),
            blocks: Vec::new(),
            rest: Vec::new(),
        };
        declaration.take(&block.body, language, diagnostics, is_override);
        declaration
    }

    fn take(&mut self, body: &BodyRef, language: Language, diagnostics: &mut Diagnostics, is_override: bool) {
        let own: &'static BodyType = self.block_type.body;
        let mut schema = own.schema(language);
        if is_override {
            // What a file overrides is complete together with what it overrides.
            for attribute in &mut schema.attributes {
                attribute.required = false;
            }
        }
        let (content, problems) = match own.rest {
            Rest::Nothing => body.content(&schema),
            Rest::Arguments(_) | Rest::Provider(_) => {
                let (content, rest, mut problems) = body.partial_content(&schema);
                if let Rest::Arguments(_) = own.rest {
                    // A body of attributes only would count the blocks that were taken from it.
                    let mut all = rest.implied_schema();
                    all.blocks.clear();
                    let (content, more) = rest.content(&all);
                    problems.extend(more);
                    self.arguments.extend(content.attributes);
                } else {
                    self.rest.push(rest);
                }
                (content, problems)
            }
        };
        diagnostics.extend(problems);
        self.arguments.extend(content.attributes);
        for argument in &self.arguments {
            if let Some(mode) = own.mode_of(&argument.name, language) {
                check_argument(argument, mode, diagnostics);
            }
        }
        if let (Some(_), Some(second)) = (self.argument(names::COUNT), self.argument(names::FOR_EACH))
            && own.argument(names::COUNT, language).is_some()
        {
            diagnostics.push(
                Diagnostic::error(codes::CONFLICTING_ARGUMENTS, "Both `count` and `for_each`")
                    .with_detail("Instances are made by a number or for each element, not by both. Remove one of the two.")
                    .with_subject(second.name_span),
            );
        }
        for block in &content.blocks {
            if let Some(ty) = own.block(&block.block_type, language) {
                self.blocks
                    .push(Self::read(block, ty, language, diagnostics, is_override));
            }
        }
    }

    /// The argument of this name.
    pub(super) fn argument(&self, name: &str) -> Option<&Attribute> {
        self.arguments.iter().find(|argument| argument.name == *name)
    }

    /// The nested blocks of this type.
    pub(super) fn blocks_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.blocks
            .iter()
            .filter(move |block| block.block_type.name == name)
    }

    /// Puts what a later file says in place of what is here: each argument by its name, and all nested blocks of a type at
    /// once, save that a block of which there is one is merged in the same way.
    pub(super) fn merge(&mut self, other: Self) {
        for argument in other.arguments {
            match self.arguments.iter_mut().find(|own| own.name == argument.name) {
                Some(own) => *own = argument,
                None => self.arguments.push(argument),
            }
        }
        let is_merged = |block: &Self| MERGED_BLOCKS.contains(&block.block_type.name);
        self.blocks.retain(|own| {
            let is_replaced = |block: &Self| block.block_type.name == own.block_type.name;
            is_merged(own) || !other.blocks.iter().any(is_replaced)
        });
        for block in other.blocks {
            let own = self
                .blocks
                .iter_mut()
                .find(|own| is_merged(own) && own.block_type.name == block.block_type.name);
            match own {
                Some(own) => own.merge(block),
                None => self.blocks.push(block),
            }
        }
        self.rest.extend(other.rest);
    }

    /// What the declaration refers to, in arguments and nested blocks.
    pub(super) fn references(&self, language: Language) -> Vec<Traversal> {
        let mut found = Vec::new();
        self.add_references(language, &mut found);
        found
    }

    fn add_references(&self, language: Language, found: &mut Vec<Traversal>) {
        for argument in &self.arguments {
            if let Some(mode) = self.block_type.body.mode_of(&argument.name, language) {
                references_of(argument, mode, found);
            }
        }
        for block in &self.blocks {
            block.add_references(language, found);
        }
        for rest in &self.rest {
            found.extend(rest.variables());
        }
    }
}
