import CommandEnvironment
import FileAccess
import Glibc
import HealthFormats
import Measurement

/// The recordings that the arguments of a batch name: files, folders, patterns, and folders of the
/// Brain Imaging Data Structure (BIDS).
struct BatchInputs {
  /// The folder that results go to, in which no input is looked for.
  let output: String

  /// Returns all recordings of the arguments, each once, sorted.
  func listing(of arguments: [String]) -> BatchListing {
    var listing = BatchListing()
    var seen: Set<String> = []
    var leftOut: [String] = []
    for argument in arguments.flatMap(expanded) {
      let starts = BIDSFolder.starts(below: argument)
      // Anything but a file is listed, and not opened: the tables report it, as with a manifest.
      let files = InputFolders.files(
        of: [argument], leavingOut: isLeftOut(argument),
        isSequence: { RecordingInput($0).isTimedSequence }, isSignal: ColorSignalReader.isHeading,
        leavesOut: { leftOut.append($0) }, takesDevice: { _ in true })
      for path in files {
        var recording = BatchRecording(name: path, path: path)
        guard seen.insert(recording.plainPath).inserted else { continue }
        let last = path.split(separator: "/").last.map(String.init) ?? path
        recording.participant = BIDSFile.entity("sub", in: last)
        recording.session = BIDSFile.entity("ses", in: last)
        recording.start = starts[path]
        listing.recordings.append(recording)
      }
    }
    if let first = leftOut.first {
      let count = leftOut.count == 1 ? "1 table is" : "\(leftOut.count) tables are"
      note(
        "\(count) left out, whose first line names no signal: \(first); give its own name to measure one"
      )
    }
    listing.sort()
    return listing
  }

  /// Returns a pattern that the shell has left, as in a job script.
  private func expanded(_ argument: String) -> [String] {
    guard argument.contains(where: { "*?[".contains($0) }), !FileIdentity.isNamed(argument) else {
      return [argument]
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard argument.withFileName({ glob($0, 0, nil, &found) }) == 0 else { return [argument] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { FileName.text(of: $0) }
    }
  }

  /// Returns whether a walk through a folder leaves a path out: the output, and derived files in a BIDS folder.
  private func isLeftOut(_ argument: String) -> (String) -> Bool {
    let own = FileIdentity(of: output)
    let isBIDS = FileIdentity.exists("\(argument)/\(BIDSFile.description)")
    return { folder in
      if let own, FileIdentity(of: folder) == own { return true }
      guard isBIDS else { return false }
      let last = folder.split(separator: "/").last
      return last == "derivatives" || last == "code"
    }
  }
}
