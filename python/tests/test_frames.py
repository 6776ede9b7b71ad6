"""Frames of one's own: their times in every form, and what is no frame."""

from __future__ import annotations

import datetime
import os
import re
import sys
import time
import types

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT

import heartcam

SIGNAL = heartcam.color_signal(heartcam.sample())
BEGIN = pd.Timestamp("2026-01-31T09:00:00Z")


def measured(times, pieces=1, **options):
    monitor = heartcam.Monitor(**options)
    readings = []
    for part in np.array_split(np.arange(len(SIGNAL)), pieces):
        readings += monitor.append(times[part[0] : part[-1] + 1], *SIGNAL.rgb[part].T)
    return readings, monitor.finish()


AWARE = BEGIN + pd.to_timedelta(SIGNAL.time, unit="s")
FORMS = {
    "index with a zone": AWARE,
    "series with a zone": pd.Series(AWARE),
    "index with another zone": AWARE.tz_convert("America/New_York"),
    "index without a zone": AWARE.tz_convert("Europe/Berlin").tz_localize(None),
    "series without a zone": pd.Series(AWARE.tz_convert("Europe/Berlin").tz_localize(None)),
    "datetime64": AWARE.tz_localize(None).to_numpy(),
    "datetimes": list(AWARE.to_pydatetime()),
    "datetimes without a zone": list(AWARE.tz_convert("Europe/Berlin").tz_localize(None).to_pydatetime()),
    "Timestamps without a zone": list(AWARE.tz_convert("Europe/Berlin").tz_localize(None)),
    "seconds since 1970": BEGIN.timestamp() + SIGNAL.time,
}


@pytest.mark.parametrize("pieces", [1, 7])
@pytest.mark.parametrize("form", FORMS)
def test_dates_say_when_a_recording_began(form, pieces, berlin):
    readings, result = measured(FORMS[form], pieces)
    assert [reading.start_s for reading in readings] == [0, 10]
    table = result.readings
    assert table["start_s"].tolist() == [0, 10, 20]
    assert table["start"].tolist() == [BEGIN + pd.Timedelta(seconds=place) for place in (0, 10, 20)]
    assert result.data["start_source"] == "given"
    assert result.beats["time_s"].between(0, 30).all()
    assert result.bpm == pytest.approx(62.08, abs=0.02)


def test_dates_come_one_by_one_and_in_a_table(berlin):
    monitor = heartcam.Monitor()
    for moment, colors in zip(AWARE, SIGNAL.rgb):
        monitor.append(moment, *colors)
    assert monitor.finish().readings["start"][0] == BEGIN
    table = SIGNAL.table.assign(time_s=AWARE)
    monitor.append(table)
    assert monitor.finish().readings["start"][0] == BEGIN


def test_other_numbers_stay_to_the_bit_and_count_from_the_first_frame():
    expected = heartcam.measure(heartcam.sample()).data["readings"]
    assert measured(SIGNAL.time)[1].data["readings"] == expected
    # A clock that began when the machine did.
    readings, result = measured(123_456.75 + SIGNAL.time)
    assert [reading.start_s for reading in readings] == [0, 10]
    assert result.data["start_source"] == "read"
    now = datetime.datetime.now(datetime.UTC)
    assert abs((result.readings["start"][0] - now).total_seconds() + 30) < 10
    assert measured(pd.to_timedelta(SIGNAL.time, unit="s"))[1].data["start_source"] == "read"


def test_a_start_that_is_given_counts_more_than_the_frames_dates():
    result = measured(AWARE, start="2020-05-01T00:00:00+00:00")[1]
    assert result.readings["start"][0] == pd.Timestamp("2020-05-01T00:00:00Z")


def test_a_monitor_is_as_new_after_its_end():
    monitor = heartcam.Monitor()
    for day in range(3):
        monitor.append(AWARE + pd.Timedelta(days=day), *SIGNAL.rgb.T)
        assert monitor.finish().readings["start"][0] == BEGIN + pd.Timedelta(days=day)
    monitor.append(SIGNAL)
    assert monitor.finish().data["start_source"] == "read"
    assert "0 frames" in repr(monitor)


