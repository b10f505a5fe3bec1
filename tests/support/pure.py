"""The same source run without its compiled modules, in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import markovpy
import markovpy.grammars
import markovpy.programs

PREAMBLE = """
import sys
sys.modules["cython"] = None  # as where Cython is not installed
import json
import markovpy
from markovpy.engine import machine
assert machine.__file__.endswith(".py"), machine.__file__
"""


def uncompiled(folder: Path) -> Path:
    """Copy the package without its compiled modules; return the folder to import it from."""
    package = folder / "markovpy"
    source = Path(markovpy.__file__).parent
    left_out = shutil.ignore_patterns(
        "*.so", "*.pyd", "*.pxd", "__pycache__", "grammars", "programs"
    )
    shutil.copytree(source, package, ignore=left_out)
    for part in (markovpy.grammars, markovpy.programs):
        name = part.__name__.rpartition(".")[2]
        shutil.copytree(Path(part.__file__).parent, package / name)
    return folder


def run_pure(folder: Path, script: str, argument: object) -> Any:
    """Run a script over the uncompiled package.

    Args:
        folder: What :func:`uncompiled` returned.
        script: Sets ``result``; finds ``argument``.
        argument: Plain data for it.

    Returns:
        The ``result``, plain data.
    """
    code = f"{PREAMBLE}\nargument = json.loads(sys.argv[1])\n{script}\nprint(json.dumps(result))"
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(argument)],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
