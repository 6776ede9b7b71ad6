/// A question that libav asks while it waits for bytes: whether to give up.
final class InterruptionCheck {
  let isRequested: () -> Bool

  init(_ isRequested: @escaping () -> Bool) { self.isRequested = isRequested }
}
