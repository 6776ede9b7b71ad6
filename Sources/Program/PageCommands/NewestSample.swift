import FoundationEssentials
import Measurement
import SampleStore

extension HealthStore {
  /// Returns the newest sample of a type that is not invented; `nil` without any. A sample that a wrong
  /// clock has put after tomorrow counts only where there is no other.
  func newestSample(of type: SampleType, now: Date) throws(StoreError) -> Sample? {
    var query = SampleQuery(of: [type], where: ImpersonalSource.excluded, limit: 1)
    query.order = .newestFirst
    query.to = now.addingTimeInterval(86_400)
    if let sample = try allSamples(matching: query).first { return sample }
    query.to = nil
    return try allSamples(matching: query).first
  }
}
