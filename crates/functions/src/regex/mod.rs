//! Functions of regular expressions in Go's variant of the RE2 syntax.

mod class;
mod group;
mod parse;

use std::sync::{Arc, Mutex, PoisonError};

use hcl2_value::{Function, FunctionError, Meter, Parameter, Str, Type, Value};
use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use regex_syntax::hir::{Hir, HirKind};

pub(crate) use class::Names;

use crate::support::{check_count, check_length, list, quoted, text};

/// Maximum memory of a compiled pattern in bytes.
const MAX_PROGRAM_BYTES: usize = 10 << 20;

/// The bytes of a program or a string that count as a step.
const BYTES_A_STEP: usize = 64;

/// The positions of a pattern that a byte of a string may be compared with in a step.
const POSITIONS_A_STEP: usize = 32;

/// The rest of a string, in bytes, through which looking for the end of a match may take a step.
const SEARCHED_A_STEP: usize = 32;

/// Maximum depth of groups in a pattern that is compiled on the caller's stack, since the compiler is recursive.
const SHALLOW: usize = 6;

/// Stack size in bytes for other patterns: several times that of the deepest one without optimisation.
const STACK: usize = 16 << 20;

fn build(expression: &Hir) -> Result<Regex, FunctionError> {
    let limits = Regex::config()
        .nfa_size_limit(Some(MAX_PROGRAM_BYTES))
        .onepass_size_limit(Some(MAX_PROGRAM_BYTES));
    let built = Regex::builder().configure(limits).build_from_hir(expression);
    built.map_err(|_| FunctionError::new("the pattern is too large"))
}

/// A compiled pattern with the names of its groups, if they have one.
struct Pattern {
    text: String,
    regex: Regex,
    groups: Vec<Option<String>>,
    /// The number of its characters and classes, each counted as often as it is repeated.
    positions: usize,
    /// How far the search for the end of a match may go beyond it in vain, in bytes.
    reach: usize,
}

/// Returns the number of characters and classes in an expression, each counted as often as it is repeated: in the worst case,
/// a search compares each byte of a string with all of them.
fn positions(expression: &Hir) -> usize {
    let mut rest = vec![(expression, 1_usize)];
    let mut positions = 0_usize;
    while let Some((expression, times)) = rest.pop() {
        match expression.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => {
                positions = positions.saturating_add(times.saturating_mul(literal.0.len()));
            }
            HirKind::Class(_) => positions = positions.saturating_add(times),
            HirKind::Repetition(repetition) => {
                let most = repetition.max.unwrap_or(repetition.min.max(1)) as usize;
                rest.push((&repetition.sub, times.saturating_mul(most)));
            }
            HirKind::Capture(capture) => rest.push((&capture.sub, times)),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => {
                rest.extend(parts.iter().map(|part| (part, times)));
            }
        }
    }
    positions
}

/// Returns how far the search for the end of a match may go beyond it in vain, again for each match.
///
/// A part that may be left out or has an alternative, and that is of any length, is looked for up to the end of the string
/// before the match without it is found, as in `a.*b|a`. Without such a part, what is searched beyond a match is no part of
/// any other, so all matches together take no more than a search of the string, which is counted once.
fn reach(expression: &Hir) -> usize {
    if let Some(longest) = expression.properties().maximum_len() {
        return longest;
    }
    let mut rest = vec![expression];
    while let Some(expression) = rest.pop() {
        let is_bounded = |part: &Hir| part.properties().maximum_len().is_some();
        match expression.kind() {
            HirKind::Repetition(repetition) if !is_bounded(&repetition.sub) => return usize::MAX,
            HirKind::Alternation(parts) if !parts.iter().all(is_bounded) => return usize::MAX,
            HirKind::Capture(capture) => rest.push(&capture.sub),
            HirKind::Concat(parts) => rest.extend(parts),
            _ => {}
        }
    }
    0
}

