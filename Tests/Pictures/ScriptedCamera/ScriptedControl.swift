package import V4L2Source

/// A control of a scripted camera.
package struct ScriptedControl: Sendable {
  package let id: UInt32
  package let name: String
  package let kind: CameraControl.Kind
  package let range: ClosedRange<Int>
  package var step = 1
  package let defaultValue: Int
  package var value: Int

  /// Whether the driver reports minimum and maximum the wrong way round.
  package var hasSwappedEnds = false

  /// The items that a menu has.
  package var items: [Int: String] = [:]

  /// Values that are refused with ERANGE, such as automatic modes that a camera lacks.
  package var refused: Set<Int> = []

  package init(
    _ id: UInt32, _ name: String, _ kind: CameraControl.Kind, _ range: ClosedRange<Int>,
    _ value: Int, step: Int = 1, items: [Int: String] = [:], refused: Set<Int> = []
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.range = range
    self.step = step
    defaultValue = value
    self.value = value
    self.items = items
    self.refused = refused
  }
}
