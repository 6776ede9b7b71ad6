import FoundationEssentials
import HealthFormats
import SampleStore
import Sandbox

@testable import SandboxedImport

/// What the process of an import sends, taken over or not.
enum ImportTarget {
  /// Messages stand after their lengths in two bytes. What is taken of them are samples that can be, and these pass
  /// again to the last bit.
  static func messages(_ bytes: [UInt8]) {
    var decoder = SampleDecoder()
    var rest = bytes[...]
    while rest.count > 2 {
      let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      let message = rest.dropFirst(2).prefix(length)
      rest = rest.dropFirst(2 + message.count)
      guard let arrival = try? decoder.take(Array(message)) else { return }
      FuzzTarget.require(decoder.bytesRead >= 0, "bytes are counted")
      switch arrival {
      case .failed(_, let text), .companion(let text):
        FuzzTarget.require(
          text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
          "a text has no control characters")
      default: break
      }
      while true {
        let item: SampleDecoder.Item?
        do throws(SampleDecoder.Malformed) {
          item = try decoder.next()
        } catch {
          return
        }
        guard let item else { break }
        check(item)
      }
    }
  }

  private static func check(_ item: SampleDecoder.Item) {
    switch item {
    case .sample(let sample, let line):
      FuzzTarget.require(line >= 0 && sample.start <= sample.end, "a sample can be")
      if let known = SampleType(knownIdentifier: sample.sampleType.identifier) {
        FuzzTarget.require(known.kind == sample.sampleType.kind, "a known type is of its kind")
        if case .quantity(let known) = known, case .quantity(let type) = sample.sampleType {
          FuzzTarget.require(
            known.canonicalUnit == type.canonicalUnit, "a known type has its unit")
        }
      }
      FuzzTarget.require(again(sample) == sample, "a sample passes again")
    case .note(_, let place):
      FuzzTarget.require(
        (place?.text.count ?? 0) <= ImportLog.Place.longestText, "a record's text is short")
    case .profile: break
    }
  }

  /// The sample after another way between two sides.
  private static func again(_ sample: Sample) -> Sample? {
    var decoder = SampleDecoder()
    for message in messages(of: .apple, { $0.add(sample, line: 1) }) {
      guard (try? decoder.take(message)) != nil else { return nil }
      if case .sample(let sample, _) = try? decoder.next() { return sample }
    }
    return nil
  }

  private static func messages(
    of format: HealthFormat, _ work: (inout SampleEncoder) -> Void
  ) -> [[UInt8]] {
    final class Sent { var messages: [[UInt8]] = [] }
    let sent = Sent()
    var encoder = SampleEncoder { sent.messages.append($0) }
    encoder.open(format)
    work(&encoder)
    encoder.flush(1)
    encoder.finish()
    return sent.messages
  }

  /// Conversations with samples of each kind, as the reader of our own form finds them.
  static var conversations: [[UInt8]] {
    let lines =
      FuzzTarget.ndjson.seeds + [
        Array(
          (#"{"kind":"correlation","type":"HKCorrelationTypeIdentifierBloodPressure","#
            + #""start":"2026-01-02T03:04:05Z","device":{"name":"a"},"members":["#
            + ["Systolic", "Diastolic"].map {
              #"{"kind":"quantity","type":"HKQuantityTypeIdentifierBloodPressure\#($0)","#
                + #""start":"2026-01-02T03:04:05Z","value":99,"unit":"mmHg"}"#
            }.joined(separator: ",") + "]}\n"
            + #"{"kind":"category","type":"HKCategoryTypeIdentifierSleepAnalysis","#
            + #""start":"2026-01-02T03:04:05Z","value":1}"# + "\n"
            + #"{"kind":"quantity","type":"own","start":"2026-01-02T03:04:05Z","value":1,"unit":"m"}"#
            + "\n" + #"{"kind":"record","type":"HKDataTypeIdentifierElectrocardiogram","#
            + #""start":"2026-01-02T03:04:05Z","record":{"sampling_frequency_hz":512},"series":[1,2]}"#
            + "\n").utf8)
      ]
    return lines.map { bytes in
      messages(of: .ndjson) { encoder in
        encoder.add(.unknownType, ImportLog.Place(line: 2, type: "a", text: "<a/>"))
        MemoryFile.shared.withContent(bytes) { path in
          var file = try? SampleFile(path: path, format: .ndjson)
          while let sample = try? file?.input.next() {
            encoder.add(sample, line: file?.input.line ?? 0)
          }
        }
        var profile = PersonProfile()
        profile[.bloodType] = "HKBloodTypeAPositive"
        encoder.add(profile)
      }.flatMap { [UInt8($0.count & 0xFF), UInt8($0.count >> 8)] + $0 }
    }
  }
}
