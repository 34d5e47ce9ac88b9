"""Values and evaluation."""

import decimal
import pickle
from typing import Any

import pytest

import hcl2rs


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("true", True),
        ("42", 42),
        ("1.5", 1.5),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ('"a${1 + 1}"', "a2"),
        ('[1, "x", null]', [1, "x", None]),
        ("{ a = [1], b = { c = true } }", {"a": [1], "b": {"c": True}}),
        ('setunion(["b", "a"])', ["a", "b"]),
    ],
)
def test_values_become_python_objects(text: str, value: Any) -> None:
    result = hcl2rs.evaluate(text)
    assert result == value and type(result) is type(value)


def test_numbers_are_exact_on_request() -> None:
    assert hcl2rs.evaluate("0.1", numbers="decimal") == decimal.Decimal("0.1")
    digits = hcl2rs.evaluate("1 - 0.9", numbers="decimal")
    assert str(digits) == "0.1" + "0" * 153 + "3"
    assert hcl2rs.evaluate("1 - 0.9") == pytest.approx(0.1)
    with pytest.raises(ValueError, match="'float' or 'decimal'"):
        hcl2rs.evaluate("1", numbers="exact")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [None, True, 7, -(10**40), 2.5, "text", [1, "x"], {"a": {"b": [None]}}],
)
def test_python_objects_become_values(value: Any) -> None:
    assert hcl2rs.evaluate("x", {"x": value}) == value


def test_whole_numbers_of_any_length_pass_through() -> None:
    for value in [2**63 + 7, -(2**64) + 1, 10**200 + 7, 10**5000 + 7]:
        assert hcl2rs.evaluate("x", {"x": value}) == value
    assert hcl2rs.evaluate("1e400 * 1e400") == 10**800
    with pytest.raises(ValueError, match="not a number of HCL"):
        hcl2rs.evaluate("x", {"x": 10**50_000})


def test_decimals_tuples_and_sets_become_values() -> None:
    assert hcl2rs.evaluate("x + 1", {"x": decimal.Decimal("0.5")}) == 1.5
    assert hcl2rs.evaluate("x", {"x": (1, 2)}) == [1, 2]
    assert hcl2rs.evaluate("x", {"x": {"b", "a"}}) == ["a", "b"]


def test_what_is_no_value_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="cannot be made of object"):
        hcl2rs.evaluate("x", {"x": object()})
    with pytest.raises(TypeError, match="a key must be a str, not int"):
        hcl2rs.evaluate("x", {"x": {1: 2}})
    with pytest.raises(ValueError):
        hcl2rs.evaluate("x", {"x": float("nan")})
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(RecursionError):
        hcl2rs.evaluate("x", {"x": endless})


def test_unknown_values_stay_unknown() -> None:
    unknown = hcl2rs.evaluate("x + 1", {"x": hcl2rs.Unknown("number")})
    assert isinstance(unknown, hcl2rs.Unknown) and unknown.type == "number"
    assert repr(unknown) == "Unknown('number')"
    assert hcl2rs.Unknown("list(string)").type == "list(string)"
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(unknown)
    with pytest.raises(ValueError, match="not a type"):
        hcl2rs.Unknown("lst(")
    assert pickle.loads(pickle.dumps(hcl2rs.Unknown("string"))) == hcl2rs.Unknown("string")


def test_what_is_known_about_unknown_values_is_pickled() -> None:
    for expression, kind, then, known in [
        ('"a-${x}"', "string", 'x == "b"', False),
        ('"a-${x}"', "string", "x == null", False),
        ("length(x)", "list(string)", "x == null", False),
        ("x", 'object({a=tuple([number, any])})', "x.a[0]", hcl2rs.Unknown("number")),
        ("x", "any", "x", hcl2rs.Unknown()),
    ]:
        unknown = hcl2rs.evaluate(expression, {"x": hcl2rs.Unknown(kind)})
        again = pickle.loads(pickle.dumps(unknown))
        assert again == unknown and again.type == unknown.type, expression
        for value in unknown, again:
            assert hcl2rs.evaluate(then, {"x": value}) == known, (expression, then)
    with pytest.raises(ValueError):
        hcl2rs._hcl2rs._unknown(b"\x01")
    with pytest.raises(ValueError, match="the value is known"):
        hcl2rs._hcl2rs._unknown(b"\x92\xc4\x08\"number\"\x01")


def test_sensitive_values_are_not_shown() -> None:
    result = hcl2rs.evaluate('"${x}!"', {"x": hcl2rs.Sensitive("s3cr3t")})
    assert isinstance(result, hcl2rs.Sensitive)
    assert result.reveal() == "s3cr3t!" and result.marks == ["sensitive"]
    assert "s3cr3t" not in f"{result!r} {result} {[result]!r} {({'a': result})!r}"
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.evaluate("x.y", {"x": hcl2rs.Sensitive("s3cr3t")})
    assert "s3cr3t" not in str(caught.value) and "s3cr3t" not in caught.value._repr_html_()
    assert pickle.loads(pickle.dumps(result)) == result


def test_python_functions_are_called() -> None:
    calls: list[Any] = []

    def double(*values: Any) -> Any:
        calls.append(values)
        return [value * 2 for value in values]

    assert hcl2rs.evaluate("double(1, x)[1]", {"x": 4}, {"double": double}) == 8
    assert calls == [(1, 4)]
    assert hcl2rs.evaluate("f()", None, {"f": lambda: None}) is None
    with pytest.raises(TypeError, match="f is not callable"):
        hcl2rs.evaluate("f()", None, {"f": 3})  # type: ignore[dict-item]


def test_an_exception_of_a_function_is_the_cause() -> None:
    def fail(value: Any) -> Any:
        raise OSError("disk on fire")

    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.evaluate("fail(1)", None, {"fail": fail})
    assert isinstance(caught.value.__cause__, OSError)
    assert [problem.code for problem in caught.value.diagnostics] == ["hcl2::expr::call-failed"]
    assert "OSError" in str(caught.value)


def test_a_secret_passed_to_a_function_marks_its_result() -> None:
    result = hcl2rs.evaluate("f(x)", {"x": hcl2rs.Sensitive("s")}, {"f": lambda value: value + "!"})
    assert isinstance(result, hcl2rs.Sensitive) and result.reveal() == "s!"


def test_bytes_are_sources_and_no_values() -> None:
    for kind in (bytes, bytearray, memoryview):
        assert hcl2rs.parse(kind(b"a = 1"))["a"].value() == 1
        with pytest.raises(TypeError, match=f"a value cannot be made of {kind.__name__}; decode it to a str"):
            hcl2rs.evaluate("x", {"x": [kind(b"a")]})


@pytest.mark.parametrize("expression", ["f()", "[g(), f()]"])
def test_an_interrupt_in_a_function_is_raised_as_it_is(expression: str) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    def failing() -> None:
        raise OSError

    with pytest.raises(KeyboardInterrupt):
        hcl2rs.evaluate(expression, functions={"f": interrupted, "g": failing})


def test_a_function_must_return_a_value() -> None:
    with pytest.raises(hcl2rs.HclError) as caught:
        hcl2rs.evaluate("f()", functions={"f": lambda: [object()]})
    assert "returned an object of the type `list` that is not a value" in caught.value.diagnostics[0].detail
    assert str(caught.value.__cause__) == "a value cannot be made of object"
