//! Files of policies.

use std::fmt;

use hcl2_diagnostics::codes::{policy as codes, terraform as terraform_codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, nearest_name};
use hcl2_ext::types::{TypeConstraint, type_constraint};
use hcl2_model::{Block, ExpressionRef, FunctionReference, Label, Name, Traversal};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};
use hcl2_value::Value;

/// A `.policy.hcl` file.
#[derive(Clone, Debug)]
pub struct PolicyFile {
    /// The path.
    pub name: String,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The local values that all policies of the file share.
    pub locals: Vec<LocalValue>,
    /// The policies in source order.
    pub policies: Vec<Policy>,
    /// The functions of plug-ins that the file calls.
    pub(crate) plugin_functions: Vec<Name>,
    /// The names that its expressions may read attributes by.
    pub(crate) mentioned: Vec<String>,
}

/// An input of policies.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name.
    pub name: Name,
    /// The type, with defaults of optional attributes.
    pub ty: TypeConstraint,
    /// The default.
    pub default: Option<Value>,
    /// Whether it may be null.
    pub nullable: bool,
    /// Whether its value must not be shown.
    pub sensitive: bool,
    /// The header of the block.
    pub span: Span,
}

/// A local value.
#[derive(Clone, Debug)]
pub struct LocalValue {
    /// The name.
    pub name: Name,
    /// The value.
    pub value: ExpressionRef,
    /// The name as written.
    pub span: Span,
}

/// A policy.
#[derive(Clone, Debug)]
pub struct Policy {
    /// What it judges.
    pub kind: SubjectKind,
    /// The type of the resources, the name of the provider or the source of the module, in which `*` stands for any text.
    pub target: String,
    /// The first label as it is written.
    pub target_span: Span,
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// Which subjects it judges.
    pub filter: Option<ExpressionRef>,
    /// The operations for which it judges resources.
    pub operations: Vec<Operation>,
    /// How much it counts: `mandatory` without it.
    pub level: Option<ExpressionRef>,
    /// Its own local values.
    pub locals: Vec<LocalValue>,
    /// What must hold.
    pub enforces: Vec<Enforce>,
}

/// A condition of a policy.
#[derive(Clone, Debug)]
pub struct Enforce {
    /// The condition.
    pub condition: ExpressionRef,
    /// The message if it does not hold.
    pub error_message: Option<ExpressionRef>,
    /// The message if it holds.
    pub info_message: Option<ExpressionRef>,
}

/// What policies judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubjectKind {
    /// Resources.
    Resource,
    /// Configurations of providers.
    Provider,
    /// Calls of modules.
    Module,
}

impl SubjectKind {
    /// All kinds, with the types of the blocks of their policies and of their mocks.
    pub(crate) const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Resource, "resource_policy", "resource"),
        (Self::Provider, "provider_policy", "provider"),
        (Self::Module, "module_policy", "module"),
    ];

    /// Returns the type of the blocks of its policies.
    #[must_use]
    pub const fn block_type(self) -> &'static str {
        match self {
            Self::Resource => "resource_policy",
            Self::Provider => "provider_policy",
            Self::Module => "module_policy",
        }
    }
}

/// What a plan does to a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// It is created.
    Create,
    /// It is changed or stays.
    Update,
    /// It is destroyed.
    Delete,
}

impl Operation {
    const ALL: [Self; 3] = [Self::Create, Self::Update, Self::Delete];
    /// Those of a policy that names none.
    const DEFAULT: [Self; 2] = [Self::Create, Self::Update];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Delete => "delete",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }
}

/// How much a policy counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A failure is a warning.
    Advisory,
    /// A failure stops the run, unless somebody overrides it.
    MandatoryOverridable,
    /// A failure stops the run.
    Mandatory,
}

