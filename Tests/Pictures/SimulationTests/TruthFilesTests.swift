import Simulation
import Testing
import VideoFrames

/// The files with a simulation's true beats, rates and breaths.
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

  @Test func `the headers name columns and units`() {
    #expect(recording.beatsCSV.hasPrefix("time_s,interval_ms\n"))
    #expect(recording.ratesCSV.hasPrefix("time_s,bpm\n"))
    #expect(recording.beatsCSV.hasSuffix("\n") && recording.ratesCSV.hasSuffix("\n"))
  }

  @Test func `each line is a beat of the recording, to a tenth of a millisecond`() {
    let within = recording.beats.filter { (0..<20).contains($0.time) }
    let found = rows(recording.beatsCSV)
    #expect(found.count == within.count && found.count > 20)
    for (row, beat) in zip(found, within) {
      #expect(row.count == 2 && abs(row[0] - beat.time) <= 0.000_051)
    }
    for (a, b) in zip(found, found.dropFirst()) {
      #expect(abs(b[0] - a[0] - b[1] / 1000) < 0.000_2)
    }
  }

  @Test func `a rate is sixty over the interval that ends with its beat`() {
    let beats = rows(recording.beatsCSV)
    let rates = rows(recording.ratesCSV)
    #expect(beats.count == rates.count)
    for (beat, rate) in zip(beats, rates) {
      #expect(beat[0] == rate[0] && abs(60_000 / beat[1] - rate[1]) < 0.02)
    }
  }

  @Test(arguments: [6.0, 14, 25])
  func `a breath's time is where the heart beats fastest`(rate: Double) throws {
    var scenario = Scenario()
    scenario.duration = 60
    scenario.heart.breathingRate = rate
    scenario.heart.respiratoryDepth = 0.1
    scenario.heart.jitter = 0
    let recording = SimulatedRecording(scenario)
    let breaths = rows(recording.breathsCSV).map { $0[0] }
    #expect(recording.breathsCSV.hasPrefix("time_s\n"))
    #expect(abs(Double(breaths.count) - rate) <= 1)
    for (a, b) in zip(breaths, breaths.dropFirst()) { #expect(abs(b - a - 60 / rate) < 2e-4) }
    // Breathing sets an interval's length at the interval's start.
    for beat in recording.beats where (1..<59).contains(beat.time) {
      let nearest = try #require(breaths.map { abs($0 - beat.time) }.min())
      if nearest < 3 / rate { #expect(beat.interval < 60.0 / 72 / 1.09) }
    }
  }

  @Test func `breathing modulates the light by its option, and by default not at all`() {
    var scenario = Scenario()
    scenario.heart.breathingRate = 12
    scenario.sensorNoise = 0
    scenario.drift = 0
    scenario.perfusion = .zero
    let steady = SimulatedRecording(scenario).colorSamples().map(\.green)
    #expect(steady.allSatisfy { $0 == 60 })
    scenario.breathingLight = 0.01
    let swayed = SimulatedRecording(scenario).colorSamples().map(\.green)
    let (lowest, highest) = (swayed.min() ?? 0, swayed.max() ?? 0)
    #expect(abs(lowest - 59.4) < 0.01 && abs(highest - 60.6) < 0.01)
  }

  @Test func `no field has needless decimal places`() {
    for line in (recording.beatsCSV + recording.ratesCSV + recording.breathsCSV).split(
      separator: "\n")
    {
      for field in line.split(separator: ",") {
        #expect(field.count <= 13 && !field.contains("e-"))
      }
    }
  }

  @Test func `without a finger the files have headers only`() {
    var scenario = Scenario()
    scenario.scene = .dark
    let empty = SimulatedRecording(scenario)
    #expect(empty.beatsCSV == "time_s,interval_ms\n" && empty.ratesCSV == "time_s,bpm\n")
    #expect(empty.breathsCSV == "time_s\n")
  }
}
