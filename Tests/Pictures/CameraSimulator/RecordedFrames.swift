import Glibc

/// A file of frames ready to be sent. After a line "heartcam-frames ENCODING WIDTH HEIGHT", each frame has its time
/// in microseconds and its length, in eight bytes each, and its bytes.
struct RecordedFrames: ~Copyable {
  enum Encoding: String, CaseIterable {
    case yuyv, mjpeg
  }

  struct Header: Equatable {
    var encoding: Encoding
    var width: Int
    var height: Int

    fileprivate var line: String {
      "heartcam-frames \(encoding.rawValue) \(width) \(height)\n"
    }
  }

  let header: Header
  private let path: String
  private let file: UnsafeMutablePointer<FILE>

  /// Creates a file. Throws a `SimulatorError` if it cannot.
  init(creating path: String, _ header: Header) throws(SimulatorError) {
    guard let file = fopen(path, "we") else { throw SimulatorError("create \(path)", errno) }
    self.file = file
    self.path = path
    self.header = header
    fputs(header.line, file)
  }

  /// Opens a file. Throws a `SimulatorError` if it is not a file of frames.
  init(opening path: String) throws(SimulatorError) {
    guard let file = fopen(path, "re") else { throw SimulatorError("open \(path)", errno) }
    var line: [UInt8] = []
    while line.count < 80, case let byte = fgetc(file), byte >= 0 {
      line.append(UInt8(byte))
      if byte == 10 { break }
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 4, words[0] == "heartcam-frames",
      let encoding = Encoding(rawValue: String(words[1])), let width = Int(words[2]),
      let height = Int(words[3].dropLast())
    else {
      fclose(file)
      throw SimulatorError("\(path) is no file of frames; CameraSimulator prepare makes them")
    }
    self.file = file
    self.path = path
    header = Header(encoding: encoding, width: width, height: height)
  }

  deinit { fclose(file) }

  /// Appends a frame.
  /// - Parameter time: The time in seconds since the first frame.
  func append(_ bytes: ArraySlice<UInt8>, at time: Double) throws(SimulatorError) {
    let numbers = [UInt64((time * 1e6).rounded()).littleEndian, UInt64(bytes.count).littleEndian]
    let written = bytes.withUnsafeBufferPointer {
      fwrite(numbers, 8, 2, file) + fwrite($0.baseAddress, 1, $0.count, file)
    }
    guard written == bytes.count + 2, fflush(file) == 0 else {
      throw SimulatorError("write \(path)", errno)
    }
  }

  /// Returns the next frame, with its time in seconds since the first, or `nil` after the last.
  func next() throws(SimulatorError) -> (time: Double, bytes: [UInt8])? {
    var numbers: [UInt64] = [0, 0]
    guard fread(&numbers, 8, 2, file) == 2 else { return nil }
    let count = Int(UInt64(littleEndian: numbers[1]))
    var bytes = [UInt8](repeating: 0, count: count)
    guard fread(&bytes, 1, count, file) == count else { throw SimulatorError("\(path) ends early") }
    return (Double(UInt64(littleEndian: numbers[0])) * 1e-6, bytes)
  }
}
