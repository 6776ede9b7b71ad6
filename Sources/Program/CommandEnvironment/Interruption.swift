import Glibc
import Synchronization

/// Ctrl-C, `kill` and a terminal that is closed, as a flag that is checked between two frames.
///
/// The first signal asks to stop. Those within a second of it mean the same: a closed window and
/// `timeout` send two. A later one ends the process at once. So does the second tick of a clock that the first one
/// has started: whatever is still waited for then, such as another program's lock or a server, may never come. After
/// Ctrl-C nothing ends by itself: a person can press it again, and results may be about to be saved.
package enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// Nanoseconds on the monotonic clock at which the first one came.
  private static let moment = Atomic<Int>(0)

  /// Nanoseconds in which further ones are echoes of the first.
  private static let echo = 1_000_000_000

  /// Microseconds from one tick to the next: the second one comes within two seconds of the signal.
  private static let tick = 900_000

  /// Nanoseconds of processors that the process had used at the tick before.
  private static let usedTime = Atomic<Int>(0)

  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// The first that came.
  private static let number = Atomic<Int32>(SIGINT)

  /// The status that a shell gives for a program that a signal has ended: 130 for SIGINT, 143 for SIGTERM.
  package static var exitStatus: Int32 { 128 + number.load(ordering: .relaxed) }

  /// Starts listening. A waiting read is not resumed, so that it can end too.
  package static func listen() {
    // A handler must not be the first to read its variables, which would initialize them.
    _ = isRequested
    moment.store(0, ordering: .relaxed)
    usedTime.store(0, ordering: .relaxed)
    _ = (exitStatus, tick)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      // A program that was started with nohup must continue.
      var former = sigaction()
      sigaction(number, nil, &former)
      if number == SIGHUP, isIgnored(former) { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.take($0) }
      sigaction(number, &action, nil)
    }
    // A signal that comes just before a read begins to wait does not wake it: the next alarm does.
    var again = sigaction()
    again.__sigaction_handler.sa_handler = { _ in Interruption.endLate() }
    sigaction(SIGALRM, &again, nil)
    // A file that grows beyond the user's limit is an error like a full disk, not the end.
    signal(SIGXFSZ, SIG_IGN)
  }

  private static let endFlag = Atomic<Bool>(false)

  /// Whether SIGUSR1 has come: nothing new is to be begun.
  package static var isEndRequested: Bool { endFlag.load(ordering: .relaxed) }

  /// Listens to SIGUSR1, which a job's scheduler sends some time before it ends the job.
  package static func listenForEarlyEnd() {
    _ = isEndRequested
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      Interruption.endFlag.store(true, ordering: .relaxed)
    }
    sigaction(SIGUSR1, &action, nil)
  }

  /// Lets signals end the process again, as before `listen`: for work that checks no flag.
  package static func stopListening() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      var action = sigaction()
      sigaction(number, nil, &action)
      if isIgnored(action) { continue }
      signal(number, SIG_DFL)
    }
    if isRequested { raise(exitStatus - 128) }
  }

  /// Runs in a signal's handler: nothing here allocates or locks.
  private static func take(_ number: Int32) {
    let now = nanoseconds(of: CLOCK_MONOTONIC)
    if flag.exchange(true, ordering: .relaxed) {
      guard now - moment.load(ordering: .relaxed) > echo else { return }
      signal(number, SIG_DFL)
      raise(number)
      return
    }
    Interruption.number.store(number, ordering: .relaxed)
    moment.store(now, ordering: .relaxed)
    var ticks = itimerval()
    (ticks.it_value.tv_usec, ticks.it_interval.tv_usec) = (tick, tick)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &ticks, nil)
  }

  /// In a signal's handler, at each tick: ends the process from the second one on, unless it works and other programs
  /// keep it from the processors.
  private static func endLate() {
    let used = nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID)
    let share = used - usedTime.exchange(used, ordering: .relaxed)
    let age = nanoseconds(of: CLOCK_MONOTONIC) - moment.load(ordering: .relaxed)
    guard number.load(ordering: .relaxed) != SIGINT, age > tick * 1500,
      share < 10_000_000 || share > 500_000_000
    else { return }
    _exit(exitStatus)
  }

  private static func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is the handler at address 1.
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
