import BenchmarkSupport
import Glibc

/// Measures how long work takes: by the wall, or by the processor, which other programs do not disturb.
enum Clock {
  /// Wall time.
  case wall

  /// Processor time of this thread.
  case processor

  /// The time in seconds on a clock that only increases.
  var now: Double {
    var time = timespec()
    clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  func seconds(of work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  /// Times several pieces of work in turns, in seconds, so that changes of the machine affect all of them alike.
  ///
  /// Each runs once before, unmeasured, unless the caller has done that.
  func turns(
    rounds: Int, isWarm: Bool = false, _ works: [() throws -> Void]
  ) throws -> [Timing] {
    if !isWarm { for work in works { try work() } }
    var seconds = works.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() {
        seconds[index].append(try self.seconds(of: work))
      }
    }
    return seconds.map(Timing.init)
  }
}
