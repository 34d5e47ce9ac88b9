//! Any file of the native syntax as JSON, without a schema.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use hcl2_json::{Writer, write_expression};
use hcl2_model::{EvalContext, Limits};
use hcl2_native::NativeExpression;
use hcl2_native::lexer::TokenKind;
use hcl2_native::lexer::comment_text;
use hcl2_native::tree::{Attribute, Block, BodyId, ExprId, File, Item, TextRange};
use indexmap::IndexMap;

/// What [`to_plain_json`] writes besides the content of a file, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PlainOptions {
    /// Whether constant expressions are replaced by their values.
    pub simplify: bool,
    /// Whether each body has its comments, as `__comments__`.
    pub comments: bool,
    /// Whether each body has its range and those of its attributes, as `__range__` and `__ranges__`.
    pub ranges: bool,
    /// Whether the text has no spaces between its parts, and no line endings.
    pub compact: bool,
}

/// Writes a file of the native syntax as JSON, whatever its schema, as tools such as `hcl2json` do.
///
/// Numbers, `true`, `false`, `null`, strings, tuples and objects are written as JSON, and any other expression as a string with
/// a template, such as `"${var.name}"`. The blocks of a type are a property: an object for each label, and below the last
/// label an array with an object for each body, even if there is only one. Where blocks of one type have different
/// numbers of labels, the object with the labels comes first in the array.
///
/// A range has a `start` and an exclusive `end`, which have `line` and `column`, from 1, and `byte`, from 0; columns count grapheme
/// clusters. Comments are strings without their markers; those inside an expression belong to the body around it.
///
/// # Errors
///
/// `hcl2::json::not-writable` at a part without a JSON form: an attribute and a block of the same name, a number that is
/// infinite, or the label of a block after the 500th; `hcl2::expr::limit-exceeded` at the expression whose value makes the
/// text longer than 256 MiB.
///
/// # Examples
///
/// ```
/// use hcl2::diagnostics::Source;
/// use hcl2::{PlainOptions, to_plain_json};
///
/// let source = Source::new("main.tf", "resource \"aws_vpc\" \"main\" {\n  cidr = var.cidr\n  size = 2 * 3\n}\n")?;
/// let file = hcl2::native::parse_file(&source).into_result()?;
/// let mut options = PlainOptions::default();
/// options.simplify = true;
/// assert_eq!(
///     to_plain_json(&file, options)?,
///     r#"{
///   "resource": {
///     "aws_vpc": {
///       "main": [
///         {
///           "cidr": "${var.cidr}",
///           "size": 6
///         }
///       ]
///     }
///   }
/// }
/// "#
/// );
/// # Ok::<(), hcl2::Error>(())
/// ```
pub fn to_plain_json(file: &Arc<File>, options: PlainOptions) -> Result<String, Diagnostics> {
    let tokens = options.comments.then(|| file.tokens().iter());
    let comments = tokens
        .into_iter()
        .flatten()
        .filter(|token| token.kind == TokenKind::Comment)
        .map(|token| token.range);
    let sources = SourceMap::from(file.source().clone());
    // Without values of expressions, the text is not much longer than the source.
    let max_bytes = if options.simplify { MAX_BYTES } else { usize::MAX };
    let writer = match options.compact {
        true => Writer::compact(hcl2_json::Escapes::PLAIN),
        false => Writer::pretty(hcl2_json::Escapes::PLAIN),
    };
    let mut writing = Writing {
        file,
        sources,
        constants: options.simplify.then(constants),
        has_ranges: options.ranges,
        comments: comments.collect(),
        writer: writer.with_max_bytes(max_bytes),
    };
    if let Some(body) = file.root().body() {
        writing.body(body, file.range())?;
    }
    Ok(writing.writer.finish())
}

/// Returns a context in which constant expressions have a value, within one budget.
fn constants() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_budget(Limits::new().budget());
    #[cfg(feature = "functions")]
    context.set_functions(crate::standard_functions());
    context
}

/// A file that is being written.
struct Writing<'f> {
    file: &'f Arc<File>,
    sources: SourceMap,
    constants: Option<EvalContext<'static>>,
    has_ranges: bool,
    /// All comments, in source order.
    comments: Vec<TextRange>,
    writer: Writer,
}

/// What a body has under one name.
enum Content<'f> {
    Attribute(Attribute),
    Blocks(Level<'f>),
}

/// Maximum length of JSON with values of expressions, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// Objects are nested this deep for the labels of a block.
const MAX_LABELS: usize = 500;

/// The blocks of one type, from a label on.
#[derive(Default)]
struct Level<'f> {
    bodies: Vec<Block>,
    labels: IndexMap<&'f str, Level<'f>>,
}

impl<'f> Writing<'f> {
    fn body(&mut self, id: BodyId, range: TextRange) -> Result<(), Diagnostics> {
        let contents = self.contents(id)?;
        self.writer.open('{');
        self.comments(id, range);
        self.ranges(range, &contents);
        for (name, content) in &contents {
            self.writer.property(name);
            match content {
                Content::Attribute(attribute) => {
                    let expression = NativeExpression::new(Arc::clone(self.file), attribute.value);
                    let written = write_expression(
                        &mut self.writer,
                        &(Arc::new(expression) as _),
                        &self.sources,
                        self.constants.as_ref(),
                    );
                    if self.writer.is_too_long() {
                        return Err(self.too_long(attribute.value));
                    }
                    written?;
                }
                Content::Blocks(level) => self.level(level)?,
            }
        }
        self.writer.close('}');
        Ok(())
    }

