import TestSamples
import TestDatabases
import Foundation
import Glibc
import SampleStore
import TestSupport
import Testing

struct DamagedFileTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  /// A sound store of a few dozen pages.
  private func fillStore() throws {
    var generator = SampleGenerator(seed: 9)
    let store = try place.open()
    try store.save(generator.samples(300))
    let source = Source(name: "s", bundleIdentifier: "s")
    let beats = try HeartbeatSeries(
      beats: (1...50).map { .init(time: Double($0)) }, start: moment(0), source: source)
    let workout = try Workout(
      activity: .running, totals: [.stepCount: Quantity(9, .count)], start: moment(0),
      end: moment(9), source: source)
    let sleep = try CategorySample(
      type: .sleepAnalysis, value: 3, start: moment(0), end: moment(99), source: source)
    try store.save([.heartbeatSeries(beats), .workout(workout), .category(sleep)])
    try store.delete(matching: SampleQuery(types: [.bodyMass], limit: 3))
  }

  /// Its bytes when it is closed.
  private func soundStore() throws -> [UInt8] {
    try fillStore()
    let bytes = try place.bytes()
    try #require(bytes.count > 20 * 4096)
    return bytes
  }

  /// Everything that reads: why the first part fails or leaves a row out; `nil` if all is well.
  private func readAll() throws -> StoreError.Reason? {
    do {
      let store = try place.open()
      _ = try store.samples(matching: SampleQuery())
      _ = try store.count(matching: SampleQuery(types: [.heartRate], from: moment(0)))
      _ = try store.count(matching: SampleQuery(metadata: ["": .string("a")]))
      try store.forEachSample(matching: SampleQuery(order: .newestFirst)) { _ in }
      var unreadable: [UnreadableSample] = []
      _ = try store.allSamples(matching: SampleQuery()) { unreadable.append($0) }
      _ = try store.statistics(of: .heartRate, [.discreteMax, .mostRecent, .separateBySource])
      if let days = CalendarIntervals(anchor: moment(0), step: .day, zone: .utc) {
        _ = try store.statisticsCollection(of: .heartRate, .discreteMin, by: days)
        _ = try store.statisticsCollection(of: .stepCount, .cumulativeSum, by: days)
      }
      _ = try store.sleepReport(from: moment(0), to: moment(1e6))
      _ = try store.changes(since: nil, matching: SampleQuery())
      _ = try store.dueDelivery(at: moment(0))
      return try unreadable.isEmpty && store.problems().isEmpty ? nil : .corrupt
    } catch let error as StoreError {
      return error.reason
    }
  }

  @Test func `a file of random bytes is refused and left as it is`() throws {
    var generator = SampleGenerator(seed: 1)
    for count in [1, 15, 16, 100, 512, 4096, 50_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try place.write(bytes)
      chmod(place.path, 0o644)
      #expect(try place.openingError()?.reason == .notAStore, "\(count)")
      #expect(try place.bytes() == bytes)
      #expect(place.mode() == 0o644)
    }
  }

  @Test func `a folder, a pipe and a device are refused`() throws {
    for path in [place.folder, "/dev/null"] {
      let location = try StoreLocation(path: path)
      let error = #expect(throws: StoreError.self) { try HealthStore(location: location) }
      #expect(error?.reason == .notAStore)
    }
    let path = place.folder + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let pipe = try StoreLocation(path: path)
    let error = #expect(throws: StoreError.self) { try HealthStore(location: pipe) }
    #expect(error?.reason == .notAStore)
  }

  @Test func `garbage after a sound header is recognized`() throws {
    var bytes = try soundStore()
    var generator = SampleGenerator(seed: 2)
    for index in bytes.indices where index >= 4096 {
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    }
    try place.write(bytes)
    #expect(try readAll() == .corrupt)
  }

  @Test func `a file cut short is recognized`() throws {
    let bytes = try soundStore()
    for count in [4096, 4097, bytes.count / 2, bytes.count - 4096, bytes.count - 1] {
      try place.write(Array(bytes[..<count]))
      #expect(try readAll() == .corrupt, "\(count) of \(bytes.count)")
    }
  }

  @Test func `flipped bytes give an error or an answer, never a crash`() throws {
    let bytes = try soundStore()
    var generator = SampleGenerator(seed: 3)
    var errors = 0
    for _ in 0..<150 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...64, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        damaged[index] ^= UInt8.random(in: 1...255, using: &generator)
      }
      try place.write(damaged)
      if try readAll() != nil { errors += 1 }
    }
    #expect(errors > 20)
  }

  /// Damage of one byte: 0, 255 or a random value at each place of the first page and of ten others. A reader gets
  /// every sample as it was, or an error, or the check finds the damage. `HEARTCAM_DAMAGE=all` tries every byte.
  @Test func `no byte of the first page and of ten others can change what is read unseen`() throws {
    let samples = try (0..<40).map { try reading(Double(50 + $0), from: Double($0)) }
    try place.open().save(samples)
    let bytes = try place.bytes()
    let whole = try Set(place.open().samples(matching: SampleQuery()))
    let pages = bytes.count / 4096
    try #require(pages > 20)
    var generator = SeededGenerator(seed: 31)
    let chosen = [0] + (1..<pages).shuffled(using: &generator).prefix(10).sorted()
    let isWhole = ProcessInfo.processInfo.environment["HEARTCAM_DAMAGE"] == "all"
    // The tests of a page's head are worth more than those of its free space.
    let places = chosen.flatMap { page in
      (0..<4096).filter { isWhole || $0 < 16 || Int.random(in: 0..<400, using: &generator) == 0 }
        .map { page * 4096 + $0 }
    }
    var (same, found, refused, tried) = (0, 0, 0, 0)
    let path = place.folder + "/damaged.db"
    try Data(bytes).write(to: URL(filePath: path))
    let location = try StoreLocation(path: path)
    let file = open(path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    for offset in places {
      for value in [0, 255, UInt8.random(in: 0...255, using: &generator)]
      where value != bytes[offset] {
        tried += 1
        var byte = value
        try #require(pwrite(file, &byte, 1, off_t(offset)) == 1)
        do {
          let store = try HealthStore(location: location, access: .readOnly)
          let read = try store.samples(matching: SampleQuery())
          let isSame = read.count == whole.count && whole == Set(read)
          if isSame { same += 1 } else { found += 1 }
          #expect(try isSame || !store.problems().isEmpty, "byte \(offset) is \(value)")
        } catch let error as StoreError {
          #expect(error.reason != .other || !error.detail.isEmpty)
          refused += 1
        }
        byte = bytes[offset]
        try #require(pwrite(file, &byte, 1, off_t(offset)) == 1)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      }
    }
    print(
      "damaged \(tried) of \(bytes.count): same \(same), found by the check \(found), refused \(refused)"
    )
    #expect(refused > 20)
  }

  @Test func `a log of garbage beside a sound store is not taken for changes`() throws {
    let bytes = try soundStore()
    var generator = SampleGenerator(seed: 5)
    let garbage = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try place.write(bytes)
    try Data(garbage).write(to: URL(filePath: place.path + "-wal"))
    #expect(try place.open().count(matching: SampleQuery()) == 300)
  }

  @Test func `a correlation that is its own member is an error, not a recursion`() throws {
    let source = Source(name: "s", bundleIdentifier: "s")
    let members = try [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map {
      Sample.quantity(
        try QuantitySample(
          type: $0, quantity: Quantity(100, .millimeterOfMercury), start: moment(0),
          end: moment(0), source: source))
    }
    let pressure = try Correlation(
      type: .bloodPressure, members: members, start: moment(0), end: moment(0), source: source)
    let store = try place.open()
    try store.save([.correlation(pressure)])
    try RawDatabase(place.path).run(
      """
      DELETE FROM correlation_member WHERE member = (SELECT max(id) FROM sample);
      PRAGMA ignore_check_constraints = 1;
      UPDATE correlation_member SET member = correlation;
      """)
    var unreadable: [UnreadableSample] = []
    let found = try store.allSamples(matching: SampleQuery()) { unreadable.append($0) }
    #expect(Set(found) == Set(members))
    #expect(unreadable.map(\.id) == [pressure.id])
    #expect(unreadable.first?.reason == "a correlation is a member of another")
    #expect(try !store.problems().isEmpty)
    #expect(try store.delete([pressure.id]) == 1)
    #expect(try store.problems() == [])
    #expect(Set(try store.allSamples(matching: SampleQuery())) == Set(members))
  }

  @Test(arguments: ["9223372036854775807", "9223372036854775800", "-99", "'x'", "NULL", "1e300"])
  func `a counter of numbers with anything in it gives an error or an answer`(_ value: String)
    throws
  {
    let store = try place.open()
    try store.save([reading()])
    try RawDatabase(place.path).run("UPDATE sqlite_sequence SET seq = \(value)")
    do {
      try store.save((0..<20).map { try reading(from: Double($0)) })
      #expect(try store.count(matching: SampleQuery()) == 21)
    } catch let error as StoreError {
      #expect(error.reason == .corrupt)
      #expect(try store.count(matching: SampleQuery()) == 1)
    }
  }
}
