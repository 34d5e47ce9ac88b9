//! Languages whose files refer to each other, as data: what references name, and which blocks use others.

use super::Mode::Expression;
use super::language::arguments;
use super::{BodyType, FileKind, names};

/// A language of files that refer to each other.
#[derive(Debug)]
pub(crate) struct Pack {
    /// The kind of its files.
    pub(crate) kind: FileKind,
    /// The name that selects it.
    pub(crate) name: &'static str,
    /// The ends of the names of its files.
    pub(crate) endings: &'static [&'static str],
    /// The names of its files.
    pub(crate) names: &'static [&'static str],
    /// The body of a file.
    pub(crate) body: &'static BodyType,
    /// The roots of references to objects of the file.
    pub(crate) roots: &'static [Root],
    /// The blocks of which several may have the same labels.
    pub(crate) merged: &'static [&'static str],
    /// Whether the files of a directory belong together, so that each can refer to objects of the others.
    pub(crate) is_of_directory: bool,
    /// Whether the command may be given one file of a directory alone, so that what others repeat is only a warning.
    pub(crate) may_be_alone: bool,
    /// The language of files elsewhere that may declare more in files of this one.
    pub(crate) completed_by: Option<Completion>,
    /// The other roots of references; `None` if they may have any name.
    pub(crate) other_roots: Option<&'static [&'static str]>,
    /// The names that stand alone in expressions.
    pub(crate) bare: Option<Bare>,
    /// The strings that name blocks.
    pub(crate) mentions: &'static [Mention],
    /// The blocks of a declared block in which strings may name what [`mentions`](Self::mentions) name, without their prefix: as
    /// labels, and in arguments, as elements or, by their last names alone, as keys.
    pub(crate) filters: Filters,
    /// The blocks that use something in another directory.
    pub(crate) callings: &'static [Calling],
    /// The blocks that nothing in the files refers to, although others use them by their names.
    pub(crate) outputs: &'static [&'static str],
    /// The kind of the files whose variables such files set.
    pub(crate) values_of: Option<FileKind>,
    /// The blocks whose names the product keeps in its state.
    pub(crate) kept: &'static [&'static str],
    /// Whether the command line may add files, so that what seems undeclared is only a warning.
    pub(crate) is_open: bool,
    /// Whether modules use the objects, in which a rename does not find them.
    pub(crate) is_used_by_modules: bool,
    /// Where objects may be used outside of files, by the type of their blocks.
    pub(crate) outside: &'static [Outside],
}

/// A language without any references.
pub(crate) const PACK: Pack = Pack {
    // Each language has its own.
    kind: FileKind::Values,
    name: "",
    endings: &[],
    names: &[],
    body: &MAP,
    roots: &[],
    merged: &[],
    is_of_directory: false,
    may_be_alone: false,
    completed_by: None,
    other_roots: None,
    bare: None,
    mentions: &[],
    filters: Filters {
        labelled: &[],
        elements: &[],
        keys: &[],
    },
    callings: &[],
    outputs: &[],
    values_of: None,
    kept: &[],
    is_open: false,
    is_used_by_modules: false,
    outside: &[],
};

/// The names in the body of a block are those of a map.
pub(super) static MAP: BodyType = arguments(Expression);

/// A language whose files declare more in those of another one, which need not name them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completion {
    pub(crate) by: &'static Pack,
    /// The block in blocks of those files that has the declarations.
    pub(crate) block: &'static str,
    /// The roots of references to what may be declared there.
    pub(crate) roots: &'static [&'static str],
}

/// A root of references, followed by the name of an object.
#[derive(Debug)]
pub(crate) struct Root {
    /// The name.
    pub(crate) name: &'static str,
    /// How many names follow it.
    pub(crate) labels: usize,
    /// The blocks whose labels are these names.
    pub(crate) labelled: &'static [&'static str],
    /// The blocks whose arguments are the objects.
    pub(crate) containing: &'static [&'static str],
    /// The block that includes other files, which may declare more of them.
    pub(crate) included_by: Option<&'static str>,
}

