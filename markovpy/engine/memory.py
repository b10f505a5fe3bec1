"""Addresses of arrays: how the compiled loops get at numpy's memory without numpy's headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.typing import NDArray


def address(array: NDArray) -> int:
    """Return the address of an array's first element."""
    return array.__array_interface__["data"][0]
