//! The evaluation of a configuration: first what everything else needs, then the rest, then what it includes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_model::{Attributes, Block};
use hcl2_value::Value;

use super::config::{Config, Evaluated, Facts, Strategy, Terraform};
use super::dependency::Dependency;
use super::frame::{Frame, object};
use super::locals;
use super::paths::{clean, directory};
use super::place::{Chain, Functions, Place};
use super::tables::{
    CATALOG, DEPENDENCIES, ENGINE, ERRORS, EXCLUDE, FEATURE, FILE, GENERATE, INCLUDE, OF_ERRORS,
    OF_TERRAFORM, REMOTE_STATE, TERRAFORM, schema_of,
};
use super::unknown::{AN_ERROR, reason_of, unknown};
use super::values::fields_of;
use super::world::{Parsed, VALUES_FILE, World};

/// A file that is included.
struct Included {
    name: String,
    strategy: Strategy,
    is_exposed: bool,
    file: Arc<Parsed>,
    frame: Frame,
    facts: Arc<Facts>,
}

/// The sibling of a unit in a stack that is merged into it.
pub(super) const SIBLING: &str = "terragrunt.autoinclude.hcl";

/// Evaluates a configuration at an absolute path.
pub(super) fn configuration(
    world: &Arc<World>,
    path: &Path,
    original: &Path,
    up: Option<Arc<Chain>>,
    functions: Functions,
) -> Result<(Evaluated, Arc<Place>), Box<Diagnostic>> {
    let file = world.parse(path)?;
    let place = Arc::new(Place::of_configuration(world, &file, original, up, functions));
    let evaluated = of_file(&file, &place, true);
    Ok((evaluated, place))
}

/// Evaluates a file with what it includes.
fn of_file(file: &Arc<Parsed>, place: &Arc<Place>, has_sibling: bool) -> Evaluated {
    let mut problems = Diagnostics::new();
    let mut frame = Frame::new(Arc::clone(place));
    for (name, value) in place.world.roots_of(&file.path) {
        frame.set(name, value);
    }
    let values = values_beside(&frame);
    if let Some(values) = &values {
        frame.set("values", values.clone());
    }
    let included = includes(file, &frame, &mut problems);
    let sibling = if has_sibling {
        sibling(file, place, &mut problems)
    } else {
        None
    };

    let facts = facts_of(file, &mut frame, &included, values);
    problems.append(facts.problems.clone());
    let mut dependencies = facts.dependencies.clone();
    if let Some(sibling) = &sibling {
        problems.append(sibling.problems.clone());
        dependencies.extend(sibling.config.dependency.clone());
    }
    for included in included.iter().rev() {
        let mut own = Config {
            dependency: included.facts.dependencies.clone(),
            ..Config::default()
        };
        let over = Config {
            dependency: dependencies,
            ..Config::default()
        };
        own.merge(&over, included.strategy);
        dependencies = own.dependency;
    }
    for (name, dependency) in &mut dependencies {
        dependency.resolve(name, place, &mut problems);
    }
    let targets = dependencies.values();
    let mut needs: Vec<_> = targets
        .filter_map(|own| own.target(&place.world, &place.configuration))
        .collect();
    let seen = dependencies
        .iter()
        .map(|(name, dependency)| (name.as_str(), dependency.seen()));
    let seen = Value::object(seen);

    frame.set("dependency", seen.clone());
    let mut config = rest(file, &frame, &facts, &mut problems);
    for (name, dependency) in &mut config.dependency {
        dependency.outputs = dependencies.get(name).and_then(|own| own.outputs.clone());
    }
    if let Some(sibling) = sibling {
        config.merge(&sibling.config, Strategy::Shallow);
        needs.extend(sibling.needs);
    }
    let own = (config.locals.take(), config.items.get("exclude").cloned());
    for included in included
        .iter()
        .rev()
        .filter(|included| included.strategy != Strategy::NoMerge)
    {
        let parent = included.evaluated(Some(&seen));
        problems.append(parent.problems.clone());
        let mut merged = parent.config.clone();
        merged.merge(&config, included.strategy);
        config = merged;
    }
    for included in &included {
        place.ask_as(&included.frame.place);
    }
    config.locals = own.0;
    config.items.extend(own.1.map(|exclude| ("exclude", exclude)));
    for (name, dependency) in &mut config.dependency {
        dependency.outputs = dependencies.get(name).and_then(|own| own.outputs.clone());
    }
    if let Some(paths) = &config.dependencies {
        let paths = paths.iter().filter_map(|path| {
            let path = place
                .world
                .configuration(directory(&place.configuration), path.as_str()?);
            Some((path, file.whole))
        });
        needs.extend(paths);
    }
    Evaluated {
        config,
        problems,
        needs,
        depends_on_original: false,
    }
}

