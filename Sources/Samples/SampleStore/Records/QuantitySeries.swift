public import FoundationEssentials

/// The single quantities that a quantity sample sums up or averages, in the order of time.
///
/// It is a reference, so that a sample without one carries a word only. It never changes.
public final class QuantitySeries: Hashable, Sendable {
  /// One quantity, in the unit of its sample.
  public struct Entry: Hashable, Sendable {
    /// When its interval begins.
    public let start: Date

    /// When its interval ends; equal to `start` for an instant.
    public let end: Date

    /// The number, in the unit of the sample.
    public let value: Double

    /// Makes an entry.
    public init(start: Date, end: Date, value: Double) {
      (self.start, self.end, self.value) = (start, end, value)
    }
  }

  /// In the order of time.
  public let entries: [Entry]

  /// Makes a series.
  public init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.start < $1.start }
  }

  /// Returns whether the entries of both are equal.
  public static func == (a: QuantitySeries, b: QuantitySeries) -> Bool { a.entries == b.entries }

  /// Hashes the entries.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }

  var isFinite: Bool { numbers.isFinite }

  /// The numbers as the table `quantity_series` has them: three doubles per entry, start, end and value.
  package var numbers: RecordSeries {
    .doubles(
      entries.flatMap {
        [
          $0.start.timeIntervalSinceReferenceDate, $0.end.timeIntervalSinceReferenceDate, $0.value,
        ]
      })
  }

  /// `nil` if the bytes do not make a series.
  convenience init?(bytes: [UInt8]) {
    guard let numbers = RecordSeries(bytes: bytes) else { return nil }
    self.init(numbers)
  }

  /// `nil` if the numbers are not three an entry.
  package convenience init?(_ numbers: RecordSeries) {
    guard let rows = numbers.rows(of: 3) else { return nil }
    self.init(
      rows.map {
        let row = Array($0)
        return Entry(
          start: Date(timeIntervalSinceReferenceDate: row[0]),
          end: Date(timeIntervalSinceReferenceDate: row[1]), value: row[2])
      })
  }
}
