import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

/// Collections begin their intervals when clocks in the zone show the anchor's time.
@Suite struct IntervalTests {
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Africa/Cairo", "Pacific/Auckland", "UTC",
  ])
  func `intervals are calendar components before and after the anchor`(zone: String) async throws {
    let steps = HKQuantityType(.stepCount)
    let kit = try await KitStore.allowing(steps)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let reference = try SystemZone(zone)
    // 2025-01-31 at noon, since a time that clocks skip can be interpreted in more than one way.
    let anchor = try reference.date(ofClock: Date(timeIntervalSince1970: 1_738_324_800))
    let components: [(Calendar.Component, DateComponents)] = [
      (.hour, DateComponents(hour: 1)), (.day, DateComponents(day: 1)),
      (.weekOfYear, DateComponents(weekOfYear: 1)), (.month, DateComponents(month: 1)),
      (.year, DateComponents(year: 1)),
    ]
    for (component, step) in components {
      var step = step
      step.calendar = calendar
      let collection = try await HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: steps), options: .cumulativeSum, anchorDate: anchor,
        intervalComponents: step
      ).result(for: kit.health)
      let range = component == .day ? -400...400 : -14...14
      let cuts = try range.map {
        try reference.date(byAdding: step, times: $0, to: anchor)
      }
      var starts: [Date] = []
      collection.enumerateStatistics(from: cuts[0], to: cuts[cuts.count - 1] - 1) { interval, _ in
        starts.append(interval.startDate)
      }
      #expect(starts == Array(cuts.dropLast()), "\(component)")
    }
  }
}
