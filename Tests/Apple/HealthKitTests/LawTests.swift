import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

@Suite struct LawTests {
  private static let atoms = [
    "count", "s", "min", "hr", "g", "kg", "m", "km", "L", "mL", "J", "kcal", "mmHg", "Pa", "V",
    "mcV", "W", "mol<180.16>", "IU", "Hz", "rad", "lx",
  ]

  /// The text of a random tree of products, quotients and powers, with one `/` or several.
  private func tree(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let atom = Self.atoms.randomElement(using: &random)!
    guard depth > 0 else { return atom }
    let (a, b) = (tree(depth - 1, &random), tree(depth - 1, &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return atom
    case 1: return "\(atom)^\(Int.random(in: 1...3, using: &random))"
    case 2: return "\(a).\(b)"
    case 3: return "\(a)·\(b)"
    case 4: return "(\(a))/(\(b))"
    case 5: return "\(a)/\(b)"
    default: return "(\(a))"
    }
  }

  @Test func `a unit's text is read as the same unit`() {
    var random = SeededGenerator(seed: 9)
    var (read, several) = (0, 0)
    for _ in 0..<10_000 {
      let text = tree(2, &random)
      guard let unit = try? HKUnit(validating: text) else { continue }
      read += 1
      if text.filter({ $0 == "/" }).count > 1 { several += 1 }
      let again = HKUnit(from: unit.unitString)
      #expect(again == unit && again.unitString == unit.unitString, "\(text)")
      let quantity = HKQuantity(unit: unit, doubleValue: 3)
      let number = quantity.doubleValue(for: again)
      #expect(abs(number - 3) < 1e-9, "\(text) is \(unit.unitString)")
    }
    // A power of a power, or too large a one, makes no unit.
    #expect(read > 7_000 && several > 500, "\(read), \(several)")
  }

  @Test func `a union is what its parts find, sorted and limited as one`() async throws {
    let types = [HKQuantityType(.heartRate), HKQuantityType(.stepCount)]
    let kit = try await KitStore.allowing(types[0], types[1])
    var random = SeededGenerator(seed: 4)
    let samples = (0..<400).map { index in
      let start = KitStore.start + Double(Int.random(in: 0..<100, using: &random))
      let isRate = index % 2 == 0
      return HKQuantitySample(
        type: types[isRate ? 0 : 1],
        quantity: HKQuantity(
          unit: HKUnit(from: isRate ? "count/min" : "count"),
          doubleValue: Double(Int.random(in: 50..<60, using: &random))),
        start: start, end: start + Double(Int.random(in: 0..<9, using: &random)))
    }
    try await kit.health.save(samples)
    for round in 0..<12 {
      let limit = [0, 7, 1000][round % 3]
      let (low, high) = (Double(40 + round), Double(60 - round))
      let descriptors = [
        HKQueryDescriptor(
          sampleType: types[0],
          predicate: HKQuery.predicateForSamples(withStart: KitStore.start + low, end: nil)),
        HKQueryDescriptor(
          sampleType: types[1],
          predicate: HKQuery.predicateForSamples(withStart: nil, end: KitStore.start + high)),
      ]
      var parts: [HKSample] = []
      for descriptor in descriptors {
        parts += try await kit.samples(descriptor.sampleType, descriptor.predicate)
      }
      let isForward = round % 2 == 0
      let key = HKSampleSortIdentifierEndDate
      let union: [HKSample] = try await withCheckedThrowingContinuation { caller in
        kit.health.execute(
          HKSampleQuery(
            queryDescriptors: descriptors, limit: limit,
            sortDescriptors: [NSSortDescriptor(key: key, ascending: isForward)]
          ) { caller.resume(with: Result(samples: $1, error: $2)) })
      }
      let ends = parts.map(\.endDate).sorted { isForward ? $0 < $1 : $0 > $1 }
      #expect(union.map(\.endDate) == (limit == 0 ? ends : Array(ends.prefix(limit))))
      #expect(Set(union.map(\.uuid)).isSubset(of: parts.map(\.uuid)))
      #expect(Set(union.map(\.uuid)).count == union.count)
    }
  }

  /// A comparison in three forms: the factory, the text, and what it means in memory.
  private struct Form {
    let types: [HKSampleType]
    let factory: NSPredicate
    let text: NSPredicate
    let holds: (HKSample) -> Bool
    let name: String
  }

  private static let signs: [(HKComparisonOperator, String)] = [
    (.lessThan, "<"), (.lessThanOrEqualTo, "<="), (.greaterThan, ">"),
    (.greaterThanOrEqualTo, ">="), (.equalTo, "="), (.notEqualTo, "!="),
  ]

  private static func holds<Value: Comparable>(
    _ sign: HKComparisonOperator, _ value: Value?, _ wanted: Value
  ) -> Bool {
    // Nothing is unequal to every value, and neither less nor greater.
    guard let value else { return sign == .notEqualTo }
    return switch sign {
    case .lessThan: value < wanted
    case .lessThanOrEqualTo: value <= wanted
    case .greaterThan: value > wanted
    case .greaterThanOrEqualTo: value >= wanted
    case .equalTo: value == wanted
    default: value != wanted
    }
  }

  private static let bpm = HKUnit(from: "count/min")

  /// A value of metadata: each kind is as likely.
  private static func value(_ random: inout SeededGenerator) -> Any {
    let number = Int.random(in: 0..<4, using: &random)
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: number
    case 1: Double(number)
    case 2: number > 1
    case 3: ["a", "b", "ab", ""][number]
    case 4: KitStore.start + Double(number)
    default: HKQuantity(unit: number > 1 ? .meter() : .meterUnit(with: .kilo), doubleValue: 1)
    }
  }

