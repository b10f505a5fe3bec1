"""The files that a program names: where they are looked for and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from markovpy.errors import UnreadableFileError, did_you_mean, reason_of
from markovpy.formats.pictures import opened, read_picture
from markovpy.formats.voxels import VoxelError, read_vox
from markovpy.formats.xsb import read_levels

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from markovpy.model.level import Level

LARGEST_FILE = 16 * 1024 * 1024
LARGEST_SIDE = 4096


class FolderFiles:
    """Reads files from the first of some folders that has them; levels and pictures once.

    Args:
        folders: Where to look, in order.
    """

    def __init__(self, folders: Sequence[Path | Traversable]) -> None:
        self.folders = folders
        self.found: dict[Path, None] = {}
        self._levels: dict[str, tuple[Level, ...]] = {}
        self._pictures: dict[str, NDArray[np.uint8]] = {}

    def text(self, name: str) -> str:
        """Return the text of a file.

        Raises:
            UnreadableFileError: It is missing, too large, or no text in UTF-8.
        """
        try:
            text = self.data(name).decode("utf-8-sig")
        except UnicodeDecodeError:
            message = "this is not text in UTF-8"
            raise UnreadableFileError(message, "save it as UTF-8, or name another file") from None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def levels(self, name: str) -> Sequence[Level]:
        """Return the levels of a collection.

        Raises:
            UnreadableFileError: It is missing, too large, or no text.
            ProgramError: It holds no level, or one that is wrong.
        """
        if name not in self._levels:
            text = self.text(name)
            self._levels[name] = tuple(read_levels(text, self._path(name)))
        return self._levels[name]

    def picture(self, name: str) -> NDArray[np.uint8]:
        """Return a picture to look at; see :func:`~markovpy.formats.pictures.read_picture`.

        Raises:
            UnreadableFileError: It is missing, too large, or damaged.
        """
        if name not in self._pictures:
            self._pictures[name] = read_picture(self.data(name))
        return self._pictures[name]

    def colors(self, name: str) -> NDArray[np.int64]:
        """Return an image's whole pixels, or a voxel model's colours.

        Returns:
            One number per colour, shape ``(depth, height, width)``, depth 1 for a picture.

        Raises:
            UnreadableFileError: It is missing, too large, or damaged.
        """
        data = self.data(name)
        if name.lower().endswith(".vox"):
            try:
                return read_vox(data)
            except VoxelError as error:
                raise UnreadableFileError(str(error)) from None
        return _pixels(data)

    def data(self, name: str) -> bytes:
        """Return what is in a file.

        Raises:
            UnreadableFileError: It is missing or too large.
        """
        if not name:
            raise UnreadableFileError("the file's name is empty", "write the name of a file")
        for folder in self.folders:
            file = folder.joinpath(name)
            try:
                if file.is_dir():
                    raise UnreadableFileError("this is a folder", "name a file in it")
                if file.is_file():
                    data = file.read_bytes()
                    if isinstance(file, Path):
                        self.found[file] = None
                    break
            except (OSError, ValueError) as error:
                raise UnreadableFileError(reason_of(error).lower()) from None
        else:
            raise UnreadableFileError("there is no such file", self._hint(name))
        if len(data) > LARGEST_FILE:
            raise UnreadableFileError(f"the file is larger than {LARGEST_FILE:,} bytes")
        return data

    def _path(self, name: str) -> str:
        """Return what errors call a file that was found: its path."""
        files = (folder.joinpath(name) for folder in self.folders)
        return next((str(file) for file in files if file.is_file()), name)

    def _hint(self, name: str) -> str:
        near = [
            entry.name
            for folder in self.folders
            if (parent := folder.joinpath(name, "..") if "/" in name else folder).is_dir()
            for entry in parent.iterdir()
        ]
        hint = did_you_mean(name.rpartition("/")[2], near)
        looked = ", ".join(str(folder) for folder in self.folders) or "no folder"
        return hint or f"looked in {looked}"


def _pixels(data: bytes) -> NDArray[np.int64]:
    with opened(data, "image", f"{LARGEST_SIDE} pixels a side") as image:
        if max(image.size) > LARGEST_SIDE:
            raise UnreadableFileError(f"the image is larger than {LARGEST_SIDE} pixels")
        rgba = np.asarray(image.convert("RGBA"), dtype=np.int64)
    packed: NDArray[np.int64] = rgba @ np.array([1 << 24, 1 << 16, 1 << 8, 1])
    return packed[np.newaxis]


def resource_folders(model: Path | None, given: Path | None) -> list[Path]:
    """Return where a MarkovJunior model's resources are looked for.

    Args:
        model: The model's file.
        given: The folder that the user named.
    """
    if given is not None:
        return [given]
    above = list(model.resolve().parents) if model is not None else []
    candidates = [folder / "resources" for folder in [*above, Path.cwd()]]
    return [folder for folder in candidates if folder.is_dir()][:1] or candidates[:1]
