#if PostgreSQL
import TestSamples
import TestDatabases
import FoundationEssentials
import Glibc
import PostgreSQLStore
import SampleStore
import Synchronization
import TestSupport
import Testing

/// A connection that is lost in COMMIT, by a socket between the store and the server.
@Suite(.onServer)
struct LostCommitTests {
  let server: PostgreSQLServer
  let relay: Relay
  let participant = UUID().uuidString

  init() throws {
    server = try #require(PostgreSQLServer.shared)
    relay = try Relay(to: server.folder + "/.s.PGSQL.5432")
  }

  private func store() throws -> HealthStore {
    let url = server.url(participant: participant)
    let host = "@" + relay.folder.path.replacing("/", with: "%2F") + "/"
    let parts = url.split(separator: "@", maxSplits: 1)
    let end = parts[1][parts[1].firstIndex(of: "/")!...].dropFirst()
    return try HealthStore(
      location: StoreLocation(parts[0] + host + end, environment: [:]),
      engines: [.postgreSQL])
  }

  @Test(arguments: Relay.Cut.allCases)
  func `a transaction whose commit got no answer is there once`(_ cut: Relay.Cut) throws {
    let store = try store()
    let before = try reading()
    try store.save([before])
    var kept = [before]
    for turn in 1...4 {
      let samples = try (0..<3).map { try reading(from: Double(10 * turn + $0)) }
      relay.cut(cut)
      try store.save(samples)
      kept += samples
      #expect(relay.cuts == 2 * turn - 1)
      #expect(Set(try store.samples(matching: SampleQuery())) == Set(kept))
      relay.cut(cut)
      #expect(try store.delete([samples[0].id]) == 1)
      kept.removeAll { $0.id == samples[0].id }
      #expect(relay.cuts == 2 * turn)
    }
    #expect(Set(try store.samples(matching: SampleQuery())) == Set(kept))
    #expect(try store.changes(since: nil, matching: SampleQuery()).added.count == kept.count)
    #expect(try store.problems() == [])
  }
}

/// Passes everything on between clients and a server, and cuts one connection when it is asked to.
final class Relay: Sendable {
  /// When a connection is cut: before the server gets COMMIT, or when it has answered.
  enum Cut: CaseIterable {
    case beforeCommit, afterCommit
  }

  let folder: TemporaryFolder
  private let server: String
  private let listener: Int32
  private let state = Mutex((next: Cut?.none, cuts: 0))

  var cuts: Int { state.withLock { $0.cuts } }

  /// Cuts the connection that commits next.
  func cut(_ cut: Cut) { state.withLock { $0.next = cut } }

  init(to server: String) throws {
    folder = try TemporaryFolder()
    self.server = server
    let own = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    listener = own
    let path = folder.file(".s.PGSQL.5432")
    let isBound = Self.with(path) { bind(own, $0, $1) } == 0
    try #require(isBound && listen(own, 8) == 0)
    Thread.start { [weak self] in
      while true {
        let client = accept(own, nil, nil)
        guard client >= 0, let self else { return }
        Thread.start { self.pass(client) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func pass(_ client: Int32) {
    let far = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer {
      close(client)
      close(far)
    }
    guard Self.with(server, { connect(far, $0, $1) }) == 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isCommitted = false
    while true {
      var ends = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: far, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, -1) > 0 else { return }
      for (from, to) in [(0, far), (1, client)] where ends[from].revents != 0 {
        let count = read(ends[from].fd, &buffer, buffer.count)
        guard count > 0 else { return }
        // A simple query with the word at its end is the commit of a transaction that writes.
        if from == 0, Self.commits(buffer[..<count]) {
          let cut = state.withLock { state in
            defer {
              if state.next != nil { state.cuts += 1 }
              state.next = nil
            }
            return state.next
          }
          if cut == .beforeCommit { return }
          isCommitted = cut == .afterCommit
        } else if from == 1, isCommitted {
          return
        }
        var sent = 0
        while sent < count {
          let part = buffer[sent..<count].withUnsafeBytes {
            send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard part > 0 else { return }
          sent += part
        }
      }
    }
  }

  private static func commits(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first == UInt8(ascii: "Q") && bytes.suffix(9).elementsEqual(Array("; COMMIT".utf8) + [0])
  }

  private static func with(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A thread that may wait, as many as are asked for.
private enum Thread {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { work in
        Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, work)
    precondition(code == 0)
    pthread_detach(thread)
  }
}
#endif
