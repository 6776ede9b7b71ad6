import Synchronization
import Testing
import Threads

struct WorkThreadTests {
  @Test func `pieces are done in their order, all of them before it has finished`() throws {
    let done = Numbers()
    let thread = try #require(WorkThread())
    for number in 0..<1000 { thread.add { done.add(number) } }
    thread.finish()
    #expect(done.all == Array(0..<1000))
    // Nothing more is done, and finishing again waits for nothing.
    thread.finish()
  }

  @Test func `a thread that nobody holds ends once it has done everything`() async throws {
    let done = Numbers()
    try #require(WorkThread()).add { [held = Held(done)] in done.add(held.number) }
    while done.all != [1, 2] { await Task.yield() }
  }

  @Test func `a later value is that of the work, however often it is asked for`() {
    let value = LaterValue { (0..<1000).reduce(0, +) }
    #expect(value.wait() == 499_500 && value.wait() == 499_500)
  }

  private final class Numbers: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock(\.self) }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  /// Notes its end.
  private final class Held: Sendable {
    let number = 1
    private let numbers: Numbers
    init(_ numbers: Numbers) { self.numbers = numbers }
    deinit { numbers.add(2) }
  }
}
