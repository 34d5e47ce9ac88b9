//! The state of a validation, and checks that need nothing else.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use foldhash::fast::RandomState;
use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Span, codes::expr as expr_codes, codes::terraform as codes, nearest_name,
};
use hcl2_model::{ExpressionRef, Name, Resolver, Traversal, TraversalStep};
use hcl2_value::Value;

use crate::address::{Address, ResourceKind};
use crate::evaluate::{Evaluation, World};
use crate::module::{
    Declaration, Instances, Module, ModuleCall, ModuleTree, Use, Variable, address_length, first_word,
    reference,
};
use crate::problems::{did_you_mean, if_planned};
use crate::schema::{self, BlockSchema, ProviderSchema, ProviderSchemas, names_in};
use crate::table::behaviours::{RESOURCES_EXIST, TESTED_OUTPUTS_ARE_EPHEMERAL};
use crate::table::{Describes, Mode, TYPED_EPHEMERAL_RESOURCES, TYPED_RESOURCES, Version, names};

use super::CheckOptions;
use super::Intact;
use super::ValidModules;
use super::asked::Traced;
use super::functions::ProviderFunctions;
use super::providers::is_built_in;
use super::valid::Run;

/// The state of a validation.
#[derive(Clone, Debug)]
pub(crate) struct Checks<'m> {
    /// Whether this is the root module, whose variables may have any value.
    pub(crate) is_root: bool,
    /// Whether it may have ephemeral outputs.
    has_ephemeral_outputs: bool,
    /// The local names of the built-in provider.
    built_in: Vec<&'m str>,
    pub(super) schemas: Option<&'m ProviderSchemas>,
    /// The version of the root module.
    pub(super) root: Version,
    /// The modules that need not be validated.
    pub(super) valid: ValidModules,
    /// What functions ask about files.
    pub(super) host: Option<Arc<Traced>>,
    /// The values of paths and of the workspace that all modules have in common.
    pub(super) run: Arc<Run>,
    /// The schemas of the providers of the module, by their local names.
    providers: Arc<HashMap<Cow<'m, str>, &'m ProviderSchema, RandomState>>,
    pub(super) functions: Arc<ProviderFunctions>,
    intact: Intact,
    /// The paths of validated modules. Their problems do not depend on the caller.
    pub(super) done: Arc<Mutex<HashSet<String>>>,
}

/// Validation holds for all values of the variables, and nothing is known of resources but their types.
impl<'m> World<'m> for Checks<'m> {
    fn variable(&self, variable: &'m Variable) -> Value {
        Value::unknown(variable.ty.without_optional_attributes())
    }

    fn condition_of(&self, _: &'m Declaration) -> Option<&'m ExpressionRef> {
        None
    }

    /// Returns an unknown value, of the type of a resource with a single instance in versions that know it then.
    fn resource(evaluation: &Evaluation<'m, Self>, resource: &'m Declaration, _: &mut Diagnostics) -> Value {
        let version = evaluation.tree.module.version();
        let is_one = Describes::OF_RESOURCES.contains(&resource.block_type.schema)
            && resource.instances() == Instances::One;
        let versions = match resource.block_type.schema {
            Describes::Ephemeral => TYPED_EPHEMERAL_RESOURCES,
            _ => TYPED_RESOURCES,
        };
        let schema = evaluation.world.schema_of(resource);
        let Some(schema) = schema.filter(|_| is_one && versions.has(version)) else {
            return Value::DYNAMIC;
        };
        // In OpenTofu, it may be null.
        let ty = schema.value_type();
        match ty.object_type().filter(|_| RESOURCES_EXIST.is_in(version)) {
            Some(fields) => {
                let fields = fields.iter();
                Value::object(fields.map(|(name, ty)| (name.clone(), Value::unknown(ty.clone()))))
            }
            None => Value::unknown(ty.clone()),
        }
    }

    fn call(
        evaluation: &mut Evaluation<'m, Self>,
        call: &'m ModuleCall,
        inner: &'m ModuleTree,
        diagnostics: &mut Diagnostics,
    ) -> Value {
        evaluation.checked_call(call, inner, diagnostics)
    }

    fn resolver(&self) -> Option<Arc<dyn Resolver>> {
        Some(Arc::clone(&self.functions) as _)
    }

    fn is_intact(&self, declaration: &Declaration) -> bool {
        self.intact.has(declaration.span)
    }
}

