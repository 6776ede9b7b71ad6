package import FoundationEssentials

extension TimeText {
  /// The date and time in a file's name, as cameras, phones and screen recorders write them:
  /// `IMG_20200327_151500.mp4`, `VID20200327151500.mp4`, `2020-03-27 15.15.00.mov`,
  /// `Recording 2020-03-27 at 3.15.00 PM.mov`.
  ///
  /// It is what clocks of the zone showed, unless the name says otherwise: by a `Z`, by an offset behind
  /// a time of ISO 8601, or by `PXL_`, which Google's phones write before times in UTC. A name without
  /// seconds may count something else, and has none.
  /// - Returns: The first one in the name; `nil` if the name has no date and time.
  package static func date(inName name: some StringProtocol, in zone: ZoneRules) -> Date? {
    let bytes = Array(name.utf8)
    return bytes.withUnsafeBytes { bytes in
      for index in bytes.indices {
        guard bytes[index].isDigit, index == 0 || !bytes[index - 1].isDigit else { continue }
        var reader = NameReader(DigitReader(UnsafeRawBufferPointer(rebasing: bytes[index...])))
        guard let (local, fraction, offset) = reader.moment() else { continue }
        let isPixel = bytes[..<index].suffix(4).elementsEqual("PXL_".utf8)
        let time = (offset ?? (isPixel ? 0 : nil)).map { local - $0 } ?? zone.time(ofLocal: local)
        return moment(time, fraction)
      }
      return nil
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}

/// Reads a date and a time of day as names of files have them.
private struct NameReader {
  private var reader: DigitReader

  init(_ reader: DigitReader) { self.reader = reader }

  /// Seconds from 1970 by the clock that is meant, its fraction, and its offset if that is said.
  mutating func moment() -> (local: Int, fraction: Double, offset: Int?)? {
    guard let day = day() else { return nil }
    let isISO = reader.take("T")
    if !isISO, !reader.take(text: "_at_"), !reader.take(text: " at ") {
      // Fourteen digits in a row are a date and a time, too.
      _ = ["_", "-", " ", "."].contains { reader.take($0) }
    }
    guard let (second, fraction) = timeOfDay() else { return nil }
    let local = day.dayNumber * 86_400 + second
    guard isISO || reader.take("Z") else {
      return reader.isBeforeDigit ? nil : (local, fraction, nil)
    }
    return (local, fraction, reader.take("Z") ? 0 : offset())
  }

  private mutating func day() -> CivilDate? {
    guard let year = reader.number(4), (1970...2099).contains(year) else { return nil }
    let mark = ["-", "_", "."].first { reader.take($0) }
    guard let month = reader.number(2), mark.map({ reader.take($0) }) ?? true,
      let day = reader.number(2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return date.isReal ? date : nil
  }

  /// Seconds of a day, to a fraction if there are milliseconds.
  private mutating func timeOfDay() -> (Int, Double)? {
    let start = reader
    var hour = reader.number(2)
    var isShort = false
    if hour == nil {
      // Clocks of twelve hours have hours of one digit.
      reader = start
      (hour, isShort) = (reader.number(1), true)
    }
    guard var hour, hour < 24 else { return nil }
    let mark = ["-", "_", ".", ":"].first { reader.take($0) }
    guard let minute = reader.number(2), minute < 60, mark.map({ reader.take($0) }) ?? true,
      let second = reader.number(2), second < 60
    else { return nil }
    let fraction = mark == nil ? milliseconds() : 0
    guard !reader.isBeforeDigit else { return nil }
    let end = reader
    // Apple writes a narrow blank.
    _ = [" ", "\u{202F}"].contains { reader.take(text: $0) }
    let isMorning = ["AM", "am"].contains { reader.take(text: $0) }
    if isMorning || ["PM", "pm"].contains(where: { reader.take(text: $0) }) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isMorning ? 0 : 12)
    } else {
      guard !isShort else { return nil }
      reader = end
    }
    return (hour * 3600 + minute * 60 + second, fraction)
  }

  private mutating func milliseconds() -> Double {
    let start = reader
    guard let count = reader.number(3), !reader.isBeforeDigit else {
      reader = start
      return 0
    }
    return Double(count) / 1000
  }

  /// Seconds by which a clock is ahead of UTC, if the name says so.
  private mutating func offset() -> Int? {
    let isWest = reader.take("-")
    guard isWest || reader.take("+"), let hours = reader.number(2), hours <= 14,
      reader.take(":") || true, let minutes = reader.number(2), minutes < 60, !reader.isBeforeDigit
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
