import Foundation
import HealthKit
import SampleStore
import Testing

/// Collections are cut where Foundation's own calendar cuts.
@Suite struct IntervalTests {
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Africa/Cairo", "Pacific/Auckland", "UTC",
  ])
  func `intervals are calendar components both ways from the anchor`(zone: String) async throws {
    let steps = HKQuantityType(.stepCount)
    let kit = try await KitStore.allowing(steps)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    // At noon, because a time that a clock skips is read in more than one way.
    let anchor = try #require(
      calendar.date(from: DateComponents(year: 2025, month: 1, day: 31, hour: 12)))
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
        try #require(calendar.date(byAdding: component, value: $0, to: anchor))
      }
      var starts: [Date] = []
      collection.enumerateStatistics(from: cuts[0], to: cuts[cuts.count - 1] - 1) { interval, _ in
        starts.append(interval.startDate)
      }
      #expect(starts == Array(cuts.dropLast()), "\(component)")
    }
  }
}
