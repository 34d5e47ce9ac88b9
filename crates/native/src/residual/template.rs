//! What is left of templates.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_model::{Escaped, Name};
use hcl2_value::{Type, Value};

use super::certain::Certain;
use super::{Piece, Residual};
use crate::eval::{Context, Evaluator, child_scope};
use crate::literal::literal;
use crate::parser::parse_template;
use crate::tree::{ExprId, ForDirective, IfDirective, List, Node, Part};

/// A part of the residual of a template.
enum Left {
    Text(String),
    /// The source of an interpolation.
    Interpolation(String),
    /// The source of a directive.
    Directive(String),
}

impl Residual<'_> {
    pub(super) fn template(&mut self, id: ExprId, parts: List<Part>, context: Context<'_>) -> Piece {
        let before = self.folded;
        let mut left = Vec::new();
        let around = std::mem::replace(&mut self.exact, false);
        self.parts(parts, context, &mut left);
        self.exact = around;
        if self.folded == before && self.is_delimited(id) {
            return self.as_written(id);
        }
        left.retain(|part| !matches!(part, Left::Text(text) if text.is_empty()));
        if let [Left::Interpolation(_)] = left.as_slice() {
            // Alone, it would have the type of its expression.
            left.push(Left::Interpolation("${\"\"}".to_owned()));
        }
        let is_literal = left.iter().all(|part| matches!(part, Left::Text(_)));
        let text = format!("\"{}\"", written(&left));
        if is_literal {
            self.folded(text)
        } else {
            let _ = self.afford(text.len());
            Piece::written(text)
        }
    }

    fn parts(&mut self, parts: List<Part>, context: Context<'_>, left: &mut Vec<Left>) {
        for index in 0..parts.len() {
            let part = self.file.parts(parts)[index];
            match part {
                Part::Literal { text, .. } => left.push(Left::Text(self.file.text(text).to_owned())),
                Part::Interpolation { expr, .. } => left.push(self.interpolation(expr, context)),
                Part::If(directive) => {
                    let directive = self.file.if_directive(directive);
                    self.if_directive(&directive, context, left);
                }
                Part::For(directive) => {
                    let directive = self.file.for_directive(directive);
                    match self.unrolled_directive(&directive, context) {
                        Some(repeated) => {
                            self.folded += 1;
                            left.extend(repeated);
                        }
                        None => left.push(self.for_directive(&directive, context)),
                    }
                }
                Part::Error(range) => {
                    let text = String::from_utf8_lossy(self.file.slice(range)).into_owned();
                    left.push(Left::Directive(text));
                }
            }
        }
    }

    fn interpolation(&mut self, expr: ExprId, context: Context<'_>) -> Left {
        let text = self
            .known(expr, context)
            .and_then(|value| value.convert(&Type::STRING).ok())
            .and_then(|value| value.as_str().map(str::to_owned));
        match text {
            Some(text) => {
                self.folded += 1;
                Left::Text(text)
            }
            None => Left::Interpolation(format!("${{{}}}", self.expression(expr, context).text)),
        }
    }

    fn if_directive(&mut self, directive: &IfDirective, context: Context<'_>, left: &mut Vec<Left>) {
        let if_false = directive.if_false.map_or(List::empty(), |clause| clause.parts);
        let truth = (self.certain.is_settled(directive.condition))
            .then(|| self.truth(directive.condition, context))
            .flatten();
        if let Some(truth) = truth {
            let (chosen, other) = if truth {
                (directive.if_true, if_false)
            } else {
                (if_false, directive.if_true)
            };
            if self.is_droppable(other, context) {
                self.folded += 1;
                self.parts(chosen, context, left);
                return;
            }
        }
        let condition = self.expression(directive.condition, context).text;
        let mut branches = [directive.if_true, if_false].map(|parts| {
            let mut inner = Vec::new();
            self.parts(parts, context, &mut inner);
            written(&inner)
        });
        if directive.if_false.is_some() {
            branches[1].insert_str(0, "%{ else }");
        }
        left.push(Left::Directive(format!(
            "%{{ if {condition} }}{}%{{ endif }}",
            branches.concat()
        )));
    }

    fn for_directive(&mut self, directive: &ForDirective, context: Context<'_>) -> Left {
        let collection = self.collection(directive.collection, context).text;
        let names = self.names(directive);
        let mut scope = child_scope(context);
        for name in &names {
            scope.set_variable(name, Value::DYNAMIC);
        }
        let mut inner = Vec::new();
        self.parts(directive.parts, Some(&scope), &mut inner);
        let names: Vec<&str> = names.iter().map(Name::as_str).collect();
        Left::Directive(format!(
            "%{{ for {} in {collection} }}{}%{{ endfor }}",
            names.join(", "),
            written(&inner)
        ))
    }

    /// Returns the variables that a directive defines, that for keys first.
    fn names(&self, directive: &ForDirective) -> Vec<Name> {
        let variables = directive
            .key_variable
            .into_iter()
            .chain([directive.value_variable]);
        variables
            .map(|variable| Name::from(self.file.str(variable.name)))
            .collect()
    }

    /// Repeats the parts for each element if the collection is known and the residual refers to none of the variables.
    fn unrolled_directive(&mut self, directive: &ForDirective, context: Context<'_>) -> Option<Vec<Left>> {
        if self.work == 0 {
            return None;
        }
        let collection = self.known(directive.collection, context)?;
        let names = self.names(directive);
        let outer = std::mem::take(&mut self.certain);
        let depth = self.unrolled.len();
        self.unrolled.extend(names.iter().cloned());
        let repeated = self.repeated(directive.parts, &collection, &names, context);
        self.unrolled.truncate(depth);
        self.certain = outer;
        repeated
    }

    fn repeated(
        &mut self,
        parts: List<Part>,
        collection: &Value,
        names: &[Name],
        context: Context<'_>,
    ) -> Option<Vec<Left>> {
        let mut repeated = Vec::new();
        for (key, value) in collection.iter_elements()? {
            let mut scope = child_scope(context);
            for (name, value) in names.iter().rev().zip([value, key]) {
                scope.set_variable(name, value);
            }
            self.certain = Certain::of_parts(self.file, parts, Some(&scope));
            let from = repeated.len();
            self.parts(parts, Some(&scope), &mut repeated);
            let text = written(&repeated[from..]);
            if !self.afford(1 + text.len()) {
                return None;
            }
            let source = SourceMap::new().add("", text.as_str()).ok()?;
            if self.names_unrolled(&parse_template(&source).value) {
                return None;
            }
        }
        Some(repeated)
    }

    /// Returns whether parts of a template have no problems and no marks, so that dropping them loses nothing.
    fn is_droppable(&self, parts: List<Part>, context: Context<'_>) -> bool {
        let firm = self.file.parts(parts).iter().all(|part| {
            self.file.nodes_in(Node::Part(*part)).all(|node| match node {
                Node::Expr(id) => self.certain.is_settled(id) || self.certain.is_firm(id),
                _ => true,
            })
        });
        if !firm {
            return false;
        }
        let mut diagnostics = Diagnostics::new();
        let mut evaluator = Evaluator::new(self.file, &mut diagnostics, || self.file.range(), context);
        let value = evaluator.parts(self.file.range(), parts, context);
        evaluator.finish();
        diagnostics.is_empty() && !value.contains_marked()
    }
}

/// Writes parts as the content of a quoted template.
fn written(parts: &[Left]) -> String {
    let mut out = String::new();
    let mut text = String::new();
    for part in parts {
        match part {
            Left::Text(more) => text.push_str(more),
            Left::Interpolation(code) | Left::Directive(code) => {
                // `$` or `%` right before a sequence would escape it.
                let rest = text.trim_end_matches(['$', '%']);
                let marker = &text[rest.len()..];
                out.push_str(&Escaped(rest).to_string());
                if !marker.is_empty() {
                    let quoted = literal(&Value::from(marker)).unwrap_or_default();
                    out.push_str(&format!("${{{quoted}}}"));
                }
                text.clear();
                out.push_str(code);
            }
        }
    }
    out.push_str(&Escaped(&text).to_string());
    out
}
