//! Heredocs as strings, and back.

use hcl2::native::lexer::is_identifier;

/// Returns the lines of a heredoc as a string of one: what is between its markers, or `None` for other text.
pub(super) fn lines(text: &str) -> Option<String> {
    let text = text.trim_end();
    let opened = text.strip_prefix("<<")?;
    let (marker, rest) = opened.split_once('\n')?;
    let marker = marker.trim_end_matches('\r');
    let is_flush = marker.starts_with('-');
    let marker = marker.strip_prefix('-').unwrap_or(marker);
    if !is_identifier(marker) {
        return None;
    }
    let (body, last) = rest.rsplit_once('\n').unwrap_or(("", rest));
    if last.trim() != marker {
        return None;
    }
    if rest == last {
        return Some(String::new());
    }
    Some(dedented(body, is_flush) + "\n")
}

/// Returns what is between the markers of a heredoc, without the last line ending.
pub(super) fn body(text: &str) -> String {
    let text = text.trim_end();
    // The first line has the opening marker, and the last one the closing marker.
    let inner = text.split_once('\n').map_or("", |(_, rest)| rest);
    let inner = inner.rsplit_once('\n').map_or("", |(inner, _)| inner);
    let inner = inner.strip_suffix('\r').unwrap_or(inner);
    dedented(inner, text.starts_with("<<-"))
}

/// Returns a heredoc as a string on one line.
pub(super) fn quoted(text: &str) -> String {
    let escaped = body(text)
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// Removes the common indentation of the lines of a flush heredoc.
fn dedented(body: &str, is_flush: bool) -> String {
    if !is_flush {
        return body.to_owned();
    }
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let filled = body.split('\n').filter(|line| !line.trim().is_empty());
    let least = filled.map(indentation).min().unwrap_or(0);
    let lines = body.split('\n').map(|line| line.get(least..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Removes the common indentation of all lines, the empty ones included.
pub(super) fn unindented(body: &str) -> String {
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = body.split('\n').map(indentation).min().unwrap_or(0);
    let lines = body.split('\n').map(|line| line.get(least..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns text as the content of a quoted string. Templates in it stay templates.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.push(character),
        }
    }
    out
}

/// Returns the content of a quoted string as a heredoc, if it consists of lines and nothing in it needs an escape.
pub(super) fn of_string(inner: &str) -> Option<String> {
    let without = inner.strip_suffix("\\n")?;
    let mut content = String::new();
    let mut rest = without;
    while let Some((before, after)) = rest.split_once('\\') {
        content.push_str(before);
        content.push(match after.bytes().next()? {
            b'n' => '\n',
            b'"' => '"',
            b'\\' => '\\',
            _ => return None,
        });
        rest = &after[1..];
    }
    content.push_str(rest);
    let mut marker = "EOF".to_owned();
    while content.lines().any(|line| line.trim() == marker) {
        marker.push('_');
    }
    Some(format!("<<{marker}\n{content}\n{marker}\n"))
}
