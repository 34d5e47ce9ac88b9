//! Laws of plans, on random modules: what is known later refines what was planned before, and nothing else matters.

mod partial;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::plan::{Inputs, Plan, TestInputs, Tester, plan};
use hcl2::terraform::table::{Language, Version};
use hcl2::value::{Type, Value};
use hcl2_conformance::generate::{Generated, Schema, generate};
use hcl2_conformance::plans::{Given, RECORDED, given, planned};
use hcl2_testing::{check_law, fixed_cases};
use proptest::prelude::*;
use tempfile::TempDir;

/// The start of the names of outputs that show outputs of called modules.
const SHOWN: &str = "shown_";
const PROVIDERS: [&str; 4] = ["acme", "beta", "cloud", "nova"];

/// A random module in a directory.
struct Case {
    directory: TempDir,
    schemas: PathBuf,
}

impl Case {
    fn new(seed: u64) -> Self {
        Self::with(seed, |schema| schema)
    }

    fn with(seed: u64, change: impl Fn(Schema) -> Schema) -> Self {
        let provider = PROVIDERS[seed as usize % PROVIDERS.len()];
        let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/plans");
        let schemas = schemas.join(provider).with_extension("json");
        let text = std::fs::read_to_string(&schemas).expect("the schemas are there");
        let schema = change(Schema::from_json(&text).expect("the schemas are valid"));
        Self::of(&generate(seed, &schema, false), schemas)
    }

    /// Makes a random module in which variables decide how many instances there are.
    fn with_open_counts(seed: u64) -> Self {
        let own = Self::new(seed);
        let mut files: BTreeMap<String, String> = files_of(own.path()).into_iter().collect();
        let mut given = files.remove("terraform.tfvars").unwrap_or_default();
        let text = files.entry("main.tf".to_owned()).or_default();
        for count in 1..=3 {
            *text = text.replace(
                &format!("count = {count}\n"),
                &format!("count = var.answer{count}\n"),
            );
            *text += &format!("variable \"answer{count}\" {{}}\n");
            given += &format!("answer{count} = {count}\n");
        }
        files.insert("terraform.tfvars".to_owned(), given);
        Self::of(&Generated { files, target: None }, own.schemas)
    }

    /// Adds an output of the root module for each output of a called one.
    fn showing_outputs(self) -> Self {
        let mut text = String::new();
        for (call, called) in &self.given().tree.calls {
            for output in &called.module.outputs {
                let name = &output.name;
                text += &format!(
                    "output \"{SHOWN}{call}_{name}\" {{\n  value     = module.{call}.{name}\n  sensitive = true\n}}\n"
                );
            }
        }
        std::fs::write(self.path().join("shown.tf"), text).expect("the file can be written");
        self
    }

    fn of(module: &Generated, schemas: PathBuf) -> Self {
        let directory = tempfile::tempdir().expect("a directory can be made");
        module.write(directory.path()).expect("the module can be written");
        Self { directory, schemas }
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }

    fn given(&self) -> Given {
        given(
            self.path(),
            Some(&self.schemas),
            Version::newest(Language::Terraform),
        )
    }
}

