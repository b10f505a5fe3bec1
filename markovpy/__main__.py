"""The command ``markovpy``, and ``python -m markovpy``: the command line.

What it needs is imported here, so that a Ctrl-C meanwhile ends it as a later one does.
"""

import sys

INTERRUPTED = 130


def main() -> int:
    """Run the command line on the words of this process, and return the exit code."""
    try:
        from markovpy.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
