"""The health store."""

from __future__ import annotations

import datetime
import threading

import numpy as np
import pandas as pd
import pytest

import heartcam


@pytest.fixture
def path(tmp_path):
    return tmp_path / "health.db"


def test_a_result_is_saved_once(path, program):
    result = heartcam.measure(heartcam.sample())
    with heartcam.Store(path, writable=True) as store:
        assert store.save(result) == 3
        assert store.save(result) == 0
        table = store.samples("HeartRate")
        assert table["value"].tolist() == [62.0, 62.1, 62.1] or len(table) == 3
        assert table["unit"].tolist() == ["count/min"] * 3
        assert set(store.types["type"]) >= {"HeartRate"}
    listed = program("store", "list", "--json", "--store", str(path), "--type", "HeartRate")
    assert sorted(row["id"].lower() for row in listed) == sorted(table["id"].str.lower())


def test_samples_and_statistics_are_those_of_the_command(path, program):
    start = pd.Timestamp("2026-03-28T12:00:00Z")
    times = [start + pd.Timedelta(hours=hour) for hour in range(60)]
    values = 60 + np.arange(60) % 17
    with heartcam.Store(path, writable=True) as store:
        store.save("HeartRate", values, times, unit="count/min", source="test")
        table = store.samples("HeartRate", times[10], times[20])
        assert table["value"].tolist() == values[10:20].tolist()
        assert table["start"].tolist() == times[10:20]
        days = store.statistics("HeartRate", by="day", timezone="Europe/Berlin")
        rows = program(
            "store", "stats", "--json", "--store", str(path), "--type", "HeartRate", "--by", "day",
            "--timezone", "Europe/Berlin",
        )  # fmt: skip
        assert len(days) == len(rows) == 4
        for row, expected in zip(days.to_dict("records"), rows):
            assert row["start"] == pd.Timestamp(expected["start"])
            for name in ("count", "average", "minimum", "maximum", "most_recent"):
                assert row[name] == expected[name], name


def test_moments_come_in_many_forms(path):
    moments = [
        datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc),
        "2026-01-02T00:00:00+00:00",
        np.datetime64("2026-01-03"),
        pd.Timestamp("2026-01-04T00:00:00Z"),
        1767571200,
    ]
    with heartcam.Store(path, writable=True) as store:
        for number, moment in enumerate(moments):
            store.save("BodyMass", 70 + number, moment, unit="kg")
        days = store.samples("BodyMass")["start"].dt.day.tolist()
        assert days == [1, 2, 3, 4, 5]
        grams = store.samples("BodyMass", unit="g")["value"]
        assert grams.tolist() == [70000, 71000, 72000, 73000, 74000]
        with pytest.raises(TypeError, match="no moment"):
            store.save("BodyMass", 70, object())


def test_errors_say_what_to_do(path, tmp_path):
    with pytest.raises(heartcam.StoreError, match="there is no such file"):
        heartcam.Store(path)
    (tmp_path / "text.db").write_text("no store")
    with pytest.raises(heartcam.StoreError, match="was left as it is"):
        heartcam.Store(tmp_path / "text.db", writable=True)
    with heartcam.Store(path, writable=True) as store:
        with pytest.raises(heartcam.UsageError, match="must be a type"):
            store.samples("Heartrat")
        with pytest.raises(heartcam.UsageError, match="does not fit"):
            store.save("HeartRate", 60, 0, unit="kg")
        with pytest.raises(heartcam.UsageError, match="by must be one of"):
            store.statistics("HeartRate", by="fortnight")
        with pytest.raises(heartcam.UsageError, match="time zone"):
            store.statistics("HeartRate", by="day", timezone="Nowhere")
        with pytest.raises(heartcam.UsageError):
            store.save("HeartRate", [60, float("nan")], [0, 1])
        with pytest.raises(ValueError, match="as many"):
            store.save("HeartRate", [60, 61], [0])
        assert store.samples("HeartRate").empty, "all of them are saved or none"
    with pytest.raises(heartcam.HeartcamError, match="closed"):
        store.samples("HeartRate")


