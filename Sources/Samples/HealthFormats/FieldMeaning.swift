import CivilTime
import SampleStore

/// The meaning of a column of a table, or of a field of another program's record.
enum FieldMeaning: Hashable, Sendable {
  /// A day, or a day and a time of day.
  case date

  /// The time of day beside a day, or the time since the start.
  case time
  case end, duration, zone
  case value, unit, type, source

  /// The lowest and the highest of the values that an average is of, with the type that the heading names.
  case lowest(SampleType?), highest(SampleType?)

  /// How sure a value is; 0 for one that is made up.
  case confidence

  /// Whom a record is about.
  case person

  /// Calories or energy, which may be eaten, burned in exercise or burned in all.
  case energy

  /// The column that names the statistic behind a value.
  case statistic

  /// The time from one beat to the next.
  case interval

  /// The kind of exercise, whose row is a workout.
  case sport

  /// A value of a type.
  case sample(SampleType)

  /// Known, and of no use.
  case ignored

  /// Creates the meaning of a name in `--map` and in the table of forms: one of `names`, or any name of a type.
  init?(named name: some StringProtocol) {
    if let known = Self.named[name.lowercased()] {
      self = known
    } else if let type = SampleType(named: String(name)) {
      self = .sample(type)
    } else {
      return nil
    }
  }

  /// The name in `--map`.
  var name: String {
    switch self {
    case .sample(let type): return type.shortName
    case .lowest(let type?), .highest(let type?):
      return type.shortName + (self == .lowest(type) ? " lowest" : " highest")
    default: break
    }
    return Self.named.first { $0.value == self }?.key ?? ""
  }

  private static let named: [String: FieldMeaning] = [
    "date": .date, "time": .time, "end": .end, "duration": .duration, "zone": .zone,
    "value": .value, "unit": .unit, "type": .type, "source": .source, "lowest": .lowest(nil),
    "highest": .highest(nil), "person": .person, "anyenergy": .energy, "statistic": .statistic,
    "interval": .interval, "sport": .sport, "confidence": .confidence, "ignored": .ignored,
  ]

  /// The names that are no names of types.
  static let names = [
    "date", "time", "end", "duration", "zone", "value", "unit", "type", "source", "interval",
  ]

  /// The type of its values; `nil` if it names none.
  var type: SampleType? { if case .sample(let type) = self { type } else { nil } }

  /// Whether it is a value that makes a sample.
  var isValue: Bool {
    switch self {
    case .value, .interval, .sport, .sample: true
    default: false
    }
  }
}

/// The content of a heading: its meaning, and the unit in it.
struct Heading: Hashable, Sendable {
  let meaning: FieldMeaning
  let unit: QuantityUnit?

  /// Reads a heading in words, `Herzfrequenz (bpm)`, `Heart Rate [Avg] (count/min)`, or the path of
  /// a field, `com.samsung.health.heart_rate.heart_rate`; `nil` for an unknown one.
  init?(_ text: String) {
    let inner = text.lastIndex(of: ".").flatMap { dot in
      dot == text.startIndex ? nil : Heading(String(text[text.index(after: dot)...]))
    }
    // The last of a path is the closest.
    if let inner, inner.meaning.type != nil {
      self = inner
      return
    }
    var rest = Substring(text)
    var unit: QuantityUnit?
    var words: [String] = []
    // Brackets hold a unit or a part of the name.
    while let open = rest.firstIndex(where: { "([".contains($0) }) {
      words += Self.words(of: rest[..<open])
      let behind = rest[rest.index(after: open)...]
      let close = behind.firstIndex { ")]".contains($0) } ?? behind.endIndex
      let content = String(behind[..<close])
      if !content.isEmpty, let own = try? QuantityUnit(spelled: content),
        Self.statistics[content.lowercased()] == nil
          || Self.meaning(words)?.type?.quantityType?.canonicalUnit.isCompatible(with: own) == true
      {
        unit = own
      } else if !["utc", "local", "time"].contains(content.lowercased()) {
        words += Self.words(of: content[...])
      }
      rest = close == behind.endIndex ? "" : behind[behind.index(after: close)...]
    }
    words += Self.words(of: rest)
    // Whose heart's variability it is matters less than which: that of SDNN and that of RMSSD are two.
    guard !["hrv", "heartratevariability"].contains(words.filter { !Self.isAverage($0) }.joined())
    else { return nil }
    if let known = Self.meaning(words) {
      (meaning, self.unit) = (known, unit)
    } else if words.count > 1, let last = words.last,
      let own = try? QuantityUnit(spelled: last), let known = Self.meaning(words.dropLast())
    {
      (meaning, self.unit) = (known, own)
    } else if let inner {
      (meaning, self.unit) = (inner.meaning, inner.unit ?? unit)
    } else {
      return nil
    }
    // A count of heartbeats is no heart rate, and a duration of sleep no stage.
    guard let unit = self.unit else { return }
    switch meaning {
    case .sample(.quantity(let type))
    where !type.fitting(unit).canonicalUnit.isCompatible(with: unit):
      return nil
    case .sample(.category),
      .energy where !unit.isCompatible(with: .kilocalorie):
      return nil
    default: break
    }
  }

