//! Files and their bytes.

use crate::Code;

/// Bytes that are not UTF-8.
pub const INVALID_UTF8: Code = Code::new(
    "hcl2::source::invalid-utf8",
    "The file is not UTF-8 text. Save it in that encoding; the range shows the first invalid bytes. A file that is \
     encrypted, binary or UTF-16 has no other problems.",
);

/// A file that cannot be read.
pub const UNREADABLE: Code = Code::new(
    "hcl2::source::unreadable",
    "The file does not exist, cannot be read, or is too large. The message says which.",
);

/// A file that cannot be written.
pub const UNWRITABLE: Code = Code::new(
    "hcl2::source::unwritable",
    "The file cannot be written: its directory does not exist, or the permission is missing. The message says which.",
);

/// A directory without configuration files.
pub const NO_FILES: Code = Code::new(
    "hcl2::source::no-files",
    "The directory has no file with the extension of a configuration file. Name the files themselves, or another \
     directory.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[INVALID_UTF8, UNREADABLE, UNWRITABLE, NO_FILES];