/// A root followed by a single name, which no block declares.
pub(crate) const ROOT: Root = Root {
    name: "",
    labels: 1,
    labelled: &[],
    containing: &[],
    included_by: None,
};

/// Variables and functions whose names stand alone. Variables are also the arguments of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bare {
    /// The blocks labelled with the name of a variable, and those labelled with the name of a function.
    pub(crate) variable: &'static str,
    pub(crate) function: &'static str,
    /// The variables and functions that exist without a block.
    pub(crate) variables: &'static [&'static str],
    pub(crate) functions: &'static [&'static str],
    /// The arguments of blocks whose keys or elements are names in all arguments of the block.
    pub(crate) scoped: &'static [(&'static str, &'static str)],
}

/// An argument of a block whose strings name other blocks.
#[derive(Debug)]
pub(crate) struct Mention {
    pub(crate) block: &'static str,
    pub(crate) argument: &'static str,
    /// The start of the strings that are such names.
    pub(crate) prefix: &'static str,
    /// The blocks that are named by their labels, with dots between them.
    pub(crate) named: &'static [&'static str],
}

/// A use of the objects that blocks declare, outside of files.
#[derive(Debug)]
pub(crate) struct Outside {
    /// The types of the blocks.
    pub(crate) blocks: &'static [&'static str],
    /// Who uses them, as a sentence.
    pub(crate) user: &'static str,
    /// Where a renamed object must also be renamed, after its name.
    pub(crate) place: &'static str,
}

/// Where nested blocks name what others declare.
#[derive(Debug)]
pub(crate) struct Filters {
    /// The blocks whose label is such a name.
    pub(crate) labelled: &'static [&'static str],
    /// The arguments whose elements are such names.
    pub(crate) elements: &'static [&'static str],
    /// The arguments whose keys are the last parts of such names.
    pub(crate) keys: &'static [&'static str],
}

/// A block that uses a module, or files of the same or another language, in another directory.
#[derive(Debug)]
pub(crate) struct Calling {
    /// The type of the block, which is also the root of references to it.
    pub(crate) block: &'static str,
    /// The argument with the path; `None` for the directory of the file.
    pub(crate) source: Option<&'static str>,
    /// The argument whose keys are the names of variables.
    pub(crate) inputs: Option<&'static str>,
    /// Whether that argument is beside the block.
    pub(crate) is_beside: bool,
    /// The argument whose keys are the names of outputs.
    pub(crate) outputs: Option<&'static str>,
    /// The name between that of the block and that of an output.
    pub(crate) through: Option<&'static str>,
    /// What is used.
    pub(crate) called: Called,
}

/// What a [`Calling`] uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    /// A module.
    Module,
    /// The module that files in the other directory use by a block of this type.
    ModuleOf(&'static str),
    /// The files of this kind.
    Files(FileKind),
}

/// A block that uses a module by its `source`.
pub(crate) const CALLING: Calling = Calling {
    block: "",
    source: Some(names::SOURCE),
    inputs: Some(names::INPUTS),
    is_beside: false,
    outputs: None,
    through: None,
    called: Called::Module,
};

/// The argument that computes the name of a block, whose label is then not its name.
pub(crate) const COMPUTED_NAME: &str = "name";

/// The functions whose arguments may refer to what does not exist.
pub(crate) const DEFAULTING_FUNCTIONS: &[&str] = &["can", "try"];

impl Pack {
    /// Returns whether files name objects that a rename finds wherever they are used.
    pub(super) fn has_names(&self) -> bool {
        let names = !self.roots.is_empty() || self.bare.is_some() || self.values_of.is_some();
        names && !self.is_used_by_modules
    }

    /// Returns whether a file is of the language, by its name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(&name) || self.endings.iter().any(|ending| name.ends_with(ending))
    }
}
