import Foundation
import HealthKit
import SampleStore
import Synchronization
import Testing

@Suite struct QueryMeanings {
  private static let rate = HKQuantityType(.heartRate)
  private static let sleep = HKCategoryType(.sleepAnalysis)

  private static func asleep(from: Double, to: Double) -> HKCategorySample {
    HKCategorySample(
      type: sleep, value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
      start: KitStore.start + from, end: KitStore.start + to)
  }

  /// hkqueryoptions - Without options a sample must end at or after the interval's start and begin before its end. With
  /// `strictStartDate` it begins in the interval, with `strictEndDate` it ends in it.
  @Test(
    arguments: zip(
      [[], .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate]]
        as [HKQueryOptions], [[1, 2, 3, 4, 5], [2, 4, 5], [1, 2], [2]]))
  func `an interval finds samples by how they overlap it`(options: HKQueryOptions, found: [Int])
    async throws
  {
    let kit = try await KitStore.allowing(Self.sleep)
    let samples = [
      (0.0, 9.0), (5, 15), (12, 18), (5, 25), (15, 25), (19, 30), (20, 30),
    ].map { Self.asleep(from: $0, to: $1) }
    try await kit.health.save(samples)
    let within = HKQuery.predicateForSamples(
      withStart: KitStore.start + 10, end: KitStore.start + 20, options: options)
    #expect(Set(try await kit.samples(Self.sleep, within)) == Set(found.map { samples[$0] }))
    // An open side is no bound.
    let open = HKQuery.predicateForSamples(withStart: nil, end: nil, options: options)
    #expect(try await kit.samples(Self.sleep, open).count == samples.count)
  }

  /// hkquery, "Creating sample predicates" - Each factory finds the objects that its name says.
  @Test func `every factory of predicates finds what it says`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let strap = HKDevice(
      name: "Strap", manufacturer: "Maker", model: "M1", hardwareVersion: nil, firmwareVersion: "2",
      softwareVersion: nil, localIdentifier: "here", udiDeviceIdentifier: nil)
    func sample(
      _ bpm: Double, _ second: Double, _ device: HKDevice? = nil, _ metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
      HKQuantitySample(
        type: Self.rate, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: bpm),
        start: KitStore.start + second, end: KitStore.start + second, device: device,
        metadata: metadata)
    }
    let all = [
      sample(50, 0), sample(60, 1, strap), sample(70, 2, nil, ["Place": "home", "Level": 3]),
      sample(80, 3, strap, ["Place": "work", "Level": 5]),
    ]
    try await kit.health.save(all)
    try kit.others([(90, 4)])
    let own = HKSource.default()
    let saved = try await kit.samples()
    let revision = try #require(saved.first?.sourceRevision)
    func quantity(_ bpm: Double) -> HKQuantity {
      HKQuantity(unit: .hertz(), doubleValue: bpm / 60)
    }
    let cases: [(NSPredicate, [Int])] = [
      (HKQuery.predicateForObject(with: all[1].uuid), [1]),
      (HKQuery.predicateForObjects(with: [all[1].uuid, all[3].uuid]), [1, 3]),
      (HKQuery.predicateForObjects(from: revision.source), [0, 1, 2, 3]),
      (HKQuery.predicateForObjects(from: [revision.source, own]), [0, 1, 2, 3]),
      (HKQuery.predicateForObjects(from: [revision]), [0, 1, 2, 3]),
      (HKQuery.predicateForObjects(from: [strap]), [1, 3]),
      (
        HKQuery.predicateForObjects(
          withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["Strap"]), [1, 3]
      ),
      (HKQuery.predicateForObjects(withMetadataKey: "Place"), [2, 3]),
      (HKQuery.predicateForObjects(withMetadataKey: "Place", allowedValues: ["home", 7]), [2]),
      (
        HKQuery.predicateForObjects(
          withMetadataKey: "Level", operatorType: .greaterThan, value: 3), [3]
      ),
      (HKQuery.predicateForObjectsWithNoCorrelation(), [0, 1, 2, 3, 4]),
      (HKQuery.predicateForQuantitySamples(with: .lessThan, quantity: quantity(60)), [0]),
      (
        HKQuery.predicateForQuantitySamples(with: .lessThanOrEqualTo, quantity: quantity(60)),
        [0, 1]
      ),
      (HKQuery.predicateForQuantitySamples(with: .equalTo, quantity: quantity(60)), [1]),
      (
        HKQuery.predicateForQuantitySamples(with: .notEqualTo, quantity: quantity(60)),
        [0, 2, 3, 4]
      ),
      (HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: quantity(80)), [4]),
      (
        HKQuery.predicateForQuantitySamples(with: .greaterThanOrEqualTo, quantity: quantity(80)),
        [3, 4]
      ),
    ]
    for (number, (predicate, expected)) in cases.enumerated() {
      let found = try await kit.samples(Self.rate, predicate).map(\.uuid)
      #expect(found == expected.map { saved[$0].uuid }, "factory \(number)")
    }
  }

  /// hkquery/predicateforcategorysamples(with:value:), predicateforworkouts(...) - The factories for categories and workouts.
  @Test func `categories and workouts have factories of their own`() async throws {
    let kit = try await KitStore.allowing(Self.sleep, .workoutType())
    let stages = [HKCategoryValueSleepAnalysis.awake, .asleepCore, .asleepREM].enumerated().map {
      HKCategorySample(
        type: Self.sleep, value: $1.rawValue, start: KitStore.start + Double($0),
        end: KitStore.start + Double($0))
    }
    func workout(_ kind: HKWorkoutActivityType, _ minutes: Double, _ energy: Double) -> HKWorkout {
      HKWorkout(
        activityType: kind, start: KitStore.start, end: KitStore.start + minutes * 60,
        workoutEvents: nil,
        totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: energy),
        totalDistance: HKQuantity(unit: .mile(), doubleValue: minutes / 10), metadata: nil)
    }
    let workouts = [workout(.running, 30, 300), workout(.walking, 60, 200)]
    try await kit.health.save(stages + workouts)
    let asleep = HKCategoryValueSleepAnalysis.predicateForSamples(
      equalTo: HKCategoryValueSleepAnalysis.allAsleepValues)
    #expect(try await kit.samples(Self.sleep, asleep) == Array(stages.dropFirst()))
    let awake = HKQuery.predicateForCategorySamples(
      with: .equalTo, value: HKCategoryValueSleepAnalysis.awake.rawValue)
    #expect(try await kit.samples(Self.sleep, awake) == [stages[0]])
    let cases: [(NSPredicate, [Int])] = [
      (HKQuery.predicateForWorkouts(with: .running), [0]),
      (HKQuery.predicateForWorkouts(with: .greaterThan, duration: 1800), [1]),
      (
        HKQuery.predicateForWorkouts(
          with: .lessThan, totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 250)),
        [1]
      ),
      (
        HKQuery.predicateForWorkouts(
          with: .greaterThanOrEqualTo, totalDistance: HKQuantity(unit: .meter(), doubleValue: 4000)),
        [0, 1]
      ),
    ]
    for (number, (predicate, expected)) in cases.enumerated() {
      let found = Set(try await kit.samples(.workoutType(), predicate))
      #expect(found == Set(expected.map { workouts[$0] }), "factory \(number)")
    }
  }

  /// nscompoundpredicate (foundation) - Predicates are joined by and, or and not.
  @Test func `compound predicates combine the others`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let samples = [50.0, 60, 70, 80].enumerated().map { KitStore.heartRate($1, at: Double($0)) }
    try await kit.health.save(samples)
    func above(_ bpm: Double) -> NSPredicate {
      HKQuery.predicateForQuantitySamples(
        with: .greaterThan, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: bpm))
    }
    let late = HKQuery.predicateForSamples(withStart: KitStore.start + 3, end: nil)
    func found(_ predicate: NSPredicate) async throws -> [Int] {
      try await kit.samples(Self.rate, predicate).map {
        try #require(samples.firstIndex(of: $0 as! HKQuantitySample))
      }
    }
    let not = NSCompoundPredicate(notPredicateWithSubpredicate: above(65))
    #expect(try await found(not) == [0, 1])
    #expect(
      try await found(NSCompoundPredicate(andPredicateWithSubpredicates: [above(55), not])) == [1])
    #expect(
      try await found(NSCompoundPredicate(orPredicateWithSubpredicates: [late, not])) == [0, 1, 3])
    #expect(
      try await found(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == [0, 1, 2, 3])
  }

  /// hksamplequery/init(sampletype:predicate:limit:sortdescriptors:resultshandler:) - The limit is the greatest number of
  /// samples, after sorting; several descriptors sort by one key after another. Without any, the order is unspecified: here
  /// the oldest first.
  @Test func `samples are sorted by several keys, then limited`() async throws {
    let kit = try await KitStore.allowing(Self.sleep)
    let samples = [(0.0, 30.0), (0, 10), (5, 10), (5, 20)].map { Self.asleep(from: $0, to: $1) }
    try await kit.health.save(samples)
    func sort(_ key: String, _ ascending: Bool) -> NSSortDescriptor {
      NSSortDescriptor(key: key, ascending: ascending)
    }
    let keys = [
      sort(HKSampleSortIdentifierStartDate, false), sort(HKSampleSortIdentifierEndDate, true),
    ]
    #expect(
      try await kit.samples(Self.sleep, sort: keys) == [2, 3, 1, 0].map { samples[$0] })
    #expect(
      try await kit.samples(Self.sleep, limit: 3, sort: keys) == [2, 3, 1].map { samples[$0] })
    #expect(try await kit.samples(Self.sleep, limit: HKObjectQueryNoLimit).count == 4)
    let starts = try await kit.samples(Self.sleep).map(\.startDate)
    #expect(starts == starts.sorted())
  }

  /// hkquery - A query is executed once; handlers run on a background queue.
  @Test func `a query that is executed again fails`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let answers = AsyncStream<HKError.Code?> { continuation in
      let query = HKSampleQuery(
        sampleType: Self.rate, predicate: nil, limit: 1, sortDescriptors: nil
      ) { _, _, error in continuation.yield((error as? HKError)?.code) }
      kit.health.execute(query)
      kit.health.execute(query)
    }
    var iterator = answers.makeAsyncIterator()
    #expect(await iterator.next() == .some(nil))
    #expect(await iterator.next() == .errorInvalidArgument)
  }

  /// hkanchoredobjectquery - Without an anchor everything is new; with one, what was saved and deleted since. The new anchor
  /// continues, also after it was archived.
  @Test func `an archived anchor continues with additions and deletions`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    let (first, second) = (KitStore.heartRate(60, at: 0), KitStore.heartRate(61, at: 1))
    try await kit.health.save([first, second])
    func changes(_ anchor: HKQueryAnchor?) async throws
      -> HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Result
    {
      try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.rate)], anchor: anchor
      ).result(for: kit.health)
    }
    let start = try await changes(nil)
    #expect(start.addedSamples == [first, second] && start.deletedObjects.isEmpty)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: start.newAnchor, requiringSecureCoding: true)
    let anchor = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: archive))
    let third = KitStore.heartRate(62, at: 2)
    try await kit.health.save(third)
    try await kit.health.delete(first)
    let next = try await changes(anchor)
    #expect(next.addedSamples == [third] && next.deletedObjects.map(\.uuid) == [first.uuid])
    let last = try await changes(next.newAnchor)
    #expect(last.addedSamples.isEmpty && last.deletedObjects.isEmpty)
    // What was saved and deleted since is only deleted.
    let brief = KitStore.heartRate(63, at: 3)
    try await kit.health.save(brief)
    try await kit.health.delete(brief)
    let after = try await changes(last.newAnchor)
    #expect(after.addedSamples.isEmpty && after.deletedObjects.map(\.uuid) == [brief.uuid])
  }

  /// hkanchoredobjectquery/updatehandler - Set before the query is executed, it is called after the results handler, for each
  /// change, on a background queue, with the anchor to continue from.
  @Test(.timeLimit(.minutes(5)))
  func `the update handler follows the results handler, one call after the other`() async throws {
    let kit = try await KitStore.allowing(Self.rate)
    struct Call: Sendable {
      let isUpdate: Bool
      let added: [UUID]
      let anchor: HKQueryAnchor?
      let isMain: Bool
    }
    let inside = Counter()
    let calls = AsyncStream<Call> { continuation in
      @Sendable func note(_ isUpdate: Bool, _ added: [HKSample]?, _ anchor: HKQueryAnchor?) {
        inside.add(1)
        #expect(inside.value == 1)
        continuation.yield(
          Call(
            isUpdate: isUpdate, added: added?.map(\.uuid) ?? [], anchor: anchor,
            isMain: Thread.isMainThread))
        inside.add(-1)
      }
      let query = HKAnchoredObjectQuery(
        type: Self.rate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
      ) { _, added, _, anchor, _ in note(false, added, anchor) }
      query.updateHandler = { _, added, _, anchor, _ in note(true, added, anchor) }
      continuation.onTermination = { _ in kit.health.stop(query) }
      kit.health.execute(query)
    }
    var iterator = calls.makeAsyncIterator()
    let first = try #require(await iterator.next())
    #expect(!first.isUpdate && first.added.isEmpty && !first.isMain)
    for second in 0..<3 {
      let sample = KitStore.heartRate(60, at: Double(second))
      try await kit.health.save(sample)
      let call = try #require(await iterator.next())
      #expect(call.isUpdate && call.added == [sample.uuid] && !call.isMain)
      let since = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Self.rate)], anchor: call.anchor
      ).result(for: kit.health)
      #expect(since.addedSamples.isEmpty)
    }
  }

  /// hkobserverquery - The handler is called if a sample that matches is saved or deleted, and not for others.
  @Test(.timeLimit(.minutes(5)))
  func `an observer is called for what matches its predicate`() async throws {
    let kit = try await KitStore.allowing(Self.rate, Self.sleep)
    let fast = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 100))
    let calls = AsyncStream<Set<HKSampleType>?> { continuation in
      let query = HKObserverQuery(
        queryDescriptors: [HKQueryDescriptor(sampleType: Self.rate, predicate: fast)]
      ) { _, types, done, _ in
        done()
        continuation.yield(types)
      }
      continuation.onTermination = { _ in kit.health.stop(query) }
      kit.health.execute(query)
    }
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == [Self.rate])
    let (slow, quick) = (KitStore.heartRate(60, at: 0), KitStore.heartRate(120, at: 1))
    let all = Counter()
    let watcher = HKObserverQuery(sampleType: Self.rate, predicate: nil) { _, done, _ in
      all.add(1)
      done()
    }
    kit.health.execute(watcher)
    while all.value < 1 { await Task.yield() }
    try await kit.health.save([slow, Self.asleep(from: 0, to: 1)])
    // The one without a predicate has seen it; only then is what matches saved.
    while all.value < 2 { await Task.yield() }
    try await kit.health.save(quick)
    #expect(await iterator.next() == [Self.rate])
    try await kit.health.delete(quick)
    #expect(await iterator.next() == [Self.rate])
    kit.health.stop(watcher)
    // A call for the slow one would have been between these.
    let changes = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Self.rate)], anchor: nil
    ).result(for: kit.health)
    #expect(changes.addedSamples == [slow])
  }

  /// hkhealthstore/enablebackgrounddelivery - The frequency is the greatest: what changes more often waits. The completion
  /// handler of an observer says that a delivery was handled.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      (HKUpdateFrequency.immediate, 1.0), (.hourly, 3600), (.daily, 86_400), (.weekly, 604_800),
    ])
  func `a delivery is due again after its frequency, once it was handled`(
    frequency: HKUpdateFrequency, period: Double
  ) async throws {
    let kit = try await KitStore.allowing(Self.rate)
    try await kit.health.enableBackgroundDelivery(for: Self.rate, frequency: frequency)
    let program = try HealthStore(location: kit.location, client: .application(KitStore.program))
    let now = Date()
    #expect(try program.dueDelivery(at: now) == nil)
    try kit.others([(60, 0)])
    let due = try #require(try program.dueDelivery(at: now))
    #expect(due.types == [.quantity(.heartRate)])
    // Until it is handled it stays due.
    #expect(try program.dueDelivery(at: now) != nil)
    try program.acknowledge(due, at: now)
    #expect(try program.dueDelivery(at: now + period) == nil)
    try kit.others([(61, 1)])
    #expect((try program.dueDelivery(at: now + period / 2) == nil) == (frequency != .immediate))
    #expect(try program.dueDelivery(at: now + period) != nil)
    try await kit.health.disableBackgroundDelivery(for: Self.rate)
    #expect(try program.dueDelivery(at: now + period) == nil)
  }

  /// hkhealthstore/enablebackgrounddelivery - Characteristics may be asked for, correlations may not.
  @Test func `a correlation has no deliveries, and a characteristic may be asked for`()
    async throws
  {
    let kit = try await KitStore.allowing(Self.rate)
    #expect(
      await code {
        try await kit.health.enableBackgroundDelivery(
          for: HKCorrelationType(.bloodPressure), frequency: .hourly)
      } == .errorInvalidArgument)
    let blood = HKCharacteristicType(.bloodType)
    try await kit.health.enableBackgroundDelivery(for: blood, frequency: .hourly)
    try await kit.health.disableBackgroundDelivery(for: blood)
  }

  // MARK: Series and summaries

  /// hkquantityseriessamplebuilder/insert(_:at:), insert(_:for:) - A quantity with the start of an earlier one takes its
  /// place; one before the start of the series is an error.
  @Test func `a series has one quantity for a start`() async throws {
    let steps = HKQuantityType(.stepCount)
    let kit = try await KitStore.allowing(steps)
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: kit.health, quantityType: steps, startDate: KitStore.start, device: nil)
    func insert(_ count: Double, _ at: Double) throws {
      try builder.insert(HKQuantity(unit: .count(), doubleValue: count), at: KitStore.start + at)
    }
    try insert(10, 5)
    try insert(30, 9)
    try insert(20, 5)
    #expect(await code { try insert(1, -1) } == .errorInvalidArgument)
    let saved = try #require(try await builder.finishSeries(metadata: nil).first)
    #expect(saved.count == 2 && saved.quantity.doubleValue(for: .count()) == 50)
  }

  /// hkquantityseriessamplequery/orderbyquantitysamplestartdate - Quantities come by their starts, or by those of their samples
  /// first.
  @Test(arguments: [(false, [1.0, 3, 2, 4]), (true, [1, 2, 3, 4])])
  func `quantities of a series come in either order`(bySample: Bool, expected: [Double])
    async throws
  {
    let kit = try await KitStore.allowing(Self.rate)
    let bpm = HKUnit(from: "count/min")
    for (start, values) in [(0.0, [(1.0, 0.0), (2, 20)]), (5, [(3, 10), (4, 30)])] {
      let builder = HKQuantitySeriesSampleBuilder(
        healthStore: kit.health, quantityType: Self.rate, startDate: KitStore.start + start,
        device: nil)
      for (value, at) in values {
        try builder.insert(
          HKQuantity(unit: bpm, doubleValue: value), at: KitStore.start + at)
      }
      try await builder.finishSeries(metadata: nil)
    }
    let quantities = AsyncStream<Double> { continuation in
      let query = HKQuantitySeriesSampleQuery(quantityType: Self.rate, predicate: nil) {
        _, quantity, _, _, isLast, _ in
        if let quantity { continuation.yield(quantity.doubleValue(for: bpm).rounded()) }
        if isLast { continuation.finish() }
      }
      query.orderByQuantitySampleStartDate = bySample
      kit.health.execute(query)
    }
    var found: [Double] = []
    for await quantity in quantities { found.append(quantity) }
    #expect(found == expected)
  }

  /// hkactivitysummaryquery/updatehandler - Receives "the new or modified summaries".
  @Test(.timeLimit(.minutes(5)))
  func `an update has the days that changed`() async throws {
    let kit = try KitStore()
    try await kit.health.requestAuthorization(
      toShare: [], read: [HKObjectType.activitySummaryType()])
    func save(_ day: Int, _ energy: Double) throws {
      let summary = try #require(
        ActivitySummary(
          year: 2026, month: 1, day: day,
          values: [.activeEnergyBurned: Quantity(energy, .kilocalorie)]))
      try kit.owner.save([
        .record(
          try RecordSample(
            content: .activitySummary(summary), start: summary.start, end: summary.start,
            source: KitStore.other))
      ])
    }
    try save(1, 100)
    let calls = AsyncStream<[Double]> { continuation in
      @Sendable func note(_ summaries: [HKActivitySummary]?) {
        continuation.yield(
          (summaries ?? []).map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) })
      }
      let query = HKActivitySummaryQuery(predicate: nil) { _, summaries, _ in note(summaries) }
      query.updateHandler = { _, summaries, _ in note(summaries) }
      continuation.onTermination = { _ in kit.health.stop(query) }
      kit.health.execute(query)
    }
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == [100])
    try save(2, 200)
    #expect(await iterator.next() == [200])
    try save(1, 150)
    #expect(await iterator.next() == [150])
  }
}
