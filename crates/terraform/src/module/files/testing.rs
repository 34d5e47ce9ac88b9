//! The contents of files of tests and mocks, for those who run them.

use std::collections::{BTreeMap, HashMap, HashSet};

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{Attributes, BodyRef, ExpressionRef, Name, Traversal};

use super::super::constants::{name_of, quoted, reference, text_of};
use super::super::declaration::Declaration;
use super::super::parts::path_of;
use super::super::reading::Reading;
use super::super::{ModuleFile, Named, Validation, Variable};
use crate::address::ResourceKind;
use crate::problems::duplicate;
use crate::table::{
    APPLY, CONFIGURING_IN_TESTS, DURING, Language, MOCKED, REFRESH_ONLY, REPLACED_IN_TESTS, names,
};

/// A file of tests: runs, with what they share.
#[derive(Clone, Debug, Default)]
pub struct TestFile {
    /// The runs, in order.
    pub runs: Named<TestRun>,
    /// The variables that the file itself declares, since Terraform 1.13: their values come from outside, or are the defaults.
    pub definitions: Named<Variable>,
    /// The values of variables for all runs.
    pub variables: Attributes,
    /// The configurations of providers for all runs, some of which are mocks.
    pub providers: Vec<TestProvider>,
    /// The objects that all runs override.
    pub overrides: Vec<Override>,
}

/// A run of a test: a plan, possibly applied, with assertions.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// The name.
    pub name: Name,
    /// The header of the block.
    pub span: Span,
    /// Whether the plan is applied.
    pub applies: bool,
    /// The values of variables.
    pub variables: Attributes,
    /// The assertions.
    pub asserts: Vec<Validation>,
    /// The objects whose conditions must fail.
    pub expected_failures: Vec<ExpressionRef>,
    /// The configurations of providers: names in the module, names in the file, and where these are written.
    pub providers: Vec<(String, String, Span)>,
    /// The module to test in place of the one that the tests belong to: its source, and where that is written.
    pub module: Option<(String, Span)>,
    /// The name of the state that the run reads and writes, if it is not that of its module.
    pub state_key: Option<String>,
    /// The block that names a backend with the state before the run.
    pub backend: Option<Span>,
    /// What the plan is limited to.
    pub targets: Vec<ExpressionRef>,
    /// The resource instances to replace.
    pub replaces: Vec<ExpressionRef>,
    /// Whether the plan only refreshes.
    pub only_refreshes: bool,
    /// The objects that the run overrides.
    pub overrides: Vec<Override>,
}

/// A configuration of a provider in a file of tests.
#[derive(Clone, Debug)]
pub struct TestProvider {
    /// The local name, with the alias after a dot if there is one.
    pub name: String,
    /// The header of the block.
    pub span: Span,
    /// What the provider sets, if it is a mock.
    pub mocks: Option<Mocks>,
    /// The arguments and blocks of the provider, with dynamic blocks, unless it is a mock.
    pub body: Option<BodyRef>,
}

/// What a mock of a provider sets.
#[derive(Clone, Debug, Default)]
pub struct Mocks {
    /// The directory of files with more mocks, and where it is written.
    pub source: Option<(String, Span)>,
    /// Whether values are set while planning already, unless a block says otherwise.
    pub during_plan: Option<bool>,
    /// What objects of a type have.
    pub objects: Vec<Mock>,
    /// The objects that are overridden.
    pub overrides: Vec<Override>,
}

/// What mocked objects of a type have.
#[derive(Clone, Debug)]
pub struct Mock {
    /// Whether they are resources or data sources.
    pub kind: ResourceKind,
    /// The type.
    pub ty: Name,
    /// Where the type is written.
    pub span: Span,
    /// The values of attributes that the provider sets: an object.
    pub defaults: Option<ExpressionRef>,
    /// Whether they are set while planning already.
    pub during_plan: Option<bool>,
}

/// An object that a test overrides.
#[derive(Clone, Debug)]
pub struct Override {
    /// The header of the block.
    pub span: Span,
    /// The address.
    pub target: Traversal,
    /// The values of attributes that the provider sets, or of the outputs of a module: an object.
    pub values: Option<ExpressionRef>,
    /// Whether they are set while planning already.
    pub during_plan: Option<bool>,
}

