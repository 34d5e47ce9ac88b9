//! Parsing of comma-separated values.

use std::collections::HashSet;

use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

use crate::support::{count_bytes, quoted, text};

/// Creates the function `csvdecode(str)`.
///
/// It parses comma-separated values: returns a list of objects, one for each row, with the columns as attributes.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let rows = hcl2_functions::csvdecode().call(&[Value::from("name,size\nbox,3\n")])?;
/// let first = &rows.elements().unwrap()[0];
/// assert_eq!(first.get("size"), Some(&Value::from("3")));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn csvdecode() -> Function {
    Function::metered("csvdecode", |arguments, _, meter| {
        let text = text(arguments, 0);
        let is_part = |byte: u8| matches!(byte, b',' | b'\n' | b'\r');
        meter.elements(2 * count_bytes(text, is_part))?;
        decode(text)
    })
        .describe("Parses comma-separated values: returns a list of objects, one for each row, with the columns as attributes.")
        .example("csvdecode(\"name,size\\nbox,3\\n\")", "[{name = \"box\", size = \"3\"}]")
        .parameter(Parameter::new("str", Type::STRING).describe("The rows, the first of which names the columns."))
        .returns_with_result(|_, _| Ok(Type::DYNAMIC))
        .never_null()
    .costs(0, 60)
}

fn decode(text: &str) -> Result<Value, FunctionError> {
    let mut reader = Reader { rest: text, line: 0 };
    let names = reader
        .record()?
        .ok_or_else(|| FunctionError::new("a first row with the names of the columns is required"))?;
    let mut seen = HashSet::new();
    for name in &names {
        if !seen.insert(name) {
            return Err(FunctionError::new("two columns have the same name")
                .revealing(format!("two columns have the name {}", quoted(name))));
        }
    }
    let names: Vec<hcl2_value::Str> = names.into_iter().map(hcl2_value::Str::from).collect();
    let element = Type::object(names.iter().map(|name| (name.clone(), Type::STRING)));
    let mut rows = Vec::new();
    while let Some(record) = reader.record()? {
        if record.len() != names.len() {
            return Err(problem(
                reader.line,
                &format!("there are {} values for {} columns", record.len(), names.len()),
            ));
        }
        let values = record.into_iter().map(Value::from);
        rows.push(Value::object(names.iter().cloned().zip(values)));
    }
    Value::list(element, rows).map_err(|error| FunctionError::new(error.to_string()))
}

fn problem(line: usize, what: &str) -> FunctionError {
    FunctionError::new(format!("line {line} is not valid CSV: {what}")).general()
}

struct Reader<'a> {
    rest: &'a str,
    /// The number of consumed lines.
    line: usize,
}

impl<'a> Reader<'a> {
    /// Returns the next line without its line break, and whether it has one.
    fn next_line(&mut self) -> Option<(&'a str, bool)> {
        if self.rest.is_empty() {
            return None;
        }
        self.line += 1;
        let (line, has_end) = match self.rest.split_once('\n') {
            Some((line, rest)) => {
                self.rest = rest;
                (line, true)
            }
            None => (std::mem::take(&mut self.rest), false),
        };
        Some((line.strip_suffix('\r').unwrap_or(line), has_end))
    }

    /// Returns the values of the next row that is not empty.
    fn record(&mut self) -> Result<Option<Vec<String>>, FunctionError> {
        let (mut line, mut has_end) = loop {
            match self.next_line() {
                None => return Ok(None),
                Some(("", _)) => {}
                Some(line) => break line,
            }
        };
        let mut values = Vec::new();
        loop {
            let Some(inside) = line.strip_prefix('"') else {
                let (value, rest) = match line.split_once(',') {
                    Some((value, rest)) => (value, Some(rest)),
                    None => (line, None),
                };
                if value.contains('"') {
                    return Err(problem(
                        self.line,
                        "a value that has a quote in it must be in quotes, and the quote in it doubled",
                    ));
                }
                values.push(value.to_owned());
                match rest {
                    Some(rest) => line = rest,
                    None => return Ok(Some(values)),
                }
                continue;
            };
            let mut value = String::new();
            line = inside;
            loop {
                let Some((before, after)) = line.split_once('"') else {
                    value.push_str(line);
                    let next = if has_end { self.next_line() } else { None };
                    if has_end {
                        value.push('\n');
                    }
                    match next {
                        Some(next) => (line, has_end) = next,
                        None => return Err(problem(self.line, "the closing quote of a value is missing")),
                    }
                    continue;
                };
                value.push_str(before);
                if let Some(rest) = after.strip_prefix('"') {
                    value.push('"');
                    line = rest;
                } else if after.is_empty() {
                    values.push(value);
                    return Ok(Some(values));
                } else if let Some(rest) = after.strip_prefix(',') {
                    values.push(value);
                    line = rest;
                    break;
                } else {
                    return Err(problem(
                        self.line,
                        "a closing quote must be followed by a comma or the end of the line; double a quote that is part of the value",
                    ));
                }
            }
        }
    }
}
