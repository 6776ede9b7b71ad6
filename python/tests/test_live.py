"""Live measurements and recordings with a known pulse."""

from __future__ import annotations

import asyncio
import time

import numpy as np
import pytest

import heartcam


def test_a_replay_gives_the_readings_of_the_recording():
    with heartcam.live(replay=heartcam.sample(), speed=1000) as events:
        session = [event for event in events if event["type"] == "session"][-1]
    assert session["readings"] == heartcam.measure(heartcam.sample()).data["readings"]


def test_a_replay_is_as_fast_as_it_can_be_read():
    began = time.monotonic()
    with heartcam.live(replay=heartcam.sample(), speed=float("inf")) as events:
        assert repr(events).startswith("<heartcam.Live: process ")
        session = [event for event in events if event["type"] == "session"][-1]
    assert session["readings"] == heartcam.measure(heartcam.sample()).data["readings"]
    assert time.monotonic() - began < 15, "the recording has 30 s"
    assert repr(events) == "<heartcam.Live: has ended>"


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", "fast"), ("every", "10"), ("duration", "5"), ("until_stable", "no"), ("camera", 0), ("replay", 1)],
)
def test_live_arguments_of_wrong_types_are_named(name, value):
    with pytest.raises(TypeError, match=f"{name} must be"):
        heartcam.live(**{name: value})


def test_numbers_of_numpy_are_options_too(tmp_path):
    made = heartcam.simulate(tmp_path / "made.csv", bpm=np.float64(80), duration=np.int64(10), force=np.True_)
    options = {"speed": np.int64(1000), "until_stable": np.False_, "every": np.float32(5)}
    assert list(heartcam.live(replay=made, **options))[-1]["type"] == "session"


def test_events_come_to_async_for():
    async def kinds():
        return {event["type"] async for event in heartcam.live(replay=heartcam.sample(), speed=1000)}

    assert {"source", "rate", "reading", "session"} <= asyncio.run(kinds())


def test_leaving_early_ends_the_process():
    with heartcam.live(replay=heartcam.sample(), speed=1) as events:
        assert next(events)["type"] == "source"
    assert events._process.returncode is not None
    assert list(events) == []


def test_what_cannot_be_opened_says_why(tmp_path):
    with pytest.raises(heartcam.HeartcamError):
        list(heartcam.live("/dev/video-none"))
    with pytest.raises(heartcam.UsageError, match="speed"):
        list(heartcam.live(replay=heartcam.sample(), speed=-1))


def test_a_simulated_heart_is_measured(tmp_path):
    made = heartcam.simulate(tmp_path / "made.csv", bpm=100, duration=20, seed=3)
    result = heartcam.measure(made.path)
    assert result.bpm == pytest.approx(100, abs=1)
    assert len(made.beats) == pytest.approx(33, abs=2)
    assert made.rates.shape[1] == 2
    with pytest.raises(heartcam.StoreError, match="exists"):
        heartcam.simulate(made.path)
    with pytest.raises(heartcam.UsageError, match="bpm"):
        heartcam.simulate(tmp_path / "other.csv", bpm=1000)
