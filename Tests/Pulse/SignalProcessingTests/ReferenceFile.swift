import Foundation
import Testing

/// Reads results of SciPy and NumPy. `Reference/make.py` wrote them, and each file names the
/// versions.
enum ReferenceFile {
  private struct Origin: Decodable {
    struct Versions: Decodable { let scipy, numpy: String }
    let made_by: Versions
  }

  static func read<Content: Decodable>(_ name: String, as type: Content.Type) throws -> Content {
    let path = try #require(
      Bundle.module.url(forResource: "Reference/\(name)", withExtension: "json"))
    let data = try Data(contentsOf: path)
    let versions = try JSONDecoder().decode(Origin.self, from: data).made_by
    try #require(!versions.scipy.isEmpty && !versions.numpy.isEmpty)
    return try JSONDecoder().decode(type, from: data)
  }
}

/// Returns the largest difference between two signals over the largest value of the second;
/// infinity if their lengths differ or they are empty.
func relativeDifference(_ a: [Double], _ b: [Double]) -> Double {
  guard a.count == b.count, !b.isEmpty else { return .infinity }
  let size = b.map(abs).max() ?? 0
  let difference = zip(a, b).map { abs($0 - $1) }.max() ?? 0
  return size > 0 ? difference / size : difference
}
