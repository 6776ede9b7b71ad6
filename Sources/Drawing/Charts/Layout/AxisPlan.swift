/// The values of an axis with their lines, ticks and labels, before the plot has its place.
struct AxisPlan {
  struct Mark {
    /// The position of its lines and ticks.
    let value: Double
    /// The position of the middle of its label.
    let labelValue: Double
    let elements: [AxisElement]
    /// The content of its label; empty for none.
    var label: [ViewNode]
    var labelSize: CGSize
    var isVertical = false
  }

  let isX: Bool
  let edge: Edge
  let scale: Scale
  var marks: [Mark]
  let collision: AxisValueLabelCollisionResolution

  enum Edge { case top, bottom, leading, trailing }

  /// The room that the labels take across the axis.
  var labelDepth: Double {
    Double(marks.map { isX ? $0.labelSize.height : $0.labelSize.width }.max() ?? 0)
  }

  /// Returns the length of the longest tick.
  func tickDepth(_ style: LayoutStyle) -> Double {
    var longest = 0.0
    for mark in marks {
      for case .tick(_, let length) in mark.elements {
        longest = max(longest, tickLength(length, of: mark, style))
      }
    }
    return longest
  }

  func tickLength(_ length: AxisTick.Length, of mark: Mark, _ style: LayoutStyle) -> Double {
    switch length.kind {
    case .automatic: style.tickLength
    case .label(let more): Double((isX ? mark.labelSize.height : mark.labelSize.width) + more)
    case .longest(let more): labelDepth + Double(more)
    case .points(let points): points.isFinite ? min(max(points, 0), 200) : 0
    }
  }
}

/// Chooses the values of an axis and writes their labels.
struct AxisPlanner {
  let isX: Bool
  let axis: AxisCollector
  let settings: AxisSettings
  let context: LayoutContext
  let environment: ChartEnvironment

  /// Returns how many round values fit along a length, in points.
  func tickCount(length: Double) -> Int {
    if case .automatic(let count?, _) = settings.axes?.first?.values.kind { return max(count, 1) }
    let spacing = isX ? context.style.tickSpacing.x : context.style.tickSpacing.y
    return min(max(Int((length / spacing).rounded()), 2), isX ? 10 : 6)
  }

  /// Returns the axes that the settings declare, or the usual one.
  func plans(scale: Scale, length: Double) -> [AxisPlan] {
    guard settings.axisVisibility != .hidden else { return [] }
    return (settings.axes ?? [AxisDeclaration()]).map { plan($0, scale: scale, length: length) }
  }

  private func plan(_ declaration: AxisDeclaration, scale: Scale, length: Double) -> AxisPlan {
    let values = values(of: declaration, scale: scale, length: length)
    let numberLabels = NumberLabels(values: values)
    let timeLabels = TimeLabels(values: values, calendar: context.calendar)
    let nodes = NodeLayout(context: context)
    var collision = AxisValueLabelCollisionResolution.automatic
    var marks = values.enumerated().map { index, value -> AxisPlan.Mark in
      let datum = scale.datum(value) ?? .category("")
      let elements =
        declaration.marks?(AxisValue(datum: datum, index: index, count: values.count))
        ?? usualElements(scale, declaration.stroke)
      var label: [ViewNode] = []
      var labelValue = value
      var isVertical = false
      for case .label(let declared) in elements {
        label = self.label(declared, datum) {
          switch datum {
          case .number: numberLabels.text(value)
          case .date: timeLabels.text(value)
          case .category(let name): name
          }
        }
        collision = declared.collision
        isVertical = declared.orientation == .vertical
        labelValue = self.labelValue(declared, value, index, values, scale)
      }
      let size = label.isEmpty ? CGSize.zero : nodes.size(of: label)
      return AxisPlan.Mark(
        value: value, labelValue: labelValue, elements: elements, label: label,
        labelSize: isVertical ? CGSize(width: size.height, height: size.width) : size,
        isVertical: isVertical)
    }
    if scale.kind == .category { fitCategories(&marks, scale: scale, length: length) }
    return AxisPlan(
      isX: isX, edge: edge(declaration, scale), scale: scale, marks: marks, collision: collision)
  }

  private func edge(_ declaration: AxisDeclaration, _ scale: Scale) -> AxisPlan.Edge {
    switch declaration.position {
    case .top where isX: .top
    case .leading where !isX: .leading
    case .trailing where !isX: .trailing
    default: isX ? .bottom : scale.kind == .category ? .leading : .trailing
    }
  }

  private func usualElements(_ scale: Scale, _ stroke: StrokeStyle?) -> [AxisElement] {
    let label = AxisElement.label(AxisLabel(content: .automatic))
    guard scale.kind != .category else { return [label] }
    let line = AxisLine(stroke: stroke)
    return isX
      ? [.gridLine(line), .tick(line, length: .automatic), label] : [.gridLine(line), label]
  }

  // MARK: Values

