import Glibc

/// A device's connection to the kernel's virtual USB host (vhci-hcd), which speaks USB/IP
/// (Documentation/usb/usbip_protocol.rst) over a socket.
///
/// It belongs to the thread that created it.
final class USBIPLink {
  enum Request {
    case submit(Submission)

    /// The host cancels the transfer with this number.
    case unlink(sequence: UInt32, unwanted: UInt32)
  }

  struct Submission {
    let sequence: UInt32
    let isInput: Bool
    let endpoint: UInt32

    /// The bytes that the host has room for, or has sent.
    let length: Int
    let setup: [UInt8]
    let bytes: [UInt8]
  }

  private static let host = "/sys/devices/platform/vhci_hcd.0"
  private static let headerSize = 48

  /// The descriptor that becomes readable when a request comes.
  let descriptor: Int32
  private var reply: [UInt8] = []

  /// Plugs the device into the host's first free port. Throws a `SimulatorError` if there is none.
  init() throws(SimulatorError) {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw SimulatorError("socketpair", errno)
    }
    descriptor = ends[0]
    defer { close(ends[1]) }
    // Another camera may take the same port at the same time; the kernel then refuses this one.
    for port in try Self.freePorts() where try Self.attach(ends[1], to: port) { return }
    throw SimulatorError("no socket of the virtual USB host is free")
  }

  deinit { close(descriptor) }

  private static func freePorts() throws(SimulatorError) -> [Int] {
    guard let text = TextFile.read(host + "/status") else {
      throw SimulatorError("open \(host)/status: is vhci-hcd loaded?", errno)
    }
    // "hs  0000 004 000 ...": the host for high speed, the port, and 4 for a free one.
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 2 && words[0] == "hs" && words[2] == "004" ? Int(words[1]) : nil
    }
  }

  private static func attach(_ end: Int32, to port: Int) throws(SimulatorError) -> Bool {
    let highSpeed = 3
    return TextFile.write("\(port) \(end) \(port + 1) \(highSpeed)", to: host + "/attach")
  }

  /// Waits for the next request; returns `nil` if the host has disconnected.
  func next() -> Request? {
    guard let header = read(Self.headerSize) else { return nil }
    func number(_ index: Int) -> UInt32 {
      header[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    switch number(0) {
    case 1:
      let isInput = number(3) == 1
      let length = Int(number(6))
      guard let bytes = isInput ? [] : read(length) else { return nil }
      return .submit(
        Submission(
          sequence: number(1), isInput: isInput, endpoint: number(4), length: length,
          setup: Array(header[40...]), bytes: bytes))
    case 2: return .unlink(sequence: number(1), unwanted: number(5))
    default: return nil
    }
  }

  /// Completes a transfer.
  /// - Parameters:
  ///   - status: 0, or minus an error number.
  ///   - accepted: The number of bytes of an output that were accepted.
  func complete(
    _ sequence: UInt32, status: Int32 = 0, accepted: Int = 0,
    _ parts: UnsafeRawBufferPointer...
  ) {
    let count = parts.reduce(accepted) { $0 + $1.count }
    write(
      header: [3, sequence, 0, 0, 0, UInt32(bitPattern: status), UInt32(count), 0, 0, 0], parts)
  }

  /// Reports whether a cancelled transfer was still pending.
  func confirmUnlink(_ sequence: UInt32, wasPending: Bool) {
    let status = wasPending ? -ECONNRESET : 0
    write(header: [4, sequence, 0, 0, 0, UInt32(bitPattern: status), 0, 0, 0, 0], [])
  }

  private func write(header: [UInt32], _ parts: [UnsafeRawBufferPointer]) {
    reply.removeAll(keepingCapacity: true)
    for number in header { withUnsafeBytes(of: number.bigEndian) { reply.append(contentsOf: $0) } }
    reply.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    for part in parts { reply.append(contentsOf: part) }
    reply.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = send(
          descriptor, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count > 0 { sent += count } else if errno != EINTR { return }
      }
    }
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let part = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress! + filled, count - filled, 0)
      }
      if part > 0 { filled += part } else if part == 0 || errno != EINTR { return nil }
    }
    return bytes
  }
}
