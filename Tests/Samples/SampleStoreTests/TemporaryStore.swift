import FoundationEssentials
import Glibc
import SampleStore
import StoreEngines
import TestSupport

/// A store of a test's own, with a folder that is removed with it; a suite holds it, so that it
/// outlives the test.
///
/// Suites for every engine use `location` and `open`; the rest is for those about SQLite's files.
final class TemporaryStore {
  /// Where the store is, or will be when it is first opened.
  let location: StoreLocation
  private let temporary: TemporaryFolder

  /// The folder's path.
  var folder: String { temporary.path }

  /// The path of the store's file.
  var path: String { folder + "/data/health.db" }

  init(_ engine: TestEngine = .current) throws {
    temporary = try TemporaryFolder()
    location = try engine.freshLocation(in: temporary)
  }

  /// Opens the store, as its owner or for a program.
  func open(
    _ access: HealthStore.Access = .readWrite, for program: Source? = nil,
    busyTimeout: Duration = .seconds(5)
  ) throws -> HealthStore {
    try HealthStore(
      location: location, access: access,
      client: program.map(StoreClient.application) ?? .owner, busyTimeout: busyTimeout,
      engines: .all)
  }

  /// The error that opening gives, or nil if it succeeds.
  func openingError(_ access: HealthStore.Access = .readWrite) throws -> StoreError? {
    do throws(StoreError) {
      _ = try HealthStore(location: location, access: access, engines: .all)
      return nil
    } catch {
      return error
    }
  }

  /// Permission bits of the store's file, or of one beside it.
  func mode(_ suffix: String = "") -> mode_t? {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  func write(_ bytes: [UInt8]) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/data", withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
  }
}
