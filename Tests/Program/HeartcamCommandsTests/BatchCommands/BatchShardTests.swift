import Testing

@testable import BatchCommands

/// Which part of a batch a run does.
struct BatchShardTests {
  @Test func `shards are told from options and from a job array`() throws {
    func shard(_ text: String?, _ variables: [String: String] = [:]) -> BatchShard? {
      try? BatchShard(text, environment: variables)
    }
    func array(_ id: Int, _ count: Int, _ range: ClosedRange<Int>) -> [String: String] {
      [
        "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
        "SLURM_ARRAY_TASK_MIN": "\(range.lowerBound)",
        "SLURM_ARRAY_TASK_MAX": "\(range.upperBound)",
      ]
    }
    #expect(shard(nil)?.label == "1-of-1")
    #expect(shard("2/7")?.label == "2-of-7")
    #expect(shard(nil, array(3, 7, 1...7))?.label == "3-of-7")
    // Only some tasks of the array run again.
    #expect(shard(nil, array(3, 2, 3...7)) == nil)
    #expect(shard("7", array(3, 2, 3...7))?.label == "3-of-7")
    for text in ["0/3", "4/3", "x", "1/", "1/2/3", "7", "-1/2", "1/0"] {
      #expect(shard(text) == nil)
    }
  }
}
