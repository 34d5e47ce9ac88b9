//! Comparing configurations by what they mean.

use std::collections::{HashMap, HashSet};
use std::fmt;

use hcl2_diagnostics::{Diagnostics, Source, Span};
use hcl2_model::{Block, BodyRef, BodySchema, EvalContext, ExpressionRef, Name};
use hcl2_value::{Budget, Value};
use indexmap::IndexMap;

use crate::edit::{Address, AddressStep};
use crate::lexer::TokenKind;
use crate::tree::{Expr, File};
use crate::{NativeExpression, parse_expression, parse_template};

/// A difference between two configurations.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The address of the changed item: in the first configuration, or in the second if it is new.
    pub address: Address,
    /// The range in the first configuration; `None` if the item is new.
    pub before: Option<Span>,
    /// The range in the second configuration; `None` if the item was removed.
    pub after: Option<Span>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match (self.before, self.after) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        write!(f, "{sign} {}", self.address)
    }
}

/// Compares the meaning of two bodies, which may be of different syntaxes.
///
/// Layout and comments mean nothing, nor does the order of attributes, of object items, and of blocks with different
/// types or labels, nor the way in which a constant or a template is written. The order of blocks with the same type and
/// labels does.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_model::BodyRef;
/// use hcl2_native::{NativeBody, compare, parse_file};
///
/// let mut sources = SourceMap::new();
/// let mut parse = |name: &str, text: &str| -> Result<BodyRef, Box<dyn std::error::Error>> {
///     let file = parse_file(&sources.add(name, text)?).value;
///     let body = file.root().body().ok_or("not a file")?;
///     Ok(std::sync::Arc::new(NativeBody::new(file, body)))
/// };
/// let before = parse("a.hcl", "name = \"web\"\nport = 80\nlimit { cpu = 1 }\n")?;
/// let after = parse("b.hcl", "limit { cpu = 2 }\nport=80\nzone = \"eu\"\n")?;
/// let changes = compare(&before, &after).changes;
/// let shown: Vec<String> = changes.iter().map(ToString::to_string).collect();
/// assert_eq!(shown, ["- name", "+ zone", "~ limit.cpu"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn compare(before: &BodyRef, after: &BodyRef) -> Comparison {
    CompareOptions::new().compare(before, after)
}

/// The differences between two configurations.
///
/// A problem is a body that does not fit the other one, such as a property in JSON that is a block in the other body and not
/// an object. The content that it is about is not compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The differences, in the order of the first configuration; what is new comes after the rest of its body.
    pub changes: Vec<Change>,
    /// The problems of the first configuration.
    pub problems_before: Diagnostics,
    /// The problems of the second configuration.
    pub problems_after: Diagnostics,
}

/// How bodies are compared.
///
/// # Examples
///
/// ```
/// use hcl2_model::BodyRef;
/// use hcl2_native::{Change, CompareOptions};
/// use hcl2_value::Budget;
///
/// fn changes(before: &BodyRef, after: &BodyRef, budget: &Budget) -> Vec<Change> {
///     CompareOptions::new().budget(budget).compare(before, after).changes
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct CompareOptions {
    budget: Budget,
}

impl CompareOptions {
    /// Creates the options that [`compare`](fn@compare) has.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the budget that the evaluation of constants takes from. Constants that exceed it are compared as expressions.
    #[must_use]
    pub fn budget(mut self, budget: &Budget) -> Self {
        self.budget = budget.clone();
        self
    }

    /// Compares the meaning of two bodies, as [`compare`](fn@compare) does.
    #[must_use]
    pub fn compare(&self, before: &BodyRef, after: &BodyRef) -> Comparison {
        let mut context = EvalContext::new();
        context.set_budget(self.budget.clone());
        Comparing::of(before, after, &context)
    }
}

/// How deep lists and objects are looked into; what is deeper is compared as a whole.
const MAX_DEPTH: usize = 64;

struct Comparing<'c> {
    found: Comparison,
    /// The context of constants, which has a budget and nothing else.
    context: &'c EvalContext<'c>,
}

impl<'c> Comparing<'c> {
    fn of(before: &BodyRef, after: &BodyRef, context: &'c EvalContext<'c>) -> Comparison {
        let mut comparison = Self {
            found: Comparison::default(),
            context,
        };
        comparison.bodies(&Address::ROOT, before, after);
        comparison.found
    }

