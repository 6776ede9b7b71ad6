import CommandLineParsing
import FoundationEssentials
import HealthCharts
import JSONCoding
import LivePage
import Measurement
import SampleSelection
import SampleStore

/// The page's requests to the store: its contents, charts, samples, sources and permissions.
final class StoreRoutes: Sendable {
  private let store: ServedStore
  private let zone: ZoneRules

  /// The imports, whose samples can be deleted.
  private let jobs: FileJobs

  /// Says where deletions are kept if a server keeps the store.
  private let environment: [String: String]

  /// The maximum number of samples that one request may delete.
  private static let mostDeleted = 500

  /// Samples on one page of a list, and pages.
  private static let (listLength, mostPages) = (50, 2000)

  init(store: ServedStore, jobs: FileJobs, zone: ZoneRules, environment: [String: String]) {
    self.environment = environment
    self.jobs = jobs
    self.store = store
    self.zone = zone
  }

  var all: [PageRoute] {
    [
      reading("/api/overview") { [self] in try overview($0, $1) },
      reading("/api/chart") { [self] in try chart($0, $1) },
      reading("/api/report") { [self] in try report($0, $1) },
      reading("/api/samples") { [self] in try samples($0, $1) },
      reading("/api/sources") { [self] in try sources($0, $1) },
      .get("/api/authorizations") { [self] _ in
        Self.answering { try authorizations(store.existing()) }
      },
      .post("/api/samples/add", mayWait: true) { [self] request in add(request) },
      changing("/api/samples/delete") { [self] in try delete($0, $1) },
      changing("/api/jobs/delete") { [self] in try deleteImported($0, $1) },
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
          return .json(["is_empty": .bool(true)])
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
    } catch let error as StoreError {
      return failure(error)
    } catch let error as InvalidValue {
      return .error(400, "\(error)")
    } catch {
      return .error(500, "\(error)")
    }
  }

  private static let busy = PageResponse.error(
    503, "another program is writing to the store; wait until it has ended, and try again")

  /// Returns the response for a store that refuses, or cannot be asked.
  static func failure(_ error: StoreError) -> PageResponse {
    switch error.reason {
    case .busy: busy
    case .permissionDenied: .error(403, error.description)
    case .serverUnreachable: .error(503, error.description)
    default: .error(500, error.description)
    }
  }

  private static func type(_ name: String?) throws(InvalidValue) -> SampleType {
    guard let name else { throw InvalidValue("the type is missing") }
    return try StoreTypes.type.read(name)
  }

  /// Returns a date in the command line's form, or from `@` and seconds since 1970, as in date(1).
  private static func date(
    _ text: String, in zone: ZoneRules
  ) throws(InvalidValue) -> Date {
    if text.hasPrefix("@"), let seconds = Double(text.dropFirst()) {
      guard abs(seconds) < 4e10 else { throw InvalidValue("the date is out of reach") }
      return Date(timeIntervalSince1970: seconds)
    }
    return try StoreTypes.typedDate.read(text).date(in: zone)
  }

  /// Returns the zone that a request names, or this machine's.
  private func zone(of request: PageRequest) throws(InvalidValue) -> ZoneRules {
    guard let name = request.query["zone"] else { return zone }
    guard let zone = ZoneRules(identifier: name) else {
      throw InvalidValue("this machine knows no such time zone; without one it takes its own")
    }
    return zone
  }

  /// Returns the width or the height of a chart.
  private static func size(
    _ text: String, _ name: String, _ range: ClosedRange<Double>
  ) throws(InvalidValue) -> Double {
    guard let size = Double(text), range.contains(size) else {
      throw InvalidValue(
        "the \(name) must be a number of pixels from \(range.lowerBound.fixed(0)) to "
          + range.upperBound.fixed(0))
    }
    return size
  }

  // MARK: Contents

  /// Returns the card of each type that the store has, in the order of the groups.
  private func overview(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    let zone = try zone(of: request)
    var all: [PageCard] = []
    for type in Self.types {
      if let card = try PageCard(of: type, in: store, zone: zone, now: Date()) { all.append(card) }
    }
    // Types that have not been measured for long come last in their group.
    let recent = (all.map(\.when).max() ?? Date()).addingTimeInterval(-60 * 86_400)
    let ordered = all.filter { $0.when >= recent } + all.filter { $0.when < recent }
    let cards = HealthGroup.allCases.flatMap { group in ordered.filter { $0.group == group } }
    return .json([
      "is_empty": .bool(cards.isEmpty), "cards": .array(cards.map(\.json)),
      "note": .optional(
        try PageChart.leftOut(of: SampleQuery(where: ImpersonalSource.all), in: store)),
    ])
  }

