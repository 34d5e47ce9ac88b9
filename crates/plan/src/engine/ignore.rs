//! Changes that a resource ignores.

use hcl2_model::TraversalStep;
use hcl2_terraform::IgnoreChanges;
use hcl2_value::{Marks, Path, PathStep, Str, Value, ValueKind};

use super::sweep::name_of;

/// Returns a configuration in which ignored parts have their prior values.
pub(super) fn ignored(changes: &IgnoreChanges, prior: &Value, config: &Value) -> Value {
    match changes {
        IgnoreChanges::None => config.clone(),
        IgnoreChanges::All => prior.clone(),
        IgnoreChanges::Of(paths) => paths.iter().fold(config.clone(), |config, path| {
            with_prior(&config, prior, path.steps()).unwrap_or(config)
        }),
    }
}

/// Where a value has marks.
type Marked = Vec<(Path, Marks)>;

/// Returns the marks of a configuration in which ignored parts have those of the prior value.
pub(super) fn ignored_marks(changes: &IgnoreChanges, prior: Marked, config: Marked) -> Marked {
    let is_ignored = |(path, _): &(Path, Marks)| match changes {
        IgnoreChanges::None => false,
        IgnoreChanges::All => true,
        IgnoreChanges::Of(paths) => paths.iter().any(|ignored| is_within(path, ignored.steps())),
    };
    let kept = config.into_iter().filter(|own| !is_ignored(own));
    kept.chain(prior.into_iter().filter(is_ignored)).collect()
}

/// Returns whether a path is that of an ignored part, or of something in it.
fn is_within(path: &Path, ignored: &[TraversalStep]) -> bool {
    let is_same = |own: &PathStep, step: &TraversalStep| match (own, step) {
        (PathStep::Attribute(own), TraversalStep::Index { key, .. }) => key.as_str() == Some(own.as_str()),
        (PathStep::Index(own), TraversalStep::Index { key, .. }) => own == key,
        (PathStep::Attribute(own), step) => name_of(step) == Some(own.as_str()),
        (PathStep::Index(own), step) => own.as_str().is_some() && own.as_str() == name_of(step),
    };
    let own = path.steps();
    own.len() >= ignored.len() && own.iter().zip(ignored).all(|(own, step)| is_same(own, step))
}

/// Returns a configured value whose part at a path is the prior one; `None` if either has no such part.
fn with_prior(config: &Value, prior: &Value, path: &[TraversalStep]) -> Option<Value> {
    let Some((first, rest)) = path.split_first() else {
        return Some(prior.clone());
    };
    if let Some(name) = name_of(first) {
        let part = with_prior(config.get(name)?, prior.get(name)?, rest)?;
        return config
            .ty()
            .is_object()
            .then(|| with_field(config, name, Some(part)))?;
    }
    let TraversalStep::Index { key, .. } = first else {
        return None;
    };
    match key.as_str() {
        // A key of an object is not a place of its own.
        Some(_) if rest.is_empty() && !config.ty().is_map() => Some(prior.clone()),
        Some(name) if rest.is_empty() => {
            let part = prior.get(name).cloned();
            // Which other keys an unknown map has is unknown, and a map that is null stays null without the key.
            let is_kept = !config.is_known() || config.is_null() && part.is_none();
            (!is_kept).then(|| with_field(config, name, part))?
        }
        Some(name) => {
            let part = with_prior(config.get(name)?, prior.get(name)?, rest)?;
            with_field(config, name, Some(part))
        }
        None => {
            let index = usize::try_from(key.as_number()?).ok()?;
            let mut items: Vec<Value> = config.elements()?.to_vec();
            let item = items.get_mut(index)?;
            *item = with_prior(item, prior.elements()?.get(index)?, rest)?;
            match config.kind() {
                ValueKind::List(_) => Value::list(config.ty().element_type()?.clone(), items).ok(),
                ValueKind::Tuple(_) => Some(Value::tuple(items)),
                _ => None,
            }
        }
    }
}

/// Returns a map or an object with another part of a name, or without one.
fn with_field(value: &Value, name: &str, part: Option<Value>) -> Option<Value> {
    let fields = value.fields();
    let others = fields
        .into_iter()
        .flatten()
        .filter(|(own, _)| own.as_str() != name);
    let others = others.map(|(own, value)| (own.clone(), value.clone()));
    let all = others.chain(part.map(|part| (Str::from(name), part)));
    match value.ty().element_type() {
        Some(element) => Value::map(element.clone(), all).ok(),
        None => Some(Value::object(all)),
    }
}
