"""Heart rate from a camera: from videos, color signals and webcams, with its uncertainty, or the reason why there is none.

>>> import heartcam
>>> heartcam.measure(heartcam.sample()).readings[["start_s", "bpm"]].round(0).values.tolist()
[[0.0, 62.0], [10.0, 62.0], [20.0, 62.0]]

What to call: `measure` for videos and color signals, `Monitor` for frames that you have, `live` for a webcam, `color_signal` for
the colors alone, `signal` for the calculations in pieces, `Store` for the health store, `simulate` for recordings whose pulse is known, and `sample` for one to try.

Words, which are those of the columns of tables too:

bpm
    The heart rate in beats/min; None or NaN if there is none.
interval
    `bpm_low` to `bpm_high`, made so that 95% of such intervals hold the true rate. Not to be confused with `interval_ms`,
    the time from one beat to the next in milliseconds.
quality
    The chance, 0 to 1, that `bpm` is within 5 beats/min of the truth. From 0.95 on it is called sure.
reason
    Why there is no rate: no_finger, no_pulse, motion, clipped, too_dark, too_short, irregular_timestamps, ...
reading
    What a part of a recording gave, 10 s by default (`every`): its `bpm` with the interval, or the reason.
beat
    A pulse that was accepted, by the time of its steepest upstroke.
channel
    The color that the pulse is from: red, green or blue of a fingertip, chrom or pos of a face.

Moments are datetimes, dates of numpy or pandas, ISO 8601, or seconds since 1970. Those without a zone are in this machine's time
zone, datetime64 of numpy in universal time. Dates in tables are in universal time.
"""

from . import signal
from ._agreement import Agreement
from ._errors import (
    DecodingThreadsError,
    HeartcamError,
    StoreError,
    UnreadableError,
    UsageError,
)
from ._library import library as _open
from ._live import Live, Simulated, live, simulate
from ._measuring import measure
from ._methods import Window
from ._monitor import Monitor, Reading
from ._reading import color_signal, color_signal_pieces
from ._recordings import sample
from ._results import Result, Results
from ._signals import ColorSignal
from ._store import Store
from ._variability import hrv

__all__ = [
    "Agreement",
    "ColorSignal",
    "DecodingThreadsError",
    "HeartcamError",
    "Live",
    "Monitor",
    "Reading",
    "Result",
    "Results",
    "Simulated",
    "Store",
    "StoreError",
    "UnreadableError",
    "UsageError",
    "Window",
    "algorithm_version",
    "color_signal",
    "color_signal_pieces",
    "hrv",
    "live",
    "measure",
    "sample",
    "signal",
    "simulate",
]

#: The version of the program, and of this package.
__version__: str = _open().heartcam_version().decode()


def algorithm_version() -> int:
    """The version of the calculation: with the same number, the same frames give the same readings to the bit."""
    return int(_open().heartcam_algorithm_version())