  private func values(
    of declaration: AxisDeclaration, scale: Scale, length: Double
  ) -> [Double] {
    let (low, high) = (scale.low, scale.high)
    switch (declaration.values.kind, scale.kind) {
    case (.list(let data), _):
      return data.compactMap(scale.number).filter(scale.contains)
    case (_, .category): return scale.categories.indices.map { Double($0) }
    case (.stride(let step), .number):
      return NumberTicks.multiples(of: abs(step), low: low, high: high)
    case (.stride(let step), .date):
      let origin = context.calendar.interval(of: .day, around: low)?.start ?? low
      return NumberTicks.multiples(of: abs(step), low: low - origin, high: high - origin)
        .map { $0 + origin }
    case (.calendar(let component, let count, let calendar), .date):
      let step = TimeTicks.Step(component, count: max(abs(count), 1))
      guard let used = calendar.map({ ChartCalendar($0) }) ?? context.calendar else { return [] }
      return TimeTicks(calendar: used).dates(every: step, low: low, high: high)
    case (.automatic(_, let least), .date):
      return times(low: low, high: high, length: length, least: least ?? 0)
    case (.automatic(let wish, let least), .number):
      let count = tickCount(length: length)
      if case .log = scale.type {
        return NumberTicks.logarithmic(low: low, high: high, count: count)
      }
      let step =
        wish.map { NumberTicks.step(low: low, high: high, values: $0) }
        ?? NumberTicks.step(low: low, high: high, count: count)
      if let least, least.isFinite, step < least {
        return NumberTicks.multiples(of: least, low: low, high: high)
      }
      let values = wish == nil ? [] : NumberTicks.multiples(of: step, low: low, high: high)
      return values.count > 1 ? values : NumberTicks.values(low: low, high: high, count: count)
    case (.calendar, .number):
      return NumberTicks.values(low: low, high: high, count: tickCount(length: length))
    }
  }

  private func times(low: Double, high: Double, length: Double, least: Double) -> [Double] {
    let ticks = TimeTicks(calendar: context.calendar)
    let unit = axis.unit.map(TimeTicks.Step.length) ?? 0
    let count = tickCount(length: length)
    if let step = ticks.step(low: low, high: high, count: count, atLeast: max(unit, least)) {
      let dates = ticks.dates(every: step, low: low, high: high)
      if dates.count >= 2 || (unit > 0 && !dates.isEmpty) { return dates }
    }
    // Parts of a second, or a domain without round times.
    let origin = low.rounded(.down)
    return NumberTicks.values(low: low - origin, high: high - origin, count: count)
      .map { $0 + origin }
  }

  // MARK: Labels

  private func label(
    _ declared: AxisLabel, _ datum: _Datum, automatic: () -> String
  ) -> [ViewNode] {
    let text: String
    switch declared.content {
    case .automatic: text = automatic()
    case .text(let write): text = write(datum, context.labels) ?? automatic()
    case .view(let view):
      var inner = environment
      inner.font = declared.font ?? environment.font ?? context.style.axisFont
      inner.textColor = declared.color ?? environment.textColor ?? .secondary
      return _ViewCollector(environment: inner).nodes(of: view)
    }
    guard !text.isEmpty else { return [] }
    return [
      .text(
        TextRun(
          text: text, font: declared.font ?? environment.font ?? context.style.axisFont,
          color: declared.color ?? environment.textColor ?? .secondary))
    ]
  }

  /// Returns where a label belongs: at its value; in the middle of the data's calendar unit or range,
  /// if they have one; or half-way to the next value, if it asks to be centered.
  private func labelValue(
    _ label: AxisLabel, _ value: Double, _ index: Int, _ values: [Double], _ scale: Scale
  ) -> Double {
    guard scale.kind != .category, label.isCentered != false else { return value }
    if label.isCentered == true {
      // The end of the axis is the last.
      guard value < scale.high else { return .infinity }
      let next = index + 1 < values.count ? values[index + 1] : scale.high
      return value + (next - value) / 2
    }
    // A day's name is placed at its middle, unless its hours have names too; an hour's time is that
    // of its beginning.
    let next = index + 1 < values.count ? values[index + 1] : .infinity
    if let end = axis.rangeEnds[value], end - value > 43_200, next >= end {
      return value + (end - value) / 2
    }
    // At the end of the last day no other day begins.
    if value == axis.high, let last = axis.rangeEnds.values.max(), last == value {
      return .infinity
    }
    guard scale.kind == .date, let unit = axis.unit,
      let (start, end) = context.calendar.interval(of: unit, around: value)
    else { return value }
    let isAlone = next >= end && (index == 0 || values[index - 1] < start)
    return isAlone ? start + (end - start) / 2 : value
  }

  /// Names of categories are not left out: beside the plot, or in narrow bands, they are cut; below
  /// it, they are turned if they do not fit.
  private func fitCategories(_ marks: inout [AxisPlan.Mark], scale: Scale, length: Double) {
    let band = length / max(scale.high - scale.low, 1)
    let nodes = NodeLayout(context: context)
    func cut(_ mark: inout AxisPlan.Mark, to width: Double) {
      guard case .text(var run)? = mark.label.first, mark.label.count == 1 else { return }
      run.text = context.measurer.fitted(run.text, font: run.font, width: width)
      mark.label = [.text(run)]
      let size = nodes.size(of: mark.label)
      mark.labelSize =
        mark.isVertical ? CGSize(width: size.height, height: size.width) : size
    }
    if isX {
      let widest = Double(marks.map(\.labelSize.width).max() ?? 0)
      guard widest + context.style.leastLabelDistance.x > band else { return }
      let height = context.measurer.height(of: context.style.axisFont)
      let turns = !context.style.isCells && band >= height
      for index in marks.indices {
        if turns, !marks[index].isVertical {
          marks[index].isVertical = true
          cut(&marks[index], to: 110)
        }
      }
    } else {
      for index in marks.indices { cut(&marks[index], to: context.style.isCells ? 160 : 150) }
    }
  }
}
