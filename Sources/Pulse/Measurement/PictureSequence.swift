import CivilTime
import FileAccess
import FoundationEssentials
import Glibc

/// The pictures of a folder, or of a name with a number in it such as `frames/%04d.png`.
struct PictureSequence {
  /// Their paths, in the order of their numbers.
  let paths: [String]

  /// Names that are taken for pictures.
  private static let endings: Set<String> = [
    "png", "jpg", "jpeg", "bmp", "tif", "tiff", "ppm", "pgm", "pnm", "webp", "tga", "dpx", "exr",
  ]

  /// Creates the pictures of an input; `nil` for any other input.
  init?(_ name: String) {
    var status = stat()
    let named: [String]
    if name.withFileName({ stat($0, &status) }) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
      named = inCountedOrder(FileName.names(inFolder: name).filter(Self.isPicture)).map {
        name.hasSuffix("/") ? name + $0 : "\(name)/\($0)"
      }
    } else {
      guard let found = Self.matches(of: name) else { return nil }
      named = found
    }
    // A pipe or a device that bears such a name was not asked for.
    paths = named.filter { !FileIdentity.isSpecial($0) }
    guard paths.count > 1 else { return nil }
  }

  /// Whether the names say when the pictures were taken.
  var hasTimes: Bool {
    let times = paths.map(Self.nanoseconds)
    // No camera takes more than a thousand a second.
    return zip(times, times.dropFirst()).allSatisfy { a, b in
      a.flatMap { a in b.map { $0 - a > 999_000 } } ?? false
    }
  }

  /// When the first was taken, if its name says so.
  var start: Date? {
    paths.first.flatMap(Self.nanoseconds).flatMap(Self.date)
  }

  /// Returns the moment of nanoseconds since 1970; `nil` for those since the first picture.
  static func date(_ nanoseconds: Int) -> Date? {
    nanoseconds > 1_000_000_000_000_000_000
      ? Date(timeIntervalSince1970: Double(nanoseconds) / 1e9) : nil
  }

  /// Returns the nanoseconds since 1970 that the name of a picture says, also in milli- or microseconds, as
  /// cameras of data sets write them (PURE: `Image1392643993642815000.png`), in seconds with a fraction, which may
  /// count from the first picture, or as a date with microseconds; `nil` for any other name.
  static func nanoseconds(of path: String) -> Int? {
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    let stem = name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)
    if let match = stem.firstMatch(of: /(^\/?|\D)(\d+)\.(\d{3,9})$/),
      match.1.allSatisfy({ $0 == "/" }) || match.2.count == 10
    {
      return Int(match.2 + match.3 + String(repeating: "0", count: 9 - match.3.count))
    }
    if let match = stem.firstMatch(of: /\d\d[-_.](\d{6})$/), let zone = try? ZoneRules.local.get(),
      let date = TimeText.date(inName: stem.dropLast(7), in: zone), let part = Int(match.1)
    {
      return Int(date.timeIntervalSince1970) * 1_000_000_000 + part * 1000
    }
    let numbers = name.split { !"0123456789".contains($0) }
    guard let digits = numbers.first(where: { $0.count > 12 }),
      let unit = [13: 1_000_000, 16: 1000, 19: 1][digits.count],
      let (time, isTooLong) = Int(digits)?.multipliedReportingOverflow(by: unit), !isTooLong,
      (1_000_000_000..<4_100_000_000).contains(time / 1_000_000_000)
    else { return nil }
    return time
  }

  /// Whether the numbers in the names count frames, of which some pictures are missing: they rise, and mostly by 1.
  var countsFrames: Bool {
    let numbers = paths.map(Self.number)
    let steps = zip(numbers, numbers.dropFirst()).map { a, b in
      a.flatMap { a in b.map { $0 - a } } ?? 0
    }
    return steps.allSatisfy { $0 > 0 } && 2 * steps.count { $0 == 1 } > steps.count
  }

  /// The last number in the name of a picture; `nil` for none, or for one that counts no frames.
  static func number(of path: String) -> Int? {
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    return name.split { !"0123456789".contains($0) }.last.flatMap { $0.count < 13 ? Int($0) : nil }
  }

  /// Whether a name is taken for that of a picture.
  static func isPicture(_ name: String) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Returns the files that `%d` or `%04d` in the last part of a path stands for; `nil` without such a number.
  private static func matches(of pattern: String) -> [String]? {
    let slash = pattern.lastIndex(of: "/").map { pattern.index(after: $0) } ?? pattern.startIndex
    let (folder, last) = (pattern[..<slash], pattern[slash...])
    guard let match = last.firstMatch(of: /%(0(\d))?d/) else { return nil }
    let (prefix, suffix) = (last[..<match.range.lowerBound], last[match.range.upperBound...])
    let width = match.output.2.flatMap { Int($0) } ?? 1
    let found = FileName.names(inFolder: folder.isEmpty ? "." : String(folder)).compactMap {
      name -> (number: Int, path: String)? in
      guard name.count >= prefix.count + width + suffix.count, name.hasPrefix(prefix),
        name.hasSuffix(suffix),
        case let digits = name.dropFirst(prefix.count).dropLast(suffix.count),
        digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits)
      else { return nil }
      return (number, folder + name)
    }
    return found.sorted { $0.number < $1.number }.map(\.path)
  }
}

/// Names in the order in which people count them: v2 before v10. Each is taken apart once.
package func inCountedOrder(_ names: [String]) -> [String] {
  let part = /\d+|\D+/
  return names.map { name in
    (name, name.matches(of: part).map { (text: $0.output, number: Double($0.output)) })
  }.sorted { a, b in
    for (first, second) in zip(a.1, b.1) where first.text != second.text {
      if let one = first.number, let other = second.number, one != other { return one < other }
      return first.text < second.text
    }
    return a.0.utf8.count < b.0.utf8.count
  }.map(\.0)
}

extension RecordingInput {
  /// Whether it is several pictures, whose names may say when they were taken.
  public var isPictureSequence: Bool { !isStandardInput && PictureSequence(name) != nil }

  /// Whether it is several pictures whose names say when they were taken.
  package var isTimedSequence: Bool { !isStandardInput && PictureSequence(name)?.hasTimes == true }
}
