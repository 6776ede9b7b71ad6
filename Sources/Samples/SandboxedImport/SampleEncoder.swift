import FoundationEssentials
import HealthFormats
import SampleStore
import Sandbox

/// Turns samples and omissions into messages, without loss.
struct SampleEncoder {
  /// Takes each message.
  private let send: ([UInt8]) -> Void

  private var writer = PacketWriter()
  private var types = KeptTable<SampleType>()
  private var units = KeptTable<QuantityUnit>()
  private var sources = KeptTable<Source>()
  private var devices = KeptTable<Device>()
  private var keys = KeptTable<String>()

  init(sendingTo send: @escaping ([UInt8]) -> Void) { self.send = send }

  /// Whether enough has come together to send it.
  var isFull: Bool { writer.bytes.count >= ImportMessage.usualBytes }

  /// Sends that the file is open.
  /// - Parameter reading: How it is read, if it does not say so itself.
  func open(_ format: HealthFormat, reading: String? = nil) {
    let number = UInt8(ImportMessage.formats.firstIndex(of: format) ?? 0)
    send([ImportMessage.opened.rawValue, number] + Self.kept(reading ?? ""))
  }

  /// Sends the items collected so far.
  /// - Parameter bytesRead: Bytes of the file so far.
  mutating func flush(_ bytesRead: Int) {
    var rest = writer.bytes[...]
    repeat {
      let part = rest.prefix(ImportMessage.mostBytes)
      rest = rest.dropFirst(part.count)
      var message = PacketWriter()
      message.bytes.reserveCapacity(part.count + ImportMessage.headSize)
      message.put((rest.isEmpty ? ImportMessage.items : .part).rawValue)
      message.put(Int64(bytesRead))
      message.bytes += part
      send(message.bytes)
    } while !rest.isEmpty
    writer.bytes.removeAll(keepingCapacity: true)
  }

  /// Sends that all has been read; collected items must have been sent already.
  func finish() { send([ImportMessage.finished.rawValue]) }

  /// Sends why it cannot be read further.
  func fail(_ error: any Error) {
    let kind = (error as? FormatError)?.reason ?? .system
    let number = UInt8(ImportMessage.failures.firstIndex(of: kind) ?? 0)
    send([ImportMessage.failed.rawValue, number] + Self.kept("\(error)"))
  }

  /// Returns as much of a text as a message takes.
  private static func kept(_ text: String) -> String.UTF8View {
    var kept = text
    while kept.utf8.count > ImportMessage.longestReason { kept.removeLast() }
    return kept.utf8
  }

  // MARK: Items

  mutating func add(_ defect: ImportDefect, _ place: ImportLog.Place?) {
    writer.put(ItemKind.note.rawValue)
    writer.put(UInt8(ImportMessage.defects.firstIndex(of: defect) ?? 0))
    writer.put(place == nil ? 0 : 1 as UInt8)
    guard let place else { return }
    writer.put(Int64(place.line))
    writer.put(place.type)
    writer.put(place.unit)
    writer.put(place.text)
  }

  mutating func add(_ profile: PersonProfile) {
    writer.put(ItemKind.profile.rawValue)
    for key in ImportMessage.profileKeys { writer.put(profile[key]) }
  }

  /// - Parameter line: Its line in the file, counted from 1; 0 if unknown.
  mutating func add(_ sample: Sample, line: Int) {
    writer.put(ItemKind.sample.rawValue)
    writer.put(Int64(line))
    put(sample)
  }

  private mutating func put(_ sample: Sample) {
    switch sample {
    case .quantity(let sample):
      put(sample, series: sample.series != nil)
      writer.put(sample.quantity.value)
      put(sample.quantity.unit)
      if let series = sample.series { writer.put(series.numbers.bytes) }
    case .category(let sample):
      put(sample)
      writer.put(Int64(sample.value))
    case .correlation(let sample):
      put(sample)
      writer.put(count: sample.members.count)
      for member in sample.members { put(member) }
    case .heartbeatSeries(let sample):
      put(sample)
      writer.put(HeartbeatSeries.bytes(of: sample.beats))
    case .record(let sample):
      put(sample, series: sample.content.series != nil)
      writer.put(sample.content.json)
      if let series = sample.content.series { writer.put(series.bytes) }
    case .workout(let sample):
      put(sample, series: sample.json != nil)
      writer.put(Int64(sample.activity.rawValue))
      writer.put(sample.activeDuration)
      writer.put(count: sample.events.count)
      for event in sample.events {
        writer.put(UInt8(event.kind.rawValue))
        writer.put(event.start)
        writer.put(event.end)
        put(event.metadata)
      }
      writer.put(count: sample.totals.count)
      for (type, total) in sample.totals {
        put(.quantity(type))
        writer.put(total.value)
        put(total.unit)
      }
      if let parts = sample.json { writer.put(parts) }
    }
  }