    /// Compares bodies. Parsers limit how deeply they nest.
    fn bodies(&mut self, address: &Address, before: &BodyRef, after: &BodyRef) {
        let ours = before
            .content(&joint_schema(before, after))
            .report_into(&mut self.found.problems_before);
        let theirs = after
            .content(&joint_schema(after, before))
            .report_into(&mut self.found.problems_after);
        for attribute in ours.attributes.iter() {
            let address = address.then(AddressStep::Name(attribute.name.to_string()));
            match theirs.attributes.get(&attribute.name) {
                Some(other) => {
                    self.expressions(&address, &attribute.expression, &other.expression, MAX_DEPTH)
                }
                None => self.change(&address, Some(attribute.span), None),
            }
        }
        for attribute in theirs.attributes.iter() {
            if ours.attributes.get(&attribute.name).is_none() {
                let address = address.then(AddressStep::Name(attribute.name.to_string()));
                self.change(&address, None, Some(attribute.span));
            }
        }
        let mut names: Vec<(&Name, Vec<&str>)> = Vec::new();
        let mut groups: Vec<[Vec<&Block>; 2]> = Vec::new();
        let mut positions = HashMap::new();
        for (side, block) in ours
            .blocks
            .iter()
            .map(|block| (0, block))
            .chain(theirs.blocks.iter().map(|block| (1, block)))
        {
            let name = (
                &block.block_type,
                block
                    .labels
                    .iter()
                    .map(|label| label.text.as_str())
                    .collect::<Vec<_>>(),
            );
            let position = *positions.entry(name.clone()).or_insert_with(|| {
                names.push(name);
                groups.push([Vec::new(), Vec::new()]);
                groups.len() - 1
            });
            groups[position][side].push(block);
        }
        for ((block_type, labels), [ours, theirs]) in names.into_iter().zip(groups) {
            let names = std::iter::once(block_type.as_str()).chain(labels);
            let mut steps = address.steps().to_vec();
            steps.extend(names.map(|name| AddressStep::Name(name.to_owned())));
            self.sequences(&Address::new(steps), &ours, &theirs);
        }
    }

    /// Compares the blocks of one type with the same labels. Those that are the same at the start and the end are left out, so
    /// that one that comes or goes does not shift all others.
    fn sequences(&mut self, address: &Address, ours: &[&Block], theirs: &[&Block]) {
        // No pair is compared twice, or time would double with each level of nesting.
        let mut compared = HashMap::new();
        let mut is_same = |i: usize, j: usize| {
            let found = Self::of(&ours[i].body, &theirs[j].body, self.context);
            let same = found.changes.is_empty();
            if !same {
                compared.insert((i, j), found);
            }
            same
        };
        let shorter = ours.len().min(theirs.len());
        let start = (0..shorter).take_while(|index| is_same(*index, *index)).count();
        let (our_last, their_last) = (ours.len().wrapping_sub(1), theirs.len().wrapping_sub(1));
        let end = if ours.len() == theirs.len() {
            0
        } else {
            (0..shorter - start)
                .take_while(|back| is_same(our_last - back, their_last - back))
                .count()
        };
        let counted = ours.len() > 1 || theirs.len() > 1;
        for index in start..ours.len().max(theirs.len()) - end {
            let address = if counted {
                address.then(AddressStep::Index(index))
            } else {
                address.clone()
            };
            let (a, b) = (
                ours[..ours.len() - end].get(index),
                theirs[..theirs.len() - end].get(index),
            );
            match (a, b) {
                (Some(a), Some(b)) => {
                    let found = compared.remove(&(index, index));
                    let found = found.unwrap_or_else(|| Self::of(&a.body, &b.body, self.context));
                    self.found.problems_before.append(found.problems_before);
                    self.found.problems_after.append(found.problems_after);
                    self.found.changes.extend(found.changes.into_iter().map(|change| {
                        let steps = [address.steps(), change.address.steps()].concat();
                        Change {
                            address: Address::new(steps),
                            ..change
                        }
                    }));
                }
                (a, b) => self.change(
                    &address,
                    a.map(|block| block.header_span),
                    b.map(|block| block.header_span),
                ),
            }
        }
    }

