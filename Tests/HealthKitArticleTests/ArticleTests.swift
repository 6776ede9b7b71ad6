import Foundation
import HealthKit
import SampleStore
import Testing

/// The articles' code gives the right answers.
@Suite struct ArticleTests {
  @Test func `the study's manager saves one mock heart rate for each second`() async throws {
    let store = try ArticleStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let saved = await store.run {
      // The article's store is a static property, and this is its first use.
      let success = await withCheckedContinuation { continuation in
        HealthKitManager.authorizeHealthKit { success, _ in continuation.resume(returning: success)
        }
      }
      #expect(success)
      let ticks = AsyncStream { continuation in
        for second in 0..<7 { continuation.yield(start + Double(second)) }
        continuation.finish()
      }
      return await HealthKitManager.startMockHeartData(every: ticks)
    }
    #expect(saved == 7)
    let samples = try store.owner.samples(matching: SampleQuery(types: [.heartRate]))
    #expect(samples.map(\.start) == (0..<7).map { start + Double($0) })
    for sample in samples {
      #expect(sample.source.bundleIdentifier == "org.example.article")
      #expect((100..<180).contains(try sample.quantity.value(in: .countPerMinute)))
    }
  }

  @Test func `a measured average is stored over its interval`() async throws {
    let store = try ArticleStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let error = await store.run {
      await withCheckedContinuation { continuation in
        let manager = HKManager()
        manager.authorize { error in
          guard error == nil else { return continuation.resume(returning: error as Error?) }
          manager.storeHeartBeats(atMinute: 71.5, startDate: start, endDate: start + 30) {
            continuation.resume(returning: $0)
          }
        }
      }
    }
    #expect(error == nil)
    let sample = try #require(
      try store.owner.samples(matching: SampleQuery(types: [.heartRate])).first)
    #expect(sample.quantity == Quantity(71.5, .countPerMinute))
    #expect(sample.start == start && sample.end == start + 30)
  }

  @Test func `without permission a measured average is an error of authorization`() async throws {
    let store = try ArticleStore(grants: false)
    let error = await store.run {
      await withCheckedContinuation { continuation in
        let manager = HKManager()
        manager.authorize { _ in
          manager.storeHeartBeats(atMinute: 71.5, startDate: Date(), endDate: Date()) {
            continuation.resume(returning: $0)
          }
        }
      }
    }
    #expect((error as? HKError)?.code == .errorAuthorizationDenied)
    #expect(try store.owner.count(matching: SampleQuery()) == 0)
  }

  @Test func `a blood pressure is saved with its members and a heart rate`() async throws {
    let store = try ArticleStore()
    let (success, error) = await store.run {
      await withCheckedContinuation { continuation in
        let manager = BloodPressureManager()
        manager.authorizationRequestHealthKit { _, _ in
          manager.saveBloodPressureMeasurement(systolic: 121, diastolic: 79, heartRate: 64) {
            continuation.resume(returning: ($0, $1))
          }
        }
      }
    }
    #expect(success && error == nil)
    let found = try store.owner.allSamples(
      matching: SampleQuery(of: [.correlation(.bloodPressure)]))
    guard case .correlation(let pressure)? = found.first, found.count == 1 else {
      Issue.record("there is no correlation")
      return
    }
    #expect(
      pressure.quantities(of: .bloodPressureSystolic).map(\.quantity)
        == [Quantity(121, .millimeterOfMercury)])
    #expect(
      pressure.quantities(of: .bloodPressureDiastolic).map(\.quantity)
        == [Quantity(79, .millimeterOfMercury)])
    let rate = try store.owner.samples(matching: SampleQuery(types: [.heartRate]))
    #expect(rate.map(\.quantity) == [Quantity(64, .countPerMinute)])
  }

  @Test func `steps of a day that two sources counted are counted once`() async throws {
    let store = try ArticleStore()
    let day = Calendar.current.startOfDay(for: Date(timeIntervalSinceReferenceDate: 800_000_000))
    try store.save(.stepCount, 3000, .count, from: day + 9 * 3600, to: day + 10 * 3600)
    try store.save(
      .stepCount, 2800, .count, from: day + 9 * 3600, to: day + 10 * 3600, by: ArticleStore.phone)
    try store.save(
      .stepCount, 500, .count, from: day + 11 * 3600, to: day + 12 * 3600, by: ArticleStore.phone)
    try store.save(.stepCount, 77, .count, from: day - 600, to: day - 300)
    try await store.run {
      let service = HealthService()
      #expect(try await service.fetchStepCount(for: day) == 0, "nothing is read before asking")
      try await service.requestAuthorization()
      #expect(service.isAuthorized)
      #expect(try await service.fetchStepCount(for: day) == 3500)
      #expect(try await service.fetchStepCount(for: day - 86_400 * 3) == 0)
    }
  }

  @Test func `a week's steps have seven days, including days without steps`() async throws {
    let store = try ArticleStore()
    let calendar = Calendar.current
    let today = calendar.startOfDay(for: Date())
    let days = try (0..<7).map {
      try #require(calendar.date(byAdding: .day, value: $0 - 6, to: today))
    }
    for (index, day) in days.enumerated() where index != 2 && index != 6 {
      try store.save(
        .stepCount, Double(1000 + index), .count, from: day + 8 * 3600, to: day + 9 * 3600)
      try store.save(
        .stepCount, 900, .count, from: day + 8 * 3600, to: day + 9 * 3600, by: ArticleStore.phone)
    }
    try await store.run {
      let service = HealthService()
      try await service.requestAuthorization()
      let week = try await service.fetchWeeklySteps()
      #expect(week.map(\.date) == days)
      #expect(week.map(\.steps) == [1000, 1001, 0, 1003, 1004, 1005, 0])
    }
  }

  @Test func `the newest heart rates come first, with their source`() async throws {
    let store = try ArticleStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    for minute in 0..<20 {
      let time = start + Double(minute) * 60
      try store.save(.heartRate, Double(60 + minute), .countPerMinute, from: time, to: time)
    }
    try await store.run {
      let service = HealthService()
      try await service.requestAuthorization()
      let rates = try await service.fetchHeartRateSamples(
        from: start, to: start + 15 * 60, limit: 3)
      #expect(rates.map { $0.bpm.rounded() } == [74, 73, 72])
      #expect(rates.map(\.date) == [14, 13, 12].map { start + $0 * 60 })
      #expect(Set(rates.map(\.source)) == ["Watch"])
    }
  }

  @Test func `a night's stages and efficiency add up`() async throws {
    let store = try ArticleStore()
    let noon = Calendar.current.startOfDay(for: Date(timeIntervalSinceReferenceDate: 800_000_000))
    let bed = noon - 2 * 3600
    let stages: [(Int, Double, Double)] = [
      (0, 0, 8), (2, 0, 0.5), (3, 0.5, 4.5), (4, 4.5, 6), (5, 6, 7), (2, 7, 8), (1, 20, 21),
    ]
    try store.owner.save(
      stages.map { value, from, to in
        .category(
          try CategorySample(
            type: .sleepAnalysis, value: value, start: bed + from * 3600, end: bed + to * 3600,
            source: ArticleStore.watch))
      })
    try await store.run {
      let service = HealthService()
      try await service.requestAuthorization()
      let report = try await service.fetchSleepAnalysis(for: noon + 9 * 3600)
      #expect(report.inBed == 8 * 3600)
      #expect(report.asleepCore == 4 * 3600)
      #expect(report.asleepDeep == 1.5 * 3600)
      #expect(report.asleepREM == 3600)
      #expect(report.awake == 1.5 * 3600)
      #expect(report.sleepEfficiency == 6.5 / 8)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stream of steps continues as they are saved`() async throws {
    let store = try ArticleStore()
    let today = Calendar.current.startOfDay(for: Date())
    try store.save(.stepCount, 100, .count, from: today + 1, to: today + 2)
    try await store.run {
      let service = HealthService()
      try await service.requestAuthorization()
      var totals: [Double] = []
      for await total in service.stepCountStream() {
        totals.append(total)
        if totals.count == 3 { break }
        try store.save(.stepCount, 10, .count, from: today + 3, to: today + 4)
      }
      #expect(totals == [100, 110, 120])
    }
  }

  @Test func `the naive sum counts overlapping samples twice`() async throws {
    let store = try ArticleStore()
    let today = Calendar.current.startOfDay(for: Date())
    try store.save(.stepCount, 30, .count, from: today, to: today)
    try store.save(.stepCount, 28, .count, from: today, to: today, by: ArticleStore.phone)
    try await store.run {
      try await HealthService().requestAuthorization()
      #expect(await NaiveStepReader(store: HKHealthStore()).sum() == 58)
    }
  }

  @Test func `a workout's heart rate comes in twenty bars`() async throws {
    let store = try ArticleStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let workout = HKWorkout(activityType: .running, start: start, end: start + 1200)
    for second in stride(from: 0.0, to: 1200, by: 10) {
      try store.save(
        .heartRate,
        90 + (second / 10).truncatingRemainder(dividingBy: 6) + (second / 60).rounded(.down),
        .countPerMinute, from: start + second, to: start + second)
    }
    let bars = try await store.run {
      let health = HKHealthStore()
      try await health.requestAuthorization(toShare: [], read: [HKQuantityType(.heartRate)])
      return await withCheckedContinuation { continuation in
        WorkoutHeartRate(store: health).bars(of: workout, anchorDate: start) {
          continuation.resume(returning: $0)
        }
      }
    }
    #expect(bars.count == 20)
    for minute in 0..<20 {
      let (low, high) = try #require(bars[start + Double(minute) * 60])
      #expect(abs(low - Double(90 + minute)) < 1e-9)
      #expect(abs(high - Double(95 + minute)) < 1e-9)
    }
  }
}
