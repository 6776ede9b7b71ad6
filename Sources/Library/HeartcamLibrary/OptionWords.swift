import CommandEnvironment
import CommandLineParsing
import Glibc
import MeasureCommands

/// The options of a function, which callers give as pairs of names and values.
enum OptionWords {
  typealias Pairs = UnsafePointer<UnsafePointer<CChar>?>

  /// Reads the pairs as options of a command, with its readers and sentences.
  static func arguments(
    _ pairs: Pairs?, of options: [any OptionDeclaration]
  ) throws -> Arguments {
    var words: [String] = []
    var place = pairs
    while let pair = place, let name = pair[0].map({ String(cString: $0) }) {
      guard let value = pair[1].map({ String(cString: $0) }) else {
        throw LibraryError.usage("the option \(name) has no value")
      }
      guard let option = options.first(where: { $0.name == name }) else {
        let known = options.map(\.name).joined(separator: ", ")
        throw LibraryError.usage("there is no option \(name) here; there are \(known)")
      }
      if option.valueName != nil {
        words.append("--\(name)=\(value)")
      } else {
        guard value == "yes" || value == "no" else {
          throw LibraryError.usage("\(name) must be yes or no, not '\(value)'")
        }
        if value == "yes" { words.append("--\(name)") }
      }
      place = pair + 2
    }
    let description = CommandDescription(name: "heartcam", summary: "", options: options)
    do {
      guard case .run(let arguments) = try description.parse(words) else {
        throw LibraryError.usage("there is no help here")
      }
      return arguments
    } catch let error as UsageError {
      // Options have no dashes here.
      throw LibraryError.usage(error.message.replacing("--", with: "", maxReplacements: 1))
    }
  }

  /// The options of reading a recording.
  static let reading: [any OptionDeclaration] = [
    MeasureOptions.channel, MeasureOptions.subject, MeasureOptions.region, MeasureOptions.stream,
    MeasureOptions.trueRate, MeasureOptions.rate, MeasureOptions.fast, MeasureOptions.threads,
    SandboxOptions.noSandbox,
  ]

  /// The options for measuring the caller's frames.
  static let monitoring: [any OptionDeclaration] = [
    MeasureOptions.every, MeasureOptions.channel, MeasureOptions.subject, MeasureOptions.start,
    keepsColors,
  ]

  /// Frames are most of a result's memory.
  static let keepsColors = Flag(
    "keep-colors", help: "Keep the colors of frames, for the pulse wave.")

  /// The options of measuring a recording.
  static let measuring: [any OptionDeclaration] =
    [MeasureOptions.every, MeasureOptions.start] + reading
}
