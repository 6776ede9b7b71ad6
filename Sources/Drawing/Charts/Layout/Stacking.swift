/// Puts bars on each other, and areas of several series.
///
/// Bars at one place stack if they are from 0 to a value; positive and negative values apart. Areas
/// stack by place, one series on the other in the order of their first points.
struct Stacking {
  private struct Place: Hashable {
    let kind: _MarkKind
    let isUpright: Bool
    let start: Double
    let end: Double
    let group: Int?
  }

  private struct Sums {
    var positive = 0.0
    var negative = 0.0
    var total = 0.0
  }

  /// Replaces the values of stacked marks by intervals.
  ///
  /// - Parameter isUpright: whether a mark's values are on the y axis.
  static func apply(
    to marks: inout [Mark], traits: [MarkTraits], isUpright: (Mark) -> Bool
  ) {
    let stacked = marks.indices.filter { index in
      let mark = marks[index]
      guard mark.isPlaced, mark.kind == .bar || mark.kind == .area else { return false }
      let upright = isUpright(mark)
      return (upright ? mark.y : mark.x).kind == .value
        && ((upright ? mark.x : mark.y).kind != .points || traits[Int(mark.traits)].form.isRow)
    }
    guard !stacked.isEmpty else { return }
    func place(_ mark: Mark) -> (place: Place, value: Double) {
      let upright = isUpright(mark)
      let position = upright ? mark.x : mark.y
      let look = traits[Int(mark.traits)]
      let place = Place(
        kind: mark.kind, isUpright: upright,
        start: position.start.isNaN ? -1 : position.start,
        end: position.end.isNaN ? -1 : position.end,
        group: (look.group ?? (upright ? look.xGroup : look.yGroup))?.key)
      return (place, upright ? mark.y.start : mark.x.start)
    }
    var totals: [Place: Double] = [:]
    for (place, value) in stacked.map({ place(marks[$0]) }) {
      totals[place, default: 0] += abs(value)
    }
    var sums: [Place: Sums] = [:]
    for index in stacked {
      let (place, value) = place(marks[index])
      var interval = (0.0, value)
      let method = traits[Int(marks[index].traits)].form.stacking
      if method != .unstacked {
        var sum = sums[place] ?? Sums()
        let total = totals[place] ?? 0
        switch method {
        case .normalized:
          let share = total > 0 ? abs(value) / total * 100 : 0
          interval = (sum.total, sum.total + share)
          sum.total += share
        case .center:
          interval = (sum.total - total / 2, sum.total - total / 2 + abs(value))
          sum.total += abs(value)
        default:
          if value >= 0 {
            interval = (sum.positive, sum.positive + value)
            sum.positive += value
          } else {
            interval = (sum.negative, sum.negative + value)
            sum.negative += value
          }
        }
        sums[place] = sum
      }
      let position = AxisPosition(kind: .between, start: interval.0, end: interval.1)
      if place.isUpright { marks[index].y = position } else { marks[index].x = position }
    }
  }
}
