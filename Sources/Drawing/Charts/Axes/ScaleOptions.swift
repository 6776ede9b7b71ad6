/// The conversion of values to positions.
public struct ScaleType: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case linear, log, squareRoot, date, category
    case symmetricLog(slope: Double)
  }
  let kind: Kind

  public static let linear = Self(kind: .linear)

  /// By the decimal logarithm. Values that are not above 0 have no position.
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

/// The range that an axis covers.
public protocol ScaleDomain {
  var _requested: _RequestedDomain { get }
}

/// The request of a domain. It is public for the protocol alone.
public struct _RequestedDomain {
  let domain: RequestedDomain
}

enum RequestedDomain {
  case automatic(includesZero: Bool?, reversed: Bool)
  case values([_Datum])
  /// The result of a closure that changes the ends or the names of an automatic domain.
  indirect case modified(RequestedDomain, ([_Datum]) -> [_Datum])
}

extension ClosedRange: ScaleDomain where Bound: Plottable {
  public var _requested: _RequestedDomain {
    .init(domain: .values([lowerBound.datum, upperBound.datum]))
  }
}

extension Array: ScaleDomain where Element: Plottable {
  public var _requested: _RequestedDomain { .init(domain: .values(map(\.datum))) }
}

/// A domain that holds all data.
public struct AutomaticScaleDomain: ScaleDomain {
  let domain: RequestedDomain
  public var _requested: _RequestedDomain { .init(domain: domain) }
}

extension ScaleDomain where Self == AutomaticScaleDomain {
  public static var automatic: AutomaticScaleDomain { automatic() }

  /// Returns a domain that holds all data, and 0 by default.
  public static func automatic(
    includesZero: Bool? = nil, reversed: Bool? = nil
  ) -> AutomaticScaleDomain {
    AutomaticScaleDomain(
      domain: .automatic(includesZero: includesZero, reversed: reversed ?? false))
  }

  /// Returns a domain that holds all data, except for changes by a closure: of its two ends, or its names.
  public static func automatic<DataValue: Plottable>(
    includesZero: Bool? = nil, reversed: Bool? = nil, dataType: DataValue.Type,
    modifyInferredDomain: @escaping (inout [DataValue]) -> Void
  ) -> AutomaticScaleDomain {
    AutomaticScaleDomain(
      domain: .modified(automatic(includesZero: includesZero, reversed: reversed).domain) { data in
        var values = data.compactMap(DataValue.init(datum:))
        modifyInferredDomain(&values)
        return values.map(\.datum)
      })
  }
}

/// The part of the plot that a domain fills.
public struct PlotDimensionScaleRange: Hashable, Sendable {
  var start: Double
  var end: Double

  public static let plotDimension = Self(start: 0, end: 0)

  /// Returns the plot less some points at both ends.
  public static func plotDimension(padding: CGFloat) -> Self {
    Self(start: Double(padding), end: Double(padding))
  }

  public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> Self {
    Self(start: Double(startPadding), end: Double(endPadding))
  }
}