def test_missing_dates_are_left_out():
    holes = AWARE.where(np.arange(len(AWARE)) % 50 != 0)
    assert holes[0] is pd.NaT
    result = measured(holes)[1]
    assert result.bpm == pytest.approx(62.1, abs=0.2)
    assert result.readings["start"][0] == AWARE[1].floor("ms")


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        (SIGNAL.time * 1e3, "milliseconds, divide them by 1,000$"),
        (SIGNAL.time * 1e6, "microseconds, divide them by 1,000,000$"),
        (SIGNAL.time * 1e9, "nanoseconds, divide them by 1,000,000,000$"),
        (np.arange(900), "numbers of frames, divide them by the frames per second; if they are in milliseconds"),
        (BEGIN.timestamp() * 1e3 + SIGNAL.time * 1e3, "too great for seconds: divide milliseconds by 1,000,"),
        (BEGIN.value + SIGNAL.time * 1e9, "too great for seconds: .*nanoseconds by 1,000,000,000$"),
        (AWARE.strftime("%H:%M:%S"), "not texts"),
    ],
)
def test_times_in_another_unit_say_what_to_do(times, sentence):
    with pytest.raises(heartcam.UsageError, match=sentence):
        heartcam.Monitor().append(times, *SIGNAL.rgb.T)
    monitor = heartcam.Monitor()
    with pytest.raises(heartcam.UsageError, match=sentence):
        for place in range(20):
            monitor.append(times[place], *SIGNAL.rgb[place])
    # What was refused leaves nothing behind.
    monitor = heartcam.Monitor()
    with pytest.raises(heartcam.UsageError):
        monitor.append(times, *SIGNAL.rgb.T)
    monitor.append(SIGNAL)
    assert monitor.finish().bpm == 62.08


def test_a_camera_that_stops_for_a_while_is_no_other_unit():
    times = SIGNAL.time + 60.0 * (np.arange(900) // 300) + np.where(np.arange(900) < 8, 0, 20)
    slow = np.arange(12) * 5.0
    monitor = heartcam.Monitor()
    monitor.append(times, *SIGNAL.rgb.T)
    monitor.append(times[-1] + 1 + slow, *SIGNAL.rgb[:12].T)
    assert monitor.finish().data["frames"] == 912


def test_dates_and_numbers_are_not_mixed():
    for first, then in [(AWARE, SIGNAL.time), (SIGNAL.time, AWARE), (FORMS["seconds since 1970"], AWARE)]:
        monitor = heartcam.Monitor()
        monitor.append(first[:10], 1)
        with pytest.raises(heartcam.UsageError, match="before, and are"):
            monitor.append(then[10:], 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, np.zeros((48, 64, 3))), r"mean of each channel.*OpenCV's pictures have blue first"),
        ((0, np.zeros((48, 64))), "mean of each channel"),
        ((np.zeros((48, 64, 3)),), "time has the shape.*mean of each channel"),
        ((np.arange(10), np.zeros((10, 48, 64, 3))), "mean of each channel"),
        ((np.arange(10), np.zeros((10, 3))), r"\*colors\.T"),
        ((SIGNAL.rgb,), r"\*colors\.T"),
    ],
)
def test_pictures_are_told_how_to_become_frames(arguments, sentence):
    with pytest.raises(heartcam.UsageError, match=sentence):
        heartcam.Monitor().append(*arguments)


def test_what_are_no_numbers_is_named():
    for arguments, name in [((0, "red"), "red"), ((0, 1, [object()]), "green"), (({"time_s": 1}, 1), "time")]:
        with pytest.raises(heartcam.UsageError, match=f"^{name} must be a number or an array of numbers"):
            heartcam.Monitor().append(*arguments)


def test_the_hint_for_pictures_is_right():
    picture = np.dstack([np.full((4, 6), level) for level in (200.0, 60.0, 40.0)])
    assert picture.mean(axis=(0, 1)).tolist() == [200, 60, 40]


def test_the_loop_of_the_readme_measures_a_webcam(monkeypatch, capsys):
    """With a camera of OpenCV's kind: its pictures have blue first."""
    text = (ROOT / "python" / "README.md").read_text()
    loop = next(code for code in re.findall(r"```python\n(.*?)```", text, re.S) if "cv2" in code)
    shown = iter(range(len(SIGNAL)))
    place = 0

    class Camera:
        def __init__(self, number):
            assert number == 0

        def read(self):
            nonlocal place
            place = next(shown, -1)
            if place < 0:
                return False, None
            # Constant pictures whose levels are no whole numbers.
            return True, np.broadcast_to(SIGNAL.rgb[place][::-1], (4, 6, 3))

        def release(self):
            pass

    module = types.ModuleType("cv2")
    module.VideoCapture = Camera
    module.mean = lambda picture: (*picture.mean(axis=(0, 1)), 0.0)
    monkeypatch.setitem(sys.modules, "cv2", module)
    monkeypatch.setattr(time, "time", lambda: BEGIN.timestamp() + SIGNAL.time[place])
    names = {}
    exec(loop, names)
    result = names["result"]
    assert result.bpm == pytest.approx(62.08, abs=0.02) and result.data["channel"] == "red"
    assert result.readings["start"][0] == BEGIN
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_monitor_of_the_parent_is_refused_in_a_fork():
    monitor = heartcam.Monitor()
    monitor.append(SIGNAL)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            monitor.append(SIGNAL)
        except heartcam.UsageError as error:
            code = 0 if "before a fork" in str(error) else 2
        os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert monitor.finish().bpm == 62.08
