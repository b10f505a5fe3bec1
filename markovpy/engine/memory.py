"""Addresses of arrays: how the compiled loops get at numpy's memory without numpy's headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


def address(array: NDArray[Any]) -> int:
    """Return the address of an array's first element."""
    found: int = array.__array_interface__["data"][0]
    return found
