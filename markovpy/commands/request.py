"""What ``markovpy run`` is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from markovpy.commands.inputs import STDIN, read_moves_file
from markovpy.commands.outputs import PLACEHOLDER, with_seed

if TYPE_CHECKING:
    from markovpy.play.replay import Replay
    from markovpy.render.look import View


@dataclass(frozen=True)
class Request:
    """The arguments of ``markovpy run``, as the command line names them."""

    program: str
    seed: int | None = None
    seeds: tuple[int, ...] | None = None
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
    strict: bool = False
    as_json: bool = False
    quiet: bool = False
    force: bool = False
    watch: bool = False
    view: View = "isometric"
    sheet: Path | None = None
    jobs: int | None = None
    level: int | None = None
    levels: str | None = None
    moves: str | None = None
    moves_file: str | None = None
    replay: Replay | None = None

    @property
    def label(self) -> str:
        """What the run is called, also in the names of files."""
        return "stdin" if self.program == "-" else Path(self.program).stem

    @property
    def level_number(self) -> int:
        """The level to run, from 1."""
        return 1 if self.level is None else self.level

    @property
    def moves_name(self) -> str:
        """What errors call the moves."""
        if self.moves_file == "-":
            return STDIN
        return self.moves_file or "--moves"

    def with_moves(self) -> Request:
        """Return the request with the moves of its file, and a replay's level and seed.

        Raises:
            ProgramError: The file cannot be read, or is no replay.
            UsageError: A seed or level is given besides those of the replay.
        """
        if self.moves_file is None:
            return self
        from markovpy.play.replay import is_replay, read_replay

        text = read_moves_file(self.moves_file)
        if not is_replay(text):
            return replace(self, moves=text)
        replay = read_replay(text, self.moves_name)
        if self.seed is not None or self.seeds is not None or self.level is not None:
            raise click.UsageError("the replay has its own seed and level: give neither.")
        return replace(
            self, moves=replay.moves, seed=replay.seed, level=replay.level, replay=replay
        )

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
        if self.moves is not None and self.moves_file is not None:
            raise click.UsageError("--moves and --moves-file are given: take one of them.")
        if self.program == self.moves_file == "-":
            raise click.UsageError("the program and the moves cannot both be on standard input.")
        self._check_seeds()
        if len({path.resolve() for path in self.outputs}) < len(self.outputs):
            raise click.UsageError("The same file is named twice with -o.")
        if self.watch and (self.program == "-" or not Path(self.program).is_file()):
            raise click.UsageError("--watch needs the program in a file that can change.")

    def _check_seeds(self) -> None:
        """Refuse options that do not go with many seeds, or only with them."""
        if self.seeds is None:
            for option, value in (("--sheet", self.sheet), ("--jobs", self.jobs)):
                if value is not None:
                    raise click.UsageError(f"{option} is for many seeds: add --seeds 0:24.")
            return
        if self.seed is not None:
            raise click.UsageError("--seed and --seeds are given: take one of them.")
        if self.watch:
            raise click.UsageError("--watch runs one seed, not --seeds: take --seed N.")
        written = [("-o", path) for path in self.outputs]
        written += [("--frames", self.frames)] if self.frames is not None else []
        for option, path in written:
            if len(self.seeds) > 1 and PLACEHOLDER not in str(path):
                other = path.with_name(f"{path.stem}_{PLACEHOLDER}{path.suffix}")
                raise click.UsageError(
                    f"{len(self.seeds)} seeds would write the one {option} {path}: "
                    f"put {PLACEHOLDER} into the name, such as {option} '{other}'."
                )
        paths = {with_seed(path, seed).resolve() for _, path in written for seed in self.seeds}
        if self.sheet is not None and self.sheet.resolve() in paths:
            raise click.UsageError(f"{self.sheet} is named twice: for a seed and with --sheet.")
        if len(paths) < len(written) * len(self.seeds):
            raise click.UsageError("The same file is named for two seeds or outputs.")
