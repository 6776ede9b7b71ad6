import Glibc

/// Paints the frames of a simulated recording as interleaved 8-bit red, green, blue.
///
/// Each pixel is light, darker toward the corners, plus the sensor's noise, rounded and held within
/// 0 to 255 as a sensor does it. The noise lets the mean of whole numbers follow a pulse of a tenth
/// of a level, as in a real camera.
struct FingertipRenderer: FrameRenderer {
  let width: Int
  let height: Int

  /// The light of each pixel, 1 in the middle.
  private let vignette: [Float]

  /// A pattern of standard deviation 1 that repeats at its edges, for scenes that are no finger.
  private let texture: [Float]
  private static let textureSide = 256

  /// The sensor's noise in levels; each row of each frame reads it from another place on.
  private let noise: [Float]

  private var generator: SeededGenerator
  private(set) var pixels: [UInt8]

  init(_ scenario: Scenario, width: Int, height: Int) {
    self.width = width
    self.height = height
    var generator = SeededGenerator(seed: scenario.seed ^ 0xC0FFEE)
    let (centerX, centerY) = (Double(width - 1) / 2, Double(height - 1) / 2)
    let corner = max(centerX * centerX + centerY * centerY, 1)
    vignette = (0..<(width * height)).map { index in
      let (x, y) = (Double(index % width) - centerX, Double(index / width) - centerY)
      return Float(1 - scenario.vignetting * (x * x + y * y) / corner)
    }
    texture = Self.texture(using: &generator)
    var noise: [Float] = []
    for _ in 0..<max(1 << 16, 6 * width) {
      noise.append(Float(scenario.sensorNoise * generator.normal()))
    }
    self.noise = noise
    self.generator = generator
    pixels = Array(repeating: 0, count: 3 * width * height)
  }

  /// Paints `frame` into `pixels`.
  mutating func paint(_ frame: SimulatedRecording.Frame) {
    let share = Float(frame.sceneShare)
    let levels = (Float(frame.levels[0]), Float(frame.levels[1]), Float(frame.levels[2]))
    let side = Self.textureSide
    for y in 0..<height {
      var noiseIndex = Int.random(in: 0...(noise.count - 3 * width), using: &generator)
      let textureRow = Self.wrap(Double(y) + frame.offset.y * Double(width)) * side
      for x in 0..<width {
        let index = y * width + x
        var light = 1 + (vignette[index] - 1) * (1 - share)
        if share > 0 {
          let column = Self.wrap(Double(x) + frame.offset.x * Double(width))
          light *= max(0, 1 + 0.45 * share * texture[textureRow + column])
        }
        pixels[3 * index] = Self.level(levels.0 * light + noise[noiseIndex])
        pixels[3 * index + 1] = Self.level(levels.1 * light + noise[noiseIndex + 1])
        pixels[3 * index + 2] = Self.level(levels.2 * light + noise[noiseIndex + 2])
        noiseIndex += 3
      }
    }
  }

  private static func level(_ value: Float) -> UInt8 {
    UInt8(min(max(value.rounded(), 0), 255))
  }

  private static func wrap(_ position: Double) -> Int {
    let rest = Int(position.rounded(.down)) % textureSide
    return rest < 0 ? rest + textureSide : rest
  }

  /// Returns a dozen plane waves that fit the square: large light and dark parts, as rooms have.
  private static func texture(using generator: inout SeededGenerator) -> [Float] {
    let waves = (0..<12).map { _ in
      (
        x: Int.random(in: -2...2, using: &generator), y: Int.random(in: 0...2, using: &generator),
        phase: generator.uniform() * 2 * .pi
      )
    }
    let scale = (2.0 / Double(waves.count)).squareRoot()
    return (0..<(textureSide * textureSide)).map { index in
      let (x, y) = (Double(index % textureSide), Double(index / textureSide))
      return Float(
        waves.reduce(0) { sum, wave in
          let turns = (Double(wave.x) * x + Double(wave.y) * y) / Double(textureSide)
          return sum + scale * sin(2 * .pi * turns + wave.phase)
        })
    }
  }
}