impl TestFile {
    /// Reads a file of tests. [`ModuleFile::check`] reports what is wrong in it.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{ModuleFile, TestFile};
    ///
    /// let source = SourceMap::new().add("a.tftest.hcl", "run \"one\" {\n  command = plan\n}\nrun \"two\" {\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let tests = TestFile::read(&file, Language::Terraform);
    /// assert_eq!(tests.runs.iter().map(|run| run.applies).collect::<Vec<_>>(), [false, true]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn read(file: &ModuleFile, language: Language) -> Self {
        let mut tests = Self::default();
        for block in declarations(file, language) {
            match block.block_type.name {
                names::RUN => tests.runs.extend(block.run()),
                names::VARIABLES => tests.variables.extend(block.arguments),
                // The check of the file reports what is wrong.
                names::VARIABLE => tests.definitions.extend(block.variable(&mut Diagnostics::new())),
                ty if CONFIGURING_IN_TESTS.contains(&ty) => {
                    tests.providers.extend(block.test_provider(language))
                }
                _ => tests.overrides.extend(block.overridden()),
            }
        }
        tests
    }
}

impl Mocks {
    /// Reads a file of mocks. [`ModuleFile::check`] reports what is wrong in it.
    #[must_use]
    pub fn read(file: &ModuleFile, language: Language) -> Self {
        let mut mocks = Self::default();
        mocks.add(&declarations(file, language));
        mocks
    }

    /// Adds those of another one that these do not describe.
    pub fn extend(&mut self, other: Self) {
        let own: HashSet<(ResourceKind, Name)> = self
            .objects
            .iter()
            .map(|mock| (mock.kind, mock.ty.clone()))
            .collect();
        let more = other.objects.into_iter();
        self.objects
            .extend(more.filter(|mock| !own.contains(&(mock.kind, mock.ty.clone()))));
        let own: HashSet<String> = self.overrides.iter().map(|own| own.target.to_string()).collect();
        let more = other.overrides.into_iter();
        self.overrides
            .extend(more.filter(|other| !own.contains(&other.target.to_string())));
    }

    /// Returns these with those of the directory that [`source`](field@Self::source) names, of all that were read.
    #[must_use]
    pub fn with_source(&self, read: &BTreeMap<String, Self>) -> Self {
        let mut all = self.clone();
        let source = self.source.as_ref();
        if let Some(more) = source.and_then(|(source, _)| read.get(source)) {
            all.extend(more.clone());
        }
        all
    }

    /// Reports what these describe and `earlier` ones of the same directory describe too, with the code
    /// `hcl2::terraform::duplicate-declaration`.
    #[must_use]
    pub fn repeated(&self, earlier: &Self) -> Diagnostics {
        let mocks = earlier.objects.iter();
        let mocks: HashMap<(ResourceKind, &Name), Span> =
            mocks.map(|mock| ((mock.kind, &mock.ty), mock.span)).collect();
        let overrides = earlier.overrides.iter();
        let overrides: HashMap<String, Span> =
            overrides.map(|own| (own.target.to_string(), own.span)).collect();
        let mocked = self.objects.iter().filter_map(|mock| {
            let first = mocks.get(&(mock.kind, &mock.ty))?;
            Some(duplicate(
                ONCE,
                &format!("mocks of `{}`", mock.ty),
                mock.span,
                *first,
            ))
        });
        let overridden = self.overrides.iter().filter_map(|own| {
            let first = overrides.get(&own.target.to_string())?;
            Some(duplicate(
                ONCE,
                &format!("an override of `{}`", own.target),
                own.span,
                *first,
            ))
        });
        mocked.chain(overridden).collect()
    }

    fn add(&mut self, blocks: &[Declaration]) {
        for block in blocks {
            self.objects.extend(block.mock());
            self.overrides.extend(block.overridden());
        }
    }
}

/// The start of the sentence that reports a duplicate.
const ONCE: &str = "The files of mocks in a directory contain";

/// Returns the blocks of a file, without what is wrong in them.
pub(in super::super) fn declarations(file: &ModuleFile, language: Language) -> Vec<Declaration> {
    let Some(kind) = file.kind else {
        return Vec::new();
    };
    let body = kind.body();
    let content = file
        .body
        .content(&body.schema(language))
        .report_into(&mut Diagnostics::new());
    let mut reading = Reading::new(language);
    let blocks = content.blocks.into_iter();
    blocks
        .filter_map(|block| {
            let ty = body.block(&block.block_type, language)?;
            Some(Declaration::read(block, ty, &mut reading))
        })
        .collect()
}

