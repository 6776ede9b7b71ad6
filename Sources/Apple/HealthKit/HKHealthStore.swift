public import Foundation
public import SampleStore
internal import Synchronization

/// Receives whether something was done, and why not.
public typealias _HKCompletion = @Sendable (Bool, (any Error)?) -> Void

/// The health samples of one person that this program may see.
///
/// A mock may override any of its methods, which is why all of them stand here: Swift overrides no method
/// of an extension.
///
/// The store is opened at its first use. Handlers are called on one serial background queue. It is
/// `@unchecked Sendable` because it is open: its mutable state is guarded by a `Mutex`.
open class HKHealthStore: NSObject, @unchecked Sendable {
  /// The settings of new stores. A task and its child tasks may have their own:
  /// `HKHealthStore.$settings.withValue(...) { ... }`.
  @TaskLocal public static var settings = HKHealthStoreSettings()

  let settings: HKHealthStoreSettings

  /// The queue on which queries are answered and handlers called.
  let queue = DispatchQueue(label: "HealthKit.HKHealthStore")

  private let opened = Mutex<HealthStore?>(nil)

  public override init() {
    settings = Self.settings
  }

  /// Creates a store with its own settings.
  public init(settings: HKHealthStoreSettings) {
    self.settings = settings
  }

  public convenience init(location: StoreLocation) {
    self.init(settings: HKHealthStoreSettings(location: location))
  }

  /// Returns whether a store exists or can be created.
  open class func isHealthDataAvailable() -> Bool {
    guard let location = try? settings.resolvedLocation() else { return false }
    return HealthStore.isAvailable(at: location, engines: settings.engines)
  }

  /// Returns the store underneath. It is opened once; if that failed, the next call tries again.
  package func store() throws -> HealthStore {
    try opened.withLock { opened in
      if let opened { return opened }
      let location = try settings.resolvedLocation()
      let store = try HealthStore(
        location: location, client: .application(settings.source),
        engines: settings.engines)
      opened = store
      return store
    }
  }

  /// Starts a query. Its handlers are called until it has answered or is stopped.
  open func execute(_ query: HKQuery) {
    query.execute(in: self)
  }

  /// Stops a query. No handler is called afterward, but one that is running continues to its end.
  open func stop(_ query: HKQuery) {
    query.stop()
  }

  // MARK: Permission

