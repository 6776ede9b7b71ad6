"""What recordings gave: one, several, and none."""

from __future__ import annotations

import copy
import io
import pickle
import re
import subprocess
import sys
from datetime import timedelta

import numpy as np
import pandas as pd
import pytest
from conftest import RECORDINGS, ROOT

import heartcam

SAMPLES = ROOT / "samples"
#: A finger is lifted for ten seconds in the middle.
LIFTED = SAMPLES / "lifted.mp4"


@pytest.fixture(scope="module")
def lifted():
    return heartcam.measure(LIFTED)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Six recordings, of which the first, the third and the last cannot be read, and the fifth has no pulse."""
    folder = tmp_path_factory.mktemp("mixed")
    (folder / "empty.mp4").touch()
    files = [
        folder / "none.mp4",
        SAMPLES / "resting.csv",
        folder / "<b>.mp4",
        SAMPLES / "resting.mp4",
        SAMPLES / "no-finger.mp4",
        folder / "empty.mp4",
    ]
    return [str(file) for file in files], heartcam.measure(files, jobs=2)


# ---- Beats ------------------------------------------------------------------------------------------------------


def test_an_interval_over_a_gap_is_not_known(lifted):
    beats = lifted.beats
    steps = beats["time_s"].diff() * 1e3
    gap = steps > 3000
    assert gap.sum() == 1
    assert beats["interval_ms"].isna().tolist() == (gap | steps.isna()).tolist()
    assert (steps - beats["interval_ms"]).abs().max() < 100
    assert beats.attrs["units"]["interval_ms"] == "ms"


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_every_interval_is_the_time_from_the_row_before(path):
    beats = heartcam.measure(path).beats
    steps = beats["time_s"].diff() * 1e3
    known = beats["interval_ms"].notna()
    assert (steps - beats["interval_ms"])[known].abs().max() < 100 or not known.any()
    assert known.sum() > len(beats) - 3 or not len(beats)


def test_neurokit_s_intervals_stop_at_gaps(lifted):
    beats = lifted.to_neurokit(sampling_rate=500)
    assert beats["sampling_rate"] == 500 and len(beats["PPG_Peaks"]) == len(lifted.beats)
    # Two runs of beats have two intervals less than beats.
    assert len(beats["RRI"]) == len(beats["RRI_Time"]) == len(lifted.beats) - 2
    assert beats["RRI"].max() < 2000 and np.diff(beats["PPG_Peaks"]).max() > 5000
    steps = np.diff(beats["RRI_Time"]) * 1e3 - beats["RRI"][1:]
    assert (steps > 1000).sum() == 1


def test_neurokit_takes_the_intervals(lifted):
    neurokit = pytest.importorskip("neurokit2")
    beats = lifted.to_neurokit()
    found = neurokit.hrv_time(beats)
    assert found["HRV_MeanNN"][0] == pytest.approx(np.mean(beats["RRI"]), abs=0.1)
    assert found["HRV_SDNN"][0] < 100
    over_the_gap = neurokit.hrv_time({key: beats[key] for key in ("PPG_Peaks", "sampling_rate")})
    assert over_the_gap["HRV_SDNN"][0] > 1000
    assert len(neurokit.hrv(beats)) == 1


def test_heartpy_s_intervals_over_gaps_are_masked(lifted):
    working, measures = lifted.to_heartpy()
    assert len(working["RR_list"]) == len(working["RR_masklist"]) == len(working["peaklist"]) - 1
    assert sum(working["RR_masklist"]) == 1
    assert working["RR_list"][np.array(working["RR_masklist"]) == 1] > 10_000
    assert len(working["RR_list_cor"]) == len(working["RR_list"]) - 1 and working["RR_list_cor"].max() < 2000
    # Neither the one before the gap and the one over it follow each other, nor that one and the one behind.
    assert len(working["RR_diff"]) == len(working["RR_list"]) - 3
    assert np.array_equal(working["RR_sqdiff"], working["RR_diff"] ** 2)
    assert measures["bpm"] == lifted.bpm and set(measures) >= {"ibi", "sdnn", "rmssd", "breathingrate"}
    names = set(re.findall(r"`(\w+)`", heartcam.Result.to_heartpy.__doc__))
    assert set(measures) <= names and set(working) - {"sample_rate", "removed_beats"} <= names


def test_heartpy_takes_the_intervals(lifted):
    heartpy = pytest.importorskip("heartpy")
    working, measures = lifted.to_heartpy()
    found = heartpy.analysis.calc_ts_measures(
        working["RR_list_cor"], working["RR_diff"], working["RR_sqdiff"], measures={}, working_data={}
    )[1]
    assert found["sdnn"] < 100 and found["bpm"] == pytest.approx(lifted.bpm, abs=2)
    found = heartpy.analysis.calc_poincare(working["RR_list"], working["RR_masklist"], {}, working)
    assert found["sd2"] < 150


def test_no_beats_go_on_too():
    result = heartcam.measure(SAMPLES / "no-finger.mp4")
    assert len(result.beats) == 0
    assert len(result.to_neurokit()["RRI"]) == 0
    working, measures = result.to_heartpy()
    assert len(working["RR_list"]) == len(working["RR_diff"]) == 0 and measures["bpm"] is None
    with pytest.raises(TypeError, match="sampling_rate must be a number"):
        result.to_neurokit("fast")


# ---- What is measured -------------------------------------------------------------------------------------------


def test_a_folder_is_its_recordings_as_the_command_takes_them(program):
    results = heartcam.measure(SAMPLES)
    assert isinstance(results, heartcam.Results)
    assert [result.data for result in results] == program(
        "measure", "--json", "--store", "none", str(SAMPLES)
    )
    assert heartcam.measure(str(SAMPLES), jobs=2).summary.equals(results.summary)


def test_colors_are_those_of_one_recording(tmp_path):
    for work in (heartcam.color_signal, lambda path: next(heartcam.color_signal_pieces(path))):
        with pytest.raises(heartcam.UsageError, match="is a folder with 6 recordings: name one of them, such as .*exercise.mkv"):
            work(SAMPLES)
        with pytest.raises(heartcam.UnreadableError, match="without recordings"):
            work(tmp_path)


def test_results_of_a_folder_say_that_they_are_several():
    results = heartcam.measure(SAMPLES)
    with pytest.raises(AttributeError, match=r"results\[0\]\.bpm"):
        results.bpm
    with pytest.raises(AttributeError, match="no attribute color"):
        results.color


def test_a_color_signal_is_measured_as_its_recording():
    signal = heartcam.color_signal(heartcam.sample())
    expected = heartcam.measure(heartcam.sample())
    result = heartcam.measure(signal)
    assert result.data["readings"] == expected.data["readings"]
    assert result.readings["start"].equals(expected.readings["start"])
    assert heartcam.measure(signal, every=5, channel="green").data["channel"] == "green"
    assert heartcam.measure(signal, start=0).readings["start"][0] == pd.Timestamp(0, tz="UTC")
    pieces = list(heartcam.color_signal_pieces(heartcam.sample(), 300))
    begins = [heartcam.measure(piece).readings["start"][0] for piece in pieces]
    assert begins == expected.readings["start"].tolist()
    with pytest.raises(heartcam.UsageError, match="roi is how colors are read"):
        heartcam.measure(signal, roi=(0, 0, 10, 10))
    with pytest.raises(TypeError, match="one by one"):
        heartcam.measure([signal])


def test_a_simulated_recording_is_a_path(tmp_path):
    made = heartcam.simulate(tmp_path / "made.csv", bpm=80, duration=15)
    assert heartcam.measure(made).bpm == pytest.approx(80, abs=1)
    assert heartcam.measure([made])[0].input == str(made.path)
    assert len(heartcam.color_signal(made)) == 450


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (pd.DataFrame({"time_s": [0.0], "red": [1.0]}), "DataFrame of shape .*Monitor"),
        (np.zeros((10, 3)), r"ndarray of shape \(10, 3\).*Monitor"),
        (np.zeros(10), "Monitor"),
        (pd.Series([1.0, 2.0]), "Monitor"),
        ([np.zeros(3)], "Monitor"),
        ({"a.mp4": 1}, "a path or a list of paths"),
        (io.BytesIO(), "name of the file"),
        (5, "a path or a list of paths"),
    ],
)
def test_what_is_no_recording_says_what_to_use(what, sentence):
    with pytest.raises(TypeError, match=sentence):
        heartcam.measure(what)
    if not isinstance(what, list):
        with pytest.raises(TypeError, match="a recording is named by its path"):
            heartcam.color_signal(what)


def test_a_result_is_not_measured_again(lifted):
    with pytest.raises(TypeError, match="measured already"):
        heartcam.measure([lifted])


def test_lists_of_paths_come_from_numpy_and_pandas():
    paths = [heartcam.sample()]
    for given in (np.array(paths), np.array(paths, dtype=object), pd.Series(paths), iter(paths), set(paths)):
        assert len(heartcam.measure(given)) == 1


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("sandbox", np.True_, "no"),
        ("sandbox", np.False_, 1),
        ("progress", np.True_, "yes"),
        ("fast", np.False_, None),
        ("jobs", np.int64(2), "2"),
        ("jobs", np.uint8(1), 2.0),
        ("jobs", 1, True),
        ("every", np.float32(10), "10"),
        ("every", np.int16(10), None),
        ("threads", np.int64(1), 1.5),
        ("stream", None, "0"),
        ("roi", np.array([0, 0, 100, 100]), 5),
        ("roi", [0, 0, 100, 100], (0.5, 0, 100, 100)),
        ("channel", "red", None),
        ("subject", None, 3),
        ("true_rate", None, "30"),
    ],
)
def test_arguments_are_of_numpy_s_kinds_too_and_no_others(name, good, bad):
    assert heartcam.measure(heartcam.sample(), **{name: good}).bpm == pytest.approx(62, abs=0.5)
    for path in (heartcam.sample(), [heartcam.sample()], []):
        with pytest.raises(TypeError, match=f"{name} must be"):
            heartcam.measure(path, **{name: bad})


def test_what_is_wrong_for_all_of_a_list_is_raised():
    with pytest.raises(heartcam.UsageError, match="channel"):
        heartcam.measure([heartcam.sample()], channel="purple")
    with pytest.raises(heartcam.UsageError, match="jobs must be 1 or more"):
        heartcam.measure([heartcam.sample()], jobs=0)
    with pytest.raises(heartcam.UsageError, match="not 2 numbers"):
        heartcam.measure([heartcam.sample()], roi=(1, 2))


def test_a_missing_file_is_not_found(tmp_path):
    for work in (heartcam.measure, heartcam.color_signal, lambda path: list(heartcam.live(replay=path))):
        with pytest.raises(FileNotFoundError, match="No such file") as caught:
            work(tmp_path / "none.mp4")
        assert isinstance(caught.value, heartcam.UnreadableError) and caught.value.errno == 2
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value) and again.errno == 2
    with pytest.raises(FileNotFoundError) as caught:
        heartcam.Store(tmp_path / "none.db")
    assert isinstance(caught.value, heartcam.StoreError)
    (tmp_path / "empty.mp4").touch()
    with pytest.raises(heartcam.UnreadableError) as caught:
        heartcam.measure(tmp_path / "empty.mp4")
    assert not isinstance(caught.value, FileNotFoundError)


# ---- Several ----------------------------------------------------------------------------------------------------


def test_a_summary_is_in_the_order_of_the_inputs(mixed):
    files, results = mixed
    table = results.summary
    assert table["input"].tolist() == files
    assert table["error"].notna().tolist() == [True, False, True, False, False, True]
    assert table["bpm"].notna().tolist() == [False, True, False, True, False, False]
    assert table["error"].tolist()[0].endswith("No such file or directory")
    assert table.attrs["units"]["bpm"] == "beats/min"
    assert table.attrs == results[0].summary.attrs
    # A result that is appended by hand comes behind, one that is taken away leaves the others in order.
    more = results.copy()
    more.append(results[0])
    assert more.summary["input"].tolist() == [*files[:5], files[5], files[1]]
    del more[0]
    assert len(more.summary) == len(more) + len(more.errors)


def test_slices_are_results_and_parts_make_the_whole(mixed):
    files, results = mixed
    for place in range(len(results) + 1):
        first, second = results[:place], results[place:]
        assert isinstance(first, heartcam.Results) and isinstance(second, heartcam.Results)
        assert (first + second).summary.equals(results.summary)
        assert {**first.errors, **second.errors} == results.errors
        first += second
        assert first.summary.equals(results.summary)
    assert results[:].errors == results.errors and results[1:2].summary["input"].tolist() == files[2:4]
    assert isinstance(results[::-1], heartcam.Results) and results[::-1][0] is results[2]
    assert results[-1] is results[2] and results[0].bpm == 65.99
    for again in (results.copy(), copy.copy(results), pickle.loads(pickle.dumps(results))):
        assert again.errors == results.errors and again.summary.equals(results.summary)


def test_results_show_their_errors(mixed):
    files, results = mixed
    text = repr(results)
    assert text.startswith("<heartcam.Results: 6 recordings, 3 of which could not be read:\n")
    lines = text.splitlines()[1:]
    assert [repr(file) in line for file, line in zip(files, lines, strict=True)] == [True] * 6
    assert "No such file" in lines[0] and "no_finger" in lines[4] and "the file is empty" in lines[5]
    page = results._repr_html_()
    assert page.count("<tr>") == 7 and "no_finger" in page and "No such file" in page
    assert "&lt;b&gt;.mp4" in page and "<b>" not in page
    # The same number in both.
    for result in results:
        if result.bpm is not None:
            for shown in (text, page, repr(result)):
                assert f"{result.bpm:.2f}" in shown
                assert "{:.2f} to {:.2f}".format(*result.interval) in shown
    assert repr(heartcam.Results()) == "<heartcam.Results: 0 recordings>"
    many = heartcam.Results([results[0]] * 100)
    assert len(repr(many).splitlines()) == 32 and "and 70 more" in repr(many)
    assert "and 70 more" in many._repr_html_()


def test_empty_tables_have_the_columns_of_full_ones(mixed):
    results = mixed[1]
    nothing = heartcam.measure([])
    failed = heartcam.measure([mixed[0][0]])
    refused = heartcam.measure([SAMPLES / "no-finger.mp4"])
    for name in ("readings", "beats", "summary"):
        expected = getattr(results, name)
        for table in (getattr(nothing, name), getattr(failed, name), getattr(refused, name)):
            assert table.dtypes.to_dict() == expected.dtypes.to_dict(), name
            assert list(table.columns) == list(expected.columns)
            assert table.attrs["units"] == expected.attrs["units"]
    assert nothing.summary.empty and len(failed.summary) == 1 and failed.readings.empty
    # What is not known is missing, and no text that says so.
    assert failed.summary.drop(columns=["input", "error"]).isna().all(axis=None)
    both = pd.concat([nothing.readings, results.readings], ignore_index=True)
    assert both.equals(results.readings)


def test_empty_tables_have_columns_without_pandas():
    script = (
        "import sys; sys.modules['pandas'] = None\n"
        "import heartcam, numpy as np\n"
        "full = heartcam.measure([heartcam.sample(), '/none/none.mp4'])\n"
        "empty = heartcam.measure([])\n"
        "for name in ('readings', 'beats', 'summary'):\n"
        "    one, none = getattr(full, name), getattr(empty, name)\n"
        "    assert list(one) == list(none), name\n"
        "    for column in one:\n"
        "        assert len(none[column]) == 0 and one[column].dtype == none[column].dtype, (name, column)\n"
        "assert full.summary['input'].tolist() == [heartcam.sample(), '/none/none.mp4']\n"
        "assert full.summary['error'][0] is None and 'No such file' in full.summary['error'][1]\n"
        "assert np.isnan(full.summary['bpm'][1]) and np.isnat(full.summary['start'][1])\n"
        "times = np.datetime64('2026-01-31T09:00:00') + (np.arange(900) * 33_333).astype('m8[us]')\n"
        "monitor = heartcam.Monitor()\n"
        "monitor.append(times, *heartcam.color_signal(heartcam.sample()).rgb.T)\n"
        "assert monitor.finish().readings['start'][0] == times[0]\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tables_of_signals_and_of_the_truth_name_their_units(tmp_path):
    units = heartcam.color_signal(heartcam.sample()).table.attrs["units"]
    assert units == {"time_s": "s", "red": "levels", "green": "levels", "blue": "levels"}
    made = heartcam.simulate(tmp_path / "made.csv", duration=10)
    for table in (made.beats, made.rates):
        assert set(table.attrs["units"]) == set(table.columns)
    for name in ("beats", "bpm"):
        file = made.path.with_suffix(f".{name}.csv")
        file.write_text(file.read_text().splitlines()[0] + "\n")
    assert list(made.beats.columns) == ["time_s", "interval_ms"] and made.beats.empty
    assert list(made.rates.columns) == ["time_s", "bpm"] and made.rates.dtypes.tolist() == [float, float]


# ---- Pictures ---------------------------------------------------------------------------------------------------


def test_a_plot_has_labels(lifted):
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    axes = lifted.plot()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("Time (s)", "Heart rate (beats/min)")
    assert axes.get_title() == "lifted.mp4, with 95% intervals"
    assert "no_finger" in [text.get_text() for text in axes.texts]
    axes.figure.canvas.draw()
    for label in (axes.xaxis.label, axes.yaxis.label, axes.title):
        place = label.get_window_extent()
        assert axes.figure.bbox.containsx(place.x0) and axes.figure.bbox.containsy(place.y0), label
    together = pyplot.subplots()[1]
    for result in (lifted, heartcam.measure(heartcam.sample())):
        assert result.plot(together) is together
    names = [text.get_text() for text in together.get_legend().get_texts()]
    assert names == ["lifted.mp4", "resting.mp4"] and together.get_title() == ""
    pyplot.close("all")


def test_without_matplotlib_a_plot_says_what_to_do():
    script = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import heartcam\n"
        "try: heartcam.measure(heartcam.sample()).plot()\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "pip install matplotlib" in done.stdout, done.stderr


def test_the_picture_has_axes():
    texts = re.findall(r"<text[^>]*>([^<]*)<", heartcam.measure(heartcam.sample())._repr_svg_())
    assert "Time (s)" in texts and any("Beats per minute" in text for text in texts)
    assert {"0", "10", "20", "30"} <= set(texts), "seconds"
    assert sum(text.isdigit() and 50 <= int(text) <= 75 for text in texts) >= 2, "beats per minute"


# ---- Another device ---------------------------------------------------------------------------------------------


def test_readings_are_compared_with_rates_and_with_beats():
    result = heartcam.measure(SAMPLES / "resting.mp4")
    bpm = result.readings["bpm"].to_numpy()
    rates = np.repeat(bpm + [1, -2, 0], 10)
    agreement = result.compare(np.arange(30), rates)
    assert len(agreement.pairs) == 3
    assert list(agreement.pairs) == ["start_s", "end_s", "bpm", "bpm_low", "bpm_high", "reference_bpm"]
    error = np.array([-1, 2, 0])
    assert agreement.bias == pytest.approx(error.mean())
    assert agreement.limits == pytest.approx(error.mean() + 1.96 * np.array([-1, 1]) * error.std(ddof=1))
    assert agreement.mean_absolute_error == pytest.approx(1)
    assert agreement.root_mean_square_error == pytest.approx(np.sqrt((error**2).mean()))
    # A clock that is ten seconds late, and half of the rates are unknown.
    late = result.compare(np.arange(30) + 10, rates, shift=-10)
    assert late.bias == agreement.bias
    rates[:6] = np.nan
    assert len(result.compare(np.arange(30), rates).pairs) == 2
    # Beats at 0.96 s.
    beats = result.compare(np.arange(-1, 31, 0.96))
    assert beats.pairs["reference_bpm"].to_numpy() == pytest.approx([62.5] * 3)
    assert np.isnan(result.compare([]).bias) and np.isnan(result.compare([1, 2], [60, 61]).bias)


def test_what_cannot_be_compared_is_named(lifted):
    with pytest.raises(heartcam.UsageError, match="increase"):
        lifted.compare([2, 1], [60, 61])
    with pytest.raises(heartcam.UsageError, match="a rate for each of the 3 times"):
        lifted.compare([1, 2, 3], [60, 61])


def test_variability_of_known_intervals_has_a_row_for_each_window(lifted):
    assert lifted.hrv["rmssd_ms"] == lifted.data["hrv"]["rmssd_ms"]
    steps = 900 + 40 * np.sin(np.arange(400) * 1.4)
    whole = heartcam.hrv(steps)
    assert whole["sdnn_ms"][0] == pytest.approx(steps.std(ddof=1), abs=0.02)
    assert whole["rmssd_ms"][0] == pytest.approx(np.sqrt((np.diff(steps) ** 2).mean()), abs=0.02)
    assert len(heartcam.hrv(steps, window=120)) == 3
    short = heartcam.hrv(steps[:10])
    assert np.isnan(short["rmssd_ms"][0]) and short["reason"][0] == "too_short"
    for wrong in ([], [0, 900], [[900, 900]], [np.nan, 900]):
        with pytest.raises(heartcam.UsageError, match="above 0, in ms"):
            heartcam.hrv(wrong)


def test_intervals_are_timedeltas_too_and_a_message_names_no_file_of_ours():
    steps = 900 + 40 * np.sin(np.arange(100) * 1.4)
    whole = heartcam.hrv(steps)["rmssd_ms"][0]
    spans = (steps * 1e6).astype("timedelta64[ns]")
    assert heartcam.hrv(spans)["rmssd_ms"][0] == pytest.approx(whole, abs=0.01)
    assert heartcam.hrv([timedelta(milliseconds=float(s)) for s in steps])["rmssd_ms"][0] == pytest.approx(whole, abs=0.01)
    assert heartcam.hrv(steps * 1000)["rmssd_ms"][0] == pytest.approx(whole, abs=0.01)
    with pytest.raises(heartcam.HeartcamError, match="the intervals: its numbers are no intervals") as caught:
        heartcam.hrv(60_000 / steps)
    assert "tmp" not in str(caught.value)