/// Evaluates the file beside a configuration that is merged into it.
fn sibling(file: &Parsed, place: &Arc<Place>, problems: &mut Diagnostics) -> Option<Evaluated> {
    let path = directory(&file.path).join(SIBLING);
    if file.path == path || place.world.kind(&path).is_none() {
        return None;
    }
    match place.world.parse(&path) {
        Ok(file) => {
            let part = Arc::new(place.of_part(&file));
            let evaluated = of_file(&file, &part, false);
            place.ask_as(&part);
            Some(evaluated)
        }
        Err(problem) => {
            problems.push(*problem);
            None
        }
    }
}

impl Included {
    /// Returns what the file says, with its own dependencies or with those of the file that includes it.
    fn evaluated(&self, dependencies: Option<&Value>) -> Arc<Evaluated> {
        let place = &self.frame.place;
        let is_shareable = dependencies.is_none() || !self.file.names_dependency;
        let shared = if is_shareable {
            place.world.shared_parent(&self.file.path)
        } else {
            None
        };
        if let Some(Some(shared)) = shared {
            return shared;
        }
        let mut problems = self.file.problems.clone();
        let mut frame = self.frame.clone();
        let mut own = self.facts.dependencies.clone();
        let seen = dependencies.cloned().unwrap_or_else(|| {
            for (name, dependency) in &mut own {
                dependency.resolve(name, place, &mut problems);
            }
            Value::object(
                own.iter()
                    .map(|(name, dependency)| (name.as_str(), dependency.seen())),
            )
        });
        frame.set("dependency", seen);
        let mut config = rest(&self.file, &frame, &self.facts, &mut problems);
        for (name, dependency) in &mut config.dependency {
            dependency.outputs = own.get(name).and_then(|own| own.outputs.clone());
        }
        problems.append(self.facts.problems.clone());
        let evaluated = Arc::new(Evaluated {
            config,
            problems,
            ..Evaluated::default()
        });
        if shared.is_none() && is_shareable {
            let is_same = place.is_independent() && self.facts.dependencies.is_empty();
            place
                .world
                .share_parent(&self.file.path, is_same.then(|| Arc::clone(&evaluated)));
        }
        evaluated
    }
}

/// Reads what a file includes.
fn includes(file: &Arc<Parsed>, frame: &Frame, problems: &mut Diagnostics) -> Vec<Included> {
    let place = &frame.place;
    let mut found = Vec::new();
    for block in file.blocks("include") {
        if place.is_included() {
            let problem = Diagnostic::error(codes::NESTED_INCLUDE, "Nested include").with_detail(format!(
                "The file {} is included, so it cannot include another one. Include both in {}.",
                place.world.shown(&file.path),
                place.world.shown(&place.configuration)
            ));
            problems.push(problem.with_subject(block.header_span));
            continue;
        }
        found.extend(include(block, frame, problems));
    }
    let paths = found
        .iter()
        .map(|(name, .., file): &(String, _, _, Arc<Parsed>)| (name.clone(), file.path.clone()));
    let _ = place.includes.set(paths.collect());
    let with_facts = found.into_iter().map(|(name, strategy, is_exposed, file)| {
        let place = Arc::new(place.of_part(&file));
        let mut frame = Frame::new(Arc::clone(&place));
        let values = values_beside(&frame);
        frame.roots_from(&values);
        let facts = match place.world.shared_facts(&file.path) {
            Some(Some(facts)) => {
                set_roots(&mut frame, &facts);
                facts
            }
            known => {
                let mut early = Diagnostics::new();
                let _ = includes(&file, &frame, &mut early);
                let mut facts = facts_of(&file, &mut frame, &[], values);
                facts.problems.append(early);
                let facts = Arc::new(facts);
                if known.is_none() {
                    let shared = place.is_independent().then(|| Arc::clone(&facts));
                    place.world.share_facts(&file.path, shared);
                }
                facts
            }
        };
        Included {
            name,
            strategy,
            is_exposed,
            file,
            frame,
            facts,
        }
    });
    with_facts.collect()
}

