"""Exceptions and diagnostics."""

import errno
import pickle
import sys
from pathlib import Path
from typing import Any, Callable

import pytest

import hcl2rs
from hcl2rs.compat import bc, python_hcl2


def test_an_error_has_diagnostics_and_shows_the_lines() -> None:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.parse('a = 1\nb = "x\n', name="app.hcl")
    problem = caught.value.diagnostics[0]
    assert (problem.severity, problem.code) == ("error", "hcl2::syntax::unclosed-string")
    assert problem.range is not None and problem.range.file == "app.hcl" and problem.range.start.line == 2
    assert str(caught.value).startswith("app.hcl:2:")
    assert 'b = "x' in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_advice_names_arguments_of_python(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text('variable "a" {}\n\nresource "vm" "b" {}\n')
    module = hcl2rs.Module.load(tmp_path)
    with pytest.raises(hcl2rs.HclError) as caught:
        module.plan()
    assert "Pass it in `variables`." in str(caught.value)
    with pytest.raises(hcl2rs.HclError) as caught:
        module.plan({"a": 1})
    assert "Pass in `schemas` the output" in str(caught.value)
    assert "`infer_schemas=True`" in caught.value.diagnostics[0].detail


def test_several_errors_are_a_group() -> None:
    with pytest.raises(hcl2rs.HclErrorGroup) as caught:
        hcl2rs.evaluate("[nope, nix]", {"a": 1})
    error = caught.value
    assert [problem.code for problem in error.diagnostics] == ["hcl2::expr::unknown-variable"] * 2
    assert [str(part) for part in error.exceptions] == [
        "<expression>:1:2: No variable is named `nope`.",
        "<expression>:1:8: No variable is named `nix`.",
    ]
    assert str(error).count("No variable is named `nix`.") == 1 and "sub-exceptions" not in str(error)
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


def test_errors_of_files_have_their_numbers_and_paths(tmp_path: Path) -> None:
    missing = tmp_path / "missing.tf"
    reads: list[Any] = [hcl2rs.parse, hcl2rs.Module.load, lambda path: list(hcl2rs.iter_files(path))]
    for read in reads:
        with pytest.raises(FileNotFoundError) as caught:
            read(missing)
        assert caught.value.errno == errno.ENOENT
        assert caught.value.filename == str(missing)
    file = tmp_path / "main.tf"
    file.write_text("a = 1\n")
    for read in reads[1:]:
        with pytest.raises(NotADirectoryError) as not_directory:
            read(file)
        assert not_directory.value.filename == str(file)
    with pytest.raises(IsADirectoryError):
        hcl2rs.parse(tmp_path)


def test_the_name_of_a_file_as_a_string_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "main.tf"
    file.write_text("a = 1\n")
    reads: list[Any] = [hcl2rs.parse, hcl2rs.fmt, python_hcl2.loads, bc.loads]
    for read in reads:
        with pytest.raises(hcl2rs.HclError, match=r"the name of a file: pass `pathlib\.Path\("):
            read(str(file))
        with pytest.raises(hcl2rs.HclError) as caught:
            read(str(tmp_path / "missing.tf"))
        assert "pathlib" not in str(caught.value)
    assert hcl2rs.parse(file)["a"].value() == 1
