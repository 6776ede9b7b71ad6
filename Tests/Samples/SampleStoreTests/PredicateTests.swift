import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct PredicateTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private static let types: [SampleType] = [
    .quantity(.heartRate), .quantity(.stepCount), .category(.mindfulSession),
  ]

  /// Small whole numbers, so that every edge is met often.
  private func samples(_ count: Int, _ generator: inout SampleGenerator) throws -> [Sample] {
    try (0..<count).map { _ in
      let start = Double(Int.random(in: 0..<12, using: &generator))
      let end = start + Double(Int.random(in: 0..<5, using: &generator))
      let number = Int.random(in: 0..<4, using: &generator)
      let source = Source(
        name: "s", bundleIdentifier: ["x", "y"].randomElement(using: &generator)!,
        version: [nil, "1"].randomElement(using: &generator)!)
      let device = [nil, Device(name: "d"), Device(name: "e", model: "m")]
        .randomElement(using: &generator)!
      var metadata: [String: MetadataValue] = [:]
      if Bool.random(using: &generator) { metadata["n"] = .number(Double(number)) }
      if Bool.random(using: &generator) { metadata["t"] = .string("ab\(number)") }
      if Bool.random(using: &generator) {
        metadata["q"] = .quantity(
          Bool.random(using: &generator)
            ? Quantity(Double(number), .second) : Quantity(Double(number) * 1000, .millisecond))
      }
      switch Self.types.randomElement(using: &generator)! {
      case .quantity(let type):
        return .quantity(
          try QuantitySample(
            type: type,
            quantity: Quantity(
              Double(number) * 60, type == .heartRate ? .countPerMinute : .count),
            start: moment(start), end: moment(end), source: source, device: device,
            metadata: metadata))
      default:
        return .category(
          try CategorySample(
            type: .mindfulSession, start: moment(start), end: moment(end), source: source,
            device: device, metadata: metadata))
      }
    }
  }

  private func predicate(
    _ depth: Int, _ generator: inout SampleGenerator
  ) -> SamplePredicate {
    let comparison = Comparison.allCases.randomElement(using: &generator)!
    let time = Double(Int.random(in: 0..<14, using: &generator))
    let number = Double(Int.random(in: 0..<4, using: &generator))
    switch Int.random(in: 0..<(depth > 0 ? 17 : 13), using: &generator) {
    case 0:
      return .interval(
        from: Bool.random(using: &generator) ? moment(time) : nil,
        to: Bool.random(using: &generator) ? moment(time + number) : nil,
        options: .init(rawValue: Int.random(in: 0..<4, using: &generator)))
    case 1: return .start(comparison, moment(time))
    case 2: return .end(comparison, moment(time))
    case 3: return .duration(comparison, number)
    case 4: return .category(comparison, Int(number))
    case 5: return .sources(number < 2 ? ["x"] : ["y", "z"])
    case 6: return .revision(Source(name: "s", bundleIdentifier: "x", version: "1"))
    case 7: return .devices([Device(name: ["d", "e", nil, "nobody's"][Int(number) % 4])])
    case 8: return .device(.model, among: ["m", "z"])
    case 9: return .metadata(key: "n", comparison, .number(number))
    case 10: return .metadata(key: "q", comparison, .quantity(Quantity(number, .second)))
    case 11: return .hasMetadata(key: "t")
    case 12: return .metadataContains(key: "t", "b\(Int(number))")
    case 13: return .not(predicate(depth - 1, &generator))
    case 14:
      return .all((0..<Int(number)).map { _ in predicate(depth - 1, &generator) })
    default:
      return .any((0..<Int(number)).map { _ in predicate(depth - 1, &generator) })
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `random predicates find the samples of their definition`(_ seed: UInt64) throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: seed)
    let samples = try samples(120, &generator)
    try store.save(samples)
    for _ in 0..<500 {
      let predicate = predicate(3, &generator)
      let query = SampleQuery(where: predicate)
      let expected = Set(samples.filter { predicate.admits($0) }.map(\.id))
      #expect(
        try Set(store.allSamples(matching: query).map(\.id)) == expected, "\(predicate)")
      #expect(try store.count(matching: query) == expected.count)
    }
  }

  @Test func `quantities compare in any unit that fits, at the edge too`() throws {
    let store = try place.open()
    try store.save((0..<200).map { try reading(Double($0), from: Double($0)) })
    let perHour = try QuantityUnit("count/hr")
    for limit in 0..<200 {
      for (comparison, count) in [
        (Comparison.less, limit), (.lessOrEqual, limit + 1), (.equal, 1), (.notEqual, 199),
        (.greaterOrEqual, 200 - limit), (.greater, 199 - limit),
      ] {
        let query = SampleQuery(
          types: [.heartRate],
          where: .quantity(comparison, Quantity(Double(limit), .countPerMinute)))
        #expect(try store.count(matching: query) == count)
      }
    }
    let query = SampleQuery(types: [.heartRate], where: .quantity(.less, Quantity(3600, perHour)))
    #expect(try store.count(matching: query) == 60)
  }

  @Test func `a quantity of another dimension, or without types, is an error`() throws {
    let store = try place.open()
    for query in [
      SampleQuery(types: [.heartRate], where: .quantity(.less, Quantity(1, .second))),
      SampleQuery(where: .quantity(.less, Quantity(1, .countPerSecond))),
      SampleQuery(of: [.category(.sleepAnalysis)], where: .quantity(.less, Quantity(1, .count))),
    ] {
      let error = #expect(throws: StoreError.self) { try store.samples(matching: query) }
      #expect(error?.reason == .invalidQuery)
    }
  }

  @Test func `a set of a hundred thousand identifiers is one query`() throws {
    let store = try place.open()
    let samples = try (0..<1000).map { try reading(from: Double($0)) }
    try store.save(samples)
    let ids = samples.prefix(700).map(\.id) + (0..<100_000).map { _ in UUID.random() }
    #expect(try store.count(matching: SampleQuery(ids: ids)) == 700)
    #expect(try store.count(matching: SampleQuery(where: .ids(Set(ids)))) == 700)
    #expect(try store.count(matching: SampleQuery(where: .not(.ids(Set(ids))))) == 300)
  }

  @Test func `samples are sorted by any property, equal ones by insertion`() throws {
    let store = try place.open()
    var generator = SampleGenerator(seed: 4)
    let samples = try samples(80, &generator)
    try store.save(samples)
    func value(_ sample: Sample) -> Double {
      (try? sample.quantitySample?.quantity.value(
        in: sample.sampleType == Self.types[0]
          ? .countPerSecond : .count)) ?? 0
    }
    for property in SampleQuery.Order.Property.allCases {
      for ascending in [true, false] {
        let indexed = samples.enumerated().sorted { a, b in
          let (x, y) = ascending ? (a, b) : (b, a)
          switch property {
          case .start: return (x.element.start, x.offset) < (y.element.start, y.offset)
          case .end: return (x.element.end, x.offset) < (y.element.end, y.offset)
          case .type:
            return (x.element.sampleType.identifier, x.offset)
              < (y.element.sampleType.identifier, y.offset)
          case .value: return (value(x.element), x.offset) < (value(y.element), y.offset)
          // There are no workouts among these, so none has any.
          default: return x.offset < y.offset
          }
        }
        let query = SampleQuery(order: .init([.init(property, ascending: ascending)]))
        #expect(try store.allSamples(matching: query).map(\.id) == indexed.map(\.element.id))
      }
    }
  }
}

