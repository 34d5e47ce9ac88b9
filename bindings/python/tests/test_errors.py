"""Exceptions and diagnostics."""

import pickle
import sys
from typing import Any, Callable

import pytest

import hcl2rs


def test_an_error_has_diagnostics_and_shows_the_lines() -> None:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.parse('a = 1\nb = "x\n', name="app.hcl")
    problem = caught.value.diagnostics[0]
    assert (problem.severity, problem.code) == ("error", "hcl2::syntax::unclosed-string")
    assert problem.range is not None and problem.range.file == "app.hcl" and problem.range.start.line == 2
    assert str(caught.value).startswith("app.hcl:2:")
    assert 'b = "x' in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_several_errors_are_a_group() -> None:
    with pytest.raises(hcl2rs.HclErrorGroup) as caught:
        hcl2rs.evaluate("[nope, nix]", {"a": 1})
    error = caught.value
    assert [problem.code for problem in error.diagnostics] == ["hcl2::expr::unknown-variable"] * 2
    assert [str(part).split("\n")[0] for part in error.exceptions] == [
        problem.rendered.split("\n")[0] for problem in error.diagnostics
    ]
    assert isinstance(error, hcl2rs.HclError)
    if sys.version_info >= (3, 11):
        assert isinstance(error, ExceptionGroup)
        found, rest = error.split(lambda part: part is not error and "named `nope`" in str(part))
        assert isinstance(found, hcl2rs.HclError) and rest is not None


def test_errors_are_shown_as_html() -> None:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.parse("a = <b>\n")
    html = caught.value._repr_html_()
    assert "<b>error</b>" in html and "&lt;b&gt;" in html and "= <b>" not in html


def test_suggestions_have_replacements() -> None:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.evaluate("regoin", {"region": "eu"})
    (suggestion,) = caught.value.diagnostics[0].suggestions
    assert suggestion.replacement == "region"


def test_facts_say_what_is_known_of_variables() -> None:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.evaluate("port + 1", {"port": "http", "unused": 1})
    problem = caught.value.diagnostics[0]
    assert problem.facts == [("port", 'is "http"')]
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.evaluate("port + 1", {"port": hcl2rs.Sensitive("s3cr3t")})
    assert "s3cr3t" not in str(caught.value.diagnostics[0].facts)


def test_errors_are_pickled() -> None:
    errors: list[Callable[[], Any]] = [
        lambda: hcl2rs.parse("a = "),
        lambda: hcl2rs.parse("a = [nope\nb = "),
        lambda: hcl2rs.evaluate("port + 1", {"port": "http"}),
        lambda: hcl2rs.evaluate("prot", {"port": "http"}),
    ]
    for error in errors:
        with pytest.raises(hcl2rs.HclError) as caught:
            error()
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value)
        assert again.diagnostics == caught.value.diagnostics
        assert type(again) is type(caught.value)
