import HealthFormats
import Sandbox
import SampleStore

/// The agreement of the two sides: the kinds of messages, and the maximum of everything.
enum ImportMessage: UInt8 {
  /// The file is open: the number of its format follows, and how it is read, if it does not say so itself.
  case opened = 16

  /// A part of the items, continued in the next message: how many bytes of the file were read, then the items.
  case part

  /// The last part of some whole items.
  case items

  /// All has been read, or all up to where the outer side asked to stop.
  case finished

  /// It cannot be read, or no further: the number of the kind of failure follows, and the reason.
  case failed

  /// The file beside the export to which an element refers is wanted; the reference follows.
  case companion

  /// The next file beside the export that no element has referred to is wanted.
  case rest

  /// Bytes before the items in a message.
  static let headSize = 9

  /// Bytes of items in one message.
  static let mostBytes = SandboxProcess.greatestPacket - headSize

  /// Bytes after which items are sent.
  static let usualBytes = 1 << 15

  /// Bytes of items that belong together: a record of the largest companion, or of the longest line.
  static let mostItems = 1 << 27

  /// The maximum number of values in a table; then it starts over.
  static let mostKept = 1000

  /// Bytes of a value that a table keeps.
  static let longestKept = 1024

  /// Values in a record's content, or in the parts of a workout.
  static let mostValues = 2_000_000

  /// Members of a correlation.
  static let mostMembers = 10_000

  /// Entries of metadata, events or totals of one sample: each takes a few bytes here and a hundred in memory.
  static let mostEntries = 500_000

  static let longestReason = 2000
  static let longestReference = 1 << 15

  static let formats = HealthFormat.allCases
  static let failures = FormatError.Reason.allCases
  static let defects = ImportDefect.allCases
  static let profileKeys = PersonProfile.Key.allCases
}

/// The kinds of items. A sample's type shows the kind of sample.
enum ItemKind: UInt8 {
  case sample = 1
  case note, profile
}

/// The parts of a sample's item that not every one has.
struct ItemParts: OptionSet {
  let rawValue: UInt8

  static let end = ItemParts(rawValue: 1)
  static let created = ItemParts(rawValue: 2)
  static let device = ItemParts(rawValue: 4)
  static let metadata = ItemParts(rawValue: 8)
  static let series = ItemParts(rawValue: 16)
}

/// The encoding of a value that may come again.
enum KeptValue {
  /// Its place in the table, from 0, or the next one, and then the value.
  static let greatestPlace = UInt16(ImportMessage.mostKept)

  /// It is too long to keep: the value follows.
  static let unkept: UInt16 = 0xFFFF

  /// The table starts over with the value that follows.
  static let anew: UInt16 = 0xFFFE
}
