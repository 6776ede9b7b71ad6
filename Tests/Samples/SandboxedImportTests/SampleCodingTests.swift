import TestSamples
import FoundationEssentials
import HealthFormats
import SampleStore
import Sandbox
import TestSupport
import Testing

@testable import SandboxedImport

/// The form between the two sides of an import: what goes in comes out, and what cannot be is refused.
struct SampleCodingTests {
  /// All messages of some work of an encoder, between an opening and an end.
  private static func messages(_ work: (inout SampleEncoder) -> Void) -> [[UInt8]] {
    final class Sent { var messages: [[UInt8]] = [] }
    let sent = Sent()
    var encoder = SampleEncoder { sent.messages.append($0) }
    encoder.open(.ndjson)
    work(&encoder)
    encoder.flush(7)
    encoder.finish()
    return sent.messages
  }

  /// Everything that stands in messages.
  private static func items(_ messages: [[UInt8]]) throws -> [SampleDecoder.Item] {
    var decoder = SampleDecoder()
    var items: [SampleDecoder.Item] = []
    for message in messages {
      #expect(message.count <= SandboxProcess.greatestPacket)
      _ = try decoder.take(message)
      while let item = try decoder.next() { items.append(item) }
    }
    return items
  }

  private static func samples(_ messages: [[UInt8]]) throws -> [Sample] {
    try items(messages).compactMap { if case .sample(let sample, _) = $0 { sample } else { nil } }
  }

  private static func quantity(_ value: Double, _ source: Source) throws -> Sample {
    .quantity(
      try QuantitySample(
        type: .heartRate, quantity: Quantity(value, .countPerMinute), start: .distantPast,
        end: .distantPast, source: source))
  }

  @Test func `samples of every kind pass to the last bit, with their lines, in their order`() throws
  {
    var random = RandomSamples(seed: 51)
    let samples = try (0..<3000).map { _ in try random.sample() }
    let messages = Self.messages { encoder in
      for (index, sample) in samples.enumerated() {
        encoder.add(sample, line: index * 1_000_003)
        if encoder.isFull { encoder.flush(index) }
      }
    }
    let items = try Self.items(messages)
    try #require(items.count == samples.count)
    for (index, item) in items.enumerated() {
      guard case .sample(let sample, let line) = item else {
        Issue.record("\(index) is no sample")
        return
      }
      #expect(sample == samples[index] && line == index * 1_000_003, "\(index)")
      #expect(sample.sampleType.kind == samples[index].sampleType.kind)
      if case .quantity(let one) = sample.sampleType,
        case .quantity(let other) = samples[index].sampleType
      {
        #expect(one.canonicalUnit == other.canonicalUnit)
        #expect(one.aggregationStyle == other.aggregationStyle)
      }
    }
  }

  @Test func `more sources than are kept, and longer ones, pass`() throws {
    let samples = try (0..<2500).map { number in
      let name =
        number % 100 == 99 ? String(repeating: "ä", count: 40_000) : "Watch \(number % 1200)"
      return try Self.quantity(Double(number), Source(name: name, bundleIdentifier: "a"))
    }
    let messages = Self.messages { encoder in for sample in samples { encoder.add(sample, line: 1) }
    }
    // All of it at once takes many messages.
    #expect(messages.count > 10)
    #expect(try Self.samples(messages) == samples)
  }

  @Test func `a record of any size passes`() throws {
    let source = Source(name: "a\u{0}\n", bundleIdentifier: "")
    let voltages = (0..<300_000).map { Float($0) * 1e-6 }
    let samples: [Sample] = [
      .heartbeatSeries(
        try HeartbeatSeries(
          beats: (0..<100_000).map { .init(time: Double($0), precededByGap: $0 % 7 == 0) },
          start: .distantFuture, source: source)),
      .record(
        try RecordSample(
          content: .electrocardiogram(
            Electrocardiogram(samplingFrequency: 512, voltages: voltages)),
          start: .distantPast, end: .distantFuture, source: source, created: .distantFuture)),
    ]
    let messages = Self.messages { encoder in for sample in samples { encoder.add(sample, line: 0) }
    }
    #expect(try Self.samples(messages) == samples)
  }

