/// How values become places.
public struct ScaleType: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case linear, log, squareRoot, date, category
    case symmetricLog(slope: Double)
  }
  let kind: Kind

  public static let linear = Self(kind: .linear)

  /// By the decimal logarithm. What is not above 0 has no place.
  public static let log = Self(kind: .log)
  public static let squareRoot = Self(kind: .squareRoot)
  public static let date = Self(kind: .date)
  public static let category = Self(kind: .category)

  /// By a logarithm that passes through 0 with a slope of 1.
  public static let symmetricLog = Self(kind: .symmetricLog(slope: 1))
  public static func symmetricLog(slopeAtZero: Double) -> Self {
    Self(kind: .symmetricLog(slope: slopeAtZero.isFinite && slopeAtZero > 0 ? slopeAtZero : 1))
  }
}

/// What an axis covers.
public protocol ScaleDomain {
  var _requested: _RequestedDomain { get }
}

/// What a domain asks for. It is public for the protocol alone.
public struct _RequestedDomain {
  let domain: RequestedDomain
}

enum RequestedDomain {
  case automatic(includesZero: Bool?, reversed: Bool)
  case interval(_Datum, _Datum)
  case values([_Datum])
}

extension ScaleDomain {
  var requested: RequestedDomain { _requested.domain }
}

extension ClosedRange: ScaleDomain where Bound: Plottable {
  public var _requested: _RequestedDomain {
    .init(domain: .interval(lowerBound.datum, upperBound.datum))
  }
}

extension Array: ScaleDomain where Element: Plottable {
  public var _requested: _RequestedDomain { .init(domain: .values(map(\.datum))) }
}

/// A domain that holds all data.
public struct AutomaticScaleDomain: ScaleDomain {
  let includesZero: Bool?
  let reversed: Bool

  public var _requested: _RequestedDomain {
    .init(domain: .automatic(includesZero: includesZero, reversed: reversed))
  }
}

extension ScaleDomain where Self == AutomaticScaleDomain {
  public static var automatic: AutomaticScaleDomain {
    AutomaticScaleDomain(includesZero: nil, reversed: false)
  }

  /// A domain that holds all data, and 0 unless told otherwise.
  public static func automatic(
    includesZero: Bool? = nil, reversed: Bool? = nil
  ) -> AutomaticScaleDomain {
    AutomaticScaleDomain(includesZero: includesZero, reversed: reversed ?? false)
  }
}

/// The part of the plot that a domain fills.
public struct PlotDimensionScaleRange: Hashable, Sendable {
  var start: Double
  var end: Double

  public static let plotDimension = Self(start: 0, end: 0)

  /// The plot less some points at both ends.
  public static func plotDimension(padding: CGFloat) -> Self {
    Self(start: Double(padding), end: Double(padding))
  }

  public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> Self {
    Self(start: Double(startPadding), end: Double(endPadding))
  }
}
