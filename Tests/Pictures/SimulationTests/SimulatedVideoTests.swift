import FFmpegSource
import FoundationEssentials
import Testing
import VideoFrames

@testable import Simulation

/// Painted frames, and the videos that contain them.
struct SimulatedVideoTests {
  private func recording(_ change: (inout Scenario) -> Void = { _ in }) -> SimulatedRecording {
    var scenario = Scenario()
    scenario.duration = 2
    change(&scenario)
    return SimulatedRecording(scenario)
  }

  /// Returns a channel's mean over a painted frame.
  private func mean(_ renderer: FingertipRenderer, channel: Int) -> Double {
    let pixels = renderer.width * renderer.height
    return (0..<pixels).reduce(0.0) { $0 + Double(renderer.pixels[3 * $1 + channel]) }
      / Double(pixels)
  }

  @Test func `a painted frame's mean is the light's level`() {
    let made = recording { $0.vignetting = 0 }
    var renderer = FingertipRenderer(made.scenario, width: 96, height: 64)
    for frame in made.frames.prefix(20) {
      renderer.paint(frame)
      // Noise of 3 levels over 6,144 pixels leaves 0.04.
      for lane in 0..<3 {
        #expect(abs(mean(renderer, channel: lane) - frame.levels[lane]) < 0.2)
      }
    }
  }

  @Test func `the vignette darkens the corners`() {
    let made = recording {
      $0.sensorNoise = 0
      $0.vignetting = 0.5
    }
    var renderer = FingertipRenderer(made.scenario, width: 65, height: 49)
    renderer.paint(made.frames[0])
    let middle = Double(renderer.pixels[3 * (24 * 65 + 32)])
    #expect(abs(middle - made.frames[0].levels[0]) <= 0.5)
    #expect(abs(Double(renderer.pixels[0]) - 0.5 * made.frames[0].levels[0]) <= 0.5)
  }

  @Test func `levels beyond the range are clamped to it`() {
    for (scene, level) in [(Scenario.Scene.saturated, UInt8(255)), (.dark, 0)] {
      let made = recording {
        $0.scene = scene
        $0.sensorNoise = 0
      }
      var renderer = FingertipRenderer(made.scenario, width: 16, height: 16)
      renderer.paint(made.frames[3])
      #expect(renderer.pixels.allSatisfy { abs(Int($0) - Int(level)) <= 2 })
    }
  }

  @Test func `a lifted finger uncovers an uneven scene`() throws {
    let made = recording {
      $0.fingerOff = [0.5..<1.5]
      $0.sensorNoise = 0
      $0.vignetting = 0
    }
    var renderer = FingertipRenderer(made.scenario, width: 64, height: 64)
    func range(_ frame: SimulatedRecording.Frame) throws -> Int {
      renderer.paint(frame)
      let greens = (0..<4096).map { Int(renderer.pixels[3 * $0 + 1]) }
      return try #require(greens.max()) - #require(greens.min())
    }
    #expect(try range(made.frames[0]) == 0)
    #expect(try range(made.frames[30]) > 40)
    #expect(try range(made.frames[59]) == 0)
  }

  @Test func `the same seed writes the same bytes, and the video holds the painted frames`() throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "simulated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let encoding = VideoEncoding(
      codec: "ffv1", pixelFormat: "bgr0", width: 32, height: 24, frameRate: 30)
    func write(_ name: String, seed: UInt64) throws -> Data {
      let path = folder.appendingPathComponent(name).path
      try recording { $0.seed = seed }.writeVideo(to: path, encoding: encoding)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let first = try write("first.mkv", seed: 9)
    #expect(try write("second.mkv", seed: 9) == first)
    #expect(try write("third.mkv", seed: 10) != first)

    let made = recording { $0.seed = 9 }
    var renderer = FingertipRenderer(made.scenario, width: 32, height: 24)
    var extractor = ColorExtractor()
    var video = try VideoFile(path: folder.appendingPathComponent("first.mkv").path)
    var count = 0
    while let sample = try video.withNextFrame({ try extractor.sample(of: $0) }) {
      let frame = made.frames[count]
      renderer.paint(frame)
      #expect(abs(sample.time - frame.time) < 0.001)
      #expect(abs(sample.red - mean(renderer, channel: 0)) < 1e-9)
      #expect(abs(sample.green - mean(renderer, channel: 1)) < 1e-9)
      #expect(abs(sample.blue - mean(renderer, channel: 2)) < 1e-9)
      count += 1
    }
    #expect(count == made.frames.count)
  }

  @Test func `writing that is stopped leaves a shorter video`() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "stopped-\(UUID().uuidString).mkv"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let encoding = VideoEncoding(
      codec: "ffv1", pixelFormat: "bgr0", width: 16, height: 16, frameRate: 30)
    try recording().writeVideo(to: path, encoding: encoding) { $0 < 0.5 }
    var video = try VideoFile(path: path)
    var count = 0
    while try video.withNextFrame({ _ in true }) != nil { count += 1 }
    #expect(count == 30)
  }
}
