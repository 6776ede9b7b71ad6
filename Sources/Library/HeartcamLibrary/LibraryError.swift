import CHeartcam
import CommandEnvironment
import CommandLineParsing
import Glibc
import Measurement
import SampleSelection
import SampleStore

/// A failure of a function of the C interface: its code and a sentence.
struct LibraryError: Error {
  let code: Int
  let message: String

  static func usage(_ message: String) -> LibraryError {
    LibraryError(code: HEARTCAM_USAGE, message: message)
  }

  static let interrupted = LibraryError(code: HEARTCAM_INTERRUPTED, message: "it was stopped")

  private init(code: some BinaryInteger, message: String) {
    (self.code, self.message) = (Int(code), message)
  }

  init(_ error: any Error) {
    switch error {
    case let error as LibraryError: self = error
    case let error as UsageError: self = .usage(error.message)
    case let error as InvalidValue: self = .usage("\(error)")
    case let error as MeasurementError:
      self.init(code: HEARTCAM_UNREADABLE, message: error.description)
    case let error as StoreError:
      self.init(code: ExitCode(of: error).rawValue, message: error.description)
    case let error as InvalidSample: self = .usage("\(error)")
    default: self.init(code: HEARTCAM_IO, message: "\(error)")
    }
  }

  /// Returns the error that the frames of a damaged video depend on decoding threads.
  static func threads(_ name: String) -> LibraryError {
    LibraryError(
      code: HEARTCAM_THREADS,
      message: "the frames of \(name), which is damaged, depend on decoding threads: "
        + "open it again with one thread")
  }
}

/// Returns a count of C. One that no memory could hold is mostly -1, which the caller took for a count.
func checked(_ count: Int) throws -> Int {
  guard count >= 0 else {
    throw LibraryError.usage("a count of \(UInt(bitPattern: count)) is more than memory holds")
  }
  return count
}

/// Runs work and fills the caller's error; returns `nil` if it failed.
func reporting<Result>(
  to error: UnsafeMutablePointer<heartcam_error>?, _ work: () throws -> Result
) -> Result? {
  do {
    let result = try work()
    error?.fill(0, "")
    return result
  } catch let thrown {
    let failure = LibraryError(thrown)
    error?.fill(Int32(failure.code), failure.message)
    return nil
  }
}

extension UnsafeMutablePointer<heartcam_error> {
  /// Writes a code and a text, cut between two characters where it is too long.
  fileprivate func fill(_ code: Int32, _ text: String) {
    pointee.code = code
    withUnsafeMutableBytes(of: &pointee.message) { room in
      var count = 0
      for character in text.unicodeScalars.map({ UTF8.encode($0) }) {
        guard let character, count + character.count < room.count else { break }
        for byte in character {
          room[count] = byte
          count += 1
        }
      }
      room[count] = 0
    }
  }
}
