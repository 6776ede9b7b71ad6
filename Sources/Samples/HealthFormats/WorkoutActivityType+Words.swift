import SampleStore

extension WorkoutActivityType {
  /// Creates the sport of another program's word; `other` for one that is not known.
  init(word: String) {
    let key = word.filter { $0.isLetter || $0.isNumber }.lowercased()
    let usual = [
      "biking": "Cycling", "run": "Running", "ride": "Cycling", "walk": "Walking",
      "swim": "Swimming", "bike": "Cycling", "hike": "Hiking", "laufen": "Running",
      "radfahren": "Cycling", "gehen": "Walking", "indoorcycling": "Cycling",
      "treadmillrunning": "Running", "trailrunning": "Running", "roadcycling": "Cycling",
    ]
    self =
      usual[key].flatMap { WorkoutActivityType(name: "HKWorkoutActivityType\($0)") }
      ?? (1...84).lazy.map(WorkoutActivityType.init).first {
        $0.name?.lowercased() == "hkworkoutactivitytype\(key)"
      } ?? .other
  }

  /// The type of a distance that was covered in it.
  var distanceType: QuantityType {
    switch shortName {
    case "Cycling", "HandCycling": .distanceCycling
    case "Swimming":
      QuantityType(knownIdentifier: "HKQuantityTypeIdentifierDistanceSwimming")
        ?? .distanceWalkingRunning
    default: .distanceWalkingRunning
    }
  }
}
