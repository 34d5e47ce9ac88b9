//! The providers that blocks need.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_native::tree::{BlockId, Expr, ExprId, File, Item};
use hcl2_terraform::Module;
use hcl2_terraform::table::roots;

use super::crossing::Crossing;
use super::{OBJECTS, Selected};

/// The namespace of the functions of providers.
const FUNCTIONS: &str = "provider::";

/// The providers that blocks use.
#[derive(Default)]
pub(super) struct Needed {
    /// Their local names.
    names: BTreeSet<String>,
    /// Those whose default configurations are used.
    defaults: BTreeSet<String>,
    /// The aliases of the other configurations, by local name.
    aliases: BTreeMap<String, BTreeSet<String>>,
}

/// Returns the providers that blocks use.
pub(super) fn needed(selected: Selected<'_>, blocks: &[BlockId], crossing: &Crossing) -> Needed {
    let tree = selected.tree;
    let mut needed = Needed::default();
    for (name, alias) in &crossing.aliases {
        needed.names.insert(name.clone());
        needed
            .aliases
            .entry(name.clone())
            .or_default()
            .insert(alias.clone());
    }
    for id in blocks {
        let block = tree.block(*id);
        let (block_type, labels) = (tree.str(block.block_type), tree.labels(block.labels));
        let argument = |name: &str| argument(selected, *id, name);
        if block_type == roots::MODULE {
            match argument("providers") {
                Some(value) => needed.add_passed(tree, value),
                // The called module inherits the default configurations that it needs.
                None => {
                    let module = selected.workspace.module_of(selected.document);
                    let required = module.into_iter().flat_map(|module| module.requirements.iter());
                    let names = required.map(|required| required.name.to_string());
                    needed.defaults.extend(names);
                }
            }
        } else if OBJECTS.contains(&block_type)
            && let [ty, ..] = labels
        {
            let ty = tree.text(ty.text);
            let implied = ty.split_once('_').map_or(ty, |(provider, _)| provider);
            match argument("provider") {
                Some(value) => needed.add(tree, value),
                // Every module has the built-in provider.
                None if implied == roots::TERRAFORM => {}
                None => drop(needed.defaults.insert(implied.to_owned())),
            }
        }
        let text = tree.str(tree.block_range(*id));
        let called = text
            .split(FUNCTIONS)
            .skip(1)
            .filter_map(|rest| rest.split("::").next());
        needed.names.extend(called.map(str::to_owned));
    }
    needed.names.extend(needed.defaults.iter().cloned());
    needed
}

/// Returns the value of an argument of a block.
fn argument(selected: Selected<'_>, block: BlockId, name: &str) -> Option<ExprId> {
    let tree = selected.tree;
    let items = tree.items(tree.body(tree.block(block).body).items);
    items.iter().find_map(|item| match item {
        Item::Attribute(id) => {
            let attribute = tree.attribute(*id);
            (tree.str(attribute.name) == name).then_some(attribute.value)
        }
        _ => None,
    })
}

impl Needed {
    /// Adds the default configuration that a value names, if it names one.
    fn add(&mut self, tree: &File, value: ExprId) {
        let name = tree.str(tree.expr_range(value)).trim_matches('"');
        if !name.contains('.') {
            self.defaults.insert(name.to_owned());
        }
    }

    /// Adds the default configurations that a call passes.
    fn add_passed(&mut self, tree: &File, passed: ExprId) {
        if let Expr::Object { items } = tree.expr(passed) {
            for item in tree.object_items(items) {
                self.add(tree, item.value);
            }
        }
    }

    /// Returns the configurations that the call passes: none if the defaults, which are inherited, are all that is needed.
    pub(super) fn passed(&self) -> Vec<String> {
        if self.aliases.is_empty() {
            return Vec::new();
        }
        let aliases = self.aliases.iter();
        let aliases = aliases.flat_map(|(name, all)| all.iter().map(move |alias| format!("{name}.{alias}")));
        self.defaults.iter().cloned().chain(aliases).collect()
    }

    /// Returns the providers that the new module requires, with their settings.
    pub(super) fn required(&self, module: Option<&Module>) -> Vec<(String, Vec<String>)> {
        let required = self.names.iter().filter_map(|name| {
            let own = module.and_then(|module| module.requirements.named(name));
            let aliases = self.aliases.get(name);
            if own.is_none() && aliases.is_none() {
                return None;
            }
            let source = own.and_then(|own| own.source.clone());
            let source = source.unwrap_or_else(|| format!("hashicorp/{name}"));
            let mut settings = vec![format!("source = \"{source}\"")];
            let version = own.and_then(|own| own.version.as_ref());
            settings.extend(version.map(|version| format!("version = \"{version}\"")));
            if let Some(aliases) = aliases {
                let aliases: Vec<String> = aliases.iter().map(|alias| format!("{name}.{alias}")).collect();
                settings.push(format!("configuration_aliases = [{}]", aliases.join(", ")));
            }
            Some((name.clone(), settings))
        });
        required.collect()
    }
}
