import CLinux
import FileAccess

/// The share of the machine that this program may use.
enum MachineShare {
  /// Processors, at least one: those of a Slurm task, else those that the scheduler and the control group
  /// allow.
  static func processorCount(_ environment: [String: String]) -> Int {
    for name in ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"] {
      if let count = environment[name].flatMap({ Int($0) }), count > 0 { return count }
    }
    var count = Int(heartcam_processor_count())
    // "max 100000" or "150000 100000"
    let quota = text(of: "/sys/fs/cgroup/cpu.max").split(whereSeparator: \.isWhitespace)
      .map { Double($0) }
    if quota.count == 2, let most = quota[0], let period = quota[1], period > 0 {
      count = min(count, Int((most / period).rounded(.up)))
    }
    return max(1, count)
  }

  /// Bytes that are free or can be freed; `nil` if the system does not say.
  static var availableMemory: Int? {
    let line = text(of: "/proc/meminfo").split(separator: "\n").first {
      $0.hasPrefix("MemAvailable:")
    }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
      Int($0)
    }
    let limit = Int(text(of: "/sys/fs/cgroup/memory.max").trimmed)
    let used = Int(text(of: "/sys/fs/cgroup/memory.current").trimmed)
    let rest = limit.flatMap { limit in used.map { max(0, limit - $0) } }
    return [kilobytes.map { $0 * 1024 }, rest].compactMap(\.self).min()
  }

  private static func text(of path: String) -> String {
    let bytes = try? OpenFile.bytes(of: path, limit: 1 << 16)
    return String(decoding: bytes ?? [], as: UTF8.self).trimmingSuffix("\n")
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
