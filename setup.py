"""Compile the engine: every module that has a ``.pxd`` file beside it.

All other packaging is in ``pyproject.toml``. Where no C compiler works the build goes on without
(``optional=True``) and the same files run as plain Python.
"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DIRECTIVES = {
    "annotation_typing": False,  # types come from the .pxd files; annotations are for mypy
    "boundscheck": False,
    "cdivision": True,
    "initializedcheck": False,
    "language_level": 3,
    "wraparound": False,
}

sources = sorted(path.with_suffix(".py") for path in Path("markovpy").rglob("*.pxd"))
modules = [source for source in sources if source.name != "__init__.py"]
extensions = [
    Extension(
        ".".join(module.with_suffix("").parts),
        [module.as_posix()],
        extra_compile_args=["-O2", "-g0", "-ffp-contract=off"],  # sums as on every machine
        optional=True,
    )
    for module in modules
]
setup(
    ext_modules=cythonize(
        extensions, compiler_directives=DIRECTIVES, build_dir="build/cython", nthreads=2
    )
)