impl Pattern {
    fn compile(pattern: &str, names: Names) -> Result<Self, FunctionError> {
        let parsed = parse::parse(pattern, names).map_err(|problem| problem.into_error(pattern))?;
        let regex = if parsed.depth <= SHALLOW {
            build(&parsed.expression)?
        } else {
            let builder = std::thread::Builder::new().stack_size(STACK);
            std::thread::scope(|scope| {
                let built = builder.spawn_scoped(scope, || build(&parsed.expression));
                built.ok().and_then(|built| built.join().ok())
            })
            .ok_or_else(|| {
                FunctionError::new("the pattern has groups that are nested too deeply for this machine")
            })??
        };
        Ok(Self {
            text: pattern.to_owned(),
            regex,
            positions: positions(&parsed.expression),
            reach: reach(&parsed.expression),
            groups: parsed.groups,
        })
    }

    /// Returns the type of a match.
    fn match_type(&self) -> Result<Type, FunctionError> {
        let named = self.groups.iter().flatten();
        match named.clone().count() {
            _ if self.groups.is_empty() => Ok(Type::STRING),
            0 => Ok(Type::tuple(vec![Type::STRING; self.groups.len()])),
            count if count == self.groups.len() => {
                Ok(Type::object(named.map(|name| (name.as_str(), Type::STRING))))
            }
            _ => Err(FunctionError::for_argument(
                0,
                "the pattern has groups with names and groups without; name all of them, or make those without non-capturing with (?:...)",
            )),
        }
    }

    /// Returns a match as a value: the matched string, or those of the groups, which are null for unmatched ones.
    fn match_value(&self, subject: &str, captures: &Captures) -> Value {
        let group = |index: usize| match captures.get_group(index) {
            Some(span) => Value::from(&subject[span.start..span.end]),
            None => Value::null(Type::STRING),
        };
        if self.groups.is_empty() {
            return group(0);
        }
        let texts = (1..=self.groups.len()).map(group);
        if self.groups.iter().all(Option::is_none) {
            return Value::tuple(texts);
        }
        let names = self
            .groups
            .iter()
            .map(|name| Str::from(name.as_deref().unwrap_or_default()));
        Value::object(names.zip(texts))
    }
}

/// A cache of the last compiled pattern: most calls of a function, as in a `for` expression, have the same one.
#[derive(Clone)]
struct Compiler {
    names: Names,
    last: Arc<Mutex<Option<Arc<Pattern>>>>,
}

impl Compiler {
    fn new(names: Names) -> Self {
        Self {
            names,
            last: Arc::default(),
        }
    }