  /// Returns whether samples of a type may be saved; not if the program asked only to read them.
  /// `notDetermined` if the store cannot be opened.
  open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    guard let type = type.permission, let authorization = try? store().authorization(for: type)
    else { return .notDetermined }
    return switch authorization.sharing {
    case .authorized: .sharingAuthorized
    case .notDetermined where authorization.reading == .notDetermined: .notDetermined
    case .notDetermined, .denied: .sharingDenied
    }
  }

  /// Asks for the permissions that have not been asked for yet. Success only says that there is an
  /// answer, not which. Types that only Apple's devices save cannot be shared: `errorInvalidArgument`.
  @preconcurrency
  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping _HKCompletion
  ) {
    perform(authorizationWork(typesToShare ?? [], typesToRead ?? []), completion)
  }

  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws {
    try await perform(authorizationWork(typesToShare, typesToRead))
  }

  private func authorizationWork(
    _ sharing: Set<HKSampleType>, _ reading: Set<HKObjectType>
  ) -> @Sendable (HealthStore) throws -> Void {
    let (sharing, reading) = (Self.types(sharing), Self.types(reading))
    let settings = settings
    return { store in
      try store.requestAuthorization(toShare: sharing, read: reading) { request in
        try settings.asking?(request) ?? TerminalPrompt.ask(request, for: settings.source)
      }
    }
  }

  open func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    let (sharing, reading) = (Self.types(typesToShare), Self.types(typesToRead))
    return try await perform {
      try $0.undetermined(toShare: sharing, read: reading).isEmpty ? .unnecessary : .shouldRequest
    }
  }

  private static func types(_ types: Set<some HKObjectType>) -> Set<SampleType> {
    Set(types.compactMap(\.permission))
  }

  // MARK: Saving and deleting

  @preconcurrency
  open func save(_ object: HKObject, withCompletion completion: @escaping _HKCompletion) {
    save([object], withCompletion: completion)
  }

  /// Saves all the objects or none. A correlation is saved with its members.
  @preconcurrency
  open func save(_ objects: [HKObject], withCompletion completion: @escaping _HKCompletion) {
    perform({ try self.save(objects, in: $0) }, completion)
  }

  open func save(_ object: HKObject) async throws {
    try await save([object])
  }

  open func save(_ objects: [HKObject]) async throws {
    try await perform { try self.save(objects, in: $0) }
  }

  private func save(_ objects: [HKObject], in store: HealthStore) throws {
    try store.save(objects.map { try $0.storeSample(from: settings.source) })
  }

  @preconcurrency
  open func delete(_ object: HKObject, withCompletion completion: @escaping _HKCompletion) {
    delete([object], withCompletion: completion)
  }

  /// Deletes objects that this program saved, all or none. An empty list is `errorInvalidArgument`.
  @preconcurrency
  open func delete(_ objects: [HKObject], withCompletion completion: @escaping _HKCompletion) {
    perform({ try self.delete(objects, from: $0) }, completion)
  }

  open func delete(_ object: HKObject) async throws {
    try await delete([object])
  }

  open func delete(_ objects: [HKObject]) async throws {
    try await perform { try self.delete(objects, from: $0) }
  }

  private func delete(_ objects: [HKObject], from store: HealthStore) throws {
    guard !objects.isEmpty else { throw HKError.invalid("there is nothing to delete") }
    for case let sample as HKSample in objects { try requireSharing(sample.sampleType) }
    try store.delete(objects.map(\.uuid))
  }

  /// Deletes the objects that match and that this program saved. The completion receives their
  /// number.
  @preconcurrency
  open func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    perform(deletion(of: objectType, predicate)) {
      completion($0.isSuccess, $0.value ?? 0, $0.error)
    }
  }

  @discardableResult
  open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
    try await perform(deletion(of: objectType, predicate))
  }

  private func deletion(
    of type: HKObjectType, _ predicate: NSPredicate
  ) -> @Sendable (HealthStore) throws -> Int {
    let search = SampleSearch(of: type, matching: predicate)
    return { store in
      try self.requireSharing(type)
      return try store.delete(matching: search.query())
    }
  }

  /// Throws unless samples of a type may be saved: only then may they be deleted.
  private func requireSharing(_ type: HKObjectType) throws {
    let status = authorizationStatus(for: type)
    guard type is HKSampleType, type.permission != nil, status != .sharingAuthorized else { return }
    throw HKError(
      status == .notDetermined ? .errorAuthorizationNotDetermined : .errorAuthorizationDenied,
      "samples of \(type.identifier) may not be deleted without permission to share them")
  }

  /// Returns the distant past: the store takes samples of any time.
  open func earliestPermittedSampleDate() -> Date { .distantPast }

  /// Records that samples were taken during a workout. Those that are not in the store are saved.
  @preconcurrency
  open func add(
    _ samples: [HKSample], to workout: HKWorkout, completion: @escaping _HKCompletion
  ) {
    perform({ try self.add(samples, to: workout, in: $0) }, completion)
  }

  open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await perform { try self.add(samples, to: workout, in: $0) }
  }

  private func add(_ samples: [HKSample], to workout: HKWorkout, in store: HealthStore) throws {
    try requireSaved(workout, in: store)
    try saveNew(samples, in: store)
    try store.add(samples.map(\.uuid), toWorkout: workout.uuid)
  }

  /// Throws unless a workout is in the store: its samples are saved after it.
  func requireSaved(_ workout: HKWorkout, in store: HealthStore) throws {
    if try store.allSamples(matching: SampleQuery(ids: [workout.uuid])).isEmpty {
      throw HKError.invalid("save the workout before what belongs to it")
    }
  }

  /// Saves the samples that are not in the store.
  func saveNew(_ samples: [HKSample], in store: HealthStore) throws {
    let known = Set(
      try store.allSamples(matching: SampleQuery(ids: samples.map(\.uuid))).map(\.id))
    try save(samples.filter { !known.contains($0.uuid) }, in: store)
  }

  // MARK: Background delivery

  /// Asks for notices of changes of a type from now on. Observers that run when a notice is due are
  /// called. A characteristic has no notices: the store does not count its changes.
  @preconcurrency
  open func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping _HKCompletion
  ) {
    perform({ try Self.enable(type, frequency, in: $0) }, completion)
  }

  open func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency
  ) async throws {
    try await perform { try Self.enable(type, frequency, in: $0) }
  }

  @preconcurrency
  open func disableBackgroundDelivery(
    for type: HKObjectType, withCompletion completion: @escaping _HKCompletion
  ) {
    perform({ try $0.disableBackgroundDelivery(for: Self.sampleType(type)) }, completion)
  }

  open func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await perform { try $0.disableBackgroundDelivery(for: Self.sampleType(type)) }
  }

  @preconcurrency
  open func disableAllBackgroundDelivery(completion: @escaping _HKCompletion) {
    perform({ try $0.disableBackgroundDelivery() }, completion)
  }

  open func disableAllBackgroundDelivery() async throws {
    try await perform { try $0.disableBackgroundDelivery() }
  }

  private static func enable(
    _ type: HKObjectType, _ frequency: HKUpdateFrequency, in store: HealthStore
  ) throws {
    guard let frequency = BackgroundDelivery.Frequency(rawValue: frequency.rawValue) else {
      throw HKError.invalid("there is no such frequency")
    }
    try store.enableBackgroundDelivery(for: sampleType(type), frequency)
  }

  /// Returns the type for notices. A correlation has no notices; its members have.
  private static func sampleType(_ type: HKObjectType) throws -> SampleType {
    guard !(type is HKCorrelationType), let type = type.permission else {
      throw HKError.invalid("there are no notices of changes of \(type.identifier)")
    }
    return type
  }

  // MARK: The person

  /// Returns the day of birth, a day of the Gregorian calendar; throws `errorNoData` if it is not set.
  open func dateOfBirthComponents() throws -> DateComponents {
    guard let day = try profile(for: .dateOfBirth).dateOfBirth else {
      throw HKError(.errorNoData, "the date of birth is not set")
    }
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), era: 1, year: day.year, month: day.month,
      day: day.day)
  }

  /// Returns the midnight of the day of birth in the time zone of this machine.
  open func dateOfBirth() throws -> Date {
    let day = try dateOfBirthComponents()
    guard case .success(let zone) = ZoneRules.local, let year = day.year, let month = day.month,
      let number = day.day
    else { throw HKError(.errorNoData, "the date of birth or the time zone is not known") }
    return zone.date(CivilDate(year: year, month: month, day: number))
  }

  open func biologicalSex() throws -> HKBiologicalSexObject {
    HKBiologicalSexObject(try characteristic(.biologicalSex, or: .notSet))
  }

  open func bloodType() throws -> HKBloodTypeObject {
    HKBloodTypeObject(try characteristic(.bloodType, or: .notSet))
  }

  open func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    HKFitzpatrickSkinTypeObject(try characteristic(.skinType, or: .notSet))
  }

  open func wheelchairUse() throws -> HKWheelchairUseObject {
    HKWheelchairUseObject(try characteristic(.wheelchairUse, or: .notSet))
  }

  /// Returns the measure of the first ring: energy, if it is not set.
  open func activityMoveMode() throws -> HKActivityMoveModeObject {
    HKActivityMoveModeObject(try characteristic(.moveMode, or: .activeEnergy))
  }

  /// Throws `errorAuthorizationNotDetermined` if the program has not asked whether it may read it.
  private func profile(for key: PersonProfile.Key) throws -> PersonProfile {
    do {
      guard try store().authorization(for: key.permission).reading != .notDetermined else {
        throw HKError(
          .errorAuthorizationNotDetermined,
          "the program has not asked whether it may read \(key.rawValue); request it first")
      }
      return try store().profile()
    } catch {
      throw HKError(error)
    }
  }

  /// Returns the value of a characteristic as one of HealthKit's enumerations.
  private func characteristic<Value: RawRepresentable>(
    _ key: PersonProfile.Key, or notSet: Value
  ) throws -> Value where Value.RawValue == Int {
    Value(rawValue: try profile(for: key).number(of: key)) ?? notSet
  }

  // MARK: Units

  /// Returns the unit in which people of this machine's region read each type: miles or kilometers,
  /// pounds or kilograms, Fahrenheit or Celsius, kilocalories, rates by the minute. Throws
  /// `errorAuthorizationNotDetermined` if the program has not asked to read or share one of them.
  open func preferredUnits(
    for quantityTypes: Set<HKQuantityType>
  ) async throws -> [HKQuantityType: HKUnit] {
    try await perform { try Self.preferredUnits(quantityTypes, in: $0) }
  }

  @preconcurrency
  open func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    perform({ try Self.preferredUnits(quantityTypes, in: $0) }) {
      completion($0.value ?? [:], $0.error)
    }
  }

  private static func preferredUnits(
    _ types: Set<HKQuantityType>, in store: HealthStore
  ) throws -> [HKQuantityType: HKUnit] {
    for type in types {
      let known = try store.authorization(for: type.type)
      guard known.sharing != .notDetermined || known.reading != .notDetermined else {
        throw HKError(
          .errorAuthorizationNotDetermined,
          "the program has not asked for \(type.identifier); request it first")
      }
    }
    return Dictionary(uniqueKeysWithValues: types.map { ($0, preferredUnit(of: $0)) })
  }

  package static func preferredUnit(
    of type: HKQuantityType, in locale: Locale = .current
  ) -> HKUnit {
    HKUnit(ReadUnits(region: locale.region?.identifier ?? "").unit(of: type.quantityType))
  }

  // MARK: The queue

  /// Does work on the queue and passes the result to `completion` there. Errors are `HKError`s.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    queue.async {
      then(Result { try work(self.store()) }.mapError { HKError($0) })
    }
  }

  /// Does work on the queue and reports there whether it was done.
  func perform(
    _ work: @escaping @Sendable (HealthStore) throws -> Void,
    _ completion: @escaping _HKCompletion
  ) {
    perform(work) { completion($0.isSuccess, $0.error) }
  }

  /// Reports on the queue the outcome of work that needed no store.
  func report(_ result: Result<Void, any Error>, _ completion: @escaping _HKCompletion) {
    queue.async { completion(result.isSuccess, result.error) }
  }

  /// Does work on the queue and returns its result. Errors are `HKError`s.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { caller in
      perform(work) { caller.resume(with: $0) }
    }
  }
}

extension Result {
  /// The value that a handler receives; `nil` for an error.
  var value: Success? { try? get() }

  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }

  var isSuccess: Bool { error == nil }
}
