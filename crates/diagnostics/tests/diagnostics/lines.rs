//! The forms of a line for each diagnostic, and the JUnit report: hostile text stays text.

use hcl2_diagnostics::{Code, Diagnostic, SourceMap, codes, render};

const CODE: Code = Code::new("hcl2::test::code", "Only for tests.");

fn hostile() -> (Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::new();
    let source = sources
        .add("a,b:%.hcl", "x = 1\ny = 2\n")
        .expect("a small source fits");
    sources.add("fine.hcl", "").expect("a small source fits");
    let error = Diagnostic::error(CODE, "Bad: <a> & \"b\"")
        .with_detail("First,\nthen 100% \u{1b}[31m::error::x")
        .with_subject(source.span_of(0, 7));
    let warning = Diagnostic::warning(codes::expr::UNKNOWN_VARIABLE, "Odd");
    (vec![error, warning], sources)
}

#[test]
fn a_diagnostic_is_one_line() {
    let (diagnostics, sources) = hostile();
    assert_eq!(
        render::concise(&diagnostics, &sources),
        "a,b:%.hcl:1:1: error[hcl2::test::code]: Bad: <a> & \"b\": First, then 100% ␛[31m::error::x\n\
         warning[hcl2::expr::unknown-variable]: Odd\n"
    );
}

#[test]
fn workflow_commands_escape_their_separators() {
    let (diagnostics, sources) = hostile();
    assert_eq!(
        render::github(&diagnostics, &sources),
        "::error file=a%2Cb%3A%25.hcl,line=1,col=1,endLine=2,endColumn=2,title=Bad%3A <a> & \"b\"::First,%0Athen 100%25 \
         ␛[31m::error::x (hcl2::test::code)\n\
         ::warning title=Odd:: (hcl2::expr::unknown-variable)\n"
    );
}

#[test]
fn every_source_is_a_test_case() {
    let (diagnostics, sources) = hostile();
    assert_eq!(
        render::junit(&diagnostics, &sources),
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="hcl2" tests="3" failures="1">
  <testsuite name="hcl2" tests="3" failures="1">
    <testcase classname="hcl2" name="a,b:%.hcl">
      <failure type="hcl2::test::code" message="Bad: &lt;a&gt; &amp; &quot;b&quot;">a,b:%.hcl:1:1: error[hcl2::test::code]: Bad: &lt;a&gt; &amp; &quot;b&quot;: First, then 100% ␛[31m::error::x
</failure>
    </testcase>
    <testcase classname="hcl2" name="fine.hcl"/>
    <testcase classname="hcl2" name="configuration">
      <system-out>warning[hcl2::expr::unknown-variable]: Odd
</system-out>
    </testcase>
  </testsuite>
</testsuites>
"#
    );
}
