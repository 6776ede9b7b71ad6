import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// The route of a workout as Apple's exports write it: GPX 1.1, one `trkpt` a place.
struct AppleRoute {
  /// The places.
  let points: [WorkoutRoute.Point]

  /// The sample's description in our own exports, for a route that no workout refers to.
  private let description: String?

  /// Reads a file; `nil` without places, or if a place has no coordinates or no time.
  init?(_ bytes: [UInt8]) {
    var events = XMLEvents(PrefixedSource(bytes), log: ImportLog())
    var names: [String] = []
    var points: [WorkoutRoute.Point] = []
    var point: WorkoutRoute.Point?
    var description: String?
    while let event = try? events.next() {
      switch event {
      case .open(let name, _):
        names.append(name)
        guard name == "trkpt" else { continue }
        point = .init(time: .distantPast, latitude: .nan, longitude: .nan, horizontalAccuracy: -1)
      case .leaf(let name, let text):
        let name = name.isEmpty ? names.last ?? "" : name
        let number = DecimalNumber.value(of: text)
        switch name {
        case "@lat": point?.latitude = number ?? .nan
        case "@lon": point?.longitude = number ?? .nan
        case "time": if let time = TimeText.date(iso: text) { point?.time = time }
        case "ele": point?.altitude = number ?? 0
        case "speed": point?.speed = number ?? -1
        case "course": point?.course = number ?? -1
        case "hAcc": point?.horizontalAccuracy = number ?? -1
        case "vAcc": point?.verticalAccuracy = number ?? -1
        case "sample" where points.isEmpty: description = text
        default: break
        }
      case .close:
        guard names.popLast() == "trkpt", let place = point else { continue }
        guard !place.latitude.isNaN, !place.longitude.isNaN, place.time != .distantPast else {
          return nil
        }
        points.append(place)
        point = nil
      }
    }
    guard !points.isEmpty else { return nil }
    (self.points, self.description) = (points, description)
  }

  /// The sample that our own exports describe; `nil` for a route of another program.
  var ownSample: Sample? {
    guard let description, let numbers = WorkoutRoute(workout: nil, points: points).numbers else {
      return nil
    }
    return SampleJSON.sample(of: description, series: numbers.json)
  }

  /// Returns the file of a route.
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
}
