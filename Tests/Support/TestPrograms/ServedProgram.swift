import FoundationEssentials
import Glibc
import TestSupport

/// `heartcam serve`, until this value ends.
final class ServedProgram {
  let folder: TemporaryFolder
  let process: ChildProcess
  let store: String

  init(
    _ options: String..., store: String? = nil, in folder: TemporaryFolder? = nil,
    zone: String = "UTC"
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    self.store = store ?? self.folder.file("place/health.db")
    process = try Heartcam.start(
      ["serve", "--port", "0"] + (options.contains("--store") ? [] : ["--store", self.store])
        + options,
      environment: [
        "TMPDIR": self.folder.path, "TZ": zone, "XDG_DATA_HOME": self.folder.file("data"),
      ])
    try process.wait { self.process.outputSoFar.contains("\n") }
  }

  /// With its store and its uploads on a disk of so many kilobytes, which this process reaches below
  /// `disk`. `Heartcam.mountObstacle` says whether there can be one.
  init(onDiskOf kilobytes: Int, _ options: String) throws {
    folder = try TemporaryFolder()
    store = folder.file("health.db")
    let line = """
      exec \(Heartcam.unshare) sh -c '
        mount -t tmpfs -o size=\(kilobytes)k tmpfs "$TMPDIR" || exit 1
        exec "$heartcam" serve --port 0 --store "$TMPDIR/health.db" \(options)
      '
      """
    process = try ChildProcess(
      ["/bin/sh", "-c", line],
      environment: Heartcam.environment.merging(
        ["heartcam": Heartcam.path, "TMPDIR": folder.path]) { $1 })
    try process.wait { self.process.outputSoFar.contains("\n") }
  }

  /// The small disk, as this process sees it.
  var disk: String { "/proc/\(process.pid)/root\(folder.path)" }

  deinit { process.send(SIGKILL) }

  /// The address for the next browser.
  var address: String {
    let announced = process.errorsSoFar.split(separator: "\n").last {
      $0.hasPrefix("heartcam: for another browser: ")
    }
    return announced.map { String($0.dropFirst("heartcam: for another browser: ".count)) }
      ?? String(process.outputSoFar.prefix { $0 != "\n" })
  }

  /// The address for the next phone.
  var phoneAddress: String {
    let start = "heartcam: for a phone: "
    return process.errorsSoFar.split(separator: "\n").last { $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) } ?? ""
  }

  /// The address without the key.
  var origin: String { String(address.prefix { $0 != "?" }.dropLast()) }
}
