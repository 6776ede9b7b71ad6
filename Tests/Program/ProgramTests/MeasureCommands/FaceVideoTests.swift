import TestSupport
import Testing

@testable import TestPrograms

/// A simulated face, measured from the video with `--channel chrom` and `pos`.
struct FaceVideoTests {
  private func video(_ folder: TemporaryFolder, _ options: String...) throws -> String {
    let path = folder.file("face.mkv")
    let made = try Heartcam.start(
      [
        "simulate", path, "--size", "128x96", "--duration", "21", "--codec", "ffv1", "--bpm", "68",
        "--seed", "4",
      ] + options
    ).result()
    guard made.ending == .exit(0) else { throw UnexpectedOutput(description: "\(made)") }
    return path
  }

  @Test func `a face is measured from its skin wherever it is in the picture`() throws {
    let folder = try TemporaryFolder()
    let face = try video(folder, "--scene", "face", "--sway", "0.5")
    #expect(try folder.names().count == 3, "the files of true beats are beside it")
    let truth = try BeatTimes(csv: folder.text(of: "face.beats.csv")).times
    #expect(truth.count > 20)
    for channel in ["chrom", "pos"] {
      let result = try Heartcam.run(
        "measure", "--json", "--store", "none", "--channel", channel, face)
      let row = try result.row()
      #expect(row.channel == channel && abs((row.bpm ?? 0) - 68) < 2, "\(result)")
      #expect(row.readings?.contains { $0.channel == channel && $0.bpm != nil } == true)
      let share = result.output.firstMatch(of: /"skin_share":(0\.\d+)/).flatMap { Double($0.1) }
      #expect((0.25...0.45).contains(share ?? 0), "\(result)")
    }
    let green = try Heartcam.measure(face, "--channel", "green", "--roi", "44,24,40,48")
    #expect(green.bpm == nil || abs((green.bpm ?? 0) - 68) < 2)
    #expect(try Heartcam.measure(face).reason == "no_finger")
  }

  @Test func `the color signal of a face gives the readings of its video`() throws {
    let folder = try TemporaryFolder()
    let face = try video(folder, "--scene", "face")
    let signal = folder.file("signal.csv")
    let seen = try Heartcam.measure(face, "--channel", "pos", "--signal", signal)
    let again = try Heartcam.measure(signal, "--channel", "pos")
    #expect(seen.readings == again.readings && seen.readings?.isEmpty == false)
  }

  @Test func `a face without a pulse, and a picture without skin, give a reason`() throws {
    let folder = try TemporaryFolder()
    let still = try video(folder, "--scene", "face", "--pulse", "0,0,0")
    let result = try Heartcam.run("measure", "--json", "--store", "none", "--channel", "pos", still)
    #expect(result.ending == .exit(1))
    #expect(["no_pulse", "motion"].contains(try result.row().reason ?? ""), "\(result)")
    let blue = try Heartcam.simulate(
      folder.file("blue.mkv"), "--size", "128x96", "--duration", "11", "--codec", "ffv1",
      "--levels", "60,140,200")
    let nobody = try Heartcam.run(
      "measure", "--json", "--store", "none", "--channel", "chrom", blue)
    #expect(try nobody.row().reason == "no_skin", "\(nobody)")
  }
}
