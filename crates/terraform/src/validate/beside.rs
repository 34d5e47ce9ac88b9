//! Files beside modules, checked against the schemas of providers: tests, mocks and stacks.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, codes::terraform as codes, nearest_name};
use hcl2_model::{BodyRef, EvalContext, Traversal, TraversalStep};
use hcl2_value::Value;

use crate::address::{Address, ResourceKind};
use crate::module::{Declaration, Mocks, Module, Override, Stack, TestFile, join_paths};
use crate::problems::{did_you_mean, if_planned};
use crate::schema::{BlockSchema, ProviderSchema, ProviderSchemas, check_mocked};
use crate::table::{Language, MOCKED, ROOT_EACH, ROOT_LOCAL, ROOT_SELF, ROOT_VARIABLE, names};

/// Returns the module in a directory, given by its path from the tested module, if it was read.
type Read<'f, 'm> = &'f dyn Fn(&str) -> Option<&'m Module>;

impl TestFile {
    /// Checks the configurations of providers, mocks and overrides against the schemas of providers; `module` is the module
    /// that the tests belong to, and `called` returns others by their paths from it, as far as they were read.
    ///
    /// Terraform looks at them when it runs the tests, so all problems are warnings: with codes of `hcl2::body` and
    /// `hcl2::decode` for configurations, `hcl2::body::unsupported-attribute` for values that are ignored,
    /// `hcl2::terraform::unknown-name` for mocks of unknown types, and `hcl2::terraform::invalid-value` for values that do not
    /// fit.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile, ProviderSchemas, TestFile};
    ///
    /// let schemas = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {
    ///   "resource_schemas": {"acme_disk": {"block": {"attributes": {"arn": {"type": "string", "computed": true}}}}}
    /// }}}"#;
    /// let schemas = ProviderSchemas::from_json(&Source::new("schemas.json", schemas)?).unwrap();
    /// let text = r#"mock_provider "acme" {
    ///   mock_resource "acme_disk" {
    ///     defaults = { arm = "a" }
    ///   }
    /// }"#;
    /// let file = ModuleFile::parse(&Source::new("a.tftest.hcl", text)?, Language::Terraform).value;
    /// let tests = TestFile::read(&file, Language::Terraform);
    /// let problems = tests.check_schemas(&schemas, &Module::default(), &|_| None);
    /// let expected = "`acme_disk` has no attribute `arm`, so the value is ignored. Did you mean `arn`?";
    /// assert_eq!(problems[0].detail, expected);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check_schemas<'m>(
        &self,
        schemas: &ProviderSchemas,
        module: &'m Module,
        called: &dyn Fn(&str) -> Option<&'m Module>,
    ) -> Diagnostics {
        let mut problems = Diagnostics::new();
        for provider in &self.providers {
            let name = provider.name.split('.').next().unwrap_or_default();
            if let Some(mocks) = &provider.mocks {
                problems.append(mocks.check_schemas(name, schemas, module));
                check_overrides(&mocks.overrides, schemas, (module, "."), called, &mut problems);
            } else if let Some(body) = &provider.body
                && let Some(described) = schemas.any_provider_in(module, name)
                && let Some(schema) = described.configuration()
            {
                let found = check_configuration(body, schema, &[ROOT_VARIABLE, names::RUN]);
                problems.append(found.map(|problem| if_planned(problem, true)));
            }
        }
        check_overrides(&self.overrides, schemas, (module, "."), called, &mut problems);
        for run in &self.runs {
            let source = run.module.as_ref().map(|(source, _)| source.as_str());
            if let Some(tested) = source.map_or(Some(module), called) {
                let place = (tested, source.unwrap_or("."));
                check_overrides(&run.overrides, schemas, place, called, &mut problems);
            }
        }
        Outcome::new((), problems).diagnostics
    }
}

impl Mocks {
    /// Checks the mocked types and their values against the schemas of the provider with a local name in a module, as
    /// [`TestFile::check_schemas`] does.
    #[must_use]
    pub fn check_schemas(&self, provider: &str, schemas: &ProviderSchemas, module: &Module) -> Diagnostics {
        let mut problems = Diagnostics::new();
        let Some(described) = schemas.any_provider_in(module, provider) else {
            return problems;
        };
        for mock in &self.objects {
            if let Some(schema) = described.resource(mock.kind, &mock.ty) {
                if let Some(defaults) = &mock.defaults {
                    check_mocked(schema.block(), &mock.ty, defaults, &mut problems);
                }
                continue;
            }
            let block = MOCKED[match mock.kind {
                ResourceKind::Managed => 0,
                ResourceKind::Data => 1,
                ResourceKind::Ephemeral => 2,
            }];
            let detail = format!(
                "The provider `{provider}` has no type `{}` for `{block}` blocks.",
                mock.ty
            );
            let problem = Diagnostic::warning(codes::UNKNOWN_NAME, "Unknown type").with_subject(mock.span);
            problems.push(match nearest_name(&mock.ty, described.types(mock.kind)) {
                Some(near) => did_you_mean(problem, &detail, mock.span, near, format!("\"{near}\"")),
                None => problem.with_detail(detail),
            });
        }
        problems
    }
}

