import CFFmpeg
import FFmpegSource
import Testing

/// The identity of what was read.
struct ContentHashTests {
  private func libavHash(of bytes: [UInt8]) -> String {
    let state = av_murmur3_alloc()
    defer { av_free(UnsafeMutableRawPointer(state)) }
    av_murmur3_init(state)
    av_murmur3_update(state, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: 16)
    av_murmur3_final(state, &digest)
    return digest.reduce(into: "murmur3:") { text, byte in
      let digits = String(byte, radix: 16)
      text += digits.count < 2 ? "0" + digits : digits
    }
  }

  @Test func `the hash is libavutil's for every length, in pieces of every size`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 11) }
    for count in 0...bytes.count {
      let wanted = libavHash(of: Array(bytes[..<count]))
      for size in [1, 3, 15, 16, 17, 64, 200] {
        let hash = ContentHash()
        for start in stride(from: 0, to: count, by: size) {
          Array(bytes[start..<min(start + size, count)]).withUnsafeBufferPointer { hash.update($0) }
        }
        #expect(hash.description == wanted, "\(count) bytes by \(size)")
      }
    }
  }
}