  /// The types that have a card, the first two ahead. The two numbers of a blood pressure have one
  /// together.
  static let types: [SampleType] = {
    let first: [SampleType] = [.quantity(.heartRate), .quantity(.restingHeartRate)]
    let parts: [SampleType] = [
      .quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic),
    ]
    return first + SampleType.allNamed.filter { !(first + parts).contains($0) }
  }()

  private func chart(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    let type = try Self.type(request.query["type"])
    let zone = try zone(of: request)
    let width = try request.query["width"].map { try Self.size($0, "width", 240...2000) } ?? 700
    let height =
      try request.query["height"].map { try Self.size($0, "height", 120...1200) }
      ?? min(max(width * 0.5, 220), 360)
    let period = try period(store, request, type, zone)
    let wanted = request.query["as"]
    let kind = wanted.flatMap(PageChart.FileKind.init)
    guard wanted == nil || kind != nil else {
      throw InvalidValue("a chart is saved as svg, png or csv")
    }
    let chart = try PageChart(
      type: type, period, zone: zone, size: (width, height), in: store,
      units: kind == .csv ? ReadUnits() : .current)
    guard let kind else {
      let earlier = try request.query["earlier"].map { _ in
        try PageChart(
          type: type, period.previous(of: type, in: zone), zone: zone, size: (240, 120), in: store)
      }
      return .json(try chart.json(beside: earlier))
    }
    return try chart.file(kind) ?? .error(404, "there is nothing to draw in this time")
  }

  /// Returns the period that a request names: by its ends, or by its length and a moment within.
  private func period(
    _ store: HealthStore, _ request: PageRequest, _ type: SampleType, _ zone: ZoneRules
  ) throws -> PagePeriod {
    let ends = (request.query["from"], request.query["to"])
    guard (ends.0 == nil) == (ends.1 == nil) else {
      throw InvalidValue("from and to belong together; without both, range says how long it is")
    }
    if let from = ends.0, let to = ends.1 {
      return try PagePeriod(
        from: Self.date(from, in: zone), to: Self.date(to, in: zone), of: type, in: zone)
    }
    return try PagePeriod(
      Self.span(request, default: "week"),
      around: try request.query["date"].map { try Self.date($0, in: zone) }
        ?? newest(of: type, in: store, zone), of: type, in: zone)
  }

  private static func span(
    _ request: PageRequest, default name: String
  ) throws(InvalidValue) -> PagePeriod.Span {
    guard let span = PagePeriod.Span(rawValue: request.query["range"] ?? name) else {
      throw InvalidValue("the range must be day, week, month, half_year or year")
    }
    return span
  }

  /// Returns when the newest sample begins; for sleep, the end of its night, which may begin on the
  /// day before. Now, without a sample.
  private func newest(
    of type: SampleType, in store: HealthStore, _ zone: ZoneRules
  ) throws(StoreError) -> Date {
    guard let start = try store.newestSample(of: type, now: Date())?.start else { return Date() }
    return type == .category(.sleepAnalysis)
      ? CalendarIntervals.nights(in: zone).interval(containing: start).upperBound : start
  }

  /// Returns a day, week or month as one file.
  private func report(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    let zone = try zone(of: request)
    let date = try Self.date(request.query["date"] ?? "today", in: zone)
    let report = try HealthReport(
      of: Self.span(request, default: "day"), around: date, in: store, zone: zone)
    guard let page = try report.html() else {
      return .error(404, "nothing was saved in this time")
    }
    return .text(page, type: "text/html; charset=utf-8").download(as: report.fileName)
  }

  // MARK: Samples

  /// Returns the query of a request: a type, a time, both, or all.
  static func query(_ request: PageRequest, in zone: ZoneRules) throws -> SampleQuery {
    var query = SampleQuery(of: try request.query["type"].map { [try type($0)] })
    query.from = try request.query["from"].map { try date($0, in: zone) }
    query.to = try request.query["to"].map { try date($0, in: zone) }
    return query
  }

  /// Returns one page of the samples of a period, the newest first.
  private func samples(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    guard let page = Int(request.query["page"] ?? "0"), (0..<Self.mostPages).contains(page) else {
      throw InvalidValue("the page must be a number from 0 to \(Self.mostPages - 1)")
    }
    let type = try Self.type(request.query["type"])
    var query = try Self.query(request, in: try zone(of: request))
    query.limit = (page + 1) * Self.listLength + 1
    query.order = .newestFirst
    let found = try store.allSamples(matching: query).dropFirst(page * Self.listLength)
    let shown = found.prefix(Self.listLength)
    return .json([
      "note": .optional(try Self.precedence(among: Array(shown), of: type, in: store)),
      "samples": .array(
        shown.map { sample in
          let value = SampleWords.value(of: sample)
          let isDay = sample.quantitySample.map { ($0.start..<$0.end).isOfDay } ?? false
          let details = SampleWords.details(of: sample).map {
            JSONValue.object([("name", .string($0.name)), ("text", .string($0.text))])
          }
          let more = JSONValue.object([
            ("name", .string(sample.sampleType.readableName)), ("text", .string(value.text)),
            ("shown_unit", .string(value.unit)), ("is_own", .bool(Self.isOwn(sample))),
            ("is_day", .bool(isDay)), ("details", .array(details)),
          ])
          return .members((SampleText.object(sample).members ?? []) + (more.members ?? []))
        }),
      "page": .integer(page), "has_more": .bool(found.count > Self.listLength),
    ])
  }

  /// Returns which source counts where samples of several overlap; `nil` if they are of one, or each counts.
  private static func precedence(
    among samples: [Sample], of type: SampleType, in store: HealthStore
  ) throws(StoreError) -> String? {
    switch type {
    case .quantity(let type) where type.aggregationStyle == .cumulative: break
    case .category(.sleepAnalysis): break
    default: return nil
    }
    let names = Dictionary(
      samples.map { ($0.source.bundleIdentifier, $0.source.name) }, uniquingKeysWith: { $1 })
    guard names.count > 1,
      let first = try store.sourcePriority(for: type).first(where: { names[$0] != nil })
    else { return nil }
    return "Where sources overlap, \(names[first] ?? first) counts and the others do not."
  }

  /// Saves what a person has written: a type, a value with its unit, a moment and a note. What is unusual or in the future
  /// is saved once the request says that it is sure.
  private func add(_ request: PageRequest) -> PageResponse {
    Self.answering {
      guard let body = body(request) else { return PageRoutes.noObject }
      guard let location = store.location else { return .error(409, "there is no store") }
      let start = try Self.date(body["start"]?.string ?? "now", in: zone)
      var metadata: [String: MetadataValue] = [:]
      if let note = body["note"]?.string, !note.isEmpty { metadata["Note"] = .string(note) }
      let text = body["value"]?.string ?? ""
      let sample: Sample
      do {
        sample = try EnteredSample.sample(
          of: Self.type(body["type"]?.string), written: text, from: start, to: start,
          metadata: metadata)
      } catch let error as InvalidSample {
        return .error(400, "\(error)")
      } catch let error as InvalidValue {
        return .error(400, "the value \(error.reason)")
      }
      let forms = EnteredSample.usualForms(of: sample, written: text)
      let isUnusual = sample.plausibility != .plausible || !forms.isEmpty
      guard sample.plausibility != .impossible else {
        let advice = forms.isEmpty ? "" : ": write \(forms.joined(separator: " or "))"
        return .error(400, "no body can have this value" + advice)
      }
      // A clock may be some minutes off.
      let isInFuture = start > Date() + 3600
      if isUnusual || isInFuture, body["is_sure"]?.bool != true {
        let value = SampleWords.value(of: sample)
        return .json([
          "unusual": .optional(
            isUnusual ? [value.text, value.unit].compactMap(\.self).joined(separator: " ") : nil),
          "others": .optional(forms.isEmpty ? nil : forms.joined(separator: " or ")),
          "is_future": .bool(isInFuture),
        ])
      }
      let opened = try store.changeable() ?? StoreAccess.open(location, busyTimeout: store.patience)
      try opened.save([sample])
      return .json(["id": .string(sample.id.uuidString)])
    }
  }

  private static let gone = PageResponse.error(
    404, "some of these samples are not in the store, or not any more")

  private static func isOwn(_ sample: Sample) -> Bool {
    let bundles =
      [HeartRateLog.bundleIdentifier] + ImpersonalSource.allCases.map(\.bundleIdentifier)
    return bundles.contains(sample.source.bundleIdentifier)
  }

  private func delete(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let named = body["ids"]?.elements ?? []
    let ids = named.compactMap { $0.string.flatMap { UUID(uuidString: $0) } }
    guard !ids.isEmpty, ids.count <= Self.mostDeleted, ids.count == named.count else {
      throw InvalidValue("ids must name 1 to \(Self.mostDeleted) samples")
    }
    let found = try store.allSamples(matching: SampleQuery(ids: ids))
    guard found.count == Set(ids).count else { return Self.gone }
    guard found.allSatisfy(Self.isOwn) || body["others"]?.bool == true else {
      return .error(403, "another program has saved this; it is deleted only if others is true")
    }
    return try delete(ids, from: store)
  }

  private func delete(_ ids: [UUID], from store: HealthStore) throws -> PageResponse {
    let history = try UndoHistory(of: store, environment: environment)
    guard let outcome = try history.delete(matching: SampleQuery(ids: ids)) else {
      return Self.gone
    }
    return .json(
      ["deleted": .integer(outcome.count), "undo": .optional(outcome.name)])
  }

  /// Deletes the samples of an import by the page, as one deletion.
  private func deleteImported(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    guard let job = body["id"]?.number.flatMap({ Int(exactly: $0) }),
      let ids = jobs.savedSamples(ofJob: job)
    else { return .error(404, "what this import saved is not known any more") }
    return try delete(ids, from: store)
  }

  private func undo(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let history = try UndoHistory(of: store, environment: environment)
    let name = body["undo"]?.string
    guard let deletion = history.all.first(where: { $0.name == name }) else {
      return .error(404, "this cannot be undone any more")
    }
    let count = try history.undo(deletion)
    guard count > 0 else { return .error(404, "these samples are in the store already") }
    return .json(["restored": .integer(count)])
  }

  // MARK: Sources and permissions

  private func sources(_ store: HealthStore, _ request: PageRequest) throws -> PageResponse {
    let type = try request.query["type"].map { try Self.type($0) }
    let sources = try SourceCount.all(matching: SampleQuery(of: type.map { [$0] }), in: store)
    return .json(["sources": .array(sources.map(\.json))])
  }

  private func setPriority(_ store: HealthStore, _ body: JSONValue) throws -> PageResponse {
    let type = try Self.type(body["type"]?.string)
    let order = (body["order"]?.elements ?? []).compactMap(\.string)
    let known = Set(try store.sources(matching: SampleQuery()).map(\.bundleIdentifier))
    guard !order.isEmpty, Set(order).count == order.count, known.isSuperset(of: order) else {
      throw InvalidValue("order must name sources of the store, each once")
    }
    try store.setSourcePriority(order, for: type)
    return .json(["accepted": .bool(true)])
  }

  private func authorizations(_ store: HealthStore?) throws -> PageResponse {
    var rows: [JSONValue] = []
    for (bundle, types) in try (store?.authorizations() ?? [:]).sorted(by: { $0.key < $1.key }) {
      for (type, authorization) in types.sorted(by: { $0.key < $1.key }) {
        rows.append([
          "bundle_identifier": .string(bundle), "type": .string(type),
          "name": .string(
            SampleType.readableName(ofShort: SampleType.shortName(ofIdentifier: type))),
          "sharing": .string(authorization.sharing.word),
          "reading": .string(authorization.reading.word),
        ])
      }
    }
    let types = SampleType.allKnown.filter { $0.kind != .correlation }.map {
      JSONValue.object([
        ("key", .string($0.shortName)), ("name", .string($0.readableName)),
      ])
    }
    return .json([
      "is_empty": .bool(store == nil), "authorizations": .array(rows), "types": .array(types),
    ])
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
    return .json(["accepted": .bool(true)])
  }
}
