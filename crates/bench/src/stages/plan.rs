//! Plans of modules with many instances.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_functions::NoHost;
use hcl2_plan::{Inputs, Plan, plan, to_json};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

use crate::contest::{Contest, growth, timed, timed_calls};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The resources of the called module, which refer to each other.
const CALLED: &str = r#"
variable "name" { type = string }
resource "terraform_data" "a" { input = var.name }
resource "terraform_data" "b" { input = { id = terraform_data.a.id, name = upper(var.name) } }
resource "terraform_data" "c" { triggers_replace = [terraform_data.b.output] }
output "id" { value = terraform_data.c.id }
"#;
/// The resources of the called module.
const RESOURCES: usize = 3;

/// The calls of `plan.calls`.
const CALLS: usize = 1_000;
/// The instances of the call of `plan.instances`.
const INSTANCES: usize = 33_333;
/// The instances of the calls whose times per instance are compared.
const GROWTH: [usize; 2] = [3_000, 30_000];

/// Plans a module of which each instance has a call of its own.
pub(super) fn calls(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let call =
        |index: usize| format!("module \"m{index}\" {{\n  source = \"./m\"\n  name = \"n{index}\"\n}}\n");
    let text: String = (0..CALLS).map(call).collect();
    let names = (0..CALLS).map(|index| format!("m{index}"));
    let tree = tree(&text, names).ok_or_else(|| failed(stage))?;
    let inputs = inputs();
    run(stage, setting, CALLS * RESOURCES, || planned(&tree, &inputs))
}

/// Plans a module that one call has many instances of.
pub(super) fn instances(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let tree = counted(INSTANCES).ok_or_else(|| failed(stage))?;
    let inputs = inputs();
    run(stage, setting, INSTANCES * RESOURCES, || planned(&tree, &inputs))
}

/// Writes the plan of [`instances`] as JSON.
pub(super) fn json(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let tree = counted(INSTANCES).ok_or_else(|| failed(stage))?;
    let inputs = inputs();
    let plan = plan(&tree, &inputs).into_result().map_err(|_| failed(stage))?;
    let work = (INSTANCES * RESOURCES) as u64;
    let shape = format!("{} bytes", to_json(&plan, &tree, &inputs, "").len());
    let contest = Contest::new(stage, Unit::Nanoseconds, work, shape, || {
        timed_calls(1, || to_json(&plan, &tree, &inputs, ""))
    });
    contest.run(setting.rounds)
}

/// Returns how many times longer an instance takes among many than among few.
pub(super) fn instances_growth(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let inputs = inputs();
    let [small, great] = GROWTH.map(counted);
    let (small, great) = small.zip(great).ok_or_else(|| failed(stage))?;
    let repeat = GROWTH[1] / GROWTH[0];
    let many_small = || (0..repeat).map(|_| timed(|| planned(&small, &inputs))).sum();
    let one_great = || timed(|| planned(&great, &inputs));
    Ok(growth(stage, setting.rounds, many_small, one_great))
}

fn run(
    stage: &'static str,
    setting: &Setting,
    expected: usize,
    work: impl Fn() -> Plan,
) -> Result<Measurement, Failure> {
    let found = work().resources.len();
    if found != expected {
        return Err(failed(stage));
    }
    let shape = format!("{found} instances");
    let contest = Contest::new(stage, Unit::Nanoseconds, expected as u64, shape, || {
        timed_calls(1, &work)
    });
    contest.run(setting.rounds)
}

fn failed(stage: &str) -> Failure {
    Failure::Contestant(format!("{stage}: the module cannot be planned"))
}

fn planned(tree: &ModuleTree, inputs: &Inputs) -> Plan {
    plan(tree, inputs).value
}

/// Returns a module with a call that has `count` instances.
fn counted(count: usize) -> Option<ModuleTree> {
    let text = format!(
        "module \"m\" {{\n  source = \"./m\"\n  count = {count}\n  name = \"n${{count.index}}\"\n}}\n"
    );
    tree(&text, std::iter::once("m".to_owned()))
}

/// Returns a module with its calls of [`CALLED`]; `None` if it has errors.
fn tree(text: &str, calls: impl Iterator<Item = String>) -> Option<ModuleTree> {
    let mut sources = SourceMap::new();
    let mut module = |name: &str, text: &str| {
        let source = sources.add(name, text).ok()?;
        let file = ModuleFile::parse(&source, Language::Terraform)
            .into_result()
            .ok()?;
        Module::from_files(&[file], Language::Terraform)
            .into_result()
            .ok()
    };
    let called = ModuleTree {
        path: "./m".to_owned(),
        module: module("m/main.tf", CALLED)?,
        calls: [].into(),
    };
    Some(ModuleTree {
        path: ".".to_owned(),
        module: module("main.tf", text)?,
        calls: calls.map(|name| (name.as_str().into(), called.clone())).collect(),
    })
}

fn inputs() -> Inputs {
    Inputs {
        functions: Arc::new(hcl2_terraform::functions(&(Arc::new(NoHost) as _))),
        ..Inputs::default()
    }
}
