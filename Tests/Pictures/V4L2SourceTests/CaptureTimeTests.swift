import ScriptedCamera
import Testing
import V4L2Source
import VideoFrames

/// Capture times always increase, whatever clock a camera has.
struct CaptureTimeTests {
  private func times(
    _ count: Int, _ change: @escaping (Int, Double, inout FrameScript) -> Void
  ) throws -> (times: [Double], notices: [CameraNotice], source: CaptureTimeSource?) {
    let script = CameraScripts.yuyv()
    script.frame = { number in
      var frame = FrameScript(CameraScripts.picture(number))
      change(number, 1000 + Double(number + 1) / 30, &frame)
      return frame
    }
    var camera = try CameraScripts.camera(on: script)
    var times: [Double] = []
    for _ in 0..<count {
      if case .frame(let time) = try camera.withNextFrame(timeout: 1, { $0.time }) {
        times.append(time)
      }
    }
    return (times, camera.notices, camera.timeSource)
  }

  private func expectSteady(_ times: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
    for (before, after) in zip(times, times.dropFirst()) {
      #expect(abs(after - before - 1.0 / 30) < 1e-3, sourceLocation: sourceLocation)
    }
  }

  @Test func `without the monotonic clock, arrival times are used`() throws {
    let result = try times(60) { _, _, frame in frame.isMonotonic = false }
    #expect(result.notices == [.noCaptureTimes] && result.source == .arrival)
    #expect(try times(2) { _, _, _ in }.source == .endOfFrame)
    expectSteady(result.times)
  }

  @Test(arguments: [-500.0, 3.5, 1e9, -1e12])
  func `a clock that is far off is distrusted from the first frame on`(offset: Double) throws {
    let result = try times(60) { _, time, frame in frame.time = time + offset }
    #expect(result.notices == [.wrongCaptureTimes])
    expectSteady(result.times)
    #expect(abs((result.times.first ?? 0) - 1000) < 1)
  }

  @Test(arguments: [0, 1, 2])
  func `a clock that stops, goes back or jumps causes no step in the times`(kind: Int) throws {
    let result = try times(90) { number, time, frame in
      guard number >= 40 else { return }
      frame.time = kind == 0 ? 1000 + 40.0 / 30 : (kind == 1 ? time - 0.3 : time + 77)
    }
    #expect(result.notices == [.wrongCaptureTimes])
    expectSteady(result.times)
  }

  @Test func `a clock at half speed is detected before it is a second behind`() throws {
    let result = try times(150) { number, _, frame in
      frame.time = 1000 + Double(number + 1) / 60
    }
    #expect(result.notices == [.wrongCaptureTimes])
    expectSteady(Array(result.times.suffix(60)))
  }

  @Test func `frames that waited while the program was paused keep their times`() throws {
    let script = CameraScripts.yuyv()
    var camera = try CameraScripts.camera(on: script)
    var times: [Double] = []
    for index in 0..<60 {
      if index == 30 { script.pass(5) }
      if case .frame(let time) = try camera.withNextFrame(timeout: 1, { $0.time }) {
        times.append(time)
      }
    }
    #expect(times.count == 60 && camera.notices.isEmpty)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }
}
