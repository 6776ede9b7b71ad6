"""Recordings to heart rate."""

from __future__ import annotations

import contextlib
import math
import os
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast, overload

from . import _arguments, _library, _times
from ._errors import HeartcamError, UsageError
from ._methods import RateFunction, with_rates
from ._monitor import Monitor
from ._reading import Roi, reading_options
from ._recordings import aside, files_of, path_list
from ._results import Result, Results
from ._signals import ColorSignal, Path_


class _Watch:
    """Shows how far a recording is read, and stops it if that is asked for."""

    def __init__(self, name: str, shows: bool, stop: threading.Event) -> None:
        # A name may hold what a terminal would obey.
        self._name = "".join(character if character.isprintable() else "?" for character in name)
        self._shows, self._stop = shows, stop
        self.function = _library.Progress(self._take)

    def _take(self, share: float, _: int | None) -> int:
        if not math.isnan(share):
            self._show(f"\r{self._name}: {100 * share:3.0f} %")
        return int(self._stop.is_set())

    def clear(self) -> None:
        self._show("\r\x1b[K")

    def _show(self, text: str) -> None:
        if self._shows:
            with contextlib.suppress(OSError, ValueError):
                print(text, end="", file=sys.stderr, flush=True)


def _measure(
    path: str, options: Any, shows: bool, stop: threading.Event, rate: RateFunction | None, keeps_colors: bool = True
) -> Result:
    watch = _Watch(Path(path).name, shows, stop)
    try:
        name = _library.encoded("path", path)
        result = Result(_library.call("heartcam_measure", name, options, watch.function, None))
    finally:
        watch.clear()
    if rate is not None:
        result = with_rates(result, rate)
    if not keeps_colors:
        with result._lent() as lent:
            _library.call("heartcam_result_forget_colors", lent)
    return result


@overload
def measure(  # type: ignore[overload-overlap] # a text is a path, not the paths of its characters
    path: Path_ | ColorSignal,
    every: float = ...,
    channel: str = ...,
    *,
    subject: str | None = ...,
    roi: Roi | None = ...,
    start: _times.Moment | None = ...,
    true_rate: float | None = ...,
    stream: int | None = ...,
    fast: bool = ...,
    threads: int | None = ...,
    sandbox: bool = ...,
    progress: bool = ...,
    jobs: int = ...,
    rate: RateFunction | None = ...,
) -> Result: ...


@overload
def measure(
    path: Iterable[Path_],
    every: float = ...,
    channel: str = ...,
    *,
    subject: str | None = ...,
    roi: Roi | None = ...,
    start: _times.Moment | None = ...,
    true_rate: float | None = ...,
    stream: int | None = ...,
    fast: bool = ...,
    threads: int | None = ...,
    sandbox: bool = ...,
    progress: bool = ...,
    jobs: int = ...,
    rate: RateFunction | None = ...,
) -> Results: ...


