//! Stacks: the units that they generate, with their values.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::{render as codes, terraform as terraform_codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_functions::FileKind;
use hcl2_model::Block;
use hcl2_value::Value;

use super::evaluated::{SIBLING, values_beside};
use super::frame::{Frame, object};
use super::locals;
use super::paths::{clean, directory};
use super::place::{Chain, Functions, Place};
use super::tables::{COMPONENT, FILE, INCLUDE, STACK_FILE, schema_of};
use super::unknown::reason_of;
use super::values::{Named, fields_of, object_of};
use super::world::{Generated, Parsed, Roots, STACK_FILES, UNIT_FILES, World};

/// A unit or a stack of a stack.
struct Component {
    name: String,
    is_stack: bool,
    fields: Vec<(&'static str, Value)>,
    block: Block,
    autoinclude: Option<Block>,
}

impl Component {
    fn field(&self, name: &str) -> Option<&Value> {
        let found = self.fields.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| value)
    }

    fn is(&self, name: &str) -> Option<bool> {
        self.field(name)?.as_bool()
    }

    /// Returns the directory that it is generated in.
    fn directory(&self, stack: &Path) -> Option<PathBuf> {
        let path = self.field("path")?.as_str()?;
        let base = match self.is("no_dot_terragrunt_stack") {
            Some(true) => stack.to_owned(),
            _ => stack.join(".terragrunt-stack"),
        };
        Some(clean(&base.join(path)))
    }

    fn shown(&self) -> Value {
        let fields = self
            .fields
            .iter()
            .filter(|(name, _)| SHOWN.contains(name))
            .cloned();
        object(fields.chain([("name", Value::from(self.name.as_str()))]))
    }
}

/// The attributes that Terragrunt shows of a component.
const SHOWN: [&str; 5] = [
    "source",
    "path",
    "values",
    "no_dot_terragrunt_stack",
    "no_validation",
];

/// A stack that was read.
struct Stack {
    frame: Frame,
    locals: Option<Value>,
    components: Vec<Component>,
    problems: Diagnostics,
}

impl Stack {
    fn shown(&self) -> Value {
        let of = |is_stack: bool| {
            let own = self
                .components
                .iter()
                .filter(|component| component.is_stack == is_stack);
            let named: Named = own
                .map(|component| (component.name.clone(), component.shown()))
                .collect();
            (!named.is_empty()).then(|| object_of(&named))
        };
        let locals = self
            .locals
            .clone()
            .filter(|locals| fields_of(locals).is_some_and(|own| !own.is_empty()));
        let parts = [("local", locals), ("stack", of(true)), ("unit", of(false))];
        object(parts.into_iter().filter_map(|(name, value)| Some((name, value?))))
    }
}

/// Returns what a stack is to a configuration that reads it, with what is wrong with it.
pub(super) fn read(
    world: &Arc<World>,
    path: &Path,
    original: &Path,
    up: Option<Arc<Chain>>,
    functions: Functions,
) -> Result<(Value, Diagnostics), Box<Diagnostic>> {
    let stack = stack_at(world, path, original, up, functions)?;
    Ok((stack.shown(), stack.problems))
}

fn stack_at(
    world: &Arc<World>,
    path: &Path,
    original: &Path,
    up: Option<Arc<Chain>>,
    functions: Functions,
) -> Result<Stack, Box<Diagnostic>> {
    let file = world.parse_by(path, &STACK_FILE)?;
    let place = Arc::new(Place::of_configuration(world, &file, original, up, functions));
    let mut frame = Frame::new(Arc::clone(&place));
    let values = values_beside(&frame);
    frame.roots_from(&values);
    let mut problems = file.problems.clone();
    let locals = locals::values(&file, &frame, &mut problems);
    frame.set("local", locals.clone().unwrap_or_else(|| object([])));
    let mut components = Vec::new();
    add_components(&file, &frame, &mut components, &mut problems);
    for block in file.blocks("include") {
        let fields = frame.block(&INCLUDE, block, &frame.context(), &mut problems);
        let path = fields
            .iter()
            .find(|(name, _)| *name == "path")
            .and_then(|(_, path)| path.as_str());
        let Some(path) = path else { continue };
        let path = clean(&directory(&file.path).join(path));
        match world.parse_by(&path, &STACK_FILE) {
            Ok(included) => {
                problems.append(included.problems.clone());
                let mut inner = Frame::new(Arc::new(place.of_part(&included)));
                inner.roots_from(&values);
                add_components(&included, &inner, &mut components, &mut problems);
            }
            Err(problem) => problems.push(problem.with_subject(block.header_span)),
        }
    }
    check(&components, &mut problems);
    Ok(Stack {
        frame,
        locals,
        components,
        problems,
    })
}

