/// The items that a file's reader had to leave out or repair, by defect, type and unit, with the
/// first example of each.
///
/// A reader and the importer of its samples write into one log; one thread uses it.
public final class ImportLog {
  /// The position of a record in its file, and what it claims to be.
  public struct Place: Sendable, Equatable {
    /// The line, counted from 1; 0 if it is not known.
    public let line: Int

    /// The type's identifier as it is written.
    public let type: String?

    /// The unit as it is written.
    public let unit: String?

    /// The record as it is written, at most `longestText` characters of it.
    public let text: String

    /// The most characters of a record that are kept.
    public static let longestText = 2000

    package init(line: Int, type: String? = nil, unit: String? = nil, text: String = "") {
      self.line = line
      self.type = type.map { String($0.prefix(200)) }
      self.unit = unit.map { String($0.prefix(200)) }
      self.text = String(text.prefix(Self.longestText))
    }
  }

  /// Defects that are alike.
  public struct Group: Hashable, Sendable {
    /// The kind of defect.
    public let defect: ImportDefect

    /// The type's identifier as it is written; `nil` if the record has no type.
    public let type: String?

    /// The unit as it is written; `nil` if the record has no unit.
    public let unit: String?
  }

  /// The number of occurrences of a group, and the position of the first.
  public struct Entry: Sendable, Equatable {
    /// The number of records.
    public internal(set) var count: Int

    /// The first of them.
    public let first: Place
  }

  /// Makes an empty log.
  public init() {}

  /// The number of occurrences of each defect so far.
  public private(set) var counts: [ImportDefect: Int] = [:]

  /// The same by type and unit.
  public private(set) var groups: [Group: Entry] = [:]

  /// Takes each record that was left out.
  public var onReject: ((ImportDefect, Place) -> Void)?

  /// Takes each defect, and its place if it has one.
  package var onNote: ((ImportDefect, Place?) -> Void)?

  /// Takes the key of each record that was withdrawn.
  package var onWithdraw: ((String) -> Void)?

  /// A file in which all types differ must not fill the memory; the rest is counted without type.
  private static let mostGroups = 1000

  /// Notes a defect of a record, or of the file if the place is `nil`.
  package func note(_ defect: ImportDefect, at place: Place? = nil) {
    onNote?(defect, place)
    counts[defect, default: 0] += 1
    let place = place ?? Place(line: 0)
    var group = Group(defect: defect, type: place.type, unit: place.unit)
    if groups[group] == nil, groups.count >= Self.mostGroups {
      group = Group(defect: defect, type: nil, unit: nil)
    }
    groups[group, default: Entry(count: 0, first: place)].count += 1
    if defect == .withdrawn { onWithdraw?(place.text) }
    if defect.losesSample { onReject?(defect, place) }
  }
}
