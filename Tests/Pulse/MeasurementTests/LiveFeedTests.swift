import Glibc
import Synchronization
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

/// Messages from the thread of a live source.
struct LiveFeedTests {
  private func wait(for feed: LiveFeed) {
    var descriptor = pollfd(fd: feed.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 10_000)
  }

  private func number(_ message: LiveMessage) -> Int? {
    if case .event(.lost(let count)) = message { count } else { nil }
  }

  @Test func `all messages arrive in order, and the source waits where there is no room`() {
    let feed = LiveFeed { outlet in
      for number in 0..<20_000 { outlet.send(.lost(number)) }
      outlet.send(.ended(.stopped))
    }
    var numbers: [Int] = []
    var hasEnded = false
    while !hasEnded {
      wait(for: feed)
      for message in feed.messages() {
        if let number = number(message) { numbers.append(number) }
        if case .event(.ended) = message { hasEnded = true }
      }
    }
    #expect(numbers == Array(0..<20_000))
    #expect(feed.stop().isEmpty)
  }

  @Test func `stopping lets go a source that waits for room, and waits for its end`() {
    let flag = Flag()
    let count = Mutex(0)
    let feed = LiveFeed { outlet in
      while outlet.send(.lost(1)) { count.withLock { $0 += 1 } }
      usleep(20_000)
      flag.raise()
    }
    while count.withLock({ $0 }) < LiveFeed.capacity { usleep(1000) }
    #expect(feed.stop().count == LiveFeed.capacity)
    #expect(flag.isRaised)
  }

  @Test func `what must not be lost arrives although nobody listens and there is no room`() {
    let feed = LiveFeed { outlet in
      while outlet.send(.lost(1)) {}
      outlet.send(.notice(.noJournalFolder))
      outlet.sendAlways(.notice(.nothingToSave))
    }
    let messages = feed.stop()
    guard case .event(.notice(let notice)) = messages.last else {
      Issue.record("\(messages.suffix(2))")
      return
    }
    #expect(notice == .nothingToSave)
    #expect(messages.filter { if case .event(.notice) = $0 { true } else { false } }.count == 1)
    #expect(feed.stop().isEmpty, "it can be stopped twice")
  }

  @Test func `a feed that goes ends its source first`() {
    let flag = Flag()
    do {
      let feed = LiveFeed { outlet in
        while outlet.isOpen { usleep(100) }
        usleep(20_000)
        flag.raise()
      }
      #expect(feed.descriptor >= 0)
    }
    #expect(flag.isRaised)
  }

  @Test func `an offer is refused where there is no room`() {
    let queue = MessageQueue<Int>(capacity: 2)
    #expect(queue.offer(1) && queue.offer(2) && !queue.offer(3))
    #expect(queue.drain() == [1, 2])
    #expect(queue.offer(4))
    queue.close()
    #expect(!queue.offer(5) && !queue.send(6) && !queue.isOpen)
    #expect(queue.drain() == [4])
  }

  @Test func `a replay gives every sample of its file and what is known at its end`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<3000).map { "\(Double($0) / 30),200,60,\(40 + $0 % 3)\n" }
    let path = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "signal.csv")
    let feed = LiveFeed.replay(RecordingInput(path), options: MeasurementOptions(), speed: 1e6)
    var (samples, end): ([ColorSample], LiveEnding?) = ([], nil)
    while end == nil {
      wait(for: feed)
      for message in feed.messages() {
        switch message {
        case .sample(let sample, .measuring): samples.append(sample)
        case .event(.ended(let last)): end = last
        default: break
        }
      }
    }
    #expect(samples.count == 3000)
    guard case .finished(let recording) = end else {
      Issue.record("\(String(describing: end))")
      return
    }
    let measured = try RecordingInput(path).measure()
    #expect(recording.contentIdentity == measured.contentIdentity)
    #expect(recording.warnings.isEmpty)
  }

  @Test func `a replay goes at its pace and can be stopped`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<3000).map { "\(Double($0) / 30),200,60,40\n" }
    let path = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "signal.csv")
    let feed = LiveFeed.replay(RecordingInput(path), options: MeasurementOptions(), speed: 10)
    let begin = MonotonicClock.now
    var count = 0
    while count < 150 {
      wait(for: feed)
      let samples = feed.messages().filter { if case .sample = $0 { true } else { false } }
      // Three hundred frames per second; a busy machine may be late, never early.
      count += samples.count
      #expect(Double(count) / 300 < MonotonicClock.now - begin + 0.1)
    }
    #expect(
      !feed.stop().contains { if case .event(.ended(.finished)) = $0 { true } else { false } })
  }

  @Test func `what cannot be opened ends the feed with a sentence`() {
    let feed = LiveFeed.replay(
      RecordingInput("/nonexistent.mp4"), options: MeasurementOptions(), speed: 1)
    var messages: [LiveMessage] = []
    while messages.isEmpty {
      wait(for: feed)
      messages = feed.messages()
    }
    guard case .event(.ended(.failed(let failure))) = messages.last else {
      Issue.record("\(messages)")
      return
    }
    #expect("\(failure)" == "cannot open /nonexistent.mp4: No such file or directory")
    #expect(feed.stop().isEmpty)
  }
}

/// A flag that one thread raises and another reads.
private final class Flag: Sendable {
  private let value = Atomic(false)
  func raise() { value.store(true, ordering: .releasing) }
  var isRaised: Bool { value.load(ordering: .acquiring) }
}
