#if arch(x86_64)
  import CPixelSums
#endif

/// The forms in which the inner loops of the colour sums exist; all give the same integers.
package enum PixelKernels: Sendable, CaseIterable {
  /// In Swift alone, for every machine.
  case portable

  /// In the vector instructions that every x86-64 machine has.
  case baseline
  case avx2

  /// Those that this machine can run, the fastest last.
  package static let available: [PixelKernels] = {
    #if arch(x86_64)
      heartcam_has_avx2() ? [.portable, .baseline, .avx2] : [.portable, .baseline]
    #else
      [.portable]
    #endif
  }()

  package static let best = available[available.count - 1]
}
