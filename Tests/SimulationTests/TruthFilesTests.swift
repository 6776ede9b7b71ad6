import Simulation
import Testing

/// The files that tell what was true.
struct TruthFilesTests {
  private let recording: SimulatedRecording = {
    var scenario = Scenario()
    scenario.duration = 20
    scenario.seed = 5
    return SimulatedRecording(scenario)
  }()

  private func rows(_ text: String) -> [[Double]] {
    text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",").compactMap { Double($0) }
    }
  }

  @Test func `headers name columns and units`() {
    #expect(recording.beatsCSV.hasPrefix("beat_time_s,rr_s\n"))
    #expect(recording.ratesCSV.hasPrefix("time_s,bpm\n"))
    #expect(recording.beatsCSV.hasSuffix("\n") && recording.ratesCSV.hasSuffix("\n"))
  }

  @Test func `lines are the beats of the recording, to a tenth of a millisecond`() {
    let within = recording.beats.filter { (0..<20).contains($0.time) }
    let found = rows(recording.beatsCSV)
    #expect(found.count == within.count && found.count > 20)
    for (row, beat) in zip(found, within) {
      #expect(row.count == 2 && abs(row[0] - beat.time) <= 0.000_051)
    }
    for (a, b) in zip(found, found.dropFirst()) { #expect(abs(b[0] - a[0] - b[1]) < 0.000_2) }
  }

  @Test func `a rate is sixty over the interval that its beat ends`() {
    let beats = rows(recording.beatsCSV)
    let rates = rows(recording.ratesCSV)
    #expect(beats.count == rates.count)
    for (beat, rate) in zip(beats, rates) {
      #expect(beat[0] == rate[0] && abs(60 / beat[1] - rate[1]) < 0.02)
    }
  }

  @Test func `no field has more places than it needs`() {
    for line in (recording.beatsCSV + recording.ratesCSV).split(separator: "\n") {
      for field in line.split(separator: ",") {
        #expect(field.count <= 11 && !field.contains("e-"))
      }
    }
  }

  @Test func `where there is no finger there are headers only`() {
    var scenario = Scenario()
    scenario.scene = .dark
    let empty = SimulatedRecording(scenario)
    #expect(empty.beatsCSV == "beat_time_s,rr_s\n" && empty.ratesCSV == "time_s,bpm\n")
  }
}
