import CivilTime
import FoundationEssentials
import Glibc
import JSONCoding
import VideoFrames

/// The form in which another program's signal is written, as its beginning shows it: the fields of
/// its times and levels, and their units.
///
/// Times are in seconds, in other units from days to nanoseconds, dates, or missing, if the number of samples per second
/// is given. Levels of red, green and blue stay as they are from 0 to 255, and are multiplied from 0 to 1 or to more.
/// The darkness of any other signal is unknown: it is moved to where neither darkness nor clipping is. A sensor's signal
/// rises with the blood, where a camera's falls: it is inverted, unless its steep slopes show that it falls.
struct SignalForm {
  /// The separator of two fields.
  private(set) var delimiter = UInt8(ascii: ",")

  /// Whether a comma within a field is the point of a number.
  private(set) var hasDecimalComma = false

  /// Lines before the first sample.
  private(set) var headerCount = 0

  /// The field of the times; `nil` if they are counted.
  private(set) var timeField: Int?

  /// Whether the times are dates, or times of day.
  private(set) var hasDates = false

  /// The origin of the times if they are dates; for times of day, an arbitrary day.
  private var origin: Date?

  /// The fields that count the lines.
  private var counters: Set<Int> = []

  /// Seconds in a unit of the times, and the time in seconds that is taken off each.
  private(set) var unit = 1.0
  private var zero = 0.0

  /// The fields of red, green and blue, which may be one.
  private(set) var colorFields: [Int?] = [nil, nil, nil]

  /// The factor for a level, and the summand after it.
  private(set) var (gain, offset) = (1.0, 0.0)

  /// When the signal began, if the times say so.
  private(set) var start: Date?

  /// Samples in a second, if there are no times.
  private var rate: Double?

  /// Seconds from one sample to the next.
  private var step = 1.0 / 30

  /// Makes rising times of those that are written.
  private(set) var clock = SignalClock()

  /// The notes for a person about the way it is read, one sentence each.
  private(set) var notes: [String] = []

  /// Lines that are looked at.
  private static let mostLines = 3000