/// Reports units, and stacks, that share a name or a path, and those without a source or a path.
fn check(components: &[Component], problems: &mut Diagnostics) {
    let mut seen: HashMap<(bool, &str, &str), Span> = HashMap::new();
    for component in components {
        let span = component.block.header_span;
        let kind = if component.is_stack { "stack" } else { "unit" };
        let mut once = |what: &'static str, text, problems: &mut Diagnostics| {
            let Some(first) = seen.insert((component.is_stack, what, text), span) else {
                return;
            };
            let detail = format!("Another {kind} has the {what} `{text}`, too. Change one of the two.");
            problems.push(
                Diagnostic::error(terraform_codes::DUPLICATE_DECLARATION, "Duplicate block")
                    .with_detail(detail)
                    .with_subject(span)
                    .with_label(first, "the other one"),
            );
        };
        once("name", component.name.trim(), problems);
        for name in ["path", "source"] {
            let Some(text) = component.field(name).and_then(Value::as_str) else {
                continue;
            };
            match (name, text.trim()) {
                (_, "") => {
                    let message = format!("the {name} of a {kind} cannot be empty");
                    let own = component.block.attribute(name);
                    let place = own.map_or(span, |own| own.expression.span());
                    problems.push(Diagnostic::invalid_value(place, message));
                }
                ("path", path) => once("path", path, problems),
                _ => {}
            }
        }
    }
}

/// Reads the units and stacks of a file.
fn add_components(file: &Parsed, frame: &Frame, components: &mut Vec<Component>, problems: &mut Diagnostics) {
    let context = frame.context();
    for block in &file.blocks {
        let is_stack = block.block_type == *"stack";
        if !is_stack && block.block_type != *"unit" {
            continue;
        }
        let Some(label) = block.labels.first() else {
            continue;
        };
        let content = block.body.content(&schema_of(&COMPONENT)).report_into(problems);
        let fields = frame.fields(&COMPONENT, &content.attributes, &context, problems);
        if let Some(expansion) = content.blocks.iter().find(|own| own.block_type == *"expansion") {
            let problem = Diagnostic::error(codes::UNSUPPORTED, "Unsupported block")
                .with_detail("Blocks `expansion` of units and stacks are not evaluated. Write a block for each of them.")
                .with_subject(expansion.header_span);
            problems.push(problem);
        }
        let component = Component {
            name: label.text.to_string(),
            is_stack,
            fields,
            block: block.clone(),
            autoinclude: content
                .blocks
                .iter()
                .find(|own| own.block_type == *"autoinclude")
                .cloned(),
        };
        if component.is("enabled") != Some(false) {
            components.push(component);
        }
    }
}

/// A stack with the units that it generates.
pub(super) struct Resolved {
    pub(super) shown: Value,
    /// The paths of the files of units.
    pub(super) units: Vec<PathBuf>,
    pub(super) problems: Diagnostics,
}

/// The number of stacks that may generate each other in a row.
const MAX_STACKS: usize = 16;

