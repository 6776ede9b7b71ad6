import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

@Suite struct PredicateFormatTests {
  /// What a text asks for, in memory.
  private indirect enum Condition {
    case start(String, Double), end(String, Double), value(String, Double)
    case flag(String, Bool), name(String, String), number(String, Double), hasName(Bool)
    case source([String]), ids(Set<UUID>)
    case all([Condition]), any([Condition]), not(Condition)
  }

  private static let signs = ["=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>"]

  private static func holds<Value: Comparable>(_ a: Value, _ sign: String, _ b: Value) -> Bool {
    switch sign {
    case "=", "==": a == b
    case "!=", "<>": a != b
    case "<": a < b
    case "<=", "=<": a <= b
    case ">": a > b
    default: a >= b
    }
  }

  private func admits(_ condition: Condition, _ sample: HKQuantitySample) -> Bool {
    func second(_ date: Date) -> Double { date.timeIntervalSince(KitStore.start) }
    let name = sample.metadata?["name"] as? String
    let flag = (sample.metadata?[HKMetadataKeyWasUserEntered] as? NSNumber)?.boolValue
    let number = (sample.metadata?["number"] as? NSNumber)?.doubleValue
    switch condition {
    case .start(let sign, let time): return Self.holds(second(sample.startDate), sign, time)
    case .end(let sign, let time): return Self.holds(second(sample.endDate), sign, time)
    case .value(let sign, let bpm):
      return Self.holds(
        sample.quantity.doubleValue(for: HKUnit(from: "count/min")).rounded(), sign, bpm)
    case .flag(let sign, let wanted): return (flag == wanted) == (sign == "=" || sign == "==")
    case .name(let sign, let wanted): return (name == wanted) == (sign == "=" || sign == "==")
    case .number(let sign, let wanted):
      guard let number else { return sign == "!=" || sign == "<>" }
      return Self.holds(number, sign, wanted)
    case .hasName(let wanted): return (name != nil) == wanted
    case .source(let bundles):
      return bundles.contains(sample.sourceRevision.source.bundleIdentifier)
    case .ids(let ids): return ids.contains(sample.uuid)
    case .all(let parts): return parts.allSatisfy { admits($0, sample) }
    case .any(let parts): return parts.contains { admits($0, sample) }
    case .not(let part): return !admits(part, sample)
    }
  }

  private struct Generator {
    var random: SeededGenerator
    let samples: [HKQuantitySample]

    mutating func pick<Value>(_ values: [Value]) -> Value {
      values.randomElement(using: &random)!
    }