    fn expressions(&mut self, address: &Address, a: &ExpressionRef, b: &ExpressionRef, depth: usize) {
        let constants = (self.constant(a), self.constant(b));
        if constants.0.is_some() && constants.0 == constants.1 {
            return;
        }
        if let Some(depth) = depth.checked_sub(1) {
            if let (Some(ours), Some(theirs)) = (self.named(a), self.named(b)) {
                return self.objects(address, &ours, &theirs, depth);
            }
            if let (Some(ours), Some(theirs)) = (a.static_list(), b.static_list())
                && ours.len() == theirs.len()
            {
                for (index, (a, b)) in ours.iter().zip(&theirs).enumerate() {
                    self.expressions(&address.then(AddressStep::Index(index)), a, b, depth);
                }
                return;
            }
        }
        let same = match (canonical(a), canonical(b)) {
            (Some(x), Some(y)) => x == y && constants == (None, None),
            _ => false,
        };
        if same {
            return;
        }
        if let Some(depth) = depth.checked_sub(1)
            && let (Some(ours), Some(theirs)) = (a.static_map(), b.static_map())
            && let Some(pairs) = same_keys(&ours, &theirs)
        {
            for (name, a, b) in pairs {
                self.expressions(&address.then(AddressStep::Name(name)), a, b, depth);
            }
            return;
        }
        self.change(address, Some(a.span()), Some(b.span()));
    }

    fn objects(&mut self, address: &Address, ours: &Items, theirs: &Items, depth: usize) {
        // The last item with a key has the value.
        let by_key = |items: &Items| -> IndexMap<String, ExpressionRef> { items.iter().cloned().collect() };
        let (ours, theirs) = (by_key(ours), by_key(theirs));
        for (key, value) in &ours {
            let address = address.then(AddressStep::Name(key.clone()));
            match theirs.get(key) {
                Some(other) => self.expressions(&address, value, other, depth),
                None => self.change(&address, Some(value.span()), None),
            }
        }
        for (key, value) in &theirs {
            if !ours.contains_key(key) {
                let address = address.then(AddressStep::Name(key.clone()));
                self.change(&address, None, Some(value.span()));
            }
        }
    }

    fn named(&self, expression: &ExpressionRef) -> Option<Items> {
        let items = expression.static_map()?;
        let name = |key: &ExpressionRef| {
            let keyword = key.keyword().map(|name| name.to_string());
            keyword.or_else(|| self.constant(key)?.as_str().map(str::to_owned))
        };
        items
            .into_iter()
            .map(|(key, value)| Some((name(&key)?, value)))
            .collect()
    }

    /// Returns the value of an expression without variables and functions.
    fn constant(&self, expression: &ExpressionRef) -> Option<Value> {
        if !expression.variables().is_empty() || !expression.functions().is_empty() {
            return None;
        }
        let evaluated = expression.evaluate(Some(self.context));
        evaluated.diagnostics.is_empty().then_some(evaluated.value)
    }

    fn change(&mut self, address: &Address, before: Option<Span>, after: Option<Span>) {
        self.found.changes.push(Change {
            address: address.clone(),
            before,
            after,
        });
    }
}

/// Returns the significant tokens of an expression, the same for both syntaxes and all ways to write a template.
fn canonical(expression: &ExpressionRef) -> Option<String> {
    match expression.native_text() {
        Some(text) => canonical_expression(&text),
        None => canonical_template(&expression.template_text()?),
    }
}

/// Returns the values of two objects in pairs, with the source of each key, if their keys are the same expressions in the
/// same order.
fn same_keys<'e>(
    ours: &'e [(ExpressionRef, ExpressionRef)],
    theirs: &'e [(ExpressionRef, ExpressionRef)],
) -> Option<Vec<(String, &'e ExpressionRef, &'e ExpressionRef)>> {
    if ours.len() != theirs.len() {
        return None;
    }
    let pairs = ours.iter().zip(theirs).map(|((key, a), (other, b))| {
        let name = canonical(key)?;
        let text = key.template_text().or_else(|| key.native_text())?;
        (canonical(other)? == name).then_some((text, a, b))
    });
    pairs.collect()
}

/// The items of an object whose keys are constant.
type Items = Vec<(String, ExpressionRef)>;