/// Resolves a stack: notes what it generates, and what the stacks that it generates do.
pub(super) fn resolve(
    world: &Arc<World>,
    path: &Path,
    functions: Functions,
) -> Result<Resolved, Box<Diagnostic>> {
    let first = stack_at(world, path, path, None, functions)?;
    let shown = first.shown();
    let mut problems = first.problems.clone();
    let mut units = Vec::new();
    let mut pending = vec![(first, path.to_owned(), 0)];
    while let Some((stack, path, depth)) = pending.pop() {
        for component in &stack.components {
            let Some(target) = generate(world, &stack, &path, component, &mut problems) else {
                continue;
            };
            if !component.is_stack {
                let files = UNIT_FILES.iter().map(|name| target.join(name));
                let mut existing = files.filter(|file| world.kind(file).is_some());
                units.extend(existing.next());
                continue;
            }
            let inner = target.join(STACK_FILES[0]);
            if world.kind(&inner).is_none() {
                continue;
            }
            if depth + 1 >= MAX_STACKS {
                let detail = format!(
                    "More than {MAX_STACKS} stacks generate each other in a row; one of them may generate itself. Change its source."
                );
                let problem = Diagnostic::error(codes::STACK_CYCLE, "Stacks generate each other");
                problems.push(
                    problem
                        .with_detail(detail)
                        .with_subject(component.block.header_span),
                );
                continue;
            }
            match stack_at(world, &inner, &inner, None, functions) {
                Ok(inner_stack) => {
                    problems.append(inner_stack.problems.clone());
                    pending.push((inner_stack, inner, depth + 1));
                }
                Err(problem) => problems.push(problem.with_subject(component.block.header_span)),
            }
        }
    }
    units.sort();
    Ok(Resolved {
        shown,
        units,
        problems,
    })
}

/// Notes what a component generates, and returns the directory; `None` if its source is elsewhere or not known.
fn generate(
    world: &Arc<World>,
    stack: &Stack,
    path: &Path,
    component: &Component,
    problems: &mut Diagnostics,
) -> Option<PathBuf> {
    let span = component.block.header_span;
    let target = component.directory(directory(path));
    let source = component.field("source");
    let Some((target, source)) = target.zip(source.and_then(Value::as_str)) else {
        let unknown = ["source", "path"]
            .iter()
            .filter_map(|name| component.field(name))
            .find(|own| !own.is_known());
        if let Some(reason) = unknown.and_then(reason_of) {
            let detail = format!(
                "What `{}` generates is not known: {}.",
                component.name, reason.text
            );
            let note = Diagnostic::note(codes::UNKNOWN, "Unknown value").with_detail(detail);
            problems.push(note.with_subject(reason.place.unwrap_or(span)));
        }
        return None;
    };
    let local = clean(&directory(path).join(source.replace("//", "/")));
    let is_local =
        source.starts_with('.') || source.starts_with('/') || world.kind(&local) == Some(FileKind::Directory);
    if !is_local {
        let detail = format!(
            "What `{}` generates is not known: its source {source} is not in the repository, and nothing is downloaded.",
            component.name
        );
        problems.push(
            Diagnostic::note(codes::UNKNOWN, "Unknown value")
                .with_detail(detail)
                .with_subject(span),
        );
        return None;
    }
    if world.kind(&local) != Some(FileKind::Directory) {
        let detail = format!(
            "The source of `{}`, {}, does not exist or may not be read. Fix the path, or allow to read it with \
             `--allow-read`.",
            component.name,
            world.shown(&local)
        );
        problems.push(
            Diagnostic::error(codes::MISSING_UNIT, "Missing unit")
                .with_detail(detail)
                .with_subject(span),
        );
        return None;
    }
    let values = component
        .field("values")
        .filter(|values| !values.is_null())
        .cloned();
    world.generate(
        &target,
        Generated {
            source: local,
            values,
        },
    );
    if let Some(block) = component.autoinclude.as_ref().filter(|_| !component.is_stack) {
        let file = target.join(SIBLING);
        let whole = block.header_span;
        let parsed = Parsed::new(&file, block.body.clone(), false, &FILE, whole, Diagnostics::new());
        world.add_file(parsed, roots(stack, directory(path)));
    }
    Some(target)
}

/// Returns the roots of references in what a stack adds to its units.
fn roots(stack: &Stack, path: &Path) -> Roots {
    let of = |is_stack: bool| {
        let own = stack
            .components
            .iter()
            .filter(|component| component.is_stack == is_stack);
        let named = own.filter_map(|component| {
            let generated = component.directory(path)?;
            let seen = object([
                ("name", Value::from(component.name.as_str())),
                ("path", Value::from(super::paths::text(&generated))),
            ]);
            Some((component.name.clone(), seen))
        });
        object_of(&named.collect())
    };
    let own = ["local", "values"].into_iter();
    let own = own.filter_map(|name| Some((name, stack.frame.root(name)?.clone())));
    own.chain([("unit", of(false)), ("stack", of(true))]).collect()
}
