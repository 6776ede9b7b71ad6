import Glibc

/// Sets controls of a camera, and restores those that it has set: once, in `deinit` at the latest.
///
/// It belongs to the camera's thread.
public final class HeldControls {
  /// The failures, each once, in the order found.
  public private(set) var problems: [ControlProblem] = []

  /// The values read back from each control that is held, in the order they were last set.
  public private(set) var settings: [CameraSetting] = []

  /// Whether the controls have been restored; no more are set then.
  public private(set) var isRestored = false

  private let controls: CameraControls
  private let journal: ControlJournal?
  private let known: [UInt32: CameraControl]
  private let previous: [(id: UInt32, value: Int)]
  private var changed: Set<UInt32>

  /// Reads the controls as they are, after restoring the values that an earlier program left changed.
  /// - Parameter journalFolder: Where the earlier values are kept in case this program is killed, an existing
  ///   folder; `nil` for nowhere.
  public convenience init(_ camera: borrowing Camera, journalFolder: String?) {
    self.init(camera.controls, of: camera.description, journalFolder: journalFolder)
  }

  init(_ controls: CameraControls, of camera: CameraDescription, journalFolder: String?) {
    let left = journalFolder.map {
      Self.putBackLeftovers(controls, of: camera, journalFolder: $0).remaining
    }
    self.controls = controls
    journal = journalFolder.map {
      ControlJournal(folder: $0, camera: camera, calls: controls.device.calls)
    }
    var known: [UInt32: CameraControl] = [:]
    for id in ControlID.restoringOrder {
      // A driver that gives the ends in the wrong order does not know its own range.
      if let control = controls.control(id), !control.isReadOnly, control.minimum <= control.maximum
      {
        known[id] = control
      }
    }
    self.known = known
    // Values that an earlier program changed and no one could restore yet are still to be restored.
    let earlier = Dictionary(left ?? [], uniquingKeysWith: { first, _ in first })
    changed = Set(earlier.keys)
    previous = ControlID.restoringOrder.compactMap { id in
      known[id]?.value.map { (id, earlier[id] ?? $0) }
    }
    do {
      try journal?.write(previous)
    } catch {
      note(.notRemembered(reason: V4L2Error.sentence(for: error.code)))
    }
  }

  deinit { restore() }

  /// Returns the control if it can be set, with its present value; `nil` if the camera does not have it.
  public func control(_ id: UInt32) -> CameraControl? {
    guard var control = known[id] else { return nil }
    control.value = (try? controls.value(of: id)) ?? control.value
    return control
  }

  /// Sets a control and reads it back. Returns false if the driver refused; a camera without the
  /// control, or without the value, has nothing to refuse.
  @discardableResult
  public func hold(_ id: UInt32, _ value: Int) -> Bool {
    guard let control = known[id], !isRestored else { return true }
    if !control.menu.isEmpty && !control.menu.contains(where: { $0.value == value }) {
      note(.missingValue(control: control.name, value: value))
      return true
    }
    changed.insert(id)
    do {
      remember(control, try controls.set(id, to: control.nearest(value)))
      return true
    } catch {
      note(.notSet(control: control.name, reason: error.reason))
      return false
    }
  }

  /// Adds the present values of controls to `settings` that stay still although they were not set.
  public func record(_ ids: [UInt32]) {
    for id in ids {
      if let control = known[id], let value = try? controls.value(of: id) {
        remember(control, value)
      }
    }
  }

  private func remember(_ control: CameraControl, _ value: Int) {
    settings.removeAll { $0.id == control.id }
    settings.append(CameraSetting(id: control.id, name: control.name, value: value))
  }

