import FoundationEssentials
import Glibc
import SampleStore

/// Uses a store as another process would, and says on standard output what came of it.
///
///     StoreWriterTool save PATH TRANSACTIONS SAMPLES   a line of identifiers for each that returned
///     StoreWriterTool probe PATH ACCESS USER UMASK     opens, counts and saves as another user
///     StoreWriterTool fill PATH BALLAST                saves until it fails, removes BALLAST, saves
@main
struct StoreWriterTool {
  static func main() {
    let words = CommandLine.arguments
    do {
      switch (words.dropFirst().first, words.count) {
      case ("save", 5): try save(path: words[2], Int(words[3]) ?? 0, of: Int(words[4]) ?? 0)
      case ("probe", 6):
        try probe(
          path: words[2], access: words[3] == "readOnly" ? .readOnly : .readWrite,
          user: uid_t(words[4]), umask: mode_t(words[5], radix: 8))
      case ("fill", 4): try fill(path: words[2], ballast: words[3])
      default: exit(64)
      }
    } catch let error as StoreError {
      say("\(error.reason): \(error)")
      exit(74)
    } catch {
      say("\(error)")
      exit(70)
    }
  }

  /// A line that the other side sees at once, also if this process is killed right after.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func samples(_ count: Int) throws -> [QuantitySample] {
    try (0..<count).map { _ in
      let start = Date(timeIntervalSinceReferenceDate: Double.random(in: 0...1e9))
      return try QuantitySample(
        type: .heartRate, quantity: Quantity(72, .countPerMinute), start: start, end: start + 10,
        source: Source(name: "Tool", bundleIdentifier: "org.example.tool"),
        metadata: ["note": .string(String(repeating: "x", count: 200))])
    }
  }

  private static func save(path: String, _ transactions: Int, of count: Int) throws {
    let store = try HealthStore(location: StoreLocation(path: path))
    for _ in 0..<transactions {
      let samples = try samples(count)
      try store.save(samples)
      say(samples.map(\.id.uuidString).joined(separator: " "))
    }
  }

  private static func probe(
    path: String, access: HealthStore.Access, user: uid_t?, umask mask: mode_t?
  ) throws {
    if let user, setgid(user) != 0 || setuid(user) != 0 { exit(71) }
    if let mask { umask(mask) }
    let store = try HealthStore(location: StoreLocation(path: path), access: access)
    say(store.isReadOnly ? "opened to read" : "opened to write")
    for warning in store.warnings { say("warning: \(warning)") }
    say("\(try store.count(matching: SampleQuery())) samples")
    var lent = 0
    try store.forEachSample(matching: SampleQuery()) { _ in lent += 1 }
    say("\(lent) lent")
    for file in [path, path + "-wal", path + "-shm", String(path[..<path.lastIndex(of: "/")!])] {
      var status = stat()
      if stat(file, &status) == 0 { say("mode \(String(status.st_mode & 0o777, radix: 8))") }
    }
    try store.save(samples(1))
    say("saved")
  }

  private static func fill(path: String, ballast: String) throws {
    let store = try HealthStore(location: StoreLocation(path: path))
    var saved = 0
    do {
      while saved < 1_000_000 {
        try store.save(samples(10))
        saved += 10
      }
    } catch let error as StoreError {
      say("\(error.reason): \(error)")
    }
    let before = try store.count(matching: SampleQuery())
    unlink(ballast)
    try store.save(samples(10))
    let after = try store.count(matching: SampleQuery())
    say(
      "\(before - saved) too many, then \(after - before) more, \(try store.problems().count) problems"
    )
  }
}
