//! The Terraform language.

use crate::Code;

/// A block or argument that the language does not have.
pub const UNKNOWN_NAME: Code = Code::new(
    "hcl2::terraform::unknown-name",
    "The language has no block or argument of this name in this place. Check the spelling, and which block it is in.",
);

/// A block with more or fewer labels than its type takes.
pub const WRONG_LABELS: Code = Code::new(
    "hcl2::terraform::wrong-labels",
    "Blocks of this type have a label for each of the names that the message lists, no more and no less.",
);

/// A value that is no constant where only constants can be.
pub const NOT_CONSTANT: Code = Code::new(
    "hcl2::terraform::not-constant",
    "This argument is read before anything is evaluated, so its value must be a constant: it can refer to nothing and call \
     no function.",
);

/// A template where a bare reference must stand.
pub const REFERENCE_EXPECTED: Code = Code::new(
    "hcl2::terraform::reference-expected",
    "This argument takes a reference or a keyword that is not evaluated. In native syntax it stands without quotes; in JSON \
     it is the whole string, without `${` and `}`.",
);

/// A property of which only a provider's schema says whether it is an argument or a block.
pub const GUESSED_BLOCK: Code = Code::new(
    "hcl2::terraform::guessed-block",
    "Whether a property in JSON is an argument or a block follows from the provider's schema, which is not at hand. An array \
     of objects was taken for blocks, anything else for an argument. Give the output of `terraform providers schema -json` to \
     be sure.",
);

/// Something that has no form in the other syntax.
pub const NOT_CONVERTIBLE: Code = Code::new(
    "hcl2::terraform::not-convertible",
    "What the range covers has no form in the other syntax, or none that would be read back as the same.",
);

/// A file with schemas of providers that cannot be used.
pub const INVALID_SCHEMA: Code = Code::new(
    "hcl2::terraform::invalid-schema",
    "Schemas of providers are read in the form in which `terraform providers schema -json` prints them: an object with a \
     property `provider_schemas`.",
);

/// A constraint on versions that cannot be read.
pub const INVALID_VERSION: Code = Code::new(
    "hcl2::terraform::invalid-version",
    "A version constraint is a list, with commas, of versions with an operator each: `=`, `!=`, `>`, `>=`, `<`, `<=` or `~>`.",
);

/// A value that a variable does not take.
pub const INVALID_VALUE: Code = Code::new(
    "hcl2::terraform::invalid-value",
    "A value for a variable, its default value too, must convert to the variable's type; null only does where the variable is \
     nullable.",
);

/// A value that a validation of its variable refuses.
pub const REFUSED_VALUE: Code = Code::new(
    "hcl2::terraform::refused-value",
    "A condition in a `validation` of the variable does not hold for this value. The message is that of the module's author.",
);

/// Arguments that cannot be there together.
pub const CONFLICTING_ARGUMENTS: Code = Code::new(
    "hcl2::terraform::conflicting-arguments",
    "A block has as many instances as `count` says, or one for each element of `for_each`. It cannot have both arguments.",
);

/// Two declarations of the same object.
pub const DUPLICATE_DECLARATION: Code = Code::new(
    "hcl2::terraform::duplicate-declaration",
    "A module declares each variable, local value, output, resource, module call and provider configuration once, in one of \
     its files. Rename or remove one of the two; only override files can declare something again.",
);

/// An override file with something that no other file declares.
pub const NOTHING_TO_OVERRIDE: Code = Code::new(
    "hcl2::terraform::nothing-to-override",
    "Files whose names are `override` or end in `_override` change what other files declare. Declare this in another file.",
);

/// A reference to something that the module does not declare.
pub const UNDECLARED: Code = Code::new(
    "hcl2::terraform::undeclared",
    "The module declares no object of this name. Check the spelling, or declare it.",
);

/// Objects that refer to each other in a circle.
pub const REFERENCE_CYCLE: Code = Code::new(
    "hcl2::terraform::reference-cycle",
    "These objects need each other's values before they have their own. Take one of the references out.",
);

/// A reference that cannot stand where it does, or that names nothing.
pub const INVALID_REFERENCE: Code = Code::new(
    "hcl2::terraform::invalid-reference",
    "A reference names an object and, after it, a part of its value. `count`, `each` and `self` mean something only inside of \
     the blocks that have instances or are about an object; a condition cannot refer to the object that it is about, nor what \
     runs at the end of an object to others.",
);

/// A reference to a resource or module that picks an instance where there are none, or none where there are several.
pub const INSTANCE_KEY: Code = Code::new(
    "hcl2::terraform::instance-key",
    "A block with `count` or `for_each` stands for several objects, one of which is picked by a key in brackets; any other \
     block stands for one, which has no key.",
);

/// An address of something that cannot be moved, removed or imported.
pub const INVALID_TARGET: Code = Code::new(
    "hcl2::terraform::invalid-target",
    "What is moved, removed or imported is a resource, or a module, and is named by its address: `TYPE.NAME` or \
     `module.NAME`, with a key in brackets for one of several instances.",
);

/// A label that is no name.
pub const INVALID_NAME: Code = Code::new(
    "hcl2::terraform::invalid-name",
    "Names start with a letter or an underscore and go on with letters, digits, underscores and dashes. Variables cannot have \
     the names of the arguments that every call of a module has.",
);

/// A condition that checks nothing.
pub const CONSTANT_CONDITION: Code = Code::new(
    "hcl2::terraform::constant-condition",
    "A condition that refers to nothing always comes to the same. That of a validation must refer to its variable.",
);

/// A block that must be there and is not.
pub const MISSING_BLOCK: Code = Code::new(
    "hcl2::terraform::missing-block",
    "A block around this must hold at least one block of the type that the message names.",
);

/// A number or collection that no instances can be made of.
pub const INVALID_INSTANCES: Code = Code::new(
    "hcl2::terraform::invalid-instances",
    "`count` is a whole number that is not negative. `for_each` is a map, an object or a set of strings; a list becomes a set \
     with `toset`. Neither can be null, and neither can be made of a secret.",
);

/// A secret that would be shown.
pub const SENSITIVE_OUTPUT: Code = Code::new(
    "hcl2::terraform::sensitive-output",
    "An output of the module that Terraform is run in is shown. One that is made of a sensitive value must be sensitive too: \
     set `sensitive = true`.",
);

/// A value that is not to be kept where it would be.
pub const EPHEMERAL_VALUE: Code = Code::new(
    "hcl2::terraform::ephemeral-value",
    "An ephemeral value is there for one run and is kept nowhere. Outputs, and the number and keys of instances, are kept.",
);

/// An argument that the provider sets.
pub const READ_ONLY: Code = Code::new(
    "hcl2::terraform::read-only",
    "The provider decides the value of this argument, so a configuration can read it but not set it.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN_NAME,
    WRONG_LABELS,
    NOT_CONSTANT,
    REFERENCE_EXPECTED,
    GUESSED_BLOCK,
    NOT_CONVERTIBLE,
    INVALID_SCHEMA,
    INVALID_VERSION,
    INVALID_VALUE,
    REFUSED_VALUE,
    CONFLICTING_ARGUMENTS,
    DUPLICATE_DECLARATION,
    NOTHING_TO_OVERRIDE,
    UNDECLARED,
    REFERENCE_CYCLE,
    INVALID_REFERENCE,
    INSTANCE_KEY,
    INVALID_TARGET,
    INVALID_NAME,
    CONSTANT_CONDITION,
    MISSING_BLOCK,
    INVALID_INSTANCES,
    SENSITIVE_OUTPUT,
    EPHEMERAL_VALUE,
    READ_ONLY,
];
