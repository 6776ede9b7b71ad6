import Foundation
import TestSupport
import Testing

/// What fuzzers call, on what they once found and on inputs that were changed at random.
struct FuzzTargetTests {
  private static let found = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Found")

  /// Each file in the folder of its target once broke that target.
  @Test(arguments: FuzzTarget.allCases)
  func `what fuzzing found is mended`(target: FuzzTarget) throws {
    let folder = Self.found.appending(path: target.rawValue)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names { target.run(Array(try Data(contentsOf: folder.appending(path: name)))) }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `inputs that are changed at random break no law`(target: FuzzTarget) throws {
    let seeds = target.seeds
    try #require(!seeds.isEmpty)
    for seed in seeds { target.run(seed) }
    var generator = SeededGenerator(seed: 19)
    let isSlow = [.colorSignal, .readerProcess, .storeBackup].contains(target)
    for _ in 0..<(isSlow ? 20 : 200) {
      var bytes = seeds.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes.randomElement(using: &generator) ?? 0, at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
          bytes.insert(contentsOf: bytes[place..<end], at: end)
        }
      }
      target.run(bytes)
    }
  }
}
