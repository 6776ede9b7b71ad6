/// A part of `docs/internals/disclosure.md` that can be generated and checked alone.
struct DisclosureSection: Sendable {
  let name: String

  /// Generates the part as Markdown, from its heading to its last line break.
  let text: @Sendable () -> String

  static let all = [
    DisclosureSettings.section, DisclosureSteps.section, DisclosureRhythms.section,
    DisclosureLimits.section, DisclosureCameras.section, DisclosureNegatives.section,
    DisclosureFaces.section, DisclosureReliability.section,
  ]
}
