"""The examples in the documentation."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import hcl2rs
import hcl2rs.compat


def test_examples_of_modules_are_right() -> None:
    names = ["hcl2rs", *(f"hcl2rs.compat.{module.name}" for module in pkgutil.iter_modules(hcl2rs.compat.__path__))]
    attempted = 0
    for name in names:
        results = doctest.testmod(importlib.import_module(name))
        assert results.failed == 0, name
        attempted += results.attempted
    assert attempted > 8


def test_examples_of_the_page_are_right() -> None:
    page = Path(__file__).parents[3] / "docs/python.md"
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.failed == 0 and results.attempted > 30
