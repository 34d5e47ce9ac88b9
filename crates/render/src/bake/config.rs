//! The groups and targets of bake files, with what they inherit.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};

use hcl2_diagnostics::codes::{expr, render as codes};
use hcl2_diagnostics::{Diagnostic, Span, nearest_name};
use hcl2_model::ExpressionRef;
use hcl2_terraform::{CycleLink, Order, cycle_among};

use super::checks::{Refused, refused};
use super::declared::{Declarations, Kind};
use super::evaluate::Instance;
use super::fields::Field;
use super::overrides::Overrides;
use super::pattern;
use super::target::{Target, finished};
use crate::Json;

/// A group.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) description: String,
    pub(super) targets: Vec<String>,
}

impl Group {
    pub(super) fn json(&self) -> Json {
        let description =
            (!self.description.is_empty()).then(|| ("description", self.description.as_str().into()));
        let targets = self.targets.iter().map(|name| Json::from(name.as_str()));
        let targets = ("targets", Json::Array(targets.collect()));
        Json::object(description.into_iter().chain([targets]))
    }
}

/// All groups and targets, in the order in which they are declared.
#[derive(Debug, Default)]
pub(super) struct Config {
    groups: Vec<(String, Group)>,
    targets: Vec<(String, Target)>,
    group_positions: HashMap<String, usize>,
    target_positions: HashMap<String, usize>,
    /// The expressions of attributes, by the name of the group or target with the attribute.
    places: HashMap<(String, &'static str), Vec<ExpressionRef>>,
}

/// The targets and groups that are selected.
#[derive(Debug, Default)]
pub(super) struct Selection {
    pub(super) targets: BTreeMap<String, Target>,
    pub(super) groups: BTreeMap<String, Group>,
}

/// How deep groups may be nested.
const MAX_DEPTH: usize = 200;

impl Config {
    /// Combines the blocks of the same names.
    pub(super) fn new(declared: &Declarations, instances: Vec<Vec<Instance>>) -> Self {
        let mut config = Self::default();
        let mut renamed: Vec<(&str, Vec<String>)> = Vec::new();
        let mut renamed_positions: HashMap<&str, usize> = HashMap::new();
        for (block, instances) in declared.blocks.iter().zip(instances) {
            for instance in instances {
                let name = instance.name;
                for (field, expression) in &block.fields {
                    let key = (name.clone(), super::evaluate::specs(block.kind)[*field].name);
                    config.places.entry(key).or_default().push(expression.clone());
                }
                match block.kind {
                    Kind::Group => config.add_group(name, group(instance.fields)),
                    Kind::Target => {
                        let position = *renamed_positions.entry(&block.label).or_insert_with(|| {
                            renamed.push((&block.label, Vec::new()));
                            renamed.len() - 1
                        });
                        renamed[position].1.push(name.clone());
                        config.add_target(name, instance.fields);
                    }
                }
            }
        }
        // The label of a block with a matrix is a group of its targets.
        for (label, mut names) in renamed {
            let mut seen = HashSet::new();
            names.retain(|name| seen.insert(name.clone()));
            let is_own = matches!(names.as_slice(), [name] if name == label);
            if !is_own && !config.group_positions.contains_key(label) {
                let group = Group {
                    targets: names,
                    ..Group::default()
                };
                config.add_group(label.to_owned(), group);
            }
        }
        config
    }

    fn add_group(&mut self, name: String, group: Group) {
        match self.group_positions.get(&name) {
            Some(position) => self.groups[*position].1 = group,
            None => {
                self.group_positions.insert(name.clone(), self.groups.len());
                self.groups.push((name, group));
            }
        }
    }

    fn add_target(&mut self, name: String, fields: BTreeMap<usize, Field>) {
        let mut target = Target::default();
        for (position, field) in fields {
            *target.field_mut(position) = Some(field);
        }
        match self.target_positions.get(&name) {
            Some(position) => self.targets[*position].1.merge(&target),
            None => {
                self.target_positions.insert(name.clone(), self.targets.len());
                self.targets.push((name, target));
            }
        }
    }

