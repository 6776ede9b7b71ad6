import Foundation
import HealthKit
import SampleStore
import Testing

/// Small apps that use HealthKit's interface as published ones do give the right answers.
@Suite struct AppTests {
  @Test func `a study's app saves one invented heart rate for each second`() async throws {
    let store = try AppStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let saved = await store.run {
      // The app's store is a static property, and this is its first use.
      let success = await withCheckedContinuation { continuation in
        StudyHeart.ask { success, _ in continuation.resume(returning: success) }
      }
      #expect(success)
      let ticks = AsyncStream { continuation in
        for second in 0..<7 { continuation.yield(start + Double(second)) }
        continuation.finish()
      }
      return await StudyHeart.record(ticks)
    }
    #expect(saved == 7)
    let samples = try store.owner.samples(matching: SampleQuery(types: [.heartRate]))
    #expect(samples.map(\.start) == (0..<7).map { start + Double($0) })
    for sample in samples {
      #expect(sample.source.bundleIdentifier == "org.example.app")
      #expect((100..<180).contains(try sample.quantity.value(in: .countPerMinute)))
    }
  }

  @Test func `a measured average is stored over its interval`() async throws {
    let store = try AppStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let error = await store.run {
      await withCheckedContinuation { continuation in
        let log = AverageLog()
        log.open { error in
          guard error == nil else { return continuation.resume(returning: error) }
          log.log(71.5, from: start, to: start + 30) { continuation.resume(returning: $0) }
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
    let store = try AppStore(grants: false)
    let error = await store.run {
      await withCheckedContinuation { continuation in
        let log = AverageLog()
        log.open { _ in
          let now = Date()
          log.log(71.5, from: now, to: now) { continuation.resume(returning: $0) }
        }
      }
    }
    #expect((error as? HKError)?.code == .errorAuthorizationDenied)
    #expect(try store.owner.count(matching: SampleQuery()) == 0)
  }

  @Test func `a blood pressure is saved with its members and a heart rate`() async throws {
    let store = try AppStore()
    let (success, error) = await store.run {
      await withCheckedContinuation { continuation in
        let diary = PressureDiary()
        diary.open { _, _ in
          diary.note(upper: 121, lower: 79, rate: 64) { continuation.resume(returning: ($0, $1)) }
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
    let store = try AppStore()
    let day = Calendar.current.startOfDay(for: Date(timeIntervalSinceReferenceDate: 800_000_000))
    try store.save(.stepCount, 3000, .count, from: day + 9 * 3600, to: day + 10 * 3600)
    try store.save(
      .stepCount, 2800, .count, from: day + 9 * 3600, to: day + 10 * 3600, by: AppStore.phone)
    try store.save(
      .stepCount, 500, .count, from: day + 11 * 3600, to: day + 12 * 3600, by: AppStore.phone)
    try store.save(.stepCount, 77, .count, from: day - 600, to: day - 300)
    try await store.run {
      let book = DayBook()
      let early = await #expect(throws: HKError.self) { try await book.steps(on: day) }
      #expect(early?.code == .errorAuthorizationNotDetermined)
      try await book.open()
      #expect(book.isOpen)
      #expect(try await book.steps(on: day) == 3500)
      #expect(try await book.steps(on: day - 86_400 * 3) == 0)
    }
  }

  @Test func `a week's steps have seven days, including days without steps`() async throws {
    let store = try AppStore()
    let calendar = Calendar.current
    let last = calendar.startOfDay(for: Date(timeIntervalSinceReferenceDate: 800_000_000))
    let days = try (0..<7).map {
      try #require(calendar.date(byAdding: .day, value: $0 - 6, to: last))
    }
    for (index, day) in days.enumerated() where index != 2 && index != 6 {
      try store.save(
        .stepCount, Double(1000 + index), .count, from: day + 8 * 3600, to: day + 9 * 3600)
      try store.save(
        .stepCount, 900, .count, from: day + 8 * 3600, to: day + 9 * 3600, by: AppStore.phone)
    }
    try await store.run {
      let book = DayBook()
      try await book.open()
      let week = try await book.week(endingOn: last + 15 * 3600)
      #expect(week.map(\.day) == days)
      #expect(week.map(\.steps) == [1000, 1001, 0, 1003, 1004, 1005, 0])
    }
  }

  @Test func `the newest heart rates come first, with their source`() async throws {
    let store = try AppStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    for minute in 0..<20 {
      let time = start + Double(minute) * 60
      try store.save(.heartRate, Double(60 + minute), .countPerMinute, from: time, to: time)
    }
    try await store.run {
      let book = DayBook()
      try await book.open()
      let rates = try await book.newestRates(from: start, to: start + 15 * 60, 3)
      #expect(rates.map { $0.beatsPerMinute.rounded() } == [74, 73, 72])
      #expect(rates.map(\.date) == [14, 13, 12].map { start + $0 * 60 })
      #expect(Set(rates.map(\.source)) == ["Watch"])
    }
  }

  @Test func `a night's stages and efficiency add up`() async throws {
    let store = try AppStore()
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
            source: AppStore.watch))
      })
    try await store.run {
      let book = DayBook()
      try await book.open()
      let night = try await book.night(before: noon + 9 * 3600)
      #expect(night[.inBed] == 8 * 3600)
      #expect(night[.asleepCore] == 4 * 3600)
      #expect(night[.asleepDeep] == 1.5 * 3600)
      #expect(night[.asleepREM] == 3600)
      #expect(night[.awake] == 1.5 * 3600)
      #expect(night.efficiency == 6.5 / 8)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a stream of steps continues as they are saved`() async throws {
    let store = try AppStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    try store.save(.stepCount, 100, .count, from: start + 1, to: start + 2)
    try await store.run {
      let book = DayBook()
      try await book.open()
      var totals: [Double] = []
      for await total in book.stepsAsTheyCome(since: start) {
        totals.append(total)
        if totals.count == 3 { break }
        try store.save(.stepCount, 10, .count, from: start + 3, to: start + 4)
      }
      #expect(totals == [100, 110, 120])
    }
  }

  @Test func `the sum of all sources' samples counts overlapping ones twice`() async throws {
    let store = try AppStore()
    let day = Calendar.current.startOfDay(for: Date(timeIntervalSinceReferenceDate: 800_000_000))
    try store.save(.stepCount, 30, .count, from: day, to: day)
    try store.save(.stepCount, 28, .count, from: day, to: day, by: AppStore.phone)
    try await store.run {
      let book = DayBook()
      try await book.open()
      #expect(try await book.stepsOfAllSources(on: day) == 58)
      #expect(try await book.steps(on: day) == 30)
    }
  }

  @Test func `a workout's heart rate comes in twenty bars`() async throws {
    let store = try AppStore()
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
      return try await withCheckedThrowingContinuation { continuation in
        WorkoutPulse(store: health).load(workout) { continuation.resume(with: $0) }
      }
    }
    #expect(bars.count == 20)
    for minute in 0..<20 {
      let bar = try #require(bars[start + Double(minute) * 60])
      #expect(abs(bar.lowerBound - Double(90 + minute)) < 1e-9)
      #expect(abs(bar.upperBound - Double(95 + minute)) < 1e-9)
    }
  }
}
