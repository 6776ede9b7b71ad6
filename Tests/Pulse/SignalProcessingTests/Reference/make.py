"""Writes the reference files beside it: what SciPy and NumPy answer to the same questions.

Run as `python3 make.py`; the tests read only the files, which name the versions that made them.
"""
import json
import pathlib

import numpy
import scipy
from scipy import interpolate, signal

FOLDER = pathlib.Path(__file__).parent
RANDOM = numpy.random.default_rng(20260131)


def write(name, content):
    made_by = {"scipy": scipy.__version__, "numpy": numpy.__version__}
    text = json.dumps({"made_by": made_by, **content}, separators=(",", ":"))
    (FOLDER / name).write_text(text + "\n")


def listed(values):
    return [float(value) for value in values]


def filters():
    questions = [
        ("bandpass", 1, 0.5, 4.0, 30.0), ("bandpass", 2, 0.5, 4.0, 30.0),
        ("bandpass", 3, 0.7, 3.5, 60.0), ("bandpass", 4, 0.5, 8.0, 30.0),
        ("bandpass", 2, 0.1, 14.0, 30.0), ("bandpass", 5, 2.0, 3.0, 120.0),
        ("lowpass", 1, 5.0, 0.0, 30.0), ("lowpass", 2, 5.0, 0.0, 30.0),
        ("lowpass", 3, 0.4, 0.0, 30.0), ("lowpass", 4, 12.0, 0.0, 30.0),
        ("lowpass", 7, 3.0, 0.0, 30.0),
    ]
    noise = RANDOM.standard_normal(160) + 3 + 0.02 * numpy.arange(160)
    cases = []
    for kind, order, low, high, rate in questions:
        edges = [low, high] if kind == "bandpass" else low
        sections = signal.butter(order, edges, kind, fs=rate, output="sos")
        frequencies = numpy.linspace(0.05, 0.99 * rate / 2, 40)
        _, response = signal.sosfreqz(sections, frequencies, fs=rate)
        impulse = numpy.zeros(120)
        impulse[0] = 1
        cases.append({
            "kind": kind, "order": order, "low": low, "high": high, "sample_rate": rate,
            "frequencies": listed(frequencies), "gains": listed(abs(response)),
            "impulse_response": listed(signal.sosfilt(sections, impulse)),
            "filtered": listed(signal.sosfilt(sections, noise)),
            "zero_phase": listed(signal.sosfiltfilt(sections, noise)),
        })
    write("filters.json", {"noise": listed(noise), "cases": cases})


def splines():
    # No two knots are as close as three quarters of a step of the grid, 1/30 s.
    knots = numpy.cumsum(0.026 + 0.05 * RANDOM.random(60))
    values = RANDOM.standard_normal(60)
    spline = interpolate.CubicSpline(knots, values, bc_type="natural")
    start = knots[0]
    grid = start + numpy.arange(int((knots[-1] - start) * 30.0) + 1) / 30.0
    write("splines.json", {
        "sample_rate": 30.0, "times": listed(knots), "values": listed(values),
        "start": float(start), "resampled": listed(spline(grid))})


def trends():
    cases = []
    for count, weight in [(1, 10.0), (2, 10.0), (3, 10.0), (4, 10.0), (5, 0.0), (50, 30.0),
                          (200, 100.0), (200, 1000.0)]:
        values = RANDOM.standard_normal(count) + 0.05 * numpy.arange(count)
        curvature = numpy.diff(numpy.eye(count), 2, axis=0) if count > 2 else numpy.zeros((1, count))
        trend = numpy.linalg.solve(
            numpy.eye(count) + weight**2 * curvature.T @ curvature, values)
        cases.append({"lambda": weight, "signal": listed(values), "trend": listed(trend)})
    write("trends.json", {"cases": cases})


def periodograms():
    # A generator of its own, so that the other files stay as they are.
    random = numpy.random.default_rng(20261121)
    cases = []
    for count in (2, 3, 8, 61, 200):
        times = 1e4 + numpy.cumsum(0.4 + random.random(count))
        values = (3 * numpy.sin(2 * numpy.pi * 0.23 * times) + 0.02 * (times - times[0])
                  + random.standard_normal(count) + 800)
        lowest, spacing, size = 0.01, 0.0037, 150
        frequencies = lowest + spacing * numpy.arange(size)
        power = signal.lombscargle(
            times - times.mean(), values - values.mean(), 2 * numpy.pi * frequencies)
        cases.append({
            "times": listed(times), "values": listed(values), "lowest": lowest,
            "spacing": spacing, "power": listed(power)})
    write("periodograms.json", {"cases": cases})


filters()
splines()
trends()
periodograms()
