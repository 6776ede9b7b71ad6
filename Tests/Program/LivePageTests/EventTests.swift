import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import LivePage

/// Events on their way to browsers.
struct EventTests {
  @Test func `every listener gets every event, in order and once`() throws {
    let page = try ServedPage()
    let listeners = try (0..<20).map { _ in try page.listener() }
    #expect(page.hub.clientCount == 20)
    for number in 0..<500 { page.hub.publish("{\"n\":\(number)}\n") }
    for listener in listeners {
      let text = listener.receive(until: "{\"n\":499}")
      let numbers = RawResponse.events(in: text).compactMap { Int($0.dropFirst(5).dropLast()) }
      #expect(numbers == Array(0..<500))
    }
  }

  @Test func `who comes later gets what was retained, the newest of each kind`() throws {
    let page = try ServedPage()
    page.hub.publish("{\"a\":1}", retainedAs: "a")
    page.hub.publish("{\"b\":1}", retainedAs: "b")
    page.hub.publish("{\"a\":2}", retainedAs: "a")
    page.hub.publish("{\"c\":1}")
    let text = try page.listener().receive(until: "{\"a\":2}")
    #expect(text.contains("{\"b\":1}") && !text.contains("{\"a\":1}") && !text.contains("\"c\""))
    page.hub.forget(["a", "b"])
    page.hub.publish("{\"d\":1}")
    let listener = try page.listener()
    page.hub.publish("{\"e\":1}")
    #expect(listener.receive(until: "{\"e\":1}").contains("\"a\"") == false)
  }

  @Test func `one who does not read loses events, hears how many, and holds up nobody`() throws {
    // However long a loaded machine takes, nobody is closed out for silence.
    var limits = PageServer.Limits()
    limits.silence = 600
    let page = try ServedPage(limits: limits)
    let slow = try page.listener(room: 4096)
    let quick = try page.listener()
    let filling = String(repeating: "x", count: 4000)
    // More than the sockets' buffers and the queue hold together.
    let count = 1500
    var got = ""
    for number in 0..<count {
      page.hub.publish("{\"n\":\(number),\"x\":\"\(filling)\"}")
      if number % 10 == 9 { got = quick.receive(until: "{\"n\":\(number)") }
    }
    page.hub.publish("{\"last\":1}")
    #expect(got.contains("{\"n\":\(count - 1)") && !got.contains("missed"))
    let events = RawResponse.events(in: slow.receive(until: "{\"last\":1}"))
    let numbers = events.compactMap {
      $0.hasPrefix("{\"n\":") ? Int($0.dropFirst(5).prefix { $0 != "," }) : nil
    }
    let missed = events.compactMap {
      $0.firstMatch(of: /^{"type":"missed","events":(\d+)}/).flatMap { Int($0.1) }
    }.reduce(0, +)
    #expect(missed > 0)
    #expect(numbers.count + missed == count)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: [1, 7, 100, 5000, 20_000])
  func `events that are lost twice before anything is read again leave whole events`(
    piece: Int
  ) throws {
    let hub = EventHub()
    let client = try #require(hub.subscribe())
    // It is asked for bytes only while some wait, so that it never suspends this.
    let connection = SuspendedConnection(pointer: OpaquePointer(bitPattern: 1)!)
    let filling = String(repeating: "x", count: 4000)
    var sent: [UInt8] = []
    func read(_ count: Int) {
      var bytes = [UInt8](repeating: 0, count: count)
      let taken = bytes.withUnsafeMutableBytes { client.read(into: $0, connection) }
      sent += bytes.prefix(taken)
    }
    var count = 0
    for round in 0..<6 {
      for _ in 0..<(round % 2 == 0 ? 40 : 90) {
        hub.publish("{\"n\":\(count),\"x\":\"\(filling)\"}")
        count += 1
      }
      read(piece)
    }
    hub.publish("{\"last\":1}")
    while !String(decoding: sent.suffix(40), as: UTF8.self).contains("{\"last\":1}\n\n") {
      read(3000)
    }
    let events = RawResponse.events(in: String(decoding: sent, as: UTF8.self))
    let numbers = events.compactMap {
      $0.hasPrefix("{\"n\":") ? Int($0.dropFirst(5).prefix { $0 != "," }) : nil
    }
    let missed = events.compactMap {
      $0.firstMatch(of: /^{"type":"missed","events":(\d+)}/).flatMap { Int($0.1) }
    }.reduce(0, +)
    #expect(numbers.count + missed == count)
    #expect(events.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test func `one too many is told to come back, and a place is free again after one has left`()
    throws
  {
    let page = try ServedPage(hubCapacity: 3)
    var listeners = try (0..<3).map { _ in try page.listener() }
    let refused = try page.ask("GET /events")
    #expect(refused.status == 503 && refused.body.contains("too many browsers listen"))
    listeners.removeLast()
    // Its end is noticed with the next events.
    while page.hub.clientCount == 3 {
      page.hub.publish("{}")
      usleep(1000)
    }
    listeners.append(try page.listener())
    #expect(listeners.count == 3)
  }

  @Test func `a server stops at once, whoever listens`() throws {
    let page = try ServedPage()
    let listeners = try (0..<30).map { _ in try page.listener() }
    page.server.stop()
    for listener in listeners { #expect(!listener.receiveToEnd().contains("data:")) }
    #expect(page.hub.clientCount == 0)
    #expect(throws: (any Error).self) { try RawConnection(port: page.server.port) }
  }

  @Test func `publishing and leaving at once from many sides goes well`() async throws {
    let page = try ServedPage()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for number in 0..<2000 { page.hub.publish("{\"n\":\(number)}", retainedAs: "n") }
        }
      }
      group.addTask {
        for _ in 0..<100 {
          _ = try? page.listener()
        }
      }
    }
    #expect(try page.ask("GET /secret").status == 200)
  }
}
