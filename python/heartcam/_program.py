"""What is done by the command line."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Mapping

from . import _library
from ._arguments import plain
from ._errors import error_of


def words(options: Mapping[str, _library.Option]) -> list[str]:
    """Options as words of a command line."""
    found: list[str] = []
    for name, given in options.items():
        value = plain(given)
        word = "--" + name.replace("_", "-")
        if value is True:
            found.append(word)
        elif value is not None and value is not False:
            found.append(f"{word}={value}")
    return found


def complaint(text: str, code: int) -> BaseException:
    """The exception of a program's exit status and of what it wrote to standard error."""
    lines = text.strip().splitlines()
    sentence = lines[-1].removeprefix("heartcam: ") if lines else f"exit status {code}"
    # A command's help says nothing of arguments.
    sentence = re.sub(r"; see 'heartcam [^']*'$", "", sentence)
    # Options are arguments here, without dashes.
    return error_of(code, re.sub(r"--([a-z][a-z-]*)", lambda word: word[1].replace("-", "_"), sentence))


def run(*arguments: str, allowed: tuple[int, ...] = (0,)) -> str:
    """Runs a command and returns what it prints; its complaint is the exception's text, unless its exit status is allowed."""
    process = subprocess.Popen(
        [_library.program(), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        # Ctrl-C is for this program, which lets its child clear up.
        start_new_session=True,
    )
    try:
        printed, complained = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise
    if process.returncode not in allowed:
        raise complaint(complained, process.returncode)
    return printed
