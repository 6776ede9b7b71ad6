import Glibc

/// Converts light into levels: exposure, gain, white balance and response, with the automations of a webcam.
struct Sensor {
  enum Response: String, CaseIterable {
    case linear, gamma

    func level(of light: Double) -> Double {
      let light = min(max(light, 0), 1)
      return 255 * (self == .linear ? light : pow(light, 1 / 2.2))
    }

    /// Returns the light that gives a level: the inverse of `level(of:)`.
    func light(at share: Double) -> Double { self == .linear ? share : pow(share, 2.2) }
  }

  /// One exposed picture. Rows differ by the vignette; the pixels of a row are equal.
  struct Picture {
    fileprivate let light: SIMD4<Double>

    /// How much of the view is a room with light and dark objects, from 0 to 1.
    fileprivate let texture: Double
    fileprivate let brightness: Double
    fileprivate let response: Response

    /// Returns red, green and blue from 0 to 255 at a height from -1, the upper edge, to 1.
    func color(at height: Double) -> SIMD4<Double> {
      let things = 1 + 0.8 * texture * sin(5 * height + 1)
      let light = light * (1 - Sensor.vignetting * height * height) * things
      var color = SIMD4<Double>.zero
      for channel in 0..<3 {
        color[channel] = min(max(response.level(of: light[channel]) + brightness, 0), 255)
      }
      return color
    }

    /// The mean luma, from 0 to 255.
    fileprivate var luma: Double {
      let rows = 8
      let sum = (0..<rows).reduce(SIMD4<Double>.zero) {
        $0 + color(at: (Double($1) + 0.5) * 2 / Double(rows) - 1)
      }
      return (sum * SIMD4(0.299, 0.587, 0.114, 0)).sum() / Double(rows)
    }
  }

  fileprivate static let vignetting = 0.3
  /// The target of automatic exposure.
  private static let targetLuma = 118.0
  /// The share of the correction, as an exponent, that it makes with each frame.
  private static let correctionExponent = 0.08

  let response: Response

  /// The exposure in units of 100 µs, apart from the control, whose steps are whole.
  private var automaticExposure = Double(CameraControl.exposureTime.defaultValue)

  init(response: Response) { self.response = response }

  /// The length of the next frame in seconds: the requested interval, or a multiple of it if a longer exposure may
  /// slow the camera.
  func frameDuration(of mode: CameraMode, _ settings: CameraSettings) -> Double {
    let interval = Double(mode.frameInterval) * 1e-7
    guard settings[.dynamicFrameRate] != 0 else { return interval }
    let longest = settings.isAutomatic(.exposureTime) ? 2.0 : 16
    let exposure = Double(settings[.exposureTime]) * 1e-4
    return interval * min(max((exposure / interval - 0.01).rounded(.up), 1), longest)
  }

  /// Exposes a picture, then adjusts the automations to it.
  /// - Parameter texture: How much of the view is a room, from 0 to 1.
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
      automaticExposure *= pow(Self.targetLuma / max(picture.luma, 1), Self.correctionExponent)
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
