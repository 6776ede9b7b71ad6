import Glibc

let benchmarks: [(name: String, run: () throws -> Void)] = [
  ("color-sums", ColorSumsBenchmark.run), ("decode", DecodeBenchmark.run),
]

/// What looks at a folder of recordings with references rather than at the clock.
let evaluations: [(name: String, run: (_ folder: String) throws -> Void)] = [
  ("accuracy", AccuracyBenchmark.run), ("evidence", EvidenceTable.run),
  ("variability", VariabilityBenchmark.run),
]

// `--name value` belongs to the benchmarks.
let wanted = Benchmark.names
if let evaluation = evaluations.first(where: { $0.name == wanted.first }) {
  guard wanted.count == 2, let folder = wanted.last else {
    print("usage: heartcam-bench \(evaluation.name) DIR")
    exit(64)
  }
  try evaluation.run(folder)
  exit(0)
}
let unknown = wanted.filter { name in !benchmarks.contains { $0.name == name } }
guard unknown.isEmpty else {
  print("There is no benchmark \(unknown.joined(separator: ", ")). There are:")
  for name in benchmarks.map(\.name) + evaluations.map({ "\($0.name) DIR" }) { print("  \(name)") }
  exit(64)
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
  print("\n\(benchmark.name)")
  try benchmark.run()
}
