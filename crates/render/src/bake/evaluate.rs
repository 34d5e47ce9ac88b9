//! The values of variables, functions, groups and targets, each after those that it refers to.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use hcl2_diagnostics::codes::render as codes;
use hcl2_diagnostics::{Diagnostic, Span};
use hcl2_ext::functions::user_function;
use hcl2_ext::types::plain_type_constraint;
use hcl2_model::problems::limit_exceeded;
use hcl2_model::{EvalContext, ExpressionRef, Traversal, TraversalStep};
use hcl2_terraform::{CycleLink, Order, cycle_among};
use hcl2_value::{Type, Value};

use super::declared::{Declarations, Declared, GROUP_FIELDS, Kind, Variable};
use super::fields::{FIELDS, Field, FieldSpec, FieldType, Merge};
use super::given;
use super::world::World;
use crate::work::{Work, reference_to};

/// Something with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Named(usize),
    Function(usize),
    Matrix(usize),
    Name(usize),
    /// An attribute of a block.
    Field(usize, usize),
}

/// One of the targets that a block is: the only one without a matrix.
#[derive(Debug, Default)]
pub(super) struct Instance {
    pub(super) name: String,
    /// The variables of its matrix.
    variables: Vec<(String, Value)>,
    /// The values of attributes, by position.
    pub(super) fields: BTreeMap<usize, Field>,
}

/// The evaluation of all that bake files declare.
pub(super) struct Evaluation<'e, 'o> {
    work: &'e mut Work<'o>,
    world: &'e World,
    declared: &'e Declarations,
    named: HashMap<&'e str, usize>,
    functions: HashMap<&'e str, usize>,
    /// The last block, and its instance, with a name.
    by_name: HashMap<(Kind, String), (usize, usize)>,
    /// The blocks with a name.
    all_by_name: HashMap<(Kind, String), Vec<usize>>,
    instances: Vec<Vec<Instance>>,
    done: HashSet<Node>,
}

/// The attributes of groups.
static GROUP_SPECS: [FieldSpec; 2] = [
    FieldSpec::new(GROUP_FIELDS[0], FieldType::Text, Merge::Replace),
    FieldSpec::new(GROUP_FIELDS[1], FieldType::Texts, Merge::Replace),
];

/// Returns the attributes of groups or targets.
pub(super) fn specs(kind: Kind) -> &'static [FieldSpec] {
    match kind {
        Kind::Group => &GROUP_SPECS,
        Kind::Target => &FIELDS,
    }
}

/// How many elements of a value take as much as an instance of a target.
const ELEMENTS_A_TARGET: usize = 16;

/// The name of a block that a reference names, and an attribute of it.
type Reference<'t> = (&'t str, Option<&'t str>);

impl<'e, 'o> Evaluation<'e, 'o> {
    /// Evaluates all that is declared, and returns the instances of each block.
    pub(super) fn run(
        work: &'e mut Work<'o>,
        world: &'e World,
        declared: &'e Declarations,
    ) -> Vec<Vec<Instance>> {
        let named = declared.named.iter().enumerate();
        let functions = declared.functions.iter().enumerate();
        let mut evaluation = Self {
            work,
            world,
            declared,
            named: named
                .map(|(position, (name, _))| (name.as_str(), position))
                .collect(),
            functions: functions
                .map(|(position, (name, _))| (name.as_str(), position))
                .collect(),
            by_name: HashMap::new(),
            all_by_name: HashMap::new(),
            instances: declared.blocks.iter().map(|_| Vec::new()).collect(),
            done: HashSet::new(),
        };
        let blocks = 0..declared.blocks.len();
        evaluation.compute(blocks.clone().map(Node::Matrix).collect());
        evaluation.compute(blocks.clone().map(Node::Name).collect());
        if evaluation.work.reader.diagnostics.has_errors() {
            return evaluation.instances;
        }
        for block in blocks.clone() {
            for (instance, own) in evaluation.instances[block].iter().enumerate() {
                let key = (declared.blocks[block].kind, own.name.clone());
                evaluation.all_by_name.entry(key.clone()).or_default().push(block);
                evaluation.by_name.insert(key, (block, instance));
            }
        }
        let fields = blocks.flat_map(|block| {
            let fields = declared.blocks[block].fields.iter();
            fields.map(move |(field, _)| Node::Field(block, *field))
        });
        let mut all: Vec<Node> = (0..declared.named.len()).map(Node::Named).collect();
        all.extend((0..declared.functions.len()).map(Node::Function));
        all.extend(fields);
        evaluation.compute(all);
        if evaluation.work.reader.diagnostics.has_errors() {
            return evaluation.instances;
        }
        for (_, named) in &declared.named {
            if let Some(variable) = &named.variable {
                evaluation.validate(variable);
            }
        }
        evaluation.instances
    }

