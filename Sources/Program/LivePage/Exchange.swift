import FileAccess
import Synchronization

/// A request on its way, from its head to its answer. It belongs to the library's thread; the thread
/// that makes the answer sets only the response.
///
/// Unchecked: the library calls for one connection from one thread, and the response is guarded.
final class Exchange: @unchecked Sendable {
  var request: PageRequest
  var route: PageRoute?
  var isUpload = false

  /// Why the body cannot be kept.
  private(set) var failure: PageResponse?
  let response = Mutex<PageResponse?>(nil)
  let connection: OpaquePointer
  private let core: ServerCore
  private var count = 0

  init(_ request: PageRequest, _ core: ServerCore, _ connection: OpaquePointer) {
    self.request = request
    self.core = core
    self.connection = connection
  }

  deinit { core.end(self) }

  /// Takes a part of the body.
  func take(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, let route else { return }
    count += bytes.count
    // The library has held the body to its length, which the router has held to the limit.
    guard count <= route.body.limit else {
      failure = .error(413, "the body is larger than \(route.body.limit) bytes")
      return
    }
    guard let file = request.file else {
      request.body += bytes
      return
    }
    do throws(FileError) {
      try file.append(bytes)
    } catch {
      failure = .error(507, "the file cannot be kept: \(error)")
      request.file = nil
    }
  }
}