  /// Encodes the properties that every sample has.
  private mutating func put(_ sample: some HealthSample, series hasSeries: Bool = false) {
    let head = sample.head
    let (start, end, created) = (head.start, head.end, head.created)
    let (device, metadata) = (head.device, head.metadata)
    var parts = ItemParts()
    if end != start { parts.insert(.end) }
    if created != nil { parts.insert(.created) }
    if device != nil { parts.insert(.device) }
    if !metadata.isEmpty { parts.insert(.metadata) }
    if hasSeries { parts.insert(.series) }
    writer.put(parts.rawValue)
    writer.put(head.id)
    writer.put(start)
    if end != start { writer.put(end) }
    if let created { writer.put(created) }
    put(sample.sampleType)
    put(head.source)
    if let device { put(device) }
    if !metadata.isEmpty { put(metadata) }
  }

  private mutating func put(_ metadata: [String: MetadataValue]) {
    writer.put(count: metadata.count)
    for (key, value) in metadata {
      if keys.begin(key, size: key.utf8.count, &writer) { writer.put(key) }
      switch value {
      case .string(let text):
        writer.put(0 as UInt8)
        writer.put(text)
      case .number(let number):
        writer.put(1 as UInt8)
        writer.put(number)
      case .bool(let bool): writer.put(bool ? 3 : 2 as UInt8)
      case .date(let date):
        writer.put(4 as UInt8)
        writer.put(date)
      case .quantity(let quantity):
        writer.put(5 as UInt8)
        writer.put(quantity.value)
        put(quantity.unit)
      }
    }
  }

  // MARK: Repeated values

  private mutating func put(_ type: SampleType) {
    // Types of one name are equal, though a file may give it different units.
    let isAlike = { (kept: SampleType) in
      guard case .quantity(let type) = type, case .quantity(let kept) = kept else { return true }
      return type.canonicalUnit == kept.canonicalUnit
        && type.aggregationStyle == kept.aggregationStyle
    }
    let identifier = type.identifier
    guard types.begin(type, size: identifier.utf8.count, &writer, isAlike) else { return }
    writer.put(UInt8(type.kind.rawValue))
    writer.put(identifier)
    guard case .quantity(let quantity) = type else { return }
    writer.put(quantity.canonicalUnit.description)
    writer.put(UInt8(quantity.aggregationStyle.rawValue))
  }

  private mutating func put(_ unit: QuantityUnit) {
    let text = unit.description
    if units.begin(unit, size: text.utf8.count, &writer) { writer.put(text) }
  }

  private mutating func put(_ source: Source) {
    guard sources.begin(source, size: Self.size(Self.texts(of: source)), &writer) else { return }
    writer.put(source.name)
    writer.put(source.bundleIdentifier)
    for text in Self.texts(of: source).dropFirst(2) { writer.put(text) }
  }

  private static func texts(of source: Source) -> [String?] {
    [
      source.name, source.bundleIdentifier, source.version, source.productType,
      source.operatingSystemVersion,
    ]
  }

  private mutating func put(_ device: Device) {
    let texts = { Device.properties.map { device[keyPath: $0.path] } }
    guard devices.begin(device, size: Self.size(texts()), &writer) else { return }
    for text in texts() { writer.put(text) }
  }

  private static func size(_ texts: [String?]) -> Int {
    texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

/// Values that were sent and come again by their place.
private struct KeptTable<Value: Hashable> {
  private var places: [Value: (place: UInt16, kept: Value)] = [:]
  private var last: (value: Value, place: UInt16)?

  /// Writes the value's place; returns whether the value itself must follow.
  mutating func begin(
    _ value: Value, size: @autoclosure () -> Int, _ writer: inout PacketWriter,
    _ isAlike: (Value) -> Bool = { _ in true }
  ) -> Bool {
    if let last, last.value == value, isAlike(last.value) {
      writer.put(last.place)
      return false
    }
    if let known = places[value] {
      guard isAlike(known.kept) else {
        writer.put(KeptValue.unkept)
        return true
      }
      writer.put(known.place)
      last = (value, known.place)
      return false
    }
    guard size() <= ImportMessage.longestKept else {
      writer.put(KeptValue.unkept)
      return true
    }
    if places.count == ImportMessage.mostKept {
      places.removeAll(keepingCapacity: true)
      writer.put(KeptValue.anew)
    } else {
      writer.put(UInt16(places.count))
    }
    let place = UInt16(places.count)
    places[value] = (place, value)
    last = (value, place)
    return true
  }
}
