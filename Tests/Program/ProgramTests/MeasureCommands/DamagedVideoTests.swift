import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Videos with wrong bytes in their middle: each measurement of one gives the same, whatever decodes it.
///
/// The tests are seeded; see `FuzzRounds`.
struct DamagedVideoTests {
  @Test(arguments: [
    ("h264", "ts"), ("h264", "mkv"), ("hevc", "ts"), ("vp9", "mkv"), ("av1", "mkv"),
    ("mpeg4", "avi"),
  ])
  func `a damaged video is measured alike by any number of threads`(
    codec: String, container: String
  ) throws {
    let folder = try TemporaryFolder()
    let sound = folder.file("sound.\(container)")
    // AV1's encoder would take longer than all others.
    let made = try Heartcam.start(
      ["simulate", sound, "--codec", codec, "--size", "160x120", "--duration", "6"]
        + (codec == "av1" ? ["--encoder-option", "cpu-used=8"] : [])
    ).result()
    guard made.ending == .exit(0) else {
      // Not every FFmpeg has every encoder.
      #expect(made.errors.contains("encoder"), "\(made)")
      return
    }
    let bytes = Array(try Data(contentsOf: URL(filePath: sound)))
    var damagedCount = 0
    for seed in FuzzRounds.seeds(usually: 5) {
      var generator = SeededGenerator(seed: seed)
      var broken = bytes
      let length = Int.random(in: 8...4000, using: &generator)
      let start = Int.random(in: bytes.count / 5..<bytes.count * 4 / 5, using: &generator)
      for index in start..<min(start + length, bytes.count * 9 / 10) {
        broken[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let path = folder.file("broken-\(seed).\(container)")
      try Data(broken).write(to: URL(filePath: path))
      let results = try ["1", "2", "3", "8"].map {
        try Heartcam.run("measure", "--json", "--store", "none", "--threads", $0, path)
      }
      for result in results.dropFirst() {
        #expect(result.output == results[0].output, "\(codec) \(container) \(seed)")
        #expect(result.errors == results[0].errors, "\(codec) \(container) \(seed)")
      }
      if results[0].output.contains("damaged") { damagedCount += 1 }
    }
    #expect(damagedCount > 0)
  }

  /// Half the rate was reported, with a quality of 0.57 and without a word.
  @Test func `one changed byte of a key frame of VP9 is noticed`() throws {
    let folder = try TemporaryFolder()
    let sound = folder.file("sound.mkv")
    let made = try Heartcam.run(
      "simulate", sound, "--codec", "vp9", "--size", "160x120", "--duration", "12")
    guard made.ending == .exit(0) else {
      #expect(made.errors.contains("encoder"), "\(made)")
      return
    }
    #expect(
      try !Heartcam.run("measure", "--json", "--store", "none", sound).output.contains(
        "frame is damaged"))
    let bytes = Array(try Data(contentsOf: URL(filePath: sound)))
    // How each key frame begins.
    let keys = bytes.indices.dropLast(1000).filter {
      bytes[$0...].starts(with: [0x82, 0x49, 0x83, 0x42])
    }
    #expect(keys.count == 3)
    for seed in FuzzRounds.seeds(usually: 12) {
      var generator = SeededGenerator(seed: seed)
      var broken = bytes
      let place = keys[Int(seed) % keys.count] + Int.random(in: 30..<900, using: &generator)
      broken[place] ^= UInt8.random(in: 1...255, using: &generator)
      let path = folder.file("broken-\(seed).mkv")
      try Data(broken).write(to: URL(filePath: path))
      let result = try Heartcam.run("measure", "--json", "--store", "none", path)
      #expect(result.output.contains("1 frame is damaged"), "\(seed): \(result)")
    }
    // What gives no frame is counted once, although both decoders object.
    for byte in [1, 3, 7] {
      var broken = bytes
      broken[keys[1] + byte] ^= 0xFF
      let path = folder.file("headless-\(byte).mkv")
      try Data(broken).write(to: URL(filePath: path))
      let result = try Heartcam.run("measure", "--json", "--store", "none", path)
      #expect(result.output.contains("1 packet is damaged and gave no frame"), "\(result)")
      #expect(!result.output.contains("frame is damaged"), "\(byte): \(result)")
    }
  }
}
