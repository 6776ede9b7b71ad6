"""Measuring: the same numbers as the program's, whichever way the frames come."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, RECORDINGS, ROOT

import heartcam


def same(value, expected):
    """Whether a cell of a table is what JSON has."""
    return value is None or value != value if expected is None else value == expected


@pytest.mark.parametrize("path", RECORDINGS + DATA, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_readings_are_those_of_the_command_to_the_bit(path, program):
    expected = program("measure", "--json", "--store", "none", str(path))[0]
    result = heartcam.measure(path)
    assert result.data == expected
    table = result.readings
    assert len(table) == len(expected["readings"])
    for row, reading in zip(table.to_dict("records"), expected["readings"]):
        for name, value in reading.items():
            assert same(row[name], value), name


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_a_monitor_gives_the_same_whatever_the_pieces(path):
    signal_ = heartcam.color_signal(path)
    whole = heartcam.measure(path)
    for size in (1, 7, len(signal_)):
        monitor = heartcam.Monitor(interval=10)
        readings = []
        for start in range(0, len(signal_), size):
            readings += monitor.append(
                heartcam.ColorSignal(signal_.array[start : start + size], {})
            )
        result = monitor.finish()
        assert result.data["readings"] == whole.data["readings"]
        assert [reading.bpm for reading in readings] == [
            row["bpm"] for row in whole.data["readings"][: len(readings)]
        ]


def test_a_monitor_takes_numbers_arrays_and_tables():
    signal_ = heartcam.color_signal(heartcam.sample())
    table = signal_.table
    by_table = heartcam.Monitor()
    assert len(by_table.append(table)) == 2
    by_arrays, by_numbers = heartcam.Monitor(), heartcam.Monitor()
    colors = [table[name] for name in ("red", "green", "blue")]
    by_arrays.append(table["time_s"], *colors)
    for row in zip(table["time_s"], *colors):
        by_numbers.append(*row)
    assert by_arrays.finish().data["readings"] == by_numbers.finish().data["readings"]
    green_alone = heartcam.Monitor(channel="green")
    green_alone.append(table["time_s"], green=table["green"])
    assert green_alone.finish().bpm == pytest.approx(62, abs=1)


def test_a_monitor_says_what_is_wrong():
    with pytest.raises(heartcam.UsageError, match="channel"):
        heartcam.Monitor(channel="purple")
    with pytest.raises(heartcam.UsageError, match="interval: must lie between 1 and 3600"):
        heartcam.Monitor(interval=0)
    with pytest.raises(heartcam.UsageError, match="no frame"):
        heartcam.Monitor().finish()
    with pytest.raises(ValueError, match=r"red has the shape \(2,\), the times have \(3,\)"):
        heartcam.Monitor().append([0, 1, 2], [1, 2], [1, 2], [1, 2])
    with pytest.raises(ValueError, match="time_s"):
        heartcam.Monitor().append(pd.DataFrame({"red": [1]}))


def test_frames_that_no_camera_sends_are_left_out():
    monitor = heartcam.Monitor()
    bad = [float("nan"), float("inf"), -1e300, 0, 1, 0.5]
    monitor.append(bad, bad, bad, bad)
    result = monitor.finish()
    assert result.bpm is None
    assert any("left out" in warning for warning in result.warnings)


def test_a_color_signal_is_one_array_and_its_pieces_are_its_parts():
    signal_ = heartcam.color_signal(heartcam.sample())
    assert signal_.array.shape == (900, 14) and signal_.array.flags.c_contiguous
    assert np.shares_memory(signal_.rgb, signal_.array)
    assert signal_.facts["kind"] == "h264 320x240" and signal_.facts["warnings"] == []
    pieces = list(heartcam.color_signal_pieces(heartcam.sample(), 128))
    joined = np.concatenate([piece.array for piece in pieces])
    assert np.array_equal(joined, signal_.array, equal_nan=True)
    assert np.asarray(signal_).shape == (900, 14)
    with pytest.raises(ValueError):
        next(heartcam.color_signal_pieces(heartcam.sample(), 0))


def test_a_region_and_its_errors():
    left = heartcam.color_signal(heartcam.sample(), roi=(0, 0, 100, 100))
    whole = heartcam.color_signal(heartcam.sample())
    assert not np.array_equal(left.rgb, whole.rgb)
    with pytest.raises(heartcam.UsageError, match="X,Y,W,H"):
        heartcam.color_signal(heartcam.sample(), roi="1,2")
    with pytest.raises(heartcam.UnreadableError):
        heartcam.color_signal(heartcam.sample(), roi=(5000, 5000, 10, 10))


def test_what_cannot_be_read_says_why(tmp_path):
    with pytest.raises(heartcam.UnreadableError, match="No such file"):
        heartcam.measure(tmp_path / "none.mp4")
    (tmp_path / "empty.mp4").touch()
    with pytest.raises(OSError, match="the file is empty"):
        heartcam.measure(tmp_path / "empty.mp4")
    (tmp_path / "noise.mp4").write_bytes(os.urandom(100_000))
    with pytest.raises(heartcam.UnreadableError):
        heartcam.color_signal(tmp_path / "noise.mp4")
    assert set(heartcam.measure(tmp_path).errors) == {str(tmp_path / "empty.mp4"), str(tmp_path / "noise.mp4")}
    (tmp_path / "folder").mkdir()
    with pytest.raises(heartcam.UnreadableError, match="without recordings"):
        heartcam.measure(tmp_path / "folder")


def test_a_damaged_video_gives_the_same_frames_in_every_run(tmp_path):
    content = bytearray(Path(heartcam.sample()).read_bytes())
    content[60_000 : len(content) - 60_000 : 997] = bytes(
        len(content[60_000 : len(content) - 60_000 : 997])
    )
    damaged = tmp_path / "damaged.mp4"
    damaged.write_bytes(content)
    first, second = (heartcam.color_signal(damaged) for _ in range(2))
    assert len(first) > 0 and np.array_equal(first.array, second.array, equal_nan=True)
    one = heartcam.color_signal(damaged, threads=1)
    assert np.array_equal(first.array, one.array, equal_nan=True)


def test_several_recordings_are_one_table(tmp_path):
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video")
    for jobs in (1, 3):
        results = heartcam.measure([ROOT / "samples", broken], jobs=jobs)
        assert [result.input for result in results] == [str(path) for path in RECORDINGS]
        assert list(results.errors) == [str(broken)]
        assert set(results.readings["input"]) == set(map(str, RECORDINGS))
        summary = results.summary.set_index("input")
        assert summary.loc[str(broken), "error"] == results.errors[str(broken)]
        assert len(results.beats) == sum(len(result.beats) for result in results)
    nothing = heartcam.measure([])
    assert nothing == [] and nothing.summary.empty and nothing.readings.empty


def test_dates_are_those_of_the_recording():
    table = heartcam.measure(heartcam.sample()).readings
    assert str(table["start"].dt.tz) == "UTC"
    assert table["start"][1] == pd.Timestamp("2026-01-31T09:00:10Z")
    moved = heartcam.measure(heartcam.sample(), start="2026-02-01T00:00:00+01:00")
    assert moved.readings["start"][0] == pd.Timestamp("2026-01-31T23:00:00Z")
    assert moved.data["start_source"] == "given"


def test_tables_name_their_units():
    result = heartcam.measure(heartcam.sample())
    assert result.readings.attrs["units"]["bpm_low"] == "beats/min"
    assert result.beats.attrs["units"] == {"time_s": "s", "interval_ms": "ms"}
    both = heartcam.measure([heartcam.sample(), ROOT / "samples" / "resting.csv"])
    assert both.readings.attrs["units"]["start_s"] == "s"


def test_a_result_shows_itself(tmp_path):
    result = heartcam.measure(heartcam.sample())
    assert result._repr_svg_().startswith("<svg ")
    assert "srcdoc" in result._repr_html_()
    assert result.report(tmp_path / "report.html").startswith("<!DOCTYPE html>")
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert "62.08 beats/min" in repr(result)
    import matplotlib

    matplotlib.use("agg")
    axes = result.plot()
    assert axes.get_ylabel() == "Heart rate (beats/min)"
    refused = heartcam.measure(ROOT / "samples" / "no-finger.mp4")
    assert refused.bpm is None and refused.interval is None and refused.reason == "no_finger"
    assert "no_finger" in repr(refused) and refused.plot() is not None


def test_beats_go_on_to_other_toolkits(tmp_path):
    result = heartcam.measure(heartcam.sample())
    peaks = result.to_neurokit(sampling_rate=100)
    assert np.array_equal(peaks["PPG_Peaks"], np.round(result.beats["time_s"] * 100).astype(int))
    working, measures = result.to_heartpy()
    assert measures["bpm"] == result.bpm and len(working["peaklist"]) == len(result.beats)
    table, sidecar = heartcam.color_signal(heartcam.sample()).to_bids(tmp_path / "sub-1_task-rest")
    assert pd.read_csv(table, sep="\t", header=None).shape == (900, 3)
    assert pd.read_json(sidecar, typ="series")["SamplingFrequency"] == 30


def test_ten_thousand_monitors_leave_nothing_behind():
    frames = heartcam.color_signal(heartcam.sample())
    few = heartcam.ColorSignal(frames.array[:100], {})

    def some(count):
        for _ in range(count):
            heartcam.Monitor().append(few)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = some(2_000)
    assert some(8_000) - before < 8 << 10


def test_eight_threads_at_once():
    expected = [heartcam.measure(path).data for path in RECORDINGS]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(2):
            found = pool.map(lambda path: heartcam.measure(path).data, RECORDINGS * 2)
            assert list(found) == expected * 2
    shared = heartcam.Monitor()
    frames = heartcam.color_signal(heartcam.sample())
    with ThreadPoolExecutor(8) as pool:
        # Which frames come first is up to the threads, but nothing breaks.
        list(pool.map(lambda _: shared.append(frames), range(16)))
    shared.finish()


def test_a_reader_belongs_to_its_thread_and_a_handle_to_its_process():
    pieces = heartcam.color_signal_pieces(heartcam.sample(), 10)
    next(pieces)
    caught = []

    def elsewhere():
        try:
            next(pieces)
        except heartcam.UsageError as error:
            caught.append(str(error))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert "belongs to the thread" in caught[0]
    result = heartcam.measure(heartcam.sample())
    child = os.fork()
    if child == 0:
        code = 1
        try:
            result.report()
        except heartcam.UsageError as error:
            code = 0 if "before a fork" in str(error) else 2
        os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert result.report()


def test_an_interrupt_ends_a_measurement(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    script = f"import heartcam; print('ready', flush=True); heartcam.measure({str(pipe)!r})"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    with open(pipe, "w") as writer:
        writer.write("time_s,red,green,blue\n0,200,60,40\n")
        writer.flush()
        time.sleep(0.5)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        complaint = process.communicate(timeout=20)[1]
    assert "KeyboardInterrupt" in complaint and time.monotonic() - began < 5
