//! Rows of the instances that the plan of a root module has.

use std::collections::HashMap;
use std::io::Result;

use hcl2_diagnostics::{Diagnostics, SourceMap, Span};
use hcl2_plan::{Plan, ResourceInstance};
use hcl2_terraform::{Address, ModuleAddress, ModuleTree, ResourceAddress};
use hcl2_value::{Path, PathStep, Type, Value, ValueKind};

use super::constant::json;
use super::{Extractor, range};
use crate::Table;
use crate::rows::Cell;

/// The plan of a root module, or why there is none.
#[derive(Clone, Debug)]
pub struct RootPlan {
    /// The root directory of the repository.
    pub repository: String,
    /// The path of the directory of the root module.
    pub module: String,
    /// The root module with the modules that it calls.
    pub tree: ModuleTree,
    /// The sources that spans point into.
    pub sources: SourceMap,
    /// The plan; empty if there are errors.
    pub plan: Plan,
    /// What was found when the plan was made.
    pub problems: Diagnostics,
}

impl Extractor<'_> {
    /// Adds the rows of a root module: its instances, and its problems.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    pub fn add_plan(&mut self, root: &RootPlan) -> Result<()> {
        if !self.selection.has_module(&root.module) {
            return Ok(());
        }
        for problem in &root.problems {
            let place = problem.subject.and_then(|span| place(&root.sources, span));
            let (path, range) = place.map_or((None, None), |(path, range)| (Some(path), Some(range)));
            let path = path.as_deref().unwrap_or(&root.module);
            let own = super::cells_of_problem(problem);
            let range = range.map_or(Cell::Null, Cell::Range);
            self.push_of(root, Table::Problems, path, &[&own[..], &[range]].concat())?;
        }
        let mut places = Places::default();
        for instance in root.plan.resources.iter().chain(&root.plan.deferred) {
            self.instance(root, instance, &mut places)?;
        }
        Ok(())
    }

    fn instance(&mut self, root: &RootPlan, instance: &ResourceInstance, places: &mut Places) -> Result<()> {
        let ResourceAddress {
            module,
            kind,
            ty,
            name,
            key,
        } = &instance.address;
        let Some(span) = places.of(&root.tree, &instance.address) else {
            return Ok(());
        };
        let Some((path, range)) = place(&root.sources, span) else {
            return Ok(());
        };
        let address = instance.address.to_string();
        let module = (!module.is_root()).then(|| module.to_string());
        let key = key
            .as_ref()
            .and_then(|key| key.value().convert(&Type::STRING).ok());
        let schemas = self.selection.schemas_of_plans();
        let version = root.tree.module.version();
        let has_schema = schemas.resource(version, &instance.provider, *kind, ty).is_some();
        let mut shown = Shown::default();
        let planned = json(&shown.value(&instance.after, &mut Path::new()));
        let own = [
            (&address).into(),
            module.as_ref().into(),
            super::declared::mode(*kind).into(),
            Cell::Text(ty),
            Cell::Text(name),
            key.as_ref().and_then(Value::as_str).into(),
            Cell::Text(&instance.provider),
            has_schema.into(),
            planned.as_ref().into(),
            Cell::Names(&shown.unknown),
            Cell::Names(&shown.sensitive),
            Cell::Range(range),
        ];
        self.push_of(root, Table::Instances, &path, &own)
    }

    fn push_of(&mut self, root: &RootPlan, table: Table, path: &str, own: &[Cell<'_>]) -> Result<()> {
        if !self.selection.has_path(path) {
            return Ok(());
        }
        let common = [(&root.repository).into(), (&root.module).into(), path.into()];
        self.push(table, &[&common[..], own].concat())
    }
}

/// Returns the file and the range of a span, as the tables show them.
fn place(sources: &SourceMap, span: Span) -> Option<(String, [u32; crate::table::RANGE.len()])> {
    let source = sources.get(span.source)?;
    // The files of called modules have names such as `infra/../modules/network/main.tf`.
    let path = hcl2_terraform::join_paths(".", source.name());
    Some((path, range(source, span)))
}

/// The headers of resources, by the static addresses of modules that were asked for.
#[derive(Default)]
struct Places(HashMap<ModuleAddress, HashMap<Address, Span>>);

impl Places {
    fn of(&mut self, root: &ModuleTree, address: &ResourceAddress) -> Option<Span> {
        let module = address.module.without_keys();
        let places = self.0.entry(module).or_insert_with_key(|module| {
            let mut tree = Some(root);
            for step in module.steps() {
                tree = tree.and_then(|tree| tree.calls.get(&step.name));
            }
            let nodes = tree.into_iter().flat_map(|tree| tree.module.nodes());
            nodes.map(|node| (node.address.clone(), node.span)).collect()
        });
        let resource = Address::Resource(address.kind, address.ty.clone(), address.name.clone());
        places.get(&resource).copied()
    }
}

/// The paths of what is not shown of a value.
#[derive(Default)]
struct Shown {
    unknown: Vec<String>,
    sensitive: Vec<String>,
}

impl Shown {
    /// Returns a value with null in place of what is unknown or must not be shown, and with tuples in place of lists and
    /// sets and objects in place of maps.
    fn value(&mut self, value: &Value, path: &mut Path) -> Value {
        let (plain, marks) = value.unmark();
        if !marks.is_empty() {
            self.sensitive.push(text(path));
            return Value::null(Type::DYNAMIC);
        }
        match plain.kind() {
            ValueKind::Unknown => {
                self.unknown.push(text(path));
                Value::null(Type::DYNAMIC)
            }
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                let items = items.iter().enumerate();
                let items: Vec<Value> = items
                    .map(|(index, item)| self.part(item, path, PathStep::Index(Value::from(index as u64))))
                    .collect();
                Value::tuple(items)
            }
            ValueKind::Map(fields) => {
                let step = |key: &hcl2_value::Str| PathStep::Index(Value::from(key.clone()));
                let fields = fields
                    .iter()
                    .map(|(key, item)| (key.clone(), self.part(item, path, step(key))));
                Value::object(fields.collect::<Vec<_>>())
            }
            ValueKind::Object(fields) => {
                let step = |name: &hcl2_value::Str| PathStep::Attribute(name.clone());
                let fields = fields
                    .iter()
                    .map(|(name, item)| (name.clone(), self.part(item, path, step(name))));
                Value::object(fields.collect::<Vec<_>>())
            }
            _ => plain.clone(),
        }
    }

    fn part(&mut self, value: &Value, path: &mut Path, step: PathStep) -> Value {
        path.push(step);
        let shown = self.value(value, path);
        path.pop();
        shown
    }
}

/// Returns a path such as `tags["Name"]`; that of the whole object is empty.
fn text(path: &Path) -> String {
    let text = path.to_string();
    text.strip_prefix('.').map_or(text.clone(), str::to_owned)
}
