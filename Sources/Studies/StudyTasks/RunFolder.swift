import CivilTime
import FileAccess
public import FoundationEssentials
import Glibc
import SampleStore

/// The folder of one run: its task, its result and its recorders' files.
///
/// Only one program at a time has a run's folder open; it is locked until this is deallocated.
/// Folders have mode 0700, files 0600.
public final class RunFolder {
  /// The folder's path.
  public let path: String

  /// The task as text, from which a killed run is resumed; `nil` if the folder holds none.
  public let task: String?

  /// Whether it held a result when it was opened. One that was killed before its first step has none.
  public let hasResult: Bool

  private let lock: Int32

  private enum Name {
    static let task = "task.json"
    static let result = "result.json"
    static let lock = "run.lock"
  }

  /// Makes the folder of a new run, and the folders above it that are missing.
  /// - Parameters:
  ///   - task: The task as text; `nil` for one that is no data.
  public init(in parent: String, identifier: String, task: String?, date: Date, runID: UUID)
    throws(StudyError)
  {
    let name = identifier.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
      .prefix(60)
    path = "\(parent)/\(String(name))-\(CivilMoment(date).digits)-\(runID.shortText)"
    self.task = task
    hasResult = false
    try Self.make(parent)
    try Self.make(path)
    lock = try Self.lock(path)
    if let task { try Self.write(task, to: "\(path)/\(Name.task)") }
  }

  /// Uses a folder that an app names for recorders' files alone; it is made if it is missing, and no
  /// result is written.
  public init(using path: String) throws(StudyError) {
    self.path = path
    task = nil
    hasResult = false
    try Self.make(path)
    lock = -1
  }

  /// Opens the folder of an earlier run, to resume it or to close it.
  public init(opening path: String) throws(StudyError) {
    hasResult = FileIdentity.exists("\(path)/\(Name.result)")
    guard hasResult || FileIdentity.exists("\(path)/\(Name.task)") else {
      throw StudyError("open", path, "it is no folder of a run; it holds no \(Name.result)")
    }
    self.path = path
    lock = try Self.lock(path)
    task = try? Self.text(of: "\(path)/\(Name.task)")
  }

  deinit { if lock >= 0 { close(lock) } }

  /// Returns whether a folder is a run's, also of one that was ended before it had a result.
  public static func isRun(_ path: String) -> Bool {
    [Name.task, Name.result].contains { FileIdentity.exists("\(path)/\($0)") }
  }

  /// Returns the result as it was last written.
  public static func result(in path: String) throws(StudyError) -> TaskResult {
    let file = "\(path)/\(Name.result)"
    if !FileIdentity.exists(file), FileIdentity.exists("\(path)/\(Name.task)") {
      throw StudyError("read", file, "the run was ended before its first step, and can be resumed")
    }
    let text = try text(of: file)
    guard let result = TaskResult(text: text) else {
      throw StudyError("read", file, "it is no result of a run, or of a newer version")
    }
    return result
  }

  /// Replaces the result as a whole, on the disk.
  public func write(_ result: TaskResult) throws(StudyError) {
    // An app's own folder has no lock and gets no result.
    guard lock >= 0 else { return }
    try Self.write(result.text, to: "\(path)/\(Name.result)")
  }

  /// Makes a folder within this one, unless it is there.
  func make(_ folder: String) throws(StudyError) { try Self.make("\(path)/\(folder)") }

  /// Returns the files that a run's recorder has written into its folder so far.
  ///
  /// A name that leads out of the run, as only another hand can have written it, has none.
  static func recordings(in folder: String, of run: String) -> [String] {
    names(in: folder, of: run, ending: ".json").map { "\(folder)/\($0)" }
  }

  /// Removes the files that a killed run began in the folders of its last step and did not complete.
  func removeUnfinished(of open: TaskResult.OpenStep) {
    for recorder in open.recorders {
      for name in Self.names(in: recorder.folder, of: path, ending: ".part") {
        unlink("\(path)/\(recorder.folder)/\(name)")
      }
    }
  }

  private static func names(in folder: String, of run: String, ending: String) -> [String] {
    guard !folder.contains("/"), problem(ofPath: folder, in: run) == nil else { return [] }
    return FileName.names(inFolder: "\(run)/\(folder)").filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Returns why a path that a result names is not followed: it leads out of the run's folder, or
  /// may; `nil` if it stays within.
  static func problem(ofPath inner: String, in folder: String) -> String? {
    let parts = inner.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      return "its path leads out of the run's folder"
    }
    var place = folder
    for part in parts {
      place += "/\(part)"
      var status = stat()
      guard place.withFileName({ lstat($0, &status) }) == 0 else {
        return String(cString: strerror(errno))
      }
      if status.st_mode & S_IFMT == S_IFLNK {
        return place == "\(folder)/\(inner)" ? "it is a link" : "\(place) is a link"
      }
    }
    return nil
  }

  // MARK: -

  /// Returns the text of a file; throws if it cannot be read or is no UTF-8.
  public static func text(of path: String) throws(StudyError) -> String {
    guard !FileIdentity.isSpecial(path) else { throw StudyError("read", path, "it is no file") }
    do throws(FileError) {
      return String(decoding: try OpenFile.bytes(of: path, limit: 64 << 20), as: UTF8.self)
    } catch {
      throw StudyError("read", path, "\(error)")
    }
  }

  private static func write(_ text: String, to path: String) throws(StudyError) {
    do throws(FileError) {
      let replacement = try FileReplacement(of: path)
      try replacement.withDescriptor { descriptor throws(FileError) in try descriptor.write(text) }
      try replacement.commit()
    } catch {
      throw StudyError("write", path, "\(error)")
    }
  }

  /// Makes a folder of mode 0700 and those above it.
  private static func make(_ path: String) throws(StudyError) {
    if mkdir(path, 0o700) == 0 {
      // The mask of the process may have taken more away.
      chmod(path, 0o700)
      return
    }
    let code = errno
    var status = stat()
    if code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    let parent = OpenFile.folder(of: path)
    guard code == ENOENT, parent != path, !parent.isEmpty else {
      throw StudyError("make", path, String(cString: strerror(code == EEXIST ? ENOTDIR : code)))
    }
    try make(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw StudyError("make", path, String(cString: strerror(errno)))
    }
    chmod(path, 0o700)
  }

  private static func lock(_ path: String) throws(StudyError) -> Int32 {
    let file = "\(path)/\(Name.lock)"
    let number = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw StudyError("open", file, String(cString: strerror(errno))) }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      close(number)
      throw StudyError("open", path, "another program runs this study; wait until it has ended")
    }
    return number
  }
}
