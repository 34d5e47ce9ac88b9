"""The module `hcl2` for the tests of python-hcl2: its drop-in, and the stages of the original's pipeline on top of it.

`HCL2_MODULES` has the directories of the drop-in and of the original. The commands of the original need modules that the
drop-in does not have; they come from the original.
"""

import os
import sys
import types

from hcl2rs import __version__
from hcl2rs.compat import python_hcl2 as drop_in
from hcl2rs.compat.python_hcl2 import *

_drop_in, _original = os.environ["HCL2_MODULES"].split(os.pathsep)
__path__ = [_original]
from hcl2 import utils

utils.SerializationOptions = drop_in.SerializationOptions
__path__ = [_drop_in, _original]
from hcl2 import deserializer, formatter
from hcl2.rules import base


class BaseDeserializer:
    def __init__(self, options=None):
        self.options = options

    def load_python(self, data):
        return drop_in.from_dict(data, deserializer_options=self.options)


class BaseFormatter:
    def format_tree(self, tree):
        """Does nothing: `from_dict` formats."""


class HCLReconstructor:
    def reconstruct(self, tree):
        return drop_in.reconstruct(tree)


class RuleTransformer:
    def transform(self, tree):
        return drop_in.transform(tree)


def _add(name, **members):
    module = sys.modules[f"hcl2.{name}"] = types.ModuleType(f"hcl2.{name}")
    module.__dict__.update(members)


deserializer.BaseDeserializer = BaseDeserializer
formatter.BaseFormatter = BaseFormatter
base.StartRule = drop_in.StartRule
drop_in.StartRule.to_lark = lambda tree: tree
_add("reconstructor", HCLReconstructor=HCLReconstructor)
_add("transformer", RuleTransformer=RuleTransformer)
_add("version", __version__=__version__)