  /// Returns whether bytes are the beginning of a text of numbers: a line of nothing else is among the first.
  static func isPlausible(_ head: some Collection<UInt8>) -> Bool {
    let text = Array(head)
    guard !text.isEmpty, text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) })
    else { return false }
    // The last line may be cut.
    let lines = text.split(separator: 0x0A).dropLast(text.count > 500 ? 1 : 0)
    return lines.prefix(10).contains { line in
      line.contains { (48...57).contains($0) }
        && line.allSatisfy { (48...57).contains($0) || "+-.,;:\t\r TZeE\"/".utf8.contains($0) }
    }
  }

  /// Looks at the first lines of a signal. Throws if something is missing, with what was found.
  /// - Parameter rate: Samples in a second, for a signal without times.
  init(head: [UInt8], rate: Double?, name: String) throws(MeasurementError) {
    self.rate = rate
    let text = String(decoding: head, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      .prefix(Self.mostLines).map { String($0.drop { $0 == "\u{FEFF}" }) }
    func refusal(_ reason: String) -> MeasurementError { MeasurementError("measure", name, reason) }
    delimiter = Self.delimiter(of: lines)
    hasDecimalComma = delimiter != UInt8(ascii: ",")
    guard !head.starts(with: [0xFF, 0xFE]), !head.starts(with: [0xFE, 0xFF]) else {
      throw refusal("it is in UTF-16; save it in UTF-8")
    }
    var rows = lines.map(fields)
    // Comments and a title may precede the headings, and units follow them.
    headerCount =
      rows.firstIndex { row in
        row.contains { number($0) != nil } && !row[0].isEmpty && !Self.isWord(row[0])
      } ?? rows.count
    guard headerCount < rows.count else {
      throw refusal(
        "no line of it holds numbers; its first line is '\((lines.first ?? "").prefix(80))'")
    }
    let head = rows[..<headerCount].filter { $0.first?.first.map { !"#%".contains($0) } ?? true }
    let comments = lines[..<headerCount].filter { $0.first == "#" }.joined(separator: "\n")
    let named = head.max { Self.knownCount($0) < Self.knownCount($1) } ?? []
    let headings =
      Self.headings(in: comments) ?? (Self.knownCount(named) > 0 ? named : head.last ?? [])
    var own = comments.firstMatch(of: /sampling rate"?\s*[:=]\s*(\d+)/).flatMap { Double($0.1) }
    // Empatica's first lines say when the signal began, and how many samples there were in a second.
    let lines3 = rows.prefix(3).compactMap { $0.count == 1 ? number($0[0]) : nil }
    if headerCount == 0, lines3.count == 3, (1...1000).contains(lines3[1]), lines3[2] < 1e8 {
      origin = Self.epoch(rows[0][0])
      if origin != nil { (own, headerCount, start) = (lines3[1], 2, origin) }
    }
    if let own, let rate, own != rate {
      throw refusal("it says itself that it has \(own) samples per second")
    }
    self.rate = rate ?? own
    let units = head.last ?? []
    rows.removeFirst(headerCount)
    let width = rows[0].count
    let columns = (0..<width).map { field in
      rows.compactMap { field < $0.count ? number($0[field]) : nil }
    }
    counters = Set(
      columns.indices.filter { field in
        columns[field].count > 2
          && zip(columns[field], columns[field].dropFirst()).allSatisfy { $1 - $0 == 1 }
      })
    try findTimes(headings, units, rows, width, refusal, Self.found(lines))
    try findLevels(
      headings, refusal, Self.found(lines),
      known: columns.indices.filter { !columns[$0].isEmpty && !counters.contains($0) },
      in: columns)
    let levels = Set(colorFields.compactMap(\.self)).flatMap { columns[$0] }
    settleLevels(levels, areColors: Set(colorFields).count > 1)
  }

  // MARK: Samples

  /// Returns the time of a line in seconds from the first; `nil` for an unreadable one.
  /// - Parameters:
  ///   - field: The content of the field of times, if there is one.
  ///   - count: The lines before.
  func time(_ field: UnsafeRawBufferPointer?, count: Int) -> Double? {
    guard let field else { return rate.map { Double(count) / $0 } }
    if hasDates {
      let text = String(decoding: field, as: UTF8.self)
      guard let origin, let date = Self.date(text) else { return nil }
      let seconds = date.timeIntervalSince(origin)
      // The clock has passed midnight.
      return start == nil && seconds < 0 ? seconds + 86_400 : seconds
    }
    return level(field).map { $0 * unit - zero }
  }

  /// Returns a number of a field as it is written.
  func level(_ field: UnsafeRawBufferPointer) -> Double? {
    if let number = DecimalNumber.value(of: field) { return number }
    guard hasDecimalComma else { return nil }
    return DecimalNumber.value(of: String(decoding: field, as: UTF8.self).replacing(",", with: "."))
  }

  // MARK: The beginning

  private mutating func findTimes(
    _ headings: [String], _ units: [String], _ rows: [[String]], _ width: Int,
    _ refusal: (String) -> MeasurementError, _ found: String
  ) throws(MeasurementError) {
    // Of two columns of times the finer one: the other has one time for a packet, or a day.
    func timeCount(_ field: Int) -> Int {
      Set(rows.compactMap { field < $0.count ? $0[field] : nil }).count
    }
    let timed = headings.indices.reversed().filter { Self.isTime(headings[$0]) }
    // Minutes, or the minimum of something.
    let sure = timed.filter { Self.key(headings[$0]) != "min" }
    var field = (sure.isEmpty ? timed : sure).max { timeCount($0) <= timeCount($1) }
    if field == nil, width > 1 {
      // Without a heading, the field that rises from line to line.
      field = (0..<width).first { field in
        if counters.contains(field) { return false }
        let cells = rows.compactMap { field < $0.count ? $0[field] : nil }
        let numbers = cells.compactMap(number)
        if numbers.isEmpty { return cells.first.flatMap(Self.date) != nil }
        return numbers.count > 2 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      }
    }
    // Numbers of lines.
    if let found = field, counters.contains(found), Self.namedUnit(headings[found]) == nil,
      rows.compactMap({ found < $0.count ? number($0[found]) : nil }).first ?? 0 < 1e9
    {
      field = nil
    }
    guard let field else {
      guard let rate else {
        throw refusal(
          "it has no column of times, so the number of samples per second must be given; \(found)")
      }
      step = 1 / rate
      return
    }
    timeField = field
    let cells = rows.compactMap { field < $0.count ? $0[field] : nil }
    let numbers = cells.compactMap(number)
    hasDates = numbers.count < cells.count / 2
    if hasDates {
      origin = cells.lazy.compactMap(Self.date).first
      if let origin, origin > Self.noDay + 86_400 { start = origin }
    } else {
      let heading = [headings, units].map { field < $0.count ? $0[field] : "" }
      let isSignal = headings.contains {
        Self.isSignal($0) && !["hr", "pulse", "value"].contains(Self.key($0))
      }
      settleUnit(numbers, heading.joined(separator: " "), isSignal: isSignal)
    }
    let times = cells.compactMap { cell in
      Array(cell.utf8).withUnsafeBytes { time($0, count: 0) }
    }
    clock = SignalClock(of: times, unit: hasDates ? 1 : unit)
    step = clock.step ?? step
    guard let rate else {
      guard !times.isEmpty else { throw refusal("its times cannot be read; \(found)") }
      guard let shared = clock.shared else { return }
      guard shared.isRegular || clock.step != nil && clock.packetStep < 0.125 else {
        throw refusal(
          "up to \(shared.most) samples share a time, so their number per second must be given")
      }
      notes.append(
        shared.isRegular
          ? "\(shared.least) samples or so share a time: they are spread evenly, \((1 / step).fixed(1)) in a second"
          : "\(shared.least) to \(shared.most) samples share a time, and count as one")
      return
    }
    if let own = clock.step {
      guard abs(rate * own - 1) < (clock.shared == nil ? 0.05 : 0.2) else {
        throw refusal("its times say that it has \((1 / own).fixed(1)) samples per second")
      }
      // Times that distinguish the samples are better than a rate.
      if clock.shared == nil { return }
    }
    (timeField, clock, step) = (nil, SignalClock(), 1 / rate)
    counters.insert(field)
  }

  /// Finds the unit of times, and when they began.
  private mutating func settleUnit(_ numbers: [Double], _ heading: String, isSignal: Bool) {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty, let number = numbers.first else { return }
    // Of samples that share a time each has its part.
    let median = steps[steps.count / 2] * Double(steps.count) / Double(numbers.count - 1)
    // Day numbers of spreadsheets, and of MATLAB.
    let epoch = [25_569.0, 719_529].first { abs(number - $0) < 50_000 && number > 30_000 }
    let units = ["s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "days": epoch == nil ? 0 : 86_400]
    // A sensor gives 8 to 1000 samples per second, whatever its unit; a heading knows best, if that is possible.
    let fitting = units.filter { (0.0009...0.125).contains(median * $0.value) }
      .max { $0.value < $1.value }
    let named = Self.namedUnit(heading)
    unit = named ?? fitting?.value ?? 1
    if let named, let fitting, !(1e-4...2).contains(median * named), isSignal {
      unit = fitting.value
      notes.append("its times are read in \(fitting.key), as their steps show, not as headed")
    }
    let first = number * unit
    if let epoch, unit == 86_400, let zone = try? ZoneRules.local.get() {
      let day = (number - epoch).rounded(.down)
      let seconds = ((number - epoch - day) * unit * 1000).rounded() / 1000
      start = zone.date(CivilDate(day: Int(day))) + seconds
    } else if Self.possibleDates.contains(first) {
      start = Date(timeIntervalSince1970: first)
    }
    // A clock that runs since the machine started, or since another year.
    if (Self.longestLead...Self.latestClock).contains(first.magnitude) { zero = first }
  }

  private static func namedUnit(_ heading: String) -> Double? {
    heading.lowercased().split { !$0.isLetter && $0 != "µ" }.lazy.compactMap { units[String($0)] }
      .first
  }

  /// The seconds since 1970 at which a recording may have begun: from the end of 2004 to 2099.
  static let possibleDates = 1.1e9..<4.1e9

  /// The seconds from which on a first time is counted from something else than the recording's beginning.
  private static let longestLead = 3600.0

  /// The seconds beyond which no clock counts.
  private static let latestClock = 1e18

  private mutating func findLevels(
    _ headings: [String], _ refusal: (String) -> MeasurementError, _ found: String, known: [Int],
    in columns: [[Double]]
  ) throws(MeasurementError) {
    let names = headings.map(Self.key)
    func moving(_ field: Int) -> Bool {
      let column = columns[field]
      return 3 * zip(column, column.dropFirst()).count { $0 != $1 } > column.count
    }
    let others = known.filter { $0 != timeField }
    func field(_ wanted: [String]) -> Int? {
      let named = others.filter { $0 < names.count && wanted.contains(names[$0]) }
      return named.first(where: moving) ?? named.first
    }
    colorFields = Self.colorNames.map { field($0) }
    // The lamps of an oximeter's chip, not a camera's colors.
    let isChip =
      colorFields.contains(nil)
      && colorFields.contains { $0.map { columns[$0].contains { $0 > 255 } } ?? false }
    if isChip, let single = field(Self.signalNames) ?? colorFields.compactMap(\.self).first {
      colorFields = [single, single, single]
    } else if colorFields.allSatisfy({ $0 == nil }) {
      // Rates and saturations beside a pulse stay the same for many lines.
      let free = headings.isEmpty ? others.filter(moving) : others
      let heading = free.first.flatMap { $0 < headings.count ? headings[$0] : nil } ?? ""
      let alone = free.count == 1 && !Self.isOther(heading) ? free.first : nil
      let waves = others.filter { $0 < headings.count && Self.isPulse(headings[$0]) }
      let single = waves.first(where: moving) ?? field(Self.signalNames) ?? waves.first ?? alone
      guard let single
      else {
        throw refusal(
          "no column is known to be a pulse signal; name it ppg in a line of headings; \(found)")
      }
      colorFields = [single, single, single]
    }
  }

  private mutating func settleLevels(_ levels: [Double], areColors: Bool) {
    let sorted = levels.filter(\.isFinite).sorted()
    guard let least = sorted.first, let greatest = sorted.last, greatest > least else {
      (gain, offset) = (0, 128)
      return
    }
    if areColors, least >= 0 {
      // Of a converter of more bits, or shares.
      gain = greatest > 255 ? 255 / (exp2(log2(greatest + 1).rounded(.up)) - 1) : gain
      if greatest <= 1.5 { gain = 255 }
      return
    }
    let count = [least, greatest].map { end in levels.count { $0 == end } }.max() ?? 0
    if 20 * count > levels.count, Set(levels).count > 20 {
      notes.append(
        "\(100 * count / levels.count)% of its samples are at the end of the sensor's range: lower its gain or its light"
      )
    }
    let (low, high) = (sorted[sorted.count / 50], sorted[sorted.count - 1 - sorted.count / 50])
    // A tenth of the range of a camera: drift has room on both sides.
    gain = 24 / max(high - low, (greatest - least) / 20)
    if !areColors, Self.skewness(of: levels, step: step) > -0.3 { gain = -gain }
    offset = 128 - gain * (low + high) / 2
  }

  /// Returns the skewness of a signal's changes from one thirtieth of a second to the next: above
  /// zero if it rises steeply, as blood does with a beat.
  private static func skewness(of levels: [Double], step: Double) -> Double {
    let count = max(1, Int(min(1 / 30 / step, 1000).rounded()))
    let means = stride(from: 0, to: levels.count - count + 1, by: count).map { start in
      levels[start..<(start + count)].reduce(0, +) / Double(count)
    }
    let changes = zip(means, means.dropFirst()).map { $1 - $0 }
    let squares = changes.reduce(0) { $0 + $1 * $1 } / Double(max(changes.count, 1))
    let cubes = changes.reduce(0) { $0 + $1 * $1 * $1 } / Double(max(changes.count, 1))
    return squares > 0 ? cubes / (squares * squares.squareRoot()) : 0
  }

  private func fields(_ line: String) -> [String] {
    line.utf8.split(separator: delimiter, omittingEmptySubsequences: delimiter == 0x20).map {
      part in
      String(decoding: part.filter { !"\"'\r".utf8.contains($0) }, as: UTF8.self)
        .split(separator: " ").joined(separator: " ")
    }
  }

  private func number(_ text: String) -> Double? {
    DecimalNumber.value(of: text)
      ?? (hasDecimalComma ? DecimalNumber.value(of: text.replacing(",", with: ".")) : nil)
  }

  private static func delimiter(of lines: [String]) -> UInt8 {
    let marks = ["\t", ";", ",", " "].map { UInt8(ascii: $0) }
    // Dates have spaces, and headings may.
    return marks.max { a, b in
      func count(_ mark: UInt8) -> Int {
        lines.suffix(20).filter { $0.utf8.contains(mark) && (mark != 0x20 || !$0.contains(":")) }
          .count
      }
      let (one, other) = (count(a), count(b))
      return one != other ? one < other : a == 0x20
    }.flatMap { mark in lines.contains { $0.utf8.contains(mark) } ? mark : nil }
      ?? UInt8(ascii: ",")
  }

  /// Returns how many recognized columns a row names.
  private static func knownCount(_ row: [String]) -> Int {
    row.count { timeNames.contains(key($0)) || isSignal($0) }
  }

  private static func isSignal(_ heading: String) -> Bool {
    isPulse(heading) || (signalNames + colorNames.joined()).contains(key(heading))
  }

  private static func isTime(_ heading: String) -> Bool {
    let name = key(heading)
    return timeNames.contains { name == $0 || name == $0 + "s" }
  }

  /// Returns whether a line of headings names a time, and a color or a pulse.
  static func namesSignal(_ line: some StringProtocol) -> Bool {
    let cells = line.split { ",;\t".contains($0) }.map { String($0.filter { $0 != "\"" }) }
    return cells.contains(where: isTime)
      && cells.contains { cell in
        isPulse(cell) || key(cell) == "gray" || colorNames.contains { $0.contains(key(cell)) }
      }
  }

  private static func isPulse(_ heading: String) -> Bool {
    heading.lowercased().contains(/ppg|pleth|bvp|pulse ?wave/)
  }

  /// Returns whether a heading names the signal of a sensor that sees no pulse, or none by light.
  private static func isOther(_ heading: String) -> Bool {
    heading.lowercased().contains(/^(acc|gyr|mag|resp|temp|eda|gsr|emg|ecg|ekg|eeg)/)
  }

  /// Returns the columns that a comment in JSON names, as OpenSignals writes it: each by its sensor, if it has one.
  private static func headings(in comments: String) -> [String]? {
    func list(_ name: String) -> [String] {
      guard let key = comments.firstRange(of: "\"\(name)\": [") else { return [] }
      return comments[key.upperBound...].prefix { $0 != "]" }.split(separator: ",")
        .map { $0.filter { !" \"".contains($0) } }
    }
    let sensors = Dictionary(zip(list("label"), list("sensor"))) { first, _ in first }
    let columns = list("column")
    return columns.isEmpty ? nil : columns.map { sensors[$0] ?? $0 }
  }

  /// Returns whether a field is neither a number nor a date.
  private static func isWord(_ field: String) -> Bool {
    field.contains(where: \.isLetter) && DecimalNumber.value(of: field) == nil && date(field) == nil
  }

  /// Returns the content of the first line, for messages: names of columns, or how many numbers.
  private static func found(_ lines: [String]) -> String {
    guard let first = lines.first else { return "it is empty" }
    return first.contains(where: \.isLetter)
      ? "its first line is '\(first.prefix(80))'" : "its first line holds numbers"
  }

  private static func key(_ heading: String) -> String {
    let plain = heading.prefix { !"([".contains($0) }.lowercased()
    var words = plain.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0 != "led" }
    if words.count > 1, let last = words.last, units[last] != nil { words.removeLast() }
    return words.joined()
  }

  private static let units = [
    "s": 1.0, "sec": 1, "seconds": 1, "second": 1, "ms": 1e-3, "msec": 1e-3, "milliseconds": 1e-3,
    "millis": 1e-3, "us": 1e-6, "µs": 1e-6, "micros": 1e-6, "microseconds": 1e-6, "ns": 1e-9,
    "nanoseconds": 1e-9, "nanos": 1e-9, "min": 60, "minutes": 60,
  ]

  private static let timeNames: Set<String> = [
    "time", "t", "timer", "timestamp", "datetime", "date", "second", "sec", "s", "ms", "millis",
    "elapsed", "elapsedtime", "zeit", "temps", "tiempo", "tempo", "phonetimestamp",
    "sensortimestamp", "timeutc", "clock", "micros", "us", "µs", "min", "minutes", "datenum",
  ]

  private static let colorNames = [
    ["red", "r", "rot", "rouge", "rojo", "meanred", "redmean", "redvalue"],
    ["green", "g", "grün", "vert", "verde", "meangreen", "greenmean", "greenvalue"],
    ["blue", "b", "blau", "bleu", "azul", "meanblue", "bluemean", "bluevalue"],
  ]

  private static let signalNames = [
    "ppg", "pleth", "bvp", "pulse", "hr", "ir", "infrared", "gray", "grey", "signal", "value",
    "adc",
    "amplitude", "level", "raw", "ppgraw", "rawppg", "pox", "ppgsignal", "pulsesignal", "sensor",
    "channel0", "ppg0",
    "ppg1", "ch1", "ch0", "data", "intensity", "brightness", "y", "plethysmogram",
  ]

  private static func date(_ text: String) -> Date? {
    guard text.count >= 8, let zone = try? ZoneRules.local.get() else { return clock(text) }
    return TimeText.date(written: text, in: zone)
      ?? WrittenDate(text)?.second.map { noDay + $0 } ?? clock(text)
  }

  /// Minutes and seconds: `0:00.008`.
  private static func clock(_ text: String) -> Date? {
    guard let match = text.wholeMatch(of: /(\d+):(\d\d[.,]\d+)/), let minutes = Double(match.1),
      let seconds = Double(match.2.replacing(",", with: "."))
    else { return nil }
    return noDay + 60 * minutes + seconds
  }

  /// The day that times of day are on.
  private static let noDay = Date(timeIntervalSinceReferenceDate: -1e9)

  private static func epoch(_ text: String) -> Date? { TimeText.date(sinceEpoch: text) }
}
