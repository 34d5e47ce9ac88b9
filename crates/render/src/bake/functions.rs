//! The functions of bake files.

use std::sync::Arc;

use hcl2_ext::functions::{can_function, convert_function, try_function};
use hcl2_functions::{Host, standard, terraform};
use hcl2_model::FunctionTable;
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

/// Functions that have other names elsewhere, with these.
const RENAMED: [(&str, &str); 2] = [("absolute", "abs"), ("regex_replace", "regexreplace")];

/// Those of Terraform that bake files may call.
const OF_TERRAFORM: [&str; 17] = [
    "base64decode",
    "base64encode",
    "bcrypt",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "md5",
    "rsadecrypt",
    "sha1",
    "sha256",
    "sha512",
    "timestamp",
    "urlencode",
    "uuid",
    "uuidv5",
    "strlen",
];

/// Returns all functions that bake files may call.
pub(super) fn functions(host: &Arc<dyn Host>, home: Option<&str>) -> FunctionTable {
    let mut table = FunctionTable::new();
    for function in standard() {
        let renamed = RENAMED.iter().find(|(_, own)| *own == function.name());
        let name = renamed.map_or(function.name(), |(name, _)| name);
        table.insert(name, function.named(name));
    }
    for function in terraform::functions(host) {
        if OF_TERRAFORM.contains(&function.name()) {
            let name = if function.name() == "uuid" {
                "uuidv4"
            } else {
                function.name()
            };
            table.insert(name, function.named(name));
        }
    }
    table.insert("try", try_function());
    table.insert("can", can_function());
    table.insert("convert", convert_function());
    let home = home.map(str::to_owned);
    let own = [
        text("basename", |path| base(path).to_owned()),
        text("dirname", dir),
        text("sanitize", |name| {
            let is_allowed = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
            name.chars()
                .map(|character| if is_allowed(character) { character } else { '_' })
                .collect()
        }),
        byteslen(),
        bytesslice(),
        indexof(),
        Function::new("homedir", move |_, _| {
            let home = home.as_deref();
            home.map(Value::from).ok_or_else(|| {
                FunctionError::new("the home directory is not known: allow `HOME` of the environment")
            })
        })
        .returns(Type::STRING),
    ];
    for function in own
        .into_iter()
        .chain(super::time::functions())
        .chain([super::versions::semvercmp()])
    {
        table.insert(function.name(), function);
    }
    table
}

fn text(name: &'static str, change: fn(&str) -> String) -> Function {
    Function::new(name, move |arguments, _| {
        Ok(change(arguments[0].as_str().unwrap_or_default()).into())
    })
    .parameter(Parameter::new("text", Type::STRING))
    .returns(Type::STRING)
}

/// Returns the last part of a path with slashes.
fn base(path: &str) -> &str {
    if path.is_empty() {
        return ".";
    }
    let path = path.trim_end_matches('/');
    if path.is_empty() {
        return "/";
    }
    path.rsplit_once('/').map_or(path, |(_, last)| last)
}

/// Returns all but the last part of a path with slashes, without what is not needed in it.
fn dir(path: &str) -> String {
    clean(
        path.rsplit_once('/')
            .map_or("", |(start, _)| if start.is_empty() { "/" } else { start }),
    )
}

/// Returns the shortest path with slashes that is equal to one.
///
/// `..` at the start of an absolute path is removed, and nothing is `.`.
pub(super) fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(last) if *last != ".." => {
                    parts.pop();
                }
                _ if is_absolute => {}
                _ => parts.push(".."),
            },
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

fn byteslen() -> Function {
    Function::new("byteslen", |arguments, _| {
        let length = arguments[0].as_str().unwrap_or_default().len();
        Ok(i64::try_from(length).unwrap_or(i64::MAX).into())
    })
    .parameter(Parameter::new("text", Type::STRING))
    .returns(Type::NUMBER)
}

fn bytesslice() -> Function {
    Function::new("bytesslice", |arguments, _| {
        let text = arguments[0].as_str().unwrap_or_default();
        let number = |position: usize| {
            arguments[position]
                .as_number()
                .and_then(|number| number.to_string().parse::<usize>().ok())
        };
        let (Some(start), Some(length)) = (number(1), number(2)) else {
            return Err(FunctionError::new(
                "the offset and the length are whole numbers from 0",
            ));
        };
        let slice = start.checked_add(length).and_then(|end| text.get(start..end));
        slice
            .map(Value::from)
            .ok_or_else(|| FunctionError::new("the slice is not within the text, or splits a character"))
    })
    .parameter(Parameter::new("text", Type::STRING))
    .parameter(Parameter::new("offset", Type::NUMBER))
    .parameter(Parameter::new("length", Type::NUMBER))
    .returns(Type::STRING)
}

fn indexof() -> Function {
    Function::new("indexof", |arguments, _| {
        let Some(items) = arguments[0].elements() else {
            return Err(FunctionError::for_argument(0, "expected a list or a tuple"));
        };
        let found = items.iter().position(|item| item == &arguments[1]);
        let found = found.and_then(|position| i64::try_from(position).ok());
        found
            .map(Value::from)
            .ok_or_else(|| FunctionError::new("the list has no such element"))
    })
    .parameter(Parameter::new("list", Type::DYNAMIC))
    .parameter(Parameter::new("value", Type::DYNAMIC))
    .returns(Type::NUMBER)
}