/// Returns why a value does not refine the one that was planned before, if it does not.
fn contradiction(path: &str, before: &Value, after: &Value) -> Option<String> {
    let differs = |why: &str| Some(format!("{path}: {why}: {before:?} and {after:?}"));
    if !before.is_known() {
        // A plan stores nulls without their types.
        let is_untyped = after.is_null() && after.ty().is_dynamic();
        let is_same_type = is_untyped || before.ty().has_dynamic() || before.ty() == after.ty();
        return match is_same_type {
            true => excluded(before, after).and_then(differs),
            false => differs("another type"),
        };
    }
    if !after.is_known() {
        return differs("known before");
    }
    if before.is_null() || after.is_null() {
        return (before.is_null() != after.is_null()).then(|| differs("null"))?;
    }
    let (Some(own), Some(other)) = (before.iter_elements(), after.iter_elements()) else {
        return (before != after).then(|| differs("another value"))?;
    };
    // As in Terraform, a tuple in one result of a conditional becomes a set if the other result is one, which may not be known.
    let becomes_set = before.ty().is_tuple() && after.ty().is_set();
    if before.ty().is_set() || becomes_set {
        let other: Vec<Value> = other.map(|(_, element)| element).collect();
        let own: Vec<Value> = own.map(|(_, element)| element).collect();
        let is_lost = |element: &Value| element.is_wholly_known() && !other.contains(element);
        let is_wrong = other.len() > own.len() || own.iter().any(is_lost);
        return is_wrong.then(|| differs("other elements"))?;
    }
    let (own, other): (Vec<_>, Vec<_>) = (own.collect(), other.collect());
    let in_order = || {
        if own.len() != other.len() {
            return differs("another length");
        }
        own.iter()
            .zip(&other)
            .find_map(|((key, own), (other_key, other))| match key == other_key {
                true => contradiction(&format!("{path}[{key:?}]"), own, other),
                false => differs("other keys"),
            })
    };
    // As in Terraform, blocks that are made from a set are in another order once its unknown elements are known, and become
    // one where these are equal.
    let is_list = before.ty().is_list() || before.ty().is_tuple();
    let may_move = is_list && own.len() >= other.len() && own.iter().all(|(_, own)| own.ty().is_object());
    let is_refined = |(_, other): &(Value, Value)| {
        own.iter()
            .any(|(_, own)| contradiction(path, own, other).is_none())
    };
    in_order().filter(|_| !(may_move && other.iter().all(is_refined)))
}

/// Returns why a value is none that an unknown one may have, if it is none.
fn excluded(unknown: &Value, value: &Value) -> Option<&'static str> {
    let refinement = unknown.refinement()?;
    if refinement.is_not_null() {
        let may_be_null = match value.is_known() {
            true => value.is_null(),
            false => !value.refinement().is_some_and(|own| own.is_not_null()),
        };
        if may_be_null {
            return Some("not null before");
        }
    }
    if !value.is_known() || value.is_null() {
        return None;
    }
    if value
        .as_str()
        .is_some_and(|text| !text.starts_with(refinement.prefix()))
    {
        return Some("another prefix");
    }
    let length = value.element_count().filter(|_| !value.ty().is_set())? as u64;
    let is_long = refinement.length_max().is_some_and(|most| length > most);
    (length < refinement.length_min() || is_long).then_some("another length")
}

/// Returns the values of a plan by their addresses, without marks.
fn values(plan: &Plan) -> BTreeMap<String, Value> {
    let resources = plan.resources.iter();
    let resources = resources.map(|resource| (resource.address.to_string(), &resource.after));
    let outputs = plan.outputs.iter();
    let outputs = outputs.map(|output| (format!("output.{}", output.name), &output.after));
    let all = resources.chain(outputs);
    all.map(|(name, value)| (name, value.unmark_deep().0)).collect()
}

fn assert_refines(before: &Plan, after: &Plan) -> Result<(), TestCaseError> {
    let (before, after) = (values(before), values(after));
    for (address, value) in &before {
        let Some(later) = after.get(address) else {
            prop_assert!(false, "{address} is no longer planned");
            break;
        };
        if let Some(problem) = contradiction(address, value, later) {
            prop_assert!(false, "{problem}");
        }
    }
    prop_assert_eq!(before.len(), after.len(), "there are more objects");
    Ok(())
}

#[test]
fn known_input_refines_the_plan() {
    let strategy = (0..1_000_000u64, any::<u32>());
    let parts = [("refined", 20)];
    check_law(fixed_cases(60), &strategy, &parts, |(seed, unknown)| {
        let case = Case::new(seed);
        let Given { tree, inputs, .. } = case.given();
        let mut earlier = Inputs {
            targets: Vec::new(),
            ..inputs.clone()
        };
        let later = earlier.clone();
        for (index, value) in earlier.variables.values_mut().enumerate() {
            if unknown >> (index % 32) & 1 == 1 {
                *value = Value::unknown(value.ty().clone());
            }
        }
        let before = plan(&tree, &earlier);
        let after = plan(&tree, &later);
        if before.has_errors() || after.has_errors() {
            return Ok("with errors");
        }
        assert_refines(&before.value, &after.value)?;
        Ok("refined")
    });
}

