/// Readings of one length from one set of recordings, and their figures.
package struct AccuracyGroup: Sendable {
  /// A recording's readings that have a reference.
  package struct Record: Sendable {
    package let name: String
    package let person: String
    package let readings: [ComparedReading]
    package let beats: BeatAgreement?

    package init(
      name: String, person: String, readings: [ComparedReading], beats: BeatAgreement?
    ) {
      self.name = name
      self.person = person
      self.readings = readings
      self.beats = beats
    }

    var line: AccuracyLine {
      var figures = AccuracyFigures()
      for reading in readings {
        figures.add(rate: reading.rate, quality: reading.quality, reference: reading.reference)
      }
      return AccuracyLine(name: name, figures: figures, beats: beats)
    }
  }

  package let dataset: String

  /// The length of a reading, in seconds.
  package let seconds: Double
  package let records: [Record]

  package init(dataset: String, seconds: Double, records: [Record]) {
    self.dataset = dataset
    self.seconds = seconds
    self.records = records
  }

  package var lines: [AccuracyLine] { records.map(\.line) }

  /// All readings, each with the same weight.
  package var total: AccuracyLine { AccuracyLine(name: "all", summing: lines) }

  /// A line for each person, by name.
  package var people: [AccuracyLine] {
    Set(records.map(\.person)).sorted().map { person in
      AccuracyLine(name: person, summing: records.filter { $0.person == person }.map(\.line))
    }
  }

  /// Every other person and the rest, by name, so that the other half judges what was fitted on one.
  package var halves: [AccuracyLine] {
    let people = people
    return zip(["even", "odd"], [0, 1]).map { name, rest in
      AccuracyLine(
        name: "\(name) people",
        summing: people.indices.filter { $0 % 2 == rest }.map { people[$0] })
    }
  }

  /// Returns a column's mean over people, each with the same weight, and the worst of them; `nil` if no person has a
  /// value.
  func overPeople(_ column: AccuracyColumn) -> (mean: Double?, worst: Double?) {
    let values = people.compactMap(column.value).filter(\.isFinite)
    return (values.isEmpty ? nil : mean(of: values) { $0 }, column.worst(of: values))
  }
}
