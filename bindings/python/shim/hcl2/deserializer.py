"""The options of python-hcl2 for writing, provided by hcl2rs."""

from hcl2rs.compat.python_hcl2 import DeserializerOptions

__all__ = ["DeserializerOptions"]
