"""Recordings and colour frames to heart rate."""

from __future__ import annotations

import contextlib
import copy
import ctypes
import json
import math
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

from . import _arguments, _library, _tables, _times
from ._errors import DecodingThreadsError, HeartcamError, UsageError
from ._results import Result, Results, write
from ._tables import Table, columns_of, table_of

Path_: TypeAlias = str | bytes | os.PathLike[str]
Numbers: TypeAlias = npt.NDArray[np.float64]
Roi: TypeAlias = tuple[int, int, int, int] | str


def _path(path: Any) -> str:
    """A recording's path; what is none says what to do with it instead."""
    if isinstance(path, (str, bytes, os.PathLike)):
        return os.fsdecode(path)
    problem = f"a recording is named by its path, not by {_arguments.shown(path)}"
    if hasattr(path, "read"):
        raise TypeError(f"{problem}: give the name of the file")
    if isinstance(path, ColorSignal):
        raise TypeError(f"{problem}: in a list there are only paths; measure colour signals one by one")
    if isinstance(path, Result):
        raise TypeError(f"{problem}: this is measured already")
    if hasattr(path, "__array__"):
        raise TypeError(
            f"{problem}: frames of your own go to monitor = heartcam.Monitor(), as in "
            "monitor.append(time, red, green, blue) or monitor.append(table), and monitor.finish() is the result"
        )
    raise TypeError(f"{problem}: give a path or a list of paths")


def _paths(paths: Any) -> list[str]:
    """The paths of a list."""
    numbers = hasattr(paths, "dtype") and paths.dtype.kind not in "OUST"
    if not isinstance(paths, Iterable) or isinstance(paths, Mapping) or hasattr(paths, "read") or numbers:
        _path(paths)
    if getattr(paths, "ndim", 1) != 1:
        _path(paths)
    return [_path(path) for path in paths]


def _files(paths: list[str]) -> list[str]:
    """The paths, and in place of a folder the recordings in it and in its folders."""
    names = [_library.encoded("path", path) for path in paths]
    pointer = _library.library().heartcam_recordings((ctypes.c_char_p * (len(names) + 1))(*names, None))
    return list(columns_of(pointer)["path"])


def _check_one(path: Any) -> None:
    """Refuses what is several recordings: a folder of them."""
    file = _path(path)
    files = _files([file])
    if files != [file]:
        raise UsageError(
            f"{file} is a folder with {len(files)} recording{'s' if len(files) > 1 else ''}: "
            f"name one of them, such as {files[0]}"
        )


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


def _measure(path: str, options: Any, shows: bool, stop: threading.Event) -> Result:
    watch = _Watch(Path(path).name, shows, stop)
    try:
        name = _library.encoded("path", path)
        return Result(_library.call("heartcam_measure", name, options, watch.function, None))
    finally:
        watch.clear()


_T = TypeVar("_T")


