/// One line of `heartcam measure --json`.
struct MeasuredRow: Decodable, Equatable {
  struct Reading: Decodable, Equatable {
    let start: Double
    let end: Double
    let bpm: Double?
    let low: Double?
    let high: Double?
    let quality: Double
    let reason: String?
    let channel: String?

    enum CodingKeys: String, CodingKey {
      case start = "start_s"
      case end = "end_s"
      case low = "bpm_low"
      case high = "bpm_high"
      case bpm, quality, reason, channel
    }
  }

  let input: String
  let error: String?
  let start: String?
  let startSource: String?
  let duration: Double?
  let frames: Int?
  let damaged: Int?
  let channel: String?
  let bpm: Double?
  let low: Double?
  let high: Double?
  let reason: String?
  let warnings: [String]?
  let readings: [Reading]?

  enum CodingKeys: String, CodingKey {
    case startSource = "start_source"
    case duration = "duration_s"
    case low = "bpm_low"
    case high = "bpm_high"
    case input, error, start, frames, damaged, channel, bpm, reason, warnings, readings
  }
}
