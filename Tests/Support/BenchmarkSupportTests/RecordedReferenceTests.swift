import FoundationEssentials
import JSONCoding
import TestSupport
import Testing
import VideoFrames

@testable import BenchmarkSupport

struct RecordedReferenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a recording of some seconds into a set.
  private func record(
    _ place: String, beats: String? = nil, bpm: String? = nil, signal: String? = nil
  ) throws {
    try folder.makeFolder(place)
    try folder.write(
      signal ?? "time_s,red,green,blue\n0,200,60,40\n0.033,201,61,41\n",
      to: "\(place)/signal.csv")
    if let beats { try folder.write(beats, to: "\(place)/beats.csv") }
    if let bpm { try folder.write(bpm, to: "\(place)/bpm.csv") }
  }

  /// A rate that rises by one each second.
  private let rising = "time_s,bpm\n" + (0..<60).map { "\($0),\(60 + $0)\n" }.joined()

  @Test func `a rate from an oximeter is taken six and a half seconds later`() throws {
    try record("set/one", bpm: rising)
    let recording = try #require(try RecordedReference.all(in: folder.path).first)
    #expect(recording.lag == 6.5)
    // The rates at seconds 17 to 26 are 77 to 86.
    #expect(recording.rate(from: 10, to: 20) == 81.5)
    #expect(recording.rate(from: 50, to: 60) == nil)
  }

  @Test func `the index gives lag, person and set`() throws {
    try record("set/one", bpm: rising)
    try record("set/two", bpm: rising)
    try folder.write(
      """
      [{"signal": "set/one/signal.csv", "dataset": "other", "record": "first", "person": 7,
        "reference_lag_s": 2},
       {"signal": "set/two/signal.csv", "reference_kind": "rr"}]
      """, to: "index.json")
    let recordings = try RecordedReference.all(in: folder.path)
    #expect(recordings.map(\.dataset) == ["other", "set"])
    #expect(recordings.map(\.name) == ["first", "two"])
    #expect(recordings.map(\.person) == ["7", "two"])
    #expect(recordings.map(\.lag) == [2, 0])
    #expect(recordings[0].rate(from: 10, to: 20) == 76.5)
  }

  @Test func `beats give the rate with fractions of intervals, without a file of rates`() throws {
    let beats = (0..<40).map { "\(Double($0) * 0.75),0.75\n" }.joined()
    try record("set/one", beats: "beat_time_s,rr_s\n" + beats)
    let recording = try #require(try RecordedReference.all(in: folder.path).first)
    #expect(recording.lag == 0)
    #expect(abs(try #require(recording.rate(from: 10.1, to: 20.3)) - 80) < 1e-9)
    #expect(recording.rate(from: 25, to: 35) == nil)
  }

  @Test func `both hands are one person`() {
    #expect(RecordedReference.person(ofRecord: "12_left") == "12")
    #expect(RecordedReference.person(ofRecord: "12_right") == "12")
    #expect(RecordedReference.person(ofRecord: "_left") == "_left")
  }

  @Test func `columns may be in any order and among others`() throws {
    try record(
      "set/one", bpm: rising,
      signal: "blue,extra,time_s,green,red\n40,x,0,60,200\r\n41,x,0.5,61,\r\n")
    let samples = try #require(try RecordedReference.all(in: folder.path).first).samples
    #expect(samples.map(\.time) == [0, 0.5])
    #expect(samples[0].red == 200 && samples[0].green == 60 && samples[0].blue == 40)
    #expect(samples[1].red.isNaN)
  }

  @Test func `an error names the file that cannot be used`() throws {
    func error() throws -> RecordingFolderError {
      try #require(throws: RecordingFolderError.self) {
        _ = try RecordedReference.all(in: folder.path)
      }
    }
    #expect(try error().reason.hasPrefix("holds no recording"))
    try record("set/one")
    #expect(try error().path == folder.file("set/one/bpm.csv"))
    try folder.write("time_s,rate\n1,60\n", to: "set/one/bpm.csv")
    #expect(try error().reason == "must name the columns time_s,bpm first")
    try folder.write("{}", to: "index.json")
    #expect(try error().path == folder.file("index.json"))
    #expect(throws: RecordingFolderError.self) {
      _ = try RecordedReference.all(in: folder.file("absent"))
    }
  }
}

extension TemporaryFolder {
  /// Makes a folder inside this one, with all folders above it.
  fileprivate func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name), withIntermediateDirectories: true)
  }
}
