"""Compile the engine: every module that has a ``.pxd`` file beside it.

All other packaging is in ``pyproject.toml``. Where no C compiler works the build goes on without
(``optional=True``) and the same files run as plain Python.
"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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
        # No fused multiply-add: it would round keys of matches unlike the reference.
        extra_compile_args=["-O2", "-g0", "-ffp-contract=off"],
        optional=True,
    )
    for module in modules
]


class BuildIfPossible(build_ext):
    """Go on without a module that cannot be compiled, whatever the reason."""

    def finalize_options(self) -> None:
        """Compile side by side, as many modules as there are processors."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def build_extension(self, ext: Extension) -> None:
        """Compile one module, or say why it runs as plain Python."""
        try:
            super().build_extension(ext)
        except Exception as error:
            print(f"{ext.name} is left uncompiled: {error}")


setup(
    cmdclass={"build_ext": BuildIfPossible},
    ext_modules=cythonize(
        extensions, compiler_directives=DIRECTIVES, build_dir="build/cython", nthreads=2
    ),
)
