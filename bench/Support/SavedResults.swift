import FoundationEssentials

/// The part of a file in `bench/results` that pages quote.
package struct SavedResults: Decodable, Sendable {
  package struct Accuracy: Decodable, Sendable {
    package let groups: [Group]
  }

  /// The readings of one length in one data set.
  package struct Group: Decodable, Sendable {
    package let dataset: String

    /// The readings' length in seconds.
    package let interval: Double
    package let all: Figures
    package let people: [Person]

    private enum CodingKeys: String, CodingKey {
      case dataset, all, people
      case interval = "interval_s"
    }
  }

  package struct Person: Decodable, Sendable {}

  /// Figures of one group; those about beats are `nil` if its reference has no beats.
  package struct Figures: Decodable, Sendable {
    package let count: Int

    /// Shares are from 0 to 1.
    package let answered: Double
    package let insideInterval: Double
    package let sureIntervalShare: Double?

    /// Beats per minute.
    package let meanError: Double

    /// The error of the 70 % best by quality over that of all.
    package let riskOfBest70: Double
    package let beatsF1: Double?

    /// Milliseconds: of all intervals, and of those between beats of high quality.
    package let intervalError: Double?
    package let sureIntervalError: Double?

    private enum CodingKeys: String, CodingKey {
      case count, answered
      case insideInterval = "inside_interval"
      case sureIntervalShare = "sure_interval_share"
      case meanError = "mae_bpm"
      case riskOfBest70 = "risk_of_best_70"
      case beatsF1 = "beats_f1"
      case intervalError = "interval_mae_ms"
      case sureIntervalError = "sure_interval_mae_ms"
    }
  }

  package struct Peers: Decodable, Sendable {
    package let accuracy: [PeerAccuracy]
    package let speed: [PeerSpeed]
  }

  /// One program on the readings of one length in one data set; Heartcam is among the programs.
  package struct PeerAccuracy: Decodable, Sendable {
    package let dataset: String
    package let interval: Double
    package let system: String
    package let meanError: Double

    private enum CodingKeys: String, CodingKey {
      case dataset, system
      case interval = "interval_s"
      case meanError = "mae_bpm"
    }
  }

  /// A peer's median time for a piece of work, and ours for the same work.
  package struct PeerSpeed: Decodable, Sendable {
    package let name: String
    package let ours: Double
    package let median: Double
    package let unit: String
  }

  package let accuracy: Accuracy
  package let peers: Peers

  /// Decodes a file's text; throws `DecodingError` if a figure is missing.
  package init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}
