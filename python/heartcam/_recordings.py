"""Recordings by their paths, and work on them that Ctrl-C ends."""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from . import _arguments, _library
from ._errors import UsageError
from ._results import Result
from ._signals import ColorSignal
from ._tables import columns_of


def path_of(path: Any) -> str:
    """A recording's path; what is none says what to do with it instead."""
    if isinstance(path, (str, bytes, os.PathLike)):
        return os.fsdecode(path)
    problem = f"a recording is named by its path, not by {_arguments.shown(path)}"
    if hasattr(path, "read"):
        raise TypeError(f"{problem}: give the name of the file")
    if isinstance(path, ColorSignal):
        raise TypeError(f"{problem}: in a list there are only paths; measure color signals one by one")
    if isinstance(path, Result):
        raise TypeError(f"{problem}: this is measured already")
    if hasattr(path, "__array__"):
        raise TypeError(
            f"{problem}: frames of your own go to monitor = heartcam.Monitor(), as in "
            "monitor.append(time, red, green, blue) or monitor.append(table), and monitor.finish() is the result"
        )
    raise TypeError(f"{problem}: give a path or a list of paths")


def path_list(paths: Any) -> list[str]:
    """The paths of a list."""
    numbers = hasattr(paths, "dtype") and paths.dtype.kind not in "OUST"
    if not isinstance(paths, Iterable) or isinstance(paths, Mapping) or hasattr(paths, "read") or numbers:
        path_of(paths)
    if getattr(paths, "ndim", 1) != 1:
        path_of(paths)
    return [path_of(path) for path in paths]


def files_of(paths: list[str]) -> list[str]:
    """The paths, and in place of a folder the recordings in it and in its folders."""
    names = [_library.encoded("path", path) for path in paths]
    pointer = _library.library().heartcam_recordings((ctypes.c_char_p * (len(names) + 1))(*names, None))
    return list(columns_of(pointer)["path"])


def check_one(path: Any) -> None:
    """Refuses what is several recordings: a folder of them."""
    file = path_of(path)
    files = files_of([file])
    if files != [file]:
        raise UsageError(
            f"{file} is a folder with {len(files)} recording{'s' if len(files) > 1 else ''}: "
            f"name one of them, such as {files[0]}"
        )


def sample() -> str:
    """The path of a short recording of a resting heart, for trying things out."""
    beside = Path(__file__).parent / "_native" / "share" / "heartcam" / "samples" / "resting.mp4"
    if beside.exists():
        return str(beside)
    return str(Path(__file__).parents[2] / "samples" / "resting.mp4")


_T = TypeVar("_T")


def aside(work: Callable[[], _T], stop: threading.Event | None = None) -> _T:
    """Does work of the main thread in another one, so that a signal is taken at once: while a thread is in the library, Python
    takes none. Then `stop` is set, and the work may end in good order."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    # A queue in C: Condition.wait, on which a future waits, may turn an interrupt into another error.
    done: queue.SimpleQueue[tuple[_T | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:  # noqa: BLE001 # it is raised where the work was asked for
            done.put((None, error))

    # What waits for a file that never comes does not keep Python from ending.
    threading.Thread(target=run, daemon=True).start()
    try:
        while True:
            # A signal that another thread took does not wake this one; it is heeded between two waits.
            with contextlib.suppress(queue.Empty):
                found, error = done.get(timeout=0.2)
                break
    except BaseException:
        if stop is not None:
            stop.set()
            with contextlib.suppress(queue.Empty):
                done.get(timeout=10)
        raise
    if error is not None:
        raise error
    return cast(_T, found)
