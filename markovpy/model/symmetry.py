"""The orientations in which a rule applies.

The order of the orientations decides what a random draw gives. It is the reference's
(MarkovJunior, SymmetryHelper): from the identity, rotations and reflections alternate;
duplicates are dropped, the first one kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from markovpy.model.rule import LEAVE, Rule

SQUARE_GROUPS: Mapping[str, tuple[int, ...]] = {
    "none": (0,),
    "x": (0, 1),
    "y": (0, 5),
    "x+y": (0, 1, 4, 5),
    "rotate": (0, 2, 4, 6),
    "all": tuple(range(8)),
}
CUBE_GROUPS: Mapping[str, tuple[int, ...]] = {
    "none": (0,),
    "x": (0, 1),
    "z": (0, 17),
    "xy": tuple(range(8)),
    "xyz+": tuple(range(0, 48, 2)),
    "all": tuple(range(48)),
}
_SQUARE_ALIASES = {
    "()": "none",
    "(x)": "x",
    "(y)": "y",
    "(x)(y)": "x+y",
    "(xy+)": "rotate",
    "(xy)": "all",
}
_CUBE_ALIASES = {
    "()": "none",
    "(x)": "x",
    "(z)": "z",
    "(xy)": "xy",
    "(xyz+)": "xyz+",
    "(xyz)": "all",
}


def group(name: str, three_dimensional: bool) -> str | None:
    """Return the plain name of a symmetry, given by its own or MarkovJunior's name."""
    groups = CUBE_GROUPS if three_dimensional else SQUARE_GROUPS
    aliases = _CUBE_ALIASES if three_dimensional else _SQUARE_ALIASES
    name = aliases.get(name, name)
    return name if name in groups else None


def names(three_dimensional: bool, reference: bool = False) -> list[str]:
    """Return the names of the symmetries that a dimension knows.

    Args:
        three_dimensional: Whether the grid is 3-D.
        reference: Whether MarkovJunior's names are asked for.
    """
    if reference:
        return list(_CUBE_ALIASES if three_dimensional else _SQUARE_ALIASES)
    return list(CUBE_GROUPS if three_dimensional else SQUARE_GROUPS)


@dataclass(frozen=True)
class Facing:
    """Quadruples of values that look right, down, left and up, and turn with a rule.

    Args:
        quadruples: Values in that order.
    """

    quadruples: tuple[tuple[int, int, int, int], ...] = field(default=())

    @cached_property
    def turned(self) -> dict[int, int]:
        """What each value becomes in a turn that takes right to up (x to -y)."""
        return {four[i]: four[(i + 3) % 4] for four in self.quadruples for i in range(4)}

    @cached_property
    def mirrored(self) -> dict[int, int]:
        """What each value becomes when right and left change places."""
        return {
            four[i]: four[(2 - i) % 4] if i % 2 == 0 else four[i]
            for four in self.quadruples
            for i in range(4)
        }


def variants(rule: Rule, name: str, three_dimensional: bool, facing: Facing) -> tuple[Rule, ...]:
    """Return a rule's orientations under a symmetry, without duplicates.

    Args:
        rule: The rule as written.
        name: A plain name of the dimension's (see :func:`group`).
        three_dimensional: Whether the grid is 3-D.
        facing: The values that turn with the rule.
    """
    return tuple(dict.fromkeys(orientations(rule, name, three_dimensional, facing)))


def orientations(rule: Rule, name: str, three_dimensional: bool, facing: Facing) -> list[Rule]:
    """Return a rule in all orientations of a symmetry, see :func:`variants`."""
    oriented = (_cube if three_dimensional else _square)(rule, facing)
    chosen = (CUBE_GROUPS if three_dimensional else SQUARE_GROUPS)[name]
    return [oriented[i] for i in chosen]


def directed(rule: Rule, direction: str, facing: Facing) -> Rule:
    """Return a rule that is written for the right turned to another direction.

    Args:
        rule: The rule.
        direction: ``right``, ``left`` (mirrored), ``down`` or ``up`` (turned by a quarter).
        facing: The values that turn with the rule.
    """
    if direction == "left":
        return reflect(rule, facing)
    for _ in range({"right": 0, "up": 1, "down": 3}[direction]):
        rule = turn_z(rule, facing)
    return rule


