/// How a scripted camera fills one buffer; what is `nil` is as it should be.
package struct FrameScript: Sendable {
  package var bytes: [UInt8]

  /// What the driver says it filled.
  package var bytesUsed: Int?
  package var isMarkedDamaged = false
  package var number: UInt32?

  /// Seconds on the driver's clock.
  package var time: Double?
  package var isMonotonic = true

  /// Where it is the same, the bytes are too, and need not be copied again; `nil` for none of that.
  package var content: Int?

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}
