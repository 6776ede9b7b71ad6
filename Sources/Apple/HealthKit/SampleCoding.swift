internal import Foundation
internal import HealthFormats
internal import JSONCoding
internal import SampleStore

/// Samples in archives: as the JSON object without loss that exports have, under one key.
extension NSCoder {
  private static let key = "sample"

  /// Fails the archive if the object makes no sample, as it could not be saved either.
  func encode(_ object: HKObject) {
    do {
      let sample = try object.storeSample(from: object.sourceRevision.revision)
      guard let json = SampleJSON.value(of: sample) else {
        throw HKError.invalid("a time is not in a year of four digits")
      }
      encode(Data(json.text.utf8) as NSData, forKey: Self.key)
    } catch {
      failWithError(error)
    }
  }

  /// The sample in an archive; `nil` if the archive holds no valid sample.
  var sample: Sample? {
    guard containsValue(forKey: Self.key),
      let data = decodeObject(of: NSData.self, forKey: Self.key),
      let json = try? JSONParser.value(of: Array(Data(referencing: data)))
    else { return nil }
    return SampleJSON.sample(of: json)
  }

  /// The record in an archive; `nil` if it holds another kind of sample. The caller checks its content.
  var record: RecordSample? {
    guard case .record(let record)? = sample else { return nil }
    return record
  }
}
