import Glibc

let benchmarks: [(name: String, run: () throws -> Void)] = [
  ("color-sums", ColorSumsBenchmark.run), ("decode", DecodeBenchmark.run),
]

let wanted = CommandLine.arguments.dropFirst()
if wanted.first == "accuracy", wanted.count == 2 {
  try AccuracyBenchmark.run(folder: CommandLine.arguments[2])
  exit(0)
}
if wanted.first == "evidence", wanted.count == 2 {
  try EvidenceTable.run(folder: CommandLine.arguments[2])
  exit(0)
}
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
