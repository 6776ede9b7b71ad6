"""Recordings to the colors of their frames."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

from . import _arguments, _library
from ._errors import DecodingThreadsError
from ._recordings import aside, check_one, path_of
from ._signals import ColorSignal, Numbers, Path_

Roi: TypeAlias = tuple[int, int, int, int] | str


class _Reader:
    """A recording whose frames come in pieces. It belongs to the thread that makes it."""

    def __init__(self, path: Path_, options: dict[str, _library.Option]) -> None:
        name = _library.encoded("path", path_of(path))
        pointer = _library.call("heartcam_reader_open", name, _library.words(options))
        self._handle = _library.Handle(pointer, "reader")

    def next(self, frames: int) -> Numbers:
        """The next frames, as many as there are; none at the end."""
        array = np.empty((frames, len(_library.COLOR_COLUMNS)))
        filled = 0
        with self._handle as reader:
            while filled < frames:
                # A few at a time, so that Ctrl-C need not wait for many.
                room = array[filled : filled + 32]
                count = _library.call("heartcam_reader_next", reader, room.ctypes.data, len(room))
                filled += count
                if count < len(room):
                    break
        return array[:filled]

    def facts(self) -> dict[str, Any]:
        with self._handle as reader:
            found: dict[str, Any] = json.loads(_library.library().heartcam_reader_json(reader))
            return found

    def close(self) -> None:
        self._handle.close()


def reading_options(
    channel: str,
    subject: str | None,
    roi: Roi | None,
    true_rate: float | None,
    stream: int | None,
    fast: bool,
    threads: int | None,
    sandbox: bool,
) -> dict[str, _library.Option]:
    return {
        "channel": _arguments.text("channel", channel),
        "subject": _arguments.text_or_none("subject", subject),
        "roi": _arguments.region(roi),
        "true-rate": _arguments.number_or_none("true_rate", true_rate),
        "stream": _arguments.whole_or_none("stream", stream),
        "fast": _arguments.flag("fast", fast),
        "threads": _arguments.whole_or_none("threads", threads),
        "no-sandbox": not _arguments.flag("sandbox", sandbox),
    }


def color_signal(
    path: Path_,
    *,
    roi: Roi | None = None,
    channel: str = "auto",
    subject: str | None = None,
    true_rate: float | None = None,
    stream: int | None = None,
    fast: bool = False,
    threads: int | None = None,
    sandbox: bool = True,
) -> ColorSignal:
    """The mean colors of all frames of a recording, with the times that the file gives them.

    The means are exact: they are of the picture's own planes, and no RGB picture is made. With channel chrom or pos, or
    subject skin, only pixels of skin color count, as `measure` has it. The other arguments are those of `measure`.

    Returns:
        A `ColorSignal` with a row a frame: seconds, levels of 0 to 255, shares of 0 to 1.

    Raises:
        UnreadableError: The file cannot be read, or the region lies outside of the picture.
        UsageError: An argument is wrong.

    >>> from heartcam import sample
    >>> signal = color_signal(sample())
    >>> signal.rgb.shape
    (900, 3)
    """
    options = reading_options(channel, subject, roi, true_rate, stream, fast, threads, sandbox)
    check_one(path)
    try:
        return aside(lambda: _whole(path, options))
    except DecodingThreadsError:
        # A damaged video: one thread gives the same frames in every run.
        return aside(lambda: _whole(path, {**options, "threads": 1}))


def _whole(path: Path_, options: dict[str, _library.Option]) -> ColorSignal:
    reader = _Reader(path, options)
    try:
        pieces = [np.empty((0, len(_library.COLOR_COLUMNS)))]
        while len(piece := reader.next(1024)):
            pieces.append(piece)
        return ColorSignal(np.concatenate(pieces), reader.facts())
    finally:
        reader.close()


def color_signal_pieces(
    path: Path_,
    frames: int = 1024,
    *,
    roi: Roi | None = None,
    channel: str = "auto",
    subject: str | None = None,
    true_rate: float | None = None,
    stream: int | None = None,
    fast: bool = False,
    threads: int | None = None,
    sandbox: bool = True,
) -> Iterator[ColorSignal]:
    """The same in pieces of `frames` frames, for recordings that are too long for memory.

    A damaged video raises `DecodingThreadsError`: then `threads=1` reads it.

    >>> from heartcam import sample
    >>> [len(piece) for piece in color_signal_pieces(sample(), 400)]
    [400, 400, 100]
    """
    frames = _arguments.whole("frames", frames, least=1)
    check_one(path)
    reader = _Reader(path, reading_options(channel, subject, roi, true_rate, stream, fast, threads, sandbox))
    try:
        first = None
        while len(piece := reader.next(frames)):
            signal = ColorSignal(piece, reader.facts())
            first = float(piece[0, 0]) if first is None else first
            signal._offset = float(piece[0, 0]) - first
            yield signal
    finally:
        reader.close()
