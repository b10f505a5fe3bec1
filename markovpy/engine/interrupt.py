"""Keyboard interrupts during long compiled work; deliberately not compiled."""


def let_signals_in() -> None:
    """Let Python handle what signals wait: it does so whenever it enters a function."""
