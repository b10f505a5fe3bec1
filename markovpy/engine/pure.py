"""Stand-in for ``import cython`` where the engine runs uncompiled and Cython is not installed."""

compiled = False
