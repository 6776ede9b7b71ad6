import JSONCoding
import BenchmarkSupport
import Glibc
import Photoplethysmography
import Simulation
import VideoFrames

/// The kinds of recordings. Seeds depend on a kind's place in the list, so new ones are added at its end.
extension DisturbedSets {
  /// Returns a kind twice: with a pulse, and without.
  private static func both(
    _ name: String, _ draw: @escaping @Sendable (inout Scenario, inout Draw) -> Void
  ) -> [Kind] {
    [
      Kind(name: "\(name) with a pulse", hasPulse: true, draw: draw),
      Kind(name: "\(name) without", hasPulse: false, draw: draw),
    ]
  }

  private static func pulse(
    _ name: String, _ draw: @escaping @Sendable (inout Scenario, inout Draw) -> Void
  ) -> [Kind] { [Kind(name: name, hasPulse: true, draw: draw)] }

  /// Returns a kind in which something interrupts the rhythm, with waves of every shape.
  private static func irregular(
    _ name: String, _ arrhythmia: @escaping @Sendable (inout Draw) -> Arrhythmia
  ) -> [Kind] {
    pulse(name) { scenario, draw in
      scenario.heart.course = .constant(draw.between(48, 100))
      scenario.heart.arrhythmia = arrhythmia(&draw)
      twoHills(&scenario, &draw)
    }
  }

  /// Gives half of the recordings waves with two hills.
  private static func twoHills(_ scenario: inout Scenario, _ draw: inout Draw) {
    if draw.one(of: [0, 1]) == 0 { hills(&scenario, &draw) }
  }

  private static func hills(_ scenario: inout Scenario, _ draw: inout Draw) {
    var hills = PulseWaveform.TwoHills()
    (hills.rise, hills.fall) = (draw.between(0.07, 0.14), draw.between(0.12, 0.2))
    (hills.delay, hills.height) = (draw.between(0.22, 0.43), draw.between(0.1, 0.75))
    (hills.width, hills.tail) = (draw.between(0.08, 0.14), draw.evenly(0, 0.4))
    scenario.hills = hills
  }

  /// The mean levels of scenes without a finger: red ones, skin and cloth, gray, and dark ones.
  private static let sceneLevels: [SIMD4<Double>] = [
    SIMD4(120, 10, 8, 0), SIMD4(184, 52, 38, 0), SIMD4(128, 88, 58, 0), SIMD4(196, 148, 124, 0),
    SIMD4(132, 128, 120, 0), SIMD4(60, 6, 4, 0),
  ]

  /// Returns a kind without a pulse whose levels change 30 to 170 times per minute, more or less evenly.
  /// - Parameter scene: Draws a recording's levels, and what is added to them after a number of turns.
  private static func changing(
    _ name: String, _ extent: PictureExtent = .whole,
    _ scene:
      @escaping @Sendable (inout Draw) -> (
        levels: SIMD4<Double>, change: (Double) -> SIMD4<Double>
      )
  ) -> Kind {
    Kind(
      name: "\(name) without", hasPulse: false,
      draw: { scenario, draw in
        scenario.disturbances.keyFramePeriod = draw.one(of: [12, 25, 60, 250])
        scenario.disturbances.encodingNoise = draw.evenly(0, 0.2)
      },
      change: { samples, scenario, draw in
        let (levels, change) = scene(&draw)
        let (rate, phase, wander) = (
          draw.between(30, 170) / 60, draw.between(1, 9), draw.evenly(0, 0.04)
        )
        for index in samples.indices {
          let sample = samples[index]
          let turns = phase + sample.time * rate
          let own = SIMD4(sample.red, sample.green, sample.blue, 0) - scenario.levels
          let seen = levels + own + change(turns + wander * sin(1.7 * turns))
          samples[index].red = min(max(seen[0], 0), 255)
          samples[index].green = min(max(seen[1], 0), 255)
          samples[index].blue = min(max(seen[2], 0), 255)
        }
      }, extent: extent)
  }

  /// Beats that come a fifth to two fifths of an interval early, with a fifth to nine tenths of the height.
  private static func early(_ scenario: inout Scenario, _ draw: inout Draw) {
    scenario.heart.ectopicStrength = draw.between(0.2, 0.9)
    scenario.heart.ectopicPrematurity = draw.between(0.2, 0.42)
    scenario.heart.course = .constant(draw.between(50, 105))
  }

