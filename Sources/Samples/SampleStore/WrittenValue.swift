/// A value of a type as people write it: the one grammar of typed values and of other programs' tables.
package enum WrittenValue {
  case quantity(Quantity)
  case category(Int)
  case pressures(systolic: Quantity, diastolic: Quantity)

  /// Why a text is no value of a type.
  package enum Failure: Error {
    case notANumber
    case unreadableUnit(UnitError)

    /// The text names one unit, and something beside it another.
    case otherUnit
    case notAPair
    case notACase

    /// Samples of the type have no value that can be written.
    case noValue
  }

  /// Reads a number with its unit after it if there is one (`70 kg`, `36,6 °C`, `97`), a label or a code of a
  /// category, or two pressures (`120/80 mmHg`).
  /// - Parameters:
  ///   - unit: The unit that the text has, if it names one.
  ///   - usual: The unit of a number that is written without one; `nil` for the type's customary one.
  ///   - comma: What a comma in numbers stands for.
  package init(
    _ text: String, of type: SampleType, in unit: QuantityUnit? = nil,
    otherwise usual: QuantityUnit? = nil, comma: WrittenNumber.Comma = .unknown
  ) throws(Failure) {
    switch type {
    case .quantity(let type):
      let (number, unit) = try Self.number(text, unit, comma)
      self = .quantity(type.quantity(asWritten: number, in: unit ?? usual))
    case .category(let type):
      guard let value = Int(text) ?? type.values?.value(written: text) else { throw .notACase }
      self = .category(value)
    case .correlation(.bloodPressure):
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .notAPair }
      // Only the second has a unit: 120/80 mmHg.
      let lower = try Self.number(String(parts[1]), unit, comma)
      let upper = try Self.number(String(parts[0]), lower.unit, comma)
      self = .pressures(
        systolic: QuantityType.bloodPressureSystolic.quantity(
          asWritten: upper.number, in: upper.unit ?? usual),
        diastolic: QuantityType.bloodPressureDiastolic.quantity(
          asWritten: lower.number, in: lower.unit ?? usual))
    default: throw .noValue
    }
  }

  /// Returns the numbers that distinguish a value of a type from others: a quantity's is in the canonical unit.
  package func numbers(of type: SampleType) -> [Double] {
    switch self {
    case .quantity(let quantity):
      [type.quantityType.flatMap { try? quantity.value(in: $0.canonicalUnit) } ?? quantity.value]
    case .category(let value): [Double(value)]
    case .pressures(let systolic, let diastolic): [systolic.value, diastolic.value]
    }
  }

  /// Returns the sample of a type that has the value; `nil` if samples of the type have no such value.
  /// - Parameter head: The head of the sample, and of each member of a correlation.
  package func sample(
    of type: SampleType, _ head: (_ part: SampleType) throws -> SampleHead
  ) throws -> Sample? {
    switch (self, type) {
    case (.quantity(let quantity), .quantity(let own)):
      return .quantity(try QuantitySample(head(type), type: own, quantity: quantity))
    case (.category(let value), .category(let own)):
      return .category(try CategorySample(head(type), type: own, value: value))
    case (.pressures(let systolic, let diastolic), .correlation(let own)):
      let parts = [
        (QuantityType.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, diastolic),
      ]
      let members = try parts.map { part, quantity in
        Sample.quantity(try QuantitySample(head(.quantity(part)), type: part, quantity: quantity))
      }
      return .correlation(try Correlation(head(type), type: own, members: members))
    default: return nil
    }
  }

  private static func number(
    _ text: String, _ unit: QuantityUnit?, _ comma: WrittenNumber.Comma
  ) throws(Failure) -> (number: Double, unit: QuantityUnit?) {
    let written: (number: Double, unit: QuantityUnit?)?
    do throws(UnitError) {
      written = try QuantityUnit.number(written: text, comma: comma)
    } catch {
      throw .unreadableUnit(error)
    }
    guard let (number, own) = written else { throw .notANumber }
    guard own == nil || unit == nil || own == unit else { throw .otherUnit }
    return (number, own ?? unit)
  }
}
