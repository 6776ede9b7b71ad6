package import CommandLineParsing

/// The summand for the times of a reference.
package enum ReferenceShift: Sendable, Equatable {
  case seconds(Double)

  /// The shift that makes the rates move together.
  case found
}

/// The options of `heartcam measure` that compare with another device.
package enum ReferenceOptions {
  package static let reference = Option(
    "reference", .file(extensions: ["csv", "tcx", "fit", "json", "xml", "txt"]), value: "FILE",
    help: """
      Compare the readings of the one input with what another device measured meanwhile: a file that store import reads, \
      such as a strap's CSV, TCX or FIT or a list of RR intervals; store is the health store. A list without dates begins \
      with the recording.
      """)
  package static let shift = Option(
    "reference-shift", shiftReader, value: "SECONDS",
    help: """
      What to add to the reference's times if its clock differs; auto finds what makes the rates move together, and says \
      how sure that is.
      """)
  package static let agreement = Option(
    "agreement", .file(extensions: ["csv", "svg", "png", "pdf"]), value: "FILE",
    help: """
      Write the comparison to FILE: in .csv the rates of each reading, in .svg, .png or .pdf their differences over their \
      means (Bland and Altman).
      """)

  package static let all: [any OptionDeclaration] = [reference, shift, agreement]

  private static let shiftReader = ValueReader<ReferenceShift> { text throws(InvalidValue) in
    if text == "auto" { return .found }
    guard let seconds = Double(text), abs(seconds) <= 1e7 else {
      throw InvalidValue("must be a number of seconds, or auto")
    }
    return .seconds(seconds)
  }
}
