import CivilTime
public import FoundationEssentials

/// The time at which a recording began, and the origin of that time.
public struct RecordingStart: Sendable, Equatable, Codable {
  /// An origin of a start, the most reliable first.
  public enum Source: String, Sendable, Codable, CaseIterable {
    /// A person or a table said it.
    case given

    /// The clock of this machine, while it was recorded.
    case clock

    /// The file's own creation time.
    case container

    /// A date in the file's name.
    case name

    /// A guess: the time at which the file was last changed, less its length.
    case modified

    /// A guess: the time at which it was read, less its length. A pipe has no other.
    case read

    /// Whether it says when the bytes arrived here, not when the recording was made.
    public var isGuess: Bool { self == .modified || self == .read }

    /// The source in a few words, behind a date.
    package var phrase: String {
      switch self {
      case .given: "as given"
      case .clock: "by this machine's clock"
      case .container: "as the file says"
      case .name: "from the file's name"
      case .modified: "a guess from when the file was last changed"
      case .read: "a guess from when it was read"
      }
    }

    /// A warning that a start is a guess; `nil` for one that is not.
    package var warning: String? {
      isGuess ? "it does not say when it was recorded: its start is \(phrase)" : nil
    }
  }

  /// When its first frame was taken.
  public var date: Date

  /// The origin of the date.
  public var source: Source

  /// Makes a start.
  public init(_ date: Date, _ source: Source) {
    self.date = date
    self.source = source
  }
}

extension RecordingInput {
  /// Returns when a recording of a length began: the given start, else the file's, else the date in
  /// its name, else its end less its length.
  func start(given: Date?, container: Date?, duration: Double) -> RecordingStart {
    if let given { return RecordingStart(given, .given) }
    let named = dateInName
    if let container {
      let isEnd = named.map { container.isEnd(of: duration, from: $0) } ?? false
      return RecordingStart(isEnd ? container.addingTimeInterval(-duration) : container, .container)
    }
    if let named { return RecordingStart(named, .name) }
    return RecordingStart(
      end.addingTimeInterval(-duration), modificationTime == nil ? .read : .modified)
  }

  /// When the recording ended, according to the file system.
  var end: Date { modificationTime.map(Date.init(timeIntervalSince1970:)) ?? Date() }

  /// The date and time in the file's name, unless they are still to come.
  private var dateInName: Date? {
    guard !isStandardInput, let zone = try? ZoneRules.local.get(),
      let date = TimeText.date(inName: fileName, in: zone), date.timeIntervalSinceNow < 86_400
    else { return nil }
    return date
  }
}

extension Date {
  /// Returns whether it is the end of a recording of some seconds, if the date in the file's name
  /// is its beginning, by whatever zone's clock. Android's writer notes when it completes a file
  /// (`MPEG4Writer::writeMvhdBox`), and its camera names the file when it begins.
  fileprivate func isEnd(of duration: Double, from name: Date) -> Bool {
    let quarter = 900.0
    func isNear(_ date: Date) -> Bool {
      abs(date.timeIntervalSince(name).remainder(dividingBy: quarter)) <= 3
        && abs(date.timeIntervalSince(name)) < 26 * 3600
    }
    return !isNear(self) && isNear(addingTimeInterval(-duration))
  }
}