impl<'m> Checks<'m> {
    /// Returns the state for a root module.
    pub(super) fn of_root(
        tree: &'m ModuleTree,
        options: &CheckOptions<'m>,
        host: Option<Arc<Traced>>,
    ) -> Self {
        let schemas = options.schemas;
        Self {
            is_root: true,
            has_ephemeral_outputs: options.is_tested
                && TESTED_OUTPUTS_ARE_EPHEMERAL.is_in(tree.module.version()),
            built_in: built_in_names(&tree.module),
            schemas,
            root: tree.module.version(),
            valid: options.valid.clone(),
            host,
            run: Arc::new(Run {
                working_directory: options.working_directory.clone(),
                workspace: options.workspace.clone(),
            }),
            providers: providers_of(&tree.module, schemas).into(),
            functions: ProviderFunctions::of(&tree.module, schemas).into(),
            intact: options.intact.clone(),
            done: Arc::new(Mutex::new(options.elsewhere.paths.clone())),
        }
    }

    /// Returns the state for a called module.
    pub(super) fn of_call(&self, tree: &'m ModuleTree) -> Self {
        Self {
            is_root: false,
            has_ephemeral_outputs: true,
            built_in: built_in_names(&tree.module),
            schemas: self.schemas,
            root: self.root,
            valid: self.valid.clone(),
            host: self.host.clone(),
            run: Arc::clone(&self.run),
            providers: providers_of(&tree.module, self.schemas).into(),
            functions: ProviderFunctions::of(&tree.module, self.schemas).into(),
            intact: self.intact.clone(),
            done: Arc::clone(&self.done),
        }
    }

    /// Returns the schema of the blocks of a provider with a first label.
    fn find(&self, what: Describes, provider: &str, label: &str) -> Option<&'m BlockSchema> {
        let given = self.provider(provider).and_then(|given| given.find(what, label));
        given.or_else(|| self.built_in(provider)?.find(what, label))
    }

    /// Returns the schemas of the provider with a local name, if they are given.
    fn provider(&self, name: &str) -> Option<&'m ProviderSchema> {
        self.providers.get(name).copied()
    }

    /// Returns the built-in schemas, if they are those of the provider with a local name.
    fn built_in(&self, name: &str) -> Option<&'static ProviderSchema> {
        self.built_in.contains(&name).then(schema::built_in)
    }

    /// Returns the schema of the part of a block that is not of the language.
    pub(crate) fn schema_of(&self, declaration: &Declaration) -> Option<&'m BlockSchema> {
        let label = declaration.first_label().map(|label| label.as_str());
        let what = declaration.block_type.schema;
        match declaration.provider_name() {
            Some(provider) => self.find(what, &provider, label?),
            None if what == Describes::Provider => self.find(what, label?, label?),
            None => schema::helper(declaration.block_type.name, label),
        }
    }
}

impl Checks<'_> {
    /// Reports references to unknown parts of resources, and returns their roots by the expressions that have them. Terraform checks them
    /// before it evaluates expressions, so neither `try` nor `can` hides them.
    pub(super) fn unknown_parts(
        &self,
        module: &Module,
        diagnostics: &mut Diagnostics,
    ) -> HashMap<Span, Vec<Name>> {
        let mut expressions: HashMap<Span, Vec<Name>> = HashMap::new();
        let providers = LazyCell::new(|| explicit_providers(module));
        let mut types: HashMap<(Describes, Name, Name), Option<Value>, RandomState> = HashMap::default();
        for part in &module.contents.references.of_parts {
            let traversal = &part.traversal;
            let Some(address) = Address::from_traversal(traversal) else {
                continue;
            };
            let Address::Resource(kind, ty, name) = &address else {
                continue;
            };
            let what = kind.described();
            let explicit = providers.get(&(what, ty, name));
            let provider = explicit.map_or_else(|| first_word(ty), |name| &**name);
            let value = types
                .entry((what, ty.clone(), provider.into()))
                .or_insert_with(|| {
                    let schema = self.find(what, provider, ty);
                    schema.map(|schema| Value::unknown(schema.value_type().clone()))
                });
            let steps = traversal.steps().get(address_length(traversal, &address)..);
            let steps = match steps.unwrap_or_default() {
                [TraversalStep::Index { .. }, rest @ ..] => rest,
                all => all,
            };
            if let Some(value) = value {
                let problems = Traversal::new(steps.to_vec()).apply(value.clone()).diagnostics;
                if problems.has_errors() {
                    let reported = expressions.entry(part.expression).or_default();
                    reported.extend(traversal.root_name().cloned());
                    diagnostics.append(problems.map(|problem| if_planned(problem, part.is_planned)));
                }
            }
        }
        expressions
    }

    /// Reports a resource of an unknown type.
    pub(super) fn unknown_type(&self, declaration: &Declaration) -> Option<Diagnostic> {
        let what = declaration.block_type.schema;
        let label = declaration.labels.first()?;
        let local = declaration.provider_name()?;
        let given = self.provider(&local).or_else(|| self.built_in(&local))?;
        if self.find(what, &local, &label.text).is_some() {
            return None;
        }
        let near = nearest_name(&label.text, given.types(ResourceKind::described_by(what)?));
        let detail = format!(
            "The provider `{local}` has no type `{}` for `{}` blocks.",
            label.text, declaration.name
        );
        let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, "Unknown type").with_subject(label.span);
        Some(match near {
            Some(near) => did_you_mean(diagnostic, &detail, label.span, near, format!("\"{near}\"")),
            None => diagnostic.with_detail(detail),
        })
    }

    /// Reports an ephemeral output of the root module.
    pub(super) fn ephemeral_output(&self, declaration: &Declaration) -> Option<Diagnostic> {
        let is_output = !self.has_ephemeral_outputs && declaration.block_type.name == names::OUTPUT;
        (is_output && declaration.flag(names::EPHEMERAL, false)).then(|| {
            Diagnostic::error(codes::EPHEMERAL_VALUE, "Ephemeral output")
                .with_detail("Outputs of the root module are stored, so they cannot be ephemeral.")
                .with_subject(declaration.span)
        })
    }

    /// Reports ignored changes of unknown attributes.
    pub(super) fn unknown_changes(&self, declaration: &Declaration, used: &Use<'_, '_>) -> Vec<Diagnostic> {
        if used.mode != Mode::Changes {
            return Vec::new();
        }
        let schema = self.schema_of(declaration);
        let elements = used.argument.expression.static_list().unwrap_or_default();
        let unknown = elements.iter().filter_map(|element| {
            // A path may be in quotes.
            let path = reference(element)?;
            let first = path.steps().first()?.span();
            unknown_attribute(schema?, path.root_name()?, element.span(), first)
        });
        unknown.collect()
    }
}

