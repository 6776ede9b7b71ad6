import Charts
import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import HealthCharts
import HealthFormats
import JSONCoding
import LivePage
import Measurement
import Photoplethysmography
import SampleStore
import V4L2Source

/// Everything that the page asks for; `docs/internals/page-protocol.md` describes it.
struct PageRoutes: Sendable {
  let store: ServedStore
  let stage: SessionStage
  let jobs: FileJobs
  let folder: String

  /// The recording that is replayed in place of a camera.
  let replay: String?

  /// The program's environment.
  let environment: [String: String]

  /// This machine's time zone, for a browser that names none.
  let zone: ZoneRules

  /// A browser's own camera, which is measured as a phone's is.
  var phones: PhoneRoutes?

  /// The invitation for a phone; `nil` if none may come.
  var invitation: PhoneInvitation?

  /// A recording of some hours from a good camera.
  private static let largestFile = 8 << 30

  var all: [PageRoute] {
    PageFiles.routes() + [Self.palette, PhoneInvitation.route(invitation)] + live + files
      + (phones?.all ?? [])
      + StoreRoutes(store: store, jobs: jobs, zone: zone, environment: environment).all
  }

  /// The colors of groups and of the stages of sleep, as the charts have them.
  static var palette: PageRoute {
    let colors =
      HealthGroup.allCases.map { ($0.rawValue, $0.color) }
      + HypnogramChart.colors.map {
        ("stage-" + $0.key.lowercased().replacing(" ", with: "-"), $0.value)
      }
    func rule(_ scheme: KeyPath<(light: String, dark: String), String>) -> String {
      ":root { "
        + colors.map { "--\($0.0): \($0.1.styleSheetText[keyPath: scheme]);" }.joined(
          separator: " ")
        + " }"
    }
    let groups = HealthGroup.allCases.map {
      "[data-group=\"\($0.rawValue)\"] { --group: var(--\($0.rawValue)); }\n"
    }
    let text =
      "\(rule(\.light))\n@media (prefers-color-scheme: dark) { \(rule(\.dark)) }\n"
      + groups.joined()
    return .get("/palette.css") { _ in .text(text, type: "text/css; charset=utf-8") }
  }

  // MARK: The live session

  private var live: [PageRoute] {
    [
      .get("/api/events") { _ in PageResponse(type: "text/event-stream", .events(stage.own.hub)) },
      .get("/api/cameras") { _ in .json(cameras) },
      .get("/api/browser") { request in
        .json([
          "browser": .integer(stage.own.wheel.numbers[request.visitor]),
          "zone": .optional(
            request.query["zone"].flatMap { ZoneRules(identifier: $0)?.identifier }),
          "has_store": .bool(store.location != nil),
          "sure_quality": .decimal(HeartRateMonitor.sureQuality), "fields": Self.fields,
        ])
      },
      .get("/api/live/history") { _ in .json(stage.current.newest.history) },
      .get("/api/live/report") { _ in
        guard let page = stage.current.newest.page else {
          return .error(404, "no session has ended yet")
        }
        return .text(page.text, type: "text/html; charset=utf-8").download(as: page.name)
      },
      .post("/api/live/start") { request in
        guard let body = body(request) else { return Self.noObject }
        guard let camera = body["camera"]?.string else {
          guard [nil, .null].contains(body["camera"]) else {
            return .error(400, "camera must be the path of one")
          }
          return order(.start(camera: nil), request)
        }
        // Only a camera that is there may be opened, and nothing else that has a path.
        guard CameraList.all().contains(where: { $0.isUsable && $0.path == camera }) else {
          return .error(404, "there is no such camera")
        }
        return order(.start(camera: camera), request)
      },
      .post("/api/live/stop") { order(.stop, $0) },
      .post("/api/live/save") { order(.save, $0) },
      .post("/api/live/discard") { order(.discard, $0) },
      .post("/api/live/steer") { request in
        let seat = stage.current
        seat.wheel.take(for: request.visitor)
        seat.publish(
          JSONValue.object([
            ("type", .string("steering")),
            ("steered_by", .integer(seat.wheel.numbers[request.visitor])),
          ]).text, retainedAs: "steering")
        return .json(["accepted": .bool(true)])
      },
    ]
  }

