"""The programs that come with markovpy, shipped as `markovpy.programs`."""
