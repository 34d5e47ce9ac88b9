//! What a validation cannot look at, because something is missing.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostic, SourceId, Span, codes::terraform as codes};
use hcl2_model::Name;

use super::providers::is_built_in;
use crate::module::{Module, ModuleCall, ModuleTree};
use crate::schema::ProviderSchemas;
use crate::table::names;

/// Something that a validation cannot look at, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unchecked {
    /// The arguments of the resources of any kind of a provider in a file: the schema of the provider is missing.
    Arguments {
        /// The full name of the provider, such as `registry.terraform.io/hashicorp/aws`.
        provider: Name,
        /// The header of the first resource.
        span: Span,
        /// The number of resources.
        resources: usize,
    },
    /// A called module, with the arguments that it is passed.
    Module {
        /// The name of the call.
        name: Name,
        /// The header of the call.
        span: Span,
        /// Why the module was not read.
        why: UnreadModule,
    },
}

/// Why a called module was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnreadModule {
    /// It comes from elsewhere and is not installed.
    NotInstalled,
    /// Its source is computed from values that are not known, which the problem says.
    UnknownSource(Box<Diagnostic>),
    /// It cannot be read or parsed, which was reported.
    Errors,
}

impl Unchecked {
    /// Returns the place of what is not checked.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Arguments { span, .. } | Self::Module { span, .. } => *span,
        }
    }

    /// Returns a note that says how to have it checked, with the code `hcl2::terraform::not-checked`.
    #[must_use]
    pub fn note(&self) -> Diagnostic {
        let (summary, detail) = match self {
            Self::Arguments { provider, .. } => (
                "Arguments that are not checked",
                format!(
                    "The schema of the provider `{provider}` is missing, so the arguments of its resources are not checked. Pass \
                     the output of `terraform providers schema -json` with `--schema`, or run `hcl2 schema`."
                ),
            ),
            Self::Module { name, why, .. } => ("Module that is not checked", why.detail(name)),
        };
        Diagnostic::note(codes::NOT_CHECKED, summary)
            .with_detail(detail)
            .with_subject(self.span())
    }
}

impl UnreadModule {
    fn of(call: &ModuleCall) -> Self {
        match &call.unknown_source {
            Some(problem) => Self::UnknownSource(Box::new(problem.clone())),
            None if call.source.is_none() || call.local_path().is_some() => Self::Errors,
            None => Self::NotInstalled,
        }
    }

    fn detail(&self, name: &Name) -> String {
        match self {
            Self::NotInstalled => format!(
                "The module `{name}` is not installed, so neither it nor its arguments are checked. Run `terraform init` or \
                 `tofu init`."
            ),
            Self::UnknownSource(problem) => {
                format!(
                    "Neither the module `{name}` nor its arguments are checked. {}",
                    problem.detail
                )
            }
            Self::Errors => format!(
                "The module `{name}` cannot be read, so neither it nor its arguments are checked. Fix the errors that are \
                 reported."
            ),
        }
    }
}

fn full_name(schemas: Option<&ProviderSchemas>, module: &Module, local_name: &str) -> String {
    match schemas {
        Some(schemas) => schemas.full_name(module, local_name),
        None => ProviderSchemas::default().full_name(module, local_name),
    }
}

impl ModuleTree {
    /// Returns what [`validate`](Self::validate) cannot look at in the module and in those that it calls, each place once.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile, ModuleTree, Unchecked};
    ///
    /// let text = "resource \"acme_disk\" \"d\" {\n  size = 1\n}\n";
    /// let source = SourceMap::new().add("main.tf", text)?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let tree = ModuleTree { module, ..ModuleTree::default() };
    /// let unchecked = tree.unchecked(None);
    /// let provider = "registry.terraform.io/hashicorp/acme".into();
    /// assert_eq!(unchecked, [Unchecked::Arguments { provider, span: unchecked[0].span(), resources: 1 }]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn unchecked(&self, schemas: Option<&ProviderSchemas>) -> Vec<Unchecked> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut pending = vec![self];
        while let Some(tree) = pending.pop() {
            let own = tree.own_unchecked(schemas).into_iter();
            found.extend(own.filter(|unchecked| seen.insert(unchecked.span())));
            pending.extend(tree.calls.values());
        }
        found
    }

    fn own_unchecked(&self, schemas: Option<&ProviderSchemas>) -> Vec<Unchecked> {
        let module = &self.module;
        let mut found = Vec::new();
        // Where the resources of a provider in a file are counted, by its local name, if its schema is missing.
        let mut counted: HashMap<(SourceId, Cow<'_, str>), Option<usize>, RandomState> = HashMap::default();
        for declaration in &module.contents.declarations {
            let Some(local) = declaration.provider_name() else {
                continue;
            };
            let key = (declaration.span.source, local);
            let place = *counted.entry(key).or_insert_with_key(|(_, local)| {
                let required = module.requirements.named(local);
                let is_own = match required.and_then(|own| own.source.as_deref()) {
                    Some(source) => is_built_in(source),
                    None => local == names::TERRAFORM,
                };
                let is_described =
                    is_own || schemas.is_some_and(|all| all.provider_in(module, local).is_some());
                (!is_described).then(|| {
                    found.push(Unchecked::Arguments {
                        provider: full_name(schemas, module, local).into(),
                        span: declaration.span,
                        resources: 0,
                    });
                    found.len() - 1
                })
            });
            if let Some(Unchecked::Arguments { resources, .. }) = place.and_then(|place| found.get_mut(place))
            {
                *resources += 1;
            }
        }
        let calls = module
            .calls
            .iter()
            .filter(|call| !self.calls.contains_key(&call.name));
        found.extend(calls.map(|call| Unchecked::Module {
            name: call.name.clone(),
            span: call.span,
            why: UnreadModule::of(call),
        }));
        found
    }
}
