import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Processes that save into one store at the same time, and processes that are killed during saving.
struct ManyProcessesTests {
  let folder: TemporaryFolder
  var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Signals of 21 seconds with different contents and two readings each.
  private func signals(_ count: Int) throws -> [String] {
    try (0..<count).map {
      try Heartcam.simulate(
        folder.file("\($0).csv"), "--duration", "21", "--seed", "\($0)", "--bpm", "\(60 + $0)")
    }
  }

  @Test func `four processes save into a new store at once and nothing is lost`() throws {
    let signals = try signals(40)
    let processes = try (0..<4).map { worker in
      let own = signals[worker * 10..<worker * 10 + 10]
      return try Heartcam.start(["measure", "--json", "--store", store] + own)
    }
    for process in processes {
      let result = process.result()
      #expect(result.ending == .exit(0), "\(result)")
      // Beside the warning that starts are guesses, and how many.
      let logged = result.errorLines.filter { $0.contains("have been logged") }
      #expect(logged.count == 10 && result.errorLines.count == 12, "\(result.errorLines)")
    }
    let samples = try Heartcam.storedSamples(in: store)
    #expect(samples.count == 80)
    #expect(Set(samples.map(\.id)).count == 80)
    let contents = Dictionary(grouping: samples, by: \.metadata.identity)
    #expect(contents.count == 40 && contents.values.allSatisfy { $0.count == 2 })
  }

  @Test func `what is told of imports, deletions and undos at once is what the store has then`()
    throws
  {
    var processes: [(sign: Int, process: ChildProcess)] = []
    for turn in 0..<2 {
      for place in 0..<3 {
        let lines = (0..<500).map {
          let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(place * 1000 + $0))
          return "HeartRate,\(time.ISO8601Format()),60,count/min"
        }
        let table = try folder.write(
          "type,start,value,unit\n" + lines.joined(separator: "\n"), to: "\(turn)-\(place).csv")
        processes.append((1, try Heartcam.start(["store", "import", "--store", store, table])))
      }
      for (sign, words) in [(-1, ["delete", "--all", "--yes"]), (1, ["undo"]), (1, ["undo"])] {
        processes.append((sign, try Heartcam.start(["store"] + words + ["--store", store])))
      }
    }
    var told = 0
    for (sign, process) in processes {
      let result = process.result()
      #expect([.exit(0), .exit(1), .exit(74)].contains(result.ending), "\(result)")
      let count = result.errors.firstMatch(of: /(?:saved|deleted|put back) (\d+) samples?/)
      told += sign * (count.flatMap { Int($0.1) } ?? 0)
    }
    #expect(try Heartcam.storedSamples(in: store).count == told)
  }

  @Test func `measures of one recording at once save it once`() throws {
    for trial in 0..<6 {
      let signal = try Heartcam.simulate(
        folder.file("same\(trial).csv"), "--duration", "21", "--seed", "\(trial)")
      let processes = try (0..<4).map { _ in
        try Heartcam.start(["measure", "--json", "--store", store, signal])
      }
      for process in processes { #expect(process.result().ending == .exit(0)) }
      #expect(try Heartcam.storedSamples(in: store).count == 2 * (trial + 1))
    }
  }

  @Test func `a process killed while saving leaves whole recordings and loses none`() throws {
    let signals = try signals(12)
    var generator = SystemRandomNumberGenerator()
    var logged = 0
    var killed = 0
    var stored = 0
    for _ in 0..<20 {
      let process = try Heartcam.start(
        ["measure", "--json", "--again", "--store", store] + signals)
      // The kill comes after some recordings have been announced, at any moment during the saving of the next.
      let announced = Int.random(in: 0..<11, using: &generator)
      try process.wait {
        process.errorsSoFar.split(separator: "\n").count {
          $0.contains("(2 readings to \(store);")
        }
          >= announced
      }
      usleep(UInt32.random(in: 0..<10_000, using: &generator))
      process.send(SIGKILL)
      let result = process.result()
      if result.ending == .signal(SIGKILL) { killed += 1 }
      logged += 2 * result.errorLines.count { $0.contains("(2 readings to \(store);") }

      guard FileManager.default.fileExists(atPath: store) else { continue }
      let samples = try Heartcam.storedSamples(in: store)
      let contents = Dictionary(grouping: samples, by: \.metadata.identity)
      #expect(contents.values.allSatisfy { $0.count.isMultiple(of: 2) }, "half a recording")
      // Announced samples must be there; samples saved just before the kill may be unannounced.
      #expect(samples.count >= logged, "announced samples are missing")
      #expect(samples.count >= stored, "samples of an earlier process are missing")
      stored = samples.count
      logged = samples.count
    }
    #expect(killed > 0 && stored > 0, "\(killed) were killed and \(stored) samples were saved")
    let last = try Heartcam.start(["measure", "--json", "--again", "--store", store] + signals)
    #expect(last.result().ending == .exit(0))
    #expect(try Heartcam.storedSamples(in: store).count == stored + 24)
  }
}
