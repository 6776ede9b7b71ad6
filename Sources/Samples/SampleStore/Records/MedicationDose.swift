public import FoundationEssentials
import JSONCoding

/// A dose of a medication that was due, or that was taken.
public struct MedicationDose: Hashable, Sendable {
  /// HealthKit's number: 1 not interacted, 2 notification not sent, 3 snoozed, 4 taken, 5 skipped, 6
  /// not logged.
  public let status: Int

  /// HealthKit's number: 1 as needed, 2 by a schedule.
  public let scheduleType: Int

  /// The identifier of the medication.
  public let concept: String

  /// When it was due; `nil` for one as needed.
  public let scheduledDate: Date?

  /// How much was due, in `unit`.
  public let scheduledQuantity: Double?

  /// How much was taken, in `unit`.
  public let quantity: Double?

  /// The unit of the quantities, such as `count` or `mg`.
  public let unit: QuantityUnit

  /// Makes a dose.
  public init(
    status: Int, scheduleType: Int, concept: String, scheduledDate: Date?,
    scheduledQuantity: Double?, quantity: Double?, unit: QuantityUnit
  ) {
    self.status = status
    self.scheduleType = scheduleType
    self.concept = concept
    self.scheduledDate = scheduledDate
    self.scheduledQuantity = scheduledQuantity
    self.quantity = quantity
    self.unit = unit
  }
}

extension MedicationDose: RecordDocument {
  var type: RecordType { .medicationDose }
  var content: RecordContent { .medicationDose(self) }

  var members: [(String, JSONValue?)] {
    [
      ("status", .integer(status)), ("schedule_type", .integer(scheduleType)),
      ("concept", .string(concept)),
      ("scheduled_since_2001_s", scheduledDate.map { .seconds($0) }),
      ("scheduled_quantity", scheduledQuantity.map(JSONValue.number)),
      ("quantity", quantity.map(JSONValue.number)), ("unit", .string(unit.description)),
    ]
  }

  var fields: [RecordFieldValue] {
    [RecordFieldValue(.status, Double(status)), RecordFieldValue(.concept, concept)]
      + (scheduledDate.map {
        [RecordFieldValue(.scheduledDate, $0.timeIntervalSinceReferenceDate)]
      } ?? [])
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let status = json.whole("status"), let schedule = json.whole("schedule_type"),
      let concept = json["concept"]?.string,
      let unit = json["unit"]?.string.flatMap({ try? QuantityUnit($0) })
    else { return nil }
    self.init(
      status: status, scheduleType: schedule, concept: concept,
      scheduledDate: json.date("scheduled_since_2001_s"),
      scheduledQuantity: json["scheduled_quantity"]?.number, quantity: json["quantity"]?.number,
      unit: unit)
  }
}