    /// Returns a pattern, and counts what compiling it and searching `subject` for it takes.
    fn compile(
        &self,
        pattern: &str,
        subject: &str,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<Pattern>, FunctionError> {
        let found = self.compiled(pattern, meter)?;
        meter.steps(subject.len().saturating_mul(found.positions) / POSITIONS_A_STEP)?;
        Ok(found)
    }

    fn compiled(&self, pattern: &str, meter: &mut Meter<'_>) -> Result<Arc<Pattern>, FunctionError> {
        let lock = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = &*lock()
            && last.text == pattern
        {
            return Ok(Arc::clone(last));
        }
        let built = Pattern::compile(pattern, self.names);
        let program = built
            .as_ref()
            .map_or(MAX_PROGRAM_BYTES, |built| built.regex.memory_usage());
        meter.steps(program / BYTES_A_STEP)?;
        let compiled = Arc::new(built?);
        *lock() = Some(Arc::clone(&compiled));
        Ok(compiled)
    }
}

fn string(name: &'static str, description: &'static str) -> Parameter {
    Parameter::new(name, Type::STRING).describe(description)
}

impl Pattern {
    /// Counts one of several matches, and looking for its end.
    fn count_match(
        &self,
        subject: &str,
        captures: &Captures,
        meter: &mut Meter<'_>,
    ) -> Result<(), FunctionError> {
        let start = captures.get_match().map_or(0, |span| span.start());
        let searched = (subject.len() - start).min(self.reach);
        meter.steps(1 + searched / SEARCHED_A_STEP)?;
        Ok(())
    }
}

fn in_pattern(error: FunctionError) -> FunctionError {
    error.in_argument(0)
}

/// Creates the function `regex(pattern, string)`.
///
/// It returns the first match of a pattern in a string: a string, or a tuple or object of the pattern's groups.
///
/// The result is a string if the pattern has no groups, a tuple of strings if its groups have no names, and an object if
/// they have names.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let pattern = Value::from(r"(?P<major>\d+)\.(?P<minor>\d+)");
/// let version = hcl2_functions::regex().call(&[pattern, Value::from("v1.22")])?;
/// assert_eq!(version.get("minor"), Some(&Value::from("22")));
/// # Ok::<(), hcl2_value::FunctionError>(())
/// ```
#[must_use]
pub fn regex() -> Function {
    regex_with(Names::Any)
}

/// Creates [`regex`] with these names of classes.
pub(crate) fn regex_with(names: Names) -> Function {
    let compiler = Compiler::new(names);
    let of_unknown = compiler.clone();
    Function::metered("regex", move |arguments, _, meter| {
        let pattern = compiler
            .compile(text(arguments, 0), text(arguments, 1), meter)
            .map_err(in_pattern)?;
        pattern.match_type()?;
        let subject = text(arguments, 1);
        let mut captures = pattern.regex.create_captures();
        pattern.regex.captures(subject, &mut captures);
        if !captures.is_match() {
            return Err(FunctionError::new("the pattern matches no part of the text"));
        }
        Ok(pattern.match_value(subject, &captures))
    })
    .describe(
        "Returns the first match of a pattern in a string: a string, or a tuple or object of the pattern's groups.",
    )
    .example("regex(\"[a-z]+\", \"53abc3\")", "\"abc\"")
    .parameter(string("pattern", "The regular expression."))
    .parameter(string("string", "The string to search."))
    .returns_with_result(move |arguments, meter| match arguments[0].as_str() {
        Some(pattern) => of_unknown.compile(pattern, "", meter).map_err(in_pattern)?.match_type(),
        None => Ok(Type::DYNAMIC),
    })
    .never_null()
}

/// Creates the function `regexall(pattern, string)`.
///
/// It returns all matches of a pattern in a string: a list of strings, or of tuples or objects of the pattern's
/// groups.
#[must_use]
pub fn regexall() -> Function {
    regexall_with(Names::Any)
}

/// Creates [`regexall`] with these names of classes.
pub(crate) fn regexall_with(names: Names) -> Function {
    let compiler = Compiler::new(names);
    let of_unknown = compiler.clone();
    Function::metered("regexall", move |arguments, _, meter| {
        let pattern = compiler
            .compile(text(arguments, 0), text(arguments, 1), meter)
            .map_err(in_pattern)?;
        let ty = pattern.match_type()?;
        let subject = text(arguments, 1);
        let mut matches = Vec::new();
        for captures in pattern.regex.captures_iter(subject) {
            pattern.count_match(subject, &captures, meter)?;
            meter.elements(pattern.groups.len())?;
            matches.push(pattern.match_value(subject, &captures));
            check_count(matches.len().saturating_mul(pattern.groups.len() + 1))?;
        }
        list(&ty, matches)
    })
    .describe("Returns all matches of a pattern in a string: a list of strings, or of tuples or objects of the pattern's groups.")
    .example("regexall(\"[a-z]\", \"1a2b\")", "[\"a\", \"b\"]")
    .parameter(string("pattern", "The regular expression."))
    .parameter(string("string", "The string to search."))
    .returns_with_result(move |arguments, meter| match arguments[0].as_str() {
        Some(pattern) => {
            let compiled = of_unknown.compile(pattern, "", meter).map_err(in_pattern)?;
            compiled.match_type().map(Type::list)
        }
        None => Ok(Type::list(Type::DYNAMIC)),
    })
    .never_null()
}

/// Creates the function `regexreplace(str, pattern, replace)`.
///
/// It replaces each match of a pattern in a string.
///
/// In the replacement, `$1` or `${1}` stands for a group by its number, `$name` or `${name}` by its name, and `$$` for a
/// dollar sign. A name extends over all following letters, digits and `_`.
#[must_use]
pub fn regexreplace() -> Function {
    regexreplace_with(Names::Any)
}

/// Creates [`regexreplace`] with these names of classes.
pub(crate) fn regexreplace_with(names: Names) -> Function {
    let compiler = Compiler::new(names);
    Function::metered("regexreplace", move |arguments, _, meter| {
        let subject = text(arguments, 0);
        let pattern = compiler.compile(text(arguments, 1), subject, meter)?;
        let replacement = template(text(arguments, 2), &pattern.groups);
        let mut out = String::new();
        let mut copied = 0;
        for captures in pattern.regex.captures_iter(subject) {
            pattern.count_match(subject, &captures, meter)?;
            meter.steps(replacement.len())?;
            let Some(span) = captures.get_match() else {
                continue;
            };
            out.push_str(&subject[copied..span.start()]);
            copied = span.end();
            for part in &replacement {
                match part {
                    Part::Text(text) => out.push_str(text),
                    Part::Groups(groups) => {
                        let found = groups.iter().find_map(|group| captures.get_group(*group));
                        out.push_str(found.map_or("", |span| &subject[span.start..span.end]));
                    }
                }
                check_length(out.len())?;
            }
        }
        out.push_str(&subject[copied..]);
        Ok(Value::from(out))
    })
    .describe("Replaces each match of a pattern in a string.")
    .example("regexreplace(\"a1b2\", \"[0-9]\", \"#\")", "\"a#b#\"")
    .parameter(string("str", "The string to search."))
    .parameter(string("pattern", "The regular expression."))
    .parameter(string(
        "replace",
        "The replacement, in which `$1` and `${name}` stand for groups.",
    ))
    .returns(Type::STRING)
    .never_null()
}

/// A part of a replacement.
enum Part<'a> {
    Text(&'a str),
    /// The first of these groups, by number, that matched.
    Groups(Vec<usize>),
}

fn template<'a>(text: &'a str, groups: &[Option<String>]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        parts.push(Part::Text(before));
        if let Some(after) = after.strip_prefix('$') {
            parts.push(Part::Text("$"));
            rest = after;
            continue;
        }
        match reference(after) {
            Some((name, after)) => {
                parts.push(Part::Groups(referenced(name, groups)));
                rest = after;
            }
            None => {
                parts.push(Part::Text("$"));
                rest = after;
            }
        }
    }
    parts.push(Part::Text(rest));
    parts
}