@pytest.mark.parametrize("type", ["HeartRate", "HKQuantityTypeIdentifierRestingHeartRate"])
@pytest.mark.parametrize("values", [-60, 0, [60, -1], 1e9])
def test_what_no_body_can_have_is_refused(path, type, values):
    with heartcam.Store(path, writable=True) as store:
        times = np.arange(np.size(values))
        with pytest.raises(heartcam.UsageError, match=r"outside of what a body can have: 10 to \d50 count/min") as caught:
            store.save(type, values, times)
        assert "-60" not in str(caught.value) and store.samples(type).empty
        with pytest.raises(heartcam.UsageError, match="further apart than a sample of .* can last"):
            store.save(type, 60, 0, 4e8)
        store.save("WaterTemperature", -1, 0, unit="degC")


def test_what_can_be_saved_is_said(path):
    with heartcam.Store(path, writable=True) as store:
        result = heartcam.measure(heartcam.sample())
        with pytest.raises(TypeError, match=r"a Result, Results, or the name of a type.*DataFrame of shape \(3, 16\)"):
            store.save(result.readings)
        with pytest.raises(heartcam.UsageError, match=r"save\('HeartRate', 62, "):
            store.save("HeartRate", 60)
        with pytest.raises(heartcam.UsageError, match="must be a number"):
            store.save("HeartRate", "sixty", 0)
        with pytest.raises(heartcam.UsageError, match="save it alone"):
            store.save(result, start=0)
        results = heartcam.measure([heartcam.sample(), "/none/none.mp4"])
        assert store.save(results) == 3 and store.save(results) == 0 and len(store.samples()) == 3
        assert store.save(heartcam.Results()) == 0
    with pytest.raises(TypeError, match="writable must be True or False"):
        heartcam.Store(path, writable="yes")


def test_a_store_shows_what_it_is(path):
    with heartcam.Store(path, writable=True) as store:
        assert repr(store) == f"<heartcam.Store {str(path)!r}: open to read and write>"
    assert repr(store) == f"<heartcam.Store {str(path)!r}: closed>"
    with heartcam.Store(path) as store:
        assert repr(store).endswith("open to read>")
    from heartcam._store import _without_password

    url = "postgresql://ann:secret@host:5432/health?password=secret"
    assert _without_password(url) == "postgresql://ann@host:5432/health"
    assert _without_password("postgres://host/health") == "postgres://host/health"


@pytest.mark.parametrize(
    "moment",
    [
        datetime.datetime(2026, 1, 31, 10),
        pd.Timestamp("2026-01-31T10:00:00"),
        "2026-01-31T10:00:00",
        "2026-01-31 10:00",
        np.datetime64("2026-01-31T09:00:00"),
        pd.Timestamp("2026-01-31T09:00:00").to_datetime64(),
        pd.Timestamp("2026-01-31T09:00:00Z"),
        np.int64(1769850000),
        np.float32(1769850000 - 16),
    ],
)
def test_a_moment_without_a_zone_is_this_machine_s(moment, path, berlin):
    expected = pd.Timestamp("2026-01-31T09:00:00Z")
    near = pd.Timedelta(seconds=60 if isinstance(moment, np.float32) else 0)
    found = heartcam.measure(heartcam.sample(), start=moment).readings["start"][0]
    assert abs(found - expected) <= near
    monitor = heartcam.Monitor(start=moment)
    monitor.append(0, 1)
    assert abs(pd.Timestamp(monitor.finish().data["start"]) - expected) <= near
    with heartcam.Store(path, writable=True) as store:
        store.save("HeartRate", 60, moment)
        assert abs(store.samples()["start"][0] - expected) <= near
        hour = pd.Timedelta(hours=1)
        assert len(store.samples("HeartRate", expected - hour, expected + hour)) == 1
        assert store.statistics("HeartRate", expected - hour, expected + hour)["count"].tolist() == [1]


def test_a_day_begins_where_this_machine_is(path, berlin):
    with heartcam.Store(path, writable=True) as store:
        store.save("HeartRate", [60, 61], [datetime.date(2026, 1, 31), "2026-02-01"])
        days = store.samples()["start"].sort_values().tolist()
        assert days == [pd.Timestamp("2026-01-30T23:00Z"), pd.Timestamp("2026-01-31T23:00Z")]


def test_two_threads_save_everything(path):
    with heartcam.Store(path, writable=True) as store:

        def save(first):
            for number in range(50):
                store.save("HeartRate", 60, first + number)

        threads = [threading.Thread(target=save, args=(1e9 * (1 + n),)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(store.samples("HeartRate")) == 100
