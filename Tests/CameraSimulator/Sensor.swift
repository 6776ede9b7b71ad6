import Glibc

/// What turns light into levels: exposure, gain, white balance and a response, with the automations of a webcam.
struct Sensor {
  enum Response: String, CaseIterable {
    case linear, gamma

    func level(of light: Double) -> Double {
      let light = min(max(light, 0), 1)
      return 255 * (self == .linear ? light : pow(light, 1 / 2.2))
    }

    /// The light that has a level: the inverse of `level(of:)`.
    func light(at share: Double) -> Double { self == .linear ? share : pow(share, 2.2) }
  }

  /// One exposed picture: rows differ by the vignette, pixels in a row do not.
  struct Picture {
    fileprivate let light: SIMD4<Double>

    /// How much of a room with light and dark things in it there is to see, from 0 to 1.
    fileprivate let texture: Double
    fileprivate let brightness: Double
    fileprivate let response: Response

    /// Red, green and blue from 0 to 255 at a height from -1, the upper edge, to 1.
    func color(at height: Double) -> SIMD4<Double> {
      let things = 1 + 0.8 * texture * sin(5 * height + 1)
      let light = light * (1 - Sensor.vignetting * height * height) * things
      var color = SIMD4<Double>.zero
      for channel in 0..<3 {
        color[channel] = min(max(response.level(of: light[channel]) + brightness, 0), 255)
      }
      return color
    }

    /// Mean luma from 0 to 255.
    fileprivate var luma: Double {
      let rows = 8
      let sum = (0..<rows).reduce(SIMD4<Double>.zero) {
        $0 + color(at: (Double($1) + 0.5) * 2 / Double(rows) - 1)
      }
      return (sum * SIMD4(0.299, 0.587, 0.114, 0)).sum() / Double(rows)
    }
  }

  fileprivate static let vignetting = 0.3
  /// What automatic exposure aims at.
  private static let targetLuma = 118.0
  /// The share of the way, as a power, that it goes with each frame.
  private static let haste = 0.08

  let response: Response

  /// In units of 100 µs; kept apart from the control, whose steps are whole.
  private var automaticExposure = Double(CameraControl.exposureTime.defaultValue)

  init(response: Response) { self.response = response }

  /// How long the next frame takes, in seconds: the interval that was asked for, or a multiple of it where a
  /// longer exposure may slow the camera.
  func frameDuration(of mode: CameraMode, _ settings: CameraSettings) -> Double {
    let interval = Double(mode.frameInterval) * 1e-7
    guard settings[.dynamicFrameRate] != 0 else { return interval }
    let longest = settings.isAutomatic(.exposureTime) ? 2.0 : 16
    let exposure = Double(settings[.exposureTime]) * 1e-4
    return interval * min(max((exposure / interval - 0.01).rounded(.up), 1), longest)
  }

  /// Exposes a picture, then lets the automations look at it.
  /// - Parameter texture: How much of a room there is to see, from 0 to 1.
  mutating func expose(
    _ radiance: SIMD4<Double>, texture: Double, mode: CameraMode, _ settings: inout CameraSettings
  ) -> Picture {
    let isAutomatic = settings.isAutomatic(.exposureTime)
    if !isAutomatic { automaticExposure = Double(settings[.exposureTime]) }
    let longest = frameDuration(of: mode, settings) * 1e4
    let exposure = min(automaticExposure, longest)
    let amplification = 1 + Double(settings[.gain]) / 32
    let warmth = pow(Double(settings[.whiteBalance]) / 4600, 0.7)
    let usual = Double(CameraControl.exposureTime.defaultValue)
    var light = SIMD4<Double>.zero
    for channel in 0..<3 { light[channel] = response.light(at: radiance[channel]) }
    light *= exposure / usual * amplification * SIMD4(warmth, 1, 1 / warmth, 0)
    let picture = Picture(
      light: light, texture: texture, brightness: (Double(settings[.brightness]) - 128) / 2,
      response: response)
    if isAutomatic {
      let interval = Double(mode.frameInterval) * 1e-3
      let limit = settings[.dynamicFrameRate] != 0 ? 2 * interval : interval
      automaticExposure *= pow(Self.targetLuma / max(picture.luma, 1), Self.haste)
      automaticExposure = min(max(automaticExposure, 3), limit)
      settings[.exposureTime] = Int(automaticExposure.rounded())
    }
    if settings.isAutomatic(.whiteBalance) {
      let color = picture.color(at: 0)
      settings[.whiteBalance] += color.x > color.z + 2 ? -10 : color.z > color.x + 2 ? 10 : 0
    }
    return picture
  }
}
