"""XML elements with the places where they and their attributes stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from markovpy.errors import Diagnostic, ProgramError
from markovpy.lang.syntax import Word
from markovpy.source import Source, Span

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 60
_ATTRIBUTE = re.compile(r"\s+([^\s=]+)\s*=\s*(\"[^\"]*\"|'[^']*')")


@dataclass
class Element:
    """An XML element with positions.

    Args:
        name: Its name.
        attributes: The values of its attributes.
        span: Its start tag, up to the last attribute.
        keys: Where the names of its attributes stand.
        words: Where their values stand, quotes included.
        children: The elements in it.
    """

    name: str
    attributes: dict[str, str]
    span: Span
    keys: dict[str, Span]
    words: dict[str, Span]
    children: list[Element] = field(default_factory=list)

    def word(self, attribute: str, kind: str = "quoted") -> Word:
        """Return an attribute's value as a written word."""
        span = self.words[attribute]
        assert kind in ("quoted", "literal")
        return Word(self.attributes[attribute], span, kind, span.start + 1)  # type: ignore[arg-type]


def read_elements(source: Source) -> Element:
    """Return the root element of an XML text.

    Raises:
        ProgramError: The text is too large, no XML, or has a document type.
    """
    if len(source.text) > MAX_CHARACTERS:
        message = f"the model has more than {MAX_CHARACTERS:,} characters"
        raise ProgramError([Diagnostic("too-large", message)], source)
    return _Reader(source).read()


class _Reader:
    """Feeds the XML parser and keeps positions."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.data = source.text.encode("utf-8", "surrogatepass")
        self.place = (0, 0)
        self.stack: list[Element] = []
        self.root: Element | None = None
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse

    def read(self) -> Element:
        """Return the root element."""
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            place = self.offset(self.parser.ErrorByteIndex)
            place = min(place, max(len(self.source.text) - 1, 0))
            message = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
            hint = 'for example: <one values="BW" in="B" out="W"/>'
            if self.stack:
                line = self.source.position(self.stack[-1].span.start)[0]
                hint = f"'{self.stack[-1].name}' of line {line} is still open here"
            raise self.error("not-xml", message, Span(place, place + 1), hint) from None
        assert self.root is not None
        return self.root

    def offset(self, place: int) -> int:
        """Return the character offset of a byte offset; most are asked for in order."""
        byte, character = self.place if self.place[0] <= place else (0, 0)
        character += len(self.data[byte:place].decode("utf-8", "replace"))
        self.place = (place, character)
        return character

    def error(self, code: str, message: str, span: Span, hint: str = "") -> ProgramError:
        """Return an error at a place."""
        return ProgramError([Diagnostic(code, message, span, hint)], self.source)

    def refuse(self, *_: object) -> None:
        """Refuse document types, and with them entities."""
        place = max(self.source.text.find("<!DOCTYPE"), 0)
        message = "a model has no document type and no entities"
        raise self.error("doctype", message, Span(place, place + 9), "remove the declaration")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        place = self.offset(self.parser.CurrentByteIndex)
        if len(self.stack) >= MAX_DEPTH:
            message = f"more than {MAX_DEPTH} elements inside each other"
            raise self.error("too-deep", message, Span(place, place + 1), "use fewer")
        keys, words = {}, {}
        end = place + 1 + len(name)
        while found := _ATTRIBUTE.match(self.source.text, end):
            keys[found[1]] = Span(*found.span(1))
            words[found[1]] = Span(*found.span(2))
            end = found.end()
        element = Element(name, attributes, Span(place, end), keys, words)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)

    def end(self, _: str) -> None:
        """Close an element."""
        self.stack.pop()