impl Declaration {
    fn run(&self) -> Option<TestRun> {
        let options = self.blocks_of(names::PLAN_OPTIONS).next();
        let list = |name| -> Vec<ExpressionRef> {
            let list = options.and_then(|options| options.expression(name)?.static_list());
            list.unwrap_or_default()
        };
        let keyword = |block: &Self, name: &str| Some(block.expression(name)?.keyword()?.to_string());
        let variables = self.blocks_of(names::VARIABLES);
        let module = self.blocks_of(names::MODULE).find_map(|module| {
            let source = module.expression(names::SOURCE)?;
            Some((quoted(&source)?, source.span()))
        });
        Some(TestRun {
            name: self.first_label()?.clone(),
            span: self.span,
            applies: keyword(self, names::COMMAND).is_none_or(|command| command == APPLY),
            variables: variables.flat_map(|block| block.arguments.clone()).collect(),
            asserts: self.conditions(names::ASSERT),
            expected_failures: self
                .expression(names::EXPECT_FAILURES)
                .and_then(|list| list.static_list())
                .unwrap_or_default(),
            providers: self.test_providers(),
            module,
            state_key: self.expression(names::STATE_KEY).and_then(|key| quoted(&key)),
            backend: self.blocks_of(names::BACKEND).map(|block| block.span).next(),
            targets: list(names::TARGET),
            replaces: list(names::REPLACE),
            only_refreshes: options
                .and_then(|options| keyword(options, names::MODE))
                .is_some_and(|mode| mode == REFRESH_ONLY),
            overrides: self.blocks.iter().filter_map(Self::overridden).collect(),
        })
    }

    fn test_providers(&self) -> Vec<(String, String, Span)> {
        let map = self.expression(names::PROVIDERS).and_then(|map| map.static_map());
        let pairs = map.unwrap_or_default();
        let pairs = pairs.iter().filter_map(|(inner, outer)| {
            let inner = path_of(inner).or_else(|| name_of(inner))?;
            Some((inner, path_of(outer)?, outer.span()))
        });
        pairs.collect()
    }

    fn test_provider(&self, language: Language) -> Option<TestProvider> {
        let alias = self.expression(names::ALIAS).and_then(|alias| quoted(&alias));
        let names: Vec<String> = [Some(self.first_label()?.to_string()), alias]
            .into_iter()
            .flatten()
            .collect();
        let is_mock = self.block_type.name != names::PROVIDER;
        let mocks = is_mock.then(|| {
            let source = self.expression(names::SOURCE);
            let mut mocks = Mocks {
                source: source.and_then(|source| Some((text_of(&source)?, source.span()))),
                during_plan: self.during_plan(),
                ..Mocks::default()
            };
            mocks.add(&self.blocks);
            mocks
        });
        Some(TestProvider {
            name: names.join("."),
            span: self.span,
            mocks,
            body: (!is_mock).then(|| self.foreign_body(&self.own_schema(language), language)),
        })
    }

    fn mock(&self) -> Option<Mock> {
        let kinds = [ResourceKind::Managed, ResourceKind::Data, ResourceKind::Ephemeral];
        let own = self.block_type.name;
        let (_, kind) = MOCKED.iter().zip(kinds).find(|(name, _)| **name == own)?;
        Some(Mock {
            kind,
            ty: self.first_label()?.clone(),
            span: self.labels.first()?.span,
            defaults: self.expression(names::DEFAULTS),
            during_plan: self.during_plan(),
        })
    }

    fn overridden(&self) -> Option<Override> {
        let own = self.block_type.name;
        let (.., values) = REPLACED_IN_TESTS.iter().find(|(name, ..)| *name == own)?;
        Some(Override {
            span: self.span,
            target: reference(&self.expression(names::TARGET)?)?,
            values: self.expression(values),
            during_plan: self.during_plan(),
        })
    }

    /// Returns whether values are set while planning already.
    fn during_plan(&self) -> Option<bool> {
        let during = self.expression(DURING.0)?.keyword()?.to_string();
        Some(during == DURING.1)
    }
}
