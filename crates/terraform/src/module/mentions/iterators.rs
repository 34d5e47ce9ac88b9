//! Iterators: the variables of `for` expressions and of dynamic blocks, which only a part of a file sees.

use std::collections::HashSet;

use hcl2_diagnostics::Span;
use hcl2_model::{LoopVariable, Name};

use super::super::ModuleFile;
use super::super::declaration::Declaration;
use super::super::files::declarations;
use super::super::scope::Use;
use super::bare;
use crate::table::{Describes, Language, names};

/// A variable of a `for` or of a dynamic block, as a file writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenIterator {
    /// The name.
    pub name: Name,
    /// The range of the name where it is defined, without quotes: the label of a dynamic block that does not name its iterator.
    pub definition: Span,
    /// The ranges of the name where it is used.
    pub uses: Vec<Span>,
    /// The names that it cannot have, each with a reference that would mean something else.
    pub others: Vec<(Name, Span)>,
    /// The place after which a dynamic block that does not name its iterator can name it.
    pub unnamed: Option<Span>,
}

impl ModuleFile {
    /// Returns the variables of `for` expressions and of dynamic blocks in the file, in either language.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::Language;
    ///
    /// let source = Source::new("main.tf", "locals {\n  a = [for x in var.xs : x + 1]\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let iterators = file.iterators();
    /// assert_eq!(iterators[0].name, "x");
    /// assert_eq!(iterators[0].uses[0].start, 34);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn iterators(&self) -> Vec<WrittenIterator> {
        let mut found: Vec<WrittenIterator> = Vec::new();
        let mut known: HashSet<Span> = HashSet::new();
        for language in [Language::Terraform, Language::OpenTofu] {
            for declaration in declarations(self, language) {
                let mut own = Vec::new();
                declaration.visit(language, &mut |used| own.extend(of_loops(used)));
                self.add_dynamic(&declaration, language, &mut own);
                own.retain(|own| known.insert(own.definition));
                found.append(&mut own);
            }
        }
        found
    }

    /// Adds the iterators of the dynamic blocks in a block.
    fn add_dynamic(&self, block: &Declaration, language: Language, found: &mut Vec<WrittenIterator>) {
        for inner in &block.blocks {
            if inner.block_type.schema == Describes::Labelled {
                found.extend(self.dynamic(inner, language));
            }
            self.add_dynamic(inner, language, found);
        }
    }

    fn dynamic(&self, block: &Declaration, language: Language) -> Option<WrittenIterator> {
        let name = block.iterator()?;
        let (definition, unnamed) = match block.argument(names::ITERATOR) {
            Some(iterator) => (iterator.expression.span(), None),
            None => {
                let after = block.argument(names::FOR_EACH)?.span;
                (block.labels.first()?.span, Some(after))
            }
        };
        let mut iterator = WrittenIterator {
            name,
            definition: bare(&self.source, definition),
            uses: Vec::new(),
            others: Vec::new(),
            unnamed,
        };
        block.visit(language, &mut |used| iterator.add_uses(used, block));
        Some(iterator)
    }
}

/// Returns the variables of the `for` expressions in an argument.
fn of_loops(used: Use<'_, '_>) -> impl Iterator<Item = WrittenIterator> {
    let variables = used.argument.expression.loop_variables().into_iter();
    variables.map(|variable| {
        let LoopVariable {
            name,
            definition,
            uses,
            others,
        } = variable;
        WrittenIterator {
            name,
            definition,
            uses,
            others,
            unnamed: None,
        }
    })
}

impl WrittenIterator {
    /// Adds what an argument in a dynamic block says of its iterator.
    fn add_uses(&mut self, used: Use<'_, '_>, block: &Declaration) {
        // What a block is repeated for is outside of it.
        let is_dynamic = used.block.block_type.schema == Describes::Labelled;
        let is_outside =
            is_dynamic && [names::FOR_EACH, names::ITERATOR].contains(&used.argument.name.as_str());
        if is_outside && std::ptr::eq(used.block, block) {
            return;
        }
        let around = &used.scope.iterators;
        let around = match is_outside {
            true => around.get(..around.len().saturating_sub(1)).unwrap_or_default(),
            false => around.as_slice(),
        };
        let inner = around.get(1..).unwrap_or_default();
        if inner.contains(&self.name) {
            return;
        }
        let loops = used.argument.expression.loop_variables();
        for reference in used.argument.expression.variables() {
            let Some(root) = reference.steps().first() else {
                continue;
            };
            let Some(name) = reference.root_name() else {
                continue;
            };
            if *name != self.name {
                if !inner.contains(name) {
                    self.others.push((name.clone(), root.span()));
                }
                continue;
            }
            self.uses.push(root.span());
            self.others
                .extend(inner.iter().map(|inner| (inner.clone(), root.span())));
            let hiding = loops.iter().filter(|own| {
                let mut others = own.others.iter();
                others.any(|(other, span)| other == name && *span == root.span())
            });
            self.others
                .extend(hiding.map(|own| (own.name.clone(), root.span())));
        }
    }
}
