import JSONCoding

extension AccuracyGroup {
  package static let csvHeader =
    "dataset,record,person,interval_s,start_s,end_s,reference_bpm,bpm,bpm_low,bpm_high,quality,reason\n"

  /// A line for each reading that has a reference.
  package var csv: String {
    var text = ""
    for record in records {
      for reading in record.readings {
        let rate = reading.rate
        let numbers: [String] =
          [seconds, reading.start, reading.end].map { $0.rounded(toPlaces: 4).plain }
          + [reading.reference, rate?.value, rate?.low, rate?.high, reading.quality].map {
            $0.map { $0.rounded(toPlaces: 4).plain } ?? ""
          }
        let words = [dataset, record.name, record.person].map(Self.quoted)
        text += (words + numbers + [reading.reason ?? ""]).joined(separator: ",") + "\n"
      }
    }
    return text
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r".contains($0) }) else { return field }
    return "\""
      + field.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
