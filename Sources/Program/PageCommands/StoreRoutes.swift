import CommandLineParsing
import FoundationEssentials
import JSONCoding
import LivePage
import Measurement
import SampleSelection
import SampleStore

/// What the page asks of the store: what there is, charts, samples, sources and permissions.
final class StoreRoutes: Sendable {
  private let store: ServedStore
  private let zone: ZoneRules

  /// Says where deletions are kept if a server keeps the store.
  private let environment: [String: String]

  /// How many samples one request may delete.
  private static let mostDeleted = 500

  /// Samples in one list.
  private static let listLength = 200

  init(store: ServedStore, zone: ZoneRules, environment: [String: String]) {
    self.environment = environment
    self.store = store
    self.zone = zone
  }

  var all: [PageRoute] {
    [
      reading("/api/overview") { [self] in try overview($0, $1) },
      reading("/api/chart") { [self] in try chart($0, $1) },
      reading("/api/samples") { [self] in try samples($0, $1) },
      reading("/api/sources") { [self] in try sources($0, $1) },
      reading("/api/authorizations") { [self] in try authorizations($0, $1) },
      changing("/api/samples/delete") { [self] in try delete($0, $1) },
      changing("/api/samples/undo") { [self] in try undo($0, $1) },
      changing("/api/sources/priority") { [self] in try setPriority($0, $1) },
      changing("/api/authorizations") { [self] in try authorize($0, $1) },
    ]
  }

  private func reading(
    _ path: String, _ answer: @escaping @Sendable (HealthStore, PageRequest) throws -> PageResponse
  ) -> PageRoute {
    .get(path) { [store] request in
      Self.answering {
        guard let opened = try store.existing() else {
          return .json(.object([("is_empty", .bool(true))]))
        }
        return try answer(opened, request)
      }
    }
  }

  private func changing(
    _ path: String, _ answer: @escaping @Sendable (HealthStore, JSONValue) throws -> PageResponse
  ) -> PageRoute {
    .post(path, mayWait: true) { [store] request in
      Self.answering {
        guard let body = body(request) else { return PageRoutes.noObject }
        // It has waited behind others that waited for another program.
        if ContinuousClock.now - request.arrival > store.patience { return Self.busy }
        guard let opened = try store.changeable() else {
          return .error(404, "there is no store yet")
        }
        return try answer(opened, body)
      }
    }
  }

  private static func answering(_ answer: () throws -> PageResponse) -> PageResponse {
    do {
      return try answer()
    } catch let error as StoreError where error.reason == .busy {
      return busy
    } catch let error as StoreError {
      return .error(500, error.description)
    } catch let error as InvalidValue {
      return .error(400, "\(error)")
    } catch {
      return .error(500, "\(error)")
    }
  }

  private static let busy = PageResponse.error(
    503, "another program is writing to the store; wait until it has ended, and try again")

  private static func type(_ name: String?) throws(InvalidValue) -> SampleType {
    guard let name else { throw InvalidValue("the type is missing") }
    return try StoreTypes.type.read(name)
  }

  /// Seconds since 1970, or what the command line takes as a date.
  private static func date(
    _ text: String, in zone: ZoneRules
  ) throws(InvalidValue) -> Date {
    if let seconds = Double(text) {
      guard abs(seconds) < 4e10 else { throw InvalidValue("the date is out of reach") }
      return Date(timeIntervalSince1970: seconds)
    }
    return try StoreTypes.typedDate.read(text).date(in: zone)
  }

  /// The zone that a request names, or this machine's.
  private func zone(of request: PageRequest) throws(InvalidValue) -> ZoneRules {
    guard let name = request.query["zone"] else { return zone }
    guard let zone = ZoneRules(identifier: name) else {
      throw InvalidValue("this machine knows no such time zone; without one it takes its own")
    }
    return zone
  }

  /// The width of a chart.
  private static func width(_ text: String) throws(InvalidValue) -> Double {
    guard let width = Double(text), (240...2000).contains(width) else {
      throw InvalidValue("the width must be a number of pixels from 240 to 2000")
    }
    return width
  }

  // MARK: What there is

  /// The newest value of each type, and how its last seven days compare with the seven before.
  private func overview(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    var rows: [JSONValue] = []
    let now = Date()
    for type in SampleType.allKnown + [.quantity(QuantityType.sessionHeartRate)] {
      var query = SampleQuery(of: [type], where: MockSamples.excluded, limit: 1)
      query.order = .newestFirst
      guard let sample = try store.allSamples(matching: query).first else { continue }
      rows.append(
        .object([
          ("type", .string(type.identifier)), ("name", .string(StoreTypes.name(of: type))),
          ("kind", .string(Self.kind(of: type))), ("value", .string(SampleText.value(sample))),
          ("end", .string(sample.end.timestamp)), ("source", .string(sample.source.name)),
          ("trend", try trend(of: type, in: store, now)),
        ]))
    }
    return .json(.object([("is_empty", .bool(rows.isEmpty)), ("types", .array(rows))]))
  }

  private static func kind(of type: SampleType) -> String {
    switch type {
    case .quantity(let type): type.aggregationStyle == .cumulative ? "sum" : "range"
    case .category(.sleepAnalysis): "sleep"
    case .correlation(.bloodPressure): "pressure"
    default: "list"
    }
  }

  private func trend(of type: SampleType, in store: HealthStore, _ now: Date) throws -> JSONValue {
    guard case .quantity(let type) = type else { return .null }
    let isSum = type.aggregationStyle == .cumulative
    func value(_ from: Double, _ to: Double) throws -> Double? {
      let query = SampleQuery(
        from: now.addingTimeInterval(from * 86_400), to: now.addingTimeInterval(to * 86_400),
        where: MockSamples.excluded)
      let found = try store.statistics(
        of: type, matching: query, isSum ? .cumulativeSum : .discreteAverage)
      let quantity = isSum ? found?.all.sum : found?.all.average
      return try quantity?.value(in: type.customaryUnit)
    }
    guard let new = try value(-7, 0), let old = try value(-14, -7), old != 0 else { return .null }
    return .rounded(new / old - 1, 4)
  }

