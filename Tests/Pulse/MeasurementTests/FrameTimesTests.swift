import Glibc
import Testing
import VideoFrames

@testable import Measurement

/// What is said about the times of frames.
struct FrameTimesTests {
  private func sentences(_ times: [Double], repeating: Int = 1, hasRate: Bool = false) -> [String] {
    var check = FrameTimes()
    for (index, time) in times.enumerated() {
      let level = 200 + Double(index / repeating % 7)
      check.append(ColorSample(time: time, red: level, green: 60, blue: 40))
    }
    return check.sentences(hasRate: hasRate)
  }

  private func even(_ rate: Double, seconds: Double = 20) -> [Double] {
    (0..<Int(rate * seconds)).map { Double($0) / rate }
  }

  @Test func `a good recording has nothing said about it`() {
    for rate in [8.0, 15, 30, 240] { #expect(sentences(even(rate)) == []) }
  }

  @Test(arguments: [(1.0, "1.0"), (5, "5.0"), (7.5, "7.5")])
  func `too few frames are called too few frames`(rate: Double, text: String) {
    #expect(
      sentences(even(rate)).last
        == "\(text) frames per second are too few for a pulse: 8 are needed, and 15 or more are better"
    )
    #expect(sentences(even(rate)).count == 1)
    #expect(sentences(even(rate), hasRate: true) == [])
  }

  @Test func `repeated pictures are called repeated pictures`() {
    #expect(
      sentences(even(30), repeating: 3) == [
        "67% of the frames repeat the one before, and 10.0 a second are left: "
          + "record without repeating frames"
      ])
    #expect(sentences(even(60), repeating: 2) == [])
  }

  @Test func `gaps, reversed order and times beyond all recordings are called what they are`() {
    let times = even(30, seconds: 10)
    #expect(
      sentences(times + times.map { $0 + 22.5 }, hasRate: true)
        == ["no frame came for 12.5 s, 10.0 s after the start"])
    #expect(
      sentences(times + times.map { $0 + 90_000 } + times.map { $0 + 190_000 })
        == ["2 times no frame came for more than a second, at most for 27.8 h"])
    #expect(
      sentences(times.reversed()).first
        == "the times run backwards: the frames may be in reversed order")
    let odd = sentences([1e300] + times + [-1e300, 1e12])
    #expect(odd == ["3 frames have a time that no recording has: times are seconds from its start"])
  }

  @Test func `lamps that flicker are called so, and nothing else is`() throws {
    var watch = FlickerWatch()
    var steady = FlickerWatch()
    for index in 0..<900 {
      // 100 Hz at 30 frames per second are seen as 10 Hz.
      let time = Double(index) / 30
      func sample(_ level: Double) -> ColorSample {
        ColorSample(time: time, red: level, green: level / 2, blue: level / 3)
      }
      watch.append(sample(150 * (1 + 0.02 * sin(2 * .pi * 100 * time))))
      steady.append(sample(150 * (1 + 0.02 * sin(2 * .pi * 1.2 * time))))
    }
    let flicker = try #require(watch.flicker)
    #expect(flicker.mains == 50 && abs(flicker.depth - 0.02) < 0.002)
    #expect(steady.flicker == nil)
  }
}
