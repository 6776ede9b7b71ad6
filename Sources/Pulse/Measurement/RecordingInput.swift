import CLinux
import FileAccess
import Glibc

/// The input of a measurement: a file by its path, or standard input.
public struct RecordingInput: Sendable, Equatable, Codable {
  /// The name as given: a path, or `-` for standard input.
  public let name: String

  /// Makes an input of a path, or of `-`.
  public init(_ name: String) { self.name = name }

  /// Whether it is standard input.
  public var isStandardInput: Bool { name == "-" }

  /// The last part of the path.
  public var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Opens the recording, which is no folder of pictures. Standard input is opened once more.
  /// - Parameter isInterrupted: Asked when a signal interrupts waiting for the writer of a named pipe.
  func opened(_ isInterrupted: () -> Bool) throws(MeasurementError) -> OpenFile {
    var status = stat()
    guard (isStandardInput ? fstat(STDIN_FILENO, &status) : look(&status)) == 0 else {
      throw failure
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard name.withFileName({ access($0, X_OK) }) == 0,
        FileName.readableNames(inFolder: name) != nil
      else { throw failure }
      throw MeasurementError(
        "measure", name,
        "it is a folder without recordings; name a video, a color signal, or a folder of pictures with their rate"
      )
    case S_IFREG:
      if status.st_size == 0 { throw MeasurementError("measure", name, "the file is empty") }
      let file = try openFile(isInterrupted)
      if PictureSequence.isPicture(String(name[(name.lastIndex(of: "/") ?? name.startIndex)...])) {
        let head = String(decoding: try beginning(of: file), as: UTF8.self)
        // Only an animated PNG is a video.
        if !head.contains("acTL") {
          let reason =
            head.contains("ANIM")
            ? "animated WebP cannot be read; convert it to a video"
            : "it is a picture, not a video; name a folder of pictures"
          throw MeasurementError("measure", name, reason)
        }
      }
      return file
    default:
      return try openFile(isInterrupted)
    }
  }

  /// Whether it is a file that is read as a color signal or not at all.
  var isSignalByName: Bool { hasSignalName && size != nil }

  private var hasSignalName: Bool {
    [".csv", ".tsv", ".txt", ".dat"].contains(where: name.lowercased().hasSuffix)
  }

  /// Returns whether the content begins like a color signal. Nothing is consumed, not even from a pipe.
  func isColorSignal(_ file: borrowing OpenFile) throws(MeasurementError) -> Bool {
    var status = stat()
    guard file.withDescriptor({ heartcam_fstat($0.number, &status) }) == 0 else { throw failure }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      return hasSignalName ? true : ColorSignalReader.isHeader(try beginning(of: file))
    case S_IFIFO where isStandardInput:
      let head = file.withDescriptor { beginningOfPipe($0.number) }
      return ColorSignalReader.isHeader(head)
    default:
      return false
    }
  }

  /// The error of the system call that has just failed.
  private var failure: MeasurementError {
    MeasurementError("open", name, "\(FileError(.open, path: name, code: errno))")
  }

  /// Seconds since 1970 at which the file was last changed; `nil` for standard input.
  var modificationTime: Double? {
    var status = stat()
    guard !isStandardInput, look(&status) == 0 else { return nil }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9
  }

  /// The size in bytes; `nil` if it is not a plain file.
  var size: Int? {
    var status = stat()
    let result = isStandardInput ? fstat(STDIN_FILENO, &status) : look(&status)
    return result == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  private func look(_ status: inout stat) -> Int32 { name.withFileName { stat($0, &status) } }

  private static let beginningCount = 512

  /// Opens the file, or standard input once more.
  func openFile(_ isInterrupted: () -> Bool = { false }) throws(MeasurementError) -> OpenFile {
    do throws(FileError) {
      return isStandardInput
        ? try OpenFile(duplicating: .standardInput)
        : try OpenFile(name, for: .reading, isCancelled: isInterrupted)
    } catch {
      throw MeasurementError("open", name, "\(error)")
    }
  }

  private func beginning(of file: borrowing OpenFile) throws(MeasurementError) -> [UInt8] {
    do throws(FileError) {
      return try file.withDescriptor { descriptor throws(FileError) in
        try descriptor.bytes(at: 0, count: Self.beginningCount)
      }
    } catch {
      throw MeasurementError("read", name, "\(error)")
    }
  }

  /// Copies the first bytes of a pipe and leaves them in it, by `tee(2)`; waits until there are
  /// any.
  private func beginningOfPipe(_ descriptor: Int32) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return [] }
    defer { for end in ends { close(end) } }
    let copied = heartcam_tee(descriptor, ends[1], Self.beginningCount)
    guard copied > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: copied)
    let count = read(ends[0], &bytes, copied)
    return Array(bytes.prefix(max(count, 0)))
  }
}
