import FoundationEssentials
public import SampleStore

/// Reads Apple Health's `export.xml` from front to end, with little of it in memory.
///
/// Records become samples in the order of the file, except those that may also be part of a
/// correlation: they wait for the correlation, at most `longestWait` of them, at the latest until
/// the end.
public struct AppleExportReader: SampleInput {
  let parser: XMLPullParser
  private var ready: [Sample] = []
  private var waiting: [UUID: Sample] = [:]
  private var order: [UUID] = []
  private var taken: Set<UUID> = []
  private var hasRoot = false
  private var isAtEnd = false

  var types = InternTable<SampleType?>()
  var units = InternTable<QuantityUnit?>()
  var sources = InternTable<String>()
  var versions = InternTable<String>()
  var devices = InternTable<Device?>()

  private static let longestWait = 50_000

  init(_ source: any ByteSource) {
    parser = XMLPullParser(source)
  }

  /// How often each defect occurred so far.
  public var defects: [ImportDefect: Int] { parser.defects }

  /// Bytes of the file read so far.
  public var bytesRead: Int { parser.bytesRead }

  /// The next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while ready.isEmpty, !isAtEnd { try readOn() }
    return ready.popLast()
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
    if parser.isNamed("Record") {
      var extra: Sample?
      guard let sample = try record(isEmpty: isEmpty, extra: &extra) else { return }
      keep(sample)
      if let extra { ready.insert(extra, at: 0) }
    } else if parser.isNamed("Correlation") {
      try readCorrelation(isEmpty: isEmpty)
    } else if parser.isNamed("Workout") {
      if let sample = try workout(isEmpty: isEmpty) { ready.append(sample) }
    } else {
      if !parser.isNamed("ExportDate"), !parser.isNamed("Me") { parser.note(.unsupported) }
      if !isEmpty { try parser.skipElement() }
    }
  }

  // MARK: Correlations and their members

  /// A record that a correlation may have as a member waits for it.
  private mutating func keep(_ sample: Sample) {
    guard Self.mayBeMember(sample.sampleType) else {
      ready.append(sample)
      return
    }
    if taken.contains(sample.id) || waiting[sample.id] != nil {
      parser.note(.duplicate)
      return
    }
    waiting[sample.id] = sample
    order.append(sample.id)
    if waiting.count >= Self.longestWait { release() }
  }

  private mutating func release() {
    ready += order.reversed().compactMap { waiting[$0] }
    waiting.removeAll()
    order.removeAll()
  }

  private mutating func readCorrelation(isEmpty: Bool) throws {
    guard let head = head() else {
      if !isEmpty { try parser.skipElement() }
      return
    }
    var members: [Sample] = []
    var metadata: [String: MetadataValue] = [:]
    var identity = head.identity
    if !isEmpty {
      reading: while true {
        switch try parser.next() {
        case .start(let isEmpty):
          if parser.isNamed("Record") {
            var extra: Sample?
            guard let sample = try record(isEmpty: isEmpty, extra: &extra) else { continue }
            members.append(sample)
            identity.add(sample.id.uuidString)
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
      parser.note(.unknownType)
      return
    }
    do {
      let correlation = try Correlation(
        id: own.id ?? identity.id(at: head.start), type: type, members: members, start: head.start,
        end: head.end, source: head.source(own.bundle), device: head.device, metadata: metadata)
      for member in members {
        waiting[member.id] = nil
        // Rarely the members come after their correlation.
        if taken.count < Self.longestWait { taken.insert(member.id) }
      }
      ready.append(.correlation(correlation))
    } catch {
      // The members are nevertheless samples on their own.
      parser.note(.invalidSample)
      for member in members where waiting[member.id] == nil { keep(member) }
    }
  }

  private static func mayBeMember(_ type: SampleType) -> Bool {
    guard case .quantity(let type) = type else { return false }
    return type == .bloodPressureSystolic || type == .bloodPressureDiastolic
      || type.identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
  }

  // MARK: Metadata

  /// Reads a child of a sample: its metadata, or something that is skipped.
  mutating func readMetadata(
    isEmpty: Bool, into metadata: inout [String: MetadataValue]
  ) throws {
    if parser.isNamed("MetadataEntry") {
      if let key = parser.text(of: "key"), let text = parser.text(of: "value") {
        metadata[key] = AppleMetadata.value(of: text, for: key)
      } else {
        parser.note(.droppedMetadata)
      }
    }
    if !isEmpty { try parser.skipElement() }
  }

  /// Removes what our own exports keep in metadata, and values that a sample cannot have.
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
