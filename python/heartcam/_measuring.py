"""Recordings and colour frames to heart rate."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _library, _tables, _times
from ._errors import DecodingThreadsError, HeartcamError
from ._results import Result, Results
from ._tables import Table, columns_of, table_of

Path_: TypeAlias = str | os.PathLike[str]
Numbers: TypeAlias = npt.NDArray[np.float64]


def _region(roi: tuple[int, int, int, int] | str | None) -> str | None:
    return roi if roi is None or isinstance(roi, str) else ",".join(map(str, roi))


def _files(paths: Iterable[Path_]) -> list[str]:
    """The paths, and in place of a folder the recordings in it and in its folders."""
    names = [os.fsencode(path) for path in paths]
    pointer = _library.library().heartcam_recordings((ctypes.c_char_p * (len(names) + 1))(*names, None))
    return list(columns_of(pointer)["path"])


class _Watch:
    """Shows how far a recording is read, and stops it if someone interrupts."""

    def __init__(self, name: str, shows: bool, stop: threading.Event) -> None:
        self.error: BaseException | None = None
        self._name, self._shows, self._stop = name, shows, stop
        self.function = _library.Progress(self._take)

    def _take(self, share: float, _: int | None) -> int:
        # Here, in the main thread, Python raises what a signal has asked for.
        try:
            if self._shows and share == share:
                print(f"\r{self._name}: {100 * share:3.0f} %", end="", file=sys.stderr, flush=True)
            return int(self._stop.is_set())
        except BaseException as error:
            self.error = error
            return 1

    def clear(self) -> None:
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _measure(path: str, options: Any, shows: bool, stop: threading.Event) -> Result:
    watch = _Watch(Path(path).name, shows, stop)
    try:
        pointer = _library.call(
            "heartcam_measure", os.fsencode(path), options, watch.function, None
        )
    except KeyboardInterrupt:
        raise watch.error or KeyboardInterrupt() from None
    finally:
        watch.clear()
    return Result(pointer)


@overload
def measure(  # type: ignore[overload-overlap] # a text is a path, not the paths of its characters
    path: Path_,
    every: float = ...,
    channel: str = ...,
    *,
    subject: str | None = ...,
    roi: tuple[int, int, int, int] | str | None = ...,
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
    roi: tuple[int, int, int, int] | str | None = ...,
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
    path: Path_ | Iterable[Path_],
    every: float = 10,
    channel: str = "auto",
    *,
    subject: str | None = None,
    roi: tuple[int, int, int, int] | str | None = None,
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
        path: A recording, or a list of recordings and of folders with recordings.
        every: Seconds from one reading to the next.
        channel: auto, red, green or blue for a fingertip; chrom or pos for a face.
        subject: fingertip or skin; the default follows from the channel.
        roi: The part of the picture to look at: x, y, width, height in pixels.
        start: When the first frame was taken, if that is known better than the file knows it.
        true_rate: Frames a second at which a slow-motion video was filmed.
        stream: The number of the video stream.
        fast: Decodes Motion JPEG's block means alone.
        threads: Threads of the decoder.
        sandbox: Whether the file is read in a locked process.
        progress: Whether a terminal shows how far it is.
        jobs: How many recordings are measured at a time.

    Returns:
        A `Result` of one recording, `Results` of a list; those that cannot be read are then in `errors`.

    Raises:
        UnreadableError: The one file cannot be read.
        UsageError: An argument is wrong.

    >>> result = measure(sample())
    >>> round(result.bpm)
    62
    """
    options = _library.words(
        {
            "every": every,
            "channel": channel,
            "subject": subject,
            "roi": _region(roi),
            "start": None if start is None else _times.text(start),
            "true-rate": true_rate,
            "stream": stream,
            "fast": fast,
            "threads": threads,
            "no-sandbox": not sandbox,
        }
    )
    shows = progress and sys.stderr.isatty()
    stop = threading.Event()
    if isinstance(path, (str, os.PathLike)):
        return _measure(os.fspath(path), options, shows, stop)
    files = _files(path)
    results, errors = Results(), {}
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        waiting = [pool.submit(_measure, file, options, shows and jobs == 1, stop) for file in files]
        try:
            for file, future in zip(files, waiting):
                try:
                    results.append(future.result())
                except HeartcamError as error:
                    errors[file] = str(error)
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    results.errors = errors
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
        """The columns as a DataFrame."""
        return table_of({name: self.array[:, index] for index, name in enumerate(self.columns)})

    def __len__(self) -> int:
        return len(self.array)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Numbers:
        return np.array(self.array, dtype=dtype, copy=bool(copy) or dtype is not None)

    def resampled(self, rate: float = 30.0) -> Numbers:
        """Red, green and blue on an even grid of `rate` samples a second, by lines between frames: shape (samples, 3)."""
        count = int((self.time[-1] - self.time[0]) * rate) + 1 if len(self) else 0
        grid = self.time[0] + np.arange(count) / rate if count else np.empty(0)
        return np.stack([np.interp(grid, self.time, self.rgb[:, index]) for index in range(3)], axis=1)

    def to_bids(self, stem: Path_, rate: float = 30.0) -> tuple[Path, Path]:
        """Writes `STEM_physio.tsv.gz` and `STEM_physio.json` as BIDS has physiological recordings.

        BIDS wants even sampling, so the colours are those of `resampled`.
        """
        import gzip

        table, sidecar = Path(f"{stem}_physio.tsv.gz"), Path(f"{stem}_physio.json")
        lines = "".join("\t".join(map(repr, row)) + "\n" for row in self.resampled(rate).tolist())
        with gzip.GzipFile(table, "wb", mtime=0) as file:
            file.write(lines.encode())
        names = ["red", "green", "blue"]
        about: dict[str, Any] = {"SamplingFrequency": rate, "StartTime": 0, "Columns": names}
        for name in names:
            about[name] = {"Description": f"Mean {name} of the camera's picture", "Units": "levels, 0 to 255"}
        sidecar.write_text(json.dumps(about, indent=2) + "\n")
        return table, sidecar

    def __repr__(self) -> str:
        return f"<heartcam.ColorSignal {self.facts.get('input', '')}: {len(self)} frames>"