impl Stack {
    /// Checks the configurations of providers against their schemas, with codes of `hcl2::body` and `hcl2::decode`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{ModuleFile, ProviderSchemas, Stack};
    ///
    /// let schemas = r#"{"format_version": "1.0", "provider_schemas": {"registry.terraform.io/hashicorp/acme": {
    ///   "provider": {"block": {"attributes": {"region": {"type": "string", "optional": true}}}}
    /// }}}"#;
    /// let schemas = ProviderSchemas::from_json(&Source::new("schemas.json", schemas)?).unwrap();
    /// let text = "provider \"acme\" \"main\" {\n  config {\n    regoin = \"a\"\n  }\n}\n";
    /// let file = ModuleFile::parse(&Source::new("main.tfcomponent.hcl", text)?, Language::Terraform).value;
    /// let problems = Stack::from_files([&file]).check_schemas(&schemas);
    /// assert_eq!(problems[0].code.id(), "hcl2::body::unsupported-attribute");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check_schemas(&self, schemas: &ProviderSchemas) -> Diagnostics {
        const ROOTS: &[&str] = &[
            ROOT_VARIABLE,
            ROOT_LOCAL,
            ROOT_EACH.0,
            ROOT_SELF,
            names::COMPONENT,
            names::STACK,
            names::PROVIDER,
            names::TERRAFORM,
        ];
        let language = Language::Terraform;
        let module = self.module();
        let mut problems = Diagnostics::new();
        let declarations = module.contents.declarations.iter();
        for provider in declarations.filter(|own| own.block_type.name == names::PROVIDER) {
            let described = provider.first_label();
            let described = described.and_then(|name| schemas.any_provider_in(module, name));
            let Some(schema) = described.and_then(ProviderSchema::configuration) else {
                continue;
            };
            for block in &provider.blocks {
                let body = block.foreign_body(&block.own_schema(language), language);
                problems.append(check_configuration(&body, schema, ROOTS));
            }
        }
        Outcome::new((), problems).diagnostics
    }
}

/// Checks overrides of objects in a module, given with its path, and in the modules that it calls.
fn check_overrides<'m>(
    overrides: &[Override],
    schemas: &ProviderSchemas,
    tested: (&'m Module, &str),
    called: Read<'_, 'm>,
    problems: &mut Diagnostics,
) {
    for own in overrides {
        let (Some(values), Some((module, rest))) = (&own.values, target(tested, called, &own.target)) else {
            continue;
        };
        let Some(Address::Resource(kind, ty, name)) = Address::from_traversal(&rest) else {
            continue;
        };
        let address = Address::Resource(kind, ty.clone(), name);
        let position = module.contents.declared.position(&address);
        let declared = position.and_then(|position| module.contents.declarations.get(position));
        // A data source may be declared in a check.
        let declared = declared.filter(|own| own.address().as_ref() == Some(&address));
        let provider = declared.and_then(Declaration::provider_name);
        let described = provider.and_then(|provider| schemas.any_provider_in(module, &provider));
        if let Some(schema) = described.and_then(|described| described.resource(kind, &ty)) {
            check_mocked(schema.block(), &ty, values, problems);
        }
    }
}

/// Returns the module that declares the target of an override, and the address in it, without keys of instances.
fn target<'m>(
    (mut module, path): (&'m Module, &str),
    called: Read<'_, 'm>,
    address: &Traversal,
) -> Option<(&'m Module, Traversal)> {
    let mut path = path.to_owned();
    let steps = address.steps().iter();
    let mut steps: Vec<TraversalStep> = steps
        .filter(|step| !matches!(step, TraversalStep::Index { .. }))
        .cloned()
        .collect();
    while let [
        TraversalStep::Root { name: root, .. },
        TraversalStep::Attribute { name, .. },
        TraversalStep::Attribute { name: next, span },
        ..,
    ] = steps.as_slice()
        && *root == *names::MODULE
    {
        path = join_paths(&path, module.calls.named(name)?.local_path()?);
        module = called(&format!("./{path}"))?;
        let first = TraversalStep::Root {
            name: next.clone(),
            span: *span,
        };
        steps.splice(..3, [first]);
    }
    Some((module, Traversal::new(steps)))
}

/// Checks the configuration of a provider. Nothing is known of objects with the `roots`.
fn check_configuration(body: &BodyRef, schema: &BlockSchema, roots: &[&str]) -> Diagnostics {
    let mut context = EvalContext::new();
    for root in roots {
        context.set_variable(*root, Value::DYNAMIC);
    }
    let body = schema.body(body, &context);
    let mut problems = Diagnostics::new();
    let content = body.content(schema.body_schema()).report_into(&mut problems);
    let specification = schema.specification();
    specification
        .decode_content(&content, Some(&context))
        .report_into(&mut problems);
    // Expressions may have functions, which are not known here.
    problems.retain(|problem| !problem.code.id().starts_with("hcl2::expr::"));
    problems
}