def measure(
    path: Path_ | ColorSignal | Iterable[Path_],
    every: float = 10,
    channel: str = "auto",
    *,
    subject: str | None = None,
    roi: Roi | None = None,
    start: _times.Moment | None = None,
    true_rate: float | None = None,
    stream: int | None = None,
    fast: bool = False,
    threads: int | None = None,
    sandbox: bool = True,
    progress: bool = True,
    jobs: int = 1,
    rate: RateFunction | None = None,
) -> Result | Results:
    """Measures a video or a color signal, or several of them.

    Args:
        path: A recording: its path, what `simulate` or `color_signal` returned, or a folder of pictures. Or a list of recordings
            and of folders with recordings, or one such folder. For frames of your own there is `Monitor`.
        every: Seconds from one reading to the next.
        channel: auto, red, green or blue for a fingertip; chrom or pos for a face.
        subject: fingertip or skin; the default follows from the channel.
        roi: The part of the picture to look at: x, y, width, height in pixels.
        start: When the first frame was taken, if that is known better than the file knows it: a datetime, a date of numpy or
            pandas, ISO 8601, or seconds since 1970. Without a zone it is in this machine's; datetime64 of numpy is universal time.
        true_rate: Frames per second at which a slow-motion video was filmed.
        stream: The number of the video stream.
        fast: Decodes Motion JPEG's block means alone.
        threads: Threads of the decoder.
        sandbox: Whether the file is read in a locked process.
        progress: Whether a terminal shows how far it is.
        jobs: How many recordings are measured at a time.
        rate: A function of your own that finds the rate in an interval, of the frames and the pulse wave in a `Window`. It returns
            beats/min, or (bpm, low, high) with the ends of its 95% interval, or (bpm, low, high, quality), or None. Tables,
            report and store then have its rates, and say so; `algorithm` is 0. Without an interval it is as narrow as the number, and
            without a quality that is 0.

    Returns:
        A `Result` of one recording. `Results` of a list or of a folder with recordings: the videos and color signals in it and in
        its folders, by their names, as `heartcam measure` takes them. Those that cannot be read are then in `errors`. Types know
        a path as one recording: for a folder write `measure([folder])` where they are checked. The `input` of a color signal's
        result is "frames".

    Raises:
        UnreadableError: The one file cannot be read. One that is missing raises a `FileNotFoundError`, too.
        UsageError: An argument is wrong.
        TypeError: An argument is of a wrong type, or what is to be measured is no recording.

    >>> from heartcam import sample
    >>> result = measure(sample())
    >>> round(result.bpm)
    62
    >>> import numpy as np
    >>> def by_peaks(window):
    ...     peaks = window.pulse["time_s"][window.pulse["mark"] == "peak"]
    ...     return 60 / np.diff(peaks).mean()
    >>> round(measure(sample(), rate=by_peaks).bpm)
    62
    """
    if rate is not None and not callable(rate):
        raise TypeError(f"rate must be a function, not {_arguments.shown(rate)}")
    reading = reading_options(channel, subject, roi, true_rate, stream, fast, threads, sandbox)
    every = _arguments.number("every", every)
    shows = _arguments.flag("progress", progress) and sys.stderr.isatty()
    jobs = _arguments.whole("jobs", jobs, least=1)
    if isinstance(path, ColorSignal):
        result = _measure_signal(path, every, start, reading)
        return result if rate is None else with_rates(result, rate)
    options = _library.words(
        {"every": every, "start": None if start is None else _times.text(start), **reading}
    )
    stop = threading.Event()
    if isinstance(path, (str, bytes, os.PathLike)):
        file = os.fsdecode(path)
        files = files_of([file])
        # A folder without recordings stands for itself: its pictures are one.
        if files == [file]:
            return aside(lambda: _measure(file, options, shows, stop, rate), stop)
    else:
        files = files_of(path_list(path))
    return aside(lambda: _measure_all(files, options, shows, stop, jobs, rate), stop)


def _measure_signal(
    signal: ColorSignal, every: float, start: _times.Moment | None, reading: dict[str, _library.Option]
) -> Result:
    for name in ("roi", "true-rate", "stream", "fast", "threads"):
        if reading[name] not in (None, False):
            raise UsageError(
                f"{name.replace('-', '_')} is how colors are read: give it to color_signal, not with a color signal"
            )
    monitor = Monitor(
        every,
        str(reading["channel"]),
        subject=cast("str | None", reading["subject"]),
        start=signal._start() if start is None else start,
        keep_colors=True,
    )

    def measured() -> Result:
        monitor.append(signal)
        return monitor.finish()

    return aside(measured)


def _measure_all(
    files: list[str], options: Any, shows: bool, stop: threading.Event, jobs: int, rate: RateFunction | None
) -> Results:
    results = Results()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            # Ten thousand recordings have no room for all their frames.
            waiting = [pool.submit(_measure, file, options, shows and jobs == 1, stop, rate, False) for file in files]
            for file, future in zip(files, waiting, strict=True):
                try:
                    results.append(future.result())
                except UsageError:
                    # It is the same for every recording.
                    raise
                except HeartcamError as error:
                    results._add_error(file, str(error))
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return results
