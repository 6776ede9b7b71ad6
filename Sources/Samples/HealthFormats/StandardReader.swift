import JSONCoding
public import SampleStore

/// The form in which a public standard writes samples in JSON.
protocol HealthStandard {
  /// Returns the values in one that make samples each; most are one themselves.
  static func parts(of value: JSONValue) -> [JSONValue]

  /// Returns the samples of a value. Throws `ImportDefect` if it makes none.
  /// - Parameter note: Takes the defect of a part of it.
  static func samples(
    of value: JSONValue, note: (ImportDefect, JSONValue) -> Void
  ) throws -> [Sample]

  /// Returns the type and the unit of a value as they are written, for messages.
  static func names(in value: JSONValue) -> (type: String?, unit: String?)

  /// Returns the names of the person that a value is about, the shortest first; empty if it names none.
  static func person(in value: JSONValue) -> [String]

  /// Returns the key of the observation that a value withdraws; `nil` for others.
  static func withdrawn(in value: JSONValue) -> String?
}

/// Reads the samples of a file in a standard: of one value, of many behind one another, or of an array. One is in memory
/// at a time.
public struct StandardReader: SampleInput {
  private let standard: any HealthStandard.Type
  private var stream: JSONStream

  /// Whose samples are wanted, by any of the names; `nil` for those of the first, who must be the only one.
  private var wanted: String?
  private let isChosen: Bool

  /// The last is read first.
  private var waiting: [JSONValue] = []
  private var made: [Sample] = []

  /// The items left out or repaired so far.
  public let log = ImportLog()

  init(_ source: any ByteSource, of standard: any HealthStandard.Type, person: String? = nil) {
    (stream, self.standard) = (JSONStream(source), standard)
    (wanted, isChosen) = (person, person != nil)
  }

  /// Bytes of the file read so far.
  public var bytesRead: Int { stream.bytesRead }

  /// The line on which the sample that was read last begins, counted from 1.
  public var line: Int { stream.line }

  /// Returns the next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while made.isEmpty {
      guard let value = try nextValue() else { return nil }
      let names = standard.person(in: value)
      if let wanted, !names.isEmpty, !names.contains(wanted) {
        guard isChosen else { throw FormatError.severalPeople([wanted, names[0]]) }
        continue
      }
      wanted = wanted ?? names.first
      do {
        made = try standard.samples(of: value, note: note).reversed()
      } catch let defect as ImportDefect {
        note(defect, value)
      }
    }
    return made.popLast()
  }

  private mutating func nextValue() throws -> JSONValue? {
    while waiting.isEmpty {
      guard let next = try stream.next() else { return nil }
      waiting = standard.parts(of: next).reversed()
    }
    return waiting.popLast()
  }

  private func note(_ defect: ImportDefect, _ value: JSONValue) {
    let (type, unit) = standard.names(in: value)
    let text = defect == .withdrawn ? standard.withdrawn(in: value) : nil
    log.note(
      defect, at: ImportLog.Place(line: line, type: type, unit: unit, text: text ?? value.text))
  }

  /// Reads all of a source to throw `FormatError` if it is about several people, whom it names.
  static func checkPeople(in source: any ByteSource, of standard: any HealthStandard.Type) throws {
    var reader = StandardReader(source, of: standard)
    var people: [String: String] = [:]
    do {
      while people.count < 10, let value = try reader.nextValue() {
        let names = standard.person(in: value)
        if let first = names.first { people[first] = names.dropFirst().joined(separator: ", ") }
      }
    } catch is FormatError {
      // The reader of the file says so.
    }
    guard people.count > 1 else { return }
    throw FormatError.severalPeople(
      people.map { $1.isEmpty ? $0 : "\($0) (\($1))" }.sorted())
  }
}

extension FormatError {
  /// The error of records of several people, with their names.
  static func severalPeople(_ names: [String]) -> FormatError {
    FormatError(
      .severalPeople,
      "its records are of several people: \(names.map { $0.prefix(80) }.joined(separator: "; "))")
  }
}
