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
    "The file is not there, may not be read, or is too large for positions in it to be counted. The message says \
     which.",
);

/// A directory without configuration files.
pub const NO_FILES: Code = Code::new(
    "hcl2::source::no-files",
    "The directory has no file whose name ends as those of configuration files do. Name the files themselves, or \
     another directory.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[INVALID_UTF8, UNREADABLE, NO_FILES];
