//! Functions of files, which the [`Host`] provides, and of paths.

use std::collections::HashSet;
use std::sync::Arc;

use hcl2_value::{ErrorCause, Fields, Function, FunctionError, Meter, Parameter, Type, Value};

use super::encoding::to_base64;
use super::glob::{self, Part};
use super::hash::{self, Hash};
use crate::host::{FileKind, Host, HostError};
use crate::support::{bare, fields, quoted, text};

fn path_parameter() -> Parameter {
    Parameter::new("path", Type::STRING).describe("The path of the file.")
}

/// Converts an error of the host to one of the path in the first argument.
/// The causes of errors of functions that read files: there is none, the host does not show it, or reading it fails.
pub const MISSING_FILE: ErrorCause = ErrorCause("missing file");
/// See [`MISSING_FILE`].
pub const REFUSED_FILE: ErrorCause = ErrorCause("refused file");
/// See [`MISSING_FILE`].
pub const UNREADABLE_FILE: ErrorCause = ErrorCause("unreadable file");

fn denied(path: &str, what: &str, error: &HostError) -> FunctionError {
    let cause = match error.is_refusal() {
        true => REFUSED_FILE,
        false => UNREADABLE_FILE,
    };
    FunctionError::for_argument(0, format!("the {what} cannot be read"))
        .revealing(format!("the {what} {} cannot be read: {error}", quoted(path)))
        .caused_by(cause)
}

/// Replaces `~` at the start of a path by the home directory.
fn expanded(host: &dyn Host, path: &str) -> Result<String, FunctionError> {
    let Some(rest) = path.strip_prefix('~') else {
        return Ok(path.to_owned());
    };
    if !rest.is_empty() && !rest.starts_with(['/', '\\']) {
        let message =
            "the home directories of other users are not known; a path starts with ~ alone or with ~/";
        return Err(FunctionError::for_argument(0, message));
    }
    let home = host
        .home()
        .map_err(|error| FunctionError::for_argument(0, error.to_string()))?;
    Ok(if rest.is_empty() {
        home
    } else {
        clean(&format!("{home}/{rest}"))
    })
}

/// How many steps it takes to normalise 64 bytes of a path.
const READING: u32 = 4;

/// Returns the normalised path for the host: `..` removes the component before it, even if that is a link or missing.
fn asked(host: &dyn Host, path: &str) -> Result<String, FunctionError> {
    expanded(host, path).map(|path| clean(&path))
}

fn read(host: &dyn Host, path: &str) -> Result<Vec<u8>, FunctionError> {
    host.read(&asked(host, path)?)
        .map_err(|error| denied(path, "file", &error))
}

/// Returns the content of a file as a string.
fn read_text(host: &dyn Host, path: &str) -> Result<String, FunctionError> {
    String::from_utf8(read(host, path)?).map_err(|_| {
        FunctionError::for_argument(0, "the file is not valid UTF-8; filebase64 reads any bytes").revealing(
            format!(
                "the file {} is not valid UTF-8; filebase64 reads any bytes",
                quoted(path)
            ),
        )
    })
}

fn of_file(
    name: &'static str,
    description: &'static str,
    host: &Arc<dyn Host>,
    compute: fn(&dyn Host, &str) -> Result<String, FunctionError>,
) -> Function {
    with_host(name, description, host, path_parameter(), compute)
}

/// Creates a function from a path to a string that uses the host.
fn with_host(
    name: &'static str,
    description: &'static str,
    host: &Arc<dyn Host>,
    path: Parameter,
    compute: fn(&dyn Host, &str) -> Result<String, FunctionError>,
) -> Function {
    let host = Arc::clone(host);
    Function::new(name, move |arguments, _| {
        compute(&*host, text(arguments, 0)).map(Value::from)
    })
    .describe(description)
    .parameter(path)
    .returns(Type::STRING)
    .never_null()
    .costs(0, READING)
}

/// Creates the function `file(path)`.
///
/// It returns the content of a file, which must be valid UTF-8.
#[must_use]
pub fn file(host: &Arc<dyn Host>) -> Function {
    of_file(
        "file",
        "Returns the content of a file, which must be valid UTF-8.",
        host,
        read_text,
    )
    .example("file(\"greeting.txt\")", "\"hello\"")
}