  private static func comb(_ scenario: inout Scenario, _ draw: inout Draw) {
    scenario.disturbances.keyFramePeriod = draw.one(of: [12, 15, 24, 25, 30, 48, 60])
    scenario.disturbances.encodingNoise = draw.between(0.01, 0.1)
  }

  /// A lamp, a screen, a candle or a shadow that pulsates like nothing alive, some exactly in time.
  private static func light(
    _ shape: Disturbances.RippleShape, _ scenario: inout Scenario, _ draw: inout Draw
  ) {
    scenario.disturbances.ripple = draw.between(0.002, 0.1)
    scenario.disturbances.rippleRate = draw.between(30, 180)
    scenario.disturbances.rippleShape = shape
    // What beats like a heart but for its evenness cannot be told from one.
    scenario.disturbances.rippleUnevenness =
      shape == .beat ? 0 : draw.one(of: [0, 0.3, 1, 1.5])
    scenario.sensorNoise = draw.one(of: [1, 3, 6, 20])
    // A white lamp, one with a tint, a colored one beside other light, a red or a blue LED.
    scenario.disturbances.rippleColor = draw.one(of: [
      SIMD4(1, 1, 1, 0), SIMD4(1, 1.1, 1.2, 0), SIMD4(1, 0.85, 0.7, 0), SIMD4(1, 0.3, 0.1, 0),
      SIMD4(1, 0.02, 0.01, 0), SIMD4(0.05, 0.2, 1, 0),
    ])
  }

