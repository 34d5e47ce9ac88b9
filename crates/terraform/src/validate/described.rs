//! Validation of blocks with schemas: of providers, provisioners and connections.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::terraform as codes};
use hcl2_ext::dynamic::missing_content;
use hcl2_functions::terraform::ephemeral_mark;
use hcl2_model::{Attribute, BodyRef, BodySchema, EvalContext, ExpressionRef};
use hcl2_value::{PathStep, Value};
use hcl2_wire::schema::Block;

use super::{Checked, Checks, remote_state};
use crate::evaluate::Evaluation;
use crate::module::{Declaration, Instances, Scope, name_of, reference, reserved_names};
use crate::schema::{computed_in, is_computed, missing_in, sets_computed, specification_of};
use crate::table::{BodyType, Describes, Language, PROVIDED, SELF_BLOCKS, names};

/// The schemas of what the language takes from bodies, made once for each type of body.
#[derive(Default)]
pub(super) struct OwnSchemas(RefCell<HashMap<*const BodyType, Rc<BodySchema>>>);

impl OwnSchemas {
    fn of(&self, declaration: &Declaration, language: Language) -> Rc<BodySchema> {
        let mut schemas = self.0.borrow_mut();
        let made = schemas.entry(declaration.block_type.body);
        Rc::clone(made.or_insert_with(|| declaration.own_schema(language).into()))
    }
}

impl Checks<'_> {
    /// Returns whether the arguments of a block are checked against the schema of the enclosing block.
    pub(super) fn is_described(&self, declaration: &Declaration, block: &Declaration) -> bool {
        let is_there = |declaration: &Declaration| self.schema_of(declaration).is_some();
        if is_there(block) {
            return true;
        }
        let is_part = matches!(
            block.block_type.schema,
            Describes::Labelled | Describes::Enclosing
        ) || std::ptr::eq(block.block_type, &raw const PROVIDED);
        is_part && is_there(declaration)
    }
}

/// Reports a dynamic block without content.
fn without_content(block: &Declaration) -> Option<Diagnostic> {
    let is_dynamic = block.block_type.schema == Describes::Labelled;
    let has_content = block.blocks_of(names::CONTENT).next().is_some();
    (is_dynamic && !has_content).then(|| missing_content(block.body.missing_item_span()))
}

impl<'m> Evaluation<'m, Checks<'m>> {
    /// Checks blocks of a declaration against their schemas, if available.
    pub(super) fn check_described(
        &self,
        checked: &Checked<'_, 'm>,
        declaration: &'m Declaration,
        around: &Scope,
        diagnostics: &mut Diagnostics,
    ) {
        let mut scope = around.clone();
        if declaration.instances() != Instances::One {
            scope.instances = declaration.instances();
        }
        scope.is_removal |= declaration.block_type.name == names::REMOVED;
        scope.has_self |= SELF_BLOCKS.contains(&declaration.block_type.name);
        for block in &declaration.blocks {
            if declaration.reads(block) {
                self.check_described(checked, block, &scope, diagnostics);
            }
            // A schema knows more of a dynamic block.
            if !checked.checks.is_described(checked.declaration, block) {
                diagnostics.extend(without_content(block));
            }
        }
        let Some(schema) = checked.checks.schema_of(declaration) else {
            return;
        };
        diagnostics.extend(ignored_for_nothing(declaration, schema.block()));
        // Terraform requires that the block that is overridden is complete.
        if !declaration.overriding.is_empty() {
            diagnostics.append(missing_in(schema.block(), &declaration.body));
        }
        let mut is_sound = true;
        declaration.visit(self.tree.module.language, &mut |used| {
            is_sound &= (checked.reported)(used.argument).is_empty();
        });
        if !is_sound {
            return;
        }
        let language = self.tree.module.language;
        let own = checked.own_schemas.of(declaration, language);
        let body = declaration.foreign_body(&own, language);
        let context = checked.context_in(&scope);
        // In JSON, a block of the provider looks like an argument, and may have dynamic blocks in it.
        let is_block = |argument: &Attribute| schema.block().blocks.contains_key(&*argument.name);
        let is_expanded = declaration.has_dynamic() || declaration.provided.iter().any(is_block);
        let body = match is_expanded {
            true => schema.body(&body, &context),
            false => schema.unexpanded(&body),
        };
        let mut problems = Diagnostics::new();
        let content = body.content(schema.body_schema()).report_into(&mut problems);
        let decoded = schema
            .specification()
            .decode_content(&content, Some(&context))
            .report_into(&mut problems);
        // Reserved names were reported.
        let place = |span: Span| (span.source, span.start);
        let reserved: Vec<_> = reserved_names(declaration)
            .map(|(_, span)| Some(place(span)))
            .collect();
        problems.retain(|problem| !reserved.contains(&problem.subject.map(place)));
        // A provider sees only what is decoded.
        if !problems.has_errors() && sets_computed(schema.block(), &unmarked(&decoded)) {
            read_only_in(&body, schema.block(), &context, &mut problems);
        }
        diagnostics.append(problems);
        if matches!(
            declaration.block_type.schema,
            Describes::Resource | Describes::Data
        ) {
            diagnostics.extend(stored_ephemeral(declaration, schema.block(), &decoded));
            let module = &self.tree.module;
            let version = module.version();
            diagnostics.extend(remote_state::problems(declaration, &decoded, version));
        }
    }
}

