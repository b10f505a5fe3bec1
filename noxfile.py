"""Tasks: ``nox -l`` lists them."""

import nox

nox.options.sessions = ["tests", "lint"]


@nox.session(python=["3.10", "3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """Run the tests on every Python that is there."""
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check format, style, types and layers."""
    session.install("-e", ".[test]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")
    session.run("lint-imports")


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure the branches that the tests take, outside the compiled modules."""
    session.install("-e", ".[test]")
    session.run("coverage", "run", "-m", "pytest")
    session.run("coverage", "report")


@nox.session
def pictures(session: nox.Session) -> None:
    """Write docs/kinds.md and docs/gallery.md, and draw all pictures of the documentation."""
    session.install("-e", ".")
    session.run("python", "docs/pictures.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Run the benchmarks; see bench/README.md."""
    session.install("-e", ".[bench]")
    session.run("python", "bench/engine.py")
