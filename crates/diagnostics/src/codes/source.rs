//! Files and their bytes.

use crate::Code;

/// The bytes are not UTF-8.
pub const INVALID_UTF8: Code = Code::new(
    "hcl2::source::invalid-utf8",
    "The file is not UTF-8 text. Save it in that encoding; the range covers the first bytes that are not.",
);

/// A file that cannot be read.
pub const UNREADABLE: Code = Code::new(
    "hcl2::source::unreadable",
    "The file is not there, or may not be read. The message has the system's own words.",
);

/// A file that is too large.
pub const TOO_LARGE: Code = Code::new(
    "hcl2::source::too-large",
    "The file has more bytes than positions in it can be counted. Split it.",
);

/// A directory without configuration files.
pub const NO_FILES: Code = Code::new(
    "hcl2::source::no-files",
    "The directory has no file whose name ends as those of configuration files do. Name the files themselves, or \
     another directory.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[INVALID_UTF8, UNREADABLE, TOO_LARGE, NO_FILES];
