/// The defect of a part of a file that was left out or repaired, while the rest was read. Readers of single
/// records throw it.
public enum ImportDefect: String, Error, Hashable, CaseIterable {
  /// An element, resource or schema that the store has no type for.
  case unsupported

  /// A record of a type that is missing or unknown.
  case unknownType = "unknown_type"

  /// A date could not be read.
  case unreadableDate = "unreadable_date"

  /// A value could not be read.
  case unreadableValue = "unreadable_value"

  /// A text that is not a unit, or a unit that does not fit the type.
  case unreadableUnit = "unreadable_unit"

  /// Values that do not make a sample, such as an end before the start.
  case invalidSample = "invalid_sample"

  /// An impossible value, such as a heart rate of 0.
  case impossibleValue = "impossible_value"

  /// A value that hardly anybody's body has; its sample was kept.
  case unlikelyValue = "unlikely_value"

  /// A sample that lasts longer than one of its type can.
  case tooLong = "too_long"

  /// A sample that the store cannot hold beside its present content: a correlation of samples that
  /// are not its own, or a type that is kept as another kind or in another dimension.
  case refused

  /// A record with more entries, members or characters than are read.
  case tooLarge = "too_large"

  /// A number without a unit; the customary one of its type was taken.
  case assumedUnit = "assumed_unit"

  /// A number that is no value: the highest or lowest of several, or any statistic but their average.
  case statistic

  /// A part of a record that says more about it than is understood, so that it must not be used.
  case unknownModifier = "unknown_modifier"

  /// A record that says that one of before is wrong; that one was removed.
  case withdrawn

  /// A word of another language that is not understood; it was kept as it is.
  case unknownWord = "unknown_word"

  /// There was no value.
  case missingValue = "missing_value"

  /// There was no date.
  case missingDate = "missing_date"

  /// A sum, or a stage of sleep, of which only one moment is said.
  case missingEnd = "missing_end"

  /// A number in place of a word, whose meaning only its program knows.
  case unknownCode = "unknown_code"

  /// A line or entry that is not of the format.
  case malformed

  /// Beat times that cannot be read or are not in order; their sample was kept.
  case unreadableBeats = "unreadable_beats"

  /// A file that an element refers to and that is not beside it: a route or a clinical record.
  case missingFile = "missing_file"

  /// An event that is not within its workout, or cannot be read; the workout was kept.
  case droppedEvent = "dropped_event"

  /// Metadata that was left out, its sample kept.
  case droppedMetadata = "dropped_metadata"

  /// An invalid name of an attribute, such as one with a space; the attribute was left out.
  case malformedAttribute = "malformed_attribute"

  /// A control character in a text, which was removed.
  case controlCharacter = "control_character"

  /// An entity that is not XML's own; its name was kept as text.
  case unknownEntity = "unknown_entity"

  /// A record that is in the file more than once; one was kept.
  case duplicate

  /// The file ends before its end.
  case truncated

  /// Whether a sample was lost by it.
  public var losesSample: Bool {
    switch self {
    case .unreadableBeats, .droppedMetadata, .droppedEvent, .malformedAttribute, .controlCharacter,
      .unknownEntity, .duplicate, .truncated, .unlikelyValue, .assumedUnit, .unknownWord:
      false
    default: true
    }
  }
}
