//! The functions of Terraform 1.11.
//!
//! [`functions`] returns the functions of values. `try`, `can` and `templatestring` are functions of expressions, and
//! [`templatefile`] needs a renderer of templates; the crate `hcl2` creates a table with all of them.
//!
//! Sensitive values have the [`sensitive_mark`], and ephemeral ones the [`ephemeral_mark`].
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//! use hcl2_functions::{NoHost, terraform};
//! use hcl2_value::Value;
//!
//! let functions = terraform::functions(&(Arc::new(NoHost) as _));
//! let cidrhost = functions.iter().find(|function| function.name() == "cidrhost").unwrap();
//! assert_eq!(cidrhost.call(&[Value::from("10.0.0.0/8"), Value::from(-1)])?, Value::from("10.255.255.255"));
//! # Ok::<(), hcl2_value::FunctionError>(())
//! ```

mod assume;
mod charset;
mod code_pages;
mod collection;
mod conversion;
#[cfg(feature = "rsa")]
mod decryption;
mod deflate;
mod encoding;
mod filesystem;
mod glob;
mod hash;
mod hz;
mod network;
mod opentofu;
mod random;
mod sensitivity;
mod string;
mod time;
mod yaml;

use std::sync::Arc;

use hcl2_value::Function;

pub use collection::{
    alltrue, anytrue, coalesce, contains, index, length, lookup, matchkeys, merge, one, strict_element, sum,
    transpose,
};
pub use conversion::{tobool, tolist, tomap, tonumber, toset, tostring};
#[cfg(feature = "rsa")]
pub use decryption::rsadecrypt;
pub use encoding::{base64decode, base64encode, base64gzip, textdecodebase64, textencodebase64, urlencode};
pub use filesystem::{MISSING_FILE, REFUSED_FILE, UNREADABLE_FILE};
pub use filesystem::{
    Render, abspath, basename, dirname, file, file_hashes, filebase64, fileexists, fileset, pathexpand,
    templatefile,
};
pub use hash::{base64sha256, base64sha512, md5, sha1, sha256, sha512, uuidv5};
pub use network::{cidrhost, cidrnetmask, cidrsubnet, cidrsubnets, wide_cidrsubnets};
pub use opentofu::opentofu_functions;
#[cfg(feature = "bcrypt")]
pub use random::bcrypt;
pub use random::uuid;
pub use sensitivity::{
    cautious_issensitive, certain_issensitive, ephemeral_mark, ephemeralasnull, issensitive, nonsensitive,
    sensitive, sensitive_mark, strict_nonsensitive,
};
pub use string::{endswith, formats_of_typed_values, replace, startswith, strcontains, with_exact_names};
pub use time::{plantimestamp, timecmp, timestamp};
pub use yaml::{yamldecode, yamldecode_merging_sequences, yamldecode_with_old_integers, yamlencode};

use crate::host::Host;

/// The functions whose results are not known before Terraform applies a plan: each call has another one.
pub const UNPREDICTABLE: [&str; 3] = ["bcrypt", "timestamp", "uuid"];

/// The standard functions that Terraform has with the same name and meaning.
const STANDARD: &[&str] = &[
    "abs",
    "ceil",
    "chomp",
    "chunklist",
    "coalescelist",
    "compact",
    "concat",
    "csvdecode",
    "distinct",
    "element",
    "flatten",
    "floor",
    "format",
    "formatdate",
    "formatlist",
    "indent",
    "join",
    "jsondecode",
    "jsonencode",
    "keys",
    "log",
    "lower",
    "max",
    "merge",
    "min",
    "parseint",
    "pow",
    "range",
    "regex",
    "regexall",
    "setintersection",
    "setproduct",
    "setsubtract",
    "setunion",
    "signum",
    "slice",
    "sort",
    "split",
    "substr",
    "timeadd",
    "title",
    "trim",
    "trimprefix",
    "trimspace",
    "trimsuffix",
    "upper",
    "values",
    "zipmap",
];

/// Returns the functions of Terraform 1.11 that take values, sorted by name.
///
/// `host` provides files, the clock and random bytes. `bcrypt` and `rsadecrypt` require the features `bcrypt` and `rsa`.
#[must_use]
pub fn functions(host: &Arc<dyn Host>) -> Vec<Function> {
    let mut all: Vec<Function> = crate::standard()
        .into_iter()
        .filter(|function| STANDARD.contains(&function.name()))
        .collect();
    all.extend([
        alltrue(),
        anytrue(),
        coalesce(),
        contains(),
        index(),
        length(),
        lookup(),
        matchkeys(),
        one(),
        crate::reverselist()
            .named("reverse")
            .example("reverse([1, 2])", "[2, 1]"),
        sum(),
        transpose(),
    ]);
    all.extend([tobool(), tolist(), tomap(), tonumber(), toset(), tostring()]);
    all.extend([
        base64decode(),
        base64encode(),
        base64gzip(),
        textdecodebase64(),
        textencodebase64(),
        urlencode(),
        yamldecode(),
        yamlencode(),
    ]);
    all.extend([
        base64sha256(),
        base64sha512(),
        md5(),
        sha1(),
        sha256(),
        sha512(),
        uuidv5(),
    ]);
    all.extend([cidrhost(), cidrnetmask(), cidrsubnet(), cidrsubnets()]);
    all.extend([ephemeralasnull(), issensitive(), nonsensitive(), sensitive()]);
    all.extend([
        endswith(),
        replace(),
        startswith(),
        strcontains(),
        crate::reverse()
            .named("strrev")
            .example("strrev(\"abc\")", "\"cba\""),
    ]);
    all.extend([timecmp(), basename(), dirname()]);
    #[cfg(feature = "rsa")]
    all.push(rsadecrypt());
    all.extend(host_functions(host));
    all.sort_by_key(Function::name);
    all
}

/// Returns those of [`functions`] that ask the host, in no defined order.
#[must_use]
pub fn host_functions(host: &Arc<dyn Host>) -> Vec<Function> {
    let mut all = vec![
        timestamp(host),
        plantimestamp(host),
        abspath(host),
        file(host),
        filebase64(host),
        fileexists(host),
        fileset(host),
        pathexpand(host),
        uuid(host),
    ];
    all.extend(file_hashes(host));
    #[cfg(feature = "bcrypt")]
    all.push(bcrypt(host));
    all
}
