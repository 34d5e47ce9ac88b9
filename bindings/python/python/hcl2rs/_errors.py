"""The exceptions of hcl2rs."""

from __future__ import annotations

import sys

# The module typing takes longer to import than the rest of the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, List, Sequence

    from ._hcl2rs import Diagnostic


class HclError(ValueError):
    """Configuration with errors.

    `str()` shows every problem with the lines concerned, and `diagnostics` has them as data.
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self._text: str = message
        self.diagnostics: List[Diagnostic] = list(diagnostics)

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> Any:
        return error, (self._text, self.diagnostics)

    def _repr_html_(self) -> str:
        from html import escape

        problems = (
            f"<li><b>{escape(problem.severity)}</b> <code>{escape(problem.code)}</code>"
            f"<pre>{escape(problem.rendered)}</pre></li>"
            for problem in self.diagnostics
        )
        return "<ul>" + "".join(problems) + "</ul>"


def _parts(diagnostics: Sequence[Diagnostic]) -> List[HclError]:
    """Returns an exception for each problem, on one line: the group shows the lines concerned."""
    return [
        HclError(problem.detail if problem.range is None else f"{problem.range}: {problem.detail}", [problem])
        for problem in diagnostics
    ]


if sys.version_info >= (3, 11):

    class HclErrorGroup(ExceptionGroup[HclError], HclError):
        """Configuration with several errors, each of which is one of `exceptions`."""

        def __new__(cls, message: str, diagnostics: Sequence[Diagnostic] = ()) -> HclErrorGroup:
            return super().__new__(cls, message, _parts(diagnostics))

        def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
            HclError.__init__(self, message, diagnostics)

        def __str__(self) -> str:
            return self._text

        def derive(self, excs: Sequence[Any]) -> Any:
            diagnostics = [problem for part in excs for problem in getattr(part, "diagnostics", ())]
            return HclErrorGroup("\n\n".join(problem.rendered for problem in diagnostics), diagnostics)

else:

    class HclErrorGroup(HclError):
        """Configuration with several errors, each of which is one of `exceptions`."""

        def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
            super().__init__(message, diagnostics)
            self.exceptions = tuple(_parts(diagnostics))


# Tracebacks name the classes as programs import them.
HclError.__module__ = HclErrorGroup.__module__ = "hcl2rs"


def error(message: str, diagnostics: Sequence[Diagnostic]) -> HclError:
    """Returns the exception for problems: a group if there are several."""
    if len(diagnostics) > 1:
        return HclErrorGroup(message, diagnostics)
    return HclError(message, diagnostics)