impl Level {
    const ALL: [Self; 3] = [Self::Advisory, Self::MandatoryOverridable, Self::Mandatory];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Advisory => "advisory",
            Self::MandatoryOverridable => "mandatory_overridable",
            Self::Mandatory => "mandatory",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PolicyFile {
    /// Reads a file of policies with the path `name`.
    ///
    /// The diagnostics have the codes of `hcl2::terraform` for blocks, arguments, references and cycles, and those of
    /// `hcl2::policy`. Problems of syntax are those of [`ModuleFile::parse`].
    pub fn read(name: &str, file: &ModuleFile) -> Outcome<Self> {
        let mut problems = file.check(FileKind::Policies, Language::Terraform, None);
        let body = file.body();
        let mut read = Self {
            name: name.to_owned(),
            inputs: Vec::new(),
            locals: locals_of(&body.blocks("locals")),
            policies: Vec::new(),
            plugin_functions: Vec::new(),
            mentioned: Vec::new(),
        };
        for block in body.blocks("input") {
            read.inputs.extend(Input::read(&block, &mut problems));
        }
        for block in body.written_blocks() {
            let kind = SubjectKind::ALL
                .iter()
                .find(|(_, name, _)| block.block_type == **name);
            if let (Some((kind, ..)), [target, name]) = (kind, block.labels.as_slice()) {
                read.policies
                    .push(Policy::read(*kind, (target, name), &block, &mut problems));
            }
        }
        let functions = body.functions().into_iter();
        let of_plugins =
            functions.filter(|FunctionReference { name, .. }| name.as_str().starts_with("plugin::"));
        read.plugin_functions = of_plugins.map(|reference| reference.name).collect();
        body.visit_expressions(&mut |expression| read.mention(&expression));
        read.mentioned.sort_unstable();
        read.mentioned.dedup();
        for policy in &read.policies {
            read.check_references(policy, &mut problems);
        }
        Outcome::new(read, problems)
    }

    /// Returns the input with a name.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.name == *name)
    }

    /// Notes each name in the source of an expression: any may be that of an attribute.
    fn mention(&mut self, expression: &ExpressionRef) {
        let text = expression.native_text().unwrap_or_default();
        let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
        let words = text.split(|character| !is_part(character));
        let names =
            words.filter(|word| word.starts_with(|first: char| first.is_alphabetic() || first == '_'));
        self.mentioned.extend(names.map(str::to_owned));
    }

    /// Reports references to inputs and local values that nobody declares.
    fn check_references(&self, policy: &Policy, problems: &mut Diagnostics) {
        let locals = || self.locals.iter().chain(&policy.locals);
        for reference in policy.expressions().flat_map(|expression| expression.variables()) {
            let name = reference.steps().get(1).and_then(hcl2_model::TraversalStep::name);
            let (Some(root), Some(name)) = (reference.root_name(), name) else {
                continue;
            };
            let declared: Vec<&str> = match root.as_str() {
                "local" => locals().map(|local| local.name.as_str()).collect(),
                "input" => self.inputs.iter().map(|input| input.name.as_str()).collect(),
                _ => continue,
            };
            if !declared.contains(&name) {
                problems.push(undeclared(root.as_str(), name, &declared, &reference));
            }
        }
    }
}

/// Reports a reference to an object that is not declared.
fn undeclared(root: &str, name: &str, declared: &[&str], reference: &Traversal) -> Diagnostic {
    let block = if root == "local" { "locals" } else { "input" };
    let near = nearest_name(name, declared.iter().copied());
    let near = near.map(|near| format!(" Did you mean `{root}.{near}`?"));
    let detail = format!(
        "No `{block}` block declares `{root}.{name}`.{}",
        near.unwrap_or_default()
    );
    let problem =
        Diagnostic::error(terraform_codes::UNDECLARED, "Reference to undeclared object").with_detail(detail);
    match reference.span() {
        Some(span) => problem.with_subject(span),
        None => problem,
    }
}

/// Returns the attributes of blocks as local values.
pub(crate) fn locals_of(blocks: &[Block]) -> Vec<LocalValue> {
    let attributes = blocks.iter().flat_map(Block::attributes);
    attributes
        .map(|attribute| LocalValue {
            name: attribute.name,
            value: attribute.expression,
            span: attribute.name_span,
        })
        .collect()
}

impl Policy {
    fn read(
        kind: SubjectKind,
        (target, name): (&Label, &Label),
        block: &Block,
        problems: &mut Diagnostics,
    ) -> Self {
        let expression = |name: &str| block.attribute(name).map(|attribute| attribute.expression);
        let enforce = |block: Block| {
            let expression = |name: &str| block.attribute(name).map(|attribute| attribute.expression);
            Some(Enforce {
                condition: expression("condition")?,
                error_message: expression("error_message"),
                info_message: expression("info_message"),
            })
        };
        let operations = expression("operations").map(|operations| operations_of(&operations, problems));
        Self {
            kind,
            target: target.text.to_string(),
            target_span: target.span,
            name: name.text.clone(),
            span: block.header_span,
            filter: expression("filter"),
            operations: operations.unwrap_or_else(|| Operation::DEFAULT.to_vec()),
            level: expression("enforcement_level"),
            locals: locals_of(&block.blocks("locals")),
            enforces: block.blocks("enforce").into_iter().filter_map(enforce).collect(),
        }
    }

