import CV4L2
import Glibc
package import V4L2Source

/// A scripted camera with an unreliable driver: any call may fail with any error, and any word of an answer may be
/// wrong.
///
/// Descriptors, mappings and their bounds stay those of the scripted camera, as the kernel would keep them.
package final class UnreliableCamera<Generator: RandomNumberGenerator>: DeviceCalls {
  package let script: ScriptedCamera

  /// The shares, 0 to 1, of calls that fail and of answers that are wrong.
  package var failureShare = 0.0
  package var lieShare = 0.0

  /// The number of calls so far, without those to the clock: an endless loop makes ever more.
  package private(set) var callCount = 0

  private var generator: Generator
  private var mappedOffsets: Set<UInt32> = []
  private var offsets: [UnsafeMutableRawPointer: UInt32] = [:]

  package init(_ script: ScriptedCamera, _ generator: Generator) {
    self.script = script
    self.generator = generator
  }

  private static var errors: [Int32] {
    [
      EIO, ENODEV, ENXIO, EINVAL, EBUSY, ENOMEM, EAGAIN, EPIPE, ENOTTY, EACCES, ENOSPC, ERANGE,
      9999,
    ]
  }

  /// Values that cause overflows, divisions by zero or wrong signs in careless code.
  private static var oddWords: [UInt32] {
    [
      0, 1, 2, 3, 7, 8, 15, 16, 17, 63, 64, 255, 256, 640, 4095, 8192, 16384, 65535, 65536, 1 << 20,
      1 << 24, .max >> 1, 1 << 31, .max - 1, .max,
    ]
  }

  private func mayFail() throws(SystemCallError) {
    callCount += 1
    // Time passes, because a caller that waits for the end of a second would otherwise wait for ever.
    script.pass(0.0001)
    guard Double.random(in: 0..<1, using: &generator) < failureShare else { return }
    throw SystemCallError(Self.errors.randomElement(using: &generator) ?? EIO)
  }

  package func open(_ path: String) throws(SystemCallError) -> Int32 {
    try mayFail()
    return try script.open(path)
  }

  package func close(_ descriptor: Int32) { script.close(descriptor) }

  package func ioctl(
    _ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError) {
    // Calls that release always work: a test could not distinguish the driver's leak from ours.
    let isRelease =
      request == heartcam_streamoff
      || request == heartcam_reqbufs
        && argument.assumingMemoryBound(to: v4l2_requestbuffers.self).pointee.count == 0
    if isRelease {
      callCount += 1
      return try script.ioctl(descriptor, request, argument)
    }
    try mayFail()
    try script.ioctl(descriptor, request, argument)
    guard Double.random(in: 0..<1, using: &generator) < lieShare else { return }
    // The request's number holds the argument's size (_IOC_SIZE).
    let words = Int(request >> 16 & 0x3FFF) / 4
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let isOdd = Bool.random(using: &generator)
      let word =
        isOdd
        ? Self.oddWords.randomElement(using: &generator) ?? 0
        : UInt32.random(in: 0...(.max), using: &generator)
      // Large arguments are mostly names and reserved words; the important fields are at the beginning.
      let reach = Bool.random(using: &generator) ? words : min(words, 20)
      argument.storeBytes(
        of: word, toByteOffset: 4 * Int.random(in: 0..<reach, using: &generator), as: UInt32.self)
    }
  }

  package func map(
    _ descriptor: Int32, length: Int, offset: UInt32
  ) throws(SystemCallError) -> UnsafeMutableRawPointer {
    try mayFail()
    // The kernel knows the addresses of its buffers.
    guard length <= 1 << 22, offset % 65536 == 0, offset / 65536 < script.bufferCount,
      !mappedOffsets.contains(offset)
    else { throw SystemCallError(EINVAL) }
    let address = try script.map(descriptor, length: length, offset: offset)
    mappedOffsets.insert(offset)
    offsets[address] = offset
    return address
  }

  package func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
    if let offset = offsets.removeValue(forKey: address) { mappedOffsets.remove(offset) }
    script.unmap(address, length: length)
  }

  package func wait(
    _ descriptor: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceReadiness {
    try mayFail()
    let answer = try script.wait(descriptor, seconds: seconds)
    guard Double.random(in: 0..<1, using: &generator) < lieShare else { return answer }
    return [.ready, .timedOut, .failed].randomElement(using: &generator) ?? answer
  }

  package func now() -> Double { script.now() }
  package func names(in folder: String) -> [String] { script.names(in: folder) }
  package func target(ofLink path: String) -> String? { script.target(ofLink: path) }
  package func text(of path: String) -> String? { script.text(of: path) }

  package func replace(_ path: String, with text: String) throws(SystemCallError) {
    try mayFail()
    try script.replace(path, with: text)
  }

  package func remove(_ path: String) { script.remove(path) }
  package func processIdentifier() -> Int32 { script.processIdentifier() }
}
