"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary file's path, and rename that file to ``path`` when the block ends.

    An exception removes the temporary file and leaves ``path`` as it was. A link is followed:
    what it names is replaced. The folder must exist.
    """
    target = path.resolve()
    temporary = target.with_name(f".markovpy-{os.getpid()}-{get_ident()}.part")
    try:
        yield temporary
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
