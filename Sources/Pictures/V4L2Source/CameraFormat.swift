/// One way in which a camera sends pictures, and the sizes that it offers.
public struct CameraFormat: Sendable, Hashable {
  /// The code of the format.
  public let fourCC: FourCC

  /// The driver's words for the format.
  public let description: String

  /// The sizes in the driver's order; empty if the driver does not list them.
  public let sizes: [CameraSize]

  /// Makes a format.
  public init(fourCC: FourCC, description: String, sizes: [CameraSize]) {
    (self.fourCC, self.description, self.sizes) = (fourCC, description, sizes)
  }
}

/// A picture size in pixels, or a range of sizes, with its frame rates.
public struct CameraSize: Sendable, Hashable {
  /// The width, or the range of widths.
  public let width: ClosedRange<Int>

  /// The height, or the range of heights.
  public let height: ClosedRange<Int>

  /// From one width to the next; 1 if there is only one.
  public let widthStep: Int

  /// From one height to the next; 1 if there is only one.
  public let heightStep: Int

  /// The frame rates at which it comes.
  public let rates: CameraRates

  /// Makes a range of sizes.
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

  /// Makes one size.
  public init(width: Int, height: Int, rates: CameraRates) {
    self.init(width: width...width, height: height...height, rates: rates)
  }

  /// Whether it is one size rather than a range.
  public var isDiscrete: Bool {
    width.lowerBound == width.upperBound && height.lowerBound == height.upperBound
  }

  /// A text such as "640x480" or "48x16 to 1920x1080".
  public var description: String {
    let least = "\(width.lowerBound)x\(height.lowerBound)"
    return isDiscrete ? least : "\(least) to \(width.upperBound)x\(height.upperBound)"
  }

  /// Returns the size of the range that is nearest to the wanted one.
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

/// The frame rates of a size, in frames per second.
public enum CameraRates: Sendable, Hashable {
  /// These rates, the fastest first.
  case discrete([Double])

  /// All rates, or many, between two.
  case range(ClosedRange<Double>)

  /// The driver does not say.
  case unknown

  /// The highest rate; `nil` if the driver does not say.
  public var greatest: Double? {
    switch self {
    case .discrete(let rates): rates.max()
    case .range(let range): range.upperBound
    case .unknown: nil
    }
  }
}
