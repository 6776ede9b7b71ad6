import CLinux
import Glibc

/// A part of the lock that the kernel may lack.
package enum SandboxPart: UInt8, CaseIterable, Sendable {
  /// The filter of system calls.
  case seccomp = 1

  /// Rights to files, ports and signals.
  case landlock = 2

  /// The kernel's name for it.
  package var name: String { self == .seccomp ? "seccomp" : "Landlock" }

  /// The access that is not held back without it.
  package var loss: String {
    switch self {
    case .seccomp: "connections and other processes"
    case .landlock: "a second lock on files"
    }
  }

  /// Returns the consequences of the kernel's lack of these parts, as a sentence; at least one.
  package static func report(of lacks: [SandboxPart]) -> String {
    let parts = allCases.filter(lacks.contains)
    return
      "this kernel lacks \(parts.map(\.name).joined(separator: " and ")), or a container hides it: files are "
      + "read in a process of their own, but \(parts.map(\.loss).joined(separator: " and ")) "
      + "\(parts == [.landlock] ? "is" : "are") missing there"
  }
}

/// Takes from the process, for good, all that reading an input does not need.
enum SandboxLock {
  /// Locks this thread and those that it starts later.
  /// - Parameter without: Parts that are treated as if the kernel lacked them.
  /// - Returns: The parts that the kernel lacks; `nil` if it has one and refuses to set it.
  static func close(without: Set<SandboxPart>) -> Set<SandboxPart>? {
    guard heartcam_renounce_privileges() == 0 else { return nil }
    var lacks = without
    if !without.contains(.landlock) {
      let version = heartcam_landlock_version()
      if version < 1 {
        lacks.insert(.landlock)
      } else if heartcam_landlock_forbid_all(version) != 0 {
        return nil
      }
    }
    if !without.contains(.seccomp) {
      switch CallFilter.load() {
      case 0: break
      case EINVAL, ENOSYS, ECANCELED: lacks.insert(.seccomp)
      default: return nil
      }
    }
    return lacks
  }
}
