"""What ``markovpy run`` is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click


@dataclass(frozen=True)
class Request:
    """The arguments of ``markovpy run``, as the command line names them."""

    program: str
    seed: int | None = None
    size: tuple[int, int, int] | None = None
    steps: int | None = None
    settings: tuple[tuple[str, float], ...] = ()
    start: str | None = None
    palette: str | None = None
    scale: int | None = None
    outputs: tuple[Path, ...] = ()
    frames: Path | None = None
    every: int | None = None
    fps: float | None = None
    hold: float | None = None
    resources: str | None = None
    as_json: bool = False
    quiet: bool = False
    force: bool = False
    watch: bool = False

    @property
    def label(self) -> str:
        """What the run is called, also in the names of files."""
        return "stdin" if self.program == "-" else Path(self.program).stem

    def check(self) -> None:
        """Refuse options that do not go together.

        Raises:
            UsageError: They do not.
        """
        gifs = [path for path in self.outputs if path.suffix.lower() == ".gif"]
        if self.every is not None and not gifs and self.frames is None:
            raise click.UsageError("--every is for animations: add -o NAME.gif or --frames DIR.")
        for option, value in (("--fps", self.fps), ("--hold", self.hold)):
            if value is not None and not gifs:
                raise click.UsageError(f"{option} is for GIFs: add -o NAME.gif.")
        if len({path.resolve() for path in self.outputs}) < len(self.outputs):
            raise click.UsageError("The same file is named twice with -o.")
        if self.watch and (self.program == "-" or not Path(self.program).is_file()):
            raise click.UsageError("--watch needs the program in a file that can change.")