  /// The fields of a result that the page shows in its own words, by its names for them. One that the table
  /// has under another name ends the program here, and is not missed by the page in silence.
  private static let fields = JSONValue.object(
    [
      ("rate", "bpm"), ("low", "bpm_low"), ("high", "bpm_high"), ("quality", "quality"),
      ("reason", "reason"), ("duration", "duration_s"), ("finished", "end"),
      ("breathing", "respiratory_rate"),
    ].map { ($0, field($1, of: RecordingResult.fields)) }
      + [
        ("start", "start_s"), ("end", "end_s"),
      ].map { ($0, field($1, of: PlacedReading.fields)) })

  private static func field<Value>(
    _ name: String, of fields: [ResultField<Value>]
  ) -> JSONValue {
    guard let field = fields.first(where: { $0.name == name }) else {
      preconditionFailure("a result has no field \(name)")
    }
    return [
      "name": .string(field.name), "unit": .optional(field.unit), "meaning": .string(field.meaning),
    ]
  }

  private func order(_ order: LiveOrder, _ request: PageRequest) -> PageResponse {
    stage.current.wheel.answer(to: order, by: request.visitor)
  }

  private var cameras: JSONValue {
    [
      "replay": .optional(replay.map { String($0.split(separator: "/").last ?? "") }),
      "cameras": .array(
        CameraList.all().filter(\.isUsable).map {
          ["path": .string($0.path), "name": .string($0.name)]
        }),
    ]
  }

  // MARK: Files

  private var files: [PageRoute] {
    [
      .post("/api/measure", body: .file(limit: Self.largestFile)) { job(.measure, $0) },
      .post("/api/import", body: .file(limit: Self.largestFile)) { job(.import, $0) },
      .get("/api/jobs") { _ in .json(["jobs": .array(jobs.all)]) },
      kept(.rejects), kept(.report),
      .post("/api/jobs/dismiss") { request in
        jobs.forget(body(request)?["id"]?.number.flatMap { Int(exactly: $0) } ?? 0)
        return .json(["accepted": .bool(true)])
      },
      .get("/api/export") { export($0) },
    ]
  }

  private func kept(_ kind: FileJobs.Kept) -> PageRoute {
    .get("/api/jobs/\(kind.rawValue)") { request in
      jobs.file(kind, ofJob: request.query["id"].flatMap { Int($0) } ?? 0)
        ?? .error(404, "there is nothing, or it is not kept any more")
    }
  }

  private func job(_ kind: FileJobs.Kind, _ request: PageRequest) -> PageResponse {
    guard kind == .measure || store.location != nil else {
      return .error(409, "there is no store to import into")
    }
    let options = kind == .import ? ["map", "dates", "start", "patient"] : []
    return jobs.take(
      kind, request,
      options: options.compactMap { name in request.query[name].map { "--\(name)=\($0)" } }
    ) { .json(["id": .integer($0)], status: 202) }
  }

  /// Returns the store, or a type or a time of it, as a file.
  private func export(_ request: PageRequest) -> PageResponse {
    let name = request.query["format"] ?? "ndjson"
    guard let format = HealthFormat(rawValue: name), format != .bids,
      HealthFormat.written.contains(format)
    else {
      return .error(400, "there is no such format")
    }
    do {
      guard let store = try store.existing() else { return .error(404, "there is no store yet") }
      let query = try StoreRoutes.query(request, in: zone)
      let path = "\(folder)/export-\(UUID().uuidString)"
      let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard let file = PageResponse.HeldFile(made) else {
        return .error(507, "the file cannot be written")
      }
      unlink(path)
      let output = try ByteOutput(descriptor: file.descriptor)
      var writer = SampleExport.writer(of: format, to: output, now: Date(), patient: "Patient/self")
      _ = try SampleExport.write(query, of: store, to: &writer) { _ in
        !Interruption.isRequested
      }
      return PageResponse(type: "application/octet-stream", .file(file))
        .download(as: Self.fileNames[format] ?? "health.ndjson")
    } catch let error as StoreError {
      return StoreRoutes.failure(error)
    } catch let error as InvalidValue {
      return .error(400, "\(error)")
    } catch {
      return .error(507, "the file cannot be written: \(error)")
    }
  }

  private static let fileNames: [HealthFormat: String] = [
    .apple: "export.xml", .csv: "health.csv", .fhir: "health.fhir.json", .omh: "health.omh.ndjson",
  ]
}

/// Returns the object that a request's body holds; `nil` if it holds none. An empty body is an empty object.
func body(_ request: PageRequest) -> JSONValue? {
  if request.body.isEmpty { return .members([]) }
  guard let value = try? JSONParser.value(of: request.body), value.members != nil else {
    return nil
  }
  return value
}

extension PageRoutes {
  static let noObject = PageResponse.error(400, "the body is no JSON object")
}
