"""The files a run writes: which, whether it may, and how."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy.errors import MarkovError, input_error, reason_of
from markovpy.formats.voxels import VoxelError, size_problem, write_vox

if TYPE_CHECKING:
    from markovpy.api import Program, Run
    from markovpy.render.look import Look

PLACEHOLDER = "{seed}"
"""Stands for the seed in the name of a file or folder to write."""
LARGEST_PICTURE = 500_000_000
LONGEST_GIF_SIDE = 65_535
_OURS = {"markovpy.program", "markovpy.seed"}
_BEGINNINGS = {
    ".png": (b"\x89PNG", "PNG"),
    ".gif": (b"GIF8", "GIF"),
    ".npy": (b"\x93NUMPY", "array"),
    ".vox": (b"VOX ", "voxel model"),
}
_LOOKED_AT = 100_000  # bytes of a text
_FRAME = re.compile(r"frame_\d+\.png")


@dataclass(frozen=True)
class Plan:
    """What is to be written.

    Args:
        files: Pictures, voxel models, texts, arrays and animations.
        frames: The folder for numbered pictures, if any.
    """

    files: tuple[Path, ...]
    frames: Path | None = None

    @property
    def stills(self) -> tuple[Path, ...]:
        """The files that show the end of the run."""
        return tuple(path for path in self.files if path.suffix.lower() != ".gif")

    @property
    def gifs(self) -> tuple[Path, ...]:
        """The animations."""
        return tuple(path for path in self.files if path.suffix.lower() == ".gif")


def with_seed(path: Path, seed: int) -> Path:
    """Return a path with its placeholder, if it has one, replaced by the seed."""
    return Path(str(path).replace(PLACEHOLDER, str(seed)))


def check_plan(plan: Plan, named: bool, inputs: Iterable[Path], force: bool) -> None:
    """Make sure, before a run, that everything can and may be written.

    Args:
        plan: What is to be written.
        named: Whether the user named the files, so that they may be replaced.
        inputs: Files that the run reads.
        force: Whether anything may be replaced.

    Raises:
        ProgramError: Something cannot, or may not, be written.
    """
    read = {os.path.realpath(path) for path in inputs}
    for path in plan.files:
        with writing(path):
            _check_name(path)
            if os.path.realpath(path) in read:
                raise _refusal(path, "the run reads this file", "write to another one")
            _check_file(path)
            if not (named or force or is_ours(path)):
                message = "there is another file of this name"
                hint = f"name it to replace it: -o {path}; or replace anything: --force"
                raise _refusal(path, message, hint)
    if plan.frames is not None:
        with writing(plan.frames):
            _check_name(plan.frames)
            _check_frames(plan.frames, force)


def check_replaced(plan: Plan) -> None:
    """Make sure that no file is replaced that holds something else than what is written.

    Raises:
        ProgramError: One would be.
    """
    for path in plan.files:
        with writing(path):
            missing = _missing(path) if path.is_file() else ""
            if missing:
                message = f"there is another file of this name, with no {missing} in it"
                raise _refusal(path, message, "take another name, or replace anything: --force")


def _missing(path: Path) -> str:
    """Return what a file that is not empty should hold by its ending and does not, in words."""
    with path.open("rb") as file:
        begins = file.read(_LOOKED_AT)
    magic, what = _BEGINNINGS.get(path.suffix.lower(), (b"", "grid of symbols"))
    fits = begins.startswith(magic) if magic else _is_grid(begins)
    return "" if fits or not begins else what


def _is_grid(begins: bytes) -> bool:
    """Return whether a file that begins so may hold rows of symbols, in layers or not."""
    whole = len(begins) < _LOOKED_AT
    rows = begins.decode("utf-8", "ignore").splitlines()
    rows = [row for row in (rows if whole else rows[:-1]) if row not in ("", "---")]
    return len({len(row) for row in rows}) <= 1 and not any(" " in row for row in rows)


def is_ours(path: Path) -> bool:
    """Return whether a file is absent or a picture that markovpy made."""
    from markovpy.render.picture import read_png_metadata

    return not os.path.lexists(path) or read_png_metadata(path).keys() >= _OURS


def _check_name(path: Path) -> None:
    """Raise an OSError or ValueError for a name that no file can have."""
    with suppress(FileNotFoundError, NotADirectoryError):
        path.lstat()


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise _refusal(path, "this is a folder", "name a file in it")
    if path.exists() and not path.is_file():
        raise _refusal(path, "this is not an ordinary file")
    if path.exists() and not os.access(path, os.W_OK):
        raise _refusal(path, "the file is protected from being written")
    _check_folder(path, path.parent)


def _check_folder(path: Path, folder: Path) -> None:
    """Make sure that a folder can be written into, or can be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        raise _refusal(path, f"{folder} is not a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _refusal(path, f"the folder {folder} cannot be written into")


def _check_frames(folder: Path, force: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise _refusal(folder, "this is not a folder", "name a folder for the frames")
    _check_folder(folder, folder)
    for path in old_frames(folder):
        if not (force or is_ours(path)):
            message = "this picture was not made by markovpy"
            raise _refusal(path, message, "take another folder, or replace anything: --force")


def old_frames(folder: Path) -> list[Path]:
    """Return the numbered pictures in a folder."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if _FRAME.fullmatch(path.name))


def check_pictures(plan: Plan, shape: tuple[int, ...], look: Look) -> None:
    """Refuse pictures and voxel models that would be too large.

    Raises:
        ProgramError: One would.
    """
    from markovpy.render.picture import picture_size

    for path in plan.files:
        problem = size_problem(shape) if path.suffix.lower() == ".vox" else ""
        if problem:
            raise _refusal(path, problem, "take a smaller --size, or another output: -o grid.npy")
    width, height = picture_size(shape, look)
    pictures = [path for path in plan.files if path.suffix.lower() in (".png", ".gif")]
    if plan.frames is not None:
        pictures.append(plan.frames)
    for path in pictures:
        size = f"the picture would have {width:,}x{height:,} pixels"
        if width * height > LARGEST_PICTURE:
            raise _refusal(path, size, "give a smaller --scale, or another output: -o grid.npy")
        if path.suffix.lower() == ".gif" and max(width, height) > LONGEST_GIF_SIDE:
            raise _refusal(path, f"{size}, and a GIF has at most 65,535 a side", "use a .png")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say plainly what is wrong where writing a file fails."""
    try:
        yield
    except MarkovError:
        raise
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise _refusal(path, str(reason).lower()) from None


def _refusal(path: Path, message: str, hint: str = "") -> MarkovError:
    return input_error("cannot-write", message, str(path), hint)


def write_still(path: Path, run: Run, look: Look, metadata: dict[str, str]) -> None:
    """Write the grid as it is now, as picture, voxel model, text or array.

    Raises:
        ProgramError: The file cannot be written.
    """
    from markovpy.render.saving import replacing

    kind = path.suffix.lower()
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            if kind == ".png":
                from markovpy.render.picture import write_png

                write_png(temporary, run.shown, look.fit(run.shown.shape), metadata, run.marks)
            elif kind == ".vox":
                try:
                    temporary.write_bytes(write_vox(run.shown, look.colors))
                except VoxelError as error:
                    raise _refusal(path, str(error)) from None
            elif kind == ".txt":
                temporary.write_text(run.text() + "\n", encoding="utf-8", newline="\n")
            else:
                import numpy as np

                with temporary.open("wb") as file:
                    np.save(file, run.grid, allow_pickle=False)


def describe(program: Program, run: Run) -> dict[str, str]:
    """Return what every picture says of how it was made."""
    width, height, depth = run.size
    return {
        "markovpy.program": program.digest,
        "markovpy.name": program.source.name,
        "markovpy.seed": str(run.seed),
        "markovpy.size": f"{width}x{height}x{depth}",
    }
