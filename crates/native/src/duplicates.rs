//! Keys that an object constructor has more than once.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::expr as codes};
use hcl2_model::Quoted;
use hcl2_value::Str;

use crate::tree::{Expr, ExprId, File};

impl File {
    /// Returns a warning for each constant key that its object constructor has before: the last item with a key counts, as
    /// the specification demands, but two of them are usually a mistake.
    ///
    /// The warnings are not part of the diagnostics of parsing.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_native::parse_file;
    ///
    /// let source = Source::new("app.hcl", "ports = { http = 80, \"http\" = 8080 }\n")?;
    /// let file = parse_file(&source).into_result().expect("the source is valid");
    /// let warnings = file.duplicate_keys();
    /// assert_eq!(warnings[0].code.id(), "hcl2::expr::overwritten-item");
    /// assert_eq!(warnings[0].subject.unwrap().range(), 21..27);
    /// assert_eq!(warnings[0].labels[0].span.range(), 10..14);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn duplicate_keys(&self) -> Diagnostics {
        let mut warnings = Diagnostics::new();
        for expr in self.all_exprs() {
            let Expr::Object { items } = self.expr(expr) else {
                continue;
            };
            if items.is_empty() {
                continue;
            }
            let mut firsts: HashMap<Str, Span> = HashMap::new();
            for item in self.object_items(items) {
                let Some(key) = self.constant_key(item.key) else {
                    continue;
                };
                let span = self.expr_span(item.key);
                if let Some(first) = firsts.get(&key) {
                    let detail = format!(
                        "The object already has the key {}, and only the last one counts. Remove one of them, or rename it.",
                        Quoted(&key)
                    );
                    warnings.push(
                        Diagnostic::warning(codes::OVERWRITTEN_ITEM, "Duplicate key")
                            .with_detail(detail)
                            .with_subject(span)
                            .with_label(*first, "first used here"),
                    );
                } else {
                    firsts.insert(key, span);
                }
            }
        }
        warnings
    }

    /// Returns the key of an object item if it is a name or a plain string.
    fn constant_key(&self, key: ExprId) -> Option<Str> {
        match self.expr(key) {
            Expr::String { text } => Some(Str::from(self.text(text))),
            _ => self.literal_key(key).map(Str::from),
        }
    }
}
