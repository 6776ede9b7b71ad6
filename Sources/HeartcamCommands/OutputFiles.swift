import CommandLineParsing
import Glibc
import SampleStore

/// Guards what is there already from `--beats` and `--signal`.
enum OutputFiles {
  /// What is wrong with the files that the arguments name, in a sentence; `nil` where nothing is.
  static func problem(_ arguments: Arguments, _ context: CommandContext) -> String? {
    let inputs =
      arguments.all(MeasureOptions.inputs) + [arguments[LiveOptions.replay]].compactMap(\.self)
    var taken = inputs.map { ($0, "the input") }
    if arguments[MeasureOptions.store] != "none",
      let store = try? StoreOptions.location(arguments[MeasureOptions.store], context)
    {
      taken.append((store.path, "the store"))
    }
    for (name, path) in [
      ("beats", arguments[MeasureOptions.beats]), ("signal", arguments[MeasureOptions.signal]),
    ] {
      guard let path else { continue }
      if path.isEmpty || path == "-" { return "--\(name) needs the name of a file" }
      for (other, role) in taken where PrivateFile.isSame(path, other) {
        return "--\(name) would overwrite \(role) \(other)"
      }
      if isForeign(path) {
        return "--\(name) would overwrite \(path), which is no such file; name another or remove it"
      }
      taken.append((path, "the output"))
    }
    return nil
  }

  /// Whether there is a file with something in it that no earlier run has written.
  private static func isForeign(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return false
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    let heading = Array("time_s,".utf8)
    var bytes = [UInt8](repeating: 0, count: heading.count)
    return read(descriptor, &bytes, bytes.count) != bytes.count || bytes != heading
  }
}