/// Returns the schema of a body that is compared with another. If both have blocks of a type, `own` has the labels that it
/// has itself.
fn joint_schema(own: &BodyRef, other: &BodyRef) -> BodySchema {
    let (mut schema, other) = (own.implied_schema(), other.implied_schema());
    let known = schema.blocks.iter();
    let mut blocks: HashSet<Name> = known.map(|block| block.block_type.clone()).collect();
    let others = other.blocks.into_iter();
    schema
        .blocks
        .extend(others.filter(|block| blocks.insert(block.block_type.clone())));
    let known = schema.attributes.iter();
    let mut attributes: HashSet<Name> = known.map(|attribute| attribute.name.clone()).collect();
    let others = other.attributes.into_iter();
    schema
        .attributes
        .extend(others.filter(|attribute| attributes.insert(attribute.name.clone())));
    // A name that is a block in one syntax is a block in the other, where it may look like an attribute.
    schema
        .attributes
        .retain(|attribute| !blocks.contains(&attribute.name));
    schema
}

/// Returns the significant tokens of an expression, or all of its source if that has errors.
fn canonical_expression(text: &str) -> Option<String> {
    // A heredoc ends with a line.
    let source = Source::new("expression", format!("{text}\n")).ok()?;
    let Ok(file) = parse_expression(&source).into_result() else {
        return Some(text.to_owned());
    };
    let mut expr = file.root().expr()?;
    while let Expr::Parens { inner } | Expr::TemplateWrap { inner } = file.expr(expr) {
        expr = inner;
    }
    if matches!(file.expr(expr), Expr::Template { .. }) {
        return canonical_template(&NativeExpression::new(file.clone(), expr).template_text()?);
    }
    Some(tokens(
        &file,
        file.expr_range(expr).start,
        file.expr_range(expr).end,
    ))
}

/// Returns the significant tokens of a template, or all of its source if that has errors.
fn canonical_template(text: &str) -> Option<String> {
    let source = Source::new("template", text).ok()?;
    let Ok(file) = parse_template(&source).into_result() else {
        return Some(text.to_owned());
    };
    if let Expr::TemplateWrap { inner } = file.expr(file.root().expr()?) {
        return canonical_expression(file.str(file.expr_range(inner)));
    }
    Some(tokens(&file, 0, u32::MAX))
}

/// Joins the tokens from `start` up to `end`, without spaces and comments, and with commas between the items of objects.
fn tokens(file: &File, start: u32, end: u32) -> String {
    let mut text = String::new();
    let mut brackets = Vec::new();
    for token in file.tokens().iter() {
        if token.range.start < start || end < token.range.end {
            continue;
        }
        let word = file.str(token.range);
        let is_line_end = match token.kind {
            TokenKind::Newline => true,
            TokenKind::Comment => !word.starts_with("/*"),
            TokenKind::Space | TokenKind::End => false,
            kind => {
                nest(&mut brackets, kind, word);
                text.push_str(word);
                text.push('\0');
                false
            }
        };
        let is_separator = is_line_end && brackets.last() == Some(&Bracket::Object);
        if is_separator && !text.ends_with(",\0") {
            text.push_str(",\0");
        }
    }
    // A trailing comma means nothing.
    for bracket in ["]", ")", "}"] {
        text = text.replace(&format!(",\0{bracket}\0"), &format!("{bracket}\0"));
    }
    text
}

/// A bracket that is open.
#[derive(PartialEq, Eq)]
enum Bracket {
    /// A brace after which nothing has been read.
    Brace,
    /// The brace of an object, whose items end with their lines.
    Object,
    Other,
}

/// Opens or closes a bracket with a significant token.
fn nest(brackets: &mut Vec<Bracket>, kind: TokenKind, word: &str) {
    if let Some(brace @ Bracket::Brace) = brackets.last_mut() {
        *brace = if word == "for" {
            Bracket::Other
        } else {
            Bracket::Object
        };
    }
    match kind {
        TokenKind::OpenBrace => brackets.push(Bracket::Brace),
        TokenKind::OpenBracket
        | TokenKind::OpenParen
        | TokenKind::OpenInterpolation
        | TokenKind::OpenDirective => brackets.push(Bracket::Other),
        TokenKind::CloseBrace
        | TokenKind::CloseBracket
        | TokenKind::CloseParen
        | TokenKind::CloseSequence => drop(brackets.pop()),
        _ => {}
    }
}