  static let kinds: [Kind] = [
    pulse("comb in another color") { scenario, draw in
      comb(&scenario, &draw)
      scenario.disturbances.keyFrameJump[draw.one(of: [1, 2])] = draw.between(0.1, 2)
      scenario.perfusion = SIMD4(draw.between(0.004, 0.02), 0, 0, 0)
      scenario.levels = draw.one(of: [SIMD4(200, 8, 4, 0), SIMD4(150, 30, 20, 0)])
    },
    both("comb") { scenario, draw in
      comb(&scenario, &draw)
      let jump = draw.between(0.1, 2)
      scenario.disturbances.keyFrameJump = SIMD4(
        jump, draw.between(0.3, 1.5) * jump, -draw.between(0.3, 1.5) * jump, 0)
    },
    both("starved encoder") { scenario, draw in
      comb(&scenario, &draw)
      scenario.disturbances.encodingNoise = draw.between(0.1, 0.6)
      scenario.disturbances.keyFrameJump =
        SIMD4(0.5, 0.5, 1, 0) * draw.between(0.3, 2) * scenario.disturbances.encodingNoise
    },
    both("exposure hunts") { scenario, draw in
      scenario.disturbances.exposureHunting = draw.between(0.005, 0.05)
      scenario.disturbances.huntingRate = draw.between(15, 120)
    },
    both("white balance hunts") { scenario, draw in
      scenario.disturbances.whiteBalanceHunting = draw.between(0.003, 0.03)
      scenario.disturbances.huntingRate = draw.between(15, 120)
    },
    both("slow sway") { scenario, draw in
      scenario.disturbances.slowSway = draw.between(0.003, 0.1)
      scenario.disturbances.slowSwayRate = draw.between(12, 28)
    },
    both("movement") { scenario, draw in
      scenario.disturbances.movement = draw.between(0.05, 0.5)
    },
    both("cadence") { scenario, draw in
      scenario.disturbances.cadence = draw.between(0.004, 0.03)
      scenario.disturbances.cadenceRate = draw.between(90, 135)
      scenario.heart.course = .constant(draw.between(58, 88))
    },
    [
      Kind(name: "ripple without", hasPulse: false) { scenario, draw in
        scenario.disturbances.ripple = draw.between(0.003, 0.05)
        scenario.disturbances.rippleRate = draw.between(30, 180)
        scenario.disturbances.rippleColor = draw.one(of: [
          SIMD4(1, 1, 1, 0), SIMD4(1, 1.1, 1.2, 0), SIMD4(1.1, 1, 0.9, 0),
        ])
      }
    ],
    pulse("weak pulse") { scenario, draw in
      scenario.perfusion = SIMD4(0.001, 0.003, 0.0015, 0) * draw.between(0.3, 2)
      scenario.sensorNoise = draw.between(3, 12)
    },
    pulse("stalls") { scenario, draw in
      scenario.disturbances.stallsPerMinute = draw.between(4, 40)
    },
    pulse("early beats") { scenario, draw in
      scenario.heart.ectopicShare = draw.between(0.02, 0.2)
      early(&scenario, &draw)
    },
    pulse("bigeminy") { scenario, draw in
      scenario.heart.ectopicPeriod = 2
      early(&scenario, &draw)
    },
    pulse("trigeminy and quadrigeminy") { scenario, draw in
      scenario.heart.ectopicPeriod = draw.one(of: [3, 3, 4])
      early(&scenario, &draw)
    },
    pulse("irregular rhythm") { scenario, draw in
      scenario.heart.irregularity = draw.between(0.08, 0.25)
      scenario.heart.course = .constant(draw.between(55, 130))
    },
    pulse("changing rate") { scenario, draw in
      let rate = draw.between(50, 110)
      scenario.heart.course =
        draw.one(of: [0, 1]) == 0
        ? .ramp(from: rate, to: rate * draw.between(1, 1.6))
        : .step(from: rate, to: rate * draw.between(0.75, 1.4), at: 15)
    },
    pulse("sinus arrhythmia") { scenario, draw in
      scenario.heart.respiratoryDepth = draw.between(0.08, 0.2)
      scenario.heart.course = .constant(draw.between(42, 90))
    },
    pulse("shapes and variability") { scenario, draw in
      scenario.heart.course = .constant(draw.between(35, 200))
      scenario.frameRate = draw.one(of: [30, 30, 60])
    },
    pulse("slow pulse") { scenario, draw in
      scenario.heart.course = .constant(draw.between(29, 50))
    },
    both("bursts of movement") { scenario, draw in
      scenario.motionBurstsPerMinute = draw.one(of: [2, 4, 8, 12])
      scenario.exposureStepsPerMinute = draw.one(of: [0, 2, 4])
    },
    Disturbances.RippleShape.allCases.map { shape in
      Kind(
        name: "light in a \(shape.rawValue) without", hasPulse: false,
        draw: { scenario, draw in light(shape, &scenario, &draw) }, extent: .any)
    },
    [
      Kind(name: "walk in a pocket without", hasPulse: false) { scenario, draw in
        scenario.disturbances.cadence = draw.between(0.003, 0.05)
        scenario.disturbances.cadenceRate = draw.between(80, 140)
        scenario.disturbances.movement = draw.one(of: [0, 0.01, 0.03])
      }
    ],
    pulse("colors nearly alike") { scenario, draw in
      let height = draw.between(0.004, 0.03)
      scenario.perfusion =
        SIMD4(draw.between(0.75, 1), 1, draw.between(0.8, 1), 0) * height
      scenario.perfusion[1] *= draw.between(1, 1.2)
      scenario.levels = draw.one(of: [
        SIMD4(150, 110, 100, 0), SIMD4(180, 90, 80, 0), SIMD4(120, 80, 70, 0),
        SIMD4(200, 60, 50, 0),
      ])
    },
    pulse("blue or red opposed") { scenario, draw in
      let height = draw.between(0.006, 0.03)
      let opposed = draw.one(of: [0, 2, 2])
      scenario.perfusion = SIMD4(0.4, 1, 0.5, 0) * height
      scenario.perfusion[opposed] = -height * draw.between(0.05, 0.5)
    },
    pulse("a pacemaker's beats") { scenario, draw in
      scenario.heart.course = .constant(draw.between(50, 200))
      scenario.heart.jitter = draw.one(of: [0, 0, 0.001])
      scenario.heart.respiratoryDepth = 0
    },
    [
      Kind(
        name: "slow change in steps without", hasPulse: false,
        draw: { scenario, draw in
          scenario.sensorNoise = 0
          scenario.drift = 0
        },
        change: { samples, _, draw in
          let (slope, scale) = (draw.between(0.0002, 0.03), draw.one(of: [1.0, 4, 10, 50]))
          for index in samples.indices {
            let gain = 1 - slope * samples[index].time
            samples[index].red = (samples[index].red * gain * scale).rounded() / scale
            samples[index].green = (samples[index].green * gain * scale).rounded() / scale
            samples[index].blue = (samples[index].blue * gain * scale).rounded() / scale
          }
        })
    ],
    [
      Kind(
        name: "key frames that fade without", hasPulse: false,
        draw: { scenario, draw in
          scenario.disturbances.keyFramePeriod = draw.one(of: [12, 15, 24, 25, 30, 48, 60])
        },
        change: { samples, scenario, draw in
          // A rate control leaves jumps of either sign, and between them a course as smooth as a pulse.
          let period = scenario.disturbances.keyFramePeriod
          let (height, jump) = (draw.between(0.1, 2), draw.one(of: [-0.5, 0, 0.5]))
          let fade = draw.between(0.15, 0.6) * Double(period)
          let colors = SIMD3(1, draw.between(0.2, 2), draw.one(of: [-1, 1]) * draw.between(0.2, 2))
          for index in samples.indices {
            let phase = Double(index % period)
            let course = height * (exp(-phase / fade) + (phase == 0 ? jump : 0))
            samples[index].red += course * colors[0]
            samples[index].green += course * colors[1]
            samples[index].blue += course * colors[2]
          }
        })
    ],
    [
      // The pictures of a film that fade into each other: each has colors of its own.
      changing("fading pictures", .any) { draw in
        let levels = draw.one(of: sceneLevels)
        let share = draw.between(0.02, 0.3)
        let pictures = (0..<draw.one(of: [2, 3, 8])).map { _ in
          SIMD4(draw.between(40, 230), draw.between(40, 230), draw.between(40, 230), 0) - levels
        }
        return (
          levels,
          { turns in
            let (first, part) = (Int(turns), turns - turns.rounded(.down))
            let (from, to) = (
              pictures[first % pictures.count], pictures[(first + 1) % pictures.count]
            )
            return share * (from * (1 - part) + to * part)
          }
        )
      },
      // A lens that looks for the distance: brightness breathes, and what was clipped in a dark color
      // is not when it is blurred.
      changing("focus hunts", .part) { draw in
        let levels = draw.one(of: sceneLevels)
        let clipped = SIMD4(
          draw.evenly(-0.3, 0.3), draw.evenly(-0.3, 1), draw.evenly(-0.3, 1), 0)
        let swing = levels * draw.between(0.001, 0.03) + clipped * draw.between(0.05, 4)
        let shape = draw.one(of: [Disturbances.RippleShape.sine, .wave, .triangle, .breathing])
        return (levels, { swing * shape.value(of: $0) })
      },
      // A white balance whose loop overshoots smoothly.
      changing("white balance sways") { draw in
        let levels = draw.one(of: sceneLevels)
        let gains = SIMD4(1, draw.evenly(-0.4, 0.4), -draw.between(0.5, 1.5), 0)
        let swing = levels * gains * draw.between(0.003, 0.05)
        let shape = draw.one(of: Disturbances.RippleShape.allCases.filter { $0 != .beat })
        return (levels, { swing * shape.value(of: $0) })
      },
      // What little light comes into a bag or a pocket while one walks.
      changing("steps in the dark", .any) { draw in
        let levels = SIMD4(14, 11, 11, 0) * draw.between(0.5, 3)
        let swing =
          SIMD4(1, draw.between(0.6, 0.9), draw.between(0.4, 0.8), 0) * draw.between(0.3, 20)
        let shape = draw.one(of: [Disturbances.RippleShape.wave, .breathing, .sawtooth, .triangle])
        let limp = draw.evenly(0, 0.4)
        return (levels, { swing * (1 + shape.value(of: $0) + limp * sin(.pi * $0)) })
      },
    ],
    pulse("dicrotic waves") { scenario, draw in
      scenario.waveform = .strongDicrotic
      scenario.heart.course = .constant(draw.between(40, 110))
      scenario.perfusion *= draw.between(0.5, 2)
    },
    [
      // A drop, a pendulum, a fan, an animal, a light in a corner: of any color and course.
      changing("a part of the picture moves", .part) { draw in
        let levels = draw.one(of: sceneLevels)
        let color = SIMD4(1, draw.evenly(-0.5, 2.5), draw.evenly(-0.5, 2), 0)
        let swing = levels * color * draw.between(0.001, 0.05)
        let shape = draw.one(of: Disturbances.RippleShape.allCases)
        return (levels, { swing * shape.value(of: $0) })
      }
    ],
    pulse("steps that move blood") { scenario, draw in
      scenario.heart.course = .constant(draw.between(55, 100))
      scenario.disturbances.ripple = 0.3 * scenario.perfusion[1] * draw.between(0.15, 2.5)
      scenario.disturbances.rippleRate = draw.between(90, 135)
      scenario.disturbances.rippleShape = .wave
      let color = scenario.perfusion / scenario.perfusion[1]
      scenario.disturbances.rippleColor = SIMD4(color[0], color[1], color[2], 0)
    },
    [
      Kind(
        name: "a lamp on the mains", hasPulse: true,
        draw: { scenario, draw in
          scenario.frameRate = draw.one(of: [24, 25, 29.97, 30, 30, 30, 50, 59.94, 60])
        },
        change: { samples, scenario, draw in
          let (mains, depth) = (draw.one(of: [100.0, 100, 120]), draw.between(0.002, 0.1))
          let depthOfPulse = min(depth, 5 * scenario.perfusion[1])
          for index in samples.indices {
            let gain = 1 + depthOfPulse * sin(2 * .pi * mains * samples[index].time)
            samples[index].red *= gain
            samples[index].green *= gain
            samples[index].blue *= gain
          }
        }),
      Kind(
        name: "a tremor", hasPulse: true, draw: { scenario, draw in },
        change: { samples, scenario, draw in
          let (rate, depth) = (draw.between(3.9, 9), draw.between(0.002, 0.04))
          var turns = 0.0
          var last = 0.0
          for index in samples.indices {
            let time = samples[index].time
            turns += (time - last) * rate * (1 + 0.05 * sin(1.3 * time))
            last = time
            let gain = depth * sin(2 * .pi * turns) * (1 + 0.4 * sin(2.1 * time))
            samples[index].red *= 1 + gain
            samples[index].green *= 1 + 0.9 * gain
            samples[index].blue *= 1 + 0.8 * gain
          }
        }),
    ],
    irregular("dropped beats") { draw in .dropped(every: draw.one(of: Array(3...12))) },
    irregular("Wenckebach") { draw in .wenckebach(group: draw.one(of: Array(3...7))) },
    irregular("pauses") { draw in
      .pauses(every: draw.between(6, 15), seconds: draw.between(1.5, 5))
    },
    irregular("runs of fast beats") { draw in
      .runs(
        after: draw.one(of: Array(5...14)), beats: draw.one(of: Array(1...6)),
        ratio: draw.between(1.35, 2.1), strength: draw.between(0.6, 1))
    },
    pulse("interpolated beats") { scenario, draw in
      scenario.heart.course = .constant(draw.between(44, 74))
      scenario.heart.arrhythmia = .interpolated(
        every: draw.one(of: Array(2...10)), strength: draw.between(0.45, 1))
      twoHills(&scenario, &draw)
    },
    irregular("onset of tachycardia") { draw in
      let start = draw.between(2, 25)
      return .tachycardia(
        from: start, to: start + draw.between(5, 25), ratio: draw.between(1.4, 2.1))
    },
    irregular("wandering pacemaker") { draw in .wandering(draw.between(0.1, 0.3)) },
    pulse("fibrillation") { scenario, draw in
      scenario.heart.irregularity = draw.between(0.12, 0.28)
      scenario.heart.course = .constant(draw.between(60, 150))
      twoHills(&scenario, &draw)
    },
    pulse("ventricular early beats") { scenario, draw in
      scenario.heart.ectopicShare = draw.between(0.05, 0.25)
      scenario.heart.ectopicStrength = draw.between(0.15, 0.6)
      scenario.heart.ectopicPrematurity = draw.between(0.2, 0.45)
      scenario.heart.course = .constant(draw.between(50, 100))
      twoHills(&scenario, &draw)
    },
    pulse("two hills") { scenario, draw in
      scenario.heart.course = .constant(draw.between(40, 90))
      hills(&scenario, &draw)
    },
    pulse("a very slow heart") { scenario, draw in
      scenario.heart.course = .constant(draw.between(20, 40))
      hills(&scenario, &draw)
    },
    [
      Kind(name: "a finger without blood", hasPulse: false) { scenario, draw in
        scenario.sensorNoise = draw.between(0.5, 8)
      },
      Kind(
        name: "a lamp in noise without", hasPulse: false, draw: { scenario, draw in },
        change: { samples, scenario, draw in
          let (rate, depth) = (draw.between(40, 160) / 60, draw.between(0.003, 0.02))
          let noise = SIMD4(0.0013, 0.0013, 0.016, 0) * draw.between(0.5, 2)
          var generator = SeededGenerator(seed: scenario.seed)
          for index in samples.indices {
            let light = 1 + depth * sin(2 * .pi * rate * samples[index].time)
            samples[index].red *= light + noise[0] * generator.normal()
            samples[index].green *= light + noise[1] * generator.normal()
            samples[index].blue *= light + noise[2] * generator.normal()
          }
        }),
    ],
  ].flatMap { $0 }
}
