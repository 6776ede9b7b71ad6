import BenchmarkSupport

/// Numbers reported for recordings without a pulse.
enum DisclosureNegatives {
  private static let count: UInt64 = 1000

  static let section = DisclosureSection(name: "no pulse") {
    var table = MarkdownTable(columns: ["recordings without a pulse", "readings", "with a number"])
    for row in SimulatedSets.negatives(count) {
      table.add([row.kind, "\(row.readings)", "\(row.answered)"])
    }
    return """
      ## Without a pulse

      \(count) recordings of 40 s, read every 10 s and every 30 s, at many frame rates, with jitter, missing frames and noise.
      Each reading without a number has a reason.

      \(table.text)
      """
  }
}
