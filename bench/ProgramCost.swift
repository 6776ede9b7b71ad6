import BenchmarkSupport
import FFmpegSource
import Glibc
import JSONCoding

/// What a whole program takes, its children included.
struct ProgramCost {
  /// Seconds by the wall.
  let wall: Double

  /// Seconds of processor time.
  let processor: Double

  /// The most memory of one of its processes, in megabytes.
  let memory: Double

  /// Runs a program to its end, with no input and no output.
  init(of words: [String], acceptedStatus: ClosedRange<Int32> = 0...0) throws {
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for stream: Int32 in 1...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    }
    var status: Int32 = 0
    var usage = rusage()
    let start = Clock.wall.now
    guard posix_spawnp(&process, words[0], &actions, nil, &arguments, environ) == 0,
      wait4(process, &status, 0, &usage) == process, status & 0x7F == 0,
      acceptedStatus.contains(status >> 8)
    else {
      throw FFmpegError(
        operation: "run", path: words.joined(separator: " "), code: status, reason: "it failed")
    }
    wall = Clock.wall.now - start
    processor = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6
    }
    memory = Double(usage.ru_maxrss) / 1024
  }

  /// `heartcam` beside this program.
  static var heartcam: String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return own[..<(own.lastIndex(of: "/") ?? own.endIndex)] + "/heartcam"
  }

  /// Runs programs in turns, each once before. Every other round goes backwards, so that none always comes last.
  static func turns(
    rounds: Int, _ programs: [[String]], acceptedStatus: ClosedRange<Int32> = 0...1
  ) throws -> [[ProgramCost]] {
    for words in programs { _ = try ProgramCost(of: words, acceptedStatus: acceptedStatus) }
    var costs = programs.map { _ in [ProgramCost]() }
    for round in 0..<rounds {
      let order = Array(programs.indices)
      for index in round.isMultiple(of: 2) ? order : order.reversed() {
        costs[index].append(
          try ProgramCost(of: programs[index], acceptedStatus: acceptedStatus))
      }
    }
    return costs
  }

  /// Two rows, wall and processor time, of one program; with ratios to another that ran in turns.
  static func rows(
    _ name: String, _ costs: [ProgramCost], unit: String = "s", scale: Double = 1,
    to baseline: (name: String, costs: [ProgramCost])? = nil
  ) -> [SpeedReport.Row] {
    let memory = Timing(costs.map(\.memory)).median.fixed(0)
    return [("", \ProgramCost.wall), (", processor", \ProgramCost.processor)].map { suffix, part in
      SpeedReport.Row(
        name + suffix, unit, Timing(costs.map { $0[keyPath: part] }), scale: scale,
        to: baseline.map { ($0.name, Timing($0.costs.map { $0[keyPath: part] })) },
        note: suffix.isEmpty ? "\(memory) MB" : nil)
    }
  }
}
