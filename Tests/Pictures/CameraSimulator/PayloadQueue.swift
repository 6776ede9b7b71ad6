/// The transfers that the host waits for, and the frame that fills them. Each takes one payload with a header of two
/// bytes (USB video 1.1, section 2.4.3.3).
struct PayloadQueue {
  private static let headerSize = 2
  private var transfers: [(sequence: UInt32, length: Int)] = []
  private var frame: [UInt8] = []
  private var offset = 0
  private var isFaulty = false

  /// The bit that alternates from frame to frame.
  private var parity: UInt8 = 0

  /// Whether a frame is still being sent.
  var isBusy: Bool { offset < frame.count }
  var isWanted: Bool { !transfers.isEmpty }

  mutating func add(_ sequence: UInt32, length: Int) { transfers.append((sequence, length)) }

  /// Removes a transfer; returns false if it is already completed.
  mutating func remove(_ sequence: UInt32) -> Bool {
    guard let index = transfers.firstIndex(where: { $0.sequence == sequence }) else { return false }
    transfers.remove(at: index)
    return true
  }

  mutating func begin(_ frame: [UInt8], isFaulty: Bool) {
    (self.frame, offset, self.isFaulty) = (frame, 0, isFaulty)
    parity ^= 1
  }

  mutating func abandonFrame() { (frame, offset) = ([], 0) }

  /// Completes transfers until none is left or the frame is sent.
  mutating func send(over link: USBIPLink) {
    while isBusy, !transfers.isEmpty {
      let transfer = transfers.removeFirst()
      let room = min(transfer.length, CameraDescriptors.payloadSize) - Self.headerSize
      let end = min(offset + room, frame.count)
      let header: [UInt8] = [
        UInt8(Self.headerSize),
        0x80 | (isFaulty ? 0x40 : 0) | (end == frame.count ? 0x02 : 0) | parity,
      ]
      header.withUnsafeBytes { header in
        frame.withUnsafeBytes { frame in
          link.complete(
            transfer.sequence, header, UnsafeRawBufferPointer(rebasing: frame[offset..<end]))
        }
      }
      offset = end
    }
  }
}
