/// What modifiers say of a mark's look.
struct MarkTraits {
  enum Style: Hashable {
    case color(Color)
    /// The color of a value; an index into the channel's values.
    case by(Int)
  }

  enum Symbol {
    case shape(AnyShape)
    case by(Int)
  }

  var style: Style?
  var opacity = 1.0
  var stroke: StrokeStyle?
  var dashKey: Int?
  var symbol: Symbol?
  var symbolArea: Double?
  var interpolation = InterpolationMethod.linear
  var cornerRadius: Double?
  var clipShape: AnyShape?
  var annotations: [MarkAnnotation] = []
  var accessibilityLabel: String?
  var accessibilityValue: String?
  var isAccessibilityHidden = false

  // What the mark itself declares.
  var width = MarkDimension.automatic
  var height = MarkDimension.automatic
  var stacking = MarkStackingMethod.standard

  var symbolKey: Int? {
    if case .by(let key) = symbol { key } else { nil }
  }

  var styleKey: Int? {
    if case .by(let key) = style { key } else { nil }
  }

  /// Whether a mark with other traits certainly looks like one with these. Shapes and views cannot be
  /// compared.
  func isSame(as other: MarkTraits, of mark: _MarkDeclaration) -> Bool {
    func symbolsAgree() -> Bool {
      switch (symbol, other.symbol) {
      case (nil, nil): true
      case (.by(let a), .by(let b)): a == b
      default: false
      }
    }
    return style == other.style && opacity == other.opacity && stroke == other.stroke
      && dashKey == other.dashKey && symbolsAgree() && symbolArea == other.symbolArea
      && interpolation == other.interpolation && cornerRadius == other.cornerRadius
      && clipShape == nil && other.clipShape == nil && annotations.isEmpty
      && other.annotations.isEmpty && accessibilityLabel == other.accessibilityLabel
      && accessibilityValue == other.accessibilityValue
      && isAccessibilityHidden == other.isAccessibilityHidden && width == mark.width
      && height == mark.height && stacking == mark.stacking
  }
}

/// A view beside a mark.
struct MarkAnnotation {
  let position: AnnotationPosition
  let alignment: Alignment
  let spacing: Double
  let view: ErasedView
}