/// Reads a block `include`.
fn include(
    block: &Block,
    frame: &Frame,
    problems: &mut Diagnostics,
) -> Option<(String, Strategy, bool, Arc<Parsed>)> {
    let errors = problems.error_count();
    let content = block.body.content(&schema_of(&INCLUDE)).report_into(problems);
    let fields = frame.fields(&INCLUDE, &content.attributes, &frame.context(), problems);
    let field = |name: &str| {
        fields
            .iter()
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value)
    };
    let span_of = |name: &str| {
        let attribute = content.attributes.get(name);
        attribute.map_or(block.header_span, |attribute| attribute.expression.span())
    };
    let path = field("path")?;
    if problems.error_count() > errors {
        return None;
    }
    let Some(path) = path.as_str() else {
        let reason = reason_of(path).map_or_else(String::new, |reason| format!(": {}", reason.text));
        let problem = Diagnostic::error(codes::UNKNOWN_PATH, "Unknown path").with_detail(format!(
            "The path of the included file is not known{reason}. Write it so that it follows from the files alone."
        ));
        problems.push(problem.with_subject(span_of("path")));
        return None;
    };
    let name = field("merge_strategy")
        .and_then(Value::as_str)
        .unwrap_or("shallow");
    let strategy = Strategy::of(name).or_else(|| {
        let message = format!("expected `no_merge`, `shallow` or `deep`, found `{name}`");
        problems.push(Diagnostic::invalid_value(span_of("merge_strategy"), message));
        None
    })?;
    let path = clean(&directory(&frame.place.configuration).join(path));
    let label = block.labels.first().map_or("", |label| &*label.text).to_owned();
    let is_exposed = field("expose").and_then(Value::as_bool) == Some(true);
    match frame.place.world.parse(&path) {
        Ok(file) => Some((label, strategy, is_exposed, file)),
        Err(problem) => {
            problems.push(problem.with_subject(span_of("path")));
            None
        }
    }
}

/// Reads the values that a stack gives to what is generated in a directory.
pub(super) fn values_beside(frame: &Frame) -> Option<Value> {
    let place = &frame.place;
    if let Some(values) = place.world.values_of(directory(&place.file)) {
        return Some(values);
    }
    let path = directory(&place.file).join(VALUES_FILE);
    place.world.kind(&path)?;
    let file = place.world.parse(&path).ok()?;
    let attributes = file.body.attributes().value;
    let mut problems = Diagnostics::new();
    let context = frame.context();
    let values = attributes.iter().map(|attribute| {
        let value = frame.value(&attribute.expression, &context, &mut problems);
        (attribute.name.as_str(), value)
    });
    Some(Value::object(values.collect::<Vec<_>>()))
}

fn set_roots(frame: &mut Frame, facts: &Facts) {
    frame.roots_from(&facts.values);
    let features = facts.features.iter().map(|(name, feature)| {
        let default = feature.get("default").cloned();
        let value = default.unwrap_or_else(|| Value::null(hcl2_value::Type::DYNAMIC));
        let seen = object([("name", Value::from(name.as_str())), ("value", value)]);
        (name.as_str(), seen)
    });
    let features = Value::object(features.collect::<Vec<_>>());
    frame.set("feature", features);
    set_locals(frame, facts);
}

/// Sets the local values; without a block for them, those that a stack gives stay.
fn set_locals(frame: &mut Frame, facts: &Facts) {
    if facts.locals.is_some() || frame.root("local").is_none() {
        frame.set("local", facts.locals.clone().unwrap_or_else(|| object([])));
    }
}

