import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// An electrocardiogram as Apple's exports write it: a CSV of names and values, then one voltage a line.
///
/// The name and the birthday of the person, which the file has too, are left out. Our own exports add a
/// line with all that the form has no place for.
enum AppleElectrocardiogram {
  private static let ownKey = "HeartcamSample"

  /// The sample of a file; `nil` if it has no time or no voltages.
  static func sample(of bytes: [UInt8]) -> Sample? {
    var head: [String: String] = [:]
    var voltages: [Float] = []
    var scale = 1.0
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      // Some languages write a decimal comma, without quotes.
      let number = line.split(separator: ",", omittingEmptySubsequences: false)
      if number.count <= 2, let value = DecimalNumber.value(of: number.joined(separator: ".")) {
        voltages.append(Float(value * scale))
        continue
      }
      guard voltages.isEmpty, let comma = line.firstIndex(of: ",") else { continue }
      let key = String(line[..<comma])
      let value = unquoted(line[line.index(after: comma)...])
      head[key] = value
      if key == "Unit" {
        switch value.first {
        case "m": scale = 1000
        case "V": scale = 1_000_000
        default: scale = 1
        }
      }
    }
    guard !voltages.isEmpty else { return nil }
    let own = head[ownKey].flatMap {
      SampleJSON.sample(of: $0, series: RecordSeries.floats(voltages).json)
    }
    if let own { return own }
    let date =
      head["Recorded Date"]
      ?? head.values.first { $0.count >= 19 && TimeText.date(iso: $0) != nil }
    let rateText =
      head["Sample Rate"]
      ?? head.values.first { $0.lowercased().contains("h") && $0.lowercased().contains("z") }
    guard let date, let start = TimeText.date(iso: date) else { return nil }
    let rate = rateText.flatMap { text in
      DecimalNumber.value(
        of: text.prefix { $0.isNumber || $0 == "." || $0 == "," }.replacing(",", with: "."))
    }
    var metadata: [String: MetadataValue] = [:]
    if let text = head["Classification"], !text.isEmpty {
      metadata["HeartcamClassification"] = .string(text)
    }
    let symptoms = head["Symptoms"] ?? ""
    if !symptoms.isEmpty { metadata["HeartcamSymptoms"] = .string(symptoms) }
    let content = Electrocardiogram(
      classification: classification(head["Classification"] ?? ""),
      symptoms: symptoms.isEmpty ? 0 : symptoms == "None" ? 1 : 2,
      averageHeartRate: head["Average Heart Rate"].flatMap {
        DecimalNumber.value(of: $0.prefix { $0.isNumber || $0 == "." })
      }, samplingFrequency: rate.flatMap { $0 > 0 ? $0 : nil }, lead: head["Lead"] ?? "",
      voltages: voltages)
    var identity = ContentIdentifier()
    identity.add("electrocardiogram")
    identity.add(start)
    for voltage in voltages { identity.add(UInt64(voltage.bitPattern)) }
    // A nanosecond is the finest that our own form keeps at any date.
    let seconds = (content.time(of: voltages.count) * 1e9).rounded() / 1e9
    let end = rate == nil ? start : start + seconds
    return try? .record(
      RecordSample(
        id: identity.id(at: start), content: .electrocardiogram(content), start: start, end: end,
        source: Source(
          name: "ECG", bundleIdentifier: "apple-health: ECG", version: head["Software Version"]),
        device: head["Device"].map { Device(hardwareVersion: $0) }, metadata: metadata))
  }

  private static let classifications: [(String, Int)] = [
    ("", 0), ("Sinus Rhythm", 1), ("Atrial Fibrillation", 2), ("Low Heart Rate", 3),
    ("Heart Rate Under 50", 3), ("High Heart Rate", 4), ("Heart Rate Over 120", 4),
    ("Heart Rate Over 150", 4), ("Poor Recording", 5), ("Poor Reading", 5), ("Inconclusive", 6),
  ]

  /// A text of another language is unrecognized; the metadata keep it.
  private static func classification(_ text: String) -> Int {
    classifications.first { $0.0.lowercased() == text.lowercased() }?.1 ?? 100
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// The file of a sample; `nil` for a time that the form cannot hold.
  static func file(of sample: RecordSample, _ content: Electrocardiogram) -> String? {
    guard let date = TimeText.apple(sample.start),
      let own = SampleJSON.value(of: .record(sample), withSeries: false)
    else { return nil }
    let names = ["Inconclusive", "Sinus Rhythm", "Atrial Fibrillation"]
    let name =
      content.classification == 0
      ? ""
      : names.indices.contains(content.classification) ? names[content.classification] : names[0]
    var text = """
      Name,
      Date of Birth,
      Recorded Date,\(date)
      Classification,\(name)
      Symptoms,\(content.symptoms == 1 ? "None" : content.symptoms == 2 ? "Present" : "")
      Software Version,\(CSVCell.text(sample.source.version ?? ""))
      Device,\(CSVCell.text(sample.device?.hardwareVersion ?? ""))
      Sample Rate,\(content.samplingFrequency.map { "\(DecimalNumber.text($0)) hertz" } ?? "")
      \(ownKey),\(CSVCell.text(own.text))

      Lead,\(CSVCell.text(content.lead))
      Unit,µV


      """
    for voltage in content.voltages {
      text += DecimalNumber.text(Double("\(voltage)") ?? 0) + "\n"
    }
    return text
  }
}
