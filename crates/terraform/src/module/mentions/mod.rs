//! Mentions: every place of a file where the name of an object is written.
//!
//! A mention is found in one file alone, without the others of its module: [`Mention::calls`] and [`Mention::tested`] say
//! in which module the object is, and a caller who knows the modules finds it.

mod iterators;
mod named;
mod packs;
mod references;

use std::collections::HashSet;

use hcl2_diagnostics::{Diagnostics, Source, Span};
use hcl2_model::{Attribute, ExpressionRef, Label, Name};

use super::ModuleFile;
use super::constants::{name_of, quoted, reference, unquoted};
use super::declaration::Declaration;
use super::files::declarations;
use super::scope::Use;
use crate::address::Address;
use crate::table::{FileKind, Language, Mode, REPLACED_IN_TESTS, Replaced, names};
pub use iterators::WrittenIterator;
pub use named::NamedObject;
use references::{Names, Referring};

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mentioned {
    /// An object of a module.
    Object(Address),
    /// A run of the file of tests.
    Run(Name),
    /// An action, or an object of a stack or of another language.
    Named(NamedObject),
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionRole {
    /// It declares the object, or overrides its declaration.
    Declaration,
    /// It refers to the object.
    Reference,
    /// It sets the variable, or the output in a test.
    Value,
    /// It is in the address of an object that moved or was removed.
    Move,
    /// It refers to a module call whose outputs are not named there.
    Whole,
}

/// The name of an object, where a file writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The source of the module that a run of a test names, if the object is in that one.
    pub tested: Option<String>,
    /// The calls that lead to the module of the object, from that of the file.
    pub calls: Vec<Name>,
    /// The object.
    pub object: Mentioned,
    /// The range of the name alone, without quotes.
    pub span: Span,
    /// How the name is used.
    pub role: MentionRole,
    /// Whether it is the name of an output only if the call before it has a single instance.
    pub is_of_single: bool,
}

/// A call of another module, as a file writes it.
#[derive(Clone, Debug)]
pub struct WrittenCall {
    /// The name; after the type of the block and a dot if it is not a call of a module by a module.
    pub name: Name,
    /// The source, if the file sets it to a constant.
    pub source: Option<String>,
    /// Whether the instances have keys.
    pub has_keys: bool,
}

/// A block that says where an object of the module moved, if both addresses are those of a whole resource or call.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenMove {
    /// The old address.
    pub from: Address,
    /// The range of the old address, with quotes if it has some.
    pub from_span: Span,
    /// The new address.
    pub to: Address,
    /// The range of the new address, with quotes if it has some.
    pub to_span: Span,
}

/// What a file mentions.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    /// The names, in the order of their declarations.
    pub all: Vec<Mention>,
    /// The module calls.
    pub calls: Vec<WrittenCall>,
    /// The moves of whole objects.
    pub moves: Vec<WrittenMove>,
}

impl ModuleFile {
    /// Returns the names of objects that the file writes, in either language.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::Language;
    ///
    /// let text = "module \"net\" {\n  source = \"./net\"\n  cidr   = var.cidr\n}\noutput \"id\" {\n  value = module.net.id\n}\n";
    /// let source = Source::new("main.tf", text)?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let names: Vec<&[u8]> = file.mentions().all.iter().map(|mention| source.slice(mention.span)).collect();
    /// assert_eq!(names, [&b"net"[..], b"cidr", b"cidr", b"id", b"net", b"id"]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn mentions(&self) -> Mentions {
        let mut mentions = self.mentions_in(Language::Terraform);
        let other = self.mentions_in(Language::OpenTofu);
        let known: HashSet<Span> = mentions.all.iter().map(|mention| mention.span).collect();
        let more = other.all.into_iter();
        mentions
            .all
            .extend(more.filter(|mention| !known.contains(&mention.span)));
        let known: HashSet<Name> = mentions.calls.iter().map(|call| call.name.clone()).collect();
        let more = other.calls.into_iter();
        mentions
            .calls
            .extend(more.filter(|call| !known.contains(&call.name)));
        mentions
    }

    fn mentions_in(&self, language: Language) -> Mentions {
        let mut reader = Reader {
            source: &self.source,
            language,
            is_test: matches!(self.kind, Some(FileKind::Tests { .. })),
            runs: Vec::new(),
            found: Mentions::default(),
        };
        if let Some(pack) = self.kind.and_then(FileKind::pack) {
            return match language {
                Language::Terraform => packs::mentions(self, pack),
                Language::OpenTofu => Mentions::default(),
            };
        }
        if self.kind == Some(FileKind::Values) {
            let values = self.body.attributes().report_into(&mut Diagnostics::new());
            for value in &values {
                reader.add_value(value, None);
            }
            return reader.found;
        }
        let declarations = declarations(self, language);
        reader.runs = declarations
            .iter()
            .filter(|declaration| declaration.block_type.name == names::RUN)
            .filter_map(|run| Some((run.first_label()?.clone(), tested(run))))
            .collect();
        for declaration in &declarations {
            reader.add(declaration);
        }
        reader.found
    }
}

