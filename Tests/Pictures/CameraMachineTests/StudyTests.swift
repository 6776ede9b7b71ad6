import FoundationEssentials
import Testing

extension CameraMachineSuite {
  /// `heartcam study run` with a USB camera behind its real driver.
  struct StudyTests {
    /// A step in which the camera is unplugged, and one after it; a step in which the finger leaves the lens.
    static let script = GuestScript(
      name: "study",
      commands: """
        export HOME=$PWD SWIFT_BACKTRACE=enable=no
        step() { # NAME SECONDS
          printf '%s' '{"type": "active", "identifier": "'"$1"'", "duration_s": '"$2"', "starts_automatically": true,
            "continues_on_finish": true, "recorders": [
              {"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}, {"identifier": "beats", "type": "beats"}]}'
        }
        study() { # NAME STEPS
          printf '{"heartcam_task": 1, "identifier": "%s", "steps": [%s]}' "$1" "$2" >"$1.json"
          scenario "$1" 90 \(CameraMachine.heartcam) study run "$1.json" --plain --silent --from camera \\
            --camera "$(usb_node A1)" --fps 30 --size 160x120 --store none -o "$1" </dev/null
        }

        plug_in A1 --bpm 66 --at "13 unplug"
        study unplugged "$(step walk 15), $(step rest 2)"
        await 10 is_gone A1
        plug_in A1 --bpm 66 --at "12 nofinger" --at "15 finger"
        study lifted "$(step rest 28)"
        unplug A1
        """)

    let run: GuestRun

    init() async throws { run = try await SharedMachine.usb.run(of: Self.script) }

    @Test func `a camera that is unplugged in a step is reported, and the run goes on`() throws {
      let study = try StudyFolder(run, "unplugged")
      #expect(study.scenario.status == 0, "\(study)")
      #expect(study.scenario.errors.contains("the camera is gone"), "\(study)")
      #expect(study.result.finishReason == "completed", "\(study)")
      #expect(study.result.results.map(\.identifier) == ["walk", "rest"], "\(study)")
      let walk = try #require(study.result.results.first)
      #expect(walk.userInfo.notices?.contains("the camera is gone") == true, "\(study)")
      #expect(walk.files.map(\.identifier) == ["hr", "beats"], "\(study)")
      let rates = try study.values(of: walk)
      #expect(rates.count >= 2 && rates.allSatisfy { abs($0 - 66) < 4 }, "\(rates) \(study)")
      // The rate of the step before is not the next one's.
      let rest = try #require(study.result.results.last)
      #expect(rest.files.isEmpty && rest.results.allSatisfy { $0.error != nil }, "\(study)")
    }

    @Test func `a finger that is lifted in a step is asked back, and counted in the result`() throws
    {
      let study = try StudyFolder(run, "lifted")
      #expect(study.scenario.status == 0, "\(study)")
      #expect(study.scenario.output.contains("place a fingertip on the lens"), "\(study)")
      #expect(study.result.finishReason == "completed", "\(study)")
      let rest = try #require(study.result.results.first)
      let lifted = rest.userInfo.refusals["no_finger"] ?? 0
      #expect((1...4).contains(lifted), "\(rest.userInfo.refusals) \(study)")
      let rates = try study.values(of: rest)
      #expect(rates.count >= 4 && rates.allSatisfy { abs($0 - 66) < 4 }, "\(rates) \(study)")
      // It is measured again with the finger back.
      #expect(study.scenario.lines.last { $0.contains("s left") }?.contains("bpm") == true)
    }
  }
}

/// What a study in the machine has left: its output, and the folder of its one run.
private struct StudyFolder: CustomStringConvertible {
  /// `result.json`, with what tests use.
  struct Result: Decodable {
    let finishReason: String?
    let results: [Step]
  }

  struct Step: Decodable {
    let identifier: String
    let userInfo: Facts
    let results: [Item]

    /// The files of its recorders.
    var files: [Item] { results.filter { $0.path != nil } }
  }

  struct Facts: Decodable {
    let notices: String?
    private let refusalSeconds: [String: Double]?

    /// Seconds without a rate, by the reason.
    var refusals: [String: Double] { refusalSeconds ?? [:] }

    enum CodingKeys: String, CodingKey {
      case refusalSeconds = "refusals_s"
      case notices
    }
  }

  struct Item: Decodable {
    let identifier: String
    let path: String?
    let count: Int?
    let error: String?
  }

  private struct Recording: Decodable {
    struct Item: Decodable { let value: Double? }
    let items: [Item]
  }

  let scenario: GuestRun.Scenario
  let result: Result
  private let folder: String

  init(_ run: GuestRun, _ name: String) throws {
    scenario = try run.scenario(name)
    let runs = run.file(name)
    let names = try FileManager.default.contentsOfDirectory(atPath: runs)
    folder = "\(runs)/\(try #require(names.count == 1 ? names.first : nil, "\(scenario)"))"
    result = try Self.decode(Result.self, "\(folder)/result.json")
  }

  /// The values in a step's files, each of which must parse and hold as many items as the result says.
  func values(of step: Step) throws -> [Double] {
    try step.files.flatMap { file in
      let items = try Self.decode(Recording.self, "\(folder)/\(file.path ?? "")").items
      #expect(items.count == file.count && !items.isEmpty, "\(file)")
      return items.compactMap(\.value)
    }
  }

  var description: String { "\(result)\n\(scenario)" }

  private static func decode<T: Decodable>(_ type: T.Type, _ path: String) throws -> T {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(filePath: path)))
  }
}
