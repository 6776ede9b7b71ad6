import CivilTime
import FileAccess
import FoundationEssentials
import JSONCoding
import SampleStore

/// Writes the data of one recorder of a step, from its start to its stop.
///
/// A failure never ends a task: missing data are a failure in the result.
final class StepRecorder {
  let settings: RecorderSettings
  let folder: String

  private let root: RunFolder
  private let start: Date
  private let earliest: Date
  private let identifier: String
  private var file: RecordingFile?
  private var files: [RecordedFile] = []
  private var lostCount = 0
  private var failure: String?

  /// - Parameters:
  ///   - start: When its step's recording began.
  ///   - earliest: Samples that start before are left out.
  init(_ settings: RecorderSettings, in root: RunFolder, start: Date, earliest: Date) {
    self.settings = settings
    self.root = root
    folder = "recorder-\(UUID.random().uuidString)"
    self.start = start
    self.earliest = earliest
    identifier = UUID.random().uuidString.map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// The items that have been written.
  var count: Int { files.reduce(0) { $0 + ($1.count ?? 0) } + (file?.count ?? 0) }

  /// Writes an observation if it is of the recorder's kind; returns whether it did.
  func take(_ observation: Observation) -> Bool {
    guard let item = item(observation) else { return false }
    do {
      if let file, !file.isFull {
        try file.append(item)
      } else {
        if file != nil { close(at: start) }
        try root.make(folder)
        file = try RecordingFile("\(root.path)/\(openPath)", first: item)
      }
      return true
    } catch {
      lostCount += 1
      failure = failure ?? "\(error)"
      return false
    }
  }

  /// A sentence about data that could not be written so far; `nil` if all were.
  var problem: String? {
    failure.map {
      "\(lostCount) item\(lostCount == 1 ? "" : "s") could not be written: \($0)"
    }
  }

  /// Makes everything durable and returns the recordings.
  func stop(at end: Date) -> [ItemResult] {
    close(at: end)
    var items = files.map { ItemResult.file($0) }
    if let problem {
      items.append(.failure(settings.identifier, problem))
    } else if case .unsupported(let name) = settings.kind {
      items.append(.failure(settings.identifier, "\(name) cannot be recorded on this machine"))
    } else if files.isEmpty {
      items.append(.failure(settings.identifier, "no data came while it was recording"))
    }
    return items
  }

  // MARK: -

  private var openPath: String {
    "\(folder)/\(typeName)_\(identifier)\(files.isEmpty ? "" : "-part\(files.count + 1)").json"
  }

  private var typeName: String {
    switch settings.kind {
    case .quantity(let type, _):
      String(
        type.identifier.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
    case .colorSignal: "colorSignal"
    case .beats: "beats"
    case .unsupported: "unsupported"
    }
  }

  /// Ends the present file: durable, and named by when it began.
  private func close(at end: Date) {
    guard let file else { return }
    self.file = nil
    do throws(FileError) { try file.synchronize() } catch { failure = failure ?? "\(error)" }
    var path = openPath
    let stem = "\(folder)/\(typeName)_\(identifier)-\(CivilMoment(start).digits)"
    let number = files.count
    let name = stem + (number == 0 ? "" : "-\(number < 10 ? "0" : "")\(number)") + ".json"
    do throws(FileError) {
      try FileReplacement.move("\(root.path)/\(path)", onto: "\(root.path)/\(name)")
      path = name
      try FileReplacement.synchronizeFolder(of: "\(root.path)/\(name)")
    } catch { failure = failure ?? "\(error)" }
    files.append(
      RecordedFile(
        identifier: settings.identifier, path: path, start: start, end: end, count: file.count))
  }

  /// Returns the item of an observation as text; `nil` if it is not recorded.
  private func item(_ observation: Observation) -> String? {
    switch (settings.kind, observation) {
    case (.quantity(let type, let unit), .sample(let sample)):
      guard sample.type == type, sample.start >= earliest,
        let value = try? sample.quantity.value(in: unit)
      else { return nil }
      let metadata = sample.metadata.sorted { $0.key < $1.key }.compactMap { key, value in
        value.json.map { (key, $0) }
      }
      return JSONValue.object(
        present: [("type", .string(type.identifier))]
          + ResultDates.members(sample.start, sample.end) + [
            ("unit", .string(unit.description)),
            ("value", .number((value * 1e9).rounded() / 1e9)),
            ("source", .string(sample.source.name)),
            ("metadata", metadata.isEmpty ? nil : .object(metadata)),
          ]
      ).text
    case (.colorSignal, .color(let date, let red, let green, let blue)):
      guard date >= earliest else { return nil }
      return JSONValue.object([
        ("timestamp", .rounded(date.timeIntervalSince1970, 6)), ("red", .rounded(red, 6)),
        ("green", .rounded(green, 6)), ("blue", .rounded(blue, 6)),
      ]).text
    case (.beats, .beat(let beat)):
      return beat.date < earliest ? nil : beat.json.text
    default: return nil
    }
  }
}

extension MetadataValue {
  /// A text, a number or a truth as itself; a date as seconds since 1970; a quantity with its unit.
  fileprivate var json: JSONValue? {
    switch self {
    case .string(let text): .string(text)
    case .number(let number): .number(number)
    case .bool(let value): .bool(value)
    case .date(let date): .rounded(date.timeIntervalSince1970, 3)
    case .quantity(let quantity): .string("\(quantity.value) \(quantity.unit)")
    }
  }
}
