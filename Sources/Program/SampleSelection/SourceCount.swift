package import JSONCoding
package import SampleStore

/// A source with the number of its samples, and the versions in which it saved them.
package struct SourceCount {
  package let bundleIdentifier: String
  package private(set) var name: String
  package private(set) var versions: [String] = []
  package private(set) var count = 0

  /// Returns the sources of some samples; of one type, in the order in which they are believed.
  package static func all(
    matching query: SampleQuery, in store: HealthStore
  ) throws(StoreError) -> [SourceCount] {
    var found: [SourceCount] = []
    for (source, count) in try store.counts(bySourceOf: query) {
      let bundle = source.bundleIdentifier
      let index = found.firstIndex { $0.bundleIdentifier == bundle } ?? found.count
      if index == found.count { found.append(Self(bundleIdentifier: bundle, name: source.name)) }
      found[index].name = source.name
      found[index].count += count
      if let version = source.version { found[index].versions.append(version) }
    }
    guard let types = query.types, types.count == 1 else { return found }
    let order = try store.sourcePriority(for: types[0])
    func place(_ source: SourceCount) -> Int {
      order.firstIndex(of: source.bundleIdentifier) ?? order.count
    }
    return found.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }

  package var json: JSONValue {
    [
      "bundle_identifier": .string(bundleIdentifier), "name": .string(name),
      "versions": .array(versions.map(JSONValue.string)), "samples": .integer(count),
    ]
  }
}
