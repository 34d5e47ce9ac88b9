"""The command `hcl2`: `python -m hcl2rs check infra/`."""

import signal
import sys

from ._hcl2rs import _command

if __name__ == "__main__":
    # The command runs outside of the interpreter, which would see an interrupt only at its end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_command(["python -m hcl2rs", *sys.argv[1:]]))
