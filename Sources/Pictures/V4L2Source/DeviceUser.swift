/// Finds the other program that has a device open, if this user may see it in /proc.
enum DeviceUser {
  /// Returns a text such as "firefox, process 1234"; `nil` if none is found.
  static func name(of path: String, _ calls: any DeviceCalls) -> String? {
    let own = calls.processIdentifier()
    for name in calls.names(in: "/proc") {
      guard let process = Int32(name), process != own else { continue }
      let folder = "/proc/\(name)/fd"
      let hasIt = calls.names(in: folder).contains {
        calls.target(ofLink: "\(folder)/\($0)") == path
      }
      guard hasIt else { continue }
      let command = calls.text(of: "/proc/\(name)/comm")?.prefix { !$0.isNewline } ?? ""
      return command.isEmpty ? "process \(name)" : "\(command), process \(name)"
    }
    return nil
  }
}
