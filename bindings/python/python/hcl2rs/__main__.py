"""The command `hcl2`: `python -m hcl2rs check infra/`."""

import signal
import sys

from ._hcl2rs import _command


def main(program: str = "hcl2") -> int:
    """Runs the command with the arguments of the process, and returns its exit status."""
    # The command runs outside of the interpreter, which would see an interrupt only at its end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _command([program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main("python -m hcl2rs"))
