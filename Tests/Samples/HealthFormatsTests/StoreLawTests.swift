import FileAccess
import FoundationEssentials
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// Random sequences of what people and programs do to a store, against a plain model of it: nothing
/// is lost, nothing doubled, every export is readable, and the check finds nothing.
///
/// `HEARTCAM_LAWS` says how many sequences. 2,000 of them take some minutes in memory (`TMPDIR=/dev/shm`); on a disk
/// each waits a second for what it saves.
struct StoreLawTests {
  private static let count =
    ProcessInfo.processInfo.environment["HEARTCAM_LAWS"].flatMap { Int($0) } ?? 8

  @Test(arguments: 0..<4)
  func `a store does what a plain model of it does`(worker: Int) async throws {
    for seed in stride(from: worker, to: Self.count, by: 4) {
      var sequence = try StoreSequence(seed: UInt64(seed))
      try await sequence.run(steps: 14)
    }
  }
}

/// What a store holds, by the rules that its documentation states.
private struct StoreModel {
  private(set) var samples: [UUID: Sample] = [:]
  private var links: [(correlation: UUID, member: UUID, isOwn: Bool)] = []
  private var numbers: [UUID: Int] = [:]
  private var next = 0
  private(set) var contents: Set<String> = []

  private mutating func insert(_ sample: Sample) {
    samples[sample.id] = sample
    numbers[sample.id] = next
    next += 1
  }

  /// Imports one record: what was there before stays as it is.
  mutating func add(_ sample: Sample) {
    guard samples[sample.id] == nil, !SampleLength.isTooLong(sample) else { return }
    guard case .correlation(let correlation) = sample else { return insert(sample) }
    for member in correlation.members {
      guard member.source.bundleIdentifier == sample.source.bundleIdentifier else { return }
      if let there = samples[member.id], !Self.isSame(there, member) { return }
    }
    insert(sample)
    for member in correlation.members {
      let isOwn = samples[member.id] == nil
      if isOwn { insert(member) }
      links.append((sample.id, member.id, isOwn))
    }
  }

  private static func isSame(_ a: Sample, _ b: Sample) -> Bool {
    a.quantitySample != nil && a.sampleType == b.sampleType && a.start == b.start && a.end == b.end
      && a.quantitySample?.quantity == b.quantitySample?.quantity
      && a.source.bundleIdentifier == b.source.bundleIdentifier
  }

  mutating func delete(_ id: UUID) {
    guard samples[id] != nil else { return }
    let wholes = links.filter { $0.member == id }.map(\.correlation)
    let parts = links.filter { $0.correlation == id && $0.isOwn }.map(\.member)
    remove(id)
    for part in parts {
      let others = links.indices.filter { links[$0].member == part }
      if let heir = others.min(by: {
        numbers[links[$0].correlation] ?? 0 < numbers[links[$1].correlation] ?? 0
      }) {
        links[heir].isOwn = true
      } else {
        remove(part)
      }
    }
    for whole in wholes where samples[whole] != nil {
      let members = links.filter { $0.correlation == whole }.count
      let isPressure = samples[whole]?.sampleType == .correlation(.bloodPressure)
      if isPressure ? members != 2 : members == 0 { remove(whole) }
    }
  }

  private mutating func remove(_ id: UUID) {
    samples[id] = nil
    links.removeAll { $0.correlation == id || $0.member == id }
  }

  mutating func measure(_ content: String, _ sample: Sample) {
    let isThere = samples.values.contains { $0.metadata["Content"] == .string(content) }
    if !isThere { insert(sample) }
  }
}

