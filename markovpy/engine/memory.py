"""How the compiled loops get at numpy's memory without numpy's headers.

Each function makes of a contiguous array of any shape, whose owner keeps it alive, what the loops
index: a pointer to its first element where this module is compiled, a flat memoryview where not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _address(array: NDArray[Any]) -> int:
    found: int = array.__array_interface__["data"][0]
    return found


def ints(array: NDArray[Any]) -> Any:
    """Give access to an array of int32."""
    if cython.compiled:
        return cython.cast(cython.p_int, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def shorts(array: NDArray[Any]) -> Any:
    """Give access to an array of int16."""
    if cython.compiled:
        return cython.cast(cython.p_short, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def unsigned_shorts(array: NDArray[Any]) -> Any:
    """Give access to an array of uint16."""
    if cython.compiled:
        return cython.cast(cython.p_ushort, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def longs(array: NDArray[Any]) -> Any:
    """Give access to an array of int64."""
    if cython.compiled:
        return cython.cast(cython.p_longlong, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def masks(array: NDArray[Any]) -> Any:
    """Give access to an array of uint64."""
    if cython.compiled:
        return cython.cast(cython.p_ulonglong, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def doubles(array: NDArray[Any]) -> Any:
    """Give access to an array of float64."""
    if cython.compiled:
        return cython.cast(cython.p_double, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def octets(array: NDArray[Any]) -> Any:
    """Give access to an array of uint8."""
    if cython.compiled:
        return cython.cast(cython.p_uchar, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))


def signed_octets(array: NDArray[Any]) -> Any:
    """Give access to an array of int8."""
    if cython.compiled:
        return cython.cast(cython.p_schar, cython.cast(cython.size_t, _address(array)))
    return memoryview(array.reshape(-1))