def _aside(work: Callable[[], _T], stop: threading.Event | None = None) -> _T:
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
        found, error = done.get()
    except BaseException:
        if stop is not None:
            stop.set()
            with contextlib.suppress(queue.Empty):
                done.get(timeout=10)
        raise
    if error is not None:
        raise error
    return cast(_T, found)


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
) -> Result | Results:
    """Measures a video or a colour signal, or several of them.

    Args:
        path: A recording: its path, what `simulate` or `color_signal` returned, or a folder of pictures. Or a list of recordings
            and of folders with recordings, or one such folder. For frames of your own there is `Monitor`.
        every: Seconds from one reading to the next.
        channel: auto, red, green or blue for a fingertip; chrom or pos for a face.
        subject: fingertip or skin; the default follows from the channel.
        roi: The part of the picture to look at: x, y, width, height in pixels.
        start: When the first frame was taken, if that is known better than the file knows it: a datetime, a date of numpy or
            pandas, ISO 8601, or seconds since 1970. Without a zone it is in this machine's; datetime64 of numpy is universal time.
        true_rate: Frames a second at which a slow-motion video was filmed.
        stream: The number of the video stream.
        fast: Decodes Motion JPEG's block means alone.
        threads: Threads of the decoder.
        sandbox: Whether the file is read in a locked process.
        progress: Whether a terminal shows how far it is.
        jobs: How many recordings are measured at a time.

    Returns:
        A `Result` of one recording. `Results` of a list or of a folder with recordings: the videos and colour signals in it and in
        its folders, by their names, as `heartcam measure` takes them. Those that cannot be read are then in `errors`. Types know
        a path as one recording: for a folder write `measure([folder])` where they are checked. The `input` of a colour signal's
        result is "frames".

    Raises:
        UnreadableError: The one file cannot be read. One that is missing raises a `FileNotFoundError`, too.
        UsageError: An argument is wrong.
        TypeError: An argument is of a wrong type, or what is to be measured is no recording.

    >>> result = measure(sample())
    >>> round(result.bpm)
    62
    """
    reading = _reading(channel, subject, roi, true_rate, stream, fast, threads, sandbox)
    every = _arguments.number("every", every)
    shows = _arguments.flag("progress", progress) and sys.stderr.isatty()
    jobs = _arguments.whole("jobs", jobs, least=1)
    if isinstance(path, ColorSignal):
        return _measure_signal(path, every, start, reading)
    options = _library.words(
        {"every": every, "start": None if start is None else _times.text(start), **reading}
    )
    stop = threading.Event()
    if isinstance(path, (str, bytes, os.PathLike)):
        file = os.fsdecode(path)
        files = _files([file])
        # A folder without recordings stands for itself: its pictures are one.
        if files == [file]:
            return _aside(lambda: _measure(file, options, shows, stop), stop)
    else:
        files = _files(_paths(path))
    return _aside(lambda: _measure_all(files, options, shows, stop, jobs), stop)


def _measure_signal(
    signal: ColorSignal, every: float, start: _times.Moment | None, reading: dict[str, _library.Option]
) -> Result:
    for name in ("roi", "true-rate", "stream", "fast", "threads"):
        if reading[name] not in (None, False):
            raise UsageError(
                f"{name.replace('-', '_')} is how colours are read: give it to color_signal, not with a colour signal"
            )
    monitor = Monitor(
        every,
        str(reading["channel"]),
        subject=cast("str | None", reading["subject"]),
        start=signal._start() if start is None else start,
    )

    def measured() -> Result:
        monitor.append(signal)
        return monitor.finish()

    return _aside(measured)


def _measure_all(files: list[str], options: Any, shows: bool, stop: threading.Event, jobs: int) -> Results:
    results = Results()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            waiting = [pool.submit(_measure, file, options, shows and jobs == 1, stop) for file in files]
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


def sample() -> str:
    """The path of a short recording of a resting heart, for trying things out."""
    beside = Path(__file__).parent / "_native" / "share" / "heartcam" / "samples" / "resting.mp4"
    if beside.exists():
        return str(beside)
    return str(Path(__file__).parents[2] / "samples" / "resting.mp4")


# ---------------------------------------------------------------------------------------------------------------


