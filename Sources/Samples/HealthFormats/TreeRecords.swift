import CivilTime
import SampleStore

/// The records of a file of nested elements: its innermost elements that name a time and a value,
/// each with the facts around it.
struct TreeRecords<Events: TreeEvents>: RecordSource {
  /// An element that is open.
  private struct Node {
    let name: String
    let line: Int

    /// Whether it may be a record.
    let isRow: Bool
    var names: [String] = []
    var cells: [String?] = []

    /// Its facts about the records in it.
    var context: [(name: String, text: String)] = []

    /// Records in it that were read, which it is then not itself.
    var recordCount = 0

    /// Records in it that wait for facts that may still come.
    var waiting: [Found] = []
  }

  private struct Found {
    let arrayName: String
    let names: [String]
    let cells: [String?]
    let line: Int
  }

  private struct Signature: Hashable {
    let arrayName: String
    let names: [String]
  }

  private var events: Events
  private let form: HealthForm
  private let fileType: SampleType?
  private let log: ImportLog
  private var nodes: [Node] = []
  private var ready: [Record] = []
  private var readings: [Signature: RecordReading?] = [:]
  private var headings: [String: Heading?] = [:]
  private var waitingCount = 0

  /// The day of the last element that had one, for times beside it.
  private var day: (name: String, text: String)?

  private static var mostCells: Int { 200 }
  private static var mostContext: Int { 20 }
  private static var mostKept: Int { 2000 }

  /// Records that wait for the facts around them.
  private static var mostWaiting: Int { 200_000 }

  init(_ events: Events, form: HealthForm, _ hints: ImportHints, log: ImportLog) {
    (self.events, self.form, self.log) = (events, form, log)
    fileType = hints.fileName.flatMap { form.type(inFileName: $0) }
  }

  var bytesRead: Int { events.bytesRead }

  mutating func next() throws -> Record? {
    while ready.isEmpty {
      switch try events.next() {
      case .open(let name, let isElement):
        let isRow =
          form.rows.isEmpty
          ? isElement || nodes.isEmpty
          : form.rows[name] != nil || nodes.isEmpty && form.rows["top"] != nil
        nodes.append(Node(name: name, line: events.line, isRow: isRow))
      case .leaf(let name, let text): add(name, text)
      case .close:
        if let node = nodes.popLast() { end(node) }
      case nil: return nil
      }
    }
    return ready.removeFirst()
  }

  /// Adds a value to the innermost record that is open.
  private mutating func add(_ name: String, _ text: String) {
    guard let row = nodes.lastIndex(where: \.isRow), nodes[row].cells.count < Self.mostCells
    else { return }
    var parts = nodes[(row + 1)...].map(\.name)
    if !name.isEmpty { parts.append(name) }
    var path = parts.joined(separator: ".")
    // Of a list of intervals each is a record.
    if let dot = path.lastIndex(of: "."), Int(path[path.index(after: dot)...]) != nil,
      case let list = String(path[..<dot]), self.heading(list)?.meaning == .interval
    {
      let found = Found(arrayName: "", names: [list], cells: [text], line: nodes[row].line)
      if take(found, context: []) { nodes[row].recordCount += 1 }
      return
    }
    let heading = heading(path)
    if let place = nodes[row].names.firstIndex(of: path) {
      switch heading?.meaning {
      case .interval: path += "#\(nodes[row].cells.count)"
      case .value where !form.rows.isEmpty:
        // Both blood pressures.
        nodes[row].cells[place] = "\(nodes[row].cells[place] ?? "")/\(text)"
        return
      case .duration, .sample:
        // Laps make a workout together.
        guard !form.rows.isEmpty, let one = nodes[row].cells[place].flatMap(Double.init),
          let other = Double(text)
        else { return }
        nodes[row].cells[place] = "\(one + other)"
        return
      default: return
      }
    }
    nodes[row].names.append(path)
    nodes[row].cells.append(text)
    let outer = String(HealthForm.outer) + path
    if let fact = self.heading(outer), RecordReading.outerMeanings.contains(fact.meaning),
      nodes[row].context.count < Self.mostContext
    {
      nodes[row].context.append((outer, text))
    }
  }

