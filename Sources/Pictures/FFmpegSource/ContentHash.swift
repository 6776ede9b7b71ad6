import CFFmpeg

/// The 128-bit MurmurHash3 of all bytes given so far; the owner of libavutil's hash state.
///
/// It distinguishes recordings. It does not withstand someone who forges one on purpose.
public final class ContentHash: CustomStringConvertible {
  private let state: OpaquePointer

  /// Creates the hash of no bytes.
  public init() {
    guard let state = av_murmur3_alloc() else { outOfMemory() }
    self.state = state
    av_murmur3_init(state)
  }

  deinit {
    av_free(UnsafeMutableRawPointer(state))
  }

  /// Adds bytes to the hash.
  public func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    av_murmur3_update(state, base, bytes.count)
  }

  /// "murmur3:" and 32 hexadecimal digits. Reading it does not change the hash.
  public var description: String {
    var digest = [UInt8](repeating: 0, count: 16)
    av_murmur3_final(state, &digest)
    let alphabet = Array("0123456789abcdef".utf8)
    return "murmur3:"
      + String(
        decoding: digest.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self
      )
  }
}

extension ContentHash {
  /// Returns the 32 bytes of SHA-256 of a text, for what must withstand a forger.
  package static func sha256(of text: String) -> [UInt8] {
    guard let state = av_sha_alloc() else { outOfMemory() }
    defer { av_free(UnsafeMutableRawPointer(state)) }
    av_sha_init(state, 256)
    av_sha_update(state, Array(text.utf8), text.utf8.count)
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(state, &digest)
    return digest
  }
}
