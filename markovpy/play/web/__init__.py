"""The game in the browser: a page of this machine's own, served to this machine only."""