  private mutating func heading(_ path: String) -> Heading? {
    if let known = headings[path] { return known }
    if headings.count >= Self.mostKept { headings.removeAll() }
    let heading = form.heading(path)
    headings[path] = .some(heading)
    return heading
  }

  private mutating func end(_ node: Node) {
    waitingCount -= node.waiting.count
    day =
      node.context.first { fact in
        WrittenDate(fact.text).map { $0.day != nil && $0.second == nil } ?? false
      } ?? day
    var count = node.recordCount
    // All is said now.
    for found in node.waiting {
      if take(found, context: node.context) {
        count += 1
      } else {
        let text = found.cells.map(CSVRows.cell).joined(separator: ",")
        log.note(.unknownType, at: ImportLog.Place(line: found.line, text: text))
      }
    }
    guard node.isRow else { return note(count) }
    let found = Found(
      arrayName: node.name, names: node.names, cells: node.cells, line: node.line)
    let meanings = node.names.map { heading($0)?.meaning }
    let isOfItsOwn =
      meanings.contains(.sport)
      || meanings.contains(.date) && meanings.contains(.sample(.quantity(.restingHeartRate)))
    if !node.cells.isEmpty, count == 0 || !form.rows.isEmpty || isOfItsOwn {
      let outer = nodes.last(where: { $0.isRow })
      let said = Set(nodes.flatMap(\.context).map(\.name))
      if form.context.keys.allSatisfy(said.contains) || outer == nil, take(found, context: []) {
        count += 1
      } else if outer != nil, wait(found) {
        return
      } else if count == 0, form.rows.isEmpty, node.names.count > 1,
        !meanings.allSatisfy({ $0 != .date && $0 != .end })
      {
        // Something of that time, of which nothing is known.
        let text = zip(node.names, node.cells).map { "\($0) \($1 ?? "")" }.joined(separator: ", ")
        log.note(.unknownType, at: ImportLog.Place(line: node.line, type: node.name, text: text))
      }
    }
    note(count)
  }

  /// Notes in the element around how many records were in it.
  private mutating func note(_ count: Int) {
    if let outer = nodes.lastIndex(where: \.isRow) { nodes[outer].recordCount += count }
  }

  /// Keeps a record until all is said around it; false if that would not help.
  private mutating func wait(_ found: Found) -> Bool {
    guard let outer = nodes.lastIndex(where: \.isRow),
      RecordReading(names: found.names, form: form, type: .quantity(.heartRate)) != nil
    else { return false }
    guard waitingCount < Self.mostWaiting else {
      log.note(.tooLarge, at: ImportLog.Place(line: found.line))
      return true
    }
    waitingCount += 1
    nodes[outer].waiting.append(found)
    return true
  }

  /// Makes a record of a found element; returns false if it names no time or no value.
  private mutating func take(_ found: Found, context: [(name: String, text: String)]) -> Bool {
    let own = form.type(found.arrayName)
    // What an array is of counts more than what is said around it.
    var around = (context + nodes.reversed().flatMap(\.context)).filter {
      own == nil || heading($0.name)?.meaning != .type
    }
    if let day, found.names.contains(where: { heading($0)?.meaning == .time }),
      !(found.names + around.map(\.name)).contains(where: { heading($0)?.meaning == .date })
    {
      around.append(day)
    }
    let signature = Signature(
      arrayName: found.arrayName, names: found.names + around.map(\.name))
    let reading: RecordReading?
    if let known = readings[signature] {
      reading = known
    } else {
      if readings.count >= Self.mostKept { readings.removeAll() }
      let type = own ?? (form.types[found.arrayName] == nil ? fileType : nil)
      reading = RecordReading(
        names: signature.names, form: form, type: type,
        examples: [found.cells + around.map(\.text)])
      readings[signature] = .some(reading)
    }
    guard let reading else { return false }
    ready.append(
      Record(reading: reading, cells: found.cells + around.map(\.text), line: found.line))
    return true
  }
}