class _Reader:
    """A recording whose frames come in pieces. It belongs to the thread that makes it."""

    def __init__(self, path: Path_, options: dict[str, _library.Option]) -> None:
        pointer = _library.call("heartcam_reader_open", os.fsencode(path), _library.words(options))
        self._handle = _library.Handle(pointer, "heartcam_reader_free")

    def next(self, frames: int) -> Numbers:
        """The next frames, as many as there are; none at the end."""
        array = np.empty((frames, len(_library.COLOR_COLUMNS)))
        count = _library.call(
            "heartcam_reader_next", self._handle.pointer, array.ctypes.data, frames
        )
        return array[:count]

    def facts(self) -> dict[str, Any]:
        text = _library.library().heartcam_reader_json(self._handle.pointer)
        found: dict[str, Any] = json.loads(text)
        return found

    def close(self) -> None:
        self._handle.close()


def _reading(
    channel: str,
    subject: str | None,
    roi: tuple[int, int, int, int] | str | None,
    true_rate: float | None,
    stream: int | None,
    fast: bool,
    threads: int | None,
    sandbox: bool,
) -> dict[str, _library.Option]:
    return {
        "channel": channel,
        "subject": subject,
        "roi": _region(roi),
        "true-rate": true_rate,
        "stream": stream,
        "fast": fast,
        "threads": threads,
        "no-sandbox": not sandbox,
    }


