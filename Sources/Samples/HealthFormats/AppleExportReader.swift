import FoundationEssentials
public import SampleStore

/// Reads Apple Health's `export.xml` from front to end, with little of it in memory.
///
/// Records become samples in the order of the file, except those that may also be part of a
/// correlation: they wait for the correlation, at most `longestWait` of them, at the latest until
/// the end.
public struct AppleExportReader: SampleInput {
  let parser: XMLPullParser
  let companions: (any ExportCompanions)?

  /// The export's facts about the person; empty until it was read.
  public private(set) var profile = PersonProfile()

  private var ownSamples: NDJSONReader?
  private var hasOpenedOwn = false
  private var ready: [Placed] = []
  private var waiting: [UUID: Placed] = [:]
  private var waitingWeight = 0
  private var order: [UUID] = []
  private var taken: Set<UUID> = []
  private var hasRoot = false
  private var isAtEnd = false
  private var lastLine = 0

  /// Bytes of texts in the metadata of the record that is being read.
  var metadataSize = 0

  /// A sample and the line on which its record begins.
  struct Placed {
    let sample: Sample
    let line: Int
  }

  var types = InternTable<SampleType?>()
  var units = InternTable<QuantityUnit?>()
  var sources = InternTable<String>()
  var versions = InternTable<String>()
  var devices = InternTable<Device?>()

  private static let longestWait = 50_000

  /// Bytes of samples that wait.
  private static let heaviestWait = 1 << 24

  /// The maximum number of members of a record; a hostile file could fill the memory with one.
  static let mostMembers = 1000
  static let mostMetadata = 1000
  static let largestMetadata = 1 << 20
  static let mostParts = 100_000

  /// - Parameter companions: The files that the export has beside its XML; `nil` for none.
  init(_ source: any ByteSource, companions: (any ExportCompanions)? = nil) {
    parser = XMLPullParser(source)
    self.companions = companions
  }

  /// The items left out or repaired so far.
  public var log: ImportLog { parser.log }

  /// The line on which the sample that was read last begins, counted from 1.
  public var line: Int { lastLine }

  /// Bytes of the file read so far.
  public var bytesRead: Int { parser.bytesRead }

