import CommandEnvironment
import Glibc
import JSONCoding
import MeasureCommands
import Measurement
import SampleStore

/// The live sessions of a page or of a phone, one after the other, on a separate thread: it owns
/// the measurement, carries out the browsers' orders, and saves.
struct SteeredSession {
  private let seat: SessionSeat
  private let stage: SessionStage
  private let publisher: LivePublisher

  /// Starts a camera or a replay.
  private let open: (_ camera: String?) -> LiveMeasurement
  private var saver: ResultSaver
  private var measurement: LiveMeasurement?
  private var state = State.idle

  /// The state that browsers show; the name is a part of the events.
  enum State: String {
    case idle, running

    /// A result waits to be saved or discarded.
    case measured
  }

  init(
    _ context: CommandContext, in seat: SessionSeat, _ stage: SessionStage,
    open: @escaping (_ camera: String?) -> LiveMeasurement
  ) {
    self.seat = seat
    self.stage = stage
    self.open = open
    publisher = LivePublisher(seat)
    saver = ResultSaver(context)
    publishState()
  }

  /// Works until a signal, or who else is named, asks to stop.
  mutating func run(until isOver: () -> Bool = { Interruption.isRequested }) {
    while !isOver() {
      wait()
      for order in seat.wheel.orders() { carryOut(order) }
      measurement?.advance()
      if measurement?.isOver == true { stop() }
    }
    // The camera's settings are restored.
    for notice in measurement?.stop() ?? [] { CommandEnvironment.report("\(notice)") }
  }

  private func wait() {
    var descriptors = [pollfd(fd: seat.wheel.descriptor, events: Int16(POLLIN), revents: 0)]
    if let measurement {
      descriptors.append(pollfd(fd: measurement.descriptor, events: Int16(POLLIN), revents: 0))
    }
    _ = poll(&descriptors, nfds_t(descriptors.count), measurement == nil ? 500 : 100)
  }

  private mutating func carryOut(_ order: LiveOrder) {
    switch order {
    case .start(let camera):
      // A phone measures whether the page shows it or not.
      guard state == .idle, stage.enter(seat) || seat !== stage.own else { return }
      seat.forget(LivePublisher.kinds)
      seat.newest.begin()
      let measurement = open(camera)
      measurement.sendsPulseAtOnce = true
      measurement.add(publisher)
      self.measurement = measurement
      (state, details) = (.running, nil)
      publishState()
    case .stop: stop()
    case .save: if state == .measured { save() }
    case .discard:
      guard state == .measured else { return }
      saver.giveUp()
      seat.forget(["not_saved"])
      end()
    }
  }

  /// The details saved with the result in addition to its numbers.
  private var details: LiveSessionDetails?

  private mutating func stop() {
    guard let measurement else { return }
    for notice in measurement.stop() { measurement.send(notice) }
    let result = measurement.finish()
    measurement.end()
    if result == nil, case .failed = measurement.ending {
      // The event of the end says why.
    } else if result?.reason != nil || result == nil {
      measurement.send(.nothingMeasured(measurement.session.advice))
    }
    self.measurement = nil
    seat.newest.keep(result, measurement.details)
    guard let result, result.reason == nil, saver.canSave else { return end() }
    saver.add(result, measurement.details)
    finished = measurement
    state = .measured
    publishState()
  }

  /// The measurement whose result waits; its observers hear of its fate.
  private var finished: LiveMeasurement?

  private mutating func save() {
    do throws(StoreError) {
      if let saved = try saver.save() { finished?.send(saved) }
      end()
    } catch {
      finished?.send(.notSaved(error.description))
    }
  }

  private mutating func end() {
    finished = nil
    state = .idle
    seat.wheel.letGo()
    publishState()
    stage.leave(seat)
  }

  /// Sends the session's state and who steers it.
  private func publishState() {
    seat.publish(Self.line(state, seat.wheel, saver.canSave), retainedAs: "state")
  }

  static func line(_ state: State, _ wheel: SteeringWheel, _ canSave: Bool) -> String {
    JSONValue.object([
      ("type", .string("state")), ("state", .string(state.rawValue)),
      ("steered_by", wheel.steerer.map(JSONValue.integer) ?? .null), ("can_save", .bool(canSave)),
    ]).text
  }
}
