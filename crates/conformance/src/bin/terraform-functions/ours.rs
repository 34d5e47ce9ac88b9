//! Our results, and the files for the functions that read files.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use hcl2::DirectoryHost;
use hcl2::diagnostics::{self, SourceMap};
use hcl2::model::EvalContext;
use hcl2::terraform::table::Version;
use hcl2::terraform::versioned_functions;
use hcl2::value::{Type, TypeKind};

/// The directory that `~` denotes on both sides.
pub(crate) const HOME: &str = "/home/someone";

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Error,
    /// An unknown value, for example of a null without a type.
    Unknown,
    Value {
        /// The type of the value as printed by `terraform console`, without spaces.
        ty: String,
        json: String,
    },
}

impl Answer {
    /// Reads the text of a record: a type and JSON, `error` or `unknown`.
    pub(crate) fn recorded(text: &str) -> Self {
        match text.split_once('\t') {
            Some((ty, json)) => Self::Value {
                ty: ty.to_owned(),
                json: json.to_owned(),
            },
            None if text == "unknown" => Self::Unknown,
            None => Self::Error,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error => f.write_str("error"),
            Self::Unknown => f.write_str("unknown"),
            Self::Value { ty, json } => write!(f, "{ty}\t{json}"),
        }
    }
}

const FILES: &[(&str, &[u8])] = &[
    ("hello.txt", b"hello\n"),
    ("empty.txt", b""),
    ("binary.dat", b"\xff\xfe\x00"),
    ("\u{e9}.txt", "\u{e9}".as_bytes()),
    ("dir/a.txt", b"A"),
    ("dir/b.txt", b"B"),
    ("dir/sub/c.md", b"C"),
    ("dir/sub/a.txt", b"D"),
    ("t.tftpl", b"hi ${n}!"),
    ("wrap.tftpl", b"${n}"),
    ("loop.tftpl", b"%{ for i in n ~}\n- ${i}\n%{ endfor ~}\n"),
    ("recursive.tftpl", b"${templatefile(\"t.tftpl\", {n = n})}"),
    ("bad.tftpl", b"a ${"),
    ("unused.tftpl", b"%{ if false }${m}%{ endif }x"),
    ("keys/pkcs1.pem", include_bytes!("../../../data/keys/pkcs1.pem")),
    ("keys/pkcs8.pem", include_bytes!("../../../data/keys/pkcs8.pem")),
    (
        "keys/openssh.pem",
        include_bytes!("../../../data/keys/openssh.pem"),
    ),
    (
        "keys/ed25519.pem",
        include_bytes!("../../../data/keys/ed25519.pem"),
    ),
    (
        "keys/pkcs1-password.pem",
        include_bytes!("../../../data/keys/pkcs1-password.pem"),
    ),
    (
        "keys/openssh-password.pem",
        include_bytes!("../../../data/keys/openssh-password.pem"),
    ),
    ("functions.tftpl", b"${upper(n)} ${core::lower(\"A\")}"),
];

/// Writes the files for the functions that read files.
pub(crate) fn write_files(directory: &Path) -> std::io::Result<()> {
    for (name, content) in FILES {
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, content)?;
    }
    Ok(())
}

/// Returns a context with the functions of a version for the files in a directory.
pub(crate) fn context(directory: &Path, version: Version) -> Result<EvalContext<'static>, hcl2::Error> {
    let host = DirectoryHost::new(directory)?.home(HOME);
    let mut context = EvalContext::new();
    context.allow_variables();
    context.set_functions(versioned_functions(version, &(Arc::new(host) as _)));
    context.set_rules(version.rules());
    Ok(context)
}

/// Returns the expression that both sides evaluate for a call; it fails for a value without JSON.
pub(crate) fn encoded(call: &str) -> String {
    format!("nonsensitive(jsonencode({{v = {call}}}))")
}

/// Returns the result of a call, and the messages if it fails.
pub(crate) fn evaluate(call: &str, context: &EvalContext<'_>) -> (Answer, Vec<String>) {
    let run = |text: &str| {
        let mut sources = SourceMap::new();
        let source = sources
            .add("<call>", text)
            .map_err(|error| vec![error.to_string()])?;
        let shown = |problems: &diagnostics::Diagnostics| -> Vec<String> {
            problems
                .iter()
                .map(|problem| problem.detail.to_string())
                .collect()
        };
        let expression = hcl2::ParseOptions::new()
            .parse_expression(&source)
            .into_result()
            .map_err(|problems| shown(&problems))?;
        let diagnostics::Outcome {
            value,
            diagnostics: problems,
        } = expression.evaluate(Some(context));
        if problems.has_errors() {
            Err(shown(&problems))
        } else {
            Ok(value)
        }
    };
    let both = run(&encoded(call)).and_then(|json| Ok((json, run(call)?)));
    match both {
        Ok((json, value)) => match json.as_str() {
            Some(json) => {
                let (ty, json) = (type_text(value.ty()), json.to_owned());
                (Answer::Value { ty, json }, Vec::new())
            }
            None => (Answer::Unknown, Vec::new()),
        },
        Err(messages) => (Answer::Error, messages),
    }
}

/// Returns a type as printed by `terraform console`, without spaces.
fn type_text(ty: &Type) -> String {
    let all = |parts: Vec<String>| parts.concat();
    match ty.kind() {
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Number => "number".to_owned(),
        TypeKind::String => "string".to_owned(),
        TypeKind::Dynamic => "dynamic".to_owned(),
        TypeKind::List(element) => format!("list({})", type_text(element)),
        TypeKind::Set(element) => format!("set({})", type_text(element)),
        TypeKind::Map(element) => format!("map({})", type_text(element)),
        TypeKind::Tuple(types) => {
            format!(
                "tuple([{}])",
                all(types.iter().map(|ty| format!("{},", type_text(ty))).collect())
            )
        }
        TypeKind::Object(object) => {
            let attributes = object.iter().map(|(name, ty)| {
                let name: String = name.split_whitespace().collect();
                format!("{name}:{},", type_text(ty))
            });
            format!("object({{{}}})", all(attributes.collect()))
        }
        TypeKind::Capsule(capsule) => capsule.name().to_owned(),
    }
}