    /// Evaluates nodes after those that they need.
    fn compute(&mut self, nodes: Vec<Node>) {
        let mut all: Vec<Node> = Vec::new();
        let mut positions: HashMap<Node, usize> = HashMap::new();
        let mut add = |node: Node, all: &mut Vec<Node>| {
            *positions.entry(node).or_insert_with(|| {
                all.push(node);
                all.len() - 1
            })
        };
        for node in nodes {
            if !self.done.contains(&node) {
                add(node, &mut all);
            }
        }
        let mut needs: Vec<Vec<(usize, Span)>> = Vec::new();
        while let Some(node) = all.get(needs.len()).copied() {
            let own = self.needs(node);
            let own = own.into_iter().filter(|(other, _)| !self.done.contains(other));
            needs.push(own.map(|(other, span)| (add(other, &mut all), span)).collect());
        }
        let needed = |position: usize| needs[position].iter().map(|(other, _)| *other);
        let order = Order::of(all.len(), needed);
        for members in order.cycles() {
            let problem = cycle_among(&members, needed, |from, to| CycleLink {
                name: self.describe(all[from]),
                span: reference_to(to, &needs[from]),
            });
            self.work.report(problem);
        }
        if order.is_cyclic() {
            return;
        }
        for position in order.positions() {
            self.done.insert(all[*position]);
            self.evaluate(all[*position]);
        }
    }

    fn describe(&self, node: Node) -> String {
        let block = |block: usize, attribute: &str| {
            let block = &self.declared.blocks[block];
            format!("`{}.{}.{attribute}`", block.kind.word(), block.label)
        };
        match node {
            Node::Named(position) => format!("`{}`", self.declared.named[position].0),
            Node::Function(position) => format!("`{}()`", self.declared.functions[position].0),
            Node::Matrix(position) => block(position, "matrix"),
            Node::Name(position) => block(position, "name"),
            Node::Field(position, field) => {
                block(position, specs(self.declared.blocks[position].kind)[field].name)
            }
        }
    }

    /// Returns what a node needs, with the references to it.
    fn needs(&self, node: Node) -> Vec<(Node, Span)> {
        let declared = self.declared;
        let of_block = |position: usize, expression: Option<&ExpressionRef>| {
            let own = self.instances[position].first();
            let bound = |name: &str| {
                own.is_some_and(|instance| instance.variables.iter().any(|(own, _)| own == name))
            };
            expression
                .map(|expression| self.references(expression, bound))
                .unwrap_or_default()
        };
        match node {
            Node::Named(position) => {
                let default = declared.named[position].1.default.as_ref();
                default
                    .map(|default| self.references(default, |_| false))
                    .unwrap_or_default()
            }
            Node::Function(position) => {
                let body = &declared.functions[position].1.body;
                let parameters = ["params", "variadic_params"].map(|name| body.attribute(name));
                let mut bound: HashSet<String> = HashSet::new();
                for attribute in parameters.into_iter().flatten() {
                    let expression = attribute.expression;
                    bound.extend(expression.keyword().map(|name| name.to_string()));
                    let all = expression.static_list().unwrap_or_default();
                    bound.extend(all.iter().filter_map(|own| Some(own.keyword()?.to_string())));
                }
                let result = body.attribute("result");
                let result =
                    result.map(|result| self.references(&result.expression, |name| bound.contains(name)));
                result.unwrap_or_default()
            }
            Node::Matrix(position) => of_block(position, declared.blocks[position].matrix.as_ref()),
            Node::Name(position) => of_block(position, declared.blocks[position].name.as_ref()),
            Node::Field(position, field) => {
                let fields = &declared.blocks[position].fields;
                let own = fields.iter().find(|(own, _)| *own == field);
                of_block(position, own.map(|(_, expression)| expression))
            }
        }
    }