/// Returns a range without the quotes around it.
fn bare(source: &Source, span: Span) -> Span {
    match source.slice(span) {
        [b'"', .., b'"'] => Span::new(span.source, span.start + 1, span.end - 1),
        _ => span,
    }
}

/// Returns the source of the module that a run tests in place of that of its file.
fn tested(run: &Declaration) -> Option<String> {
    let mut modules = run.blocks_of(names::MODULE);
    modules.find_map(|module| quoted(&module.argument(names::SOURCE)?.expression))
}

/// Returns the move that a block is about, if it is that of a whole object.
fn moved(block: &Declaration) -> Option<WrittenMove> {
    let end = |name| {
        let expression = &block.argument(name)?.expression;
        let address = references::whole_object(&reference(expression)?)?;
        Some((address, expression.span()))
    };
    let ((from, from_span), (to, to_span)) = (end(names::FROM)?, end(names::TO)?);
    Some(WrittenMove {
        from,
        from_span,
        to,
        to_span,
    })
}

/// Reads the mentions of a file.
struct Reader<'r> {
    source: &'r Source,
    language: Language,
    is_test: bool,
    /// The runs of a file of tests, with the sources of the modules that they test.
    runs: Vec<(Name, Option<String>)>,
    found: Mentions,
}

impl Reader<'_> {
    fn push(&mut self, object: Mentioned, span: Span, role: MentionRole, tested: Option<&String>) {
        self.found.all.push(Mention {
            tested: tested.cloned(),
            calls: Vec::new(),
            object,
            span: bare(self.source, span),
            role,
            is_of_single: false,
        });
    }

    fn add(&mut self, declaration: &Declaration) {
        let block = declaration.block_type.name;
        if self.is_test && block == names::RUN {
            self.add_run(declaration);
            return;
        }
        self.declare(declaration);
        for (_, inner) in declaration.scoped() {
            self.declare(inner);
        }
        match block {
            names::LOCALS => {
                for local in &declaration.arguments {
                    let object = Mentioned::Object(Address::Local(local.name.clone()));
                    self.push(object, local.name_span, MentionRole::Declaration, None);
                }
            }
            names::VARIABLES => {
                for value in &declaration.arguments {
                    self.add_value(value, None);
                }
            }
            names::MODULE => self.add_call(declaration),
            names::ACTION => {
                if let Some(label) = declaration.labels.get(1) {
                    let action = NamedObject::action(declaration);
                    self.push(
                        Mentioned::Named(action),
                        label.span,
                        MentionRole::Declaration,
                        None,
                    );
                }
            }
            names::MOVED => self.found.moves.extend(moved(declaration)),
            _ => {}
        }
        self.add_uses(declaration, None);
    }

    /// Adds the name in the header of a block, or the alias of a provider.
    fn declare(&mut self, declaration: &Declaration) {
        let label = |number: usize| declaration.labels.get(number).map(|label: &Label| label.span);
        let Some(address) = declaration.address() else {
            return;
        };
        let span = match &address {
            // The configurations in a file of tests are its own.
            Address::Provider(..) if self.is_test => return,
            Address::Provider(_, alias) => alias
                .as_ref()
                .and_then(|_| Some(declaration.argument(names::ALIAS)?.expression.span())),
            Address::Resource(..) => label(1),
            _ => label(0),
        };
        let role = match self.is_test {
            true => MentionRole::Value,
            false => MentionRole::Declaration,
        };
        if let Some(span) = span {
            self.push(Mentioned::Object(address), span, role, None);
        }
    }

    fn add_run(&mut self, run: &Declaration) {
        let tested = tested(run);
        if let Some(label) = run.labels.first() {
            let object = Mentioned::Run(label.text.clone());
            self.push(object, label.span, MentionRole::Declaration, None);
        }
        for values in run.blocks_of(names::VARIABLES) {
            for value in &values.arguments {
                self.add_value(value, tested.as_ref());
            }
        }
        self.add_uses(run, tested.as_ref());
    }

    fn add_value(&mut self, value: &Attribute, tested: Option<&String>) {
        let object = Mentioned::Object(Address::Variable(value.name.clone()));
        self.push(object, value.name_span, MentionRole::Value, tested);
    }

    fn add_call(&mut self, call: &Declaration) {
        let Some(name) = call.first_label() else { return };
        let source = call.argument(names::SOURCE);
        self.found.calls.push(WrittenCall {
            name: name.clone(),
            source: source.and_then(|source| quoted(&source.expression)),
            has_keys: call.instances() != super::Instances::One,
        });
        for argument in &call.arguments {
            let own = call.block_type.body;
            if own.argument(&argument.name, self.language).is_some() {
                continue;
            }
            let object = Mentioned::Object(Address::Variable(argument.name.clone()));
            self.push(object, argument.name_span, MentionRole::Value, None);
            if let Some(mention) = self.found.all.last_mut() {
                mention.calls.push(name.clone());
            }
        }
    }

    fn add_uses(&mut self, declaration: &Declaration, tested: Option<&String>) {
        let mut uses: Vec<Mention> = Vec::new();
        let referring = Referring {
            names: Names {
                source: self.source,
                is_test: self.is_test,
                runs: &self.runs,
                tested,
            },
            top: declaration,
            role: match declaration.block_type.name {
                names::MOVED | names::REMOVED => MentionRole::Move,
                _ => MentionRole::Reference,
            },
        };
        declaration.visit(self.language, &mut |used| referring.add(used, &mut uses));
        self.add_overridden(declaration, tested);
        self.found.all.append(&mut uses);
    }

    /// Adds the outputs of modules that a test overrides.
    fn add_overridden(&mut self, declaration: &Declaration, tested: Option<&String>) {
        let of_module = |block: &&Declaration| {
            let mut replaced = REPLACED_IN_TESTS.iter();
            replaced.any(|(name, what, _)| *name == block.block_type.name && *what == Replaced::Module)
        };
        let blocks = [declaration].into_iter().chain(&declaration.blocks);
        for block in blocks.filter(of_module) {
            let target = block.argument(names::TARGET);
            let target = target.and_then(|target| reference(&target.expression));
            let values = REPLACED_IN_TESTS
                .iter()
                .find(|(name, ..)| *name == block.block_type.name);
            let values = values.and_then(|(.., values)| block.argument(values)?.expression.static_map());
            let (Some(target), Some(values)) = (target, values) else {
                continue;
            };
            let calls = references::calls_of(&target);
            for (key, _) in values {
                let Some(name) = name_of(&key) else { continue };
                let object = Mentioned::Object(Address::Output(name.into()));
                self.push(object, key.span(), MentionRole::Value, tested);
                if let Some(mention) = self.found.all.last_mut() {
                    mention.calls.clone_from(&calls);
                }
            }
        }
    }
}

