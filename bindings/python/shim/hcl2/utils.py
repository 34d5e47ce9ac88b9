"""The options of python-hcl2 for reading, provided by hcl2rs."""

from hcl2rs.compat.python_hcl2 import SerializationOptions

__all__ = ["SerializationOptions"]