/// Splits the name or number after a dollar sign from the rest.
fn reference(text: &str) -> Option<(&str, &str)> {
    let (inside, braced) = match text.strip_prefix('{') {
        Some(inside) => (inside, true),
        None => (text, false),
    };
    let end = inside
        .find(|character: char| !character.is_alphanumeric() && character != '_')
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    if name.is_empty() {
        return None;
    }
    let rest = if braced { rest.strip_prefix('}')? } else { rest };
    Some((name, rest))
}

/// Returns the groups with a name or number.
fn referenced(name: &str, groups: &[Option<String>]) -> Vec<usize> {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    if is_number && name.len() <= 9 {
        let number = name.parse().ok().filter(|number| *number <= groups.len());
        return number.into_iter().collect();
    }
    let named = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.as_deref() == Some(name));
    named.map(|(index, _)| index + 1).collect()
}

impl parse::Problem {
    /// Creates an error for a pattern as an argument.
    fn into_error(self, pattern: &str) -> FunctionError {
        let message = format!("the pattern is not valid: {}", self.what);
        let found = pattern.get(self.span).filter(|found| !found.is_empty());
        let better = found.map(|found| format!("{message}: {}", quoted(found)));
        let error = FunctionError::new(message);
        match better {
            Some(better) => error.revealing(better),
            None => error,
        }
    }
}