/// Returns a value without marks.
fn unmarked(value: &Value) -> Cow<'_, Value> {
    match value.contains_marked() {
        true => Cow::Owned(value.unmark_deep().0),
        false => Cow::Borrowed(value),
    }
}

/// Reports the arguments of a body and of the blocks in it that set what only the provider sets.
fn read_only_in(body: &BodyRef, schema: &Block, context: &EvalContext<'_>, problems: &mut Diagnostics) {
    let content = body
        .partial_content(&specification_of(schema).schema())
        .value
        .content;
    for argument in &content.attributes {
        let value = argument.expression.evaluate(Some(context)).value;
        let name = computed_in(schema, &argument.name, &unmarked(&value));
        problems.extend(name.map(|name| read_only(argument, name)));
    }
    // An unknown number of blocks is unknown to the provider too.
    for block in content.blocks.iter().filter(|block| !block.body.is_unknown()) {
        if let Some(nested) = schema.blocks.get(&*block.block_type) {
            read_only_in(&block.body, &nested.block, context, problems);
        }
    }
}

/// Reports an argument that sets a name, its own or that of an attribute in its value, which only the provider sets.
fn read_only(argument: &Attribute, name: &str) -> Diagnostic {
    let entries = argument.expression.static_map().unwrap_or_default();
    let mut keys = entries.iter().map(|(key, _)| key);
    let key = keys.find(|key| argument.name != *name && name_of(key).as_deref() == Some(name));
    Diagnostic::error(codes::READ_ONLY, "Read-only argument")
        .with_detail(format!(
            "The provider sets `{name}`; a configuration can only read it. Remove the argument."
        ))
        .with_subject(key.map_or(argument.name_span, |key| key.span()))
}

/// Warns of attributes that only the provider sets, among those whose changes in the configuration are ignored.
fn ignored_for_nothing(declaration: &Declaration, schema: &Block) -> Vec<Diagnostic> {
    let lifecycle = declaration.blocks.iter();
    let lifecycle = lifecycle.filter(|block| block.block_type.name == names::LIFECYCLE);
    let lists = lifecycle.filter_map(|block| block.argument(names::IGNORE_CHANGES)?.expression.static_list());
    let problem = |element: ExpressionRef| {
        let path = reference(&element)?;
        let name = path.root_name().filter(|name| is_computed(schema, name))?;
        Some(
            Diagnostic::warning(codes::READ_ONLY, "Read-only attribute without changes")
                .with_detail(format!(
                    "Only the provider sets `{name}`, so the configuration has no changes of it to ignore. Remove the element."
                ))
                .with_subject(element.span()),
        )
    };
    lists.flatten().filter_map(problem).collect()
}

/// Reports arguments and blocks of a resource that would store ephemeral values.
fn stored_ephemeral(declaration: &Declaration, schema: &Block, value: &Value) -> Vec<Diagnostic> {
    if !value.contains_marked() {
        return Vec::new();
    }
    let (_, paths) = value.unmark_deep_with_paths();
    let stored = paths
        .iter()
        .filter(|(path, marks)| marks.contains(&ephemeral_mark()) && !schema.is_write_only(path));
    let names: BTreeSet<&str> = stored
        .filter_map(|(path, _)| match path.steps().first()? {
            PathStep::Attribute(name) => Some(name.as_str()),
            PathStep::Index(_) => None,
        })
        .collect();
    let problem = |name: &str| {
        let argument = declaration.provided.iter().find(|argument| argument.name == name);
        Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral value in a resource")
            .with_detail(format!(
                "The value of `{name}` is stored, so it cannot be derived from ephemeral values. Replace them by null with \
                 `ephemeralasnull(…)`."
            ))
            .with_subject(argument.map_or(declaration.span, |argument| argument.expression.span()))
    };
    names.into_iter().map(problem).collect()
}
