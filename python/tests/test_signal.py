"""The signal core in pieces: each is what `measure` calculates, and what the field's books and SciPy say."""

from __future__ import annotations

import csv
import pickle
import subprocess

import numpy as np
import pytest
from conftest import RECORDINGS, ROOT

import heartcam
from heartcam import UsageError, _library, signal

NAMES = [path.name for path in RECORDINGS]
NOISE = np.random.default_rng(58)
TIME = np.arange(600) / 30
PULSE = np.sin(2 * np.pi * 1.2 * TIME) + 0.3 * np.sin(2 * np.pi * 2.4 * TIME + 1) + 0.1 * NOISE.normal(size=600)


def by_hand(colors, channel):
    """The pulse wave of a recording without gaps."""
    if channel in ("chrom", "pos"):
        values = getattr(signal, channel)(colors.time, colors.rgb)
    else:
        values = colors.rgb[:, ("red", "green", "blue").index(channel)]
    detrended = signal.detrend(signal.resample(colors.time, values))
    return -signal.bandpass(detrended), -detrended


@pytest.mark.parametrize("channel", ["red", "green", "chrom", "pos"])
@pytest.mark.parametrize("name", NAMES)
def test_the_pulse_by_hand_is_that_of_measure_to_the_bit(name, channel):
    result = heartcam.measure(ROOT / "samples" / name, channel=channel)
    banded, detrended = by_hand(result.colors, channel)
    assert (np.asarray(result.pulse["band_passed"]) == banded).all()
    assert (np.asarray(result.pulse["detrended"]) == detrended).all()
    assert set(result.pulse["channel"]) == {channel}
    assert np.array_equal(result.pulse["time_s"], np.arange(len(banded)) / 30 + (result.colors.time[0] - result.colors.time[0]))


@pytest.mark.parametrize("name", NAMES)
def test_each_beat_has_its_marks(name):
    result = heartcam.measure(ROOT / "samples" / name)
    mark, time = np.asarray(result.pulse["mark"], dtype=object), np.asarray(result.pulse["time_s"])
    beats = np.asarray(result.beats["time_s"])
    onsets, peaks = np.flatnonzero(mark == "onset"), np.flatnonzero(mark == "peak")
    assert len(onsets) == len(beats) and np.all(np.abs(time[onsets] - beats) <= 1 / 60 + 1e-5)
    # A peak follows its onset, and is a maximum of the wave.
    wave = np.asarray(result.pulse["band_passed"])
    assert len(beats) - 1 <= len(peaks) <= len(beats) or not len(beats)
    assert all(wave[peak - 1] <= wave[peak] > wave[peak + 1] for peak in peaks)
    assert all(mark[max(row for row in [*onsets, *peaks] if row < peak)] == "onset" for peak in peaks)