    /// Returns the content of a body by name, in the order of first mention.
    fn contents(&self, id: BodyId) -> Result<IndexMap<&'f str, Content<'f>>, Diagnostics> {
        let mut contents = IndexMap::new();
        for item in self.file.items(self.file.body(id).items) {
            match item {
                Item::Attribute(id) => {
                    let attribute = self.file.attribute(*id);
                    let name = self.file.str(attribute.name);
                    if contents.insert(name, Content::Attribute(attribute)).is_some() {
                        return Err(self.same_name(attribute.name));
                    }
                }
                Item::Block(id) => {
                    let block = self.file.block(*id);
                    let name = self.file.str(block.block_type);
                    let content = contents
                        .entry(name)
                        .or_insert_with(|| Content::Blocks(Level::default()));
                    let Content::Blocks(level) = content else {
                        return Err(self.same_name(block.block_type));
                    };
                    let mut level = level;
                    let labels = self.file.labels(block.labels);
                    if let Some(label) = labels.get(MAX_LABELS) {
                        return Err(self.too_many_labels(label.range));
                    }
                    for label in labels {
                        level = level.labels.entry(self.file.text(label.text)).or_default();
                    }
                    level.bodies.push(block);
                }
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
        Ok(contents)
    }

    fn same_name(&self, name: TextRange) -> Diagnostics {
        let detail = format!(
            "This cannot be written as JSON. Both an attribute and a block are named `{}`.",
            self.file.str(name)
        );
        Diagnostic::error(codes::json::NOT_WRITABLE, "No JSON form")
            .with_detail(detail)
            .with_subject(self.file.span(name))
            .into()
    }

    fn too_long(&self, value: ExprId) -> Diagnostics {
        let detail = format!("The value cannot be written: the text is longer than {MAX_BYTES} bytes.");
        Diagnostic::error(codes::expr::LIMIT_EXCEEDED, "Limit exceeded")
            .with_detail(detail)
            .with_subject(self.file.span(self.file.expr_range(value)))
            .into()
    }

    fn too_many_labels(&self, label: TextRange) -> Diagnostics {
        let detail = format!(
            "This cannot be written as JSON. Expected at most {MAX_LABELS} labels: each is an object in another one."
        );
        Diagnostic::error(codes::json::NOT_WRITABLE, "No JSON form")
            .with_detail(detail)
            .with_subject(self.file.span(label))
            .into()
    }

    fn level(&mut self, level: &Level<'f>) -> Result<(), Diagnostics> {
        if level.bodies.is_empty() {
            return self.labels(level);
        }
        self.writer.open('[');
        if !level.labels.is_empty() {
            self.writer.element();
            self.labels(level)?;
        }
        for block in &level.bodies {
            self.writer.element();
            let range = block.header_range(self.file.labels(block.labels));
            self.body(block.body, range.to(block.close_brace))?;
        }
        self.writer.close(']');
        Ok(())
    }

    fn labels(&mut self, level: &Level<'f>) -> Result<(), Diagnostics> {
        self.writer.open('{');
        for (label, level) in &level.labels {
            self.writer.property(label);
            self.level(level)?;
        }
        self.writer.close('}');
        Ok(())
    }

    /// Writes the comments in a body, but not those in the blocks in it.
    fn comments(&mut self, id: BodyId, range: TextRange) {
        let mut found = Vec::new();
        let mut start = range.start;
        for item in self.file.items(self.file.body(id).items) {
            if let Item::Block(id) = item {
                let block = self.file.block_range(*id);
                found.extend(self.comments_between(start, block.start));
                start = block.end;
            }
        }
        found.extend(self.comments_between(start, range.end));
        if found.is_empty() {
            return;
        }
        self.writer.property("__comments__");
        self.writer.open('[');
        for comment in found {
            self.writer.element();
            self.writer.string(comment_text(self.file.str(comment)));
        }
        self.writer.close(']');
    }

    fn comments_between(&self, start: u32, end: u32) -> &[TextRange] {
        let first = self.comments.partition_point(|comment| comment.start < start);
        let count = self.comments[first..].partition_point(|comment| comment.start < end);
        &self.comments[first..first + count]
    }

    fn ranges(&mut self, range: TextRange, contents: &IndexMap<&str, Content<'_>>) {
        if !self.has_ranges {
            return;
        }
        self.writer.property("__range__");
        self.range(range);
        self.writer.property("__ranges__");
        self.writer.open('{');
        for (name, content) in contents {
            if let Content::Attribute(attribute) = content {
                self.writer.property(name);
                self.range(attribute.range());
            }
        }
        self.writer.close('}');
    }

    fn range(&mut self, range: TextRange) {
        let source = self.file.source();
        self.writer.open('{');
        for (name, offset) in [("start", range.start), ("end", range.end)] {
            let position = source.line_index().position(source.bytes(), offset);
            self.writer.property(name);
            self.writer.open('{');
            for (name, number) in [
                ("line", position.line),
                ("column", position.column),
                ("byte", position.byte),
            ] {
                self.writer.property(name);
                self.writer.integer(number.into());
            }
            self.writer.close('}');
        }
        self.writer.close('}');
    }
}