/// Finds out what the rest of a file needs.
fn facts_of(file: &Parsed, frame: &mut Frame, included: &[Included], values: Option<Value>) -> Facts {
    let mut problems = file.problems.clone();
    let mut facts = Facts {
        values,
        ..Facts::default()
    };
    for included in included.iter().rev() {
        let own = included.facts.features.clone();
        if included.strategy != Strategy::NoMerge {
            facts.features.extend(own);
        }
    }
    let context = frame.context();
    for block in file.blocks("feature") {
        let Some(label) = block.labels.first() else {
            continue;
        };
        let mut fields = frame.block(&FEATURE, block, &context, &mut problems);
        let given = frame.place.world.feature(&label.text);
        if let (Some((_, default)), Some(given)) = (fields.first_mut(), given) {
            *default = given_feature(given, default, label.span, &mut problems);
        }
        let name = ("name", Value::from(label.text.as_str()));
        let feature = object(fields.into_iter().chain([name]));
        facts.features.insert(label.text.to_string(), feature);
    }
    set_roots(frame, &facts);
    if let Some(exposed) = exposed(included) {
        frame.set("include", exposed);
    }
    facts.locals = locals::values(file, frame, &mut problems);
    set_locals(frame, &facts);
    for block in file.blocks("dependency") {
        let Some(label) = block.labels.first() else {
            continue;
        };
        let dependency = Dependency::read(frame, block, &mut problems);
        facts.dependencies.insert(label.text.to_string(), dependency);
    }
    facts.problems = problems;
    facts
}

/// Returns the value of a feature that the user gives, with the type of its default.
fn given_feature(given: &str, default: &Value, span: Span, problems: &mut Diagnostics) -> Value {
    let text = Value::from(given);
    if default.is_null() || !default.is_known() {
        return text;
    }
    text.convert(default.ty()).unwrap_or_else(|error| {
        problems.push(Diagnostic::invalid_value(
            span,
            format!("the value given with `--feature` does not fit: {error}"),
        ));
        unknown(default.ty().clone(), AN_ERROR, Some(span))
    })
}

/// Returns what is exposed of included files: that of the bare block itself, if it is the only one.
fn exposed(included: &[Included]) -> Option<Value> {
    let shown = |included: &Included| included.evaluated(None).config.shown(true);
    match included {
        [] => None,
        [bare] if bare.name.is_empty() => bare.is_exposed.then(|| shown(bare)),
        several => {
            let exposed = several.iter().filter(|included| included.is_exposed);
            let exposed = exposed.map(|included| (included.name.as_str(), shown(included)));
            Some(Value::object(exposed.collect::<Vec<_>>()))
        }
    }
}

/// Evaluates what is left of a file, once its roots of references are set.
fn rest(file: &Parsed, frame: &Frame, facts: &Facts, problems: &mut Diagnostics) -> Config {
    let context = frame.context();
    let mut config = Config {
        dependency: facts.dependencies.clone(),
        features: facts.features.clone(),
        locals: facts
            .locals
            .clone()
            .filter(|locals| fields_of(locals).is_none_or(|fields| !fields.is_empty())),
        ..Config::default()
    };
    let written = FILE
        .fields
        .iter()
        .filter(|field| file.attributes.get(field.name).is_some());
    for (name, value) in frame.fields(&FILE, &file.attributes, &context, problems) {
        if written.clone().any(|field| field.name == name) {
            config.items.insert(name, value);
        }
    }
    config.inputs = config.items.remove("inputs");
    if let (Some(inputs), Some(attribute)) = (&config.inputs, file.attributes.get("inputs")) {
        let inputs = inputs.unmark().0;
        if inputs.is_known() && !inputs.is_null() && fields_of(&inputs).is_none() {
            let message = format!("expected an object, found {}", inputs.ty());
            problems.push(Diagnostic::invalid_value(attribute.expression.span(), message));
        }
    }
    for block in &file.blocks {
        let label = block.labels.first().map(|label| label.text.to_string());
        match (block.block_type.as_str(), label) {
            ("catalog", _) => drop(config.items.insert(
                "catalog",
                object(frame.block(&CATALOG, block, &context, problems)),
            )),
            ("engine", _) => drop(
                config
                    .items
                    .insert("engine", object(frame.block(&ENGINE, block, &context, problems))),
            ),
            ("exclude", _) => drop(config.items.insert(
                "exclude",
                object(frame.block(&EXCLUDE, block, &context, problems)),
            )),
            ("remote_state", _) => {
                let fields = frame.block(&REMOTE_STATE, block, &context, problems);
                config.items.insert("remote_state", object(fields));
            }
            ("errors", _) => drop(config.items.insert("errors", errors(frame, block, problems))),
            ("terraform", _) => config.terraform = Some(terraform(frame, block, problems)),
            ("dependencies", _) => {
                let fields = frame.block(&DEPENDENCIES, block, &context, problems);
                let paths = fields.first().and_then(|(_, paths)| paths.elements());
                config.dependencies = Some(paths.unwrap_or_default().to_vec());
            }
            ("generate", Some(name)) => {
                let fields = frame.block(&GENERATE, block, &context, problems);
                config.generate.insert(name, object(fields));
            }
            _ => {}
        }
    }
    attributes_as_blocks(&file.attributes, frame, &mut config, problems);
    config
}

