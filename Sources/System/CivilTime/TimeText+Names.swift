package import FoundationEssentials

extension TimeText {
  /// Returns the date and time in a file's name, as cameras, phones and screen recorders write
  /// them: `IMG_20200327_151500.mp4`, `VID20200327151500.mp4`, `2020-03-27 15.15.00.mov`,
  /// `Recording 2020-03-27 at 3.15.00 PM.mov`.
  ///
  /// It is the time of the zone's clocks, unless the name says otherwise: by a `Z`, by an offset behind
  /// a time of ISO 8601, or by `PXL_`, which Google's phones write before times in UTC. A name without
  /// seconds may count something else, and has none.
  /// - Returns: The first one in the name; `nil` if the name has no date and time.
  package static func date(inName name: some StringProtocol, in zone: ZoneRules) -> Date? {
    let name = String(name)
    let days =
      #/
      (?: ^ | \D ) (?<year> (?: 19[7-9] | 20\d ) \d ) (?<mark> [-_.]? ) (?<month> \d\d ) \k<mark> (?<day> \d\d )
      /#.asciiOnlyDigits()
    // Fourteen digits in a row are a date and a time, too. Clocks of twelve hours have hours of one digit, and Apple
    // writes a narrow space after them.
    let times =
      #/
      (?<iso> T )? (?: _at_ | \x20at\x20 | [-_.\x20] )? (?<hour> \d\d? ) (?<mark> [-_.:]? ) (?<minute> [0-5]\d ) \k<mark>
      (?<second> [0-5]\d ) (?<milli> \d{3} )? (?! \d ) (?: [\x20\u{202F}]? (?<half> AM | am | PM | pm ) )?
      (?<zone> Z | [-+]\d\d:?[0-5]\d (?! \d ) )?
      /#.asciiOnlyDigits()
    for match in name.matches(of: days) {
      let day = CivilDate(
        year: Int(match.year) ?? 0, month: Int(match.month) ?? 0, day: Int(match.day) ?? 0)
      guard day.isReal, let time = name[match.range.upperBound...].prefixMatch(of: times),
        var hour = Int(time.hour), time.mark.isEmpty || time.milli == nil
      else { continue }
      if let half = time.half {
        guard (1...12).contains(hour) else { continue }
        hour = hour % 12 + (half.lowercased() == "am" ? 0 : 12)
      } else if time.hour.count < 2 || hour > 23 {
        continue
      }
      let fraction = (time.milli.flatMap { Double($0) } ?? 0) / 1000
      let local =
        day.dayNumber * 86_400 + hour * 3600 + (Int(time.minute) ?? 0) * 60
        + (Int(time.second) ?? 0)
      let isPixel = name[..<match.year.startIndex].hasSuffix("PXL_")
      let said = time.iso == nil ? nil : time.zone.flatMap { WrittenDate("00:00\($0)")?.offset }
      let offset = said ?? (isPixel ? 0 : nil)
      return moment(offset.map { local - $0 } ?? zone.time(ofLocal: local), fraction)
    }
    return nil
  }
}
