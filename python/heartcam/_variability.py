"""The variability of intervals that are known."""

from __future__ import annotations

import json
import tempfile
from datetime import timedelta
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from . import _program
from ._errors import HeartcamError, UsageError
from ._tables import Table, table_of

#: Columns that are texts.
_TEXTS = ("rhythm", "reason")


def hrv(intervals: ArrayLike, window: float | None = None) -> Table:
    """The variability of intervals from beat to beat in ms or as timedeltas, such as a strap's RR intervals: a row for each `window` of so
    many seconds, or one for all.

    Columns are those of `Result.hrv` with `start_s`, `end_s` and `rhythm`. Early beats with their pauses and artifacts are left out; a
    measure is NaN where `reason` says why. SDNN and the others follow the Task Force of the ESC and NASPE (1996).

    >>> import numpy as np, heartcam
    >>> heartcam.hrv(900 + 30 * np.sin(np.arange(100)))[["sdnn_ms", "rmssd_ms"]].round(1).values.tolist()
    [[21.3, 20.3]]
    """
    raw = np.asarray(intervals)
    if raw.dtype == object and len(raw) and isinstance(raw.flat[0], timedelta):
        raw = raw.astype("timedelta64[us]")
    values = raw / np.timedelta64(1, "ms") if raw.dtype.kind == "m" else raw.astype(float)
    if values.ndim != 1 or not len(values) or not np.all(np.isfinite(values) & (values > 0)):
        raise UsageError("intervals must be one-dimensional and above 0, in ms")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "intervals.txt"
        file.write_text("".join(f"{value:.3f}\n" for value in values))
        options = [] if window is None else [f"--window={window}"]
        try:
            lines = _program.run("hrv", str(file), "--json", *options, allowed=(0, 1)).splitlines()
        except HeartcamError as error:
            # The file is ours.
            raise type(error)(str(error).replace(str(file), "the intervals")) from None
    rows = [json.loads(line) for line in lines]
    names = [name for name in rows[0] if name != "input"]
    return table_of({n: np.array([r[n] for r in rows], dtype=object if n in _TEXTS else float) for n in names})
