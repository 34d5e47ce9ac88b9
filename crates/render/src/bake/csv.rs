//! Comma-separated values of one line, in which a value may be in quotes.

/// Returns the fields of a line.
///
/// A field that starts with `"` ends with the next one; two of them stand for one.
pub(super) fn fields(line: &str, separator: char) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut field = String::new();
            let mut left = quoted;
            loop {
                let Some((before, after)) = left.split_once('"') else {
                    return Err(format!("the closing quote is missing in `{line}`"));
                };
                field.push_str(before);
                match after.strip_prefix('"') {
                    Some(after) => {
                        field.push('"');
                        left = after;
                    }
                    None => {
                        left = after;
                        break;
                    }
                }
            }
            fields.push(field);
            match left.strip_prefix(separator) {
                Some(after) => rest = after,
                None if left.is_empty() => return Ok(fields),
                None => {
                    return Err(format!(
                        "expected `{separator}` after the closing quote in `{line}`"
                    ));
                }
            }
        } else {
            let (field, after) = match rest.split_once(separator) {
                Some((field, after)) => (field, Some(after)),
                None => (rest, None),
            };
            if field.contains('"') {
                return Err(format!("a quote is inside of an unquoted value in `{line}`"));
            }
            fields.push(field.to_owned());
            match after {
                Some(after) => rest = after,
                None => return Ok(fields),
            }
        }
    }
}
