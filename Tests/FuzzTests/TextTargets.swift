import FileAccess
import Foundation
import Glibc
import JSONCoding
import SampleStore
import StudyTasks
import VisibleText

@testable import HealthKit

/// Texts and small values.
enum TextTargets {
  /// What is read is written as a text that reads the same.
  static func json(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.value(of: bytes) else { return }
    let text = value.text
    let again = try? JSONParser.value(of: Array(text.utf8))
    FuzzTarget.require(again?.text == text, "JSON that is written reads the same")
  }

  /// A unit's text is that unit.
  static func unit(_ bytes: [UInt8]) {
    guard let unit = try? QuantityUnit(String(decoding: bytes, as: UTF8.self)) else { return }
    FuzzTarget.require((try? QuantityUnit(unit.description)) == unit, "a unit's text is that unit")
  }

  private static let moment = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// A predicate is a filter or an error, and does not trap where it filters.
  static func predicate(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let arguments: [Any?] = [moment, 60, "text", nil]
    let predicate = PredicateFormat.predicate(text, arguments)
    let sample = HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 61),
      start: moment, end: moment,
      metadata: ["a": 1, "b": "text"])
    _ = predicate.evaluate(with: sample)
  }

  /// An anchor's bytes are that anchor.
  static func anchor(_ bytes: [UInt8]) {
    guard let anchor = try? QueryAnchor(bytes: bytes) else { return }
    FuzzTarget.require(
      (try? QueryAnchor(bytes: anchor.bytes)) == anchor, "an anchor's bytes are it")
  }

  /// A task that is read is written as a text that reads the same.
  static func studyTask(_ bytes: [UInt8]) {
    guard let task = try? TaskFile.task(from: String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    let text = TaskFile.text(of: task)
    let again = try? TaskFile.task(from: text)
    FuzzTarget.require(again.map(TaskFile.text) == text, "a task's text is that task")
  }

  static func studyResult(_ bytes: [UInt8]) {
    _ = TaskResult(text: String(decoding: bytes, as: UTF8.self))
  }

  /// What a person sees of a text hides nothing, a cell for spreadsheets is no formula, and a file's name comes back
  /// from what is shown of it.
  static func visibleText(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let shown = VisibleText.text(of: text)
    FuzzTarget.require(
      !shown.unicodeScalars.contains(where: VisibleText.isHidden), "nothing is hidden")
    FuzzTarget.require(
      VisibleText.text(of: shown).utf8.elementsEqual(shown.utf8), "what is written out stays")
    let cell = CSVCell.text(text, forSpreadsheet: true)
    let first = (cell.hasPrefix("\"") ? cell.dropFirst() : cell[...]).unicodeScalars.first
    FuzzTarget.require(
      DecimalNumber.value(of: text) != nil
        || first.map { !"=+-@".unicodeScalars.contains($0) } ?? true,
      "a cell is no formula")
    // No name has the byte 0.
    let name = bytes.filter { $0 != 0 }
    let held = FileName.text(of: name)
    FuzzTarget.require(system(held) == name, "a name's text is that name")
    FuzzTarget.require(
      system(FileName.text(ofShown: VisibleText.text(of: held))) == name,
      "a name comes back from what is shown")
  }

  /// A name as the system gets it.
  private static func system(_ name: String) -> [UInt8] {
    name.withFileName { pointer in
      UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map(UInt8.init(bitPattern:))
    }
  }
}
