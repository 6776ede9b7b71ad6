import CommandEnvironment
import JSONCoding
import V4L2Source

/// A camera as `heartcam camera list` shows it, for a person and for a program.
enum CameraText {
  static func text(of camera: CameraDescription, withDetails: Bool) -> String {
    var lines = [camera.path + (camera.name.isEmpty ? "" : "  \(camera.name.withVisibleControls)")]
    if let path = camera.stablePath { lines.append("  \(path.withVisibleControls)") }
    if !camera.driver.isEmpty {
      lines.append("  driver \(camera.driver), bus \(camera.bus)".withVisibleControls)
    }
    if let problem = camera.problem {
      lines.append("  cannot be used: \(problem.advice)")
      if !withDetails { return lines.joined(separator: "\n") + "\n" }
    }
    let formats = withDetails ? camera.formats.count : fewFormats
    for format in camera.formats.prefix(formats) { lines += rows(of: format, withDetails) }
    lines += rest("format", beyond: formats, of: camera.formats.count)
    let controls = withDetails ? camera.controls.count : fewControls
    lines += camera.controls.prefix(controls).map(row)
    lines += rest("control", beyond: controls, of: camera.controls.count)
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(of camera: CameraDescription) -> JSONValue {
    [
      "path": .string(camera.path), "stable_path": .optional(camera.stablePath),
      "name": .string(camera.name), "driver": .string(camera.driver), "bus": .string(camera.bus),
      "usable": .bool(camera.isUsable), "problem": .optional(camera.problem?.identifier),
      "advice": .optional(camera.problem?.advice), "formats": .array(camera.formats.map(json)),
      "controls": .array(camera.controls.map(json)),
    ]
  }

  // MARK: -

  /// The limits of the short form: all of a webcam, the beginning of a test driver.
  private static let (fewFormats, fewControls) = (6, 20)

  private static func rest(_ name: String, beyond shown: Int, of count: Int) -> [String] {
    guard count > shown else { return [] }
    let left = count - shown
    return ["  and \(left) more \(name)\(left == 1 ? "" : "s"); --all shows them"]
  }

  private static func rows(of format: CameraFormat, _ withDetails: Bool) -> [String] {
    let heading = "  \(format.fourCC)  \(format.description)".withVisibleControls
    guard withDetails else {
      let sizes = format.sizes.prefix(6).map { size in
        size.description + (size.rates.greatest.map { " at \(rate($0))" } ?? "")
      }
      let more = format.sizes.count > 6 ? ", and \(format.sizes.count - 6) more" : ""
      return [heading] + (sizes.isEmpty ? [] : ["    " + sizes.joined(separator: ", ") + more])
    }
    return [heading]
      + format.sizes.map { size in
        "    " + padded(size.description, 12) + "  " + rates(size.rates)
      }
  }

  private static func rates(_ rates: CameraRates) -> String {
    switch rates {
    case .discrete(let rates): rates.map(rate).joined(separator: ", ") + " frames/s"
    case .range(let range):
      "\(rate(range.lowerBound)) to \(rate(range.upperBound)) frames/s"
    case .unknown: "the driver lists no rates"
    }
  }

  private static func row(of control: CameraControl) -> String {
    var text = "  " + padded(control.name.withVisibleControls, 32)
    switch control.kind {
    case .menu, .integerMenu:
      let current = control.menu.first { $0.value == control.value }?.name
      let names = control.menu.map { "\($0.value) \($0.name)" }.joined(separator: ", ")
      text += (current ?? "-").withVisibleControls + " of " + names.withVisibleControls
    case .boolean: text += control.value.map { $0 == 0 ? "off" : "on" } ?? "-"
    case .button: text += "can be pressed"
    default:
      text += (control.value.map { "\($0)" } ?? "-")
      text += " of \(control.minimum) to \(control.maximum)"
      if control.step > 1 { text += " by \(control.step)" }
    }
    if control.kind != .button { text += ", usually \(control.defaultValue)" }
    if control.isReadOnly { text += ", cannot be set" }
    if control.isInactive { text += ", governed by another" }
    if control.isGrabbed { text += ", taken by another program" }
    return text
  }

  private static func json(of format: CameraFormat) -> JSONValue {
    [
      "format": .string(format.fourCC.description), "description": .string(format.description),
      "sizes": .array(format.sizes.map(json)),
    ]
  }

  private static func json(of size: CameraSize) -> JSONValue {
    var rates = JSONValue.null
    switch size.rates {
    case .discrete(let values): rates = .array(values.map { .rounded($0, 3) })
    case .range(let range):
      rates = ["min": .rounded(range.lowerBound, 3), "max": .rounded(range.upperBound, 3)]
    case .unknown: break
    }
    if size.isDiscrete {
      return [
        "width": .integer(size.width.lowerBound), "height": .integer(size.height.lowerBound),
        "frame_rates": rates,
      ]
    }
    return [
      "min_width": .integer(size.width.lowerBound), "max_width": .integer(size.width.upperBound),
      "step_width": .integer(size.widthStep), "min_height": .integer(size.height.lowerBound),
      "max_height": .integer(size.height.upperBound), "step_height": .integer(size.heightStep),
      "frame_rates": rates,
    ]
  }

  private static func json(of control: CameraControl) -> JSONValue {
    let id = String(control.id, radix: 16)
    return [
      "id": .string("0x" + String(repeating: "0", count: max(0, 8 - id.count)) + id),
      "name": .string(control.name), "kind": .string(control.kind.rawValue),
      "min": .integer(control.minimum), "max": .integer(control.maximum),
      "step": .integer(control.step), "default": .integer(control.defaultValue),
      "value": control.value.map(JSONValue.integer) ?? .null,
      "menu": .array(
        control.menu.map {
          ["value": .integer($0.value), "name": .string($0.name)]
        }),
      "inactive": .bool(control.isInactive), "read_only": .bool(control.isReadOnly),
      "grabbed": .bool(control.isGrabbed),
    ]
  }

  private static func rate(_ rate: Double) -> String {
    let rounded = rate.rounded(toPlaces: 2)
    return rounded == rounded.rounded() ? rounded.fixed(0) : rounded.fixed(2)
  }
}
