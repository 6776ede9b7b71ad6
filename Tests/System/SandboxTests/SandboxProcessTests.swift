import Glibc
import Sandbox
import Testing

/// How the outer side handles processes that misbehave, played by a shell.
struct SandboxProcessTests {
  /// The first thing that arrives from a process that runs a line of sh. Its socket is its standard input.
  private func arrival(
    _ line: String, mayWait: Bool = false, _ change: (inout SandboxLimits) -> Void = { _ in }
  ) throws -> SandboxProcess.Arrival {
    var limits = SandboxLimits()
    change(&limits)
    let process = try SandboxProcess(
      ["/bin/sh", "-c", line], limits: limits, environment: ["PATH": "/usr/bin:/bin"])
    return process.next(mayWait: mayWait, isInterrupted: { false })
  }

  private func end(
    _ line: String, mayWait: Bool = false, _ change: (inout SandboxLimits) -> Void = { _ in }
  ) throws -> SandboxEnd? {
    guard case .ended(let end) = try arrival(line, mayWait: mayWait, change) else { return nil }
    return end
  }

  @Test func `a process that ends or crashes is reported as it ended`() throws {
    #expect(try end("exit 3") == .exited(3))
    let crash = try #require(try end("kill -SEGV $$"))
    #expect(crash == .signalled(11, memory: 2048))
    #expect(
      crash.description
        == "the process that reads it was ended by signal 11 (Segmentation fault): the file is damaged, "
        + "or made to do harm")
    #expect(try end("kill -KILL $$")?.description.contains("2048 MB") == true)
  }

  @Test func `a process that works for ever is ended, also if its input may keep it waiting`()
    throws
  {
    for mayWait in [false, true] {
      let end = try end("while :; do :; done", mayWait: mayWait) { $0.work = 0.2 }
      #expect(end == .endless(0.2))
    }
  }

  @Test func `a process of which nothing comes is ended, unless it waits for its input`() throws {
    #expect(try end("exec sleep 1000") { $0.silence = 0.3 } == .silent(0.3))
    #expect(try end("sleep 1; exit 4", mayWait: true) { $0.silence = 0.3 } == .exited(4))
  }

  @Test func `a process that cannot be told what to do is not waited for`() throws {
    let process = try SandboxProcess(
      ["/bin/sleep", "1000"], limits: SandboxLimits(), environment: [:])
    // No such descriptor can be handed over.
    process.send([1], descriptor: 1 << 20)
    guard case .ended(let end) = process.next(mayWait: true, isInterrupted: { false }) else {
      Issue.record("it was waited for")
      return
    }
    #expect(end == .untold(EBADF))
    #expect(end.description.contains("Bad file descriptor"))
  }

  @Test func `a process that someone stops is noticed`() throws {
    for mayWait in [false, true] {
      #expect(try end("kill -STOP $$", mayWait: mayWait) { $0.pause = 0.3 } == .stopped)
    }
  }

  @Test func `a process that closes its socket and goes on is ended`() throws {
    #expect(try end("exec 0<&-; exec sleep 1000") == .signalled(9, memory: 2048))
  }

  @Test func `waiting can be interrupted, and nothing is left of the process`() throws {
    let process = try SandboxProcess(
      ["/bin/sleep", "1000"], limits: SandboxLimits(), environment: [:])
    guard case .interrupted = process.next(mayWait: true, isInterrupted: { true }) else {
      Issue.record("it was not interrupted")
      return
    }
    process.interrupt()
    guard case .ended(.signalled(2, _)) = process.next(mayWait: true, isInterrupted: { false })
    else {
      Issue.record("it goes on")
      return
    }
  }
}