  /// Returns whether a word says that a value is an average, or nothing.
  static func isAverage(_ word: String) -> Bool {
    statistics[word.lowercased()].map { $0 == .value } ?? word.isEmpty
  }

  /// `heartRate_bpm` as "heart", "rate", "bpm".
  private static func words(of text: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    for character in text {
      let isPart = character.isLetter || character.isNumber || "%°/µ".contains(character)
      if !isPart || (character.isUppercase && wasSmall) {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if isPart { word.append(character) }
      wasSmall = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  private static func meaning(_ words: some Collection<String>) -> FieldMeaning? {
    let name = words.joined().filter { $0.isLetter || $0.isNumber }
    if let known = byName[name] ?? byName[name.withoutAccents] { return known }
    if vague.contains(name) { return nil }
    if let type = SampleType(named: name) { return .sample(type) }
    // "Average heart rate" is a heart rate, and "Max HR" the highest of several.
    let kept = words.filter { statistics[$0] == nil }
    guard kept.count < words.count else { return nil }
    let statistic = words.lazy.compactMap { statistics[$0] }.first ?? .value
    guard !kept.isEmpty else { return statistic }
    guard let inner = meaning(kept), inner.isValue, inner != .interval else { return nil }
    switch statistic {
    case .lowest where inner == .value || inner.type?.quantityType != nil:
      return .lowest(inner.type)
    case .highest where inner == .value || inner.type?.quantityType != nil:
      return .highest(inner.type)
    default: return statistic == .value ? inner : nil
    }
  }

  /// Names of types that are mostly of something else where they stand over a column.
  private static let vague: Set<String> = [
    "recovery", "exercise", "noise", "session", "oxygen", "perfusion", "mass", "resting", "stairs",
  ]

  private static let statistics: [String: FieldMeaning] = [
    "avg": .value, "average": .value, "mean": .value, "durchschnitt": .value, "mittel": .value,
    "moyenne": .value, "media": .value, "média": .value, "daily": .value, "min": .lowest(nil),
    "minimum": .lowest(nil), "lowest": .lowest(nil), "max": .highest(nil), "maximum": .highest(nil),
    "highest": .highest(nil), "peak": .highest(nil),
  ]

  /// The meaning of each word.
  private static let byName: [String: FieldMeaning] = {
    var table: [String: FieldMeaning] = [:]
    for row in words.split(separator: "\n") {
      let parts = row.split(whereSeparator: { $0 == " " || $0 == ":" })
      for word in parts.dropFirst() { table[String(word)] = FieldMeaning(named: parts[0]) }
    }
    return table
  }()

  /// Headings that are no names of types in the store, in English and in the usual German, French, Spanish and
  /// Italian: small letters without marks between them, each row behind its meaning.
  private static let words = """
    date: date datum fecha datetime dateandtime datetimelocal timestamp timestamputc when day tag jour día start
    date: starttime startdate startat begin sleepstart beginn debut début inicio zeitpunkt recordedat measuredat
    date: takenat measurementdate dateofmeasurement messdatum messzeitpunkt datumuhrzeit calendardate phonetimestamp
    date: localtime utctime unixtime unix epoch epochtime starttimenanos bedtimestart isodate timestampms datumzeit
    date: datetimestamp dateheure fechahora fechayhora from data дата 日付 日時 测量日期 日期 날짜 timeofmeasurement datetimestart
    date: timestampmeasurement 測定日 測定日時 测量时间
    time: time uhrzeit zeit hora heure ora timeofday measurementtime elapsed elapsedtime clock tijd tid godzina время
    time: 時刻 時間 时间 시간 secs
    end: end endtime sleepend enddate endat ende fin bis stop stoptime endtimenanos bedtimeend to finish datetimeend
    statistic: statistic stat statistics statistik statistique estadistica aggregation aggregate descriptivestatistic
    duration: duration dauer durée duree duración duracion durata
    zone: zone timezone zeitzone tz utcoffset timezoneoffset timeoffset zoneoffset gmtoffset
    value: value wert valeur valor valore qty quantity reading messwert
    unit: unit units einheit unité unite unidad unità
    type: type metric measure metrictype typ vital datatype datatypename measurementtype
    source: source quelle sourcename device gerät geraet app appname dispositivo
    interval: rr rri rrinterval rrintervals ibi ibis interbeatinterval nn nninterval rrabstand beatinterval
    sport: sport activitytype sportart exercisetype workouttype
    person: user userid username person participant participantid patient patientid subject subjectid benutzer usuario
    person: utilisateur utente member id
    anyenergy: energy calories calorie kcal kalorien calorias calorías
    energy: activecalories activitycalories activekilocalories aktivkalorien caloriesearned
    heart-rate: beatsperminute heartbeat heartbeats heartratebpm pulsebpm pulserate pulsefrequency fc hf
    heart-rate: frequencecardiaque frecuenciacardiaca frequenzacardiaca ritmocardiaco pulsfrequenz frequencedupouls
    heart-rate: pulsschlag heartratevalues hrvalue pulso pulsazioni pols hartslag tetno tętno пульс 脈拍 脉搏 心率 맥박 심박수
    resting-heart-rate: restingpulse ruheherzfrequenz fcrepos fcreposo
    systolic: sys syst sbp systole systolisch systolique sistolica sistolico systolicpressure systolicbloodpressure
    systolic: bloodpressuresystolic oberer obererwert massima систолическое highpressure bpsystolic bovendruk
    systolic: systoliskt skurczowe сад 最高血圧 收缩压 高压 수축기
    diastolic: dia diast dbp diastole diastolisch diastolique diastolica diastolico diastolicpressure
    diastolic: diastolicbloodpressure bloodpressurediastolic unterer untererwert minima диастолическое lowpressure
    diastolic: bpdiastolic onderdruk diastoliskt rozkurczowe дад 最低血圧 舒张压 低压 이완기
    blood-pressure: blutdruck tension tensionarterielle presionarterial pressionearteriosa
    weight: poids peso körpergewicht bodyweight weightbodymass kg
    body-fat: körperfett grasacorporal massegrasse
    steps: schritte pas pasos passi totalsteps stepcount stepscount
    distance: totaldistance distanz strecke distancia
    spo2: sauerstoffsättigung sättigung saturation oxygensat spo saturaciondeoxigeno saturacióndeoxígeno o2sat
    spo2: oxygenlevel bloodoxygen bloodoxygensaturation
    temperature: körpertemperatur temperatur temperature temperatura
    glucose: glukose glycemie glucemia glicemia bloodsugar glucosa
    breathing: breathsperminute averagebreath respirationrate resprate
    sleep: sleepstage sleepstate sleepphase schlafphase stage
    """
}
