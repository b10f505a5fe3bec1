"""Node kinds and libraries shipped as plugins."""
