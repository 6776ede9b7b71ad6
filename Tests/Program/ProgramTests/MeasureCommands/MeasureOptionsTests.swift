import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// The effects of the options of `heartcam measure`.
struct MeasureOptionsTests {
  let folder: TemporaryFolder
  let video: String

  init() throws {
    folder = try TemporaryFolder()
    video = try RestingVideo.path
  }

  @Test(
    arguments: ["no-finger.mp4"]
      + (Heartcam.isFast ? ["resting.mp4", "exercise.mkv", "restless.mp4", "lifted.mp4"] : []))
  func `a written color signal gives the same readings to the last digit`(name: String) throws {
    let signal = folder.file("signal.csv")
    let first = try Heartcam.measure("\(Heartcam.samples)/\(name)", "--signal", signal)
    let second = try Heartcam.measure(signal)
    #expect(first.readings == second.readings)
    #expect(first.bpm == second.bpm && first.low == second.low && first.high == second.high)
    #expect(first.frames == second.frames && first.reason == second.reason)
    let third = folder.file("third.csv")
    _ = try Heartcam.measure(signal, "--signal", third)
    #expect(try folder.text(of: "signal.csv") == folder.text(of: "third.csv"))
  }

  @Test func `what a color signal shows can be said`() throws {
    let face = try Heartcam.simulate(
      folder.file("face.csv"), "--scene", "face", "--duration", "60", "--bpm", "72")
    let skin = try Heartcam.measure(face, "--subject", "skin", "--channel", "pos")
    #expect(abs((skin.bpm ?? 0) - 72) < 1, "\(skin)")
    // A face is no finger, whatever the channel; and no face is asked for a finger.
    for channel in ["pos", "green", "auto"] {
      let finger = try Heartcam.measure(face, "--subject", "fingertip", "--channel", channel)
      #expect(finger.bpm == nil && finger.reason == "no_finger", "\(finger)")
      let other = try Heartcam.measure(face, "--subject", "skin", "--channel", channel)
      #expect(other.reason != "no_finger", "\(other)")
    }
  }

  @Test func `readings come as often as --every says`() throws {
    for (every, count) in [("5", 6), ("7.5", 4), ("10", 3), ("30", 1)] {
      let readings = try #require(try Heartcam.measure(video, "--every", every).readings)
      #expect(readings.count == count)
      for (index, reading) in readings.enumerated() {
        let seconds = try #require(Double(every))
        #expect(abs(reading.start - seconds * Double(index)) < 1e-9)
        #expect(abs(reading.end - reading.start - seconds) < 0.05)
        #expect(abs((reading.bpm ?? 0) - 62) < 1.5, "\(every): \(reading)")
      }
    }
  }

  @Test(arguments: ["red", "green", "blue"])
  func `the pulse comes from the requested channel`(channel: String) throws {
    let row = try Heartcam.measure(video, "--channel", channel)
    #expect(row.channel == channel)
    #expect(row.readings?.allSatisfy { $0.bpm == nil || $0.channel == channel } == true)
    #expect(abs((row.bpm ?? 0) - 62) < 1)
  }