  /// Returns the next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while ready.isEmpty, !isAtEnd { try readOn() }
    guard let next = ready.popLast() else { return try nextBeside() }
    lastLine = next.line
    return next.sample
  }

  /// Returns the next sample of a file beside the XML, once that is read; `nil` after the last.
  private mutating func nextBeside() throws -> Sample? {
    lastLine = 0
    while let (name, bytes) = companions?.nextRest() {
      if let sample = companionSample(name, bytes) { return sample }
    }
    if !hasOpenedOwn {
      hasOpenedOwn = true
      ownSamples = try companions?.ownSamples()
    }
    guard let sample = try ownSamples?.next() else {
      for (defect, count) in ownSamples?.log.counts ?? [:] {
        for _ in 0..<count { parser.note(defect) }
      }
      ownSamples = nil
      return nil
    }
    return sample
  }

  private mutating func readOn() throws {
    switch try parser.next() {
    case .endOfFile:
      guard hasRoot else {
        throw FormatError(.malformed, "it is no Apple Health export: there is no HealthData in it")
      }
      isAtEnd = true
      release()
    case .end: break
    case .start(let isEmpty):
      guard hasRoot else {
        guard parser.isNamed("HealthData") else {
          throw FormatError(
            .malformed, "it is no Apple Health export: it begins with something else")
        }
        hasRoot = true
        return
      }
      try readElement(isEmpty: isEmpty)
    }
  }

  private mutating func readElement(isEmpty: Bool) throws {
    let line = parser.line()
    if parser.isNamed("Record") {
      var extra: Sample?
      guard let sample = try record(isEmpty: isEmpty, extra: &extra) else { return }
      keep(Placed(sample: sample, line: line))
      if let extra { ready.insert(Placed(sample: extra, line: line), at: 0) }
    } else if parser.isNamed("Correlation") {
      try readCorrelation(isEmpty: isEmpty)
    } else if parser.isNamed("Workout") {
      var routes: [Sample] = []
      if let sample = try workout(isEmpty: isEmpty, routes: &routes) {
        // The last is read first.
        ready += routes.reversed().map { Placed(sample: $0, line: line) }
        ready.append(Placed(sample: sample, line: line))
      }
    } else if parser.isNamed("ActivitySummary") {
      ready(try activitySummary(isEmpty: isEmpty), line)
    } else if parser.isNamed("ClinicalRecord") {
      ready(try clinicalRecord(isEmpty: isEmpty), line)
    } else if parser.isNamed("Audiogram") {
      ready(try audiogram(isEmpty: isEmpty), line)
    } else if parser.isNamed("VisionPrescription") {
      ready(try visionPrescription(isEmpty: isEmpty), line)
    } else {
      if parser.isNamed("Me") {
        profile = person()
      } else if !parser.isNamed("ExportDate") {
        let name = String(decoding: parser.name.prefix(100), as: UTF8.self)
        parser.note(
          .unsupported,
          at: ImportLog.Place(line: line, type: name, text: parser.tagText))
      }
      if !isEmpty { try parser.skipElement() }
    }
  }

  private mutating func ready(_ sample: Sample?, _ line: Int) {
    if let sample { ready.append(Placed(sample: sample, line: line)) }
  }

  // MARK: Correlations and their members

  /// Keeps a record that a correlation may have as a member until that comes.
  private mutating func keep(_ placed: Placed) {
    let sample = placed.sample
    guard Self.mayBeMember(sample.sampleType) else {
      ready.append(placed)
      return
    }
    if taken.contains(sample.id) || waiting[sample.id] != nil {
      parser.note(.duplicate)
      return
    }
    waiting[sample.id] = placed
    waitingWeight += sample.weight
    order.append(sample.id)
    if waiting.count >= Self.longestWait || waitingWeight >= Self.heaviestWait { release() }
  }

  private mutating func release() {
    ready += order.reversed().compactMap { waiting[$0] }
    waiting.removeAll()
    waitingWeight = 0
    order.removeAll()
  }

  private mutating func readCorrelation(isEmpty: Bool) throws {
    guard var head = head() else {
      if !isEmpty { try parser.skipElement() }
      return
    }
    let here = place(isNeeded: true)
    let line = parser.line()
    var members: [Sample] = []
    var isTooLarge = false
    var metadata: [String: MetadataValue] = [:]
    if !isEmpty {
      reading: while true {
        switch try parser.next() {
        case .start(let isEmpty):
          if parser.isNamed("Record") {
            var extra: Sample?
            guard let sample = try record(isEmpty: isEmpty, extra: &extra) else { continue }
            guard members.count < Self.mostMembers else {
              isTooLarge = true
              continue
            }
            members.append(sample)
            head.identity.add(sample.id.uuidString)
          } else {
            try readMetadata(isEmpty: isEmpty, into: &metadata)
          }
        case .end: break reading
        case .endOfFile: return
        }
      }
    }
    let own = ownIdentity(&metadata)
    guard case .correlation(let type) = head.type else {
      parser.note(.unknownType, at: here)
      return
    }
    guard !isTooLarge else {
      parser.note(.tooLarge, at: here)
      return
    }
    do {
      let correlation = try Correlation(
        head.sample(own, metadata), type: type, members: members)
      for member in members {
        if waiting.removeValue(forKey: member.id) != nil { waitingWeight -= member.weight }
        // Rarely the members come after their correlation.
        if taken.count < Self.longestWait { taken.insert(member.id) }
      }
      ready.append(Placed(sample: .correlation(correlation), line: line))
    } catch {
      // The members are nevertheless samples on their own.
      parser.note(.invalidSample, at: here)
      for member in members where waiting[member.id] == nil {
        keep(Placed(sample: member, line: line))
      }
    }
  }

  private static func mayBeMember(_ type: SampleType) -> Bool {
    guard case .quantity(let type) = type else { return false }
    return type == .bloodPressureSystolic || type == .bloodPressureDiastolic
      || type.isNutrient
  }

  // MARK: Metadata

  /// Reads a child of a sample: its metadata, or something that is skipped.
  mutating func readMetadata(
    isEmpty: Bool, into metadata: inout [String: MetadataValue]
  ) throws {
    if parser.isNamed("MetadataEntry") {
      let size =
        (parser.value(of: "key")?.count ?? 0) + (parser.value(of: "value")?.count ?? 0)
      if metadata.count < Self.mostMetadata, metadataSize + size <= Self.largestMetadata,
        let key = parser.text(of: "key"), let text = parser.text(of: "value")
      {
        metadataSize += size
        metadata[key] = AppleMetadata.value(of: text, for: key)
      } else {
        parser.note(.droppedMetadata)
      }
    }
    if !isEmpty { try parser.skipElement() }
  }

  /// Removes our own exports' metadata, and values that a sample cannot have.
  mutating func ownIdentity(
    _ metadata: inout [String: MetadataValue]
  ) -> (id: UUID?, bundle: String?) {
    guard !metadata.isEmpty else { return (nil, nil) }
    var own: (id: UUID?, bundle: String?)
    if case .string(let text) = metadata[ExportKey.identifier], let id = UUID(uuidString: text) {
      own.id = id
      metadata[ExportKey.identifier] = nil
    }
    if case .string(let text) = metadata[ExportKey.bundleIdentifier] {
      own.bundle = text
      metadata[ExportKey.bundleIdentifier] = nil
    }
    let sync = (metadata[MetadataKey.syncIdentifier], metadata[MetadataKey.syncVersion])
    switch sync {
    case (nil, nil), (.string?, .number?): break
    default:
      metadata[MetadataKey.syncIdentifier] = nil
      metadata[MetadataKey.syncVersion] = nil
      parser.note(.droppedMetadata)
    }
    return own
  }
}
