/// One way in which a camera sends pictures, with the sizes it has in it.
public struct CameraFormat: Sendable, Hashable {
  public let fourCC: FourCC

  /// The driver's words for it.
  public let description: String

  /// In the driver's order; a driver that does not list them has none.
  public let sizes: [CameraSize]

  public init(fourCC: FourCC, description: String, sizes: [CameraSize]) {
    self.fourCC = fourCC
    self.description = description
    self.sizes = sizes
  }
}

/// A picture size in pixels, or all from one to another, and how often a second it comes.
public struct CameraSize: Sendable, Hashable {
  public let width: ClosedRange<Int>
  public let height: ClosedRange<Int>

  /// From one width or height to the next; 1 where there is but one.
  public let widthStep: Int
  public let heightStep: Int

  public let rates: CameraRates

  public init(
    width: ClosedRange<Int>, height: ClosedRange<Int>, widthStep: Int = 1, heightStep: Int = 1,
    rates: CameraRates
  ) {
    self.width = width
    self.height = height
    self.widthStep = max(1, widthStep)
    self.heightStep = max(1, heightStep)
    self.rates = rates
  }

  public init(width: Int, height: Int, rates: CameraRates) {
    self.init(width: width...width, height: height...height, rates: rates)
  }

  /// Whether there is but one.
  public var isDiscrete: Bool {
    width.lowerBound == width.upperBound && height.lowerBound == height.upperBound
  }

  /// Such as "640x480" or "48x16 to 1920x1080".
  public var description: String {
    let least = "\(width.lowerBound)x\(height.lowerBound)"
    return isDiscrete ? least : "\(least) to \(width.upperBound)x\(height.upperBound)"
  }

  /// The nearest size that is among these.
  func nearest(width wantedWidth: Int, height wantedHeight: Int) -> (width: Int, height: Int) {
    (
      Self.nearest(wantedWidth, in: width, step: widthStep),
      Self.nearest(wantedHeight, in: height, step: heightStep)
    )
  }

  private static func nearest(_ wanted: Int, in range: ClosedRange<Int>, step: Int) -> Int {
    let bounded = min(max(wanted, range.lowerBound), range.upperBound)
    return bounded - (bounded - range.lowerBound) % step
  }
}

/// Frames per second that a size comes at.
public enum CameraRates: Sendable, Hashable {
  /// These, fastest first.
  case discrete([Double])
  /// All, or many, between two.
  case range(ClosedRange<Double>)
  /// The driver does not say.
  case unknown

  /// The greatest; `nil` where the driver does not say.
  public var greatest: Double? {
    switch self {
    case .discrete(let rates): rates.max()
    case .range(let range): range.upperBound
    case .unknown: nil
    }
  }
}
