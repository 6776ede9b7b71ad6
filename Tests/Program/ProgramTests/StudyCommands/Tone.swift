import FoundationEssentials
import Glibc

@testable import TestPrograms

/// Sound as samples: made for a test, or measured.
struct Tone {
  let sampleRate: Int
  let channelCount: Int

  /// The samples of the first channel.
  let samples: [Int16]

  /// Writes a sine of one channel as a WAV file.
  static func write(to path: String, hertz: Double = 440, seconds: Double = 1) throws {
    let rate = 44_100
    let samples = (0..<Int(seconds * Double(rate))).map { index in
      Int16(8000 * sin(2 * Double.pi * hertz * Double(index) / Double(rate)))
    }
    var bytes = Data()
    func add(_ text: String) { bytes += Data(text.utf8) }
    func add(_ number: Int, _ count: Int) {
      bytes += Data((0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
    add("RIFF")
    add(36 + 2 * samples.count, 4)
    add("WAVEfmt ")
    for (number, count) in [(16, 4), (1, 2), (1, 2), (rate, 4), (2 * rate, 4), (2, 2), (16, 2)] {
      add(number, count)
    }
    add("data")
    add(2 * samples.count, 4)
    for sample in samples { add(Int(sample), 2) }
    try bytes.write(to: URL(filePath: path))
  }

  /// Reads a Sun AU stream of 16-bit samples.
  init(stream: Data) throws {
    let bytes = [UInt8](stream)
    func word(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 24, bytes.starts(with: Array(".snd".utf8)), word(12) == 3 else {
      throw UnexpectedOutput(description: "no AU stream of 16-bit samples")
    }
    let (begin, channels) = (word(4), word(20))
    (sampleRate, channelCount) = (word(16), channels)
    samples = stride(from: begin, to: bytes.count - 1, by: 2 * channels).map {
      Int16(bitPattern: UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]))
    }
  }

  /// Reads a WAV file of 16-bit samples of one channel, with a header of 44 bytes.
  init(wave: Data) throws {
    let bytes = [UInt8](wave)
    guard bytes.count > 44, bytes.starts(with: Array("RIFF".utf8)) else {
      throw UnexpectedOutput(description: "no WAV file")
    }
    sampleRate = (24..<28).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    channelCount = 1
    samples = stride(from: 44, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  var seconds: Double { Double(samples.count) / Double(sampleRate) }

  /// Rising crossings of zero in a second, from the middle half: coders fade in and out.
  var hertz: Double {
    let middle = samples[samples.count / 4..<samples.count * 3 / 4]
    let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) / (Double(middle.count) / Double(sampleRate))
  }

  /// The greatest sample of the middle half.
  var peak: Int { Int(samples[samples.count / 4..<samples.count * 3 / 4].max() ?? 0) }
}
