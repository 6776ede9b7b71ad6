public import Foundation

/// The pictures that a test compares with: files in `Pictures` beside the test.
///
/// `HEARTCAM_RECORD_PICTURES=1` draws them anew, to be looked at.
public struct KnownPictures: Sendable {
  private let folder: URL
  private let isRecording: Bool

  public init(besides test: String) {
    folder = URL(filePath: test).deletingLastPathComponent().appending(path: "Pictures")
    isRecording = ProcessInfo.processInfo.environment["HEARTCAM_RECORD_PICTURES"] != nil
  }

  /// Returns the bytes of a known picture.
  public func known(_ file: String, _ drawn: Data) throws -> Data {
    let url = folder.appending(path: file)
    if isRecording { try drawn.write(to: url) }
    return try Data(contentsOf: url)
  }
}
