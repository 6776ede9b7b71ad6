import Glibc

/// The rate and rhythm of a simulated heart over time.
public struct HeartRateProfile: Sendable, Equatable {
  /// The course of the rate over the recording, in beats per minute.
  public enum Course: Sendable, Equatable {
    /// The same rate all the time.
    case constant(Double)

    /// Evenly from one rate to another over the whole duration.
    case ramp(from: Double, to: Double)

    /// From one rate to another at a moment, in seconds.
    case step(from: Double, to: Double, at: Double)
  }

  /// In beats per minute.
  public var course: Course

  /// The relative change of the rate by breathing (respiratory sinus arrhythmia).
  public var respiratoryDepth = 0.03

  /// Breaths per minute.
  public var breathingRate = 14.0

  /// The standard deviation of each interval, as a share of it, beyond breathing.
  public var jitter = 0.005

  /// The share of beats that come early, weak, and are followed by a pause.
  public var ectopicShare = 0.0

  /// Every nth beat comes early, whatever `ectopicShare` is. 2 is bigeminy; 0 switches it off.
  public var ectopicPeriod = 0

  /// The height of an early beat's pulse, as a share of an ordinary one's: the heart has had little time
  /// to fill.
  public var ectopicStrength = 0.55

  /// The prematurity of an early beat, as a share of the interval. The pause after it makes up for it.
  public var ectopicPrematurity = 0.35

  /// The standard deviation of the logarithm of intervals that follow no rhythm; 0 for a regular heart.
  /// The heart fills in the interval before a beat, so that short ones make weak pulses.
  public var irregularity = 0.0

  /// The interruptions of the rhythm.
  public var arrhythmia = Arrhythmia.none

  /// Creates the profile of a healthy heart at rest.
  public init(_ course: Course) { self.course = course }

  /// Rates that a course may pass, in beats per minute.
  public static let rates = 20.0...300.0

  /// Returns the mean rate at a moment, in beats per minute.
  public func rate(at time: Double, of duration: Double) -> Double {
    switch course {
    case .constant(let rate): rate
    case .ramp(let from, let to):
      from + (to - from) * min(max(time / max(duration, 1e-9), 0), 1)
    case .step(let from, let to, let moment): time < moment ? from : to
    }
  }

  /// Returns the beats from some seconds before the start until past the end, so that both ends are whole.
  /// - Parameter duration: In seconds.
  public func beats(
    duration: Double, using generator: inout SeededGenerator
  ) -> [SimulatedBeat] {
    course(duration: duration, using: &generator).beats
  }

  /// Returns the beats, and the phase of breathing at time 0 in radians.
  func course(
    duration: Double, using generator: inout SeededGenerator
  ) -> (beats: [SimulatedBeat], breathingPhase: Double) {
    var beats: [SimulatedBeat] = []
    var time = -3.0 + generator.uniform() * 0.5
    let breathingPhase = generator.uniform() * 2 * .pi
    var pause = 1.0
    while time < duration + 3 {
      let breath = breath(at: time, phase: breathingPhase)
      let mean = 60 / rate(at: time, of: duration)
      var interval = mean / (1 + respiratoryDepth * breath)
      interval *= max(0.5, 1 + jitter * generator.normal())
      interval *= pause
      pause = 1
      let event = arrhythmia.event(beat: beats.count, time: time, of: mean)
      interval *= event.interval
      let filling = irregularity > 0 ? Self.filling(beats.last?.interval, of: mean) : 1
      if irregularity > 0 {
        let share = exp(irregularity * generator.normal() - irregularity * irregularity / 2)
        interval = max(0.3, interval * min(max(share, 0.5), 2))
      }
      let isChosen = generator.uniform() < ectopicShare
      let isNextEctopic =
        ectopicPeriod > 0 ? (beats.count + 1) % ectopicPeriod == 0 : isChosen
      if isNextEctopic {
        interval *= 1 - ectopicPrematurity
        pause = 1 + ectopicPrematurity
      }
      let isEctopic = beats.last?.isNextEctopic ?? false
      beats.append(
        SimulatedBeat(
          time: time, interval: interval,
          strength: (1 - 0.08 * breath) * (isEctopic ? ectopicStrength : 1) * filling
            * event.strength,
          isNextEctopic: isNextEctopic))
      time += interval
    }
    return (beats, breathingPhase)
  }

  /// Returns breathing from -1 to 1; the heart beats fastest at 1.
  func breath(at time: Double, phase: Double) -> Double {
    sin(2 * .pi * breathingRate / 60 * time + phase)
  }

  /// Returns how high a pulse is after an interval: a third lower after half of the usual one.
  private static func filling(_ interval: Double?, of mean: Double) -> Double {
    guard let interval else { return 1 }
    return min(max(1 + 0.65 * (interval / mean - 1), 0.5), 1.25)
  }
}

/// One beat of a simulated heart.
public struct SimulatedBeat: Sendable, Equatable {
  /// The steepest moment of its pulse's upstroke, in seconds.
  public let time: Double

  /// Seconds to the next beat.
  public let interval: Double

  /// Its pulse's height, 1 for an ordinary one.
  let strength: Double

  let isNextEctopic: Bool
}
