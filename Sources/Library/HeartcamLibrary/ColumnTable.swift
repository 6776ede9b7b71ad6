import FileAccess
import FoundationEssentials
import Glibc
import JSONCoding
import Measurement
import Photoplethysmography

/// Columns of one length, as a caller reads them.
final class ColumnTable {
  /// The content of a column.
  enum Content {
    /// Numbers, NaN for a missing one.
    case numbers(UnsafeMutableBufferPointer<Double>)

    /// Dates, in seconds since 1970.
    case dates(UnsafeMutableBufferPointer<Double>)

    /// Texts, `nil` for a missing one.
    case texts([UnsafeMutablePointer<CChar>?])
  }

  /// A column with its name and unit, as C reads texts.
  struct Column {
    let name: UnsafeMutablePointer<CChar>?
    let unit: UnsafeMutablePointer<CChar>?
    let content: Content
  }

  let rowCount: Int
  private(set) var columns: [Column] = []

  init(rowCount: Int) { self.rowCount = rowCount }

  deinit {
    for column in columns {
      free(column.name)
      free(column.unit)
      switch column.content {
      case .numbers(let numbers), .dates(let numbers): numbers.deallocate()
      case .texts(let texts): texts.forEach { free($0) }
      }
    }
  }

  /// Adds a column of numbers.
  func add(_ name: String, unit: String? = nil, numbers: [Double?]) {
    add(name, unit, .numbers(Self.copy(numbers)))
  }

  /// Adds a column of dates.
  func add(_ name: String, dates: [Date?]) {
    add(name, nil, .dates(Self.copy(dates.map { $0?.timeIntervalSince1970 })))
  }

  /// Adds a column of texts.
  func add(_ name: String, texts: [String?]) {
    add(name, nil, .texts(texts.map { $0.flatMap { strdup($0) } }))
  }

  /// Adds a column of names of files, whose bytes need not be UTF-8.
  func add(_ name: String, fileNames: [String]) {
    add(name, nil, .texts(fileNames.map { $0.withFileName { strdup($0) } }))
  }

  /// Adds a column for each field of the rows' subjects.
  func add<Subject>(_ fields: [ResultField<Subject>], of subjects: [Subject]) {
    for field in fields {
      let values = subjects.map(field.value)
      switch field.kind {
      case .number, .count:
        add(field.column, unit: field.unit, numbers: values.map(\.tableNumber))
      case .time:
        add(field.column, dates: values.map { if case .time(let date) = $0 { date } else { nil } })
      case .text, .texts:
        add(field.column, texts: values.map { $0.cell.isEmpty ? nil : $0.cell })
      }
    }
  }

  private func add(_ name: String, _ unit: String?, _ content: Content) {
    columns.append(Column(name: strdup(name), unit: unit.flatMap { strdup($0) }, content: content))
  }

  private static func copy(_ numbers: [Double?]) -> UnsafeMutableBufferPointer<Double> {
    let copy = UnsafeMutableBufferPointer<Double>.allocate(capacity: max(1, numbers.count))
    for (index, number) in numbers.enumerated() { copy[index] = number ?? .nan }
    return copy
  }
}

extension ResultValue {
  /// A number as every form writes it.
  fileprivate var tableNumber: Double? {
    switch self {
    case .number(let number?, let places) where number.isFinite: number.rounded(toPlaces: places)
    case .exact(let number): number
    case .count(let count): count.map(Double.init)
    default: nil
    }
  }
}

extension ColumnTable {
  /// Creates the readings of a recording, whose first frame was taken at a time and a date.
  convenience init(
    readings: [PlacedReading], start: Date?, startSource: String?
  ) {
    self.init(rowCount: readings.count)
    func date(_ time: (PlacedReading) -> Double) -> [Date?] {
      readings.map { reading in start.map { $0 + (time(reading) - reading.origin) } }
    }
    add("start", dates: date(\.reading.start))
    add("end", dates: date(\.reading.end))
    add("start_source", texts: readings.map { _ in startSource })
    add(PlacedReading.fields, of: readings)
  }

  /// Creates the accepted beats of a recording.
  convenience init(beatsOf result: RecordingResult) {
    let beats = result.readings.flatMap(\.beats).map { PlacedBeat($0, from: result.firstTime) }
    self.init(rowCount: beats.count)
    add(PlacedBeat.fields, of: beats)
  }

  /// Creates the pulse wave of a recording.
  convenience init(pulseOf result: RecordingResult) {
    let points = result.pulseWave.points.map { PlacedPulsePoint($0, from: result.firstTime) }
    self.init(rowCount: points.count)
    add(PlacedPulsePoint.fields, of: points)
  }

  /// Creates a recording as a whole.
  convenience init(summaryOf result: RecordingResult) {
    self.init(rowCount: 1)
    add([RecordingInput.field], of: [result.input])
    add(RecordingResult.fields, of: [result])
  }
}