    /// Returns the nodes that an expression refers to, apart from variables that are bound.
    fn references(&self, expression: &ExpressionRef, is_bound: impl Fn(&str) -> bool) -> Vec<(Node, Span)> {
        let mut found = Vec::new();
        for traversal in expression.variables() {
            let (Some(root), Some(span)) = (traversal.root_name(), traversal.span()) else {
                continue;
            };
            if is_bound(root) {
                continue;
            }
            if let Some((kind, (name, attribute))) = block_reference(&traversal) {
                let key = (kind, name.to_owned());
                // The name is known before any attribute.
                let blocks = self.all_by_name.get(&key).filter(|_| attribute != Some("name"));
                for block in blocks.into_iter().flatten() {
                    let fields = self.declared.blocks[*block].fields.iter();
                    let wanted =
                        attribute.and_then(|name| specs(kind).iter().position(|spec| spec.name == name));
                    let fields = fields.filter(|(field, _)| wanted.is_none_or(|wanted| wanted == *field));
                    found.extend(fields.map(|(field, _)| (Node::Field(*block, *field), span)));
                }
            } else if let Some(position) = self.named.get(root.as_str()) {
                found.push((Node::Named(*position), span));
            }
        }
        for function in expression.functions() {
            let own = self.functions.get(function.name.as_str());
            let is_standard = self.world.context.function(&function.name).is_some();
            if let Some(position) = own.filter(|_| !is_standard) {
                found.push((Node::Function(*position), function.span));
            }
        }
        found
    }

