"""Texts that are nearly right."""

from __future__ import annotations

import re

from hypothesis import strategies as st


@st.composite
def mutated(draw: st.DrawFn, texts: list[str], scraps: tuple[str, ...]) -> str:
    """Draw one of the texts after a few mutations."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 5))):
        how = draw(st.integers(0, 6))
        tokens = re.findall(r"\w+|\s+|[^\w\s]", text)
        if not tokens:
            break
        here, there = (draw(st.integers(0, len(tokens) - 1)) for _ in range(2))
        if how == 0:
            tokens[here], tokens[there] = tokens[there], tokens[here]
        elif how == 1:
            del tokens[here]
        elif how == 2:
            tokens.insert(here, draw(st.sampled_from(scraps)))
        elif how == 3:
            tokens[here] = draw(st.sampled_from(scraps))
        elif how == 4:
            tokens.insert(here, draw(st.text(max_size=3)))
        elif how == 5:
            tokens = tokens[:here] if draw(st.booleans()) else tokens[min(here, there) :]
        else:
            lines = "".join(tokens).splitlines(keepends=True)
            line = draw(st.integers(0, len(lines) - 1))
            lines[line:line] = [lines[draw(st.integers(0, len(lines) - 1))]]
            tokens = lines
        text = "".join(tokens)
    return text
