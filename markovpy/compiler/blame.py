"""Faults of a plugin's code, told with the place in the program that uses it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.errors import MarkovError, PluginError
from markovpy.nodes.discovery import failure
from markovpy.nodes.kind import KindError, NodeError

if TYPE_CHECKING:
    from markovpy.nodes.kind import NodeKind
    from markovpy.source import Source, Span


@contextmanager
def blaming(kind: NodeKind, span: Span, source: Source) -> Iterator[None]:
    """Run code of a node kind; what nobody meant to raise there is the plugin's fault.

    A built-in kind's errors stay as they are, with their traceback.

    Args:
        kind: Whose code is run.
        span: Where its node stands.
        source: The program.

    Raises:
        PluginError: The code of a plugin failed.
    """
    try:
        yield
    except (MarkovError, KindError, NodeError):
        raise
    except Exception as error:
        if not kind.from_plugin:
            raise
        raise PluginError([replace(failure(kind, error), span=span)], source) from error
