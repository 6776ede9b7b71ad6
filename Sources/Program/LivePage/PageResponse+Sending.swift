import CMicroHTTPD
import Glibc

extension PageResponse {
  /// Gives the answer to a connection, with the headers that every answer has.
  /// - Parameter isLast: Whether the connection ends with it.
  func send(to connection: OpaquePointer, isLast: Bool = false) -> MHD_Result {
    let answer: OpaquePointer?
    switch body {
    case .bytes(let bytes):
      answer = bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .file(let file):
      // The library closes the descriptor given with the answer.
      let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      let size = lseek(file.descriptor, 0, SEEK_END)
      answer = size < 0 ? nil : MHD_create_response_from_fd64(UInt64(size), own)
      if answer == nil { close(own) }
    case .events(let hub):
      if let client = hub.subscribe() {
        answer = Self.stream(client, connection)
        if answer == nil { client.remove() }
      } else {
        return PageResponse.error(503, "too many browsers listen; close one").send(to: connection)
      }
    }
    guard let answer else { return MHD_Result.NO }
    defer { MHD_destroy_response(answer) }
    let isPicture = headers.contains { $0.name == "Content-Security-Policy" }
    var headers = headers + Self.headers(isPicture ? nil : Self.policy)
    headers.append(.init("Content-Type", type))
    if isLast { headers.append(.init("Connection", "close")) }
    for header in headers { MHD_add_response_header(answer, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(status), answer)
  }

  /// The content that the page may load and run: its own files, pictures that it was sent, and no inline scripts.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static func headers(_ policy: String?) -> [PageRequest.Header] {
    [
      .init("X-Content-Type-Options", "nosniff"), .init("Referrer-Policy", "no-referrer"),
      .init("Cache-Control", "no-store"), .init("Cross-Origin-Resource-Policy", "same-origin"),
      .init("Cross-Origin-Opener-Policy", "same-origin"), .init("X-Frame-Options", "DENY"),
    ] + (policy.map { [.init("Content-Security-Policy", $0)] } ?? [])
  }

  private static func stream(
    _ client: EventClient, _ connection: OpaquePointer
  ) -> OpaquePointer? {
    let stream = EventStream(client, SuspendedConnection(pointer: connection))
    let context = Unmanaged.passRetained(stream).toOpaque()
    let answer = MHD_create_response_from_callback(
      heartcam_http_unknown_size(), 16 * 1024,
      { context, _, memory, count in
        guard let context, let memory else { return heartcam_http_end_of_stream() }
        let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
        let room = UnsafeMutableRawBufferPointer(start: memory, count: count)
        let got = stream.client.read(into: room, stream.connection)
        return got < 0 ? heartcam_http_end_of_stream() : got
      }, context,
      { context in
        guard let context else { return }
        let stream = Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue()
        stream.client.remove()
      })
    if answer == nil { Unmanaged<EventStream>.fromOpaque(context).release() }
    return answer
  }
}

/// A stream of events over one connection.
private final class EventStream {
  let client: EventClient
  let connection: SuspendedConnection

  init(_ client: EventClient, _ connection: SuspendedConnection) {
    self.client = client
    self.connection = connection
  }
}
