/// Round numbers: 1, 2 or 5 times a power of ten.
enum NumberTicks {
  /// Returns the round step that divides a domain into about a number of parts.
  ///
  /// The cuts between 1, 2, 5 and 10 are the geometric means, as d3 has them.
  static func step(low: Double, high: Double, count: Int) -> Double {
    let rough = (high / 2 - low / 2) / Double(max(count, 1)) * 2
    guard rough > 0, rough.isFinite else { return 1 }
    let power = pow(10, log10(rough).rounded(.down))
    guard power > 0 else { return rough }
    let share = rough / power
    let cuts: [(Double, Double)] = [(50, 10), (10, 5), (2, 2)]
    let factor = cuts.first { share >= $0.0.squareRoot() }?.1 ?? 1
    return factor * power
  }

  /// Returns the round step that has nearest to a number of multiples in a domain; of two, the finer. Whole quarters
  /// of a power of ten are round too.
  static func step(low: Double, high: Double, values count: Int) -> Double {
    let rough = (high / 2 - low / 2) / Double(max(count - 1, 1)) * 2
    let power = rough > 0 && rough.isFinite ? pow(10, log10(rough).rounded(.down)) : 0
    guard power > 0 else { return 1 }
    func distance(_ step: Double) -> Double {
      let multiples = (high / step + 1e-9).rounded(.down) - (low / step - 1e-9).rounded(.up) + 1
      return abs(multiples - Double(count))
    }
    let factors = power < 10 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
    return factors.map { $0 * power }.min { distance($0) < distance($1) } ?? power
  }

  /// Returns the next multiple of a step below a value, or the value if it is one.
  static func floor(_ value: Double, _ step: Double) -> Double {
    multiple((value / step + 1e-9).rounded(.down), step)
  }

  /// Returns the next multiple of a step above a value, or the value if it is one.
  static func ceil(_ value: Double, _ step: Double) -> Double {
    multiple((value / step - 1e-9).rounded(.up), step)
  }

  /// Returns the multiples of a step in a domain: at most a thousand, in larger steps if need be.
  static func multiples(of step: Double, low: Double, high: Double) -> [Double] {
    guard step > 0, step.isFinite, low.isFinite, high.isFinite, low <= high else { return [] }
    let first = (low / step - 1e-9).rounded(.up)
    let last = (high / step + 1e-9).rounded(.down)
    guard first.isFinite, last.isFinite, last >= first else { return [] }
    let stride = max(((last - first) / 1000).rounded(.up), 1)
    var values: [Double] = []
    var index = (first / stride).rounded(.up) * stride
    while index <= last {
      values.append(multiple(index, step))
      index += stride
    }
    return values
  }

  /// Returns the multiples of a step from the last one before a domain to the first one after it,
  /// two or more; empty for a step that is not above 0.
  static func around(_ low: Double, _ high: Double, by step: Double) -> [Double] {
    let first = floor(low, step)
    return multiples(of: step, low: first, high: max(ceil(high, step), first + step))
  }

  /// Returns round values in a domain: about a number of them, and at least two.
  static func values(low: Double, high: Double, count: Int) -> [Double] {
    var count = max(count, 1)
    var values: [Double] = []
    for _ in 0..<6 {
      values = multiples(of: step(low: low, high: high, count: count), low: low, high: high)
      if values.count >= 2 { return values }
      count *= 2
    }
    return values.count >= 2 ? values : [low, high]
  }

  /// Returns round values for a logarithmic axis: powers of ten, with 2 and 5 times them where few.
  static func logarithmic(low: Double, high: Double, count: Int) -> [Double] {
    guard low > 0, high > low else { return [] }
    let first = Int(log10(low).rounded(.down))
    let last = Int(log10(high).rounded(.up))
    func values(_ factors: [Double]) -> [Double] {
      var found: [Double] = []
      for power in first...last {
        for factor in factors {
          let value = factor * pow(10, Double(power))
          if value >= low * (1 - 1e-9), value <= high * (1 + 1e-9), value.isFinite {
            found.append(value)
          }
        }
      }
      return found
    }
    let powers = values([1])
    if powers.count > count {
      let stride = (powers.count + count - 1) / count
      return powers.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    }
    for factors in [[1.0], [1, 3], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]] {
      let found = values(factors)
      if found.count >= min(count, 3) { return found }
    }
    return self.values(low: low, high: high, count: count)
  }

  /// Returns an index times a step, without the noise of binary fractions: 3 times 0.1 is 0.3. A
  /// zero has no sign, since a format of the chart's own would write it.
  private static func multiple(_ index: Double, _ step: Double) -> Double {
    let index = index == 0 ? 0 : index
    if step < 1, step > 1e-12 {
      let inverse = (1 / step).rounded()
      if abs(inverse * step - 1) < 1e-9 { return index / inverse }
    }
    return index * step
  }
}

/// Writes numbers at ticks, all with the same number of decimals.
struct NumberLabels {
  private let decimals: Int
  private let isScientific: Bool
  /// Whether a comma follows each third digit: all labels of an axis are alike.
  private let isGrouped: Bool

  init(values all: [Double]) {
    let values = all.filter(\.isFinite)
    let largest = values.map(abs).max() ?? 0
    isGrouped = largest >= 10_000
    let gaps = zip(values.dropFirst(), values).map { abs($0 - $1) }.filter { $0 > 0 }
    let step = gaps.min() ?? (largest > 0 ? largest : 1)
    isScientific = largest >= 1e7 || (largest > 0 && largest < 1e-4)
    // The number of decimals that all values need, and no more than the step can show.
    let most = min(max(Int((-log10(min(max(step, 1e-12), 1e15))).rounded(.up)) + 1, 0), 8)
    decimals = Self.decimals(of: values, step: step, most: most)
  }

  private static func decimals(of values: [Double], step: Double, most: Int) -> Int {
    for decimals in 0..<most {
      let factor = pow(10, Double(decimals))
      let isExact = values.allSatisfy { value in
        let scaled: Double = value * factor
        return abs(scaled - scaled.rounded()) < 1e-4 * step * factor
      }
      if isExact { return decimals }
    }
    return most
  }

  func text(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    guard !isScientific, abs(value) < 1e12 else { return scientific(value) }
    let text = fixed(abs(value), decimals: decimals)
    return value < 0 && text.contains { $0 != "0" && $0 != "." } ? "−" + text : text
  }

  private func scientific(_ value: Double) -> String {
    guard value != 0 else { return "0" }
    let power = log10(abs(value)).rounded(.down)
    let mantissa = value / pow(10, power)
    let digits = (mantissa * 100).rounded() / 100
    // The power of the smallest numbers of all is 0.
    guard abs(digits) <= 10 else { return "\(value)".replacing("-", with: "−") }
    let text = digits == digits.rounded() ? "\(Int(digits))" : "\(digits)"
    return (text + "e\(Int(power))").replacing("-", with: "−")
  }

  /// Returns a number with decimals.
  private func fixed(_ value: Double, decimals: Int) -> String {
    let factor = pow(10, Double(decimals))
    guard let scaled = Int(exactly: (value * factor).rounded()) else { return "\(value)" }
    let whole = scaled / Int(factor)
    var text = ""
    for (index, digit) in String(whole).reversed().enumerated() {
      if index > 0, index % 3 == 0, isGrouped { text.append(",") }
      text.append(digit)
    }
    text = String(text.reversed())
    guard decimals > 0 else { return text }
    let fraction = String(scaled % Int(factor))
    return text + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
