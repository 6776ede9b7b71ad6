public import Foundation
internal import SampleStore
internal import Synchronization

/// Collects single quantities and saves them as one sample, which sums or averages them.
public final class HKQuantitySeriesSampleBuilder: NSObject, Sendable {
  public let quantityType: HKQuantityType
  public let startDate: Date
  public let device: HKDevice?
  private let healthStore: HKHealthStore
  private let state = SeriesState<(interval: DateInterval, quantity: Quantity)>("series")

  public init(
    healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?
  ) {
    self.healthStore = healthStore
    self.quantityType = quantityType
    self.startDate = startDate
    self.device = device
  }

  /// Throws `errorInvalidArgument` if the unit does not fit the type, or the date is before the start.
  public func insert(_ quantity: HKQuantity, at date: Date) throws {
    try insert(quantity, for: DateInterval(start: date, duration: 0))
  }

  public func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws {
    guard quantityType.is(compatibleWith: quantity.unit) else {
      throw HKError.invalid("the unit \(quantity.unit) does not fit \(quantityType.identifier)")
    }
    guard dateInterval.start >= startDate else {
      throw HKError.invalid("a quantity of a series comes after its start")
    }
    try state.change { $0.append((dateInterval, quantity.storeQuantity)) }
  }

  /// Saves the series. A builder makes only one.
  @preconcurrency
  public func finishSeries(
    metadata: [String: Any]?,
    completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
  ) {
    finishSeries(metadata: metadata, endDate: nil, completion: completion)
  }

  @preconcurrency
  public func finishSeries(
    metadata: [String: Any]?, endDate: Date?,
    completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
  ) {
    let values = MetadataDictionary(metadata)
    healthStore.perform({ try self.finish(values, endDate, in: $0) }) {
      completion($0.value, $0.error)
    }
  }

  @discardableResult
  public func finishSeries(
    metadata: [String: Any]?, endDate: Date? = nil
  ) async throws -> [HKQuantitySample] {
    let values = MetadataDictionary(metadata)
    return try await healthStore.perform { try self.finish(values, endDate, in: $0) }
  }

  /// Ends the work without saving a series.
  public func discard() {
    state.discard()
  }

  private func finish(
    _ metadata: MetadataDictionary, _ end: Date?, in store: HealthStore
  ) throws -> [HKQuantitySample] {
    try state.finish(orWithout: "quantities") { items, _ in
      // All are kept in the unit of the first; of several with one start, the last is.
      let unit = items[0].quantity.unit
      let kept = Dictionary(items.map { ($0.interval.start, $0) }) { $1 }
      let series = QuantitySeries(
        try kept.values.map {
          .init(
            start: $0.interval.start, end: $0.interval.end, value: try $0.quantity.value(in: unit))
        })
      let sum = series.entries.reduce(0) { $0 + $1.value }
      let value =
        quantityType.aggregationStyle == .cumulative ? sum : sum / Double(series.entries.count)
      let last = series.entries.map(\.end).max() ?? startDate
      guard last <= end ?? last else {
        throw HKError.invalid("a series ends after its start and its quantities")
      }
      let sample = try QuantitySample(
        type: quantityType.quantityType, quantity: Quantity(value, unit), start: startDate,
        end: end ?? last, source: healthStore.settings.source, device: device?.device,
        metadata: try metadata.checked(), series: series)
      try store.save([sample])
      return [HKSample.of(.quantity(sample))].compactMap { $0 as? HKQuantitySample }
    }
  }
}

/// A quantity of a series, or the one of a sample that has none.
struct SeriesQuantity: Sendable {
  let quantity: HKQuantity
  let interval: DateInterval
  let sample: HKQuantitySample

  /// Returns the quantities of the samples found; `nil` for a sample without any.
  static func all(
    matching search: SampleSearch, bySample: Bool, in store: HealthStore
  ) throws -> [SeriesQuantity?] {
    let samples = try store.allSamples(matching: search.readingQuery(in: store))
    let all = samples.compactMap { HKSample.of($0) as? HKQuantitySample }
      .flatMap(\.seriesQuantities)
    guard !all.isEmpty else { return [nil] }
    return bySample ? all : all.sorted { $0.interval.start < $1.interval.start }
  }
}

extension HKQuantitySample {
  var seriesQuantities: [SeriesQuantity] {
    guard let series else {
      let interval = DateInterval(start: startDate, end: endDate)
      return [SeriesQuantity(quantity: quantity, interval: interval, sample: self)]
    }
    return series.entries.map { entry in
      SeriesQuantity(
        quantity: HKQuantity(unit: quantity.unit, doubleValue: entry.value),
        interval: DateInterval(start: entry.start, end: max(entry.start, entry.end)),
        sample: self)
    }
  }
}

/// A query for the single quantities of samples, one call for each; the last call says that it is done.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
  private let options = Mutex((includesSample: false, isBySample: false))
  private let handler: QuantityHandler

  /// Receives a quantity, its interval, its sample if that was asked for, and whether it is the last.
  public typealias QuantityHandler =
    @Sendable (
      HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool,
      (any Error)?
    ) -> Void

  @preconcurrency
  public init(
    quantityType: HKQuantityType, predicate: NSPredicate?,
    quantityHandler: @escaping QuantityHandler
  ) {
    handler = quantityHandler
    super.init(quantityType, predicate)
  }

  /// Creates a query for one sample.
  @preconcurrency
  public init(
    sample quantitySample: HKQuantitySample,
    quantityHandler:
      @escaping @Sendable (
        HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?
      ) -> Void
  ) {
    handler = { quantityHandler($0, $1, $2?.start, $4, $5) }
    super.init(
      quantitySample.quantityType, HKQuery.predicateForObject(with: quantitySample.uuid))
  }

  /// Whether the handler receives the sample of each quantity. Set it before the query is executed.
  public var includeSample: Bool {
    get { options.withLock { $0.includesSample } }
    set { options.withLock { $0.includesSample = newValue } }
  }

  /// Whether the quantities of one sample come together, samples in the order of their start.
  public var orderByQuantitySampleStartDate: Bool {
    get { options.withLock { $0.isBySample } }
    set { options.withLock { $0.isBySample = newValue } }
  }

  override func begin(in session: QuerySession) {
    let search = search
    let (includesSample, isBySample) = options.withLock { $0 }
    session.each(
      try SeriesQuantity.all(
        matching: search, bySample: isBySample, in: session.healthStore.store())
    ) { entry, isLast in
      self.handler(
        self, entry?.quantity, entry?.interval, includesSample ? entry?.sample : nil, isLast, nil)
    }
  }

  override func fail(_ error: HKError) { handler(self, nil, nil, nil, true, error) }
}
