import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Samples with bytes flipped at random. The program ends in time, with a documented exit code and valid rows.
struct CorruptedSampleTests {
  @Test(arguments: [
    "resting.mp4", "exercise.mkv", "restless.mp4", "lifted.mp4", "no-finger.mp4", "resting.csv",
  ])
  func `a damaged sample is measured or refused, and nothing crashes or hangs`(
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    let original = try Data(contentsOf: URL(filePath: "\(Heartcam.samples)/\(name)"))
    var generator = SeededGenerator(seed: UInt64(original.count))
    for variant in 0..<(Heartcam.isFast ? 20 : 1) {
      var bytes = original
      // From one byte to a few in a thousand; half of them near the beginning, where headers are.
      let flips = 1 << (variant % 9)
      for flip in 0..<flips {
        let range = flip.isMultiple(of: 2) ? bytes.count : min(bytes.count, 4096)
        let place = Int.random(in: 0..<range, using: &generator)
        bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
      }
      let path = try folder.write(bytes, to: "damaged")
      let result = try Heartcam.start(["measure", "--json", "--store", "none", path])
        .result(within: .seconds(Heartcam.isFast ? 30 : 300))
      let label: Comment = "variant \(variant) of \(name): \(result)"
      let row = try result.row()
      switch result.ending {
      case .exit(0): #expect(row.bpm != nil && row.error == nil, label)
      case .exit(1): #expect(row.bpm == nil && row.reason != nil && row.error == nil, label)
      case .exit(2):
        #expect(row.error != nil && row.bpm == nil, label)
        #expect(result.errorLines.count == 1, label)
      default: Issue.record(label)
      }
      #expect(result.errorLines.allSatisfy { $0.hasPrefix("heartcam: ") }, label)
      for reading in row.readings ?? [] where reading.bpm != nil {
        let (low, bpm, high) = (reading.low ?? .nan, reading.bpm ?? .nan, reading.high ?? .nan)
        #expect(low <= bpm && bpm <= high && (20...300).contains(bpm), label)
        #expect(reading.start < reading.end, label)
      }
    }
  }

  /// Decoders complete a damaged picture from others, which with several threads may not be complete themselves.
  @Test(arguments: ["resting.mp4", "restless.mp4"])
  func `a damaged video gives the same in every run, with any number of threads`(
    name: String
  ) throws {
    let folder = try TemporaryFolder()
    var bytes = try Data(contentsOf: URL(filePath: "\(Heartcam.samples)/\(name)"))
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let place = Int.random(in: bytes.count / 10..<bytes.count * 9 / 10, using: &generator)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
    let path = try folder.write(bytes, to: "damaged.mp4")
    let runs = try ["1", "0", "0", "2", "4"].map { threads in
      try Heartcam.run("measure", "--json", "--store", "none", "--threads", threads, path)
    }
    #expect(runs[0].errors.contains("damaged"))
    for run in runs.dropFirst() {
      #expect(run.output == runs[0].output && run.errors == runs[0].errors)
    }
  }
}
