//! Sources of the native syntax, made from its grammar.

use std::fmt::Write;

/// How deeply expressions and blocks nest.
const MAX_DEPTH: usize = 5;

/// Returns a valid source in native syntax whose productions the bytes choose.
///
/// The same bytes make the same source, so a fuzzer can change it, and a property test can shrink it. Each production of the
/// grammar occurs: blocks on one line and several, labels of both kinds, comments of all kinds in all places, heredocs,
/// templates with directives and strip markers, and both kinds of line endings. Names repeat, but not within a body.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_testing::native_source(&[]), "");
/// assert_eq!(hcl2_testing::native_source(&[0, 1]), "a0 = null\n");
/// ```
#[must_use]
pub fn native_source(choices: &[u8]) -> String {
    let mut writer = Grammar {
        choices: choices.iter(),
        text: String::new(),
        names: 0,
    };
    let crlf = writer.choose(8) == 7;
    writer.body(0);
    if crlf {
        writer.text.replace('\n', "\r\n")
    } else {
        writer.text
    }
}

/// Returns the source with one change that probably makes it invalid, which the bytes choose too: a part is removed, repeated
/// or replaced by punctuation.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_testing::broken("a = 1\n", &[0, 2]), "a  1\n");
/// ```
#[must_use]
pub fn broken(source: &str, choices: &[u8]) -> String {
    const PUNCTUATION: [&str; 8] = ["{", "}", "\"", "${", "(", "]", "=", "<<E\n"];
    let mut choices = choices.iter().map(|byte| usize::from(*byte));
    let mut choose = |count: usize| choices.next().unwrap_or_default() % count.max(1);
    let change = choose(10);
    let at = (choose(256) + 256 * choose(256)) % (source.chars().count().max(1));
    let (start, rest) = source.split_at(source.char_indices().nth(at).map_or(0, |(index, _)| index));
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let (first, rest) = rest.split_at(first);
    match change {
        0 => format!("{start}{rest}"),
        1 => format!("{start}{first}{first}{rest}"),
        _ => format!("{start}{}{rest}", PUNCTUATION[change - 2]),
    }
}

struct Grammar<'c> {
    choices: std::slice::Iter<'c, u8>,
    text: String,
    /// The number of names made so far.
    names: usize,
}

