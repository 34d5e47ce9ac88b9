"""The module of python-hcl2, provided by hcl2rs."""

from hcl2rs import __version__
from hcl2rs.compat.python_hcl2 import *  # noqa: F403
from hcl2rs.compat.python_hcl2 import __all__ as _names

__all__ = ["__version__", *_names]
