/// The program on whose behalf a store is opened.
///
/// Files are guarded by their permissions alone: anyone who may open the store's file may open it as
/// its owner. Authorization is a contract among the programs of one user, as each keeps to its own
/// client.
public enum StoreClient: Hashable, Sendable {
  /// The user's own program, such as `heartcam`: it reads everything, and saves and deletes samples
  /// of any source. This is the default.
  case owner

  /// A program that has been granted types, one by one, and saves as this source alone.
  case application(Source)

  var bundleIdentifier: String? {
    if case .application(let source) = self { source.bundleIdentifier } else { nil }
  }
}
