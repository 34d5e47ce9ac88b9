//! What expressions can refer to, by where they stand.

use hcl2_model::{Attribute, Name};

use super::declaration::Declaration;
use crate::table::{
    Describes, Language, Mode, OWN_CONDITIONS, PER_MODULE, ROOT_COUNT, ROOT_EACH, SELF_BLOCKS, names,
};

/// What makes the instances of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Instances {
    /// There is one, without a key.
    #[default]
    One,
    /// A number: each has an index.
    Count,
    /// A map or a set: each has a key.
    ForEach,
}

/// What an expression can refer to besides the objects of the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// What makes the instances that the expression is evaluated for.
    pub(crate) instances: Instances,
    /// Whether `self` is the object around it.
    pub(crate) has_self: bool,
    /// Whether it is evaluated when the object is gone already, but for itself.
    pub(crate) is_after: bool,
    /// Whether it is a condition on the object around it, which cannot name that object.
    pub(crate) is_condition: bool,
    /// The iterators of the dynamic blocks around it.
    pub(crate) iterators: Vec<Name>,
    /// The check around it, whose data source only it can refer to.
    pub(crate) check: Option<Name>,
}

/// An argument, how it is read, and what it can refer to.
#[derive(Clone, Copy)]
pub(crate) struct Use<'d, 's> {
    /// The innermost block that holds it.
    pub(crate) block: &'d Declaration,
    pub(crate) argument: &'d Attribute,
    pub(crate) mode: Mode,
    pub(crate) scope: &'s Scope,
}

impl Declaration {
    /// What makes the instances of the block.
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

    /// Whether an argument is there that the language itself has here.
    fn is_argument(&self, name: &str) -> bool {
        let own = self.block_type.body.arguments;
        own.iter().any(|own| own.name == name) && self.argument(name).is_some()
    }

    /// Gives every argument of the block, and of those in it, to `visit`.
    pub(crate) fn visit<'d>(&'d self, language: Language, visit: &mut dyn FnMut(Use<'d, '_>)) {
        self.visit_in(&Scope::default(), language, visit);
    }

    fn visit_in<'d>(&'d self, around: &Scope, language: Language, visit: &mut dyn FnMut(Use<'d, '_>)) {
        let name = self.block_type.name;
        let is_dynamic = self.block_type.schema == Describes::Labelled;
        let mut scope = around.clone();
        if self.instances() != Instances::One {
            scope.instances = self.instances();
        }
        if name == names::CHECK {
            scope.check = self.first_label().cloned();
        }
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
            // What makes the instances is evaluated before there are any.
            let is_before = PER_MODULE.contains(&argument.name.as_str()) && self.is_argument(&argument.name);
            let scope = if is_before { around } else { &scope };
            visit(Use {
                block: self,
                argument,
                mode,
                scope,
            });
        }
        for block in &self.blocks {
            block.visit_in(&scope, language, visit);
        }
    }

    /// Whether the block is run for what was destroyed.
    fn is_after(&self) -> bool {
        let (argument, word) = crate::table::AFTER;
        self.block_type.name == names::PROVISIONER
            && self
                .argument(argument)
                .and_then(|when| when.expression.keyword())
                .is_some_and(|when| when == *word)
    }

    /// The name of the variable that a dynamic block defines.
    pub(crate) fn iterator(&self) -> Option<Name> {
        let named = self
            .argument(names::ITERATOR)
            .and_then(|iterator| super::arguments::name_of(&iterator.expression));
        named.map(Name::from).or_else(|| self.first_label().cloned())
    }
}

impl Scope {
    /// The roots that mean something here besides those that mean something everywhere.
    pub(crate) fn instance_root(&self) -> Option<&'static str> {
        match self.instances {
            Instances::One => None,
            Instances::Count => Some(ROOT_COUNT.0),
            Instances::ForEach => Some(ROOT_EACH.0),
        }
    }
}
