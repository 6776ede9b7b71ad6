import Synchronization

/// Limits how many tasks do something at once. Others wait for their turn, in the order in which they came.
final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Gives places to the tasks that have waited longest, as long as there are enough.
    mutating func admit() -> [CheckedContinuation<Void, Never>] {
      var admitted: [CheckedContinuation<Void, Never>] = []
      while let first = waiting.first, first.count <= free {
        free -= first.count
        admitted.append(waiting.removeFirst().continuation)
      }
      return admitted
    }
  }

  let count: Int
  private let state: Mutex<State>

  init(_ count: Int) {
    self.count = count
    state = Mutex(State(free: count))
  }

  /// Takes n places once they are free; n is at most the number of places.
  func take(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let admitted = state.withLock { state in
        state.waiting.append((count, continuation))
        return state.admit()
      }
      for continuation in admitted { continuation.resume() }
    }
  }

  func giveBack(_ count: Int) {
    let admitted = state.withLock { state in
      state.free += count
      return state.admit()
    }
    for continuation in admitted { continuation.resume() }
  }
}
