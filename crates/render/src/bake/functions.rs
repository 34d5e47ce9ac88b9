//! The functions of bake files.

use std::sync::Arc;

use hcl2_functions::{Host, standard};
use hcl2_model::FunctionTable;
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

/// Those of Terraform that bake files may call.
const OF_TERRAFORM: [&str; 18] = [
    "base64decode",
    "base64encode",
    "basename",
    "bcrypt",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "dirname",
    "md5",
    "rsadecrypt",
    "sha1",
    "sha256",
    "sha512",
    "timestamp",
    "urlencode",
    "uuidv4",
    "uuidv5",
];

/// Returns all functions that bake files may call.
pub(super) fn functions(host: &Arc<dyn Host>, home: Option<&str>) -> FunctionTable {
    let all = standard();
    let of_standard = all.iter().map(|function| match function.name() {
        "abs" => "absolute",
        "regexreplace" => "regex_replace",
        name => name,
    });
    let mut table = crate::functions::table(host, of_standard, OF_TERRAFORM);
    let home = home.map(str::to_owned);
    let own = [
        sanitize(),
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

fn sanitize() -> Function {
    Function::new("sanitize", |arguments, _| {
        let name = arguments[0].as_str().unwrap_or_default();
        let is_allowed = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
        let sanitized = name
            .chars()
            .map(|character| if is_allowed(character) { character } else { '_' });
        Ok(sanitized.collect::<String>().into())
    })
    .parameter(Parameter::new("text", Type::STRING))
    .returns(Type::STRING)
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