#[test]
fn applied_plan_refines_the_plan() {
    check_law(fixed_cases(60), &(0..1_000_000u64), &[("refined", 20)], |seed| {
        // What a mock generates for data sources differs between runs.
        let case = Case::with(seed, Schema::without_data);
        let mocks = PROVIDERS
            .map(|name| format!("mock_provider \"{name}\" {{}}\n"))
            .concat();
        let tests = format!("{mocks}run \"planned\" {{\n  command = plan\n}}\nrun \"applied\" {{\n}}\n");
        std::fs::write(case.path().join("a.tftest.hcl"), tests).expect("the tests can be written");
        let tests = ModuleLoader::new().nested().load_tests(case.path(), "tests");
        let inputs = TestInputs {
            variables: tests.variables.clone(),
            ..tests.inputs(&tests.files[0], case.given().inputs)
        };
        let mut runs = Tester::new(&tests.files[0].tests, &inputs);
        let (Some(planned), Some(applied)) = (runs.next(), runs.next()) else {
            return Ok("without runs");
        };
        if planned.diagnostics.has_errors() || applied.diagnostics.has_errors() {
            return Ok("with errors");
        }
        let (Some(before), Some(after)) = (planned.plan, applied.plan) else {
            return Ok("without plans");
        };
        assert_refines(&before, &after)?;
        Ok("refined")
    });
}

/// Returns the top-level blocks of a file.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with(|first: char| first.is_ascii_alphabetic()) || blocks.is_empty() {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

#[test]
fn plan_is_the_same_again_and_in_any_order_of_files() {
    let strategy = (0..1_000_000u64, any::<u64>());
    check_law(fixed_cases(40), &strategy, &[("planned", 20)], |(seed, order)| {
        let case = Case::new(seed);
        let plan = planned(case.path(), Some(&case.schemas), RECORDED);
        let again = planned(case.path(), Some(&case.schemas), RECORDED);
        prop_assert_eq!(&plan, &again);
        let mut files = BTreeMap::new();
        let mut target = None;
        for (name, text) in &files_of(case.path()) {
            if name == "arguments" {
                target = text.strip_prefix("-target=").map(str::to_owned);
            } else if let Some(directory) = name.strip_suffix("main.tf") {
                for (index, block) in blocks(text).into_iter().enumerate() {
                    let place = order.rotate_left(index as u32 * 7 % 64) % 1000;
                    files.insert(format!("{directory}f{place:03}_{index}.tf"), block);
                }
            } else {
                files.insert(name.clone(), text.clone());
            }
        }
        let split = Case::of(&Generated { files, target }, case.schemas.clone());
        let other = planned(split.path(), Some(&split.schemas), RECORDED);
        match (plan, other) {
            (Ok(plan), Ok(other)) => {
                prop_assert_eq!(plan, other);
                Ok("planned")
            }
            (plan, other) => {
                prop_assert!(plan.is_err() && other.is_err());
                Ok("with errors")
            }
        }
    });
}

/// Returns the files in a directory and in those in it, by their paths.
fn files_of(directory: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(current) = pending.pop() {
        for entry in std::fs::read_dir(current).expect("the directory is there") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(directory).expect("it is in it");
                let text = std::fs::read_to_string(&path).expect("the file is text");
                files.insert(name.to_string_lossy().into_owned(), text);
            }
        }
    }
    files
}

#[test]
fn contradictions_are_found() {
    let text = |text: &str| Value::from(text);
    let unknown = Value::unknown(Type::STRING);
    let prefixed = unknown
        .clone()
        .refine()
        .string_prefix("ab")
        .expect("a string")
        .build();
    let of = |before: &Value, after: &Value| contradiction("a", before, after).is_some();
    for (before, after) in [
        (text("a"), text("b")),
        (text("a"), unknown.clone()),
        (prefixed.clone(), text("ba")),
        (unknown.clone(), Value::from(1)),
        (Value::tuple([unknown.clone()]), Value::tuple([])),
        (Value::tuple([text("a")]), Value::tuple([text("b")])),
        (Value::unknown_not_null(Type::STRING), Value::null(Type::STRING)),
    ] {
        assert!(of(&before, &after), "{before:?} and {after:?}");
    }
    for (before, after) in [
        (unknown.clone(), text("a")),
        (prefixed, text("abc")),
        (Value::DYNAMIC, Value::from(1)),
        (Value::tuple([unknown]), Value::tuple([text("a")])),
    ] {
        assert!(!of(&before, &after), "{before:?} and {after:?}");
    }
}
