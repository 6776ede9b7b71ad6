import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// An electrocardiogram as Apple's exports write it: a CSV of names and values, then one voltage per line.
///
/// The name and the birthday of the person, which the file has too, are left out. Our own exports add a
/// line with all that the form has no place for.
enum AppleElectrocardiogram {
  private static let ownKey = "HeartcamSample"

  /// The sample of a file. Its lines have their order in every language: name, date of birth, date, classification,
  /// symptoms, software, device, rate, lead, unit. Throws `ImportDefect` if a required line cannot be read.
  /// - Parameter note: Takes a word that is not understood; the metadata keep it.
  static func sample(of bytes: [UInt8], note: (String) -> Void = { _ in }) throws -> Sample {
    var head: [(key: String, text: String)] = []
    var voltages: [Float] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      // Some languages write a decimal comma, without quotes.
      let number = line.split(separator: ",", omittingEmptySubsequences: false)
      if number.count <= 2, let value = DecimalNumber.value(of: number.joined(separator: ".")) {
        voltages.append(Float(value))
      } else if voltages.isEmpty, let comma = line.firstIndex(of: ",") {
        head.append((String(line[..<comma]), unquoted(line[line.index(after: comma)...])))
      }
    }
    guard !voltages.isEmpty else { throw ImportDefect.missingValue }
    func text(_ key: String) -> String? { head.first { $0.key == key }?.text }
    let own = text(ownKey).flatMap {
      SampleJSON.sample(of: $0, series: RecordSeries.floats(voltages).json)
    }
    if let own { return own }
    // The first date with a time; of birth, only the day is said.
    let dates = head.map { text in
      text.text.contains(":") ? WrittenDate(text.text).flatMap { $0.second == nil ? nil : $0 } : nil
    }
    guard let place = dates.firstIndex(where: { $0 != nil }), let date = dates[place],
      let zone = try? ZoneRules.local.get()
    else { throw ImportDefect.missingDate }
    guard date.doubtful == nil || date.shownOrder != nil, let start = date.date(nil, in: zone)
    else {
      throw ImportDefect.unreadableDate
    }
    func line(_ key: String, _ index: Int) -> String {
      text(key) ?? (head.indices.contains(index) ? head[index].text : "")
    }
    let rateText = line("Sample Rate", head.count - 3)
    let digits = rateText.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." || $0 == "," }
    guard let rate = DecimalNumber.value(of: digits.replacing(",", with: ".")), rate > 0 else {
      throw ImportDefect.missingValue
    }
    let unit = line("Unit", head.count - 1)
    guard let scale = units.first(where: { $0.1.contains(unit.withoutAccents) })?.0 else {
      throw ImportDefect.unreadableUnit
    }
    let word = line("Classification", place + 1)
    let number = classifications[word.withoutAccents] ?? 100
    if number == 100 { note(word) }
    let symptoms = line("Symptoms", place + 2)
    var lead = line("Lead", head.count - 2)
    // "I 誘導", "Ableitung I"
    if lead.split(whereSeparator: { !$0.isASCII || !$0.isLetter }).contains("I") { lead = "Lead I" }
    var metadata: [String: MetadataValue] = [:]
    if !word.isEmpty { metadata["HeartcamClassification"] = .string(word) }
    if !symptoms.isEmpty { metadata["HeartcamSymptoms"] = .string(symptoms) }
    let content = Electrocardiogram(
      classification: number,
      symptoms: symptoms.isEmpty ? 0 : none.contains(symptoms.withoutAccents) ? 1 : 2,
      averageHeartRate: text("Average Heart Rate").flatMap {
        DecimalNumber.value(of: $0.prefix { $0.isNumber || $0 == "." })
      }, samplingFrequency: rate, lead: lead, voltages: voltages.map { Float(Double($0) * scale) })
    var identity = ContentIdentifier()
    identity.add("electrocardiogram")
    identity.add(start)
    for voltage in content.voltages { identity.add(UInt64(voltage.bitPattern)) }
    // A nanosecond is the finest that our own form keeps at any date.
    let end = start + (content.time(of: voltages.count) * 1e9).rounded() / 1e9
    let software = line("Software Version", place + 3)
    let device = line("Device", place + 4)
    do {
      return .record(
        try RecordSample(
          id: identity.id(at: start), content: .electrocardiogram(content), start: start, end: end,
          source: Source(
            name: "ECG", bundleIdentifier: "apple-health: ECG",
            version: software.isEmpty ? nil : software),
          device: device.isEmpty ? nil : Device(hardwareVersion: device), metadata: metadata))
    } catch {
      throw ImportDefect.invalidSample
    }
  }

  /// Microvolts in a unit, with its names: Latin, Cyrillic, and in words.
  private static let units: [(Double, Set<String>)] = [
    (1, ["", "µv", "uv", "mcv", "мкв", "微伏", "マイクロボルト", "마이크로볼트", "microvolt"]),
    (1000, ["mv", "мв", "毫伏", "millivolt"]), (1_000_000, ["v", "volt"]),
  ]

  /// No symptoms.
  private static let none: Set<String> = [
    "none", "keine", "aucun", "aucune", "ninguno", "ninguna", "nessuno", "nessuna", "nenhum",
    "geen", "inga", "ingen", "brak", "нет", "なし", "无", "無", "없음",
  ]

  /// HealthKit's numbers by Apple's words for them, and 100 for any other.
  private static let classifications: [String: Int] = {
    var table = ["": 0]
    for row in words.split(separator: "\n") {
      for word in row.dropFirst(2).split(separator: ",") {
        table[String(word)] = row.first?.wholeNumberValue
      }
    }
    return table
  }()

  /// English and German first; no export in most of the others has been seen. A text that has more words may deny it.
  private static let words = """
    1 sinus rhythm,sinusrhythmus,rythme sinusal,ritmo sinusal,ritmo sinusale,sinusritme,sinusrytm,sinusrytme
    1 rytm zatokowy,синусовый ритм,洞調律,窦性心律,竇性心律,窦性节律,동리듬,정상 동리듬
    2 atrial fibrillation,vorhofflimmern,fibrillation auriculaire,fibrillation atriale,fibrilacion auricular
    2 fibrilacion atrial,fibrillazione atriale,fibrilacao atrial,fibrilhacao auricular,atriumfibrilleren
    2 boezemfibrilleren,atriumfibrillatie,formaksflimmer,atrieflimren,atrieflimmer,migotanie przedsionkow
    2 фибрилляция предсердий,мерцательная аритмия,心房細動,房颤,心房颤动,心房顫動,심방세동
    3 low heart rate,heart rate under 50,niedrige herzfrequenz,herzfrequenz unter 50,frequence cardiaque basse
    3 frequence cardiaque faible,frecuencia cardiaca baja,frequenza cardiaca bassa,frequencia cardiaca baixa
    3 lage hartslag,lag puls,niskie tetno,низкий пульс,低心拍数,心率过低,低心率,心率過低,낮은 심박수
    4 high heart rate,heart rate over 120,heart rate over 150,hohe herzfrequenz,herzfrequenz uber 120
    4 herzfrequenz uber 150,frequence cardiaque elevee,frecuencia cardiaca alta,frecuencia cardiaca elevada
    4 frequenza cardiaca alta,frequenza cardiaca elevata,frequencia cardiaca alta,frequencia cardiaca elevada
    4 hoge hartslag,hog puls,wysokie tetno,высокий пульс,高心拍数,心率过高,高心率,心率過高,높은 심박수
    5 poor recording,poor reading,schlechte aufzeichnung,schlechte aufnahme,mauvais enregistrement
    5 registro deficiente,registrazione scadente,registro ruim,slechte opname,dalig inspelning,記録不良,记录不佳
    6 inconclusive,nicht eindeutig,uneindeutig,non concluant,peu concluant,no concluyente,inconcluso
    6 non conclusivo,inconcludente,inconclusivo,geen uitsluitsel,niet eenduidig,inget tydligt resultat
    6 inkonklusiv,niejednoznaczny,неопределенный результат,判定不能,结果不明确,不确定,無法判定,판독 불가
    """

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// Returns the file of a sample; `nil` for a time that the form cannot hold.
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
