"""The options of python-hcl2 for the layout, provided by hcl2rs."""

from hcl2rs.compat.python_hcl2 import FormatterOptions

__all__ = ["FormatterOptions"]