impl Grammar<'_> {
    /// Chooses one of `count` productions: the first once the bytes are used up.
    fn choose(&mut self, count: usize) -> usize {
        self.choices.next().map_or(0, |byte| usize::from(*byte) % count)
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Returns whether to make more.
    fn goes_on(&mut self) -> bool {
        !self.choices.as_slice().is_empty() && self.choose(4) > 0
    }

    fn body(&mut self, depth: usize) {
        while !self.choices.as_slice().is_empty() {
            match self.choose(8) {
                5 if depth < MAX_DEPTH => self.block(depth),
                6 => self.comment(),
                7 if depth > 0 => return,
                _ => self.attribute(depth),
            }
        }
    }

    fn indent(&mut self, depth: usize) {
        let spaces = match self.choose(6) {
            5 => 1,
            _ => 2 * depth,
        };
        self.push(&" ".repeat(spaces));
    }

    /// Writes a name that no other item has.
    fn new_name(&mut self) {
        const STARTS: [&str; 4] = ["a", "for_each", "é", "x-y_"];
        let start = STARTS[self.choose(STARTS.len())];
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{start}{}", self.names);
        self.names += 1;
    }

    fn attribute(&mut self, depth: usize) {
        self.indent(depth);
        self.new_name();
        let equals = [" = ", "=", "  =  ", " = /* c */ "][self.choose(4)];
        self.push(equals);
        if self.choose(8) == 7 {
            self.heredoc(depth);
            return;
        }
        self.expression(depth);
        let end = ["\n", " # c\n", " // c\n", " /* c */\n", "\n\n"][self.choose(5)];
        self.push(end);
    }

    fn block(&mut self, depth: usize) {
        self.indent(depth);
        self.new_name();
        for _ in 0..self.choose(3) {
            let label = [" l", " \"l\"", " \"l m\\n$${\"", " \"\""][self.choose(4)];
            self.push(label);
        }
        match self.choose(5) {
            0 => self.push(" {}\n"),
            1 => {
                self.push(" { ");
                self.new_name();
                self.push(" = ");
                self.expression(MAX_DEPTH);
                self.push(" }\n");
            }
            _ => {
                let open = [" {\n", "{\n", " { # c\n"][self.choose(3)];
                self.push(open);
                self.body(depth + 1);
                self.indent(depth);
                self.push("}\n");
            }
        }
    }

    fn comment(&mut self) {
        let comment = ["# c\n", "// c\n", "/* c */\n", "/* c\n   d */\n", "\n", "  # é\n"][self.choose(6)];
        self.push(comment);
    }

    fn expression(&mut self, depth: usize) {
        if depth >= MAX_DEPTH {
            return self.leaf();
        }
        match self.choose(14) {
            0 | 1 => self.leaf(),
            2 => self.template(depth),
            3 => self.tuple(depth),
            4 => self.object(depth),
            5 => {
                self.term(depth);
                const OPERATORS: [&str; 13] = [
                    " + ", " - ", " * ", " / ", " % ", " == ", "!=", "<", " >= ", " && ", "||", " > ", "<=",
                ];
                let operator = OPERATORS[self.choose(OPERATORS.len())];
                self.push(operator);
                self.term(depth);
            }
            6 => {
                self.term(depth);
                self.push(" ? ");
                self.expression(depth + 1);
                self.push(" : ");
                self.expression(depth + 1);
            }
            7 => {
                let operator = ["!", "-", "- "][self.choose(3)];
                self.push(operator);
                self.term(depth);
            }
            8 => self.call(depth),
            9 => self.traversal(depth),
            10 => self.for_tuple(depth),
            11 => self.for_object(depth),
            12 => {
                self.push("(\n");
                self.heredoc(depth);
                self.push(")");
            }
            _ => self.parenthesized(depth),
        }
    }

    /// Writes an operand.
    fn term(&mut self, depth: usize) {
        match self.choose(3) {
            0 => self.leaf(),
            1 => self.traversal(depth),
            _ => self.parenthesized(depth),
        }
    }

    fn parenthesized(&mut self, depth: usize) {
        let (open, close) = [("(", ")"), ("( ", " )"), ("(\n", "\n)"), ("( # c\n", ")")][self.choose(4)];
        self.push(open);
        self.expression(depth + 1);
        self.push(close);
    }

    fn leaf(&mut self) {
        const LEAVES: [&str; 14] = [
            "null",
            "1",
            "true",
            "0.50",
            "1e3",
            "12E-2",
            "x",
            "\"\"",
            "\"text\"",
            "\"\\u00e9\\n\\\"\"",
            "\"$${a} %%{b}\"",
            "[]",
            "{}",
            "false",
        ];
        let leaf = LEAVES[self.choose(LEAVES.len())];
        self.push(leaf);
    }

    fn tuple(&mut self, depth: usize) {
        self.push("[");
        if self.choose(4) == 3 {
            self.push("\n  # c\n");
        }
        loop {
            if self.choose(10) == 9 {
                self.push("\n");
                self.heredoc(depth);
            } else {
                self.expression(depth + 1);
            }
            if !self.goes_on() {
                break;
            }
            let comma = [", ", ",", ",\n", ", # c\n", " /* c */ , "][self.choose(5)];
            self.push(comma);
        }
        let close = ["]", ",\n]", "\n]", " ]", ", ]"][self.choose(5)];
        self.push(close);
    }

    fn object(&mut self, depth: usize) {
        let open = ["{ ", "{\n", "{", "{ # c\n"][self.choose(4)];
        self.push(open);
        loop {
            self.key(depth);
            let equals = [" = ", "=", ": ", " : "][self.choose(4)];
            self.push(equals);
            self.expression(depth + 1);
            if !self.goes_on() {
                break;
            }
            let comma = [", ", ",\n", "\n", " # c\n"][self.choose(4)];
            self.push(comma);
        }
        let close = [" }", "\n}", ",\n}"][self.choose(3)];
        self.push(close);
    }

    fn key(&mut self, depth: usize) {
        match self.choose(5) {
            0 | 1 => self.new_name(),
            2 => {
                self.push("\"");
                self.new_name();
                self.push("/é\"");
            }
            3 => {
                self.push("(");
                self.expression(depth + 1);
                self.push(")");
            }
            _ => {
                self.push("\"${");
                self.expression(MAX_DEPTH);
                self.push("}\"");
            }
        }
    }

    fn call(&mut self, depth: usize) {
        let name = ["f(", "upper(", "a::b(", "g( "][self.choose(4)];
        self.push(name);
        if self.choose(4) > 0 {
            self.expression(depth + 1);
            while self.goes_on() {
                let comma = [", ", ",\n  "][self.choose(2)];
                self.push(comma);
                self.expression(depth + 1);
            }
            let end = ["", "...", ",", "\n"][self.choose(4)];
            self.push(end);
        }
        self.push(")");
    }

    fn traversal(&mut self, depth: usize) {
        let root = ["x", "var", "each", "n"][self.choose(4)];
        self.push(root);
        while self.goes_on() {
            let step = [".a", ".b-c", ".0.b", "[0]", "[\"k\"]", "[*]", ".*", "[x.y]"][self.choose(8)];
            self.push(step);
            if step == ".*" || step == "[*]" {
                self.push(".c");
                return;
            }
        }
        if depth < MAX_DEPTH && self.choose(6) == 5 {
            self.push("[");
            self.expression(depth + 1);
            self.push("]");
        }
    }

    fn for_intro(&mut self, depth: usize) {
        let names = ["for a in ", "for k, v in ", "for\n a in "][self.choose(3)];
        self.push(names);
        self.expression(depth + 1);
        self.push(" : ");
    }

    fn for_end(&mut self, depth: usize) {
        if self.choose(3) == 2 {
            self.push(" if ");
            self.expression(depth + 1);
        }
    }

    fn for_tuple(&mut self, depth: usize) {
        self.push("[");
        self.for_intro(depth);
        self.expression(depth + 1);
        self.for_end(depth);
        self.push("]");
    }

    fn for_object(&mut self, depth: usize) {
        self.push("{");
        self.for_intro(depth);
        self.expression(depth + 1);
        self.push(" => ");
        self.expression(depth + 1);
        if self.choose(3) == 2 {
            self.push("...");
        }
        self.for_end(depth);
        self.push("}");
    }

    fn template(&mut self, depth: usize) {
        self.push("\"");
        self.parts(depth, " ");
        self.push("\"");
    }

    /// Writes the parts of a template, with `space` between them.
    fn parts(&mut self, depth: usize, space: &str) {
        loop {
            match self.choose(6) {
                0 | 1 => self.push("text é"),
                2 => {
                    let (open, close) = [("${", "}"), ("${~ ", " ~}"), ("${ ", "}")][self.choose(3)];
                    self.push(open);
                    self.expression(depth + 1);
                    self.push(close);
                }
                3 if depth < MAX_DEPTH => {
                    self.push("%{ if ");
                    self.expression(MAX_DEPTH);
                    self.push(" }");
                    self.parts(depth + 1, space);
                    if self.choose(2) == 1 {
                        self.push("%{ else ~}");
                        self.parts(depth + 1, space);
                    }
                    self.push("%{ endif }");
                }
                4 if depth < MAX_DEPTH => {
                    self.push("%{ for a, b in ");
                    self.expression(MAX_DEPTH);
                    self.push(" ~}");
                    self.parts(depth + 1, space);
                    self.push("%{~ endfor }");
                }
                _ => self.push("$${x} %%{y} $ % z"),
            }
            if !self.goes_on() {
                return;
            }
            self.push(space);
        }
    }

    /// Writes a heredoc with the end of its last line.
    fn heredoc(&mut self, depth: usize) {
        let (open, indent) = [("<<E\n", ""), ("<<-E\n", "  "), ("<<-E\n", "")][self.choose(3)];
        self.push(open);
        while self.goes_on() {
            self.push(indent);
            self.parts(depth.max(2), "\n");
            self.push("\n");
        }
        let indent = [indent, "    "][self.choose(2)];
        self.push(indent);
        self.push("E\n");
    }
}
