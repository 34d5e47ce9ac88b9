//! The state of a validation, and checks that need nothing else.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use hcl2_diagnostics::{
    Diagnostic, Diagnostics, Span, codes::expr as expr_codes, codes::terraform as codes, nearest_name,
};
use hcl2_model::{Name, Traversal, TraversalStep};
use hcl2_value::Value;

use crate::module::{
    Address, Declaration, Module, ModuleTree, ResourceKind, Use, address_length, if_planned, reference,
};
use crate::problems::did_you_mean;
use crate::schema::{BlockSchema, ProviderSchemas};
use crate::table::{Describes, Mode, names};

use super::CheckOptions;
use super::functions::ProviderFunctions;

/// The state of a validation.
#[derive(Clone, Debug)]
pub(crate) struct Checks<'m> {
    /// Whether this is the root module, whose variables may have any value.
    pub(crate) is_root: bool,
    pub(super) schemas: Option<&'m ProviderSchemas>,
    pub(super) functions: Arc<ProviderFunctions>,
    /// The paths of validated modules. Their problems do not depend on the caller.
    pub(super) done: Arc<Mutex<HashSet<String>>>,
    pub(crate) keeps_older_rules: bool,
}

impl<'m> Checks<'m> {
    /// Returns the state for a root module.
    pub(super) fn of_root(tree: &ModuleTree, options: &CheckOptions<'m>) -> Self {
        let schemas = options.schemas;
        Self {
            is_root: true,
            schemas,
            functions: ProviderFunctions::of(&tree.module, schemas).into(),
            done: Arc::new(Mutex::new(options.elsewhere.paths.clone())),
            keeps_older_rules: options.keeps_older_rules,
        }
    }

    /// Returns the functions of providers.
    pub(crate) fn functions(&self) -> Arc<ProviderFunctions> {
        Arc::clone(&self.functions)
    }

    /// Returns the state for a called module.
    pub(super) fn of_call(&self, tree: &ModuleTree) -> Self {
        Self {
            is_root: false,
            schemas: self.schemas,
            functions: ProviderFunctions::of(&tree.module, self.schemas).into(),
            done: Arc::clone(&self.done),
            keeps_older_rules: self.keeps_older_rules,
        }
    }

    /// Returns the schema of the resources of a type.
    pub(super) fn schema_at(&self, kind: ResourceKind, ty: &str) -> Option<&'m BlockSchema> {
        let what = match kind {
            ResourceKind::Managed => Describes::Resource,
            ResourceKind::Data => Describes::Data,
            ResourceKind::Ephemeral => Describes::Ephemeral,
        };
        self.find(what, ty)
    }

    fn find(&self, what: Describes, label: &str) -> Option<&'m BlockSchema> {
        let given = self.schemas.and_then(|schemas| schemas.find(what, label));
        given.or_else(|| ProviderSchemas::built_in().find(what, label))
    }

    /// Returns the schema of the part of a block that is not of the language.
    pub(super) fn schema_of(&self, declaration: &Declaration) -> Option<&'m BlockSchema> {
        let label = declaration.first_label().map(|label| label.as_str());
        let helper = || ProviderSchemas::built_in().helper(declaration.block_type.name, label);
        self.find(declaration.block_type.schema, label.unwrap_or_default())
            .or_else(helper)
    }
}

impl Checks<'_> {
    /// Reports references to unknown parts of resources, and returns the expressions that have them. Terraform checks them
    /// before it evaluates expressions, so neither `try` nor `can` hides them.
    pub(super) fn unknown_parts(&self, module: &Module, diagnostics: &mut Diagnostics) -> HashSet<Span> {
        let mut expressions = HashSet::new();
        let mut types: HashMap<(ResourceKind, Name), Option<Value>> = HashMap::new();
        for part in &module.contents.references.of_parts {
            let traversal = &part.traversal;
            let Some(address) = Address::from_traversal(traversal) else {
                continue;
            };
            let Address::Resource(kind, ty, _) = &address else {
                continue;
            };
            let value = types.entry((*kind, ty.clone())).or_insert_with(|| {
                let schema = self.schema_at(*kind, ty);
                schema.map(|schema| Value::unknown(schema.value_type()))
            });
            let steps = traversal.steps().get(address_length(traversal, &address)..);
            let steps = match steps.unwrap_or_default() {
                [TraversalStep::Index { .. }, rest @ ..] => rest,
                all => all,
            };
            if let Some(value) = value {
                let problems = Traversal::new(steps.to_vec()).apply(value.clone()).diagnostics;
                if problems.has_errors() {
                    expressions.insert(part.expression);
                    diagnostics.append(problems.map(|problem| if_planned(problem, part.is_planned)));
                }
            }
        }
        expressions
    }

    /// Reports a resource of an unknown type.
    pub(super) fn unknown_type(&self, declaration: &Declaration, module: &Module) -> Option<Diagnostic> {
        let what = declaration.block_type.schema;
        let label = declaration.labels.first()?;
        if self.schema_of(declaration).is_some() || !Describes::OF_RESOURCES.contains(&what) {
            return None;
        }
        // Without an explicit provider, the first word of the type names it.
        let argument = declaration.argument(names::PROVIDER);
        let given = argument.and_then(|argument| argument.expression.static_traversal());
        let given = given.and_then(|traversal| Some(traversal.root_name()?.to_string()));
        let first = label.text.split('_').next().unwrap_or_default();
        let local = given.as_deref().unwrap_or(first);
        let required = module.requirements.named(local);
        let source = required.and_then(|required| required.source.as_deref());
        let provider = source.map_or(local, |source| source.rsplit('/').next().unwrap_or(source));
        let schemas = self.schemas.filter(|schemas| schemas.has_provider(provider));
        let schemas = match schemas {
            None if provider == names::TERRAFORM && required.is_none() => Some(ProviderSchemas::built_in()),
            schemas => schemas,
        }?;
        let near = nearest_name(&label.text, schemas.types(what));
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
        let is_output = self.is_root && declaration.block_type.name == names::OUTPUT;
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
            unknown_attribute(schema?, path.root_name()?, element.span())
        });
        unknown.collect()
    }
}

/// Reports an unknown attribute of a block.
fn unknown_attribute(schema: &BlockSchema, name: &str, span: Span) -> Option<Diagnostic> {
    if schema.names().any(|own| own == name) {
        return None;
    }
    let near = nearest_name(name, schema.names())
        .map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
    Some(
        Diagnostic::error(expr_codes::UNKNOWN_ATTRIBUTE, "Unknown attribute")
            .with_detail(format!("The object has no attribute `{name}`.{near}"))
            .with_subject(span),
    )
}