/// Returns the elements of a list of references, or the only one.
fn elements(expression: &ExpressionRef) -> Vec<ExpressionRef> {
    let list = expression.static_list();
    list.unwrap_or_else(|| vec![unquoted(expression.clone())])
}

impl Referring<'_> {
    /// Adds the names that an argument refers to.
    fn add(&self, used: Use<'_, '_>, mentions: &mut Vec<Mention>) {
        let expression = &used.argument.expression;
        match used.mode {
            Mode::Expression | Mode::Early | Mode::EarlyVersion | Mode::Encryption => {
                let paths = expression.paths();
                self.add_paths(&paths, &used.scope.iterators, mentions);
            }
            Mode::References | Mode::ComputedReferences => {
                for element in elements(expression) {
                    match reference(&element) {
                        Some(found) if used.block.block_type.name == names::PLAN_OPTIONS => {
                            self.names.target(&found, self.role, mentions);
                        }
                        Some(found) => self.add_paths(&[found], &[], mentions),
                        None => self.add_paths(&unquoted(element).paths(), &[], mentions),
                    }
                }
            }
            Mode::Actions => {
                for element in elements(expression) {
                    let whole = reference(&element);
                    let path = whole.or_else(|| unquoted(element).paths().into_iter().next());
                    mentions.extend(path.and_then(|path| self.names.action(&path)));
                }
            }
            Mode::Target | Mode::ComputedReference => match reference(expression) {
                Some(found) => self.names.target(&found, self.role, mentions),
                None => {
                    let paths = unquoted(expression.clone()).paths();
                    let mut paths = paths.iter();
                    if let Some(first) = paths.next() {
                        self.names.target(first, self.role, mentions);
                    }
                    let rest: Vec<_> = paths.cloned().collect();
                    self.add_paths(&rest, &[], mentions);
                }
            },
            Mode::Reference | Mode::KeyedReference => self.names.provider(expression, mentions),
            Mode::ProviderMap | Mode::KeyedProviderMap => {
                let calls = match self.top.block_type.name {
                    names::MODULE => self.top.first_label().cloned().into_iter().collect(),
                    _ => Vec::new(),
                };
                for (key, value) in expression.static_map().unwrap_or_default() {
                    let start = mentions.len();
                    self.names.provider(&key, mentions);
                    for mention in &mut mentions[start..] {
                        mention.calls.clone_from(&calls);
                    }
                    if !self.names.is_test {
                        self.names.provider(&value, mentions);
                    }
                }
            }
            Mode::ProviderRequirement => {
                for (key, value) in expression.static_map().unwrap_or_default() {
                    if name_of(&key).is_some_and(|key| key == names::CONFIGURATION_ALIASES) {
                        for alias in value.static_list().unwrap_or_default() {
                            let start = mentions.len();
                            self.names.provider(&alias, mentions);
                            for mention in &mut mentions[start..] {
                                mention.role = MentionRole::Declaration;
                            }
                        }
                    } else {
                        self.add_paths(&value.paths(), &[], mentions);
                    }
                }
            }
            _ => {}
        }
    }
}