def test_files_of_the_wave_are_equal_to_it(tmp_path):
    sample = ROOT / "samples" / "resting.mp4"
    program = [_library.program()]
    wave = heartcam.measure(sample).pulse

    def rows(path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    subprocess.run([*program, "measure", sample, "--no-save", "--pulse", tmp_path / "wave.csv"], check=True)
    batch = [*program, "batch", sample, "-o", tmp_path / "batch"]
    subprocess.run([*batch, "--pulses"], check=True)
    (kept,) = (tmp_path / "batch" / "pulses").iterdir()
    assert kept.read_bytes() == (tmp_path / "wave.csv").read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o600
    for name in ("time_s", "band_passed", "detrended"):
        assert [float(row[name]) for row in rows(kept)] == np.asarray(wave[name]).tolist()
    assert [row["mark"] or None for row in rows(kept)] == [
        mark if isinstance(mark, str) else None for mark in wave["mark"]
    ]
    # A wave that is missing is made again, also by a run that does not ask for it.
    kept.unlink()
    again = subprocess.run(batch, check=True, capture_output=True, text=True)
    assert "without a pulse wave" in again.stderr
    assert kept.read_bytes() == (tmp_path / "wave.csv").read_bytes()


def test_a_gap_divides_the_wave():
    colors = heartcam.color_signal(heartcam.sample())
    array = colors.array.copy()
    array[400:, 0] += 3.3
    monitor = heartcam.Monitor(channel="red", keep_colors=True)
    monitor.append(heartcam.ColorSignal(array, {}))
    result = monitor.finish()
    steps = np.diff(result.pulse["time_s"])
    assert (np.abs(steps - 1 / 30) < 1e-9).sum() == len(steps) - 1 and steps.max() > 3.3
    cut = int(np.argmax(steps)) + 1
    part = heartcam.ColorSignal(array[:400], {})
    assert (np.asarray(result.pulse["band_passed"])[:cut] == by_hand(part, "red")[0]).all()


def test_without_a_pulse_there_is_a_wave_without_marks():
    result = heartcam.measure(ROOT / "samples" / "no-finger.mp4")
    assert result.bpm is None and len(result.pulse["time_s"]) > 0
    assert not any(isinstance(mark, str) for mark in result.pulse["mark"])


def test_a_copy_has_the_wave():
    result = heartcam.measure(heartcam.sample())
    copy = pickle.loads(pickle.dumps(result))
    assert (np.asarray(copy.pulse["band_passed"]) == np.asarray(result.pulse["band_passed"])).all()
    with pytest.raises(heartcam.HeartcamError, match="copy"):
        copy.colors


def test_of_several_recordings_and_of_a_long_watch_no_frames_stay():
    sample = heartcam.sample()
    results = heartcam.measure([sample, sample])
    monitor = heartcam.Monitor()
    monitor.append(heartcam.color_signal(sample))
    for result in [*results, monitor.finish(), pickle.loads(pickle.dumps(results[0]))]:
        assert round(result.bpm) == 62
        for name in ("pulse", "colors"):
            with pytest.raises(heartcam.HeartcamError, match="measure its recording alone"):
                getattr(result, name)


def test_the_colors_of_a_result_are_those_of_the_recording():
    result = heartcam.measure(heartcam.sample())
    assert np.array_equal(result.colors.array, heartcam.color_signal(heartcam.sample()).array, equal_nan=True)
    assert heartcam.measure(result.colors).bpm == result.bpm


# ---- What books and SciPy say -----------------------------------------------------------------------------------


def test_detrending_solves_tarvainen_s_equation():
    second = np.diff(np.eye(len(PULSE)), 2, axis=0)
    for stiffness in (0, 1, 30, 100.5):
        trend = np.linalg.solve(np.eye(len(PULSE)) + stiffness**2 * second.T @ second, PULSE)
        assert np.allclose(signal.detrend(PULSE, stiffness), PULSE - trend, atol=1e-10)


def test_autocorrelation_is_the_correlation_of_the_overlapping_parts():
    found = signal.autocorrelation(PULSE, 200)
    for lag in (0, 1, 25, 200):
        left, right = PULSE[: len(PULSE) - lag], PULSE[lag:]
        assert found[lag] == pytest.approx(left @ right / np.sqrt((left @ left) * (right @ right)))


def test_template_correlation_compares_each_beat_with_the_others():
    onsets = np.arange(20, 580, 25.0)
    found = signal.template_correlation(PULSE, onsets, 25)
    cuts = np.array([PULSE[int(onset) - 8 : int(onset) + 16] for onset in onsets])
    for row in range(len(onsets)):
        others = cuts.sum(axis=0) - cuts[row]
        expected = cuts[row] @ others / np.sqrt((cuts[row] @ cuts[row]) * (others @ others))
        assert found[row] == pytest.approx(expected)
    assert np.isnan(signal.template_correlation(PULSE, [1.0, 300.0, 599.0], 25)[[0, 2]]).all()


def test_peaks_are_between_samples():
    time = np.arange(300) / 30
    found = signal.find_peaks(np.cos(2 * np.pi * 1.1 * (time - 0.4567)))
    assert np.allclose(found.position / 30, 0.4567 + np.arange(11) / 1.1, atol=2e-4)
    assert np.allclose(found.height, 1, atol=1e-3)
    assert (found.sample == np.round(found.position)).all()


def test_scipy_agrees():
    scipy = pytest.importorskip("scipy")
    from scipy import interpolate
    from scipy import signal as peer

    assert scipy
    for order, low, high, rate in ((2, 0.5, 4, 30), (3, 0.7, 3.5, 100), (1, 8, 20, 250)):
        sections = peer.butter(order, [low, high], "bandpass", fs=rate, output="sos")
        found = signal.bandpass(PULSE, low, high, rate=rate, order=order)
        assert np.allclose(found, peer.sosfiltfilt(sections, PULSE), atol=1e-9)
    time = np.sort(NOISE.uniform(0, 20, 500))
    values = np.interp(time, TIME, PULSE)
    frequencies, power = signal.periodogram(time, values)
    assert np.allclose(power, peer.lombscargle(time, values - values.mean(), 2 * np.pi * frequencies), atol=1e-8)
    uneven = np.cumsum(NOISE.uniform(0.03, 0.08, 300))
    levels = np.sin(uneven)
    found = signal.resample(uneven, levels)
    spline = interpolate.CubicSpline(uneven, levels, bc_type="natural")
    assert np.allclose(found, spline(uneven[0] + np.arange(len(found)) / 30), atol=1e-9)


def test_the_combinations_see_no_light_that_all_colors_share():
    flicker = (1 + 0.05 * np.sin(2 * np.pi * 0.9 * TIME))[:, None]
    pulse = 1 - 0.01 * np.outer(np.sin(2 * np.pi * 1.5 * TIME), [0.3, 0.8, 0.5])
    for combine in (signal.chrom, signal.pos):
        frequencies, power = signal.periodogram(TIME, combine(TIME, [180, 120, 100] * flicker * pulse))
        assert frequencies[np.argmax(power)] == pytest.approx(1.5, abs=0.05)
        plain = combine(TIME, [180, 120, 100] * pulse)
        assert np.corrcoef(plain[60:-60], np.sin(2 * np.pi * 1.5 * TIME)[60:-60])[0, 1] < -0.9


def test_the_average_is_over_time():
    table = {
        "start_s": [0, 10, 20],
        "end_s": [10, 20, 40],
        "bpm": [60, np.nan, 90],
        "bpm_low": [59, np.nan, 88],
        "bpm_high": [61, np.nan, 92],
        "quality": [0.99, 0, 0.9],
    }
    found = signal.average(table)
    assert found.bpm == pytest.approx(80) and found.bpm_low < 80 < found.bpm_high and 0.9 < found.quality <= 1
    empty = signal.average({name: [] for name in table})
    assert all(np.isnan(empty))
    result = heartcam.measure(ROOT / "samples" / "exercise.mkv")
    whole = signal.average(result.readings)
    assert whole.bpm == pytest.approx(result.bpm, abs=0.011)
    assert (whole.bpm_low, whole.bpm_high) == pytest.approx(result.interval, abs=0.011)
    assert whole.quality == pytest.approx(result.quality, abs=0.0011)


# ---- What is no signal ------------------------------------------------------------------------------------------


def test_arrays_are_read_where_they_are():
    values = np.zeros(100)
    assert signal._row("signal", values) is values or np.shares_memory(signal._row("signal", values), values)
    colors = NOISE.uniform(50, 200, (100, 3))
    assert (signal.detrend(colors[:, 1]) == signal.detrend(colors[:, 1].copy())).all()
    before = PULSE.copy()
    signal.bandpass(PULSE)
    signal.detrend(PULSE)
    assert (before == PULSE).all()
    assert (signal.detrend(np.arange(9)) == signal.detrend(np.arange(9.0))).all()


BAD = [
    (signal.detrend, ([1, np.nan],), {}),
    (signal.detrend, ([[1.0, 2.0]],), {}),
    (signal.detrend, (PULSE, -1), {}),
    (signal.detrend, (PULSE, np.inf), {}),
    (signal.bandpass, (PULSE, 4, 0.5), {}),
    (signal.bandpass, (PULSE, 0.5, 15), {}),
    (signal.bandpass, (PULSE,), {"order": 21}),
    (signal.bandpass, (PULSE,), {"order": 0}),
    (signal.bandpass, ([1e300, 2.0],), {}),
    (signal.resample, ([], []), {}),
    (signal.resample, ([1, 0], [0, 0]), {}),
    (signal.resample, ([0, 1], [0]), {}),
    (signal.resample, ([0, 1], [0, 1], 0), {}),
    (signal.resample, ([0, 1e12], [0, 1]), {}),
    (signal.resample, ([0, 1], [0, 1]), {"start": np.inf}),
    (signal.autocorrelation, (PULSE, 600), {}),
    (signal.autocorrelation, (PULSE, -1), {}),
    (signal.periodogram, ([1, 1], [0, 1]), {}),
    (signal.periodogram, (TIME, PULSE, 0), {}),
    (signal.periodogram, (TIME, PULSE, 1, 0.5), {}),
    (signal.periodogram, (TIME, PULSE), {"spacing": 1e-12}),
    (signal.template_correlation, (PULSE, [3.0]), {}),
    (signal.template_correlation, (PULSE, [3.0, np.inf], 25), {}),
    (signal.template_correlation, (PULSE, [3.0, 30.0], 601), {}),
    (signal.chrom, (TIME, PULSE), {}),
    (signal.pos, (TIME[::-1], np.ones((600, 3))), {}),
    (signal.average, ({"start_s": [0]},), {}),
    (signal.average, (3,), {}),
    (signal.average, ({"start_s": [1], "end_s": [1], "bpm": [6], "bpm_low": [6], "bpm_high": [6], "quality": [1]},), {}),
]


@pytest.mark.parametrize("function, arguments, options", BAD)
def test_what_is_no_signal_is_refused_in_words(function, arguments, options):
    with pytest.raises(UsageError) as error:
        function(*arguments, **options)
    assert "Traceback" not in str(error.value) and len(str(error.value)) > 10


def test_no_arguments_end_the_process():
    odd = [0.0, -1.0, 1e-300, 1e99, 0.5, 7.0, 30.0, 1e9]
    for _ in range(3000):
        size = int(NOISE.integers(0, 40))
        values = NOISE.choice(odd, size) if NOISE.random() < 0.5 else NOISE.normal(size=size)
        times = np.sort(NOISE.choice(odd, size)) if NOISE.random() < 0.3 else np.arange(size) / 30
        a, b = (float(number) for number in NOISE.choice(odd, 2))
        calls = [
            lambda: signal.detrend(values, a),
            lambda: signal.bandpass(values, a, b, order=int(NOISE.integers(1, 20))),
            lambda: signal.resample(times, values, 30, start=a, count=int(NOISE.integers(0, 50))),
            lambda: signal.autocorrelation(values, size // 3),
            lambda: signal.periodogram(times, values, 0.5, 2, 0.1),
            lambda: signal.find_peaks(values),
            lambda: signal.template_correlation(values, np.abs(times) * 30, min(abs(a), 40)),
            lambda: signal.pos(times, np.repeat(values[:, None], 3, axis=1)),
            lambda: signal.chrom(times, np.repeat(values[:, None], 3, axis=1)),
        ]
        try:
            calls[NOISE.integers(len(calls))]()
        except UsageError:
            pass


# ---- Rates by a function of one's own -----------------------------------------------------------------------------


def by_periodogram(window):
    frequencies, power = signal.periodogram(window.pulse["time_s"], window.pulse["band_passed"])
    return 60 * frequencies[np.argmax(power)]


def test_rates_of_one_s_own_stand_in_every_form(tmp_path):
    result = heartcam.measure(heartcam.sample(), rate=by_periodogram)
    own = heartcam.measure(heartcam.sample())
    assert result.bpm == pytest.approx(own.bpm, abs=3) and result.bpm != own.bpm
    assert result.quality == 0 and result.data["algorithm"] == 0 and len(result.beats["time_s"]) == 0
    assert "the rates are by by_periodogram, not by Heartcam" in result.warnings
    assert result.summary["bpm"][0] == result.bpm and "by_periodogram" in result.report()
    assert (np.asarray(result.pulse["band_passed"]) == np.asarray(own.pulse["band_passed"])).all()
    with heartcam.Store(tmp_path / "health.db", writable=True) as store:
        assert store.save(own) == 3 and store.save(result) == 3 and store.save(result) == 0
        assert len(store.samples("HeartRate")["value"]) == 6


def test_a_function_gets_the_frames_of_each_interval():
    windows = []

    def rate(window):
        windows.append(window)
        return [None, (61, 60, 63), (62.5, 61, 64, 0.97)][len(windows) - 1]

    result = heartcam.measure(heartcam.sample(), rate=rate)
    assert [round(float(window.time[0])) for window in windows] == [0, 10, 20]
    assert sum(len(window.time) for window in windows) == len(result.colors) == sum(len(window.rgb) for window in windows)
    assert sum(len(window.pulse["time_s"]) for window in windows) == len(result.pulse["time_s"])
    table = result.readings
    assert np.isnan(table["bpm"][0]) and table["reason"][0] == "no_pulse"
    assert (table["bpm_low"][1], table["bpm_high"][1], table["quality"][1]) == (60, 63, 0)
    assert (table["bpm"][2], table["quality"][2]) == (62.5, 0.97)


@pytest.mark.parametrize("found", [(60, 61, 62), (60, 59), 0, -5, np.inf, (60, 59, 61, 1.5), (60, -1, 61)])
def test_what_is_no_rate_is_refused(found):
    with pytest.raises(UsageError):
        heartcam.measure(heartcam.sample(), rate=lambda window: found)


def test_a_function_may_fail_and_may_be_one_for_many():
    def fails(window):
        raise ZeroDivisionError("of one's own")

    with pytest.raises(ZeroDivisionError, match="own"):
        heartcam.measure([heartcam.sample()], rate=fails)
    results = heartcam.measure([heartcam.sample(), ROOT / "samples" / "exercise.mkv"], rate=lambda window: 70, jobs=2)
    assert [result.bpm for result in results] == [70, 70]
    assert heartcam.measure(heartcam.color_signal(heartcam.sample()), rate=lambda window: 71).bpm == 71
    with pytest.raises(TypeError, match="rate"):
        heartcam.measure(heartcam.sample(), rate=30)


def test_a_copy_can_do_what_a_result_can(tmp_path):
    result = heartcam.measure(ROOT / "samples" / "exercise.mkv")
    copy = pickle.loads(pickle.dumps(result))
    assert copy.data == result.data and copy.report() == result.report() and copy._repr_svg_() == result._repr_svg_()
    with heartcam.Store(tmp_path / "health.db", writable=True) as store:
        assert store.save(copy) == len(result.readings["bpm"]) and store.save(result) == 0
    state = result.__getstate__() | {"archive": b"{}"}
    with pytest.raises(UsageError, match="version"):
        heartcam.Result.__new__(heartcam.Result).__setstate__(state)


def test_a_monitor_says_what_scale_its_levels_seem_to_have():
    for scale, word in ((1 / 255, "multiply"), (257, "divide")):
        with pytest.warns(UserWarning, match=word):
            heartcam.Monitor().append([0, 0.033], red=[150 * scale, 151 * scale])
    monitor = heartcam.Monitor()
    monitor.append([0, 0.033, 0.066, 0.05, 0.02], red=[150, np.nan, np.inf, 150, 150])
    warnings = monitor.finish().warnings
    assert any("2 samples have a time or a color that is no number" in warning for warning in warnings)
    assert any("1 sample goes back in time" in warning for warning in warnings)


def test_a_codec_that_is_not_there_is_a_wrong_argument(tmp_path):
    with pytest.raises(UsageError, match="no encoder nonsense"):
        heartcam.simulate(tmp_path / "x.mp4", codec="nonsense")
    with pytest.raises(UsageError) as error:
        heartcam.simulate(tmp_path / "x.mp4", nonsense=3)
    assert "see 'heartcam" not in str(error.value)
