//! Evaluating expressions and templates.

use hcl2_decode::attribute::DecodeAttribute;
use hcl2_decode::{Decoder, Lazy};
use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_model::ExpressionRef;
use hcl2_value::Value;

use crate::{Error, Loader, ParseOptions};

/// Evaluating.
impl Loader {
    /// Evaluates an expression in native syntax.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the expression.
    ///
    /// # Examples
    ///
    /// ```
    /// let loader = hcl2::Loader::new().variable("n", 2);
    /// assert_eq!(loader.eval("n * 21")?, hcl2::value::Value::from(42));
    ///
    /// let error = loader.eval("m * 21").unwrap_err();
    /// assert_eq!(error.diagnostics()[0].code.id(), "hcl2::expr::unknown-variable");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn eval(&self, expression: &str) -> Result<Value, Error> {
        self.evaluated("<expression>", expression, ParseOptions::parse_expression)
    }

    /// Evaluates a template in native syntax, and converts the result to a string.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the template, or if the result has no conversion to a string, as a list has none
    /// (`hcl2::decode::wrong-type`).
    ///
    /// # Examples
    ///
    /// ```
    /// let loader = hcl2::Loader::new().variable("port", 80);
    /// assert_eq!(loader.eval_template("localhost:${port}")?, "localhost:80");
    /// assert_eq!(loader.eval_template("${port}")?, "80");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn eval_template(&self, template: &str) -> Result<String, Error> {
        self.evaluated("<template>", template, ParseOptions::parse_template)
    }

    /// Parses an expression in native syntax for later evaluation; `name` appears in messages.
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the expression, also those that [`Lazy`] finds before the evaluation.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{EvalContext, Lazy, Loader};
    ///
    /// let rule: Lazy<bool> = Loader::new().load_expression("rule 1", "user == \"root\"")?;
    /// let context: EvalContext<'_> = [("user", "root")].into_iter().collect();
    /// assert!(rule.evaluate(&context)?);
    ///
    /// let error = rule.evaluate(None).unwrap_err();
    /// assert!(error.to_string().starts_with("rule 1:1:1: error[hcl2::expr::variables-not-allowed]"));
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn load_expression<T: DecodeAttribute>(
        &self,
        name: &str,
        expression: &str,
    ) -> Result<Lazy<T>, Error> {
        self.evaluated(name, expression, ParseOptions::parse_expression)
    }

    /// Parses a template in native syntax for later evaluation; `name` appears in messages.
    ///
    /// # Errors
    ///
    /// Those of [`load_expression`](Self::load_expression).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::{EvalContext, Loader};
    ///
    /// let greeting = Loader::new().load_template("greeting", "hello ${user}, port ${80}")?;
    /// let context: EvalContext<'_> = [("user", "root")].into_iter().collect();
    /// assert_eq!(greeting.evaluate(&context)?, "hello root, port 80");
    /// # Ok::<(), hcl2::Error>(())
    /// ```
    pub fn load_template(&self, name: &str, template: &str) -> Result<Lazy<String>, Error> {
        self.evaluated(name, template, ParseOptions::parse_template)
    }

    /// Parses a source as an expression and decodes it.
    fn evaluated<T: DecodeAttribute>(
        &self,
        name: &str,
        text: &str,
        parse: fn(&ParseOptions, &Source) -> Outcome<ExpressionRef>,
    ) -> Result<T, Error> {
        let source = Source::new(name, text)?;
        let sources = SourceMap::from(source.clone());
        let parsed = parse(&self.parse, &source).into_result();
        let decoded = parsed.and_then(|expression| {
            let context = self.started();
            let decoder = Decoder::new(&context).with_sources(&sources);
            decoder.decode_attribute(&expression).into_result()
        });
        match decoded {
            Ok(Some(decoded)) => Ok(decoded),
            Ok(None) => Err(Error::new(Diagnostics::new())),
            Err(diagnostics) => Err(Error::new(diagnostics).with_sources(sources)),
        }
    }
}
