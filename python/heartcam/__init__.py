"""Heart rate from a camera: from videos, colour signals and webcams, with its uncertainty, or the reason why there is none.

>>> import heartcam
>>> heartcam.measure(heartcam.sample()).readings[["start_s", "bpm"]].round(0).values.tolist()
[[0.0, 62.0], [10.0, 62.0], [20.0, 62.0]]
"""

from ._errors import (
    DecodingThreadsError,
    HeartcamError,
    StoreError,
    UnreadableError,
    UsageError,
)
from ._library import library as _open
from ._live import Live, Simulated, live, simulate
from ._measuring import (
    ColorSignal,
    Monitor,
    Reading,
    color_signal,
    color_signal_pieces,
    measure,
    sample,
)
from ._results import Result, Results
from ._store import Store

__all__ = [
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
    "algorithm_version",
    "color_signal",
    "color_signal_pieces",
    "live",
    "measure",
    "sample",
    "simulate",
]

#: The version of the program, and of this package.
__version__: str = _open().heartcam_version().decode()


def algorithm_version() -> int:
    """The version of the calculation: with the same number, the same frames give the same readings to the bit."""
    return int(_open().heartcam_algorithm_version())
