"""Many files at once."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Deque, Iterator, List, Optional, Sequence, Tuple, Union

from ._errors import HclError
from ._hcl2rs import File, _parse_files

#: The endings of the files that are read.
ENDINGS = (".tf", ".tfvars", ".tofu", ".hcl", ".nomad", ".tf.json", ".tfvars.json", ".tofu.json", ".hcl.json")

#: How many files a thread parses at once, without the interpreter.
TOGETHER = 32


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
    paths = _paths(directories, tuple(endings))
    waiting: Deque[Tuple[List[Path], Future[List[Union[File, Exception]]]]] = deque()

    def taken(left: int) -> Iterator[Tuple[Path, Union[File, HclError]]]:
        while len(waiting) > left:
            some, results = waiting.popleft()
            for path, result in zip(some, results.result()):
                if not isinstance(result, (File, HclError)):
                    raise result
                yield path, result

    with ThreadPoolExecutor(max_workers=count) as pool:
        for some in iter(lambda: list(islice(paths, TOGETHER)), []):
            waiting.append((some, pool.submit(_parse_files, some)))
            # Results that nobody has taken yet are bounded.
            yield from taken(2 * count)
        yield from taken(0)


def _paths(directories: Sequence[Union[str, "os.PathLike[str]"]], endings: Tuple[str, ...]) -> Iterator[Path]:
    for directory in directories:
        # Unlike the directories below, it must be readable.
        os.scandir(directory).close()
        for folder, folders, names in os.walk(directory):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if name.endswith(endings):
                    yield Path(folder, name)
