//! The outputs that a unit takes from others.

use std::path::{Path, PathBuf};

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Span};
use hcl2_functions::terraform::sensitive_mark;
use hcl2_model::Block;
use hcl2_plan::State;
use hcl2_value::{Type, Value};

use super::dependency::{Dependency, STRATEGY};
use super::frame::Frame;
use super::paths::directory;
use super::place::Place;
use super::tables::{DEPENDENCY, schema_of};
use super::unknown::{AN_ERROR, unknown};
use super::values::{deep_merged, shallow_merged};
use super::world::{STACK_FILES, World, missing_file};

/// How mock outputs may be merged with those of a state. Other values matter only if there is a state.
const STRATEGIES: [&str; 3] = ["no_merge", "shallow", "deep_map_only"];

impl Dependency {
    /// Reads a block.
    pub(super) fn read(frame: &Frame, block: &Block, problems: &mut Diagnostics) -> Self {
        let content = block.body.content(&schema_of(&DEPENDENCY)).report_into(problems);
        if let Some(expansion) = content.blocks.first() {
            let problem = Diagnostic::error(codes::UNSUPPORTED, "Unsupported block")
                .with_detail("Blocks `expansion` of dependencies are not evaluated. Write a block for each dependency.")
                .with_subject(expansion.header_span);
            problems.push(problem);
        }
        let context = frame.context();
        let fields = frame.fields(&DEPENDENCY, &content.attributes, &context, problems);
        let span_of = |name: &str| {
            let own = content.attributes.get(name);
            own.map_or(block.header_span, |own| own.expression.span())
        };
        Self {
            fields: fields.into_iter().collect(),
            outputs: None,
            span: span_of("config_path"),
            strategy_span: span_of(STRATEGY),
        }
    }

    /// Returns the path of the file of the unit that it names, relative to the configuration; `None` if it is not known, or the
    /// dependency does not count.
    pub(super) fn target(&self, world: &World, configuration: &Path) -> Option<(PathBuf, Span)> {
        let path = self.field("config_path")?.as_str()?;
        let target = world.configuration(directory(configuration), path);
        (self.is_enabled() && !path.is_empty()).then_some((target, self.span))
    }

    /// Finds out what the outputs are.
    pub(super) fn resolve(&mut self, name: &str, place: &Place, problems: &mut Diagnostics) {
        self.outputs = self.found_outputs(name, place, problems);
    }

    fn found_outputs(&self, name: &str, place: &Place, problems: &mut Diagnostics) -> Option<Value> {
        let world = &place.world;
        let mocks = self.field("mock_outputs");
        if !self.is_enabled() {
            return mocks.cloned();
        }
        let mocks = mocks.filter(|_| self.allows_mocks(&world.given.command));
        if self.skips_outputs() {
            return mocks.cloned();
        }
        let path = self.field("config_path")?;
        let Some((target, span)) = self.target(world, &place.configuration) else {
            // One without a path does not count.
            path.as_str().is_none().then_some(())?;
            let why = || {
                unknown(
                    Type::DYNAMIC,
                    "the path of the dependency is not known",
                    Some(self.span),
                )
            };
            return Some(mocks.cloned().unwrap_or_else(why));
        };
        let stack = directory(&target).join(STACK_FILES[0]);
        if world.kind(&target).is_none() && world.kind(&stack).is_none() {
            let problem = Diagnostic::error(codes::MISSING_UNIT, "Missing unit").with_detail(format!(
                "The dependency `{name}` needs the file {}, which does not exist or may not be read. Fix the path, set \
                 `enabled = false`, or allow to read it with `--allow-read`.",
                world.shown(&target)
            ));
            problems.push(problem.with_subject(span));
            return Some(unknown(Type::DYNAMIC, AN_ERROR, Some(span)));
        }
        let state = state_of(world, directory(&target));
        match state {
            Some(Ok(outputs)) if outputs.fields().is_some_and(|fields| !fields.is_empty()) => {
                Some(self.with_mocks(outputs, mocks, problems))
            }
            Some(Err(problem)) => {
                problems.push(*problem);
                Some(unknown(Type::DYNAMIC, AN_ERROR, Some(span)))
            }
            _ => Some(mocks.cloned().unwrap_or_else(|| {
                let unit = world.shown(directory(&target));
                let text = format!(
                    "the outputs of {unit} are in its state, which `--outputs {unit}=FILE` gives, and there are no mock outputs \
                     for `{}`",
                    world.given.command
                );
                unknown(Type::DYNAMIC, text, Some(span))
            })),
        }
    }

    /// Returns whether a command may see the mock outputs. Rendering always does.
    fn allows_mocks(&self, command: &str) -> bool {
        let allowed = self.field("mock_outputs_allowed_terraform_commands");
        let allowed = allowed.and_then(Value::elements).unwrap_or_default();
        let mut commands = allowed.iter().filter_map(Value::as_str);
        allowed.is_empty() || command == "render" || commands.any(|own| own == command)
    }

    /// Merges mock outputs into those of a state, as far as the dependency asks for it.
    fn with_mocks(&self, outputs: Value, mocks: Option<&Value>, problems: &mut Diagnostics) -> Value {
        let strategy = self.field(STRATEGY);
        let is_old = self
            .field("mock_outputs_merge_with_state")
            .and_then(Value::as_bool)
            == Some(true);
        let strategy = strategy.and_then(Value::as_str).or(is_old.then_some("shallow"));
        match (strategy, mocks) {
            (Some("shallow"), Some(mocks)) => shallow_merged(mocks, &outputs),
            (Some("deep_map_only"), Some(mocks)) => deep_merged(mocks, &outputs, false),
            (Some(other), _) if !STRATEGIES.contains(&other) => {
                let message = format!("expected one of {}, found `{other}`", STRATEGIES.join(", "));
                problems.push(Diagnostic::invalid_value(self.strategy_span, message));
                outputs
            }
            _ => outputs,
        }
    }
}

/// Returns the outputs of the state that the user gives for the unit in a directory.
fn state_of(world: &World, unit: &Path) -> Option<Result<Value, Box<Diagnostic>>> {
    let mut states = world.given.states.iter();
    let (_, file) = states.find(|(directory, _)| directory == unit)?;
    let outputs = world.outputs(unit, || {
        let source = world.read_named(file)?;
        let state = State::from_json(&source).map_err(|problems| {
            let mut problems = problems.into_vec().into_iter();
            Box::new(problems.next().unwrap_or_else(|| missing_file(file)))
        })?;
        let outputs = state.outputs.into_iter().map(|(name, output)| {
            let value = output.value;
            let value = if output.sensitive {
                value.with_mark(sensitive_mark())
            } else {
                value
            };
            (name, value)
        });
        Ok(Value::object(outputs))
    });
    Some(outputs)
}