/// Reads the attributes that stand for blocks.
fn attributes_as_blocks(
    attributes: &Attributes,
    frame: &Frame,
    config: &mut Config,
    problems: &mut Diagnostics,
) {
    let context = frame.context();
    if let Some(attribute) = attributes.get("remote_state") {
        let span = attribute.expression.span();
        let value = frame.value(&attribute.expression, &context, problems);
        if fields_of(&value).is_some() {
            let fields = Frame::of_value(&REMOTE_STATE, &value, span, problems);
            config.items.insert("remote_state", object(fields));
        } else if !value.is_null() {
            config.items.insert("remote_state", value);
        }
    }
    if let Some(attribute) = attributes.get("generate") {
        let span = attribute.expression.span();
        let value = frame.value(&attribute.expression, &context, problems);
        for (name, block) in fields_of(&value).unwrap_or_default() {
            let fields = Frame::of_value(&GENERATE, &block, span, problems);
            config.generate.insert(name, object(fields));
        }
    }
}

/// Reads a block `terraform`.
fn terraform(frame: &Frame, block: &Block, problems: &mut Diagnostics) -> Terraform {
    let context = frame.context();
    let content = block.body.content(&schema_of(&TERRAFORM)).report_into(problems);
    let fields = frame.fields(&TERRAFORM, &content.attributes, &context, problems);
    let mut terraform = Terraform {
        fields: fields.into_iter().collect(),
        ..Terraform::default()
    };
    for block in &content.blocks {
        let mut tables = OF_TERRAFORM.iter();
        let table = tables.find(|(name, _)| block.block_type == **name);
        if let (Some((kind, table)), Some(label)) = (table, block.labels.first()) {
            let fields = frame.block(table, block, &context, problems);
            let name = ("name", Value::from(label.text.as_str()));
            let value = object(fields.into_iter().chain([name]));
            let named = terraform.blocks.entry(kind).or_default();
            named.insert(label.text.to_string(), value);
        }
    }
    terraform
}

/// Reads a block `errors`.
fn errors(frame: &Frame, block: &Block, problems: &mut Diagnostics) -> Value {
    let context = frame.context();
    let content = block.body.content(&schema_of(&ERRORS)).report_into(problems);
    let mut shown: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for block in &content.blocks {
        let mut tables = OF_ERRORS.iter();
        let table = tables.find(|(name, _)| block.block_type == **name);
        if let (Some((kind, table)), Some(label)) = (table, block.labels.first()) {
            let fields = frame.block(table, block, &context, problems);
            let empty = ("signals", object([]));
            let no_signals = *kind == "ignore"
                && fields
                    .iter()
                    .any(|(name, own)| *name == "signals" && own.is_null());
            let name = ("name", Value::from(label.text.as_str()));
            let fields = fields
                .into_iter()
                .chain([name])
                .chain(no_signals.then_some(empty));
            shown.entry(kind).or_default().push(object(fields));
        }
    }
    let null = Value::null(hcl2_value::Type::DYNAMIC);
    let retry = shown.remove("retry").map_or(null, Value::tuple);
    let ignore = shown.remove("ignore").map(Value::tuple);
    let ignore = ignore.map(|ignore| ("ignore", ignore));
    Value::object([("retry", retry)].into_iter().chain(ignore))
}
