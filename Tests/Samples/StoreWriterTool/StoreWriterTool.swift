import FoundationEssentials
import Glibc
import SampleStore
import StoreEngines

/// Uses a store as another process would, and prints what came of it. PATH is a store's location.
///
///     StoreWriterTool save PATH TRANSACTIONS SAMPLES   a line of identifiers for each that returned
///     StoreWriterTool churn PATH                       saves and deletes until killed; "+ID" and "-ID"
///     StoreWriterTool read PATH                        asks for statistics and changes until killed
///     StoreWriterTool follow PATH ANCHOR               keeps ANCHOR in a file; "+ID", "-ID" of each change
///     StoreWriterTool probe PATH ACCESS USER UMASK     opens, counts and saves as another user
///     StoreWriterTool fill PATH BALLAST                saves until it fails, removes BALLAST, saves
@main
struct StoreWriterTool {
  static func main() {
    let words = CommandLine.arguments
    do {
      switch (words.dropFirst().first, words.count) {
      case ("save", 5): try save(path: words[2], Int(words[3]) ?? 0, of: Int(words[4]) ?? 0)
      case ("churn", 3): try churn(path: words[2])
      case ("read", 3): try read(path: words[2])
      case ("follow", 4): try follow(path: words[2], anchor: words[3])
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
    let store = try HealthStore(
      location: StoreLocation(path, environment: [:]), busyTimeout: .seconds(60), engines: .all)
    for _ in 0..<transactions {
      let samples = try samples(count)
      try store.save(samples)
      say(samples.map(\.id.uuidString).joined(separator: " "))
    }
  }

  /// Each line is one transaction that has returned.
  private static func churn(path: String) throws {
    let store = try HealthStore(
      location: StoreLocation(path, environment: [:]), busyTimeout: .seconds(60), engines: .all)
    var own: [UUID] = []
    while true {
      let samples = try samples(3)
      try store.save(samples)
      own += samples.map(\.id)
      say(samples.map { "+" + $0.id.uuidString }.joined(separator: " "))
      if own.count > 12 {
        let gone = Array(own.prefix(2))
        try store.delete(gone)
        own.removeFirst(2)
        say(gone.map { "-" + $0.uuidString }.joined(separator: " "))
      }
    }
  }

  private static func read(path: String) throws {
    let store = try HealthStore(
      location: StoreLocation(path, environment: [:]), access: .readOnly, engines: .all)
    while true {
      guard try store.statistics(of: .heartRate, [.discreteMin, .discreteMax]) != nil,
        try store.samples(matching: SampleQuery(limit: 50, order: .newestFirst)).count > 0
      else { continue }
      say("read")
    }
  }

  /// The changes and the anchor after them reach the disk in one line of one file, so that a kill leaves
  /// both or neither: what a client with a copy of its own would do in one transaction.
  private static func follow(path: String, anchor file: String) throws {
    let store = try HealthStore(
      location: StoreLocation(path, environment: [:]), busyTimeout: .seconds(60), engines: .all)
    var kept = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    // A line that a kill cut off does not count.
    kept = String(
      kept[..<(kept.lastIndex(of: "\n").map { kept.index(after: $0) } ?? kept.startIndex)])
    try kept.write(toFile: file, atomically: true, encoding: .utf8)
    let last = kept.split(separator: "\n").last?.split(separator: " ").first.map(String.init)
    var anchor = try last.map { try QueryAnchor(bytes: bytes(ofHex: $0)) }
    guard let output = fopen(file, "a") else { exit(73) }
    while true {
      let changes = try store.changes(since: anchor, matching: SampleQuery(), limit: 20)
      anchor = changes.anchor
      guard !changes.added.isEmpty || !changes.deleted.isEmpty else {
        say("at the end")
        usleep(500)
        continue
      }
      let words =
        [changes.anchor.bytes.map { hex($0) }.joined()]
        + changes.deleted.map { "-" + $0.id.uuidString }
        + changes.added.map { "+" + $0.id.uuidString }
      fputs(words.joined(separator: " ") + "\n", output)
      fflush(output)
      say("answered")
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func bytes(ofHex text: String) -> [UInt8] {
    var rest = Substring(text)
    var bytes: [UInt8] = []
    while rest.count >= 2 {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private static func probe(
    path: String, access: HealthStore.Access, user: uid_t?, umask mask: mode_t?
  ) throws {
    if let user, setgid(user) != 0 || setuid(user) != 0 { exit(71) }
    if let mask { umask(mask) }
    let store = try HealthStore(
      location: StoreLocation(path, environment: [:]), access: access, engines: .all)
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
    let store = try HealthStore(
      location: StoreLocation(path, environment: [:]), engines: .all)
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