/// Creates the function `filebase64(path)`.
///
/// It returns the content of a file in Base64.
#[must_use]
pub fn filebase64(host: &Arc<dyn Host>) -> Function {
    of_file(
        "filebase64",
        "Returns the content of a file in Base64.",
        host,
        |host, path| read(host, path).map(|bytes| to_base64(&bytes)),
    )
    .example("filebase64(\"greeting.txt\")", "\"aGVsbG8=\"")
}

fn hashed(name: &'static str, description: &'static str, host: &Arc<dyn Host>, hash: Hash) -> Function {
    let host = Arc::clone(host);
    Function::new(name, move |arguments, _| {
        read(&*host, text(arguments, 0)).map(|bytes| Value::from(hash(&bytes)))
    })
    .describe(description)
    .parameter(path_parameter())
    .returns(Type::STRING)
    .never_null()
    .costs(0, READING)
}

/// Creates a function for the hash of a file.
#[must_use]
pub fn file_hashes(host: &Arc<dyn Host>) -> Vec<Function> {
    vec![
        hashed(
            "filebase64sha256",
            "Returns the SHA-256 hash of a file in Base64.",
            host,
            hash::sha256_base64,
        ).example("filebase64sha256(\"greeting.txt\")", "\"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=\""),
        hashed(
            "filebase64sha512",
            "Returns the SHA-512 hash of a file in Base64.",
            host,
            hash::sha512_base64,
        ).example("filebase64sha512(\"greeting.txt\")", "\"m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==\""),
        hashed(
            "filemd5",
            "Returns the MD5 hash of a file in hexadecimal.",
            host,
            hash::md5_hex,
        ).example("filemd5(\"greeting.txt\")", "\"5d41402abc4b2a76b9719d911017c592\""),
        hashed(
            "filesha1",
            "Returns the SHA-1 hash of a file in hexadecimal.",
            host,
            hash::sha1_hex,
        ).example("filesha1(\"greeting.txt\")", "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\""),
        hashed(
            "filesha256",
            "Returns the SHA-256 hash of a file in hexadecimal.",
            host,
            hash::sha256_hex,
        ).example("filesha256(\"greeting.txt\")", "\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\""),
        hashed(
            "filesha512",
            "Returns the SHA-512 hash of a file in hexadecimal.",
            host,
            hash::sha512_hex,
        ).example("filesha512(\"greeting.txt\")", "\"9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043\""),
    ]
}

/// Creates the function `fileexists(path)`.
///
/// It returns whether a file exists at a path. A directory is an error.
#[must_use]
pub fn fileexists(host: &Arc<dyn Host>) -> Function {
    let host = Arc::clone(host);
    Function::new("fileexists", move |arguments, _| {
        let path = text(arguments, 0);
        let wrong = |what: &str| {
            FunctionError::for_argument(0, format!("the path is that of {what}, not of a file")).general()
        };
        let kind = host
            .kind(&asked(&*host, path)?)
            .map_err(|error| denied(path, "file", &error))?;
        match kind {
            None => Ok(Value::from(false)),
            Some(FileKind::File) => Ok(Value::from(true)),
            Some(FileKind::Directory) => Err(wrong("a directory")),
            Some(FileKind::Other) => Err(wrong("a device or the like")),
        }
    })
    .describe("Returns whether a file exists at a path. A directory is an error.")
    .example("fileexists(\"missing.txt\")", "false")
    .parameter(path_parameter())
    .returns(Type::BOOL)
    .never_null()
}

/// Maximum number of directories and names that `fileset` visits.
const MAX_ENTRIES: usize = 1_000_000;

