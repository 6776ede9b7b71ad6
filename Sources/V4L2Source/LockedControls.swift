import Glibc

/// The controls that were changed, with what they were before: put back once, in `deinit` at the latest.
final class LockedControls {
  private(set) var remarks: [String] = []
  private(set) var settings: [CameraSetting] = []
  private(set) var isRestored = false

  private let controls: CameraControls
  private let journal: ControlJournal?
  private let known: [UInt32: CameraControl]
  private let previous: [(id: UInt32, value: Int)]
  private var changed: Set<UInt32> = []

  init(_ controls: CameraControls, of camera: CameraDescription, journalFolder: String?) {
    if let journalFolder {
      Self.restoreLeftovers(controls, of: camera, journalFolder: journalFolder)
    }
    self.controls = controls
    journal = journalFolder.map {
      ControlJournal(folder: $0, camera: camera, calls: controls.device.calls)
    }
    var known: [UInt32: CameraControl] = [:]
    for id in ControlID.restoringOrder {
      // A driver that has the ends the wrong way round does not know what it offers.
      if let control = controls.control(id), !control.isReadOnly, control.minimum <= control.maximum
      {
        known[id] = control
      }
    }
    self.known = known
    previous = ControlID.restoringOrder.compactMap { id in
      known[id]?.value.map { (id, $0) }
    }
    do {
      try journal?.write(previous)
    } catch {
      note(
        "earlier settings cannot be kept in case of a crash: \(V4L2Error.sentence(for: error.code))"
      )
    }
  }

  deinit { restore() }

  /// A control that can be set, with its value when it was first seen or last held.
  func control(_ id: UInt32) -> CameraControl? {
    guard var control = known[id] else { return nil }
    control.value = (try? controls.value(of: id)) ?? control.value
    return control
  }

  /// Sets a control, where the camera has it, and reads it back; returns false where that failed.
  @discardableResult
  func hold(_ id: UInt32, _ value: Int) -> Bool {
    guard let control = known[id], !isRestored else { return true }
    if !control.menu.isEmpty && !control.menu.contains(where: { $0.value == value }) {
      note("\(control.name) of this camera has no value \(value)")
      return true
    }
    changed.insert(id)
    do {
      remember(control, try controls.set(id, to: control.nearest(value)))
      return true
    } catch {
      note("\(control.name) cannot be set: \(error.reason)")
      return false
    }
  }

  /// Reads back, for the settings, what stands still though nobody set it.
  func record(_ ids: [UInt32]) {
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

  func note(_ remark: String) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  func restore() {
    guard !isRestored else { return }
    isRestored = true
    let failures = Self.putBack(previous.filter { changed.contains($0.id) }, controls)
    // A camera that is gone may come back as it was left.
    if failures.contains(where: { $0.error.isDisconnection }) {
      note(
        journal == nil
          ? "the camera went as it was set for measuring"
          : "the camera went as it was set for measuring; the next run with it puts that back")
      return
    }
    for failure in failures {
      note("\(known[failure.id]?.name ?? "a control") was not put back: \(failure.error.reason)")
    }
    journal?.remove()
  }

  @discardableResult
  static func restoreLeftovers(
    _ controls: CameraControls, of camera: CameraDescription, journalFolder: String
  ) -> Bool {
    let journal = ControlJournal(
      folder: journalFolder, camera: camera, calls: controls.device.calls)
    guard let values = journal.read() else { return false }
    let failures = putBack(values, controls)
    if !failures.contains(where: { $0.error.isDisconnection }) { journal.remove() }
    return true
  }

  /// Sets in the order given those that differ; what an automatic mode had set before may be refused,
  /// and need not be put back.
  private static func putBack(
    _ values: [(id: UInt32, value: Int)], _ controls: CameraControls
  ) -> [(id: UInt32, error: V4L2Error)] {
    var failures: [(id: UInt32, error: V4L2Error)] = []
    for (id, value) in values where ControlID.restoringOrder.contains(id) {
      do {
        if try controls.value(of: id) != value { try controls.set(id, to: value) }
      } catch  where error.code == EACCES || error.code == EINVAL || error.code == EBUSY {
        continue
      } catch {
        failures.append((id, error))
      }
    }
    return failures
  }
}
