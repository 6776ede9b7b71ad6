import Synchronization
import Testing

@testable import Measurement

/// Work that threads share: the outcomes of one thread, whatever their number.
struct ParallelWorkTests {
  private struct Refusal: Error {}

  @Test(arguments: [1, 3, 100], [true, false])
  func `each item has its outcome once, in order or as they come`(jobs: Int, inOrder: Bool) {
    let work = ParallelWork<Int, Int>(Array(0..<50), jobs: jobs)
    let threads = Mutex(0)
    var taken: [Int] = []
    work.run(
      inOrder: inOrder,
      worker: {
        threads.withLock { $0 += 1 }
        return { $0 * $0 }
      }, tick: { #expect($0 == taken.count) },
      take: { index, square in
        #expect(square == index * index)
        taken.append(index)
        return true
      })
    #expect((inOrder ? taken : taken.sorted()) == Array(0..<50))
    #expect(threads.withLock(\.self) == min(jobs, 50))
  }

  @Test func `no more begins than is wanted, and results do not pile up`() {
    let begun = Mutex(0)
    let work = ParallelWork<Int, Int>(Array(0..<1000), jobs: 2)
    var count = 0
    work.run(
      inOrder: true, mayBegin: { begun.withLock { $0 } < 100 },
      worker: {
        { item in
          begun.withLock { $0 += 1 }
          return item
        }
      }, tick: { _ in },
      take: { _, _ in
        count += 1
        return count < 20
      })
    #expect(count == 20 && begun.withLock { $0 } <= 20 + 8)
  }

  @Test func `a refusal ends the work, and asks what is begun to end early`() {
    let work = ParallelWork<Int, Void>(Array(0..<10), jobs: 2)
    #expect(throws: Refusal.self) {
      try work.run(
        inOrder: false, worker: { { _ in while !work.isStopped {} } },
        tick: { _ in throw Refusal() }, take: { _, _ in true })
    }
    #expect(work.isStopped)
    var none = 0
    ParallelWork<Int, Int>([], jobs: 4).run(
      inOrder: true, worker: { { $0 } }, tick: { _ in },
      take: { _, _ in
        none += 1
        return true
      })
    #expect(none == 0)
  }
}