/// One sequence, on a store of its own in memory.
private struct StoreSequence {
  private var random: SeededGenerator
  private let seed: UInt64
  private let folder: TemporaryFolder
  private var model = StoreModel()
  private var store: HealthStore?
  private var saved: StoreModel?
  private var steps: [String] = []
  private var files = 0
  private var location: StoreLocation {
    get throws { try StoreLocation(path: folder.file("h.db")) }
  }

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    store = try HealthStore(location: location)
  }

  mutating func run(steps count: Int) async throws {
    for _ in 0..<count {
      try await step()
      try compare()
    }
    try exportsAreReadable()
    #expect(try open().problems() == [], "\(name)")
  }

  private var name: String { "seed \(seed): \(steps.joined(separator: ", "))" }

  private func open() throws -> HealthStore {
    if let store { return store }
    return try HealthStore(location: location)
  }

  private mutating func step() async throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...1:
      let sample = Sample.quantity(try quantity())
      steps.append("add")
      guard model.samples[sample.id] == nil else { return }
      try open().save([sample])
      model.add(sample)
    case 2...4:
      let records = try records()
      steps.append("import \(records.count)")
      let file = try write(records)
      try Self.bring(file, into: open())
      records.forEach { model.add($0) }
    case 5:
      // Two programs bring the same file at once.
      let records = try records()
      steps.append("import \(records.count) twice at once")
      let file = try write(records)
      let (first, second) = (try open(), try HealthStore(location: location))
      async let a: Void = first.perform { try Self.bring(file, into: $0) }
      async let b: Void = second.perform { try Self.bring(file, into: $0) }
      _ = try await (a, b)
      records.forEach { model.add($0) }
    case 6...7:
      steps.append("delete")
      let ids = (0..<3).map { _ in identifier() }
      try open().delete(ids)
      ids.forEach { model.delete($0) }
    case 8:
      let type = Self.types.randomElement(using: &random)!
      steps.append("delete \(type.identifier)")
      try open().delete(matching: SampleQuery(types: [type]))
      let ids = model.samples.values.filter { $0.sampleType == .quantity(type) }.map(\.id)
      ids.forEach { model.delete($0) }
    case 9:
      steps.append("back up")
      let copy = try StoreLocation(path: folder.file("copy.db"))
      try open().backUp(to: copy, replacing: true)
      saved = model
    case 10:
      guard let saved else { return }
      steps.append("restore")
      store = nil
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folder.file("h.db") + suffix)
      }
      let copy = try HealthStore(location: StoreLocation(path: folder.file("copy.db")))
      try copy.backUp(to: location, replacing: true)
      model = saved
      store = try HealthStore(location: location)
    default:
      let content = "recording \(Int.random(in: 0..<3, using: &random))"
      steps.append("measure \(content)")
      let sample = try quantity(metadata: ["Content": .string(content)])
      guard model.samples[sample.id] == nil else { return }
      _ = try open().save([sample], unlessSaved: ("Content", content))
      model.measure(content, .quantity(sample))
    }
    if Bool.random(using: &random) { store = nil }
  }

  private static func bring(_ file: String, into store: HealthStore) throws {
    var input = try SampleFile(path: file, format: .ndjson).input
    var importer = SampleImporter(into: store)
    while let sample = try input.next() { try importer.add(sample, line: input.line) }
    try importer.finish()
  }

  private func compare() throws {
    let found = try open().allSamples(matching: SampleQuery()) { row in
      Issue.record("\(row) of \(name)")
    }
    #expect(Set(found.map(\.id)) == Set(model.samples.keys), "\(name)")
    #expect(found.count == model.samples.count, "\(name)")
    for sample in found where sample.quantitySample != nil {
      #expect(sample == model.samples[sample.id], "\(name)")
    }
  }

  /// Each export is read to its end into an empty store; the forms without loss give all of it back.
  private func exportsAreReadable() throws {
    for format in [HealthFormat.ndjson, .csv, .apple, .fhir, .omh] {
      let path = folder.file("export.\(format.rawValue)")
      let file = try FileReplacement(of: path)
      try file.withDescriptor { descriptor in
        let output = try ByteOutput(descriptor: descriptor.number, isCompressed: false)
        var writer = SampleExport.writer(
          of: format, to: output, now: Date(timeIntervalSinceReferenceDate: 0), patient: "Patient/1"
        )
        _ = try SampleExport.write(SampleQuery(), of: open(), to: &writer) { _ in true }
      }
      try file.commit()
      guard !model.samples.isEmpty else { continue }
      let other = try HealthStore(
        location: StoreLocation(path: folder.file("\(format.rawValue).db")))
      var input = try SampleFile(path: path, format: format).input
      var importer = SampleImporter(into: other, log: input.log)
      while let sample = try input.next() { try importer.add(sample, line: input.line) }
      try importer.finish()
      #expect(input.log.counts.filter { $0.key.losesSample } == [:], "\(format) of \(name)")
      #expect(try other.problems() == [], "\(format) of \(name)")
      guard format == .ndjson || format == .csv else { continue }
      let found = try other.allSamples(matching: SampleQuery())
      #expect(
        Set(found) == Set(try open().allSamples(matching: SampleQuery())), "\(format) of \(name)")
    }
  }

  // MARK: Records from a small world, in which they meet again and again

  private static let types: [QuantityType] = [
    .heartRate, .bloodPressureSystolic, .bloodPressureDiastolic, .stepCount,
  ]

  private mutating func identifier() -> UUID {
    let number = UInt8.random(in: 1...40, using: &random)
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }

  private mutating func source() -> Source {
    let name = ["Watch", "Phone"].randomElement(using: &random)!
    return Source(name: name, bundleIdentifier: "org.example.\(name)")
  }

  private mutating func quantity(
    metadata: [String: MetadataValue] = [:]
  ) throws -> QuantitySample {
    let type = Self.types.randomElement(using: &random)!
    return try quantity(type, identifier(), source(), metadata)
  }

  private mutating func quantity(
    _ type: QuantityType, _ id: UUID, _ source: Source, _ metadata: [String: MetadataValue] = [:]
  ) throws -> QuantitySample {
    let start = Date(
      timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<3, using: &random)))
    let value = Double(Int.random(in: 80...82, using: &random))
    return try QuantitySample(
      id: id, type: type, quantity: Quantity(value, type.customaryUnit), start: start, end: start,
      source: source, metadata: metadata)
  }

  /// A file's records, some of them correlations of samples that are there, of others', or of none.
  private mutating func records() throws -> [Sample] {
    var records: [Sample] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard Int.random(in: 0..<3, using: &random) == 0 else {
        records.append(.quantity(try quantity()))
        continue
      }
      let source = source()
      var members: [Sample] = []
      for type in [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic] {
        let there = model.samples.values.filter { $0.sampleType == .quantity(type) }
          .sorted { $0.id.uuidString < $1.id.uuidString }
        if Bool.random(using: &random), let known = there.randomElement(using: &random) {
          members.append(known)
        } else {
          members.append(.quantity(try quantity(type, identifier(), source)))
        }
      }
      let correlation = try? Correlation(
        id: identifier(), type: .bloodPressure, members: members, start: members[0].start,
        end: members[0].start, source: members[0].source)
      if let correlation, isPlausible(correlation) { records.append(.correlation(correlation)) }
    }
    // A file may hold a record twice.
    if let first = records.first, Bool.random(using: &random) { records.append(first) }
    return records
  }

  private func isPlausible(_ correlation: Correlation) -> Bool {
    Sample.correlation(correlation).plausibility == .plausible
  }

  private mutating func write(_ records: [Sample]) throws -> String {
    files += 1
    let text = records.compactMap { SampleJSON.value(of: $0)?.text }.joined(separator: "\n")
    return try folder.write(text + "\n", to: "\(files).ndjson")
  }
}
