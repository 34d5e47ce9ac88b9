//! The command line.

use crate::Code;

/// Problems that are counted but not shown.
pub const MORE_PROBLEMS: Code = Code::new(
    "hcl2::command::more-problems",
    "A file has more problems than the command shows. Fix those that are shown, or raise the limit with `--max-problems`.",
);

/// A project file with a mistake.
pub const INVALID_PROJECT: Code = Code::new(
    "hcl2::command::invalid-project",
    "The project file `.hcl2.toml` is not valid TOML, or has an unknown key or a value that does not fit. The command does \
     nothing until it is corrected.",
);

/// An invalid schema document.
pub const INVALID_SCHEMA: Code = Code::new(
    "hcl2::command::invalid-schema",
    "The file that `--language` or the project file names is not a schema document, as a derived type exports it. Nothing is \
     checked until it is corrected.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[MORE_PROBLEMS, INVALID_PROJECT, INVALID_SCHEMA];
