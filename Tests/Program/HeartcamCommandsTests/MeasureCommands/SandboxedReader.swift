import Foundation
import Glibc
import Testing

@testable import TestPrograms

/// A locked process that the program has started to read a file.
struct SandboxedReader {
  let id: pid_t

  /// The reader of a process that has closed what it inherited and locked itself; `nil` if there is none yet.
  init?(of parent: pid_t) {
    let children = Self.text("/proc/\(parent)/task/\(parent)/children")
    let locked = children.split(separator: " ").compactMap { pid_t($0) }.first {
      Self.text("/proc/\($0)/status").contains("Seccomp:\t2")
    }
    guard let locked else { return nil }
    id = locked
  }

  /// What its descriptors are of, in their order.
  func descriptors() throws -> [String] {
    let folder = "/proc/\(id)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) ?? ""
    }
  }

  /// What the kernel says of it under a name.
  func status(_ name: String) throws -> String {
    let lines = Self.text("/proc/\(id)/status").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(name + ":") })
    return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