def anchored_variants(
    rule: Rule, name: str, three_dimensional: bool, facing: Facing, anchor: int = 0
) -> tuple[tuple[Rule, tuple[int, int, int]], ...]:
    """Return a rule's orientations, each with the cell that one of its cells has become.

    Two that are equal but for that cell are two. See :func:`variants`.

    Args:
        rule: The rule as written.
        name: A plain name of the dimension's.
        three_dimensional: Whether the grid is 3-D.
        facing: The values that turn with the rule.
        anchor: The cell's place in the rule's sides.
    """
    marked = tuple(2 if place == anchor else 1 for place in range(len(rule.lhs)))
    probe = Rule(rule.width, rule.height, rule.depth, marked, rule.rhs)
    places = [
        next(cell for cell, mask in zip(turned.cells(), turned.lhs) if mask == 2)
        for turned in orientations(probe, name, three_dimensional, Facing())
    ]
    turned = orientations(rule, name, three_dimensional, facing)
    return tuple(dict.fromkeys(zip(turned, places)))


def in_dimension(name: str, three_dimensional: bool) -> str | None:
    """Return the symmetry of one dimension that a name of the other stands for.

    A 3-D set of orientations keeps those that leave the layers where they are; of the 2-D
    names that say nothing about layers there is none in 3-D.
    """
    if three_dimensional:
        return name if name in CUBE_GROUPS else None
    return {"z": "none", "xy": "all", "xyz+": "rotate"}.get(name, name)


def _square(rule: Rule, facing: Facing) -> list[Rule]:
    oriented = []
    for _ in range(4):
        oriented += [rule, reflect(rule, facing)]
        rule = turn_z(rule, facing)
    return oriented


def _cube(rule: Rule, facing: Facing) -> list[Rule]:
    base = _square(rule, facing)[::2]
    turned = [base]
    for _ in range(3):
        turned.append([turn_y(other) for other in turned[-1]])
    pure = [other for row in turned for other in row]
    pure += [turn_z(other, facing) for other in turned[1]]
    pure += [turn_z(other, facing) for other in turned[3]]
    return [oriented for other in pure for oriented in (other, reflect(other, facing))]


def turn_z(rule: Rule, facing: Facing) -> Rule:
    """Return a rule turned by a quarter about the z axis, right to up."""
    width, height = rule.width, rule.height
    order = [
        (z * height + x) * width + width - 1 - y
        for z in range(rule.depth)
        for y in range(width)
        for x in range(height)
    ]
    return _reordered(rule, order, (height, width, rule.depth), facing.turned)


def turn_y(rule: Rule) -> Rule:
    """Return a rule turned by a quarter about the y axis."""
    width, height, depth = rule.width, rule.height, rule.depth
    order = [
        (x * height + y) * width + width - 1 - z
        for z in range(width)
        for y in range(height)
        for x in range(depth)
    ]
    return _reordered(rule, order, (depth, height, width), {})


def reflect(rule: Rule, facing: Facing) -> Rule:
    """Return a rule with left and right exchanged."""
    width = rule.width
    order = [
        row * width + width - 1 - x for row in range(rule.depth * rule.height) for x in range(width)
    ]
    return _reordered(rule, order, (width, rule.height, rule.depth), facing.mirrored)


def _reordered(
    rule: Rule, order: list[int], size: tuple[int, int, int], renamed: Mapping[int, int]
) -> Rule:
    lhs = [rule.lhs[i] for i in order]
    rhs = [rule.rhs[i] for i in order]
    if renamed:
        lhs = [_rename_mask(mask, renamed) for mask in lhs]
        rhs = [new if new == LEAVE else renamed.get(new, new) for new in rhs]
    return Rule(*size, tuple(lhs), tuple(rhs), rule.probability)


def _rename_mask(mask: int, renamed: Mapping[int, int]) -> int:
    result = 0
    value = 0
    while mask:
        if mask & 1:
            result |= 1 << renamed.get(value, value)
        mask >>= 1
        value += 1
    return result