/// Creates the function `fileset(path, pattern)`.
///
/// It returns the set of the files in a directory whose relative paths match a pattern.
///
/// In the pattern `*` stands for any characters of a name, `?` for one, `[a-z]` for one of a class, `{a,b}` for one of
/// several alternatives, and `**` for any directories.
#[must_use]
pub fn fileset(host: &Arc<dyn Host>) -> Function {
    let host = Arc::clone(host);
    Function::metered("fileset", move |arguments, _, meter| {
        let (path, pattern) = (text(arguments, 0), text(arguments, 1));
        let root = asked(&*host, path)?;
        let kind = host
            .kind(&root)
            .map_err(|error| denied(path, "directory", &error))?;
        // A missing directory has no files.
        let patterns = match kind {
            None => Vec::new(),
            Some(_) => glob::parse(pattern).map_err(|problem| FunctionError::for_argument(1, problem))?,
        };
        let mut search = Search { host: &*host, path, root: &root, found: Vec::new(), looked_at: 0 };
        for parts in &patterns {
            search.run(parts, meter)?;
        }
        let found = search.found.into_iter().map(Value::from);
        Value::set(Type::STRING, found).map_err(|error| FunctionError::new(error.to_string()))
    })
    .describe("Returns the set of the files in a directory whose relative paths match a pattern.")
    .example("fileset(\".\", \"*.txt\")", "[\"greeting.txt\"]")
    .parameter(Parameter::new("path", Type::STRING).describe("The path of the directory."))
    .parameter(Parameter::new("pattern", Type::STRING).describe(
        "The pattern: `*` matches any characters of a name, `?` one character, `[a-z]` a class, `{a,b}` an alternative, and `**` any directories.",
    ))
    .returns(Type::set(Type::STRING))
    .never_null()
}

/// The steps that asking the host about a path takes.
const STEPS_A_PATH: usize = 32;

struct Search<'a> {
    host: &'a dyn Host,
    /// The directory as it was passed.
    path: &'a str,
    root: &'a str,
    found: Vec<String>,
    looked_at: usize,
}

