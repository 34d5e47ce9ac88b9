//! How a rendering starts.

use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::Diagnostic;
use hcl2_project::Files;

use super::functions;
use super::place::Functions;
use super::world::{Given, World};
use crate::Options;

/// The functions of Terragrunt.
pub(super) const FUNCTIONS: Functions = Functions {
    has: functions::is_own,
    make: functions::all,
};

/// Creates the world of a rendering.
pub(super) fn world_of(
    files: &Arc<dyn Files>,
    start: &Path,
    options: &Options,
) -> Result<World, Box<Diagnostic>> {
    let absolute = |path: &Path| files.canonical(path).unwrap_or_else(|_| path.to_owned());
    let states = options.states.iter();
    let given = Given {
        environment: options.environment.clone(),
        features: options.features.clone(),
        command: options.command.clone().unwrap_or_else(|| "render".to_owned()),
        states: states
            .map(|(unit, file)| (absolute(unit), file.clone()))
            .collect(),
        readable: options.readable.clone(),
        limits: options.limits,
        budget: options.budget.clone(),
    };
    World::new(Arc::clone(files), start, given)
}
