//! The command line.

use crate::Code;

/// Problems that are counted but not shown.
pub const MORE_PROBLEMS: Code = Code::new(
    "hcl2::command::more-problems",
    "A file has more problems than the command shows. Fix those that are shown, or raise the limit with `--max-problems`.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[MORE_PROBLEMS];
