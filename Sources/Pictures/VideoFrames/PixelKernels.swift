#if arch(x86_64)
import CPixelSums
#endif

/// The versions of the color sums' inner loops. All give the same integers.
package enum PixelKernels: Sendable, CaseIterable {
  /// Written in Swift alone, for every machine.
  case portable

  /// Written in the vector instructions that every x86-64 machine has.
  case baseline

  /// 32 bytes at a time, on x86 processors that have AVX2.
  case avx2

  /// The versions that this machine can run, the fastest last.
  package static let available: [PixelKernels] = {
    #if arch(x86_64)
    heartcam_has_avx2() ? [.portable, .baseline, .avx2] : [.portable, .baseline]
    #else
    [.portable]
    #endif
  }()

  package static let best = available[available.count - 1]
}