  private func note(_ problem: ControlProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Restores the changed values. Failures are noted in `problems`, and the journal stays, so that
  /// the next program can do it.
  public func restore() {
    guard !isRestored else { return }
    isRestored = true
    let failures = Self.putBack(previous.filter { changed.contains($0.id) }, controls)
    guard !failures.isEmpty else {
      journal?.remove()
      return
    }
    // A camera that is gone may come back as it was left.
    if failures.contains(where: { $0.error.isDisconnection }) {
      note(.unplugged(isRemembered: journal != nil))
      return
    }
    for failure in failures {
      let name = known[failure.id]?.name ?? "a control"
      note(
        .notPutBack(
          control: name, reason: failure.error.reason, isRemembered: journal != nil))
    }
    // Values that are restored already need not be restored again.
    let failed = Set(failures.map(\.id))
    try? journal?.write(previous.filter { failed.contains($0.id) })
  }

  /// Restores the values that a killed program has left changed; returns whether there were any.
  @discardableResult
  public static func restoreLeftovers(_ camera: borrowing Camera, journalFolder: String) -> Bool {
    putBackLeftovers(camera.controls, of: camera.description, journalFolder: journalFolder).wereAny
  }

  /// Restores the values of a journal; it stays while any of it remains.
  private static func putBackLeftovers(
    _ controls: CameraControls, of camera: CameraDescription, journalFolder: String
  ) -> (wereAny: Bool, remaining: [(id: UInt32, value: Int)]) {
    let journal = ControlJournal(
      folder: journalFolder, camera: camera, calls: controls.device.calls)
    guard let values = journal.read() else { return (false, []) }
    let failed = Set(putBack(values, controls).map(\.id))
    if failed.isEmpty { journal.remove() }
    return (true, values.filter { failed.contains($0.id) })
  }

  /// Sets those that differ, in the order given. A value that an automatic mode had set may be
  /// refused (EINVAL, EACCES), and then need not be restored.
  private static func putBack(
    _ values: [(id: UInt32, value: Int)], _ controls: CameraControls
  ) -> [(id: UInt32, error: V4L2Error)] {
    var failures: [(id: UInt32, error: V4L2Error)] = []
    for (id, value) in values where ControlID.restoringOrder.contains(id) {
      do {
        if try controls.value(of: id) != value { try controls.set(id, to: value) }
      } catch  where error.code == EACCES || error.code == EINVAL {
        continue
      } catch {
        failures.append((id, error))
      }
    }
    return failures
  }
}

/// A control of a camera, and the value that was read back from it.
public struct CameraSetting: Sendable, Equatable {
  /// The kernel's number, as in `ControlID`.
  public let id: UInt32

  /// The driver's name.
  public let name: String

  /// The value.
  public let value: Int

  /// Makes a setting.
  public init(id: UInt32, name: String, value: Int) {
    (self.id, self.name, self.value) = (id, name, value)
  }
}

/// A failure with a camera's controls, though it sends frames.
public enum ControlProblem: Sendable, Hashable, CustomStringConvertible {
  /// The earlier values could not be written down, so that they are lost if the program is killed.
  case notRemembered(reason: String)

  /// The control's menu does not have the wanted value.
  case missingValue(control: String, value: Int)

  /// The driver refused to set the control.
  case notSet(control: String, reason: String)

  /// The driver refused to put the control back.
  /// - Parameter isRemembered: Whether the next run with this camera tries again.
  case notPutBack(control: String, reason: String, isRemembered: Bool)

  /// The camera was unplugged before its controls could be restored.
  /// - Parameter isRemembered: Whether the next run with this camera restores them.
  case unplugged(isRemembered: Bool)

  /// A sentence without a period.
  public var description: String {
    switch self {
    case .notRemembered(let reason): "earlier settings cannot be kept in case of a crash: \(reason)"
    case .missingValue(let control, let value): "\(control) of this camera has no value \(value)"
    case .notSet(let control, let reason): "\(control) cannot be set: \(reason)"
    case .notPutBack(let control, let reason, isRemembered: false):
      "\(control) was not put back: \(reason)"
    case .notPutBack(let control, let reason, isRemembered: true):
      "\(control) was not put back: \(reason); the next run with this camera tries again"
    case .unplugged(isRemembered: false): "the camera was unplugged as it was set for measuring"
    case .unplugged(isRemembered: true):
      "the camera was unplugged as it was set for measuring; the next run with it puts that back"
    }
  }
}
