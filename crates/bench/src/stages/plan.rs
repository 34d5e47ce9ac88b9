//! Plans of modules with many instances.

use std::sync::Arc;

use hcl2_diagnostics::SourceMap;
use hcl2_functions::NoHost;
use hcl2_plan::{Inputs, Plan, plan, plan_to_json};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

use crate::contest::{Contest, growth, timed, timed_calls};
use crate::failure::Failure;
use crate::programs::{Program, written};
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
/// The instances of that call for the peers, whose time is quadratic.
const INSTANCES_OF_PEERS: usize = 333;
/// The instances of the calls whose times per instance are compared.
const GROWTH: [usize; 2] = [3_000, 30_000];

/// Plans a module of which each instance has a call of its own.
pub(super) fn calls(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let call =
        |index: usize| format!("module \"m{index}\" {{\n  source = \"./m\"\n  name = \"n{index}\"\n}}\n");
    let text: String = (0..CALLS).map(call).collect();
    let names = (0..CALLS).map(|index| format!("m{index}"));
    let tree = tree(&text, names).ok_or_else(|| failed(stage))?;
    run(stage, setting, &tree, [&text, &text], [CALLS; 2])
}

/// Plans a module that one call has many instances of.
pub(super) fn instances(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let counts = [INSTANCES, INSTANCES_OF_PEERS];
    let tree = counted(INSTANCES).ok_or_else(|| failed(stage))?;
    let [text, of_peers] = counts.map(counted_text);
    run(stage, setting, &tree, [&text, &of_peers], counts)
}

/// Writes the plan of [`instances`] as JSON.
pub(super) fn json(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let tree = counted(INSTANCES).ok_or_else(|| failed(stage))?;
    let inputs = inputs();
    let plan = plan(&tree, &inputs).into_result().map_err(|_| failed(stage))?;
    let work = (INSTANCES * RESOURCES) as u64;
    let shape = format!("{} bytes", plan_to_json(&plan, &tree, &inputs, "").len());
    let contest = Contest::new(stage, Unit::Nanoseconds, work, shape, || {
        timed_calls(1, || plan_to_json(&plan, &tree, &inputs, ""))
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

/// Plans a module, also by whole programs: by ours in the first of the sources, by the peers in the second. `counts` are the
/// instances of the called module in each.
fn run(
    stage: &'static str,
    setting: &Setting,
    tree: &ModuleTree,
    sources: [&str; 2],
    counts: [usize; 2],
) -> Result<Measurement, Failure> {
    let inputs = inputs();
    let work = || planned(tree, &inputs);
    let [expected, of_peers] = counts.map(|count| count * RESOURCES);
    let found = work().resources.len();
    if found != expected {
        return Err(failed(stage));
    }
    let shape = format!("{found} instances");
    let mut contest = Contest::new(stage, Unit::Nanoseconds, expected as u64, shape, || {
        timed_calls(1, work)
    });
    if setting.peers {
        let scale = expected as f64 / of_peers as f64;
        let directory = |who: &str, text| {
            let name = format!("{stage}/{who}");
            written(&name, &[("main.tf", text), ("m/main.tf", CALLED)]).map_err(Failure::Contestant)
        };
        let (own, other) = (directory("ours", sources[0])?, directory("peers", sources[1])?);
        contest.add_program(setting, "hcl2 plan", Program::plan(&own, expected), 1.0);
        let terraform = Program::terraform_plan(&other, of_peers);
        contest.add_program(setting, "terraform plan", terraform, scale);
        contest.add_program(setting, "tfparse", Program::tfparse(&other), scale);
    }
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
    tree(&counted_text(count), std::iter::once("m".to_owned()))
}

fn counted_text(count: usize) -> String {
    format!("module \"m\" {{\n  source = \"./m\"\n  count = {count}\n  name = \"n${{count.index}}\"\n}}\n")
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