def color_signal(
    path: Path_,
    *,
    roi: tuple[int, int, int, int] | str | None = None,
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
    subject skin, only pixels of skin colour count, as `measure` has it.

    >>> signal = color_signal(sample())
    >>> signal.rgb.shape
    (900, 3)
    """
    options = _reading(channel, subject, roi, true_rate, stream, fast, threads, sandbox)
    pieces: list[Numbers] = []
    reader = _Reader(path, options)
    try:
        while len(piece := reader.next(1024)):
            pieces.append(piece)
    except DecodingThreadsError:
        # A damaged video: one thread gives the same frames in every run.
        return color_signal(
            path,
            roi=roi,
            channel=channel,
            subject=subject,
            true_rate=true_rate,
            stream=stream,
            fast=fast,
            threads=1,
            sandbox=sandbox,
        )
    facts = reader.facts()
    reader.close()
    empty = np.empty((0, len(_library.COLOR_COLUMNS)))
    return ColorSignal(np.concatenate(pieces) if pieces else empty, facts)


def color_signal_pieces(
    path: Path_,
    frames: int = 1024,
    *,
    roi: tuple[int, int, int, int] | str | None = None,
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
    if frames < 1:
        raise ValueError("frames must be 1 or more")
    reader = _Reader(path, _reading(channel, subject, roi, true_rate, stream, fast, threads, sandbox))
    try:
        while len(piece := reader.next(frames)):
            yield ColorSignal(piece, reader.facts())
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
    """

    def __init__(
        self,
        interval: float = 10,
        channel: str = "auto",
        *,
        subject: str | None = None,
        start: _times.Moment | None = None,
    ) -> None:
        options: dict[str, _library.Option] = {
            "every": interval,
            "channel": channel,
            "subject": subject,
            "start": None if start is None else _times.text(start),
        }
        pointer = _library.call("heartcam_monitor_new", _library.words(options))
        self._handle = _library.Handle(pointer, "heartcam_monitor_free")

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
            time: Seconds, a number or an array; or a `ColorSignal`, or a DataFrame with its columns.
            red, green, blue: Mean levels, 0 to 255. Those that were not measured are left out.
            spread, clipped_share, black_share: What describes the pictures, if it is known.
        """
        array = self._array(time, red, green, blue, spread, clipped_share, black_share)
        count = _library.call(
            "heartcam_monitor_append", self._handle.pointer, array.ctypes.data, len(array)
        )
        return self._readings() if count else []

    def finish(self) -> Result:
        """Ends the frames, and returns all that they gave. The monitor is then as new."""
        return Result(_library.call("heartcam_monitor_finish", self._handle.pointer))

    def _readings(self) -> list[Reading]:
        columns = columns_of(_library.call("heartcam_monitor_readings", self._handle.pointer))

        def cell(name: str, row: int) -> Any:
            value = columns[name][row]
            if value is None or value != value:
                return None
            return float(value) if isinstance(value, np.floating) else value

        names = list(Reading.__dataclass_fields__)
        return [
            Reading(*(cell(name, row) for name in names)) for row in range(len(columns["start_s"]))
        ]

    @staticmethod
    def _array(time: Any, *others: Any) -> Numbers:
        names = _library.COLOR_COLUMNS
        if isinstance(time, ColorSignal):
            return np.ascontiguousarray(time.array)
        if _tables.pd is not None and isinstance(time, _tables.pd.DataFrame):
            table = time
            if "time_s" not in table:
                raise ValueError("the table has no column time_s")
            array = np.full((len(table), len(names)), np.nan)
            for index, name in enumerate(names):
                if name in table:
                    array[:, index] = table[name]
            return array
        times = np.atleast_1d(np.asarray(time, dtype=np.float64))
        if times.ndim != 1:
            raise ValueError("time must be a number or an array with one axis")
        array = np.full((len(times), len(names)), np.nan)
        array[:, 0] = times
        for index, values in enumerate(others, start=1):
            if values is not None:
                column = np.asarray(values, dtype=np.float64)
                if column.ndim and column.shape != times.shape:
                    raise ValueError(f"{names[index]} has {column.size} values for {len(times)} times")
                array[:, index] = column
        return array
