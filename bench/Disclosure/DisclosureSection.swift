/// A part of `docs/disclosure.md` that stands for itself.
struct DisclosureSection: Sendable {
  let name: String

  /// Markdown, with its heading and its end.
  let text: @Sendable () -> String

  static let all = [
    DisclosureSettings.section, DisclosureSteps.section, DisclosureRhythms.section,
    DisclosureLimits.section, DisclosureCameras.section, DisclosureNegatives.section,
    DisclosureFaces.section,
  ]
}
