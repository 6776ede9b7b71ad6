import Glibc

let benchmarks: [(name: String, run: () throws -> Void)] = [
  ("color-sums", ColorSumsBenchmark.run), ("decode", DecodeBenchmark.run),
]

// `--name value` belongs to the benchmarks.
let wanted = Benchmark.names
let unknown = wanted.filter { name in !benchmarks.contains { $0.name == name } }
guard unknown.isEmpty else {
  print("There is no benchmark \(unknown.joined(separator: ", ")). There are:")
  for benchmark in benchmarks { print("  \(benchmark.name)") }
  exit(64)
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
  print("\n\(benchmark.name)")
  try benchmark.run()
}