  @Test func `a region restricts the measurement to its part of the picture`() throws {
    // A finger on the left, a still picture on the right.
    let half = try Heartcam.ffmpeg(
      "-i", video, "-f", "lavfi", "-i", "testsrc=s=64x48:r=30", "-filter_complex",
      "[1]trim=end_frame=1,loop=-1:1,setpts=N/30/TB[s];[0][s]hstack=shortest=1", "-c:v", "ffv1",
      "-pix_fmt", "yuv420p",
      to: folder.file("half.mkv"))
    let left = try Heartcam.measure(half, "--roi", "0,0,64,48")
    let whole = try Heartcam.measure(video)
    #expect(left.readings?.count == 3)
    for (one, other) in zip(left.readings ?? [], whole.readings ?? []) {
      #expect(abs((one.bpm ?? 0) - (other.bpm ?? 99)) < 0.5)
    }
    let right = try Heartcam.run(
      "measure", "--json", "--store", "none", half, "--roi", "64,0,64,48")
    #expect(right.ending == .exit(1))
    #expect(try right.row().bpm == nil && right.row().reason == "no_finger")
    let outside = try Heartcam.run("measure", "--store", "none", half, "--roi", "600,0,80,80")
    #expect(outside.ending == .exit(2))
    #expect(
      outside.errors == """
        heartcam: cannot measure \(half): the region 600,0,80,80 does not lie within the picture \
        of 128x48 pixels

        """)
    let signal = try Heartcam.run(
      "measure", "--store", "none", Heartcam.samples + "/resting.csv", "--roi", "0,0,1,1")
    #expect(signal.ending == .exit(2))
    #expect(signal.errors.hasSuffix("a color signal has no region to choose\n"))
  }

  @Test func `--fast changes the readings by next to nothing`() throws {
    let motionJPEG = try Heartcam.simulate(
      folder.file("video.avi"), "--size", "160x120", "--duration", "21", "--bpm", "90")
    for file in [video, motionJPEG] + (Heartcam.isFast ? [Heartcam.samples + "/exercise.mkv"] : [])
    {
      let exact = try #require(try Heartcam.measure(file).readings)
      let fast = try #require(try Heartcam.measure(file, "--fast").readings)
      #expect(exact.count == fast.count)
      for (one, other) in zip(exact, fast) {
        let bpm = try #require(one.bpm)
        #expect(abs(bpm - (other.bpm ?? 0)) < 0.5, "\(file)")
      }
    }
  }

  @Test func `the result is the same for any number of threads`() throws {
    let one = try Heartcam.measure(video, "--threads", "1")
    #expect(try Heartcam.measure(video, "--threads", "4") == one)
    #expect(try Heartcam.measure(video) == one)
  }

  @Test func `standard input is measured from a pipe and from a file`() throws {
    for name in ["exercise.mkv", "resting.csv"] {
      let file = "\(Heartcam.samples)/\(name)"
      let piped = try Heartcam.sh(
        "cat \"$file\" | \"$heartcam\" measure --json --store none -", ["file": file])
      #expect(piped.ending == .exit(0), "\(piped)")
      #expect(try piped.row().input == "-")
      #expect(try piped.row().readings == Heartcam.measure(file).readings)
    }
    // An mp4 has its index at the end, and only a file can be searched for it.
    let redirected = try Heartcam.run(
      "measure", "--json", "--store", "none", "-", input: .file(video))
    #expect(redirected.ending == .exit(0), "\(redirected)")
    #expect(try redirected.row().readings == Heartcam.measure(video).readings)
    let piped = try Heartcam.sh(
      "cat \"$file\" | \"$heartcam\" measure --store none -", ["file": video])
    #expect(piped.ending == .exit(2))
    #expect(piped.errorLines.count == 1)
    #expect(
      piped.errors.hasSuffix(
        "(it is a pipe, which some containers cannot be read from: name the file)\n"))
    let nothing = try Heartcam.run("measure", "--store", "none", "-")
    #expect(nothing.ending == .exit(2) && nothing.errorLines.count == 1)
  }

  @Test func `files that cannot be written give exit code 74 after the result`() throws {
    for option in ["--beats", "--signal"] {
      let result = try Heartcam.run(
        "measure", "--json", "--store", "none", "--start", "2026-01-31T09:00:00Z",
        Heartcam.samples + "/resting.csv", option, "/dev/full")
      #expect(result.ending == .exit(74))
      #expect(try result.row().bpm != nil)
      #expect(
        result.errors == "heartcam: cannot write /dev/full: No space left on device\n")
    }
  }

  @Test func `an output whose folder is missing is refused before anything is measured`() throws {
    let path = folder.file("none/file.csv")
    let result = try Heartcam.run(
      "measure", "--json", "--store", "none", Heartcam.samples + "/resting.csv", "--beats", path)
    #expect(result.ending == .exit(73) && result.output.isEmpty)
    #expect(
      result.errors.hasPrefix(
        "heartcam: --beats: there is no folder \(folder.file("none")); make it first"))
  }
}
