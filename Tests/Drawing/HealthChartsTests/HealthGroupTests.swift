import Charts
import Foundation
import SampleStore
import Testing

@testable import HealthCharts

/// The colors of groups and of the stages of sleep.
@Suite struct HealthGroupTests {
  private typealias Light = SIMD3<Double>

  /// Linear light of "#ff0000".
  private static func light(_ text: String) -> Light {
    let number = UInt32(text.dropFirst(), radix: 16) ?? 0
    func linear(_ byte: UInt32) -> Double {
      let value = Double(byte & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return Light(linear(number >> 16), linear(number >> 8), linear(number))
  }

  private static func luminance(_ light: Light) -> Double {
    (light * Light(0.2126, 0.7152, 0.0722)).sum()
  }

  private static func contrast(_ a: String, _ b: String) -> Double {
    let values = [luminance(light(a)), luminance(light(b))].sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  @Test func `each group's color can be read on the background of charts`() {
    for group in HealthGroup.allCases {
      let color = group.color.styleSheetText
      let ground = Color.background.styleSheetText
      #expect(contrast(color.light, ground.light) >= 4.5, "\(group), light")
      #expect(contrast(color.dark, ground.dark) >= 4.5, "\(group), dark")
    }
  }

  private func contrast(_ a: String, _ b: String) -> Double { Self.contrast(a, b) }

  /// What people see who lack a kind of cone: the rows of a matrix for linear light (Machado, Oliveira and
  /// Fernandes 2009, severity 1).
  private static let sights: [(name: String, rows: [Light])] = [
    ("all cones", [Light(1, 0, 0), Light(0, 1, 0), Light(0, 0, 1)]),
    (
      "protanopia",
      [
        Light(0.152286, 1.052583, -0.204868), Light(0.114503, 0.786281, 0.099216),
        Light(-0.003882, -0.048116, 1.051998),
      ]
    ),
    (
      "deuteranopia",
      [
        Light(0.367322, 0.860646, -0.227968), Light(0.280085, 0.672501, 0.047413),
        Light(-0.011820, 0.042940, 0.968881),
      ]
    ),
    (
      "tritanopia",
      [
        Light(1.255528, -0.076749, -0.178779), Light(-0.078411, 0.930809, 0.147602),
        Light(0.004733, 0.691367, 0.303900),
      ]
    ),
  ]

  /// CIE L*a*b* for D65, in which the distance of two colors is their difference.
  private static func lab(_ light: Light) -> Light {
    let white = Light(0.9505, 1, 1.089)
    let xyz =
      Light(
        (light * Light(0.4124, 0.3576, 0.1805)).sum(),
        (light * Light(0.2126, 0.7152, 0.0722)).sum(),
        (light * Light(0.0193, 0.1192, 0.9505)).sum()) / white
    func f(_ value: Double) -> Double {
      value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
    }
    return Light(116 * f(xyz.y) - 16, 500 * (f(xyz.x) - f(xyz.y)), 200 * (f(xyz.y) - f(xyz.z)))
  }

  @Test(arguments: [true, false])
  func `no two stages of sleep look alike, whichever cones a reader lacks`(isLight: Bool) {
    let stages = HypnogramChart.colors.map {
      ($0.key, isLight ? $0.value.styleSheetText.light : $0.value.styleSheetText.dark)
    }
    for (name, rows) in Self.sights {
      let seen = stages.map { stage, text in
        let light = Self.light(text)
        let made = Light((light * rows[0]).sum(), (light * rows[1]).sum(), (light * rows[2]).sum())
        return (
          stage,
          Self.lab(made.clamped(lowerBound: Light(repeating: 0), upperBound: Light(repeating: 1)))
        )
      }
      for (index, one) in seen.enumerated() {
        for other in seen[(index + 1)...] {
          let difference = ((one.1 - other.1) * (one.1 - other.1)).sum().squareRoot()
          // Two that are just told apart differ by about 2.3; these are side by side in bars.
          #expect(difference > 10, "\(one.0) and \(other.0), \(name): \(difference)")
        }
      }
    }
  }

  @Test func `every known type has a group, and the usual ones the group that people expect`() {
    let expected: [(SampleType, HealthGroup)] = [
      (.quantity(.heartRate), .heart), (.quantity(.restingHeartRate), .heart),
      (.quantity(.sessionHeartRate), .heart), (.quantity(.walkingHeartRateAverage), .heart),
      (.correlation(.bloodPressure), .heart), (.quantity(.oxygenSaturation), .heart),
      (.quantity(.stepCount), .activity), (.workout, .activity),
      (.quantity(.activeEnergyBurned), .activity), (.category(.sleepAnalysis), .sleep),
      (.quantity(.bodyMass), .body), (.quantity(.height), .body),
      (.quantity(.bloodGlucose), .body), (.quantity(.environmentalAudioExposure), .other),
    ]
    for (type, group) in expected { #expect(HealthGroup(type) == group, "\(type.identifier)") }
    let groups = Dictionary(grouping: SampleType.allKnown, by: { HealthGroup($0) })
    #expect(Set(groups.keys) == Set(HealthGroup.allCases))
  }
}
