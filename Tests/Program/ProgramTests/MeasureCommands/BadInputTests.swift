import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// An input that cannot be measured gives one clear line and an exit code.
struct BadInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the one line of standard error about an input that cannot be read, without its path.
  private func refusal(of input: String) throws -> String {
    let process = try Heartcam.start(["measure", "--csv", "--store", folder.file("s.db"), input])
    let result = process.result(within: .seconds(20))
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.errorLines.count == 1, "\(result)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("s.db")))
    let rows = result.output.split(separator: "\n")
    #expect(rows.count == 2 && rows.last?.contains("cannot ") == true, "\(result)")
    return (result.errorLines.first ?? "").replacing(input, with: "FILE")
  }

  @Test func `a missing file, a folder, an empty file and text are refused`() throws {
    #expect(
      try refusal(of: folder.file("none.mp4"))
        == "heartcam: cannot open FILE: No such file or directory")
    #expect(
      try refusal(of: folder.path)
        == "heartcam: cannot measure FILE: it is a folder without recordings; name a video, a color "
        + "signal, or a folder of pictures with their rate")
    #expect(
      try refusal(of: folder.write("", to: "empty.mp4"))
        == "heartcam: cannot measure FILE: the file is empty")
    let letter = "A letter to nobody."
    #expect(
      try refusal(of: folder.write(letter + "\n", to: "letter.mp4"))
        == "heartcam: cannot open FILE: it is not a video that FFmpeg knows")
    #expect(
      try refusal(of: folder.write(letter + "\n", to: "letter.txt"))
        == "heartcam: cannot measure FILE: no line of it holds numbers; its first line is '\(letter)'"
    )
    for device in ["/dev/null", "/dev/zero"] {
      #expect(
        try refusal(of: device)
          == "heartcam: cannot open FILE: it is not a video that FFmpeg knows")
    }
  }

  @Test(arguments: ["m4a", "wav", "ogg"])
  func `a file with sound alone is refused`(kind: String) throws {
    let sound = try Heartcam.ffmpeg(
      "-f", "lavfi", "-i", "sine=duration=2", to: folder.file("sound.\(kind)"))
    #expect(
      try refusal(of: sound)
        == "heartcam: cannot open FILE: it has no video stream, only sound")
  }

  @Test func `an mp4 whose index was never written is refused as unfinished`() throws {
    let whole = try Data(contentsOf: URL(filePath: RestingVideo.path))
    let cut = try folder.write(whole.prefix(whole.count / 2), to: "cut.mp4")
    #expect(
      try refusal(of: cut) == """
        heartcam: cannot open FILE: its index is missing (moov atom not found): \
        the recording was not finished
        """)
  }

  @Test func `a truncated video is measured as far as it goes, with a warning`() throws {
    let streamed = try Heartcam.ffmpeg(
      "-i", RestingVideo.path, "-c", "copy", "-movflags", "+faststart",
      to: folder.file("streamed.mp4"))
    for original in [streamed, Heartcam.samples + "/exercise.mkv"] {
      let whole = try Data(contentsOf: URL(filePath: original))
      let cut = try folder.write(whole.prefix(whole.count * 6 / 10), to: "cut")
      let result = try Heartcam.run("measure", "--json", "--store", "none", cut)
      #expect(result.ending == .exit(0), "\(result)")
      #expect(
        result.errorLines.first
          == "heartcam: \(cut): the file ends early; what is there was measured")
      let row = try result.row()
      #expect(row.warnings?.first == "the file ends early; what is there was measured")
      #expect((10..<25).contains(row.duration ?? 0))
      let all = try Heartcam.measure(original)
      #expect(row.readings?.first == all.readings?.first)
    }
  }

  @Test func `a video without a frame is refused and one of a single frame is too short`() throws {
    let color = ["-f", "lavfi", "-i", "color=c=0xD23C2D:s=64x64:r=30"]
    let none = folder.file("none.mp4")
    try Heartcam.ffmpeg(color[0], color[1], color[2], color[3], "-frames:v", "0", to: none)
    #expect(try refusal(of: none) == "heartcam: cannot open FILE: it has no video stream")
    let picture = try Heartcam.ffmpeg(
      color[0], color[1], color[2], color[3], "-frames:v", "1", to: folder.file("one.png"))
    #expect(try refusal(of: picture).contains("it is a picture, not a video"))
    for name in ["one.mp4", "one.mkv"] {
      let one = try Heartcam.ffmpeg(
        color[0], color[1], color[2], color[3], "-frames:v", "1", to: folder.file(name))
      let result = try Heartcam.run(
        "measure", "--json", "--start", "2026-01-31", "--store", "none", one)
      #expect(result.ending == .exit(1))
      #expect(result.errors.isEmpty)
      let row = try result.row()
      #expect(row.reason == "too_short" && row.frames == 1 && row.bpm == nil)
    }
  }

  @Test func `the smallest and the greatest pictures are read`() throws {
    let small = try Heartcam.simulate(
      folder.file("small.mkv"), "--size", "8x8", "--duration", "21", "--codec", "ffv1")
    #expect(try abs((Heartcam.measure(small).bpm ?? 0) - 72) < 2)
    let great = try Heartcam.ffmpeg(
      "-f", "lavfi", "-i", "color=c=0xD23C2D:s=8192x8192:r=30", "-frames:v", "3", "-c:v", "mjpeg",
      to: folder.file("great.avi"))
    let row = try Heartcam.measure(great)
    #expect(row.frames == 3 && row.reason == "too_short")
  }

  @Test(arguments: ["list.m3u8", "list.mp4"])
  func `a playlist that points to other files is refused`(name: String) throws {
    try folder.copy(RestingVideo.path, to: "video.mp4")
    let hls = try folder.write(
      """
      #EXTM3U
      #EXT-X-TARGETDURATION:30
      #EXTINF:30,
      file://\(folder.file("video.mp4"))
      #EXT-X-ENDLIST

      """, to: name)
    #expect(
      try refusal(of: hls) == """
        heartcam: cannot open FILE: it is a playlist (hls), which may point elsewhere; \
        name the video itself
        """)
    let concat = try folder.write("ffconcat version 1.0\nfile video.mp4\n", to: "2" + name)
    #expect(
      try refusal(of: concat) == """
        heartcam: cannot open FILE: it is a playlist (concat), which may point elsewhere; \
        name the video itself
        """)
  }

  @Test(.enabled(if: OtherUser.obstacle == nil, Comment(rawValue: OtherUser.obstacle ?? "")))
  func `a file without read permission is refused`() throws {
    let secret = try folder.copy(RestingVideo.path, to: "secret.mp4")
    chmod(secret, 0)
    let result = try OtherUser.run(
      ["measure", "--csv", "--store", "none", secret], from: folder)
    #expect(result.ending == .exit(2))
    #expect(result.errors == "heartcam: cannot open \(secret): Permission denied\n")
  }

  @Test func `one input that cannot be read does not stop the others`() throws {
    let good = Heartcam.samples + "/resting.csv"
    let empty = try folder.write("", to: "empty.mp4")
    let store = folder.file("health.db")
    let result = try Heartcam.start(
      ["measure", "--json", "--store", store, empty, good, folder.file("no"), good]
    ).result()
    #expect(result.ending == .exit(2))
    let rows = try result.rows()
    #expect(rows.map(\.input) == [empty, good, folder.file("no"), good])
    #expect(rows[0].error == "cannot measure \(empty): the file is empty")
    #expect(rows[2].error == "cannot open \(folder.file("no")): No such file or directory")
    #expect(rows[1].bpm != nil && rows[1] == rows[3])
    #expect(try Heartcam.storedSamples(in: store).count == rows[1].readings?.count)
    // A file that cannot be read decides the exit code, not one without a pulse.
    let both = try Heartcam.run(
      "measure", "--store", "none", Heartcam.samples + "/no-finger.mp4", empty)
    #expect(both.ending == .exit(2))
  }
}
