"""Plugins that come with markovpy."""
