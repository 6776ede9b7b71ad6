import SampleStore

extension WorkoutActivityType {
  /// Creates the sport of another program's word; `other` for one that is not known.
  init(word: String) {
    let key = word.filter { $0.isLetter || $0.isNumber }.lowercased()
    let usual = [
      "biking": "cycling", "run": "running", "ride": "cycling", "walk": "walking",
      "swim": "swimming", "bike": "cycling", "hike": "hiking", "laufen": "running",
      "radfahren": "cycling", "gehen": "walking",
    ]
    let plain = usual.first { key.hasSuffix($0.key) }?.value ?? key
    let known = (1...84).map(WorkoutActivityType.init).filter { $0.name != nil }
    // The last word counts: trail running, outdoor run.
    self =
      known.first { $0.shortName.lowercased() == plain }
      ?? known.first { plain.hasSuffix($0.shortName.lowercased()) } ?? .other
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
