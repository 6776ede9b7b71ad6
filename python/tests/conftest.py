"""Where recordings are, and what the program says of them."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from heartcam import _library

ROOT = Path(__file__).parents[2]
RECORDINGS = sorted(
    path
    for path in (ROOT / "samples").iterdir()
    if path.suffix in {".mp4", ".mkv", ".csv"} and len(path.suffixes) == 1
)
#: Recordings of people, which do not come with the project.
DATA = sorted((ROOT.parent / "shared" / "data").rglob("signal.csv"))


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This machine's zone is one hour from universal time in January."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """Runs a command that prints JSON, with a home of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("HEARTCAM_STORE", raising=False)

    def run(*arguments: str) -> list[dict[str, Any]]:
        done = subprocess.run([_library.program(), *arguments], capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run
