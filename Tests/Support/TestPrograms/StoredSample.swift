/// One line of `heartcam store list --json`.
struct StoredSample: Decodable {
  struct Metadata: Decodable {
    let identity: String?

    enum CodingKeys: String, CodingKey { case identity = "HeartcamContentIdentity" }
  }

  let id: String
  let type: String
  let start: String
  let end: String
  let value: Double
  let unit: String
  let metadata: Metadata
}
