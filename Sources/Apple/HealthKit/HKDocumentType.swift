/// The name of a kind of document.
public struct HKDocumentTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let CDA = Self(rawValue: "HKDocumentTypeIdentifierCDA")
}

/// The type of documents, which the store does not keep: `HKObjectType.documentType(forIdentifier:)`
/// returns none.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKDocumentType: HKSampleType, @unchecked Sendable {}
