"""The command line, and what is done by it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from . import _library
from ._errors import error_of


def main() -> None:
    """Becomes the program `heartcam`."""
    path = _library.program()
    try:
        os.execv(path, [path, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"heartcam: {path} cannot be started: {error.strerror}")


def words(options: Mapping[str, _library.Option]) -> list[str]:
    """Options as words of a command line."""
    found: list[str] = []
    for name, value in options.items():
        word = "--" + name.replace("_", "-")
        if value is True:
            found.append(word)
        elif value is not None and value is not False:
            found.append(f"{word}={value}")
    return found


def run(*arguments: str) -> str:
    """Runs a command and returns what it prints; its complaint is the exception's text."""
    done = subprocess.run([_library.program(), *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sentence = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
        raise error_of(done.returncode, sentence[0].removeprefix("heartcam: "))
    return done.stdout
