"""The colors of frames."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _arguments, _library, _times
from ._errors import UsageError
from ._results import write
from ._tables import Table, table_of

Path_: TypeAlias = str | bytes | os.PathLike[str]
Numbers: TypeAlias = npt.NDArray[np.float64]


class ColorSignal:
    """The mean colors of a recording's frames: one array with a row a frame."""

    #: The names of the array's columns.
    columns = _library.COLOR_COLUMNS

    def __init__(self, array: Numbers, facts: dict[str, Any]) -> None:
        #: Shape (frames, 14): time_s, red, green, blue, spread, clipped_share, black_share, skin_share, key_frame, and where the
        #: light is: tilt_x, tilt_y, twist, bow_x, bow_y; NaN where something is not known.
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

        >>> from heartcam import color_signal, sample
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
        """Red, green and blue on an even grid of `rate` samples per second, by lines between frames: shape (samples, 3)."""
        if not 0 < _arguments.number("rate", rate) <= 1e6:
            raise UsageError(f"rate must be above 0 and at most 1,000,000 a second, not {rate}")
        if not len(self):
            return np.empty((0, 3))
        grid = self.time[0] + np.arange(int((self.time[-1] - self.time[0]) * rate) + 1) / rate
        return np.stack([np.interp(grid, self.time, self.rgb[:, index]) for index in range(3)], axis=1)

    def to_bids(self, stem: Path_, rate: float = 30.0) -> tuple[Path, Path]:
        """Writes `STEM_physio.tsv.gz` and `STEM_physio.json` as BIDS has physiological recordings.

        BIDS wants even sampling, so the colors are those of `resampled`.
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
