/// An error about a folder of recordings, or a file in it, that cannot be used.
package struct RecordingFolderError: Error, Equatable, CustomStringConvertible {
  package let path: String

  /// What is wrong, as the rest of a sentence.
  package let reason: String

  package var description: String { "\(path): \(reason)" }
}
