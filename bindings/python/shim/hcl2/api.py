"""The functions of python-hcl2, provided by hcl2rs."""

from hcl2rs.compat.python_hcl2 import *  # noqa: F403
from hcl2rs.compat.python_hcl2 import __all__ as __all__
