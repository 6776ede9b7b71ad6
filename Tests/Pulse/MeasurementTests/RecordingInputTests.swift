import FoundationEssentials
import Glibc
import Measurement
import Photoplethysmography
import TestSupport
import Testing
import VideoFrames

/// What the content of a file is taken for, and what is said of files that hold no recording.
struct RecordingInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(of path: String) -> MeasurementError? {
    #expect(throws: MeasurementError.self) {
      _ = try RecordingInput(path).measure()
    }
  }

  @Test(arguments: ["signal.csv", "signal.mp4", "signal", "-signal.txt", "a b\nc.csv"])
  func `a color signal is recognized by its header, not by its name`(name: String) throws {
    let path = try folder.write("time_s,red,green,blue\n0,1,2,3\n1,1,2,3\n", to: name)
    let recording = try RecordingInput(path).measure()
    #expect(recording.kind == "color signal")
    #expect(recording.frameCount == 2)
    #expect(recording.reason == .tooShort)
  }

  @Test func `what is no recording is refused with a reason`() throws {
    let missing = folder.file("missing.mp4")
    #expect(error(of: missing)?.description == "cannot open \(missing): No such file or directory")
    #expect(
      error(of: folder.path)?.description
        == "cannot measure \(folder.path): it is a folder without recordings; name a video, a color signal, or a folder of pictures with their rate"
    )
    let empty = try folder.write("", to: "empty.mp4")
    #expect(error(of: empty)?.description == "cannot measure \(empty): the file is empty")
    let text = try folder.write("A letter to nobody.\n", to: "letter.mp4")
    #expect(
      error(of: text)?.description == "cannot open \(text): it is not a video that FFmpeg knows")
  }

  @Test func `a signal without a single sample is refused`() throws {
    let path = try folder.write("time_s,red,green,blue\nx\n", to: "none.csv")
    #expect(error(of: path)?.description == "cannot measure \(path): it holds no frame")
  }

  @Test func `a region of a color signal is refused`() throws {
    let path = try folder.write("time_s,red,green,blue\n0,1,2,3\n", to: "signal.csv")
    var options = MeasurementOptions()
    options.region = .init(x: 0, y: 0, width: 4, height: 4)
    let error = #expect(throws: MeasurementError.self) {
      _ = try RecordingInput(path).measure(options)
    }
    #expect(error?.reason == "a color signal has no region to choose")
  }

  @Test func `a signal starts its length before the file was last changed`() throws {
    let lines = (0...300).map { "\(Double($0) / 30 + 5),200,60,40\n" }
    let path = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "signal.csv")
    let changed = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    let recording = try RecordingInput(path).measure()
    #expect(abs(recording.duration - 301.0 / 30) < 1e-9)
    #expect(abs(recording.start.timeIntervalSince(changed) + recording.duration) < 1e-3)
    // The recording's own clock starts at 5.
    #expect(recording.date(of: 5) == recording.start)
  }

  @Test func `levels from 0 to 1 are noticed`() throws {
    let lines = (0...300).map { "\(Double($0) / 30),0.8,0.3,0.2\n" }
    let path = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "signal.csv")
    let recording = try RecordingInput(path).measure()
    #expect(
      recording.warnings.first == "levels seem to run from 0 to 1; they are expected from 0 to 255")
    #expect(recording.collector.rate == nil)
  }

  @Test func `a measurement stopped on the way is partial and keeps what it has`() throws {
    let lines = (0..<900).map { index in
      let time = Double(index) / 30
      let beat = 2 * beat(at: 1.2 * time)
      return "\(time),\(200 - beat),\(60 - beat),\(40 - 0.3 * beat)\n"
    }
    let path = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "signal.csv")
    var count = 0
    let recording = try RecordingInput(path).measure { _ in
      count += 1
      return count < 450
    }
    #expect(recording.isPartial)
    #expect(recording.frameCount == 450)
    #expect(abs((recording.collector.rate?.beatsPerMinute ?? 0) - 72) < 1)
  }
}