    /// A condition, its text and arguments.
    mutating func condition(_ depth: Int) -> (Condition, String, [Any]) {
      let sign = pick(PredicateFormatTests.signs)
      let time = Double(Int.random(in: 0..<50, using: &random))
      let date = (KitStore.start + time) as NSDate
      switch Int.random(in: 0..<(depth > 0 ? 14 : 10), using: &random) {
      case 0: return (.start(sign, time), "%K \(sign) %@", [HKPredicateKeyPathStartDate, date])
      case 1: return (.end(sign, time), "endDate\(sign)%@", [date])
      case 2:
        let bpm = Double(Int.random(in: 60..<64, using: &random))
        let quantity = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: bpm)
        return (.value(sign, bpm), "quantity \(sign) %@", [quantity])
      case 3:
        let (wanted, equal) = (Bool.random(using: &random), pick(["=", "!="]))
        return (
          .flag(equal, wanted), "metadata.%K \(equal) \(wanted ? "YES" : "NO")",
          [HKMetadataKeyWasUserEntered]
        )
      case 4:
        let (wanted, equal) = (pick(["a", "b's", "c"]), pick(["==", "<>"]))
        return (.name(equal, wanted), "metadata.name \(equal) \"\(wanted)\"", [])
      case 5:
        let number = Double(Int.random(in: 0..<4, using: &random))
        return pick([true, false])
          ? (.number(sign, number), "metadata.number \(sign) %lf", [number])
          : (.number(sign, number), "%K \(sign) %d", ["metadata.number", Int(number)])
      case 6:
        let has = Bool.random(using: &random)
        return (.hasName(has), "metadata.name \(has ? "!=" : "=") NULL", [])
      case 7:
        let (low, high) = (time, time + 10)
        return (
          .all([.start(">=", low), .start("<=", high)]), "startDate BETWEEN {%@, %@}",
          [date, (KitStore.start + high) as NSDate]
        )
      case 8:
        let ids = Set((0..<3).map { _ in pick(samples).uuid })
        return (.ids(ids), "UUID IN %@", [Array(ids)])
      case 9:
        let bundle = pick(["org.example.other", "org.example.program", "x"])
        return (.source([bundle]), "source.bundleIdentifier == %@", [bundle])
      case 10, 11:
        let (a, aText, aValues) = condition(depth - 1)
        let (b, bText, bValues) = condition(depth - 1)
        let word = pick([" AND ", " && ", " and "])
        return (.all([a, b]), "(\(aText))\(word)(\(bText))", aValues + bValues)
      case 12:
        let (a, aText, aValues) = condition(depth - 1)
        let (b, bText, bValues) = condition(depth - 1)
        let word = pick([" OR ", " || ", " or "])
        return (.any([a, b]), "(\(aText))\(word)(\(bText))", aValues + bValues)
      default:
        let (a, text, values) = condition(depth - 1)
        return (.not(a), "\(pick(["NOT ", "!"]))(\(text))", values)
      }
    }
  }

  @Test func `a predicate from a text finds what a filter in memory finds`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    var random = SeededGenerator(seed: 18)
    var samples: [Sample] = []
    for _ in 0..<10_000 {
      let start = Double(Int.random(in: 0..<50, using: &random))
      var metadata: [String: MetadataValue] = [:]
      if Bool.random(using: &random) {
        let flag = Bool.random(using: &random)
        metadata[MetadataKey.wasUserEntered] =
          Bool.random(using: &random) ? .bool(flag) : .number(flag ? 1 : 0)
      }
      if Bool.random(using: &random) {
        metadata["name"] = .string(["a", "b's", "c"].randomElement(using: &random)!)
      }
      if Bool.random(using: &random) {
        metadata["number"] = .number(Double(Int.random(in: 0..<4, using: &random)))
      }
      samples.append(
        .quantity(
          try QuantitySample(
            type: .heartRate,
            quantity: Quantity(Double(Int.random(in: 60..<64, using: &random)), .countPerMinute),
            start: KitStore.start + start,
            end: KitStore.start + start + Double(Int.random(in: 0..<5, using: &random)),
            source: Bool.random(using: &random) ? KitStore.other : KitStore.program,
            metadata: metadata)))
    }
    try kit.owner.save(samples)
    let all = try await kit.samples().compactMap { $0 as? HKQuantitySample }
    #expect(all.count == 10_000)
    var generator = Generator(random: random, samples: all)
    for _ in 0..<24 {
      let (condition, text, arguments) = generator.condition(3)
      let found = try await kit.samples(
        HKQuantityType(.heartRate), NSPredicate(format: text, argumentArray: arguments))
      let expected = all.filter { admits(condition, $0) }
      #expect(Set(found.map(\.uuid)) == Set(expected.map(\.uuid)), "\(text)")
    }
  }

  @Test func `client code's own spellings are read`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    try await kit.health.save(KitStore.heartRate(60, at: 0, metadata: ["note": "after lunch"]))
    let device = HKDevice(
      name: "Strap", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
    let date = KitStore.start
    let predicates: [(NSPredicate, Int)] = [
      (NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, date as NSDate), 1),
      (
        NSPredicate(
          format: "%K >= %@ AND %K <= %@", HKPredicateKeyPathStartDate, date as NSDate,
          HKPredicateKeyPathEndDate, (date + 1) as NSDate), 1
      ),
      (NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered), 1),
      (NSPredicate(format: "metadata.note CONTAINS 'lunch'"), 1),
      (NSPredicate(format: "%@ < startDate", (date + 1) as NSDate), 0),
      (NSPredicate(format: "source = %@", HKSource.default()), 0),
      (NSPredicate(format: "device == %@ OR device.name IN {'a', 'b'}", device), 0),
      (NSPredicate(format: "correlation == nil"), 1),
      (NSPredicate(format: "TRUEPREDICATE AND NOT FALSEPREDICATE"), 1),
      (NSPredicate(format: "sourceRevision.source == 3"), -1),
    ]
    for (index, (predicate, count)) in predicates.enumerated() where count >= 0 {
      #expect(
        try await kit.samples(HKQuantityType(.heartRate), predicate).count == count, "\(index)")
    }
  }

  @Test func `what cannot be read is said with its place, and quotes no value`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    let cases: [(NSPredicate, String)] = [
      (NSPredicate(format: ""), "at character 1"),
      (NSPredicate(format: "startDate > "), "at character 13"),
      (NSPredicate(format: "startDate LIKE 'x'"), "at character 11: there must be =, !="),
      (NSPredicate(format: "startDate > 'secret'"), "a date beside startDate"),
      (NSPredicate(format: "height > 3"), "a key path that the store can compare"),
      (NSPredicate(format: "value = %d"), "as many arguments"),
      (NSPredicate(format: "value = 1", 2), "fewer arguments"),
      (NSPredicate(format: "(value = 1"), "a closing parenthesis"),
      (NSPredicate(format: "UUID > %@", UUID()), "=, != or IN after UUID"),
      (NSPredicate(format: "metadata.x = 'abc"), "a closing quotation mark"),
      (
        NSPredicate(format: String(repeating: "(", count: 100_000)),
        "fewer parentheses within each other"
      ),
    ]
    for (predicate, part) in cases {
      do {
        _ = try await kit.samples(HKQuantityType(.heartRate), predicate)
        Issue.record("\(part) was read")
      } catch {
        let message = (error as? HKError)?.reason ?? ""
        #expect(message.contains(part), "\(message)")
        #expect(!message.contains("secret"))
        #expect((error as? HKError)?.code == .errorInvalidArgument)
      }
    }
  }
}
