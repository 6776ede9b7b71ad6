import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What a study speaks and plays, heard by programs that stand in for the machine's.
struct StudySoundTests: StudyRunsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a program of a shell script.
  private func write(_ name: String, _ script: String, in programs: String) throws {
    // Another process writes it: a file that a child of this one happens to have open is too busy to run.
    let made = try Heartcam.sh(
      "printf '#!/bin/sh\\n%s\\n' \"$script\" > \"$file\" && chmod 755 \"$file\"",
      ["script": script, "file": "\(programs)/\(name)"])
    #expect(made.ending == .exit(0), "\(made)")
  }

  @Test func `instructions are spoken, a clip is played, and it stops with its step`() throws {
    let log = folder.file("heard")
    let programs = folder.file("bin")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
    try write("spd-say", "echo \"say $*\" >> '\(log)'", in: programs)
    try write(
      "pw-play",
      "echo \"play $*\" >> '\(log)'\ntrap 'echo stopped >> \(log); kill $!; exit' TERM\n"
        + "tail -f /dev/null &\nwait", in: programs)
    try Tone.write(to: folder.file("tone.wav"))
    let task = try folder.write(
      """
      {"heartcam_task": 1, "identifier": "heard", "steps": [
        {"type": "music", "identifier": "music", "duration_s": 0, "starts_automatically": true,
         "spoken": "-v Listen; now", "clips": ["tone.wav"]},
        {"type": "completion", "identifier": "end"}]}
      """, to: "heard.json")
    let pipe = try OpenPipe()
    let process = try Heartcam.start(
      ["study", "run", task, "--json", "--from", "mock", "--store", "none", "-o", runs],
      input: .descriptor(pipe.readingEnd), environment: ["PATH": "\(programs):/usr/bin:/bin"])
    func heard() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }
    try process.wait { heard().contains("play -\n") && heard().contains("say") }
    // What is spoken is no option, and no command of a shell.
    #expect(heard().contains("say --wait -- -v Listen; now"), "\(heard())")
    pipe.write("next\n")
    try process.wait { heard().contains("stopped") }
    pipe.write("next\n")
    #expect(process.result().ending == .exit(0))
  }

  @Test func `without any player the study is silent and says so`() throws {
    try Tone.write(to: folder.file("tone.wav"))
    let input = try folder.write("next\nnext\nnext\n", to: "in")
    let result = try Heartcam.start(
      [
        "study", "run", "music", "--clip", folder.file("tone.wav"), "--step", "music=0",
        "--json", "--from", "mock", "--store", "none", "-o", runs,
      ],
      input: .file(input), environment: ["PATH": folder.path]
    ).result()
    #expect(result.errors.contains("nothing is played: install"), "\(result)")
  }

  /// Runs a task of one music step with the player until it has heard the whole clip.
  private func play(_ clip: String, with player: String) throws -> (stream: Data, words: String) {
    let place = try TemporaryFolder()
    let heard = place.file("heard")
    try write(
      player,
      "echo \"$*\" > '\(heard).words'\ncat > '\(heard).part'\n"
        + "mv '\(heard).part' '\(heard)'", in: place.path)
    let pipe = try OpenPipe()
    let process = try Heartcam.start(
      [
        "study", "run", "music", "--clip", clip, "--step", "music=0", "--json", "--from",
        "mock", "--store", "none", "-o", place.file("runs"),
      ],
      input: .descriptor(pipe.readingEnd),
      environment: ["PATH": "\(place.path):/usr/bin:/bin"])
    try process.wait { process.outputSoFar.contains("\"step\"") }
    pipe.write("next\n")
    try process.wait { FileManager.default.fileExists(atPath: heard) }
    pipe.write("end\n")
    let result = process.result()
    #expect(result.ending == .exit(0), "\(result)")
    return (
      try Data(contentsOf: URL(filePath: heard)),
      try String(contentsOfFile: heard + ".words", encoding: .utf8)
    )
  }

  private static let hasFFmpeg = FileManager.default.fileExists(atPath: "/usr/bin/ffmpeg")

  @Test(arguments: [("wav", "pw-play"), ("wav", "paplay"), ("mp3", "aplay"), ("ogg", "pw-play")])
  func `a player gets the whole clip as samples of its pitch`(form: String, player: String) throws {
    let original = folder.file("tone.wav")
    try Tone.write(to: original, hertz: 441, seconds: 2)
    let clip = folder.file("clip.\(form)")
    if form == "wav" {
      try FileManager.default.copyItem(atPath: original, toPath: clip)
    } else {
      guard Self.hasFFmpeg else { return }
      let made = try ChildProcess(
        ["/usr/bin/ffmpeg", "-v", "error", "-i", original, clip], environment: Heartcam.environment
      ).result()
      try #require(made.ending == .exit(0), "\(made)")
    }
    let (stream, words) = try play(clip, with: player)
    #expect(words == ["pw-play": "-\n", "paplay": "\n", "aplay": "-q -\n"][player])
    let tone = try Tone(stream: stream)
    #expect(tone.sampleRate == 48_000 && tone.channelCount == 2)
    // Coders add some hundredths of a second of silence.
    #expect(abs(tone.seconds - 2) < (form == "wav" ? 0.001 : 0.1), "\(tone.seconds) s")
    #expect(abs(tone.hertz - 441) < 5, "\(tone.hertz) Hz")
    // One channel becomes two of the same power together: each has its amplitude over the root of two.
    #expect(abs(tone.peak - 5657) < (form == "wav" ? 100 : 500), "\(tone.peak)")
  }

  @Test func `a player that fails is named`() throws {
    let clip = folder.file("tone.wav")
    try Tone.write(to: clip)
    try write("pw-play", "exit 1", in: folder.path)
    let process = try Heartcam.start(
      [
        "study", "run", "music", "--clip", clip, "--step", "music=0", "--json", "--from",
        "mock", "--store", "none", "-o", runs,
      ],
      input: .file(try folder.write("next\n", to: "in")),
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    try process.wait { process.errorsSoFar.contains("pw-play failed, so nothing is heard") }
    process.send(SIGTERM)
    #expect(process.result().ending == .exit(143))
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/bin/espeak-ng"),
      "there is no espeak-ng: scripts/setup --tests installs it"))
  func `what is spoken can be heard, and a longer text takes longer`() throws {
    let texts = [
      "Walk.", "Walk as fast as you can until you are told to stop. Then sit down and rest.",
    ]
    var spoken: [Tone] = []
    for (index, text) in texts.enumerated() {
      let place = try TemporaryFolder()
      let sound = place.file("spoken.wav")
      // The program's own words go to the real synthesizer, whose sound goes into a file.
      try write(
        "espeak-ng",
        "/usr/bin/espeak-ng -w '\(sound).part' \"$@\" && mv '\(sound).part' '\(sound)'",
        in: place.path)
      let task = try place.write(
        """
        {"heartcam_task": 1, "identifier": "spoken", "steps": [
          {"type": "active", "identifier": "said", "duration_s": 0, "starts_automatically": true,
           "spoken": "\(text)"}]}
        """, to: "spoken\(index).json")
      let pipe = try OpenPipe()
      let process = try Heartcam.start(
        [
          "study", "run", task, "--json", "--from", "mock", "--store", "none", "-o",
          place.file("runs"),
        ],
        input: .descriptor(pipe.readingEnd),
        environment: ["PATH": "\(place.path):/bin"])
      try process.wait { FileManager.default.fileExists(atPath: sound) }
      pipe.write("end\n")
      #expect(process.result().ending == .exit(0))
      spoken.append(try Tone(wave: Data(contentsOf: URL(filePath: sound))))
    }
    #expect(spoken.allSatisfy { $0.peak > 3000 }, "\(spoken.map(\.peak))")
    #expect(spoken[0].seconds > 0.2, "\(spoken[0].seconds) s")
    #expect(spoken[1].seconds > 3 * spoken[0].seconds, "\(spoken.map(\.seconds)) s")
  }
}
