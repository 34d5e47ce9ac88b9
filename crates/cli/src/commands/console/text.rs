//! Values as the console prints them: native syntax, in which lists, sets and maps are distinct from tuples and objects.

use hcl2::functions::terraform::ephemeral_mark;
use hcl2::model::Quoted;
use hcl2::value::{Number, Type, TypeKind, Value, ValueKind};

/// The depth up to which nested values are printed.
const MAX_DEPTH: usize = 500;

/// Returns the text of a value; `None` if it is longer than `max_bytes`.
pub(super) fn shown(value: &Value, max_bytes: u64) -> Option<String> {
    if value.text_bytes() > max_bytes {
        return None;
    }
    let mut text = String::new();
    push(&mut text, value, 0);
    Some(text)
}

fn push(text: &mut String, value: &Value, depth: usize) {
    if depth > MAX_DEPTH {
        text.push_str("(nested too deeply)");
        return;
    }
    match value.kind() {
        ValueKind::Marked(..) if value.marks().contains(&ephemeral_mark()) => {
            text.push_str("(ephemeral value)");
        }
        ValueKind::Marked(..) => text.push_str("(sensitive value)"),
        ValueKind::Unknown => text.push_str("(known after apply)"),
        ValueKind::Null => push_null(text, value.ty()),
        ValueKind::Bool(truth) => text.push_str(if truth { "true" } else { "false" }),
        ValueKind::Number(number) => push_number(text, number),
        ValueKind::String(content) => push_string(text, content, depth),
        ValueKind::Tuple(items) => push_items(text, "", items, depth),
        ValueKind::List(items) => push_items(text, "tolist", items, depth),
        ValueKind::Set(items) => push_items(text, "toset", items, depth),
        ValueKind::Object(fields) => push_fields(text, "", fields.iter(), depth),
        ValueKind::Map(fields) => push_fields(text, "tomap", fields.iter(), depth),
        ValueKind::Capsule(_) => text.push_str("(a value of an application)"),
    }
}

fn push_null(text: &mut String, ty: &Type) {
    let function = match ty.kind() {
        TypeKind::Bool => "tobool",
        TypeKind::Number => "tonumber",
        TypeKind::String => "tostring",
        TypeKind::List(_) => "tolist",
        TypeKind::Set(_) => "toset",
        TypeKind::Map(_) => "tomap",
        _ => "",
    };
    let null = if function.is_empty() {
        "null".to_owned()
    } else {
        format!("{function}(null)")
    };
    text.push_str(&null);
}

fn push_number(text: &mut String, number: &Number) {
    match number.to_string_limited(Number::MAX_DIGITS) {
        Ok(digits) => text.push_str(&digits),
        Err(_) => text.push_str("(a number of too many digits)"),
    }
}

/// Appends a string: several lines as a heredoc, as Terraform's console does.
fn push_string(text: &mut String, content: &str, depth: usize) {
    if !content.contains('\n') {
        text.push_str(&Quoted(content).to_string());
        return;
    }
    let indentation = "  ".repeat(depth);
    let marker = marker(content);
    text.push_str(if depth == 0 { "<<" } else { "<<-" });
    text.push_str(&marker);
    for line in content.split('\n') {
        text.extend(["\n", &indentation, line]);
    }
    text.extend(["\n", &indentation, &marker]);
}

/// Returns a marker that is no line of a string.
fn marker(content: &str) -> String {
    let mut marker = "EOT".to_owned();
    while content.lines().any(|line| line.trim() == marker) {
        marker.push('_');
    }
    marker
}

fn push_items<'v>(
    text: &mut String,
    function: &str,
    items: impl IntoIterator<Item = &'v Value>,
    depth: usize,
) {
    let parts = items.into_iter().map(|item| (String::new(), item));
    push_parts(text, function, ["[", "]"], parts, depth);
}

fn push_fields<'v, N: AsRef<str>>(
    text: &mut String,
    function: &str,
    fields: impl Iterator<Item = (N, &'v Value)>,
    depth: usize,
) {
    let parts = fields.map(|(name, field)| (format!("{} = ", Quoted(name.as_ref())), field));
    push_parts(text, function, ["{", "}"], parts, depth);
}

/// Appends the parts of a value, each on its own line with its name.
fn push_parts<'v>(
    text: &mut String,
    function: &str,
    [open, close]: [&str; 2],
    parts: impl Iterator<Item = (String, &'v Value)>,
    depth: usize,
) {
    let is_call = !function.is_empty();
    text.push_str(function);
    text.push_str(if is_call { "(" } else { "" });
    text.push_str(open);
    let mut is_empty = true;
    for (name, part) in parts {
        is_empty = false;
        text.push('\n');
        text.push_str(&"  ".repeat(depth + 1));
        text.push_str(&name);
        push(text, part, depth + 1);
        // Objects and maps need no comma at the end of a line.
        text.push_str(if open == "[" { "," } else { "" });
    }
    if !is_empty {
        text.push('\n');
        text.push_str(&"  ".repeat(depth));
    }
    text.push_str(close);
    text.push_str(if is_call { ")" } else { "" });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn expect(value: &Value, wanted: &str) {
        assert_eq!(shown(value, 1_000).as_deref(), Some(wanted));
    }

    #[test]
    fn collections_are_told_from_tuples_and_objects() {
        expect(&Value::tuple([]), "[]");
        expect(&Value::object::<String>([]), "{}");
        expect(&Value::list(Type::STRING, []).unwrap(), "tolist([])");
        expect(
            &Value::tuple([Value::from(1), Value::from("a")]),
            "[\n  1,\n  \"a\",\n]",
        );
        let null = Value::null(Type::DYNAMIC);
        let object = Value::object([("a", Value::from(1)), ("b c", null)]);
        let set = Value::set(Type::DYNAMIC, [object]).unwrap();
        expect(&set, "toset([\n  {\n    \"a\" = 1\n    \"b c\" = null\n  },\n])");
        expect(
            &Value::list(Type::NUMBER, [Value::from(1)]).unwrap(),
            "tolist([\n  1,\n])",
        );
        let map = Value::map(Type::BOOL, [("a", Value::from(true))]).unwrap();
        expect(&map, "tomap({\n  \"a\" = true\n})");
    }

    #[test]
    fn typed_nulls_name_their_type() {
        expect(&Value::null(Type::DYNAMIC), "null");
        expect(&Value::null(Type::STRING), "tostring(null)");
        expect(&Value::null(Type::list(Type::STRING)), "tolist(null)");
    }

    #[test]
    fn strings_of_several_lines_are_heredocs() {
        expect(&Value::from("q\"é\t"), r#""q\"é\t""#);
        expect(&Value::from("a\nb"), "<<EOT\na\nb\nEOT");
        expect(
            &Value::tuple([Value::from("a\nEOT")]),
            "[\n  <<-EOT_\n  a\n  EOT\n  EOT_,\n]",
        );
    }

    #[test]
    fn what_is_not_known_or_secret_is_said_in_words() {
        expect(&Value::unknown(Type::STRING), "(known after apply)");
        let secret = Value::from("x").with_mark(hcl2::value::Mark::new("sensitive"));
        expect(&Value::tuple([secret]), "[\n  (sensitive value),\n]");
        expect(
            &Value::from(Number::parse("1e30").unwrap()),
            "1000000000000000000000000000000",
        );
    }
}
