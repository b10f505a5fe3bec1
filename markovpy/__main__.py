"""``python -m markovpy``: the command line."""

import sys

from markovpy.cli import main

sys.exit(main())