class ColorSignal:
    """The mean colours of a recording's frames: one array with a row a frame."""

    #: The names of the array's columns.
    columns = _library.COLOR_COLUMNS

    def __init__(self, array: Numbers, facts: dict[str, Any]) -> None:
        #: Shape (frames, 9): time_s, red, green, blue, spread, clipped_share, black_share, skin_share, key_frame; NaN where
        #: something is not known.
        self.array = array
        #: What the recording is: kind, start, duration_s, content_identity, warnings.
        self.facts = facts
        # Where it begins in the recording, in seconds.
        self._offset = 0.0

    def _start(self) -> float | None:
        """When its first frame was taken, in seconds since 1970, if the recording says so."""
        start = self.facts.get("start")
        return None if start is None else _times.seconds(start) + self._offset

    @property
    def time(self) -> Numbers:
        """Seconds on the recording's clock; a view."""
        return self.array[:, 0]

    @property
    def rgb(self) -> Numbers:
        """Mean red, green and blue, 0 to 255, shape (frames, 3); a view."""
        return self.array[:, 1:4]

    @property
    def table(self) -> Table:
        """The columns as a DataFrame, with their units in `attrs["units"]`.

        >>> color_signal(sample()).table.attrs["units"]["red"]
        'levels'
        """
        columns = {name: self.array[:, index] for index, name in enumerate(self.columns)}
        return table_of(columns, {"time_s": "s", "red": "levels", "green": "levels", "blue": "levels"})

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Numbers:
        return np.array(self.array, dtype=dtype, copy=bool(copy) or dtype is not None)

    def resampled(self, rate: float = 30.0) -> Numbers:
        """Red, green and blue on an even grid of `rate` samples a second, by lines between frames: shape (samples, 3)."""
        if not 0 < _arguments.number("rate", rate) <= 1e6:
            raise UsageError(f"rate must be above 0 and at most 1,000,000 a second, not {rate}")
        if not len(self):
            return np.empty((0, 3))
        grid = self.time[0] + np.arange(int((self.time[-1] - self.time[0]) * rate) + 1) / rate
        return np.stack([np.interp(grid, self.time, self.rgb[:, index]) for index in range(3)], axis=1)

    def to_bids(self, stem: Path_, rate: float = 30.0) -> tuple[Path, Path]:
        """Writes `STEM_physio.tsv.gz` and `STEM_physio.json` as BIDS has physiological recordings.

        BIDS wants even sampling, so the colours are those of `resampled`.
        """
        import gzip

        stem = os.fsdecode(stem)
        table, sidecar = Path(f"{stem}_physio.tsv.gz"), Path(f"{stem}_physio.json")
        lines = "".join("\t".join(map(repr, row)) + "\n" for row in self.resampled(rate).tolist())
        write(table, gzip.compress(lines.encode(), mtime=0))
        names = ["red", "green", "blue"]
        about: dict[str, Any] = {"SamplingFrequency": rate, "StartTime": 0, "Columns": names}
        for name in names:
            about[name] = {"Description": f"Mean {name} of the camera's picture", "Units": "levels, 0 to 255"}
        write(sidecar, (json.dumps(about, indent=2) + "\n").encode())
        return table, sidecar

    def __repr__(self) -> str:
        return f"<heartcam.ColorSignal {self.facts.get('input', '')!r}: {len(self)} frames>"


class _Reader:
    """A recording whose frames come in pieces. It belongs to the thread that makes it."""

    def __init__(self, path: Path_, options: dict[str, _library.Option]) -> None:
        name = _library.encoded("path", _path(path))
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