    /// Returns the scope of an expression: what is known, the blocks that it refers to, and variables of a matrix.
    fn scope(&self, expression: &ExpressionRef, variables: &[(String, Value)]) -> EvalContext<'e> {
        let mut scope = self.world.context.child();
        let traversals = expression.variables();
        for kind in [Kind::Group, Kind::Target] {
            let mut wanted: BTreeMap<&str, Option<HashSet<&str>>> = BTreeMap::new();
            for traversal in &traversals {
                let Some((own, (name, attribute))) = block_reference(traversal) else {
                    continue;
                };
                if own != kind {
                    continue;
                }
                // An attribute that does not exist is reported with those that do.
                let exists =
                    |name: &&str| *name == "name" || specs(kind).iter().any(|spec| spec.name == *name);
                let attribute = attribute.filter(exists);
                let attributes = wanted.entry(name).or_insert_with(|| Some(HashSet::new()));
                match (attribute, attributes.as_mut()) {
                    (Some(attribute), Some(attributes)) => {
                        attributes.insert(attribute);
                    }
                    _ => *attributes = None,
                }
            }
            if wanted.is_empty() {
                continue;
            }
            let blocks = wanted.iter().filter_map(|(name, attributes)| {
                let (block, instance) = self.by_name.get(&(kind, (*name).to_owned()))?;
                let instance = &self.instances[*block][*instance];
                let specs = specs(kind).iter().enumerate();
                let specs = specs.filter(|(_, spec)| {
                    attributes
                        .as_ref()
                        .is_none_or(|attributes| attributes.contains(spec.name))
                });
                let mut fields: Vec<(&str, Value)> = specs
                    .map(|(position, spec)| (spec.name, spec.value(instance.fields.get(&position))))
                    .collect();
                fields.push(("name", instance.name.as_str().into()));
                Some((*name, Value::object(fields)))
            });
            scope.set_variable(kind.word(), Value::object(blocks.collect::<Vec<_>>()));
        }
        for (name, value) in variables {
            scope.set_variable(name.as_str(), value.clone());
        }
        scope
    }

    fn value(&mut self, expression: &ExpressionRef, variables: &[(String, Value)]) -> Value {
        let outcome = expression.evaluate(Some(&self.scope(expression, variables)));
        outcome.report_into(&mut self.work.reader.diagnostics)
    }

    fn evaluate(&mut self, node: Node) {
        match node {
            Node::Named(position) => {
                let value = self.named_value(position);
                self.world.set(&self.declared.named[position].0, value);
            }
            Node::Function(position) => {
                let (name, block) = &self.declared.functions[position];
                let result = block.body.attribute("result");
                let context = match &result {
                    Some(result) => self.scope(&result.expression, &[]).flattened(),
                    None => self.world.context.clone(),
                };
                let function = user_function(block, "variadic_params", &Arc::new(context));
                if let Some(function) = function.report_into(&mut self.work.reader.diagnostics) {
                    self.world.set_function(name, function);
                }
            }
            Node::Matrix(position) => self.instances[position] = self.instances_of(position),
            Node::Name(position) => self.set_names(position),
            Node::Field(position, field) => self.set_field(position, field),
        }
    }

    /// Returns the value of a variable or an attribute of a file.
    fn named_value(&mut self, position: usize) -> Value {
        let declared = self.declared;
        let (name, named) = &declared.named[position];
        let mut ty = Type::DYNAMIC;
        let mut is_typed = false;
        if let Some(expression) = named.variable.as_ref().and_then(|variable| variable.ty.as_ref()) {
            ty = plain_type_constraint(&**expression).report_into(&mut self.work.reader.diagnostics);
            is_typed = !ty.is_dynamic() || expression.keyword().is_some_and(|name| name == *"any");
        }
        let world = self.world;
        let is_variable = |name: &str| {
            self.named
                .get(name)
                .is_some_and(|position| declared.named[*position].1.variable.is_some())
        };
        let given = named
            .variable
            .as_ref()
            .and_then(|_| world.given(name, is_typed, is_variable));
        let mut value = match &named.default {
            Some(expression) => {
                let value = self.value(expression, &[]);
                match value.convert(&ty) {
                    Ok(value) => value,
                    Err(error) => {
                        let detail =
                            format!("The default value of `{name}` does not have its type: {error}.");
                        self.work
                            .report(invalid("Invalid default value", detail, expression.span()));
                        return Value::DYNAMIC;
                    }
                }
            }
            None if is_typed => Value::null(ty.clone()),
            None => "".into(),
        };
        if let (Some((text, is_json)), Some(variable)) = (given, &named.variable) {
            let own = if is_typed {
                ty
            } else if named.default.is_none() || value.ty().is_dynamic() {
                Type::STRING
            } else {
                value.ty().clone()
            };
            let is_readable = is_typed || own.is_primitive();
            let converted = if is_readable {
                given::typed(text, &own, is_json && is_typed)
            } else {
                Err(format!(
                    "only a variable with a `type` can have such a value from outside, not one of the type {own} of its default"
                ))
            };
            value = converted.unwrap_or_else(|problem| {
                let detail = format!(
                    "The value that the command line or the environment gives `{name}` is refused: {problem}."
                );
                self.work
                    .report(invalid("Invalid value for a variable", detail, variable.span));
                Value::DYNAMIC
            });
        }
        value
    }

    /// Checks the validations of a variable.
    fn validate(&mut self, variable: &Variable) {
        for validation in &variable.validations {
            let before = self.work.reader.diagnostics.has_errors();
            let value = self.value(&validation.condition, &[]);
            if self.work.reader.diagnostics.has_errors() && (before || !value.is_known()) {
                continue;
            }
            if let Some(problem) = validation.problem(&value, |message| self.value(message, &[])) {
                self.work.report(problem);
            }
        }
    }

    /// Returns an instance for each combination of the values of a matrix.
    fn instances_of(&mut self, position: usize) -> Vec<Instance> {
        let block = &self.declared.blocks[position];
        let one = || vec![Instance::default()];
        let Some(matrix) = &block.matrix else {
            return one();
        };
        if block.kind == Kind::Group {
            let detail = "A group has no matrix. Write one for the targets, and name these.".to_owned();
            self.work
                .report(invalid("Matrix of a group", detail, matrix.span()));
            return one();
        }
        let value = self.value(matrix, &[]).unmark_deep().0;
        let Some(fields) = value.fields() else {
            if !self.work.reader.diagnostics.has_errors() {
                let detail = "Expected an object with a list for each variable, as in `matrix = { os = [\"a\", \"b\"] }`.";
                self.work
                    .report(invalid("Invalid matrix", detail.to_owned(), matrix.span()));
            }
            return one();
        };
        let mut all: Vec<Vec<(String, Value)>> = vec![Vec::new()];
        for (name, values) in fields.iter() {
            let Some(values) = values.iter_elements() else {
                let detail = format!("Expected a list of values for `{name}`.");
                self.work.report(invalid("Invalid matrix", detail, matrix.span()));
                return one();
            };
            let values: Vec<Value> = values.map(|(_, value)| value).collect();
            let count = all.len().saturating_mul(values.len());
            if let Err(exceeded) = self
                .world
                .context
                .meter()
                .elements(count.saturating_mul(ELEMENTS_A_TARGET))
            {
                self.work.report(limit_exceeded(exceeded, matrix.span()));
                return one();
            }
            let with = |value: &Value, all: &[Vec<(String, Value)>]| {
                let own = (name.to_string(), value.clone());
                let added = all
                    .iter()
                    .map(|before| before.iter().cloned().chain([own.clone()]).collect());
                added.collect::<Vec<_>>()
            };
            all = values.iter().flat_map(|value| with(value, &all)).collect();
        }
        let made = all.into_iter();
        made.map(|variables| Instance {
            variables,
            ..Instance::default()
        })
        .collect()
    }

    /// Sets the names of the instances of a block.
    fn set_names(&mut self, position: usize) {
        let block = &self.declared.blocks[position];
        let mut instances = std::mem::take(&mut self.instances[position]);
        let mut seen: HashSet<String> = HashSet::new();
        if let (Some(name), None) = (&block.name, &block.matrix) {
            let detail =
                "A `name` is computed from the variables of a `matrix`. Add one, or remove the name.";
            self.work
                .report(invalid("Name without a matrix", detail.to_owned(), name.span()));
        }
        for instance in &mut instances {
            let (name, span) = match block.name.as_ref().filter(|_| block.matrix.is_some()) {
                Some(expression) => {
                    let value = self.value(expression, &instance.variables);
                    let text = value.convert(&Type::STRING).ok();
                    let text = text.and_then(|text| Some(text.as_str()?.to_owned()));
                    let Some(text) = text else {
                        let detail = "Expected a string.".to_owned();
                        self.work
                            .report(invalid("Invalid name", detail, expression.span()));
                        break;
                    };
                    (text, expression.span())
                }
                None => (block.label.clone(), block.label_span),
            };
            let is_allowed = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
            if name.is_empty() || !name.chars().all(is_allowed) {
                let detail = format!(
                    "Expected letters, digits, `_` and `-` in the name of a {}, found {name:?}. `sanitize` makes such a name.",
                    block.kind.word()
                );
                self.work.report(invalid("Invalid name", detail, span));
            } else if !seen.insert(name.clone()) {
                let detail = format!(
                    "Several instances have the name `{name}`. Use every variable of the matrix in `name`."
                );
                self.work.report(invalid("Repeated name", detail, span));
            }
            instance.name = name;
        }
        self.instances[position] = instances;
    }

    /// Evaluates an attribute of all instances of a block.
    fn set_field(&mut self, position: usize, field: usize) {
        let declared = self.declared;
        let block: &Declared = &declared.blocks[position];
        let Some((_, expression)) = block.fields.iter().find(|(own, _)| *own == field) else {
            return;
        };
        let spec = &specs(block.kind)[field];
        for index in 0..self.instances[position].len() {
            let instance = &self.instances[position][index];
            let outcome = expression.evaluate(Some(&self.scope(expression, &instance.variables)));
            let failed = outcome.has_errors();
            let value = outcome.report_into(&mut self.work.reader.diagnostics);
            if failed {
                break;
            }
            let instance = &mut self.instances[position][index];
            match spec.read(&value) {
                Ok(read) => {
                    if let Some(read) = read {
                        instance.fields.insert(field, read);
                    }
                }
                // What is unknown follows from another problem.
                Err(_) if !value.is_wholly_known() && self.work.reader.diagnostics.has_errors() => break,
                Err(problem) => {
                    let name = format!("{}.{}.{}", block.kind.word(), instance.name, spec.name);
                    let detail = format!("The value of `{name}` cannot be used: {problem}.");
                    self.work
                        .report(invalid("Invalid value", detail, expression.span()));
                    break;
                }
            }
        }
    }
}

/// Returns the block that a reference names, with the attribute, if it does.
fn block_reference(traversal: &Traversal) -> Option<(Kind, Reference<'_>)> {
    let kind = match traversal.root_name()?.as_str() {
        "group" => Kind::Group,
        "target" => Kind::Target,
        _ => return None,
    };
    let steps = traversal.steps();
    let attribute = steps.get(2).and_then(TraversalStep::name);
    Some((kind, (steps.get(1)?.name()?, attribute)))
}

/// Creates the diagnostic about a value that does not fit.
pub(super) fn invalid(summary: &'static str, detail: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::INVALID_VALUE, summary)
        .with_detail(detail)
        .with_subject(span)
}
