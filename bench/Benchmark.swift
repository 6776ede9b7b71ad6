import Glibc

/// What every benchmark here leans on: a monotonic clock, and medians.
enum Benchmark {
  /// Seconds on a clock that only advances.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The benchmarks asked for: the arguments that are no option nor the value of one.
  static var names: [String] {
    let arguments = CommandLine.arguments.dropFirst()
    return zip(arguments, CommandLine.arguments)
      .filter { argument, before in !argument.hasPrefix("--") && !before.hasPrefix("--") }
      .map(\.0)
  }

  /// What follows `name`, as `--codec`, on the command line.
  static func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: name).map { $0 + 1 }
      .flatMap { $0 < arguments.count ? arguments[$0] : nil }
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  static func number(_ value: Double, decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let digits = String(Int((abs(value) * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let text = decimals == 0 ? padded : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    return value < 0 ? "-" + text : text
  }

  static func column(_ text: String, width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
