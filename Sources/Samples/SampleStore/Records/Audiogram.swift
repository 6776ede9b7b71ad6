import JSONCoding

/// The softest tones that each ear hears, by frequency.
public struct Audiogram: Hashable, Sendable {
  /// The tests at one frequency.
  public struct Point: Hashable, Sendable {
    /// Hertz.
    public let frequency: Double

    /// The tests, at most one an ear.
    public let tests: [Test]

    /// Makes a point.
    public init(frequency: Double, tests: [Test]) {
      self.frequency = frequency
      self.tests = tests
    }
  }

  /// One test of one ear.
  public struct Test: Hashable, Sendable {
    /// HealthKit's number: 0 left, 1 right.
    public let side: Int

    /// Decibels hearing level; higher is worse.
    public let sensitivity: Double

    /// Whether noise was played to the other ear.
    public let isMasked: Bool

    /// The softest and the loudest tone that was tried, in decibels hearing level; `nil` if unknown.
    public let lowest: Double?

    /// The loudest tone that was tried.
    public let highest: Double?

    /// Makes a test.
    public init(
      side: Int, sensitivity: Double, isMasked: Bool = false, lowest: Double? = nil,
      highest: Double? = nil
    ) {
      self.side = side
      self.sensitivity = sensitivity
      self.isMasked = isMasked
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// In the order in which they were given.
  public let points: [Point]

  /// Makes an audiogram.
  public init(points: [Point]) {
    self.points = points
  }
}

extension Audiogram: RecordDocument {
  var type: RecordType { .audiogram }
  var content: RecordContent { .audiogram(self) }

  var members: [(String, JSONValue?)] {
    [
      (
        "points",
        .array(
          points.map { point in
            .object([
              ("frequency_hz", .number(point.frequency)),
              (
                "tests",
                .array(
                  point.tests.map { test in
                    .object(present: [
                      ("side", .integer(test.side)), ("dBHL", .number(test.sensitivity)),
                      ("masked", .bool(test.isMasked)),
                      ("lowest_dBHL", test.lowest.map(JSONValue.number)),
                      ("highest_dBHL", test.highest.map(JSONValue.number)),
                    ])
                  })
              ),
            ])
          })
      )
    ]
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    var points: [Point] = []
    for point in json["points"]?.elements ?? [] {
      guard let frequency = point["frequency_hz"]?.number else { return nil }
      var tests: [Test] = []
      for test in point["tests"]?.elements ?? [] {
        guard let side = test.whole("side"), let level = test["dBHL"]?.number else { return nil }
        tests.append(
          Test(
            side: side, sensitivity: level, isMasked: test["masked"]?.bool ?? false,
            lowest: test["lowest_dBHL"]?.number, highest: test["highest_dBHL"]?.number))
      }
      points.append(Point(frequency: frequency, tests: tests))
    }
    self.init(points: points)
  }
}