    /// Returns the names of all targets.
    pub(super) fn target_names(&self) -> Vec<&str> {
        self.targets.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Selects the groups and targets of some names or patterns.
    pub(super) fn select(
        &self,
        wanted: &[String],
        overrides: &Overrides,
    ) -> Result<Selection, Box<Diagnostic>> {
        let mut names: Vec<String> = Vec::new();
        for name in wanted {
            // A service of Compose may have a dot in its name.
            let name = name.replace('.', "_");
            if !pattern::is_pattern(&name) {
                names.push(name);
                continue;
            }
            let all = self
                .groups
                .iter()
                .map(|(name, _)| name)
                .chain(self.targets.iter().map(|(name, _)| name));
            let before = names.len();
            names.extend(all.filter(|own| pattern::is_match(&name, own)).cloned());
            if names.len() == before {
                let detail = format!("No group or target has a name of the form `{name}`.");
                return Err(Box::new(
                    Diagnostic::error(codes::UNKNOWN_TARGET, "Unknown target").with_detail(detail),
                ));
            }
        }
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        let mut selection = Selection::default();
        let mut members: Vec<(String, Option<String>)> = Vec::new();
        let mut memo: HashMap<String, Members> = HashMap::new();
        for name in &names {
            let found = self.members(name, &mut memo, 0)?;
            members.extend(found.targets.into_iter().map(|target| {
                let by = found.named_by.get(&target).cloned();
                (target, by)
            }));
            for group in found.groups {
                if let Some(position) = self.group_positions.get(&group) {
                    let group = &self.groups[*position];
                    selection
                        .groups
                        .entry(group.0.clone())
                        .or_insert_with(|| group.1.clone());
                }
            }
        }
        let resolved = self.resolve(members, overrides)?;
        selection.targets = resolved;
        for name in names {
            if name == "default" && selection.groups.contains_key("default") {
                continue;
            }
            selection
                .groups
                .entry("default".to_owned())
                .or_default()
                .targets
                .push(name);
        }
        for (name, group) in &mut selection.groups {
            let mut seen = HashSet::new();
            group.targets.retain(|target| seen.insert(target.clone()));
            if name == "default" {
                group.targets.sort();
            }
        }
        Ok(selection)
    }

    /// Returns the targets and groups that a name stands for.
    fn members(
        &self,
        name: &str,
        memo: &mut HashMap<String, Members>,
        depth: usize,
    ) -> Result<Members, Box<Diagnostic>> {
        if let Some(found) = memo.get(name) {
            return Ok(found.clone());
        }
        let Some(position) = self.group_positions.get(name) else {
            return Ok(Members {
                targets: vec![name.to_owned()],
                ..Members::default()
            });
        };
        if depth == MAX_DEPTH {
            let detail =
                format!("Groups are nested more than {MAX_DEPTH} deep. Name the targets in fewer groups.");
            let problem = Diagnostic::error(expr::LIMIT_EXCEEDED, "Limit exceeded").with_detail(detail);
            return Err(self.at(problem, name, "targets", ""));
        }
        // A group that names itself names the target with that name.
        memo.insert(name.to_owned(), Members::default());
        let mut all = Members {
            groups: vec![name.to_owned()],
            ..Members::default()
        };
        let (mut targets, mut groups) = (HashSet::new(), HashSet::from([name.to_owned()]));
        for member in &self.groups[position.to_owned()].1.targets {
            let found = self.members(member, memo, depth + 1)?;
            let own = if found.targets.is_empty() {
                vec![member.clone()]
            } else {
                found.targets
            };
            for target in own {
                if targets.insert(target.clone()) {
                    let by = found
                        .named_by
                        .get(&target)
                        .cloned()
                        .unwrap_or_else(|| name.to_owned());
                    all.named_by.insert(target.clone(), by);
                    all.targets.push(target);
                }
            }
            let more = found
                .groups
                .into_iter()
                .filter(|group| groups.insert(group.clone()));
            all.groups.extend(more);
        }
        memo.insert(name.to_owned(), all.clone());
        Ok(all)
    }

    /// Returns targets with what they inherit, and those whose results they use.
    fn resolve(
        &self,
        wanted: Vec<(String, Option<String>)>,
        overrides: &Overrides,
    ) -> Result<BTreeMap<String, Target>, Box<Diagnostic>> {
        let mut made: HashMap<usize, Target> = HashMap::new();
        let mut resolved: BTreeMap<String, Target> = BTreeMap::new();
        let mut next: Vec<usize> = Vec::new();
        for (name, group) in wanted {
            let position = self.target(&name, group.as_deref().map(|group| (group, "targets")))?;
            next.push(position);
        }
        self.make(&next, overrides, &mut made)?;
        for position in &next {
            resolved.insert(
                self.targets[*position].0.clone(),
                finished(made[position].clone()),
            );
        }
        // Targets that are contexts of others are built too, and their results are kept for these only.
        let mut links: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut seen: HashMap<usize, usize> = HashMap::new();
        while let Some(position) = next.pop() {
            if seen.contains_key(&position) {
                continue;
            }
            seen.insert(position, links.len());
            let (name, _) = &self.targets[position];
            let own = resolved.get(name).map(Target::links).unwrap_or_default();
            let mut positions = Vec::new();
            for link in own {
                let linked = self.target(&link, Some((name, "contexts")))?;
                positions.push(linked);
                if let Entry::Vacant(slot) = resolved.entry(link) {
                    self.make(&[linked], overrides, &mut made)?;
                    let mut target = finished(made[&linked].clone());
                    let only = Json::object([("type", Json::from("cacheonly"))]);
                    *target.named_mut("output") = Some(Field::Entries(vec![only]));
                    slot.insert(target);
                }
                next.push(linked);
            }
            links.push((position, positions));
        }
        let needs = |node: usize| links[node].1.iter().map(|linked| seen[linked]);
        let order = Order::of(links.len(), needs);
        if let Some(members) = order.cycles().next() {
            let link = |from: usize, to: usize| self.link_between(links[from].0, links[to].0, "contexts");
            return Err(Box::new(cycle_among(&members, needs, link)));
        }
        for node in order.positions() {
            self.link(links[*node].0, &links[*node].1, &mut resolved)?;
        }
        Ok(resolved)
    }

    /// Adds to a target what it needs of those that are its contexts.
    fn link(
        &self,
        position: usize,
        linked: &[usize],
        resolved: &mut BTreeMap<String, Target>,
    ) -> Result<(), Box<Diagnostic>> {
        let name = &self.targets[position].0;
        for other in linked {
            let other = &self.targets[*other].0;
            let Some(from) = resolved.get(other) else {
                continue;
            };
            let entitlements = from.texts("entitlements").to_vec();
            let platforms = from.texts("platforms").to_vec();
            let Some(target) = resolved.get_mut(name) else {
                continue;
            };
            for entitlement in entitlements {
                target.add_entitlement(&entitlement);
            }
            let own = target.texts("platforms");
            if own.len() > 1
                && platforms.len() > 1
                && !own.iter().all(|platform| platforms.contains(platform))
            {
                let detail = format!(
                    "The target `{name}` is for {}, but its context `{other}` is only for {}. Add platforms to `{other}`.",
                    own.join(", "),
                    platforms.join(", ")
                );
                let problem = Diagnostic::error(codes::INVALID_VALUE, "Missing platform").with_detail(detail);
                return Err(self.at(problem, name, "contexts", &format!("target:{other}")));
            }
        }
        Ok(())
    }

    /// Makes targets with what they inherit, each once.
    fn make(
        &self,
        wanted: &[usize],
        overrides: &Overrides,
        made: &mut HashMap<usize, Target>,
    ) -> Result<(), Box<Diagnostic>> {
        let mut all: Vec<usize> = Vec::new();
        let mut nodes: HashMap<usize, usize> = HashMap::new();
        let mut add = |position: usize, all: &mut Vec<usize>| {
            *nodes.entry(position).or_insert_with(|| {
                all.push(position);
                all.len() - 1
            })
        };
        for position in wanted {
            add(*position, &mut all);
        }
        let mut parents: Vec<Vec<usize>> = Vec::new();
        while let Some(position) = all.get(parents.len()).copied() {
            let (name, target) = &self.targets[position];
            let mut own = Vec::new();
            for parent in target.texts("inherits") {
                let parent = self.target(parent, Some((name, "inherits")))?;
                own.push(add(parent, &mut all));
            }
            parents.push(own);
        }
        let needs = |node: usize| parents[node].iter().copied();
        let order = Order::of(all.len(), needs);
        if let Some(members) = order.cycles().next() {
            let link = |from: usize, to: usize| self.link_between(all[from], all[to], "inherits");
            return Err(Box::new(cycle_among(&members, needs, link)));
        }
        for node in order.positions() {
            let position = all[*node];
            if made.contains_key(&position) {
                continue;
            }
            let (name, own) = &self.targets[position];
            let mut target = Target::default();
            for parent in &parents[*node] {
                target.merge(&made[&all[*parent]]);
            }
            target.merge(own);
            overrides.apply(name, &mut target)?;
            target.normalize();
            made.insert(position, target);
        }
        Ok(())
    }

    /// Returns the position of a target that an attribute names.
    fn target(&self, name: &str, by: Option<(&str, &'static str)>) -> Result<usize, Box<Diagnostic>> {
        if let Some(position) = self.target_positions.get(name) {
            return Ok(*position);
        }
        let near = nearest_name(name, self.targets.iter().map(|(name, _)| name.as_str()));
        let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
        let detail = match by {
            None if name == "default" => {
                "The files have no group or target `default`. Name what to render.".to_owned()
            }
            None => format!("The files have no group or target `{name}`.{near}"),
            Some(_) if self.group_positions.contains_key(name) => {
                format!("`{name}` is a group. Name a target.")
            }
            Some(_) => format!("The files have no target `{name}`.{near}"),
        };
        let problem = Diagnostic::error(codes::UNKNOWN_TARGET, "Unknown target").with_detail(detail);
        Err(match by {
            Some((owner, "contexts")) => self.at(problem, owner, "contexts", &format!("target:{name}")),
            Some((owner, attribute)) => self.at(problem, owner, attribute, name),
            None => Box::new(problem),
        })
    }

    /// Adds the place of a string in an attribute to a problem.
    fn at(&self, problem: Diagnostic, owner: &str, attribute: &'static str, text: &str) -> Box<Diagnostic> {
        Box::new(match self.place(owner, attribute, text) {
            Some(span) => problem.with_subject(span),
            None => problem,
        })
    }

    /// Returns the problems of values that the product cannot build with.
    pub(super) fn check(&self, targets: &BTreeMap<String, Target>) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for (name, target) in targets {
            for Refused {
                attribute,
                text,
                reason,
            } in refused(target)
            {
                let detail =
                    format!("The value of `{attribute}` of the target `{name}` cannot be used: {reason}.");
                let problem = Diagnostic::error(codes::INVALID_VALUE, "Invalid value").with_detail(detail);
                let owners = self.with_parents(name);
                let exact = owners.iter().find_map(|owner| {
                    let (span, is_exact) = self.place_of(owner, attribute, &text)?;
                    is_exact.then_some(span)
                });
                let any = || {
                    owners
                        .iter()
                        .find_map(|owner| self.place(owner, attribute, &text))
                };
                let span = exact.or_else(any);
                problems.push(match span {
                    Some(span) => problem.with_subject(span),
                    None => problem,
                });
            }
        }
        problems
    }

    /// Returns a target and those that it inherits from, each once.
    fn with_parents<'c>(&'c self, name: &'c str) -> Vec<&'c str> {
        let mut all = vec![name];
        let mut next = 0;
        while let Some(name) = all.get(next) {
            next += 1;
            let position = self.target_positions.get(*name);
            let parents = position.map_or(&[][..], |position| self.targets[*position].1.texts("inherits"));
            for parent in parents {
                if !all.contains(&parent.as_str()) {
                    all.push(parent);
                }
            }
        }
        all
    }

    fn place(&self, owner: &str, attribute: &'static str, text: &str) -> Option<Span> {
        self.place_of(owner, attribute, text).map(|(span, _)| span)
    }

    /// Returns the place of a string in an attribute, or else that of the attribute, with whether it is that of the string.
    fn place_of(&self, owner: &str, attribute: &'static str, text: &str) -> Option<(Span, bool)> {
        let expressions = self.places.get(&(owner.to_owned(), attribute))?;
        let parts = |expression: &ExpressionRef| {
            let list = expression.static_list();
            let map = || {
                expression
                    .static_map()
                    .map(|map| map.into_iter().map(|(_, value)| value).collect())
            };
            list.or_else(map).unwrap_or_default()
        };
        let is_it = |part: &ExpressionRef| part.evaluate(None).value.as_str() == Some(text);
        let exact = expressions.iter().flat_map(parts).find(is_it);
        match exact {
            Some(exact) => Some((exact.span(), true)),
            None => expressions.last().map(|own| (own.span(), false)),
        }
    }

    /// Describes a target of a cycle by itself and by the next one, which it names in an attribute.
    fn link_between(&self, from: usize, to: usize, attribute: &'static str) -> CycleLink {
        let (from, to) = (&self.targets[from].0, &self.targets[to].0);
        CycleLink {
            name: format!("`target.{from}`"),
            span: match attribute {
                "contexts" => self.place(from, attribute, &format!("target:{to}")),
                _ => self.place(from, attribute, to),
            },
        }
    }
}

/// The targets and groups that a name stands for, and the group that names each target.
#[derive(Clone, Debug, Default)]
struct Members {
    targets: Vec<String>,
    groups: Vec<String>,
    named_by: HashMap<String, String>,
}

fn group(fields: BTreeMap<usize, Field>) -> Group {
    let mut group = Group::default();
    for field in fields.into_values() {
        match field {
            Field::Text(description) => group.description = description,
            Field::Texts(targets) => group.targets = targets,
            _ => {}
        }
    }
    group
}
