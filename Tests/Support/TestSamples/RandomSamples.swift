import FoundationEssentials
package import SampleStore
package import TestSupport

/// Samples of every kind from a seed.
package struct RandomSamples {
  package var generator: SeededGenerator

  /// Whether times are of whole seconds and metadata are texts, as Apple's form has them.
  package let isPlain: Bool

  package init(seed: UInt64, isPlain: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isPlain = isPlain
  }

  package mutating func sample() throws -> Sample {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      let type = CategoryType.allKnown.randomElement(using: &generator)!
      return .category(
        try CategorySample(
          id: uuid(), type: type, value: type.values!.cases.randomElement(using: &generator)!.value,
          start: start(), end: .distantFuture, source: source(), device: device(),
          metadata: metadata()))
    case 1: return try pressure()
    case 2: return try workout()
    case 4: return try record()
    case 5 where !isPlain: return .quantity(try series())
    case 3 where !isPlain:
      var time = 0.0
      let beats = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in
        time += Double.random(in: 0.1...1.5, using: &generator)
        return HeartbeatSeries.Beat(time: time, precededByGap: .random(using: &generator))
      }
      return .heartbeatSeries(
        try HeartbeatSeries(
          id: uuid(), beats: beats, start: start(), source: source(), device: device(),
          metadata: metadata()))
    default: return .quantity(try quantity())
    }
  }

  /// A record of a random kind; in Apple's form, of those that have an element.
  private mutating func record() throws -> Sample {
    let from = start()
    let day = Int.random(in: 1...28, using: &generator)
    var contents: [RecordContent] = [
      document(
        .audiogram,
        """
        {"points": [{"frequency_hz": 250, "tests": [{"side": 0, "dBHL": \(number()), \
        "masked": \(Bool.random(using: &generator))}, {"side": 1, "dBHL": \(number()), "masked": false, \
        "lowest_dBHL": -10, "highest_dBHL": 100}]}]}
        """),
      document(
        .visionPrescription,
        """
        {"kind": \(Int.random(in: 1...2, using: &generator)), \
        "expires_since_2001_s": \((from + 1000).timeIntervalSinceReferenceDate), \
        "brand": "Clear", "right": {"sphere": {"value": \(number()), "unit": "D"}}}
        """),
      .activitySummary(
        ActivitySummary(
          year: 2026, month: 1, day: day, moveMode: Int.random(in: 1...2, using: &generator),
          isPaused: .random(using: &generator),
          values: [
            .activeEnergyBurned: Quantity(number(), .kilocalorie),
            .appleStandHours: Quantity(11, .count),
          ])!),
    ]
    if !isPlain {
      contents += [
        .electrocardiogram(
          Electrocardiogram(
            classification: 1, averageHeartRate: number(), samplingFrequency: 512,
            lead: text(), voltages: [Float(number()), -0.1, 3])),
        .workoutRoute(
          WorkoutRoute(
            workout: uuid(),
            points: [.init(time: from, latitude: 0.1 + 0.2, longitude: -1e-7, speed: number())])),
        document(
          .stateOfMind, #"{"kind": 2, "valence": -1, "labels": [1, 2], "associations": []}"#),
        document(
          RecordType.clinical.randomElement(using: &generator)!,
          """
          {"display_name": "Blood count", "resource_type": "Observation", "identifier": "T18E", \
          "fhir_version": "4.0.1", "resource": "{\\"id\\": \\"\u{e9}\\"}"}
          """),
        document(.phq9, #"{"answers": [0, 1, 2, 3, 0, 1, 2, 3, 4]}"#),
        document(
          .medicationDose,
          """
          {"status": 5, "schedule_type": 1, "concept": "an \u{e9}", "scheduled_since_2001_s": \
          \(from.timeIntervalSinceReferenceDate), "scheduled_quantity": \(number()), \
          "unit": "mg"}
          """),
      ]
    }
    let content = contents.randomElement(using: &generator)!
    let begin = if case .activitySummary(let summary) = content { summary.start } else { from }
    // Prescriptions and summaries have no end, device or date of making in Apple's form.
    let isAudiogram = content.type == .audiogram
    return .record(
      try RecordSample(
        id: uuid(), content: content, start: begin,
        end: isPlain && !isAudiogram ? begin : begin + 60,
        source: isPlain ? Source(name: "a", bundleIdentifier: "b") : source(),
        device: isPlain ? nil : device(), metadata: metadata()))
  }

  private func document(_ type: RecordType, _ json: String) -> RecordContent {
    .document(HealthDocument(type: type, json: json)!)
  }

  private mutating func series() throws -> QuantitySample {
    let from = start()
    return try QuantitySample(
      id: uuid(), type: .stepCount, quantity: Quantity(3, .count), start: from, end: from + 2,
      source: source(), metadata: metadata(),
      series: QuantitySeries([
        .init(start: from, end: from + 0.1, value: number()),
        .init(start: from + 1, end: from + 2, value: number()),
      ]))
  }

  package mutating func quantity() throws -> QuantitySample {
    let units: [(QuantityType, String)] = [
      (.heartRate, "count/min"), (.stepCount, "count"), (.bodyTemperature, "degF"),
      (.oxygenSaturation, "%"), (.bodyMass, "lb"), (.sessionHeartRate, "count/min"),
      (
        QuantityType(
          identifier: "HKQuantityTypeIdentifierMadeUp", canonicalUnit: try unit("W"),
          aggregationStyle: .discreteArithmetic), "W"
      ),
    ]
    let (type, name) = units.randomElement(using: &generator)!
    let from = start()
    return try QuantitySample(
      id: uuid(), type: type, quantity: Quantity(number(), try unit(name)), start: from,
      end: from + (isPlain ? 60 : 0.1), source: source(), device: device(), metadata: metadata())
  }

  private mutating func pressure() throws -> Sample {
    let from = start()
    let (source, device) = (source(), device())
    let members = try [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map { type in
      Sample.quantity(
        try QuantitySample(
          id: uuid(), type: type, quantity: Quantity(number(), .millimeterOfMercury), start: from,
          end: from, source: source, device: device, metadata: metadata()))
    }
    return .correlation(
      try Correlation(
        id: uuid(), type: .bloodPressure, members: members, start: from, end: from,
        source: source, device: device, metadata: metadata()))
  }

  private mutating func workout() throws -> Sample {
    let from = start()
    return .workout(
      try Workout(
        id: uuid(),
        activity: [.running, .other, WorkoutActivityType(rawValue: 9999)]
          .randomElement(using: &generator)!,
        events: [
          .init(kind: .pause, start: from + 10, end: from + 10),
          .init(kind: .segment, start: from + 20, end: from + 30),
        ], totals: [.activeEnergyBurned: Quantity(number(), .kilocalorie)],
        activities: Bool.random(using: &generator)
          ? []
          : [
            WorkoutActivity(
              id: uuid(), activity: .cycling, location: 3, swimmingLocation: 1,
              lapLength: Quantity(25, .meter), start: from + 1, end: from + 50, duration: 40,
              events: [
                .init(kind: .lap, start: from + 2, end: from + 3, metadata: ["k": .string(text())])
              ],
              statistics: [
                .stepCount: WorkoutStatistics(sum: Quantity(number(), .count))
              ], metadata: ["part": .string("1")])
          ],
        statistics: [
          .heartRate: WorkoutStatistics(
            average: Quantity(number(), .countPerMinute),
            maximum: Quantity(number(), .countPerMinute))
        ],
        activeDuration: Double(Int.random(in: 0...50, using: &generator)), start: from,
        end: from + 60, source: source(), device: device(), metadata: metadata()))
  }

  private func unit(_ text: String) throws -> QuantityUnit { try QuantityUnit(text) }

  private mutating func number() -> Double {
    [0, 71.8, 0.1 + 0.2, 1e-7, 120, Double.random(in: 0...1e6, using: &generator)]
      .randomElement(using: &generator)!
  }

  private mutating func start() -> Date {
    let seconds = Double.random(in: -1e9...2e9, using: &generator)
    return Date(timeIntervalSinceReferenceDate: isPlain ? seconds.rounded() : seconds)
  }

  private mutating func text() -> String {
    let texts = ["a", "naïve 💓", "it's \"quoted\"", "<b>&amp;", "a, b", "tab\tand\nline", " x "]
    return (isPlain ? texts : texts + ["", "nul\0", "\r\n"]).randomElement(using: &generator)!
  }

  private mutating func source() -> Source {
    Source(
      name: text(), bundleIdentifier: text(),
      version: Bool.random(using: &generator) ? text() : nil,
      productType: isPlain ? nil : text(), operatingSystemVersion: nil)
  }

  private mutating func device() -> Device? {
    guard Bool.random(using: &generator) else { return nil }
    return Device(
      name: "Watch", model: isPlain ? "Watch3,4" : text(), udiDeviceIdentifier: "1")
  }

  private mutating func metadata() -> [String: MetadataValue] {
    var metadata: [String: MetadataValue] = [
      "text": .string(text()), MetadataKey.wasUserEntered: .bool(true),
      MetadataKey.heartRateMotionContext: .number(2),
    ]
    if !isPlain {
      metadata["date"] = .date(start())
      metadata["number"] = .number(number())
      metadata[text()] = .quantity(Quantity(number(), .kilocalorie))
    }
    return Bool.random(using: &generator) ? metadata : [:]
  }

  private mutating func uuid() -> UUID {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    return UUID(uuid: bytes)
  }
}
