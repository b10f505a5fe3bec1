"""Written patterns to masks and values: which symbols stand for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.model.rule import LEAVE

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.patterns import Cell, PatternText


def left_masks(pattern: PatternText, context: Context, scope: Scope) -> tuple[int, ...] | None:
    """Return what each cell of a left side allows; None where a problem was reported."""
    masks = [_mask(cell, context, scope) for cell in pattern.cells]
    return tuple(masks) if all(masks) else None


def _mask(cell: Cell, context: Context, scope: Scope) -> int:
    """Return a cell's mask; 0, reported, where it has none."""
    if cell.wildcard or _is_dot(cell, context):
        return context.alphabet.everything
    mask = 0
    for symbol in scope.symbols(cell.symbols):
        known = context.alphabet.mask(symbol)
        if not known:
            context.unknown_symbol(symbol, cell.span)
            return 0
        context.used.add(f"union {symbol}")
        mask |= known
    if cell.negated:
        mask = context.alphabet.everything & ~mask
        if not mask:
            message = "this set allows no value"
            context.error("empty-set", message, cell.span, "leave a value out behind ^")
    return mask


def right_values(pattern: PatternText, context: Context, scope: Scope) -> tuple[int, ...] | None:
    """Return what each cell of a right side becomes; None where a problem was reported."""
    values: list[int] = []
    faults = 0
    for cell in pattern.cells:
        if cell.wildcard or _is_dot(cell, context):
            values.append(LEAVE)
            continue
        symbol = scope.symbols(cell.symbols)
        value = -1 if _is_set(cell, context) else context.alphabet.value(symbol)
        faults += value < 0
        if value < 0:
            _unwritable(symbol, cell, context)
        values.append(value)
    return None if faults else tuple(values)


def _is_dot(cell: Cell, context: Context) -> bool:
    return (
        cell.symbols == "."
        and not _is_set(cell, context)
        and not context.lenient
        and not context.alphabet.mask(".")
    )


def _is_set(cell: Cell, context: Context) -> bool:
    """Return whether a cell is written in brackets."""
    return cell.span.end - cell.span.start > 1 and not context.lenient


def _unwritable(symbol: str, cell: Cell, context: Context) -> None:
    hint = "use * to leave the cell as it is, or a value"
    if _is_set(cell, context):
        context.error("set-on-right", "a set cannot be written", cell.span, hint)
    elif symbol in context.alphabet.unions:
        context.used.add(f"union {symbol}")
        context.error("union-on-right", f"union '{symbol}' cannot be written", cell.span, hint)
    else:
        context.unknown_symbol(symbol, cell.span)
