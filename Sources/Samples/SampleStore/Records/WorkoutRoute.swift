public import FoundationEssentials
import JSONCoding

/// The places that a workout passed, in the order of time.
public struct WorkoutRoute: Hashable, Sendable {
  /// One place. A number that the receiver does not know is negative, as in Core Location.
  public struct Point: Hashable, Sendable {
    /// When it was passed.
    public var time: Date

    /// Degrees, north positive.
    public var latitude: Double

    /// Degrees, east positive.
    public var longitude: Double

    /// Metres above the sea.
    public var altitude: Double

    /// Metres around the place; negative if the place is not valid.
    public var horizontalAccuracy: Double

    /// Metres; negative if the altitude is not valid.
    public var verticalAccuracy: Double

    /// Meters per second; negative if unknown.
    public var speed: Double

    /// Degrees clockwise from north; negative if unknown.
    public var course: Double

    /// Makes a point.
    public init(
      time: Date, latitude: Double, longitude: Double, altitude: Double = 0,
      horizontalAccuracy: Double = 0, verticalAccuracy: Double = -1, speed: Double = -1,
      course: Double = -1
    ) {
      (self.time, self.latitude, self.longitude) = (time, latitude, longitude)
      (self.altitude, self.horizontalAccuracy) = (altitude, horizontalAccuracy)
      (self.verticalAccuracy, self.speed, self.course) = (verticalAccuracy, speed, course)
    }
  }

  /// The workout that it belongs to; `nil` if that is not known.
  public let workout: UUID?

  /// In the order of time.
  public let points: [Point]

  /// The points as a row of numbers.
  package var numbers: RecordSeries? { series }

  /// Makes a route.
  public init(workout: UUID?, points: [Point]) {
    self.workout = workout
    self.points = points.sorted { $0.time < $1.time }
  }
}

extension WorkoutRoute: RecordDocument {
  var type: RecordType { .workoutRoute }
  var content: RecordContent { .workoutRoute(self) }

  var members: [(String, JSONValue?)] {
    [("workout", workout.map { .string($0.uuidString) })]
  }

  var series: RecordSeries? {
    .doubles(
      points.flatMap {
        [
          $0.time.timeIntervalSinceReferenceDate, $0.latitude, $0.longitude, $0.altitude,
          $0.horizontalAccuracy, $0.verticalAccuracy, $0.speed, $0.course,
        ]
      })
  }

  var fields: [RecordFieldValue] {
    workout.map { [RecordFieldValue(.workout, $0.uuidString)] } ?? []
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let rows = series?.rows(of: 8) else { return nil }
    self.init(
      workout: json["workout"]?.string.flatMap(UUID.init(uuidString:)),
      points: rows.map {
        let row = Array($0)
        return Point(
          time: Date(timeIntervalSinceReferenceDate: row[0]), latitude: row[1], longitude: row[2],
          altitude: row[3], horizontalAccuracy: row[4], verticalAccuracy: row[5], speed: row[6],
          course: row[7])
      })
  }
}
