import Glibc

/// Paints a face before a wall: an oval of skin with darker and lighter parts that moves with them, on a
/// bluish gray that does not move and is lit as the skin is not.
struct FaceRenderer: FrameRenderer {
  /// The half axes of the oval, in picture widths and heights.
  private static let halfWidth = 0.27
  private static let halfHeight = 0.42

  /// The part of the picture that the oval covers.
  static let share = .pi * halfWidth * halfHeight

  /// The levels of the wall: blue differences above and red ones below those of any skin.
  private static let wall: (Float, Float, Float) = (96, 112, 130)

  private static let textureSide = 64

  private let width: Int
  private let height: Int

  /// The skin's lightness, 1 on average, which repeats at its edges.
  private let texture: [Float]

  /// The sensor's noise in levels; each row of each frame reads it from another place on.
  private let noise: [Float]

  private var generator: SeededGenerator
  private(set) var pixels: [UInt8]

  init(_ scenario: Scenario, width: Int, height: Int) {
    self.width = width
    self.height = height
    var generator = SeededGenerator(seed: scenario.seed ^ 0xFACE)
    texture = Self.texture(using: &generator)
    noise = (0..<max(1 << 16, 6 * width)).map { _ in
      Float(scenario.sensorNoise * generator.normal())
    }
    self.generator = generator
    pixels = Array(repeating: 0, count: 3 * width * height)
  }

  mutating func paint(_ frame: SimulatedRecording.Frame) {
    let levels = (Float(frame.levels[0]), Float(frame.levels[1]), Float(frame.levels[2]))
    let (centerX, centerY) = (0.5 + frame.offset.x, 0.5 + frame.offset.y)
    for y in 0..<height {
      var noiseIndex = Int.random(in: 0...(noise.count - 3 * width), using: &generator)
      let down = ((Double(y) + 0.5) / Double(height) - centerY) / Self.halfHeight
      let half = Self.halfWidth * max(0, 1 - down * down).squareRoot()
      // The edge runs through pixels: a face that moves by less than one still moves.
      let (left, right) = ((centerX - half) * Double(width), (centerX + half) * Double(width))
      let row = Self.wrap((down * 0.5 + 0.5) * Double(Self.textureSide)) * Self.textureSide
      for x in 0..<width {
        let covered = Float(
          min(max(min(Double(x + 1), right) - max(Double(x), left), 0), 1))
        let across = ((Double(x) + 0.5) / Double(width) - centerX) / Self.halfWidth
        let light = texture[row + Self.wrap((across * 0.5 + 0.5) * Double(Self.textureSide))]
        let index = 3 * (y * width + x)
        pixels[index] = Self.level(
          Self.wall.0 + covered * (levels.0 * light - Self.wall.0) + noise[noiseIndex])
        pixels[index + 1] = Self.level(
          Self.wall.1 + covered * (levels.1 * light - Self.wall.1) + noise[noiseIndex + 1])
        pixels[index + 2] = Self.level(
          Self.wall.2 + covered * (levels.2 * light - Self.wall.2) + noise[noiseIndex + 2])
        noiseIndex += 3
      }
    }
  }

  private static func level(_ value: Float) -> UInt8 {
    UInt8(min(max(value.rounded(), 0), 255))
  }

  private static func wrap(_ position: Double) -> Int {
    min(max(Int(position), 0), textureSide - 1)
  }

  /// Returns broad waves of lightness, some 8% of it.
  private static func texture(using generator: inout SeededGenerator) -> [Float] {
    let waves = (0..<8).map { _ in
      (
        x: Int.random(in: -3...3, using: &generator), y: Int.random(in: 1...3, using: &generator),
        phase: generator.uniform() * 2 * .pi
      )
    }
    return (0..<(textureSide * textureSide)).map { index in
      let (x, y) = (Double(index % textureSide), Double(index / textureSide))
      return Float(
        waves.reduce(1) { sum, wave in
          let turns = (Double(wave.x) * x + Double(wave.y) * y) / Double(textureSide)
          return sum + 0.04 * sin(2 * .pi * turns + wave.phase)
        })
    }
  }
}