    /// Returns whether it may judge a subject with a type, name or source.
    pub(crate) fn targets(&self, subject: &str) -> bool {
        matches(&self.target, subject)
    }

    fn expressions(&self) -> impl Iterator<Item = &ExpressionRef> {
        let conditions = self.enforces.iter().flat_map(|enforce| {
            [
                Some(&enforce.condition),
                enforce.error_message.as_ref(),
                enforce.info_message.as_ref(),
            ]
        });
        let own = [self.filter.as_ref(), self.level.as_ref()].into_iter();
        let locals = self.locals.iter().map(|local| Some(&local.value));
        own.chain(conditions).chain(locals).flatten()
    }
}

/// Returns whether a string matches a pattern, in which `*` stands for any characters.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(start) else {
        return false;
    };
    let parts: Vec<&str> = rest.split('*').collect();
    let (last, middle) = parts.split_last().unwrap_or((&"", &[]));
    for part in middle {
        match text.find(part) {
            Some(found) => text = &text[found + part.len()..],
            None => return false,
        }
    }
    text.ends_with(last)
}

/// Reads a list of operations.
fn operations_of(expression: &ExpressionRef, problems: &mut Diagnostics) -> Vec<Operation> {
    let value = expression.evaluate(None).report_into(problems);
    let names = value.elements().unwrap_or_default().iter();
    let operations: Option<Vec<Operation>> = names.map(|name| Operation::named(name.as_str()?)).collect();
    let operations = operations.filter(|operations| !operations.is_empty());
    operations.unwrap_or_else(|| {
        let detail = "Expected a list with at least one of `create`, `update` and `delete`.";
        let problem = Diagnostic::error(codes::INVALID_OPERATIONS, "Invalid operations").with_detail(detail);
        problems.push(problem.with_subject(expression.span()));
        Vec::new()
    })
}

impl Input {
    fn read(block: &Block, problems: &mut Diagnostics) -> Option<Self> {
        let name = block.labels.first()?.text.clone();
        let expression = |name: &str| block.attribute(name).map(|attribute| attribute.expression);
        let constant = |name: &str| expression(name).map(|expression| expression.evaluate(None).value);
        let is_true = |value: Option<Value>| value.and_then(|value| value.as_bool());
        let ty = expression("type").map(|ty| type_constraint(&*ty).value);
        let mut input = Self {
            name,
            ty: ty.unwrap_or(TypeConstraint {
                ty: hcl2_value::Type::DYNAMIC,
                defaults: None,
            }),
            default: None,
            nullable: is_true(constant("nullable")).unwrap_or(true),
            sensitive: is_true(constant("sensitive")).unwrap_or(false),
            span: block.header_span,
        };
        if let Some(default) = expression("default") {
            let value = default.evaluate(None).value;
            match input.accept(&value, default.span()) {
                Ok(value) => input.default = Some(value),
                Err(problem) => problems.push(*problem),
            }
        }
        Some(input)
    }

    /// Returns a value for the input in its type.
    pub(crate) fn accept(&self, value: &Value, place: Span) -> Result<Value, Box<Diagnostic>> {
        let refused = |detail: String| {
            let problem = Diagnostic::error(codes::INVALID_INPUT, "Invalid value for input");
            Box::new(problem.with_detail(detail).with_subject(place))
        };
        if value.is_null() && !self.nullable {
            return Err(refused(format!("`input.{}` is not nullable.", self.name)));
        }
        let filled = match &self.ty.defaults {
            Some(defaults) => defaults.apply(value),
            None => value.clone(),
        };
        let value = filled.convert(&self.ty.ty).map_err(|error| {
            refused(format!(
                "The value does not fit the type of `input.{}`: {error}.",
                self.name
            ))
        })?;
        Ok(if self.sensitive {
            value.with_mark(hcl2_functions::terraform::sensitive_mark())
        } else {
            value
        })
    }
}
