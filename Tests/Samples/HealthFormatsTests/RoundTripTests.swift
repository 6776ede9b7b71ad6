import TestSamples
import CivilTime
import FoundationEssentials
import Glibc
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

struct RoundTripTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let now = Date(timeIntervalSince1970: 1_769_850_000)

  /// What is read of a file that the samples were written to, and how many it could not hold.
  private func roundTrip(
    _ samples: [Sample], _ format: HealthFormat, isCompressed: Bool = false
  ) throws -> (samples: [Sample], unheld: Int, defects: [ImportDefect: Int]) {
    let path = folder.file("samples")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var writer = SampleExport.writer(
      of: format, to: try ByteOutput(descriptor: descriptor, isCompressed: isCompressed),
      now: Self.now, patient: "Patient/1")
    var unheld = 0
    for sample in samples where try !writer.write(sample) { unheld += 1 }
    try writer.finish()
    close(descriptor)
    var file = try SampleFile(path: path)
    #expect(file.format == format)
    var found: [Sample] = []
    while let sample = try file.input.next() { found.append(sample) }
    return (found, unheld, file.input.defects)
  }

  @Test(arguments: [HealthFormat.ndjson, .csv], [false, true])
  func `what is written whole is read equal`(format: HealthFormat, isCompressed: Bool) throws {
    var random = RandomSamples(seed: 11)
    let samples = try (0..<400).map { _ in try random.sample() }
    let result = try roundTrip(samples, format, isCompressed: isCompressed)
    #expect(result.unheld == 0 && result.defects.isEmpty)
    #expect(result.samples == samples)
  }

  @Test func `Apple's form gives back whole seconds and texts`() throws {
    var random = RandomSamples(seed: 12, isPlain: true)
    let samples = try (0..<400).map { _ in try random.sample() }
    let result = try roundTrip(samples, .apple)
    #expect(result.unheld == 0 && result.defects.isEmpty)
    #expect(Set(result.samples) == Set(samples) && result.samples.count == samples.count)
  }

  @Test func `observations give back value, time, source and identifier`() throws {
    var random = RandomSamples(seed: 13)
    let samples = try (0..<200).map { _ in try random.quantity() }
    let result = try roundTrip(samples.map(Sample.quantity), .fhir)
    #expect(result.unheld == 0 && result.defects.isEmpty)
    for (sample, read) in zip(samples, result.samples.compactMap(\.quantitySample)) {
      #expect(sample.id == read.id && sample.type == read.type && sample.start == read.start)
      #expect(sample.source.bundleIdentifier == read.source.bundleIdentifier)
      let value = try sample.quantity.value(in: read.quantity.unit)
      #expect(abs(read.quantity.value - value) <= abs(value) * 1e-14)
    }
    #expect(result.samples.count == samples.count)
  }

  @Test func `blood pressure is a panel in FHIR and one data point in Open mHealth`() throws {
    var random = RandomSamples(seed: 14)
    var samples: [Correlation] = []
    while samples.count < 20 {
      if case .correlation(let sample) = try random.sample() { samples.append(sample) }
    }
    for format in [HealthFormat.fhir, .omh] {
      let result = try roundTrip(samples.map(Sample.correlation), format)
      #expect(result.samples.count == samples.count && result.unheld == 0)
      for (sample, read) in zip(samples, result.samples) {
        guard case .correlation(let read) = read else {
          Issue.record("no correlation")
          continue
        }
        #expect(read.id == sample.id && read.start == sample.start)
        for type in [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic] {
          #expect(
            read.quantities(of: type).map(\.quantity) == sample.quantities(of: type).map(\.quantity)
          )
        }
      }
    }
  }

  @Test func `data points give back what has a schema`() throws {
    var random = RandomSamples(seed: 15)
    let samples = try (0..<200).map { _ in try random.quantity() }
    let held = samples.filter {
      !$0.type.identifier.hasSuffix("MadeUp") && $0.type != .sessionHeartRate
    }
    let result = try roundTrip(samples.map(Sample.quantity), .omh)
    #expect(result.unheld == samples.count - held.count && result.defects.isEmpty)
    for (sample, read) in zip(held, result.samples.compactMap(\.quantitySample)) {
      #expect(sample.id == read.id && sample.type == read.type && sample.start == read.start)
      let value = try sample.quantity.value(in: read.quantity.unit)
      #expect(abs(read.quantity.value - value) <= abs(value) * 1e-14)
    }
    #expect(result.samples.count == held.count)
  }

  @Test func `beats become a table of milliseconds`() throws {
    let source = Source(name: "a", bundleIdentifier: "b")
    let series = try HeartbeatSeries(
      beats: [0.002, 0.005].map { .init(time: $0) }, start: Self.now, source: source)
    let path = folder.file("x_physio.tsv")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    var writer = BIDSWriter(try ByteOutput(descriptor: descriptor))
    #expect(try writer.write(.heartbeatSeries(series)))
    try writer.finish()
    close(descriptor)
    #expect(try folder.text(of: "x_physio.tsv") == "0\n0\n1\n0\n0\n1\n")
    #expect(BIDSWriter.descriptionPath(of: path + ".gz") == folder.file("x_physio.json"))
  }

  @Test func `any date is read as it was written`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let date = Date(
        timeIntervalSinceReferenceDate: Double.random(in: -6e10...2e11, using: &generator))
      #expect(TimeText.iso(date).flatMap { TimeText.date(iso: $0) } == date)
    }
  }

  @Test(arguments: [HealthFormat.ndjson, .csv, .fhir, .omh])
  func `damaged files are counted or named`(format: HealthFormat) throws {
    var random = RandomSamples(seed: 16)
    _ = try roundTrip(try (0..<6).map { _ in .quantity(try random.quantity()) }, format)
    let whole = [UInt8](try Data(contentsOf: URL(filePath: folder.file("samples"))))
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random.generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &random.generator)] =
          UInt8.random(in: 0...255, using: &random.generator)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random.generator))
      do {
        var file = try SampleFile(
          path: folder.write(Data(bytes), to: "damaged"), format: format)
        while try file.input.next() != nil {}
      } catch is FormatError {}
    }
  }
}
