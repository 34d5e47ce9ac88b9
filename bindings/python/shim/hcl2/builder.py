"""The builder of python-hcl2, provided by hcl2rs."""

from hcl2rs.compat.python_hcl2 import Builder

__all__ = ["Builder"]
