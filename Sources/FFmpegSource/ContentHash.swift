import CFFmpeg

/// The 128-bit MurmurHash3 of all bytes given so far; the owner of libavutil's hash state.
final class ContentHash {
  private let state: OpaquePointer

  init() {
    guard let state = av_murmur3_alloc() else { fatalError("out of memory") }
    self.state = state
    av_murmur3_init(state)
  }

  deinit {
    av_free(UnsafeMutableRawPointer(state))
  }

  func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    av_murmur3_update(state, base, bytes.count)
  }

  /// 32 hexadecimal digits. Asking changes nothing of what follows.
  var digits: String {
    var digest = [UInt8](repeating: 0, count: 16)
    av_murmur3_final(state, &digest)
    let alphabet = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self)
  }
}
