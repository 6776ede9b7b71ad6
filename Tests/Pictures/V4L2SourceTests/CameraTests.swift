import CV4L2
import Glibc
import ScriptedCamera
import Testing
import V4L2Source
import VideoFrames

/// A camera opens, streams and closes, and reports everything that fails on the way.
struct CameraTests {
  /// Waits for a frame `count` times; an outcome with a frame holds its luma.
  private func levels(
    _ script: ScriptedCamera, _ count: Int, during: (Int) -> Void = { _ in }
  ) throws -> (outcomes: [CameraFrameOutcome<Int>], counts: CameraCounts, notices: [CameraNotice]) {
    var camera = try CameraScripts.camera(on: script)
    var outcomes: [CameraFrameOutcome<Int>] = []
    for index in 0..<count {
      during(index)
      outcomes.append(
        try camera.withNextFrame(timeout: 1) { frame in
          Int(frame.planes.0.base.load(as: UInt8.self))
        })
    }
    return (outcomes, camera.counts, camera.notices)
  }

  @Test func `frames come in order with the driver's times and every resource is released`() throws
  {
    let script = CameraScripts.yuyv()
    do {
      var camera = try CameraScripts.camera(on: script)
      #expect(camera.mode.summary == "64x48 YUYV at 30 frames/s")
      for number in 0..<50 {
        let outcome = try camera.withNextFrame(timeout: 1) { frame in
          (frame.time, frame.planes.0.base.load(as: UInt8.self))
        }
        guard case .frame(let (time, level)) = outcome else {
          Issue.record("frame \(number): \(outcome)")
          return
        }
        #expect(Int(level) == 40 + number)
        #expect(abs(time - (1000 + Double(number + 1) / 30)) < 1e-5)
      }
      #expect(camera.counts.frames == 50 && camera.counts.lost == 0 && camera.notices.isEmpty)
    }
    #expect(script.isTidy)
    #expect(
      script.log.suffix(7) == ["VIDIOC_STREAMOFF"] + Array(repeating: "munmap", count: 4) + [
        "VIDIOC_REQBUFS", "close",
      ])
  }

  @Test func `whichever call fails, the error names it and every resource is released`() throws {
    let whole = CameraScripts.yuyv()
    _ = try levels(whole, 5)
    for index in whole.log.indices where !["close", "munmap"].contains(whole.log[index]) {
      for code in [EIO, ENODEV, ENOMEM, EINVAL, EBUSY] {
        let script = CameraScripts.yuyv()
        script.failures = [index: code]
        do {
          _ = try levels(script, 5)
        } catch let error as V4L2Error {
          #expect(error.device == "/dev/video0" || error.device == "the cameras", "\(error)")
          #expect(!error.reason.isEmpty && !error.description.contains("\n"))
          #expect(error.isDisconnection == (error.code == ENODEV))
        }
        #expect(script.isTidy, "call \(index), \(whole.log[index]), errno \(code): \(script.log)")
      }
    }
  }

  @Test func `a frame goes back to the driver even if the caller throws`() throws {
    struct Refusal: Error {}
    let script = CameraScripts.yuyv()
    do {
      var camera = try CameraScripts.camera(on: script)
      for _ in 0..<20 {
        #expect(throws: Refusal.self) {
          _ = try camera.withNextFrame(timeout: 1) { _ -> Int in throw Refusal() }
        }
      }
      guard case .frame = try camera.withNextFrame(timeout: 1, { _ in 1 }) else {
        Issue.record("the buffers ran out")
        return
      }
    }
    #expect(script.isTidy)
  }

  @Test func `unplugging during the stream is reported as unplugging`() throws {
    let script = CameraScripts.yuyv()
    do {
      _ = try levels(script, 20) { if $0 == 10 { script.isUnplugged = true } }
      Issue.record("nothing was thrown")
    } catch let error as V4L2Error {
      #expect(error.isDisconnection && error.code == ENODEV)
      #expect(error.description.contains("unplugged"))
    }
    script.isUnplugged = false
    #expect(try levels(script, 3).counts.frames == 3, "it can be opened again")
  }

  @Test func `a restart of the stream recovers from a stream error`() throws {
    let script = CameraScripts.yuyv()
    let result = try levels(script, 30) { if $0 == 10 || $0 == 20 { script.isBroken = true } }
    #expect(result.counts.frames == 30 && result.counts.restarts == 2)
    #expect(result.notices == [.restarted])
    #expect(script.isTidy)
  }

  @Test func `a stream error that survives a restart ends the camera`() throws {
    let script = CameraScripts.yuyv()
    script.nextFailures["VIDIOC_DQBUF"] = Array(repeating: EIO, count: 100)
    #expect(throws: V4L2Error.self) { try levels(script, 1) }
    #expect(script.log.filter { $0 == "VIDIOC_STREAMON" }.count == 9)
    #expect(script.isTidy)
  }

  @Test func `a buffer that the driver refuses once is queued again later`() throws {
    let script = CameraScripts.yuyv()
    let result = try levels(script, 40) {
      if $0 % 10 == 5 { script.nextFailures["VIDIOC_QBUF"] = [EINVAL] }
    }
    #expect(result.counts.frames == 40 && result.counts.lost == 0)
  }

  @Test func `damaged frames are skipped and counted`() throws {
    let script = CameraScripts.yuyv()
    script.frame = { number in
      var frame = FrameScript(CameraScripts.picture(number))
      if number == 3 { frame.isMarkedDamaged = true }
      if number == 5 { frame.bytesUsed = 2 * 64 * 48 - 1 }
      if number == 7 { frame.bytesUsed = 0 }
      return frame
    }
    let result = try levels(script, 10)
    #expect(result.outcomes[3] == .damaged && result.outcomes[5] == .damaged)
    #expect(result.outcomes[7] == .damaged && result.outcomes[8] == .frame(48))
    #expect(result.counts.damaged == 3 && result.counts.frames == 7 && result.counts.lost == 0)
  }

  @Test func `gaps between frame numbers count as lost frames, also where the numbers wrap`() throws
  {
    let script = CameraScripts.yuyv()
    script.frame = { number in
      var frame = FrameScript(CameraScripts.picture(number))
      frame.number =
        (UInt32.max - 4) &+ UInt32(number + (number >= 6 ? 2 : 0) + (number >= 20 ? 1 : 0))
      return frame
    }
    let result = try levels(script, 30)
    #expect(result.counts.lost == 3 && result.notices.isEmpty)
  }

  @Test(arguments: [0, 1])
  func `frame numbers that jump or repeat do not count as lost frames`(kind: Int) throws {
    let script = CameraScripts.yuyv()
    script.frame = { number in
      var frame = FrameScript(CameraScripts.picture(number))
      frame.number = kind == 0 ? 7 : UInt32(number >= 10 ? 3_000_000 + number : 5000 - number)
      return frame
    }
    let result = try levels(script, 30)
    #expect(result.counts.lost == 0 && result.notices == [.wrongFrameNumbers])
  }

  @Test func `a stale first frame does not count as a jump`() throws {
    let script = CameraScripts.yuyv()
    script.frame = { number in
      var frame = FrameScript(CameraScripts.picture(number))
      frame.number = UInt32(number == 0 ? 3 : 4000 + number)
      return frame
    }
    let result = try levels(script, 30)
    #expect(result.counts.lost == 0 && result.notices.isEmpty)
  }

  @Test func `a slow reader loses the frames that found no free buffer`() throws {
    let script = CameraScripts.yuyv()
    let result = try levels(script, 20) { if $0 == 10 { script.pass(0.5) } }
    // Fifteen frames came during the pause, and four buffers were free.
    #expect((10...11).contains(result.counts.lost), "\(result.counts)")
    #expect(result.counts.frames == 20 && result.notices.isEmpty)
  }

  @Test func `a timeout is not an error`() throws {
    let script = CameraScripts.yuyv()
    var camera = try CameraScripts.camera(on: script)
    let before = script.time
    #expect(try camera.withNextFrame(timeout: 0.01) { _ in 1 } == .timedOut)
    #expect(abs(script.time - before - 0.01) < 1e-9)
    #expect(try camera.withNextFrame(timeout: 1) { _ in 1 } == .frame(1))
  }

  @Test func `two buffers are enough and are reported, one is refused`() throws {
    let script = CameraScripts.yuyv()
    script.greatestBufferCount = 2
    #expect(try levels(script, 3).notices == [.fewBuffers(2)])
    script.greatestBufferCount = 1
    #expect(throws: V4L2Error.self) { try levels(script, 3) }
    #expect(script.isTidy)
  }

  @Test func `an error about a busy camera names the program that uses it`() throws {
    let script = CameraScripts.yuyv()
    script.nextFailures["VIDIOC_S_FMT"] = [EBUSY]
    script.folders["/proc"] = ["1", "77", "self"]
    script.folders["/proc/77/fd"] = ["3"]
    script.links["/proc/77/fd/3"] = "/dev/video0"
    script.files["/proc/77/comm"] = "cheese\n"
    do {
      _ = try levels(script, 1)
      Issue.record("nothing was thrown")
    } catch let error as V4L2Error {
      #expect(error.kind == .busy && error.reason.contains("cheese, process 77"))
    }
  }

  @Test func `without permission, the error names the group and the command to run`() throws {
    let script = CameraScripts.yuyv()
    script.nextFailures["open"] = [EACCES]
    #expect(
      CameraList.all(calls: script).first?.problem?.advice.contains("usermod -aG video") == true)
    script.nextFailures["open"] = [EACCES, EACCES]
    do {
      _ = try levels(script, 1)
      Issue.record("nothing was thrown")
    } catch let error as V4L2Error {
      #expect(
        error.kind == .noUsableCamera && error.code == EACCES
          && error.reason.contains("usermod -aG video"))
    }
  }
}
