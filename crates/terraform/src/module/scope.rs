//! Scopes of expressions, which depend on the enclosing blocks.

use hcl2_model::{Attribute, ExpressionRef, Name};

use super::declaration::Declaration;
use crate::table::{
    CALLER, Describes, Language, Mode, OWN_CONDITIONS, PER_MODULE, ROOT_COUNT, ROOT_EACH, SELF_BLOCKS, names,
};

/// How the instances of a block are created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Instances {
    /// A single instance without a key.
    #[default]
    One,
    /// By `count`: each instance has an index.
    Count,
    /// By `for_each`: each instance has a key.
    ForEach,
}

/// What an expression can refer to besides the objects of the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// How the instances are created that the expression is evaluated for.
    pub(crate) instances: Instances,
    /// Whether `self` is available.
    pub(crate) has_self: bool,
    /// Whether it is evaluated at destroy time.
    pub(crate) is_after: bool,
    /// Whether the enclosing object is removed.
    pub(crate) is_removal: bool,
    /// Whether it may refer to the current instance, however instances are created: an argument of a called module.
    pub(crate) is_any_instance: bool,
    /// Whether it is a condition of the enclosing object, to which it cannot refer.
    pub(crate) is_condition: bool,
    /// The iterators of the enclosing dynamic blocks.
    pub(crate) iterators: Vec<Name>,
    /// What the enclosing contents of dynamic blocks are repeated for.
    pub(crate) repeated_for: Vec<ExpressionRef>,
    /// The enclosing check, whose data source is in scope.
    pub(crate) check: Option<Name>,
}

/// An argument with its mode and scope.
#[derive(Clone, Copy)]
pub(crate) struct Use<'d, 's> {
    /// The innermost enclosing block.
    pub(crate) block: &'d Declaration,
    pub(crate) argument: &'d Attribute,
    pub(crate) mode: Mode,
    pub(crate) scope: &'s Scope,
}

impl Declaration {
    /// Returns how the instances of the block are created.
    pub(crate) fn instances(&self) -> Instances {
        if self.block_type.schema == Describes::Labelled {
            Instances::One
        } else if self.is_argument(names::FOR_EACH) {
            Instances::ForEach
        } else if self.is_argument(names::COUNT) {
            Instances::Count
        } else {
            Instances::One
        }
    }

    /// Returns whether the block sets an argument of the language.
    fn is_argument(&self, name: &str) -> bool {
        let own = self.block_type.body.arguments;
        own.iter().any(|own| own.name == name) && self.argument(name).is_some()
    }

    /// Calls `visit` with every argument of the block and its nested blocks.
    pub(crate) fn visit<'d>(&'d self, language: Language, visit: &mut dyn FnMut(Use<'d, '_>)) {
        self.visit_in(&Scope::default(), language, visit);
    }

    fn visit_in<'d>(&'d self, around: &Scope, language: Language, visit: &mut dyn FnMut(Use<'d, '_>)) {
        let name = self.block_type.name;
        let is_dynamic = self.block_type.schema == Describes::Labelled;
        let mut scope = around.clone();
        match self.instances() {
            Instances::One => {}
            instances => scope.instances = instances,
        }
        if name == names::ACTION {
            scope.iterators.push(CALLER.into());
        }
        if name == names::CHECK {
            scope.check = self.first_label().cloned();
        }
        scope.is_removal |= name == names::REMOVED;
        scope.is_any_instance |= name == names::MODULE;
        scope.has_self |= SELF_BLOCKS.contains(&name);
        scope.is_condition |= OWN_CONDITIONS.contains(&name);
        scope.is_after |= self.is_after();
        if is_dynamic {
            scope.iterators.extend(self.iterator());
        }
        for argument in self.arguments.iter().chain(&self.provided) {
            let Some(mode) = self.block_type.body.mode_of(&argument.name, language) else {
                continue;
            };
            // `count` and `for_each` are evaluated before instances exist, and dependencies are those of all of them.
            let is_before = PER_MODULE.contains(&argument.name.as_str()) && self.is_argument(&argument.name);
            let is_of_all = mode == Mode::References;
            let scope = if is_before || is_of_all { around } else { &scope };
            visit(Use {
                block: self,
                argument,
                mode,
                scope,
            });
        }
        if is_dynamic {
            let each = self.argument(names::FOR_EACH);
            scope
                .repeated_for
                .extend(each.map(|each| each.expression.clone()));
        }
        // A destroy-time provisioner may use the connection of its object.
        let is_used_after = self.blocks.iter().any(Declaration::is_after);
        for block in &self.blocks {
            if is_used_after && block.block_type.name == names::CONNECTION {
                let after = Scope {
                    is_after: true,
                    ..scope.clone()
                };
                block.visit_in(&after, language, visit);
            } else {
                block.visit_in(&scope, language, visit);
            }
        }
    }

    /// Returns whether the block is a destroy-time provisioner.
    pub(crate) fn is_after(&self) -> bool {
        let (argument, word) = crate::table::AFTER;
        self.block_type.name == names::PROVISIONER
            && self
                .argument(argument)
                .and_then(|when| super::constants::name_of(&when.expression))
                .is_some_and(|when| when == *word)
    }

    /// Returns whether the block contains dynamic blocks.
    pub(crate) fn has_dynamic(&self) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| block.block_type.schema == Describes::Labelled || block.has_dynamic())
    }

    /// Returns the name of the iterator of a dynamic block.
    pub(crate) fn iterator(&self) -> Option<Name> {
        let named = self
            .argument(names::ITERATOR)
            .and_then(|iterator| super::constants::name_of(&iterator.expression));
        named.map(Name::from).or_else(|| self.first_label().cloned())
    }
}

impl Scope {
    /// Returns the root of references to the current instance.
    pub(crate) fn instance_root(&self) -> Option<&'static str> {
        match self.instances {
            Instances::One => None,
            Instances::Count => Some(ROOT_COUNT.0),
            Instances::ForEach => Some(ROOT_EACH.0),
        }
    }
}
