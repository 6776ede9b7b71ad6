import FileAccess
import JSONCoding
import LivePage
import Measurement
import Photoplethysmography
import Synchronization

/// The routes for a phone: its own session, and its own clip.
struct PhoneRoutes: Sendable {
  let sessions: PhoneSessions
  let jobs: FileJobs

  /// A clip of some minutes.
  private static let largestClip = 1 << 30

  /// The answers of a phone's listener in addition to its page.
  var all: [PageRoute] {
    [
      get("/events") { phone, _ in
        PageResponse(type: "text/event-stream", .events(phone.seat.hub))
      },
      get("") { phone, request in
        .json([
          "browser": .integer(phone.seat.wheel.numbers[request.visitor]),
          "sure_quality": .decimal(HeartRateMonitor.sureQuality),
        ])
      },
      post("/start") { start($0, $1) },
      post("/frames", body: .memory(limit: RemoteCamera.mostFrames * RemoteCamera.frameLength)) {
        frames($0, $1)
      },
      post("/stop") { $0.seat.wheel.answer(to: .stop, by: $1.visitor) },
      post("/save") { $0.seat.wheel.answer(to: .save, by: $1.visitor) },
      post("/discard") { $0.seat.wheel.answer(to: .discard, by: $1.visitor) },
      post("/clip", body: .file(limit: Self.largestClip)) { measure($0, $1) },
      get("/clip") { phone, _ in .json(clip(of: phone)) },
    ]
  }

  /// Returns a route below `/api/phone` that is answered on behalf of the phone which asks.
  private func get(
    _ name: String, _ answer: @escaping @Sendable (Phone, PageRequest) -> PageResponse
  ) -> PageRoute {
    .get("/api/phone" + name) { answered($0, answer) }
  }

  private func post(
    _ name: String, body: PageRoute.Body = .memory(limit: 4096),
    _ answer: @escaping @Sendable (Phone, PageRequest) -> PageResponse
  ) -> PageRoute {
    .post("/api/phone" + name, body: body) { answered($0, answer) }
  }

  private func answered(
    _ request: PageRequest, _ answer: (Phone, PageRequest) -> PageResponse
  ) -> PageResponse {
    guard let phone = sessions[request.visitor] else {
      return .error(503, "too many phones have come; restart heartcam serve")
    }
    return answer(phone, request)
  }

  private func start(_ phone: Phone, _ request: PageRequest) -> PageResponse {
    guard let body = body(request) else { return PageRoutes.noObject }
    func side(_ name: String) -> Int? {
      body[name]?.number.flatMap { Int(exactly: $0) }.flatMap { (1...8192).contains($0) ? $0 : nil }
    }
    guard let width = side("width"), let height = side("height") else {
      return .error(400, "width and height must be those of the camera's pictures")
    }
    let agent = request.values(of: "user-agent").first ?? ""
    let camera = RemoteCamera(
      name: PhoneModel.name(body["model"]?.string ?? "", userAgent: agent),
      kind: "\(width)x\(height) in a browser")
    return phone.start(camera, for: request.visitor, run: sessions.run)
  }

  private func frames(_ phone: Phone, _ request: PageRequest) -> PageResponse {
    guard let first = request.query["first"].flatMap({ Int($0) }),
      let missed = request.query["missed"].flatMap({ Int($0) })
    else { return .error(400, "first and missed must be numbers of frames") }
    do throws(RemoteCamera.Refusal) {
      // Without a session, none is taken: it has not begun yet, or ended before they arrived.
      let next = try phone.camera?.take(request.body, first: first, missed: missed)
      return .json(["next": next.map(JSONValue.integer) ?? .null])
    } catch {
      return .error(400, error.description)
    }
  }

  // MARK: A clip

  private func measure(_ phone: Phone, _ request: PageRequest) -> PageResponse {
    guard !["waiting", "running"].contains(clip(of: phone)["state"]?.string) else {
      return .error(409, "your last clip is still being measured")
    }
    return jobs.take(.measure, request) {
      phone.clip = $0
      return .json(["accepted": .bool(true)], status: 202)
    }
  }

  /// Returns the state of the phone's clip: its progress, and its number or the reason why it has none.
  private func clip(of phone: Phone) -> JSONValue {
    guard
      let job = phone.clip.flatMap({ id in
        jobs.all.first { $0["id"]?.number == Double(id) }
      })
    else { return ["state": .string("none")] }
    let result = job["result"] ?? .null
    return .object(
      [("state", job["state"] ?? .null), ("share", job["share"] ?? .null)]
        + ["bpm", "bpm_low", "bpm_high", "quality", "reason", "error"].map {
          ($0, result[$0] ?? .null)
        })
  }
}

/// The name of a phone in the store.
enum PhoneModel {
  /// Bytes of a name that are kept.
  private static let longest = 80

  /// Returns the model that the browser names, else the one in its user agent.
  static func name(_ model: String, userAgent: String) -> String {
    let scalars = (model.isEmpty ? name(ofAgent: userAgent) : model).unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
    }
    var name = String.UnicodeScalarView()
    for scalar in scalars where String(name).utf8.count + 4 <= longest { name.append(scalar) }
    return name.isEmpty ? "Phone" : String(name)
  }

  private static func name(ofAgent agent: String) -> String {
    for word in ["iPhone", "iPad"] where agent.contains(word) { return word }
    // "(Linux; Android 14; Pixel 7 Build/UP1A)"; newer browsers write K for every model.
    guard let android = agent.firstRange(of: "Android ") else {
      return agent.contains("Mobile") ? "Phone" : "Browser's camera"
    }
    let parts = agent[android.upperBound...].prefix { $0 != ")" }.split(separator: ";")
    let model = parts.count > 1 ? parts[1].trimmingPrefix { $0 == " " } : ""
    let name = model.firstRange(of: " Build").map { model[..<$0.lowerBound] } ?? model
    return name.isEmpty || name == "K" ? "Android phone" : String(name)
  }
}

/// The invitation for the next phone.
struct PhoneInvitation: Sendable {
  /// The address that lets it in, once.
  let address: @Sendable () -> String

  /// The certificate's SHA-256.
  let fingerprint: String

  /// Returns the page that shows it on the machine.
  static func route(_ invitation: PhoneInvitation?) -> PageRoute {
    .get("/use-a-phone") { _ in
      let address = invitation?.address() ?? ""
      let page = PageFiles.invitation
        .replacing("{invited}", with: invitation == nil ? "hidden" : "")
        .replacing("{alone}", with: invitation == nil ? "" : "hidden")
        .replacing("{code}", with: QRCode(address)?.svg ?? "").replacing("{address}", with: address)
        .replacing("{fingerprint}", with: invitation?.fingerprint ?? "")
      return .text(page, type: "text/html; charset=utf-8")
    }
  }
}
