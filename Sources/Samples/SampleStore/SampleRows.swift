/// Rows of the table `sample` in an order: those of one statement, or of one for each type, merged.
///
/// The index by time serves each type in its order. Sorting the rows of all types instead would take
/// memory for each of them.
struct SampleRows {
  private struct Source {
    let statement: SQLStatement
    var start: Double
    var number: Int64
  }

  /// A heap: the next row is that of the first.
  private var sources: [Source] = []
  private let ascending: Bool
  private var rest: Int
  private var hasBegun = false

  /// The statement whose present row is the present one.
  private(set) var current: SQLStatement

  /// Creates the rows of one statement, in its own order.
  init(_ statement: SQLStatement) {
    current = statement
    ascending = true
    rest = .max
  }

  /// Creates the rows of several statements, each in the order of start and number.
  ///
  /// - Parameter limit: At most this many rows.
  init(merging statements: [SQLStatement], ascending: Bool, limit: Int) throws(StoreError) {
    self.ascending = ascending
    rest = limit
    current = statements[0]
    for statement in statements where try statement.step() {
      sources.append(
        Source(statement: statement, start: statement.real(3), number: statement.integer(0)))
      rise(sources.count - 1)
    }
    isMerged = true
  }

  private var isMerged = false

  /// Moves to the next row; false after the last.
  mutating func step() throws(StoreError) -> Bool {
    guard isMerged else { return try current.step() }
    guard rest > 0 else { return false }
    if hasBegun, !sources.isEmpty {
      if try current.step() {
        sources[0].start = current.real(3)
        sources[0].number = current.integer(0)
      } else {
        let last = sources.removeLast()
        if !sources.isEmpty { sources[0] = last }
      }
      sink()
    }
    hasBegun = true
    guard let first = sources.first else { return false }
    current = first.statement
    rest -= 1
    return true
  }

  private func comesBefore(_ a: Source, _ b: Source) -> Bool {
    let isLess = a.start < b.start || (a.start == b.start && a.number < b.number)
    let isEqual = a.start == b.start && a.number == b.number
    return ascending ? isLess : !isLess && !isEqual
  }

  private mutating func rise(_ index: Int) {
    var index = index
    while index > 0, comesBefore(sources[index], sources[(index - 1) / 2]) {
      sources.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < sources.count && comesBefore(sources[child], sources[least]) {
        least = child
      }
      guard least != index else { return }
      sources.swapAt(index, least)
      index = least
    }
  }
}
