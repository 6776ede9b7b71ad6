import CFFmpeg

/// A question that libav asks while it waits for bytes: whether to give up.
final class InterruptionCheck {
  private let isRequested: () -> Bool

  init(_ isRequested: @escaping () -> Bool) { self.isRequested = isRequested }

  /// The question as libav takes it; the check must outlive whoever holds it.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { check in
        guard let check else { return 0 }
        return Unmanaged<InterruptionCheck>.fromOpaque(check).takeUnretainedValue().isRequested()
          ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
