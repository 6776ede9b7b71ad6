import BenchmarkSupport
import Glibc

/// How long work takes: by the wall, or by the processor, which others' work does not lengthen.
enum Clock {
  /// Time that passes.
  case wall

  /// Time that this thread spends on the processor.
  case processor

  /// Seconds on a clock that only advances.
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

  /// Seconds of several works, taken in turns, so that what changes meanwhile meets them alike.
  ///
  /// Each is done once before, unmeasured, unless that has been seen to.
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