  private func chart(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    let type = try Self.type(request.query["type"])
    guard let span = PageChart.Span(rawValue: request.query["range"] ?? "week") else {
      throw InvalidValue("the range must be day, week, month, half_year or year")
    }
    let zone = try zone(of: request)
    let date = try request.query["date"].map { try Self.date($0, in: zone) }
    let width = try request.query["width"].map { try Self.width($0) } ?? 700
    let chart = try PageChart(
      type: type, span: span, around: date, zone: zone, width: width, in: store)
    return .json(try chart.json())
  }

  // MARK: Samples

  private func samples(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    var query = SampleQuery(of: [try Self.type(request.query["type"])], limit: Self.listLength)
    query.order = .newestFirst
    let zone = try zone(of: request)
    query.from = try request.query["from"].map { try Self.date($0, in: zone) }
    query.to = try request.query["to"].map { try Self.date($0, in: zone) }
    let found = try store.allSamples(matching: query)
    return .json(
      .object([
        (
          "samples",
          .array(
            found.map { sample in
              .members(
                SampleText.object(sample).members.map {
                  $0 + [
                    .init(key: "text", value: .string(SampleText.value(sample))),
                    .init(key: "is_own", value: .bool(Self.isOwn(sample))),
                  ]
                } ?? [])
            })
        ), ("is_cut", .bool(found.count == Self.listLength)),
      ]))
  }

  private static func isOwn(_ sample: Sample) -> Bool {
    sample.source.bundleIdentifier == HeartRateLog.bundleIdentifier
  }

  private func delete(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let ids = (body["ids"]?.elements ?? []).compactMap {
      $0.string.flatMap { UUID(uuidString: $0) }
    }
    guard !ids.isEmpty, ids.count <= Self.mostDeleted else {
      throw InvalidValue("ids must name 1 to \(Self.mostDeleted) samples")
    }
    let found = try store.allSamples(matching: SampleQuery(ids: ids))
    guard found.allSatisfy(Self.isOwn) || body["others"]?.bool == true else {
      return .error(403, "another program has saved them; others: true deletes them all the same")
    }
    let deleted = try DeletedSamples(of: store, environment: environment)
    guard let outcome = try deleted.delete(matching: SampleQuery(ids: ids)) else {
      return .error(404, "these samples are not in the store any more")
    }
    return .json(
      .object([("deleted", .integer(outcome.count)), ("undo", .integer(outcome.number))]))
  }

  private func undo(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let deleted = try DeletedSamples(of: store, environment: environment)
    let number = body["undo"]?.number.flatMap { Int(exactly: $0) }
    guard let deletion = deleted.all.first(where: { $0.number == number }) else {
      return .error(404, "this cannot be undone any more")
    }
    return .json(.object([("restored", .integer(try deleted.undo(deletion)))]))
  }

  // MARK: Sources and permissions

  private func sources(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    let type = try request.query["type"].map { try Self.type($0) }
    let sources = try SourceCount.all(matching: SampleQuery(of: type.map { [$0] }), in: store)
    return .json(.object([("sources", .array(sources.map(\.json)))]))
  }

  private func setPriority(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let type = try Self.type(body["type"]?.string)
    let order = (body["order"]?.elements ?? []).compactMap(\.string)
    let known = Set(try store.sources(matching: SampleQuery()).map(\.bundleIdentifier))
    guard !order.isEmpty, Set(order).count == order.count, known.isSuperset(of: order) else {
      throw InvalidValue("order must name sources of the store, each once")
    }
    try store.setSourcePriority(order, for: type)
    return .json(.object([("accepted", .bool(true))]))
  }

  private func authorizations(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    var rows: [JSONValue] = []
    for (bundle, types) in try store.authorizations().sorted(by: { $0.key < $1.key }) {
      for (type, authorization) in types.sorted(by: { $0.key < $1.key }) {
        rows.append(
          .object([
            ("bundle_identifier", .string(bundle)), ("type", .string(type)),
            ("name", .string(StoreTypes.shortName(ofIdentifier: type))),
            ("sharing", .string(authorization.sharing.word)),
            ("reading", .string(authorization.reading.word)),
          ]))
      }
    }
    let types = SampleType.allKnown.filter { $0.kind != .correlation }.map {
      JSONValue.object([
        ("type", .string($0.identifier)), ("name", .string(StoreTypes.name(of: $0))),
      ])
    }
    return .json(.object([("authorizations", .array(rows)), ("types", .array(types))]))
  }

  private func authorize(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let type = try Self.type(body["type"]?.string)
    guard let bundle = body["bundle_identifier"]?.string, !bundle.isEmpty, bundle.utf8.count <= 200,
      type.kind != .correlation
    else { throw InvalidValue("name a program by its bundle identifier, and no correlation") }
    var decided = try store.authorizations()[bundle]?[type.identifier] ?? Authorization()
    func status(
      _ key: String, _ before: Authorization.Status
    ) throws(InvalidValue) -> Authorization.Status {
      guard let given = body[key] else { return before }
      guard let isGranted = given.bool else { throw InvalidValue("\(key) must be true or false") }
      return isGranted ? .authorized : .denied
    }
    decided.sharing = try status("sharing", decided.sharing)
    decided.reading = try status("reading", decided.reading)
    try store.authorize(bundle, decided, for: [type])
    return .json(.object([("accepted", .bool(true))]))
  }
}
