import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct SampleQueryTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  /// Start and end of a sample against the range 10..<20: overlap, strict start, strict end, both.
  @Test(arguments: [
    (0.0, 9.0, "no", "no", "no", "no"), (0, 10, "yes", "no", "yes", "no"),
    (10, 10, "yes", "yes", "yes", "yes"), (10, 20, "yes", "yes", "no", "no"),
    (5, 25, "yes", "no", "no", "no"), (12, 15, "yes", "yes", "yes", "yes"),
    (19.999, 25, "yes", "yes", "no", "no"), (20, 20, "no", "no", "no", "no"),
    (20, 25, "no", "no", "no", "no"), (5, 19.999, "yes", "no", "yes", "no"),
  ])
  func `a range follows HealthKit's rule and its strict options`(
    _ start: Double, _ end: Double, _ overlap: String, _ strictStart: String,
    _ strictEnd: String, _ both: String
  ) throws {
    let store = try place.open()
    try store.save([reading(from: start, to: end)])
    let options: [(SampleQuery.RangeOptions, String)] = [
      ([], overlap), (.strictStartDate, strictStart), (.strictEndDate, strictEnd),
      ([.strictStartDate, .strictEndDate], both),
    ]
    for (options, expected) in options {
      let query = SampleQuery(from: moment(10), to: moment(20), options: options)
      #expect(try store.count(matching: query) == (expected == "yes" ? 1 : 0), "\(options)")
    }
  }

  /// Ranges are searched by start, no further back than the longest sample: rounding must not hide
  /// one.
  @Test func `a sample of any length is found by the last moment of it`() throws {
    var store = try place.open()
    var end = 0.0
    for length: Double in [0, 1e-7, 0.1, 1 / 3, 10, 86_400.1, 3.2e9, 7e10, 1e15] {
      for type in [QuantityType.heartRate, .stepCount] {
        let last = try reading(from: end - length, to: end, type: type)
        try store.save([last])
        for types: [QuantityType]? in [[type], [.heartRate, .stepCount], nil] {
          let query = SampleQuery(types: types, from: last.end, to: last.end + 0.001)
          #expect(try store.samples(matching: query).contains(last), "\(length)")
        }
        end += 1000.7
      }
      store = try place.open()
    }
  }

  @Test func `an open range has one bound`() throws {
    let store = try place.open()
    try store.save([reading(from: 0, to: 5), reading(from: 10, to: 15), reading(from: 20, to: 25)])
    #expect(try store.count(matching: SampleQuery(from: moment(15))) == 2)
    #expect(
      try store.count(matching: SampleQuery(from: moment(15), options: .strictStartDate)) == 1)
    #expect(try store.count(matching: SampleQuery(to: moment(20))) == 2)
    #expect(try store.count(matching: SampleQuery(to: moment(15), options: .strictEndDate)) == 1)
  }

  @Test func `the filter of random queries equals the filter of their definition`() throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 4)
    var samples: [QuantitySample] = []
    for _ in 0..<300 {
      let start = Double(Int.random(in: 0..<50, using: &generator))
      let length = Double(Int.random(in: 0..<10, using: &generator))
      samples.append(
        try reading(
          from: start, to: start + length,
          type: [.heartRate, .stepCount, .flightsClimbed].randomElement(using: &generator)!,
          metadata: ["n": .number(Double(Int.random(in: 0..<3, using: &generator)))]))
    }
    try store.save(samples)
    for _ in 0..<200 {
      let bounds = (0..<2).map { _ in Double(Int.random(in: 0..<60, using: &generator)) }
      let query = SampleQuery(
        types: [nil, [], [.heartRate], [.heartRate, .stepCount]].randomElement(using: &generator)!,
        from: Bool.random(using: &generator) ? moment(bounds[0]) : nil,
        to: Bool.random(using: &generator) ? moment(bounds[1]) : nil,
        options: SampleQuery.RangeOptions(rawValue: Int.random(in: 0..<4, using: &generator)),
        metadata: Bool.random(using: &generator) ? ["n": .number(1)] : [:],
        limit: Bool.random(using: &generator) ? Int.random(in: 0..<20, using: &generator) : nil,
        order: Bool.random(using: &generator) ? .newestFirst : .oldestFirst)
      let matching = samples.enumerated().filter { query.admits($0.element) }
      let oldest = matching.sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      let ordered = query.order == .oldestFirst ? oldest : oldest.reversed()
      let expected = ordered.prefix(query.limit ?? .max).map(\.element)
      #expect(try store.samples(matching: query) == Array(expected))
      #expect(try store.count(matching: query) == matching.count)
    }
  }

  @Test func `metadata of every kind is found by its value alone`() throws {
    let store = try place.open()
    let values: [MetadataValue] = [
      .string("1"), .string(""), .number(1), .number(0), .bool(true), .bool(false),
      .date(Date(timeIntervalSinceReferenceDate: 1)), .quantity(Quantity(1, .second)),
      .quantity(Quantity(1, .count)),
    ]
    for (index, value) in values.enumerated() {
      try store.save([reading(from: Double(index), metadata: ["key": value, "other": .bool(true)])])
    }
    for (index, value) in values.enumerated() {
      let found = try store.samples(matching: SampleQuery(metadata: ["key": value]))
      #expect(found.map(\.start) == [moment(Double(index))])
      #expect(try store.count(matching: SampleQuery(metadata: ["key": value])) > 0)
      #expect(try store.count(matching: SampleQuery(metadata: ["Key": value])) == 0)
    }
    #expect(try store.count(matching: SampleQuery(metadata: ["key": .string("2")])) == 0)
    let both = SampleQuery(metadata: ["key": .number(1), "other": .bool(true)])
    #expect(try store.count(matching: both) == 1)
  }
}

extension SampleQuery {
  /// The definition of a match, limit and order aside.
  fileprivate func admits(_ sample: QuantitySample) -> Bool {
    if let types, !types.contains(sample.sampleType) { return false }
    if let from {
      if sample.end < from { return false }
      if options.contains(.strictStartDate), sample.start < from { return false }
    }
    if let to {
      if sample.start >= to { return false }
      if options.contains(.strictEndDate), sample.end >= to { return false }
    }
    return metadata.allSatisfy { sample.metadata[$0.key] == $0.value }
  }
}
