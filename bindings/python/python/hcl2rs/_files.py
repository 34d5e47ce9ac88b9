"""Many files at once."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Deque, Iterator, Optional, Sequence, Tuple, Union

from ._errors import HclError
from ._hcl2rs import File, parse

#: The endings of the files that are read.
ENDINGS = (".tf", ".tfvars", ".tofu", ".hcl", ".nomad", ".tf.json", ".tfvars.json", ".tofu.json", ".hcl.json")


def iter_files(
    *directories: Union[str, "os.PathLike[str]"],
    endings: Sequence[str] = ENDINGS,
    threads: Optional[int] = None,
) -> Iterator[Tuple[Path, Union[File, HclError]]]:
    """Parses the files below directories in threads, in the order of their names.

    Yields the path of each file and the parsed file, or the exception for a file with errors. Hidden directories are skipped, and
    links to directories are not followed. Raises `OSError` if one of `directories` cannot be read.
    """
    count = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(max_workers=count) as pool:
        waiting: Deque[Tuple[Path, Future[Union[File, HclError]]]] = deque()
        for path in _paths(directories, tuple(endings)):
            waiting.append((path, pool.submit(_parsed, path)))
            # Results that nobody has taken yet are bounded.
            if len(waiting) > 8 * count:
                first, result = waiting.popleft()
                yield first, result.result()
        while waiting:
            first, result = waiting.popleft()
            yield first, result.result()


def _paths(directories: Sequence[Union[str, "os.PathLike[str]"]], endings: Tuple[str, ...]) -> Iterator[Path]:
    for directory in directories:
        # Unlike the directories below, it must be readable.
        os.scandir(directory).close()
        for folder, folders, names in os.walk(directory):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if name.endswith(endings):
                    yield Path(folder, name)


def _parsed(path: Path) -> Union[File, HclError]:
    try:
        return parse(path)
    except HclError as error:
        return error
