import Photoplethysmography
import Testing

/// The series that is joined from the beats of successive readings.
struct BeatSeriesTests {
  private let steady = beats(
    intervals: (0..<120).map { (index: Int) -> Double in
      720.0 + Double(40 * (index % 5) + index % 7)
    })

  @Test func `readings of any length give the series of one`() {
    let whole = series(ofBeats: steady, every: 3600)
    #expect(whole.intervals.count == 120)
    #expect(whole.intervals.allSatisfy { $0.kind == .normal })
    for interval in [3.0, 7.7, 10, 30] {
      #expect(series(ofBeats: steady, every: interval).intervals == whole.intervals)
    }
  }

  @Test func `a later clock moves times and nothing else`() {
    let plain = series(ofBeats: steady)
    let moved = series(ofBeats: steady.map { $0 + 4096 })
    #expect(moved.intervals.map(\.kind) == plain.intervals.map(\.kind))
    #expect(plain.intervals.count == 120)
    for (a, b) in zip(plain.intervals, moved.intervals) {
      #expect(abs(b.end - a.end - 4096) < 1e-9 && abs(b.duration - a.duration) < 1e-9)
    }
  }

  @Test func `a beat that two neighboring readings report is one beat`() {
    var found = readings(ofBeats: steady)
    for index in found.indices.dropFirst() {
      guard let last = found[index - 1].beats.last else { continue }
      found[index].beats.insert(
        Beat(time: last.time + 0.004, interval: last.interval, quality: 1), at: 0)
    }
    let joined = BeatSeries(readings: found)
    #expect(joined.intervals.count == 120)
    #expect(joined.intervals.dropFirst().allSatisfy { $0.isAdjacent })
  }

  @Test func `a seam that does not fit leaves a gap, not an interval`() {
    var found = readings(ofBeats: steady)
    found[3].beats.removeFirst()
    let gapped = BeatSeries(readings: found)
    #expect(gapped.intervals.count == 118)
    #expect(gapped.intervals.dropFirst().count { !$0.isAdjacent } == 1)
    #expect(gapped.intervals.allSatisfy { $0.kind == .normal })
  }

  @Test func `an early beat and its pause are recognized, and the other intervals stay normal`() {
    var intervals = Array(repeating: 850.0, count: 60)
    intervals[20] = 550
    intervals[21] = 1150
    // An extra systole that does not change the heart's own rhythm.
    intervals[40] = 430
    intervals[41] = 1000
    let found = series(ofBeats: beats(intervals: intervals))
    #expect(found.earlyBeatCount == 2)
    for (index, interval) in found.intervals.enumerated() {
      switch index {
      case 20, 40: #expect(interval.kind == .early)
      case 21, 41: #expect(interval.kind == .pause)
      default: #expect(interval.kind == .normal)
      }
    }
  }

  @Test func `a missed beat and an invented one are artefacts, not early beats`() {
    var times = beats(intervals: Array(repeating: 850, count: 60))
    times.remove(at: 20)
    times.insert((times[39] + times[40]) / 2, at: 40)
    let found = series(ofBeats: times)
    #expect(found.earlyBeatCount == 0)
    #expect(found.intervals.count { $0.kind == .artefact } == 3)
    #expect(found.intervals.count { $0.kind == .normal } == 57)
  }

  @Test func `an uncertain beat makes both of its intervals unclear`() {
    let found = series(ofBeats: steady) { $0 == 50 ? 0.6 : 0.95 }
    let unclear = found.intervals.indices.filter { found.intervals[$0].kind == .unclear }
    #expect(unclear == [49, 50])
  }

  @Test func `without beats there are no intervals`() {
    #expect(BeatSeries(readings: []).intervals.isEmpty)
    #expect(BeatSeries(readings: []).coveredDuration == 0)
    #expect(series(ofBeats: [1]).intervals.isEmpty)
  }
}
