#if PostgreSQL
import TestSamples
import TestDatabases
import Foundation
import Glibc
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SampleStore

/// What a store says of servers that refuse, are not there, or have lost something.
@Suite(.onServer)
struct ServerFailureTests {
  let server: PostgreSQLServer
  let folder: TemporaryFolder

  init() throws {
    server = try #require(PostgreSQLServer.shared)
    folder = try TemporaryFolder()
  }

  private func error(
    opening url: String, _ access: HealthStore.Access = .readWrite
  ) throws -> StoreError? {
    do throws(StoreError) {
      _ = try HealthStore(
        location: StoreLocation(url, environment: [:]), access: access,
        engines: [.postgreSQL])
      return nil
    } catch {
      return error
    }
  }

  /// A server that recovers for a while, says so in German, and is gone then.
  @Test func `a command that begins while a server recovers waits for it`() throws {
    let path = folder.file(".s.PGSQL.5432")
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: Array(path.utf8).prefix(place.count - 1))
    }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(listener, 8) == 0)
    let wanted = 12
    let server = Thread {
      let fields = "SFATAL\0VFATAL\0C57P03\0Mdas Datenbanksystem startet\0\0"
      let length = UInt32(fields.utf8.count + 4)
      let answer =
        [UInt8(ascii: "E")]
        + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(fields.utf8)
      for _ in 0..<wanted {
        let visitor = accept(listener, nil, nil)
        var question = [UInt8](repeating: 0, count: 4096)
        _ = read(visitor, &question, question.count)
        _ = write(visitor, answer, answer.count)
        close(visitor)
      }
      close(listener)
    }
    server.start()
    let found = try error(opening: "postgresql://anna@/heart?host=\(folder.path)&sslmode=disable")
    // It was asked until it was gone, and then the answer came at once.
    #expect(found?.reason == .serverUnreachable, "\(String(describing: found))")
    #expect(found?.detail.contains("startet") == false, "\(String(describing: found))")
    for _ in 0..<100 where !server.isFinished { usleep(10_000) }
    #expect(server.isFinished)
  }

  @Test func `a wrong password and a missing one are told apart, and neither is shown`() throws {
    let role = "guarded_\(UUID().uuidString.lowercased().prefix(8))"
    try server.run("CREATE ROLE \(role) LOGIN PASSWORD 'right'; GRANT guarded TO \(role)")
    _ = try HealthStore(
      location: StoreLocation(server.freshURL(), environment: [:]), engines: [.postgreSQL])
    try server.run("SELECT heartcam.admit('\(role)', '\(role)')", as: "heartcam", in: "heartcam")
    let url = server.url(participant: role, role: role)
    func file(_ password: String) throws -> String {
      let path = try folder.write("*:*:*:*:\(password)\n", to: password)
      chmod(path, 0o600)
      return path
    }
    let right = try error(opening: "\(url)&passfile=\(file("right"))")
    #expect(right == nil, "\(String(describing: right))")
    let wrong = try #require(try error(opening: "\(url)&passfile=\(file("secretly"))"))
    #expect(wrong.reason == .permissionDenied && wrong.detail.contains("password"))
    let none = try #require(try error(opening: "\(url)&passfile=\(folder.file("none"))"))
    #expect(none.reason == .permissionDenied)
    #expect(none.detail == "the server asks for a password and none is known")
    #expect(!wrong.detail.contains("secretly"))
  }

  @Test func `a server that is not there is named at once`() throws {
    for url in ["postgresql://a@127.0.0.1:1/b", "postgresql://%2Fnowhere/b"] {
      let error = try #require(try error(opening: url))
      #expect(error.reason == .serverUnreachable && error.location == url)
      #expect(
        error.description.hasSuffix("check that the server runs and can be reached, and try again"))
      #expect(
        try !HealthStore.isAvailable(
          at: StoreLocation(url, environment: [:]), engines: [.postgreSQL]))
    }
  }

  @Test func `a connection that a full disk refuses is told apart from a server that is not there`()
  {
    let message = """
      connection to server on socket "/run/.s.PGSQL.5432" failed: FATAL:  could not write init file
      """
    #expect(PostgreSQLFailure.reason(ofConnecting: message) == .diskFull)
    let other = "FATAL:  could not extend file \"base/1/2\": No space left on device"
    #expect(PostgreSQLFailure.reason(ofConnecting: other) == .diskFull)
  }

  @Test func `a missing database and an unknown option are reported`() throws {
    let url = server.freshURL()
    let missing = try #require(
      try error(opening: url.replacing("/heartcam?", with: "/nothing_here?")))
    #expect(missing.reason == .locationIsUnusable && missing.detail.contains("does not exist"))
    let option = try #require(try error(opening: url + "&sslmood=x"))
    #expect(option.reason == .locationIsUnusable)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount a small file system for a server"))
  func `a full disk fails, keeps what was acknowledged, and saving works again once there is room`()
    throws
  {
    let server = try PostgreSQLServer(isDurable: true, smallDisk: 24_000_000)
    let url = server.url(participant: "P01", database: "small")
    let store = try HealthStore(
      location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    func samples(_ count: Int) throws -> [QuantitySample] {
      let note = MetadataValue.string(String(repeating: "x", count: 300))
      return try (0..<count).map { try reading(from: Double($0), metadata: ["note": note]) }
    }
    var saved: Set<UUID> = []
    var failure: StoreError?
    for _ in 0..<200 where failure == nil {
      let samples = try samples(500)
      do throws(StoreError) {
        try store.save(samples)
        saved.formUnion(samples.map(\.id))
      } catch {
        failure = error
      }
    }
    let error = try #require(failure, "\(saved.count) samples were saved")
    #expect(error.reason == .diskFull, "\(error)")
    #expect(error.description.contains("free some space on the server"))
    func found() throws -> Set<UUID> { try Set(store.samples(matching: SampleQuery()).map(\.id)) }
    #expect(try found() == saved)
    #expect(try store.problems() == [])
    try server.makeRoom()
    let after = try samples(50)
    try store.save(after)
    #expect(try found() == saved.union(after.map(\.id)))
  }

  @Test func `servers before 14 are too old`() {
    #expect(PostgreSQLOpening.problem(ofVersion: 150_018) == nil)
    #expect(PostgreSQLOpening.problem(ofVersion: 140_000) == nil)
    #expect(
      PostgreSQLOpening.problem(ofVersion: 130_022)
        == "the server is PostgreSQL 13, and 14 or later is needed")
  }

  @Test func `a database without a store is not made one by reading`() throws {
    let (name, url) = try server.freshDatabase()
    #expect(try error(opening: url, .readOnly)?.reason == .notFound)
    #expect(try server.run("SELECT to_regnamespace('heartcam')", in: name) == "")
    #expect(
      try HealthStore.isAvailable(
        at: StoreLocation(url, environment: [:]), engines: [.postgreSQL]))
    #expect(try error(opening: url) == nil)
    #expect(try error(opening: url, .readOnly) == nil)
  }

  @Test func `another program's schema and a newer one are left alone`() throws {
    let (name, url) = try server.freshDatabase()
    try server.run("CREATE SCHEMA heartcam AUTHORIZATION heartcam", in: name)
    #expect(try error(opening: url)?.reason == .notAStore)
    try server.run("DROP SCHEMA heartcam", in: name)
    #expect(try error(opening: url) == nil)
    try server.run("UPDATE heartcam.version SET version = 99", in: name)
    #expect(try error(opening: url)?.reason == .newerSchema)
    for version in [0, -1] {
      try server.run("UPDATE heartcam.version SET version = \(version)", in: name)
      for access in [HealthStore.Access.readWrite, .readOnly] {
        let error = try #require(try error(opening: url, access))
        #expect(error.reason == .corrupt)
        #expect(error.detail == "it says that it has schema \(version), which never existed")
      }
    }
  }

  @Test func `a dropped table is reported as damage of the database`() throws {
    let (name, url) = try server.freshDatabase()
    let store = try HealthStore(
      location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    try store.save([reading()])
    try server.run("DROP TABLE heartcam_1.metadata CASCADE", in: name)
    let error = #expect(throws: StoreError.self) { try store.samples(matching: SampleQuery()) }
    #expect(error?.reason == .corrupt)
    #expect(error?.detail == "relation \"metadata\" does not exist")
    #expect(error?.description.contains("restore the database from a backup") == true)
  }

  @Test(arguments: [
    ("DROP TABLE heartcam_1.metadata CASCADE", "its table metadata lacks sample"),
    ("ALTER TABLE heartcam_1.device RENAME COLUMN model TO form", "its table device lacks model"),
  ])
  func `tables that do not fit are damage of the database`(_ change: String, _ detail: String)
    throws
  {
    let (name, url) = try server.freshDatabase()
    #expect(try error(opening: url) == nil)
    try server.run(change, in: name)
    let error = try #require(try error(opening: url))
    #expect(error.reason == .corrupt && error.detail == detail)
  }

  @Test func `sessions that were ended by the server's operator go on`() throws {
    let (name, url) = try server.freshDatabase()
    let store = try HealthStore(
      location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    for turn in 0..<5 {
      try store.save([reading(from: Double(turn))])
      try server.run(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '\(name)'")
      #expect(try store.count(matching: SampleQuery()) == turn + 1)
      try server.run(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '\(name)'")
    }
    #expect(try store.samples(matching: SampleQuery()).count == 5)
  }

  @Test func `texts of any length and with any character come back and are found`() throws {
    let store = try HealthStore(
      location: StoreLocation(server.freshURL(), environment: [:]), engines: [.postgreSQL])
    var generator = SeededGenerator(seed: 5)
    let long = String((0..<20_000).map { _ in "abcdefghij€".randomElement(using: &generator)! })
    let texts = [long, long + "x", "\0", "\u{10FFFD}", "\u{10FFFD}\u{10FFFC}\0\u{10FFFB}", ""]
    for text in texts {
      let sample = try reading(metadata: ["note": .string(text)])
      try store.save([sample])
      #expect(
        try store.samples(matching: SampleQuery(metadata: ["note": .string(text)])) == [sample])
    }
  }

  @Test func `eight writers and four followers at once neither miss nor repeat`() throws {
    let url = server.freshURL()
    _ = try HealthStore(location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    let anchors = (0..<4).map { folder.file("anchor\($0)") }
    let followers = try anchors.map { try ToolProcess("follow", url, $0) }
    let writers = try (0..<8).map { _ in try ToolProcess("save", url, "12", "5") }
    let lines = writers.flatMap { $0.lines() }
    let acknowledged = lines.flatMap { $0.split(separator: " ").map(String.init) }
    for writer in writers { #expect(writer.wait() == 0) }
    #expect(Set(acknowledged).count == 480)
    for (follower, anchor) in zip(followers, anchors) {
      var seen: [String] = []
      while seen.count < 480, follower.line() != nil {
        let kept = try String(contentsOfFile: anchor, encoding: .utf8)
        seen = kept.split(separator: "\n").flatMap { line in
          line.split(separator: " ").dropFirst().map { String($0.dropFirst()) }
        }
      }
      #expect(seen.count == 480 && Set(seen) == Set(acknowledged))
      follower.killNow()
    }
  }
}
#endif
