import FoundationEssentials
import Glibc
import SampleStore

/// A backup whose bytes were changed, which takes a store's place if it passes the check.
enum RestoreTarget {
  /// Each four bytes change one: three are its place, the last its new value. A last odd byte cuts the file off.
  ///
  /// What passes the check has as many samples as it counts, and so has the store afterwards, which is sound. What
  /// does not pass, or cannot be put in place, leaves the store as it was.
  static func backup(_ bytes: [UInt8]) {
    let place = Place.shared
    var content = place.backup
    var rest = bytes[...]
    while rest.count >= 4 {
      let group = rest.prefix(4).map(Int.init)
      content[(group[0] << 16 | group[1] << 8 | group[2]) % content.count] = UInt8(group[3])
      rest = rest.dropFirst(4)
    }
    if let cut = rest.first { content.removeLast(content.count * Int(cut) / 256) }
    place.write(content, to: "backup.db")
    place.write(place.store, to: "store.db")

    var counted: Int?
    do {
      let backup = try HealthStore(location: place.location("backup.db"), access: .readOnly)
      guard try backup.problems().isEmpty else { return }
      let count = try backup.count(matching: SampleQuery())
      FuzzTarget.require(
        try backup.allSamples(matching: SampleQuery()).count == count, "what is sound is read whole"
      )
      counted = count
      try HealthStore(location: place.location("store.db"))
        .restore(from: backup, keeping: place.location("kept.db"))
    } catch {
      FuzzTarget.require(
        (try? place.count(in: "store.db")) == Place.storedCount, "a refused restore changes nothing"
      )
      return
    }
    FuzzTarget.require((try? place.count(in: "store.db")) == counted, "the store is the backup")
    FuzzTarget.require(
      (try? place.count(in: "kept.db")) == Place.storedCount, "the store as it was is kept")
  }

  /// Valid inputs: a file as it is, one byte changed in each part of a page, and a file cut off.
  static let changes: [[UInt8]] =
    [[], [0, 0, 0, 0, 128]] + (0..<60).map { [0, UInt8($0), UInt8($0 * 4), UInt8($0)] }

  /// A folder with a store and a backup of another. It ends with the script that tests or fuzzes.
  private struct Place {
    static let shared: Place = {
      do {
        return try Place()
      } catch {
        preconditionFailure("there is no store: \(error)")
      }
    }()

    static let storedCount = 3

    let folder: String
    private(set) var backup: [UInt8] = []
    private(set) var store: [UInt8] = []

    private init() throws {
      let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      var name = Array("\(parent)/restore.XXXXXX".utf8CString)
      precondition(mkdtemp(&name) != nil, "there is no folder")
      folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      backup = try content(of: Self.samples(40))
      store = try content(of: Self.samples(Self.storedCount))
    }

    func location(_ name: String) throws -> StoreLocation {
      try StoreLocation(path: "\(folder)/\(name)")
    }

    /// The number of samples in a sound store.
    func count(in name: String) throws -> Int? {
      let store = try HealthStore(location: location(name), access: .readOnly)
      guard try store.problems().isEmpty else { return nil }
      return try store.allSamples(matching: SampleQuery()).count
    }

    /// Puts a file in the place of one and of what stands beside it.
    func write(_ bytes: [UInt8], to name: String) {
      let path = "\(folder)/\(name)"
      for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
      unlink("\(folder)/kept.db")
      let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      defer { close(number) }
      precondition(
        bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } == bytes.count,
        "memory is full")
    }

    /// The bytes of a store with these samples.
    private func content(of samples: [Sample]) throws -> [UInt8] {
      let made = try HealthStore(location: location("made.db"))
      try made.save(samples)
      try made.backUp(to: location("copy.db"), replacing: true)
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/copy.db"))
      for name in ["made.db", "made.db-wal", "made.db-shm", "copy.db"] {
        unlink("\(folder)/\(name)")
      }
      return Array(bytes)
    }

    private static func samples(_ count: Int) throws -> [Sample] {
      let source = Source(name: "a", bundleIdentifier: "a")
      return try (0..<count).map { index in
        let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 3000)
        func quantity(_ type: QuantityType, _ value: Double, _ unit: QuantityUnit) throws -> Sample
        {
          .quantity(
            try QuantitySample(
              type: type, quantity: Quantity(value, unit), start: start, end: start, source: source,
              metadata: ["index": .number(Double(index))]))
        }
        guard index % 4 == 3 else { return try quantity(.heartRate, 60, .countPerMinute) }
        return .correlation(
          try Correlation(
            type: .bloodPressure,
            members: [
              quantity(.bloodPressureSystolic, 120, .millimeterOfMercury),
              quantity(.bloodPressureDiastolic, 80, .millimeterOfMercury),
            ], start: start, end: start, source: source))
      }
    }
  }
}
