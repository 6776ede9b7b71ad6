import JSONCoding

/// Voltages of a heart at a fixed rate, and the device's findings in them.
public struct Electrocardiogram: Hashable, Sendable {
  /// HealthKit's number: 0 not set, 1 sinus rhythm, 2 atrial fibrillation, 3 to 6 inconclusive, 100
  /// unrecognized.
  public let classification: Int

  /// HealthKit's number: 0 not set, 1 none, 2 present.
  public let symptoms: Int

  /// Beats per minute; `nil` if the device gave none.
  public let averageHeartRate: Double?

  /// Hertz; `nil` if unknown.
  public let samplingFrequency: Double?

  /// The name of the lead, as the device writes it.
  public let lead: String

  /// Microvolts, from the start on.
  public let voltages: [Float]

  /// Makes an electrocardiogram.
  public init(
    classification: Int = 0, symptoms: Int = 0, averageHeartRate: Double? = nil,
    samplingFrequency: Double?, lead: String = "Lead I", voltages: [Float]
  ) {
    (self.classification, self.symptoms) = (classification, symptoms)
    (self.averageHeartRate, self.samplingFrequency) = (averageHeartRate, samplingFrequency)
    (self.lead, self.voltages) = (lead, voltages)
  }

  /// Returns the seconds since the start of a voltage.
  public func time(of index: Int) -> Double { Double(index) / (samplingFrequency ?? 1) }
}

extension Electrocardiogram: RecordDocument {
  var type: RecordType { .electrocardiogram }
  var content: RecordContent { .electrocardiogram(self) }
  var series: RecordSeries? { .floats(voltages) }

  var members: [(String, JSONValue?)] {
    [
      ("classification", .integer(classification)), ("symptoms", .integer(symptoms)),
      ("average_heart_rate", averageHeartRate.map(JSONValue.number)),
      ("sampling_frequency_hz", samplingFrequency.map(JSONValue.number)),
      ("lead", .string(lead)),
    ]
  }

  var fields: [RecordFieldValue] {
    [
      RecordFieldValue(.classification, Double(classification)),
      RecordFieldValue(.symptoms, Double(symptoms)),
    ] + (averageHeartRate.map { [RecordFieldValue(.averageHeartRate, $0)] } ?? [])
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard case .floats(let voltages)? = series, let classification = json.whole("classification"),
      let symptoms = json.whole("symptoms")
    else { return nil }
    self.init(
      classification: classification, symptoms: symptoms,
      averageHeartRate: json["average_heart_rate"]?.number,
      samplingFrequency: json["sampling_frequency_hz"]?.number,
      lead: json["lead"]?.string ?? "", voltages: voltages)
  }
}
