import FoundationEssentials
import Glibc
import SampleStore
import Testing

/// A folder of a test's own for a store, removed with it; a suite holds it, so that it outlives the test.
final class TemporaryStore {
  let folder: String
  var path: String { folder + "/data/health.db" }

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("sample-store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(folder, 0o755)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func open(_ access: HealthStore.Access = .readWrite) throws -> HealthStore {
    try HealthStore(location: StoreLocation(path: path), access: access)
  }

  /// The error that opening gives, or nil where it succeeds.
  func openingError(_ access: HealthStore.Access = .readWrite) throws -> StoreError? {
    let location = try StoreLocation(path: path)
    do {
      _ = try HealthStore(location: location, access: access)
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

/// A reading of heart rate that starts some seconds after a fixed moment.
func reading(
  _ beatsPerMinute: Double = 72, from start: Double = 0, to end: Double? = nil,
  type: QuantityType = .heartRate, metadata: [String: MetadataValue] = [:]
) throws -> QuantitySample {
  let origin = Date(timeIntervalSinceReferenceDate: 790_000_000)
  return try QuantitySample(
    type: type, quantity: Quantity(beatsPerMinute, type == .heartRate ? .countPerMinute : .count),
    start: origin + start, end: origin + (end ?? start),
    source: Source(name: "Tests", bundleIdentifier: "org.example.tests"), metadata: metadata)
}

func moment(_ seconds: Double) -> Date {
  Date(timeIntervalSinceReferenceDate: 790_000_000 + seconds)
}
