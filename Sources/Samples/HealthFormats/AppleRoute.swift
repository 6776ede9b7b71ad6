import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// The route of a workout as Apple's exports write it: GPX 1.1, one `trkpt` a place.
enum AppleRoute {
  /// The places of a file; `nil` if one has no coordinates or no time.
  static func points(of bytes: [UInt8]) -> [WorkoutRoute.Point]? {
    var scanner = Scanner(bytes)
    var points: [WorkoutRoute.Point] = []
    var point: WorkoutRoute.Point?
    var hasTime = false
    while let tag = scanner.next() {
      switch tag.name {
      case "trkpt":
        guard let latitude = tag.number("lat"), let longitude = tag.number("lon") else {
          return nil
        }
        point = WorkoutRoute.Point(
          time: .distantPast, latitude: latitude, longitude: longitude, horizontalAccuracy: -1)
        hasTime = false
      case "/trkpt":
        guard let place = point, hasTime else { return nil }
        points.append(place)
        point = nil
      case "ele": point?.altitude = scanner.number() ?? 0
      case "time":
        guard let time = TimeText.date(iso: scanner.text()) else { continue }
        point?.time = time
        hasTime = true
      case "speed": point?.speed = scanner.number() ?? -1
      case "course": point?.course = scanner.number() ?? -1
      case "hAcc": point?.horizontalAccuracy = scanner.number() ?? -1
      case "vAcc": point?.verticalAccuracy = scanner.number() ?? -1
      default: break
      }
    }
    return points.isEmpty ? nil : points
  }

  /// The sample that our own exports describe in a route that no workout refers to.
  static func ownSample(of bytes: [UInt8], _ points: [WorkoutRoute.Point]) -> Sample? {
    var scanner = Scanner(bytes)
    while let tag = scanner.next(), tag.name != "trkpt" {
      guard tag.name == "heartcam:sample" else { continue }
      var decoder = XMLTextDecoder()
      let text = scanner.text()
      let plain = Array(text.utf8).withUnsafeBytes { decoder.text(of: $0) }
      return WorkoutRoute(workout: nil, points: points).numbers.flatMap {
        SampleJSON.sample(of: plain, series: $0.json)
      }
    }
    return nil
  }

  /// The file of a route.
  ///
  /// - Parameter sample: The sample, if no workout's element describes it.
  static func file(of route: WorkoutRoute, describing sample: RecordSample?) -> String? {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Heartcam" xmlns="http://www.topografix.com/GPX/1/1"\
       xmlns:heartcam="urn:heartcam">
      """
    if let sample {
      guard let own = SampleJSON.value(of: .record(sample), withSeries: false) else { return nil }
      text +=
        "<metadata><extensions><heartcam:sample>\(AppleExportWriter.escaped(own.text))"
        + "</heartcam:sample></extensions></metadata>\n"
    }
    text += "<trk><trkseg>\n"
    for point in route.points {
      guard let time = TimeText.iso(point.time) else { return nil }
      func number(_ number: Double) -> String { DecimalNumber.text(number) }
      text += """
        <trkpt lon="\(number(point.longitude))" lat="\(number(point.latitude))">\
        <ele>\(number(point.altitude))</ele><time>\(time)</time><extensions>\
        <speed>\(number(point.speed))</speed><course>\(number(point.course))</course>\
        <hAcc>\(number(point.horizontalAccuracy))</hAcc>\
        <vAcc>\(number(point.verticalAccuracy))</vAcc></extensions></trkpt>

        """
    }
    return text + "</trkseg></trk></gpx>\n"
  }

  /// Tags in their order, and the text after one.
  private struct Scanner {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    struct Tag {
      let name: String
      let attributes: Substring

      func number(_ key: String) -> Double? {
        for quote in ["\"", "'"] {
          guard let begin = attributes.firstRange(of: " \(key)=\(quote)")?.upperBound,
            let end = attributes[begin...].firstIndex(of: Character(quote))
          else { continue }
          return DecimalNumber.value(of: attributes[begin..<end])
        }
        return nil
      }
    }

    mutating func next() -> Tag? {
      while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
      let begin = at + 1
      guard let end = bytes[min(begin, bytes.count)...].firstIndex(of: UInt8(ascii: ">")) else {
        at = bytes.count
        return nil
      }
      at = end + 1
      let text = String(decoding: bytes[begin..<end], as: UTF8.self)
      let name = text.prefix { !$0.isWhitespace }
      return Tag(
        name: String(name.hasSuffix("/") ? name.dropLast() : name),
        attributes: text[name.endIndex...])
    }

    mutating func text() -> String {
      let begin = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
      return String(decoding: bytes[begin..<at], as: UTF8.self)
    }

    mutating func number() -> Double? { DecimalNumber.value(of: text()) }
  }
}
