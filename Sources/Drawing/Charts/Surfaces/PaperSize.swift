/// A sheet's size in millimeters.
public struct PaperSize: Sendable, Equatable {
  /// From edge to edge.
  public var width: Double

  /// From top to bottom.
  public var height: Double

  /// Makes a sheet.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// 210 mm by 297 mm (ISO 216).
  public static let a4 = PaperSize(width: 210, height: 297)

  /// 8.5 in by 11 in (ANSI/ASME Y14.1).
  public static let letter = PaperSize(width: 215.9, height: 279.4)

  /// A point is a 72nd of an inch.
  package static let pointsPerMillimeter = 72 / 25.4

  /// The size in points.
  package var points: (width: Double, height: Double) {
    (width * Self.pointsPerMillimeter, height * Self.pointsPerMillimeter)
  }
}