/// Returns the given schemas of the providers that a module uses, by their local names.
fn providers_of<'m>(
    module: &'m Module,
    schemas: Option<&'m ProviderSchemas>,
) -> HashMap<Cow<'m, str>, &'m ProviderSchema, RandomState> {
    let mut providers = HashMap::default();
    let Some(schemas) = schemas else { return providers };
    let mut seen = HashSet::new();
    for declaration in &module.contents.declarations {
        let configured = declaration
            .first_label()
            .filter(|_| declaration.block_type.name == names::PROVIDER);
        let configured = configured.map(|name| Cow::Borrowed(name.as_str()));
        let in_check = declaration
            .blocks_of(names::DATA)
            .filter_map(Declaration::provider_name);
        for name in declaration
            .provider_name()
            .into_iter()
            .chain(configured)
            .chain(in_check)
        {
            if seen.insert(name.clone())
                && let Some(provider) = schemas.provider_in(module, &name)
            {
                providers.insert(name, provider);
            }
        }
    }
    providers
}

/// Returns the local names of the built-in provider in a module.
fn built_in_names(module: &Module) -> Vec<&str> {
    let sources = module.requirements.iter();
    let sources = sources.filter(|required| required.source.as_deref().is_some_and(is_built_in));
    let names = sources.map(|required| required.name.as_str());
    let terraform = module.requirements.named(names::TERRAFORM);
    let is_implied = terraform.is_none_or(|required| required.source.is_none());
    names.chain(is_implied.then_some(names::TERRAFORM)).collect()
}

/// Returns the local names of the providers of resources that have them as an argument, by kind, type and name.
fn explicit_providers(module: &Module) -> HashMap<(Describes, &Name, &Name), Cow<'_, str>> {
    let all = module.contents.declarations.iter();
    let all = all.flat_map(|own| std::iter::once(own).chain(own.blocks_of(names::DATA)));
    let explicit = all.filter(|own| own.argument(names::PROVIDER).is_some());
    explicit
        .filter_map(|own| match own.labels.as_slice() {
            [ty, name] => Some((
                (own.block_type.schema, &ty.text, &name.text),
                own.provider_name()?,
            )),
            _ => None,
        })
        .collect()
}

/// Reports an unknown attribute of a block, whose name is at `written`.
fn unknown_attribute(schema: &BlockSchema, name: &str, span: Span, written: Span) -> Option<Diagnostic> {
    let names = || names_in(schema.block());
    if names().any(|own| own == name) {
        return None;
    }
    let sentence = format!("The object has no attribute `{name}`.");
    let problem = Diagnostic::error(expr_codes::UNKNOWN_ATTRIBUTE, "Unknown attribute").with_subject(span);
    Some(match nearest_name(name, names()) {
        Some(near) => did_you_mean(problem, &sentence, written, near, near),
        None => problem.with_detail(sentence),
    })
}