impl Search<'_> {
    /// Finds the files that match the components of a pattern.
    fn run(&mut self, parts: &[Part], meter: &mut Meter<'_>) -> Result<(), FunctionError> {
        let path = self.path;
        let refused = |error: HostError| denied(path, "directory", &error);
        // The paths of directories from the root, and the remaining components to match below them: `**` leads to the same ones
        // in several ways.
        let mut open = vec![(String::new(), 0)];
        let mut seen = HashSet::new();
        while let Some((directory, index)) = open.pop() {
            let Some(part) = parts.get(index) else { continue };
            if !seen.insert((directory.clone(), index)) {
                continue;
            }
            self.count(1, 0, meter)?;
            let is_last = index + 1 == parts.len();
            if let Part::Name(name) = part {
                let path = joined(&directory, name);
                match self.host.kind(&self.full(&path)).map_err(refused)? {
                    Some(FileKind::File) if is_last => self.found.push(path),
                    Some(FileKind::Directory) if !is_last => open.push((path, index + 1)),
                    _ => {}
                }
                continue;
            }
            if self.host.kind(&self.full(&directory)).map_err(refused)? != Some(FileKind::Directory) {
                continue;
            }
            let entries = self.host.entries(&self.full(&directory)).map_err(refused)?;
            let items = match part {
                Part::Pattern(items) => items.len(),
                _ => 0,
            };
            self.count(entries.len(), items, meter)?;
            if matches!(part, Part::AnyDirectories) && !is_last {
                open.push((directory.clone(), index + 1));
            }
            for entry in entries {
                let path = joined(&directory, &entry.name);
                let is_match = match part {
                    Part::Pattern(items) => glob::matches(items, &entry.name),
                    _ => true,
                };
                match (part, entry.kind) {
                    (Part::AnyDirectories, FileKind::Directory) => open.push((path, index)),
                    (_, FileKind::File) if is_match && is_last => self.found.push(path),
                    (Part::Pattern(_), FileKind::Directory) if is_match && !is_last => {
                        open.push((path, index + 1));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Counts `names` that are compared with a component of `items` characters, stars and classes.
    fn count(&mut self, names: usize, items: usize, meter: &mut Meter<'_>) -> Result<(), FunctionError> {
        meter.steps(names.saturating_mul(STEPS_A_PATH.saturating_add(items)))?;
        self.looked_at += names;
        if self.looked_at > MAX_ENTRIES {
            let problem = "the pattern leads to more than 1,000,000 files and directories";
            return Err(denied(self.path, "directory", &HostError::new(problem)));
        }
        Ok(())
    }

    fn full(&self, path: &str) -> String {
        if path.is_empty() {
            self.root.to_owned()
        } else {
            joined(self.root, path)
        }
    }
}

fn joined(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        _ if directory.ends_with('/') => format!("{directory}{name}"),
        _ => format!("{directory}/{name}"),
    }
}

/// Returns the shortest equivalent path, without access to files.
fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if matches!(parts.last(), Some(last) if *last != "..") => drop(parts.pop()),
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (is_absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

fn of_path(name: &'static str, description: &'static str, compute: fn(&str) -> String) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(Value::from(compute(text(arguments, 0))))
    })
    .describe(description)
    .parameter(Parameter::new("path", Type::STRING).describe("The path, which need not exist."))
    .returns(Type::STRING)
    .never_null()
}

/// Creates the function `basename(path)`.
///
/// It returns the last component of a path.
#[must_use]
pub fn basename() -> Function {
    of_path("basename", "Returns the last component of a path.", |path| {
        let path_without_end = path.trim_end_matches('/');
        match path_without_end.rsplit('/').next() {
            Some("") | None if path.is_empty() => ".".to_owned(),
            Some("") | None => "/".to_owned(),
            Some(last) => last.to_owned(),
        }
    })
    .example("basename(\"a/b.txt\")", "\"b.txt\"")
}

/// Creates the function `dirname(path)`.
///
/// It returns a path without its last component.
#[must_use]
pub fn dirname() -> Function {
    of_path("dirname", "Returns a path without its last component.", |path| {
        clean(path.rfind('/').map_or("", |slash| &path[..=slash]))
    })
    .example("dirname(\"a/b.txt\")", "\"a\"")
}

fn of_host_path(
    name: &'static str,
    description: &'static str,
    host: &Arc<dyn Host>,
    compute: fn(&dyn Host, &str) -> Result<String, FunctionError>,
) -> Function {
    let path = Parameter::new("path", Type::STRING).describe("The path, which need not exist.");
    with_host(name, description, host, path, compute)
}

/// Creates the function `abspath(path)`.
///
/// It returns the absolute path, in its shortest form.
#[must_use]
pub fn abspath(host: &Arc<dyn Host>) -> Function {
    let description = "Returns the absolute path, in its shortest form.";
    of_host_path("abspath", description, host, |host, path| {
        let absolute = host
            .absolute(path)
            .map_err(|error| FunctionError::for_argument(0, error.to_string()))?;
        Ok(clean(&absolute))
    })
    .example("abspath(\"a/../b\")", "\"/work/b\"")
}

/// Creates the function `pathexpand(path)`.
///
/// It replaces `~` at the start of a path by the user's home directory.
#[must_use]
pub fn pathexpand(host: &Arc<dyn Host>) -> Function {
    let description = "Replaces `~` at the start of a path by the user's home directory.";
    of_host_path("pathexpand", description, host, expanded)
        .example("pathexpand(\"~/.ssh\")", "\"/home/you/.ssh\"")
}

/// A renderer of templates, with the name for messages, the template and its variables as arguments.
pub type Render =
    Arc<dyn Fn(&str, &str, Fields<'_>, &mut Meter<'_>) -> Result<Value, FunctionError> + Send + Sync>;

/// Creates the function `templatefile(path, vars)`.
///
/// It renders a template in a file. In Terraform, the template cannot call `templatefile` or `templatestring`.
///
/// The application provides the renderer, since templates belong to a syntax.
#[must_use]
pub fn templatefile(host: &Arc<dyn Host>, render: Render) -> Function {
    let host = Arc::clone(host);
    Function::metered("templatefile", move |arguments, _, meter| {
        let path = text(arguments, 0);
        let template = read_text(&*host, path)?;
        let variables = fields(bare(&arguments[1])).ok_or_else(not_variables)?;
        Ok(render(path, &template, variables, meter)?.with_marks(&arguments[1].marks()))
    })
    .describe("The result of a template in a file.")
    .example(
        "templatefile(\"greeting.tftpl\", {name = \"you\"})",
        "\"hello, you\"",
    )
    .parameter(Parameter::new("path", Type::STRING).describe("The path of the file with the template."))
    .parameter(
        Parameter::new("vars", Type::DYNAMIC)
            .describe("The variables of the template: an object or a map.")
            .allow_marked(),
    )
    .returns_with_result(|arguments, _| {
        let ty = arguments[1].ty();
        if ty.is_object() || ty.is_map() || ty.is_dynamic() {
            return Ok(Type::DYNAMIC);
        }
        Err(not_variables())
    })
}

fn not_variables() -> FunctionError {
    FunctionError::for_argument(1, "the variables must be given as an object or a map")
}