  @Test func `types of one name with different units stay apart`() throws {
    let types = try ["m", "s", "m", "kg"].map {
      QuantityType(
        identifier: "own", canonicalUnit: try QuantityUnit($0), aggregationStyle: .cumulative)
    }
    let source = Source(name: "a", bundleIdentifier: "b")
    let samples: [Sample] = try types.map {
      .quantity(
        try QuantitySample(
          type: $0, quantity: Quantity(1, $0.canonicalUnit), start: .distantPast, end: .distantPast,
          source: source))
    }
    let messages = Self.messages { encoder in for sample in samples { encoder.add(sample, line: 0) }
    }
    let units = try Self.samples(messages).map { $0.quantitySample?.type.canonicalUnit.description }
    #expect(units == ["m", "s", "m", "kg"])
  }

  @Test func `what was left out passes in its order, and what is known of the person`() throws {
    var profile = PersonProfile()
    profile[.bloodType] = "HKBloodTypeAPositive"
    profile[.dateOfBirth] = "1990-02-03"
    let place = ImportLog.Place(line: 7, type: "a", text: "<b\u{1}/>")
    let sample = try Self.quantity(60, Source(name: "a", bundleIdentifier: "b"))
    let messages = Self.messages { encoder in
      encoder.add(.unknownType, place)
      encoder.add(sample, line: 8)
      encoder.add(.truncated, nil)
      encoder.add(profile)
    }
    let items = try Self.items(messages)
    try #require(items.count == 4)
    guard case .note(.unknownType, place) = items[0], case .sample(sample, line: 8) = items[1],
      case .note(.truncated, nil) = items[2], case .profile(profile) = items[3]
    else {
      Issue.record("\(items)")
      return
    }
  }

  @Test func `messages out of order, and parts of messages, are refused`() throws {
    let sample = try Self.quantity(60, Source(name: "a", bundleIdentifier: "b"))
    let whole = Self.messages { $0.add(sample, line: 1) }
    let (opened, items, finished) = (whole[0], whole[1], whole[2])
    let wrong: [[[UInt8]]] = [
      [[]], [[255]], [items], [opened, opened], [opened, finished, items], [[16]], [[16, 99]],
      [opened, [18]], [opened, items + [0]], [opened, finished + [0]], [opened, [17], finished],
      [opened, [17, 0, 0, 0, 0, 0, 0, 0, 0], items], [opened, [21, 0xFF]], [[21, 0x61]],
      [opened, [UInt8](repeating: 20, count: 60_000)],
      [opened, [18, 0, 0, 0, 0, 0, 0, 0, 0x80]],
    ]
    for messages in wrong {
      #expect(throws: PacketReader.Malformed.self, "\(messages)") { _ = try Self.items(messages) }
    }
    for count in ImportMessage.headSize + 1..<items.count {
      #expect(throws: PacketReader.Malformed.self, "\(count)") {
        _ = try Self.items([opened, Array(items.prefix(count))])
      }
    }
  }

  @Test func `bytes that were changed are refused, or give samples that can be`() throws {
    var random = RandomSamples(seed: 52)
    let samples = try (0..<300).map { _ in try random.sample() }
    let messages = Self.messages { encoder in for sample in samples { encoder.add(sample, line: 1) }
    }
    var generator = SeededGenerator(seed: 53)
    var refused = 0
    for _ in 0..<2000 {
      var changed = messages
      let index = Int.random(in: 0..<messages.count, using: &generator)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<changed[index].count, using: &generator)
        changed[index][place] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        for sample in try Self.samples(changed) { #expect(sample.start <= sample.end) }
      } catch is PacketReader.Malformed {
        refused += 1
      }
    }
    #expect(refused > 200)
  }
}
