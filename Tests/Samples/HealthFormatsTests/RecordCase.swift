import CivilTime
import Foundation
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// A file of another program, with what its owner expects.
struct RecordCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let expected: [String]
  var hints = ImportHints()

  var testDescription: String { name + " " + text.prefix(40) }

  init(
    _ name: String, _ text: String, _ expected: [String], map: String? = nil, start: Date? = nil
  ) {
    (self.name, self.text, self.expected) = (name, text, expected)
    hints.map = map.flatMap { ColumnMap($0) }
    hints.start = start
    hints.fileName = name
  }

  /// Midnight here.
  static let start =
    (try? ZoneRules.local.get()).map { $0.date(CivilDate(year: 2001, month: 1, day: 1)) } ?? Date()

  /// The clocks here at a number of seconds since 1970.
  static func local(_ time: Double) -> String {
    let moment = CivilMoment(Date(timeIntervalSince1970: time))
    return "\(moment.day) \(moment.clock)"
  }

  /// Expects the samples; again, in UTF-16 and with a mark, they are the same.
  func check() throws {
    let found = try Self.samples(of: Array(text.utf8), hints, name: name)
    #expect(
      found.samples.map(Self.words) == expected,
      "\(found.file.reading ?? "") \(found.file.input.log.counts)")
    for mark in [false, true] {
      var bytes: [UInt8] = mark ? [0xEF, 0xBB, 0xBF] + Array(text.utf8) : [0xFF, 0xFE]
      if !mark { for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] } }
      let again = try Self.samples(of: bytes, hints, name: name)
      #expect(again.samples.map(\.id) == found.samples.map(\.id))
    }
  }

  static func samples(
    of bytes: [UInt8], _ hints: ImportHints, name: String
  ) throws -> (samples: [Sample], file: SampleFile) {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = try SampleFile(path: path, hints: hints)
    var input = file.input
    var samples: [Sample] = []
    while let sample = try input.next() { samples.append(sample) }
    return (samples, file)
  }

  /// `HeartRate 71 2026-10-05 07:31:12`, by the clocks here.
  static func words(_ sample: Sample) -> String {
    let value: String
    switch sample {
    case .quantity(let sample):
      let unit = sample.type.customaryUnit
      let number = (try? sample.quantity.value(in: unit)) ?? .nan
      value = "\(((unit == .percent ? 100 : 1) * number * 1000).rounded() / 1000)"
    case .category(let sample): value = "\(sample.value)"
    case .correlation(let sample):
      value = [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map {
        "\(sample.quantities(of: $0)[0].quantity.value)"
      }.joined(separator: "/")
    case .workout(let sample): value = sample.activity.shortName
    case .heartbeatSeries(let sample): value = "\(sample.beats.count)"
    case .record: value = ""
    }
    let moment = CivilMoment(sample.start)
    return "\(sample.sampleType.shortName) \(value) \(moment.day) \(moment.clock)"
  }
}
