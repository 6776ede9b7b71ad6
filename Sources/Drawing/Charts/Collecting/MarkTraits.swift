/// The look of a mark, as set by modifiers.
struct MarkTraits {
  enum Style: Hashable {
    case ink(_Ink)
    /// The color of a value; an index into the channel's values.
    case by(Int)
  }

  enum Symbol {
    case shape(AnyShape)
    case view(ErasedView)
    case by(Int)
  }

  /// The position of a mark beside others of its place.
  struct Group: Hashable {
    var key: Int
    var span: MarkDimension
  }

  struct Shadow: Hashable {
    var color: Color
    var radius: Double
    var offset: CGSize
  }

  var style: Style?
  var opacity = 1.0
  var stroke: StrokeStyle?
  var dashKey: Int?
  var symbol: Symbol?
  var symbolArea: Double?
  /// A size in place of an area.
  var symbolSize: CGSize?
  var sizeKey: Int?
  /// A group along each axis; the automatic one is across the values.
  var group: Group?
  var xGroup: Group?
  var yGroup: Group?
  var offset = CGSize.zero
  /// The distances by which the ends are moved: x start, x end, y start, y end as edges.
  var ends = EdgeInsets()
  var zIndex = 0.0
  var shadow: Shadow?
  /// Whether a gradient runs over the plot, not over each mark.
  var isAlignedWithPlot = false
  var interpolation = InterpolationMethod.linear
  var cornerRadius: Double?
  var clipShape: AnyShape?
  var annotations: [MarkAnnotation] = []
  var accessibilityLabel: String?
  var accessibilityValue: String?
  var isAccessibilityHidden = false

  /// The mark's own declaration.
  var form = _MarkDeclaration.Form()

  var symbolKey: Int? {
    if case .by(let key) = symbol { key } else { nil }
  }

  var styleKey: Int? {
    if case .by(let key) = style { key } else { nil }
  }

  /// Returns whether a mark with other traits certainly looks like one with these. Shapes and views
  /// cannot be compared.
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
      && symbolSize == other.symbolSize && sizeKey == other.sizeKey && group == other.group
      && xGroup == other.xGroup && yGroup == other.yGroup && offset == other.offset
      && ends == other.ends && zIndex == other.zIndex && shadow == other.shadow
      && isAlignedWithPlot == other.isAlignedWithPlot && form == mark.form
      && interpolation == other.interpolation && cornerRadius == other.cornerRadius
      && clipShape == nil && other.clipShape == nil && annotations.isEmpty
      && other.annotations.isEmpty && accessibilityLabel == other.accessibilityLabel
      && accessibilityValue == other.accessibilityValue
      && isAccessibilityHidden == other.isAccessibilityHidden
  }
}

/// A view beside a mark.
struct MarkAnnotation {
  let position: AnnotationPosition
  let alignment: Alignment
  let spacing: Double
  var overflow = AnnotationOverflowResolution.automatic
  let view: ErasedView
}
