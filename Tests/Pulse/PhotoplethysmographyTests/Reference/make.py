"""Writes variability.json beside it: what NeuroKit2 says of intervals between beats.

Run as `python3 make.py` with NeuroKit2 installed; the tests read only the file, which names the
versions that made it.
"""
import json
import pathlib

import neurokit2
import numpy
import scipy

RANDOM = numpy.random.default_rng(20261121)


def course(count, mean, breath, wander, noise):
    intervals = []
    time = 0.0
    for index in range(count):
        interval = (mean + breath * numpy.sin(2 * numpy.pi * 0.25 * time)
                    + wander * numpy.sin(2 * numpy.pi * 0.09 * time)
                    + noise * RANDOM.standard_normal())
        intervals.append(round(float(interval), 3))
        time += interval / 1000
    return intervals


def answer(intervals):
    table = neurokit2.hrv_time(
        {"RRI": numpy.array(intervals), "RRI_Time": numpy.cumsum(intervals) / 1000})
    poincare = neurokit2.hrv_nonlinear(
        {"RRI": numpy.array(intervals), "RRI_Time": numpy.cumsum(intervals) / 1000})
    return {
        "intervals": intervals, "mean_nn": float(table["HRV_MeanNN"][0]),
        "sdnn": float(table["HRV_SDNN"][0]), "rmssd": float(table["HRV_RMSSD"][0]),
        "pnn50": float(table["HRV_pNN50"][0]), "sd1": float(poincare["HRV_SD1"][0]),
        "sd2": float(poincare["HRV_SD2"][0]),
    }


versions = {"neurokit2": neurokit2.__version__, "numpy": numpy.__version__,
            "scipy": scipy.__version__}
cases = [answer(course(*shape)) for shape in [
    (90, 820, 30, 20, 12), (160, 1010, 70, 40, 25), (200, 640, 8, 12, 5), (100, 900, 0, 0, 40)]]
text = json.dumps({"made_by": versions, "cases": cases}, separators=(",", ":"))
(pathlib.Path(__file__).parent / "variability.json").write_text(text + "\n")
