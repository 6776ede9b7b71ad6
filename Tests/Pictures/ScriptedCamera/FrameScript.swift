/// How a scripted camera fills one buffer; a field that is `nil` has its normal value.
package struct FrameScript: Sendable {
  package var bytes: [UInt8]

  /// The number of bytes that the driver reports as filled.
  package var bytesUsed: Int?
  package var isMarkedDamaged = false
  package var number: UInt32?

  /// The capture time on the driver's clock, in seconds.
  package var time: Double?
  package var isMonotonic = true

  /// Identifies the bytes: equal numbers mean equal bytes, which need not be copied again. `nil` always copies.
  package var content: Int?

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}
