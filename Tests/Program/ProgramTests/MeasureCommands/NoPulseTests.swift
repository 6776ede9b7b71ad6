import TestSupport
import Testing

@testable import TestPrograms

/// Without a pulse no format ever has a number, and the reason is the right one.
struct NoPulseTests {
  @Test(
    arguments: [
      (scene: "still", reasons: ["no_finger"]), (scene: "moving", reasons: ["no_finger"]),
      (scene: "noise", reasons: ["motion", "no_pulse"]), (scene: "dark", reasons: ["too_dark"]),
      (scene: "saturated", reasons: ["clipped"]),
    ], ["h264", "ffv1"])
  func `a scene without a pulse gives a reason and no number`(
    scene: (scene: String, reasons: [String]), codec: String
  ) throws {
    let folder = try TemporaryFolder()
    let video = try Heartcam.simulate(
      folder.file("video.mkv"), "--size", "160x120", "--duration", "21", "--codec", codec,
      "--scene", scene.scene)
    #expect(try folder.names() == ["video.mkv"], "a scene without beats has no files of true beats")

    let store = folder.file("health.db")
    let json = try Heartcam.run("measure", "--json", "--store", store, video)
    #expect(json.ending == .exit(1))
    let row = try json.row()
    #expect(scene.reasons.contains(row.reason ?? ""), "\(json)")
    #expect(row.bpm == nil && row.low == nil && row.high == nil)
    let readings = try #require(row.readings)
    #expect(readings.count == 2)
    for reading in readings {
      #expect(reading.bpm == nil && reading.low == nil && reading.high == nil)
      #expect(scene.reasons.contains(reading.reason ?? ""))
      #expect(reading.quality < 0.3)
    }

    let csv = try Heartcam.run("measure", "--csv", "--store", "none", video)
    #expect(csv.ending == .exit(1))
    let rows = csv.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = try #require(rows.first)
    for row in rows.dropFirst() {
      let fields = Dictionary(uniqueKeysWithValues: zip(columns, row))
      for column in ["bpm", "bpm_low", "bpm_high"] { #expect(fields[column] == "", "\(row)") }
      #expect(scene.reasons.contains(try #require(fields["reason"])), "\(row)")
    }

    let table = try Heartcam.run("measure", "--store", "none", video)
    #expect(table.ending == .exit(1))
    let lines = table.output.split(separator: "\n")
    #expect(lines.last?.hasPrefix("  no heart rate: ") == true)
    for line in lines.dropFirst(2).dropLast() {
      #expect(line.firstMatch(of: /^ +\d+\.\d to \d+\.\d +-  [a-z]/) != nil, "\(line)")
    }
    #expect(try Heartcam.storedSamples(in: store).isEmpty)
  }

  @Test func `an interval without a number says the likeliest rate and what speaks against it`()
    throws
  {
    let folder = try TemporaryFolder()
    let signal = folder.file("steps.csv")
    _ = try Heartcam.run(
      "simulate", signal, "--pulse", "2,0.1,0.1", "--exposure-steps", "30", "--duration", "60",
      "--seed", "1")
    let table = try Heartcam.run("measure", "--store", "none", signal).output
    let words = /-  likeliest is 7\d, with a chance of 0\.\d\d: all colors change alike/
    #expect(table.firstMatch(of: words) != nil, "\(table)")
    let lines = try Heartcam.run("measure", "--json", "--store", "none", signal).output
    let fields =
      /"bpm":null.{20,200}"refused_bpm":7\d\.\d+,"refused_chance":0\.[0-4]\d*,"against":"light"/
    #expect(lines.firstMatch(of: fields) != nil, "\(lines)")
  }

  @Test func `while a finger is lifted for five seconds there is no number`() throws {
    let row = try Heartcam.measure(Heartcam.samples + "/lifted.mp4", "--every", "5")
    let readings = try #require(row.readings)
    let without = readings.filter { $0.start >= 14 && $0.end <= 19 || $0.start == 15 }
    #expect(!without.isEmpty && without.allSatisfy { $0.bpm == nil }, "\(readings)")
    let with = readings.filter { $0.end <= 10 || $0.start >= 25 }
    #expect(with.count >= 4 && with.allSatisfy { abs(($0.bpm ?? 0) - 70) < 2 }, "\(readings)")
  }
}