  private static func holds(_ sign: HKComparisonOperator, _ own: Any?, _ wanted: Any) -> Bool {
    switch wanted {
    case let wanted as String: holds(sign, own as? String, wanted)
    case let wanted as Date: holds(sign, own as? Date, wanted)
    case let wanted as HKQuantity:
      holds(
        sign, (own as? HKQuantity)?.doubleValue(for: .meter()), wanted.doubleValue(for: .meter()))
    case let wanted as NSNumber:
      holds(sign, (own as? NSNumber)?.doubleValue, wanted.doubleValue)
    default: false
    }
  }

  /// hkquery - Each factory stands for a text of its key path, operator and value: both find the same.
  @Test func `a factory, its text and memory find the same samples`() async throws {
    let kit = try await KitStore.allowing(
      HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis), .workoutType())
    var random = SeededGenerator(seed: 63)
    var samples: [HKSample] = []
    for index in 0..<240 {
      let start = KitStore.start + Double(index)
      let metadata: [String: Any]? =
        Bool.random(using: &random) ? ["k": Self.value(&random)] : nil
      let number = Int.random(in: 1...4, using: &random)
      switch index % 3 {
      case 0:
        let quantity = HKQuantity(unit: Self.bpm, doubleValue: Double(60 + number))
        samples.append(
          HKQuantitySample(
            type: HKQuantityType(.heartRate), quantity: quantity, start: start, end: start,
            metadata: metadata))
      case 1:
        samples.append(
          HKCategorySample(
            type: HKCategoryType(.sleepAnalysis), value: number, start: start, end: start + 60,
            metadata: metadata))
      default:
        func amount(_ unit: HKUnit) -> HKQuantity {
          HKQuantity(unit: unit, doubleValue: Double(number))
        }
        samples.append(
          HKWorkout(
            activityType: number > 2 ? .running : .swimming, start: start,
            end: start + Double(60 * number), workoutEvents: nil,
            totalEnergyBurned: amount(.kilocalorie()), totalDistance: amount(.meter()),
            totalFlightsClimbed: amount(.count()), device: nil, metadata: metadata))
      }
    }
    try await kit.health.save(samples)
    for _ in 0..<160 {
      let form = form(&random)
      for type in form.types {
        let expected = samples.filter { $0.sampleType == type && form.holds($0) }
        for predicate in [form.factory, form.text] {
          let found = try await kit.samples(type, predicate)
          #expect(Set(found) == Set(expected), "\(form.name) of \(type)")
        }
      }
    }
  }

  private func form(_ random: inout SeededGenerator) -> Form {
    let (sign, text) = Self.signs.randomElement(using: &random)!
    let number = Double(Int.random(in: 0...4, using: &random))
    func form(
      _ path: String, _ value: Any, of types: HKSampleType..., by factory: NSPredicate,
      _ holds: @escaping (HKSample) -> Bool
    ) -> Form {
      Form(
        types: types, factory: factory, text: NSPredicate(format: "%K \(text) %@", path, value),
        holds: holds,
        name: "\(path) \(text) \(value)")
    }
    func total(
      _ path: String, _ unit: HKUnit, _ factory: (HKQuantity) -> NSPredicate,
      _ total: @escaping (HKWorkout) -> HKQuantity?
    ) -> Form {
      let quantity = HKQuantity(unit: unit, doubleValue: number)
      return form(path, quantity, of: .workoutType(), by: factory(quantity)) { sample in
        let own = (sample as? HKWorkout).flatMap(total)?.doubleValue(for: unit)
        return own != nil && Self.holds(sign, own, number)
      }
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let quantity = HKQuantity(unit: Self.bpm, doubleValue: 60 + number)
      return form(
        HKPredicateKeyPathQuantity, quantity, of: HKQuantityType(.heartRate),
        by: HKQuery.predicateForQuantitySamples(with: sign, quantity: quantity)
      ) { sample in
        let own = (sample as? HKQuantitySample)?.quantity.doubleValue(for: Self.bpm).rounded()
        return own != nil && Self.holds(sign, own, 60 + number)
      }
    case 1:
      return form(
        HKPredicateKeyPathCategoryValue, Int(number), of: HKCategoryType(.sleepAnalysis),
        by: HKQuery.predicateForCategorySamples(with: sign, value: Int(number))
      ) { sample in
        let own = (sample as? HKCategorySample)?.value
        return own != nil && Self.holds(sign, own, Int(number))
      }
    case 2:
      return form(
        HKPredicateKeyPathWorkoutDuration, 60 * number, of: .workoutType(),
        by: HKQuery.predicateForWorkouts(with: sign, duration: 60 * number)
      ) { sample in
        let own = (sample as? HKWorkout)?.duration
        return own != nil && Self.holds(sign, own, 60 * number)
      }
    case 3:
      return total(
        HKPredicateKeyPathWorkoutTotalEnergyBurned, .kilocalorie(),
        { HKQuery.predicateForWorkouts(with: sign, totalEnergyBurned: $0) },
        { $0.totalEnergyBurned })
    case 4:
      return total(
        HKPredicateKeyPathWorkoutTotalDistance, .meter(),
        { HKQuery.predicateForWorkouts(with: sign, totalDistance: $0) }, { $0.totalDistance })
    case 5:
      return total(
        HKPredicateKeyPathWorkoutTotalFlightsClimbed, .count(),
        { HKQuery.predicateForWorkouts(with: sign, totalFlightsClimbed: $0) },
        { $0.totalFlightsClimbed })
    default:
      let value = Self.value(&random)
      return form(
        "metadata.k", value, of: HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis),
        .workoutType(),
        by: HKQuery.predicateForObjects(withMetadataKey: "k", operatorType: sign, value: value)
      ) { Self.holds(sign, $0.metadata?["k"], value) }
    }
  }
}
