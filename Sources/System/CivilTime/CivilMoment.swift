package import FoundationEssentials

/// The reading of a zone's calendars and clocks at a moment.
package struct CivilMoment: Hashable, Sendable {
  /// The day.
  package let date: CivilDate

  /// Seconds of the day by the clock, 0 to 86,399.
  package let second: Int

  /// Seconds by which the clock is ahead of UTC.
  package let offset: Int

  /// Years of four digits, in seconds since 1970: a damaged file may hold any number.
  private static let reach = -62_167_219_200...253_402_300_799

  /// Reads the clock of a zone, at the second that contains a moment; of one beyond years of four
  /// digits, the nearest that has them.
  package init(_ date: Date, in zone: ZoneRules) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let time = seconds.isNaN ? 0 : Int(max(-1e12, min(1e12, seconds)))
    // The clock's reading has such a year, too.
    let offset = zone.offset(at: max(Self.reach.lowerBound, min(Self.reach.upperBound, time)))
    let shown = max(Self.reach.lowerBound, min(Self.reach.upperBound, time + offset))
    self.init(time: shown - offset, offset: offset)
  }

  /// Reads the clock of this machine's zone. If `TZ` names no zone that is UTC, as the offset says;
  /// a program that refuses such a `TZ` looks at `ZoneRules.local` first.
  package init(_ date: Date) {
    self.init(date, in: (try? ZoneRules.local.get()) ?? .utc)
  }

  init(time: Int, offset: Int) {
    let day = (time + offset).floorDivided(by: 86_400)
    date = CivilDate(day: day)
    second = time + offset - day * 86_400
    self.offset = offset
  }

  /// `2026-01-31`.
  package var day: String { date.text }

  /// `09:00`.
  package var minute: String { String(clock.prefix(5)) }

  /// `09:00:00`.
  package var clock: String {
    String(unsafeUninitializedCapacity: 8) { bytes in
      (second / 3600).write(digits: 2, to: bytes, at: 0)
      bytes[2] = UInt8(ascii: ":")
      (second / 60 % 60).write(digits: 2, to: bytes, at: 3)
      bytes[5] = UInt8(ascii: ":")
      (second % 60).write(digits: 2, to: bytes, at: 6)
      return 8
    }
  }

  /// `+0100`.
  package var offsetText: String {
    String(unsafeUninitializedCapacity: 5) { bytes in
      bytes[0] = UInt8(ascii: offset < 0 ? "-" : "+")
      (abs(offset) / 3600).write(digits: 2, to: bytes, at: 1)
      (abs(offset) / 60 % 60).write(digits: 2, to: bytes, at: 3)
      return 5
    }
  }
}
