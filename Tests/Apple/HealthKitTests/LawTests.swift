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
}
