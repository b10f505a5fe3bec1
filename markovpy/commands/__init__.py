"""What the commands do; :mod:`markovpy.cli` says how they are called."""
