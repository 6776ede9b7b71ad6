import FoundationEssentials
package import VideoFrames

/// A recording with a reference, from a folder of recordings: `signal.csv` (`time_s,red,green,blue`),
/// `bpm.csv` (`time_s,bpm`) and, where beats are known, `beats.csv` (`beat_time_s`).
package struct RecordedReference: Sendable {
  package let dataset: String
  package let name: String

  /// The person; recordings of one person do not count as independent.
  package let person: String
  package let samples: [ColorSample]

  /// The reference's rates: seconds and beats per minute.
  package let rates: [(time: Double, rate: Double)]

  /// The reference's beats in seconds; `nil` if only rates are known.
  package let beats: [Double]?

  /// The delay of a reference without beats, in seconds.
  package let lag: Double

  /// An oximeter's delay against a camera, in seconds, because it shows the mean of the last seconds.
  package static let instrumentLag = 6.5

  /// Returns the reference's mean rate between two times, or `nil` if it does not cover them.
  package func rate(from start: Double, to end: Double) -> Double? {
    if let beats {
      guard let first = Self.phase(start, beats), let last = Self.phase(end, beats) else {
        return nil
      }
      return 60 * (last - first) / (end - start)
    }
    let inside = rates.filter { (start + lag..<end + lag).contains($0.time) }
    guard !inside.isEmpty, Double(inside.count) >= (end - start) / 2 else { return nil }
    return mean(of: inside, \.rate)
  }

  /// Returns the number of beats until a time, with a fraction, or `nil` outside the beats.
  private static func phase(_ time: Double, _ beats: [Double]) -> Double? {
    guard let next = beats.firstIndex(where: { $0 > time }), next > 0 else { return nil }
    return Double(next - 1) + (time - beats[next - 1]) / (beats[next] - beats[next - 1])
  }
}

extension RecordedReference {
  /// Returns all recordings below `folder/DATASET/RECORDING` or `folder/RECORDING`, sorted by name.
  ///
  /// - Throws: If the folder or a file in it cannot be used, or if there is no recording.
  package static func all(in folder: String) throws(RecordingFolderError) -> [RecordedReference] {
    let index = try RecordingIndex(folder: folder)
    var found: [RecordedReference] = []
    let top = try names(in: folder)
    for dataset in top {
      let path = "\(folder)/\(dataset)"
      if isFile("\(path)/signal.csv") {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        found.append(try RecordedReference(folder, dataset, set: name, index))
        continue
      }
      for name in (try? names(in: path)) ?? [] where isFile("\(path)/\(name)/signal.csv") {
        found.append(try RecordedReference(folder, "\(dataset)/\(name)", set: dataset, index))
      }
    }
    guard !found.isEmpty else {
      throw RecordingFolderError(
        path: folder, reason: "holds no recording (SET/RECORDING/signal.csv beside bpm.csv)")
    }
    return found
  }

  private init(
    _ folder: String, _ place: String, set: String, _ index: RecordingIndex
  ) throws(RecordingFolderError) {
    let path = "\(folder)/\(place)"
    let entry = index.entry(signal: "\(place)/signal.csv")
    let ownName = place.split(separator: "/").last.map(String.init) ?? place
    dataset = entry?.dataset ?? set
    name = entry?.record ?? ownName
    person = entry?.person ?? Self.person(ofRecord: name)
    samples = try NumberTable(
      path: "\(path)/signal.csv", columns: ["time_s", "red", "green", "blue"]
    ).rows.map { ColorSample(time: $0[0], red: $0[1], green: $0[2], blue: $0[3]) }
    let hasBeats = Self.isFile("\(path)/beats.csv")
    beats = hasBeats ? try Self.beats("\(path)/beats.csv") : nil
    let hasRates = !hasBeats || Self.isFile("\(path)/bpm.csv")
    rates =
      hasRates
      ? try NumberTable(path: "\(path)/bpm.csv", columns: ["time_s", "bpm"]).rows
        .filter { $0[0].isFinite && $0[1] > 0 }.map { ($0[0], $0[1]) } : []
    let isOfBeats = hasBeats || ["rr", "beats"].contains(entry?.referenceKind)
    lag = entry?.referenceLag ?? (isOfBeats ? 0 : Self.instrumentLag)
  }

  /// Returns the times of beats: the column `beat_time_s` of references, or `time_s` of simulations.
  private static func beats(_ path: String) throws(RecordingFolderError) -> [Double] {
    let table: NumberTable
    do throws(RecordingFolderError) {
      table = try NumberTable(path: path, columns: ["beat_time_s"])
    } catch {
      table = try NumberTable(path: path, columns: ["time_s"])
    }
    return table.rows.map { $0[0] }.filter(\.isFinite)
  }

  /// Returns the person of a recording's name: both hands are one person.
  static func person(ofRecord name: String) -> String {
    for side in ["_left", "_right"] where name.hasSuffix(side) && name.count > side.count {
      return String(name.dropLast(side.count))
    }
    return name
  }

  private static func names(in folder: String) throws(RecordingFolderError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw RecordingFolderError(path: folder, reason: "cannot be read as a folder")
    }
  }

  private static func isFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}
