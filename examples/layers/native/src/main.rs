//! The native layer alone: lists the references of a file, evaluates it and formats it.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

use std::sync::Arc;

use hcl2_native::diagnostics::Source;
use hcl2_native::model::{Body, EvalContext};
use hcl2_native::value::Value;
use hcl2_native::{NativeBody, format, parse_file};

const TEXT: &str = "greeting=\"hello, ${name}\"\nsum = [for n in [1,2,3]: n*factor]\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in report(TEXT)? {
        println!("{line}");
    }
    Ok(())
}

fn report(text: &str) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let source = Source::new("app.hcl", text)?;
    let parsed = parse_file(&source);
    let Some(root) = parsed.value.root().body() else {
        return Ok(vec!["not a file".to_owned()]);
    };
    let body = NativeBody::new(Arc::clone(&parsed.value), root);
    let mut context = EvalContext::new();
    for variable in body
        .variables()
        .iter()
        .filter_map(|variable| variable.root_name().cloned())
    {
        let value = if variable == *"name" {
            Value::from("you")
        } else {
            Value::from(2)
        };
        context.set_variable(&variable, value);
    }
    let mut lines = Vec::new();
    for attribute in body.attributes().value {
        let value = attribute.expression.evaluate(Some(&context)).value;
        lines.push(format!("{} is a {}", attribute.name, value.ty()));
    }
    let formatted = String::from_utf8(format(text.as_bytes()))?;
    lines.extend(formatted.lines().map(str::to_owned));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_evaluated_and_laid_out() {
        assert_eq!(
            report(TEXT).unwrap(),
            [
                "greeting is a string",
                "sum is a tuple([number,number,number])",
                "greeting = \"hello, ${name}\"",
                "sum      = [for n in [1, 2, 3] : n * factor]",
            ]
        );
    }
}
