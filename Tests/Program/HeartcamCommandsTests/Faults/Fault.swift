import FoundationEssentials
import Glibc
import TestSupport

@testable import TestPrograms

/// Calls that can fail, in the order of `enum call` in `Tests/Program/Faults/faults.c`.
enum FaultCall: String, CaseIterable, Sendable {
  case open, create, read, write, sync, rename, truncate, folder, status, remove, lock
  case takeLock = "take-lock"
  case list, map
  case libraryMemory = "library-memory"
  case ownMemory = "own-memory"
  case poll, accept, receive, send, connection, spawn, thread, clock
}

/// One way in which calls of a kind fail.
struct Fault: Sendable {
  /// What it is called in the table.
  let name: String
  let call: FaultCall

  /// The system's number of the error; for a clock the seconds of its jump. 0 moves a single byte.
  let code: Int32

  /// Whether all later calls of the kind fail too, as on a disk that stays full.
  var isLasting = false

  /// Whether a signal is how a program without memory ends: Swift's runtime traps or reads what it did not get, and our own
  /// code says that memory is missing.
  func mayStop(by signal: Int32, _ errors: String) -> Bool {
    switch call {
    case .ownMemory: [SIGILL, SIGTRAP, SIGABRT, SIGSEGV].contains(signal)
    case .libraryMemory: signal == SIGILL && errors.contains("out of memory")
    default: false
    }
  }

  static let all = [
    Fault(name: "no more descriptors (`EMFILE`)", call: .open, code: EMFILE),
    Fault(name: "opening fails (`EIO`)", call: .open, code: EIO),
    Fault(name: "no room for a new file (`ENOSPC`)", call: .create, code: ENOSPC),
    Fault(name: "a folder cannot be made (`ENOSPC`)", call: .folder, code: ENOSPC),
    Fault(name: "a read fails (`EIO`)", call: .read, code: EIO),
    Fault(name: "a read is interrupted (`EINTR`)", call: .read, code: EINTR),
    Fault(name: "a read gives one byte", call: .read, code: 0),
    Fault(name: "a write fails (`EIO`)", call: .write, code: EIO),
    Fault(name: "a write finds the disk full (`ENOSPC`)", call: .write, code: ENOSPC),
    Fault(
      name: "the disk stays full (`ENOSPC`)", call: .write, code: ENOSPC, isLasting: true),
    Fault(name: "a write exceeds the quota (`EDQUOT`)", call: .write, code: EDQUOT),
    Fault(name: "a write is interrupted (`EINTR`)", call: .write, code: EINTR),
    Fault(name: "a write takes one byte", call: .write, code: 0),
    Fault(name: "what was written does not reach the disk (`EIO`)", call: .sync, code: EIO),
    Fault(name: "a file cannot take its name (`EIO`)", call: .rename, code: EIO),
    Fault(name: "a file cannot be cut off (`EIO`)", call: .truncate, code: EIO),
    Fault(name: "a file cannot be examined (`EIO`)", call: .status, code: EIO),
    Fault(name: "a file cannot be removed (`EIO`)", call: .remove, code: EIO),
    Fault(name: "a file cannot be locked (`ENOLCK`)", call: .lock, code: ENOLCK),
    Fault(name: "another program has a lock (`EAGAIN`)", call: .takeLock, code: EAGAIN),
    Fault(
      name: "another program keeps all locks (`EAGAIN`)", call: .takeLock, code: EAGAIN,
      isLasting: true),
    Fault(name: "a folder cannot be listed (`EMFILE`)", call: .list, code: EMFILE),
    Fault(name: "no address space (`ENOMEM`)", call: .map, code: ENOMEM),
    Fault(name: "a C library gets no memory", call: .libraryMemory, code: ENOMEM),
    Fault(name: "Swift gets no memory", call: .ownMemory, code: ENOMEM),
    Fault(name: "a wait is interrupted (`EINTR`)", call: .poll, code: EINTR),
    Fault(name: "a wait fails (`ENOMEM`)", call: .poll, code: ENOMEM),
    Fault(name: "a connection cannot be taken (`EMFILE`)", call: .accept, code: EMFILE),
    Fault(name: "receiving fails (`ECONNRESET`)", call: .receive, code: ECONNRESET),
    Fault(name: "receiving gives one byte", call: .receive, code: 0),
    Fault(name: "sending fails (`EPIPE`)", call: .send, code: EPIPE),
    Fault(name: "sending takes one byte", call: .send, code: 0),
    Fault(name: "no socket or pipe (`EMFILE`)", call: .connection, code: EMFILE),
    Fault(name: "a process cannot be started (`EAGAIN`)", call: .spawn, code: EAGAIN),
    Fault(name: "a thread cannot be started (`EAGAIN`)", call: .thread, code: EAGAIN),
    Fault(name: "the clock jumps an hour on", call: .clock, code: 3600),
    Fault(name: "the clock jumps an hour back", call: .clock, code: -3600),
  ]
}

/// The library that makes calls fail, and what it counted.
///
/// The test builds it with the C compiler of the Swift toolchain. As a product of the package it would be offered to everyone
/// who uses the package, and Swift's linker would tie it to Swift's runtime, before which it must stand.
struct FaultInjector {
  private let library: String
  private let state: String

  /// Why it cannot be built here; `nil` if it can.
  static let obstacle: String? =
    compiler == nil ? "no clang, the C compiler of the Swift toolchain, on the PATH" : nil

  private static let compiler: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/clang" }.first { access($0, X_OK) == 0 }
  }()

  init(in folder: TemporaryFolder) throws {
    library = folder.file("faults.so")
    state = folder.file("state")
    let source = Repository.path("Tests/Program/Faults/faults.c")
    let words = ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", library, source]
    let result = try ChildProcess(
      [Self.compiler ?? "clang"] + words + ["-ldl"], environment: Heartcam.environment
    ).result()
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
  }

  /// The environment in which the `nth` call of a fault fails; without a fault calls are only counted.
  func environment(_ fault: Fault?, nth: Int) throws -> [String: String] {
    try Data(count: 4096).write(to: URL(filePath: state))
    var environment = ["LD_PRELOAD": library, "FAULT_STATE": state]
    if let fault {
      environment["FAULT_PLAN"] =
        "\(fault.call.rawValue) \(nth) \(fault.code) \(fault.isLasting ? 1 : 0)"
    }
    return environment
  }

  /// How often each call was made in the last run, and last how often one was made to fail.
  func counts() throws -> [Int] {
    let bytes = try Data(contentsOf: URL(filePath: state))
    return (0...FaultCall.allCases.count).map { index in
      (0..<8).reduce(0) { $0 | Int(bytes[bytes.startIndex + 8 * index + $1]) << (8 * $1) }
    }
  }
}