extension SamplePredicate {
  /// The definition of a match, in memory.
  fileprivate func admits(_ sample: Sample) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.admits(sample) }
    case .any(let parts): parts.contains { $0.admits(sample) }
    case .not(let part): !part.admits(sample)
    case .interval(let from, let to, let options):
      (from.map { sample.end >= $0 } ?? true) && (to.map { sample.start < $0 } ?? true)
        && (!options.contains(.strictStartDate) || from.map { sample.start >= $0 } ?? true)
        && (!options.contains(.strictEndDate) || to.map { sample.end < $0 } ?? true)
    case .start(let comparison, let date): comparison.holds(sample.start, date)
    case .end(let comparison, let date): comparison.holds(sample.end, date)
    case .duration(let comparison, let seconds): comparison.holds(sample.duration, seconds)
    case .category(let comparison, let value):
      sample.categorySample.map { comparison.holds($0.value, value) } ?? false
    case .ids(let ids): ids.contains(sample.id)
    case .sources(let bundles): bundles.contains(sample.source.bundleIdentifier)
    case .revision(let source): sample.source == source
    case .devices(let devices):
      devices.contains { wanted in
        Device.properties.allSatisfy { _, path in
          wanted[keyPath: path] == nil || sample.device?[keyPath: path] == wanted[keyPath: path]
        } && sample.device != nil
      }
    case .device(_, let among): sample.device?.model.map { among.contains($0) } ?? false
    case .metadata(let key, let comparison, .number(let number)):
      if case .number(let own)? = sample.metadata[key] {
        comparison.holds(own, number)
      } else {
        false
      }
    case .metadata(let key, let comparison, .quantity(let quantity)):
      if case .quantity(let own)? = sample.metadata[key],
        let number = try? own.value(in: quantity.unit)
      {
        comparison.holds(number, quantity.value)
      } else {
        false
      }
    case .hasMetadata(let key): sample.metadata[key] != nil
    case .metadataContains(let key, let part):
      if case .string(let text)? = sample.metadata[key] { text.contains(part) } else { false }
    default: preconditionFailure("not among the tests' predicates")
    }
  }
}