def _reading(
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
    """The mean colours of all frames of a recording, with the times that the file gives them.

    The means are exact: they are of the picture's own planes, and no RGB picture is made. With channel chrom or pos, or
    subject skin, only pixels of skin colour count, as `measure` has it. The other arguments are those of `measure`.

    Returns:
        A `ColorSignal` with a row a frame: seconds, levels of 0 to 255, shares of 0 to 1.

    Raises:
        UnreadableError: The file cannot be read, or the region lies outside of the picture.
        UsageError: An argument is wrong.

    >>> signal = color_signal(sample())
    >>> signal.rgb.shape
    (900, 3)
    """
    options = _reading(channel, subject, roi, true_rate, stream, fast, threads, sandbox)
    _check_one(path)
    try:
        return _aside(lambda: _whole(path, options))
    except DecodingThreadsError:
        # A damaged video: one thread gives the same frames in every run.
        return _aside(lambda: _whole(path, {**options, "threads": 1}))


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

    >>> [len(piece) for piece in color_signal_pieces(sample(), 400)]
    [400, 400, 100]
    """
    frames = _arguments.whole("frames", frames, least=1)
    _check_one(path)
    reader = _Reader(path, _reading(channel, subject, roi, true_rate, stream, fast, threads, sandbox))
    try:
        first = None
        while len(piece := reader.next(frames)):
            signal = ColorSignal(piece, reader.facts())
            first = float(piece[0, 0]) if first is None else first
            signal._offset = float(piece[0, 0]) - first
            yield signal
    finally:
        reader.close()


# ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """The heart rate over an interval, or the reason why there is none."""

    #: Seconds from the first frame.
    start_s: float
    end_s: float
    #: Beats/min, with the ends of the 95 % interval; None if there is no rate.
    bpm: float | None
    bpm_low: float | None
    bpm_high: float | None
    #: The chance, 0 to 1, that `bpm` is within 5 of the truth.
    quality: float
    #: Why there is no rate.
    reason: str | None
    #: The channel that the pulse is from.
    channel: str | None


class Monitor:
    """Measures the colour frames of a camera or a table of your own.

    The readings are a function of the frames alone: one by one, in pieces or at once they are equal to the bit, and equal to
    those of `measure` of the same frames.

    >>> signal = color_signal(sample())
    >>> monitor = Monitor(interval=10)
    >>> [round(reading.bpm) for reading in monitor.append(signal)]
    [62, 62]
    >>> round(monitor.finish().bpm)
    62

    Args:
        interval: Seconds from one reading to the next; `every` in the other functions.
        channel, subject: As `measure` has them.
        start: When the first frame is taken. Without it, frames whose times are dates say so themselves. For others it is when
            `finish` is called, less the time that the frames took.
    """

    def __init__(
        self,
        interval: float = 10,
        channel: str = "auto",
        *,
        subject: str | None = None,
        start: _times.Moment | None = None,
    ) -> None:
        self._options: dict[str, _library.Option] = {
            "every": _arguments.number("interval", interval),
            "channel": _arguments.text("channel", channel),
            "subject": _arguments.text_or_none("subject", subject),
            "start": None if start is None else _times.text(start),
        }
        self._owner = os.getpid()
        # Reentrant, since a signal's function may append frames too.
        self._lock = threading.RLock()
        self._begin()

    def _begin(self, start: str | None = None) -> None:
        options = self._options if start is None else {**self._options, "start": start}
        try:
            pointer = _library.call("heartcam_monitor_new", _library.words(options))
        except UsageError as error:
            # The library's name of the interval is that of the command's option.
            raise UsageError(str(error).replace("for every:", "for interval:")) from None
        self._handle = _library.Handle(pointer, "monitor")
        self._has_start = start is not None
        if start is None:
            self._clock = _times.FrameClock()
            self._frames = 0

    def append(
        self,
        time: Any,
        red: Any = None,
        green: Any = None,
        blue: Any = None,
        *,
        spread: Any = None,
        clipped_share: Any = None,
        black_share: Any = None,
    ) -> list[Reading]:
        """Appends a frame or many, the oldest first, and returns the readings that they complete.

        Args:
            time: Seconds, a number or an array, on any clock: readings count from the first frame. Or dates of Python, numpy or
                pandas, or seconds since 1970 as `time.time()` gives them: these say when the recording began. Or a `ColorSignal`,
                or a DataFrame with its columns.
            red, green, blue: Mean levels, 0 to 255: as many as times, or one for all. Those that were not measured are left out,
                but one is needed.
            spread, clipped_share, black_share: What describes the pictures, if it is known.

        Dates without a zone are in this machine's time zone, datetime64 of numpy in universal time. A monitor may be used by
        several threads.

        Raises:
            UsageError: The arrays have other shapes, or times are in another unit than seconds.

        >>> monitor = Monitor(channel="green")
        >>> signal = color_signal(sample())
        >>> readings = monitor.append(1769850000 + signal.time, green=signal.rgb[:, 1])
        >>> monitor.finish().readings["start"][0].isoformat()
        '2026-01-31T09:00:00+00:00'
        """
        self._check_process()
        with self._lock:
            clock = copy.copy(self._clock)
            array = self._array(clock, time, red, green, blue, spread, clipped_share, black_share)
            # What was refused leaves the clock as it was.
            self._clock = clock
            if self._frames == 0 and self._clock.start is not None and self._options["start"] is None:
                # The library is told when it is made; it has no frame yet.
                self._begin(_times.text(self._clock.start))
            self._frames += len(array)
            with self._handle as monitor:
                count = _library.call("heartcam_monitor_append", monitor, array.ctypes.data, len(array))
                return self._readings(monitor) if count else []

    def finish(self) -> Result:
        """Ends the frames, and returns all that they gave. The monitor is then as new."""
        self._check_process()
        with self._lock:
            with self._handle as monitor:
                result = Result(_library.call("heartcam_monitor_finish", monitor))
            if self._has_start:
                self._begin()
            self._clock = _times.FrameClock()
            self._frames = 0
            return result

    def _check_process(self) -> None:
        # A thread of the parent may have held the lock when it was copied.
        if os.getpid() != self._owner:
            raise UsageError(
                "the monitor was made before a fork and belongs to the parent process: make another one"
            )

    def __repr__(self) -> str:
        return f"<heartcam.Monitor: {self._frames} frames, a reading every {self._options['every']} s>"

    @staticmethod
    def _readings(monitor: int) -> list[Reading]:
        columns = columns_of(_library.call("heartcam_monitor_readings", monitor))

        def cell(name: str, row: int) -> Any:
            value = columns[name][row]
            if value is None or (isinstance(value, float) and math.isnan(value)):
                return None
            return float(value) if isinstance(value, np.floating) else value

        names = list(Reading.__dataclass_fields__)
        return [Reading(*(cell(name, row) for name in names)) for row in range(len(columns["start_s"]))]

    @staticmethod
    def _array(clock: _times.FrameClock, time: Any, *others: Any) -> Numbers:
        names = _library.COLOR_COLUMNS
        if isinstance(time, ColorSignal):
            # What is no row of nine doubles would be read as if it were one.
            array = np.ascontiguousarray(time.array, dtype=np.float64)
            if array.ndim != 2 or array.shape[1] != len(names):
                raise UsageError(
                    f"a colour signal has rows of {len(names)} columns, not the shape {array.shape}"
                )
            times = clock.seconds(array[:, 0])
            if not np.array_equal(times, array[:, 0], equal_nan=True):
                array = array.copy()
                array[:, 0] = times
            return array
        columns = dict(zip(names, (time, *others)))
        if _tables.pd is not None and isinstance(time, _tables.pd.DataFrame):
            if "time_s" not in time:
                raise UsageError("the table has no column time_s")
            columns = {name: time[name] for name in names if name in time}
        elif np.ndim(time) > 1:
            raise UsageError(_shape_hint("time", np.shape(time)))
        if all(columns.get(name) is None for name in names[1:4]):
            raise UsageError("red, green or blue is needed")
        values = {
            name: _times.doubles(name, column)
            for name, column in columns.items()
            if name != "time_s" and column is not None
        }
        count = int(np.size(columns["time_s"])) if columns["time_s"] is not None else 1
        for name, column in values.items():
            if column.ndim > 1:
                raise UsageError(_shape_hint(name, column.shape))
            if column.ndim and column.shape != (count,):
                raise UsageError(f"{name} has the shape {column.shape}, the times have {(count,)}")
        times = clock.seconds(columns["time_s"])
        array = np.full((len(times), len(names)), np.nan)
        array[:, 0] = times
        for index, name in enumerate(names[1:], start=1):
            if name in values:
                array[:, index] = values[name]
        return array


def _shape_hint(name: str, shape: tuple[int, ...]) -> str:
    """What to give in place of an array with several axes."""
    problem = f"{name} has the shape {shape}, but is to be a number or an array with one axis"
    if len(shape) == 2 and shape[1] == 3:
        return f"{problem}: give three columns one by one, as in append(time, *colors.T)"
    if len(shape) >= 2 and min(shape[:2]) > 1:
        return (
            f"{problem}: of a picture, give the mean of each channel, as in "
            "append(time, *picture.mean(axis=(0, 1))); OpenCV's pictures have blue first: *picture.mean(axis=(0, 1))[::-1]"
        )
    return problem
